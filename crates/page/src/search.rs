//! Searches in steps, so that a page can stop one: between two steps it receives other requests.

use game::NotableKind;
use viewer::{Condition, Replay};

/// Where to search from the turn that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Later turns.
    Forwards,
    /// Earlier ones.
    Backwards,
}

/// The result of one step of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Searched {
    /// It is in this turn.
    Found(u64),
    /// Not yet found; the search has come to this turn.
    Going(u64),
}

/// A search that has begun.
pub(crate) struct Search {
    way: Way,
    /// What is looked for, and as the last one the turn at which a piece ends.
    conditions: Vec<Condition>,
    /// The turn to go back to if nothing is found.
    pub(crate) origin: u64,
}

impl Search {
    /// A search for `notable` or one kind of it, `write CELL`, or `condition`, which is one of `own`.
    ///
    /// # Errors
    /// If it is none of these, or there are no conditions.
    pub(crate) fn new(what: &str, way: Way, own: &[Condition], origin: u64) -> Result<Self, String> {
        let conditions = match what {
            "notable" => NotableKind::ALL.into_iter().map(Condition::Happens).collect(),
            "condition" if own.is_empty() => {
                return Err("there are no conditions to stop at: add one first".into());
            }
            "condition" => own.to_vec(),
            other => vec![
                happening(other)
                    .or_else(|| written(other))
                    .ok_or_else(|| format!("`{other}` cannot be searched for"))?,
            ],
        };
        Ok(Self { way, conditions, origin })
    }

    /// Looks at about so many more turns, from where `replay` stands. It stands where the search has come then.
    ///
    /// # Errors
    /// Says that there is nothing.
    pub(crate) fn go_on(&self, replay: &mut Replay<'_>, turns: u64) -> Result<Searched, String> {
        let here = replay.turn();
        let end_of_piece = match self.way {
            Way::Forwards => here.saturating_add(turns.max(1)),
            Way::Backwards => here.saturating_sub(turns.max(1)),
        };
        let mut conditions = self.conditions.clone();
        conditions.push(Condition::Turn(end_of_piece));
        let found = match self.way {
            Way::Forwards => replay.next_where(&conditions, &|| false),
            Way::Backwards => replay.previous_where(&conditions, &|| false),
        };
        match found {
            Some((turn, which)) if which < self.conditions.len() => Ok(Searched::Found(turn)),
            Some((turn, _)) => {
                replay.seek(turn);
                Ok(Searched::Going(turn))
            }
            None => Err(match self.way {
                Way::Forwards => "there is none after this turn".into(),
                Way::Backwards => "there is none before this turn".into(),
            }),
        }
    }
}

fn happening(what: &str) -> Option<Condition> {
    NotableKind::ALL.into_iter().find(|kind| kind.word() == what).map(Condition::Happens)
}

fn written(what: &str) -> Option<Condition> {
    let cell = what.strip_prefix("write ")?.parse().ok()?;
    Some(Condition::Written(cell))
}

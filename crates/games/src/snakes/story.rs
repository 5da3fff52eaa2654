//! What happens in a match, in sentences: who encloses what, who leads, and who is enclosed.

use game::{
    Event, EventKind, NotableKind, Outcome, Seat, SeatNames, StoryKind, StoryNames, StorySentence,
    Storyteller,
};

use super::board::{BOT, EMPTY, LAND};
use super::squares::{CELLS, COLUMNS};

/// A bot that is ahead by fewer squares has not taken the lead: along a border it would change every turn.
const MIN_LEAD: u32 = 4;
/// Weights: of an enclosure at least and per square, of a lead, of a part of the board.
const ENCLOSES: u8 = 20;
const LEADS: u8 = 65;
const FILLS: u8 = 20;

/// Tells a match.
pub(super) struct Teller {
    names: StoryNames,
    /// How many squares each bot has.
    territory: [u32; 2],
    leader: Option<Seat>,
    /// The quarters of the board that the story has already told as taken.
    quarters: u32,
}

/// What a bot enclosed in a turn.
#[derive(Default, Clone, Copy)]
struct Enclosed {
    squares: u32,
    /// How many of them were the other's.
    taken: u32,
    /// The sums of their rows and columns.
    rows: usize,
    columns: usize,
}

impl Enclosed {
    /// The square in their middle, where most of what changed is seen.
    fn middle(self) -> Option<usize> {
        let squares = usize::try_from(self.squares).ok()?;
        Some(self.rows.checked_div(squares)? * COLUMNS + self.columns.checked_div(squares)?)
    }
}

impl Teller {
    pub(super) fn new(names: &SeatNames) -> Self {
        Self { names: StoryNames::new(names), territory: [1, 1], leader: None, quarters: 0 }
    }

    fn enclosure(&self, turn: u64, seat: Seat, enclosed: Enclosed) -> Option<StorySentence> {
        let Enclosed { squares, taken, .. } = enclosed;
        let cell = enclosed.middle()?;
        let (who, other) = (self.names.of(seat), self.names.of(1 - seat));
        let count = if squares == 1 { "1 square".to_owned() } else { format!("{squares} squares") };
        let whose = match taken {
            0 => String::new(),
            _ if taken == squares && squares == 1 => format!(" of {other}"),
            _ if taken == squares => format!(", all of them {other}'s"),
            _ => format!(", {taken} of them {other}'s"),
        };
        let weight = u8::try_from(u32::from(ENCLOSES) + squares / 2 + taken).unwrap_or(u8::MAX).min(90);
        let (kind, text) =
            (StoryKind::Notable(NotableKind::Capture), format!("{who} encloses {count}{whose}"));
        Some(StorySentence { turn, kind, seat, cell: Some(cell), weight, text })
    }

    /// Tells that a bot has taken the lead.
    fn lead(&mut self, turn: u64) -> Option<StorySentence> {
        let [x, o] = self.territory;
        let ahead = Seat::from(o > x);
        if x.abs_diff(o) < MIN_LEAD || self.leader == Some(ahead) {
            return None;
        }
        let is_first = self.leader.replace(ahead).is_none();
        let (most, least) = (x.max(o), x.min(o));
        let verb = if is_first { "takes the lead" } else { "is ahead now" };
        let text = format!("{} {verb}, {most} squares to {least}", self.names.of(ahead));
        let weight = if is_first { LEADS / 2 } else { LEADS };
        Some(StorySentence { turn, kind: StoryKind::Lead, seat: ahead, cell: None, weight, text })
    }

    /// Tells that another quarter of the board is taken.
    fn filled(&mut self, turn: u64, seat: Seat) -> Option<StorySentence> {
        let [x, o] = self.territory;
        let quarters = (x + o) * 4 / u32::try_from(CELLS).unwrap_or(u32::MAX);
        if quarters <= self.quarters {
            return None;
        }
        self.quarters = quarters;
        let part = match quarters {
            1 => "A quarter of the board is",
            2 => "Half of the board is",
            3 => "Three quarters of the board are",
            _ => "The whole board is",
        };
        let text =
            format!("{part} taken: {} has {x} squares, {} has {o}", self.names.of(0), self.names.of(1));
        Some(StorySentence { turn, kind: StoryKind::Remark, seat, cell: None, weight: FILLS, text })
    }
}

impl Storyteller for Teller {
    fn observe_turn(&mut self, turn: &[Event], story: &mut Vec<StorySentence>) {
        let mut enclosed = [Enclosed::default(); 2];
        for event in turn {
            let &Event { seat, kind, .. } = event;
            let EventKind::Write { cell, before, after } = kind else { continue };
            let (Some(own), Some(other)) = (enclosed.get_mut(seat), 1usize.checked_sub(seat)) else {
                continue;
            };
            let was_others = is_of(before, other);
            if !is_of(before, seat) && is_of(after, seat) {
                self.territory[seat] += 1;
                self.territory[other] -= u32::from(was_others);
            }
            let was_free = before == u32::from(EMPTY) || before == u32::from(LAND[other]);
            // A bot that walks makes a square its own as well, but stands on it.
            if was_free && after == u32::from(LAND[seat]) {
                own.squares += 1;
                own.taken += u32::from(was_others);
                own.rows += cell / COLUMNS;
                own.columns += cell % COLUMNS;
            }
        }
        let Some(&Event { turn: number, seat: last, .. }) = turn.last() else { return };
        for (seat, enclosed) in enclosed.into_iter().enumerate() {
            story.extend(self.enclosure(number, seat, enclosed));
        }
        story.extend(self.lead(number));
        story.extend(self.filled(number, last));
        for event in turn {
            let EventKind::Death { reason } = event.kind else { continue };
            let who = self.names.of(event.seat);
            let how = if reason == Outcome::FAULT { "fails and is out" } else { "is enclosed" };
            story.push(StorySentence::death(event, format!("{who} {how}")));
        }
    }
}

/// Whether what a square holds makes it part of a bot's territory.
fn is_of(shown: u32, seat: Seat) -> bool {
    shown == u32::from(LAND[seat]) || shown == u32::from(BOT[seat])
}

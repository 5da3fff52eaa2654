//! What happens in a match, in sentences: who claims, empties and rewrites whose cells, who leads, and who is out.

use std::collections::BTreeMap;

use game::{
    Event, EventKind, NotableKind, Seat, SeatNames, StoryKind, StoryNames, StorySentence, Storyteller,
};

use super::board::owner_of;

/// A player that is ahead by fewer snippets has not taken the lead.
const MIN_LEAD: usize = 2;
/// Weights: of an attack at least, and of a lead.
const ATTACKS: u8 = 25;
const LEADS: u8 = 60;

/// Tells a match.
pub(super) struct Teller {
    names: StoryNames,
    /// How many snippets each player has.
    snippets: Vec<usize>,
    leader: Option<Seat>,
    living: usize,
}

/// What a player did to another's cells in a round.
#[derive(Default)]
struct Attack {
    claimed: usize,
    emptied: usize,
    rewritten: usize,
    first: usize,
}

impl Teller {
    /// A teller of a match before its first round, in which snippets enter.
    pub(super) fn new(names: &SeatNames) -> Self {
        let names = StoryNames::new(names);
        let players = names.count();
        Self { names, snippets: vec![0; players], leader: None, living: players }
    }

    fn attack(&self, turn: u64, seat: Seat, victim: Seat, attack: &Attack) -> StorySentence {
        let (who, whose) = (self.names.of(seat), self.names.of(victim));
        let &Attack { claimed, emptied, rewritten, first } = attack;
        let done: Vec<String> =
            [("claims", claimed, "cell"), ("empties", emptied, "cell"), ("rewrites", rewritten, "snippet")]
                .into_iter()
                .filter(|(_, count, _)| *count > 0)
                .map(|(verb, count, what)| {
                    format!("{verb} {count} {what}{}", if count == 1 { "" } else { "s" })
                })
                .collect();
        let text = format!("{who} {} of {whose}", done.join(", "));
        let kind = if claimed + emptied > 0 { NotableKind::Capture } else { NotableKind::Hit };
        let count = u8::try_from(2 * (claimed + emptied) + rewritten).unwrap_or(u8::MAX);
        let weight = ATTACKS.saturating_add(count).min(85);
        StorySentence { turn, kind: StoryKind::Notable(kind), seat, cell: Some(first), weight, text }
    }

    fn lead(&mut self, turn: u64) -> Option<StorySentence> {
        let most = *self.snippets.iter().max()?;
        let ahead = self.snippets.iter().position(|count| *count == most)?;
        let others = self.snippets.iter().enumerate().filter(|(seat, _)| *seat != ahead);
        let second = others.map(|(_, count)| *count).max().unwrap_or(0);
        if most < second + MIN_LEAD || self.leader == Some(ahead) {
            return None;
        }
        let is_first = self.leader.replace(ahead).is_none();
        let text = format!("{} takes the lead, {most} snippets to {second}", self.names.of(ahead));
        let weight = if is_first { LEADS / 2 } else { LEADS };
        Some(StorySentence { turn, kind: StoryKind::Lead, seat: ahead, cell: None, weight, text })
    }

    fn death(&mut self, event: &Event) -> StorySentence {
        self.living = self.living.saturating_sub(1);
        let left = if self.living > 1 { format!(": {} are left", self.living) } else { String::new() };
        StorySentence::death(
            event,
            format!("{} has no snippet left and is out{left}", self.names.of(event.seat)),
        )
    }
}

impl Storyteller for Teller {
    fn observe_turn(&mut self, turn: &[Event], story: &mut Vec<StorySentence>) {
        let players = self.names.count();
        let mut attacks: BTreeMap<(Seat, Seat), Attack> = BTreeMap::new();
        let mut deaths = Vec::new();
        for event in turn {
            let EventKind::Write { cell, before, after } = event.kind else {
                deaths.push(*event);
                continue;
            };
            let (before, after) = (owner_of(before, players), owner_of(after, players));
            for (owner, change) in [(before, -1), (after, 1)] {
                if let Some(count) = owner.and_then(|seat| self.snippets.get_mut(seat)) {
                    *count = count.saturating_add_signed(change);
                }
            }
            let Some(victim) = before.filter(|victim| *victim != event.seat) else { continue };
            let is_new = Attack { first: cell, ..Attack::default() };
            let attack = attacks.entry((event.seat, victim)).or_insert(is_new);
            match after {
                None => attack.emptied += 1,
                Some(owner) if owner == victim => attack.rewritten += 1,
                Some(_) => attack.claimed += 1,
            }
        }
        let Some(&Event { turn: number, .. }) = turn.last() else { return };
        for ((seat, victim), attack) in &attacks {
            story.push(self.attack(number, *seat, *victim, attack));
        }
        story.extend(self.lead(number));
        for event in &deaths {
            let told = self.death(event);
            story.push(told);
        }
    }
}

//! What happens in a match, in sentences: who reaches whose base, and who dies of what.

use std::sync::Arc;

use game::text::grouped;
use game::{Event, EventKind, NotableKind, SeatNames, StoryKind, StoryNames, StorySentence, Storyteller};

use super::engine::{NO_MATCH, READ_D};
use super::symbol::{CHARACTERS, D};
use crate::placement::InitialPlacement;
use crate::visits::{News, Visits};

/// The story says that a robot comes nearer when it is this many times nearer than before.
const NEARER: usize = 8;
/// From this many writes on, every doubling is told.
const MANY_WRITES: u64 = 1 << 10;

/// The weights of sentences.
const REACHES: u8 = 70;
const PLANTS_D: u8 = 60;
const RETURNS: u8 = 30;
const OWN_BASE: u8 = 25;
const SETS_OUT: u8 = 15;
const NEARS: u8 = 35;
const WRITES_MUCH: u8 = 10;

/// Tells a match.
pub(super) struct Teller {
    names: StoryNames,
    homes: Arc<InitialPlacement>,
    visits: Visits,
    /// How many squares each player's robot has written.
    writes: Vec<u64>,
    /// For each player: a write is told if it is nearer than this to another player's base.
    nearest: Vec<usize>,
    squares: usize,
    living: usize,
}

impl Teller {
    pub(super) fn new(names: &SeatNames, homes: Arc<InitialPlacement>, squares: usize) -> Self {
        let names = StoryNames::new(names);
        let players = names.count();
        // At first nobody is near.
        let nearest = vec![squares / players.max(1) / NEARER; players];
        Self {
            names,
            homes,
            visits: Visits::default(),
            writes: vec![0; players],
            nearest,
            squares,
            living: players,
        }
    }

    fn death(&mut self, event: &Event, reason: &str) -> StorySentence {
        self.living = self.living.saturating_sub(1);
        let who = self.names.of(event.seat);
        let how = match reason {
            READ_D => "reads `d` and dies",
            NO_MATCH => "finds no matching bracket and dies",
            _ => "dies",
        };
        let left = if self.living > 1 { format!(": {} are left", self.living) } else { String::new() };
        StorySentence::death(event, format!("{who}'s commander {how}{left}"))
    }

    fn write(&mut self, event: &Event, cell: usize, before: u32, after: u32) -> Option<StorySentence> {
        let Event { turn, seat, .. } = *event;
        let writes = self.writes.get_mut(seat)?;
        *writes += 1;
        let Some(owner) = self.homes.of(cell) else { return self.write_outside(event, cell) };
        let is_d = after == u32::from(D);
        let change = || format!("{} becomes {}", symbol(before), symbol(after));
        let (who, whose) = (self.names.of(seat), self.names.of(owner));
        let (weight, text) = match self.visits.note(turn, seat, owner, is_d)? {
            News::First if owner == seat => {
                (OWN_BASE, format!("{who}'s robot changes a square of its own base: {}", change()))
            }
            News::First => (REACHES, format!("{who}'s robot reaches {whose}'s base: {}", change())),
            News::FirstKiller => {
                let base = if owner == seat { "its own base".into() } else { format!("{whose}'s base") };
                (PLANTS_D, format!("{who}'s robot leaves a `d` in {base}"))
            }
            News::Back => (RETURNS, format!("{who}'s robot is back in {whose}'s base: {}", change())),
        };
        let told = remark(event, cell, weight, text);
        Some(if owner == seat {
            told
        } else {
            StorySentence { kind: StoryKind::Notable(NotableKind::Hit), ..told }
        })
    }
}

impl Teller {
    /// A write outside of all bases: a robot sets out, comes nearer to a base, or has written much.
    fn write_outside(&mut self, event: &Event, cell: usize) -> Option<StorySentence> {
        let seat = event.seat;
        let who = self.names.of(seat);
        let writes = self.writes[seat];
        if writes == 1 {
            return Some(remark(event, cell, SETS_OUT, format!("{who}'s robot begins to write")));
        }
        if writes >= MANY_WRITES && writes.is_power_of_two() {
            let text = format!("{who}'s robot has written {} squares", grouped(writes));
            return Some(remark(event, cell, WRITES_MUCH, text));
        }
        let (other, away) = self.homes.nearest_other(cell, seat, self.squares)?;
        if self.visits.has(seat, other) || away >= self.nearest[seat] {
            return None;
        }
        self.nearest[seat] = away / NEARER;
        let squares = if away == 1 { "1 square".into() } else { format!("{} squares", grouped(away as u64)) };
        let text = format!("{who}'s robot is {squares} from {}'s base", self.names.of(other));
        Some(remark(event, cell, NEARS, text))
    }
}

fn symbol(number: u32) -> String {
    let known = usize::try_from(number).ok().and_then(|number| CHARACTERS.get(number));
    format!("`{}`", known.copied().unwrap_or("?"))
}

fn remark(event: &Event, cell: usize, weight: u8, text: String) -> StorySentence {
    let Event { turn, seat, .. } = *event;
    StorySentence { turn, kind: StoryKind::Remark, seat, cell: Some(cell), weight, text }
}

impl Storyteller for Teller {
    fn observe_turn(&mut self, turn: &[Event], story: &mut Vec<StorySentence>) {
        for event in turn {
            match event.kind {
                EventKind::Death { reason } => story.push(self.death(event, reason)),
                EventKind::Write { cell, before, after } => {
                    story.extend(self.write(event, cell, before, after));
                }
            }
        }
    }
}

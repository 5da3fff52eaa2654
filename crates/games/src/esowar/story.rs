//! What happens in a match, in sentences: who reaches whose base, and who dies of what.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Event, EventKind, NotableKind, Seat, SeatNames, StoryKind, StoryNames, Storyteller, Told};

use super::engine::{NO_MATCH, READ_D};
use super::symbol::{CHARACTERS, D};
use crate::placement::InitialPlacement;

/// A robot that has been away for this share of the match so far comes back; one that writes more often has never left.
const AWAY_SHARE: u64 = 8;

/// Weights of what is told.
const REACHES: u8 = 70;
const PLANTS_D: u8 = 60;
const RETURNS: u8 = 30;
const OWN_BASE: u8 = 25;
const SETS_OUT: u8 = 15;

/// Tells a match.
pub(super) struct Teller {
    names: StoryNames,
    homes: Arc<InitialPlacement>,
    /// For each robot and base that it wrote into, when last, and whether it wrote a `d` there.
    visits: BTreeMap<(Seat, Seat), Visit>,
    has_written: Vec<bool>,
    living: usize,
}

struct Visit {
    last: u64,
    has_planted: bool,
}

impl Teller {
    pub(super) fn new(names: &SeatNames, homes: Arc<InitialPlacement>) -> Self {
        let names = StoryNames::new(names);
        let players = names.count();
        Self { names, homes, visits: BTreeMap::new(), has_written: vec![false; players], living: players }
    }

    fn death(&mut self, event: &Event, reason: &str) -> Told {
        self.living = self.living.saturating_sub(1);
        let who = self.names.of(event.seat);
        let how = match reason {
            READ_D => "reads `d` and dies",
            NO_MATCH => "finds no matching bracket and dies",
            _ => "dies",
        };
        let left = if self.living > 1 { format!(": {} are left", self.living) } else { String::new() };
        Told::death(event, format!("{who}'s commander {how}{left}"))
    }

    fn write(&mut self, event: &Event, cell: usize, before: u32, after: u32) -> Option<Told> {
        let Event { turn, seat, .. } = *event;
        let is_first_write = !std::mem::replace(self.has_written.get_mut(seat)?, true);
        let Some(owner) = self.homes.of(cell) else {
            let who = self.names.of(seat);
            return is_first_write
                .then(|| remark(event, cell, SETS_OUT, format!("{who}'s robot begins to write")));
        };
        let is_d = after == u32::from(D);
        let visit = self.visits.get_mut(&(seat, owner));
        let change = || format!("{} becomes {}", symbol(before), symbol(after));
        let (who, whose) = (self.names.of(seat), self.names.of(owner));
        let (weight, text) = match visit {
            None if owner == seat => {
                (OWN_BASE, format!("{who}'s robot changes a square of its own base: {}", change()))
            }
            None => (REACHES, format!("{who}'s robot reaches {whose}'s base: {}", change())),
            Some(visit) if is_d && !visit.has_planted => {
                let base = if owner == seat { "its own base".into() } else { format!("{whose}'s base") };
                (PLANTS_D, format!("{who}'s robot leaves a `d` in {base}"))
            }
            Some(visit) if owner != seat && turn - visit.last > turn / AWAY_SHARE => {
                (RETURNS, format!("{who}'s robot is back in {whose}'s base: {}", change()))
            }
            Some(visit) => {
                visit.last = turn;
                return None;
            }
        };
        let visit = self.visits.entry((seat, owner)).or_insert(Visit { last: turn, has_planted: false });
        visit.last = turn;
        visit.has_planted |= is_d;
        let told = remark(event, cell, weight, text);
        Some(if owner == seat { told } else { Told { kind: StoryKind::Notable(NotableKind::Hit), ..told } })
    }
}

fn symbol(number: u32) -> String {
    let known = usize::try_from(number).ok().and_then(|number| CHARACTERS.get(number));
    format!("`{}`", known.copied().unwrap_or("?"))
}

fn remark(event: &Event, cell: usize, weight: u8, text: String) -> Told {
    let Event { turn, seat, .. } = *event;
    Told { turn, kind: StoryKind::Remark, seat, cell: Some(cell), weight, text }
}

impl Storyteller for Teller {
    fn hear(&mut self, turn: &[Event], story: &mut Vec<Told>) {
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

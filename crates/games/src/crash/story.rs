//! What happens in a match, in sentences: who writes into whose program, and who crashes.

use std::sync::Arc;

use game::text::grouped;
use game::{Event, EventKind, NotableKind, SeatNames, StoryKind, StoryNames, StorySentence, Storyteller};

use super::instruction::CELLS;
use super::operation::Table;
use crate::placement::InitialPlacement;
use crate::visits::{News, Visits};

/// A write fewer than this many cells from a program is near to it. The story tells of another one when it is this
/// many times nearer.
const NEAR_CELLS: usize = 100;
const NEARER: usize = 4;
/// From this many writes on, every doubling is told.
const MANY_WRITES: u64 = 1 << 8;

/// Weights of what is told.
const HITS: u8 = 70;
const BOMBS: u8 = 75;
const HITS_AGAIN: u8 = 30;
const OWN_CODE: u8 = 20;
const BEGINS: u8 = 15;
const NEARS: u8 = 30;
const WRITES_MUCH: u8 = 10;

/// Tells a match.
pub(super) struct Teller {
    names: StoryNames,
    homes: Arc<InitialPlacement>,
    hits: Visits,
    /// How many cells each player has written, and how near to the other program a write must be to be told.
    writes: [u64; 2],
    nearest: [usize; 2],
}

impl Teller {
    pub(super) fn new(names: &SeatNames, homes: Arc<InitialPlacement>) -> Self {
        Self {
            names: StoryNames::new(names),
            homes,
            hits: Visits::default(),
            writes: [0; 2],
            nearest: [NEAR_CELLS; 2],
        }
    }

    fn write(&mut self, event: &Event, cell: usize, before: u32, after: u32) -> Option<StorySentence> {
        let Event { turn, seat, .. } = *event;
        *self.writes.get_mut(seat)? += 1;
        let (who, kind) = (self.names.of(seat), StoryKind::Remark);
        let told = |weight, text| StorySentence { turn, kind, seat, cell: Some(cell), weight, text };
        // Most writes that go round the memory change nothing.
        let owner = self.homes.of(cell).filter(|_| before != after);
        let Some(owner) = owner else {
            return self.write_outside(event, cell);
        };
        let is_bomb = after == u32::from(Table::CRASH);
        let whose = if owner == seat {
            "its own program".into()
        } else {
            format!("{}'s program", self.names.of(owner))
        };
        let (weight, text) = match self.hits.note(turn, seat, owner, is_bomb)? {
            News::First if owner == seat => (OWN_CODE, format!("{who} changes its own program")),
            News::First if !is_bomb => (HITS, format!("{who} hits {whose} in cell {cell}")),
            News::First | News::FirstKiller => {
                (BOMBS, format!("{who} writes a `crash` into {whose}, cell {cell}"))
            }
            News::Back => (HITS_AGAIN, format!("{who} hits {whose} again, in cell {cell}")),
        };
        let told = told(weight, text);
        let is_own = owner == seat;
        Some(if is_own { told } else { StorySentence { kind: StoryKind::Notable(NotableKind::Hit), ..told } })
    }
}

impl Teller {
    /// A write that hits nobody: told if it is the first one, nearer to the other program than before, or one of very
    /// many.
    fn write_outside(&mut self, event: &Event, cell: usize) -> Option<StorySentence> {
        let Event { turn, seat, .. } = *event;
        let (who, kind) = (self.names.of(seat), StoryKind::Remark);
        let told = |weight, text| Some(StorySentence { turn, kind, seat, cell: Some(cell), weight, text });
        let writes = self.writes[seat];
        if writes == 1 {
            return told(BEGINS, format!("{who} begins to write into the memory"));
        }
        if writes >= MANY_WRITES && writes.is_power_of_two() {
            return told(WRITES_MUCH, format!("{who} has written {} cells", grouped(writes)));
        }
        let (other, away) = self.homes.nearest_other(cell, seat, CELLS)?;
        if self.homes.of(cell).is_some() || away == 0 || away >= self.nearest[seat] {
            return None;
        }
        self.nearest[seat] = away / NEARER;
        let cells = if away == 1 { "1 cell".into() } else { format!("{away} cells") };
        told(NEARS, format!("{who} writes {cells} from {}'s program", self.names.of(other)))
    }
}

impl Storyteller for Teller {
    fn observe_turn(&mut self, turn: &[Event], story: &mut Vec<StorySentence>) {
        for event in turn {
            match event.kind {
                EventKind::Death { .. } => {
                    story.push(StorySentence::death(
                        event,
                        format!("{} executes `crash`", self.names.of(event.seat)),
                    ));
                }
                EventKind::Write { cell, before, after } => {
                    story.extend(self.write(event, cell, before, after));
                }
            }
        }
    }
}

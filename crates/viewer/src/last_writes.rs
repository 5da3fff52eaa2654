//! Records which seat wrote each cell last, and when.

use std::ops::Range;

use game::{Event, EventKind, Seat};

/// Boards with more cells have no last writes, which would take far more memory than the board itself.
const MAX_CELLS: usize = 1 << 23;

/// Stands for nobody. All its bits are set, so that many seats can be checked at once.
const NOBODY: u8 = u8::MAX;

/// If nobody wrote any of this many cells, they are skipped together.
const STRETCH: usize = 64;

/// The last time that a cell was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastWrite {
    /// The turn of the write; the first is 1.
    pub turn: u64,
    /// The seat that wrote.
    pub seat: Seat,
}

/// The last write of every cell since the first turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LastWrites {
    seats: Vec<u8>,
    turns: Turns,
}

/// A turn for each cell. It takes half the memory as long as every turn fits into half the bits, as in nearly all matches.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Turns {
    Early(Vec<u32>),
    Any(Vec<u64>),
}

impl LastWrites {
    /// The last writes of a match in which nothing was written yet; `None` if the board is too large.
    pub(crate) fn new(cells: usize) -> Option<Self> {
        let turns = Turns::Early(vec![0; cells.min(MAX_CELLS)]);
        (cells <= MAX_CELLS).then(|| Self { seats: vec![NOBODY; cells], turns })
    }

    pub(crate) fn note(&mut self, event: &Event) {
        let EventKind::Write { cell, .. } = event.kind else { return };
        if let Some(seat) = self.seats.get_mut(cell) {
            *seat = u8::try_from(event.seat).unwrap_or(NOBODY);
            self.turns.set(cell, event.turn);
        }
    }

    /// Notes that nobody wrote a cell, because its content was put there by hand.
    pub(crate) fn forget(&mut self, cell: usize) {
        if let Some(seat) = self.seats.get_mut(cell) {
            *seat = NOBODY;
        }
    }

    pub(crate) fn last(&self, cell: usize) -> Option<LastWrite> {
        let seat = self.writer(cell)?;
        Some(LastWrite { turn: self.turns.get(cell), seat })
    }

    /// The cells in a range that somebody wrote. Stretches that nobody wrote take hardly any time.
    pub(crate) fn written(&self, cells: Range<usize>) -> impl Iterator<Item = (usize, LastWrite)> {
        let end = cells.end.min(self.seats.len());
        let seats = &self.seats[cells.start.min(end)..end];
        let stretches = seats.chunks(STRETCH).zip((cells.start..).step_by(STRETCH));
        let touched =
            stretches.filter(|(seats, _)| seats.iter().fold(NOBODY, |all, seat| all & seat) != NOBODY);
        touched.flat_map(|(seats, first)| {
            let written = seats.iter().zip(first..).filter(|(seat, _)| **seat != NOBODY);
            written.map(|(&seat, cell)| (cell, LastWrite { turn: self.turns.get(cell), seat: seat.into() }))
        })
    }

    pub(crate) fn writer(&self, cell: usize) -> Option<Seat> {
        self.seats.get(cell).filter(|&&seat| seat != NOBODY).map(|&seat| seat.into())
    }

    /// The number of bytes that the last writes take up.
    pub(crate) fn bytes(&self) -> usize {
        let each = match self.turns {
            Turns::Early(_) => size_of::<u32>(),
            Turns::Any(_) => size_of::<u64>(),
        };
        self.seats.len() * (1 + each)
    }
}

impl Turns {
    fn set(&mut self, cell: usize, turn: u64) {
        match (&mut *self, u32::try_from(turn)) {
            (Self::Early(turns), Ok(turn)) => turns[cell] = turn,
            (Self::Any(turns), _) => turns[cell] = turn,
            (Self::Early(turns), Err(_)) => {
                let mut turns: Vec<u64> = turns.iter().map(|&turn| turn.into()).collect();
                turns[cell] = turn;
                *self = Self::Any(turns);
            }
        }
    }

    fn get(&self, cell: usize) -> u64 {
        match self {
            Self::Early(turns) => turns[cell].into(),
            Self::Any(turns) => turns[cell],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_turns_are_kept_beside_early_ones() {
        let mut last_writes = LastWrites::new(3).expect("a small board");
        let last = u64::from(u32::MAX);
        let mut write = |cell, turn, seat| {
            last_writes.note(&Event { turn, seat, kind: EventKind::Write { cell, before: 0, after: 1 } });
            (0..4)
                .map(|cell| last_writes.last(cell).map(|write| (write.turn, write.seat)))
                .collect::<Vec<_>>()
        };
        assert_eq!(write(0, last, 1), [Some((last, 1)), None, None, None]);
        assert_eq!(write(1, last + 1, 0), [Some((last, 1)), Some((last + 1, 0)), None, None]);
        assert_eq!(write(0, u64::MAX, 0), [Some((u64::MAX, 0)), Some((last + 1, 0)), None, None]);
        assert_eq!(write(3, 5, 0), [Some((u64::MAX, 0)), Some((last + 1, 0)), None, None], "no such cell");
    }

    #[test]
    fn what_was_written_in_a_stretch_is_what_was_written_in_its_cells() {
        let cells = 5 * STRETCH + 3;
        let mut last_writes = LastWrites::new(cells).expect("a small board");
        for cell in [0, 1, STRETCH - 1, STRETCH, 3 * STRETCH + 1, cells - 1] {
            let turn = 7 + cell as u64;
            last_writes.note(&Event {
                turn,
                seat: cell % 3,
                kind: EventKind::Write { cell, before: 0, after: 1 },
            });
        }
        for first in [0, 1, 2, STRETCH - 1, STRETCH + 1, 2 * STRETCH, cells - 1, cells, cells + 9] {
            for end in [first, first + 1, first + STRETCH, cells, cells + 9] {
                let one_by_one = (first..end).filter_map(|cell| Some((cell, last_writes.last(cell)?)));
                assert!(last_writes.written(first..end).eq(one_by_one), "{first} to {end}");
            }
        }
    }

    #[test]
    fn boards_that_are_too_large_have_none() {
        assert!(LastWrites::new(MAX_CELLS).is_some() && LastWrites::new(MAX_CELLS + 1).is_none());
    }
}

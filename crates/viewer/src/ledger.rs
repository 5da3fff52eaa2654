//! Who wrote each cell last, and when.

use game::{Event, EventKind, Seat};

/// Boards with more cells have no ledger: it would take more memory than the board itself by far.
const MAX_CELLS: usize = 1 << 21;

/// What stands for nobody.
const NOBODY: u8 = u8::MAX;

/// The last time that a cell was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastWrite {
    /// In which turn; the first is 1.
    pub turn: u64,
    /// By whom.
    pub seat: Seat,
}

/// The last write of every cell since the first turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ledger {
    seats: Vec<u8>,
    turns: Vec<u64>,
}

impl Ledger {
    /// That of a match in which nothing was written yet; nothing for a board that is too large.
    pub(crate) fn new(cells: usize) -> Option<Self> {
        (cells <= MAX_CELLS).then(|| Self { seats: vec![NOBODY; cells], turns: vec![0; cells] })
    }

    pub(crate) fn note(&mut self, event: &Event) {
        let EventKind::Write { cell, .. } = event.kind else { return };
        if let (Some(seat), Some(turn)) = (self.seats.get_mut(cell), self.turns.get_mut(cell)) {
            *seat = u8::try_from(event.seat).unwrap_or(NOBODY);
            *turn = event.turn;
        }
    }

    pub(crate) fn last(&self, cell: usize) -> Option<LastWrite> {
        let seat = self.writer(cell)?;
        Some(LastWrite { turn: self.turns[cell], seat })
    }

    pub(crate) fn writer(&self, cell: usize) -> Option<Seat> {
        self.seats.get(cell).filter(|&&seat| seat != NOBODY).map(|&seat| seat.into())
    }

    /// How many bytes it takes up.
    pub(crate) fn bytes(&self) -> usize {
        self.seats.len() + self.turns.len() * size_of::<u64>()
    }
}

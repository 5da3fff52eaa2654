//! What a cell holds, and since when.

/// What a cell holds, and when it was put there. The time is in the highest bits, so the later of two cells is the
/// greater one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell(u32);

const ACTION_BITS: u32 = 10;
const ACTION_MASK: u32 = (1 << ACTION_BITS) - 1;

/// Times end here. Turns after that are played match by match.
pub(super) const LAST_TIME: u32 = (1 << (u32::BITS - ACTION_BITS)) - 1;
/// The last turn that is not played match by match.
pub(super) const LAST_TURN: u32 = LAST_TIME / 2 - 2;
/// The time from which the programs are in memory.
pub(super) const FIRST_TIME: u32 = 1;

/// The time at which a seat writes in a turn. Turns are counted from 0.
pub(super) fn time_of(turn: u32, seat: usize) -> u32 {
    2 * turn + FIRST_TIME + 1 + u32::from(seat == 1)
}

impl Cell {
    /// Stands for a cell whose earlier content is not known.
    pub(super) const UNKNOWN: Self = Self(u32::MAX);

    pub(super) fn new(action: u16, time: u32) -> Self {
        Self(time << ACTION_BITS | u32::from(action))
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "it has ten bits")]
    pub(super) fn action(self) -> u16 {
        (self.0 & ACTION_MASK) as u16
    }

    #[inline(always)]
    pub(super) fn time(self) -> u32 {
        self.0 >> ACTION_BITS
    }

    /// Whether anything was ever put into it.
    pub(super) fn is_filled(self) -> bool {
        self.0 != 0
    }
}

//! The events of a round, for display.

use game::{FaultKind, Seat};

/// A player's snippet entered (P14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The player's seat.
    pub seat: Seat,
    /// Where it landed; nowhere if there was no cell for it.
    pub cell: Option<usize>,
}

/// The turn of one snippet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunReport {
    /// The cell.
    pub cell: usize,
    /// Who owned the snippet when its turn came (P7).
    pub owner: Seat,
    /// Its result.
    pub result: RunResult,
}

/// The result of a snippet's turn. All cells are those of the Array, counted from its cell 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunResult {
    /// It was erased.
    Segfault(Segfault),
    /// It returned no instruction, or one that finds nothing to do.
    Noop,
    /// It copied the code of a cell of `@_`.
    Copied {
        /// Where the code stood.
        source: usize,
        /// The cell that it was copied to.
        target: usize,
    },
    /// Its copy failed: another player's snippet is there.
    Refused {
        /// The cell that it should have been copied to.
        target: usize,
    },
    /// It emptied a cell.
    Nuked {
        /// Which one.
        target: usize,
    },
    /// It gave a snippet the code that `@_` held for it.
    Updated {
        /// The cell of the snippet.
        target: usize,
    },
    /// It made a cell its owner's.
    Claimed {
        /// Which one.
        target: usize,
    },
}

impl RunResult {
    /// The word for it in conformance cases and other output.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Segfault(_) => "segfault",
            Self::Noop => "noop",
            Self::Copied { .. } => "copied",
            Self::Refused { .. } => "refused",
            Self::Nuked { .. } => "nuked",
            Self::Updated { .. } => "updated",
            Self::Claimed { .. } => "claimed",
        }
    }

    /// The cell whose code was copied, if one was.
    #[must_use]
    pub fn source(&self) -> Option<usize> {
        match *self {
            Self::Copied { source, .. } => Some(source),
            _ => None,
        }
    }

    /// The cell that the instruction was about, if there was one.
    #[must_use]
    pub fn target(&self) -> Option<usize> {
        match *self {
            Self::Segfault(_) | Self::Noop => None,
            Self::Copied { target, .. }
            | Self::Refused { target }
            | Self::Nuked { target }
            | Self::Updated { target }
            | Self::Claimed { target } => Some(target),
        }
    }
}

/// Why a snippet was erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segfault {
    /// It is too long to be run in this round (P8).
    TooLong,
    /// It died, or did not compile, or left something that cannot be kept.
    Died,
    /// The process that ran it had to be ended (P9).
    Fault {
        /// In which way it failed.
        kind: FaultKind,
        /// What exactly.
        detail: String,
    },
}

impl Segfault {
    /// The word for it: that of the fault, if it was one.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::TooLong => "too-long",
            Self::Died => "died",
            Self::Fault { kind, .. } => kind.word(),
        }
    }
}

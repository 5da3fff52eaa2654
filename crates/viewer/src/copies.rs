//! Copies of a match at regular turns, so that every turn is close to one of them.

use crate::snapshot::Snapshot;

/// The memory that the copies of one replay may take up together, apart from the two that always exist. Boards of two players
/// take some three megabytes each.
pub const MAX_COPIES_BYTES: usize = 128 << 20;

/// More copies than this would not help, however small they are.
const MAX_COPIES: usize = 256;

/// The number of turns that are played in about the time in which one mebibyte is copied.
const TURNS_PER_MEBIBYTE: usize = 1 << 13;

/// Evenly spaced copies. If there are too many, every other one is dropped.
pub(crate) struct Copies {
    /// In ascending order of turns; the first is the start.
    snapshots: Vec<Snapshot>,
    spacing: u64,
    most: usize,
}

impl Copies {
    /// Makes the first copy, where the replay starts. A match takes up about `bytes`.
    pub(crate) fn new(start: Snapshot, bytes: usize) -> Self {
        let each = bytes + start.ledger_bytes();
        let most = (MAX_COPIES_BYTES / each.max(1)).clamp(1, MAX_COPIES);
        Self { snapshots: vec![start], spacing: 1, most }
    }

    /// For a match whose turns take hardly any time: the first copies are so far apart that copying takes no longer
    /// than playing.
    pub(crate) fn of_fast_turns(start: Snapshot, bytes: usize) -> Self {
        let mebibytes = (bytes + start.ledger_bytes()).div_ceil(1 << 20);
        let spacing = (mebibytes * TURNS_PER_MEBIBYTE).next_power_of_two() as u64;
        Self { spacing, ..Self::new(start, bytes) }
    }

    /// The turn at which the next copy is due.
    pub(crate) fn next_turn(&self) -> u64 {
        self.last().turn().saturating_add(self.spacing)
    }

    /// Takes a copy, if one is due.
    pub(crate) fn take(&mut self, head: &Snapshot) {
        if head.turn() < self.next_turn() {
            return;
        }
        self.snapshots.push(head.copy());
        if self.snapshots.len() > self.most {
            let mut at = 0;
            self.snapshots.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.spacing = self.spacing.saturating_mul(2);
        }
    }

    /// The last copy that is not after `turn`; for turns before the first copy, the first one.
    pub(crate) fn before(&self, turn: u64) -> &Snapshot {
        let after = self.snapshots.partition_point(|snapshot| snapshot.turn() <= turn);
        &self.snapshots[after.saturating_sub(1)]
    }

    pub(crate) fn first(&self) -> &Snapshot {
        &self.snapshots[0]
    }

    fn last(&self) -> &Snapshot {
        &self.snapshots[self.snapshots.len() - 1]
    }
}

//! Reasons to refuse an object file, of which there may be millions.

use crate::source::{MAX_MESSAGES, Refusal};

/// The first reasons, and how many more there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Refusals {
    pub(super) first: Vec<Refusal>,
    pub(super) more: usize,
}

impl Refusals {
    /// Adds one; beyond the first it is not even made.
    pub(super) fn push(&mut self, made: impl FnOnce() -> Refusal) {
        if self.first.len() < MAX_MESSAGES {
            self.first.push(made());
        } else {
            self.more += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }
}

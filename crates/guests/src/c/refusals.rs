//! Reasons to refuse an object file. There may be millions of them.

use crate::source::{MAX_MESSAGES, Refusal};

/// The first reasons, and how many more there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Refusals {
    pub(super) first: Vec<Refusal>,
    pub(super) more: usize,
}

impl Refusals {
    /// Adds a reason. Beyond the first ones, a reason is only counted, not even made.
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

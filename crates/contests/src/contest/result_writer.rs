//! Writes results into the store in batches.

use std::time::{Duration, Instant};

use store::{NewResult, Pairing, PairingId, Store};

use crate::Failure;

/// How long results may wait before they are written. A power cut can lose this much, besides the games being played.
const MAX_UNSAVED: Duration = Duration::from_millis(250);

/// How many results may wait before they are written.
const MAX_UNSAVED_RESULTS: usize = 4096;

/// Writes results into the store in batches, without much delay.
pub(super) struct ResultWriter<'s> {
    store: &'s mut Store,
    unsaved: Vec<NewResult>,
    saved_at: Instant,
}

impl<'s> ResultWriter<'s> {
    pub(super) fn new(store: &'s mut Store) -> Self {
        Self { store, unsaved: Vec::new(), saved_at: Instant::now() }
    }

    /// Returns the numbers of these pairings, and makes the pairings that are new.
    pub(super) fn make(&mut self, pairings: &[Pairing]) -> Result<Vec<PairingId>, Failure> {
        Ok(self.store.games_of(pairings)?.into_iter().map(|kept| kept.pairing).collect())
    }

    pub(super) fn keep(&mut self, result: NewResult) -> Result<(), Failure> {
        self.unsaved.push(result);
        let is_due = self.unsaved.len() >= MAX_UNSAVED_RESULTS || self.saved_at.elapsed() >= MAX_UNSAVED;
        if is_due { self.save() } else { Ok(()) }
    }

    pub(super) fn save(&mut self) -> Result<(), Failure> {
        let unsaved = std::mem::take(&mut self.unsaved);
        self.saved_at = Instant::now();
        self.store.keep(&unsaved).map_err(Failure::from)
    }
}

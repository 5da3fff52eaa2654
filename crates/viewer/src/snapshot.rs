//! A match at one turn.

use game::{AnyMatch, Change, ChangeError, Event, Exchange, Void};

use crate::answer_source::AnswerSource;
use crate::last_writes::LastWrites;

/// A match at one turn, and who wrote its cells.
pub(crate) struct Snapshot {
    played: Box<dyn AnyMatch>,
    /// `None` if turns were skipped, or the board is too large.
    last_writes: Option<LastWrites>,
}

impl Snapshot {
    /// A match before its first turn.
    pub(crate) fn new(played: Box<dyn AnyMatch>) -> Self {
        let cells = played.frame().cells.iter().map(|run| run.count).sum();
        Self { played, last_writes: LastWrites::new(cells) }
    }

    /// An independent copy of the match.
    pub(crate) fn copy(&self) -> Self {
        Self { played: self.played.copy(), last_writes: self.last_writes.clone() }
    }

    pub(crate) fn turn(&self) -> u64 {
        self.played.turn()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.played.outcome().is_some()
    }

    pub(crate) fn played(&self) -> &dyn AnyMatch {
        self.played.as_ref()
    }

    /// Changes something by hand, so that no seat counts as its writer.
    pub(crate) fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        self.played.change(change)?;
        if let (Change::Cell { cell, .. }, Some(last_writes)) = (change, &mut self.last_writes) {
            last_writes.forget(*cell);
        }
        Ok(())
    }

    pub(crate) fn last_writes(&self) -> Option<&LastWrites> {
        self.last_writes.as_ref()
    }

    /// The approximate number of bytes that the last writes take up.
    pub(crate) fn ledger_bytes(&self) -> usize {
        self.last_writes.as_ref().map_or(0, LastWrites::bytes)
    }

    /// Plays until `until` turns have been played or the match is over, and calls `observe` with every event.
    pub(crate) fn watch(
        &mut self,
        until: u64,
        answers: &mut AnswerSource,
        observe: &mut dyn FnMut(&Event),
    ) -> Result<(), Void> {
        let Self { played, last_writes } = self;
        let mut note = |event: Event| {
            if let Some(last_writes) = last_writes {
                last_writes.note(&event);
            }
            observe(&event);
        };
        let asked = played.asked();
        played.advance_watched(until, &mut answers.from(asked), &mut note)
    }

    /// Plays one turn, and adds its events and questions to the given lists.
    pub(crate) fn step(
        &mut self,
        answers: &mut AnswerSource,
        happened: &mut Vec<Event>,
        log: &mut Vec<Exchange>,
    ) -> Result<(), Void> {
        let Self { played, last_writes } = self;
        let mut note = |event: Event| {
            if let Some(last_writes) = last_writes {
                last_writes.note(&event);
            }
            happened.push(event);
        };
        let (asked, next) = (played.asked(), played.turn().saturating_add(1));
        played.advance_watched(next, &mut answers.from(asked).logging_to(log), &mut note)
    }

    /// Plays turns quickly, without events. Afterwards it is not known who wrote which cell.
    pub(crate) fn skip(&mut self, until: u64, answers: &mut AnswerSource) -> Result<(), Void> {
        if until > self.turn() {
            self.last_writes = None;
        }
        let asked = self.played.asked();
        self.played.advance(until, &mut answers.from(asked))
    }
}

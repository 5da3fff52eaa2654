//! Plays one match after the other in the same memory.

use game::{
    AnswerLog, AnyMatch, AnyPlayers, Digest, Frame, NamedLists, Outcome, SetupError, Void, play_to_end,
};

use crate::Lineup;

/// Plays matches of one lineup, in memory that is allocated once.
pub struct MatchRunner<'l> {
    lineup: &'l Lineup<'l>,
    played: Box<dyn AnyMatch>,
}

/// A match that was played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// The setup from which it started.
    pub setup: NamedLists,
    /// How it ended.
    pub outcome: Outcome,
    /// The answers of foreign code.
    pub answers: AnswerLog,
    /// The digest of the match.
    pub digest: Digest,
    /// The state hash at its end, if [`MatchRunner::state_hash`] was called for it.
    pub state_hash: Option<Digest>,
}

/// Why a match was not played to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The setup is not legal.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Our own machinery failed: the match is void, never a loss.
    #[error("the match is void: {0}")]
    Void(#[from] Void),
    /// `stop` returned true.
    #[error("the match was stopped")]
    Stopped,
}

impl<'l> MatchRunner<'l> {
    pub(crate) fn new(lineup: &'l Lineup<'l>, played: Box<dyn AnyMatch>) -> Self {
        Self { lineup, played }
    }

    /// The lineup whose matches this runner plays.
    #[must_use]
    pub fn lineup(&self) -> &'l Lineup<'l> {
        self.lineup
    }

    /// Plays the match with this setup until it is over or `stop` returns true. `players` answer the game's questions.
    ///
    /// # Errors
    /// If the setup is not legal, our own machinery fails, or `stop` returned true.
    pub fn play(
        &mut self,
        setup: &NamedLists,
        players: &mut dyn AnyPlayers,
        stop: &dyn Fn() -> bool,
    ) -> Result<Finished, MatchError> {
        self.play_by(setup, players, stop, |played, until, players| played.advance(until, players))
    }

    /// Like [`MatchRunner::play`], with an observer attached. The result must be the same; replays check that.
    ///
    /// # Errors
    /// As for [`MatchRunner::play`].
    pub fn play_watched(
        &mut self,
        setup: &NamedLists,
        players: &mut dyn AnyPlayers,
        stop: &dyn Fn() -> bool,
    ) -> Result<Finished, MatchError> {
        self.play_by(setup, players, stop, |played, until, players| {
            played.advance_watched(until, players, &mut |_| {})
        })
    }

    fn play_by(
        &mut self,
        setup: &NamedLists,
        players: &mut dyn AnyPlayers,
        stop: &dyn Fn() -> bool,
        advance: impl Fn(&mut dyn AnyMatch, u64, &mut dyn AnyPlayers) -> Result<(), Void>,
    ) -> Result<Finished, MatchError> {
        let outcome = self.outcome_by(setup, players, stop, advance)?.clone();
        Ok(self.finished(setup, outcome))
    }

    /// Like [`MatchRunner::play`], but returns only the outcome. It computes no digest, which takes longer than a short
    /// match.
    ///
    /// # Errors
    /// As for [`MatchRunner::play`].
    pub fn outcome(
        &mut self,
        setup: &NamedLists,
        players: &mut dyn AnyPlayers,
        stop: &dyn Fn() -> bool,
    ) -> Result<&Outcome, MatchError> {
        self.outcome_by(setup, players, stop, |played, until, players| played.advance(until, players))
    }

    fn outcome_by(
        &mut self,
        setup: &NamedLists,
        players: &mut dyn AnyPlayers,
        stop: &dyn Fn() -> bool,
        advance: impl Fn(&mut dyn AnyMatch, u64, &mut dyn AnyPlayers) -> Result<(), Void>,
    ) -> Result<&Outcome, MatchError> {
        self.played.begin(setup)?;
        let ended = play_to_end(self.played.as_mut(), stop, |played, until| advance(played, until, players))?;
        self.played.outcome().filter(|_| ended).ok_or(MatchError::Stopped)
    }

    fn finished(&self, setup: &NamedLists, outcome: Outcome) -> Finished {
        let answers = self.played.answers().clone();
        let digest = self.lineup.digest(setup, &answers, &outcome);
        Finished { setup: setup.clone(), outcome, answers, digest, state_hash: None }
    }

    /// Resets to the state before the first turn of the match with this setup, to play it step by step.
    ///
    /// # Errors
    /// If the setup is not legal.
    pub fn begin(&mut self, setup: &NamedLists) -> Result<(), SetupError> {
        self.played.begin(setup)
    }

    /// Plays a match that was begun, until `until` turns have been played or it is over. Returns whether it is over.
    ///
    /// # Errors
    /// If our own machinery fails: the match is void.
    pub fn advance(&mut self, until: u64, players: &mut dyn AnyPlayers) -> Result<bool, Void> {
        self.played.advance(until, players)?;
        Ok(self.played.outcome().is_some())
    }

    /// Returns the outcome of a match that was played step by step; `None` if it continues.
    #[must_use]
    pub fn ended(&self) -> Option<&Outcome> {
        self.played.outcome()
    }

    /// The current state hash of the match.
    #[must_use]
    pub fn state_hash(&self) -> Option<Digest> {
        self.played.state_hash()
    }

    /// How the match looks now.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.played.frame()
    }
}

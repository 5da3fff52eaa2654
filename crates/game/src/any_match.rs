//! One match without its types.
//!
//! A match (or a slice of a match that can be stopped) costs one dynamic call. Inside a turn, there are none.

use std::borrow::Cow;

use crate::lineup::TypedLineup;
use crate::{
    AnswerLog, AnyPlayers, Change, ChangeError, Digest, Engine, Event, Frame, Game, NamedLists, Observer,
    Outcome, PlayersAdapter, SetupError, Unobserved, Void, WireFormat,
};

/// A match whose types are hidden. Its memory is used again for further matches of the same lineup.
pub trait AnyMatch: Send {
    /// Resets to the state before the first turn of the match with this setup.
    ///
    /// # Errors
    /// If the setup is not legal.
    fn begin(&mut self, setup: &NamedLists) -> Result<(), SetupError>;

    /// [`Engine::advance`].
    ///
    /// # Errors
    /// If our own machinery failed: the match is void.
    fn advance(&mut self, until: u64, players: &mut dyn AnyPlayers) -> Result<(), Void>;

    /// Like [`AnyMatch::advance`], and passes every event to `watch`.
    ///
    /// # Errors
    /// If our own machinery failed: the match is void.
    fn advance_watched(
        &mut self,
        until: u64,
        players: &mut dyn AnyPlayers,
        watch: &mut dyn FnMut(Event),
    ) -> Result<(), Void>;

    /// The number of turns between two checks whether to stop.
    fn turns_per_slice(&self) -> u64;

    /// [`Engine::turn`].
    fn turn(&self) -> u64;
    /// [`Engine::outcome`].
    fn outcome(&self) -> Option<&Outcome>;
    /// Every answer so far.
    fn answers(&self) -> &AnswerLog;
    /// [`Engine::frame`].
    fn frame(&self) -> Frame;
    /// [`Engine::state_hash`].
    fn state_hash(&self) -> Option<Digest>;

    /// An independent copy of this match at this turn. The copy's [`AnyMatch::answers`] start empty, so that copies of
    /// a match with many answers stay small. Its [`AnyMatch::asked`] continues.
    fn copy(&self) -> Box<dyn AnyMatch>;
    /// How many questions have been answered since the first turn.
    fn asked(&self) -> usize;
    /// [`Engine::registers`].
    fn registers(&self) -> Vec<(&'static str, Vec<u64>)>;
    /// [`Engine::cell_text`].
    fn cell_text(&self, cell: usize) -> Option<Cow<'static, str>>;
    /// [`Engine::change`].
    ///
    /// # Errors
    /// If it cannot be changed. The error says why, and everything stays as it is.
    fn change(&mut self, change: &Change) -> Result<(), ChangeError>;
}

/// The number of turns between two checks whether to stop, in games that ask no questions: a few milliseconds of play.
const TURNS_PER_SLICE: u64 = 1 << 20;

/// The number of turns between two checks whether to stop, in games that ask foreign code. A turn may have a hundred
/// questions, and each takes from microseconds to its whole time limit.
const ASKING_TURNS_PER_SLICE: u64 = 1;

/// Plays a match to its end after it was begun. Between slices, it checks whether to stop. `advance` is
/// [`AnyMatch::advance`] or [`AnyMatch::advance_watched`]. Returns whether the match ended.
///
/// # Errors
/// If our own machinery failed: the match is void.
pub fn play_to_end(
    played: &mut dyn AnyMatch,
    stop: &dyn Fn() -> bool,
    mut advance: impl FnMut(&mut dyn AnyMatch, u64) -> Result<(), Void>,
) -> Result<bool, Void> {
    loop {
        let until = played.turn().saturating_add(played.turns_per_slice());
        advance(played, until)?;
        if played.outcome().is_some() {
            return Ok(true);
        }
        if stop() {
            return Ok(false);
        }
    }
}
/// A match of a game whose types are known.
pub(crate) struct TypedMatch<G: Game> {
    lineup: TypedLineup<G>,
    engine: G::Engine,
    answers: AnswerLog,
    /// How many answers this match had before those in `answers`.
    forgotten: usize,
}

impl<G: Game> TypedMatch<G> {
    /// The memory for matches of a lineup. No match has begun in it yet.
    pub(crate) fn new(lineup: TypedLineup<G>) -> Self {
        let engine = lineup.engine();
        Self { lineup, engine, answers: AnswerLog::default(), forgotten: 0 }
    }
}

impl<G: Game> AnyMatch for TypedMatch<G> {
    fn begin(&mut self, setup: &NamedLists) -> Result<(), SetupError> {
        let setup = self.lineup.legal(setup)?;
        self.answers.replies.clear();
        self.forgotten = 0;
        G::begin(&mut self.engine, &setup);
        Ok(())
    }

    fn advance(&mut self, until: u64, players: &mut dyn AnyPlayers) -> Result<(), Void> {
        self.engine.advance(until, &mut PlayersAdapter::new(players, &mut self.answers), &mut Unobserved)
    }

    fn advance_watched(
        &mut self,
        until: u64,
        players: &mut dyn AnyPlayers,
        watch: &mut dyn FnMut(Event),
    ) -> Result<(), Void> {
        self.engine.advance(until, &mut PlayersAdapter::new(players, &mut self.answers), &mut Watch(watch))
    }

    fn turns_per_slice(&self) -> u64 {
        if <G::Engine as Engine>::Question::IS_NEVER { TURNS_PER_SLICE } else { ASKING_TURNS_PER_SLICE }
    }

    fn turn(&self) -> u64 {
        self.engine.turn()
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.engine.outcome()
    }

    fn answers(&self) -> &AnswerLog {
        &self.answers
    }

    fn frame(&self) -> Frame {
        self.engine.frame()
    }

    fn state_hash(&self) -> Option<Digest> {
        self.engine.state_hash()
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        let (lineup, engine) = (self.lineup.clone(), self.engine.clone());
        Box::new(Self { lineup, engine, answers: AnswerLog::default(), forgotten: self.asked() })
    }

    fn asked(&self) -> usize {
        self.forgotten + self.answers.replies.len()
    }

    fn registers(&self) -> Vec<(&'static str, Vec<u64>)> {
        self.engine.registers()
    }

    fn cell_text(&self, cell: usize) -> Option<Cow<'static, str>> {
        self.engine.cell_text(cell)
    }

    fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        if self.engine.outcome().is_some() {
            return Err(ChangeError::Over);
        }
        self.engine.change(change)
    }
}

struct Watch<'a>(&'a mut dyn FnMut(Event));

impl Observer for Watch<'_> {
    fn event(&mut self, event: Event) {
        (self.0)(event);
    }
}

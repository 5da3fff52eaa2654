//! The two traits that make a game: what its matches consist of, and how they advance.

use std::borrow::Cow;

use crate::{
    Census, Change, ChangeError, Digest, Frame, GameInfo, NamedLists, NumbersOnly, Observer, Outcome,
    Players, Program, Reading, Rules, RulesError, Scene, SeededRng, SetupError, WireFormat,
};

/// A game. Each game implements it for a type without contents.
pub trait Game: Send + Sync + 'static {
    /// The facts about the game that are known before any program is read.
    const INFO: GameInfo;

    /// A legal program.
    type Program: Program;
    /// Checked parameters, all defaults filled in.
    type Parameters: Clone + Send + Sync + 'static;
    /// A legal setup.
    type Setup: Clone + Send;
    /// What plays a match.
    type Engine: Engine;

    /// Reads a program file, and reports everything that there is to say about it.
    fn read(source: &[u8]) -> Reading<Self::Program>;

    /// The file in canonical form, with its comments; `None` if it has errors.
    fn format(source: &[u8]) -> Option<Vec<u8>>;

    /// Checks parameters for a match of these programs, and fills in the defaults.
    ///
    /// # Errors
    /// For an unknown parameter and for a value out of range.
    fn parameters(rules: &Rules, programs: &[&Self::Program]) -> Result<Self::Parameters, RulesError>;

    /// All parameters by key, in the order of [`GameInfo::parameters`].
    fn parameter_values(parameters: &Self::Parameters) -> Vec<(&'static str, u64)>;

    /// Draws a legal setup.
    fn draw_setup(
        parameters: &Self::Parameters,
        programs: &[&Self::Program],
        rng: &mut SeededRng,
    ) -> Self::Setup;

    /// Checks a requested setup.
    ///
    /// # Errors
    /// If the setup is not legal. The error says why.
    fn check_setup(
        parameters: &Self::Parameters,
        programs: &[&Self::Program],
        wished: &NamedLists,
    ) -> Result<Self::Setup, SetupError>;

    /// A legal setup as named lists: the inverse of [`Game::check_setup`].
    fn setup_lists(setup: &Self::Setup) -> NamedLists;

    /// An engine for matches of these programs. It holds all the memory that a match needs, and [`Game::begin`] reuses
    /// it for every match.
    fn engine(parameters: &Self::Parameters, programs: &[&Self::Program]) -> Self::Engine;

    /// Roughly how many bytes an engine takes up, so that nobody starts more engines than fit into a machine.
    fn engine_bytes(parameters: &Self::Parameters) -> usize;

    /// Puts the engine back to the state before the first turn of the match with this setup.
    fn begin(engine: &mut Self::Engine, setup: &Self::Setup);

    /// How matches with this setup are shown. By default, they are shown without a board.
    fn scene(
        _parameters: &Self::Parameters,
        _programs: &[&Self::Program],
        _setup: &Self::Setup,
    ) -> Box<dyn Scene> {
        Box::new(NumbersOnly)
    }

    /// Why a match ended, as a clause: "Hawk wins: {clause}". `None` for a word that is not among [`GameInfo::reasons`].
    #[must_use]
    fn reason_in_words(_reason: &str) -> Option<&'static str> {
        None
    }

    /// The census that counts every match of two programs. `None` if a game has too many setups, or if its setups alone
    /// do not decide its matches.
    fn census(_parameters: &Self::Parameters, _programs: &[&Self::Program]) -> Option<Box<dyn Census>> {
        None
    }
}

/// Plays one match. A clone is the same match at the same turn, and goes on independently.
pub trait Engine: Clone + Send {
    /// The game's questions to its programs; [`std::convert::Infallible`] if it asks nobody.
    type Question: WireFormat;
    /// The programs' answers.
    type Answer: WireFormat;

    /// The number of turns played.
    fn turn(&self) -> u64;

    /// The outcome, once the match is over.
    fn outcome(&self) -> Option<&Outcome>;

    /// Plays until `until` turns have been played in all, or until the match is over, whichever comes first. Advancing
    /// in one step or in many steps makes no difference to the match.
    ///
    /// # Errors
    /// If the players' machinery failed: the match is void and the engine must be begun again.
    fn advance<P, O>(&mut self, until: u64, players: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Self::Question, Self::Answer>,
        O: Observer;

    /// What the match looks like now.
    fn frame(&self) -> Frame;

    /// [`Frame::registers`] alone, which takes only a small part of the time that a frame takes.
    fn registers(&self) -> Vec<(&'static str, Vec<u64>)> {
        self.frame().registers
    }

    /// The content of a cell, as in a frame; `None` if there is no such cell.
    fn cell_text(&self, cell: usize) -> Option<Cow<'static, str>> {
        self.frame().cell(cell).cloned()
    }

    /// Changes something by hand, to see what would have happened. From there on it is a different match. A match that
    /// is over is never changed ([`crate::AnyMatch::change`] makes sure of that).
    ///
    /// # Errors
    /// If it cannot be changed. The error says why, and everything stays as it is.
    fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        Err(change.refused("in this game nothing can be changed by hand"))
    }

    /// The state hash: blake3 over everything that decides how the match goes on, in the canonical bytes that the
    /// game's manual page names. `None` if the engine stopped because of a proof.
    fn state_hash(&self) -> Option<Digest>;
}

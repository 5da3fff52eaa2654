//! The two traits that make a game: what its matches consist of, and how they advance.

use std::borrow::Cow;

use crate::{
    Census, Change, ChangeError, Digest, Frame, GameInfo, NamedLists, NumbersOnly, Observer, Outcome,
    Players, Program, Reading, Rules, RulesError, Scene, SeededRng, SetupError, WireFormat,
};

/// A game. Implemented by a type without contents, one a game.
pub trait Game: Send + Sync + 'static {
    /// What is known of the game before any program is read.
    const INFO: GameInfo;

    /// A legal program.
    type Program: Program;
    /// Checked parameters, all defaults filled in.
    type Parameters: Clone + Send + Sync + 'static;
    /// A legal setup.
    type Setup: Clone + Send;
    /// What plays a match.
    type Engine: Engine;

    /// Reads a program file and says everything there is to say about it.
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

    /// Checks a wished-for setup.
    ///
    /// # Errors
    /// Says why it is not legal.
    fn check_setup(
        parameters: &Self::Parameters,
        programs: &[&Self::Program],
        wished: &NamedLists,
    ) -> Result<Self::Setup, SetupError>;

    /// A legal setup as named lists: the inverse of [`Game::check_setup`].
    fn setup_lists(setup: &Self::Setup) -> NamedLists;

    /// An engine for matches of these programs. It holds all the memory that a match needs, and
    /// [`Game::begin`] uses it again for every match.
    fn engine(parameters: &Self::Parameters, programs: &[&Self::Program]) -> Self::Engine;

    /// About how many bytes an engine takes up, so that nobody starts more of them than fit into a
    /// machine.
    fn engine_bytes(parameters: &Self::Parameters) -> usize;

    /// Puts the engine back to before the first turn of the match with this setup.
    fn begin(engine: &mut Self::Engine, setup: &Self::Setup);

    /// How matches with this setup are shown; without a board where a game says nothing about it.
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

    /// Every match of two programs, to be counted; nothing where a game's setups are too many or do not tell all.
    fn census(_parameters: &Self::Parameters, _programs: &[&Self::Program]) -> Option<Box<dyn Census>> {
        None
    }
}

/// Plays one match. A clone is the same match at the same turn, which goes on by itself.
pub trait Engine: Clone + Send {
    /// What the game asks its programs; [`std::convert::Infallible`] if it asks nobody.
    type Question: WireFormat;
    /// What they answer.
    type Answer: WireFormat;

    /// Turns played.
    fn turn(&self) -> u64;

    /// The outcome, once the match is over.
    fn outcome(&self) -> Option<&Outcome>;

    /// Plays until `until` turns have been played in all or the match is over, whichever is first.
    /// Advancing in one step or in many is the same match.
    ///
    /// # Errors
    /// If the players' machinery failed: the match is void and the engine must be begun again.
    fn advance<P, O>(&mut self, until: u64, players: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Self::Question, Self::Answer>,
        O: Observer;

    /// What the match looks like now.
    fn frame(&self) -> Frame;

    /// [`Frame::registers`] alone, which takes a small part of the time of a frame.
    fn registers(&self) -> Vec<(&'static str, Vec<u64>)> {
        self.frame().registers
    }

    /// The content of a cell, as in a frame; `None` if there is no such cell.
    fn cell_text(&self, cell: usize) -> Option<Cow<'static, str>> {
        self.frame().cell(cell).cloned()
    }

    /// Changes something by hand, to see what would have happened. From there on it is another match. Of one that is over,
    /// nothing is changed ([`crate::AnyMatch::change`] sees to that).
    ///
    /// # Errors
    /// Says why it cannot be changed, and leaves everything as it is.
    fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        Err(change.refused("in this game nothing can be changed by hand"))
    }

    /// The state hash: blake3 over everything that decides how the match goes on, in the canonical
    /// bytes that the game's manual page names; nothing where the engine stopped by proof.
    fn state_hash(&self) -> Option<Digest>;
}

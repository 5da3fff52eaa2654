//! Games without their types: what the registry holds and the referee works with.
//!
//! There is one dynamic call a match here (or one a slice of a match, where somebody wants to be
//! able to stop it), and none inside a turn.

use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

use crate::{
    AnswerLog, Canonical, Census, Change, ChangeError, Digest, Draw, Engine, Event, Frame, Game, Guests,
    GuestsAdapter, Metadata, NamedLists, Observer, Outcome, Parameter, Program, Reading, Rules, RulesError,
    Scene, Seats, SetupError, Unobserved, Void, Wire,
};

/// A game whose types are hidden. Every [`Game`] is one.
pub trait AnyGame: Send + Sync {
    /// [`Game::NAME`].
    fn name(&self) -> &'static str;
    /// [`Game::SUMMARY`].
    fn summary(&self) -> &'static str;
    /// [`Game::EXTENSION`].
    fn extension(&self) -> &'static str;
    /// [`Game::ALSO_EXTENSIONS`].
    fn also_extensions(&self) -> &'static [&'static str];
    /// [`Game::COMMENTS_ARE_CODE`].
    fn comments_are_code(&self) -> bool;
    /// [`Game::ANSWERS_TELL_ALL`](crate::Game::ANSWERS_TELL_ALL)
    fn answers_tell_all(&self) -> bool;
    /// [`Game::RULES_VERSION`].
    fn rules_version(&self) -> u32;
    /// [`Game::SEATS`].
    fn seats(&self) -> Seats;
    /// [`Game::PARAMETERS`].
    fn parameters(&self) -> &'static [Parameter];
    /// [`Game::SETUP_LISTS`].
    fn setup_lists(&self) -> &'static [&'static str];
    /// [`Game::REASONS`].
    fn reasons(&self) -> &'static [&'static str];
    /// Whether its matches ask foreign code; otherwise they are functions of their setups alone.
    fn runs_foreign_code(&self) -> bool;
    /// [`Game::read`].
    fn read(&self, source: &[u8]) -> Reading<Participant>;
    /// [`Game::format`].
    fn format(&self, source: &[u8]) -> Option<Vec<u8>>;

    /// A contest: these programs in this order, by these parameters.
    ///
    /// # Errors
    /// If the game is for another number of programs, or a parameter is not legal.
    fn contest(&self, programs: &[Participant], rules: &Rules) -> Result<Box<dyn Contest>, ContestError>;
}

/// A legal program whose type is hidden.
#[derive(Clone)]
pub struct Participant {
    /// The game it is a program of.
    pub game: &'static str,
    /// Its code as canonical text.
    pub canonical: Arc<str>,
    /// Its length in the game's unit.
    pub length: usize,
    /// What its comments say.
    pub metadata: Arc<Metadata>,
    program: Arc<dyn Any + Send + Sync>,
}

impl Participant {
    /// The program's identity: blake3 over the canonical bytes of `program`, its game and its code. Two programs
    /// with the same identity play the same.
    #[must_use]
    pub fn id(&self) -> Digest {
        let mut canonical = Canonical::new("program");
        canonical.text("game", self.game);
        canonical.text("code", &self.canonical);
        canonical.finish()
    }
}

impl std::fmt::Debug for Participant {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Participant")
            .field("game", &self.game)
            .field("canonical", &self.canonical)
            .finish_non_exhaustive()
    }
}

/// Why there is no such contest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContestError {
    /// Too few or too many programs.
    #[error("{game} is for {}, but got {found}", seats_in_words(expected))]
    Seats {
        /// The game.
        game: &'static str,
        /// How many it is for.
        expected: Seats,
        /// How many there are.
        found: usize,
    },
    /// A program of another game.
    #[error("a program of {found} cannot play {game}")]
    WrongGame {
        /// The game to play.
        game: &'static str,
        /// The program's game.
        found: &'static str,
    },
    /// A parameter is not legal.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

/// How many programs a game is for, in words.
#[must_use]
pub fn seats_in_words(seats: &Seats) -> String {
    if seats.start() == seats.end() {
        format!("exactly {} programs", seats.start())
    } else {
        format!("{} to {} programs", seats.start(), seats.end())
    }
}

/// Programs and parameters, all legal: everything about a match but its setup.
pub trait Contest: Send + Sync {
    /// All parameters by key.
    fn parameter_values(&self) -> Vec<(&'static str, u64)>;

    /// The setup that `draw` gives.
    fn draw_setup(&self, draw: Draw) -> NamedLists;

    /// Checks a wished-for setup and gives it back in canonical form.
    ///
    /// # Errors
    /// Says why it is not legal.
    fn check_setup(&self, wished: &NamedLists) -> Result<NamedLists, SetupError>;

    /// The memory to play matches of this contest in, one after the other.
    fn table(&self) -> Box<dyn AnyMatch>;

    /// About how many bytes a table takes up.
    fn table_bytes(&self) -> usize;

    /// [`Game::census`].
    fn census(&self) -> Option<Box<dyn Census>>;

    /// [`Game::scene`].
    ///
    /// # Errors
    /// If the setup is not legal.
    fn scene(&self, setup: &NamedLists) -> Result<Box<dyn Scene>, SetupError>;
}

/// One match whose types are hidden, and the memory to play more of its contest.
pub trait AnyMatch: Send {
    /// Goes to before the first turn of the match with this setup.
    ///
    /// # Errors
    /// If the setup is not legal.
    fn begin(&mut self, setup: &NamedLists) -> Result<(), SetupError>;

    /// [`Engine::advance`].
    ///
    /// # Errors
    /// If our own machinery failed: the match is void.
    fn advance(&mut self, until: u64, guests: &mut dyn Guests) -> Result<(), Void>;

    /// The same, telling `watch` every event.
    ///
    /// # Errors
    /// If our own machinery failed: the match is void.
    fn advance_watched(
        &mut self,
        until: u64,
        guests: &mut dyn Guests,
        watch: &mut dyn FnMut(Event),
    ) -> Result<(), Void>;

    /// How many turns are played between two looks at whether to stop.
    fn turns_a_slice(&self) -> u64;

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

    /// The same match at the same turn, which goes on by itself. Its [`AnyMatch::answers`] begin anew, so that copies of a
    /// match with many answers stay small; [`AnyMatch::asked`] goes on.
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
    /// Says why it cannot be changed, and leaves everything as it is.
    fn change(&mut self, change: &Change) -> Result<(), ChangeError>;
}

/// Turns between two looks at whether to stop, where nobody is asked: a few milliseconds of play.
const TURNS_A_SLICE: u64 = 1 << 20;

/// The same where foreign code is asked: a turn may be a hundred questions, and each of them takes microseconds at best
/// and its whole time limit at worst.
const ASKING_TURNS_A_SLICE: u64 = 1;

/// Plays a match that was begun to its end, looking between slices whether to stop. `advance` is
/// [`AnyMatch::advance`] or [`AnyMatch::advance_watched`]. Says whether it came to the end.
///
/// # Errors
/// If our own machinery failed: the match is void.
pub fn play_to_end(
    played: &mut dyn AnyMatch,
    stop: &dyn Fn() -> bool,
    mut advance: impl FnMut(&mut dyn AnyMatch, u64) -> Result<(), Void>,
) -> Result<bool, Void> {
    loop {
        let until = played.turn().saturating_add(played.turns_a_slice());
        advance(played, until)?;
        if played.outcome().is_some() {
            return Ok(true);
        }
        if stop() {
            return Ok(false);
        }
    }
}

impl<G: Game> AnyGame for G {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn summary(&self) -> &'static str {
        G::SUMMARY
    }

    fn extension(&self) -> &'static str {
        G::EXTENSION
    }

    fn also_extensions(&self) -> &'static [&'static str] {
        G::ALSO_EXTENSIONS
    }

    fn answers_tell_all(&self) -> bool {
        G::ANSWERS_TELL_ALL
    }

    fn comments_are_code(&self) -> bool {
        G::COMMENTS_ARE_CODE
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn seats(&self) -> Seats {
        G::SEATS
    }

    fn parameters(&self) -> &'static [Parameter] {
        G::PARAMETERS
    }

    fn setup_lists(&self) -> &'static [&'static str] {
        G::SETUP_LISTS
    }

    fn reasons(&self) -> &'static [&'static str] {
        G::REASONS
    }

    fn runs_foreign_code(&self) -> bool {
        !<G::Engine as Engine>::Question::IS_NEVER
    }

    fn read(&self, source: &[u8]) -> Reading<Participant> {
        let Reading { program, metadata, diagnostics } = G::read(source);
        let program = program.map(|program| Participant {
            game: G::NAME,
            canonical: program.canonical().into(),
            length: program.length(),
            metadata: Arc::new(metadata.clone()),
            program: Arc::new(program),
        });
        Reading { program, metadata, diagnostics }
    }

    fn format(&self, source: &[u8]) -> Option<Vec<u8>> {
        G::format(source)
    }

    fn contest(&self, programs: &[Participant], rules: &Rules) -> Result<Box<dyn Contest>, ContestError> {
        if !G::SEATS.contains(&programs.len()) {
            return Err(ContestError::Seats { game: G::NAME, expected: G::SEATS, found: programs.len() });
        }
        let programs: Vec<Arc<G::Program>> = programs.iter().map(typed::<G>).collect::<Result<_, _>>()?;
        let parameters = G::parameters(rules, &borrowed::<G>(&programs))?;
        Ok(Box::new(TypedContest::<G> { programs: programs.into(), parameters }))
    }
}

fn typed<G: Game>(participant: &Participant) -> Result<Arc<G::Program>, ContestError> {
    let wrong = ContestError::WrongGame { game: G::NAME, found: participant.game };
    Arc::clone(&participant.program).downcast().map_err(|_| wrong)
}

fn borrowed<G: Game>(programs: &[Arc<G::Program>]) -> Vec<&G::Program> {
    programs.iter().map(AsRef::as_ref).collect()
}

struct TypedContest<G: Game> {
    programs: Arc<[Arc<G::Program>]>,
    parameters: G::Parameters,
}

impl<G: Game> Contest for TypedContest<G> {
    fn parameter_values(&self) -> Vec<(&'static str, u64)> {
        G::parameter_values(&self.parameters)
    }

    fn draw_setup(&self, mut draw: Draw) -> NamedLists {
        G::setup_lists(&G::draw_setup(&self.parameters, &borrowed::<G>(&self.programs), &mut draw))
    }

    fn check_setup(&self, wished: &NamedLists) -> Result<NamedLists, SetupError> {
        wished.only(G::SETUP_LISTS)?;
        let legal = G::check_setup(&self.parameters, &borrowed::<G>(&self.programs), wished)?;
        Ok(G::setup_lists(&legal))
    }

    fn table(&self) -> Box<dyn AnyMatch> {
        let engine = G::engine(&self.parameters, &borrowed::<G>(&self.programs));
        Box::new(TypedMatch::<G> {
            contest: self.clone(),
            engine,
            answers: AnswerLog::default(),
            forgotten: 0,
        })
    }

    fn table_bytes(&self) -> usize {
        G::engine_bytes(&self.parameters)
    }

    fn census(&self) -> Option<Box<dyn Census>> {
        G::census(&self.parameters, &borrowed::<G>(&self.programs))
    }

    fn scene(&self, setup: &NamedLists) -> Result<Box<dyn Scene>, SetupError> {
        let programs = borrowed::<G>(&self.programs);
        let setup = G::check_setup(&self.parameters, &programs, setup)?;
        Ok(G::scene(&self.parameters, &programs, &setup))
    }
}

impl<G: Game> Clone for TypedContest<G> {
    fn clone(&self) -> Self {
        Self { programs: Arc::clone(&self.programs), parameters: self.parameters.clone() }
    }
}

struct TypedMatch<G: Game> {
    contest: TypedContest<G>,
    engine: G::Engine,
    answers: AnswerLog,
    /// How many answers there were before those.
    forgotten: usize,
}

impl<G: Game> AnyMatch for TypedMatch<G> {
    fn begin(&mut self, setup: &NamedLists) -> Result<(), SetupError> {
        setup.only(G::SETUP_LISTS)?;
        let setup = G::check_setup(&self.contest.parameters, &borrowed::<G>(&self.contest.programs), setup)?;
        self.answers.replies.clear();
        self.forgotten = 0;
        G::begin(&mut self.engine, &setup);
        Ok(())
    }

    fn advance(&mut self, until: u64, guests: &mut dyn Guests) -> Result<(), Void> {
        self.engine.advance(until, &mut GuestsAdapter::new(guests, &mut self.answers), &mut Unobserved)
    }

    fn advance_watched(
        &mut self,
        until: u64,
        guests: &mut dyn Guests,
        watch: &mut dyn FnMut(Event),
    ) -> Result<(), Void> {
        self.engine.advance(until, &mut GuestsAdapter::new(guests, &mut self.answers), &mut Watch(watch))
    }

    fn turns_a_slice(&self) -> u64 {
        if <G::Engine as Engine>::Question::IS_NEVER { TURNS_A_SLICE } else { ASKING_TURNS_A_SLICE }
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
        let (contest, engine) = (self.contest.clone(), self.engine.clone());
        Box::new(Self { contest, engine, answers: AnswerLog::default(), forgotten: self.asked() })
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

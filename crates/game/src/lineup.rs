//! Games without their types. The registry holds them, and the referee works with them.

use std::any::Any;
use std::sync::Arc;

use crate::any_match::{AnyMatch, TypedMatch};
use crate::{
    Canonical, Census, Digest, Engine, Game, GameInfo, Metadata, NamedLists, Outcome, Program, Reading,
    Rules, RulesError, Scene, SeatNames, Seats, SeededRng, SetupError, WireFormat,
};

/// A game whose types are hidden. Every [`Game`] is one.
pub trait AnyGame: Send + Sync {
    /// [`Game::INFO`].
    fn info(&self) -> &'static GameInfo;
    /// Whether its matches ask foreign code. If not, its matches are functions of their setups alone.
    fn runs_foreign_code(&self) -> bool;
    /// [`Game::read`].
    fn read(&self, source: &[u8]) -> Reading<Participant>;
    /// [`Game::format`].
    fn format(&self, source: &[u8]) -> Option<Vec<u8>>;

    /// Why a match ended, as a clause: "Hawk wins: {clause}". An unknown word stands for itself.
    fn reason_in_words<'r>(&self, reason: &'r str) -> &'r str;

    /// Why a match ended, as a clause of this kind. If a program failed, the clause names it.
    fn why_in_words(&self, outcome: &Outcome, names: &SeatNames) -> String {
        match &outcome.fault {
            Some(fault) => fault.in_words(&names.of(fault.seat)),
            None => self.reason_in_words(outcome.reason).to_owned(),
        }
    }

    /// A lineup of these programs in this order, with these parameters.
    ///
    /// # Errors
    /// If the game is for another number of programs, or a parameter is not legal.
    fn lineup(&self, programs: &[Participant], rules: &Rules) -> Result<Box<dyn AnyLineup>, LineupError>;
}

/// A legal program whose type is hidden.
#[derive(Clone)]
pub struct Participant {
    /// The game to which it belongs.
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

/// Why a lineup cannot be formed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineupError {
    /// Too few or too many programs.
    #[error("{game} is for {}, but got {found}", seats_in_words(expected))]
    Seats {
        /// The game.
        game: &'static str,
        /// How many programs it is for.
        expected: Seats,
        /// How many programs there are.
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

/// Programs and parameters, all legal: everything about a match except its setup.
pub trait AnyLineup: Send + Sync {
    /// All parameters by key.
    fn parameter_values(&self) -> Vec<(&'static str, u64)>;

    /// The game's own [`Game::Parameters`].
    fn parameters(&self) -> &dyn Any;

    /// The setup that `rng` gives.
    fn draw_setup(&self, rng: SeededRng) -> NamedLists;

    /// Checks a requested setup and returns it in canonical form.
    ///
    /// # Errors
    /// If the setup is not legal. The error says why.
    fn check_setup(&self, wished: &NamedLists) -> Result<NamedLists, SetupError>;

    /// Allocates the memory for matches of this lineup, which are played one after the other.
    fn new_match(&self) -> Box<dyn AnyMatch>;

    /// The approximate memory of a match, in bytes.
    fn match_bytes(&self) -> usize;

    /// [`Game::census`].
    fn census(&self) -> Option<Box<dyn Census>>;

    /// [`Game::scene`].
    ///
    /// # Errors
    /// If the setup is not legal.
    fn scene(&self, setup: &NamedLists) -> Result<Box<dyn Scene>, SetupError>;
}

impl<G: Game> AnyGame for G {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn runs_foreign_code(&self) -> bool {
        !<G::Engine as Engine>::Question::IS_NEVER
    }

    fn read(&self, source: &[u8]) -> Reading<Participant> {
        let Reading { program, metadata, diagnostics } = G::read(source);
        let program = program.map(|program| Participant {
            game: G::INFO.name,
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

    fn reason_in_words<'r>(&self, reason: &'r str) -> &'r str {
        match reason {
            Outcome::FAULT => "another program failed",
            _ => G::reason_in_words(reason).unwrap_or(reason),
        }
    }

    fn lineup(&self, programs: &[Participant], rules: &Rules) -> Result<Box<dyn AnyLineup>, LineupError> {
        if !G::INFO.seats.contains(&programs.len()) {
            return Err(LineupError::Seats {
                game: G::INFO.name,
                expected: G::INFO.seats,
                found: programs.len(),
            });
        }
        let programs: Vec<Arc<G::Program>> = programs.iter().map(typed::<G>).collect::<Result<_, _>>()?;
        let parameters = G::parameters(rules, &borrowed::<G>(&programs))?;
        Ok(Box::new(TypedLineup::<G> { programs: programs.into(), parameters }))
    }
}

fn typed<G: Game>(participant: &Participant) -> Result<Arc<G::Program>, LineupError> {
    let wrong = LineupError::WrongGame { game: G::INFO.name, found: participant.game };
    Arc::clone(&participant.program).downcast().map_err(|_| wrong)
}

fn borrowed<G: Game>(programs: &[Arc<G::Program>]) -> Vec<&G::Program> {
    programs.iter().map(AsRef::as_ref).collect()
}

/// The lineup of a game whose types are known.
pub(crate) struct TypedLineup<G: Game> {
    programs: Arc<[Arc<G::Program>]>,
    parameters: G::Parameters,
}

impl<G: Game> AnyLineup for TypedLineup<G> {
    fn parameter_values(&self) -> Vec<(&'static str, u64)> {
        G::parameter_values(&self.parameters)
    }

    fn parameters(&self) -> &dyn Any {
        &self.parameters
    }

    fn draw_setup(&self, mut rng: SeededRng) -> NamedLists {
        G::setup_lists(&G::draw_setup(&self.parameters, &borrowed::<G>(&self.programs), &mut rng))
    }

    fn check_setup(&self, wished: &NamedLists) -> Result<NamedLists, SetupError> {
        Ok(G::setup_lists(&self.legal(wished)?))
    }

    fn new_match(&self) -> Box<dyn AnyMatch> {
        Box::new(TypedMatch::new(self.clone()))
    }

    fn match_bytes(&self) -> usize {
        G::engine_bytes(&self.parameters)
    }

    fn census(&self) -> Option<Box<dyn Census>> {
        G::census(&self.parameters, &borrowed::<G>(&self.programs))
    }

    fn scene(&self, setup: &NamedLists) -> Result<Box<dyn Scene>, SetupError> {
        let setup = self.legal(setup)?;
        Ok(G::scene(&self.parameters, &borrowed::<G>(&self.programs), &setup))
    }
}

impl<G: Game> TypedLineup<G> {
    /// Checks that these lists are a setup of this lineup, and returns the setup.
    pub(crate) fn legal(&self, lists: &NamedLists) -> Result<G::Setup, SetupError> {
        lists.only(G::INFO.setup_lists)?;
        G::check_setup(&self.parameters, &borrowed::<G>(&self.programs), lists)
    }

    /// The memory for its matches.
    pub(crate) fn engine(&self) -> G::Engine {
        G::engine(&self.parameters, &borrowed::<G>(&self.programs))
    }
}

impl<G: Game> Clone for TypedLineup<G> {
    fn clone(&self) -> Self {
        Self { programs: Arc::clone(&self.programs), parameters: self.parameters.clone() }
    }
}

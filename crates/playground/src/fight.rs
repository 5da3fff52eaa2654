//! Two programs that can play each other, and single games of them as records.

use std::sync::Arc;

use game::{AnyPlayers, Census, Diagnostics, NoPlayers, Participant, Rules, match_seed};
use games::RegisteredGame;
use games::snakes::is_wasm;
use guests::wasm::{BuildCache, Factory};
use referee::{Lineup, PlayerFactory as _, Provenance, Source};

/// Two programs of one game, in the order of their seats.
pub struct Fight {
    game: &'static dyn RegisteredGame,
    sources: [Source; 2],
    programs: [Participant; 2],
    askers: Askers,
}

/// What makes the players of matches.
#[derive(Clone)]
pub(crate) enum Askers {
    /// The game asks nobody.
    Nobody,
    /// It asks bots in WebAssembly, whose builds are cached here.
    Bots(Arc<BuildCache>),
}

/// Why games cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum FightError {
    /// A program is not legal: its seat, and the first error.
    #[error("the program at seat {0} is not legal: {1}")]
    Illegal(usize, String),
    /// The program at this seat is foreign code that cannot run here.
    #[error("the program at seat {0} is not played in a page: of foreign code, only bots in WebAssembly are")]
    Foreign(usize),
    /// The programs cannot play each other, or bout itself failed.
    #[error("{0}")]
    Failed(String),
}

impl Fight {
    /// Two programs by their files and sources.
    ///
    /// # Errors
    /// If a program is not legal, or is foreign code that cannot run here: everything except bots in WebAssembly.
    pub fn new(game: &'static dyn RegisteredGame, sources: [Source; 2]) -> Result<Self, FightError> {
        let askers = if game.runs_foreign_code() { Askers::Bots(Arc::default()) } else { Askers::Nobody };
        let read = |seat: usize| {
            let bytes = &sources[seat].bytes;
            askers.examine(seat, bytes)?;
            let reading = game.read(bytes);
            reading.program.ok_or_else(|| FightError::illegal(seat, &reading.diagnostics))
        };
        let programs = [read(0)?, read(1)?];
        Ok(Self { game, sources, programs, askers })
    }

    /// The lineup of both programs, with the game's default parameters.
    pub(crate) fn lineup(&self) -> Result<Lineup<'static>, FightError> {
        Lineup::new(self.game, self.programs.to_vec(), &Rules::default())
            .map_err(|error| FightError::Failed(error.to_string()))
    }

    /// The source of answers for the matches of a lineup.
    pub(crate) fn askers(&self) -> Askers {
        self.askers.clone()
    }

    pub(crate) fn census(&self) -> Result<Option<Box<dyn Census>>, FightError> {
        let lineup = self.game.lineup(&self.programs, &Rules::default());
        lineup.map(|lineup| lineup.census()).map_err(|error| FightError::Failed(error.to_string()))
    }

    /// Plays game number `number` of the games that a seed determines, and returns its record, which every viewer opens.
    ///
    /// # Errors
    /// If bout itself fails.
    pub fn record(&self, seed: u64, number: u64) -> Result<Vec<u8>, FightError> {
        let lineup = self.lineup()?;
        let seed = match_seed(seed, number);
        let mut players = self.askers.players(&lineup)?;
        let mut runner = lineup.runner();
        let played = runner.play(&lineup.draw_setup(seed), players.as_mut(), &|| false);
        let mut finished = played.map_err(|error| FightError::Failed(error.to_string()))?;
        finished.state_hash = runner.state_hash();
        let provenance =
            Provenance { sources: &self.sources, seed: Some(seed), match_index: number, environment: &[] };
        Ok(record::write(&lineup.record(&finished, provenance)))
    }
}

impl Askers {
    /// Checks whether a program may play, if it is foreign code.
    fn examine(&self, seat: usize, bytes: &[u8]) -> Result<(), FightError> {
        match self {
            Self::Nobody => Ok(()),
            Self::Bots(_) if !is_wasm(bytes) => Err(FightError::Foreign(seat)),
            Self::Bots(cache) => {
                cache.examine(bytes).map(|_| ()).map_err(|reasons| FightError::illegal(seat, &reasons))
            }
        }
    }

    /// The players of one match.
    pub(crate) fn players(&self, lineup: &Lineup<'_>) -> Result<Box<dyn AnyPlayers>, FightError> {
        match self {
            Self::Nobody => Ok(Box::new(NoPlayers)),
            Self::Bots(cache) => {
                // Bots do not depend on the seed of the match.
                let made = Factory::new(Arc::clone(cache)).players(lineup, 0);
                made.map_err(|void| FightError::Failed(void.cause))
            }
        }
    }
}

impl FightError {
    fn illegal(seat: usize, diagnostics: &Diagnostics) -> Self {
        Self::Illegal(seat, diagnostics.iter().next().map(|one| one.message.clone()).unwrap_or_default())
    }
}

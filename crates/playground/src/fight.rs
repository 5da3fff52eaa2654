//! Two programs that can play each other, and single games of them as records.

use game::{AnyPlayers, Census, NoPlayers, Participant, Rules, match_seed};
use games::RegisteredGame;
use referee::{Lineup, Provenance, Source};

/// Two programs of a game in the order of their seats.
pub struct Fight {
    game: &'static dyn RegisteredGame,
    sources: [Source; 2],
    programs: [Participant; 2],
}

/// Why games cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum FightError {
    /// A program is not legal. The seat, and the first error.
    #[error("the program at seat {0} is not legal: {1}")]
    Illegal(usize, String),
    /// Programs of the game are foreign code, which nothing here runs.
    #[error("programs of {0} are not played in a page")]
    Foreign(&'static str),
    /// The programs cannot play each other, or bout itself failed.
    #[error("{0}")]
    Failed(String),
}

impl Fight {
    /// Two programs by their files and sources.
    ///
    /// # Errors
    /// If a program is not legal, or is foreign code that nothing here runs.
    pub fn new(game: &'static dyn RegisteredGame, sources: [Source; 2]) -> Result<Self, FightError> {
        if game.runs_foreign_code() {
            return Err(FightError::Foreign(game.info().title));
        }
        let read = |seat: usize| {
            let reading = game.read(&sources[seat].bytes);
            let first = reading.diagnostics.iter().next().map(|one| one.message.clone());
            reading.program.ok_or_else(|| FightError::Illegal(seat, first.unwrap_or_default()))
        };
        let programs = [read(0)?, read(1)?];
        Ok(Self { game, sources, programs })
    }

    /// The lineup of both, by the game's own parameters.
    pub(crate) fn lineup(&self) -> Result<Lineup<'static>, FightError> {
        Lineup::new(self.game, self.programs.to_vec(), &Rules::default())
            .map_err(|error| FightError::Failed(error.to_string()))
    }

    /// Who answers the questions of a match.
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "bots in WebAssembly are players of their own"
    )]
    pub(crate) fn players(&self, _lineup: &Lineup<'_>) -> Result<Box<dyn AnyPlayers>, FightError> {
        Ok(Box::new(NoPlayers))
    }

    pub(crate) fn census(&self) -> Result<Option<Box<dyn Census>>, FightError> {
        let lineup = self.game.lineup(&self.programs, &Rules::default());
        lineup.map(|lineup| lineup.census()).map_err(|error| FightError::Failed(error.to_string()))
    }

    /// Plays game number `number` of those of a seed, and returns its record, which every viewer opens.
    ///
    /// # Errors
    /// If bout itself fails.
    pub fn record(&self, seed: u64, number: u64) -> Result<Vec<u8>, FightError> {
        let lineup = self.lineup()?;
        let seed = match_seed(seed, number);
        let mut players = self.players(&lineup)?;
        let mut runner = lineup.runner();
        let played = runner.play(&lineup.draw_setup(seed), players.as_mut(), &|| false);
        let mut finished = played.map_err(|error| FightError::Failed(error.to_string()))?;
        finished.state_hash = runner.state_hash();
        let provenance =
            Provenance { sources: &self.sources, seed: Some(seed), match_index: number, environment: &[] };
        Ok(record::write(&lineup.record(&finished, provenance)))
    }
}

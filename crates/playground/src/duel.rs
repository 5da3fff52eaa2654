//! Many games of two programs, one turn after the other.

use game::{AnyMatch, AnyPlayers, Outcome, match_seed};
use referee::Lineup;
use serde_json::{Value, json};
use tournament::ratings::{Confidence, score_interval};

use crate::fight::{Askers, Fight, FightError};

/// The games of a fight's pair with the numbers 0, 1, 2 and so on, each with the setup that `bout play --seed` draws for it.
///
/// The results are those of the program that somebody is writing, the first or the second of the pair: its wins are won games.
pub struct Duel {
    lineup: Lineup<'static>,
    seat: usize,
    seed: u64,
    askers: Askers,
    /// The current game. There is none while other pairs play, because boards are large.
    table: Option<Table>,
    results: Vec<GameResult>,
}

/// A game and its players.
struct Table {
    played: Box<dyn AnyMatch>,
    players: Box<dyn AnyPlayers>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum GameResult {
    Won,
    Drawn,
    Lost,
}

impl Duel {
    /// Prepares the games of a pair. `seat` is the seat of the program that somebody is writing.
    ///
    /// # Errors
    /// If the programs cannot play each other.
    pub fn new(fight: &Fight, seat: usize, seed: u64) -> Result<Self, FightError> {
        let lineup = fight.lineup()?;
        Ok(Self { lineup, seat, seed, askers: fight.askers(), table: None, results: Vec::new() })
    }

    /// Plays about `turns` turns, or up to the end of the last of `games` games. If a game ends within the first half of the
    /// turns, the next game follows. Returns whether it stopped at the end of a game, so that another pair can play.
    ///
    /// # Errors
    /// If bout itself fails in a game. That game then counts as not played.
    pub fn work(&mut self, turns: u64, games: u64) -> Result<bool, FightError> {
        let mut left = turns;
        // The next game reuses the memory of the one that is over.
        let mut memory = None;
        while self.games() < games && left > if self.table.is_some() { 0 } else { turns / 2 } {
            let mut table = self.table.take().map_or_else(|| self.next_game(memory.take()), Ok)?;
            let before = table.played.turn();
            let slice = left.min(table.played.turns_per_slice());
            let advanced = table.played.advance(before.saturating_add(slice), table.players.as_mut());
            advanced.map_err(|void| FightError::Failed(void.cause))?;
            // An engine may skip many turns at once, or play a few more than requested.
            left = left.saturating_sub((table.played.turn() - before).max(1));
            match table.played.outcome() {
                Some(outcome) => {
                    self.results.push(result_for(self.seat, outcome));
                    memory = Some(table.played);
                }
                None => self.table = Some(table),
            }
        }
        Ok(self.table.is_none())
    }

    fn next_game(&self, memory: Option<Box<dyn AnyMatch>>) -> Result<Table, FightError> {
        let mut played = memory.unwrap_or_else(|| self.lineup.new_match());
        let setup = self.lineup.draw_setup(match_seed(self.seed, self.games()));
        played.begin(&setup).map_err(|error| FightError::Failed(error.to_string()))?;
        Ok(Table { played, players: self.askers.players(&self.lineup)? })
    }

    /// How many games are over.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.len() as u64
    }

    fn count(&self, result: GameResult) -> u64 {
        self.results.iter().filter(|one| **one == result).count() as u64
    }

    /// The score so far.
    #[must_use]
    pub fn score(&self) -> Score {
        let [won, drawn, lost] =
            [GameResult::Won, GameResult::Drawn, GameResult::Lost].map(|one| self.count(one));
        Score { won, drawn, lost }
    }

    /// The results so far as JSON: games won, drawn and lost, and the first games of each kind.
    #[must_use]
    pub fn summary(&self, most_listed: usize) -> Value {
        let Score { won, drawn, lost } = self.score();
        let numbers = |wanted: GameResult| {
            let found = self.results.iter().enumerate().filter(move |(_, one)| **one == wanted);
            found.map(|(number, _)| number).take(most_listed).collect::<Vec<_>>()
        };
        json!({
            "games": self.games(),
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "lost_games": numbers(GameResult::Lost),
            "drawn_games": numbers(GameResult::Drawn),
            "won_games": numbers(GameResult::Won),
        })
    }
}

fn result_for(seat: usize, outcome: &Outcome) -> GameResult {
    match outcome.winner() {
        Some(winner) if winner == seat => GameResult::Won,
        Some(_) => GameResult::Lost,
        None => GameResult::Drawn,
    }
}

/// How many games were won, drawn and lost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Score {
    /// Points per game, from 0 to 1, and the interval that contains the true value with a probability of 95%. A win is one
    /// point, and a draw half a point. Without games, the points are 0.
    ///
    /// ```
    /// let (points, low, high) = playground::Score { won: 24, drawn: 0, lost: 76 }.points();
    /// assert_eq!(points, 0.24);
    /// // As the README has it.
    /// assert!((low - 0.167).abs() < 0.001 && (high - 0.332).abs() < 0.001);
    /// ```
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "there are at most 2^24 setups, and fewer games")]
    pub fn points(self) -> (f64, f64, f64) {
        let games = self.won + self.drawn + self.lost;
        let half_points = 2 * self.won + self.drawn;
        let (low, high) = score_interval(half_points, games, Confidence::P95);
        (half_points as f64 / (2 * games).max(1) as f64, low, high)
    }
}

//! Plays the games of encounters, one piece at a time.

use std::ops::Range;
use std::time::{Duration, Instant};

use game::{AnyGame, Counts, LineupError, NamedLists, NoPlayers, Outcome, Participant, Rules, Void};
use referee::{Attempted, Conditions, Finished, Lineup, MatchError, MatchRunner, play_match};
use tournament::{Encounter, Places, Seating};

/// The number of games in a piece if no foreign code runs. They take far longer than the way to a thread and back, even if a
/// game takes only microseconds.
const GAMES_PER_PIECE: u64 = 256;

/// A piece that takes longer is handed in with the games that are finished; the rest becomes another piece. So a loss of
/// power costs little. How games are divided into pieces has no influence on any result.
const PIECE_TIME: Duration = Duration::from_millis(200);

/// Up to this many seats, every order of the members keeps its own runner, which plays all games in that order.
const KEPT_RUNNERS: usize = 2;

/// Some games of the same entrants. A thread takes them at once, and they are kept at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The number of the encounter in its round.
    pub encounter: usize,
    /// The numbers of the games. Both ends are multiples of the number of members, with one exception: where foreign code
    /// runs, some games of a setup may be known already, and a piece has the rest of them.
    pub games: Range<u64>,
}

/// Games that are still to be played, as pieces with numbers.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    gaps: Vec<Gap>,
    pieces: u64,
}

#[derive(Debug, Clone)]
struct Gap {
    encounter: usize,
    games: Range<u64>,
    piece_size: u64,
    first_piece: u64,
}

impl Plan {
    /// Adds games of an encounter of `seats` entrants. Where foreign code runs, the games of one setup are a piece, as
    /// far as they are missing: a void match leaves a gap within a setup.
    pub fn add(&mut self, encounter: usize, games: Range<u64>, seats: usize, runs_foreign_code: bool) {
        let seats = seats as u64;
        let piece_size = if runs_foreign_code { seats } else { GAMES_PER_PIECE.next_multiple_of(seats) };
        let setup_end = games.start.next_multiple_of(seats).min(games.end);
        for games in [games.start..setup_end, setup_end..games.end] {
            self.add_gap(encounter, games, piece_size);
        }
    }

    fn add_gap(&mut self, encounter: usize, games: Range<u64>, piece_size: u64) {
        if games.is_empty() {
            return;
        }
        let pieces = (games.end - games.start).div_ceil(piece_size);
        self.gaps.push(Gap { encounter, games, piece_size, first_piece: self.pieces });
        self.pieces += pieces;
    }

    /// How many pieces there are.
    #[must_use]
    pub fn pieces(&self) -> u64 {
        self.pieces
    }

    /// The piece with this number.
    ///
    /// # Panics
    /// If there is no such piece.
    #[must_use]
    pub fn piece(&self, number: u64) -> Piece {
        assert!(number < self.pieces, "there are {} pieces", self.pieces);
        let after = self.gaps.partition_point(|gap| gap.first_piece <= number);
        let gap = &self.gaps[after - 1];
        let start = gap.games.start + (number - gap.first_piece) * gap.piece_size;
        Piece { encounter: gap.encounter, games: start..(start + gap.piece_size).min(gap.games.end) }
    }
}

/// The results of a piece, and its time.
#[derive(Debug)]
pub struct PlayedPiece {
    /// The piece.
    pub piece: Piece,
    /// The results.
    pub result: PlayedResult,
    /// How long it took. No result depends on it.
    pub elapsed: Duration,
}

/// The results of a piece.
#[derive(Debug)]
pub enum PlayedResult {
    /// Where no foreign code runs: the places of every game, and all turns.
    Places {
        /// The places.
        places: Places,
        /// Turns of all games together.
        turns: u64,
    },
    /// Where foreign code runs: every game by itself.
    Games(Vec<PlayedGame>),
    /// Where setups are counted: the outcomes of each part of a census. The piece's games are the numbers of the parts.
    Counts(Vec<Counts>),
}

/// A game that asked foreign code.
#[derive(Debug)]
pub struct PlayedGame {
    /// Its number.
    pub game: u64,
    /// How many attempts were void: those before it was played, or all of them if it stayed void.
    pub void_attempts: u32,
    /// Its result, or the cause if it stayed void.
    pub result: Result<Finished, Void>,
}

/// Called for every finished game of a piece, with its state hash, for example to write records.
pub type Watcher<'a, E> = &'a (dyn Fn(&Lineup, &Finished, &Piece, u64) -> Result<(), E> + Sync);

/// The data that all threads of a tournament share: game, programs and conditions.
pub struct PlayContext<'a, E> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its parameters.
    pub rules: &'a Rules,
    /// The entrants' programs.
    pub programs: &'a [Participant],
    /// Which member sits in which seat.
    pub seating: Seating,
    /// Returns the seed of the games between these entrants of an encounter.
    pub seed_of: &'a (dyn Fn(&[usize]) -> u64 + Sync),
    /// Which players answer questions to foreign code, within which limits, and whether the caller wants to stop.
    pub conditions: Conditions<'a>,
    /// Called for every finished game.
    pub watcher: Option<Watcher<'a, E>>,
}

/// Why a piece was not played.
#[derive(Debug)]
pub enum PieceError<E> {
    /// The programs cannot meet at all.
    Contest(LineupError),
    /// A drawn setup was not legal: a mistake in the game.
    Setup(game::SetupError),
    /// Our machinery failed, although no foreign code runs.
    Void(Void),
    /// The watcher failed.
    Watcher(E),
}

/// Plays the pieces of one thread in a context.
pub struct Worker<'c, 'a, E> {
    context: &'c PlayContext<'a, E>,
}

impl<'c, 'a, E> Worker<'c, 'a, E> {
    /// A worker of this context.
    #[must_use]
    pub fn new(context: &'c PlayContext<'a, E>) -> Self {
        Self { context }
    }

    /// Plays a piece of an encounter, or only its first games if it takes long. `None` if it was stopped before the
    /// games of one setup were finished.
    pub fn play(&mut self, members: &[usize], piece: &Piece) -> Option<Result<PlayedPiece, PieceError<E>>> {
        let seed = (self.context.seed_of)(members);
        let played = if self.context.game.runs_foreign_code() {
            self.play_asking(members, piece, seed)
        } else {
            self.play_alone(members, piece, seed)
        };
        match played {
            Ok(played) => Some(Ok(played)),
            Err(Ended::Stopped) => None,
            Err(Ended::Failed(error)) => Some(Err(error)),
        }
    }

    /// Plays setup by setup, each from all seats.
    fn play_alone(&self, members: &[usize], piece: &Piece, seed: u64) -> Result<PlayedPiece, Ended<E>> {
        let seats = members.len();
        let start = Instant::now();
        let seating = self.context.seating;
        // One lineup for each order: the first games have all the different orders, once each.
        let lineups: Vec<Lineup> = (0..seating.orders(seats) as u64)
            .map(|game| self.lineup(members, game))
            .collect::<Result<_, _>>()?;
        let mut runners: Vec<Option<MatchRunner>> = lineups.iter().map(|_| None).collect();
        let (mut places, mut turns, mut setup_turns, mut whole) =
            (Places::new(seats), 0, 0, piece.games.start);
        for game in piece.games.clone() {
            let order = seating.order(seats, game);
            let lineup = &lineups[order];
            let runner = runners[order].get_or_insert_with(|| lineup.runner());
            let setup = lineup.draw_setup(Encounter::match_seed(seed, seats, game));
            let outcome = match self.play_one(lineup, runner, &setup, piece, game) {
                Err(Ended::Stopped) if whole > piece.games.start => break,
                outcome => outcome?,
            };
            setup_turns += outcome.turns;
            places.push(&outcome.places);
            if seats > KEPT_RUNNERS {
                runners[order] = None;
            }
            if (game + 1).is_multiple_of(seats as u64) {
                whole = game + 1;
                turns += std::mem::take(&mut setup_turns);
                if start.elapsed() > PIECE_TIME {
                    break;
                }
            }
        }
        places.truncate(usize::try_from(whole - piece.games.start).unwrap_or(0));
        let piece = Piece { encounter: piece.encounter, games: piece.games.start..whole };
        Ok(PlayedPiece { piece, result: PlayedResult::Places { places, turns }, elapsed: start.elapsed() })
    }

    fn play_one(
        &self,
        lineup: &Lineup,
        runner: &mut MatchRunner,
        setup: &NamedLists,
        piece: &Piece,
        game: u64,
    ) -> Result<Outcome, Ended<E>> {
        let stop = || (self.context.conditions.stop)();
        let Some(watcher) = self.context.watcher else {
            return Ok(runner.outcome(setup, &mut NoPlayers, &stop).map_err(Ended::of)?.clone());
        };
        let mut finished = runner.play(setup, &mut NoPlayers, &stop).map_err(Ended::of)?;
        finished.state_hash = runner.state_hash();
        watcher(lineup, &finished, piece, game).map_err(|error| Ended::Failed(PieceError::Watcher(error)))?;
        Ok(finished.outcome)
    }

    fn play_asking(&self, members: &[usize], piece: &Piece, seed: u64) -> Result<PlayedPiece, Ended<E>> {
        let start = Instant::now();
        let play = |game| self.play_one_asking(members, piece, game, seed);
        let games = piece.games.clone().map(play).collect::<Result<_, _>>()?;
        let result = PlayedResult::Games(games);
        Ok(PlayedPiece { piece: piece.clone(), result, elapsed: start.elapsed() })
    }

    fn play_one_asking(
        &self,
        members: &[usize],
        piece: &Piece,
        game: u64,
        seed: u64,
    ) -> Result<PlayedGame, Ended<E>> {
        let lineup = self.lineup(members, game)?;
        let seed = Encounter::match_seed(seed, members.len(), game);
        let setup = lineup.draw_setup(seed);
        let Attempted { void_attempts, result } =
            play_match(&mut lineup.runner(), &setup, seed, &self.context.conditions).map_err(Ended::of)?;
        if let (Some(watcher), Ok(finished)) = (self.context.watcher, &result) {
            let failed = |error| Ended::Failed(PieceError::Watcher(error));
            watcher(&lineup, finished, piece, game).map_err(failed)?;
        }
        Ok(PlayedGame { game, void_attempts, result })
    }

    fn lineup(&self, members: &[usize], game: u64) -> Result<Lineup<'a>, Ended<E>> {
        let seated = self.context.seating.members(members.len(), game);
        let programs =
            seated.into_iter().map(|member| self.context.programs[members[member]].clone()).collect();
        Lineup::new(self.context.game, programs, self.context.rules)
            .map_err(|error| Ended::Failed(PieceError::Contest(error)))
    }
}

enum Ended<E> {
    Stopped,
    Failed(PieceError<E>),
}

impl<E> Ended<E> {
    fn of(error: MatchError) -> Self {
        match error {
            MatchError::Stopped => Self::Stopped,
            MatchError::Setup(error) => Self::Failed(PieceError::Setup(error)),
            MatchError::Void(void) => Self::Failed(PieceError::Void(void)),
        }
    }
}

impl<E: std::fmt::Display> std::fmt::Display for PieceError<E> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Contest(error) => error.fmt(out),
            Self::Setup(error) => write!(out, "a drawn setup is not legal, a mistake in the game: {error}"),
            Self::Void(error) => write!(out, "our machinery failed: {error}"),
            Self::Watcher(error) => error.fmt(out),
        }
    }
}

impl<E: std::fmt::Display + std::fmt::Debug> std::error::Error for PieceError<E> {}

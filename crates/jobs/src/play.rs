//! Plays the games of encounters, one piece at a time.

use std::ops::Range;
use std::time::{Duration, Instant};

use game::{AnyGame, Counts, LineupError, NamedLists, NoPlayers, Outcome, Participant, Rules, Void};
use referee::{Attempted, Conditions, Finished, Lineup, MatchError, MatchRunner, play_match};
use tournament::{Encounter, Places, Seating};

/// The games of a piece, where no foreign code runs: enough that the way to a thread and back is nothing beside
/// them, even where a game takes microseconds.
const GAMES_PER_PIECE: u64 = 256;

/// A piece that takes longer is handed in with what there is; the rest is another piece. So little is lost when the
/// power goes. Which games are a piece has no influence on any result.
const PIECE_TIME: Duration = Duration::from_millis(200);

/// Up to how many seats every order of the members has a runner of its own, to be used for each of its games.
const KEPT_RUNNERS: usize = 2;

/// Some games of the same entrants: what a thread takes at once, and what is kept at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The number of the encounter in its round.
    pub encounter: usize,
    /// The games' numbers; both ends are multiples of the number of members, but for what is left of a setup some of
    /// whose games are known, where foreign code runs.
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
    /// Which.
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
    /// How often it was void: before it was played, or altogether where it stayed void.
    pub void_attempts: u32,
    /// Its result, or the cause if it stayed void.
    pub result: Result<Finished, Void>,
}

/// Called for every finished game of a piece, with its state hash, for example to write records.
pub type Watcher<'a, E> = &'a (dyn Fn(&Lineup, &Finished, &Piece, u64) -> Result<(), E> + Sync);

/// What all threads that play a tournament share: game, programs and conditions.
pub struct PlayContext<'a, E> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its parameters.
    pub rules: &'a Rules,
    /// The entrants' programs.
    pub programs: &'a [Participant],
    /// Who sits where.
    pub seating: Seating,
    /// For the entrants of an encounter, the seed of their games.
    pub seed_of: &'a (dyn Fn(&[usize]) -> u64 + Sync),
    /// Who answers where foreign code is asked, within which limits, and whether somebody wants to stop.
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
    /// Our machinery failed where no foreign code runs.
    Void(Void),
    /// The watcher failed.
    Watcher(E),
}

/// One thread's part of a context.
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
        // One for each order: those of the first setups, of which there are as many as differ.
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

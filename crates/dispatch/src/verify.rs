//! Checks results from elsewhere, and converts them to results like those of this process.

use std::ops::Range;

use game::{Counts, Digest, RecordedAnswers, Void};
use jobs::{Piece, PieceError, PlayContext, PlayedGame, PlayedPiece, PlayedResult, Worker};
use referee::{Finished, Lineup, MatchError};
use tournament::{Encounter, Places};

use crate::run::{census_of, count};
use crate::{PartResult, RemoteCounts, RemoteGame, RemotePlaces};

/// A false result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FalseResult {
    /// Games without foreign code have other results here.
    #[error("the games from {game} on have the places {said} by its report; played here, they have {found}")]
    Places {
        /// The first game that was played again.
        game: u64,
        /// The reported places.
        said: Places,
        /// The true places.
        found: Places,
    },
    /// A game does not follow from its reported answers.
    #[error("game {game} has the digest {said} by its report; with the reported answers, it has {found}")]
    Digest {
        /// The game.
        game: u64,
        /// The reported digest.
        said: Digest,
        /// The true digest.
        found: Digest,
    },
    /// Setups have other outcomes here.
    #[error(
        "part {part} of the setups has {said:?} by its report; counted here, it has {found:?} (wins and draws)"
    )]
    Counts {
        /// The number of the part of the census.
        part: u64,
        /// The reported outcomes.
        said: ([u64; 2], u64),
        /// The true outcomes.
        found: ([u64; 2], u64),
    },
    /// The answers of a game do not fit it.
    #[error("game {game} cannot be played with its reported answers: {why}")]
    Answers {
        /// The game.
        game: u64,
        /// What does not fit.
        why: String,
    },
}

/// The reason why a result was not verified.
#[derive(Debug)]
pub enum Unverified<E> {
    /// The result is false.
    False(FalseResult),
    /// Somebody stopped it.
    Stopped,
    /// Playing failed here.
    Failed(PieceError<E>),
}

impl<E> From<FalseResult> for Unverified<E> {
    fn from(error: FalseResult) -> Self {
        Self::False(error)
    }
}

/// Checks results of an order's encounters.
pub struct Verifier<'c, 'a, E> {
    context: &'c PlayContext<'a, E>,
}

impl<'c, 'a, E> Verifier<'c, 'a, E> {
    /// Checks results of games with this context.
    #[must_use]
    pub fn new(context: &'c PlayContext<'a, E>) -> Self {
        Self { context }
    }

    /// Plays the games of one setup again, and compares. `audited` are the games of that setup.
    ///
    /// # Errors
    /// If the result is false, or the games cannot be played.
    pub fn audit(
        &self,
        members: &[usize],
        result: &RemotePlaces,
        audited: Range<u64>,
    ) -> Result<(), Unverified<E>> {
        let from = |game: u64| usize::try_from(game - result.games.start).unwrap_or(usize::MAX);
        let Some(said) = result.places.part(from(audited.start)..from(audited.end)) else { return Ok(()) };
        let piece = Piece { encounter: 0, games: audited.clone() };
        let played = Worker::new(self.context).play(members, &piece);
        let played = played.ok_or(Unverified::Stopped)?.map_err(Unverified::Failed)?;
        match played.result {
            PlayedResult::Places { places: found, .. } if found != said => {
                Err(FalseResult::Places { game: audited.start, said, found }.into())
            }
            _ => Ok(()),
        }
    }

    /// Counts the setups of a part of a census again, and compares. `part` is the number of the part.
    ///
    /// # Errors
    /// If the result is false, or the setups cannot be counted.
    pub fn count_again(
        &self,
        members: &[usize],
        result: &RemoteCounts,
        part: u64,
    ) -> Result<(), Unverified<E>> {
        let context = self.context;
        let at = part.checked_sub(result.parts.start).and_then(|at| usize::try_from(at).ok());
        let Some(&said) = at.and_then(|at| result.counts.get(at)) else { return Ok(()) };
        let programs: Vec<_> = members.iter().map(|&member| context.programs[member].clone()).collect();
        let census = census_of(context.game, &programs, context.rules);
        let census = census.map_err(|error| Unverified::Failed(PieceError::Contest(error)))?;
        let Some(census) = census else { return Ok(()) };
        let counted = count(census.as_ref(), part..part + 1, context.conditions.stop);
        let found = counted.ok_or(Unverified::Stopped)?[0];
        if found == said {
            return Ok(());
        }
        let shown = |counts: Counts| (counts.wins, counts.draws);
        Err(FalseResult::Counts { part, said: shown(said), found: shown(found) }.into())
    }

    /// Plays a game of foreign code anew, by asking its programs. Returns whether the result is as reported. Programs need
    /// not give equal answers twice, so another result proves nothing. `None` if it was void, then or now.
    ///
    /// # Errors
    /// If the game cannot be played.
    pub fn play_anew(&self, members: &[usize], reported: &RemoteGame) -> Result<Option<bool>, Unverified<E>> {
        let Ok((_, said)) = &reported.result else { return Ok(None) };
        let piece = Piece { encounter: 0, games: reported.game..reported.game + 1 };
        let played = Worker::new(self.context).play(members, &piece);
        let played = played.ok_or(Unverified::Stopped)?.map_err(Unverified::Failed)?;
        let PlayedResult::Games(games) = played.result else { return Ok(None) };
        let found = games.first().and_then(|game| game.result.as_ref().ok());
        Ok(found.map(|found| found.digest == *said))
    }

    /// Converts the result of an encounter's games to one like those of this process. Games that asked foreign code are played
    /// again with the reported answers.
    ///
    /// # Errors
    /// If a game does not follow from its answers, or cannot be played.
    pub fn piece(
        &self,
        encounter: usize,
        members: &[usize],
        result: PartResult,
    ) -> Result<Vec<PlayedPiece>, Unverified<E>> {
        match result {
            PartResult::Counts(RemoteCounts { parts, counts, elapsed, .. }) => {
                let piece = Piece { encounter, games: parts };
                Ok(vec![PlayedPiece { piece, result: PlayedResult::Counts(counts), elapsed }])
            }
            PartResult::Places(RemotePlaces { games, places, turns, elapsed, .. }) => {
                let piece = Piece { encounter, games };
                Ok(vec![PlayedPiece { piece, result: PlayedResult::Places { places, turns }, elapsed }])
            }
            PartResult::Games { games, elapsed, .. } => {
                let share = elapsed / u32::try_from(games.len()).unwrap_or(u32::MAX).max(1);
                let played = games.into_iter().map(|game| {
                    let played = self.played(members, game)?;
                    let piece = Piece { encounter, games: played.game..played.game + 1 };
                    Ok(PlayedPiece { piece, result: PlayedResult::Games(vec![played]), elapsed: share })
                });
                played.collect()
            }
        }
    }

    fn played(&self, members: &[usize], remote: RemoteGame) -> Result<PlayedGame, Unverified<E>> {
        let RemoteGame { game, void_attempts, result } = remote;
        let (answers, said) = match result {
            Ok(played) => played,
            Err(cause) => return Ok(PlayedGame { game, void_attempts, result: Err(Void { cause }) }),
        };
        let context = self.context;
        let seated = context.seating.members(members.len(), game);
        let programs = seated.into_iter().map(|at| context.programs[members[at]].clone()).collect();
        let lineup = Lineup::new(context.game, programs, context.rules)
            .map_err(|error| Unverified::Failed(PieceError::Contest(error)))?;
        let seed = Encounter::match_seed((context.seed_of)(members), members.len(), game);
        let setup = lineup.draw_setup(seed);
        let mut script = RecordedAnswers::new(&answers);
        let finished: Finished = match lineup.runner().play(&setup, &mut script, context.conditions.stop) {
            Ok(finished) => finished,
            Err(MatchError::Stopped) => return Err(Unverified::Stopped),
            Err(error) => return Err(FalseResult::Answers { game, why: error.to_string() }.into()),
        };
        if script.left() > 0 {
            let why = format!("{} of them were not asked for", script.left());
            return Err(FalseResult::Answers { game, why }.into());
        }
        if finished.digest != said {
            return Err(FalseResult::Digest { game, said, found: finished.digest }.into());
        }
        Ok(PlayedGame { game, void_attempts, result: Ok(finished) })
    }
}

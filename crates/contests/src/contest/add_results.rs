//! Adds the results of played games: new ones are stored, known ones are compared.

use std::ops::Range;

use jobs::{PlayedGame, PlayedPiece, PlayedResult};
use store::{Block, NewResult, PairingId, StoredMatch, StoredVoid};
use tournament::Places;

use super::known::{ResultToAdd, State};
use super::result_writer::ResultWriter;
use super::{ContradictedResult, Results};
use crate::Failure;

/// Counts the results of a piece of work, and passes new ones to the [`ResultWriter`].
pub(super) fn take_piece(
    members: &[usize],
    pairing: PairingId,
    state: &mut State,
    played: PlayedPiece,
    results: &mut Results,
    keeper: &mut ResultWriter,
) -> Result<(), Failure> {
    let PlayedPiece { piece, result, .. } = played;
    match result {
        PlayedResult::Places { places, mut turns } => {
            for games in state.split(&piece.games) {
                let from = |game: u64| usize::try_from(game - piece.games.start).unwrap_or(usize::MAX);
                let Some(places) = places.part(from(games.start)..from(games.end)) else { continue };
                if let Some(kept) = state.stored(&games) {
                    compare(members, &games, &kept, &places, results);
                } else {
                    // The turns of all games are known only together.
                    let turns = std::mem::take(&mut turns);
                    let block = Block { first_game: games.start, results: places.to_string(), turns };
                    keeper.keep(NewResult::Block { pairing, block })?;
                }
            }
            state.take(&ResultToAdd {
                games: piece.games,
                places: &places,
                faulty_seat: None,
                answers: None,
            });
            Ok(())
        }
        // Setups are counted by themselves.
        PlayedResult::Counts(_) => Ok(()),
        PlayedResult::Games(games) => {
            games.into_iter().try_for_each(|game| take_game(members, pairing, state, game, results, keeper))
        }
    }
}

fn take_game(
    members: &[usize],
    pairing: PairingId,
    state: &mut State,
    played: PlayedGame,
    results: &mut Results,
    keeper: &mut ResultWriter,
) -> Result<(), Failure> {
    let PlayedGame { game, void_attempts, result } = played;
    results.void_attempts += u64::from(void_attempts);
    let games = game..game + 1;
    match result {
        Err(void) => {
            results.unjudged.void_now += u64::from(state.stored(&games).is_some());
            results.void_cause.get_or_insert_with(|| void.cause.clone());
            state.take_void(game);
            keeper.keep(NewResult::Void {
                pairing,
                void: StoredVoid { game, attempts: void_attempts, cause: void.cause },
            })
        }
        Ok(finished) => {
            let places = Places::of_game(&finished.outcome.places);
            let fault = finished.outcome.fault.as_ref();
            let faulty_seat = fault.map(|fault| fault.seat);
            let answers = state.answers(|| Ok::<_, Failure>(Some(&finished.answers)))?;
            if let Some(kept) = state.stored(&games) {
                compare(members, &games, &kept, &places, results);
            } else {
                let played = StoredMatch {
                    game,
                    places: places.to_string(),
                    reason: finished.outcome.reason.into(),
                    turns: finished.outcome.turns,
                    fault: fault.map(|fault| (fault.seat, fault.kind.word().into(), fault.detail.clone())),
                    digest: finished.digest,
                };
                keeper.keep(NewResult::Match { pairing, played, answers: finished.answers })?;
            }
            state.take(&ResultToAdd { games, places: &places, faulty_seat, answers });
            Ok(())
        }
    }
}

/// Records every game whose result differs from the stored one.
fn compare(members: &[usize], games: &Range<u64>, kept: &Places, now: &Places, results: &mut Results) {
    results.judged += games.end - games.start;
    for (game, (kept, now)) in games.clone().zip(kept.games().zip(now.games())) {
        if kept != now {
            let (kept, now) = (kept.to_vec(), now.to_vec());
            results.differences.push(ContradictedResult { members: members.to_vec(), game, kept, now });
        }
    }
}

//! A whole round of encounters at once, for callers that keep no results between rounds.

use tournament::{Encounter, EncounterResult, Tally};

use crate::{Parallelism, Piece, PieceError, Plan, PlayContext, PlayedPiece, PlayedResult, Worker, in_order};

/// Plays every game of these encounters, on several threads, and returns the results in the order of the encounters. They do
/// not depend on the number of threads. Returns `None` if [`Parallelism::stop`] or the conditions' `stop` returned true: the
/// games played until then are discarded.
///
/// If several rounds or runs share encounters, it is better to play these piece by piece, and to store each piece as it finishes.
///
/// # Errors
/// The error of the first piece that could not be played.
pub fn play_round<E: Send>(
    context: &PlayContext<'_, E>,
    round: Vec<Encounter>,
    parallelism: Parallelism,
) -> Result<Option<Vec<EncounterResult>>, PieceError<E>> {
    let plan = plan_of(context, &round);
    let mut tallies: Vec<Tally> =
        round.iter().map(|encounter| Tally::seated(encounter.members.len(), context.seating)).collect();
    let work = |worker: &mut Worker<E>, number| play_whole(worker, &round, plan.piece(number));
    let take = |_, played: Result<Vec<PlayedPiece>, PieceError<E>>| {
        for part in played? {
            add(&mut tallies[part.piece.encounter], &part);
        }
        Ok(())
    };
    let end = in_order(0..plan.pieces(), parallelism, || Worker::new(context), work, take)?;
    let result = |(encounter, tally)| EncounterResult { encounter, tally };
    Ok((end == plan.pieces()).then(|| round.into_iter().zip(tallies).map(result).collect()))
}

fn plan_of<E>(context: &PlayContext<'_, E>, round: &[Encounter]) -> Plan {
    let mut plan = Plan::default();
    for (number, encounter) in round.iter().enumerate() {
        let runs_foreign_code = context.game.runs_foreign_code();
        plan.add(number, encounter.games.clone(), encounter.members.len(), runs_foreign_code);
    }
    plan
}

/// Plays a piece to its end, in several calls if it takes long, since a worker then returns early.
fn play_whole<E>(
    worker: &mut Worker<E>,
    round: &[Encounter],
    mut left: Piece,
) -> Option<Result<Vec<PlayedPiece>, PieceError<E>>> {
    let members = &round[left.encounter].members;
    let mut parts = Vec::new();
    while !left.games.is_empty() {
        match worker.play(members, &left)? {
            Ok(played) => {
                left.games.start = played.piece.games.end;
                parts.push(played);
            }
            Err(error) => return Some(Err(error)),
        }
    }
    Some(Ok(parts))
}

fn add(tally: &mut Tally, part: &PlayedPiece) {
    match &part.result {
        PlayedResult::Places { places, .. } => {
            for (game, places) in part.piece.games.clone().zip(places.games()) {
                tally.add(game, places, None);
            }
        }
        PlayedResult::Games(games) => {
            for played in games {
                match &played.result {
                    Ok(finished) => {
                        let faulty_seat = finished.outcome.fault.as_ref().map(|fault| fault.seat);
                        tally.add(played.game, &finished.outcome.places, faulty_seat);
                    }
                    Err(_) => tally.add_void(),
                }
            }
        }
        // Workers play games; only a census has counts.
        PlayedResult::Counts(_) => {}
    }
}

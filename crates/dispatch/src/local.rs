//! Plays on threads of this process.

use std::time::Instant;

use jobs::{Parallelism, Piece, PieceError, PlayedPiece, PlayedResult, Worker, in_order_with_room};

use crate::run::{census_of, count};
use crate::{DispatchError, Dispatcher, Ended, Ledger, Order, Work};

/// How many pieces of games a thread takes at once. Without foreign code, the way to a thread and back takes longer
/// than a piece of ten short games.
const PIECES_AT_ONCE: u64 = 16;

/// How many groups of pieces may wait for the ledger: enough to play on while it writes a thousand new pairings to a disk.
const ROOM: usize = 128;

/// Threads of this process. They take results in order.
#[derive(Debug, Clone, Copy, Default)]
pub struct Local;

impl<E: Send> Dispatcher<E> for Local {
    fn play(&self, order: &Order<'_, E>, ledger: &mut dyn Ledger<E>) -> Result<Ended, DispatchError<E>> {
        let Order { work, context, round, plan, .. } = *order;
        let are_long = work == Work::Setups || context.game.runs_foreign_code();
        let (chunk, room) = if are_long { (1, order.threads) } else { (PIECES_AT_ONCE, ROOM) };
        let parallelism = Parallelism { threads: order.threads, chunk, stop: context.conditions.stop };
        let play = |worker: &mut Worker<E>, number: u64| {
            let piece = plan.piece(number);
            if work == Work::Setups {
                return counted(order, piece);
            }
            worker.play(&round[piece.encounter].members, &piece)
        };
        let take = |_, played: Result<PlayedPiece, PieceError<E>>| {
            ledger.take(played.map_err(DispatchError::Piece)?, None).map_err(DispatchError::Ledger)
        };
        let end =
            in_order_with_room(0..plan.pieces(), parallelism, room, || Worker::new(context), play, take)?;
        Ok(if end == plan.pieces() { Ended::Complete } else { Ended::Stopped })
    }
}

/// Counts the setups of a piece. Returns `None` if somebody stopped it.
fn counted<E>(order: &Order<'_, E>, piece: Piece) -> Option<Result<PlayedPiece, PieceError<E>>> {
    let start = Instant::now();
    let context = order.context;
    let members = &order.round[piece.encounter].members;
    let programs: Vec<_> = members.iter().map(|&member| context.programs[member].clone()).collect();
    let census = match census_of(context.game, &programs, context.rules) {
        Ok(census) => census?,
        Err(error) => return Some(Err(PieceError::Contest(error))),
    };
    let counts = count(census.as_ref(), piece.games.clone(), context.conditions.stop)?;
    Some(Ok(PlayedPiece { piece, result: PlayedResult::Counts(counts), elapsed: start.elapsed() }))
}

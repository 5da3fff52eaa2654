//! Plays on threads of this process.

use jobs::{Parallelism, PieceError, PlayedPiece, Worker, in_order};

use crate::{DispatchError, Dispatcher, Ended, Ledger, Order};

/// Threads of this process. They take results in order.
#[derive(Debug, Clone, Copy, Default)]
pub struct Local;

impl<E: Send> Dispatcher<E> for Local {
    fn play(&self, order: &Order<'_, E>, ledger: &mut dyn Ledger<E>) -> Result<Ended, DispatchError<E>> {
        let Order { context, round, plan, .. } = *order;
        let parallelism = Parallelism { threads: order.threads, chunk: 1, stop: context.conditions.stop };
        let work = |worker: &mut Worker<E>, number: u64| {
            let piece = plan.piece(number);
            worker.play(&round[piece.encounter].members, &piece)
        };
        let take = |_, played: Result<PlayedPiece, PieceError<E>>| {
            ledger.take(played.map_err(DispatchError::Piece)?, None).map_err(DispatchError::Ledger)
        };
        let end = in_order(0..plan.pieces(), parallelism, || Worker::new(context), work, take)?;
        Ok(if end == plan.pieces() { Ended::Complete } else { Ended::Stopped })
    }
}

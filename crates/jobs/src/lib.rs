//! Plays many matches on all cores. Work is divided into pieces whose results come in order, so that the output is the
//! same for any number of threads.

mod batch;
mod census;
mod play;
mod round;

pub use batch::{Parallelism, in_order, in_order_with_room};
pub use census::count;
pub use play::{
    Piece, PieceError, Plan, PlayContext, PlayedGame, PlayedPiece, PlayedResult, Watcher, Worker,
};
pub use round::play_round;

//! Many matches on all cores: pieces of work with results in order, so that the same bytes come out for
//! any number of threads.

mod batch;
mod census;
mod play;

pub use batch::{Parallelism, in_order};
pub use census::count;
pub use play::{
    Piece, PieceError, Plan, PlayContext, PlayedGame, PlayedPiece, PlayedResult, Watcher, Worker,
};

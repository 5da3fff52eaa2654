//! Many matches on all cores: pieces of work with results in order, so that the same bytes come out for
//! any number of threads.

mod batch;
mod census;
mod play;

pub use batch::{Hands, in_order};
pub use census::count;
pub use play::{Crew, Piece, PieceError, Plan, PlayedGame, PlayedPiece, PlayedResult, Watcher, Worker};

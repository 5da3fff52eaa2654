//! Ratings
mod choice;
mod connected;
mod cycles;
mod distributions;
mod elo;
mod fitted;
mod goodness;
mod matrix;
mod maximum;
mod model;
mod opponents;
mod profile;
mod random;
mod ranks;
mod results;

pub use cycles::Cycle;
pub use elo::{Confidence, ELO, Interval};
pub use fitted::Ratings;
pub use goodness::{GoodnessOfFit, PairFit};
pub use maximum::{NoMaximum, PRIOR_DEVIATION};
pub use model::Chances;
pub use opponents::FieldRatings;
pub(crate) use random::uniform;
pub use ranks::RankInterval;
pub(crate) use results::real;
pub use results::{PairResult, Placing, Results};

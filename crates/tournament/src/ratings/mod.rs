//! Ratings: one number per program with an interval, estimated by maximum likelihood from all results at once.
//!
//! # What is estimated
//!
//! Each program has a strength. Of two, chances are those of Bradley & Terry (1952), with the draws of Davidson (1970); of
//! more, places are given out from the first on by the model of Plackett (1975) and Luce (1959), with the ties of Firth,
//! Kosmidis & Turner (2019). Strengths and the prevalence of ties of each size are those that make the results most likely,
//! with a weak prior, found by Newton's method. All results count at once and the same: the order of games, of files or of
//! names does not matter, and the bits are the same on every machine.
//!
//! The scale is Elo's: 400 points are odds of ten to one ([`ELO`]), and the mean of the field is 0. The prior is a normal
//! distribution about 0 with a standard deviation of 2000 points ([`PRIOR_DEVIATION`]): for programs among equals, it counts
//! as much as a thirtieth of a game. It matters only for those who won or lost everything. [`Ratings::without_prior`] uses
//! none.
//!
//! # What an interval covers
//!
//! - Where games have random setups, it is about the rating that all setups would give, against the same
//!   opponents in the same shares: [`Ratings::intervals`] follows the profile of the likelihood with the correction
//!   of Barndorff-Nielsen (1986). [`Ratings::ranks`] are right all at once (Mogstad, Romano, Shaikh & Wilhelm 2024).
//! - Two games share a setup with seats swapped, so that luck may cancel, or double. [`Dispersion`] measures it, and
//!   [`Dispersion::applied_to`] counts games by their worth. Ratings, ranks and the test of fit should use those counts.
//! - Where there is no luck, scores are exact and only the choice of opponents is uncertain: [`ResampledFieldRatings`] draws
//!   other fields from this one (Rubin 1981; Owen 2007).
//!
//! # Limits of the model
//!
//! One number per program cannot show that A beats B, B beats C and C beats A: [`Results::cycles`] finds such cycles, and
//! [`Ratings::goodness_of_fit`] tests whether strengths explain the scores, and names the pairs where they do not.
//!
//! [`simulation`](crate::simulation) has fields whose truth is known, and measures how often intervals hold it; `cargo xtask
//! simulate` prints tables of this.

mod balanced;
mod centre;
mod connected;
mod cycles;
mod dispersion;
mod distributions;
mod draws;
mod elo;
mod fitted;
mod goodness;
mod hierarchical;
mod likelihoods;
mod matrix;
mod maximum;
mod model;
mod opponents;
mod plackett_luce;
mod pooling;
mod profile;
mod progress_monitor;
pub(crate) mod random;
mod ranks;
mod refit;
mod results;
mod robust;
mod share;
mod simulated;

pub use balanced::BalancedRatings;
pub use cycles::Cycle;
pub use dispersion::Dispersion;
pub(crate) use distributions::{normal_quantile, student_quantile};
pub use elo::{Confidence, ELO, EloInterval};
pub use fitted::Ratings;
pub use goodness::{GoodnessOfFit, PairFit};
pub use hierarchical::HierarchicalRatings;
pub use likelihoods::Likelihoods;
pub use maximum::{NoMaximum, PRIOR_DEVIATION};
pub use model::OutcomeProbabilities;
pub use opponents::ResampledFieldRatings;
pub(crate) use progress_monitor::unstopped;
pub use progress_monitor::{Interrupted, ProgressMonitor, Stage};
pub(crate) use random::uniform;
pub use ranks::RankInterval;
pub(crate) use results::to_f64;
pub use results::{PairResult, Placing, Results};
pub use share::{score_interval, share_interval};

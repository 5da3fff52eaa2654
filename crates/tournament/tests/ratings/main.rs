//! Ratings, compared with another library, with a plain reference and with the truth of simulated fields; and properties
//! that hold for any results.

mod choix;
mod coverage;
mod fit;
mod free_for_all;
mod properties;
mod reference;
mod sparse;

use tournament::ratings::{Dispersion, PairResult, Placing, ProgressMonitor, Ratings, Results};
use tournament::{EncounterResult, EntrantIndex};

/// The result of two entrants.
fn pair(one: EntrantIndex, other: EntrantIndex, wins: u32, draws: u32, losses: u32) -> PairResult {
    PairResult { one, other, wins: wins.into(), draws: draws.into(), losses: losses.into() }
}

/// A placing of this many games.
fn placing(groups: &[&[EntrantIndex]], games: u32) -> Placing {
    Placing { groups: groups.iter().map(|group| group.to_vec()).collect(), games: games.into() }
}

/// All ratings, in Elo points.
fn elos(ratings: &Ratings) -> Vec<f64> {
    (0..ratings.results().entrants()).map(|one| ratings.elo(one)).collect()
}

/// The ratings from the results of pairs.
fn rated(entrants: usize, pairs: &[PairResult]) -> Ratings {
    Ratings::new(Results::new(entrants, pairs.to_vec(), []))
}

/// The ratings from these games. Games of the same setup may depend on each other.
fn by_setups(entrants: usize, played: &[EncounterResult]) -> Ratings {
    Ratings::of_setups(&Results::of(entrants, played), &Dispersion::of(played), ProgressMonitor::none())
        .expect("nothing stops it")
}

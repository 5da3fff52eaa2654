//! Ratings of results from elsewhere, to be held against other programs that fit the same models.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use clap::ValueEnum;
use tournament::ratings::{Confidence, ELO, PairResult, Ratings, Results};

/// Ranks are drawn from this.
const SEED: u64 = 1;

/// What is known before any result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Prior {
    /// The weak prior that tables are made with.
    Weak,
    /// Nothing, as most other programs have it.
    None,
}

/// A line of the file: what the games of two programs came to.
type Line = (String, String, f64, f64, f64);

/// Prints a line a program, in the order of names: its rating and the natural logarithm of its strength, both about the
/// mean of the field, the interval of 95%, and the ranks that are possible.
pub(crate) fn run(path: &Path, prior: Prior) -> Result<(), Box<dyn Error>> {
    let mut reader = csv::Reader::from_path(path)?;
    let lines: Vec<Line> = reader.deserialize().collect::<Result<_, _>>()?;
    for (at, (one, other, wins, draws, losses)) in lines.iter().enumerate() {
        let are_counts = [wins, draws, losses].iter().all(|count| count.is_finite() && **count >= 0.0);
        if one == other || !are_counts {
            let line = at + 2;
            return Err(format!("line {line}: expected two names and three counts of games from 0 on").into());
        }
    }
    let mut entrants: BTreeMap<&str, usize> = BTreeMap::new();
    for (one, other, ..) in &lines {
        entrants.extend([(one.as_str(), 0), (other.as_str(), 0)]);
    }
    entrants.values_mut().enumerate().for_each(|(number, entrant)| *entrant = number);
    let pairs = lines.iter().map(|(one, other, wins, draws, losses)| PairResult {
        one: entrants[one.as_str()],
        other: entrants[other.as_str()],
        wins: *wins,
        draws: *draws,
        losses: *losses,
    });
    let results = Results::new(entrants.len(), pairs, []);
    let ratings = match prior {
        Prior::Weak => Ratings::new(results),
        Prior::None => Ratings::without_prior(results)?,
    };
    let intervals = ratings.intervals(Confidence::P95);
    let ranks = ratings.ranks(Confidence::P95, SEED);
    println!("program,elo,strength,elo_low,elo_high,best_rank,worst_rank");
    for (name, &entrant) in &entrants {
        let (elo, interval, rank) = (ratings.elo(entrant), intervals[entrant], ranks[entrant]);
        let strength = elo / ELO;
        println!("{name},{elo},{strength},{},{},{},{}", interval.low, interval.high, rank.best, rank.worst);
    }
    Ok(())
}

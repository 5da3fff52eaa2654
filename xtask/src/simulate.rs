//! Measures how often ratings and tests are right, with invented tournaments whose true strengths are known.
//!
//! The library's tests do this with few runs. Here there are many, and further fields.

mod adaptive;
mod differences;
mod fit;
mod paired;
mod ratings;
mod sequential;

use clap::ValueEnum;

/// A table. A new one is a variant here, a line in [`run`] and a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Table {
    /// How often intervals for ratings and ranks hold the truth.
    Ratings,
    /// How often the intervals hold the truth where the two games of a setup depend on each other.
    Setups,
    /// How often the intervals hold the truth where few of all pairs met, and where one program beats all.
    Sparse,
    /// How often intervals of distances from one program hold the truth, and how often a program is wrongly called better.
    Differences,
    /// How often true models are said not to fit.
    Fit,
    /// How often the intervals hold the truth where a schedule pairs by results.
    Paired,
    /// How often the sequential test is wrong, and how long it takes.
    Sequential,
    /// How many games the adaptive schedule saves.
    Adaptive,
    /// How often the adaptive schedule is wrong in hard fields.
    Claims,
    /// All of them.
    All,
}

/// Prints a table; takes the number of runs and the seed.
type Print = fn(u32, u64);

/// Prints all tables, or one.
pub(crate) fn run(runs: u32, seed: u64, only: Option<Table>) {
    let tables: [(Table, Print); 9] = [
        (Table::Ratings, ratings::fields),
        (Table::Setups, ratings::setups),
        (Table::Sparse, ratings::sparse),
        (Table::Differences, differences::fields),
        (Table::Fit, fit::fields),
        (Table::Paired, paired::fields),
        (Table::Sequential, sequential::scenarios),
        (Table::Adaptive, adaptive::fields),
        (Table::Claims, adaptive::claims),
    ];
    for (_, print) in
        tables.iter().filter(|(table, _)| only.is_none_or(|only| only == Table::All || only == *table))
    {
        print(runs, seed);
        println!();
    }
}

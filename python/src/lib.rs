//! The native half of the Python package `bout`: play, replay, rate, count exactly, read records and breed.
//!
//! `bout/__init__.py` lists the public names. `bout/_native.pyi` has the types.

mod arguments;
mod arrays;
mod breeder;
mod errors;
mod exact;
mod games;
mod interruptible;
mod outcome;
mod pairs;
mod play;
mod program;
mod rate;
mod records;
mod replayed;
mod scores;
mod started;

use pyo3::prelude::*;

/// What is written in Rust.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::breeder::Breeder;
    #[pymodule_export]
    use super::exact::{Counts, exact};
    #[pymodule_export]
    use super::games::{GameInfo, examples, games};
    #[pymodule_export]
    use super::outcome::Outcome;
    #[pymodule_export]
    use super::play::{Results, play};
    #[pymodule_export]
    use super::program::{Diagnostic, Fix, Program, check, format};
    #[pymodule_export]
    use super::rate::{Ranking, Row, rate};
    #[pymodule_export]
    use super::records::{Record, read_records};
    #[pymodule_export]
    use super::replayed::{Difference, replay};
    #[pymodule_export]
    use super::scores::scores;
    #[pymodule_export]
    use super::started::{Boards, Match};
}

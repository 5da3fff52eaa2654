//! Generates programs at random and from other programs.

use std::sync::{Mutex, PoisonError};

use game::{Breeding, SeededRng};
use pyo3::prelude::*;

use crate::interruptible::briefly;
use crate::program::Program;
use crate::{arguments, errors};

/// Makes programs at random, changes and crosses them. The same seed makes the same programs.
#[pyclass(frozen, module = "bout")]
pub(crate) struct Breeder {
    game: &'static dyn ::games::RegisteredGame,
    breeding: &'static dyn Breeding,
    rng: Mutex<SeededRng>,
}

#[pymethods]
impl Breeder {
    #[new]
    #[pyo3(signature = (game, seed=1))]
    fn new(py: Python<'_>, game: &str, seed: u64) -> PyResult<Self> {
        let game = arguments::playable(py, game)?;
        let breeding = game.breeding().ok_or_else(|| {
            errors::unsupported(py, format!("programs of {} cannot be bred", game.info().title))
        })?;
        Ok(Self { game, breeding, rng: Mutex::new(SeededRng::for_setup(seed)) })
    }

    /// A program from nothing.
    fn random(&self, py: Python<'_>) -> PyResult<String> {
        self.draw(py, |rng| self.breeding.random(rng))
    }

    /// A program that differs from `parent` by a few changes.
    fn mutate(&self, parent: &Bound<'_, PyAny>) -> PyResult<String> {
        let canonical = Program::of(self.game, parent)?.participant.canonical;
        self.draw(parent.py(), |rng| self.breeding.mutated(&canonical, rng))
    }

    /// A program with parts of both.
    fn cross(&self, mother: &Bound<'_, PyAny>, father: &Bound<'_, PyAny>) -> PyResult<String> {
        let [one, other] = [mother, father].map(|parent| Program::of(self.game, parent));
        let [one, other] = [one?.participant.canonical, other?.participant.canonical];
        self.draw(mother.py(), |rng| self.breeding.crossed(&one, &other, rng))
    }

    /// The idea that a program follows, in a few words. A search that keeps the best of every niche finds different ideas.
    fn niche(&self, program: &Bound<'_, PyAny>) -> PyResult<String> {
        let canonical = Program::of(self.game, program)?.participant.canonical;
        briefly(program.py(), || self.breeding.niche(&canonical))
    }

    /// Parameters by which games of candidates are short.
    #[getter]
    fn quick_rules(&self) -> std::collections::BTreeMap<&'static str, u64> {
        self.breeding.quick_rules().iter().copied().collect()
    }

    fn __repr__(&self) -> String {
        format!("<Breeder of {}>", self.game.info().name)
    }
}

impl Breeder {
    fn draw(&self, py: Python<'_>, make: impl FnOnce(&mut SeededRng) -> String + Send) -> PyResult<String> {
        briefly(py, || make(&mut self.rng.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

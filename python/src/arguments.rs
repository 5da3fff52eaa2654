//! Converts arguments from Python to the types of the library.

use std::thread::available_parallelism;

use ::games::{REGISTRY, RegisteredGame, registry};
use game::{NamedLists, Rules};
use pyo3::prelude::*;
use referee::Lineup;
use tournament::ratings::Confidence;

use crate::errors;
use crate::program::Program;

/// Finds a game by name.
pub(crate) fn game(py: Python<'_>, name: &str) -> PyResult<&'static dyn RegisteredGame> {
    registry::by_name(name).ok_or_else(|| {
        let known = registry::names().join(", ");
        errors::settings(py, format!("there is no game `{name}`; there are: {known}"))
    })
}

/// Finds a game by name. Fails if the package cannot run its programs.
pub(crate) fn playable(py: Python<'_>, name: &str) -> PyResult<&'static dyn RegisteredGame> {
    let game = game(py, name)?;
    if !game.runs_foreign_code() {
        return Ok(game);
    }
    let here: Vec<&str> =
        REGISTRY.iter().filter(|game| !game.runs_foreign_code()).map(|game| game.info().name).collect();
    let (title, here) = (game.info().title, here.join(" and "));
    Err(errors::unsupported(
        py,
        format!(
            "{title} runs foreign code, which this package does not confine: play it with the command `bout play`, \
             and read its records here; here play {here}"
        ),
    ))
}

/// Reads a mapping of keys to parameters.
pub(crate) fn rules(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Rules> {
    let mut rules = Rules::new();
    let Some(given) = given else { return Ok(rules) };
    for item in given.call_method0("items")?.try_iter()? {
        let (key, value): (String, u64) = item?.extract()?;
        rules.add(&key, value).map_err(|error| errors::settings(py, error))?;
    }
    Ok(rules)
}

/// Reads a mapping of names to the lists of a setup.
pub(crate) fn lists(given: Option<&Bound<'_, PyAny>>) -> PyResult<NamedLists> {
    let mut lists = NamedLists::default();
    let Some(given) = given else { return Ok(lists) };
    for item in given.call_method0("items")?.try_iter()? {
        let (name, numbers): (String, Vec<u64>) = item?.extract()?;
        lists.set(name, numbers);
    }
    Ok(lists)
}

/// Reads a sequence of programs.
pub(crate) fn programs(
    game: &'static dyn RegisteredGame,
    given: &Bound<'_, PyAny>,
) -> PyResult<Vec<Program>> {
    if given.is_instance_of::<pyo3::types::PyString>() || given.is_instance_of::<pyo3::types::PyBytes>() {
        let message = "programs must be a list, even if it is of one program";
        return Err(pyo3::exceptions::PyTypeError::new_err(message));
    }
    given.try_iter()?.map(|program| Program::of(game, &program?)).collect()
}

/// A lineup of these programs.
pub(crate) fn lineup(
    py: Python<'_>,
    game: &'static dyn RegisteredGame,
    programs: &[Program],
    rules: &Rules,
) -> PyResult<Lineup<'static>> {
    let programs = programs.iter().map(|program| program.participant.clone()).collect();
    Lineup::new(game, programs, rules).map_err(|error| errors::settings(py, error))
}

/// Draws a setup from `seed`, and replaces its lists by those in `given`.
pub(crate) fn setup(lineup: &Lineup, given: &NamedLists, seed: u64) -> NamedLists {
    let mut setup = lineup.draw_setup(seed);
    for (name, numbers) in given.iter() {
        setup.set(name, numbers.to_vec());
    }
    setup
}

/// The number of threads to use: `wanted`, or by default one for each processor.
pub(crate) fn threads(py: Python<'_>, wanted: Option<usize>) -> PyResult<usize> {
    match wanted {
        Some(0) => Err(errors::settings(py, "`threads` is 0, but must be at least 1")),
        Some(threads) => Ok(threads),
        None => Ok(available_parallelism().map_or(1, Into::into)),
    }
}

/// Checks a number of games.
pub(crate) fn games(py: Python<'_>, games: u64) -> PyResult<u64> {
    if games == 0 { Err(errors::settings(py, "`games` is 0, but must be at least 1")) } else { Ok(games) }
}

/// Checks a confidence. The bounds are those of the command line.
pub(crate) fn confidence(py: Python<'_>, share: f64) -> PyResult<Confidence> {
    Confidence::new(share).filter(|_| (0.5..=0.9999).contains(&share)).ok_or_else(|| {
        errors::settings(py, format!("`confidence` is {share}, but must be from 0.5 to 0.9999"))
    })
}

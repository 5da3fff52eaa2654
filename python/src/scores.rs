//! Scores of programs against opponents, for example as the fitness in an evolutionary search.

use pyo3::prelude::*;
use tournament::{Encounter, EncounterResult, Scoring};

use crate::interruptible::interruptible;
use crate::pairs::{Entrants, games_per_pair};
use crate::{arguments, errors};

/// Points per game of every program against every opponent. A draw is half a point.
#[pyfunction]
#[pyo3(signature = (game, programs, opponents, *, seed=1, games=10, rules=None, threads=None))]
pub(crate) fn scores(
    game: &str,
    programs: &Bound<'_, PyAny>,
    opponents: &Bound<'_, PyAny>,
    seed: u64,
    games: u64,
    rules: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Vec<Vec<f64>>> {
    let py = programs.py();
    let game = arguments::playable(py, game)?;
    let games = games_per_pair(py, games)?;
    let mut all = arguments::programs(game, programs)?;
    let own = all.len();
    all.extend(arguments::programs(game, opponents)?);
    let entrants = Entrants::new(py, game, &all, arguments::rules(py, rules)?, seed)?;
    let threads = entrants.threads(py, threads)?;
    let by_place = entrants.by_place();
    let pairs = (0..own).flat_map(|one| (own..all.len()).map(move |other| (one, other)));
    let round = pairs.map(|(one, other)| Encounter::new(vec![by_place[one], by_place[other]], 0, games));
    let round: Vec<Encounter> = round.collect();
    let played = interruptible(py, |stop| entrants.play(round, threads, stop))?;
    let played = played.map_err(|error| errors::internal(py, error))?;
    let played = played.ok_or_else(|| errors::internal(py, "the games were stopped"))?;
    let mut cells = played.iter();
    let row = |one: usize| {
        cells.by_ref().take(all.len() - own).map(|result| points_per_game(result, by_place[one])).collect()
    };
    Ok((0..own).map(row).collect())
}

/// Points per game of `entrant` in an encounter.
pub(crate) fn points_per_game(result: &EncounterResult, entrant: usize) -> f64 {
    let EncounterResult { encounter, tally } = result;
    let member = usize::from(encounter.members[0] != entrant);
    let thousandths_of = tally.points(member, &Scoring::default());
    // Thousandths of a point are whole numbers, and in practice small enough for a float to be exact.
    #[allow(clippy::cast_precision_loss)]
    let share = |points: u128, games: u64| points as f64 / 1000.0 / games as f64;
    share(thousandths_of.in_thousandths(), tally.games)
}

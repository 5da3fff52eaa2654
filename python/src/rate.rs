//! Round robins, with ratings and confidence intervals.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use tournament::ratings::ProgressMonitor;
use tournament::schedule::{RoundRobin, Schedule};
use tournament::{
    ChanceSource, Encounter, EncounterResult, Games, IntervalBasis, Rankings, Rated, Scoring, Table, Tally,
};

use crate::arrays::{Column, Rows};
use crate::interruptible::{Stop, interruptible};
use crate::pairs::{Entrants, games_per_pair};
use crate::program::Program;
use crate::scores::points_per_game;
use crate::{arguments, errors};

/// A program in a ranking.
#[pyclass(frozen, get_all, module = "bout")]
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// 1 for the best; programs with the same score share a rank.
    rank: usize,
    /// The position at which the program was handed in.
    index: usize,
    /// The key that it was handed in with, or its name.
    name: String,
    /// A point for a win, half a point for a draw.
    points: f64,
    wins: f64,
    draws: f64,
    losses: f64,
    games: u64,
    /// The rating in Elo points; the mean of the field is 0.
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    best_rank: usize,
    worst_rank: usize,
    /// The likelihood that it is better than the program in the next row; `None` in the last one.
    better_than_next: Option<f64>,
}

#[pymethods]
impl Row {
    fn __repr__(&self) -> String {
        let Self { rank, name, elo, elo_low, elo_high, .. } = self;
        format!("<{rank}. {name}: {elo:.1} Elo, {elo_low:.1} to {elo_high:.1}>")
    }
}

/// The table of a round robin: a sequence of `Row`, the best first.
#[pyclass(frozen, sequence, module = "bout")]
pub(crate) struct Ranking {
    rows: Vec<Row>,
    scores: Vec<Vec<f64>>,
    basis: &'static str,
    ranks_hold: bool,
    confidence: f64,
}

#[pymethods]
impl Ranking {
    /// What intervals are about: `setups`, `field` or `results`.
    #[getter]
    fn basis(&self) -> &'static str {
        self.basis
    }

    /// Whether the ranges of ranks hold jointly.
    #[getter]
    fn ranks_hold(&self) -> bool {
        self.ranks_hold
    }

    /// The confidence of intervals.
    #[getter]
    fn confidence(&self) -> f64 {
        self.confidence
    }

    /// Points per game of each program against each other, in the order in which they were handed in; not a number
    /// against itself.
    #[getter]
    fn scores(&self) -> Vec<Vec<f64>> {
        self.scores.clone()
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __getitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<Row> {
        if let Ok(name) = key.extract::<String>() {
            let row = self.rows.iter().find(|row| row.name == name);
            return row.cloned().ok_or_else(|| PyKeyError::new_err(name.clone()));
        }
        let index: isize = key.extract()?;
        let from_end = |index: isize| self.rows.len().checked_sub(index.unsigned_abs());
        let index = if index < 0 { from_end(index) } else { Some(index.unsigned_abs()) };
        let row = index.and_then(|index| self.rows.get(index));
        row.cloned().ok_or_else(|| PyIndexError::new_err("there are fewer programs"))
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rows = slf.get().rows.iter().map(|row| Bound::new(slf.py(), row.clone()));
        let rows = rows.collect::<PyResult<Vec<_>>>()?;
        Ok(pyo3::types::PyList::new(slf.py(), rows)?.try_iter()?.into_any())
    }

    /// The table as a structured array.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let longest = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        let whole = ["rank", "index"].map(|name| Column::one(name, "<u4"));
        let name = [Column::text("name", longest)];
        let shares = ["points", "wins", "draws", "losses"].map(|name| Column::one(name, "<f8"));
        let games = [Column::one("games", "<u8")];
        let ratings = ["elo", "elo_low", "elo_high"].map(|name| Column::one(name, "<f8"));
        let ranks = ["best_rank", "worst_rank"].map(|name| Column::one(name, "<u4"));
        let last = [Column::one("better_than_next", "<f8")];
        let columns: Vec<Column> = whole
            .into_iter()
            .chain(name)
            .chain(shares)
            .chain(games)
            .chain(ratings)
            .chain(ranks)
            .chain(last)
            .collect();
        let mut rows = Rows::default();
        for row in &self.rows {
            rows.whole([row.rank, row.index]);
            rows.text(&row.name, longest);
            rows.shares([row.points, row.wins, row.draws, row.losses]);
            rows.bytes(row.games.to_le_bytes());
            rows.shares([row.elo, row.elo_low, row.elo_high]);
            rows.whole([row.best_rank, row.worst_rank]);
            rows.shares([row.better_than_next.unwrap_or(f64::NAN)]);
        }
        rows.into_array(py, &columns)
    }

    fn __repr__(&self) -> String {
        let best = self.rows.first().map_or("nobody".into(), |row| row.name.clone());
        format!("<Ranking of {} programs, led by {best}>", self.rows.len())
    }
}

/// How to determine the score of a pair.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    Sampled,
    Exact,
}

/// Plays a round robin and rates the programs.
#[pyfunction]
#[pyo3(signature = (game, programs, *, seed=1, games=10, score="sampled", confidence=0.95, rules=None, threads=None))]
#[allow(clippy::too_many_arguments, reason = "they are keywords of a Python function")]
pub(crate) fn rate(
    game: &str,
    programs: &Bound<'_, PyAny>,
    seed: u64,
    games: u64,
    score: &str,
    confidence: f64,
    rules: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
) -> PyResult<Ranking> {
    let py = programs.py();
    let game = arguments::playable(py, game)?;
    let games = games_per_pair(py, games)?;
    let confidence = arguments::confidence(py, confidence)?;
    let score = match score {
        "sampled" => Score::Sampled,
        "exact" => Score::Exact,
        _ => return Err(errors::settings(py, format!("`score` is `{score}`, but must be sampled or exact"))),
    };
    let (names, given) = named(game, programs)?;
    if given.len() < 2 {
        let message = format!("a round robin needs at least 2 programs, but got {}", given.len());
        return Err(errors::settings(py, message));
    }
    let entrants = Entrants::new(py, game, &given, arguments::rules(py, rules)?, seed)?;
    let threads = entrants.threads(py, threads)?;
    let rated = interruptible(py, |stop| {
        let mut schedule = RoundRobin::new(given.len(), games);
        let round = schedule.next_round(&[]);
        let played = match score {
            Score::Sampled => entrants.play(round, threads, stop)?,
            Score::Exact => counted(&entrants, round, threads, stop)?,
        };
        let Some(played) = played else { return Ok(None) };
        let luck =
            if game.info().answers_tell_all { ChanceSource::InAnswers } else { ChanceSource::InSetups };
        let (stop, unheard) = (|| stop(), |_| ());
        let monitor = ProgressMonitor::new(&stop, &unheard);
        let rankings = Rankings::compute(given.len(), &played, luck, confidence, seed, monitor);
        Ok(rankings.ok().map(|rankings| (played, rankings)))
    })?;
    let rated = rated.map_err(|error: String| errors::internal(py, error))?;
    let (played, rankings) = rated.ok_or_else(|| errors::internal(py, "the games were stopped"))?;
    Ok(ranking(&entrants, &names, &played, &rankings))
}

/// Reads programs and their names, from a mapping of names to programs or from a sequence of programs.
fn named(
    game: &'static dyn ::games::RegisteredGame,
    given: &Bound<'_, PyAny>,
) -> PyResult<(Vec<String>, Vec<Program>)> {
    if !given.hasattr("items")? {
        let programs = arguments::programs(game, given)?;
        return Ok((programs.iter().map(Program::name).collect(), programs));
    }
    let mut found = (Vec::new(), Vec::new());
    for item in given.call_method0("items")?.try_iter()? {
        let (name, program): (String, Bound<'_, PyAny>) = item?.extract()?;
        found.0.push(name);
        found.1.push(Program::of(game, &program)?);
    }
    Ok(found)
}

/// Scores these encounters exactly: counts the results of every setup, in both orders. Returns `None` if
/// stopped.
fn counted(
    entrants: &Entrants,
    round: Vec<Encounter>,
    threads: usize,
    stop: Stop,
) -> Result<Option<Vec<EncounterResult>>, String> {
    let mut played = Vec::with_capacity(round.len());
    for encounter in round {
        let (one, other) = (encounter.members[0], encounter.members[1]);
        let mut counts = Vec::new();
        for (first, second) in [(one, other), (other, one)] {
            let programs = entrants.pair(first, second);
            let lineup = game::AnyGame::lineup(entrants.game, &programs, &entrants.rules);
            let census = lineup.map_err(|error| error.to_string())?.census();
            let census = census.ok_or("the setups of this game cannot be counted: use score=\"sampled\"")?;
            let parallelism = jobs::Parallelism { threads, chunk: 1, stop };
            let Some(sum) = jobs::count(census.as_ref(), parallelism, |_| ()) else { return Ok(None) };
            counts.push(sum);
        }
        let tally = Tally::exact(encounter.matches(), [counts[0], counts[1]]);
        played.push(EncounterResult { encounter, tally });
    }
    Ok(Some(played))
}

fn ranking(
    entrants: &Entrants,
    names: &[String],
    played: &[EncounterResult],
    rankings: &Rankings,
) -> Ranking {
    let fixed = tournament::Ranking::Score;
    let table = Table::new(names.len(), played, &BTreeMap::new(), &Scoring::default(), &fixed);
    let mut order: Vec<&tournament::Row> = table.rows.iter().collect();
    order.sort_by_key(|row| (row.rank, entrants.handed_in[row.entrant]));
    let in_order: Vec<usize> = order.iter().map(|row| row.entrant).collect();
    let better = rankings.likelihoods_in_order(&in_order).into_iter().map(Some).chain([None]);
    let row = |(row, better): (&&tournament::Row, Option<f64>)| {
        let index = entrants.handed_in[row.entrant];
        row_of(row, &rankings.entrants[row.entrant], index, &names[index], better)
    };
    let rows = order.iter().zip(better).map(row).collect();
    let basis = match rankings.basis {
        IntervalBasis::Setups => "setups",
        IntervalBasis::Field => "field",
        IntervalBasis::Results => "results",
    };
    let scores = cross(entrants, played);
    let (ranks_hold, confidence) = (rankings.ranks_hold(), rankings.confidence.share());
    Ranking { rows, scores, basis, ranks_hold, confidence }
}

fn row_of(row: &tournament::Row, rated: &Rated, index: usize, name: &str, better: Option<f64>) -> Row {
    let standing = &row.standing;
    let [wins, draws, losses] = [standing.wins, standing.draws, standing.losses].map(games);
    Row {
        rank: row.rank,
        index,
        name: name.to_owned(),
        points: thousandths(standing.points.in_thousandths()),
        wins,
        draws,
        losses,
        games: standing.games,
        elo: rated.elo,
        elo_low: rated.interval.low,
        elo_high: rated.interval.high,
        best_rank: rated.ranks.best,
        worst_rank: rated.ranks.worst,
        better_than_next: better,
    }
}

/// Converts a number of games, rounded to thousandths as on the command line. Exact scores have fractions of
/// games.
fn games(games: Games) -> f64 {
    thousandths(games.in_thousandths())
}

#[allow(clippy::cast_precision_loss, reason = "nobody plays as many games as a float cannot count")]
fn thousandths(thousandths: u128) -> f64 {
    thousandths as f64 / 1000.0
}

/// Points per game of each program against each other, indexed by their positions in the input.
fn cross(entrants: &Entrants, played: &[EncounterResult]) -> Vec<Vec<f64>> {
    let size = entrants.handed_in.len();
    let mut scores = vec![vec![f64::NAN; size]; size];
    for result in played {
        let (one, other) = (result.encounter.members[0], result.encounter.members[1]);
        let [row, column] = [one, other].map(|entrant| entrants.handed_in[entrant]);
        scores[row][column] = points_per_game(result, one);
        scores[column][row] = points_per_game(result, other);
    }
    scores
}

//! The rows of a stage.

use std::path::Path;

use contests::rows::Decimal;
use contests::watch::{ChangedOpponent, Opponent, StageResults};
use serde::Serialize;
use tournament::HeadToHead;

use super::Stage;
use crate::output::Row;

/// A stage of a version.
#[derive(Serialize)]
pub(super) struct StageRow<'a> {
    program: &'a str,
    games: u64,
    #[serde(rename = "final")]
    is_final: bool,
    rank: Option<usize>,
    of: Option<usize>,
    previous_rank: Option<usize>,
    start_rank: Option<usize>,
    would_enter: Option<bool>,
    elo: Option<Decimal>,
    elo_low: Option<Decimal>,
    elo_high: Option<Decimal>,
    points: Decimal,
    score: Option<Decimal>,
    wins: Decimal,
    draws: Decimal,
    losses: Decimal,
    voids: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
    pushed_off: Option<&'a [String]>,
    lost: Vec<ChangeRow<'a>>,
    gained: Vec<ChangeRow<'a>>,
    worst: Vec<OpponentRow<'a>>,
}

/// The columns of CSV, without the elapsed time.
const COLUMNS: [&str; 17] = [
    "program",
    "games",
    "final",
    "rank",
    "of",
    "previous_rank",
    "start_rank",
    "would_enter",
    "elo",
    "elo_low",
    "elo_high",
    "points",
    "score",
    "wins",
    "draws",
    "losses",
    "voids",
];

/// An opponent against which the score changed.
#[derive(Serialize)]
struct ChangeRow<'a> {
    #[serde(flatten)]
    opponent: OpponentRow<'a>,
    previous_score: Decimal,
}

/// The score against an opponent.
#[derive(Serialize)]
struct OpponentRow<'a> {
    program: &'a str,
    score: Option<Decimal>,
    wins: Decimal,
    draws: Decimal,
    losses: Decimal,
    record: Option<String>,
}

impl<'a> StageRow<'a> {
    pub(super) fn new(stage: &'a Stage) -> Self {
        let figures = stage.figures;
        let (standing, place) = (&figures.standing, figures.place.as_ref());
        let change = |change: &'a ChangedOpponent, record| ChangeRow {
            opponent: OpponentRow::new(change.opponent, record),
            previous_score: Decimal::thousandths(change.before),
        };
        Self {
            program: stage.program,
            games: figures.games,
            is_final: figures.is_final(),
            rank: figures.rank(),
            of: place.map(|place| place.of),
            previous_rank: stage.previous.and_then(StageResults::rank),
            start_rank: stage.start.or(stage.previous).and_then(StageResults::rank),
            would_enter: place.map(|place| place.would_enter),
            elo: place.map(|place| Decimal::elo(place.elo)),
            elo_low: place.map(|place| Decimal::elo(place.interval.low)),
            elo_high: place.map(|place| Decimal::elo(place.interval.high)),
            points: standing.points.into(),
            score: figures.score_thousandths().map(Decimal::thousandths),
            wins: standing.wins.into(),
            draws: standing.draws.into(),
            losses: standing.losses.into(),
            voids: figures.voids,
            ms: stage.elapsed.map(|elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)),
            pushed_off: place.map(|place| place.pushed_off.as_slice()),
            lost: stage.lost.iter().map(|(one, record)| change(one, record.as_deref())).collect(),
            gained: stage.gained.iter().map(|one| change(one, None)).collect(),
            worst: stage.worst.iter().map(|(one, record)| OpponentRow::new(one, record.as_deref())).collect(),
        }
    }

    /// Returns the columns of CSV.
    pub(super) fn columns(&self) -> Vec<&'static str> {
        COLUMNS.into_iter().chain(self.ms.map(|_| "ms")).collect()
    }
}

impl Row for StageRow<'_> {}

impl<'a> OpponentRow<'a> {
    fn new(opponent: &'a Opponent, record: Option<&Path>) -> Self {
        let HeadToHead { ahead, level, behind, .. } = opponent.score;
        Self {
            program: &opponent.program,
            score: opponent.score.score_thousandths().map(Decimal::thousandths),
            wins: ahead.into(),
            draws: level.into(),
            losses: behind.into(),
            record: record.map(|record| record.display().to_string()),
        }
    }
}

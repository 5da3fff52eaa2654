//! The output of `bout rate`.

use contests::Failure;
use contests::rows::Decimal;
use serde::Serialize;
use serde_json::Value;
use tournament::ratings::{EloInterval, RankInterval};

use super::Rated;
use crate::cli::RateArgs;
use crate::fitted_table::{Column, Importance, formatted};
use crate::output::{Output, Printer, Row, cells};
use crate::rankings::{better_than_next, ends, signed};
use crate::window;

/// Ratings to print.
pub(super) struct Report<'a> {
    pub(super) args: &'a RateArgs,
    /// The players' names by their numbers.
    pub(super) players: &'a [&'a str],
    pub(super) rated: &'a Rated,
}

/// The rating of a player.
#[derive(Serialize)]
struct PlayerRow<'a> {
    player: &'a str,
    games: f64,
    score: f64,
    elo: Decimal,
    elo_low: Decimal,
    elo_high: Decimal,
    best_rank: usize,
    worst_rank: usize,
    /// The probability that it is better than the next one; the last one has none.
    better_than_next: Option<Decimal>,
    #[serde(skip)]
    rating: (f64, EloInterval),
}

/// The JSON document.
#[derive(Serialize)]
struct Document {
    confidence: f64,
    players: Vec<Value>,
}

/// The columns of CSV.
const COLUMNS: [&str; 9] =
    ["player", "games", "score", "elo", "elo_low", "elo_high", "best_rank", "worst_rank", "better_than_next"];

impl Row for PlayerRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        // Whole numbers of games have no decimals.
        let cell = |column: &&str| match *column {
            "games" => self.games.to_string(),
            "score" => self.score.to_string(),
            "better_than_next" => {
                self.better_than_next.as_ref().map_or_else(String::new, |better| better.as_str().to_owned())
            }
            column => cells(self, &[column]).concat(),
        };
        vec![columns.iter().map(cell).collect()]
    }
}

impl Report<'_> {
    /// Prints all players, the best first.
    pub(super) fn print(&self) -> Result<(), Failure> {
        let rows = self.rows();
        let mut printer = Printer::new(self.args.output.form, Output::stdout());
        printer.text(|output| output.line(self.table(&rows)))?;
        printer.columns(&COLUMNS)?;
        rows.iter().try_for_each(|row| printer.row(row))?;
        let confidence = self.args.confidence.share();
        printer.document(|players| Document { confidence, players })?;
        printer.flush()
    }

    fn rows(&self) -> Vec<PlayerRow<'_>> {
        let Rated { ratings, elos, ranks, better_than_next } = self.rated;
        let row = |(at, entrant): (usize, usize)| {
            let (mut games, mut score) = (0.0, 0.0);
            for pair in ratings.results().pairs() {
                if pair.one == entrant || pair.other == entrant {
                    let own = if pair.one == entrant { *pair } else { pair.reversed() };
                    games += own.games();
                    score += own.wins + own.draws / 2.0;
                }
            }
            let (elo, interval) = elos[entrant];
            let RankInterval { best, worst } = ranks[entrant];
            PlayerRow {
                player: self.players[entrant],
                games,
                score,
                elo: Decimal::elo(elo),
                elo_low: Decimal::elo(interval.low),
                elo_high: Decimal::elo(interval.high),
                best_rank: best,
                worst_rank: worst,
                better_than_next: better_than_next.get(at).copied().map(Decimal::share),
                rating: (elo, interval),
            }
        };
        ratings.order().into_iter().enumerate().map(row).collect()
    }

    fn table(&self, rows: &[PlayerRow]) -> String {
        let column = |title: &str, importance, cell: &dyn Fn(&PlayerRow) -> String| {
            Column::new(title, importance, rows.iter().map(cell).collect())
        };
        let percent = format!("{}%", self.args.confidence.share() * 100.0);
        let columns = vec![
            column("player", Importance::Most, &|row| row.player.to_owned()),
            column("games", Importance::Little, &|row| row.games.to_string()),
            column("score", Importance::Some, &|row| row.score.to_string()),
            column("elo", Importance::Most, &|row| signed(row.rating.0)),
            column(&percent, Importance::Much, &|row| ends(row.rating.1)),
            column("ranks", Importance::Some, &|row| {
                let PlayerRow { best_rank, worst_rank, .. } = row;
                if best_rank == worst_rank {
                    best_rank.to_string()
                } else {
                    format!("{best_rank}-{worst_rank}")
                }
            }),
            better_than_next(&self.rated.better_than_next),
        ];
        formatted(columns, &["player"], window::table_width(self.args.output.wide))
    }
}

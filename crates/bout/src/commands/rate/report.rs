//! The output of `bout rate`.

use contests::Failure;
use contests::hill::history::tenths;
use serde_json::{Value, json};
use tournament::ratings::{Interval, RankInterval};

use super::Rated;
use crate::cli::RateArgs;
use crate::fitted_table::{Column, Importance, formatted};
use crate::output::{Form, Output};
use crate::rankings::{BETTER_THAN_NEXT, better_than_next, ends, points, share, signed};
use crate::window;

/// Ratings to print.
pub(super) struct Report<'a> {
    pub(super) args: &'a RateArgs,
    /// The players' names by their numbers.
    pub(super) players: &'a [&'a str],
    pub(super) rated: &'a Rated,
}

/// The rating of a player.
struct Row<'a> {
    player: &'a str,
    games: f64,
    score: f64,
    elo: f64,
    interval: Interval,
    ranks: RankInterval,
    /// The probability that it is better than the next one; the last one has none.
    better_than_next: Option<f64>,
}

impl Report<'_> {
    /// Prints all players, the best first.
    pub(super) fn print(&self) -> Result<(), Failure> {
        let rows = self.rows();
        let mut output = Output::stdout();
        match self.args.output.form {
            Form::Text => output.line(self.table(&rows))?,
            Form::Json => {
                let confidence = self.args.confidence.share();
                let players: Vec<Value> = rows.iter().map(json_of).collect();
                output.document(&json!({"confidence": confidence, "players": players}))?;
            }
            Form::Jsonl => rows.iter().try_for_each(|row| output.json_line(&json_of(row)))?,
            Form::Csv => {
                let header = [
                    "player",
                    "games",
                    "score",
                    "elo",
                    "elo_low",
                    "elo_high",
                    "best_rank",
                    "worst_rank",
                    BETTER_THAN_NEXT,
                ];
                output.csv(&header.map(String::from))?;
                rows.iter().try_for_each(|row| output.csv(&cells(row)))?;
            }
        }
        output.flush()
    }

    fn rows(&self) -> Vec<Row<'_>> {
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
            let (ranks, better_than_next) = (ranks[entrant], better_than_next.get(at).copied());
            Row { player: self.players[entrant], games, score, elo, interval, ranks, better_than_next }
        };
        ratings.order().into_iter().enumerate().map(row).collect()
    }

    fn table(&self, rows: &[Row]) -> String {
        let column = |title: &str, importance, cell: &dyn Fn(&Row) -> String| {
            Column::new(title, importance, rows.iter().map(cell).collect())
        };
        let percent = format!("{}%", self.args.confidence.share() * 100.0);
        let columns = vec![
            column("player", Importance::Most, &|row| row.player.to_owned()),
            column("games", Importance::Little, &|row| row.games.to_string()),
            column("score", Importance::Some, &|row| row.score.to_string()),
            column("elo", Importance::Most, &|row| signed(row.elo)),
            column(&percent, Importance::Much, &|row| ends(row.interval)),
            column("ranks", Importance::Some, &|row| {
                let RankInterval { best, worst } = row.ranks;
                if row.ranks.is_settled() { best.to_string() } else { format!("{best}-{worst}") }
            }),
            better_than_next(&self.rated.better_than_next),
        ];
        formatted(columns, &["player"], window::table_width(self.args.output.wide))
    }
}

fn json_of(row: &Row) -> Value {
    let Row { player, games, score, elo, interval, ranks, better_than_next } = row;
    json!({
        "player": player, "games": games, "score": score, "elo": tenths(*elo), "elo_low": tenths(interval.low),
        "elo_high": tenths(interval.high), "best_rank": ranks.best, "worst_rank": ranks.worst,
        BETTER_THAN_NEXT: better_than_next.map(|better| (better * 1e4).round() / 1e4),
    })
}

fn cells(row: &Row) -> Vec<String> {
    let Row { player, games, score, elo, interval, ranks, better_than_next } = row;
    let elos = [*elo, interval.low, interval.high].map(points);
    let ranks = [ranks.best, ranks.worst].map(|rank| rank.to_string());
    let counts = [games, score].map(ToString::to_string);
    let better = better_than_next.map_or(String::new(), share);
    [(*player).to_owned()].into_iter().chain(counts).chain(elos).chain(ranks).chain([better]).collect()
}

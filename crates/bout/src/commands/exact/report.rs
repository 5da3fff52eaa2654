//! The output of `bout exact`.

use std::time::Duration;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use contests::Failure;
use contests::contest::Contest;
use contests::programs::Entrant;
use contests::rows::{Parameters, micros};
use game::Counts;
use game::text::{grouped, one_line};
use serde::Serialize;

use crate::names::{align_numbers, trimmed};
use crate::output::{Output, OutputFormat, Printer, Row, cells};

/// A census to print.
pub(super) struct Report<'a> {
    pub(super) contest: &'a Contest,
    /// The programs in the order of their seats.
    pub(super) entrants: [&'a Entrant; 2],
    pub(super) counts: Counts,
    /// The elapsed time, if it is to be shown.
    pub(super) elapsed: Option<Duration>,
}

impl Report<'_> {
    pub(super) fn print(&self, form: OutputFormat) -> Result<(), Failure> {
        let row = self.row()?;
        let mut printer = Printer::new(form, Output::stdout());
        printer.text(|output| self.text(output, &row))?;
        printer.single(&row)?;
        let columns = ["first", "second", "placements", "first_wins", "second_wins", "draws"];
        printer
            .columns(&columns.into_iter().chain(row.elapsed_us.map(|_| "elapsed_us")).collect::<Vec<_>>())?;
        printer.csv_row(&row)?;
        printer.flush()
    }

    fn row(&self) -> Result<CensusRow<'_>, Failure> {
        let Counts { wins, draws } = self.counts;
        Ok(CensusRow {
            game: self.contest.game.info().name,
            programs: self.entrants.map(|entrant| entrant.path.as_str()),
            rules: Parameters(self.contest.parameters(2)?),
            placements: self.counts.setups(),
            wins,
            draws,
            elapsed_us: self.elapsed.map(micros),
        })
    }

    fn text(&self, output: &mut Output, row: &CensusRow) -> Result<(), Failure> {
        let parameters = row.rules.0.iter().map(|(key, value)| format!("{key} {}", grouped(*value)));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let (game, setups) = (row.game, grouped(row.placements));
        let timing = row.elapsed_us.map_or(String::new(), |elapsed| format!(" in {} µs", grouped(elapsed)));
        output.line(format_args!("{game}, {parameters}: all {setups} setups{timing}\n"))?;
        output.line(self.table())?;
        let (first, second) = (score(self.counts, 0), score(self.counts, 1));
        let [one, other] = self.entrants.map(|entrant| one_line(&entrant.name));
        output.line(format_args!("\nExpected score: {one} {}, {other} {}", decimal(first), decimal(second)))
    }

    fn table(&self) -> String {
        let mut table = Table::new();
        table.load_style(NOTHING).set_header(["seat", "program", "author", "wins", "wins %"]);
        let all = self.counts.setups();
        for (seat, (entrant, wins)) in self.entrants.iter().zip(self.counts.wins).enumerate() {
            let author = entrant.program.metadata.author.as_deref().map(one_line).unwrap_or_default();
            table.add_row([
                seat.to_string(),
                one_line(&entrant.name),
                author,
                grouped(wins),
                percent(wins, all),
            ]);
        }
        let draws = self.counts.draws;
        table.add_row([String::new(), "draws".into(), String::new(), grouped(draws), percent(draws, all)]);
        align_numbers(&mut table, 3);
        trimmed(&table)
    }
}

/// The outcomes of all setups of two programs.
#[derive(Serialize)]
struct CensusRow<'a> {
    game: &'static str,
    programs: [&'a str; 2],
    rules: Parameters,
    placements: u64,
    wins: [u64; 2],
    draws: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_us: Option<u64>,
}

impl Row for CensusRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let cell = |column: &&str| match *column {
            "first" => self.programs[0].to_owned(),
            "second" => self.programs[1].to_owned(),
            "first_wins" => self.wins[0].to_string(),
            "second_wins" => self.wins[1].to_string(),
            column => cells(self, &[column]).concat(),
        };
        vec![columns.iter().map(cell).collect()]
    }
}

/// Returns the score of a seat in millionths, rounded to the nearest. A draw counts half.
fn score(counts: Counts, seat: usize) -> u128 {
    let half_points = u128::from(2 * counts.wins[seat] + counts.draws);
    let all = u128::from(counts.setups());
    (half_points * 1_000_000 + all).checked_div(2 * all).unwrap_or(0)
}

fn decimal(millionths: u128) -> String {
    format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
}

/// Formats `part` of `whole` in percent. Four decimals show even a single setup in a million.
fn percent(part: u64, whole: u64) -> String {
    let (part, whole) = (u128::from(part), u128::from(whole));
    let millionths = (part * 1_000_000 + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{}.{:04}", millionths / 10_000, millionths % 10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_shares_are_rounded_to_the_nearest() {
        let counts = Counts { wins: [9, 1], draws: 2 };
        assert_eq!([0, 1].map(|seat| decimal(score(counts, seat))), ["0.833333", "0.166667"]);
        assert_eq!([percent(1, 3), percent(12, 12), percent(0, 5)], ["33.3333", "100.0000", "0.0000"]);
    }

    #[test]
    fn the_bomber_of_the_document_is_seen_not_to_win_always() {
        assert_eq!(percent(16_744_463, 16_748_556), "99.9756");
    }
}

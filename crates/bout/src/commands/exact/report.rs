//! The output of `bout exact`.

use std::time::Duration;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use contests::Failure;
use contests::contest::Contest;
use contests::programs::Entrant;
use game::Counts;
use game::text::{grouped, one_line};
use serde_json::{Value, json};

use crate::names::{align_numbers, trimmed};
use crate::output::{Form, Output};

/// A census to print.
pub(super) struct Report<'a> {
    pub(super) contest: &'a Contest,
    /// The programs by seat.
    pub(super) entrants: [&'a Entrant; 2],
    pub(super) counts: Counts,
    /// The elapsed time, if it is to be shown.
    pub(super) elapsed: Option<Duration>,
}

impl Report<'_> {
    pub(super) fn print(&self, form: Form) -> Result<(), Failure> {
        let mut output = Output::stdout();
        match form {
            Form::Text => self.text(&mut output)?,
            Form::Json => output.document(&self.document()?)?,
            Form::Jsonl => output.line(self.document()?)?,
            Form::Csv => self.csv(&mut output)?,
        }
        output.flush()
    }

    fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let parameters = self.contest.parameters(2)?.into_iter();
        let parameters = parameters.map(|(key, value)| format!("{key} {}", grouped(value)));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let game = self.contest.game.info().name;
        let setups = grouped(self.counts.setups());
        let timing =
            self.elapsed.map_or(String::new(), |elapsed| format!(" in {} µs", grouped(micros(elapsed))));
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

    fn document(&self) -> Result<Value, Failure> {
        let Counts { wins, draws } = self.counts;
        let parameters = self.contest.parameters(2)?.into_iter();
        let parameters = parameters.map(|(key, value)| (key.to_owned(), Value::from(value)));
        let mut document = json!({
            "game": self.contest.game.info().name,
            "programs": self.entrants.map(|entrant| entrant.path.as_str()),
            "rules": parameters.collect::<serde_json::Map<_, _>>(),
            "placements": self.counts.setups(),
            "wins": wins,
            "draws": draws,
        });
        if let Some(elapsed) = self.elapsed {
            document["elapsed_us"] = micros(elapsed).into();
        }
        Ok(document)
    }

    fn csv(&self, output: &mut Output) -> Result<(), Failure> {
        let timing = self.elapsed.map(micros);
        let header =
            ["first", "second", "placements", "first_wins", "second_wins", "draws"].map(String::from);
        output.csv(&header.into_iter().chain(timing.map(|_| "elapsed_us".into())).collect::<Vec<_>>())?;
        let Counts { wins, draws } = self.counts;
        let counts = [self.counts.setups(), wins[0], wins[1], draws].into_iter().chain(timing);
        let paths = self.entrants.iter().map(|entrant| entrant.path.clone());
        output.csv(&paths.chain(counts.map(|count| count.to_string())).collect::<Vec<_>>())
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

/// Formats `part` of `whole` in percent with four decimals, so that one of millions of setups is visible.
fn percent(part: u64, whole: u64) -> String {
    let (part, whole) = (u128::from(part), u128::from(whole));
    let millionths = (part * 1_000_000 + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{}.{:04}", millionths / 10_000, millionths % 10_000)
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
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

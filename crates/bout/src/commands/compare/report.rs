//! The output of `bout compare`.

mod rows;
mod words;

use std::time::Duration;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use contests::Failure;
use contests::compare::{Comparison, ComparisonState, OpponentTotals, RoundResult, VersionTotals};
use contests::programs::Entrant;
use contests::rows::micros;
use game::text::{grouped, one_line};

use crate::cli::{CompareArgs, CompareQuestion};
use crate::names::{align_numbers, trimmed};
use crate::output::{Output, Printer, note};

use rows::{ComparisonRow, OPPONENT_COLUMNS, OpponentRow, RoundRow};
pub(super) use words::signed;

/// Prints a comparison in the requested format.
pub(super) struct Report<'a> {
    args: &'a CompareArgs,
    comparison: &'a Comparison,
    question: CompareQuestion,
    printer: Printer,
}

impl<'a> Report<'a> {
    pub(super) fn new(args: &'a CompareArgs, comparison: &'a Comparison) -> Result<Self, Failure> {
        let question = args.question();
        let mut printer = Printer::new(args.playing.output.form, Output::stdout());
        printer.text(|output| {
            output.people(words::question(comparison, question, args.gap))?;
            output.flush()
        })?;
        Ok(Self { args, comparison, question, printer })
    }

    /// Prints a round. Only JSON lines show single rounds.
    pub(super) fn add(&mut self, state: &ComparisonState, round: &RoundResult) -> Result<(), Failure> {
        self.printer.line(&RoundRow::new(state, round))
    }

    /// Prints the result at the end.
    pub(super) fn finish(
        &mut self,
        state: &ComparisonState,
        elapsed: Option<Duration>,
    ) -> Result<(), Failure> {
        self.finish_text(state, elapsed)?;
        let comparison = ComparisonRow::new(self.args, self.comparison, self.question, state, elapsed);
        self.printer.summary(&comparison)?;
        self.printer.document(|_| comparison)?;
        self.finish_csv(state)?;
        self.printer.flush()
    }

    fn finish_text(&mut self, state: &ComparisonState, elapsed: Option<Duration>) -> Result<(), Failure> {
        let table = (state.rounds() > 0).then(|| self.table(state));
        self.printer.text(|output| {
            words::answer(self.args, self.comparison, state)
                .iter()
                .try_for_each(|line| output.people(line))?;
            if let Some(elapsed) = elapsed {
                output.line(format_args!("{} µs", grouped(micros(elapsed))))?;
            }
            table.map_or(Ok(()), |table| output.line(format_args!("\n{table}")))
        })
    }

    /// Returns a table with one line per opponent, largest gain of the new version first.
    fn table(&self, state: &ComparisonState) -> String {
        let mut table = Table::new();
        let header = ["opponent", "new: W-D-L", "score", "old: W-D-L", "score", "difference"];
        table.load_style(NOTHING).set_header(header);
        let (mut new, mut old) = (VersionTotals::default(), VersionTotals::default());
        for (at, standing) in by_gain(state) {
            let difference = standing.difference();
            table.add_row(row(&self.label(at), standing.new, standing.old, difference));
            new += standing.new;
            old += standing.old;
        }
        if self.comparison.opponents.len() > 1 {
            table.add_row(row("all", new, old, state.progress().difference));
        }
        align_numbers(&mut table, 1);
        trimmed(&table)
    }

    /// Returns the name of an opponent for people, with its file if the name is not unique.
    fn label(&self, at: usize) -> String {
        let Entrant { name, path, .. } = &self.comparison.opponents[at];
        let same = self.comparison.opponents.iter().filter(|other| other.name == *name).count();
        if same > 1 { format!("{name} ({})", one_line(path)) } else { name.clone() }
    }

    /// Prints CSV. The answer goes to standard error, so that standard output is a single table.
    fn finish_csv(&mut self, state: &ComparisonState) -> Result<(), Failure> {
        if !self.printer.is_csv() {
            return Ok(());
        }
        self.printer.columns(&OPPONENT_COLUMNS)?;
        for (at, standing) in by_gain(state) {
            self.printer.csv_row(&OpponentRow::new(&self.comparison.opponents[at], standing))?;
        }
        for line in words::answer(self.args, self.comparison, state) {
            note(&line);
        }
        Ok(())
    }
}

/// Returns the opponents, largest gain of the new version first.
fn by_gain(state: &ComparisonState) -> impl Iterator<Item = (usize, &OpponentTotals)> {
    let mut standings: Vec<(usize, &OpponentTotals)> = state.standings().iter().enumerate().collect();
    standings.sort_by(|(_, one), (_, other)| other.difference().total_cmp(&one.difference()));
    standings.into_iter()
}

fn row(label: &str, new: VersionTotals, old: VersionTotals, difference: f64) -> [String; 6] {
    let counts = |tally: VersionTotals| {
        format!("{}-{}-{}", grouped(tally.wins), grouped(tally.draws), grouped(tally.losses))
    };
    let score = |tally: VersionTotals| format!("{:.3}", tally.score());
    [label.to_owned(), counts(new), score(new), counts(old), score(old), signed(difference)]
}

//! The output of `bout war round`.

use std::collections::BTreeMap;

use contests::Failure;
use contests::war::{FinishedWar, Folder, WarState};
use games::perlwar::{Entry, RunReport, RunResult};
use serde::Serialize;
use serde_json::Value;

use crate::commands::war::standing::{EntryRow, OutcomeRow, WarStanding, names, record_in_words, standing};
use crate::output::{Output, OutputFormat, Printer, Row, cells};

/// The possible results of a run, in the order of output.
const RESULTS: [&str; 7] = ["copied", "claimed", "updated", "nuked", "refused", "noop", "segfault"];

/// The rounds played so far, and how to print them.
pub(super) struct Report {
    printer: Printer,
}

/// The JSON document.
#[derive(Serialize)]
struct Document {
    rounds: Vec<Value>,
}

impl Report {
    pub(super) fn new(form: OutputFormat) -> Result<Self, Failure> {
        let mut printer = Printer::new(form, Output::of_a_change());
        let columns = ["round", "player", "snippets", "out", "entered"].into_iter().chain(RESULTS);
        printer.columns(&columns.collect::<Vec<_>>())?;
        Ok(Self { printer })
    }

    /// Adds the round that was just played.
    pub(super) fn add(
        &mut self,
        folder: &Folder,
        state: &WarState,
        ending: Option<&FinishedWar>,
    ) -> Result<(), Failure> {
        let round = Round { folder, state, ending };
        self.printer.text(|output| round.text(output))?;
        self.printer.row(&round.row())?;
        // The round is already stored permanently, so it can be shown immediately.
        self.printer.flush()
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.printer.document(|rounds| Document { rounds })?;
        self.printer.flush()
    }
}

/// The last round that was played.
struct Round<'a> {
    folder: &'a Folder,
    state: &'a WarState,
    ending: Option<&'a FinishedWar>,
}

impl Round<'_> {
    fn entries(&self) -> &[Entry] {
        self.state.engine.last_entries()
    }

    /// Counts the results of the runs of a player's snippets.
    fn runs_of(&self, seat: usize) -> impl Iterator<Item = &RunReport> {
        self.state.engine.last_round().iter().filter(move |report| report.owner == seat)
    }

    fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let (round, rounds) = (self.state.rounds(), self.folder.config.parameters.rounds);
        output.people(format_args!("round {round} of {rounds}"))?;
        let names = names(self.folder);
        for Entry { seat, cell } in self.entries() {
            let name = names[*seat];
            match cell {
                Some(cell) => output.people(format_args!("  {name} enters in cell {cell}")),
                None => output
                    .people(format_args!("  {name} finds no free cell to enter, and the snippet is lost")),
            }?;
        }
        let standing = standing(self.folder, &self.state.engine);
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for (seat, place) in standing.iter().enumerate() {
            let line =
                format!("  {:width$}  {:<16}  {}", place.player, place.words(), self.counts_in_words(seat));
            output.people(line.trim_end())?;
        }
        if let (Some(how), Some(ending)) = (self.folder.ended_in_words(self.state), self.ending) {
            output.people(format_args!("{how}: {}", record_in_words(ending)))?;
        }
        Ok(())
    }

    /// Formats the results of a player's snippets: `copied 3, segfault 2 (died 1, time 1)`.
    fn counts_in_words(&self, seat: usize) -> String {
        let count = |result: &&str| {
            let number = self.runs_of(seat).filter(|report| report.result.word() == *result).count();
            (number > 0).then(|| format!("{result} {number}"))
        };
        let words = RESULTS.iter().filter_map(count).collect::<Vec<_>>().join(", ");
        let mut causes: BTreeMap<&str, u64> = BTreeMap::new();
        for report in self.runs_of(seat) {
            if let RunResult::Segfault(why) = &report.result {
                *causes.entry(why.word()).or_default() += 1;
            }
        }
        if causes.is_empty() {
            return words;
        }
        let causes: Vec<String> = causes.iter().map(|(why, number)| format!("{why} {number}")).collect();
        format!("{words} ({})", causes.join(", "))
    }

    fn row(&self) -> RoundRow<'_> {
        let names = names(self.folder);
        let engine = &self.state.engine;
        RoundRow {
            round: self.state.rounds(),
            entered: self.entries().iter().map(|entry| EntryRow::new(entry, &names)).collect(),
            runs: engine.last_round().iter().map(|run| RunRow::new(run, names[run.owner])).collect(),
            standing: standing(self.folder, engine),
            outcome: OutcomeRow::new(self.folder, self.state, self.ending),
        }
    }
}

/// A round.
#[derive(Serialize)]
struct RoundRow<'a> {
    round: u64,
    entered: Vec<EntryRow<'a>>,
    runs: Vec<RunRow<'a>>,
    standing: Vec<WarStanding<'a>>,
    outcome: Option<OutcomeRow<'a>>,
}

/// The result of a run. Cells that do not apply are omitted.
#[derive(Serialize)]
struct RunRow<'a> {
    cell: usize,
    player: &'a str,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'static str>,
}

impl<'a> RunRow<'a> {
    fn new(run: &RunReport, player: &'a str) -> Self {
        let result = &run.result;
        let why = if let RunResult::Segfault(why) = result { Some(why.word()) } else { None };
        let (source, target) = (result.source(), result.target());
        Self { cell: run.cell, player, result: result.word(), source, target, why }
    }
}

impl Row for RoundRow<'_> {
    /// Returns a line per player.
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let line = |place: &WarStanding| {
            let cell = |column: &&str| match *column {
                "round" => self.round.to_string(),
                "entered" => self.entered_by(place.player),
                result if RESULTS.contains(&result) => {
                    let own = self.runs.iter().filter(|run| run.player == place.player);
                    own.filter(|run| run.result == result).count().to_string()
                }
                column => cells(place, &[column]).concat(),
            };
            columns.iter().map(cell).collect()
        };
        self.standing.iter().map(line).collect()
    }
}

impl RoundRow<'_> {
    /// Returns the cell in which a snippet of a player entered, if one did.
    fn entered_by(&self, player: &str) -> String {
        let entry = self.entered.iter().find(|entry| entry.player == player);
        entry.map_or_else(String::new, |entry| entry.cell.map_or("lost".into(), |cell| cell.to_string()))
    }
}

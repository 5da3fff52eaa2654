//! The output of `bout war round`.

use std::collections::BTreeMap;

use contests::Failure;
use contests::war::{Ending, Folder, WarState};
use games::perlwar::{Entry, RunReport, RunResult};
use serde_json::{Map, Value, json};

use crate::commands::war::standing::{
    Place, ended_in_json, ended_in_words, names, record_in_words, standing,
};
use crate::output::{Form, Output};

/// The possible results of a run, in the order of output.
const RESULTS: [&str; 7] = ["copied", "claimed", "updated", "nuked", "refused", "noop", "segfault"];

/// The rounds played so far, and how to print them.
pub(super) struct Report {
    form: Form,
    output: Output,
    documents: Vec<Value>,
}

impl Report {
    pub(super) fn new(form: Form) -> Result<Self, Failure> {
        let mut output = Output::of_a_change();
        if form == Form::Csv {
            let header = ["round", "player", "snippets", "out", "entered"].into_iter().chain(RESULTS);
            output.csv(&header.map(String::from).collect::<Vec<_>>())?;
        }
        Ok(Self { form, output, documents: Vec::new() })
    }

    /// Adds the round that was just played.
    pub(super) fn add(
        &mut self,
        folder: &Folder,
        state: &WarState,
        ending: Option<&Ending>,
    ) -> Result<(), Failure> {
        let round = Round { folder, state, ending };
        match self.form {
            Form::Text => round.text(&mut self.output)?,
            Form::Json => self.documents.push(round.json()),
            Form::Jsonl => self.output.json_line(&round.json())?,
            Form::Csv => round.csv(&mut self.output)?,
        }
        // The round is stored for good, so it can be shown immediately.
        self.output.flush()
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        if self.form == Form::Json {
            self.output.document(&json!({"rounds": std::mem::take(&mut self.documents)}))?;
        }
        self.output.flush()
    }
}

/// The last round that was played.
struct Round<'a> {
    folder: &'a Folder,
    state: &'a WarState,
    ending: Option<&'a Ending>,
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
        if let (Some(how), Some(ending)) = (ended_in_words(self.folder, self.state), self.ending) {
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

    fn json(&self) -> Value {
        let names = names(self.folder);
        let entry = |entry: &Entry| json!({"player": names[entry.seat], "cell": entry.cell});
        let run = |report: &RunReport| run_in_json(report, names[report.owner]);
        let standing = standing(self.folder, &self.state.engine);
        json!({
            "round": self.state.rounds(),
            "entered": self.entries().iter().map(entry).collect::<Vec<_>>(),
            "runs": self.state.engine.last_round().iter().map(run).collect::<Vec<_>>(),
            "standing": standing.iter().map(Place::json).collect::<Vec<_>>(),
            "outcome": ended_in_json(self.folder, self.state, self.ending),
        })
    }

    fn csv(&self, output: &mut Output) -> Result<(), Failure> {
        for (seat, place) in standing(self.folder, &self.state.engine).iter().enumerate() {
            let entry = self.entries().iter().find(|entry| entry.seat == seat);
            let entered = entry.map(|entry| entry.cell.map_or("lost".into(), |cell| cell.to_string()));
            let mut fields = vec![
                self.state.rounds().to_string(),
                place.player.to_owned(),
                place.snippets.to_string(),
                place.out.map_or_else(String::new, |round| round.to_string()),
                entered.unwrap_or_default(),
            ];
            let count =
                |result: &str| self.runs_of(seat).filter(|report| report.result.word() == result).count();
            fields.extend(RESULTS.iter().map(|result| count(result).to_string()));
            output.csv(&fields)?;
        }
        Ok(())
    }
}

/// Returns the result of a run as JSON. Cells that do not apply are omitted.
fn run_in_json(report: &RunReport, player: &str) -> Value {
    let RunReport { cell, result, .. } = report;
    let mut object = Map::from_iter([
        ("cell".to_owned(), (*cell).into()),
        ("player".to_owned(), player.into()),
        ("result".to_owned(), result.word().into()),
    ]);
    let cells = [("source", result.source()), ("target", result.target())];
    object.extend(cells.into_iter().filter_map(|(key, cell)| Some((key.to_owned(), cell?.into()))));
    if let RunResult::Segfault(why) = result {
        object.insert("why".into(), why.word().into());
    }
    object.into()
}

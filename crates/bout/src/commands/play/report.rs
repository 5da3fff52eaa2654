//! What `bout play` prints.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use contests::programs::Entrant;
use contests::rows::{MatchRow, Parameters, micros};
use contests::{Failure, Isolation};
use game::text::{grouped, one_line};
use game::{AnyGame, SeatNames};
use referee::{Finished, Lineup};
use serde::Serialize;
use serde_json::Value;
use tournament::ratings::{Confidence, share_interval};

use super::Played;
use crate::cli::PlayArgs;
use crate::output::{Output, Printer, Row, cells};

/// The largest number of matches for which the text output has a line per match. With more matches,
/// it has only the summary.
pub(super) const MAX_LINES: u64 = 20;

/// The columns of a match in CSV, without the elapsed time.
const COLUMNS: [&str; 9] =
    ["match", "seed", "outcome", "winner", "reason", "turns", "digest", "fault", "record"];

impl Row for MatchRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let mut line = cells(self, columns);
        if let Some(at) = columns.iter().position(|column| *column == "fault") {
            line[at] = self.fault().unwrap_or_default();
        }
        vec![line]
    }
}

fn in_a_row(numbers: &[u64], separator: &str) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(separator)
}

/// All matches together.
#[derive(Serialize)]
struct Summary<'a> {
    games: u64,
    wins: &'a [u64],
    draws: u64,
    void: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    isolation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_us: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<u64>,
}

/// The JSON document.
#[derive(Serialize)]
struct Document<'a> {
    game: &'static str,
    rules: &'a Parameters,
    programs: &'a [String],
    matches: Vec<Value>,
    summary: &'a Summary<'a>,
}

/// The matches played so far, and how to print them.
#[expect(
    clippy::struct_excessive_bools,
    reason = "what the command line asks for, each independent of the others"
)]
pub(super) struct Report {
    timings: bool,
    lines: bool,
    printer: Printer,
    /// True with `--log`: standard output is then for the log, and other text goes to standard
    /// error.
    is_logging: bool,
    is_practice: bool,
    game: &'static dyn AnyGame,
    parameters: Parameters,
    paths: Vec<String>,
    names: SeatNames,
    authors: Vec<Option<String>>,
    wins: Vec<u64>,
    draws: u64,
    /// For each seat, the draws that it shared. With more than two players, a draw can have losers.
    shared_draws: Vec<u64>,
    void: u64,
    /// Why the first void match was void.
    void_cause: String,
    reasons: BTreeMap<&'static str, u64>,
    turns: u64,
    start: Instant,
    /// The confidence of intervals; `None` if the matches are not a random sample, so that there
    /// are no intervals.
    confidence: Option<Confidence>,
}

impl Report {
    pub(super) fn new(
        args: &PlayArgs,
        lineup: &Lineup<'static>,
        entrants: &[Entrant],
    ) -> Result<Self, Failure> {
        // If the user gave the setup, or if it does not matter, all matches may be the same.
        let is_drawn = !args.setup.is_given() && !lineup.game().info().answers_tell_all;
        let mut report = Self {
            timings: args.playing.timings,
            lines: args.games - args.from.min(args.games) <= MAX_LINES,
            printer: Printer::new(args.playing.output.form, Output::stdout()),
            is_logging: args.log,
            is_practice: lineup.game().runs_foreign_code() && args.playing.isolation() == Isolation::Fast,
            game: lineup.game(),
            parameters: Parameters(lineup.parameter_values()),
            paths: entrants.iter().map(|entrant| entrant.path.clone()).collect(),
            names: lineup.names(entrants.iter().map(|entrant| entrant.source.file.as_str())),
            authors: entrants.iter().map(|entrant| entrant.program.metadata.author.clone()).collect(),
            wins: vec![0; entrants.len()],
            draws: 0,
            shared_draws: vec![0; entrants.len()],
            void: 0,
            void_cause: String::new(),
            reasons: BTreeMap::new(),
            turns: 0,
            start: Instant::now(),
            confidence: is_drawn.then_some(Confidence::P95),
        };
        report.print_header()?;
        Ok(report)
    }

    fn print_header(&mut self) -> Result<(), Failure> {
        let timing = self.timings.then_some("elapsed_us");
        self.printer.columns(&COLUMNS.into_iter().chain(timing).collect::<Vec<_>>())?;
        let parameters = self.parameters.0.iter().map(|(key, value)| format!("{key} {}", grouped(*value)));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let practice = if self.is_practice { ", --isolation fast: for practice only" } else { "" };
        self.say(&format!("{}, {parameters}{practice}", self.game.info().name))
    }

    /// Prints a line for people.
    fn say(&mut self, line: &str) -> Result<(), Failure> {
        let is_logging = self.is_logging;
        self.printer.text(|output| {
            if is_logging {
                // If standard error is closed, the log can still be written.
                let _ = writeln!(io::stderr(), "{line}");
                return Ok(());
            }
            output.line(line)
        })
    }

    /// Prints a part of the text log.
    pub(super) fn log(&mut self, board: &str) -> Result<(), Failure> {
        self.printer.text(|output| output.text(board))
    }

    /// Adds the next match in order.
    pub(super) fn add(&mut self, index: u64, played: &Played, record: Option<&Path>) -> Result<(), Failure> {
        self.count(played);
        let mut row = MatchRow::new(self.game.info().name, index, played.seed, &self.paths, &played.result);
        row.isolation = self.is_practice.then_some("fast");
        row.record = record.map(|record| record.display().to_string());
        row.elapsed_us = self.timings.then(|| micros(played.elapsed));
        self.printer.row(&row)?;
        if self.lines { self.say(&self.text_one(index, played, record)) } else { Ok(()) }
    }

    fn count(&mut self, played: &Played) {
        let outcome = match &played.result {
            Ok(Finished { outcome, .. }) => outcome,
            Err(cause) => {
                if self.void == 0 {
                    self.void_cause.clone_from(cause);
                }
                self.void += 1;
                return;
            }
        };
        if let Some(seat) = outcome.winner() {
            self.wins[seat] += 1;
        } else {
            self.draws += 1;
            for &seat in outcome.tied() {
                self.shared_draws[seat] += 1;
            }
        }
        *self.reasons.entry(outcome.reason).or_default() += 1;
        self.turns += outcome.turns;
    }

    fn text_one(&self, index: u64, played: &Played, record: Option<&Path>) -> String {
        let mut parts =
            vec![format!("match {index}, seed {}: {}", played.seed, self.result_in_words(played))];
        if let Ok(Finished { setup, outcome, .. }) = &played.result {
            // A count of zero for everybody, such as that of invalid moves, says nothing.
            let said = outcome.tallies.iter().filter(|(_, numbers)| numbers.iter().any(|&number| number > 0));
            parts.extend(said.map(|(name, numbers)| format!("{name} {}", in_a_row(numbers, ":"))));
            parts.extend(setup.iter().map(|(name, numbers)| {
                let numbers = in_a_row(numbers, ",");
                match name {
                    "start" | "robots" => format!("--{name} {numbers}"),
                    _ => format!("--setup {name}={numbers}"),
                }
            }));
        }
        parts.extend(record.map(|record| format!("record {}", one_line(&record.display().to_string()))));
        parts.extend(self.timings.then(|| format!("{} µs", grouped(micros(played.elapsed)))));
        parts.join("  ")
    }

    fn result_in_words(&self, played: &Played) -> String {
        let outcome = match &played.result {
            Err(cause) => return format!("void: {cause}"),
            Ok(Finished { outcome, .. }) => outcome,
        };
        let (why, turn) = (self.game.why_in_words(outcome, &self.names), grouped(outcome.turns));
        if let Some(seat) = outcome.winner() {
            return format!("{} wins on turn {turn}: {why}", self.names.of(seat));
        }
        let tied: Vec<_> = outcome.tied().iter().map(|&seat| self.names.of(seat)).collect();
        format!("draw between {} after turn {turn}: {why}", tied.join(", "))
    }

    /// Prints the summary of all matches.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.finish_text()?;
        let summary = Summary {
            games: self.played() + self.void,
            wins: &self.wins,
            draws: self.draws,
            void: self.void,
            isolation: self.is_practice.then_some("fast"),
            elapsed_us: self.timings.then(|| micros(self.start.elapsed())),
            turns: self.timings.then_some(self.turns),
        };
        self.printer.summary(&summary)?;
        self.printer.document(|matches| Document {
            game: self.game.info().name,
            rules: &self.parameters,
            programs: &self.paths,
            matches,
            summary: &summary,
        })?;
        self.printer.flush()
    }

    fn played(&self) -> u64 {
        self.wins.iter().sum::<u64>() + self.draws
    }

    fn finish_text(&mut self) -> Result<(), Failure> {
        if self.played() > 1 {
            let table = self.table();
            self.say(&table)?;
            let mut reasons: Vec<_> = self.reasons.iter().collect();
            reasons.sort_by_key(|&(_, count)| Reverse(*count));
            let reasons = reasons.into_iter().map(|(reason, count)| {
                format!("{} ({})", self.game.reason_in_words(reason), grouped(*count))
            });
            let reasons = reasons.collect::<Vec<_>>().join("; ");
            self.say(&format!("{} games: {reasons}", grouped(self.played())))?;
        }
        if self.void > 0 {
            self.say(&format!("{} matches are void: our machinery failed, nobody lost", self.void))?;
        }
        if self.timings {
            let elapsed = micros(self.start.elapsed());
            self.say(&format!("{} turns in {} µs", grouped(self.turns), grouped(elapsed)))?;
        }
        Ok(())
    }

    fn table(&self) -> String {
        let mut table = Table::new();
        let header = ["", "program", "author", "wins", "draws", "losses", "wins %"];
        let interval = self.confidence.map(|_| "95%");
        table.load_style(NOTHING).set_header(header.into_iter().chain(interval));
        let played = self.played();
        for (seat, name) in self.names.all().iter().enumerate() {
            let (wins, draws) = (self.wins[seat], self.shared_draws[seat]);
            let author = self.authors[seat].as_deref().map(one_line).unwrap_or_default();
            let interval = self.confidence.map(|confidence| {
                let (low, high) = share_interval(wins, played, confidence);
                format!("{:.1} to {:.1}", low * 100.0, high * 100.0)
            });
            let cells = [
                seat.to_string(),
                name.clone(),
                author,
                grouped(wins),
                grouped(draws),
                grouped(played - wins - draws),
                percent(wins, played),
            ];
            table.add_row(cells.into_iter().chain(interval));
        }
        crate::names::align_numbers(&mut table, 3);
        crate::names::trimmed(&table)
    }

    /// Fails, with exit code 4, if matches stayed void.
    pub(super) fn void_matches(&self) -> Result<(), Failure> {
        let matches = match self.void {
            0 => return Ok(()),
            1 => "1 match".to_owned(),
            more => format!("{more} matches"),
        };
        let cause = &self.void_cause;
        Err(Failure::Machine(format!("{matches} stayed void; no program lost by it: {cause}")))
    }
}

/// Formats `part` of `whole` in percent with one decimal, in integer arithmetic.
fn percent(part: u64, whole: u64) -> String {
    let permille =
        (u128::from(part) * 1000 + u128::from(whole) / 2).checked_div(u128::from(whole)).unwrap_or(0);
    format!("{}.{}", permille / 10, permille % 10)
}

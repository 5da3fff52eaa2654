//! What `bout play` prints.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use contests::programs::Entrant;
use contests::{Failure, Isolation};
use game::text::{grouped, one_line};
use referee::{Finished, Lineup};
use serde_json::{Map, Value, json};
use tournament::ratings::{Confidence, share_interval};

use super::Played;
use crate::cli::PlayArgs;
use crate::output::{Form, Output};

/// Up to how many matches a line each is printed for people; beyond it, the summary only.
pub(super) const MAX_LINES: u64 = 20;

/// The matches played so far, and how to print them.
#[expect(
    clippy::struct_excessive_bools,
    reason = "what the command line asks for, each independent of the others"
)]
pub(super) struct Report {
    form: Form,
    timings: bool,
    lines: bool,
    output: Output,
    /// Where text about the matches goes: with --log, standard output is the log's.
    is_logging: bool,
    is_practice: bool,
    game: &'static str,
    parameters: Vec<(&'static str, u64)>,
    paths: Vec<String>,
    names: Vec<String>,
    authors: Vec<Option<String>>,
    documents: Vec<Value>,
    wins: Vec<u64>,
    draws: u64,
    /// The draws that each seat has a part in: with more than two players, some have lost before.
    shared_draws: Vec<u64>,
    void: u64,
    /// Why the first of them was.
    void_cause: String,
    reasons: BTreeMap<&'static str, u64>,
    turns: u64,
    start: Instant,
    /// How sure intervals are; nothing where the matches are not drawn from all that there could be.
    confidence: Option<Confidence>,
}

impl Report {
    pub(super) fn new(args: &PlayArgs, lineup: &Lineup, entrants: &[Entrant]) -> Result<Self, Failure> {
        // With lists that are given, or none that matter, all matches may well be the same.
        let is_drawn = args.setup.given().is_empty() && !lineup.game().info().answers_tell_all;
        let mut report = Self {
            form: args.playing.output.form,
            timings: args.playing.timings,
            lines: args.games - args.from.min(args.games) <= MAX_LINES,
            output: Output::stdout(),
            is_logging: args.log,
            is_practice: lineup.game().runs_foreign_code() && args.playing.isolation() == Isolation::Fast,
            game: lineup.game().info().name,
            parameters: lineup.parameter_values(),
            paths: entrants.iter().map(|entrant| entrant.path.clone()).collect(),
            names: entrants.iter().map(|entrant| entrant.name.clone()).collect(),
            authors: entrants.iter().map(|entrant| entrant.program.metadata.author.clone()).collect(),
            documents: Vec::new(),
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
        match self.form {
            Form::Csv => {
                let header =
                    ["match", "seed", "outcome", "winner", "reason", "turns", "digest", "fault", "record"]
                        .map(String::from);
                let timing = self.timings.then(|| "elapsed_us".to_owned());
                self.output.csv(&header.into_iter().chain(timing).collect::<Vec<_>>())
            }
            Form::Text => {
                let parameters =
                    self.parameters.iter().map(|(key, value)| format!("{key} {}", grouped(*value)));
                let parameters = parameters.collect::<Vec<_>>().join(", ");
                let practice = if self.is_practice { ", --isolation fast: for practice only" } else { "" };
                self.say(&format!("{}, {parameters}{practice}", self.game))
            }
            Form::Json | Form::Jsonl => Ok(()),
        }
    }

    /// Prints a line for people.
    fn say(&mut self, line: &str) -> Result<(), Failure> {
        if self.is_logging {
            // If standard error is gone, the log is still there.
            let _ = writeln!(io::stderr(), "{line}");
            return Ok(());
        }
        self.output.line(line)
    }

    /// Prints a part of the text log.
    pub(super) fn log(&mut self, board: &str) -> Result<(), Failure> {
        self.output.text(board)
    }

    /// Takes up the next match in order.
    pub(super) fn add(&mut self, index: u64, played: &Played, record: Option<&Path>) -> Result<(), Failure> {
        self.count(played);
        match self.form {
            Form::Jsonl => self.output.json_line(&self.json_one(index, played, record)),
            Form::Json => {
                self.documents.push(self.json_one(index, played, record));
                Ok(())
            }
            Form::Csv => self.output.csv(&self.csv_one(index, played, record)),
            Form::Text if self.lines => self.say(&self.text_one(index, played, record)),
            Form::Text => Ok(()),
        }
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

    fn json_one(&self, index: u64, played: &Played, record: Option<&Path>) -> Value {
        let mut object = Map::new();
        let mut put = |key: &str, value: Value| object.insert(key.into(), value);
        put("game", self.game.into());
        put("match", index.into());
        put("seed", played.seed.into());
        put("programs", self.paths.as_slice().into());
        if self.is_practice {
            put("isolation", "fast".into());
        }
        match &played.result {
            Err(cause) => {
                put("outcome", "void".into());
                put("winner", Value::Null);
                put("void", cause.as_str().into());
            }
            Ok(Finished { outcome, digest, .. }) => {
                put("outcome", if outcome.winner().is_some() { "win" } else { "draw" }.into());
                put("winner", outcome.winner().into());
                if outcome.winner().is_none() {
                    put("tied", outcome.tied().into());
                }
                put("reason", outcome.reason.into());
                put("turns", outcome.turns.into());
                if outcome.places.len() > 2 {
                    put("places", outcome.places.as_slice().into());
                }
                for (name, numbers) in &outcome.tallies {
                    put(name, numbers.as_slice().into());
                }
                if let Some(fault) = &outcome.fault {
                    let fault =
                        json!({"seat": fault.seat, "kind": fault.kind.word(), "detail": fault.detail});
                    put("fault", fault);
                }
                put("digest", digest.to_string().into());
            }
        }
        if let Some(record) = record {
            put("record", record.display().to_string().into());
        }
        if self.timings {
            put("elapsed_us", micros(played.elapsed).into());
        }
        object.into()
    }

    fn csv_one(&self, index: u64, played: &Played, record: Option<&Path>) -> Vec<String> {
        let [outcome, winner, reason, turns, digest, fault] = match &played.result {
            Err(_) => ["void", "", "", "", "", ""].map(String::from),
            Ok(Finished { outcome, digest, .. }) => [
                if outcome.winner().is_some() { "win" } else { "draw" }.into(),
                outcome.winner().map_or(String::new(), |winner| winner.to_string()),
                outcome.reason.into(),
                outcome.turns.to_string(),
                digest.to_string(),
                outcome
                    .fault
                    .as_ref()
                    .map_or(String::new(), |fault| format!("{} {}", fault.seat, fault.kind.word())),
            ],
        };
        let record = record.map_or(String::new(), |record| record.display().to_string());
        let mut fields = vec![
            index.to_string(),
            played.seed.to_string(),
            outcome,
            winner,
            reason,
            turns,
            digest,
            fault,
            record,
        ];
        fields.extend(self.timings.then(|| micros(played.elapsed).to_string()));
        fields
    }

    fn text_one(&self, index: u64, played: &Played, record: Option<&Path>) -> String {
        let mut parts =
            vec![format!("match {index}, seed {}: {}", played.seed, self.result_in_words(played))];
        if let Ok(Finished { setup, .. }) = &played.result {
            parts.extend(setup.iter().map(|(name, numbers)| {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                let numbers = numbers.join(",");
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
        let (reason, turn) = (outcome.reason, grouped(outcome.turns));
        if let Some(seat) = outcome.winner() {
            let why = outcome.fault.as_ref().map_or_else(String::new, |fault| {
                format!(
                    ": {} failed, {}: {}",
                    self.program(fault.seat),
                    fault.kind.word(),
                    one_line(&fault.detail)
                )
            });
            return format!("{} wins ({reason}{why}) on turn {turn}", self.program(seat));
        }
        let tied: Vec<String> = outcome.tied().iter().map(|&seat| self.program(seat)).collect();
        format!("draw between {} ({reason}) after turn {turn}", tied.join(", "))
    }

    /// A program as people tell it apart from the others: its name, and its seat if others have the
    /// same name.
    fn program(&self, seat: usize) -> String {
        let name = &self.names[seat];
        let same = self.names.iter().filter(|other| *other == name).count();
        if same > 1 { format!("{name} (program {seat})") } else { name.clone() }
    }

    /// Prints what there is to say about all matches together.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        match self.form {
            Form::Text => self.finish_text()?,
            Form::Json => {
                let parameters: Map<String, Value> =
                    self.parameters.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
                let matches = std::mem::take(&mut self.documents);
                let document = json!({
                    "game": self.game,
                    "rules": parameters,
                    "programs": self.paths,
                    "matches": matches,
                    "summary": self.summary(),
                });
                self.output.document(&document)?;
            }
            Form::Jsonl => {
                let line = json!({"summary": self.summary()});
                self.output.json_line(&line)?;
            }
            Form::Csv => {}
        }
        self.output.flush()
    }

    fn played(&self) -> u64 {
        self.wins.iter().sum::<u64>() + self.draws
    }

    fn summary(&self) -> Value {
        let games = self.played() + self.void;
        let mut summary = json!({"games": games, "wins": self.wins, "draws": self.draws, "void": self.void});
        if self.is_practice {
            summary["isolation"] = "fast".into();
        }
        if self.timings {
            summary["elapsed_us"] = micros(self.start.elapsed()).into();
            summary["turns"] = self.turns.into();
        }
        summary
    }

    fn finish_text(&mut self) -> Result<(), Failure> {
        if self.played() > 1 {
            let table = self.table();
            self.say(&table)?;
            let reasons = self.reasons.iter().map(|(reason, count)| format!("{reason} {}", grouped(*count)));
            let reasons = reasons.collect::<Vec<_>>().join(", ");
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
        for (seat, name) in self.names.iter().enumerate() {
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

    /// Exit code 4 if matches stayed void.
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

/// `part` of `whole` in percent with one digit, by whole numbers.
fn percent(part: u64, whole: u64) -> String {
    let permille =
        (u128::from(part) * 1000 + u128::from(whole) / 2).checked_div(u128::from(whole)).unwrap_or(0);
    format!("{}.{}", permille / 10, permille % 10)
}

fn micros(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

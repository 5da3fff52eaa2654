//! The output of `bout compare`.

mod words;

use std::time::Duration;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use contests::Failure;
use contests::compare::{Answer, ComparisonState, Field, Meeting, Round, Standing, Tally};
use contests::programs::Entrant;
use game::text::{grouped, one_line};
use serde_json::{Map, Value, json};
use tournament::sequential::elo_apart;

use crate::cli::{CompareArgs, Question};
use crate::names::{align_numbers, trimmed};
use crate::output::{Form, Output, note};

pub(super) use words::signed;

/// Prints a comparison in the requested format.
pub(super) struct Report<'a> {
    args: &'a CompareArgs,
    field: &'a Field,
    question: Question,
    form: Form,
    output: Output,
}

impl<'a> Report<'a> {
    pub(super) fn new(args: &'a CompareArgs, field: &'a Field) -> Result<Self, Failure> {
        let (question, form) = (args.question(), args.playing.output.form);
        let mut report = Self { args, field, question, form, output: Output::stdout() };
        if form == Form::Text {
            let text = words::question(field, question, args.gap);
            report.output.people(text)?;
            report.output.flush()?;
        }
        Ok(report)
    }

    /// Adds the next round.
    pub(super) fn add(&mut self, state: &ComparisonState, round: &Round) -> Result<(), Failure> {
        if self.form != Form::Jsonl {
            return Ok(());
        }
        let line = match round {
            Round::Void(cause) => json!({"void": cause}),
            Round::Played { meetings, .. } => {
                let progress = state.progress();
                json!({
                    "round": state.rounds(),
                    "half_points": meetings.iter().copied().map(Meeting::half_points).collect::<Vec<_>>(),
                    "difference": number(progress.difference),
                    "evidence": evidence(state),
                })
            }
        };
        self.output.json_line(&line)
    }

    /// Prints the result at the end.
    pub(super) fn finish(
        &mut self,
        state: &ComparisonState,
        elapsed: Option<Duration>,
    ) -> Result<(), Failure> {
        match self.form {
            Form::Text => self.finish_text(state, elapsed)?,
            Form::Json => {
                let document = self.summary(state, elapsed);
                self.output.document(&document)?;
            }
            Form::Jsonl => {
                let line = json!({"summary": self.summary(state, elapsed)});
                self.output.json_line(&line)?;
            }
            Form::Csv => self.finish_csv(state)?,
        }
        self.output.flush()
    }

    fn finish_text(&mut self, state: &ComparisonState, elapsed: Option<Duration>) -> Result<(), Failure> {
        for line in words::answer(self.args, self.field, state) {
            self.output.people(line)?;
        }
        if let Some(elapsed) = elapsed {
            self.output.line(format_args!("{} µs", grouped(micros(elapsed))))?;
        }
        if state.rounds() > 0 {
            let table = self.table(state);
            self.output.line(format_args!("\n{table}"))?;
        }
        Ok(())
    }

    /// Returns a table with one line per opponent, largest gain of the new version first.
    fn table(&self, state: &ComparisonState) -> String {
        let mut table = Table::new();
        let header = ["opponent", "new: W-D-L", "score", "old: W-D-L", "score", "difference"];
        table.load_style(NOTHING).set_header(header);
        let (mut new, mut old) = (Tally::default(), Tally::default());
        for (at, standing) in by_gain(state) {
            let difference = standing.difference();
            table.add_row(row(&self.label(at), standing.new, standing.old, difference));
            new += standing.new;
            old += standing.old;
        }
        if self.field.opponents.len() > 1 {
            table.add_row(row("all", new, old, state.progress().difference));
        }
        align_numbers(&mut table, 1);
        trimmed(&table)
    }

    /// Returns the name of an opponent for people, with its file if the name is not unique.
    fn label(&self, at: usize) -> String {
        let Entrant { name, path, .. } = &self.field.opponents[at];
        let same = self.field.opponents.iter().filter(|other| other.name == *name).count();
        if same > 1 { format!("{name} ({})", one_line(path)) } else { name.clone() }
    }

    /// The answer goes to standard error, so that standard output is a single table.
    fn finish_csv(&mut self, state: &ComparisonState) -> Result<(), Failure> {
        let counts = |of: &str| ["wins", "draws", "losses", "score"].map(|what| format!("{of}_{what}"));
        let header = ["program".to_owned(), "name".to_owned()];
        let header = header.into_iter().chain(counts("new")).chain(counts("old"));
        self.output.csv(&header.chain(["difference".to_owned()]).collect::<Vec<_>>())?;
        let cells = |tally: Tally| {
            let counts = [tally.wins, tally.draws, tally.losses].map(|count| count.to_string());
            counts.into_iter().chain([rounded(tally.score()).to_string()])
        };
        for (at, standing) in by_gain(state) {
            let Entrant { path, name, .. } = &self.field.opponents[at];
            let row = [path.clone(), name.clone()].into_iter();
            let row = row.chain(cells(standing.new)).chain(cells(standing.old));
            self.output.csv(&row.chain([rounded(standing.difference()).to_string()]).collect::<Vec<_>>())?;
        }
        for line in words::answer(self.args, self.field, state) {
            note(&line);
        }
        Ok(())
    }

    /// Returns the whole result as JSON.
    fn summary(&self, state: &ComparisonState, elapsed: Option<Duration>) -> Value {
        let Self { args, field, .. } = self;
        let rules: Map<String, Value> =
            field.parameters.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
        let interval = state.interval();
        let difference = state.exact().map_or(state.progress().difference, |exact| exact.difference);
        let mut summary = json!({
            "game": field.game.info().name,
            "rules": rules,
            "seed": field.seed,
            "new": {"program": field.new.path, "name": field.new.name},
            "old": {"program": field.old.path, "name": field.old.name},
            "question": match self.question { Question::Better => "better", Question::NoWorse => "no-worse" },
            "gap": args.gap,
            "confidence": args.confidence,
            "verdict": self.verdict(state),
            "method": self.method(state),
            "rounds": state.rounds(),
            "games": state.rounds() * 4 * field.opponents.len() as u64,
            "skipped": state.skipped(),
            "difference": number(difference),
            "lower": number(interval.lower),
            "upper": number(interval.upper),
            "elo": number(elo_apart(difference)),
            "elo_lower": number(elo_apart(interval.lower)),
            "elo_upper": number(elo_apart(interval.upper)),
            "evidence": evidence(state),
            "rounds_left": state.rounds_left(),
            "opponents": by_gain(state).map(|(at, one)| self.opponent(at, one)).collect::<Vec<_>>(),
        });
        if let Some(exact) = state.exact().filter(|_| state.rounds() > 0) {
            summary["opponents_better"] = exact.better.into();
            summary["opponents_level"] = exact.level.into();
            summary["opponents_worse"] = exact.worse.into();
            summary["chance"] = number(exact.chance);
        }
        if let Some(elapsed) = elapsed {
            summary["elapsed_us"] = micros(elapsed).into();
        }
        summary
    }

    fn opponent(&self, at: usize, standing: &Standing) -> Value {
        let Entrant { path, name, .. } = &self.field.opponents[at];
        let version = |tally: Tally| {
            json!({
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "score": number(tally.score()),
            })
        };
        json!({
            "program": path,
            "name": name,
            "new": version(standing.new),
            "old": version(standing.old),
            "difference": number(standing.difference()),
            "differences": standing.differences,
        })
    }

    fn verdict(&self, state: &ComparisonState) -> &'static str {
        match (self.question, state.answer()) {
            (_, Answer::Open) => "undecided",
            (Question::Better, Answer::Yes) => "better",
            (Question::Better, Answer::No) => "not-better",
            (Question::NoWorse, Answer::Yes) => "no-worse",
            (Question::NoWorse, Answer::No) => "worse",
        }
    }

    fn method(&self, state: &ComparisonState) -> &'static str {
        match state.exact() {
            _ if self.field.is_same_program() => "same-program",
            Some(_) => "exact",
            None => "test",
        }
    }
}

/// Returns the opponents, largest gain of the new version first.
fn by_gain(state: &ComparisonState) -> impl Iterator<Item = (usize, &Standing)> {
    let mut standings: Vec<(usize, &Standing)> = state.standings().iter().enumerate().collect();
    standings.sort_by(|(_, one), (_, other)| other.difference().total_cmp(&one.difference()));
    standings.into_iter()
}

fn row(label: &str, new: Tally, old: Tally, difference: f64) -> [String; 6] {
    let counts =
        |tally: Tally| format!("{}-{}-{}", grouped(tally.wins), grouped(tally.draws), grouped(tally.losses));
    let score = |tally: Tally| format!("{:.3}", tally.score());
    [label.to_owned(), counts(new), score(new), counts(old), score(old), signed(difference)]
}

fn evidence(state: &ComparisonState) -> Value {
    let progress = state.progress();
    json!({"yes": number(progress.better), "no": number(progress.not_better)})
}

/// Converts a number with six digits, more than its precision; null if it is infinite.
fn number(number: f64) -> Value {
    rounded(number).into()
}

fn rounded(number: f64) -> f64 {
    const UNIT: f64 = 1e6;
    // Adding zero turns -0 into 0.
    (number * UNIT).round() / UNIT + 0.0
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

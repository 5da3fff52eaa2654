//! `bout conform`: conformance cases of any game.

use std::cell::OnceCell;

use contests::foreign::Foreign;
use contests::{Failure, Isolation};
use game::{AnyPlayers, Rules, Void};
use games::RegisteredGame;
use games::conformance::{self, Case, CaseError, CaseResult};
use referee::Lineup;
use serde_json::{Value, json};

use crate::cli::ConformArgs;
use crate::client::client;
use crate::examples::examples;
use crate::output::{Form, Output};
use crate::{input, interrupt};

pub(crate) fn run(args: &ConformArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let mut report = Report::new(args.output.form);
    report.start()?;
    let (mut unreadable, mut refused) = (Vec::new(), Vec::new());
    for path in &args.files {
        report.output.flush()?;
        let text = match input::read(path) {
            Ok(text) => text,
            Err(failure) => {
                unreadable.push(failure.to_string());
                continue;
            }
        };
        match conformance::cases(&text) {
            Ok(cases) => report.play(&path.display().to_string(), &cases, args.isolation())?,
            Err(error) => {
                refused.push(format!("{}: not a file of conformance cases: {error}", path.display()));
            }
        }
    }
    report.finish()?;
    if report.failed > 0 {
        refused.push(format!("{} of {} cases failed", report.failed, report.passed + report.failed));
    }
    if !unreadable.is_empty() {
        unreadable.extend(refused);
        return Err(Failure::File(unreadable.join("\n")));
    }
    if refused.is_empty() { Ok(()) } else { Err(Failure::Refused(refused.join("\n"))) }
}

/// Runs the foreign code in the cases of a file. It is set up only when the first case needs it.
struct Answering {
    isolation: Isolation,
    foreign: OnceCell<Foreign>,
    /// Why foreign code cannot run on this machine.
    lacking: OnceCell<Failure>,
}

impl Answering {
    fn players(&self, game: &'static dyn RegisteredGame, rules: &Rules) -> Result<Box<dyn AnyPlayers>, Void> {
        let void = |cause: String| Void { cause };
        let foreign = if let Some(foreign) = self.foreign.get() {
            foreign
        } else {
            let found = Foreign::of(game, self.isolation, &client()).map_err(|failure| {
                let cause = failure.to_string();
                self.lacking.get_or_init(|| failure);
                void(cause)
            })?;
            self.foreign.get_or_init(|| found)
        };
        // Any programs will do, because the case contains its own.
        let somebody =
            examples(game.info().name).into_iter().find_map(|(_, source)| game.read(source).program);
        let somebody =
            somebody.ok_or_else(|| void(format!("{} has no example programs", game.info().name)))?;
        let lineup = Lineup::new(game, vec![somebody; *game.info().seats.start()], rules);
        foreign.factory.players(&lineup.map_err(|error| void(error.to_string()))?, 0)
    }
}

/// The results so far.
struct Report {
    form: Form,
    output: Output,
    documents: Vec<Value>,
    passed: u64,
    failed: u64,
}

impl Report {
    fn new(form: Form) -> Self {
        Self { form, output: Output::stdout(), documents: Vec::new(), passed: 0, failed: 0 }
    }

    fn start(&mut self) -> Result<(), Failure> {
        match self.form {
            Form::Csv => self.output.csv(&["file", "case", "passed", "detail"].map(String::from)),
            _ => Ok(()),
        }
    }

    fn play(&mut self, file: &str, cases: &[Case], isolation: Isolation) -> Result<(), Failure> {
        let mut answering = Answering { isolation, foreign: OnceCell::new(), lacking: OnceCell::new() };
        for case in cases {
            let players = |rules: &Rules| answering.players(case.game(), rules);
            let result = case.play(&players, &interrupt::wanted);
            if result.verdict == Err(CaseError::Stopped) {
                self.finish()?;
                return Err(Failure::Interrupted(format!(
                    "the other cases were not played; to play all, run: {}",
                    interrupt::command()
                )));
            }
            // There is no verdict on the cases.
            if let Some(failure) = answering.lacking.take() {
                return Err(failure);
            }
            self.add(file, &result)?;
        }
        Ok(())
    }

    fn add(&mut self, file: &str, result: &CaseResult) -> Result<(), Failure> {
        *(if result.passed() { &mut self.passed } else { &mut self.failed }) += 1;
        match self.form {
            Form::Text => text_one(&mut self.output, file, result),
            Form::Jsonl => self.output.json_line(&json_one(file, result)),
            Form::Json => {
                self.documents.push(json_one(file, result));
                Ok(())
            }
            Form::Csv => {
                let fields =
                    [file.to_owned(), result.name.clone(), result.passed().to_string(), detail(result)];
                self.output.csv(&fields)
            }
        }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let (passed, failed) = (self.passed, self.failed);
        let summary = json!({"passed": passed, "failed": failed});
        match self.form {
            Form::Text => self.output.line(format_args!("{passed} passed, {failed} failed"))?,
            Form::Json => {
                let cases = std::mem::take(&mut self.documents);
                self.output.document(&json!({"cases": cases, "summary": summary}))?;
            }
            Form::Jsonl => self.output.json_line(&json!({"summary": summary}))?,
            Form::Csv => {}
        }
        self.output.flush()
    }
}

fn text_one(output: &mut Output, file: &str, result: &CaseResult) -> Result<(), Failure> {
    if result.passed() {
        return Ok(());
    }
    output.people(format_args!("FAIL {file}: {}", result.name))?;
    output.people(format_args!("  why       {}", result.why))?;
    match &result.verdict {
        Err(error) => output.people(format_args!("  it cannot be played: {error}")),
        Ok(mismatches) => mismatches.iter().try_for_each(|mismatch| {
            output.people(format_args!("  {}", mismatch.key))?;
            output.people(format_args!("    expected {}", mismatch.expected))?;
            output.people(format_args!("    found    {}", mismatch.found))
        }),
    }
}

fn json_one(file: &str, result: &CaseResult) -> Value {
    let mut object = json!({"file": file, "case": result.name, "passed": result.passed()});
    match &result.verdict {
        Err(error) => object["error"] = error.to_string().into(),
        Ok(mismatches) if !mismatches.is_empty() => {
            let mismatch =
                |m: &conformance::Mismatch| json!({"key": m.key, "expected": m.expected, "found": m.found});
            object["mismatches"] = mismatches.iter().map(mismatch).collect();
        }
        Ok(_) => {}
    }
    object
}

fn detail(result: &CaseResult) -> String {
    match &result.verdict {
        Err(error) => error.to_string(),
        Ok(mismatches) => {
            mismatches.iter().map(|mismatch| mismatch.key.as_str()).collect::<Vec<_>>().join(" ")
        }
    }
}

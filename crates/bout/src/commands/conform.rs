//! `bout conform`: plays conformance cases of any game.

use std::cell::OnceCell;

use contests::foreign::ForeignCode;
use contests::{Failure, Isolation};
use game::{AnyPlayers, Rules, Void};
use games::RegisteredGame;
use games::conformance::{self, Case, CaseError, CaseResult, Mismatch};
use referee::Lineup;
use serde::Serialize;
use serde_json::Value;

use crate::cli::ConformArgs;
use crate::client::client;
use crate::examples::examples;
use crate::output::{Output, OutputFormat, Printer, Row, cells};
use crate::{input, interrupt};

pub(crate) fn run(args: &ConformArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let mut report = Report::new(args.output.form)?;
    let (mut unreadable, mut refused) = (Vec::new(), Vec::new());
    for path in &args.files {
        report.printer.flush()?;
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
    foreign: OnceCell<ForeignCode>,
    /// Why foreign code cannot run on this machine.
    lacking: OnceCell<Failure>,
}

impl Answering {
    fn players(&self, game: &'static dyn RegisteredGame, rules: &Rules) -> Result<Box<dyn AnyPlayers>, Void> {
        let void = |cause: String| Void { cause };
        let foreign = if let Some(foreign) = self.foreign.get() {
            foreign
        } else {
            let found = ForeignCode::of(game, self.isolation, &client()).map_err(|failure| {
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
    printer: Printer,
    passed: u64,
    failed: u64,
}

/// A case that was played.
#[derive(Serialize)]
struct CaseRow<'a> {
    file: &'a str,
    case: &'a str,
    passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    mismatches: Vec<MismatchRow<'a>>,
}

/// A value that differs from the expected one.
#[derive(Serialize)]
struct MismatchRow<'a> {
    key: &'a str,
    expected: &'a Value,
    found: &'a Value,
}

/// All cases together.
#[derive(Serialize)]
struct Summary {
    passed: u64,
    failed: u64,
}

/// The JSON document.
#[derive(Serialize)]
struct Document<'a> {
    cases: Vec<Value>,
    summary: &'a Summary,
}

impl<'a> CaseRow<'a> {
    fn new(file: &'a str, result: &'a CaseResult) -> Self {
        let mismatches = result.verdict.as_deref().unwrap_or_default();
        let mismatch =
            |one: &'a Mismatch| MismatchRow { key: &one.key, expected: &one.expected, found: &one.found };
        Self {
            file,
            case: &result.name,
            passed: result.passed(),
            error: result.verdict.as_ref().err().map(ToString::to_string),
            mismatches: mismatches.iter().map(mismatch).collect(),
        }
    }

    /// Returns the error, or the keys whose values differ.
    fn detail(&self) -> String {
        let keys = self.mismatches.iter().map(|mismatch| mismatch.key);
        self.error.clone().unwrap_or_else(|| keys.collect::<Vec<_>>().join(" "))
    }
}

impl Row for CaseRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let mut line = cells(self, columns);
        if let Some(at) = columns.iter().position(|column| *column == "detail") {
            line[at] = self.detail();
        }
        vec![line]
    }
}

impl Report {
    fn new(form: OutputFormat) -> Result<Self, Failure> {
        let mut printer = Printer::new(form, Output::stdout());
        printer.columns(&["file", "case", "passed", "detail"])?;
        Ok(Self { printer, passed: 0, failed: 0 })
    }

    fn play(&mut self, file: &str, cases: &[Case], isolation: Isolation) -> Result<(), Failure> {
        let mut answering = Answering { isolation, foreign: OnceCell::new(), lacking: OnceCell::new() };
        for case in cases {
            let players = |rules: &Rules| answering.players(case.game(), rules);
            let result = case.play(&players, &interrupt::was_requested);
            if result.verdict == Err(CaseError::Stopped) {
                self.finish()?;
                return Err(Failure::Interrupted(format!(
                    "the other cases were not played; to play all, run: {}",
                    interrupt::command()
                )));
            }
            // Without foreign code no case can be judged, so the whole command fails.
            if let Some(failure) = answering.lacking.take() {
                return Err(failure);
            }
            self.add(file, &result)?;
        }
        Ok(())
    }

    fn add(&mut self, file: &str, result: &CaseResult) -> Result<(), Failure> {
        *(if result.passed() { &mut self.passed } else { &mut self.failed }) += 1;
        self.printer.row(&CaseRow::new(file, result))?;
        self.printer.text(|output| text_one(output, file, result))
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let summary = Summary { passed: self.passed, failed: self.failed };
        let Summary { passed, failed } = summary;
        self.printer.text(|output| output.line(format_args!("{passed} passed, {failed} failed")))?;
        self.printer.summary(&summary)?;
        self.printer.document(|cases| Document { cases, summary: &summary })?;
        self.printer.flush()
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

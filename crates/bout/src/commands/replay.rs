//! `bout replay`: plays records again.

use std::path::{Path, PathBuf};

use contests::Failure;
use game::text::{grouped, shortened};
use games::registry;
use record::Record;
use referee::{Depth, MatchError, ReplayDifference, ReplayError, replay};
use serde::Serialize;
use serde_json::Value;

use crate::cli::ReplayArgs;
use crate::input::{self, InputFile};
use crate::interrupt;
use crate::output::{Output, OutputFormat, Printer, Row, cells};

pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let depth = if args.deep { Depth::State } else { Depth::Outcome };
    let records = record_files(&args.records)?;
    let mut report = Report::new(args.output.form)?;
    let mut unreadable = Vec::new();
    for place in &records {
        report.printer.flush()?;
        let path = place.path();
        let bytes = match place.read() {
            Ok(bytes) => bytes,
            Err(failure) => {
                unreadable.push(failure.to_string());
                continue;
            }
        };
        let Some(judgement) = judge(&bytes, depth) else {
            report.finish()?;
            let again = interrupt::command();
            return Err(Failure::Interrupted(format!(
                "before {}; to start again, run: {again}",
                path.display()
            )));
        };
        report.add(path, &judgement)?;
    }
    report.finish()?;
    match report.refused {
        _ if !unreadable.is_empty() => Err(Failure::File(unreadable.join("\n"))),
        0 => Ok(()),
        refused => {
            Err(Failure::Refused(format!("{refused} of {} records cannot be confirmed", records.len())))
        }
    }
}

/// The results so far.
struct Report {
    printer: Printer,
    refused: usize,
}

/// The verdict on a record.
#[derive(Serialize)]
struct RecordRow<'a> {
    record: String,
    #[serde(rename = "true")]
    is_true: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(flatten)]
    played: Option<PlayedFields<'a>>,
    #[serde(skip)]
    detail: String,
}

/// The findings about a record that was played again.
#[derive(Serialize)]
struct PlayedFields<'a> {
    game: &'a str,
    digest: String,
    differences: Vec<DifferenceRow<'a>>,
}

/// A difference between a record and its replay.
#[derive(Serialize)]
struct DifferenceRow<'a> {
    what: &'a str,
    recorded: &'a str,
    replayed: &'a str,
}

/// The JSON document.
#[derive(Serialize)]
struct Document {
    records: Vec<Value>,
}

impl Row for RecordRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let mut line = cells(self, columns);
        if let Some(at) = columns.iter().position(|column| *column == "detail") {
            line[at].clone_from(&self.detail);
        }
        vec![line]
    }
}

impl Report {
    fn new(form: OutputFormat) -> Result<Self, Failure> {
        let mut printer = Printer::new(form, Output::stdout());
        printer.columns(&["record", "true", "detail"])?;
        Ok(Self { printer, refused: 0 })
    }

    fn add(&mut self, path: &Path, judgement: &Judgement) -> Result<(), Failure> {
        self.refused += usize::from(!judgement.is_true());
        self.printer.row(&judgement.row(path))?;
        self.printer.text(|output| text(output, path, judgement))
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.printer.document(|records| Document { records })?;
        self.printer.flush()
    }
}

/// Returns the records that the arguments name. A folder stands for the records in it.
fn record_files(arguments: &[PathBuf]) -> Result<Vec<InputFile>, Failure> {
    let mut files = Vec::new();
    for path in arguments {
        if path.is_dir() {
            let records = input::files_in(path, record::EXTENSION)?;
            if records.is_empty() {
                let what = format!("the folder has no records (*.{})", record::EXTENSION);
                return Err(Failure::Usage(format!("{}: {what}", path.display())));
            }
            files.extend(records);
        } else {
            files.push(InputFile::named(path));
        }
    }
    Ok(files)
}

/// The verdict on a record.
enum Judgement {
    /// It was played again, with these differences.
    Played(Box<Record>, Vec<ReplayDifference>),
    /// It is damaged, too new, or illegal.
    Unplayable(String),
}

/// Reads a record and plays it again; `None` if it was interrupted.
fn judge(bytes: &[u8], depth: Depth) -> Option<Judgement> {
    let record = match record::read(bytes) {
        Ok(record) => record,
        Err(error) => return Some(Judgement::Unplayable(error.to_string())),
    };
    let find_game = |name: &str| registry::by_name(name).map(|game| game as &dyn game::AnyGame);
    match replay(&record, find_game, depth, &interrupt::was_requested) {
        Ok(replayed) => Some(Judgement::Played(Box::new(record), replayed.differences)),
        Err(ReplayError::Match(MatchError::Stopped)) => None,
        Err(error) => Some(Judgement::Unplayable(format!("this record cannot be played: {error}"))),
    }
}

impl Judgement {
    fn is_true(&self) -> bool {
        matches!(self, Self::Played(_, differences) if differences.is_empty())
    }

    fn detail(&self) -> String {
        match self {
            Self::Unplayable(why) => why.clone(),
            Self::Played(_, differences) => differences.iter().map(sentence).collect::<Vec<_>>().join("; "),
        }
    }

    fn row(&self, path: &Path) -> RecordRow<'_> {
        let (error, played) = match self {
            Self::Unplayable(why) => (Some(why.as_str()), None),
            Self::Played(record, differences) => (None, Some(PlayedFields::new(record, differences))),
        };
        let record = path.display().to_string();
        RecordRow { record, is_true: self.is_true(), error, played, detail: self.detail() }
    }
}

impl<'a> PlayedFields<'a> {
    fn new(record: &'a Record, differences: &'a [ReplayDifference]) -> Self {
        let difference = |one: &'a ReplayDifference| DifferenceRow {
            what: one.what,
            recorded: &one.recorded,
            replayed: &one.replayed,
        };
        Self {
            game: &record.game,
            digest: record.digest.to_string(),
            differences: differences.iter().map(difference).collect(),
        }
    }
}

fn sentence(ReplayDifference { what, recorded, replayed }: &ReplayDifference) -> String {
    format!("{what}: the record says {recorded}, but the replay gives {replayed}")
}

fn text(output: &mut Output, path: &Path, judgement: &Judgement) -> Result<(), Failure> {
    let path = path.display();
    let mut line = |line: String| output.people(shortened(&line));
    match judgement {
        Judgement::Unplayable(why) => line(format!("{path}: {why}")),
        Judgement::Played(record, differences) if differences.is_empty() => {
            line(format!("{path}: verified; {}", summary(record)))
        }
        Judgement::Played(_, differences) => {
            line(format!("{path}: NOT verified; played again, the match differs:"))?;
            differences.iter().try_for_each(|difference| line(format!("  {}", sentence(difference))))
        }
    }
}

fn summary(record: &Record) -> String {
    let result = match record.outcome.winner {
        Some(seat) => format!("{} won", record.programs[seat].file),
        None => "a draw".into(),
    };
    let game = registry::by_name(&record.game);
    let why = match &record.outcome.fault {
        Some((seat, kind, detail)) => format!("{} failed, {kind}: {detail}", record.programs[*seat].file),
        None => game
            .map_or(record.outcome.reason.as_str(), |game| game.reason_in_words(&record.outcome.reason))
            .into(),
    };
    format!("{}, {result} on turn {}: {why}", record.game, grouped(record.outcome.turns))
}

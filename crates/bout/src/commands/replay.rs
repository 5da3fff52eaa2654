//! `bout replay`: plays records again.

use std::path::{Path, PathBuf};

use contests::Failure;
use game::text::shortened;
use games::registry;
use record::Record;
use referee::{Depth, Difference, MatchError, ReplayError, replay};
use serde_json::{Value, json};

use crate::cli::ReplayArgs;
use crate::input::{self, Place};
use crate::interrupt;
use crate::output::{Form, Output};

pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let depth = if args.deep { Depth::State } else { Depth::Outcome };
    let records = record_files(&args.records)?;
    let mut report = Report::new(args.output.form);
    report.start()?;
    let mut unreadable = Vec::new();
    for place in &records {
        report.output.flush()?;
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
    form: Form,
    output: Output,
    documents: Vec<Value>,
    refused: usize,
}

impl Report {
    fn new(form: Form) -> Self {
        Self { form, output: Output::stdout(), documents: Vec::new(), refused: 0 }
    }

    fn start(&mut self) -> Result<(), Failure> {
        match self.form {
            Form::Csv => self.output.csv(&["record", "true", "detail"].map(String::from)),
            _ => Ok(()),
        }
    }

    fn add(&mut self, path: &Path, judgement: &Judgement) -> Result<(), Failure> {
        self.refused += usize::from(!judgement.is_true());
        match self.form {
            Form::Text => text(&mut self.output, path, judgement),
            Form::Jsonl => self.output.json_line(&judgement.json(path)),
            Form::Json => {
                self.documents.push(judgement.json(path));
                Ok(())
            }
            Form::Csv => {
                let fields =
                    [path.display().to_string(), judgement.is_true().to_string(), judgement.detail()];
                self.output.csv(&fields)
            }
        }
    }

    fn finish(&mut self) -> Result<(), Failure> {
        if self.form == Form::Json {
            let records = std::mem::take(&mut self.documents);
            self.output.document(&json!({"records": records}))?;
        }
        self.output.flush()
    }
}

/// Returns the records that the arguments name. A folder stands for the records in it.
fn record_files(arguments: &[PathBuf]) -> Result<Vec<Place>, Failure> {
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
            files.push(Place::named(path));
        }
    }
    Ok(files)
}

/// The verdict on a record.
enum Judgement {
    /// It was played again, with these differences.
    Played(Box<Record>, Vec<Difference>),
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
    match replay(&record, find_game, depth, &interrupt::wanted) {
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

    fn json(&self, path: &Path) -> Value {
        let mut object = json!({"record": path.display().to_string(), "true": self.is_true()});
        match self {
            Self::Unplayable(why) => object["error"] = why.as_str().into(),
            Self::Played(record, differences) => {
                object["game"] = record.game.as_str().into();
                object["digest"] = record.digest.to_string().into();
                let one =
                    |d: &Difference| json!({"what": d.what, "recorded": d.recorded, "replayed": d.replayed});
                object["differences"] = differences.iter().map(one).collect();
            }
        }
        object
    }
}

fn sentence(Difference { what, recorded, replayed }: &Difference) -> String {
    format!("{what}: the record says {recorded}, but the replay gives {replayed}")
}

fn text(output: &mut Output, path: &Path, judgement: &Judgement) -> Result<(), Failure> {
    let path = path.display();
    let mut line = |line: String| output.people(shortened(&line));
    match judgement {
        Judgement::Unplayable(why) => line(format!("{path}: {why}")),
        Judgement::Played(record, differences) if differences.is_empty() => {
            line(format!("{path}: true; {}", summary(record)))
        }
        Judgement::Played(_, differences) => {
            line(format!("{path}: NOT true"))?;
            differences.iter().try_for_each(|difference| line(format!("  {}", sentence(difference))))
        }
    }
}

fn summary(record: &Record) -> String {
    let result = match record.outcome.winner {
        Some(seat) => format!("{} won", record.programs[seat].file),
        None => "a draw".into(),
    };
    format!("{}, {result} ({}) on turn {}", record.game, record.outcome.reason, record.outcome.turns)
}

//! `bout replay`: records played again.

use std::path::Path;

use games::registry;
use record::Record;
use referee::{Depth, Difference, MatchError, ReplayError, replay};
use serde_json::{Value, json};

use crate::cli::ReplayArgs;
use crate::failure::Failure;
use crate::input;
use crate::interrupt;
use crate::output::{Form, Output};

pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let depth = if args.deep { Depth::State } else { Depth::Outcome };
    let mut output = Output::stdout();
    let (mut refused, mut documents, mut unreadable) = (0, Vec::new(), Vec::new());
    if args.output.form == Form::Csv {
        output.csv(&["record", "true", "detail"].map(String::from))?;
    }
    for path in &args.records {
        output.flush()?;
        let verdict = match input::read(path) {
            Ok(bytes) => judge(path, &bytes, depth)?,
            Err(failure) => {
                unreadable.push(failure.to_string());
                continue;
            }
        };
        refused += usize::from(!verdict.is_true());
        match args.output.form {
            Form::Text => text(&mut output, path, &verdict)?,
            Form::Json => documents.push(verdict.json(path)),
            Form::Jsonl => output.line(verdict.json(path))?,
            Form::Csv => {
                output.csv(&[path.display().to_string(), verdict.is_true().to_string(), verdict.detail()])?;
            }
        }
    }
    if args.output.form == Form::Json {
        output.document(&json!({"records": documents}))?;
    }
    output.flush()?;
    match refused {
        _ if !unreadable.is_empty() => Err(Failure::File(unreadable.join("\n"))),
        0 => Ok(()),
        _ => {
            Err(Failure::Refused(format!("{refused} of {} records cannot be confirmed", args.records.len())))
        }
    }
}

/// What there is to say about a record.
enum Verdict {
    /// It was played again, and this is where it is not true.
    Played(Box<Record>, Vec<Difference>),
    /// It is damaged, too new, or not legal.
    Unplayable(String),
}

fn judge(path: &Path, bytes: &[u8], depth: Depth) -> Result<Verdict, Failure> {
    let record = match record::read(bytes) {
        Ok(record) => record,
        Err(error) => return Ok(Verdict::Unplayable(error.to_string())),
    };
    let find_game = |name: &str| registry::by_name(name).map(|game| game as &dyn game::AnyGame);
    match replay(&record, find_game, depth, &interrupt::wanted) {
        Ok(replayed) => Ok(Verdict::Played(Box::new(record), replayed.differences)),
        Err(ReplayError::Match(MatchError::Stopped)) => {
            Err(Failure::Interrupted(format!("{}: not played to its end", path.display())))
        }
        Err(error) => Ok(Verdict::Unplayable(format!("this record cannot be played: {error}"))),
    }
}

impl Verdict {
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

fn text(output: &mut Output, path: &Path, verdict: &Verdict) -> Result<(), Failure> {
    let path = path.display();
    match verdict {
        Verdict::Unplayable(why) => output.people(format_args!("{path}: {why}")),
        Verdict::Played(record, differences) if differences.is_empty() => {
            output.people(format_args!("{path}: true; {}", summary(record)))
        }
        Verdict::Played(_, differences) => {
            output.people(format_args!("{path}: NOT true"))?;
            differences
                .iter()
                .try_for_each(|difference| output.people(format_args!("  {}", sentence(difference))))
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

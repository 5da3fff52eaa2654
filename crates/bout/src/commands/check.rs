//! `bout check`: prints all diagnostics of programs.

use contests::Failure;
use contests::foreign::{self, Checked, first_move_fault, try_out};
use contests::program_file::ProgramFile;
use contests::programs::display_name;
use game::text::one_line;
use game::{Metadata, Severity};

use crate::cli::CheckArgs;
use crate::client::client;
use crate::output::{Form, Output};
use crate::{diagnostics, input};

pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let mut report = Report::new(args.output.form);
    report.start()?;
    let mut unreadable = Vec::new();
    for named in input::programs(&args.programs, args.game.get())? {
        match named.read() {
            Ok(file) => report.add(&file, &args.allow)?,
            Err(failure) => unreadable.push(failure.to_string()),
        }
    }
    report.finish(&unreadable)
}

/// The results so far.
struct Report {
    form: Form,
    output: Output,
    documents: Vec<serde_json::Value>,
    refused: usize,
}

impl Report {
    fn new(form: Form) -> Self {
        Self { form, output: Output::stdout(), documents: Vec::new(), refused: 0 }
    }

    fn start(&mut self) -> Result<(), Failure> {
        if self.form == Form::Csv {
            let header =
                ["file", "severity", "code", "line", "column", "end_line", "end_column", "message", "help"];
            self.output.csv(&header.map(String::from))?;
        }
        Ok(())
    }

    fn add(&mut self, file: &ProgramFile, allow: &[String]) -> Result<(), Failure> {
        let mut reading = file.game.read(&file.bytes);
        let mut diagnostics = reading.diagnostics;
        let mut trial = Vec::new();
        if reading.program.is_some() {
            match foreign::examine(file, &client())? {
                Checked::NotForeign => {}
                Checked::Refused(reasons) => {
                    diagnostics = reasons;
                    reading.program = None;
                }
                Checked::Accepted(accepted) => {
                    reading.metadata = foreign::named(reading.metadata, &accepted);
                    diagnostics = accepted.diagnostics;
                    if let Some(fault) = first_move_fault(file, &client())? {
                        let message = format!("it loses its first move by a fault ({fault})");
                        diagnostics.error("fault", None, message, "a program that fails loses the match");
                        reading.program = None;
                    } else if self.form == Form::Text {
                        // Shown only in the text output.
                        trial = try_out(file, &client())?;
                    }
                }
            }
        }
        diagnostics.silence(|code| allow.iter().any(|allowed| allowed == code));
        self.refused += usize::from(diagnostics.has_errors());
        let json = || diagnostics::json(&file.shown_path(), file.game.info().name, &file.bytes, &diagnostics);
        match self.form {
            Form::Jsonl => self.output.json_line(&json()),
            Form::Json => {
                self.documents.push(json());
                Ok(())
            }
            Form::Csv => self.add_csv(&json()),
            Form::Text => {
                let text =
                    diagnostics::text(&file.shown_path(), &file.bytes, &diagnostics, Output::has_colours());
                self.output.text(&text)?;
                let warnings = diagnostics.iter().filter(|one| one.severity == Severity::Warning).count();
                let length = reading.program.as_ref().map(|program| program.length);
                self.output.line(summary(file, &reading.metadata, length, warnings))?;
                trial.iter().try_for_each(|line| self.output.people(format_args!("  {line}")))
            }
        }
    }

    fn add_csv(&mut self, document: &serde_json::Value) -> Result<(), Failure> {
        for one in document["diagnostics"].as_array().into_iter().flatten() {
            let keys = ["severity", "code", "line", "column", "end_line", "end_column", "message", "help"];
            let field = |value: &serde_json::Value| match value {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let fields: Vec<String> =
                std::iter::once(field(&document["file"])).chain(keys.map(|key| field(&one[key]))).collect();
            self.output.csv(&fields)?;
        }
        Ok(())
    }

    /// Exit code 3 if a file could not be read, otherwise 1 if a program has errors.
    fn finish(mut self, unreadable: &[String]) -> Result<(), Failure> {
        if self.form == Form::Json {
            self.output.document(&serde_json::json!({"files": self.documents}))?;
        }
        self.output.flush()?;
        match (unreadable, self.refused) {
            ([], 0) => Ok(()),
            ([], 1) => Err(Failure::Refused("a program has errors".into())),
            ([], refused) => Err(Failure::Refused(format!("{refused} programs have errors"))),
            (unreadable, _) => Err(Failure::File(unreadable.join("\n       "))),
        }
    }
}

fn summary(file: &ProgramFile, metadata: &Metadata, length: Option<usize>, warnings: usize) -> String {
    let path = one_line(&file.shown_path());
    let Some(length) = length else {
        return format!("{path}: not a legal program of {}", file.game.info().name);
    };
    let name = display_name(metadata, &file.file_name());
    let author = metadata.author.as_ref().map_or(String::new(), |author| format!(" by {}", one_line(author)));
    let but = match warnings {
        0 => String::new(),
        1 => ", 1 warning".into(),
        warnings => format!(", {warnings} warnings"),
    };
    format!("{path}: ok, {name}{author}, length {length}{but}")
}

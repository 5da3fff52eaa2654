//! `bout check`: prints all diagnostics of programs.

use contests::foreign::{self, Checked, FirstMove, first_move, try_out};
use contests::program_file::ProgramFile;
use contests::rows::FileRow;
use contests::{Client, Failure};
use game::text::one_line;
use game::{Diagnostics, Metadata, Reading, Severity, display_name};
use games::RegisteredGame;
use serde::Serialize;
use serde_json::Value;

use crate::cli::CheckArgs;
use crate::client::client;
use crate::output::{Output, OutputFormat, Printer};
use crate::{diagnostics, input};

pub(crate) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let mut report = Report::new(args.output.form)?;
    let mut unreadable = Vec::new();
    for named in input::programs(&args.programs, args.game.get())? {
        match named.read() {
            Ok(file) => report.add(&file, &args.allow)?,
            Err(failure) => unreadable.push(failure.to_string()),
        }
    }
    report.finish(&unreadable)
}

/// The result of checking a program.
pub(super) struct Judged {
    /// All diagnostics, including those of compilers and of the first move.
    pub(super) diagnostics: Diagnostics,
    metadata: Metadata,
    /// The length of the program, if it is legal.
    length: Option<usize>,
    is_foreign: bool,
}

/// Checks a program. Foreign code is also compiled and asked for its first move.
pub(super) fn judge(file: &ProgramFile, client: &Client) -> Result<Judged, Failure> {
    let Reading { program, metadata, diagnostics } = file.game.read(&file.bytes);
    let length = program.map(|program| program.length);
    let mut judged = Judged { diagnostics, metadata, length, is_foreign: false };
    if judged.length.is_none() {
        return Ok(judged);
    }
    match foreign::examine(file, client)? {
        Checked::NotForeign => {}
        Checked::Refused(reasons) => {
            judged.diagnostics = reasons;
            judged.length = None;
        }
        Checked::Accepted(accepted) => {
            judged.is_foreign = true;
            judged.metadata = foreign::named(judged.metadata, &accepted);
            judged.diagnostics = accepted.diagnostics;
            judged.add_first_move(file.game, &first_move(file, client)?);
        }
    }
    Ok(judged)
}

impl Judged {
    fn add_first_move(&mut self, game: &dyn RegisteredGame, shown: &FirstMove) {
        if let Some(fault) = &shown.fault {
            let message = format!("it loses its first move by a fault ({fault})");
            self.diagnostics.error("fault", None, message, "a program that fails loses the match");
            self.length = None;
        } else if shown.is_invalid {
            let message = "what it returns for its first move is not a move";
            self.diagnostics.warning("invalid-answer", None, message, moves_of(game));
        }
    }
}

fn moves_of(game: &dyn RegisteredGame) -> String {
    let moves = game.manual_moves();
    let letters = moves.iter().flat_map(|moves| moves.letters);
    let letters: Vec<String> = letters.map(|letter| format!("`{letter}`")).collect();
    format!("the moves are {}; see `bout man {}`", letters.join(", "), game.info().name)
}

/// The results so far.
struct Report {
    printer: Printer,
    refused: usize,
}

/// The JSON document.
#[derive(Serialize)]
struct Document {
    files: Vec<Value>,
}

impl Report {
    fn new(form: OutputFormat) -> Result<Self, Failure> {
        let mut printer = Printer::new(form, Output::stdout());
        printer.columns(&diagnostics::COLUMNS)?;
        Ok(Self { printer, refused: 0 })
    }

    fn add(&mut self, file: &ProgramFile, allow: &[String]) -> Result<(), Failure> {
        let client = client();
        let Judged { mut diagnostics, metadata, length, is_foreign } = judge(file, &client)?;
        let mut trial = Vec::new();
        if is_foreign && length.is_some() && self.printer.is_text() {
            // Only the text output shows the trial.
            trial = try_out(file, &client)?;
        }
        diagnostics.silence(|code| allow.iter().any(|allowed| allowed == code));
        self.refused += usize::from(diagnostics.has_errors());
        self.printer.row(&FileRow::new(file, &diagnostics))?;
        self.printer.text(|output| {
            let text =
                diagnostics::text(&file.shown_path(), &file.bytes, &diagnostics, Output::has_colours());
            output.text(&text)?;
            let warnings = diagnostics.iter().filter(|one| one.severity == Severity::Warning).count();
            output.line(summary(file, &metadata, length, warnings))?;
            trial.iter().try_for_each(|line| output.people(format_args!("  {line}")))
        })
    }

    /// Fails with exit code 3 if a file could not be read, or else with 1 if a program has errors.
    fn finish(mut self, unreadable: &[String]) -> Result<(), Failure> {
        self.printer.document(|files| Document { files })?;
        self.printer.flush()?;
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

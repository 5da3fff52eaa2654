//! `bout war submit`: submits snippets.

use std::path::Path;

use contests::Failure;
use contests::program_file::ProgramFile;
use contests::war::{EnteringSnippet, Folder, Submission, SubmissionError, check_name};
use game::Game as _;
use games::perlwar::{PerlWar, Snippets};
use games::registry;
use serde::Serialize;

use crate::client::client;
use crate::output::{Output, OutputFormat, Printer, Row, cells, note};
use crate::{diagnostics, input};

pub(super) fn run(
    path: &Path,
    program: &Path,
    player: Option<&str>,
    form: OutputFormat,
) -> Result<(), Failure> {
    refuse_other_game(program)?;
    let name = player_name(program, player)?;
    // Standard input is read before the folder is locked, because it may be slow and other commands should not wait.
    let file = ProgramFile { path: program.to_path_buf(), bytes: input::read(program)?, game: &PerlWar };
    let folder = Folder::open(path, &client())?;
    let state = folder.replay(|_| {})?;
    folder.end(&state)?;
    let submitted = folder.submission(&state, &name, &file.bytes);
    let Submission { entering, snippets, .. } = submitted.map_err(|error| refused(&folder, &file, error))?;
    folder.keep_player(&name, &snippets)?;
    warn(&folder, &name, &entering, &snippets);
    report(&name, &entering, form)
}

/// Refuses a file whose name shows that it is a program of another game. Many a text is valid Perl by accident.
fn refuse_other_game(program: &Path) -> Result<(), Failure> {
    let (war, other) =
        (PerlWar::INFO.name, program.extension().and_then(|ending| registry::by_extension(ending.to_str()?)));
    match other.map(|other| other.info().name).filter(|other| *other != war) {
        None => Ok(()),
        Some(other) => {
            let why =
                format!("a program of {other}, but wars are of {war}; expected a snippet in a file *.pl");
            Err(Failure::Usage(format!("{}: {why}", program.display())))
        }
    }
}

/// Returns the player of a snippet: from the command line, or the file name.
fn player_name(program: &Path, player: Option<&str>) -> Result<String, Failure> {
    let stem = || program.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = match player {
        Some(name) => name.to_owned(),
        None if program.as_os_str() == "-" => {
            let why = "standard input has no name; name the player with --player NAME";
            return Err(Failure::Usage(why.into()));
        }
        None => stem().unwrap_or_default(),
    };
    check_name(&name)
        .map_err(|why| Failure::Usage(format!("{why}; choose another name with --player NAME")))?;
    Ok(name)
}

/// Prints the diagnostics of a refused snippet, and returns the error.
fn refused(folder: &Folder, file: &ProgramFile, error: SubmissionError) -> Failure {
    let text = error.to_string();
    let in_folder = |why: String| Failure::Refused(format!("{}: {why}", folder.inside.path().display()));
    match error {
        SubmissionError::Name(why) => Failure::Usage(why),
        SubmissionError::NotAllowed(why) => in_folder(why),
        SubmissionError::Alike(why) => in_folder(format!("{why}; choose another name with --player NAME")),
        SubmissionError::Program { diagnostics, .. } => {
            diagnostics::show_errors(file, diagnostics);
            Failure::Refused(text)
        }
    }
}

/// Prints notes on probable mistakes.
fn warn(folder: &Folder, name: &str, entering: &[EnteringSnippet], snippets: &Snippets) {
    let parameters = folder.config.parameters;
    for EnteringSnippet { round, code, .. } in entering {
        let (length, longest) = (code.characters(), parameters.longest(*round));
        if *round > parameters.rounds {
            note(&format!(
                "note: the snippet for round {round} never enters: there are {} rounds",
                parameters.rounds
            ));
        } else if length > longest {
            let why = format!("has {length} characters, and runs only with {longest} or fewer");
            note(&format!("note: the snippet for round {round} {why}: it segfaults (P8)"));
        }
    }
    if snippets.entering(1).is_none() {
        note(&format!("note: {name} has no snippet for round 1 and would be eliminated in it (P15)"));
    }
}

fn report(name: &str, entering: &[EnteringSnippet], form: OutputFormat) -> Result<(), Failure> {
    let mut printer = Printer::new(form, Output::of_a_change());
    printer.text(|output| {
        for EnteringSnippet { round, code, replaces } in entering {
            let length = code.characters();
            let place = if *replaces { ", replacing the one submitted before" } else { "" };
            output.people(format_args!(
                "{name}: a snippet of {length} characters enters in round {round}{place}"
            ))?;
        }
        Ok(())
    })?;
    let rows: Vec<EnteringRow> = entering.iter().map(|one| EnteringRow::new(name, one)).collect();
    printer.columns(&["player", "round", "characters", "replaces"])?;
    rows.iter().try_for_each(|row| printer.csv_row(row))?;
    printer.single(&SubmissionRow { player: name, enters: rows })?;
    printer.flush()
}

/// What a player submitted.
#[derive(Serialize)]
struct SubmissionRow<'a> {
    player: &'a str,
    enters: Vec<EnteringRow<'a>>,
}

/// A snippet that enters.
#[derive(Serialize)]
struct EnteringRow<'a> {
    #[serde(skip)]
    player: &'a str,
    round: u64,
    characters: usize,
    replaces: bool,
}

impl<'a> EnteringRow<'a> {
    fn new(player: &'a str, EnteringSnippet { round, code, replaces }: &EnteringSnippet) -> Self {
        Self { player, round: *round, characters: code.characters(), replaces: *replaces }
    }
}

impl Row for EnteringRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let mut line = cells(self, columns);
        if let Some(at) = columns.iter().position(|column| *column == "player") {
            self.player.clone_into(&mut line[at]);
        }
        vec![line]
    }
}

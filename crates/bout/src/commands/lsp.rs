//! `bout lsp`: serves an editor over standard input and output.

mod fight;
mod near;
mod rank;

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use contests::program_file::ProgramFile;
use contests::{Client, ContestEvent, Failure, Subscriber};
use game::Diagnostics;
use games::RegisteredGame;
use lsp::{Ending, Host, ProgramText, Work, WorkError, streams};
use record::Record;

use crate::cli::LspArgs;
use crate::interrupt;

use super::check::judge;

pub(crate) fn run(_: &LspArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let host: Arc<dyn Host> = Arc::new(Machine);
    let ending =
        interrupt::at_once_while(|| streams::serve(BufReader::new(io::stdin()), io::stdout(), &host));
    match ending.map_err(|error| Failure::Machine(format!("cannot start a thread: {error}")))? {
        Ending::Orderly => Ok(()),
        // The protocol asks for exit code 1; nobody would read a message.
        Ending::Abrupt => Err(Failure::Refused(String::new())),
    }
}

/// Gives the language server access to the user's files.
struct Machine;

impl Host for Machine {
    fn opponents(&self, game: &dyn RegisteredGame, beside: Option<&Path>, wished: &[String]) -> Vec<String> {
        near::opponents(game, beside, wished)
    }

    fn hill(&self, game: &dyn RegisteredGame, program: &Path) -> Option<PathBuf> {
        near::hill(game, program)
    }

    fn is_program(&self, game: &dyn RegisteredGame, path: &Path) -> bool {
        near::is_in_folder_of_bots(game, path)
    }

    fn check(&self, program: &ProgramText, work: &Work) -> Result<Diagnostics, WorkError> {
        let judged = judge(&file_of(program), &quiet_client(work)).map_err(|why| work_error(&why, work))?;
        Ok(judged.diagnostics)
    }

    fn fight(&self, program: &ProgramText, opponent: &str, work: &Work) -> Result<String, WorkError> {
        fight::fight(program, opponent, work).map_err(|why| work_error(&why, work))
    }

    fn rank(&self, program: &ProgramText, hill: &Path, work: &Work) -> Result<String, WorkError> {
        rank::rank(program, hill, work).map_err(|why| work_error(&why, work))
    }
}

/// Returns the program as a file, with the editor's unsaved text as its content.
fn file_of(program: &ProgramText) -> ProgramFile {
    let unsaved = || PathBuf::from(format!("unsaved.{}", program.game.info().extension));
    ProgramFile {
        path: program.path.clone().unwrap_or_else(unsaved),
        bytes: program.text.clone().into_bytes(),
        game: program.game,
    }
}

fn work_error(failure: &Failure, work: &Work) -> WorkError {
    if work.is_stopped() { WorkError::Stopped } else { WorkError::Failed(failure.to_string()) }
}

/// Creates a client that prints nothing: the editor shows results, and there is no terminal.
fn quiet_client(work: &Work) -> Client {
    let stop = work.stop_flag();
    Client::new(Arc::new(Nobody), move || stop.load(Ordering::Relaxed))
}

struct Nobody;

impl Subscriber for Nobody {
    fn on_event(&self, _: ContestEvent<'_>) {}

    fn save_record(&self, _: &Record) -> Result<(), Failure> {
        Ok(())
    }
}

/// Returns the failure for a program that cannot play, with its first error.
fn refusal(name: &str, diagnostics: &Diagnostics) -> Failure {
    let first = diagnostics.iter().find(|one| one.severity == game::Severity::Error);
    let why = first.map_or("it is refused", |one| one.message.as_str());
    Failure::Refused(format!("{name} cannot play: {why}"))
}

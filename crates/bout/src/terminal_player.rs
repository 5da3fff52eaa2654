//! Shows a match in the terminal: the player and debugger.

use std::path::Path;
use std::thread;
use std::time::Duration;

use contests::foreign::ForeignCode;
use contests::program_file::ProgramFile;
use contests::programs::examined;
use contests::{Failure, Isolation};
use game::{AnyGame, AnyPlayers, Participant};
use games::{RegisteredGame, registry};
use record::Record;
use referee::Lineup;
use terminal::{
    App, ForkPlayers, NoPrograms, Options, ShowError, Theme, check_terminal, restore, show, turn_of,
};
use viewer::Replay;

use crate::client::client;
use crate::{input, interrupt};

/// The interval for checking whether a signal asked the process to end.
const LOOK: Duration = Duration::from_millis(100);
/// How long the process may continue after the signal.
const PATIENCE: Duration = Duration::from_secs(1);

/// How the player starts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start<'a> {
    /// The turn, as the user wrote it.
    pub(crate) at: &'a str,
    /// Whether playback starts immediately.
    pub(crate) is_playing: bool,
}

/// Checks that there is a terminal to draw in.
pub(crate) fn check() -> Result<(), Failure> {
    check_terminal().map_err(|error| cannot_show(&error))
}

/// Checks that a record can be played.
pub(crate) fn check_playable(record: &Record) -> Result<(), Failure> {
    opened(record).map(drop)
}

/// Shows a record until the user quits. In forks of the match, foreign code runs with this
/// isolation. `seed` seeds its random numbers if the record has no seed.
pub(crate) fn show_record(
    record: &Record,
    start: Start,
    isolation: Isolation,
    seed: u64,
) -> Result<(), Failure> {
    let mut replay = opened(record)?;
    let turn = turn_of(start.at, 0, replay.last_turn()).map_err(Failure::Usage)?;
    replay.seek(turn);
    let names = replay.names().all().to_vec();
    let fork_players = ForkPrograms { isolation, seed: record.seed.unwrap_or(seed) };
    let mut app =
        App::new(Options { replay, names, fork_players: &fork_players, theme: Theme::of_environment() });
    if start.is_playing {
        app.play();
    }
    thread::spawn(end_when_wanted);
    show(&mut app, &interrupt::was_requested).map_err(|error| cannot_show(&error))?;
    if interrupt::was_requested() {
        return Err(Failure::Interrupted("the viewer was ended by a signal".into()));
    }
    Ok(())
}

pub(crate) fn opened(record: &Record) -> Result<Replay<'_>, Failure> {
    let find_game = |name: &str| registry::by_name(name).map(|game| game as &dyn AnyGame);
    Replay::open(record, find_game).map_err(|error| unplayable(&error))
}

fn unplayable(error: &referee::ReplayError) -> Failure {
    Failure::Refused(format!("this record cannot be played: {error}"))
}

/// Ends the process some time after a signal. This is needed if the terminal is closed: crossterm
/// then reads end of file again and again, and never returns.
fn end_when_wanted() {
    while !interrupt::was_requested() {
        thread::sleep(LOOK);
    }
    thread::sleep(PATIENCE);
    restore();
    std::process::exit(interrupt::INTERRUPTED);
}

fn cannot_show(error: &ShowError) -> Failure {
    match error {
        ShowError::NoTerminal => Failure::Usage(error.to_string()),
        ShowError::Terminal(_) => Failure::Machine(error.to_string()),
    }
}

/// Runs foreign code in forks of a match as in other matches.
struct ForkPrograms {
    isolation: Isolation,
    seed: u64,
}

impl ForkPlayers for ForkPrograms {
    fn players(&self, lineup: &Lineup<'_>) -> Result<Box<dyn AnyPlayers>, String> {
        let game = registered(lineup.game());
        if !game.runs_foreign_code() {
            return NoPrograms.players(lineup);
        }
        let factory =
            ForeignCode::of(game, self.isolation, &client()).map_err(|failure| failure.to_string())?.factory;
        factory.players(lineup, self.seed).map_err(|error| error.to_string())
    }

    fn program(&self, game: &dyn AnyGame, file: &Path) -> Result<Participant, String> {
        let bytes = input::read(file).map_err(|failure| failure.to_string())?;
        let source = ProgramFile { path: file.to_owned(), bytes, game: registered(game) };
        let (diagnostics, entrant) = examined(&source, &client()).map_err(|failure| failure.to_string())?;
        let entrant = entrant.ok_or_else(|| format!("{}: {}", file.display(), first_of(&diagnostics)))?;
        Ok(entrant.program)
    }
}

fn registered(game: &dyn AnyGame) -> &'static dyn RegisteredGame {
    registry::by_name(game.info().name).expect("it came from the registry")
}

/// Returns the first error as one line.
fn first_of(diagnostics: &game::Diagnostics) -> String {
    let first = diagnostics.iter().next();
    first.map_or_else(|| "it has errors; `bout check` shows them".into(), |first| first.message.clone())
}

//! `bout view`: shows a match in a terminal, or writes it as a web page.

use std::path::Path;
use std::thread;
use std::time::Duration;

use contests::foreign::Foreign;
use contests::program_file::ProgramFile;
use contests::programs::{entrants, examined};
use contests::recorder::write_whole;
use contests::{Failure, Isolation, setups};
use game::{AnyGame, AnyPlayers, NamedLists, Participant};
use games::{RegisteredGame, registry};
use indicatif::ProgressBar;
use record::Record;
use referee::{Detail, Finished, Lineup, MatchError, Provenance, Source, play_match};
use terminal::{Answerers, App, Look, NoAnswerers, ShowError, Shown, check_terminal, restore, show, turn_of};
use viewer::Replay;

use crate::cli::ViewArgs;
use crate::client::client;
use crate::input::{self, Named};
use crate::interrupt;
use crate::web_page::match_title;

/// The interval for checking whether a signal asked the process to end.
const LOOK: Duration = Duration::from_millis(100);
/// The time from the signal until the process ends in any case.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &ViewArgs) -> Result<(), Failure> {
    if let Some(page) = &args.out {
        interrupt::watch()?;
        return write_page(&match_of(args)?, page);
    }
    check_terminal().map_err(|error| cannot_show(&error))?;
    // An invalid turn is reported before a long match is played.
    turn_of(&args.at, 0, 0).map_err(|why| Failure::Usage(format!("--at: {why}")))?;
    interrupt::watch()?;
    let record = match_of(args)?;
    let find_game = |name: &str| registry::by_name(name).map(|game| game as &dyn AnyGame);
    let mut replay = Replay::open(&record, find_game).map_err(|error| unplayable(&error))?;
    let turn = turn_of(&args.at, 0, replay.last_turn()).map_err(Failure::Usage)?;
    replay.seek(turn);
    let names = record.programs.iter().map(|program| program.file.clone()).collect();
    let answerers = ForkAnswerers { isolation: args.isolation(), seed: record.seed.unwrap_or(args.seed) };
    let mut app = App::new(Shown { replay, names, answerers: &answerers, look: Look::of_environment() });
    thread::spawn(end_when_wanted);
    show(&mut app, &interrupt::wanted).map_err(|error| cannot_show(&error))?;
    if interrupt::wanted() {
        return Err(Failure::Interrupted("the viewer was ended by a signal".into()));
    }
    Ok(())
}

fn match_of(args: &ViewArgs) -> Result<Record, Failure> {
    match args.files.as_slice() {
        [_] if args.asks_for_a_match() => {
            let why = "a record contains its rules and its setup: --rules, --start, --robots and --setup are for programs only";
            Err(Failure::Usage(why.into()))
        }
        [file] => read(file),
        _ => played(args),
    }
}

/// Checks that a record can be played, and writes the page that plays it.
fn write_page(record: &Record, page: &Path) -> Result<(), Failure> {
    let find_game = |name: &str| registry::by_name(name).map(|game| game as &dyn AnyGame);
    Replay::open(record, find_game).map_err(|error| unplayable(&error))?;
    write_whole(page, report::fight(&record::write(record), &match_title(record)).as_bytes())
}

fn unplayable(error: &referee::ReplayError) -> Failure {
    Failure::Refused(format!("this record cannot be played: {error}"))
}

/// Ends the process some time after a signal. Reading a closed terminal returns end of file again and again, and
/// crossterm, which waits for a key, never returns.
fn end_when_wanted() {
    while !interrupt::wanted() {
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

fn read(file: &Path) -> Result<Record, Failure> {
    let refused = |error: record::RecordError| Failure::Refused(format!("{}: {error}", file.display()));
    record::read(&input::read(file)?).map_err(refused)
}

/// Plays a match of these programs and returns its record, which is not stored.
fn played(args: &ViewArgs) -> Result<Record, Failure> {
    let named = input::programs(&args.files, args.game.get())?;
    let game = input::common_game(&named)?;
    let files: Vec<_> = named.iter().map(Named::read).collect::<Result<_, _>>()?;
    let entrants = entrants(&files, &client())?;
    let programs = entrants.iter().map(|entrant| entrant.program.clone()).collect();
    let lineup =
        Lineup::new(game, programs, &args.rules()?).map_err(|error| Failure::Usage(error.to_string()))?;
    let given = args.setup.given();
    setups::check(&lineup, &given, args.seed)?;
    let foreign = Foreign::of(game, args.isolation(), &client())?;
    // Slow bots can take a while.
    let bar = ProgressBar::new_spinner().with_message("playing the match before showing it; Ctrl-C stops");
    bar.enable_steady_tick(LOOK);
    let setup = setups::completed(&lineup, &given, args.seed);
    let finished = finished(&lineup, &setup, &foreign, args.seed);
    bar.finish_and_clear();
    let sources: Vec<Source> = entrants.iter().map(|entrant| entrant.source.clone()).collect();
    let seed = given.is_empty().then_some(args.seed);
    let environment = &foreign.environment;
    Ok(lineup.record(&finished?, Provenance { sources: &sources, seed, match_index: 0, environment }))
}

fn finished(lineup: &Lineup, setup: &NamedLists, foreign: &Foreign, seed: u64) -> Result<Finished, Failure> {
    let conditions = foreign.conditions(Detail::Record, &interrupt::wanted);
    let attempted = play_match(&mut lineup.runner(), setup, seed, &conditions);
    match attempted.and_then(|attempted| attempted.result.map_err(MatchError::Void)) {
        Ok(finished) => Ok(finished),
        Err(MatchError::Stopped) => Err(Failure::Interrupted("the match was not finished".into())),
        Err(error) => Err(Failure::Machine(error.to_string())),
    }
}

/// Asks foreign code in forks of a match in the same way as in matches.
struct ForkAnswerers {
    isolation: Isolation,
    seed: u64,
}

impl Answerers for ForkAnswerers {
    fn players(&self, lineup: &Lineup<'_>) -> Result<Box<dyn AnyPlayers>, String> {
        let game = registered(lineup.game());
        if !game.runs_foreign_code() {
            return NoAnswerers.players(lineup);
        }
        let factory =
            Foreign::of(game, self.isolation, &client()).map_err(|failure| failure.to_string())?.factory;
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

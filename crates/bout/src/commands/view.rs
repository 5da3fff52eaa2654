//! `bout view`: shows a match in a terminal, or writes it as a web page or a film.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use contests::foreign::ForeignCode;
use contests::programs::entrants;
use contests::recorder::write_whole;
use contests::{Failure, setups};
use game::NamedLists;
use games::registry;
use indicatif::ProgressBar;
use record::Record;
use referee::{Detail, Finished, Lineup, MatchError, Provenance, Source, play_match};
use terminal::turn_of;

use crate::cli::ViewArgs;
use crate::client::client;
use crate::input::{self, Named};
use crate::interrupt;
use crate::match_film::{self, Form};
use crate::output::note;
use crate::terminal_player::{self, Start};
use crate::web_page::match_title;

/// The interval for moving the spinner.
const TICK: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &ViewArgs) -> Result<(), Failure> {
    refuse_one_program(args)?;
    if let Some(file) = &args.out {
        let form = Form::of(file)?;
        form.check_requirements()?;
        interrupt::watch()?;
        let record = match_of(args)?;
        match form {
            Form::Page => write_page(&record, file)?,
            Form::Film(form) => match_film::write(&record, file, form, args.look())?,
        }
        return tell_where(file, args.open);
    }
    terminal_player::check()?;
    // An invalid turn is reported before a long match is played.
    turn_of(&args.at, 0, 0).map_err(|why| Failure::Usage(format!("--at: {why}")))?;
    interrupt::watch()?;
    let record = match_of(args)?;
    let start = Start { at: &args.at, is_playing: false };
    terminal_player::show_record(&record, start, args.isolation(), args.seed)
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

/// Refuses a single program, and asks for an opponent.
fn refuse_one_program(args: &ViewArgs) -> Result<(), Failure> {
    let [file] = args.files.as_slice() else { return Ok(()) };
    let ending = file.extension().and_then(|ending| ending.to_str());
    if !file.is_file() || ending.and_then(registry::by_extension).is_none() {
        return Ok(());
    }
    let file = file.display();
    let why = "this is a program, and a match needs another one";
    Err(Failure::Usage(format!("{file}: {why}: `bout view {file} OPPONENT`; or give a record (*.bout)")))
}

/// Opens the page if the user asked for it; otherwise tells a user at a terminal where it is.
fn tell_where(page: &Path, is_to_open: bool) -> Result<(), Failure> {
    if !is_to_open {
        if std::io::stderr().is_terminal() {
            note(&format!("the match is in {}; open it in a browser, or add --open", page.display()));
        }
        return Ok(());
    }
    open_file(page)
}

/// Opens a file with the system's default program.
pub(crate) fn open_file(file: &Path) -> Result<(), Failure> {
    open::that_detached(file).map_err(|error| {
        Failure::Machine(format!("{}: nothing could be started that shows it: {error}", file.display()))
    })
}

/// Checks that a record can be played, and writes the page that plays it.
fn write_page(record: &Record, page: &Path) -> Result<(), Failure> {
    terminal_player::check_playable(record)?;
    write_whole(page, report::match_page(&record::write(record), &match_title(record)).as_bytes())
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
    let given = args.setup.given()?;
    setups::check(&lineup, &given, args.seed)?;
    let foreign = ForeignCode::of(game, args.isolation(), &client())?;
    // Slow bots can take a while.
    let bar = ProgressBar::new_spinner().with_message("playing the match before showing it; Ctrl-C stops");
    bar.enable_steady_tick(TICK);
    let setup = setups::completed(&lineup, &given, args.seed);
    let finished = finished(&lineup, &setup, &foreign, args.seed);
    bar.finish_and_clear();
    let sources: Vec<Source> = entrants.iter().map(|entrant| entrant.source.clone()).collect();
    let seed = given.is_empty().then_some(args.seed);
    let environment = &foreign.environment;
    Ok(lineup.record(&finished?, Provenance { sources: &sources, seed, match_index: 0, environment }))
}

fn finished(
    lineup: &Lineup,
    setup: &NamedLists,
    foreign: &ForeignCode,
    seed: u64,
) -> Result<Finished, Failure> {
    let conditions = foreign.conditions(Detail::Record, &interrupt::was_requested);
    let attempted = play_match(&mut lineup.runner(), setup, seed, &conditions);
    match attempted.and_then(|attempted| attempted.result.map_err(MatchError::Void)) {
        Ok(finished) => Ok(finished),
        Err(MatchError::Stopped) => Err(Failure::Interrupted("the match was not finished".into())),
        Err(error) => Err(Failure::Machine(error.to_string())),
    }
}

//! `bout play`: matches between programs in a fixed order.

mod report;

use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

use contests::foreign::ForeignCode;
use contests::programs::{Entrant, entrants};
use contests::recorder::Recorder;
use contests::{Failure, Isolation, setups};
use game::{NamedLists, RecordedAnswers, match_seed, seats_in_words};
use games::{REGISTRY, RegisteredGame, TextLog};
use jobs::{Parallelism, in_order};
use referee::{Detail, Finished, Lineup, MatchError, MatchRunner, Provenance, Source, play_match};

use crate::cli::PlayArgs;
use crate::client::client;
use crate::input::{self, Named};
use crate::interrupt;
use crate::names::shell_word;
use crate::output::{OutputFormat, note};
use crate::progress::Progress;
use crate::terminal_player::{self, Start};

use report::Report;

/// How many matches a thread takes at a time. A match can take only microseconds, and batches make
/// the cost of the channel negligible.
const CHUNK: u64 = 16;

/// A finished match of this command.
struct Played {
    seed: u64,
    result: Result<Finished, String>,
    elapsed: Duration,
}

pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let named = input::programs(&args.programs, args.game.get())?;
    let game = input::common_game(&named)?;
    let text_log = if args.log { Some(text_log(args, game)?) } else { None };
    if args.view {
        check_view(args)?;
    }
    if args.from >= args.games {
        let why = format!(
            "--from {} leaves nothing to play: matches are numbered from 0 to {}",
            args.from,
            args.games - 1
        );
        return Err(Failure::Usage(why));
    }
    let rules = args.playing.rules()?;
    check_number(&named)?;
    let files: Vec<_> = named.iter().map(Named::read).collect::<Result<_, _>>()?;
    let entrants = entrants(&files, &client())?;
    let programs = entrants.iter().map(|entrant| entrant.program.clone()).collect();
    let lineup = Lineup::new(game, programs, &rules).map_err(|error| Failure::Usage(error.to_string()))?;
    let given = args.setup.given()?;
    setups::check(&lineup, &given, args.playing.seed)?;
    let recorder = args.playing.record.as_deref().map(Recorder::new).transpose()?;
    let report = Report::new(args, &lineup, &entrants)?;
    let mut foreign = ForeignCode::of(game, args.playing.isolation(), &client())?;
    if game.runs_foreign_code() && args.playing.isolation() == Isolation::Fast {
        foreign.environment.push(("isolation".into(), "fast, for practice only".into()));
    }
    Session { args, lineup: &lineup, given, recorder, entrants: &entrants, foreign, text_log }.play(report)
}

/// Checks that `--view` fits the other options.
fn check_view(args: &PlayArgs) -> Result<(), Failure> {
    if args.games != 1 || args.log || args.playing.output.form != OutputFormat::Text {
        let why = "--view shows one match: run without --games, --log and --output";
        return Err(Failure::Usage(why.into()));
    }
    terminal_player::check()
}

/// Returns the function that writes the game's text log. Fails if there is none, or if another
/// output format is requested: standard output contains only the log.
fn text_log(args: &PlayArgs, game: &dyn RegisteredGame) -> Result<TextLog, Failure> {
    let text_log = game.text_log().ok_or_else(|| {
        let with_log = REGISTRY.iter().filter(|game| game.text_log().is_some());
        let with_log: Vec<&str> = with_log.map(|game| game.info().title).collect();
        let (with_log, name) = (with_log.join(" and "), game.info().name);
        Failure::Usage(format!("--log is for {with_log}; {name} has no text log"))
    })?;
    if args.playing.output.form != OutputFormat::Text {
        return Err(Failure::Usage("--log writes text; run without --output".into()));
    }
    Ok(text_log)
}

/// Checks the number of programs before any file is read.
fn check_number(named: &[Named]) -> Result<(), Failure> {
    let game = input::common_game(named)?;
    let seats = &game.info().seats;
    if seats.contains(&named.len()) {
        return Ok(());
    }
    let expected = seats_in_words(seats);
    let named_some = named.iter().take(3).map(|program| program.path().display().to_string());
    let shown = named_some.collect::<Vec<_>>().join(", ");
    let more = if named.len() > 3 { ", …" } else { "" };
    Err(Failure::Usage(format!(
        "a match of {} needs {expected}, but got {}: {shown}{more}",
        game.info().name,
        named.len()
    )))
}

/// One run of the command.
struct Session<'a> {
    args: &'a PlayArgs,
    lineup: &'a Lineup<'a>,
    given: NamedLists,
    recorder: Option<Recorder>,
    entrants: &'a [Entrant],
    foreign: ForeignCode,
    /// How to log matches; `None` without `--log`.
    text_log: Option<TextLog>,
}

impl Session<'_> {
    fn play(&self, mut report: Report) -> Result<(), Failure> {
        let Self { args, lineup, .. } = self;
        let sources: Vec<Source> = self.entrants.iter().map(|entrant| entrant.source.clone()).collect();
        let progress = progress_of(args);
        let (mut last_record, mut first_path) = (None, None);
        let take = |index: u64, played: Played| {
            let mut record = None;
            if let (true, Ok(finished)) = (self.needs_records(), &played.result) {
                let seed = self.given.is_empty().then_some(played.seed);
                let environment = &self.foreign.environment;
                let provenance = Provenance { sources: &sources, seed, match_index: index, environment };
                let made = lineup.record(finished, provenance);
                record = self.recorder.as_ref().map(|recorder| recorder.write(&made)).transpose()?;
                last_record = Some(made);
            }
            if first_path.is_none() {
                first_path.clone_from(&record);
            }
            if let Some(progress) = &progress {
                progress.advance(1);
            }
            if let (Some(text_log), Ok(finished)) = (self.text_log, &played.result) {
                self.log(finished, text_log, &mut report)?;
            }
            let mut add = || report.add(index, &played, record.as_deref());
            match &progress {
                Some(progress) => progress.aside(add),
                None => add(),
            }
        };
        let threads = lineup.threads(args.playing.threads());
        let work = |runner: &mut MatchRunner, index| self.play_one(runner, index);
        let chunk = if lineup.game().runs_foreign_code() { 1 } else { CHUNK };
        let parallelism = Parallelism { threads, chunk, stop: &interrupt::was_requested };
        let end = in_order(args.from..args.games, parallelism, || lineup.runner(), work, take);
        if let Some(progress) = &progress {
            progress.finish();
        }
        // Matches that finished before a failure are reported, too.
        report.finish()?;
        let next = end?;
        if next < args.games {
            let again = interrupt::command_with("--from", next);
            let why = format!(
                "{} of {} matches were not played; to continue, run: {again}",
                args.games - next,
                args.games
            );
            return Err(Failure::Interrupted(why));
        }
        report.void_matches()?;
        if let (true, Some(record)) = (args.view, &last_record) {
            let start = Start { at: "0", is_playing: true };
            return terminal_player::show_record(record, start, args.playing.isolation(), args.playing.seed);
        }
        self.tell_how_to_watch(first_path.as_deref());
        Ok(())
    }

    /// Returns true if matches must be recorded, to write or show them.
    fn needs_records(&self) -> bool {
        self.recorder.is_some() || self.args.view
    }

    /// Tells people at a terminal how to watch what was played.
    fn tell_how_to_watch(&self, record: Option<&Path>) {
        let args = self.args;
        let is_read_by_people = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        if !is_read_by_people || args.playing.output.form != OutputFormat::Text || args.log {
            return;
        }
        if let Some(record) = record {
            let which = if args.games - args.from == 1 { "it" } else { "the first one" };
            note(&format!("to watch {which}: bout view {}", shell_word(record.as_os_str())));
        } else if args.games == 1 {
            note("to watch it: the same command with --view");
        }
    }

    /// Plays match `index`; `None` if it was stopped.
    fn play_one(&self, runner: &mut MatchRunner, index: u64) -> Option<Played> {
        let start = Instant::now();
        let seed = match_seed(self.args.playing.seed, index);
        let setup = setups::completed(self.lineup, &self.given, seed);
        let detail = if self.needs_records() { Detail::Record } else { Detail::Result };
        let conditions = self.foreign.conditions(detail, &interrupt::was_requested);
        let result = match play_match(runner, &setup, seed, &conditions) {
            Ok(attempted) => attempted.result.map_err(|void| MatchError::Void(void).to_string()),
            Err(MatchError::Stopped) => return None,
            Err(error) => Err(error.to_string()),
        };
        Some(Played { seed, result, elapsed: start.elapsed() })
    }

    /// Prints the text log of a match (S13), from its answers.
    fn log(&self, finished: &Finished, text_log: TextLog, report: &mut Report) -> Result<(), Failure> {
        let failed = |error: &dyn std::fmt::Display| {
            Failure::Machine(format!("the log could not be written: {error}"))
        };
        let mut runner = self.lineup.runner();
        let mut script = RecordedAnswers::new(&finished.answers);
        runner.begin(&finished.setup).map_err(|error| failed(&error))?;
        for turn in 1.. {
            report.log(&text_log(&runner.frame()))?;
            if turn > finished.outcome.turns {
                break;
            }
            runner.advance(turn, &mut script).map_err(|error| failed(&error))?;
        }
        Ok(())
    }
}

/// Creates the progress of several matches, unless a line is printed for each of them.
fn progress_of(args: &PlayArgs) -> Option<Progress> {
    let has_lines = args.playing.output.form == OutputFormat::Text && args.games <= report::MAX_LINES;
    if args.games < 2 || has_lines {
        return None;
    }
    let progress = Progress::of("play", "matches");
    progress.start(args.games);
    progress.was_done_before(args.from);
    Some(progress)
}

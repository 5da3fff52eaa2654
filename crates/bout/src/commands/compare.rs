//! `bout compare`: is a new version of a program better than the old one?

mod progress;
mod report;

use std::path::{Path, PathBuf};
use std::time::Instant;

use contests::compare::{Comparison, ComparisonPlayer, ComparisonState, Decision, StopReason};
use contests::contest::refuse_practice;
use contests::programs::entrants;
use contests::recorder::Recorder;
use contests::{Client, Failure};
use games::RegisteredGame;
use tournament::sequential::Hypotheses;

use crate::cli::{CompareArgs, CompareQuestion};
use crate::client::recording_client;
use crate::input::{self, Named};
use crate::interrupt;
use crate::players::Players;

use progress::Progress;
use report::Report;

pub(crate) fn run(args: &CompareArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    if args.queue.is_given() && args.playing.record.is_some() {
        let why = "--record needs the games to be played here, so `bout compare` cannot use it with --queue";
        return Err(Failure::Usage(why.into()));
    }
    let recorder = args.playing.record.as_deref().map(Recorder::new).transpose()?;
    let comparison = comparison(args, &recording_client(recorder))?;
    let start = Instant::now();
    let mut state = ComparisonState::new(&hypotheses(args), comparison.opponents.len());
    let mut report = Report::new(args, &comparison)?;
    let ending = if comparison.is_same_program() {
        state.settle_as_same();
        StopReason::Decided
    } else {
        let mut progress = Progress::new(&comparison, args.question(), args.playing.output.form);
        let players = Players::of(&args.queue, Path::new("."), &identity(args, &comparison))?;
        let player = ComparisonPlayer {
            comparison: &comparison,
            games: args.games,
            threads: args.playing.threads(),
            records: args.playing.record.is_some(),
            dispatcher: players.dispatcher(),
        };
        let ending = player.play(&mut state, |state, round| {
            report.add(state, round)?;
            progress.show(state);
            Ok(())
        });
        progress.finish();
        let ending = ending?;
        players.finish();
        ending
    };
    report.finish(&state, args.playing.timings.then(|| start.elapsed()))?;
    match ending {
        StopReason::Decided if state.answer() == Decision::Yes => Ok(()),
        // The report already gives the reason.
        StopReason::Decided | StopReason::Capped => Err(Failure::Refused(String::new())),
        StopReason::Interrupted => {
            let (rounds, again) = (state.rounds(), interrupt::command());
            let why =
                format!("{rounds} rounds were played, and none is stored; to start again, run: {again}");
            Err(Failure::Interrupted(why))
        }
        StopReason::Void(cause) => Err(Failure::Machine(format!(
            "{} rounds had matches that stayed void, and the answer is still open; no program is affected. The last cause: {cause}",
            state.skipped()
        ))),
    }
}

/// Returns a text that identifies this comparison among those in the same folder.
fn identity(args: &CompareArgs, comparison: &Comparison) -> String {
    let programs: Vec<String> =
        comparison.programs().iter().map(|program| program.id().to_string()).collect();
    format!("compare {} {:?} {}", args.playing.seed, comparison.parameters, programs.join(" "))
}

/// Splits the allowed error evenly between the two answers. The confidence interval uses all of it.
fn hypotheses(args: &CompareArgs) -> Hypotheses {
    let error = (1.0 - args.confidence) / 2.0;
    let (not_better, better) = match args.question() {
        CompareQuestion::Better => (0.0, args.gap),
        CompareQuestion::NoWorse => (-args.gap, 0.0),
    };
    Hypotheses { not_better, better, alpha: error, beta: error }
}

/// Reads the programs that the arguments name.
fn comparison(args: &CompareArgs, client: &Client) -> Result<Comparison, Failure> {
    let RatingDetail { game, versions, opponents } = wanted(args)?;
    let isolation = args.playing.isolation();
    refuse_practice(game, isolation)?;
    let rules = args.playing.rules()?;
    let files: Vec<_> = versions.iter().chain(&opponents).map(Named::read).collect::<Result<_, _>>()?;
    let mut entrants = entrants(&files, client)?.into_iter();
    let (Some(new), Some(old)) = (entrants.next(), entrants.next()) else {
        return Err(Failure::Usage("`bout compare` compares two versions of a program".into()));
    };
    Comparison::new(game, rules, args.playing.seed, [new, old], entrants.collect(), isolation, client)
}

/// The files given by the arguments.
struct RatingDetail {
    game: &'static dyn RegisteredGame,
    /// The new version and the old version.
    versions: Vec<Named>,
    opponents: Vec<Named>,
}

fn wanted(args: &CompareArgs) -> Result<RatingDetail, Failure> {
    for version in [&args.new, &args.old] {
        if version.is_dir() {
            let why = "is a folder, but `bout compare` compares two programs: give two files, \
                       and the folder of opponents after --against";
            return Err(Failure::Usage(format!("{}: {why}", version.display())));
        }
    }
    let is_folder = |path: &&PathBuf| path.is_dir();
    let (folders, files): (Vec<&PathBuf>, Vec<&PathBuf>) = args.against.iter().partition(is_folder);
    let files: Vec<PathBuf> = [&args.new, &args.old].into_iter().chain(files).cloned().collect();
    let mut versions = input::programs(&files, args.game.get())?;
    let game = input::common_game(&versions)?;
    let mut opponents = versions.split_off(2);
    for folder in folders {
        // From a folder, takes only programs for the same game as the versions.
        opponents.extend(input::programs(&[Path::to_path_buf(folder)], Some(game))?);
    }
    Ok(RatingDetail { game, versions, opponents })
}

//! `bout demo`: plays an example tournament of every game, without any files.

use std::path::Path;
use std::time::Instant;

use contests::contest::lock_file::LockedSchedule;
use contests::contest::{Contest, KnownResults, PlayOptions, RatingDetail, refuse_practice};
use contests::program_file::ProgramFile;
use contests::programs::entrants;
use contests::recorder::Recorder;
use contests::rows::Standings;
use contests::{Client, Failure};
use dispatch::Local;
use games::{REGISTRY, RegisteredGame};
use store::Store;
use tournament::schedule::RoundRobin;
use tournament::{Scoring, rounded_up};

use crate::cli::DemoArgs;
use crate::client::recording_client;
use crate::examples::examples;
use crate::failure::with_continuation;
use crate::interrupt;
use crate::output::note;
use crate::overwrite::ReportFile;
use crate::standings::Report;
use crate::web_page::{self, MatchPageOptions};

/// The maximum number of programs for a game that runs foreign code. They are slow, and a demo
/// should be quick.
const MAX_FOREIGN_PROGRAMS: usize = 14;

pub(crate) fn run(args: &DemoArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    // Before anything is played.
    ReportFile::Page.refuse_other_file(&args.page)?;
    let recorder = args.playing.record.as_deref().map(Recorder::new).transpose()?;
    let client = recording_client(recorder);
    let mut report = Report::of_many(&args.playing.output);
    let mut sections = Vec::new();
    for game in
        REGISTRY.iter().filter(|game| args.game.get().is_none_or(|only| only.info().name == game.info().name))
    {
        let contest = match contest(args, *game, &client) {
            // Without --game, skips a game that this machine cannot play.
            Err(Failure::Machine(why)) if args.game.get().is_none() => {
                note(&format!("{} is skipped: {why}", game.info().name));
                continue;
            }
            contest => contest?,
        };
        let schedule = LockedSchedule {
            seating: None,
            kind: "round-robin".into(),
            seats: 2,
            games: rounded_up(args.games.unwrap_or(if game.runs_foreign_code() { 2 } else { 4 }), 2),
            rounds: None,
            score: None,
            end: None,
        };
        let options = PlayOptions {
            threads: args.playing.threads(),
            known: KnownResults::Use,
            only: Vec::new(),
            records: args.playing.record.is_some(),
            task: game.info().name,
            dispatcher: &Local,
        };
        let start = Instant::now();
        let mut round_robin = RoundRobin::new(contest.field.len(), schedule.games);
        let mut store = Store::in_memory()?;
        let results = contest.play(&mut round_robin, &mut store, &options)?;
        if let Err(failure) = results.rate(RatingDetail::Pairs) {
            report.finish()?;
            return Err(with_continuation(failure, "rate them", &interrupt::command()));
        }
        let elapsed = args.playing.timings.then(|| start.elapsed());
        report.add(&Standings {
            contest: &contest,
            schedule: &schedule,
            results: &results,
            elapsed,
            ages: None,
        })?;
        if results.left.is_some() {
            report.finish()?;
            let again = interrupt::command();
            let why = format!(
                "{} matches of {} were played; to play all, run: {again}",
                results.matches,
                game.info().name
            );
            return Err(Failure::Interrupted(why));
        }
        let records = args.playing.record.as_deref();
        let beside = MatchPageOptions { page: &args.page, pages: args.pages.which, records };
        sections.push(web_page::section(&contest, &schedule, &results, &store, beside)?);
    }
    web_page::write(&args.page, "bout: the example programs", sections)?;
    say_what_is_next(&mut report, &args.page)?;
    report.finish()
}

fn contest(args: &DemoArgs, game: &'static dyn RegisteredGame, client: &Client) -> Result<Contest, Failure> {
    refuse_practice(game, args.playing.isolation())?;
    let examples = examples(game.info().name);
    let most = if game.runs_foreign_code() { MAX_FOREIGN_PROGRAMS } else { usize::MAX };
    // Picks programs that are spread over the alphabet.
    let every = examples.len().div_ceil(most);
    let files: Vec<ProgramFile> = examples
        .into_iter()
        .step_by(every)
        .map(|(name, bytes)| ProgramFile { path: name.into(), bytes: bytes.to_vec(), game })
        .collect();
    let contest = Contest::new(
        game,
        args.playing.rules()?,
        args.playing.seed,
        Scoring::default(),
        &entrants(&files, client)?,
        args.playing.isolation(),
        client,
    )?;
    contest
        .parameters(2)
        .map_err(|error| Failure::Usage(format!("{}: {error}; --game selects one game", game.info().name)))?;
    Ok(contest)
}

fn say_what_is_next(report: &mut Report, page: &Path) -> Result<(), Failure> {
    report
        .say("To get these programs: `bout new GAME DIR`. To play two of them: `bout play DIR/A DIR/B`.")?;
    report.say(&format!("The report as a web page, with a record for every pair: {}", page.display()))
}

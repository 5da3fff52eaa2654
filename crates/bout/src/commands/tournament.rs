//! `bout tournament`: plays a schedule of matches and prints the table.

use std::path::Path;
use std::time::Instant;

use contests::confined_folder::create_durably;
use contests::contest::lock_file::{
    DATABASE_FILE, LOCK_FILE, Lock, LockedBounds, LockedEnd, LockedQuestion, LockedSchedule, LockedSeating,
};
use contests::contest::{
    Contest, KnownResults, PlayOptions, RatingDetail, Results, cannot_be_counted, refuse_practice,
};
use contests::foreign::CheckedWhere;
use contests::programs::{CheckedEntrants, entrants_checked};
use contests::recorder::Recorder;
use contests::rows::Standings;
use contests::{Client, Failure, ScoreKind};
use game::text::grouped;
use games::RegisteredGame;
use store::Store;
use tournament::schedule::default_rounds;
use tournament::{Places, Scoring, rounded_up};

use crate::cli::{ScheduleKind, TournamentArgs};
use crate::client::recording_client;
use crate::failure::with_continuation;
use crate::input::{self, Named};
use crate::names::shell_word;
use crate::output::{OutputFormat, note};
use crate::players::Players;
use crate::standings::Report;
use crate::web_page::{self, MatchPageOptions};
use crate::{environments, interrupt, overwrite, pgn};

/// The default number of top ranks that an adaptive schedule settles.
const DEFAULT_TOP: usize = 5;

/// The largest field. Rating needs several square matrices, of 200 MB each at this size.
const LARGEST_FIELD: usize = 5000;

pub(crate) fn run(args: &TournamentArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let recorder = args.playing.record.as_deref().map(Recorder::new).transpose()?;
    // Before anything is played.
    args.page.iter().try_for_each(|page| overwrite::ReportFile::Page.refuse_other_file(page))?;
    args.pgn.iter().try_for_each(|file| overwrite::ReportFile::Pgn.refuse_other_file(file))?;
    let (contest, unchecked) = contest(args, &recording_client(recorder))?;
    if let Some(anchor) = &args.anchor {
        // Reports an invalid anchor before anything is played.
        anchor.entrant(&contest)?;
    }
    let folder = &args.kept.results;
    let schedule = locked_schedule(args, &contest)?;
    let schedule = if args.kept.locked { as_locked_before(schedule, folder)? } else { schedule };
    let contest = contest
        .with_score(schedule.score.unwrap_or(ScoreKind::Sampled))?
        .with_seating(schedule.seating.unwrap_or_default().seating());
    let accepted = environments::accepted(
        &args.accept_environment,
        &contest,
        unchecked.as_deref(),
        folder,
        &args.queue,
    )?;
    let contest = contest.with_environments(accepted);
    let lock = Lock::new(&contest, schedule)?;
    create_durably(folder)?;
    if args.kept.locked {
        refuse_what_differs(folder, &lock)?;
    }
    let mut store = Store::open(&folder.join(DATABASE_FILE))?;
    contest.keep_programs(&mut store)?;
    store.keep_contest(&lock.text())?;
    if let Some(name) = lock.write(folder)? {
        note(&format!(
            "{LOCK_FILE} was of another contest; it is now {name}, and `bout rejudge {}` still judges it",
            shell_word(folder.strip_prefix(".").unwrap_or(folder).join(&name).as_os_str())
        ));
    }
    let players = Players::of(&args.queue, folder, &lock.text())?;
    let options = PlayOptions {
        threads: args.playing.threads(),
        known: known(args),
        only: Vec::new(),
        // Records of games on other machines are written afterwards.
        records: args.playing.record.is_some() && !args.queue.is_given(),
        task: contest.game.info().name,
        dispatcher: players.dispatcher(),
    };
    let start = Instant::now();
    let schedule = || contest.schedule(&lock.schedule);
    let mut results = contest.play_trusted(&schedule, &mut store, &options, contest.client.stop())?;
    players.finish();
    if args.queue.is_given() && args.playing.record.is_some() && results.left.is_none() {
        contest.save_records(&store, &results, args.playing.threads())?;
    }
    if let Some(anchor) = &args.anchor {
        results = anchor.applied_to(&contest, results)?;
    }
    report(args, &contest, &store, &lock, &results, start)
}

/// Returns how to treat stored results. Games on this machine are played again if records are
/// requested.
fn known(args: &TournamentArgs) -> KnownResults {
    match (args.kept.fresh, &args.playing.record) {
        (true, _) => KnownResults::Forget,
        (false, Some(_)) if !args.queue.is_given() => KnownResults::PlayAgain,
        (false, _) => KnownResults::Use,
    }
}

/// Returns the contest and, if this machine cannot check the programs, the reason.
fn contest(args: &TournamentArgs, client: &Client) -> Result<(Contest, Option<String>), Failure> {
    let named = input::programs(&args.programs, args.game.get())?;
    refuse_too_many(named.len())?;
    let game = input::common_game(&named)?;
    let least = args.seats.unwrap_or(2);
    if named.len() < least {
        let found: Vec<String> = named.iter().map(|program| program.path().display().to_string()).collect();
        let why = format!("needs at least {least} programs, but got {}: {}", found.len(), found.join(", "));
        return Err(Failure::Usage(format!("this tournament {why}")));
    }
    refuse_practice(game, args.playing.isolation())?;
    let files: Vec<_> = named.iter().map(Named::read).collect::<Result<_, _>>()?;
    let checked = if args.queue.is_given() { CheckedWhere::HereOrElsewhere } else { CheckedWhere::Here };
    let CheckedEntrants { entrants, unchecked } = entrants_checked(&files, checked, client)?;
    let rules = args.playing.rules()?;
    let contest = Contest::new(
        game,
        rules,
        args.playing.seed,
        Scoring::default(),
        &entrants,
        args.playing.isolation(),
        client,
    )?;
    Ok((contest.with_match_budget(args.match_budget).with_confidence(args.confidence), unchecked))
}

/// Refuses, before anything is played, a field that is too large to rate.
fn refuse_too_many(programs: usize) -> Result<(), Failure> {
    if programs <= LARGEST_FIELD {
        return Ok(());
    }
    let megabytes = (programs as u64).saturating_mul(programs as u64).saturating_mul(8) / 1_000_000;
    let [programs, most, megabytes] = [programs as u64, LARGEST_FIELD as u64, megabytes].map(grouped);
    Err(Failure::Usage(format!(
        "{programs} programs are too many to rate at once: each matrix that this needs would take {megabytes} MB, \
         whatever the schedule; play at most {most}, for instance in groups of which the best meet again"
    )))
}

/// Returns the schedule for the lock, with all defaults filled in.
fn locked_schedule(args: &TournamentArgs, contest: &Contest) -> Result<LockedSchedule, Failure> {
    let seats = args.seats.unwrap_or(2);
    refuse_seats(contest.game, seats)?;
    if seats > 2 && args.schedule != ScheduleKind::RoundRobin {
        let why = "--seats above 2 plays a free-for-all, in which all programs meet; run without --schedule";
        return Err(Failure::Usage(why.into()));
    }
    let rounds = match args.schedule {
        ScheduleKind::Swiss => Some(args.rounds.unwrap_or_else(|| default_rounds(contest.field.len()))),
        ScheduleKind::RoundRobin if seats > 2 => args.rounds,
        _ if args.rounds.is_some() => {
            let why = "--rounds is for --schedule swiss and for --seats above 2; --games sets the number of games per pair";
            return Err(Failure::Usage(why.into()));
        }
        _ => None,
    };
    let kind = if seats > 2 { "free-for-all" } else { args.schedule.name() };
    let games = rounded_up(args.games, seats);
    let score = score_of(args, contest)?;
    let end = end_of_adaptive(args, contest, games)?;
    let seating = (seats > 2).then_some(LockedSeating::Reversing);
    Ok(LockedSchedule { kind: kind.into(), seats, games, rounds, score, seating, end })
}

/// Returns the schedule with the seating and bounds from the lock in this folder. An older version
/// may have written the lock, and the tournament should continue as it began.
fn as_locked_before(mut schedule: LockedSchedule, folder: &Path) -> Result<LockedSchedule, Failure> {
    let before = Lock::read(&folder.join(LOCK_FILE))?.schedule;
    if schedule.seating.is_some() && before.seats > 2 {
        schedule.seating = before.seating;
    }
    if let (Some(end), Some(before)) = (&mut schedule.end, before.end) {
        end.bounds = before.bounds;
    }
    Ok(schedule)
}

/// Returns how scores are determined; `None` if all are sampled.
/// Elimination and adaptive schedules need single games, and so do records and PGN. Scores are
/// sampled then, and a request for exact ones is an error.
fn score_of(args: &TournamentArgs, contest: &Contest) -> Result<Option<ScoreKind>, Failure> {
    let needs_games = match args.schedule {
        ScheduleKind::SingleElimination | ScheduleKind::DoubleElimination => Some("elimination"),
        ScheduleKind::Adaptive => Some("an adaptive schedule"),
        _ if args.playing.record.is_some() => Some("--record"),
        _ if args.pgn.is_some() => Some("--pgn"),
        ScheduleKind::RoundRobin | ScheduleKind::Gauntlet | ScheduleKind::Swiss => None,
    };
    let wanted = args.score().unwrap_or(ScoreKind::Auto);
    match (wanted, needs_games) {
        (ScoreKind::Sampled, _) | (ScoreKind::Auto, Some(_)) => Ok(None),
        (ScoreKind::Exact, Some(what)) => {
            let why = format!("{what} needs games, and an exact score has none; run without --score exact");
            Err(Failure::Usage(why))
        }
        (wanted, None) if contest.census([0, 1])?.is_some() => Ok(Some(wanted)),
        (ScoreKind::Exact, None) => Err(cannot_be_counted(contest.game)),
        (ScoreKind::Auto, None) => Ok(None),
    }
}

/// Returns the conditions that end an adaptive schedule; `None` for others.
fn end_of_adaptive(
    args: &TournamentArgs,
    contest: &Contest,
    games: u64,
) -> Result<Option<LockedEnd>, Failure> {
    if args.schedule == ScheduleKind::Adaptive {
        let entrants = contest.field.len() as u64;
        let round_robin = (entrants * (entrants - 1) / 2).saturating_mul(games);
        return Ok(Some(LockedEnd {
            top: top_of(args, contest)?,
            question: if args.top_set { LockedQuestion::Set } else { LockedQuestion::Ranks },
            gap: args.gap.unwrap_or(0.0),
            confidence: contest.confidence.share(),
            budget: args.budget.unwrap_or(round_robin),
            bounds: LockedBounds::Joint,
        }));
    }
    let given = [
        ("--top", args.top.is_some()),
        ("--top-set", args.top_set),
        ("--gap", args.gap.is_some()),
        ("--budget", args.budget.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure::Usage(format!("{option} is only for --schedule adaptive"))),
        None => Ok(None),
    }
}

/// Returns the number of ranks to settle or, with `--top-set`, the size of the set.
fn top_of(args: &TournamentArgs, contest: &Contest) -> Result<usize, Failure> {
    let (top, programs) = (args.top.unwrap_or(DEFAULT_TOP), contest.field.len());
    if args.top_set && top >= programs {
        let why = format!(
            "--top-set --top {top}: all {programs} programs are among the first {top}; expected a smaller --top"
        );
        return Err(Failure::Usage(why));
    }
    Ok(top)
}

fn refuse_seats(game: &dyn RegisteredGame, seats: usize) -> Result<(), Failure> {
    let legal = &game.info().seats;
    if legal.contains(&seats) {
        return Ok(());
    }
    let expected = game::seats_in_words(legal);
    Err(Failure::Usage(format!("--seats {seats}: a match of {} needs {expected}", game.info().name)))
}

fn refuse_what_differs(folder: &Path, now: &Lock) -> Result<(), Failure> {
    let path = folder.join(LOCK_FILE);
    let differences = Lock::read(&path)?.differences(now);
    if differences.is_empty() {
        return Ok(());
    }
    let listed = differences.join("\n  ");
    Err(Failure::Refused(format!(
        "{}: this is a different contest, so nothing was played\n  {listed}",
        path.display()
    )))
}

/// Prints and writes all output, whether play was completed or not.
fn report(
    args: &TournamentArgs,
    contest: &Contest,
    store: &Store,
    lock: &Lock,
    results: &Results,
    start: Instant,
) -> Result<(), Failure> {
    if let Some(path) = &args.pgn {
        pgn::write(path, contest, results)?;
    }
    if let Err(unrated) = results.rate(wanted(args)) {
        let unfinished = results.left.map(|left| gone_on_with(results, left));
        let again = interrupt::command();
        return Err(unfinished.unwrap_or_else(|| with_continuation(unrated, "rate them", &again)));
    }
    if let Some(path) = &args.page {
        let beside =
            MatchPageOptions { page: path, pages: args.pages.which, records: args.playing.record.as_deref() };
        let section = web_page::section(contest, &lock.schedule, results, store, beside)?;
        web_page::write(
            path,
            &format!("{}: {}", contest.game.info().name, lock.schedule.kind),
            vec![section],
        )?;
    }
    let elapsed = args.playing.timings.then(|| start.elapsed());
    let standings = Standings { contest, schedule: &lock.schedule, results, elapsed, ages: None };
    let mut report = Report::new(&args.playing.output, args.cross);
    report.add(&standings)?;
    report.finish()?;
    say_what_was_known(args, results);
    refuse_differences(contest, results)?;
    if let Some(left) = results.left {
        return Err(gone_on_with(results, left));
    }
    match results.voids {
        0 => Ok(()),
        voids => Err(Failure::Machine(format!(
            "{voids} matches stayed void{}; no program is affected; --resume tries them again",
            results.void_cause_in_words()
        ))),
    }
}

/// Returns the error for an interrupted tournament, with the command that continues it.
fn gone_on_with(results: &Results, left: u64) -> Failure {
    let again = interrupt::command_with_flag("--resume");
    let done = results.matches;
    Failure::Interrupted(format!(
        "{done} matches were played and stored, at least {left} are left; to continue, run: {again}"
    ))
}

/// Returns how much of the ratings the report needs.
fn wanted(args: &TournamentArgs) -> RatingDetail {
    let form = args.playing.output.form;
    let has_pairs = match form {
        OutputFormat::Json | OutputFormat::Jsonl => true,
        OutputFormat::Csv => args.cross,
        OutputFormat::Text => false,
    };
    if has_pairs || args.page.is_some() { RatingDetail::Pairs } else { RatingDetail::Entrants }
}

fn say_what_was_known(args: &TournamentArgs, results: &Results) {
    if results.known > 0 && !args.kept.resume {
        let (known, all) = (results.known, results.matches);
        note(&format!("{known} of {all} matches were known from {DATABASE_FILE}; --fresh plays them again"));
    }
}

/// Checks that games played again for their records have the stored results.
fn refuse_differences(contest: &Contest, results: &Results) -> Result<(), Failure> {
    let Some(first) = results.differences.first() else { return Ok(()) };
    let names: Vec<&str> =
        first.members.iter().map(|&member| contest.entrants[member].name.as_str()).collect();
    Err(Failure::Refused(format!(
        "{} games differ from their results in {DATABASE_FILE}; the first is game {} of {}: {} then, {} now. \
         The table is of what was played now; `bout rejudge {LOCK_FILE}` says more, --fresh replaces what is kept",
        results.differences.len(),
        first.game,
        names.join(", "),
        Places::of_game(&first.kept),
        Places::of_game(&first.now),
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_cannot_be_rated_is_refused() {
        assert!(refuse_too_many(5000).is_ok());
        let refused = refuse_too_many(100_000).expect_err("80 GB a matrix").to_string();
        assert!(refused.contains("80,000 MB"), "{refused}");
    }
}

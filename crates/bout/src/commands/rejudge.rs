//! `bout rejudge`: plays a contest again from its lock file.

mod published;

use std::path::{Path, PathBuf};

use contests::Failure;
use contests::contest::lock_file::{LOCK_FILE, Lock};
use contests::contest::{
    CensusMismatch, Contest, ContradictedResult, KnownResults, LackingGames, PlayOptions, Results, Unverified,
};
use contests::program_file::with_slashes;
use contests::programs::Entrant;
use game::Counts;
use game::text::grouped;
use serde::Serialize;
use store::Store;
use tournament::{Encounter, Places};

use crate::cli::RejudgeArgs;
use crate::client::client;
use crate::output::{Output, Printer, Row};
use crate::players::Players;
use crate::standings::labels;
use crate::{input, interrupt};

/// The largest number of changes in the text output.
const MAX_LISTED: usize = 20;

pub(crate) fn run(args: &RejudgeArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let path = path_of_lock(&args.lock);
    let lock = lock(&path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // New results are not stored: the database is only read.
    let mut store = Store::overlay(published::results_in(folder)?)?;
    let players = Players::of(&args.queue, folder, &format!("rejudge {}", lock.text()))?;
    let contest = Contest::of_lock(&lock, &store, players.dispatcher(), &client())?;
    let promise = match &args.commitment {
        Some(announced) => Some(published::check(announced, folder, &lock, &contest)?),
        None => None,
    };
    let only = disputed(args, &contest)?;
    let task = contest.game.info().name;
    let options = PlayOptions {
        threads: args.threads(),
        known: KnownResults::PlayAgain,
        only,
        records: false,
        task,
        dispatcher: players.dispatcher(),
    };
    let results = loop {
        let mut schedule = contest.schedule(&lock.schedule)?;
        let results = contest.play(schedule.as_mut(), &mut store, &options)?;
        if results.distrusted.is_none() {
            break results;
        }
        // A worker reported false results: discards all new results, and has everything judged
        // again by other workers.
        store = Store::overlay(published::results_in(folder)?)?;
    };
    players.finish();
    report(args, &contest, &results, promise.as_deref())?;
    if results.left.is_some() {
        let again = interrupt::command();
        return Err(Failure::Interrupted(format!("to judge everything again, run: {again}")));
    }
    let complaints = complaints(&results);
    if complaints.is_empty() { Ok(()) } else { Err(Failure::Refused(complaints.join("; "))) }
}

/// Returns the path of the lock file. A folder stands for the lock file in it.
fn path_of_lock(given: &Path) -> PathBuf {
    if given.is_dir() { given.join(LOCK_FILE) } else { given.to_owned() }
}

/// Reads a lock file, or standard input for `-`.
fn lock(path: &Path) -> Result<Lock, Failure> {
    if path.as_os_str() == "-" { Lock::parse(path, input::read(path)?) } else { Lock::read(path) }
}

/// Returns the reasons why the contest cannot be confirmed.
fn complaints(results: &Results) -> Vec<String> {
    let unjudged = &results.unjudged;
    let changed = (results.differences.len() + results.recounted.len()) as u64;
    let counts = [
        (changed, "results differ from the stored ones"),
        (unjudged.lacking_games(), "games are missing in the database"),
        (unjudged.lacking_setups.len() as u64, "exact scores are missing in the database"),
        (unjudged.void_now, "games could not be played again on this machine"),
    ];
    let said = counts.iter().filter(|(count, _)| *count > 0);
    said.map(|(count, what)| format!("{} {what}", grouped(*count))).collect()
}

/// Returns the entrants whose games are judged again; none means all games.
fn disputed(args: &RejudgeArgs, contest: &Contest) -> Result<Vec<usize>, Failure> {
    let find = |wanted: &String| {
        let path = with_slashes(Path::new(wanted));
        let is_it = |entrant: &Entrant| entrant.path == path || entrant.source.file == *wanted;
        let unknown = || Failure::Usage(format!("--of {wanted}: the contest has no such program"));
        contest.entrants.iter().position(is_it).ok_or_else(unknown)
    };
    args.of.iter().map(find).collect()
}

/// A result that differs from the stored one.
#[derive(Serialize)]
#[serde(untagged)]
enum ChangedRow<'a> {
    Game { programs: Vec<String>, game: u64, seed: u64, kept: String, now: String },
    Census { programs: [&'a str; 2], kept: CountsRow, now: CountsRow },
}

/// The outcomes of all setups of two programs.
#[derive(Serialize)]
struct CountsRow {
    wins: [u64; 2],
    draws: u64,
}

/// Results that are missing in the database.
#[derive(Serialize)]
#[serde(untagged)]
enum MissingRow<'a> {
    Games { programs: Vec<&'a str>, missing: u64 },
    Census { programs: Vec<&'a str>, missing_exact: bool },
}

/// The JSON document.
#[derive(Serialize)]
struct Document<'a> {
    judged: u64,
    changed: &'a [ChangedRow<'a>],
    missing: &'a [MissingRow<'a>],
    void_then: u64,
    void_now: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
}

/// The last JSON line.
#[derive(Serialize)]
struct Summary {
    judged: u64,
    changed: usize,
    missing: u64,
    missing_exact: usize,
    void_then: u64,
    void_now: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
}

/// The columns of CSV.
const COLUMNS: [&str; 5] = ["programs", "game", "seed", "kept", "now"];

impl<'a> ChangedRow<'a> {
    fn all(contest: &'a Contest, results: &'a Results) -> Vec<Self> {
        let game = |change: &'a ContradictedResult| Self::Game {
            programs: seated(contest, change),
            game: change.game,
            seed: Encounter::match_seed(contest.seed_of(&change.members), change.members.len(), change.game),
            kept: Places::of_game(&change.kept).to_string(),
            now: Places::of_game(&change.now).to_string(),
        };
        let census = |change: &CensusMismatch| Self::Census {
            programs: change.members.map(|member| contest.entrants[member].path.as_str()),
            kept: CountsRow::new(&change.kept),
            now: CountsRow::new(&change.now),
        };
        results.differences.iter().map(game).chain(results.recounted.iter().map(census)).collect()
    }
}

impl CountsRow {
    fn new(counts: &Counts) -> Self {
        Self { wins: counts.wins, draws: counts.draws }
    }

    /// Formats the wins of both programs and the draws.
    fn text(&self) -> String {
        let Self { wins: [first, second], draws } = self;
        format!("{first}-{second}-{draws}")
    }
}

impl<'a> MissingRow<'a> {
    fn all(contest: &'a Contest, unjudged: &Unverified) -> Vec<Self> {
        let games = unjudged.lacking.iter().map(|LackingGames { members, games }| Self::Games {
            programs: paths(contest, members),
            missing: *games,
        });
        let censuses = unjudged
            .lacking_setups
            .iter()
            .map(|members| Self::Census { programs: paths(contest, members), missing_exact: true });
        games.chain(censuses).collect()
    }
}

impl Row for ChangedRow<'_> {
    fn lines(&self, _columns: &[&str]) -> Vec<Vec<String>> {
        let line = match self {
            Self::Game { programs, game, seed, kept, now } => {
                [programs.join(" "), game.to_string(), seed.to_string(), kept.clone(), now.clone()]
            }
            Self::Census { programs, kept, now } => {
                [programs.join(" "), String::new(), String::new(), kept.text(), now.text()]
            }
        };
        vec![line.to_vec()]
    }
}

impl Row for MissingRow<'_> {
    fn lines(&self, _columns: &[&str]) -> Vec<Vec<String>> {
        let (programs, what) = match self {
            Self::Games { programs, missing } => (programs, format!("{missing} missing")),
            Self::Census { programs, .. } => (programs, "exact missing".to_owned()),
        };
        vec![[programs.join(" "), String::new(), String::new(), what, String::new()].to_vec()]
    }
}

/// Prints the findings. `promise` confirms that the final is the announced one, if the user asked
/// for that check.
fn report(
    args: &RejudgeArgs,
    contest: &Contest,
    results: &Results,
    promise: Option<&str>,
) -> Result<(), Failure> {
    let commitment = || args.commitment.map(|announced| announced.to_string());
    let changed = ChangedRow::all(contest, results);
    let missing = MissingRow::all(contest, &results.unjudged);
    let Unverified { void_then, void_now, .. } = results.unjudged;
    let judged = results.judged;
    let mut printer = Printer::new(args.output.form, Output::stdout());
    printer.text(|output| {
        text(output, contest, results)?;
        promise.map_or(Ok(()), |promise| output.people(promise))
    })?;
    printer.columns(&COLUMNS)?;
    for row in &changed {
        printer.line(row)?;
        printer.csv_row(row)?;
    }
    for row in &missing {
        printer.line(row)?;
        printer.csv_row(row)?;
    }
    printer.summary(&Summary {
        judged,
        changed: changed.len(),
        missing: results.unjudged.lacking_games(),
        missing_exact: results.unjudged.lacking_setups.len(),
        void_then,
        void_now,
        commitment: commitment(),
    })?;
    printer.document(|_| Document {
        judged,
        changed: &changed,
        missing: &missing,
        void_then,
        void_now,
        commitment: commitment(),
    })?;
    printer.flush()
}

fn text(output: &mut Output, contest: &Contest, results: &Results) -> Result<(), Failure> {
    for change in results.differences.iter().take(MAX_LISTED) {
        output.people(in_words(contest, change))?;
    }
    for change in &results.recounted {
        output.people(recounted_in_words(contest, change))?;
    }
    for line in lacking_in_words(contest, &results.unjudged).take(MAX_LISTED) {
        output.people(line)?;
    }
    let more = results.differences.len().saturating_sub(MAX_LISTED);
    if more > 0 {
        output.line(format_args!("and {} more; --output jsonl has all", grouped(more as u64)))?;
    }
    let changed = results.differences.len() + results.recounted.len();
    let verdict = match (results.judged, changed) {
        (0, 0) => "there was nothing to compare".into(),
        (_, 0) => "all results are unchanged".into(),
        _ => format!("{changed} changed"),
    };
    output.line(format_args!("{} matches judged again: {verdict}", grouped(results.judged)))?;
    match results.unjudged.void_then {
        0 => Ok(()),
        void => output.line(format_args!("{} others were void and have no result to compare", grouped(void))),
    }
}

fn paths<'a>(contest: &'a Contest, members: &[usize]) -> Vec<&'a str> {
    members.iter().map(|&member| contest.entrants[member].path.as_str()).collect()
}

/// Lists what is missing in the database, one line per pairing.
fn lacking_in_words(contest: &Contest, unjudged: &Unverified) -> impl Iterator<Item = String> {
    let labels = labels(contest);
    let names = |members: &[usize]| {
        members.iter().map(|&member| labels[member].as_str()).collect::<Vec<_>>().join(", ")
    };
    let games = unjudged.lacking.iter().map(|LackingGames { members, games }| {
        let games = if *games == 1 { "1 game".into() } else { format!("{} games", grouped(*games)) };
        format!("missing: {games} of {}", names(members))
    });
    let setups = unjudged.lacking_setups.iter();
    let setups = setups.map(|members| format!("missing: the exact score of {} (by seat)", names(members)));
    games.chain(setups).collect::<Vec<_>>().into_iter()
}

/// Returns the programs of a game in the order of their seats.
fn seated(contest: &Contest, change: &ContradictedResult) -> Vec<String> {
    let seating = contest.seating.members(change.members.len(), change.game);
    seating.into_iter().map(|member| contest.entrants[change.members[member]].path.clone()).collect()
}

fn in_words(contest: &Contest, change: &ContradictedResult) -> String {
    let labels = labels(contest);
    let seating = contest.seating.members(change.members.len(), change.game);
    let names: Vec<&str> = seating.iter().map(|&member| labels[change.members[member]].as_str()).collect();
    let ended = |places: &[u32]| match places.iter().filter(|&&place| place == 1).count() {
        1 => format!("{} won", names[places.iter().position(|&place| place == 1).unwrap_or(0)]),
        _ => "a draw".to_owned(),
    };
    let (kept, now) = (ended(&change.kept), ended(&change.now));
    let [kept_places, places_now] = [&change.kept, &change.now].map(|places| Places::of_game(places));
    format!(
        "game {} of {}: {kept} then, {now} now (places {kept_places}, {places_now})",
        change.game,
        names.join(", "),
    )
}

fn recounted_in_words(contest: &Contest, change: &CensusMismatch) -> String {
    let labels = labels(contest);
    let names = change.members.map(|member| labels[member].as_str());
    let (kept, now) = (CountsRow::new(&change.kept).text(), CountsRow::new(&change.now).text());
    format!("all setups of {}: {kept} then, {now} now (wins of each, draws)", names.join(", "))
}

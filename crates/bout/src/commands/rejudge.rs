//! `bout rejudge`: plays a contest again from its lock file.

use std::path::Path;

use contests::Failure;
use contests::contest::lock::{DATABASE_FILE, Lock};
use contests::contest::{
    Contest, Difference, Known, LackingGames, PlayOptions, Recounted, Results, Unverified,
};
use contests::program_file::with_slashes;
use contests::programs::Entrant;
use game::Counts;
use game::text::grouped;
use serde_json::{Value, json};
use store::Store;
use tournament::Encounter;

use crate::cli::RejudgeArgs;
use crate::client::client;
use crate::output::{Form, Output};
use crate::standings::labels;
use crate::{input, interrupt};

/// The largest number of changes listed for people.
const MAX_LISTED: usize = 20;

pub(crate) fn run(args: &RejudgeArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let lock = lock(&args.lock)?;
    let folder = args.lock.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // New results are not stored: the database is only read.
    let mut store = Store::over(Store::open_to_read(&folder.join(DATABASE_FILE))?)?;
    let contest = Contest::of_lock(&lock, &store, &client())?;
    let only = disputed(args, &contest)?;
    let task = contest.game.info().name;
    let options =
        PlayOptions { threads: args.threads(), known: Known::PlayAgain, only, records: false, task };
    let mut schedule = contest.schedule(&lock.schedule)?;
    let results = contest.play(schedule.as_mut(), &mut store, &options)?;
    report(args, &contest, &results)?;
    if results.left.is_some() {
        let again = interrupt::command();
        return Err(Failure::Interrupted(format!("to judge everything again, run: {again}")));
    }
    let complaints = complaints(&results);
    if complaints.is_empty() { Ok(()) } else { Err(Failure::Refused(complaints.join("; "))) }
}

/// Reads a lock file, or standard input for `-`.
fn lock(path: &Path) -> Result<Lock, Failure> {
    if path.as_os_str() == "-" { Lock::parse(path, input::read(path)?) } else { Lock::read(path) }
}

/// Returns why the contest cannot be confirmed.
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

/// Returns the entrants whose games are judged again; empty for all games.
fn disputed(args: &RejudgeArgs, contest: &Contest) -> Result<Vec<usize>, Failure> {
    let find = |wanted: &String| {
        let path = with_slashes(Path::new(wanted));
        let is_it = |entrant: &Entrant| entrant.path == path || entrant.source.file == *wanted;
        let unknown = || Failure::Usage(format!("--of {wanted}: the contest has no such program"));
        contest.entrants.iter().position(is_it).ok_or_else(unknown)
    };
    args.of.iter().map(find).collect()
}

fn report(args: &RejudgeArgs, contest: &Contest, results: &Results) -> Result<(), Failure> {
    let mut output = Output::stdout();
    let differences = results.differences.iter();
    match args.output.form {
        Form::Text => {
            for change in differences.take(MAX_LISTED) {
                output.people(in_words(contest, change))?;
            }
            for change in &results.recounted {
                output.people(recounted_in_words(contest, change))?;
            }
            for line in lacking_in_words(contest, &results.unjudged).take(MAX_LISTED) {
                output.people(line)?;
            }
            let changed = results.differences.len() + results.recounted.len();
            let judged = results.judged;
            let more = results.differences.len().saturating_sub(MAX_LISTED);
            if more > 0 {
                output.line(format_args!("and {} more; --output jsonl has all", grouped(more as u64)))?;
            }
            let verdict = match (judged, changed) {
                (0, 0) => "there was nothing to compare".into(),
                (_, 0) => "all results are unchanged".into(),
                _ => format!("{changed} changed"),
            };
            output.line(format_args!("{} matches judged again: {verdict}", grouped(judged)))?;
            let void_then = results.unjudged.void_then;
            if void_then > 0 {
                output.line(format_args!(
                    "{} others were void and have no result to compare",
                    grouped(void_then)
                ))?;
            }
        }
        Form::Json => {
            let recounted = results.recounted.iter().map(|change| json_of_recounted(contest, change));
            let changes: Vec<Value> =
                differences.map(|change| json_of(contest, change)).chain(recounted).collect();
            let missing: Vec<Value> = json_of_missing(contest, &results.unjudged).collect();
            let Unverified { void_then, void_now, .. } = &results.unjudged;
            output.document(&json!({
                "judged": results.judged, "changed": changes, "missing": missing, "void_then": void_then,
                "void_now": void_now,
            }))?;
        }
        Form::Jsonl => {
            for change in differences {
                output.json_line(&json_of(contest, change))?;
            }
            for change in &results.recounted {
                output.json_line(&json_of_recounted(contest, change))?;
            }
            for missing in json_of_missing(contest, &results.unjudged) {
                output.json_line(&missing)?;
            }
            let changed = results.differences.len() + results.recounted.len();
            let unjudged = &results.unjudged;
            let summary = json!({
                "judged": results.judged, "changed": changed, "missing": unjudged.lacking_games(),
                "missing_exact": unjudged.lacking_setups.len(), "void_then": unjudged.void_then,
                "void_now": unjudged.void_now,
            });
            output.json_line(&json!({"summary": summary}))?;
        }
        Form::Csv => {
            output.csv(&["programs", "game", "seed", "kept", "now"].map(String::from))?;
            for change in differences {
                let Difference { members, game, kept, now } = change;
                let seed = Encounter::match_seed(contest.seed_of(members), members.len(), *game).to_string();
                let programs = seated(contest, change).join(" ");
                output.csv(&[programs, game.to_string(), seed, kept.clone(), now.clone()])?;
            }
            for Recounted { members, kept, now } in &results.recounted {
                let programs = members.map(|member| contest.entrants[member].path.as_str()).join(" ");
                output.csv(&[programs, String::new(), String::new(), counts(kept), counts(now)])?;
            }
            for LackingGames { members, games } in &results.unjudged.lacking {
                let missing = format!("{games} missing");
                output.csv(&[
                    paths(contest, members).join(" "),
                    String::new(),
                    String::new(),
                    missing,
                    String::new(),
                ])?;
            }
            for members in &results.unjudged.lacking_setups {
                let programs = paths(contest, members).join(" ");
                output.csv(&[
                    programs,
                    String::new(),
                    String::new(),
                    "exact missing".into(),
                    String::new(),
                ])?;
            }
        }
    }
    output.flush()
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

fn json_of_missing<'a>(contest: &'a Contest, unjudged: &'a Unverified) -> impl Iterator<Item = Value> {
    let games = unjudged.lacking.iter().map(
        |LackingGames { members, games }| json!({"programs": paths(contest, members), "missing": games}),
    );
    let setups = unjudged.lacking_setups.iter();
    games.chain(setups.map(|members| json!({"programs": paths(contest, members), "missing_exact": true})))
}

/// Returns the programs of a game in the order of their seats.
fn seated(contest: &Contest, change: &Difference) -> Vec<String> {
    let seating = contest.seating.members(change.members.len(), change.game);
    seating.into_iter().map(|member| contest.entrants[change.members[member]].path.clone()).collect()
}

fn in_words(contest: &Contest, change: &Difference) -> String {
    let labels = labels(contest);
    let seating = contest.seating.members(change.members.len(), change.game);
    let names: Vec<&str> = seating.iter().map(|&member| labels[change.members[member]].as_str()).collect();
    let ended = |places: &str| match places.chars().filter(|&place| place == '1').count() {
        1 => format!("{} won", names[places.find('1').unwrap_or(0)]),
        _ => "a draw".to_owned(),
    };
    let (kept, now) = (ended(&change.kept), ended(&change.now));
    format!(
        "game {} of {}: {kept} then, {now} now (places {}, {})",
        change.game,
        names.join(", "),
        change.kept,
        change.now
    )
}

/// Formats the wins of both programs and the draws.
fn counts(counts: &Counts) -> String {
    let Counts { wins: [first, second], draws } = counts;
    format!("{first}-{second}-{draws}")
}

fn recounted_in_words(contest: &Contest, change: &Recounted) -> String {
    let labels = labels(contest);
    let names = change.members.map(|member| labels[member].as_str());
    let (kept, now) = (counts(&change.kept), counts(&change.now));
    format!("all setups of {}: {kept} then, {now} now (wins of each, draws)", names.join(", "))
}

fn json_of_recounted(contest: &Contest, Recounted { members, kept, now }: &Recounted) -> Value {
    let programs = members.map(|member| contest.entrants[member].path.as_str());
    let counts = |counts: &Counts| json!({"wins": counts.wins, "draws": counts.draws});
    json!({"programs": programs, "kept": counts(kept), "now": counts(now)})
}

fn json_of(contest: &Contest, change: &Difference) -> Value {
    let Difference { members, game, kept, now } = change;
    let seed = Encounter::match_seed(contest.seed_of(members), members.len(), *game);
    json!({"programs": seated(contest, change), "game": game, "seed": seed, "kept": kept, "now": now})
}

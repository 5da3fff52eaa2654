//! `bout exact`: counts the outcomes of all possible setups.

mod report;

use std::path::Path;
use std::time::Instant;

use contests::confined_folder::create_durably;
use contests::contest::lock_file::DATABASE_FILE;
use contests::contest::{
    Contest, RemoteCounting, SHORT_MS, cannot_be_counted, duration, key_of, parts_at_once,
};
use contests::programs::{Entrant, entrants};
use contests::{Failure, Isolation};
use game::text::grouped;
use game::{Census, Counts, seats_in_words};
use indicatif::{ProgressBar, ProgressStyle};
use jobs::Parallelism;
use store::{NewResult, Store, StoredCensus};
use tournament::Scoring;

use crate::cli::ExactArgs;
use crate::client::client;
use crate::input::{self, Named};
use crate::interrupt;
use crate::output::note;
use crate::players::Players;
use crate::progress::left;

use report::Report;

/// The number of programs in a census.
const SEATS: usize = 2;

pub(crate) fn run(args: &ExactArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let named = input::programs(&args.programs, args.game.get())?;
    let game = input::common_game(&named)?;
    if game.runs_foreign_code() {
        return Err(cannot_be_counted(game));
    }
    check_number(&named)?;
    let files: Vec<_> = named.iter().map(Named::read).collect::<Result<_, _>>()?;
    let entrants = entrants(&files, &client())?;
    let contest =
        Contest::new(game, args.rules()?, 0, Scoring::default(), &entrants, Isolation::Reset, &client())?;
    let pairing = key_of(&contest.exact_pairing(members(&contest))?);
    let players = Players::of(&args.queue, Path::new("."), &format!("exact {pairing}"))?;
    let start = Instant::now();
    let counts = match &args.results {
        Some(folder) => kept_or_counted(args, &contest, folder, &players)?,
        None => count(args, &contest, census(&contest)?.as_ref(), &players)?,
    };
    players.finish();
    let elapsed = args.timings.then(|| start.elapsed());
    Report { contest: &contest, entrants: in_seats(&contest), counts, elapsed }.print(args.output.form)
}

fn check_number(named: &[Named]) -> Result<(), Failure> {
    if named.len() == SEATS {
        return Ok(());
    }
    let expected = seats_in_words(&(SEATS..=SEATS));
    Err(Failure::Usage(format!("an exact score needs {expected}, but got {}", named.len())))
}

/// Returns the programs' entrant numbers in the contest, in the order of the command line.
fn members(contest: &Contest) -> [usize; SEATS] {
    [0, 1].map(|place| contest.entrant_at(place))
}

fn in_seats(contest: &Contest) -> [&Entrant; SEATS] {
    members(contest).map(|entrant| &contest.entrants[entrant])
}

fn census(contest: &Contest) -> Result<Box<dyn Census>, Failure> {
    contest.census(members(contest))?.ok_or_else(|| cannot_be_counted(contest.game))
}

/// Returns the counts from the database in this folder, or counts and stores them.
fn kept_or_counted(
    args: &ExactArgs,
    contest: &Contest,
    folder: &Path,
    players: &Players,
) -> Result<Counts, Failure> {
    let census = census(contest)?;
    create_durably(folder)?;
    let mut store = Store::open(&folder.join(DATABASE_FILE))?;
    contest.keep_programs(&mut store)?;
    let pairing = store.pairing(&contest.exact_pairing(members(contest))?)?;
    if let Some(counts) = store.census(pairing)?.and_then(|census| census.counts) {
        return Ok(counts);
    }
    let counts = count(args, contest, census.as_ref(), players)?;
    let census = StoredCensus { estimated_ms: census.estimated_ms(), counts: Some(counts) };
    store.keep(&[NewResult::Census { pairing, census }])?;
    Ok(counts)
}

/// Counts all setups on remote workers. Returns `None` if the user stops it.
fn counted_elsewhere(
    contest: &Contest,
    parts: u64,
    players: &Players,
    told: &mut dyn FnMut(u64),
) -> Result<Option<Counts>, Failure> {
    let stop = contest.client.stop();
    loop {
        match contest.count_elsewhere(members(contest), parts, players.dispatcher(), stop, told)? {
            RemoteCounting::Counts(counts, _) => return Ok(Some(counts)),
            RemoteCounting::Stopped => return Ok(None),
            // A worker gave a false result, so other workers count everything again.
            RemoteCounting::Distrusted { .. } => {}
        }
    }
}

/// Counts all setups. If this takes long, prints an estimate and shows a progress bar.
fn count(
    args: &ExactArgs,
    contest: &Contest,
    census: &dyn Census,
    players: &Players,
) -> Result<Counts, Failure> {
    let threads = args.threads();
    let estimated_ms = census.estimated_ms();
    let estimate = estimated_ms / threads as u64;
    let bar = if estimate > SHORT_MS {
        let (setups, time) = (grouped(census.setups()), duration(estimate));
        note(&format!("counting {setups} setups takes roughly {time} on {threads} threads"));
        let style =
            ProgressStyle::with_template("{bar:32} {percent} %{left}").expect("the template is right");
        ProgressBar::new(census.parts()).with_style(style.with_key("left", left))
    } else {
        ProgressBar::hidden()
    };
    let counts = if players.dispatcher().is_elsewhere() {
        counted_elsewhere(contest, census.parts(), players, &mut |parts| bar.set_position(parts))?
    } else {
        let chunk = parts_at_once(census.parts(), estimated_ms);
        let parallelism = Parallelism { threads, chunk, stop: &interrupt::was_requested };
        jobs::count(census, parallelism, |parts| bar.set_position(parts))
    };
    bar.finish_and_clear();
    counts.ok_or_else(|| {
        let again = interrupt::command();
        Failure::Interrupted(format!("partial counts are not stored; to start again, run: {again}"))
    })
}

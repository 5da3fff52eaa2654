//! A worker: a process that carries out orders one after the other. Only here are programs compiled and run.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use contests::confined_folder::ConfinedFolder;
use contests::contest::records::{drawn_win, play_again};
use contests::dated::{self, Candidates};
use contests::foreign::ForeignCode;
use contests::hill::{Batch, Folder, Purpose, RatedHill};
use contests::program_file::ProgramFile;
use contests::programs::entrants;
use contests::{Client, ContestEvent, Failure, Isolation, Subscriber};
use games::REGISTRY;
use record::Record;

use crate::orders::{Message, Order};
use crate::standings::{HillStandings, silent};

/// The least time between two messages about progress, and between two signs of life.
const INTERVAL: Duration = Duration::from_millis(250);

/// True once the site has closed the worker's standard input.
static SITE_IS_GONE: AtomicBool = AtomicBool::new(false);

/// Carries out orders from standard input until it is closed or `stop` returns true.
pub fn work(stop: fn() -> bool) -> Result<(), Failure> {
    let (sender, orders) = mpsc::channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
        SITE_IS_GONE.store(true, Ordering::Relaxed);
    });
    let wants_to_stop = move || stop() || SITE_IS_GONE.load(Ordering::Relaxed);
    while !wants_to_stop() {
        let Ok(line) = orders.recv_timeout(Duration::from_millis(100)) else { continue };
        let done = serde_json::from_str(&line)
            .map_err(|error| Failure::Usage(format!("not an order: {error}")))
            .and_then(|order| carry_out(order, wants_to_stop));
        tell(&match done {
            Ok(()) => Message::Done,
            Err(failure) => Message::Failed { why: failure.to_string() },
        })?;
    }
    Ok(())
}

fn tell(message: &Message) -> Result<(), Failure> {
    let line = serde_json::to_string(message).expect("a message is plain data");
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}").and_then(|()| output.flush()).map_err(|_| Failure::OutputClosed)
}

fn carry_out(order: Order, stop: impl Fn() -> bool + Send + Sync + 'static) -> Result<(), Failure> {
    match order {
        Order::Games => {
            let can_play = |game: &&&dyn games::RegisteredGame| {
                ForeignCode::of(**game, Isolation::Fork, &silent()).is_ok()
            };
            let games = REGISTRY.iter().filter(can_play).map(|game| game.info().name.to_owned()).collect();
            tell(&Message::Games { games })
        }
        Order::Play { hill, queue, threads } => {
            let client = Client::new(Arc::new(Teller::default()), alive_until(stop));
            let mut folder = Folder::open(&hill, &client)?.with_isolation(Isolation::Fork);
            let rated = challenged(&mut folder, &queue, threads, &client)?;
            tell(&Message::Rated { standings: Box::new(HillStandings::of(&folder, &rated)?) })
        }
        Order::Record { hill, one, two, game } => {
            let client = Client::new(Arc::new(Teller::default()), alive_until(stop));
            let (what, record) = record_of(&hill, [&one, &two], game, &client)?;
            tell(&Message::Record { what, record: BASE64_STANDARD.encode(record::write(&record)) })
        }
        Order::Close { contest, hill } => {
            let client = Client::new(Arc::new(Teller::default()), alive_until(stop));
            let candidates = hill.as_deref().map_or(Candidates::Authors, Candidates::Hill);
            dated::Folder::make(&contest)?.freeze(candidates, &client).map(drop)
        }
        Order::Final { contest, threads } => {
            let client = Client::new(Arc::new(Teller::default()), alive_until(stop));
            dated::Folder::make(&contest)?.play_final(threads, &client)
        }
    }
}

/// Returns a question whether to stop that gives a sign of life when it is asked. The work itself asks it, also within a
/// long match, so a worker that hangs is silent.
fn alive_until(stop: impl Fn() -> bool + Send + Sync + 'static) -> impl Fn() -> bool + Send + Sync + 'static {
    let told = Mutex::new(Instant::now());
    move || {
        // Another thread that holds the lock gives the sign.
        if let Ok(mut told) = told.try_lock()
            && told.elapsed() >= INTERVAL
        {
            *told = Instant::now();
            // If the site is gone, the worker ends soon.
            let _ = tell(&Message::Alive);
        }
        stop()
    }
}

/// Lets the first program that waits challenge the hill, and plays what is unknown.
fn challenged(
    folder: &mut Folder,
    queue: &std::path::Path,
    threads: usize,
    client: &Client,
) -> Result<RatedHill, Failure> {
    let mut store = folder.store()?;
    let queue = if queue.is_dir() { Some(ConfinedFolder::open(queue)?) } else { None };
    let next = match &queue {
        Some(queue) => queue.files(|_| true)?.into_iter().next().map(|name| (queue, name)),
        None => None,
    };
    let Some((queue, name)) = next else {
        return folder.play(&mut store, &folder.members()?, threads);
    };
    let bytes = queue.read(&name)?.unwrap_or_default();
    // A number for the order stands before the name.
    let file = name.as_str().split_once('-').map_or(name.as_str(), |(_, file)| file);
    let file = ProgramFile { bytes, path: file.into(), game: folder.config.game };
    let challenger = match entrants(&[file], client) {
        Ok(mut challengers) => challengers.remove(0),
        Err(Failure::Refused(_)) => {
            queue.remove(&name)?;
            return folder.play(&mut store, &folder.members()?, threads);
        }
        Err(failure) => return Err(failure),
    };
    // After a kill between the change of the hill and the end of the queue, nothing is counted twice.
    let challengers = vec![(name.to_string(), challenger.program.id().to_string())];
    let rated = if Batch::done_before(folder, &challengers)? == 1 {
        folder.play(&mut store, &folder.members()?, threads)?
    } else {
        let batch = Batch { challengers, done: 1, challenges: folder.state.challenges };
        folder.challenge(&mut store, &challenger, threads, Purpose::Enter(batch))?.hill
    };
    queue.remove(&name)?;
    Batch::forget(&folder.inside)?;
    Ok(rated)
}

/// Returns the game with this number; without one, the first game that the first program won against the second, or else the
/// first game of the two.
fn record_of(
    hill: &std::path::Path,
    files: [&str; 2],
    game: Option<u64>,
    client: &Client,
) -> Result<(String, Record), Failure> {
    let folder = Folder::open_read_only(hill, client)?;
    let mut programs = folder.programs()?;
    programs.retain(|program| files.contains(&program.file_name().as_str()));
    let missing = || Failure::Usage("the two programs are not on this hill".into());
    if programs.len() != 2 {
        return Err(missing());
    }
    let contest = folder.contest(&folder.members_of(&programs)?, Isolation::Fork)?;
    let winner = contest.entrants.iter().position(|one| one.source.file == files[0]).ok_or_else(missing)?;
    let store = folder.existing_store()?.ok_or_else(|| Failure::File("nothing was played yet".into()))?;
    let [one, two] = files;
    let members = [0, 1];
    if let Some(game) = game {
        let record = play_again(&contest, &store, &members, game, game)?;
        return Ok((format!("game {} of {one} and {two}", game + 1), record));
    }
    match drawn_win(&contest, &store, &members, winner) {
        Ok(Some(record)) => Ok((format!("a game that {one} won against {two}"), record)),
        Ok(None) | Err(Failure::File(_)) => {
            let record = play_again(&contest, &store, &members, 0, 0)?;
            Ok((format!("a game of {one} and {two}"), record))
        }
        Err(failure) => Err(failure),
    }
}

/// Tells the site how far matches are.
#[derive(Default)]
struct Teller(Mutex<Told>);

#[derive(Default)]
struct Told {
    done: u64,
    total: u64,
    at: Option<Instant>,
}

impl Subscriber for Teller {
    fn hear(&self, event: ContestEvent<'_>) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            ContestEvent::Started { total, .. } => *told = Told { done: 0, total, at: None },
            ContestEvent::Advanced(more) => told.done += more,
            ContestEvent::Stage { .. } | ContestEvent::Counting { .. } => {}
            _ => return,
        }
        if told.at.is_none_or(|at| at.elapsed() >= INTERVAL) {
            told.at = Some(Instant::now());
            // If the site is gone, the worker ends soon.
            let _ = tell(&Message::Progress { done: told.done, total: told.total });
        }
    }

    fn save_record(&self, _: &Record) -> Result<(), Failure> {
        Ok(())
    }
}

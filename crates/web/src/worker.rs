//! A worker: a process that carries out orders one after the other. Only here are programs compiled and run.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use contests::behaviour;
use contests::contest::records::{drawn_win, play_again};
use contests::dated::{self, Candidates};
use contests::file_name::FileName;
use contests::foreign::ForeignCode;
use contests::hill::Folder;
use contests::program_file::ProgramFile;
use contests::{Client, ContestEvent, Failure, Isolation, Subscriber};
use game::{Diagnostic, Diagnostics, LineIndex, Severity};
use games::REGISTRY;
use record::Record;

use crate::challenge::Challenge;
use crate::orders::{Message, Order};
use crate::standings::{HillStandings, silent};

/// The least time between two messages about progress, and between two signs of life.
const INTERVAL: Duration = Duration::from_millis(250);

/// The number of errors of a program that its author sees.
const MAX_ERRORS: usize = 20;

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

pub(crate) fn tell(message: &Message) -> Result<(), Failure> {
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
        Order::Play { hill, threads } => {
            let client = Client::new(Arc::new(Teller::default()), alive_until(stop));
            let folder = Folder::open(&hill, &client)?.with_isolation(Isolation::Fork);
            let rated = folder.play(&mut folder.store()?, &folder.members()?, threads)?;
            tell(&Message::Rated { standings: Box::new(HillStandings::of(&folder, &rated)?) })
        }
        Order::Challenge { hill, submission, file, source, mode, threads } => {
            let teller = Arc::new(Teller::default());
            let client = Client::new(Arc::clone(&teller) as Arc<dyn Subscriber>, alive_until(stop));
            let source = BASE64_STANDARD.decode(source).map_err(|error| Failure::Usage(error.to_string()))?;
            let challenge = Challenge { submission, file, source, mode, threads };
            challenge.play(&hill, &client, &teller)
        }
        Order::Rename { hill, file, to } => {
            let client = Client::new(Arc::new(Teller::default()), alive_until(stop));
            let [file, to] = [file, to].map(|name| FileName::new(&name).map_err(Failure::Refused));
            Folder::open(&hill, &client)?.rename(&file?, &to?)
        }
        Order::Round { war, round } => {
            let client = Client::new(Arc::new(Teller::default()), alive_until(stop));
            crate::wars::play_round(&war, round, &client)
        }
        Order::Record { hill, one, two, game } => {
            let client = Client::new(Arc::new(Teller::default()), alive_until(stop));
            let (what, record) = record_of(&hill, [&one, &two], game, &client)?;
            tell(&Message::Record { what, record: BASE64_STANDARD.encode(record::write(&record)) })
        }
        Order::Behave { game, source } => {
            let client = Client::new(Arc::new(Teller::default()), alive_until(stop));
            let wrong = |why: String| Failure::Usage(why);
            let known = REGISTRY.iter().find(|known| known.info().name == game);
            let game = *known.ok_or_else(|| wrong(format!("no game is called {game}")))?;
            let bytes = BASE64_STANDARD.decode(source).map_err(|error| wrong(error.to_string()))?;
            let file = ProgramFile { bytes, path: "program".into(), game };
            tell(&Message::Behaved { behaviour: Box::new(behaviour::of(&file, &client)?) })
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

/// Tells the site how far matches are, and collects what is wrong with programs.
#[derive(Default)]
pub(crate) struct Teller {
    told: Mutex<Told>,
    wrong: Mutex<Vec<String>>,
}

impl Teller {
    /// Returns what is wrong with the programs so far.
    pub(crate) fn what_is_wrong(&self) -> String {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).join("\n")
    }
}

/// Returns the errors of a file, a line each, with their places.
fn errors(file: &ProgramFile, diagnostics: &Diagnostics) -> Vec<String> {
    let index = LineIndex::new(&file.bytes);
    let errors = diagnostics.iter().filter(|one| one.severity == Severity::Error).take(MAX_ERRORS);
    let line = |one: &Diagnostic| {
        let place = one.span.map(|span| index.position(span.start));
        let place = place.map_or_else(String::new, |at| format!("line {}, column {}: ", at.line, at.column));
        let help = if one.help.is_empty() { String::new() } else { format!(" ({})", one.help) };
        format!("{place}{}{help}", one.message)
    };
    errors.map(line).collect()
}

#[derive(Default)]
struct Told {
    done: u64,
    total: u64,
    at: Option<Instant>,
}

impl Subscriber for Teller {
    fn hear(&self, event: ContestEvent<'_>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            ContestEvent::Started { total, .. } => *told = Told { done: 0, total, at: None },
            ContestEvent::Advanced(more) => told.done += more,
            ContestEvent::Stage { .. } | ContestEvent::Counting { .. } => {}
            ContestEvent::Refused { file, diagnostics } => {
                let wrong = errors(file, diagnostics);
                self.wrong.lock().unwrap_or_else(PoisonError::into_inner).extend(wrong);
                return;
            }
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

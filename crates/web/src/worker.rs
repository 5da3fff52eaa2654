//! A worker: a process that carries out orders one at a time. Only workers compile and run
//! programs.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError, mpsc};
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
use dispatch::Dispatcher;
use game::{Diagnostic, Diagnostics, LineIndex, Severity};
use games::REGISTRY;
use record::Record;

use crate::challenge::Challenge;
use crate::log::start_worker_log;
use crate::orders::{Message, NumberedOrder, Order};
use crate::practice::{self, Budget};
use crate::private_files::keep_files_private;
use crate::standings::{HillStandings, silent};
use crate::{remote, results, worker_questions};

/// The minimum interval between two messages about progress, and between two signs of life.
const INTERVAL: Duration = Duration::from_millis(250);

/// How long a renewal plays before the site checks for challengers.
const RENEWAL_STEP: Duration = Duration::from_secs(5);

/// The increase of a worker's niceness for practice orders, so that it yields to other workers: see
/// `nice(2)`.
#[cfg(unix)]
const PRACTICE_NICENESS: i32 = 5;

/// The maximum number of errors in a program that its author sees.
const MAX_ERRORS: usize = 20;

/// True once the site has closed the worker's standard input.
static SITE_IS_GONE: AtomicBool = AtomicBool::new(false);

/// Returns true once the site has closed the worker's standard input.
#[cfg(feature = "postgres")]
pub(crate) fn site_is_gone() -> bool {
    SITE_IS_GONE.load(Ordering::Relaxed)
}

/// The number of games played for the present order.
static GAMES: AtomicU64 = AtomicU64::new(0);

/// The processor time that the worker had used when the present order began, in milliseconds.
static SPENT_BEFORE_MS: AtomicU64 = AtomicU64::new(0);

/// The time that other machines spent on the present order, in milliseconds.
static SPENT_ELSEWHERE_MS: AtomicU64 = AtomicU64::new(0);

/// Returns the processor time of the worker and of all processes that it has started.
fn spent_so_far_ms() -> u64 {
    u64::try_from(sandbox::processor_time_of_all().as_millis()).unwrap_or(u64::MAX)
}

/// Returns the processor time that the present order has used on this machine.
fn spent_on_order() -> Duration {
    Duration::from_millis(spent_so_far_ms().saturating_sub(SPENT_BEFORE_MS.load(Ordering::Relaxed)))
}

/// Returns a message with the processor time of the present order so far.
fn spent() -> Message {
    let before = SPENT_BEFORE_MS.load(Ordering::Relaxed);
    let here = spent_so_far_ms().saturating_sub(before);
    Message::Spent { processor_ms: here.saturating_add(SPENT_ELSEWHERE_MS.load(Ordering::Relaxed)) }
}

/// Carries out orders from standard input until it is closed or `stop` returns true.
pub fn work(stop: fn() -> bool) -> Result<(), Failure> {
    start_worker_log();
    // The sandbox that isolates workers has set other permissions.
    keep_files_private();
    results::ask_for_results();
    let (sender, orders) = mpsc::channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if !worker_questions::receive_answer(&line) && sender.send(line).is_err() {
                break;
            }
        }
        SITE_IS_GONE.store(true, Ordering::Relaxed);
    });
    let wants_to_stop = move || stop() || SITE_IS_GONE.load(Ordering::Relaxed);
    while !wants_to_stop() {
        let Ok(line) = orders.recv_timeout(Duration::from_millis(100)) else { continue };
        SPENT_BEFORE_MS.store(spent_so_far_ms(), Ordering::Relaxed);
        SPENT_ELSEWHERE_MS.store(0, Ordering::Relaxed);
        let done = serde_json::from_str(&line)
            .map_err(|error| Failure::Usage(format!("not an order: {error}")))
            .and_then(|order| logged(order, wants_to_stop));
        let games = GAMES.swap(0, Ordering::Relaxed);
        if games > 0 {
            tell(&Message::Played { games })?;
        }
        tell(&spent())?;
        tell(&match done {
            Ok(()) => Message::Done,
            Err(failure) => {
                let may_pass = !matches!(failure, Failure::Machine(_) | Failure::Usage(_));
                Message::Failed { why: failure.to_string(), may_pass }
            }
        })?;
    }
    Ok(())
}

pub(crate) fn tell(message: &Message) -> Result<(), Failure> {
    let line = serde_json::to_string(message).expect("a message is plain data");
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}").and_then(|()| output.flush()).map_err(|_| Failure::OutputClosed)
}

/// Carries out an order, and logs when it began and ended.
fn logged(
    NumberedOrder { id, audited_games, results_on_server, order }: NumberedOrder<Order>,
    stop: impl Fn() -> bool + Send + Sync + 'static,
) -> Result<(), Failure> {
    let kind = order.kind();
    results::are_on_server(results_on_server);
    tracing::debug!(order = id, kind, "order begun");
    let start = Instant::now();
    let stop = Arc::new(stop);
    let asked = Arc::clone(&stop);
    let players = remote::dispatcher(audited_games, move || asked());
    let done = carry_out(order, players, move || stop());
    let took_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    match &done {
        Ok(()) => {
            let games = GAMES.load(Ordering::Relaxed);
            tracing::debug!(order = id, kind, took_ms, games, "order carried out");
        }
        Err(Failure::Interrupted(_)) => tracing::info!(order = id, kind, took_ms, "order interrupted"),
        Err(failure) => tracing::warn!(order = id, kind, took_ms, why = failure.to_string(), "order failed"),
    }
    done
}

fn carry_out(
    order: Order,
    players: Arc<dyn Dispatcher<Failure> + Send>,
    stop: impl Fn() -> bool + Send + Sync + 'static,
) -> Result<(), Failure> {
    match order {
        Order::Greet => Ok(()),
        Order::Games => {
            let can_play = |game: &&&dyn games::RegisteredGame| {
                ForeignCode::of(**game, Isolation::Fork, &silent()).is_ok()
            };
            let games = REGISTRY.iter().filter(can_play).map(|game| game.info().name.to_owned()).collect();
            tell(&Message::Games { games })
        }
        Order::Play { hill, threads } => {
            let client = Client::new(Arc::new(WorkerMessages::default()), alive_until(stop));
            let mut folder =
                Folder::open(&hill, &client)?.with_isolation(Isolation::Fork).with_dispatcher(players);
            tell_hill(&mut folder, threads)
        }
        Order::Renew { hill, threads } => {
            let client = Client::new(Arc::new(WorkerMessages::default()), alive_until(stop));
            let mut folder =
                Folder::open(&hill, &client)?.with_isolation(Isolation::Fork).with_dispatcher(players);
            folder.renew(&mut folder.store()?, threads, RENEWAL_STEP)?;
            tell_hill(&mut folder, threads)
        }
        Order::Challenge { hill, submission, file, source, mode, threads } => {
            let messages = Arc::new(WorkerMessages::default());
            let client = Client::new(Arc::clone(&messages) as Arc<dyn Subscriber>, alive_until(stop));
            let source = BASE64_STANDARD.decode(source).map_err(|error| Failure::Usage(error.to_string()))?;
            let challenge = Challenge { submission, file, source, mode, threads };
            challenge.play(&hill, &client, &messages, players)
        }
        Order::Rename { hill, file, to } => {
            let client = Client::new(Arc::new(WorkerMessages::default()), alive_until(stop));
            let [file, to] = [file, to].map(|name| FileName::new(&name).map_err(Failure::Refused));
            Folder::open(&hill, &client)?.rename(&file?, &to?)
        }
        Order::Round { war, round } => {
            let client = Client::new(Arc::new(WorkerMessages::default()), alive_until(stop));
            crate::wars::play_round(&war, round, &client)
        }
        Order::Record { hill, one, two, game } => {
            let client = Client::new(Arc::new(WorkerMessages::default()), alive_until(stop));
            let (what, record) = record_of(&hill, [&one, &two], game, &client)?;
            tell(&Message::Record { what, record: BASE64_STANDARD.encode(record::write(&record)) })
        }
        Order::Behave { game, source } => {
            let client = Client::new(Arc::new(WorkerMessages::default()), alive_until(stop));
            let wrong = |why: String| Failure::Usage(why);
            let known = REGISTRY.iter().find(|known| known.info().name == game);
            let game = *known.ok_or_else(|| wrong(format!("no game is called {game}")))?;
            let bytes = BASE64_STANDARD.decode(source).map_err(|error| wrong(error.to_string()))?;
            let file = ProgramFile { bytes, path: "program".into(), game };
            tell(&Message::Behaved { behaviour: Box::new(behaviour::of(&file, &client)?) })
        }
        Order::Practise(games) => {
            let (client, budget) = practice(stop);
            let practised = practice::play(&games, &budget, &client)?;
            GAMES.fetch_add(practised.games.len() as u64, Ordering::Relaxed);
            tell(&Message::PracticeResult { practised: Box::new(practised) })
        }
        Order::CheckLesson(lesson) => {
            let (client, budget) = practice(stop);
            let checked = practice::check(&lesson, &budget, &client)?;
            tell(&Message::LessonChecked { checked: Box::new(checked) })
        }
        Order::Close { contest, hill } => {
            let client = Client::new(Arc::new(WorkerMessages::default()), alive_until(stop));
            let candidates = hill.as_deref().map_or(Candidates::Authors, Candidates::Hill);
            dated::Folder::make(&contest)?.freeze(candidates, &client).map(drop)
        }
        Order::Final { contest, threads } => {
            let client = Client::new(Arc::new(WorkerMessages::default()), alive_until(stop));
            dated::Folder::make(&contest)?.play_final(threads, players.as_ref(), &client)
        }
    }
}

/// Returns the client and the budget for a practice order, and lowers the priority of this process.
/// Hills take precedence: practice should mainly use processor time that nothing else needs.
fn practice(stop: impl Fn() -> bool + Send + Sync + 'static) -> (Client, Budget) {
    step_back();
    let alive = Arc::new(alive_until(stop));
    let asked = Arc::clone(&alive);
    let client = Client::new(Arc::new(WorkerMessages::default()), move || asked());
    (client, Budget::new(spent_on_order, move || alive()))
}

/// Lowers the priority of this process, once.
fn step_back() {
    static ONCE: Once = Once::new();
    #[cfg(unix)]
    ONCE.call_once(|| {
        // If this is not allowed, the priority stays as it is.
        let _ = rustix::process::nice(PRACTICE_NICENESS);
    });
    #[cfg(not(unix))]
    ONCE.call_once(|| {});
}

/// Plays the missing matches of a hill, and sends its standings to the site.
pub(crate) fn tell_hill(folder: &mut Folder, threads: usize) -> Result<(), Failure> {
    let mut store = folder.store()?;
    let (rated, unable) = folder.play_residents(&mut store, threads)?;
    let renewal = folder.renewal(&mut store)?;
    let standings = HillStandings::of(folder, &rated, &unable, renewal.as_ref())?;
    tell(&Message::Rated { standings: Box::new(standings) })
}

/// Wraps `stop` so that a call also sends a sign of life. The work itself calls it, even during a
/// long match, so a worker that hangs is silent.
fn alive_until(stop: impl Fn() -> bool + Send + Sync + 'static) -> impl Fn() -> bool + Send + Sync + 'static {
    let told = Mutex::new(Instant::now());
    move || {
        // If the lock is taken, another thread sends the sign.
        if let Ok(mut told) = told.try_lock()
            && told.elapsed() >= INTERVAL
        {
            *told = Instant::now();
            // If the site is gone, the worker ends soon.
            let _ = tell(&Message::Alive).and_then(|()| tell(&spent()));
        }
        stop()
    }
}

/// Returns the game with this number. Without one, returns the first game that the first program
/// won against the second, or else the first game of the two.
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
    let contest = folder.contest(&folder.residents_of(&programs)?.readable(), Isolation::Fork)?;
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
        Ok(None) | Err(Failure::File(_) | Failure::NoRoom(_)) => {
            let record = play_again(&contest, &store, &members, 0, 0)?;
            Ok((format!("a game of {one} and {two}"), record))
        }
        Err(failure) => Err(failure),
    }
}

/// Reports the progress of matches to the site, and collects the errors of programs.
#[derive(Default)]
pub(crate) struct WorkerMessages {
    progress: Mutex<Progress>,
    wrong: Mutex<Vec<String>>,
}

impl WorkerMessages {
    /// Returns the errors of programs so far.
    pub(crate) fn what_is_wrong(&self) -> String {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner).join("\n")
    }
}

/// Returns the errors of a file, one per line, with their positions.
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
struct Progress {
    done: u64,
    total: u64,
    at: Option<Instant>,
}

impl Subscriber for WorkerMessages {
    fn on_event(&self, event: ContestEvent<'_>) {
        let mut progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            ContestEvent::Started { total, .. } => *progress = Progress { done: 0, total, at: None },
            ContestEvent::PlayedElsewhere(elapsed) => {
                let ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
                SPENT_ELSEWHERE_MS.fetch_add(ms, Ordering::Relaxed);
                return;
            }
            ContestEvent::Played(games) => {
                GAMES.fetch_add(games, Ordering::Relaxed);
                return;
            }
            ContestEvent::Advanced(more) => progress.done += more,
            ContestEvent::Stage { .. } | ContestEvent::Counting { .. } => {}
            ContestEvent::Refused { file, diagnostics } => {
                let wrong = errors(file, diagnostics);
                self.wrong.lock().unwrap_or_else(PoisonError::into_inner).extend(wrong);
                return;
            }
            _ => return,
        }
        if progress.at.is_none_or(|at| at.elapsed() >= INTERVAL) {
            progress.at = Some(Instant::now());
            // If the site is gone, the worker ends soon.
            let _ = tell(&Message::Progress { done: progress.done, total: progress.total });
        }
    }

    fn save_record(&self, _: &Record) -> Result<(), Failure> {
        Ok(())
    }
}

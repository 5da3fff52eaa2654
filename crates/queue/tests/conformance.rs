//! What every dispatcher promises: the same suite for threads of this process, for batches that are played one after the
//! other, and for workers behind a real server.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "../../bout/tests/support/queue.rs"]
mod server;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use contests::contest::{Contest, RemoteCounting};
use contests::program_file::ProgramFile;
use contests::{Client, ContestEvent, Failure, Isolation, Subscriber};
use dispatch::wire::{Report, Task, decode_report, decode_task, encode_report, encode_task};
use dispatch::{
    Batch, BatchPart, DispatchError, Dispatcher, Ended, Ledger, Local, Order, Part, Sources, Terms, Verifier,
    Work, run_batch,
};
use game::{Counts, Digest, NoPlayers, Participant, Rules};
use games::{RegisteredGame, registry};
use jobs::{Plan, PlayContext, PlayedPiece, PlayedResult};
use queue::{Address, BatchStyle, Nats, NatsOptions, WorkerOptions};
use record::Record;
use referee::{Conditions, Detail};
use server::Server;
use tournament::{Encounter, Scoring, Seating};

const SOURCES: [&str; 3] = [
    ";name Wait\nstore [i]-1 i\n",
    ";name Bomber\nwrite crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n",
    ";name Sweep\nwrite crash [i]+[a]+3\nstore [a]+1 a\nstore [i]-3 i\n",
];

struct Texts;

impl Sources for Texts {
    fn source(&self, entrant: usize) -> &[u8] {
        SOURCES[entrant].as_bytes()
    }
}

fn crash() -> &'static dyn RegisteredGame {
    registry::by_name("crash").unwrap()
}

fn programs() -> Vec<Participant> {
    SOURCES.iter().map(|source| crash().read(source.as_bytes()).program.unwrap()).collect()
}

fn terms() -> Terms {
    let lineup = crash().lineup(&programs()[..2], &rules()).unwrap();
    let parameters = lineup.parameter_values();
    Terms {
        work: Work::Games,
        engine_version: contests::contest::ENGINE_VERSION.into(),
        game: "crash".into(),
        rules_version: crash().info().rules_version,
        parameters: parameters.into_iter().map(|(key, value)| (key.into(), value)).collect(),
        seating: Seating::default(),
        match_budget_s: None,
        environment: Vec::new(),
    }
}

fn rules() -> Rules {
    Rules::parse(&["max_turns=20000"]).unwrap()
}

fn seed_of(members: &[usize]) -> u64 {
    members.iter().map(|&member| 1 << member).sum()
}

fn round() -> Vec<Encounter> {
    vec![
        Encounter::new(vec![0, 1], 0, 600),
        Encounter::new(vec![1, 2], 10, 4),
        Encounter::new(vec![0, 2], 0, 1000),
    ]
}

/// The places of every game, by encounter and game.
type Table = BTreeMap<(usize, u64), Vec<u32>>;

/// Keeps results, and fails after some.
struct Kept {
    table: Table,
    most: usize,
    notes: Arc<Mutex<Vec<String>>>,
}

impl Kept {
    fn all() -> Self {
        Self { table: Table::new(), most: usize::MAX, notes: Arc::default() }
    }
}

impl Ledger<Failure> for Kept {
    fn take(&mut self, played: PlayedPiece, _: Option<&str>) -> Result<(), Failure> {
        let PlayedResult::Places { places, .. } = played.result else { panic!("no foreign code runs") };
        for (game, places) in played.piece.games.zip(places.games()) {
            let before = self.table.insert((played.piece.encounter, game), places.to_vec());
            assert_eq!(before, None, "game {game} came twice");
        }
        if self.table.len() > self.most { Err(Failure::File("the disk is full".into())) } else { Ok(()) }
    }

    fn save(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn note(&self, line: &str) {
        self.notes.lock().unwrap().push(line.into());
    }
}

/// Orders all games that are missing in `kept`.
fn order(
    dispatcher: &dyn Dispatcher<Failure>,
    kept: &mut Kept,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Ended, DispatchError<Failure>> {
    let (programs, rules, round, terms) = (programs(), rules(), round(), terms());
    let context = PlayContext {
        game: crash(),
        rules: &rules,
        programs: &programs,
        seating: Seating::default(),
        seed_of: &seed_of,
        conditions: Conditions { factory: &NoPlayers, match_budget: None, detail: Detail::Result, stop },
        watcher: None,
    };
    let mut plan = Plan::default();
    for (at, encounter) in round.iter().enumerate() {
        let mut missing =
            encounter.games.clone().filter(|&game| !kept.table.contains_key(&(at, game))).peekable();
        while let Some(start) = missing.next() {
            let mut end = start + 1;
            while missing.next_if_eq(&end).is_some() {
                end += 1;
            }
            plan.add(at, start..end, 2, false);
        }
    }
    let order = Order {
        work: Work::Games,
        parts: &[Part { terms: Arc::new(terms), is_of_here: true }],
        part_of: &|_| 0,
        context: &context,
        sources: &Texts,
        round: &round,
        plan: &plan,
        threads: 2,
    };
    dispatcher.play(&order, kept)
}

/// All results, from orders until nothing is missing.
fn table(dispatcher: &dyn Dispatcher<Failure>) -> Table {
    let mut kept = Kept::all();
    let games = round().iter().map(Encounter::matches).sum::<u64>();
    while (kept.table.len() as u64) < games {
        assert_eq!(order(dispatcher, &mut kept, &|| false).unwrap(), Ended::Complete, "{:?}", kept.notes);
    }
    kept.table
}

/// The outcomes of all setups of two programs, from orders until nothing is missing.
fn counts(dispatcher: &dyn Dispatcher<Failure>) -> Counts {
    let entrants: Vec<ProgramFile> = SOURCES[..2].iter().map(|source| file(source)).collect();
    let client = Client::new(Arc::new(Notes::default()), || false);
    let entrants = contests::programs::entrants(&entrants, &client).unwrap();
    let contest = Contest::new(
        crash(),
        Rules::parse(&["max_turns=100"]).unwrap(),
        0,
        Scoring::default(),
        &entrants,
        Isolation::Reset,
        &client,
    )
    .unwrap();
    let parts = contest.census([0, 1]).unwrap().unwrap().parts();
    let mut told = 0;
    let counted =
        contest.count_elsewhere([0, 1], parts, dispatcher, &|| false, &mut |counted| told = counted).unwrap();
    assert_eq!(told, parts);
    match counted {
        RemoteCounting::Counts(counts, _) => counts,
        RemoteCounting::Stopped | RemoteCounting::Distrusted { .. } => panic!("nobody stopped it"),
    }
}

fn file(source: &str) -> ProgramFile {
    ProgramFile { path: "program.crash".into(), bytes: source.into(), game: crash() }
}

/// The suite.
fn conforms(dispatcher: &dyn Dispatcher<Failure>, expected: &Table) {
    assert_eq!(table(dispatcher), *expected);
    // Somebody stops it at once.
    let mut kept = Kept::all();
    assert_eq!(order(dispatcher, &mut kept, &|| true).unwrap(), Ended::Stopped);
    // The disk is full.
    let mut full = Kept { most: 100, ..Kept::all() };
    let failed = order(dispatcher, &mut full, &|| false).unwrap_err();
    assert!(matches!(failed, DispatchError::Ledger(Failure::File(_))), "{failed:?}");
    // The order goes on with what is kept, and what comes is right.
    full.most = usize::MAX;
    let games = round().iter().map(Encounter::matches).sum::<u64>();
    while (full.table.len() as u64) < games {
        assert_eq!(order(dispatcher, &mut full, &|| false).unwrap(), Ended::Complete);
    }
    assert_eq!(full.table, *expected);
}

/// Plays batches one after the other, each as bytes.
struct InTurn;

impl Dispatcher<Failure> for InTurn {
    fn play(
        &self,
        order: &Order<'_, Failure>,
        ledger: &mut dyn Ledger<Failure>,
    ) -> Result<Ended, DispatchError<Failure>> {
        let ids: BTreeMap<Digest, &Participant> =
            order.context.programs.iter().map(|program| (program.id(), program)).collect();
        for number in 0..order.plan.pieces() {
            if (order.context.conditions.stop)() {
                return Ok(Ended::Stopped);
            }
            let piece = order.plan.piece(number);
            let members = &order.round[piece.encounter].members;
            let programs = members.iter().map(|&member| order.context.programs[member].id()).collect();
            let part = BatchPart { programs, seed: seed_of(members), games: piece.games };
            let batch = Batch { terms: Arc::clone(&order.parts[0].terms), parts: vec![part] };
            let task = decode_task(&encode_task(&Task { batch, sources: Vec::new() })).unwrap();
            let batch = task.batch;
            let program = |id| ids.get(&id).map(|&program| program.clone());
            let time = Duration::from_mins(1);
            let result = run_batch(&batch, crash(), &program, &NoPlayers, time, &|| false).unwrap();
            let report = Report { worker: "in turn".into(), batch, outcome: Ok(result) };
            let report = decode_report(&encode_report(&report)).unwrap();
            for part in report.outcome.unwrap().parts {
                for played in Verifier::new(order.context).piece(piece.encounter, members, part).unwrap() {
                    ledger.take(played, Some("in turn")).map_err(DispatchError::Ledger)?;
                }
            }
        }
        ledger.save().map_err(DispatchError::Ledger)?;
        Ok(Ended::Complete)
    }
}

/// Hears what a worker says.
#[derive(Default)]
struct Notes(Mutex<Vec<String>>);

impl Subscriber for Notes {
    fn on_event(&self, event: ContestEvent<'_>) {
        if let ContestEvent::Note(line) = event {
            self.0.lock().unwrap().push(line.into());
        }
    }

    fn save_record(&self, _: &Record) -> Result<(), Failure> {
        Ok(())
    }
}

/// A worker in threads of this process, until it is dropped.
struct Worker {
    stop: Arc<AtomicBool>,
    notes: Arc<Notes>,
    thread: Option<thread::JoinHandle<Result<(), queue::QueueError>>>,
}

impl Worker {
    fn start(server: &Server, version: &str) -> Self {
        let (stop, notes) = (Arc::new(AtomicBool::new(false)), Arc::new(Notes::default()));
        let asked = Arc::clone(&stop);
        let client = Client::new(notes.clone(), move || asked.load(Ordering::Relaxed));
        let options = WorkerOptions {
            address: Address { url: server.url(), ..Address::default() },
            machine: "here".into(),
            threads: 2,
            version: version.into(),
            metrics: None,
        };
        let thread = Some(thread::spawn(move || queue::work(&options, &client)));
        Self { stop, notes, thread }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn connect(server: &Server) -> Nats {
    static CONTESTS: AtomicU32 = AtomicU32::new(0);
    let number = CONTESTS.fetch_add(1, Ordering::Relaxed);
    let contest = Digest::of(&number.to_le_bytes());
    let address = Address { url: server.url(), ..Address::default() };
    Nats::connect(&NatsOptions { address, contest, style: BatchStyle::default() }).unwrap()
}

#[test]
fn every_dispatcher_keeps_its_promises() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let _worker = Worker::start(&server, contests::contest::ENGINE_VERSION);
    let expected = table(&Local);
    conforms(&Local, &expected);
    conforms(&InTurn, &expected);
    conforms(&connect(&server), &expected);
    assert_eq!(counts(&connect(&server)), counts(&Local));
}

#[test]
fn a_worker_of_another_version_gets_no_batches_and_people_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let nats = connect(&server);
    let old = Worker::start(&server, "0.0.9");
    let mut kept = Kept::all();
    let notes = Arc::clone(&kept.notes);
    let end = Instant::now() + Duration::from_mins(1);
    let has_said =
        |notes: &Mutex<Vec<String>>, words| notes.lock().unwrap().iter().any(|note| note.contains(words));
    let is_known = || {
        has_said(&notes, "is of bout 0.0.9")
            && has_said(&old.notes.0, "another version of bout than this one (0.0.9)")
    };
    let ended = order(&nats, &mut kept, &|| is_known() || Instant::now() > end);
    assert_eq!(ended.unwrap(), Ended::Stopped);
    assert!(is_known(), "{:?} {:?}", notes, old.notes.0);
    assert!(kept.table.is_empty(), "the old worker played");
    let _worker = Worker::start(&server, contests::contest::ENGINE_VERSION);
    assert_eq!(table(&nats), table(&Local));
}

//! Where C bots are asked during matches.

use std::ffi::CStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;

use game::{Draw, FaultKind, Guests, Reply, Seat, Void};
use games::snakes::{Answer, CELLS, is_wasm, source_bytes};
use jobs::GuestHouse;
use referee::Lineup;
use sandbox::calls::{Call, CallLimits, Failure, Nursery};
use sandbox::{Isolation, SandboxError, Walls};

use super::build::BuildError;
use super::processors::Bound;
use super::workshop::{Bot, Workshop};

/// How many nurseries are kept for later matches: for each of some threads, as many as a small round robin has bots.
const MAX_KEPT_NURSERIES: usize = 64;

/// Under `fast`, one move in so many is asked again in a fresh process.
const MOVES_A_SAMPLE: u64 = 64;

/// How bots are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How their calls are kept apart.
    pub isolation: Isolation,
    /// The walls round them.
    pub walls: Walls,
}

/// Makes guests of C bots.
#[derive(Debug)]
pub struct House {
    workshop: Arc<Workshop>,
    settings: Settings,
    kept: Arc<Kept>,
}

impl House {
    /// A house whose bots come from this workshop.
    #[must_use]
    pub fn new(workshop: Arc<Workshop>, settings: Settings) -> Self {
        Self { workshop, settings, kept: Arc::default() }
    }
}

impl GuestHouse for House {
    /// Seats of programs that are not in C stay empty.
    fn guests(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn Guests>, Void> {
        let limits = limits(lineup);
        let bound = Bound::thread();
        let seats = lineup.programs().iter().map(|program| {
            if is_wasm(program.canonical.as_bytes()) {
                return Ok(None);
            }
            let bot = self.workshop.bot(&source_bytes(&program.canonical)).map_err(void)?;
            Ok(Some(Guest { bot, nursery: None, sampler: None, is_fresh: true }))
        });
        Ok(Box::new(Bots {
            seats: seats.collect::<Result<_, Void>>()?,
            settings: self.settings,
            kept: Arc::clone(&self.kept),
            limits,
            question: Question::default(),
            samples: Draw::for_setup(seed),
            bound,
        }))
    }
}

fn void(error: BuildError) -> Void {
    match error {
        BuildError::Refused(diagnostics) => {
            let first = diagnostics.iter().next().map(|one| one.message.clone()).unwrap_or_default();
            Void { cause: format!("a program that was let in is refused: {first}") }
        }
        error => Void { cause: error.to_string() },
    }
}

fn failed(error: &SandboxError) -> Void {
    Void { cause: error.to_string() }
}

/// What the match's parameters allow a bot.
fn limits(lineup: &Lineup) -> CallLimits {
    let values = lineup.parameter_values();
    let value = |key| values.iter().find(|(known, _)| *known == key).map_or(0, |(_, value)| *value);
    CallLimits {
        call_time: Duration::from_millis(value("move_time_ms")),
        heap_bytes: value("memory_mib") << 20,
        stack_bytes: value("stack_mib") << 20,
        calls: value("turns"),
    }
}

/// The bots of one match.
struct Bots {
    seats: Vec<Option<Guest>>,
    settings: Settings,
    kept: Arc<Kept>,
    limits: CallLimits,
    question: Question,
    /// Decides which moves are asked again, under `fast`. The same moves in every play of a match.
    samples: Draw,
    bound: Option<Bound>,
}

/// One bot of a match.
struct Guest {
    bot: Arc<Bot>,
    /// Where it is asked.
    nursery: Option<Resting>,
    /// Where it is asked again, under `fast`.
    sampler: Option<Resting>,
    /// Whether this match has not asked it yet.
    is_fresh: bool,
}

/// A nursery, and what it is for.
#[derive(Debug)]
struct Resting {
    thread: ThreadId,
    bot: Arc<Bot>,
    limits: CallLimits,
    walls: Walls,
    processor: Option<usize>,
    nursery: Nursery,
}

/// Nurseries of earlier matches, those used last at the end. They go with the house, not with the threads: a process
/// must not end before it has waited for its children.
#[derive(Debug, Default)]
struct Kept(Mutex<Vec<Resting>>);

impl Kept {
    /// One that the calling thread has kept: a nursery ends with the thread that has started it.
    fn take(&self, fits: impl Fn(&Resting) -> bool) -> Option<Resting> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = std::thread::current().id();
        let at = kept.iter().rposition(|resting| resting.thread == own && fits(resting))?;
        Some(kept.remove(at))
    }

    fn put(&self, resting: Resting) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest = (kept.len() >= MAX_KEPT_NURSERIES).then(|| kept.remove(0));
        kept.push(resting);
        // It is waited for when nobody waits for the lock.
        drop(kept);
        drop(oldest);
    }
}

impl Guests for Bots {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let mut prepared = std::mem::take(&mut self.question);
        prepared.take_up(question)?;
        let replied = self.ask_prepared(seat, &prepared);
        self.question = prepared;
        replied
    }

    fn processor_time(&self, seat: Seat) -> Duration {
        let nursery = self.seats[seat].as_ref().and_then(|guest| guest.nursery.as_ref());
        nursery.map_or(Duration::ZERO, |resting| resting.nursery.processor_time())
    }
}

impl Bots {
    fn ask_prepared(&mut self, seat: Seat, question: &Question) -> Result<Reply<Vec<u8>>, Void> {
        let reply = self.call(seat, question, self.settings.isolation)?;
        let is_sampled =
            self.settings.isolation == Isolation::Fast && self.samples.below(MOVES_A_SAMPLE) == 0;
        if is_sampled && self.call(seat, question, Isolation::Fork)? != reply {
            let detail = "asked again in a fresh process, it answered otherwise";
            return Ok(Reply::Fault(FaultKind::State, detail.into()));
        }
        Ok(reply)
    }

    fn call(
        &mut self,
        seat: Seat,
        question: &Question,
        isolation: Isolation,
    ) -> Result<Reply<Vec<u8>>, Void> {
        let processor = self.bound.as_ref().map(Bound::processor);
        let nobody = || Void { cause: "nobody in C sits there".into() };
        let guest = self.seats[seat].as_mut().ok_or_else(nobody)?;
        let is_sample = isolation != self.settings.isolation;
        let place = if is_sample { &mut guest.sampler } else { &mut guest.nursery };
        let resting = if let Some(resting) = place {
            resting
        } else {
            let (limits, walls, bot) = (self.limits, self.settings.walls, &guest.bot);
            let fits = |resting: &Resting| {
                Arc::ptr_eq(&resting.bot, bot)
                    && resting.nursery.isolation() == isolation
                    && (resting.limits, resting.walls, resting.processor) == (limits, walls, processor)
            };
            let start = || -> Result<Resting, SandboxError> {
                let nursery = Nursery::start(&bot.image, isolation, limits, walls, processor)?;
                let thread = std::thread::current().id();
                Ok(Resting { thread, bot: Arc::clone(bot), limits, walls, processor, nursery })
            };
            let resting = self.kept.take(fits).map_or_else(start, Ok);
            place.insert(resting.map_err(|error| failed(&error))?)
        };
        if guest.is_fresh && !is_sample {
            resting.nursery.begin();
            guest.is_fresh = false;
        }
        let called = resting.nursery.call(&question.bytes, question.seed).map_err(|error| failed(&error))?;
        Ok(match called {
            Call::Answered(value) => Reply::Answer(vec![answer(value)]),
            Call::Failed(failure) => {
                let (kind, detail) = fault(&failure, self.limits.call_time);
                Reply::Fault(kind, detail)
            }
        })
    }
}

impl Drop for Bots {
    /// Nurseries that are still sound are kept for later matches.
    fn drop(&mut self) {
        let resting =
            self.seats.drain(..).flatten().flat_map(|guest| [guest.nursery, guest.sampler]).flatten();
        for mut resting in resting {
            if resting.nursery.finish().is_ok() && resting.nursery.is_usable() {
                self.kept.put(resting);
            }
        }
    }
}

/// A question of the game as a bot's process gets it: the player, and the board as `int[16][32]`.
#[derive(Debug, Default)]
struct Question {
    seed: u64,
    /// Used again for every question.
    bytes: Vec<u8>,
}

impl Question {
    /// Takes up the bytes of a [`games::snakes::Question`].
    fn take_up(&mut self, question: &[u8]) -> Result<(), Void> {
        let unreadable = || Void { cause: "the game asked something that is no question of Snakes".into() };
        let (seed, rest) = question.split_first_chunk().ok_or_else(unreadable)?;
        let (&player, board) =
            rest.split_first().filter(|(_, board)| board.len() == CELLS).ok_or_else(unreadable)?;
        self.seed = u64::from_le_bytes(*seed);
        self.bytes.resize(1 + 4 * CELLS, 0);
        self.bytes[0] = player;
        for (place, &square) in self.bytes[1..].chunks_exact_mut(4).zip(board) {
            place[0] = square;
        }
        Ok(())
    }
}

/// What a bot returned, as the game's answer.
fn answer(value: i64) -> u8 {
    i32::try_from(value).map_or(Answer::Invalid, Answer::from_letter).letter()
}

/// A failure as the rules name it (S9).
fn fault(failure: &Failure, call_time: Duration) -> (FaultKind, String) {
    match failure {
        Failure::Signal(signal) => (FaultKind::Signal, signal_name(*signal)),
        Failure::Time => {
            (FaultKind::Time, format!("more than {} ms of processor time", call_time.as_millis()))
        }
        Failure::Exit(code) => (FaultKind::Exit, format!("it ended without an answer (code {code})")),
        Failure::Syscall => (FaultKind::Syscall, "it called into the system".into()),
    }
}

/// A signal's name, `SIGSEGV`.
#[must_use]
pub fn signal_name(signal: i32) -> String {
    let known = [
        (libc::SIGSEGV, c"SIGSEGV"),
        (libc::SIGFPE, c"SIGFPE"),
        (libc::SIGILL, c"SIGILL"),
        (libc::SIGBUS, c"SIGBUS"),
        (libc::SIGABRT, c"SIGABRT"),
        (libc::SIGTRAP, c"SIGTRAP"),
    ];
    let name = known
        .iter()
        .find(|(number, _)| *number == signal)
        .map(|(_, name): &(i32, &CStr)| name.to_string_lossy());
    name.map_or_else(|| format!("signal {signal}"), std::borrow::Cow::into_owned)
}

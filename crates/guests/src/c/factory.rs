//! The player factory for C bots.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use game::{AnyPlayers, FaultKind, Reply, Seat, SeededRng, Void};
use games::snakes::{Answer, CELLS, Parameters, Snakes, is_wasm, source_bytes};
use referee::Lineup;
use referee::PlayerFactory;
use sandbox::calls::{Call, CallLimits, ForkServer};
use sandbox::{Isolation, IsolationFeatures, Processor, SandboxError};

use super::build::BuildError;
use super::build_cache::{Bot, BuildCache};
use super::prove::prove;
use crate::faults::fault;
use crate::idle_pool::IdlePool;
use crate::methods::WarnOnce;
use crate::processors::Bound;
use crate::retries::TimeoutRetries;
use crate::settings::IsolationSettings;

/// Under `fast`, one move in this many is asked again in a fresh process.
const MOVES_PER_SAMPLE: u64 = 64;

/// About how many bytes a resting process takes up, besides the bot's code: mostly pages of the kernel.
const FORK_SERVER_BYTES: u64 = 1 << 20;

/// Makes players of C bots.
#[derive(Debug)]
pub struct Factory {
    build_cache: Arc<BuildCache>,
    settings: IsolationSettings,
    kept: Arc<IdlePool<Idle>>,
    notices: WarnOnce,
    /// Whether the requested isolation works on this machine, and whether a process for every call does; empty until they have
    /// been tried.
    wished: OnceLock<Result<String, String>>,
    plain: OnceLock<Result<String, String>>,
}

impl Factory {
    /// A factory whose bots come from this build cache. It notes what does not work on this machine.
    #[must_use]
    pub fn new(build_cache: Arc<BuildCache>, settings: IsolationSettings, notices: WarnOnce) -> Self {
        let (wished, plain) = (OnceLock::new(), OnceLock::new());
        Self { build_cache, settings, kept: Arc::default(), notices, wished, plain }
    }

    /// The requested isolation if it works on this machine, or else one process per call if that works.
    fn working_isolation(&self) -> Result<Isolation, Void> {
        let IsolationSettings { isolation, features } = self.settings;
        if isolation == Isolation::Fork {
            return self.plain_isolation();
        }
        let runtime = self.build_cache.runtime();
        let proven =
            self.wished.get_or_init(|| prove(runtime, isolation, features, Processor::of_this_machine()));
        let Err(why) = proven else { return Ok(isolation) };
        let plain = self.plain_isolation()?;
        self.notices.note(format!(
            "bout cannot use one process for a whole match on this machine ({why}); every call gets a process of \
             its own, which is slower and plays the same"
        ));
        Ok(plain)
    }

    /// A process for every call, if that works on this machine.
    fn plain_isolation(&self) -> Result<Isolation, Void> {
        let IsolationSettings { features, .. } = self.settings;
        let runtime = self.build_cache.runtime();
        let proven = self
            .plain
            .get_or_init(|| prove(runtime, Isolation::Fork, features, Processor::of_this_machine()));
        let works = |_: &String| Isolation::Fork;
        let cause = |why: &String| Void { cause: format!("C bots cannot be run on this machine: {why}") };
        proven.as_ref().map(works).map_err(cause)
    }

    fn bots(&self, lineup: &Lineup, seed: u64, isolation: Isolation) -> Result<Box<dyn AnyPlayers>, Void> {
        let limits = limits(lineup.parameters::<Snakes>()?);
        let bound = Bound::thread();
        let seats = lineup.programs().iter().map(|program| {
            if is_wasm(program.canonical.as_bytes()) {
                return Ok(None);
            }
            let bot = self.build_cache.bot(&source_bytes(&program.canonical)).map_err(void)?;
            Ok(Some(SeatedBot {
                bot,
                fork_server: None,
                sampler: None,
                is_fresh: true,
                account: Account::default(),
            }))
        });
        Ok(Box::new(Bots {
            seats: seats.collect::<Result<_, Void>>()?,
            settings: IsolationSettings { isolation, ..self.settings },
            kept: Arc::clone(&self.kept),
            limits,
            question: Question::default(),
            samples: SeededRng::for_setup(seed),
            bound,
        }))
    }
}

impl PlayerFactory for Factory {
    /// Seats of programs that are not in C stay empty.
    fn players(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        self.bots(lineup, seed, self.working_isolation()?)
    }

    fn plain_players(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        self.bots(lineup, seed, self.plain_isolation()?)
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
fn limits(parameters: &Parameters) -> CallLimits {
    CallLimits {
        call_time: Duration::from_millis(parameters.move_time_ms),
        heap_bytes: parameters.memory_mib << 20,
        stack_bytes: parameters.stack_mib << 20,
        calls: parameters.turns,
    }
}

/// The bots of one match.
struct Bots {
    seats: Vec<Option<SeatedBot>>,
    settings: IsolationSettings,
    kept: Arc<IdlePool<Idle>>,
    limits: CallLimits,
    question: Question,
    /// Decides which moves are asked again under `fast`: the same moves every time a match is played.
    samples: SeededRng,
    bound: Option<Bound>,
}

/// One bot of a match.
struct SeatedBot {
    bot: Arc<Bot>,
    /// Where it is asked.
    fork_server: Option<Idle>,
    /// Where it is asked again, under `fast`.
    sampler: Option<Idle>,
    /// Whether `fork_server` has not been asked in this match yet.
    is_fresh: bool,
    account: Account,
}

/// A bot's processor time, except that of its current fork server.
#[derive(Debug, Default)]
struct Account {
    retries: TimeoutRetries,
    /// The time of fork servers that were given up in this match.
    before: Duration,
    /// The time of tries that were repeated: a call is charged only once.
    repeated: Duration,
}

impl SeatedBot {
    /// The processor time of the match so far.
    fn used(&self) -> Duration {
        let fork_server = self.fork_server.as_ref().filter(|_| !self.is_fresh);
        let now = fork_server.map_or(Duration::ZERO, |resting| resting.fork_server.processor_time());
        (self.account.before + now).saturating_sub(self.account.repeated)
    }

    /// Gives up the current fork server, so that the next try uses one on another processor, and keeps its processor time.
    fn give_up_fork_server(&mut self) {
        if let Some(resting) = self.fork_server.take().filter(|_| !self.is_fresh) {
            self.account.before += resting.fork_server.processor_time();
        }
        self.is_fresh = true;
    }
}

/// A fork server, and the settings that it fits.
#[derive(Debug)]
struct Idle {
    bot: Arc<Bot>,
    limits: CallLimits,
    features: IsolationFeatures,
    processor: Option<usize>,
    fork_server: ForkServer,
}

impl AnyPlayers for Bots {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let mut prepared = std::mem::take(&mut self.question);
        prepared.take_up(question)?;
        let replied = self.ask_prepared(seat, &prepared);
        self.question = prepared;
        replied
    }

    fn processor_time(&self, seat: Seat) -> Duration {
        self.seats[seat].as_ref().map_or(Duration::ZERO, SeatedBot::used)
    }
}

impl Bots {
    fn ask_prepared(&mut self, seat: Seat, question: &Question) -> Result<Reply<Vec<u8>>, Void> {
        let reply = self.call_patiently(seat, question)?;
        let is_sampled =
            self.settings.isolation == Isolation::Fast && self.samples.below(MOVES_PER_SAMPLE) == 0;
        if is_sampled && self.call(seat, question, Isolation::Fork, 0)? != reply {
            let detail = "asked again in a fresh process, it answered otherwise";
            return Ok(Reply::Fault(FaultKind::State, detail.into()));
        }
        Ok(reply)
    }

    /// Asks again, on another processor, if a call took too long (S9).
    fn call_patiently(&mut self, seat: Seat, question: &Question) -> Result<Reply<Vec<u8>>, Void> {
        let isolation = self.settings.isolation;
        let guest = self.seats[seat].as_mut();
        let mut retries = guest.map(|guest| guest.account.retries).unwrap_or_default();
        let is_late = |reply: &Reply<Vec<u8>>| matches!(reply, Reply::Fault(FaultKind::Time, _));
        let mut before = Duration::ZERO;
        let reply = retries.ask(is_late, |nth| {
            if let Some(guest) = &mut self.seats[seat] {
                if nth > 0 {
                    guest.account.repeated += guest.used().saturating_sub(before);
                    guest.give_up_fork_server();
                }
                before = guest.used();
            }
            self.call(seat, question, isolation, nth)
        });
        if let Some(guest) = &mut self.seats[seat] {
            guest.account.retries = retries;
        }
        reply
    }

    /// Asks once; `nth` is the number of the try, from 0.
    fn call(
        &mut self,
        seat: Seat,
        question: &Question,
        isolation: Isolation,
        nth: u32,
    ) -> Result<Reply<Vec<u8>>, Void> {
        let processor = self.bound.as_ref().map(|bound| bound.processor(nth));
        let nobody = || Void { cause: "nobody in C sits there".into() };
        let guest = self.seats[seat].as_mut().ok_or_else(nobody)?;
        let is_sample = isolation != self.settings.isolation;
        let place = if is_sample { &mut guest.sampler } else { &mut guest.fork_server };
        let resting = if let Some(resting) = place {
            resting
        } else {
            let (limits, features, bot) = (self.limits, self.settings.features, &guest.bot);
            let fits = |resting: &Idle| {
                Arc::ptr_eq(&resting.bot, bot)
                    && resting.fork_server.isolation() == isolation
                    && (resting.limits, resting.features, resting.processor) == (limits, features, processor)
            };
            let start = || -> Result<Idle, SandboxError> {
                let fork_server = ForkServer::start(&bot.image, isolation, limits, features, processor)?;
                Ok(Idle { bot: Arc::clone(bot), limits, features, processor, fork_server })
            };
            let resting = self.kept.take(fits).map_or_else(start, Ok);
            place.insert(resting.map_err(|error| failed(&error))?)
        };
        if guest.is_fresh && !is_sample {
            resting.fork_server.begin();
            guest.is_fresh = false;
        }
        let called =
            resting.fork_server.call(&question.bytes, question.seed).map_err(|error| failed(&error))?;
        Ok(match called {
            Call::Answered(value) => Reply::Answer(vec![answer(value)]),
            Call::Failed(failure) => {
                // S9.
                let (kind, detail) = fault(&failure, self.limits.call_time);
                Reply::Fault(kind, detail)
            }
        })
    }
}

impl Drop for Bots {
    /// Fork servers that are still sound are kept for later matches.
    fn drop(&mut self) {
        let resting =
            self.seats.drain(..).flatten().flat_map(|guest| [guest.fork_server, guest.sampler]).flatten();
        for mut resting in resting {
            if resting.fork_server.finish().is_ok() && resting.fork_server.is_usable() {
                // A process in which no code of the bot has run has little memory of its own.
                let bytes = FORK_SERVER_BYTES + resting.bot.image.bytes();
                self.kept.put(resting, bytes);
            }
        }
    }
}

/// A question of the game as a bot's process gets it: the player, and the board as `int[16][32]`.
#[derive(Debug, Default)]
struct Question {
    seed: u64,
    /// Reused for every question.
    bytes: Vec<u8>,
}

impl Question {
    /// Takes over the bytes of a [`games::snakes::Question`].
    fn take_up(&mut self, question: &[u8]) -> Result<(), Void> {
        let unreadable =
            || Void { cause: "the game asked something that is not a valid question of Snakes".into() };
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

//! Where bots in WebAssembly are asked during matches.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use game::{AnyPlayers, Diagnostics, Digest, Reply, Seat, Void, WireFormat as _};
use games::snakes::{Answer, Question, Snakes, is_wasm, source_bytes};
use referee::Lineup;
use referee::PlayerFactory;

use super::checker::Bot;
use super::host::FUEL_PER_MS;
use super::instance::{Allowance, ask};
use super::prove::prove;
use crate::methods::MethodCheck;
use crate::ready::BotCache;

/// About how many bytes the interpreter's translation of a module takes up, at worst, for each byte of the module. Branches
/// that carry one value each take the most.
pub(crate) const BYTES_PER_MODULE_BYTE: u64 = 40;
/// The stack with which a module is checked: the result does not depend on it.
const ANY_STACK_MIB: u64 = 8;

/// Makes bots from modules, and keeps them.
#[derive(Default)]
pub struct BuildCache {
    /// By the digest of the canonical text and the stack in MiB.
    ready: BotCache<(Digest, u64), Bot>,
}

impl fmt::Debug for BuildCache {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("BuildCache").finish_non_exhaustive()
    }
}

impl BuildCache {
    /// Checks a module, and returns the name that it gives itself.
    ///
    /// # Errors
    /// Every reason to refuse it.
    pub fn examine(&self, module: &[u8]) -> Result<Option<Vec<u8>>, Diagnostics> {
        Bot::of(module, ANY_STACK_MIB).map(|bot| bot.name)
    }

    /// Asks a module of our own.
    #[expect(clippy::unused_self, reason = "who makes bots is who can try one")]
    pub(crate) fn prove(&self) -> MethodCheck {
        prove()
    }

    fn bot(&self, canonical: &str, stack_mib: u64) -> Result<Arc<Bot>, Diagnostics> {
        let key = (Digest::of(canonical.as_bytes()), stack_mib);
        if let Some(bot) = self.ready.get(&key) {
            return Ok(bot);
        }
        let source = source_bytes(canonical);
        let bot = Arc::new(Bot::of(&source, stack_mib)?);
        self.ready.hold(key, &bot, BYTES_PER_MODULE_BYTE * source.len() as u64);
        Ok(bot)
    }
}

/// Makes players from modules.
#[derive(Debug)]
pub struct Factory {
    build_cache: Arc<BuildCache>,
}

impl Factory {
    /// A factory whose bots come from this build cache.
    #[must_use]
    pub fn new(build_cache: Arc<BuildCache>) -> Self {
        Self { build_cache }
    }
}

impl PlayerFactory for Factory {
    /// Seats of programs that are not modules stay empty.
    fn players(&self, lineup: &Lineup, _: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        seated(lineup, |canonical, stack_mib| {
            if !is_wasm(canonical.as_bytes()) {
                return Ok(None);
            }
            self.build_cache.bot(canonical, stack_mib).map(Some).map_err(|reasons| refused_late(&reasons))
        })
    }
}

/// The failure of a program that was let in before, but now cannot be made into a bot.
pub(crate) fn refused_late(reasons: &Diagnostics) -> Void {
    let first = reasons.iter().next().map(|one| one.message.clone()).unwrap_or_default();
    Void { cause: format!("a program that was let in is refused: {first}") }
}

/// The bots of a match. `bot` makes each one from a canonical text, for a stack in MiB; it returns `None` for seats that stay
/// empty.
pub(crate) fn seated(
    lineup: &Lineup,
    bot: impl Fn(&str, u64) -> Result<Option<Arc<Bot>>, Void>,
) -> Result<Box<dyn AnyPlayers>, Void> {
    let parameters = lineup.parameters::<Snakes>()?;
    let allowance =
        Allowance { move_time_ms: parameters.move_time_ms, memory_bytes: parameters.memory_mib << 20 };
    let seats = lineup.programs().iter().map(|program| {
        let bot = bot(&program.canonical, parameters.stack_mib)?;
        Ok(bot.map(|bot| SeatedBot { bot, fuel: 0 }))
    });
    Ok(Box::new(Bots { seats: seats.collect::<Result<_, Void>>()?, allowance }))
}

/// The bots of one match.
struct Bots {
    seats: Vec<Option<SeatedBot>>,
    allowance: Allowance,
}

struct SeatedBot {
    bot: Arc<Bot>,
    /// The fuel that it has used in this match.
    fuel: u64,
}

impl AnyPlayers for Bots {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let failed = |cause: &str| Void { cause: cause.into() };
        let guest = self.seats[seat].as_mut().ok_or_else(|| failed("nobody in WebAssembly sits there"))?;
        let question = Question::decode(question);
        let question = question
            .ok_or_else(|| failed("the game asked something that is not a valid question of Snakes"))?;
        let called = ask(&guest.bot, self.allowance, &question)?;
        guest.fuel += called.fuel;
        Ok(match called.result {
            Ok(value) => Reply::Answer(vec![Answer::from_letter(value).letter()]),
            Err((kind, detail)) => Reply::Fault(kind, detail),
        })
    }

    /// The time that its fuel stands for, not the time that passed, so that a budget is the same on every machine.
    fn processor_time(&self, seat: Seat) -> Duration {
        let fuel = self.seats[seat].as_ref().map_or(0, |guest| guest.fuel);
        Duration::from_micros(fuel / (FUEL_PER_MS / 1000))
    }
}

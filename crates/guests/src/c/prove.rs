//! Tests whether C bots run on this machine, in each isolation, with a bot of bout's own whose answers are known.

use std::time::Duration;

use sandbox::calls::{Call, CallLimits, ForkServer};
use sandbox::{Isolation, IsolationFeatures, Processor};

use super::build::BuildError;
use super::build_cache::BuildCache;
use super::link::{Runtime, probe};
use super::secret::{asked_bot_reads_none, tools_read_none};
use crate::methods::{MethodCheck, Necessity};

/// A call of the probe takes microseconds, on an emulated processor milliseconds.
const LIMITS: CallLimits =
    CallLimits { call_time: Duration::from_secs(1), heap_bytes: 1 << 20, stack_bytes: 1 << 20, calls: 3 };
/// Enough calls for a later one to see what an earlier one left.
const CALLS: u8 = 3;

/// A bot that every compiler must take, and that uses headers, the library, floating point and constants.
const SOURCE: &[u8] = br#"
    #include <math.h>
    #include <stdlib.h>
    #include <string.h>
    const char *bot_name = "Probe";
    int bot(int board[16][32], char player) {
        char *copy = strdup("LRUD");
        double length = copy ? sqrt((double)(board[0][0] * player)) : 0;
        return copy && length < 1e9 ? copy[strlen(copy) - 4] : 0;
    }
"#;

/// Tries every way of running C bots: compiling one, and asking in each isolation.
pub(crate) fn proofs(build_cache: &BuildCache, features: IsolationFeatures) -> Vec<MethodCheck> {
    let compiled = build_cache.examine(SOURCE);
    let compiled = compiled.map(|_| "a bot of bout's own was compiled, checked and linked".to_owned());
    let seen = compiled.map_err(|error| reason(&error));
    let mut proofs = vec![
        MethodCheck { way: "C compiler, confined", part: Necessity::Needed, seen },
        MethodCheck {
            way: "C compiler, which reads no other files",
            part: Necessity::Needed,
            seen: tools_read_none(build_cache.compiler()),
        },
        MethodCheck {
            way: "a bot of `bout ask`, which reads no files",
            part: Necessity::Extra,
            seen: asked_bot_reads_none(),
        },
    ];
    for (way, part, isolation) in [
        ("bots in C, one process for a match (reset)", Necessity::Alternative, Isolation::Reset),
        ("bots in C, a process for every call (fork)", Necessity::Alternative, Isolation::Fork),
        ("bots in C, for practice (fast)", Necessity::Extra, Isolation::Fast),
    ] {
        let seen = prove(build_cache.runtime(), isolation, features, Processor::of_this_machine());
        proofs.push(MethodCheck { way, part, seen });
    }
    proofs
}

/// Why a bot that must be let in was not: the compiler's message, if it has one.
fn reason(error: &BuildError) -> String {
    match error {
        BuildError::Refused(diagnostics) => {
            let first = diagnostics.iter().next().map_or(String::new(), |one| one.message.clone());
            format!("a bot of bout's own is refused: {first}")
        }
        error => error.to_string(),
    }
}

/// Asks our own bot a few questions in this isolation, and compares its answers with the known ones.
///
/// # Errors
/// What was seen instead, in words.
pub(super) fn prove(
    runtime: &Runtime,
    isolation: Isolation,
    features: IsolationFeatures,
    processor: Processor,
) -> Result<String, String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let image = probe(runtime).map_err(|error| said(&error))?.on(processor);
    let mut fork_server =
        ForkServer::start(&image, isolation, LIMITS, features, None).map_err(|error| said(&error))?;
    fork_server.begin();
    for nth in 0..CALLS {
        let question = question(nth);
        let left = if isolation == Isolation::Fast && nth > 0 { LEFT_IN_MEMORY } else { NOTHING_LEFT };
        match fork_server.call(&question, 1).map_err(|error| said(&error))? {
            Call::Answered(answer) if answer == known_answer(&question, left) => {}
            Call::Answered(answer) => return Err(wrong(&question, answer)),
            Call::Failed(failure) => {
                return Err(format!("a bot of bout's own, which cannot fail, failed: {failure}"));
            }
        }
    }
    fork_server.finish().map_err(|error| said(&error))?;
    Ok(format!("{CALLS} calls of a bot of bout's own, each answered as it must be"))
}

/// A player, and a board as `int[16][32]`.
fn question(nth: u8) -> Vec<u8> {
    let squares = (0..512_u32).flat_map(|at| ((at * 7 + u32::from(nth)) % 251).to_le_bytes());
    std::iter::once(if nth == 1 { b'O' } else { b'X' }).chain(squares).collect()
}

/// What the probe may find of an earlier call, by the numbers that it uses.
const NOTHING_LEFT: u32 = 0;
const LEFT_IN_MEMORY: u32 = 1;
const LEFT_IN_REGISTERS: u32 = 2;

/// What `bout_probe` in `resident.c` answers.
fn known_answer(question: &[u8], left: u32) -> i64 {
    let squares = question[1..].chunks_exact(4);
    let squares = squares.map(|square| u32::from_le_bytes(square.try_into().expect("4 bytes")));
    let add = |sum: u32, next: u32| sum.wrapping_mul(31).wrapping_add(next);
    let sum = add(squares.fold(left, add), u32::from(question[0]));
    i64::from(sum & 0x7fff_ffff)
}

fn wrong(question: &[u8], answer: i64) -> String {
    for (left, where_left) in [
        (LEFT_IN_MEMORY, "memory"),
        (LEFT_IN_REGISTERS, "the registers"),
        (LEFT_IN_MEMORY + LEFT_IN_REGISTERS, "memory and the registers"),
    ] {
        if answer == known_answer(question, left) {
            return format!("what one call leaves in {where_left} reaches the next");
        }
    }
    format!("a bot of bout's own answered {answer}, not {}", known_answer(question, NOTHING_LEFT))
}

#[cfg(test)]
mod tests {
    use sandbox::StateReset;

    use super::*;

    fn proven(isolation: Isolation, processor: Processor) -> Result<String, String> {
        prove(
            &Runtime::embedded().expect("x86-64 Linux"),
            isolation,
            IsolationFeatures::available(),
            processor,
        )
    }

    #[test]
    fn every_isolation_works_here() {
        for isolation in [Isolation::Reset, Isolation::Fork, Isolation::Fast] {
            proven(isolation, Processor::of_this_machine())
                .unwrap_or_else(|why| panic!("{isolation:?}: {why}"));
        }
    }

    #[test]
    fn registers_that_are_not_reset_are_found() {
        let own = Processor::of_this_machine();
        if own.reset == StateReset::Legacy {
            return;
        }
        let forged = Processor { reset: StateReset::Legacy, ..own };
        let why = proven(Isolation::Reset, forged).unwrap_err();
        assert_eq!(why, "what one call leaves in the registers reaches the next");
        proven(Isolation::Fork, forged).expect("nothing is left in a process of its own");
    }

    /// A processor for which the resident cannot map what it needs, so that its beginning fails.
    fn one_without_room() -> Processor {
        let own = Processor::of_this_machine();
        Processor { reset: StateReset::Standard { area_bytes: 1 << 40 }, ..own }
    }

    #[test]
    fn a_processor_whose_state_has_no_room_is_named() {
        for isolation in [Isolation::Reset, Isolation::Fork] {
            let why = proven(isolation, one_without_room()).unwrap_err();
            assert!(why.contains("its beginning failed at step 11"), "{why}");
        }
    }

    /// It must not matter whether the first call comes before or after the resident's end.
    #[test]
    fn a_beginning_that_failed_long_ago_is_named_as_well() {
        let image = probe(&Runtime::embedded().expect("x86-64 Linux")).unwrap().on(one_without_room());
        for isolation in [Isolation::Reset, Isolation::Fork] {
            let mut fork_server =
                ForkServer::start(&image, isolation, LIMITS, IsolationFeatures::available(), None).unwrap();
            std::thread::sleep(Duration::from_millis(200));
            let why = fork_server.call(&question(0), 1).unwrap_err().to_string();
            assert!(why.contains("its beginning failed at step 11"), "{why}");
        }
    }
}

//! A test: nothing that a bot leaves in the processor's registers reaches a later call, in whatever way they are reset.

use std::process::Command;
use std::time::Duration;

use sandbox::calls::{Call, CallLimits, ForkServer, Image};
use sandbox::{Isolation, IsolationFeatures, Processor, StateReset};

use super::compiler::FLAGS;
use super::link::{Runtime, link};

const BOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots");
const LIMITS: CallLimits =
    CallLimits { call_time: Duration::from_secs(5), heap_bytes: 1 << 20, stack_bytes: 1 << 20, calls: 100 };
/// What the bot reads in the first square.
const ONLY_SSE: u8 = 1;

pub(super) fn image(object: &[u8], processor: Processor) -> Image {
    link(&Runtime::embedded().expect("x86-64 Linux"), object).expect("it can be linked").on(processor)
}

/// A bot of `tests/bots`, compiled without any checks.
pub(super) fn object(bot: &str) -> Vec<u8> {
    let made = tempfile::NamedTempFile::new().expect("a file");
    // The bot uses no vector registers itself, so it sees what it was given.
    let compiled = Command::new("gcc")
        .args(FLAGS)
        .args(["-mgeneral-regs-only", "-Wall", "-Wextra", "-Werror", "-c", "-o"])
        .arg(made.path())
        .arg(format!("{BOTS}/{bot}.c"))
        .output()
        .expect("gcc is there");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    std::fs::read(made.path()).expect("an object file")
}

fn ask(fork_server: &mut ForkServer, player: u8, square: u8) -> i64 {
    let mut question = vec![0; 1 + 4 * 512];
    (question[0], question[1]) = (player, square);
    match fork_server.call(&question, 1).expect("our machinery works") {
        Call::Answered(answer) => answer,
        failed @ Call::Failed(_) => panic!("{}: {failed:?}", char::from(player)),
    }
}

#[test]
fn registers_are_reset_in_every_way() {
    let object = object("registers");
    let own = Processor::of_this_machine();
    let with = |reset| Processor { reset, ..own };
    let mut cases = vec![(with(StateReset::Legacy), ONLY_SSE), (own, 0)];
    if own.reset != StateReset::Legacy {
        cases.extend([11_008, 1 << 20].map(|area_bytes| (with(StateReset::Standard { area_bytes }), 0)));
    }
    for (processor, square) in cases {
        for isolation in [Isolation::Reset, Isolation::Fast, Isolation::Fork] {
            let image = image(&object, processor);
            let started = ForkServer::start(&image, isolation, LIMITS, IsolationFeatures::available(), None);
            let mut fork_server = started.expect("a fork server can be started");
            let before = ask(&mut fork_server, b'O', square);
            for _ in 0..3 {
                assert_eq!(ask(&mut fork_server, b'X', square), i64::from(b'L'));
                assert_eq!(ask(&mut fork_server, b'O', square), before, "{processor:?}, {isolation:?}");
            }
        }
    }
}

#[test]
fn the_bot_of_this_test_sees_what_it_leaves() {
    // One way resets only x87 and SSE. The state beyond them stays in the process, and the bot sees it.
    let own = Processor::of_this_machine();
    if own.reset == StateReset::Legacy {
        return;
    }
    let image = image(&object("registers"), Processor { reset: StateReset::Legacy, ..own });
    let started = ForkServer::start(&image, Isolation::Reset, LIMITS, IsolationFeatures::available(), None);
    let mut fork_server = started.expect("a fork server can be started");
    let before = ask(&mut fork_server, b'O', 0);
    ask(&mut fork_server, b'X', 0);
    assert_ne!(ask(&mut fork_server, b'O', 0), before);
}

//! A bot or a snippet that exceeds its time limit is charged for that time once per question, even if its run
//! is repeated.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/perl.rs"]
mod perl;

use std::time::Duration;

use game::{AnyGame as _, FaultKind, Game, Reply, Rules, WireFormat as _};
use games::perlwar::{PerlWar, RunResult, Segfault};
use games::snakes::{CELLS, Question, Snakes};
use guests::{WarnOnce, kind};
use referee::Lineup;
use sandbox::Isolation;

/// The time limit of a call. It is long compared with the delay until the call is stopped.
const LIMIT: Duration = Duration::from_millis(400);

fn rules(key: &str) -> Rules {
    let mut rules = Rules::new();
    rules.add(key, 400).expect("a new key");
    rules
}

fn assert_charged(used: Duration, times: u32) {
    assert!(used >= LIMIT * times, "it has used all of its time {times} times: {used:?}");
    assert!(used < LIMIT * (times + 1), "a repeated call is charged once: {used:?}");
}

#[test]
fn a_slow_bot_is_charged_once() {
    const SLOW: &[u8] = b"char *bot_name = \"slow\";\n\
        int bot(int board[16][32], char player) { for (volatile int i = 0;; i++) continue; }";
    let kind = kind("snakes", None).expect("this machine can run bots").expect("Snakes runs bots");
    let program = Snakes.read(SLOW).into_program().expect("it is legal");
    let lineup = Lineup::new(&Snakes, vec![program; 2], &rules("move_time_ms")).expect("two programs play");
    let mut question = Vec::new();
    Question { rand_seed: 1, player: b'X', board: [b'.'; CELLS] }.encode(&mut question);
    for isolation in [Isolation::Fast, Isolation::Reset, Isolation::Fork] {
        let factory = kind.factory(isolation, &WarnOnce::silent());
        let mut players = factory.players(&lineup, 1).expect("the bot is legal");
        // One question is enough: the bot loses with this fault, so no match would ask it again.
        let reply = players.ask(0, &question).expect("the machinery works");
        assert!(matches!(reply, Reply::Fault(FaultKind::Time, _)), "{isolation:?}: {reply:?}");
        assert_charged(players.processor_time(0), 1);
        assert_eq!(players.processor_time(1), Duration::ZERO, "nobody else pays for it");
    }
}

#[test]
fn a_slow_snippet_is_charged_once() {
    let rules = rules("snippet_time_ms");
    let parameters = <PerlWar as Game>::parameters(&rules, &[]).expect("legal");
    for isolation in [Isolation::Reset, Isolation::Fork] {
        let factory = perl::factory(isolation);
        let mut players = perl::players(&factory, &rules);
        for times in 1..=2 {
            let round = perl::round(parameters, &[(0, 0, "1 while 1")], players.as_mut());
            let result = &round.reports[0].result;
            let is_late =
                matches!(result, RunResult::Segfault(Segfault::Fault { kind: FaultKind::Time, .. }));
            assert!(is_late, "{isolation:?}: {result:?}");
            assert_charged(players.processor_time(0), times);
        }
        assert_eq!(players.processor_time(1), Duration::ZERO, "nobody else pays for it");
    }
}

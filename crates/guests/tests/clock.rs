//! A thread that asks a bot or a snippet gives up access to the processor's time-stamp counter for that time.
//! It gets access back when it needs it.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
// Asks the kernel through prctl whether a thread may read the counter.
#![allow(unsafe_code)]

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/perl.rs"]
mod perl;

use std::process::Command;
use std::time::{Duration, Instant};

use game::{AnyGame as _, AnyPlayers, Game as _, Reply, Rules, WireFormat as _};
use games::perlwar::{PerlWar, RunResult};
use games::snakes::{CELLS, Question, Snakes};
use guests::{WarnOnce, kind};
use referee::Lineup;
use sandbox::Isolation;

/// Asks the kernel whether this thread may read the counter; `None` if the kernel lacks `PR_GET_TSC`.
fn has_counter() -> Option<bool> {
    const PR_GET_TSC: i32 = 25;
    let mut value = 0_i32;
    // SAFETY: the kernel writes a number.
    let asked = unsafe { libc::prctl(PR_GET_TSC, &raw mut value, 0, 0, 0) };
    (asked == 0).then_some(value == 1)
}

/// Whether threads may do here what an asking thread does: give up the counter and choose their processors.
fn can_give_it_up() -> bool {
    const PR_SET_TSC: i32 = 26;
    // SAFETY: the set is plain memory, written and read by the kernel; nothing reads the counter before it is given back.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        let size = size_of::<libc::cpu_set_t>();
        let stays = libc::sched_getaffinity(0, size, &raw mut set) == 0
            && libc::sched_setaffinity(0, size, &raw const set) == 0;
        let is_given_up = libc::prctl(PR_SET_TSC, 2, 0, 0, 0) == 0 && has_counter() == Some(false);
        stays && libc::prctl(PR_SET_TSC, 1, 0, 0, 0) == 0 && is_given_up
    }
}

/// Asks players twice and checks before and after each question whether this thread may read the counter.
fn ask_twice(players: impl FnOnce() -> Box<dyn AnyPlayers>, ask: &dyn Fn(&mut dyn AnyPlayers)) {
    if !can_give_it_up() {
        return eprintln!("this machine lets no thread give the counter up, or stay on a processor");
    }
    let mut players = players();
    ask(players.as_mut());
    assert_eq!(has_counter(), Some(false), "the asked process does not have it either");
    let start = Instant::now();
    assert_eq!(has_counter(), Some(true), "who reads the clock gets it back");
    ask(players.as_mut());
    assert_eq!(has_counter(), Some(false), "the next question does not need it");
    drop(players);
    assert_eq!(has_counter(), Some(true), "who asks nobody has it");
    assert!(start.elapsed() < Duration::from_hours(1), "the clock does not jump");
    let date = Command::new("date").status().expect("there is a date");
    assert!(date.success(), "what is started afterwards has a clock");
}

#[test]
fn who_asks_a_bot_gives_the_counter_up_meanwhile() {
    let source = b"char *bot_name = \"still\"; int bot(int board[16][32], char player) { return 'U'; }";
    let kind = kind("snakes", None).expect("this machine can run bots").expect("Snakes runs bots");
    let program = Snakes.read(source).into_program().expect("it is legal");
    let lineup = Lineup::new(&Snakes, vec![program; 2], &Rules::new()).expect("two programs play");
    let factory = kind.factory(Isolation::Reset, &WarnOnce::silent());
    let mut question = Vec::new();
    Question { rand_seed: 1, player: b'X', board: [b'.'; CELLS] }.encode(&mut question);
    ask_twice(|| factory.players(&lineup, 1).expect("the bot is legal"), &|players| {
        let reply = players.ask(0, &question).expect("the machinery works");
        assert!(matches!(reply, Reply::Answer(answer) if answer == b"U"));
    });
}

#[test]
fn who_asks_a_snippet_gives_the_counter_up_meanwhile() {
    let factory = perl::factory(Isolation::Reset);
    let parameters = PerlWar::parameters(&Rules::new(), &[]).expect("the defaults are legal");
    ask_twice(|| perl::players(&factory, &Rules::new()), &|players| {
        let round = perl::round(parameters, &[(0, 0, "\"1:\"")], players);
        assert!(!matches!(round.reports[0].result, RunResult::Segfault(_)), "{round:?}");
    });
}

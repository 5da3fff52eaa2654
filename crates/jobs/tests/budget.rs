//! The processor time that foreign code may use in a whole match.

mod support;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use game::{AnyPlayers, FaultKind, RecordedAnswers, Reply, Rules, Seat, Void};
use referee::{Budgeted, Lineup, MAX_ATTEMPTS};
use support::{Asked, Count, Factory, GoodFactory, Voices, context, play_asking, programs};
use tournament::Seating;

const QUICK: Duration = Duration::from_millis(1);
const SLOW: Duration = Duration::from_millis(10);

/// Players who always answer 1. Each uses a fixed processor time per question.
struct Ones {
    cost: [Duration; 2],
    used: [Duration; 2],
    is_broken: bool,
}

impl Ones {
    fn new(cost: [Duration; 2]) -> Self {
        Self { cost, used: [Duration::ZERO; 2], is_broken: false }
    }
}

impl AnyPlayers for Ones {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        self.used[seat] += self.cost[seat];
        if self.is_broken { Err(Void { cause: "broken".into() }) } else { Ok(Reply::Answer(vec![1])) }
    }

    fn processor_time(&self, seat: Seat) -> Duration {
        self.used[seat]
    }
}

fn is_time(reply: &Reply<Vec<u8>>) -> bool {
    matches!(reply, Reply::Fault(FaultKind::Time, _))
}

#[test]
fn who_has_used_up_the_budget_fails_and_nobody_else() {
    let mut players = Budgeted::new(Box::new(Ones::new([SLOW, QUICK])), SLOW * 2);
    for question in 0..2 {
        assert_eq!(
            players.ask(0, b"").unwrap(),
            Reply::Answer(vec![1]),
            "{question}: the budget may be used"
        );
        assert_eq!(players.ask(1, b"").unwrap(), Reply::Answer(vec![1]));
    }
    assert!(is_time(&players.ask(0, b"").unwrap()));
    assert_eq!(players.ask(1, b"").unwrap(), Reply::Answer(vec![1]), "each has a budget of its own");
    assert!(is_time(&players.ask(0, b"").unwrap()), "it does not come back");
    assert_eq!(players.processor_time(1), QUICK * 3, "who asks hears what was used");
}

#[test]
fn a_failure_of_ours_is_void_whatever_was_used() {
    let ones = Ones { is_broken: true, ..Ones::new([SLOW, SLOW]) };
    let mut players = Budgeted::new(Box::new(ones), QUICK);
    assert_eq!(players.ask(0, b""), Err(Void { cause: "broken".into() }));
}

/// Plays games of `quick` and `slow`, which use the same time whether or not there is a budget.
fn play(budget: Option<Duration>, games: u64) -> Vec<Asked> {
    let (programs, rules) = (programs(&Count, &["quick", "slow"]), Rules::new());
    let cost = |text: &str| if text == "slow" { SLOW } else { QUICK };
    let factory = Factory::new(move |lineup: &Lineup, seed: u64| -> Result<Box<dyn AnyPlayers>, Void> {
        Ok(Voices::new(lineup, seed).with_cost(cost).boxed())
    });
    let mut context = context(&Count, &programs, &rules, &factory);
    context.conditions.match_budget = budget;
    play_asking(&context, &[0, 1], 0..games)
}

#[test]
fn the_seat_that_has_used_up_its_budget_loses() {
    // The head start is at most 3, so four answers do not reach twelve, and `slow` gives a second answer.
    let budget = SLOW + QUICK * 5;
    for (game, void_attempts, result) in play(Some(budget), 8) {
        let finished = result.unwrap();
        let slow = Seating::default().members(2, game).iter().position(|&member| member == 1).unwrap();
        assert_eq!(void_attempts, 0, "a program's failure is not ours");
        assert_eq!(finished.outcome.winner(), Some(1 - slow), "game {game}");
        assert_eq!(finished.outcome.reason, "fault");
        assert_eq!(finished.outcome.turns, 3 + slow as u64, "at its second answer");
        let fault = finished.outcome.fault.clone().unwrap();
        assert_eq!((fault.seat, fault.kind), (slow, FaultKind::Time), "game {game}");
        assert!(is_time(finished.answers.replies.last().unwrap()), "a record says so");

        let (programs, rules) = (programs(&Count, &["quick", "slow"]), Rules::new());
        let seated =
            Seating::default().members(2, game).into_iter().map(|member| programs[member].clone()).collect();
        let lineup = Lineup::new(&Count, seated, &rules).unwrap();
        let mut script = RecordedAnswers::new(&finished.answers);
        let again = lineup.runner().play(&finished.setup, &mut script, &|| false).unwrap();
        assert_eq!((again.outcome, again.digest), (finished.outcome, finished.digest), "without a clock");
    }
}

#[test]
fn without_a_budget_nothing_happens() {
    let (programs, rules) = (programs(&Count, &["quick", "slow"]), Rules::new());
    let timeless = play_asking(&context(&Count, &programs, &rules, &GoodFactory), &[0, 1], 0..8);
    assert!(timeless.iter().all(|(_, _, result)| result.as_ref().unwrap().outcome.fault.is_none()));
    assert_eq!(play(None, 8), timeless);
    // A budget of twelve answers is enough for one seat in any match, but not in all eight together.
    assert_eq!(play(Some(SLOW * 12), 8), timeless, "every match has a budget of its own");
}

#[test]
fn every_attempt_has_the_whole_budget() {
    let (programs, rules) = (programs(&Count, &["a", "b"]), Rules::new());
    let honest = play_asking(&context(&Count, &programs, &rules, &GoodFactory), &[0, 1], 0..1);
    let [(_, _, Ok(finished))] = &honest[..] else { panic!("one game") };
    let turns = u32::try_from(finished.outcome.turns).unwrap();
    let attempts = AtomicU32::new(0);
    let factory = Factory::new(|lineup: &Lineup, seed: u64| -> Result<Box<dyn AnyPlayers>, Void> {
        let is_last = attempts.fetch_add(1, Ordering::Relaxed) + 1 == MAX_ATTEMPTS;
        let end = u64::from(turns) - 1;
        let fail =
            move |asked, _| (asked == end && !is_last).then(|| Err(Void { cause: "at the last".into() }));
        Ok(Voices::new(lineup, seed).with_cost(|_| SLOW).with_slip(fail).boxed())
    });
    let budget = Some(SLOW * turns.div_ceil(2));
    let mut context = context(&Count, &programs, &rules, &factory);
    context.conditions.match_budget = budget;
    let expected = vec![(0, MAX_ATTEMPTS - 1, Ok(finished.clone()))];
    assert_eq!(play_asking(&context, &[0, 1], 0..1), expected, "no attempt pays for another");
}

//! A match in which our own machinery fails is tried again a limited number of times. It is never a loss.

mod support;

use std::collections::BTreeMap;
use std::sync::Mutex;

use game::{AnyPlayers, FaultKind, NoPlayers, Reply, Rules, Void};
use jobs::{Piece, PlayContext};
use referee::{Finished, Lineup, MAX_ATTEMPTS};
use support::{Asked, Count, Factory, GoodFactory, Voices, context, play_asking, programs, texts};
use tournament::{Encounter, Seating};

/// Where an attempt fails.
#[derive(Debug, Clone, Copy)]
enum Failure {
    /// The factory makes no players.
    Factory,
    /// There is no reply to this question.
    Question(u64),
    /// The reply to this question is not a valid answer.
    Rubbish(u64),
}

/// Identifies a game's match by what its factory knows: the seed and the program in the first seat.
type Match = (u64, String);

/// Plays games of `a` and `b` with a factory where the first attempts at each game fail, as many as `failing` says. Returns
/// the results, how often each game was tried, and what the watcher saw.
fn play(failing: &[u32], failure: Failure) -> (Vec<Asked>, Vec<u32>, Vec<(u64, Finished)>) {
    let (programs, rules) = (programs(&Count, &["a", "b"]), Rules::new());
    let games = 0..failing.len() as u64;
    let key = |game: u64| -> Match {
        let seed = Encounter::match_seed(support::seed_of(&[0, 1]), 2, game);
        (seed, ["a", "b"][Seating::default().members(2, game)[0]].into())
    };
    let to_fail: BTreeMap<Match, u32> = games.clone().map(key).zip(failing.iter().copied()).collect();
    assert_eq!(to_fail.len(), failing.len(), "every game has a key of its own");
    let tried = Mutex::new(BTreeMap::<Match, u32>::new());
    let factory = Factory::new(|lineup: &Lineup, seed: u64| -> Result<Box<dyn AnyPlayers>, Void> {
        let key = (seed, texts(lineup)[0].clone());
        let fails = to_fail[&key];
        let attempt = {
            let mut tried = tried.lock().unwrap();
            let attempt = tried.entry(key).or_default();
            *attempt += 1;
            *attempt
        };
        let players = Voices::new(lineup, seed);
        if attempt > fails {
            return Ok(players.boxed());
        }
        let void = Void { cause: format!("attempt {attempt}") };
        let slip = match failure {
            Failure::Factory => return Err(void),
            Failure::Question(at) => {
                players.with_slip(move |asked, _| (asked == at).then(|| Err(void.clone())))
            }
            Failure::Rubbish(at) => {
                players.with_slip(move |asked, _| (asked == at).then(|| Ok(Reply::Answer(vec![7]))))
            }
        };
        Ok(slip.boxed())
    });
    let seen = Mutex::new(Vec::new());
    let watcher = |_: &Lineup, finished: &Finished, _: &Piece, game: u64| {
        seen.lock().unwrap().push((game, finished.clone()));
        Ok(())
    };
    let context = PlayContext { watcher: Some(&watcher), ..context(&Count, &programs, &rules, &factory) };
    let results = play_asking(&context, &[0, 1], games.clone());
    let tried = tried.lock().unwrap();
    (results, games.map(|game| tried[&key(game)]).collect(), seen.into_inner().unwrap())
}

/// The games, played with a factory in which nothing fails.
fn undisturbed(games: u64) -> Vec<Finished> {
    let (programs, rules) = (programs(&Count, &["a", "b"]), Rules::new());
    let results = play_asking(&context(&Count, &programs, &rules, &GoodFactory), &[0, 1], 0..games);
    results.into_iter().map(|(_, _, result)| result.unwrap()).collect()
}

#[test]
fn a_void_match_is_tried_again_within_a_bound() {
    // Some games fail less often than the bound, some just as often, some more often.
    let failing = [0, 1, MAX_ATTEMPTS - 1, MAX_ATTEMPTS, u32::MAX, 0, MAX_ATTEMPTS, MAX_ATTEMPTS - 1];
    let honest = undisturbed(failing.len() as u64);
    let failures = [Failure::Factory, Failure::Question(0), Failure::Question(3), Failure::Rubbish(2)];
    for failure in failures {
        let (results, tried, seen) = play(&failing, failure);
        let mut played = Vec::new();
        for (at, (game, void_attempts, result)) in results.into_iter().enumerate() {
            let said = format!("game {at} with {failure:?}");
            assert_eq!(game, at as u64, "{said}");
            assert_eq!(void_attempts, failing[at].min(MAX_ATTEMPTS), "{said}");
            assert_eq!(tried[at], failing[at].saturating_add(1).min(MAX_ATTEMPTS), "{said}");
            if failing[at] < MAX_ATTEMPTS {
                let finished = result.unwrap();
                assert_eq!(finished, honest[at], "nothing is left of a void attempt: {said}");
                assert_eq!(finished.outcome.fault, None, "{said}");
                played.push((game, finished));
            } else {
                let cause = result.unwrap_err().cause;
                if let Failure::Rubbish(_) = failure {
                    assert!(cause.contains("answer is not valid"), "{said}: {cause}");
                } else {
                    assert_eq!(cause, format!("attempt {MAX_ATTEMPTS}"), "the last one: {said}");
                }
            }
        }
        assert_eq!(seen, played, "who watches sees what was played, once, and no void: {failure:?}");
    }
}

#[test]
fn without_a_house_every_game_stays_void() {
    let (programs, rules) = (programs(&Count, &["a", "b"]), Rules::new());
    let results = play_asking(&context(&Count, &programs, &rules, &NoPlayers), &[0, 1], 0..2);
    for (game, void_attempts, result) in results {
        assert_eq!(void_attempts, MAX_ATTEMPTS, "game {game}");
        assert!(result.unwrap_err().cause.contains("no player is there"), "game {game}");
    }
}

#[test]
fn a_fault_is_a_loss_and_is_not_tried_again() {
    let (programs, rules) = (programs(&Count, &["a", "b"]), Rules::new());
    let tried = Mutex::new(0);
    let factory = Factory::new(|lineup: &Lineup, seed: u64| -> Result<Box<dyn AnyPlayers>, Void> {
        *tried.lock().unwrap() += 1;
        let b = texts(lineup).iter().position(|text| text == "b");
        let crash =
            move |_, seat| (Some(seat) == b).then(|| Ok(Reply::Fault(FaultKind::Signal, "SIGSEGV".into())));
        Ok(Voices::new(lineup, seed).with_slip(crash).boxed())
    });
    let results = play_asking(&context(&Count, &programs, &rules, &factory), &[0, 1], 0..4);
    assert_eq!(*tried.lock().unwrap(), 4, "once a game");
    for (game, void_attempts, result) in results {
        let outcome = result.unwrap().outcome;
        let b = Seating::default().members(2, game).iter().position(|&member| member == 1).unwrap();
        assert_eq!((void_attempts, outcome.winner()), (0, Some(1 - b)), "game {game}");
        let fault = outcome.fault.unwrap();
        assert_eq!((fault.seat, fault.kind), (b, FaultKind::Signal), "game {game}");
    }
}

//! The caller stops the work in the middle. It still hands in whole setups only, with the same results as without the stop.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{AnyPlayers, NoPlayers, Rules, Void};
use jobs::{Parallelism, Piece, PieceError, Plan, PlayedPiece, PlayedResult, Worker, in_order};
use referee::Lineup;
use support::{
    Asked, Count, Factory, GoodFactory, Race, SLICE, Voices, asked, context, play_asking, play_race,
    programs, try_asking,
};

/// Rules of Count with a pace at which the stop condition is checked after every answer.
fn slow_count() -> Rules {
    Rules::parse(&[format!("pace={SLICE}")]).unwrap()
}

/// A factory that counts all questions.
fn counting_house(questions: &Arc<AtomicU64>) -> impl referee::PlayerFactory + use<> {
    let questions = Arc::clone(questions);
    Factory::new(move |lineup: &Lineup, seed: u64| -> Result<Box<dyn AnyPlayers>, Void> {
        let questions = Arc::clone(&questions);
        let count = move |_, _| {
            questions.fetch_add(1, Ordering::SeqCst);
            None
        };
        Ok(Voices::new(lineup, seed).with_slip(count).boxed())
    })
}

fn answers(games: &[Asked]) -> u64 {
    games.iter().map(|(_, _, result)| result.as_ref().unwrap().answers.replies.len() as u64).sum()
}

#[test]
fn a_piece_that_asks_is_handed_in_whole_or_not_at_all() {
    let (programs, rules) = (programs(&Count, &["a", "b", "c"]), slow_count());
    let members = [0, 1, 2];
    let whole = play_asking(&context(&Count, &programs, &rules, &GoodFactory), &members, 3..6);
    let all = answers(&whole);
    for until in 0..=all + 1 {
        let questions = Arc::default();
        let factory = counting_house(&questions);
        let stop = || questions.load(Ordering::SeqCst) >= until;
        let mut context = context(&Count, &programs, &rules, &factory);
        context.conditions.stop = &stop;
        let played = try_asking(&context, &members, 3..6);
        let asked = questions.load(Ordering::SeqCst);
        if until < all {
            assert!(played.is_none(), "stopped after {until} questions of {all}");
            assert!(asked <= until + 1, "stopped after {until} questions, but {asked} were asked");
        } else {
            assert_eq!(played.unwrap().unwrap(), whole, "it was over before anybody looked");
        }
    }
}

#[test]
fn pieces_before_the_stop_are_handed_in_and_none_after() {
    let (programs, rules) = (programs(&Count, &["a", "b"]), slow_count());
    let members = [0, 1];
    let whole = play_asking(&context(&Count, &programs, &rules, &GoodFactory), &members, 0..20);
    let mut plan = Plan::default();
    plan.add(0, 0..20, 2, true);
    for (threads, until) in [(1, 0), (1, 35), (1, 60), (2, 60), (4, 60)] {
        let questions = Arc::default();
        let factory = counting_house(&questions);
        let stop = || questions.load(Ordering::SeqCst) >= until;
        let mut context = context(&Count, &programs, &rules, &factory);
        context.conditions.stop = &stop;
        let work = |worker: &mut Worker<String>, number: u64| worker.play(&members, &plan.piece(number));
        let mut taken = Vec::new();
        let take = |_, played: Result<PlayedPiece, PieceError<String>>| -> Result<(), ()> {
            taken.extend(asked(played.unwrap().result));
            Ok(())
        };
        let parallelism = Parallelism { threads, chunk: 1, stop: &stop };
        let end = in_order(0..plan.pieces(), parallelism, || Worker::new(&context), work, take).unwrap();
        assert!(until + 4 < answers(&whole) && end < plan.pieces(), "it does stop");
        assert_eq!(taken.len() as u64, end * 2, "both games of a setup, or none");
        assert_eq!(taken, whole[..taken.len()]);
        if threads == 1 {
            let before = |end: u64| answers(&whole[..usize::try_from(end * 2).unwrap()]);
            assert!(before(end) <= until && until <= before(end + 1), "what was finished is handed in");
        }
    }
}

#[test]
fn a_piece_that_asks_nobody_is_handed_in_up_to_a_whole_setup() {
    // Each match is longer than two slices and shorter than three, so the stop condition is checked twice.
    let (programs, rules) = (programs(&Race, &["a", "b", "dd"]), format!("turns={}", 2 * SLICE));
    let rules = Rules::parse(&[rules]).unwrap();
    let undisturbed = context(&Race, &programs, &rules, &NoPlayers);
    for members in [&[0, 1][..], &[0, 1, 2]] {
        let seats = members.len() as u64;
        let first = 4 * seats;
        let piece = Piece { encounter: 2, games: first..first + 3 * seats };
        for until in 0..=6 * seats {
            let looks = AtomicU64::new(0);
            let stop = || looks.fetch_add(1, Ordering::SeqCst) >= until;
            let mut context = context(&Race, &programs, &rules, &NoPlayers);
            context.conditions.stop = &stop;
            let played = Worker::new(&context).play(members, &piece);
            let whole_setups = until / (2 * seats);
            let Some(played) = played else {
                assert_eq!(whole_setups, 0, "stopped at look {until}");
                continue;
            };
            let PlayedPiece { piece: handed_in, result, .. } = played.unwrap();
            assert_eq!((handed_in.encounter, handed_in.games.start), (2, first));
            // A slow machine may hand in less.
            let games = handed_in.games.end - first;
            assert!(
                games > 0 && games.is_multiple_of(seats) && games <= whole_setups * seats,
                "{games} games"
            );
            let PlayedResult::Places { places, turns } = result else { panic!("Race asks nobody") };
            assert_eq!((places, turns), play_race(&undisturbed, members, handed_in.games));
        }
    }
}

#[test]
fn somebody_looks_before_every_piece_of_a_chunk() {
    for threads in [1, 3] {
        let worked = AtomicU64::new(0);
        let stop = || worked.load(Ordering::SeqCst) >= 5;
        let work = |(): &mut (), piece: u64| {
            worked.fetch_add(1, Ordering::SeqCst);
            Some(piece)
        };
        let mut taken = Vec::new();
        let take = |_, piece: u64| -> Result<(), ()> {
            taken.push(piece);
            Ok(())
        };
        let end =
            in_order(10..1000, Parallelism { threads, chunk: 100, stop: &stop }, || (), work, take).unwrap();
        let worked = worked.load(Ordering::SeqCst);
        assert!((5..5 + threads as u64).contains(&worked), "{worked} pieces on {threads} threads");
        assert_eq!(taken, (10..end).collect::<Vec<_>>());
        assert!(end - 10 <= worked && (threads > 1 || end == 15), "up to {end} on {threads} threads");
    }
}

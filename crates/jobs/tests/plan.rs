//! A plan's pieces contain all planned games, once each and in order. They are cut between setups.

use std::ops::Range;

use jobs::{Piece, Plan};
use proptest::prelude::*;

/// Planned games: the encounter, its games, how many seats it has, and whether foreign code runs.
type Planned = (usize, Range<u64>, usize, bool);

fn pieces(planned: &[Planned]) -> Vec<Piece> {
    let mut plan = Plan::default();
    for (encounter, games, seats, runs_foreign_code) in planned {
        plan.add(*encounter, games.clone(), *seats, *runs_foreign_code);
    }
    (0..plan.pieces()).map(|number| plan.piece(number)).collect()
}

/// Checks that the pieces are the planned games in order, and returns the pieces of each entry of `planned`.
fn cut(planned: &[Planned]) -> Vec<Vec<Range<u64>>> {
    let mut pieces = pieces(planned).into_iter().peekable();
    let mut cuts = Vec::new();
    for (encounter, games, ..) in planned {
        let mut next = games.start;
        let mut cut = Vec::new();
        while next < games.end {
            let piece = pieces.next().expect("pieces up to the last game");
            assert_eq!((piece.encounter, piece.games.start), (*encounter, next), "no gap, no overlap");
            assert!(piece.games.end > next && piece.games.end <= games.end, "{piece:?} of {games:?}");
            next = piece.games.end;
            cut.push(piece.games);
        }
        cuts.push(cut);
    }
    assert_eq!(pieces.peek(), None, "no piece that nobody planned");
    cuts
}

/// Games of whole setups, as schedules ask for them. Some ranges are empty.
fn whole_setups() -> impl Strategy<Value = Planned> {
    (0..5_usize, 0..2000_u64, prop_oneof![Just(0), 1..5_u64, 0..900_u64], 1..=64_usize, any::<bool>())
        .prop_map(|(encounter, first, setups, seats, runs_foreign_code)| {
            let games = first * seats as u64..(first + setups) * seats as u64;
            (encounter, games, seats, runs_foreign_code)
        })
}

/// Any range of games with foreign code: voids and kept games leave such gaps.
fn leftovers() -> impl Strategy<Value = Planned> {
    (0..5_usize, 0..2000_u64, 0..50_u64, 1..=4_usize)
        .prop_map(|(encounter, first, games, seats)| (encounter, first..first + games, seats, true))
}

proptest! {
    #[test]
    fn pieces_are_whole_setups(planned in prop::collection::vec(whole_setups(), 0..6)) {
        for ((_, games, seats, runs_foreign_code), cut) in planned.iter().zip(cut(&planned)) {
            let seats = *seats as u64;
            for piece in &cut {
                prop_assert!(piece.start.is_multiple_of(seats) && piece.end.is_multiple_of(seats));
                if *runs_foreign_code {
                    prop_assert_eq!(piece.end - piece.start, seats, "one setup");
                }
            }
            let sizes: Vec<u64> = cut.iter().map(|piece| piece.end - piece.start).collect();
            if let [before @ .., last] = &sizes[..] {
                prop_assert!(before.iter().all(|size| size == &sizes[0]) && last <= &sizes[0]);
            }
            if !runs_foreign_code && games.end - games.start <= 256 {
                prop_assert!(cut.len() <= 1, "few games are not worth two ways to a thread");
            }
        }
    }

    #[test]
    fn leftovers_are_covered_too(planned in prop::collection::vec(leftovers(), 0..8)) {
        for ((_, _, seats, _), cut) in planned.iter().zip(cut(&planned)) {
            prop_assert!(cut.iter().all(|piece| piece.end - piece.start <= *seats as u64));
        }
    }
}

#[test]
fn many_games_are_many_pieces() {
    let cuts = cut(&[(7, 0..100_000, 2, false), (8, 0..6, 3, true), (9, 4..4, 2, true), (10, 4..8, 2, true)]);
    assert!((100..1000).contains(&cuts[0].len()), "enough to share out, few enough to hand in");
    assert_eq!(cuts[1], [0..3, 3..6]);
    assert_eq!(cuts[2], []);
    assert_eq!(cuts[3], [4..6, 6..8]);
}

#[test]
fn no_plan_has_no_pieces() {
    assert_eq!(Plan::default().pieces(), 0);
}

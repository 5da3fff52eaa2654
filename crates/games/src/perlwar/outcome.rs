//! How a match ends (P15, P16).

use std::cmp::Reverse;

use game::{Outcome, Seat, Verdict};

/// One player is left.
pub const ELIMINATED: &str = "eliminated";
/// The rounds are over, and the most snippets win.
pub const MOST_SNIPPETS: &str = "most-snippets";
/// Nobody is left.
pub const NOBODY_LEFT: &str = "nobody-left";

/// How a match has ended after this round, if it has. `eliminated` has the round in which each player was
/// eliminated, `snippets` how many each has now.
pub(super) fn judge(
    round: u64,
    rounds: u64,
    eliminated: &[Option<u64>],
    snippets: &[u64],
) -> Option<Outcome> {
    let reason = match eliminated.iter().filter(|round| round.is_none()).count() {
        0 => NOBODY_LEFT,
        1 => ELIMINATED,
        _ if round == rounds => MOST_SNIPPETS,
        _ => return None,
    };
    let places = places(eliminated, snippets);
    let first: Vec<Seat> = (0..places.len()).filter(|seat| places[*seat] == 1).collect();
    let verdict = match first[..] {
        [winner] if reason != NOBODY_LEFT => Verdict::Win { winner },
        _ => Verdict::Draw { tied: first },
    };
    let tallies = vec![("snippets", snippets.to_vec())];
    Some(Outcome { verdict, reason, turns: round, places, fault: None, tallies })
}

/// Each player's place: first the remaining players, by their snippets, then the others, the last eliminated first.
fn places(eliminated: &[Option<u64>], snippets: &[u64]) -> Vec<u32> {
    // A better player has a smaller rank: a remaining player comes before every eliminated one.
    let rank = |seat: Seat| (Reverse(eliminated[seat].unwrap_or(u64::MAX)), Reverse(snippets[seat]));
    let better = |seat: Seat| (0..snippets.len()).filter(|other| rank(*other) < rank(seat)).count();
    let place = |seat| u32::try_from(better(seat) + 1).expect("there are 16 seats at most");
    (0..snippets.len()).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(round: u64, eliminated: &[Option<u64>], snippets: &[u64]) -> Option<Outcome> {
        judge(round, 9, eliminated, snippets)
    }

    #[test]
    fn the_last_one_wins_whatever_round_it_is_p15() {
        let outcome = judged(4, &[Some(2), None, Some(4), Some(2)], &[0, 1, 0, 0]).unwrap();
        assert_eq!((outcome.winner(), outcome.reason, outcome.turns), (Some(1), ELIMINATED, 4));
        assert_eq!(outcome.places, [3, 1, 2, 3]);
        assert_eq!(outcome.tallies, [("snippets", vec![0, 1, 0, 0])]);
        assert_eq!(judged(9, &[None, Some(9)], &[3, 0]).unwrap().reason, ELIMINATED);
    }

    #[test]
    fn the_most_snippets_win_after_the_last_round_p16() {
        assert_eq!(judged(8, &[None, None, Some(1)], &[5, 7, 0]), None);
        let outcome = judged(9, &[None, None, Some(1)], &[5, 7, 0]).unwrap();
        assert_eq!((outcome.winner(), outcome.reason), (Some(1), MOST_SNIPPETS));
        assert_eq!(outcome.places, [2, 1, 3]);
    }

    #[test]
    fn a_tie_for_the_most_is_a_draw_between_these_p16() {
        let outcome = judged(9, &[None; 4], &[5, 7, 1, 7]).unwrap();
        assert_eq!(outcome.verdict, Verdict::Draw { tied: vec![1, 3] });
        assert_eq!((outcome.reason, outcome.places), (MOST_SNIPPETS, vec![3, 1, 4, 1]));
    }

    #[test]
    fn with_nobody_left_those_who_went_last_tie_p16() {
        let outcome = judged(5, &[Some(5), Some(3), Some(5)], &[0; 3]).unwrap();
        assert_eq!(outcome.verdict, Verdict::Draw { tied: vec![0, 2] });
        assert_eq!((outcome.reason, outcome.places), (NOBODY_LEFT, vec![1, 3, 1]));
        let alone = judged(1, &[Some(1)], &[0]).unwrap();
        assert_eq!(alone.verdict, Verdict::Draw { tied: vec![0] });
    }
}

//! Writes into programs, as stories tell them: the first one, the first that kills, and one after a long time.

use std::collections::BTreeMap;

use game::Seat;

/// A writer that has been away from a program for this share of the match so far comes back; after a shorter absence
/// it counts as never having left.
const AWAY_SHARE: u64 = 8;
/// And at least for this many turns.
const MIN_AWAY: u64 = 4;

/// Who wrote into whose program, and when they last did.
#[derive(Debug, Default)]
pub(crate) struct Visits(BTreeMap<(Seat, Seat), Visit>);

#[derive(Debug)]
struct Visit {
    last_turn: u64,
    has_killer: bool,
}

/// What is new about a write into a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    /// It is the writer's first one there.
    First,
    /// It is not the first, but the first that kills the program that executes it.
    FirstKiller,
    /// The writer is back in a program of another player.
    Back,
}

impl Visits {
    /// Notes a write into the program of `owner`; `is_killer` says whether a program that executes it dies.
    pub(crate) fn note(&mut self, turn: u64, seat: Seat, owner: Seat, is_killer: bool) -> Option<News> {
        let Some(visit) = self.0.get_mut(&(seat, owner)) else {
            self.0.insert((seat, owner), Visit { last_turn: turn, has_killer: is_killer });
            return Some(News::First);
        };
        let away = turn - visit.last_turn;
        let is_first_killer = is_killer && !visit.has_killer;
        visit.last_turn = turn;
        visit.has_killer |= is_killer;
        if is_first_killer {
            Some(News::FirstKiller)
        } else if owner != seat && away > MIN_AWAY + turn / AWAY_SHARE {
            Some(News::Back)
        } else {
            None
        }
    }

    /// Whether somebody has written into the program of `owner`.
    pub(crate) fn has(&self, seat: Seat, owner: Seat) -> bool {
        self.0.contains_key(&(seat, owner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_new_is_told_once() {
        let mut visits = Visits::default();
        let mut note = |turn, owner, is_killer| visits.note(turn, 0, owner, is_killer);
        assert_eq!(note(10, 1, false), Some(News::First));
        assert_eq!(note(11, 1, false), None);
        assert_eq!(note(12, 1, true), Some(News::FirstKiller));
        assert_eq!(note(13, 1, true), None);
        // Away for more than 4 turns and an eighth of 800.
        assert_eq!((note(117, 1, true), note(800, 1, false)), (Some(News::Back), Some(News::Back)));
        assert_eq!(note(904, 1, false), None);
        assert_eq!((note(905, 0, false), note(5000, 0, false)), (Some(News::First), None), "its own program");
        assert!(visits.has(0, 1) && !visits.has(1, 0));
    }
}

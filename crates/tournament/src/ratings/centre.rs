//! The zero point of ratings: the mean of the field, or of most of it.
//!
//! A program that beat all others may be any distance above them. Through the mean of the field, that distance enters
//! everybody's rating, and its uncertainty widens all intervals. So the mean is taken over those entrants who are all
//! connected with each other by points both ways, if they are nearly all of the field. Where many are not, as in a gauntlet,
//! the connected ones would be the lucky ones, and their mean too high.

use super::connected::connected;
use super::results::{Results, to_f64};
use crate::EntrantIndex;

/// At most one in this many entrants is outside; in a small field, one always may be.
const SHARE_OUTSIDE: usize = 8;

/// The entrants whose mean rating is 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Centre {
    /// In rising order.
    members: Vec<EntrantIndex>,
    entrants: usize,
}

impl Centre {
    pub(super) fn of(results: &Results) -> Self {
        let entrants = results.entrants();
        let members = connected(results).into_iter().max_by_key(Vec::len).unwrap_or_default();
        let outside = entrants - members.len();
        let is_most = members.len() > 1 && outside <= (entrants / SHARE_OUTSIDE).max(1);
        Self { members: if is_most { members } else { (0..entrants).collect() }, entrants }
    }

    /// The centre that has all of the field.
    pub(super) fn whole(entrants: usize) -> Self {
        Self { members: (0..entrants).collect(), entrants }
    }

    pub(super) fn members(&self) -> &[EntrantIndex] {
        &self.members
    }

    pub(super) fn has(&self, entrant: EntrantIndex) -> bool {
        self.members.binary_search(&entrant).is_ok()
    }

    /// The entrants of the field who are not in the centre.
    pub(super) fn outside(&self) -> Vec<EntrantIndex> {
        (0..self.entrants).filter(|&one| !self.has(one)).collect()
    }

    /// The number of entrants in the field.
    pub(super) fn entrants(&self) -> usize {
        self.entrants
    }

    /// The number of entrants in the centre.
    pub(super) fn count(&self) -> f64 {
        to_f64(self.members.len() as u64)
    }

    /// The mean of these numbers of all entrants.
    pub(super) fn mean(&self, numbers: &[f64]) -> f64 {
        self.members.iter().map(|&one| numbers[one]).sum::<f64>() / self.count().max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::PairResult;

    fn field(entrants: usize, wins: &[(EntrantIndex, EntrantIndex)]) -> Centre {
        let pair = |&(one, other): &(EntrantIndex, EntrantIndex)| PairResult {
            one,
            other,
            wins: 1.0,
            draws: 0.0,
            losses: 0.0,
        };
        Centre::of(&Results::new(entrants, wins.iter().map(pair), []))
    }

    #[test]
    fn who_beat_all_others_is_outside() {
        let centre = field(4, &[(0, 1), (0, 2), (0, 3), (1, 2), (2, 3), (3, 1)]);
        assert_eq!((centre.members(), centre.outside()), (&[1, 2, 3][..], vec![0]));
        assert!((centre.mean(&[9.0, 1.0, 2.0, 3.0]) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn without_a_middle_it_is_the_field() {
        assert_eq!(field(3, &[(0, 1), (0, 2), (1, 2)]), Centre::whole(3), "each beats all below");
        assert_eq!(
            field(5, &[(0, 1), (1, 0), (2, 3), (3, 4)]),
            Centre::whole(5),
            "three of five would be outside"
        );
        assert_eq!(field(2, &[(0, 1)]), Centre::whole(2));
        assert_eq!(field(0, &[]), Centre::whole(0));
    }
}

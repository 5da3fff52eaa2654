//! The order in which waiting submissions of a hill are played: authors take turns.

use std::collections::{BTreeMap, VecDeque};

use crate::{AccountId, SubmissionId};

/// A waiting submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// The submission.
    pub id: SubmissionId,
    /// Its author; `None` for the examples of the site, which count as one author.
    pub author: Option<AccountId>,
}

/// Returns the order in which submissions are played. The author who has waited longest since the last
/// turn gets the next one. So an author with a hundred submissions delays the first submission of another author
/// by at most one turn.
///
/// `waiting` is in the order of arrival. `last_turn` has an increasing number for each author that says when
/// the author's latest submission was begun. Authors without a number have not been played yet, and come
/// first, in the order of arrival.
#[must_use]
pub fn in_order(waiting: &[Waiting], last_turn: &BTreeMap<Option<AccountId>, u64>) -> Vec<Waiting> {
    let mut authors: BTreeMap<Option<AccountId>, VecDeque<Waiting>> = BTreeMap::new();
    for one in waiting {
        authors.entry(one.author).or_default().push_back(*one);
    }
    // Sorts authors who were never played before all others, and those among them by arrival.
    let mut turns: BTreeMap<(bool, u64, SubmissionId), VecDeque<Waiting>> = BTreeMap::new();
    for (author, theirs) in authors {
        let first = theirs[0].id;
        let last = last_turn.get(&author);
        turns.insert((last.is_some(), last.copied().unwrap_or(0), first), theirs);
    }
    let mut next_turn = last_turn.values().max().map_or(0, |last| last.saturating_add(1));
    let mut order = Vec::with_capacity(waiting.len());
    while let Some(((..), mut theirs)) = turns.pop_first() {
        order.extend(theirs.pop_front());
        if let Some(next) = theirs.front() {
            turns.insert((true, next_turn, next.id), theirs);
            next_turn = next_turn.saturating_add(1);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn waiting(authors: &[i64]) -> Vec<Waiting> {
        let one = |(at, author): (usize, &i64)| Waiting {
            id: SubmissionId(i64::try_from(at).unwrap()),
            author: Some(AccountId(*author)),
        };
        authors.iter().enumerate().map(one).collect()
    }

    fn ids(order: &[Waiting]) -> Vec<i64> {
        order.iter().map(|one| one.id.0).collect()
    }

    #[test]
    fn one_of_each_author_in_turn() {
        assert_eq!(ids(&in_order(&waiting(&[1, 1, 1, 2, 3, 2]), &BTreeMap::new())), [0, 3, 4, 1, 5, 2]);
    }

    #[test]
    fn who_was_played_long_ago_or_never_comes_first() {
        let last = BTreeMap::from([(Some(AccountId(1)), 9), (Some(AccountId(2)), 4)]);
        assert_eq!(ids(&in_order(&waiting(&[1, 2, 3]), &last)), [2, 1, 0]);
    }

    proptest! {
        /// At most one submission of each other author is played before an author's first.
        #[test]
        fn nobody_is_starved(authors in proptest::collection::vec(1..6_i64, 0..60)) {
            let waiting = waiting(&authors);
            let order = in_order(&waiting, &BTreeMap::new());
            let mut sorted = order.clone();
            sorted.sort_by_key(|one| one.id);
            prop_assert_eq!(&sorted, &waiting, "all are played once");
            for author in 1..6 {
                let is_theirs = |one: &Waiting| one.author == Some(AccountId(author));
                let Some(first) = order.iter().position(is_theirs) else { continue };
                for other in (1..6).filter(|other| *other != author) {
                    let before = order[..first].iter().filter(|one| one.author == Some(AccountId(other)));
                    prop_assert!(before.count() <= 1);
                }
                let mine: Vec<_> = order.iter().filter(|one| is_theirs(one)).map(|one| one.id).collect();
                prop_assert!(mine.is_sorted(), "an author's submissions keep their order");
            }
        }

        /// After each turn, the rest of the order stays as it was announced.
        #[test]
        fn the_order_continues_as_it_was_announced(authors in proptest::collection::vec(1..6_i64, 1..40)) {
            let waiting = waiting(&authors);
            let order = in_order(&waiting, &BTreeMap::new());
            let mut last = BTreeMap::new();
            for (at, one) in order.iter().enumerate() {
                let rest: Vec<_> = waiting.iter().filter(|w| order[at..].contains(w)).copied().collect();
                prop_assert_eq!(in_order(&rest, &last)[0], *one);
                last.insert(one.author, u64::try_from(at).unwrap());
            }
        }
    }
}

//! Whether most likely ratings exist: whether a chain of points leads from everybody to everybody (Ford 1957;
//! Hunter 2004 for games of many).

use super::results::Results;
use crate::EntrantIndex;

/// Entrants, not all, against whom no other entrant has a point; `None` if there are no such entrants.
pub(super) fn unbeaten(results: &Results) -> Option<Vec<EntrantIndex>> {
    if results.entrants() < 2 {
        return None;
    }
    let points = Points::of(results);
    let missing = |reached: Vec<bool>| -> Vec<EntrantIndex> {
        (0..reached.len()).filter(|&one| !reached[one]).collect()
    };
    // The entrants that are reached from entrant 0 by chains of points, as giver or as taker.
    let not_beaten_by_chain = missing(reached(&points.over));
    if !not_beaten_by_chain.is_empty() {
        return Some(not_beaten_by_chain);
    }
    let beats_by_chain = reached(&points.under);
    let is_complete = beats_by_chain.iter().all(|&does| does);
    (!is_complete).then(|| (0..beats_by_chain.len()).filter(|&one| beats_by_chain[one]).collect())
}

/// The groups in which chains of points lead from everybody to everybody, each in rising order (Tarjan 1972, as Kosaraju has
/// it: by the order in which a search leaves entrants).
pub(super) fn connected(results: &Results) -> Vec<Vec<EntrantIndex>> {
    let points = Points::of(results);
    let mut left = Vec::new();
    let mut seen = vec![false; results.entrants()];
    for start in 0..results.entrants() {
        left.extend(search(start, &points.over, &mut seen));
    }
    let mut seen = vec![false; results.entrants()];
    let mut groups = Vec::new();
    for &start in left.iter().rev() {
        let mut group = search(start, &points.under, &mut seen);
        group.sort_unstable();
        if !group.is_empty() {
            groups.push(group);
        }
    }
    groups
}

/// Those that are reached from `start` and were not seen before, in the order in which the search leaves them.
fn search(start: EntrantIndex, to: &[Vec<EntrantIndex>], seen: &mut [bool]) -> Vec<EntrantIndex> {
    if std::mem::replace(&mut seen[start], true) {
        return Vec::new();
    }
    let mut left = Vec::new();
    let mut path = vec![(start, 0)];
    while let Some((one, next)) = path.last_mut() {
        if let Some(&other) = to[*one].get(*next) {
            *next += 1;
            if !std::mem::replace(&mut seen[other], true) {
                path.push((other, 0));
            }
        } else {
            left.push(*one);
            path.pop();
        }
    }
    left
}

/// For each entrant, over whom it made points, and under whom.
struct Points {
    over: Vec<Vec<EntrantIndex>>,
    under: Vec<Vec<EntrantIndex>>,
}

impl Points {
    fn of(results: &Results) -> Self {
        let nobody = vec![Vec::new(); results.entrants()];
        let mut points = Self { over: nobody.clone(), under: nobody };
        for pair in results.pairs() {
            if pair.wins + pair.draws > 0.0 {
                points.add(pair.one, pair.other);
            }
            if pair.losses + pair.draws > 0.0 {
                points.add(pair.other, pair.one);
            }
        }
        for placing in results.placings() {
            // A chain through neighbouring places leads to all places below.
            for (group, next) in placing.groups.iter().zip(&placing.groups[1..]) {
                for &one in group {
                    for &other in next {
                        points.add(one, other);
                    }
                }
            }
            for group in &placing.groups {
                for (one, other) in group.iter().zip(&group[1..]) {
                    points.add(*one, *other);
                    points.add(*other, *one);
                }
            }
        }
        points
    }

    fn add(&mut self, one: EntrantIndex, other: EntrantIndex) {
        self.over[one].push(other);
        self.under[other].push(one);
    }
}

/// The entrants to whom chains of such points lead from entrant 0.
fn reached(points: &[Vec<EntrantIndex>]) -> Vec<bool> {
    let mut reached = vec![false; points.len()];
    let mut to_follow = vec![0];
    reached[0] = true;
    while let Some(entrant) = to_follow.pop() {
        for &next in &points[entrant] {
            if !std::mem::replace(&mut reached[next], true) {
                to_follow.push(next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::results::{PairResult, Placing};

    fn win(one: EntrantIndex, other: EntrantIndex) -> PairResult {
        PairResult { one, other, wins: 1.0, draws: 0.0, losses: 0.0 }
    }

    #[test]
    fn a_circle_of_wins_connects() {
        assert_eq!(unbeaten(&Results::new(3, [win(0, 1), win(1, 2), win(2, 0)], [])), None);
        assert_eq!(unbeaten(&Results::new(3, [win(0, 1), win(1, 2), win(0, 2)], [])), Some(vec![0]));
        let draw = PairResult { draws: 1.0, wins: 0.0, ..win(0, 2) };
        assert_eq!(unbeaten(&Results::new(3, [win(0, 1), win(1, 2), draw], [])), None);
    }

    #[test]
    fn those_whom_nobody_else_beats_are_named() {
        let results = Results::new(5, [win(3, 4), win(4, 3), win(0, 1), win(1, 2), win(2, 0), win(4, 1)], []);
        assert_eq!(unbeaten(&results), Some(vec![3, 4]));
        assert_eq!(unbeaten(&Results::new(2, [], [])), Some(vec![1]));
        assert_eq!(unbeaten(&Results::new(1, [], [])), None);
    }

    #[test]
    fn places_connect_downwards_and_ties_both_ways() {
        let placing =
            |groups: &[&[usize]]| Placing { groups: groups.iter().map(|g| g.to_vec()).collect(), games: 1.0 };
        assert_eq!(unbeaten(&Results::new(4, [], [placing(&[&[2], &[0, 1], &[3]])])), Some(vec![2]));
        assert_eq!(unbeaten(&Results::new(4, [win(3, 2)], [placing(&[&[2], &[0, 1], &[3]])])), None);
        assert_eq!(unbeaten(&Results::new(3, [], [placing(&[&[0, 1, 2]])])), None);
    }
}

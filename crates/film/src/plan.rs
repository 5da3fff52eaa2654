//! Decides which turns are shown, and for how long.

use std::collections::BTreeSet;

/// A turn that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyTurn {
    pub(crate) turn: u64,
    /// The turn with the highest importance is the first to get extra time.
    pub(crate) importance: u64,
}

/// A stretch of turns with a weight: how much time it gets compared with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// The last turn before it.
    pub(crate) after: u64,
    /// Its last turn.
    pub(crate) until: u64,
    pub(crate) weight: u64,
}

/// A turn that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) turn: u64,
    /// How long it is shown, in hundredths of a second.
    pub(crate) hundredths: u32,
}

/// A key turn is shown for this much longer, in hundredths of a second.
const HOLD: u32 = 90;
/// This many of the last turns are shown one by one, each for a bit longer.
const TAIL: u64 = 8;
/// The shortest time for which each of the last turns of a long match is shown, in hundredths of a second.
const TAIL_FRAME: u32 = 16;
/// The longest time for which a turn of a short match is shown, in hundredths of a second, except for key turns.
const SLOWEST: u32 = 30;
/// In a long match, this many pictures lead up to each key turn, in smaller and smaller steps.
const APPROACH: u32 = 5;

/// Chooses the turns of a match of `last` turns: the first and the last ones are always shown, key turns slowly, and stretches
/// without events fast. The film takes at most `budget` hundredths of a second, and each picture at least `frame`.
pub(crate) fn plan(keys: &[KeyTurn], stretches: &[Stretch], last: u64, budget: u32, frame: u32) -> Vec<Step> {
    let every_turn = last.saturating_add(1).saturating_mul(frame.into());
    if every_turn <= u64::from(budget) * 9 / 10 {
        let spare = budget.saturating_sub(u32::try_from(every_turn).unwrap_or(budget));
        let held = most_important(keys, spare.min(budget / 2) / HOLD);
        let left = budget - u32::try_from(held.len()).unwrap_or(0) * HOLD;
        let each = (left / u32::try_from(last + 1).unwrap_or(1)).clamp(frame, SLOWEST.max(frame));
        return timed((0..=last).collect(), &held, |_| each);
    }
    let held = most_important(keys, (budget / 3) / (HOLD + APPROACH * frame));
    let held_time = u32::try_from(held.len()).unwrap_or(0) * HOLD;
    let tail_first = last.saturating_sub(TAIL);
    let mut turns: Vec<u64> = vec![0];
    turns.extend(tail_first..=last);
    let tail_time = (u32::try_from(TAIL).unwrap_or(0) + 1) * TAIL_FRAME.max(frame);
    let left = budget.saturating_sub(held_time + tail_time) / frame;
    let approaches = u32::try_from(held.len()).unwrap_or(0) * (APPROACH + 1);
    let evenly = left.saturating_sub(approaches + 1);
    let step = (last / u64::from(evenly.max(1))).max(1);
    for &key in &held {
        turns.push(key);
        // Half a step before the key turn, a quarter, …: the film slows down.
        turns.extend((1..=APPROACH).map(|halvings| key.saturating_sub(step >> halvings)));
    }
    turns.extend(weighted(stretches, evenly));
    turns.retain(|turn| *turn <= last);
    turns.sort_unstable();
    turns.dedup();
    timed(turns, &held, |turn| if turn >= tail_first { TAIL_FRAME.max(frame) } else { frame })
}

/// The turns of the `most` most important key turns, in order.
fn most_important(keys: &[KeyTurn], most: u32) -> Vec<u64> {
    let mut keys = keys.to_vec();
    keys.sort_by_key(|key| (std::cmp::Reverse(key.importance), key.turn));
    let mut turns: Vec<u64> = keys.iter().map(|key| key.turn).collect();
    let mut seen = BTreeSet::new();
    turns.retain(|turn| seen.insert(*turn));
    turns.truncate(most as usize);
    turns.sort_unstable();
    turns
}

fn timed(turns: Vec<u64>, held: &[u64], each: impl Fn(u64) -> u32) -> Vec<Step> {
    let step = |turn: u64| {
        let is_held = held.binary_search(&turn).is_ok();
        Step { turn, hundredths: each(turn) + if is_held { HOLD } else { 0 } }
    };
    turns.into_iter().map(step).collect()
}

/// Chooses `count` turns, spread according to the weights of the stretches.
fn weighted(stretches: &[Stretch], count: u32) -> Vec<u64> {
    let total: u128 = stretches.iter().map(weight_of).sum();
    let (mut turns, mut before) = (Vec::new(), 0);
    let mut nth: u128 = 0;
    for stretch in stretches {
        let weight = weight_of(stretch);
        // The nth turn lies where nth / count of the total weight has passed.
        while nth < u128::from(count) && nth * total < (before + weight) * u128::from(count) {
            let inside = nth * total / u128::from(count) - before;
            let turn = stretch.after + u64::try_from(inside / u128::from(stretch.weight.max(1))).unwrap_or(0);
            turns.push(turn.min(stretch.until));
            nth += 1;
        }
        before += weight;
    }
    turns
}

fn weight_of(stretch: &Stretch) -> u128 {
    u128::from(stretch.weight) * u128::from(stretch.until - stretch.after)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: u32 = 1500;
    const FRAME: u32 = 10;

    fn of_match(last: u64, keys: &[KeyTurn]) -> Vec<Step> {
        let stretches = [Stretch { after: 0, until: last, weight: 1 }];
        plan(keys, &stretches, last, BUDGET, FRAME)
    }

    fn keys(turns: &[u64]) -> Vec<KeyTurn> {
        turns.iter().map(|&turn| KeyTurn { turn, importance: 1 }).collect()
    }

    #[test]
    fn no_film_takes_longer_than_it_may() {
        for last in [0, 1, 2, 60, 99, 100, 101, 149, 150, 151, 1000, 4_000_000, u64::MAX / 2] {
            for keys in [
                keys(&[]),
                keys(&[last]),
                keys(&[last / 3, last / 2, last]),
                keys(&(0..64).collect::<Vec<_>>()),
            ] {
                let steps = of_match(last, &keys);
                let taken: u32 = steps.iter().map(|step| step.hundredths).sum();
                assert!(taken <= BUDGET, "{last}, {keys:?}: {taken}");
                assert!(steps.len() <= (BUDGET / FRAME) as usize);
                assert_eq!((steps[0].turn, steps[steps.len() - 1].turn), (0, last));
                assert!(steps.windows(2).all(|two| two[0].turn < two[1].turn), "{last}");
            }
        }
    }

    #[test]
    fn short_matches_are_shown_turn_by_turn() {
        let turns: Vec<u64> = of_match(60, &keys(&[60])).iter().map(|step| step.turn).collect();
        assert_eq!(turns, (0..=60).collect::<Vec<_>>());
    }

    #[test]
    fn the_film_of_a_long_match_slows_down_for_what_matters() {
        let steps = of_match(4_000_000, &keys(&[1_234_567]));
        let at = steps.iter().position(|step| step.turn == 1_234_567).expect("the key turn is shown");
        assert!(steps[at].hundredths >= HOLD);
        let gaps: Vec<u64> = steps[at - 4..=at].windows(2).map(|two| two[1].turn - two[0].turn).collect();
        assert!(gaps.windows(2).all(|two| two[1] <= two[0]), "{gaps:?}");
        let last: Vec<u64> = steps[steps.len() - 8..].iter().map(|step| step.turn).collect();
        assert_eq!(last, (3_999_993..=4_000_000).collect::<Vec<_>>());
    }

    #[test]
    fn stretches_with_events_get_more_pictures() {
        let stretches = [
            Stretch { after: 0, until: 500_000, weight: 1 },
            Stretch { after: 500_000, until: 1_000_000, weight: 4 },
        ];
        let steps = plan(&[], &stretches, 1_000_000, BUDGET, FRAME);
        let early = steps.iter().filter(|step| step.turn < 500_000).count();
        assert!(early * 3 < steps.len() - early, "{early} of {}", steps.len());
    }
}

//! Counts a census on all cores. It adds up whole numbers, so the result is the same for any number of threads.

use std::convert::Infallible;

use game::{Census, Counts};

use crate::{Parallelism, in_order};

/// Counts every setup, on several threads that each take parts of the census. Calls `told` with the number of finished parts
/// after each part. Returns `None` if the count was stopped.
///
/// Neighbouring parts take similar times. So it counts them far apart from each other, and the finished parts predict the
/// time of the rest.
pub fn count(census: &dyn Census, parallelism: Parallelism, mut told: impl FnMut(u64)) -> Option<Counts> {
    let stop = parallelism.stop;
    let mut sum = Counts::default();
    let parts = census.parts();
    let apart = step(parts);
    let work = |(): &mut (), nth| census.count(part(nth, apart, parts), &stop);
    let take = |nth, counts| -> Result<(), Infallible> {
        sum += counts;
        told(nth + 1);
        Ok(())
    };
    let Ok(end) = in_order(0..parts, parallelism, || (), work, take);
    (end == parts).then_some(sum)
}

/// The distance between parts that are counted one after the other. It is about the golden section of the number of parts,
/// which spreads any number of counted parts evenly. The two numbers have no divisor in common, so every part has its turn.
fn step(parts: u64) -> u64 {
    let golden = parts / 1000 * 618 + parts % 1000 * 618 / 1000;
    (1..=golden).rev().find(|&step| divisor(step, parts) == 1).unwrap_or(1)
}

/// The part that is counted after this many others.
fn part(others: u64, step: u64, parts: u64) -> u64 {
    let product = u128::from(others) * u128::from(step);
    u64::try_from(product % u128::from(parts)).expect("it is less than a number of parts")
}

/// The greatest common divisor.
fn divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1000 setups in 10 parts: in part p, the first program wins p, the second wins 1, and the others are draws.
    struct Ladder;

    impl Census for Ladder {
        fn setups(&self) -> u64 {
            1000
        }

        fn estimated_ms(&self) -> u64 {
            0
        }

        fn parts(&self) -> u64 {
            10
        }

        fn count(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Counts> {
            (!stop()).then_some(Counts { wins: [part, 1], draws: 99 - part })
        }
    }

    #[test]
    fn any_number_of_threads_counts_the_same() {
        for (threads, chunk) in [(1, 1), (2, 3), (5, 1), (5, 10), (64, 100)] {
            let mut heard = Vec::new();
            let parallelism = Parallelism { threads, chunk, stop: &|| false };
            let counts = count(&Ladder, parallelism, |done| heard.push(done));
            assert_eq!(counts, Some(Counts { wins: [45, 10], draws: 945 }));
            assert_eq!(heard, (1..=10).collect::<Vec<_>>());
        }
    }

    /// A census in which every part is one setup. Counting a part twice, or leaving one out, changes the sum.
    struct Parts(u64);

    impl Census for Parts {
        fn setups(&self) -> u64 {
            self.0
        }

        fn estimated_ms(&self) -> u64 {
            0
        }

        fn parts(&self) -> u64 {
            self.0
        }

        fn count(&self, part: u64, _: &dyn Fn() -> bool) -> Option<Counts> {
            Some(Counts { wins: [part, part * part], draws: 1 })
        }
    }

    #[test]
    fn every_part_is_counted_once() {
        for parts in (0..70).chain([1000, 3964, 4095]) {
            let parallelism = Parallelism { threads: 1, chunk: 7, stop: &|| false };
            let sums = [(0..parts).sum(), (0..parts).map(|part| part * part).sum()];
            assert_eq!(
                count(&Parts(parts), parallelism, |_| ()),
                Some(Counts { wins: sums, draws: parts }),
                "{parts}"
            );
        }
    }

    /// The first tenth of the counted parts contains about a tenth of each third of all parts.
    #[test]
    fn the_first_parts_are_from_everywhere() {
        struct Noted<'a>(&'a std::sync::Mutex<Vec<u64>>);
        impl Census for Noted<'_> {
            fn setups(&self) -> u64 {
                3000
            }

            fn estimated_ms(&self) -> u64 {
                0
            }

            fn parts(&self) -> u64 {
                3000
            }

            fn count(&self, part: u64, _: &dyn Fn() -> bool) -> Option<Counts> {
                self.0.lock().unwrap().push(part);
                Some(Counts::default())
            }
        }
        let heard = std::sync::Mutex::new(Vec::new());
        count(&Noted(&heard), Parallelism { threads: 1, chunk: 1, stop: &|| false }, |_| ());
        let heard = heard.into_inner().unwrap();
        for third in 0..3 {
            let of_third = heard[..300].iter().filter(|&&part| part / 1000 == third).count();
            assert!((90..=110).contains(&of_third), "{of_third} of third {third}");
        }
    }

    #[test]
    fn what_was_stopped_is_not_taken_for_a_count() {
        let parallelism = Parallelism { threads: 2, chunk: 1, stop: &|| true };
        assert_eq!(count(&Ladder, parallelism, |_| ()), None);
    }
}

//! A census on all cores: whole numbers are added up, so that it is the same for any number of threads.

use std::convert::Infallible;

use game::{Census, Counts};

use crate::{Hands, in_order};

/// Counts every setup; the pieces that hands take are parts of the census. `told` hears how many parts are done, after
/// each. Nothing if it was stopped.
pub fn count(census: &dyn Census, hands: Hands, mut told: impl FnMut(u64)) -> Option<Counts> {
    let stop = hands.stop;
    let mut sum = Counts::default();
    let work = |(): &mut (), part| census.count(part, &stop);
    let take = |part, counts| -> Result<(), Infallible> {
        sum += counts;
        told(part + 1);
        Ok(())
    };
    let Ok(end) = in_order(0..census.parts(), hands, || (), work, take);
    (end == census.parts()).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1000 setups in 10 parts: of the part p, p are won by the first, 1 by the second, the others drawn.
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
            let hands = Hands { threads, chunk, stop: &|| false };
            let counts = count(&Ladder, hands, |done| heard.push(done));
            assert_eq!(counts, Some(Counts { wins: [45, 10], draws: 945 }));
            assert_eq!(heard, (1..=10).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_was_stopped_is_not_taken_for_a_count() {
        let hands = Hands { threads: 2, chunk: 1, stop: &|| true };
        assert_eq!(count(&Ladder, hands, |_| ()), None);
    }
}

//! The queue of messages that the site will send.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::NotSent;
use super::letter::Letter;

/// The maximum number of waiting orders.
const MAX_WAITING: usize = 1000;

/// The pauses before further attempts to send a message. If the attempt after the last pause fails,
/// the site gives up.
const PAUSES: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(10),
    Duration::from_mins(1),
    Duration::from_mins(5),
    Duration::from_mins(15),
];

/// A task for the mail thread.
pub(super) enum Order {
    /// Look up the accounts, and send links for new passwords.
    Reset {
        /// What somebody typed: a name or an address.
        typed: String,
    },
    /// Send a message.
    Letter(Letter),
}

/// A waiting order.
pub(super) struct Waiting {
    pub(super) order: Order,
    attempts: usize,
    due: Option<Instant>,
}

/// The waiting orders, in order of arrival. An order that failed goes back to the end.
#[derive(Default)]
pub(super) struct Outbox {
    waiting: VecDeque<Waiting>,
}

impl Outbox {
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn push(&mut self, order: Order) -> Result<(), NotSent> {
        if self.waiting.len() >= MAX_WAITING {
            return Err(NotSent::Full);
        }
        self.waiting.push_back(Waiting { order, attempts: 0, due: None });
        Ok(())
    }

    /// Removes and returns the first order that is due.
    pub(super) fn next(&mut self, now: Instant) -> Option<Waiting> {
        let at = self.waiting.iter().position(|one| one.due.is_none_or(|due| due <= now))?;
        self.waiting.remove(at)
    }

    /// Puts an order back for another attempt. Returns false if it has no attempts left.
    pub(super) fn again(&mut self, mut one: Waiting, now: Instant) -> bool {
        let Some(pause) = PAUSES.get(one.attempts) else { return false };
        one.attempts += 1;
        one.due = Some(now + *pause);
        self.waiting.push_back(one);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(waiting: &Waiting) -> &str {
        match &waiting.order {
            Order::Reset { typed } => typed,
            Order::Letter(_) => unreachable!("the tests order nothing else"),
        }
    }

    #[test]
    fn what_failed_waits_and_lets_others_pass() {
        let mut outbox = Outbox::default();
        let now = Instant::now();
        for name in ["a", "b"] {
            outbox.push(Order::Reset { typed: name.into() }).unwrap();
        }
        let mut first = outbox.next(now).unwrap();
        assert_eq!(typed(&first), "a");
        for pause in PAUSES {
            assert!(outbox.again(first, now));
            if let Some(second) = outbox.next(now) {
                assert_eq!(typed(&second), "b");
            }
            assert!(outbox.next(now + pause / 2).is_none());
            first = outbox.next(now + pause).unwrap();
            assert_eq!(typed(&first), "a");
        }
        assert!(!outbox.again(first, now));
        assert!(outbox.next(now + Duration::from_hours(1)).is_none());
    }

    #[test]
    fn nobody_fills_the_memory() {
        let mut outbox = Outbox::default();
        let mut push = || outbox.push(Order::Reset { typed: "a".into() });
        for _ in 0..MAX_WAITING {
            push().unwrap();
        }
        assert_eq!(push(), Err(NotSent::Full));
    }
}

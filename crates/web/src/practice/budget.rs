//! Limits the cost of one practice order, because other orders wait behind it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Once this much processor time is used, no further game starts.
const BEGINS_WITHIN: Duration = Duration::from_millis(1_500);

/// Once this much processor time is used, the current game is stopped.
const MAX_SPENT: Duration = Duration::from_secs(20);

/// After this much elapsed time, the order is stopped. A program that only waits uses little processor time.
const MAX_TAKEN: Duration = Duration::from_mins(1);

/// The least time between two measurements of processor time. Each one reads files of all processes, which is
/// slow.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// The budget of one order.
pub(crate) struct Budget {
    /// Returns the processor time that the order has used so far.
    spent: fn() -> Duration,
    /// Called on every check of the budget. Sends a sign of life, and returns true if the site is gone.
    ends: Box<dyn Fn() -> bool + Send + Sync>,
    began: Instant,
    looked: Mutex<Looked>,
}

/// The last measurement.
struct Looked {
    at: Instant,
    spent: Duration,
}

impl Budget {
    /// Starts a budget.
    pub(crate) fn new(spent: fn() -> Duration, ends: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let now = Instant::now();
        Self {
            spent,
            ends: Box::new(ends),
            began: now,
            looked: Mutex::new(Looked { at: now, spent: Duration::ZERO }),
        }
    }

    /// Returns true if another game may start.
    pub(crate) fn begins_another(&self) -> bool {
        (self.spent)() < BEGINS_WITHIN
    }

    /// Returns true if the order must end now.
    pub(crate) fn is_spent(&self) -> bool {
        (self.ends)() || self.spent_lately() >= MAX_SPENT || self.began.elapsed() >= MAX_TAKEN
    }

    fn spent_lately(&self) -> Duration {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.at.elapsed() >= BETWEEN_LOOKS {
            *looked = Looked { at: Instant::now(), spent: (self.spent)() };
        }
        looked.spent
    }

    /// Explains why a game was stopped.
    pub(crate) fn why(&self, game: u64) -> String {
        if self.spent_lately() >= MAX_SPENT {
            let most_s = MAX_SPENT.as_secs();
            return format!(
                "game {game} takes more than {most_s} s of processor time, which is too much for practice: play it with bout play"
            );
        }
        format!("the site is too busy to end game {game} now: try again later")
    }
}

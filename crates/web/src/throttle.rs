//! How often visitors and accounts may do what costs the site something, or what could be used to guess.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::config::Limits;

/// The most visitors that are remembered at a time, for each kind of action.
const MAX_REMEMBERED: usize = 100_000;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// An attempt to sign in or to use a link, by address or by name.
    SignIn,
    /// A new account, by address.
    SignUp,
    /// A program that is handed in, by account.
    Submit,
    /// A program that is only checked, by address.
    Check,
}

/// Counts actions of visitors.
pub(crate) struct Throttle {
    sign_in: Counter,
    sign_up: Counter,
    submit: Counter,
    check: Counter,
}

type Counter = RateLimiter<String, HashMapStateStore<String>, DefaultClock>;

impl Throttle {
    pub(crate) fn new(limits: &Limits) -> Self {
        let per_minute = |count: u64| {
            let count = NonZeroU32::new(u32::try_from(count).unwrap_or(u32::MAX)).unwrap_or(NonZeroU32::MIN);
            RateLimiter::hashmap(Quota::per_minute(count))
        };
        Self {
            sign_in: per_minute(limits.sign_ins_per_minute.get()),
            sign_up: per_minute(limits.sign_ups_per_minute.get()),
            submit: per_minute(limits.submissions_per_minute.get()),
            check: per_minute(limits.checks_per_minute.get()),
        }
    }

    /// Counts an action of somebody, who is named by an address, an account or a name that was typed.
    ///
    /// Fails with the time to wait if it is one too many.
    pub(crate) fn count(&self, action: Action, who: &str) -> Result<(), Duration> {
        let counter = match action {
            Action::SignIn => &self.sign_in,
            Action::SignUp => &self.sign_up,
            Action::Submit => &self.submit,
            Action::Check => &self.check,
        };
        if counter.len() > MAX_REMEMBERED {
            counter.retain_recent();
        }
        let who = who.to_ascii_lowercase();
        counter.check_key(&who).map_err(|not_until| not_until.wait_time_from(DefaultClock::default().now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn actions_are_counted_by_kind_and_visitor() {
        let limits = toml::from_str::<Config>("[limits]\nsign_ins_per_minute = 2").unwrap().limits;
        let throttle = Throttle::new(&limits);
        assert!(throttle.count(Action::SignIn, "Anna").is_ok());
        assert!(throttle.count(Action::SignIn, "anna").is_ok());
        let wait = throttle.count(Action::SignIn, "ANNA").unwrap_err();
        assert!(wait <= Duration::from_secs(30));
        assert!(throttle.count(Action::SignIn, "Bob").is_ok());
        assert!(throttle.count(Action::Submit, "Anna").is_ok());
    }
}

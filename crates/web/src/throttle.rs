//! Limits how often visitors and accounts may do what is expensive for the site, or could be used
//! to guess secrets.

use std::num::NonZeroU32;
use std::time::Duration;

use game::{Canonical, Digest};
use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::config::Limits;

/// The number of remembered visitors, for each kind of action, above which inactive ones are
/// removed.
const MAX_REMEMBERED: usize = 100_000;

/// The maximum number of reports per account and minute.
const REPORTS_PER_MINUTE: u64 = 10;

/// A kind of action that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// An attempt to sign in or to use a link, by address or by account name.
    SignIn,
    /// A new account, by address.
    SignUp,
    /// A program that is handed in, by account.
    Submit,
    /// A program that is only checked, by address.
    Check,
    /// A program that is reported, by account.
    Report,
    /// Practice games, or a check against a lesson, by account.
    Practise,
}

/// Counts actions of visitors.
pub(crate) struct Throttle {
    sign_in: Counter,
    sign_up: Counter,
    submit: Counter,
    check: Counter,
    report: Counter,
    practise: Counter,
}

type Counter = RateLimiter<Digest, HashMapStateStore<Digest>, DefaultClock>;

/// Whose actions are counted together.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Who<'a> {
    /// A visitor.
    Address(&'a str),
    /// The name of an account as somebody typed it, even if there is no such account. Case is
    /// ignored.
    Name(&'a str),
}

impl Who<'_> {
    /// Returns the key of the counter. It is short for any input, and keys of names and addresses
    /// never collide.
    fn key(self) -> Digest {
        let (kind, text) = match self {
            Self::Address(text) => ("address", text.to_owned()),
            Self::Name(text) => ("name", text.to_ascii_lowercase()),
        };
        let mut all = Canonical::new("who");
        all.text(kind, &text);
        all.finish()
    }
}

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
            report: per_minute(REPORTS_PER_MINUTE),
            practise: per_minute(limits.practices_per_minute.get()),
        }
    }

    /// Counts an action. Fails with the time to wait if the limit is reached.
    pub(crate) fn count(&self, action: Action, who: Who<'_>) -> Result<(), Duration> {
        let counter = match action {
            Action::SignIn => &self.sign_in,
            Action::SignUp => &self.sign_up,
            Action::Submit => &self.submit,
            Action::Check => &self.check,
            Action::Report => &self.report,
            Action::Practise => &self.practise,
        };
        if counter.len() > MAX_REMEMBERED {
            counter.retain_recent();
        }
        counter
            .check_key(&who.key())
            .map_err(|not_until| not_until.wait_time_from(DefaultClock::default().now()))
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
        assert!(throttle.count(Action::SignIn, Who::Name("Anna")).is_ok());
        assert!(throttle.count(Action::SignIn, Who::Name("anna")).is_ok());
        let wait = throttle.count(Action::SignIn, Who::Name("ANNA")).unwrap_err();
        assert!(wait <= Duration::from_secs(30));
        assert!(throttle.count(Action::SignIn, Who::Name("Bob")).is_ok());
        assert!(throttle.count(Action::Submit, Who::Name("Anna")).is_ok());
        assert!(throttle.count(Action::SignIn, Who::Address("anna")).is_ok(), "a name is not an address");
    }
}

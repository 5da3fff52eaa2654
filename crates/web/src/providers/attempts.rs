//! Sign-ins in progress.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use accounts::Secret;
use openidconnect::{Nonce, PkceCodeVerifier};

use super::Known;

/// The time limit for signing in at the provider, and again for choosing a name.
const MAX_AGE: Duration = Duration::from_mins(10);

/// The maximum number of sign-ins that are kept. A further one replaces the oldest.
const MAX_KEPT: usize = 10_000;

/// A sign-in that waits for the provider's answer.
pub(crate) struct Attempt {
    /// The name of the provider.
    pub(crate) provider: String,
    /// The secret in the browser's cookie.
    pub(crate) browser: Secret,
    /// The value that the provider's ID token must repeat.
    pub(crate) nonce: Nonce,
    /// The PKCE verifier, which proves to the provider that the site itself began the sign-in.
    pub(crate) verifier: PkceCodeVerifier,
    /// The link for a new account that the visitor opened.
    pub(crate) link: Option<Secret>,
    /// The page to go to.
    pub(crate) next: String,
}

/// An identity that waits for its owner to say which account it belongs to.
#[derive(Clone)]
pub(crate) struct Pending {
    /// The secret in the browser's cookie.
    pub(crate) browser: Secret,
    /// The identity at the provider.
    pub(crate) known: Known,
    /// The link for a new account that the visitor opened.
    pub(crate) link: Option<Secret>,
    /// The page to go to.
    pub(crate) next: String,
}

/// The sign-ins in progress, by the secrets that browsers send back.
#[derive(Default)]
pub(crate) struct Attempts {
    begun: Kept<Attempt>,
    pending: Kept<Pending>,
}

impl Attempts {
    /// Stores a sign-in until the provider answers with `state`.
    pub(crate) fn begin(&mut self, state: &str, attempt: Attempt) {
        self.begun.put(state, attempt, Instant::now());
    }

    /// Removes the sign-in that an answer belongs to. Returns it if this browser began it with this
    /// provider.
    pub(crate) fn answered(&mut self, state: &str, provider: &str, browser: &Secret) -> Option<Attempt> {
        let attempt = self.begun.take(state, Instant::now())?;
        (attempt.provider == provider && attempt.browser == *browser).then_some(attempt)
    }

    /// Stores an identity until its owner says which account it belongs to.
    pub(crate) fn wait(&mut self, secret: &Secret, pending: Pending) {
        self.pending.put(secret.text(), pending, Instant::now());
    }

    /// Returns the waiting identity with this secret if it belongs to this browser.
    pub(crate) fn pending(&self, secret: &str, browser: &Secret) -> Option<Pending> {
        self.pending.get(secret, Instant::now()).filter(|pending| pending.browser == *browser).cloned()
    }

    /// Forgets an identity whose owner has decided.
    pub(crate) fn finish(&mut self, secret: &str) {
        self.pending.take(secret, Instant::now());
    }
}

/// A bounded number of values that expire.
struct Kept<T> {
    values: BTreeMap<String, (Instant, u64, T)>,
    /// The keys, oldest first.
    order: BTreeMap<u64, String>,
    count: u64,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { values: BTreeMap::new(), order: BTreeMap::new(), count: 0 }
    }
}

impl<T> Kept<T> {
    fn put(&mut self, key: &str, value: T, now: Instant) {
        while let Some((number, oldest)) = self.order.first_key_value() {
            let is_old =
                self.values.get(oldest).is_none_or(|(since, ..)| now.duration_since(*since) > MAX_AGE);
            if !is_old && self.values.len() < MAX_KEPT {
                break;
            }
            let (number, oldest) = (*number, oldest.clone());
            self.order.remove(&number);
            self.values.remove(&oldest);
        }
        self.count += 1;
        self.order.insert(self.count, key.to_owned());
        self.values.insert(key.to_owned(), (now, self.count, value));
    }

    fn get(&self, key: &str, now: Instant) -> Option<&T> {
        let (since, _, value) = self.values.get(key)?;
        (now.duration_since(*since) <= MAX_AGE).then_some(value)
    }

    fn take(&mut self, key: &str, now: Instant) -> Option<T> {
        let (since, number, value) = self.values.remove(key)?;
        self.order.remove(&number);
        (now.duration_since(since) <= MAX_AGE).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_and_are_taken_once() {
        let mut kept = Kept::default();
        let now = Instant::now();
        kept.put("a", 1, now);
        kept.put("b", 2, now);
        assert_eq!(kept.get("a", now), Some(&1));
        assert_eq!((kept.take("a", now), kept.take("a", now)), (Some(1), None));
        assert_eq!(kept.get("b", now + MAX_AGE), Some(&2));
        let later = now + MAX_AGE + Duration::from_secs(1);
        assert_eq!(kept.get("b", later), None);
        kept.put("c", 3, later);
        assert_eq!((kept.values.len(), kept.order.len()), (1, 1), "what has ended is not kept");
    }

    #[test]
    fn nobody_fills_the_memory() {
        let mut kept = Kept::default();
        let now = Instant::now();
        for number in 0..MAX_KEPT + 10 {
            kept.put(&number.to_string(), number, now);
        }
        assert_eq!((kept.values.len(), kept.order.len()), (MAX_KEPT, MAX_KEPT));
        assert_eq!((kept.get("9", now), kept.get("10", now)), (None, Some(&10)), "the oldest go first");
    }

    #[test]
    fn an_answer_counts_in_the_browser_and_for_the_provider_that_it_belongs_to() {
        let mut attempts = Attempts::default();
        let [anna, eve] = [Secret::draw().unwrap(), Secret::draw().unwrap()];
        let begin = |attempts: &mut Attempts| {
            let attempt = Attempt {
                provider: "club".into(),
                browser: anna.clone(),
                nonce: Nonce::new("n".into()),
                verifier: PkceCodeVerifier::new("v".into()),
                link: None,
                next: String::new(),
            };
            attempts.begin("state", attempt);
        };
        begin(&mut attempts);
        assert!(attempts.answered("state", "club", &eve).is_none());
        assert!(attempts.answered("state", "club", &anna).is_none(), "an answer is taken once");
        begin(&mut attempts);
        assert!(attempts.answered("state", "other", &anna).is_none());
        begin(&mut attempts);
        assert!(attempts.answered("state", "club", &anna).is_some());
    }
}

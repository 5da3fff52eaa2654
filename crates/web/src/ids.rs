//! Ids that mark the lines of the log that belong together.

use std::sync::atomic::{AtomicU64, Ordering};

use data_encoding::HEXLOWER;

static COUNT: AtomicU64 = AtomicU64::new(0);

/// Returns a new id. It is not a secret, so a counter replaces random bytes if there are none.
pub(crate) fn new_id() -> String {
    let mut bytes = [0; 8];
    if getrandom::fill(&mut bytes).is_err() {
        bytes = COUNT.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    }
    HEXLOWER.encode(&bytes)
}

//! Bots that are held ready in memory: a bounded number of them, and a bounded number of bytes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// How many bots are held at most. Each bot in machine code is an open file, and a process may often have at most 1024 of
/// these.
const MAX_READY: usize = 256;
/// How many bytes they take up at most, all together. A bot that is larger by itself is held alone.
const MAX_READY_BYTES: u64 = 256 << 20;

/// Bots by their keys. When another bot would exceed a bound, all are dropped, and each is made again when it is needed.
#[derive(Debug)]
pub(crate) struct BotCache<K, V>(Mutex<CachedBots<K, V>>);

#[derive(Debug)]
struct CachedBots<K, V> {
    all: HashMap<K, Arc<V>>,
    bytes: u64,
}

impl<K, V> Default for BotCache<K, V> {
    fn default() -> Self {
        Self(Mutex::new(CachedBots { all: HashMap::new(), bytes: 0 }))
    }
}

impl<K: Eq + Hash, V> BotCache<K, V> {
    /// The bot with this key, if it is held.
    pub(crate) fn get(&self, key: &K) -> Option<Arc<V>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).all.get(key).cloned()
    }

    /// Holds a bot that takes up this many bytes.
    pub(crate) fn hold(&self, key: K, value: &Arc<V>, bytes: u64) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.all.len() >= MAX_READY || held.bytes.saturating_add(bytes) > MAX_READY_BYTES {
            held.all.clear();
            held.bytes = 0;
        }
        if held.all.insert(key, Arc::clone(value)).is_none() {
            held.bytes += bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(ready: &BotCache<u64, ()>, keys: u64) -> usize {
        (0..keys).filter(|key| ready.get(key).is_some()).count()
    }

    #[test]
    fn neither_many_nor_large_ones_take_up_more_than_the_bounds() {
        let (small, large) = (BotCache::default(), BotCache::default());
        for key in 0..1000 {
            small.hold(key, &Arc::new(()), 1);
            assert!((1..=MAX_READY).contains(&held(&small, 1000)));
            large.hold(key, &Arc::new(()), MAX_READY_BYTES / 10);
            assert!((1..=10).contains(&held(&large, 1000)));
        }
        // A bot that is already held counts only once.
        let again = BotCache::default();
        again.hold(0, &Arc::new(()), 1);
        for _ in 0..20 {
            again.hold(1, &Arc::new(()), MAX_READY_BYTES / 20);
        }
        assert_eq!(held(&again, 2), 2);
    }
}

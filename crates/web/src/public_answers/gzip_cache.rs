//! Compresses content, and keeps what was asked for last, because scripts, styles and the viewers of well-known
//! fights are the same for every visitor.

use std::collections::VecDeque;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::sync::Semaphore;

/// The maximum size of all compressed content that is kept, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The number of answers that are compressed at the same time. Others wait, so that visitors do not
/// take all processors from the matches.
const MAX_AT_ONCE: usize = 2;

/// The level of compression. Higher ones take several times as long for a few percent.
const LEVEL: u32 = 4;

/// Compressed content by the tags of the plain content, the most recently used last.
pub(crate) struct GzipCache {
    max_bytes: usize,
    kept: Mutex<VecDeque<(String, Bytes)>>,
    places: Semaphore,
}

impl GzipCache {
    pub(crate) fn new() -> Self {
        Self::of_size(MAX_BYTES)
    }

    fn of_size(max_bytes: usize) -> Self {
        let kept = Mutex::new(VecDeque::new());
        Self { max_bytes, kept, places: Semaphore::new(MAX_AT_ONCE) }
    }

    /// Returns content as gzip; `None` if compressing failed, so that the content goes out as it is.
    pub(super) async fn gzip(&self, tag: &str, content: Bytes) -> Option<Bytes> {
        if let Some(kept) = self.find(tag) {
            return Some(kept);
        }
        let _place = self.places.acquire().await.ok()?;
        // Another request for the same content may have compressed it while this one waited.
        if let Some(kept) = self.find(tag) {
            return Some(kept);
        }
        let gzip = tokio::task::spawn_blocking(move || compressed(&content)).await.ok()?.ok()?;
        self.keep(tag, gzip.clone());
        Some(gzip)
    }

    fn find(&self, tag: &str) -> Option<Bytes> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == tag)?;
        let found = kept.remove(at)?;
        kept.push_back(found.clone());
        Some(found.1)
    }

    /// Keeps compressed content, and drops what was not used for the longest time.
    fn keep(&self, tag: &str, gzip: Bytes) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| known != tag);
        kept.push_back((tag.to_owned(), gzip));
        while kept.iter().map(|(_, gzip)| gzip.len()).sum::<usize>() > self.max_bytes {
            kept.pop_front();
        }
    }
}

fn compressed(content: &[u8]) -> std::io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(LEVEL));
    encoder.write_all(content)?;
    encoder.finish().map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_last_is_kept() {
        let cache = GzipCache::of_size(5);
        for tag in ["a", "b"] {
            cache.keep(tag, Bytes::from_static(b"xx"));
        }
        assert!(cache.find("a").is_some());
        cache.keep("c", Bytes::from_static(b"xx"));
        assert_eq!(["a", "b", "c"].map(|tag| cache.find(tag).is_some()), [true, false, true]);
    }

    #[test]
    fn what_is_larger_than_the_cache_is_not_kept() {
        let cache = GzipCache::of_size(5);
        cache.keep("a", Bytes::from_static(b"xxxxxx"));
        assert!(cache.find("a").is_none());
    }
}

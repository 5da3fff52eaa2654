//! Runs many pieces of work on all cores. Results come in order, and are the same for any number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How many chunks threads may finish ahead of the chunk that is due. This bounds the results that wait in memory while one
/// long piece holds up the order.
const MAX_CHUNKS_AHEAD: u64 = 256;

/// A thread hands over its results after this time, even in the middle of a chunk. So a loss of power costs little, and
/// observers see the work progress. Which results are handed over together has no influence on any of them.
const HAND_OVER_TIME: Duration = Duration::from_millis(20);

/// How work is shared out.
#[derive(Clone, Copy)]
pub struct Parallelism<'a> {
    /// How many threads do the work.
    pub threads: usize,
    /// How many pieces a thread takes at once: many if a piece takes only microseconds.
    pub chunk: u64,
    /// Returns whether the caller wants the work to stop. It is called before every piece.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Does the pieces of work in `range` and passes each result to `take`, in order, on the calling thread.
/// Each thread creates its own worker first.
///
/// Stops early when a piece of work returns `None`, when [`Parallelism::stop`] says so, or when `take`
/// fails. Returns the first piece that `take` did not get.
///
/// # Errors
/// The error of `take`.
pub fn in_order<W, R: Send, E>(
    range: std::ops::Range<u64>,
    parallelism: Parallelism,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> Option<R> + Sync,
    take: impl FnMut(u64, R) -> Result<(), E>,
) -> Result<u64, E> {
    in_order_with_room(range, parallelism, parallelism.threads, worker, work, take)
}

/// Does the work as [`in_order`] does, with room for this many chunks whose results were handed over but not taken. Much room
/// suits a `take` that pauses now and then, for example to write to a disk: the threads go on meanwhile. [`in_order`] has room
/// for one chunk per thread, so that the work soon waits for somebody who does not read on.
///
/// # Errors
/// The error of `take`.
pub fn in_order_with_room<W, R: Send, E>(
    range: std::ops::Range<u64>,
    parallelism: Parallelism,
    room: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> Option<R> + Sync,
    mut take: impl FnMut(u64, R) -> Result<(), E>,
) -> Result<u64, E> {
    let Parallelism { threads, chunk: chunk_size, .. } = parallelism;
    let queue = Queue::new(range.clone(), parallelism);
    let chunks = usize::try_from((range.end - range.start).div_ceil(chunk_size)).unwrap_or(usize::MAX);
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel::<Results<R>>(room);
        let mut started = 0;
        for _ in 0..threads.min(chunks) {
            let (sender, queue, worker, work) = (sender.clone(), &queue, &worker, &work);
            let play = move || {
                let _guard = StopOnPanic(queue);
                let mut worker = worker();
                while let Some(mut chunk) = queue.next_chunk() {
                    while !chunk.is_empty() {
                        let results = work_through(&mut chunk, &mut worker, work, queue);
                        let are_last = results.are_last;
                        if sender.send(results).is_err() || are_last {
                            return;
                        }
                    }
                }
            };
            // A machine that cannot start more threads is slower, but its results are right.
            if thread::Builder::new().spawn_scoped(scope, play).is_err() {
                break;
            }
            started += 1;
        }
        if started == 0 {
            return work_alone(range.clone(), parallelism, &worker, &work, &mut take);
        }
        drop(sender);
        let mut next = range.start;
        let mut early = BTreeMap::new();
        let result = (|| {
            for results in receiver {
                early.insert(results.first, results);
                while let Some(Results { pieces, are_last, .. }) = early.remove(&next) {
                    for result in pieces {
                        take(next, result)?;
                        next += 1;
                    }
                    queue.taken(next);
                    if are_last {
                        return Ok(next);
                    }
                }
            }
            Ok(next)
        })();
        queue.stop();
        result
    })
}

/// Does all the work on the calling thread.
fn work_alone<W, R, E>(
    range: std::ops::Range<u64>,
    parallelism: Parallelism,
    worker: &impl Fn() -> W,
    work: &impl Fn(&mut W, u64) -> Option<R>,
    take: &mut impl FnMut(u64, R) -> Result<(), E>,
) -> Result<u64, E> {
    let mut worker = worker();
    let end = range.end;
    for piece in range {
        match if (parallelism.stop)() { None } else { work(&mut worker, piece) } {
            Some(result) => take(piece, result)?,
            None => return Ok(piece),
        }
    }
    Ok(end)
}

/// The results that a thread hands over at once.
struct Results<R> {
    /// The number of the first piece.
    first: u64,
    /// The results of the first piece and of those that follow it.
    pieces: Vec<R>,
    /// Whether the next piece was not done, so that the work ends here.
    are_last: bool,
}

/// Does pieces of a chunk, and removes them from it: all of them, or as many as [`HAND_OVER_TIME`] allows.
fn work_through<W, R>(
    chunk: &mut std::ops::Range<u64>,
    worker: &mut W,
    work: &impl Fn(&mut W, u64) -> Option<R>,
    queue: &Queue,
) -> Results<R> {
    let (first, start) = (chunk.start, Instant::now());
    let mut pieces = Vec::new();
    for piece in chunk.by_ref() {
        match if queue.is_stopped() { None } else { work(worker, piece) } {
            Some(result) => pieces.push(result),
            None => return Results { first, pieces, are_last: true },
        }
        if start.elapsed() > HAND_OVER_TIME {
            break;
        }
    }
    Results { first, pieces, are_last: false }
}

/// The work that is left.
struct Queue<'a> {
    parallelism: Parallelism<'a>,
    next: AtomicU64,
    end: u64,
    stop: AtomicBool,
    taken: Mutex<u64>,
    more_taken: Condvar,
}

impl<'a> Queue<'a> {
    fn new(range: std::ops::Range<u64>, parallelism: Parallelism<'a>) -> Self {
        Self {
            parallelism,
            next: AtomicU64::new(range.start),
            end: range.end,
            stop: AtomicBool::new(false),
            taken: Mutex::new(range.start),
            more_taken: Condvar::new(),
        }
    }

    /// Returns the next chunk, once the results taken so far come close enough to it.
    fn next_chunk(&self) -> Option<std::ops::Range<u64>> {
        let chunk = self.parallelism.chunk;
        let start = self.next.fetch_add(chunk, Ordering::Relaxed);
        if start >= self.end {
            return None;
        }
        let mut taken = self.taken.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        while start > taken.saturating_add(MAX_CHUNKS_AHEAD * chunk) && !self.is_stopped() {
            taken = self.more_taken.wait(taken).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
        (!self.is_stopped()).then(|| start..(start + chunk).min(self.end))
    }

    fn taken(&self, up_to: u64) {
        *self.taken.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = up_to;
        self.more_taken.notify_all();
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || (self.parallelism.stop)()
    }

    /// Keeps threads from taking another chunk. It holds the lock, so that no thread can miss the notification between
    /// checking and waiting.
    fn stop(&self) {
        let _taken = self.taken.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        self.stop.store(true, Ordering::Relaxed);
        self.more_taken.notify_all();
    }
}

/// Stops the queue if a thread panics, so that the others do not wait for its results.
struct StopOnPanic<'a>(&'a Queue<'a>);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{HAND_OVER_TIME, Parallelism, in_order, in_order_with_room};

    fn parallelism(threads: usize) -> Parallelism<'static> {
        Parallelism { threads, chunk: 16, stop: &|| false }
    }

    /// The results of pieces 3 to 99 on this many threads, up to the first piece without a result, and the piece where the
    /// work ended.
    fn squares(threads: usize, last: u64) -> (Vec<u64>, u64) {
        let mut taken = Vec::new();
        let work = |(): &mut (), piece: u64| (piece <= last).then_some(piece * piece);
        let next = in_order(
            3..100,
            parallelism(threads),
            || (),
            work,
            |_, square| -> Result<(), ()> {
                taken.push(square);
                Ok(())
            },
        );
        (taken, next.unwrap())
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 3, 16] {
            assert_eq!(squares(threads, 1000), ((3..100).map(|n| n * n).collect(), 100));
        }
    }

    #[test]
    fn a_piece_that_gives_nothing_ends_the_work_after_those_before_it() {
        for threads in [1, 4] {
            assert_eq!(squares(threads, 40), ((3..=40).map(|n| n * n).collect(), 41));
        }
    }

    #[test]
    fn what_took_long_is_handed_over_before_its_chunk_is_complete() {
        let (told, hears) = std::sync::mpsc::channel();
        let hears = std::sync::Mutex::new(hears);
        let work = |(): &mut (), piece| {
            match piece {
                0 => std::thread::sleep(2 * HAND_OVER_TIME),
                1 => hears.lock().unwrap().recv_timeout(Duration::from_mins(1)).ok()?,
                _ => {}
            }
            Some(())
        };
        let take = |_, ()| told.send(());
        assert_eq!(in_order(0..16, parallelism(1), || (), work, take), Ok(16));
    }

    #[test]
    fn threads_go_on_while_the_taker_is_busy_if_there_is_room() {
        let (told, hears) = std::sync::mpsc::channel();
        let work = |(): &mut (), piece| {
            if piece == 1000 {
                told.send(()).ok()?;
            }
            Some(())
        };
        let take = |piece, ()| match piece {
            0 => hears.recv_timeout(Duration::from_mins(1)),
            _ => Ok(()),
        };
        assert_eq!(in_order_with_room(0..2000, parallelism(1), 100, || (), work, take), Ok(2000));
    }

    #[test]
    fn a_taker_that_fails_ends_the_work() {
        let take = |piece: u64, _: u64| if piece == 500 { Err("full") } else { Ok(()) };
        assert_eq!(in_order(0..1_000_000, parallelism(3), || (), |(), piece| Some(piece), take), Err("full"));
    }
}

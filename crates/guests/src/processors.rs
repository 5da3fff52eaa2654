//! Which processor a match runs on. A bot and its host take turns, so both are at their fastest on one core.

// Threads are bound to processors by plain system calls.
#![allow(unsafe_code)]

use std::sync::{Mutex, PoisonError};

use sandbox::ClocklessThread;

/// How many matches run on each processor.
static LOAD: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// The calling thread, bound to one processor until this is dropped.
#[derive(Debug)]
pub(crate) struct Bound {
    processor: usize,
    before: libc::cpu_set_t,
    _clockless: ClocklessThread,
}

impl Bound {
    /// Binds the calling thread to the processor with the fewest matches; `None` where the system does not allow it.
    pub(crate) fn thread() -> Option<Self> {
        // SAFETY: the set is plain memory, written by the kernel.
        let before = unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            if libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) != 0 {
                return None;
            }
            set
        };
        let processor = take(&before)?;
        // From here on a failure gives the processor back.
        let bound = Self { processor, before, _clockless: ClocklessThread::begin() };
        // SAFETY: as above; the processor is one of the set's.
        let set = unsafe {
            let mut only: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(processor, &mut only);
            libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const only)
        };
        (set == 0).then_some(bound)
    }

    /// The processor for the n-th try of a call, counted from 0: a different one for each try, as far as there are others.
    pub(crate) fn processor(&self, nth: u32) -> usize {
        if nth == 0 {
            return self.processor; // Nearly every call is asked once, and is to take no time for this.
        }
        // SAFETY: it only looks into the set, within its size.
        let is_allowed = |processor: &usize| unsafe { libc::CPU_ISSET(*processor, &self.before) };
        let size = usize::try_from(libc::CPU_SETSIZE).expect("a small number");
        let allowed: Vec<usize> = (0..size).filter(is_allowed).collect();
        let own = allowed.iter().position(|&processor| processor == self.processor).unwrap_or_default();
        allowed.get((own + nth as usize) % allowed.len().max(1)).copied().unwrap_or(self.processor)
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        let mut load = LOAD.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, matches)) = load.iter_mut().find(|(processor, _)| *processor == self.processor) {
            *matches -= 1;
        }
        // SAFETY: the set is the one that the kernel gave.
        unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const self.before) };
    }
}

/// Takes the processor of this set that has the fewest matches.
fn take(allowed: &libc::cpu_set_t) -> Option<usize> {
    let mut load = LOAD.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: it only looks into the set, within its size.
    let is_allowed = |processor: usize| unsafe { libc::CPU_ISSET(processor, allowed) };
    let size = usize::try_from(libc::CPU_SETSIZE).expect("a small number");
    for processor in (0..size).filter(|&processor| is_allowed(processor)) {
        if !load.iter().any(|(known, _)| *known == processor) {
            load.push((processor, 0));
        }
    }
    let free = load.iter_mut().filter(|(processor, _)| is_allowed(*processor));
    let (processor, matches) = free.min_by_key(|(processor, matches)| (*matches, *processor))?;
    *matches += 1;
    Some(*processor)
}

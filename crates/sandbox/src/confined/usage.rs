//! The processor time of this process and of all processes that it has started, as far as the kernel counts them.

// The standard library has no call for the length of a tick.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// What the kernel's `stat` file says of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Usage {
    parent: u32,
    /// The ticks of the process itself and of the children that it has waited for. Each child counts with its own such
    /// children.
    ticks: u64,
}

/// The processor time that this process and all processes that it has started have used so far, whether they still run
/// or have ended. Zero if `/proc` cannot be read.
///
/// The result never decreases, with one exception: a process may be missed if its parent waits for it during the
/// measurement.
#[must_use]
pub fn processor_time_of_all() -> Duration {
    let Ok(entries) = fs::read_dir("/proc") else { return Duration::ZERO };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let usage = |id: u32| Some((id, usage(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)?));
    let all: BTreeMap<u32, Usage> = numbers.filter_map(usage).collect();
    // SAFETY: a plain number.
    let ticks_per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    let per_second = u64::try_from(ticks_per_second).unwrap_or(100).max(1);
    Duration::from_millis(ticks_below(std::process::id(), &all) * 1000 / per_second)
}

/// The ticks of a process and of all its descendants.
fn ticks_below(ancestor: u32, all: &BTreeMap<u32, Usage>) -> u64 {
    let is_below = |id: &u32| {
        let parent = |id: &u32| all.get(id).map(|usage| usage.parent);
        // A chain of parents has at most as many members as there are processes. The bound matters if processes ended
        // while we read `/proc`.
        std::iter::successors(Some(*id), parent).take(all.len() + 1).any(|id| id == ancestor)
    };
    all.iter().filter(|(id, _)| is_below(id)).map(|(_, usage)| usage.ticks).sum()
}

/// Reads a `stat` file: see `proc_pid_stat(5)`.
fn usage(about: &str) -> Option<Usage> {
    // The process name stands in parentheses and may contain any characters.
    let (_, fields) = about.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks = fields.get(11..15)?.iter().map(|field| field.parse::<u64>());
    Some(Usage { parent: fields[1].parse().ok()?, ticks: ticks.sum::<Result<u64, _>>().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_counts_with_all_below_it() {
        let about = "4711 (a) R 1 2) S 7 4711 4710 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1";
        assert_eq!(usage(about), Some(Usage { parent: 7, ticks: 100 }));
        assert_eq!(usage("4711 (a"), None);
        let one = |parent, ticks| Usage { parent, ticks };
        let all =
            BTreeMap::from([(1, one(0, 1)), (2, one(1, 2)), (3, one(2, 4)), (4, one(9, 8)), (9, one(4, 16))]);
        assert_eq!(ticks_below(2, &all), 6);
        assert_eq!(ticks_below(1, &all), 7);
    }

    #[test]
    fn work_of_this_process_is_counted() {
        let before = processor_time_of_all();
        let end = before + Duration::from_millis(50);
        let start = std::time::Instant::now();
        while processor_time_of_all() < end && start.elapsed() < Duration::from_mins(1) {}
        assert!(processor_time_of_all() >= end);
    }
}

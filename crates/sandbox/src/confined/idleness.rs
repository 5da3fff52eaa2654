//! Finds out whether a confined program computes or only waits. A program that waits uses no processor time and would
//! never end.

use std::fs;
use std::time::{Duration, Instant};

/// The interval at which a program's processes are inspected.
const PERIOD: Duration = Duration::from_millis(200);

/// Measures how long all processes of a program have waited at the same time.
#[derive(Debug)]
pub(crate) struct Idleness {
    /// The number of the session that all of the program's processes belong to.
    session: libc::pid_t,
    so_far: Duration,
    last_look: Instant,
}

impl Idleness {
    /// Begins to measure the session that this process leads. The session has just begun.
    pub(crate) fn of(leader: libc::pid_t) -> Self {
        Self { session: leader, so_far: Duration::ZERO, last_look: Instant::now() }
    }

    /// The time until the next inspection is due.
    pub(crate) fn next_look(&self) -> Duration {
        PERIOD.saturating_sub(self.last_look.elapsed())
    }

    /// The total time that the processes have waited. Inspects them if an inspection is due.
    pub(crate) fn so_far(&mut self) -> Duration {
        if self.next_look().is_zero() {
            self.last_look = Instant::now();
            if is_waiting(self.session) {
                // This adds the period, not the time that has passed: on a busy machine the last inspection may be long
                // ago.
                self.so_far += PERIOD;
            }
        }
        self.so_far
    }
}

/// True if no process of a session computes or waits for a processor or a disk. False if `/proc` does not show it.
fn is_waiting(session: libc::pid_t) -> bool {
    let Ok(entries) = fs::read_dir("/proc") else { return false };
    let all = entries.flatten().filter(|entry| {
        entry.file_name().to_str().is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let states: Vec<char> = all
        .filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok())
        .filter_map(|about| state(&about, session))
        .collect();
    !states.is_empty() && !states.iter().any(|state| ['R', 'D'].contains(state))
}

/// The state of a process from the kernel's `stat` file; `None` if it belongs to another session.
fn state(about: &str, session: libc::pid_t) -> Option<char> {
    // The process name stands in parentheses and may contain any characters.
    let (_, fields) = about.rsplit_once(") ")?;
    let mut fields = fields.split(' ');
    let state = fields.next()?.chars().next()?;
    let its: libc::pid_t = fields.nth(2)?.parse().ok()?;
    (its == session).then_some(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_of_the_session_alone() {
        let about = "4711 (a) R 1 2 3) S 1 4711 4710 0 -1 4194560 1";
        assert_eq!(state(about, 4710), Some('S'));
        assert_eq!(state(about, 4711), None);
        assert_eq!(state("", 1), None);
    }
}

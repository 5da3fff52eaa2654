//! Shows progress: a bar on a terminal, otherwise a line at intervals.

use std::cell::{Cell, RefCell};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use contests::contest::duration;
use game::text::{grouped, one_line};
use indicatif::{HumanDuration, HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};

use crate::output::note;

/// The interval between lines if there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The interval between updates of the stage of a calculation.
const STAGE_INTERVAL: Duration = Duration::from_millis(500);

/// The progress of a contest, shown on standard error.
pub(crate) struct Progress {
    title: String,
    unit: &'static str,
    bar: ProgressBar,
    is_terminal: bool,
    start: Instant,
    last_line: Cell<Instant>,
    last_stage: Cell<Instant>,
    leader: RefCell<String>,
    fresh: Cell<u64>,
    /// The expected end, if there is a better estimate than the number of matches gives.
    expected: Arc<Mutex<Option<Instant>>>,
}

impl Progress {
    /// Creates progress with this title, counted in `unit`.
    pub(crate) fn of(title: &str, unit: &'static str) -> Self {
        let template = format!(
            "{{prefix}} {{bar:24}} {{human_pos}} of {{human_len}} {unit}{{pace}}{{left}}{{wide_msg}}"
        );
        let style = ProgressStyle::with_template(&template).expect("the template is right");
        let expected = Arc::new(Mutex::new(None::<Instant>));
        let end = Arc::clone(&expected);
        let left = move |state: &ProgressState, out: &mut dyn Write| match *lock(&end) {
            // Once the expected end has passed, no remaining time is shown.
            Some(end) => {
                if let Some(left) = end.checked_duration_since(Instant::now()) {
                    let _ = write!(out, ", {:#} left", HumanDuration(left));
                }
            }
            None => left(state, out),
        };
        let style = style.with_key("pace", pace).with_key("left", left);
        let now = Instant::now();
        Self {
            title: title.to_owned(),
            unit,
            expected,
            bar: ProgressBar::new(0).with_style(style).with_prefix(title.to_owned()),
            is_terminal: std::io::stderr().is_terminal(),
            start: now,
            last_line: Cell::new(now),
            last_stage: Cell::new(now),
            leader: RefCell::default(),
            fresh: Cell::new(0),
        }
    }

    /// Sets the total number of matches.
    pub(crate) fn start(&self, matches: u64) {
        self.bar.set_length(matches);
    }

    /// Sets the number of matches that earlier commands completed.
    pub(crate) fn was_done_before(&self, number: u64) {
        self.bar.set_position(number);
    }

    /// Adds this many completed matches.
    pub(crate) fn advance(&self, matches: u64) {
        self.bar.inc(matches);
        self.fresh.set(self.fresh.get() + matches);
        self.write_line(|| {
            let leader = self.leader.borrow();
            if leader.is_empty() { String::new() } else { format!(", {leader} leads") }
        });
    }

    /// Sets an estimate of the remaining time; with `None`, the number of matches determines it.
    pub(crate) fn expect(&self, left: Option<Duration>) {
        *lock(&self.expected) = left.and_then(|left| Instant::now().checked_add(left));
    }

    /// Shows text after the numbers.
    pub(crate) fn say(&self, what: &str) {
        self.bar.set_message(format!(", {}", one_line(what)));
        self.leader.replace(String::new());
    }

    /// Shows how many parts of a pair's order have been counted since this duration.
    pub(crate) fn part(&self, done: u64, parts: u64, since: Duration) {
        let counted = counted(done, parts, since);
        self.bar.set_message(counted.clone());
        self.write_line(|| counted);
    }

    /// Shows the progress of one stage of a task. Short tasks are not shown at all.
    pub(crate) fn stage(&self, what: &str, done: u64, all: u64) {
        if self.last_stage.get().elapsed() < STAGE_INTERVAL {
            return;
        }
        self.last_stage.set(Instant::now());
        self.bar.set_length(all);
        self.bar.set_position(done);
        self.bar.set_message(format!(", {what}"));
        self.write_line(|| format!(", {what}"));
    }

    /// Hides the bar while `work`, which may print, is running.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    /// Prints a note for the user above the bar.
    pub(crate) fn note(&self, line: &str) {
        self.bar.suspend(|| note(line));
    }

    /// Shows the leader.
    pub(crate) fn leader(&self, name: &str) {
        let name = one_line(name);
        self.bar.set_message(format!(", {name} leads"));
        self.leader.replace(name);
    }

    /// Without a terminal: writes a line with this ending, if one is due.
    fn write_line(&self, end: impl FnOnce() -> String) {
        if self.is_terminal || self.last_line.get().elapsed() < LINE_INTERVAL {
            return;
        }
        self.last_line.set(Instant::now());
        let end = end();
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0).max(self.bar.position()));
        let seconds = self.start.elapsed().as_secs().max(1);
        let fresh = self.fresh.get();
        if fresh == 0 {
            let (done, all) = (grouped(done), grouped(all));
            note(&format!("{}: {done} of {all} {}{end}", self.title, self.unit));
            return;
        }
        let rate = match fresh / seconds {
            0 => "less than one".into(),
            rate => grouped(rate),
        };
        let by_number = u128::from(all - done) * u128::from(seconds) / u128::from(fresh);
        let left = match *lock(&self.expected) {
            Some(end) => end.checked_duration_since(Instant::now()).map(|left| left.as_secs()),
            None => Some(u64::try_from(by_number).unwrap_or(u64::MAX)),
        };
        let left = left.map_or(String::new(), |left| format!(", about {} s left", grouped(left)));
        let (done, all) = (grouped(done), grouped(all));
        let Self { title, unit, .. } = self;
        note(&format!("{title}: {done} of {all} {unit}, {rate} per second{left}{end}"));
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Formats the speed of a bar, once it is known.
fn pace(state: &ProgressState, out: &mut dyn Write) {
    if state.pos() > 0 {
        let per_second = state.per_sec();
        let digits = usize::from(per_second < 10.0);
        let _ = write!(out, ", {:.digits$}/s", HumanFloatCount(per_second));
    }
}

/// Formats the remaining time of a bar, once it is known.
pub(crate) fn left(state: &ProgressState, out: &mut dyn Write) {
    if state.pos() > 0 {
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}

/// Formats the progress of counting a pair's order. The parts counted so far are spread evenly, so
/// the others should take equally long.
fn counted(done: u64, parts: u64, since: Duration) -> String {
    let tenths = 1000 * done / parts.max(1);
    let rest = since.as_millis() * u128::from(parts - done) / u128::from(done.max(1));
    let left = duration(u64::try_from(rest).unwrap_or(u64::MAX));
    format!(", {}.{} % of one order of a pair counted, about {left} left", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_tells_how_long_the_rest_takes() {
        let minute = Duration::from_mins(1);
        let said = |done, parts| counted(done, parts, minute);
        assert_eq!(said(1, 4), ", 25.0 % of one order of a pair counted, about 3 min 0 s left");
        assert_eq!(said(4, 4), ", 100.0 % of one order of a pair counted, about 0 s left");
        assert!(said(0, 4).starts_with(", 0.0 %"));
    }
}

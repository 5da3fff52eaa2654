//! Telling those who wait how far it is: a bar on a terminal, else a line every so often.

use std::cell::{Cell, RefCell};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};

use super::duration;
use crate::names::grouped;
use crate::output::{note, shown};

/// How often a line is written where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// How often the leader is found out anew.
const LEADER_INTERVAL: Duration = Duration::from_millis(500);

/// How far a contest has come, on standard error.
pub(crate) struct Progress {
    title: String,
    unit: &'static str,
    bar: ProgressBar,
    is_terminal: bool,
    start: Instant,
    last_line: Cell<Instant>,
    last_leader: Cell<Instant>,
    leader: RefCell<String>,
    fresh: Cell<u64>,
    /// When it is over, as far as somebody knows better than by the number of matches.
    expected: Arc<Mutex<Option<Instant>>>,
    last_expected: Cell<Instant>,
}

impl Progress {
    /// Progress of something with this title.
    pub(crate) fn new(title: &str) -> Self {
        Self::of(title, "matches")
    }

    /// The same, of things that are called `unit`.
    pub(crate) fn of(title: &str, unit: &'static str) -> Self {
        let template = format!(
            "{{prefix}} {{bar:24}} {{human_pos}} of {{human_len}} {unit}{{pace}}{{left}}{{wide_msg}}"
        );
        let style = ProgressStyle::with_template(&template).expect("the template is right");
        let expected = Arc::new(Mutex::new(None::<Instant>));
        let end = Arc::clone(&expected);
        let left = move |state: &ProgressState, out: &mut dyn Write| match *lock(&end) {
            Some(end) => {
                let _ =
                    write!(out, ", {:#} left", HumanDuration(end.saturating_duration_since(Instant::now())));
            }
            None => left(state, out),
        };
        let style = style.with_key("pace", pace).with_key("left", left);
        let now = Instant::now();
        Self {
            title: title.to_owned(),
            unit,
            expected,
            last_expected: Cell::new(now),
            bar: ProgressBar::new(0).with_style(style).with_prefix(title.to_owned()),
            is_terminal: std::io::stderr().is_terminal(),
            start: now,
            last_line: Cell::new(now),
            last_leader: Cell::new(now),
            leader: RefCell::default(),
            fresh: Cell::new(0),
        }
    }

    /// Nobody is told: what is played is over soon, or shown otherwise.
    pub(crate) fn untold() -> Self {
        Self { bar: ProgressBar::hidden(), is_terminal: true, ..Self::new("") }
    }

    /// There will be at least so many matches.
    pub(crate) fn start(&self, matches: u64) {
        self.bar.set_length(matches);
    }

    /// So many were done before this command.
    pub(crate) fn was_done_before(&self, number: u64) {
        self.bar.set_position(number);
    }

    /// So many more are done.
    pub(crate) fn advance(&self, matches: u64) {
        self.bar.inc(matches);
        self.fresh.set(self.fresh.get() + matches);
        self.write_line(|| {
            let leader = self.leader.borrow();
            if leader.is_empty() { String::new() } else { format!(", {leader} leads") }
        });
    }

    /// Somebody knows better than by the number of matches how long the rest takes; asked only now and then, with how
    /// many matches are not done.
    pub(crate) fn expect(&self, left: impl FnOnce(u64) -> Option<Duration>) {
        if self.last_expected.get().elapsed() < LEADER_INTERVAL {
            return;
        }
        let now = Instant::now();
        let not_done = self.bar.length().unwrap_or(0).saturating_sub(self.bar.position());
        *lock(&self.expected) = left(not_done).and_then(|left| now.checked_add(left));
        self.last_expected.set(now);
    }

    /// Shows what there is to say beside the number.
    pub(crate) fn say(&self, what: &str) {
        self.bar.set_message(format!(", {}", shown(what)));
        self.leader.replace(String::new());
    }

    /// Of an order of a pair that is counted, so many parts of all are done, since this time.
    pub(crate) fn part(&self, done: u64, parts: u64, since: Duration) {
        let counted = counted(done, parts, since);
        self.bar.set_message(counted.clone());
        self.write_line(|| counted);
    }

    /// Of something that has stages, this one is so far. What is over soon is not shown at all.
    pub(crate) fn stage(&self, what: &str, done: u64, all: u64) {
        if self.last_leader.get().elapsed() < LEADER_INTERVAL {
            return;
        }
        self.last_leader.set(Instant::now());
        self.bar.set_length(all);
        self.bar.set_position(done);
        self.bar.set_message(format!(", {what}"));
        self.write_line(|| format!(", {what}"));
    }

    /// Tells people something, above the bar.
    pub(crate) fn note(&self, line: &str) {
        self.bar.suspend(|| note(line));
    }

    /// Who leads; asked for only now and then.
    pub(crate) fn leader(&self, leader: impl FnOnce() -> String) {
        if self.last_leader.get().elapsed() < LEADER_INTERVAL {
            return;
        }
        let name = shown(&leader());
        self.bar.set_message(format!(", {name} leads"));
        self.leader.replace(name);
        self.last_leader.set(Instant::now());
    }

    /// Where there is no terminal: writes a line that ends like this, if it is time for one.
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
            Some(end) => end.saturating_duration_since(Instant::now()).as_secs(),
            None => u64::try_from(by_number).unwrap_or(u64::MAX),
        };
        let left = grouped(left);
        let (done, all) = (grouped(done), grouped(all));
        let Self { title, unit, .. } = self;
        note(&format!("{title}: {done} of {all} {unit}, {rate} a second, about {left} s left{end}"));
    }

    /// It is over.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How fast a bar goes, once that is known.
fn pace(state: &ProgressState, out: &mut dyn Write) {
    if state.pos() > 0 {
        let _ = write!(out, ", {}/s", HumanFloatCount(state.per_sec()));
    }
}

/// How long a bar still takes, once anything is known of it.
pub(crate) fn left(state: &ProgressState, out: &mut dyn Write) {
    if state.pos() > 0 {
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}

/// How far an order of a pair is counted. Parts come from everywhere, so the rest takes as long as they did.
fn counted(done: u64, parts: u64, since: Duration) -> String {
    let tenths = 1000 * done / parts.max(1);
    let rest = since.as_millis() * u128::from(parts - done) / u128::from(done.max(1));
    let left = duration(u64::try_from(rest).unwrap_or(u64::MAX));
    format!(", {}.{} % of an order of a pair counted, its rest takes about {left}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_tells_how_long_the_rest_takes() {
        let minute = Duration::from_mins(1);
        let said = |done, parts| counted(done, parts, minute);
        assert_eq!(said(1, 4), ", 25.0 % of an order of a pair counted, its rest takes about 3 min 0 s");
        assert_eq!(said(4, 4), ", 100.0 % of an order of a pair counted, its rest takes about 0 s");
        assert!(said(0, 4).starts_with(", 0.0 %"));
    }
}

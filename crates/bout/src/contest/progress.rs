//! Telling those who wait how far it is: a bar on a terminal, else a line every so often.

use std::cell::{Cell, RefCell};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::names::grouped;
use crate::output::{note, shown};

/// How often a line is written where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// How often the leader is found out anew.
const LEADER_INTERVAL: Duration = Duration::from_millis(500);

/// How far a contest has come, on standard error.
pub(crate) struct Progress {
    title: String,
    bar: ProgressBar,
    is_terminal: bool,
    start: Instant,
    last_line: Cell<Instant>,
    last_leader: Cell<Instant>,
    leader: RefCell<String>,
    fresh: Cell<u64>,
}

impl Progress {
    /// Progress of something with this title.
    pub(crate) fn new(title: &str) -> Self {
        let template =
            "{prefix} {bar:24} {human_pos} of {human_len} matches, {per_sec}, {eta} left{wide_msg}";
        let style = ProgressStyle::with_template(template).expect("the template is right");
        let now = Instant::now();
        Self {
            title: title.to_owned(),
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

    /// So many more are done.
    pub(crate) fn advance(&self, matches: u64) {
        self.bar.inc(matches);
        self.fresh.set(self.fresh.get() + matches);
        if !self.is_terminal && self.last_line.get().elapsed() >= LINE_INTERVAL {
            self.last_line.set(Instant::now());
            self.write_line();
        }
    }

    /// Of a pair that is counted, so many parts of all are done.
    pub(crate) fn part(&self, done: u64, parts: u64) {
        self.bar.set_message(format!(", {} % of a pair counted", done * 100 / parts.max(1)));
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

    fn write_line(&self) {
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0).max(self.bar.position()));
        let seconds = self.start.elapsed().as_secs().max(1);
        let fresh = self.fresh.get().max(1);
        let rate = match fresh / seconds {
            0 => "less than one".into(),
            rate => grouped(rate),
        };
        let left = u128::from(all - done) * u128::from(seconds) / u128::from(fresh);
        let leader = self.leader.borrow();
        let leads = if leader.is_empty() { String::new() } else { format!(", {leader} leads") };
        let left = grouped(u64::try_from(left).unwrap_or(u64::MAX));
        let (done, all) = (grouped(done), grouped(all));
        note(&format!(
            "{}: {done} of {all} matches, {rate} a second, about {left} s left{leads}",
            self.title
        ));
    }

    /// It is over.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

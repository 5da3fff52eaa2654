//! Searches for turns.

use std::cell::Cell;

use game::EventKind;
use viewer::keys::Command;
use viewer::{Condition, Direction, Found, TurnSearch};

use crate::app::App;
use game::text::grouped;

/// How a search ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchResult {
    pub(crate) found: Option<Found>,
    /// Whether it was stopped before it found anything.
    pub(crate) is_stopped: bool,
}

impl App<'_> {
    /// Runs one of the commands that search for a turn, or that say who wrote a cell.
    pub(crate) fn run_search(&mut self, command: Command, stop: &dyn Fn() -> bool) {
        self.is_playing = false;
        match command {
            Command::NextEvent => {
                let result = self.search(Condition::notable_events(), Direction::Forwards, stop);
                self.go_to_event(result, stop, "no death, capture or hit follows");
            }
            Command::PreviousEvent => {
                let result = self.search(Condition::notable_events(), Direction::Backwards, stop);
                self.go_to_event(result, stop, "there was no death, capture or hit before");
            }
            Command::NextBreakpoint => {
                let result = self.search(self.conditions.clone(), Direction::Forwards, stop);
                self.go_to_breakpoint(result, stop, "no breakpoint follows");
            }
            Command::PreviousBreakpoint => {
                let result = self.search(self.conditions.clone(), Direction::Backwards, stop);
                self.go_to_breakpoint(result, stop, "there was no breakpoint before");
            }
            Command::NextWrite => {
                let result = self.search(vec![Condition::Written(self.cursor)], Direction::Forwards, stop);
                self.go_to_write(result, stop, "is not written any more");
            }
            Command::PreviousWrite => {
                let result = self.previous_write_of_cursor(stop);
                self.go_to_write(result, stop, "was not written before");
            }
            Command::GoToWrite => {
                let result = self.last_write_of_cursor(stop);
                self.go_to_write(result, stop, "was not written yet");
            }
            Command::WhoWrote => self.say_who_wrote(stop),
            _ => {}
        }
    }

    /// Searches from the turn that is shown.
    fn search(
        &mut self,
        conditions: Vec<Condition>,
        direction: Direction,
        stop: &dyn Fn() -> bool,
    ) -> SearchResult {
        let search = TurnSearch::new(&self.side().replay, conditions, direction);
        self.finish_search(search, stop)
    }

    /// The first turn up to `last` in which a breakpoint begins to hold.
    pub(crate) fn first_breakpoint_until(&mut self, last: u64, stop: &dyn Fn() -> bool) -> SearchResult {
        if self.conditions.is_empty() {
            return SearchResult { found: None, is_stopped: false };
        }
        let conditions = self.conditions.clone();
        let search = TurnSearch::new(&self.side().replay, conditions, Direction::Forwards).until(last);
        self.finish_search(search, stop)
    }

    fn finish_search(&mut self, search: TurnSearch, stop: &dyn Fn() -> bool) -> SearchResult {
        let is_stopped = Cell::new(false);
        let found = self.side_mut().replay.search(search, &|| {
            is_stopped.set(is_stopped.get() || stop());
            is_stopped.get()
        });
        SearchResult { found, is_stopped: is_stopped.get() }
    }

    fn go_to_event(&mut self, result: SearchResult, stop: &dyn Fn() -> bool, none: &str) {
        let Some(found) = result.found else { return self.say(result.reason(none)) };
        self.seek(found.turn, stop);
        let scene = self.side().replay.scene();
        let place = self.side().replay.happened().iter().find_map(|event| match event.kind {
            EventKind::Write { cell, .. } => scene.notable(event).map(|_| cell),
            EventKind::Death { .. } => None,
        });
        if let (None, Some(cell)) = (self.followed, place) {
            self.cursor = cell.min(self.last_cell());
        }
        let events = self.events_in_words().unwrap_or_default();
        self.say(events);
    }

    pub(crate) fn go_to_breakpoint(&mut self, result: SearchResult, stop: &dyn Fn() -> bool, none: &str) {
        if self.conditions.is_empty() {
            return self.say("there is no breakpoint: b adds one");
        }
        let Some(found) = result.found else { return self.say(result.reason(none)) };
        self.stops.insert(found.turn);
        self.seek(found.turn, stop);
        let condition = self.conditions.get(found.condition).map(ToString::to_string).unwrap_or_default();
        self.say(format!("breakpoint `{condition}`"));
    }

    fn go_to_write(&mut self, result: SearchResult, stop: &dyn Fn() -> bool, none: &str) {
        let cell = self.cursor;
        let Some(found) = result.found else {
            return self.say(result.reason(&format!("{} {none}", self.place_in_words(cell))));
        };
        // The cursor stays on the written cell.
        self.followed = None;
        self.seek(found.turn, stop);
        let held = self.side().text(cell).map(printable).unwrap_or_default();
        let writer = self.side().replay.happened().iter().rev().find_map(|event| match event.kind {
            EventKind::Write { cell: written, .. } if written == cell => Some(event.seat),
            _ => None,
        });
        let writer = writer.map(|seat| self.seat_in_words(seat)).unwrap_or_default();
        let place = self.place_in_words(cell);
        self.say(format!("{place}: {writer} wrote `{held}` in this turn"));
    }

    fn previous_write_of_cursor(&mut self, stop: &dyn Fn() -> bool) -> SearchResult {
        self.search(vec![Condition::Written(self.cursor)], Direction::Backwards, stop)
    }

    /// The last turn, up to and including this one, in which the cell under the cursor was written.
    fn last_write_of_cursor(&mut self, stop: &dyn Fn() -> bool) -> SearchResult {
        let cell = self.cursor;
        let replay = &self.side().replay;
        let is_write =
            |kind: EventKind| matches!(kind, EventKind::Write { cell: written, .. } if written == cell);
        if replay.happened().iter().any(|event| is_write(event.kind)) {
            let found = Found { turn: replay.turn(), condition: 0 };
            return SearchResult { found: Some(found), is_stopped: false };
        }
        self.previous_write_of_cursor(stop)
    }

    fn say_who_wrote(&mut self, stop: &dyn Fn() -> bool) {
        let cell = self.cursor;
        let place = self.place_in_words(cell);
        if let Some(write) = self.side().replay.last_write(cell) {
            let (writer, turn) = (self.seat_in_words(write.seat), grouped(write.turn));
            return self.say(format!("{place}: written by {writer} in turn {turn}; W goes there"));
        }
        if let Some(turn) = self.side().replay.by_hand(cell) {
            return self.say(format!("{place}: changed by hand after turn {}", grouped(turn)));
        }
        let message = match self.last_write_of_cursor(stop) {
            SearchResult { found: Some(found), .. } => {
                format!("{place}: written in turn {}; W goes there", grouped(found.turn))
            }
            SearchResult { is_stopped: true, .. } => "stopped".into(),
            SearchResult { .. } => match self.side().replay.scene().home(cell) {
                Some(seat) => {
                    format!(
                        "{place}: not written yet; the program of {} stood there",
                        self.seat_in_short(seat)
                    )
                }
                None => format!("{place}: not written yet"),
            },
        };
        self.say(message);
    }
}

impl SearchResult {
    /// The reason why it found nothing.
    fn reason(self, none: &str) -> String {
        if self.is_stopped { "stopped".into() } else { none.into() }
    }
}

/// A cell's text without control characters.
pub(crate) fn printable(text: &str) -> String {
    text.replace(game::is_unsafe_to_print, "·")
}

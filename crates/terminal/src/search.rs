//! Searches for turns.

use game::{EventKind, NotableKind};

use crate::app::App;
use crate::keys::Action;
use game::text::grouped;

impl App<'_> {
    /// Does one of the actions that look for a turn, or for who wrote something.
    pub(crate) fn search(&mut self, action: Action, stop: &dyn Fn() -> bool) {
        self.is_playing = false;
        match action {
            Action::NextEvent => {
                let found =
                    self.patiently(stop, |replay, _, stop| replay.next_notable(&NotableKind::ALL, stop));
                self.go_to_event(found, stop, "no death, capture or hit follows");
            }
            Action::PreviousEvent => {
                let found =
                    self.patiently(stop, |replay, _, stop| replay.previous_notable(&NotableKind::ALL, stop));
                self.go_to_event(found, stop, "there was no death, capture or hit before");
            }
            Action::NextBreak => {
                let found =
                    self.patiently(stop, |replay, conditions, stop| replay.next_where(conditions, stop));
                self.go_to_break(found, stop, "no breakpoint follows");
            }
            Action::PreviousBreak => {
                let found =
                    self.patiently(stop, |replay, conditions, stop| replay.previous_where(conditions, stop));
                self.go_to_break(found, stop, "there was no breakpoint before");
            }
            Action::NextWrite => {
                let cell = self.cursor;
                let found = self.patiently(stop, |replay, _, stop| replay.next_write(cell, stop));
                self.go_to_write(found, stop, "is not written any more");
            }
            Action::PreviousWrite => {
                let cell = self.cursor;
                let found = self.patiently(stop, |replay, _, stop| replay.previous_write(cell, stop));
                self.go_to_write(found, stop, "was not written before");
            }
            Action::ToWrite => {
                let found = self.last_write_of_cursor(stop);
                self.go_to_write(found, stop, "was not written yet");
            }
            Action::WhoWrote => self.say_who_wrote(stop),
            _ => {}
        }
    }

    fn go_to_event(&mut self, (found, stopped): (Option<u64>, bool), stop: &dyn Fn() -> bool, none: &str) {
        let Some(turn) = found else { return self.say(if stopped { "stopped" } else { none }) };
        self.seek(turn, stop);
        let scene = self.side().replay.scene();
        let place = self.side().replay.happened().iter().find_map(|event| match event.kind {
            EventKind::Write { cell, .. } => scene.notable(event).map(|_| cell),
            EventKind::Death { .. } => None,
        });
        if let (None, Some(cell)) = (self.followed, place) {
            self.cursor = cell.min(self.last_cell());
        }
        let told = self.events_in_words().unwrap_or_default();
        self.say(told);
    }

    pub(crate) fn go_to_break(
        &mut self,
        (found, stopped): (Option<(u64, usize)>, bool),
        stop: &dyn Fn() -> bool,
        none: &str,
    ) {
        if self.conditions.is_empty() {
            return self.say("there is no breakpoint: b adds one");
        }
        let Some((turn, index)) = found else { return self.say(if stopped { "stopped" } else { none }) };
        self.stops.insert(turn);
        self.seek(turn, stop);
        let condition = self.conditions.get(index).map(ToString::to_string).unwrap_or_default();
        self.say(format!("breakpoint `{condition}`"));
    }

    fn go_to_write(&mut self, (found, stopped): (Option<u64>, bool), stop: &dyn Fn() -> bool, none: &str) {
        let cell = self.cursor;
        let Some(turn) = found else {
            return self.say(if stopped { "stopped".into() } else { format!("cell {cell} {none}") });
        };
        // The cursor stays where the write is.
        self.followed = None;
        self.seek(turn, stop);
        let held = self.side().text(cell).map(shown).unwrap_or_default();
        let writer = self.side().replay.happened().iter().rev().find_map(|event| match event.kind {
            EventKind::Write { cell: written, .. } if written == cell => Some(event.seat),
            _ => None,
        });
        let writer = writer.map(|seat| self.seat_in_words(seat)).unwrap_or_default();
        self.say(format!("cell {cell}: {writer} wrote `{held}` in this turn"));
    }

    /// The last turn, this one included, in which the cell under the cursor was written.
    fn last_write_of_cursor(&mut self, stop: &dyn Fn() -> bool) -> (Option<u64>, bool) {
        let cell = self.cursor;
        let replay = &self.side().replay;
        let is_write =
            |kind: EventKind| matches!(kind, EventKind::Write { cell: written, .. } if written == cell);
        if replay.happened().iter().any(|event| is_write(event.kind)) {
            return (Some(replay.turn()), false);
        }
        self.patiently(stop, |replay, _, stop| replay.previous_write(cell, stop))
    }

    fn say_who_wrote(&mut self, stop: &dyn Fn() -> bool) {
        let cell = self.cursor;
        if let Some(write) = self.side().replay.last_write(cell) {
            let (writer, turn) = (self.seat_in_words(write.seat), grouped(write.turn));
            return self.say(format!("cell {cell}: written by {writer} in turn {turn}; W goes there"));
        }
        if let Some(turn) = self.side().replay.by_hand(cell) {
            return self.say(format!("cell {cell}: changed by hand after turn {}", grouped(turn)));
        }
        let told = match self.last_write_of_cursor(stop) {
            (Some(turn), _) => format!("cell {cell}: written in turn {}; W goes there", grouped(turn)),
            (None, true) => "stopped".into(),
            (None, false) => match self.side().replay.scene().home(cell) {
                Some(seat) => {
                    format!(
                        "cell {cell}: not written yet; the program of {} stood there",
                        self.seat_in_short(seat)
                    )
                }
                None => format!("cell {cell}: not written yet"),
            },
        };
        self.say(told);
    }
}

/// A cell's text without what would steer a terminal.
pub(crate) fn shown(text: &str) -> String {
    text.replace(game::steers, "·")
}

//! The whole picture.

use std::cmp::Ordering;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use viewer::End;

use crate::app::{App, Fork, Overlay, Watched};
use crate::help;
use crate::search::printable;
use crate::side::Side;
use crate::text::wrapped;
use game::Shape;
use game::text::grouped;

/// From this width on, the first line begins with the game's name.
const ROOM_FOR_GAME: u16 = 60;

/// The most lines in the title of a board.
const MAX_TITLE_LINES: u16 = 3;

impl App<'_> {
    /// Draws the picture into a window of the size that was set by [`App::fit`].
    pub fn draw(&self, out: &mut Buffer) {
        let layout = self.layout();
        self.draw_header(layout.header, out);
        self.draw_legend(layout.legend, out);
        for (side, board) in self.sides().into_iter().zip(&layout.boards) {
            let differing = self.fork.as_ref().map_or(&[][..], |fork| &fork.differing);
            let rest = self.draw_title(side, *board, out);
            self.draw_board(side, differing, rest, out);
        }
        self.draw_panels(layout.panels, out);
        self.draw_timeline(layout.timeline, out);
        self.draw_status(layout.status, out);
        let middle = Rect {
            height: self.area.height.saturating_sub(2),
            y: self.area.y + 1.min(self.area.height),
            ..self.area
        };
        match self.overlay {
            Some(Overlay::Help { first }) => help::draw(first, self.theme, middle, out),
            Some(Overlay::Breakpoints { chosen }) => self.draw_breakpoints(chosen, middle, out),
            Some(Overlay::Explanation { chosen }) => self.draw_explanation(chosen, middle, out),
            None => {}
        }
    }

    /// The original, and the fork if there is one.
    pub(crate) fn sides(&self) -> Vec<&Side<'_>> {
        std::iter::once(&self.original).chain(self.fork.as_ref().map(|fork| &fork.side)).collect()
    }

    fn draw_header(&self, area: Rect, out: &mut Buffer) {
        let (turn, last) = (grouped(self.turn()), grouped(self.last_turn()));
        let is_known =
            self.sides().iter().all(|side| side.replay.end().is_some() || side.replay.first_turn() == 0);
        let more = if is_known { "" } else { "+" };
        let state = if self.is_playing { "▶" } else { "‖" };
        let game = self.side().replay.lineup().game().info().name;
        let mut parts = Vec::new();
        if area.width >= ROOM_FOR_GAME {
            parts.push(game.to_owned());
        }
        parts.push(format!("turn {turn} of {last}{more}"));
        parts.extend(self.end_in_words());
        let differences = self.original.replay.differences();
        if !differences.is_empty() {
            let what: Vec<&str> = differences.iter().map(|difference| difference.what).collect();
            parts.insert(0, format!("NOT WHAT THE RECORD SAYS ({})", what.join(", ")));
        }
        parts.push(format!("{state} {}", self.speed.shown()));
        parts.extend(self.followed_in_words().map(|followed| format!("following {followed}")));
        let style = Style::new().add_modifier(Modifier::REVERSED);
        out.set_style(area, style);
        print(&parts.join(" · "), style, area, out);
    }

    /// How the match ended, if its end is shown.
    fn end_in_words(&self) -> Option<String> {
        let replay = &self.side().replay;
        let end = replay.end().filter(|end| end.turn() == replay.turn())?;
        Some(match end {
            End::CutOff { cause, .. } => format!("cut off: {}", printable(cause)),
            End::Outcome(outcome) => {
                let why = printable(&replay.lineup().game().why_in_words(outcome, replay.names()));
                match outcome.winner() {
                    Some(seat) => format!("{} wins: {why}", self.seat_in_words(seat)),
                    None => format!("a draw: {why}"),
                }
            }
        })
    }

    fn draw_legend(&self, area: Rect, out: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        let mut x = area.x;
        for seat in self.seats_of_legend(area.width.into()) {
            let style = self.theme.seat(Some(seat)).add_modifier(Modifier::BOLD);
            let room = usize::from(area.right() - x);
            (x, _) = out.set_stringn(x, area.y, format!("{}  ", self.seat_in_words(seat)), room, style);
        }
    }

    /// All seats. If there is no room for all, the seat that the cursor follows comes first.
    fn seats_of_legend(&self, room: usize) -> impl Iterator<Item = usize> {
        let seats = self.side().seats();
        let needed: usize = (0..seats).map(|seat| self.seat_in_words(seat).chars().count() + 2).sum();
        let followed = self.followed.map_or(0, |followed| followed.seat);
        let first = if needed > room { followed } else { 0 };
        (0..seats).map(move |place| (first + place) % seats)
    }

    /// If there is a fork, draws which board is which. Returns the rest of the area.
    fn draw_title(&self, side: &Side, area: Rect, out: &mut Buffer) -> Rect {
        let Some(fork) = &self.fork else { return area };
        let room = area.width.saturating_sub(2);
        // Both boards begin on the same line.
        let titles = [&self.original, &fork.side].map(|side| wrapped(&self.title_of(side, fork), room));
        let height = titles.iter().map(Vec::len).max().unwrap_or(1);
        let height = u16::try_from(height).unwrap_or(1).min(MAX_TITLE_LINES).min(area.height);
        let is_fork = std::ptr::eq(side, &raw const fork.side);
        let is_watched = (self.watched == Watched::Fork) == is_fork;
        let (mark, weight) = if is_watched { ("▸ ", Modifier::BOLD) } else { ("  ", Modifier::DIM) };
        let style = Style::new().add_modifier(weight);
        for (nth, (line, y)) in titles[usize::from(is_fork)].iter().zip(area.y..area.y + height).enumerate() {
            let mark = if nth == 0 { mark } else { "  " };
            print(&format!("{mark}{line}"), style, Rect { y, height: 1, ..area }, out);
        }
        Rect { y: area.y + height, height: area.height - height, ..area }
    }

    /// Which board this is, and how the two differ.
    fn title_of(&self, side: &Side, fork: &Fork) -> String {
        let is_fork = std::ptr::eq(side, &raw const fork.side);
        let turn = side.replay.turn();
        let what = if is_fork {
            format!("fork of turn {}", grouped(side.replay.first_turn()))
        } else {
            "original".into()
        };
        match (turn.cmp(&self.turn()), self.differing_cells()) {
            (Ordering::Less, _) => format!("{what}, over in turn {}", grouped(turn)),
            (Ordering::Greater, _) => format!("{what}, before it begins"),
            (Ordering::Equal, _) if self.original.replay.turn() != fork.side.replay.turn() => what,
            (Ordering::Equal, Some(1)) if is_fork => format!("{what}: 1 cell differs"),
            (Ordering::Equal, Some(cells)) if is_fork => {
                format!("{what}: {} cells differ", grouped(cells as u64))
            }
            (Ordering::Equal, _) => what,
        }
    }

    fn draw_status(&self, area: Rect, out: &mut Buffer) {
        let lines = self.status_lines();
        let is_error = self.prompt.as_ref().is_some_and(|prompt| prompt.error.is_some());
        let skipped = lines.len().saturating_sub(area.height.into());
        for (index, (line, y)) in lines.iter().zip(0..).skip(skipped).enumerate() {
            let is_typed = self.prompt.is_some() && y + 1 == lines.len();
            let style = match (&self.prompt, is_typed, is_error) {
                (Some(_), false, true) => self.theme.failure(),
                (Some(_), false, false) => self.theme.quiet(),
                _ => Style::new(),
            };
            let y = area.y + u16::try_from(index).unwrap_or(0);
            print(line, style, Rect { y, height: 1, ..area }, out);
        }
        let hint = "? help";
        let room = lines.first().map_or(0, |line| line.chars().count()) + hint.len() + 2;
        if self.prompt.is_none() && room <= usize::from(area.width) && area.height > 0 {
            out.set_string(area.right() - 6, area.y, hint, self.theme.quiet());
        }
    }

    /// The place of a cell. On a grid it includes the cell's number, which breakpoints and changes use.
    pub(crate) fn place_in_words(&self, cell: usize) -> String {
        let shape = self.side().replay.scene().shape();
        match shape {
            Shape::Grid { .. } => format!("{} (cell {cell})", shape.place_in_words(cell)),
            Shape::Ring { .. } | Shape::Row { .. } => shape.place_in_words(cell),
        }
    }

    /// The cell under the cursor, in words.
    pub(crate) fn cell_in_words(&self) -> String {
        let side = self.side();
        let Some(text) = side.text(self.cursor) else { return String::new() };
        let mut parts = vec![format!("{}: `{}`", self.place_in_words(self.cursor), printable(text))];
        if let Some(write) = side.replay.last_write(self.cursor) {
            parts.push(format!("by {} in turn {}", self.seat_in_short(write.seat), grouped(write.turn)));
        }
        if let Some(turn) = side.replay.by_hand(self.cursor) {
            parts.push(format!("by hand after turn {}", grouped(turn)));
        }
        if let Some(seat) = side.replay.scene().home(self.cursor) {
            parts.push(format!("home of {}", self.seat_in_short(seat)));
        }
        parts.extend(
            side.agents_on(self.cursor)
                .map(|agent| format!("{} of {}", agent.role, self.seat_in_short(agent.seat))),
        );
        if !side.replay.knows_writers() {
            parts.push("writers unknown".into());
        }
        parts.join(", ")
    }
}

/// Writes a text into the first line of an area.
pub(crate) fn print(text: &str, style: Style, area: Rect, out: &mut Buffer) {
    if !area.is_empty() {
        out.set_stringn(area.x, area.y, text, area.width.into(), style);
    }
}

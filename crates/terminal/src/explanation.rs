//! The explanation of a match: sentences, each of which leads to its turn.

use game::text::grouped;
use game::{ExplanationStep, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use viewer::End;
use viewer::explain::explain;

use crate::app::{App, Overlay};
use crate::help;
use crate::search::printable;
use crate::text::wrapped;

/// Columns beside a sentence: the margins of the list and the mark of the chosen one.
const MARGIN: u16 = 6;

/// The lines of the list that are not sentences: the title and the keys.
const OTHER_LINES: usize = 2;

/// Longer lines are hard to read.
const MAX_WIDTH: u16 = 100;

impl App<'_> {
    /// Shows why the program in focus did not win; if it won, or none is in focus, why the best of the others did not.
    pub(crate) fn explain(&mut self, stop: &dyn Fn() -> bool) {
        self.is_playing = false;
        let focused = self.followed.map(|followed| followed.seat);
        // After a sentence has led to a cell, no program is in focus, and the explanation stays the same.
        let is_other = |explained: &Explained| focused.is_some() && explained.focused != focused;
        let is_new = self.side().explained.as_ref().is_none_or(is_other);
        if is_new && !self.find_explanation(focused, stop) {
            return self.say("stopped");
        }
        let chosen = self.side().explained.as_ref().map_or(0, |explained| explained.chosen);
        self.overlay = Some(Overlay::Explanation { chosen });
    }

    /// Returns whether it finished without being stopped.
    fn find_explanation(&mut self, focused: Option<Seat>, stop: &dyn Fn() -> bool) -> bool {
        let side = self.side_mut();
        if !side.replay.survey(u64::MAX, stop) {
            return false;
        }
        let winner = match side.replay.end() {
            Some(End::Outcome(outcome)) => outcome.winner(),
            _ => None,
        };
        let seat = focused.filter(|seat| Some(*seat) != winner);
        let Ok(found) = explain(&mut side.replay, seat, stop) else { return false };
        side.explained = Some(Explained { focused, seat: found.seat, links: found.links, chosen: 0 });
        true
    }

    /// Goes to the turn and the cell that the chosen sentence is about.
    pub(crate) fn go_to_sentence(&mut self, chosen: usize, stop: &dyn Fn() -> bool) {
        let Some(explained) = &mut self.side_mut().explained else { return };
        let Some(link) = explained.links.get(chosen).cloned() else { return };
        explained.chosen = chosen;
        let Some(turn) = link.turn else { return };
        self.overlay = None;
        if let Some(cell) = link.cell {
            self.followed = None;
            self.cursor = cell.min(self.last_cell());
        }
        self.stop_at(turn, stop);
        if self.turn() == turn {
            self.say(format!("{} (y: the other sentences)", printable(&link.sentence)));
        }
    }

    /// The number of sentences to choose from.
    pub(crate) fn sentences(&self) -> usize {
        self.side().explained.as_ref().map_or(0, |explained| explained.links.len())
    }

    /// Draws the sentences, one of them selected.
    pub(crate) fn draw_explanation(&self, chosen: usize, area: Rect, out: &mut Buffer) {
        let Some(explained) = &self.side().explained else { return };
        let title = format!("how did it come to this? ({})", self.seat_in_words(explained.seat));
        let mut lines = vec![(title, Style::new().add_modifier(Modifier::BOLD))];
        let sentences = explained.lines(chosen, area.width.min(MAX_WIDTH).saturating_sub(MARGIN));
        let rows = usize::from(area.height).saturating_sub(OTHER_LINES).max(1);
        // The selected sentence is completely visible, if there is room for it.
        let last = sentences.iter().rposition(|(nth, _)| *nth == chosen).map_or(0, |last| last + 1);
        let shown = sentences.into_iter().skip(last.saturating_sub(rows)).take(rows);
        lines.extend(shown.map(|(nth, text)| {
            let weight = if nth == chosen { Modifier::BOLD } else { Modifier::empty() };
            (text, Style::new().add_modifier(weight))
        }));
        lines.push(("j k: choose   Enter: go to its turn   Esc: close".into(), self.theme.quiet()));
        help::draw_lines(&lines, area, out);
    }
}

/// The explanation of a match, as it is shown.
pub(crate) struct Explained {
    /// The seat that was in focus.
    focused: Option<Seat>,
    /// The seat that it explains.
    seat: Seat,
    links: Vec<ExplanationStep>,
    /// The sentence to which the user went last.
    chosen: usize,
}

impl Explained {
    /// Lines, each with the number of its sentence.
    fn lines(&self, chosen: usize, width: u16) -> Vec<(usize, String)> {
        let mut lines = Vec::new();
        for (nth, link) in self.links.iter().enumerate() {
            let turn = link.turn.map_or_else(String::new, |turn| format!(" [{}]", grouped(turn)));
            let text = format!("{}{turn}", printable(&link.sentence));
            let mark = if nth == chosen { "▸ " } else { "  " };
            for (row, line) in wrapped(&text, width).into_iter().enumerate() {
                lines.push((nth, format!("{}{line}", if row == 0 { mark } else { "  " })));
            }
        }
        lines
    }
}

//! Draws the panels beside the board.

use game::{LineRole, Panel, PanelLine};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use viewer::Condition;

use crate::app::App;
use crate::screen::print;
use crate::side::Side;
use crate::theme::{letter, line_mark};
use game::text::grouped;

/// The most different numbers that are listed.
const MAX_DIFFERENCES: usize = 12;

impl App<'_> {
    /// Draws the panels of the side that keys work on. The panels of the agent that the cursor follows come first.
    pub(crate) fn draw_panels(&self, area: Rect, out: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        let side = self.side();
        let of_debugger = [self.differences(), self.watched_cells()];
        let mut panels: Vec<&Panel> = of_debugger.iter().flatten().chain(side.panels()).collect();
        if let Some(followed) = self.followed {
            panels.sort_by_key(|panel| panel.seat.is_some_and(|seat| seat != followed.seat));
        }
        let is_beside = area.x > self.area.x;
        let inside = if is_beside {
            Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area }
        } else {
            area
        };
        if is_beside {
            for y in area.y..area.bottom() {
                print("│", self.theme.quiet(), Rect { y, height: 1, ..area }, out);
            }
        }
        let lines: Vec<(String, Style)> = panels.iter().flat_map(|panel| self.panel_lines(panel)).collect();
        let first = self.panel_scroll.min(lines.len().saturating_sub(1));
        for (y, (text, style)) in (inside.y..inside.bottom()).zip(lines.iter().skip(first)) {
            print(text, *style, Rect { y, height: 1, ..inside }, out);
        }
    }

    /// The content of the cells in breakpoints, and who wrote it.
    fn watched_cells(&self) -> Option<Panel> {
        let mut cells: Vec<usize> = self.conditions.iter().filter_map(Condition::cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let line = |cell: &usize| Some(PanelLine::plain(self.held(*cell)?));
        let lines: Vec<PanelLine> = cells.iter().filter_map(line).collect();
        (!lines.is_empty()).then(|| Panel { title: "watched".into(), seat: None, lines })
    }

    fn held(&self, cell: usize) -> Option<String> {
        let text = self.side().text(cell)?;
        let by = self.side().replay.last_write(cell).map_or(String::new(), |write| {
            format!(" by {} in turn {}", self.seat_in_short(write.seat), grouped(write.turn))
        });
        Some(format!("{cell} `{text}`{by}"))
    }

    /// If there is a fork, the changes made to it, and the numbers that differ at this turn.
    fn differences(&self) -> Option<Panel> {
        let fork = self.fork.as_ref()?;
        let changes = fork.changes.iter().map(|change| PanelLine::new(change, LineRole::Added));
        let lines = changes.chain(self.numbers_that_differ(&fork.side)).collect();
        Some(Panel { title: "original → fork".into(), seat: None, lines })
    }

    /// The numbers that differ from the original. Empty if the sides stand at different turns.
    fn numbers_that_differ(&self, fork: &Side) -> Vec<PanelLine> {
        let original = &self.original;
        if fork.replay.turn() != original.replay.turn() {
            return Vec::new();
        }
        let numbers = original.frame.registers.iter().zip(&fork.frame.registers);
        let lines = numbers.flat_map(|((name, ours), (_, theirs))| {
            let differ = ours.iter().zip(theirs).enumerate().filter(|(_, (ours, theirs))| ours != theirs);
            differ.map(move |(seat, (ours, theirs))| {
                PanelLine::plain(format!("{} {name} {ours} → {theirs}", letter(seat)))
            })
        });
        lines.take(MAX_DIFFERENCES).collect()
    }

    fn panel_lines(&self, panel: &Panel) -> Vec<(String, Style)> {
        let title = match panel.seat {
            Some(seat) => format!("{} {}", letter(seat), panel.title),
            None => panel.title.clone(),
        };
        let seat_style = panel.seat.map_or(Style::new(), |seat| self.theme.seat(Some(seat)));
        let heavy = seat_style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        let mut lines = vec![(title, heavy)];
        for line in &panel.lines {
            lines.push((format!("{}{}", line_mark(line.role), line.text), self.theme.line(line.role)));
        }
        lines.push((String::new(), Style::new()));
        lines
    }
}

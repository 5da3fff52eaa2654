//! A board with one line per cell.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Canvas;
use crate::screen::print;
use crate::theme::{agent_letter, letter};
use game::text::grouped;

/// Columns for the agents on a cell.
const AGENTS: usize = 4;
/// From this width on, lines also show who wrote their cell.
const WIDE: u16 = 40;
/// Columns for the writer.
const WRITER: u16 = 16;

/// The cells of the lines around the cursor.
pub(super) fn first_cells(
    cells: usize,
    is_ring: bool,
    cursor: usize,
    area: Rect,
) -> impl Iterator<Item = usize> {
    let lines = usize::from(area.height).min(cells);
    let first = if lines == cells {
        0
    } else if is_ring {
        (cursor + cells - lines / 2) % cells
    } else {
        cursor.saturating_sub(lines / 2).min(cells - lines)
    };
    (first..first + lines).map(move |cell| cell % cells)
}

impl Canvas<'_> {
    /// Draws the cells around the cursor with everything known about each, and returns which cells they are.
    pub(super) fn draw_lines(&self, area: Rect, out: &mut Buffer) -> Vec<Range<usize>> {
        let cells = self.side.cells();
        let shown: Vec<usize> = first_cells(cells, self.is_ring(), self.app.cursor, area).collect();
        let texts = self.side.texts_from(shown.first().copied().unwrap_or(0));
        for ((&cell, text), y) in shown.iter().zip(texts).zip(area.y..) {
            self.draw_line(cell, text, Rect { y, height: 1, ..area }, out);
        }
        shown.into_iter().map(|cell| cell..cell + 1).collect()
    }

    fn draw_line(&self, cell: usize, text: &str, line: Rect, out: &mut Buffer) {
        let (theme, scene) = (self.app.theme, self.side.replay.scene());
        let width = self.side.cells().saturating_sub(1).to_string().len();
        let mark = if cell == self.app.cursor { '▸' } else { ' ' };
        let differs = if self.differs(cell, 1) { '~' } else { ' ' };
        print(&format!("{mark}{cell:width$}{differs}"), theme.quiet(), line, out);
        let glyph = scene.glyph(text);
        let mut style = theme.seat(self.side.owner(cell, &glyph));
        if scene.home(cell).is_some() {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if self.differs(cell, 1) {
            style = style.patch(theme.differing());
        }
        let agents: Vec<_> = self.side.agents_on(cell).collect();
        let letters: String =
            agents.iter().take(AGENTS - 1).map(|agent| agent_letter(&self.side.agents, agent)).collect();
        let left = width + 3;
        if let Some(agent) = agents.first() {
            print(&letters, theme.agent(agent), skipped(line, left), out);
            style = style.add_modifier(Modifier::BOLD);
        }
        let mut room = skipped(line, left + AGENTS);
        if line.width >= WIDE {
            room.width = room.width.saturating_sub(WRITER);
            self.draw_writer(cell, Rect { x: room.right(), width: WRITER, ..room }, out);
        }
        print(&crate::search::printable(text), style, room, out);
    }

    fn draw_writer(&self, cell: usize, room: Rect, out: &mut Buffer) {
        let Some(write) = self.side.replay.last_write(cell) else { return };
        let text = format!("  {} {}", letter(write.seat), grouped(write.turn));
        let style: Style = self.app.theme.seat(Some(write.seat));
        print(&text, style, room, out);
    }
}

/// The rest of a line after some columns.
fn skipped(line: Rect, columns: usize) -> Rect {
    let columns = u16::try_from(columns).unwrap_or(u16::MAX).min(line.width);
    Rect { x: line.x + columns, width: line.width - columns, ..line }
}

//! A board in rows and columns.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::Canvas;
use crate::theme::{Age, agent_letter};

/// Land is fresh if it was written in this many last turns: it shows where an agent comes from.
const TRAIL: u64 = 12;

/// The part of a grid that fits into an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    area: Rect,
    /// Characters per cell: two make it square.
    each: u16,
    columns: usize,
    first_row: usize,
    first_column: usize,
    shown_rows: usize,
    shown_columns: usize,
}

impl Window {
    pub(super) fn of(rows: usize, columns: usize, cursor: usize, area: Rect) -> Self {
        let each = if usize::from(area.width) >= 2 * columns { 2 } else { 1 };
        let shown_rows = rows.min(area.height.into());
        let shown_columns = columns.min((area.width / each).into());
        let (row, column) = (cursor / columns.max(1), cursor % columns.max(1));
        let first_row = row.saturating_sub(shown_rows / 2).min(rows - shown_rows);
        let first_column = column.saturating_sub(shown_columns / 2).min(columns - shown_columns);
        Self { area, each, columns, first_row, first_column, shown_rows, shown_columns }
    }

    pub(super) fn cell_at(self, x: u16, y: u16) -> Option<usize> {
        let row = usize::from(y.checked_sub(self.area.y)?);
        let column = usize::from(x.checked_sub(self.area.x)? / self.each);
        let is_shown = row < self.shown_rows && column < self.shown_columns;
        is_shown.then_some((self.first_row + row) * self.columns + self.first_column + column)
    }
}

impl Canvas<'_> {
    pub(super) fn draw_grid(&self, rows: usize, columns: usize, area: Rect, out: &mut Buffer) {
        let window = Window::of(rows, columns, self.app.cursor, area);
        for (line, y) in (0..window.shown_rows).zip(area.y..) {
            let first = (window.first_row + line) * columns + window.first_column;
            let cells = first..first + window.shown_columns;
            let places = (area.x..).step_by(window.each.into());
            for ((cell, text), x) in cells.zip(self.side.texts_from(first)).zip(places) {
                self.draw_square(cell, text, Rect { x, y, width: window.each, height: 1 }, out);
            }
        }
    }

    fn draw_square(&self, cell: usize, text: &str, square: Rect, out: &mut Buffer) {
        let theme = self.app.theme;
        let glyph = self.side.replay.scene().glyph(text);
        let owner = self.side.owner(cell, &glyph);
        let (mut style, mut second) =
            if glyph.is_blank { (theme.quiet(), ' ') } else { (theme.land(owner, self.age(cell)), ' ') };
        if let Some(agent) = self.side.agents_on(cell).next() {
            (style, second) = (theme.agent(agent), agent_letter(&self.side.agents, agent));
        }
        if self.differs(cell, 1) {
            style = style.patch(theme.differing());
            second = if second == ' ' { '~' } else { second };
        }
        if cell == self.app.cursor {
            style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
            second = if second == ' ' { '<' } else { second };
        }
        for (x, character) in (square.x..square.right()).zip([glyph.symbol, second]) {
            if let Some(drawn) = out.cell_mut((x, square.y)) {
                drawn.set_char(character).set_style(style);
            }
        }
    }

    fn age(&self, cell: usize) -> Age {
        let now = self.side.replay.turn();
        let is_fresh = self.side.replay.last_write(cell).is_some_and(|write| now - write.turn < TRAIL);
        if is_fresh { Age::Fresh } else { Age::Old }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_that_does_not_fit_is_shown_around_the_cursor() {
        let area = Rect { x: 1, y: 2, width: 20, height: 5 };
        let window = Window::of(16, 32, 10 * 32 + 31, area);
        assert_eq!((window.each, window.first_row, window.first_column), (1, 8, 12));
        assert_eq!(window.cell_at(1, 2), Some(8 * 32 + 12));
        assert_eq!(window.cell_at(20, 6), Some(12 * 32 + 31));
        let whole = Window::of(16, 32, 0, Rect { width: 70, height: 20, ..area });
        assert_eq!((whole.each, whole.cell_at(4, 3), whole.cell_at(66, 3)), (2, Some(33), None));
    }
}

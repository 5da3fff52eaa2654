//! A part of a board in rows: the symbols of its cells, or several cells per character.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Canvas;
use super::crowd::Crowd;
use crate::app::Overview;
use crate::walk::Walk;

/// A board cut into rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rows {
    cells: usize,
    /// Cells per character.
    each: usize,
    /// Characters per row.
    columns: usize,
    /// Columns that the addresses take up.
    gutter: usize,
}

impl Rows {
    /// Rows for this width. If ten characters fit, each row has a multiple of ten.
    pub(super) fn of(cells: usize, each: usize, width: u16) -> Self {
        let gutter = cells.saturating_sub(1).to_string().len() + 1;
        let room = usize::from(width).saturating_sub(gutter).max(1);
        let round = if room >= 10 { room - room % 10 } else { room };
        let each = each.clamp(1, cells.max(1));
        Self { cells, each, columns: round.min(cells.div_ceil(each)), gutter }
    }

    pub(super) fn cells_per_row(self) -> usize {
        (self.columns * self.each).max(1)
    }

    /// The numbers of the rows around a cell that fit into this many lines. On a ring, the first row follows the last.
    fn around(self, is_ring: bool, cell: usize, lines: usize) -> Vec<usize> {
        let all = self.cells.div_ceil(self.cells_per_row());
        let middle = cell / self.cells_per_row();
        if all <= lines {
            (0..all).collect()
        } else if is_ring {
            (0..lines).map(|line| (middle + all - lines / 2 + line) % all).collect()
        } else {
            let first = middle.saturating_sub(lines / 2).min(all - lines);
            (first..first + lines).collect()
        }
    }

    fn range(self, row: usize) -> Range<usize> {
        let first = row * self.cells_per_row();
        first..(first + self.cells_per_row()).min(self.cells)
    }

    /// The cell that is drawn at a place.
    pub(super) fn cell_at(self, is_ring: bool, cursor: usize, area: Rect, x: u16, y: u16) -> Option<usize> {
        let height = usize::from(lines_per_row(area));
        let row = self.around(is_ring, cursor, usize::from(area.height) / height);
        let row = *row.get(usize::from(y.checked_sub(area.y)?) / height)?;
        let column = usize::from(x.checked_sub(area.x)?).checked_sub(self.gutter)?;
        let cell = self.range(row).start + column * self.each;
        (column < self.columns && cell < self.cells).then_some(cell)
    }
}

/// If there is room, each row has a line for marks below it.
fn lines_per_row(area: Rect) -> u16 {
    if area.height >= 2 { 2 } else { 1 }
}

impl Canvas<'_> {
    /// Draws the rows around the cursor, and returns the cells in them.
    pub(super) fn draw_symbols(&self, each: usize, area: Rect, out: &mut Buffer) -> Vec<Range<usize>> {
        let rows = Rows::of(self.side.cells(), each, area.width);
        let height = lines_per_row(area);
        let shown = rows.around(self.is_ring(), self.app.cursor, usize::from(area.height / height));
        for (&row, y) in shown.iter().zip((area.y..).step_by(height.into())) {
            let range = rows.range(row);
            let width = rows.gutter - 1;
            out.set_stringn(
                area.x,
                y,
                format!("{:>width$}", range.start),
                area.width.into(),
                self.app.theme.quiet(),
            );
            let x = area.x + u16::try_from(rows.gutter).unwrap_or(u16::MAX);
            let line = Rect { x, y, width: area.right().saturating_sub(x), height };
            if rows.each == 1 {
                self.draw_row(range, line, out);
            } else {
                self.draw_crowds(range, rows.each, line, out);
            }
        }
        shown.into_iter().map(|row| rows.range(row)).collect()
    }

    fn draw_row(&self, range: Range<usize>, line: Rect, out: &mut Buffer) {
        let scene = self.side.replay.scene();
        let texts = self.side.texts_from(range.start);
        for ((cell, text), x) in range.zip(texts).zip(line.x..line.right()) {
            let glyph = scene.glyph(text);
            let mut style = self.app.theme.seat(self.side.owner(cell, &glyph));
            if scene.home(cell).is_some() {
                style = style.add_modifier(Modifier::UNDERLINED);
            }
            self.draw_place(cell..cell + 1, glyph.symbol, style, (x, line), out);
        }
    }

    fn draw_crowds(&self, range: Range<usize>, each: usize, line: Rect, out: &mut Buffer) {
        for (crowd, x) in Crowd::on(self.side, range, each).iter().zip(line.x..line.right()) {
            let symbol = match self.app.overview {
                Overview::Shades => crowd.shade(),
                Overview::Letters => crowd.letter(),
            };
            let style = self.app.theme.seat(crowd.owner());
            self.draw_place(crowd.first..crowd.first + crowd.cells, symbol, style, (x, line), out);
        }
    }

    /// Draws a character for some cells. Below it, draws the agent on them, the cursor, a mark for differences, or a mark
    /// where an agent walked.
    fn draw_place(
        &self,
        cells: Range<usize>,
        symbol: char,
        style: Style,
        (x, line): (u16, Rect),
        out: &mut Buffer,
    ) {
        let agent = self.agent_letter(cells.start, cells.len());
        let differs = self.differs(cells.start, cells.len());
        let is_cursor = cells.contains(&self.app.cursor);
        let Some(drawn) = out.cell_mut((x, line.y)) else { return };
        drawn.set_char(symbol).set_style(style);
        if differs {
            drawn.set_style(self.app.theme.differing());
        }
        if let Some((_, style)) = agent {
            drawn.set_style(style);
        }
        if is_cursor {
            drawn.set_style(Modifier::BOLD);
        }
        if line.height < 2 {
            return;
        }
        let Some(below) = out.cell_mut((x, line.y + 1)) else { return };
        match (agent, is_cursor, differs) {
            (Some((letter, style)), true, _) => below.set_char(letter).set_style(style),
            (Some((letter, style)), false, _) => {
                below.set_char(letter).set_style(style.remove_modifier(Modifier::REVERSED))
            }
            (None, true, _) => below.set_char('^').set_style(Modifier::BOLD),
            (None, false, true) => below.set_char('~').set_style(self.app.theme.quiet()),
            (None, false, false) => match self.walk(cells.start) {
                Some((mark, style)) => below.set_char(mark).set_style(style),
                None => below,
            },
        };
    }

    /// The mark below a cell where an agent walked.
    fn walk(&self, cell: usize) -> Option<(char, Style)> {
        let on = |walk: &Walk| Some((walk.mark(cell)?, self.app.theme.seat(Some(walk.agent.seat))));
        self.side.walks.iter().find_map(on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_go_round_and_rows_end() {
        let rows = Rows::of(95, 1, 14);
        assert_eq!((rows.columns, rows.gutter), (10, 3));
        assert_eq!(rows.around(true, 3, 4), [8, 9, 0, 1]);
        assert_eq!(rows.around(false, 3, 4), [0, 1, 2, 3]);
        assert_eq!(rows.around(false, 94, 4), [6, 7, 8, 9]);
        assert_eq!(rows.around(true, 50, 20), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(rows.range(9), 90..95);
    }

    #[test]
    fn clicks_come_to_the_cell_that_is_drawn_there() {
        let area = Rect { x: 2, y: 5, width: 14, height: 8 };
        let rows = Rows::of(95, 1, area.width);
        let at = |x, y| rows.cell_at(true, 3, area, x, y);
        assert_eq!([at(5, 5), at(14, 6), at(5, 9), at(5, 7)], [Some(80), Some(89), Some(0), Some(90)]);
        assert_eq!(
            [at(2, 5), at(12, 7), at(15, 5)],
            [None; 3],
            "the address, past the last cell, past the row"
        );
    }

    #[test]
    fn no_size_is_too_small() {
        for (cells, each, width) in [(1, 1, 0), (1, 64, 1), (7, 4, 3), (usize::MAX / 4, 1 << 20, 40)] {
            let rows = Rows::of(cells, each, width);
            assert!(rows.cells_per_row() > 0 && !rows.around(true, 0, 3).is_empty());
        }
    }
}

//! The board: an overview with an enlarged part below it, or a grid.

mod crowd;
mod grid;
mod lines;
mod overview;
mod symbols;

use game::Shape;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use viewer::Different;

use crate::app::{App, Zoom};
use crate::side::Side;

/// If a board has at least this many lines, one line between its parts stays free.
const ROOMY: u16 = 14;

/// The places of the parts of a board in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts {
    overview: Rect,
    zoomed: Rect,
}

impl Parts {
    fn of(cells: usize, area: Rect) -> Self {
        let needed = cells.div_ceil(usize::from(area.width.max(1)));
        let allowed = usize::from((area.height / 4).clamp(1, 6));
        let height = u16::try_from(needed.min(allowed)).unwrap_or(1).min(area.height);
        let above = (height + u16::from(area.height >= ROOMY)).min(area.height);
        let overview = Rect { height, ..area };
        let zoomed = Rect { y: area.y + above, height: area.height - above, ..area };
        Self { overview, zoomed }
    }
}

impl App<'_> {
    /// Draws the board of a side, and marks differences from the other side.
    pub(crate) fn draw_board(&self, side: &Side, differing: &[Different], area: Rect, out: &mut Buffer) {
        let cells = side.cells();
        if cells == 0 || area.is_empty() {
            return;
        }
        let canvas = Canvas { app: self, side, differing };
        match side.replay.scene().shape() {
            Shape::Grid { rows, columns } => canvas.draw_grid(rows, columns, area, out),
            Shape::Ring { .. } | Shape::Row { .. } => {
                let parts = Parts::of(cells, area);
                let shown = match self.zoom {
                    Zoom::Lines => canvas.draw_lines(parts.zoomed, out),
                    Zoom::Cells(each) => canvas.draw_symbols(each, parts.zoomed, out),
                };
                canvas.draw_overview(&shown, parts.overview, out);
            }
        }
    }

    /// The number of cells that the cursor moves up or down.
    pub(crate) fn row_cells(&self) -> usize {
        let (Some(area), cells) = (self.layout().boards.first().copied(), self.original.cells()) else {
            return 1;
        };
        match (self.original.replay.scene().shape(), self.zoom) {
            (Shape::Grid { columns, .. }, _) => columns,
            (_, Zoom::Lines) => 1,
            (_, Zoom::Cells(each)) => symbols::Rows::of(cells, each, area.width).cells_per_row(),
        }
    }

    /// Handles a click: goes to a turn on the timeline, or to a cell on the board.
    pub fn click(&mut self, x: u16, y: u16, stop: &dyn Fn() -> bool) {
        let layout = self.layout();
        let at = (x, y).into();
        if layout.timeline.contains(at) {
            let scale = crate::timeline::Scale::of(&self.side().replay, layout.timeline.width);
            return self.stop_at(scale.turn_at(x - layout.timeline.x), stop);
        }
        let board = self.sides().len().min(layout.boards.len());
        let clicked = (0..board).find(|index| layout.boards[*index].contains(at));
        let Some(cell) = clicked.and_then(|index| self.cell_at(layout.boards[index], x, y)) else { return };
        self.followed = None;
        self.cursor = cell.min(self.last_cell());
    }

    /// The cell at a position in a board's area.
    fn cell_at(&self, area: Rect, x: u16, y: u16) -> Option<usize> {
        let titles = u16::from(self.fork.is_some());
        let area = Rect { y: area.y + titles, height: area.height.saturating_sub(titles), ..area };
        let cells = self.original.cells();
        if cells == 0 || !area.contains((x, y).into()) {
            return None;
        }
        if let Shape::Grid { rows, columns } = self.original.replay.scene().shape() {
            return grid::Window::of(rows, columns, self.cursor, area).cell_at(x, y);
        }
        let parts = Parts::of(cells, area);
        if parts.overview.contains((x, y).into()) {
            return overview::cell_at(cells, parts.overview, x, y);
        }
        let is_ring = matches!(self.original.replay.scene().shape(), Shape::Ring { .. });
        match self.zoom {
            Zoom::Lines => lines::first_cells(cells, is_ring, self.cursor, parts.zoomed)
                .nth(usize::from(y.checked_sub(parts.zoomed.y)?)),
            Zoom::Cells(each) => {
                symbols::Rows::of(cells, each, area.width).cell_at(is_ring, self.cursor, parts.zoomed, x, y)
            }
        }
    }
}

/// The data for drawing the board of a side.
struct Canvas<'a> {
    app: &'a App<'a>,
    side: &'a Side<'a>,
    differing: &'a [Different],
}

impl Canvas<'_> {
    fn is_ring(&self) -> bool {
        matches!(self.side.replay.scene().shape(), Shape::Ring { .. })
    }

    /// Whether any of these cells differs from the other side.
    fn differs(&self, first: usize, count: usize) -> bool {
        let next = self.differing.partition_point(|stretch| stretch.cell + stretch.count <= first);
        self.differing.get(next).is_some_and(|stretch| stretch.cell < first + count)
    }

    /// The letter of the agent on these cells; `*` if there are several agents.
    fn agent_letter(&self, first: usize, count: usize) -> Option<(char, ratatui::style::Style)> {
        let agents = &self.side.agents;
        let mut here = agents.iter().filter(|agent| (first..first + count).contains(&agent.cell));
        let agent = here.next()?;
        let letter = crate::theme::agent_letter(agents, agent);
        let is_alone = here.all(|other| other.seat == agent.seat);
        Some((if is_alone { letter } else { '*' }, self.app.theme.agent(agent)))
    }
}

//! The whole board at a glance.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::Canvas;
use super::crowd::Crowd;
use crate::app::Overview;

/// How many cells a character stands for.
fn cells_per_character(cells: usize, area: Rect) -> usize {
    cells.div_ceil(area.area().max(1) as usize).max(1)
}

/// The first of the cells that are drawn at a position.
pub(super) fn cell_at(cells: usize, area: Rect, x: u16, y: u16) -> Option<usize> {
    let place =
        usize::from(y.checked_sub(area.y)?) * usize::from(area.width) + usize::from(x.checked_sub(area.x)?);
    Some(place * cells_per_character(cells, area)).filter(|cell| *cell < cells)
}

impl Canvas<'_> {
    /// Draws all cells, and underlines those that the part below shows.
    pub(super) fn draw_overview(&self, shown: &[Range<usize>], area: Rect, out: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        let cells = self.side.cells();
        let crowds = Crowd::on(self.side, 0..cells, cells_per_character(cells, area));
        let places = (area.y..area.bottom()).flat_map(|y| (area.x..area.right()).map(move |x| (x, y)));
        for (crowd, place) in crowds.iter().zip(places) {
            let Some(drawn) = out.cell_mut(place) else { continue };
            let symbol = match self.app.overview {
                Overview::Shades => crowd.shade(),
                Overview::Letters => crowd.letter(),
            };
            drawn.set_char(symbol).set_style(self.app.theme.seat(crowd.owner()));
            if self.differs(crowd.first, crowd.cells) {
                drawn.set_style(self.app.theme.differing());
            }
            if let Some((letter, style)) = self.agent_letter(crowd.first, crowd.cells) {
                drawn.set_char(letter).set_style(style);
            }
            let end = crowd.first + crowd.cells;
            if shown.iter().any(|part| part.start < end && crowd.first < part.end) {
                drawn.set_style(Modifier::UNDERLINED);
            }
        }
    }
}

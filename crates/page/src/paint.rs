//! The board as the page's script reads it: the spots of [`viewer::painting::Painting`], and the differences to the other
//! side.

use game::{Scene, Seat};
use viewer::painting::DIFFERS;
use viewer::{Different, Replay};

/// The most spots of a board, which is more than most screens have room for. On a larger board, several cells share one spot.
pub const MAX_SPOTS: usize = 1 << 20;

/// How many cells share one spot.
pub(crate) fn cells_per_spot(cells: usize) -> usize {
    viewer::painting::cells_per_spot(cells, MAX_SPOTS)
}

/// Marks the cells whose content differs from another frame.
pub(crate) fn mark_different(spots: &mut [u16], cells: usize, different: &[Different]) {
    let step = cells_per_spot(cells);
    for &Different { cell, count } in different.iter().filter(|one| one.count > 0) {
        let last = (cell + count - 1) / step;
        let touched = spots.iter_mut().take(last + 1).skip(cell / step);
        touched.for_each(|spot| *spot |= DIFFERS);
    }
}

/// The owner of a cell by these rules, for texts.
pub(crate) fn owner_of(replay: &Replay<'_>, scene: &dyn Scene, cell: usize, text: &str) -> Option<Seat> {
    scene.glyph(text).owner.or_else(|| replay.writer(cell)).or_else(|| scene.home(cell))
}

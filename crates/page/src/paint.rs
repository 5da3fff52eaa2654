//! Cells as small numbers, which a script turns into pixels by a table.

use game::{Frame, Scene, Seat};
use viewer::{Different, Film};

/// The bits of a spot that say whose it is: 0 for nobody's, else 1 + the seat, from seat 16 on round and round.
pub const OWNER_BITS: u16 = 0b1_1111;
/// The spot holds something.
pub const FILLED: u16 = 1 << 5;
/// Whose it is, is told by who wrote it or what it holds, not by whose program stood there at the start.
pub const WRITTEN: u16 = 1 << 6;
/// It holds something else than in the match that this one was forked from.
pub const DIFFERS: u16 = 1 << 7;
/// How far to shift a spot for how lately it was written: 7 for just now, 0 for long ago or never.
pub const GLOW_SHIFT: u16 = 8;

/// The most spots of a board; of a larger one, several cells are one spot.
pub const MAX_SPOTS: usize = 1 << 22;

/// So many owners are told apart.
const COLOURS: usize = 16;
const GLOWS: u16 = 7;

/// How many cells are one spot.
pub(crate) fn cells_a_spot(cells: usize) -> usize {
    cells.div_ceil(MAX_SPOTS).max(1)
}

/// Paints all cells of a frame into `spots`, and counts in `owned` how many of them are whose. What was written in the last
/// `span` turns glows most.
pub(crate) fn paint(spots: &mut Vec<u16>, owned: &mut Vec<u32>, film: &Film<'_>, frame: &Frame, span: u64) {
    let cells = film.scene().shape().cells();
    let step = cells_a_spot(cells);
    spots.clear();
    spots.resize(cells.div_ceil(step), 0);
    owned.clear();
    owned.resize(film.lineup().programs().len(), 0);
    let mut first = 0;
    for run in &frame.cells {
        let glyph = film.scene().glyph(&run.text);
        let filled = if glyph.is_blank { 0 } else { FILLED };
        let end = first + run.count;
        for cell in (first.next_multiple_of(step)..end).step_by(step) {
            let Some(spot) = spots.get_mut(cell / step) else { continue };
            let (whose, by) = owner(film, cell, glyph.owner);
            if let Some(count) = whose.and_then(|seat| owned.get_mut(seat)) {
                *count += 1;
            }
            *spot |= filled | by | whose.map_or(0, colour) | glow(film, cell, span);
        }
        // A spot that holds something shows it, even if its first cell does not.
        if let Some(spot) = spots.get_mut(first / step) {
            *spot |= filled;
        }
        first = end;
    }
}

/// Marks the cells that hold something else than in another frame.
pub(crate) fn mark_different(spots: &mut [u16], cells: usize, different: &[Different]) {
    let step = cells_a_spot(cells);
    for &Different { cell, count } in different.iter().filter(|one| one.count > 0) {
        let last = (cell + count - 1) / step;
        let touched = spots.iter_mut().take(last + 1).skip(cell / step);
        touched.for_each(|spot| *spot |= DIFFERS);
    }
}

/// Whose a cell is, and the bit that says how that is known.
fn owner(film: &Film<'_>, cell: usize, told: Option<Seat>) -> (Option<Seat>, u16) {
    match told.or_else(|| film.writer(cell)) {
        Some(seat) => (Some(seat), WRITTEN),
        None => (film.scene().home(cell), 0),
    }
}

fn colour(seat: Seat) -> u16 {
    u16::try_from(seat % COLOURS).unwrap_or(0) + 1
}

fn glow(film: &Film<'_>, cell: usize, span: u64) -> u16 {
    let Some(write) = film.last_write(cell) else { return 0 };
    let spans = film.turn().saturating_sub(write.turn) / span.max(1);
    let glow = u16::try_from(spans).map_or(0, |spans| GLOWS.saturating_sub(spans));
    glow << GLOW_SHIFT
}

/// Whose a cell is by these rules, for texts.
pub(crate) fn owner_of(film: &Film<'_>, scene: &dyn Scene, cell: usize, text: &str) -> Option<Seat> {
    scene.glyph(text).owner.or_else(|| film.writer(cell)).or_else(|| scene.home(cell))
}

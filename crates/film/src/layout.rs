//! The layout of a picture.

use game::Shape;

use crate::options::Size;
use crate::picture::Area;

/// The picture size to which all lengths in this crate refer.
const REFERENCE: (i32, i32) = (640, 480);

/// If spots are at least this large, in pixels, they all have the same size.
const SNAPPED_FROM: i32 = 10;

/// Up to this many players, the names are shown beside the board; with more players, only their signs are shown.
pub(crate) const MAX_NAMED: usize = 18;

/// A part of the picture with the players in rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Legend {
    pub(crate) area: Area,
    pub(crate) columns: usize,
    pub(crate) row_height: i32,
    pub(crate) text_size: i32,
}

/// The parts of a picture of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    size: Size,
    pub(crate) legend: Legend,
    /// The bar that shows how much each seat owns.
    pub(crate) bar: Area,
    pub(crate) board: Area,
    /// The line with the caption and the turn.
    pub(crate) footer: Area,
}

impl Layout {
    pub(crate) fn new(size: Size, players: usize, has_bar: bool) -> Self {
        let unit = |length| scaled(size, length);
        let margin = unit(14);
        let (width, height) = (i32::from(size.width), i32::from(size.height));
        let inner = width - 2 * margin;
        let (columns, row_height, text_size) = match players {
            0..=2 => (2, 34, 24),
            3..=4 => (2, 28, 20),
            5..=6 => (3, 26, 17),
            7..=12 => (3, 22, 15),
            13..=MAX_NAMED => (3, 19, 13),
            _ => (32, 19, 0),
        };
        let row_height = unit(row_height);
        let rows = i32::try_from(players.div_ceil(columns)).unwrap_or(1).clamp(1, 6);
        let legend = Area { x: margin, y: margin / 2, width: inner, height: rows * row_height };
        let below = legend.y + legend.height + unit(4);
        let bar_height = if has_bar { unit(8) } else { 0 };
        let bar = Area { x: margin, y: below, width: inner, height: bar_height };
        let board_top = below + if has_bar { bar_height + unit(8) } else { 0 };
        let footer_height = unit(40);
        let footer = Area { x: margin, y: height - footer_height, width: inner, height: footer_height };
        let board =
            Area { x: margin, y: board_top, width: inner, height: (footer.y - board_top).max(unit(40)) };
        Self {
            size,
            legend: Legend { area: legend, columns, row_height, text_size: unit(text_size) },
            bar,
            board,
            footer,
        }
    }

    /// Converts a length from the reference size to this picture.
    pub(crate) fn unit(&self, length: i32) -> i32 {
        scaled(self.size, length)
    }
}

/// Converts a length from [`REFERENCE`] to a picture of this size.
pub(crate) fn scaled(size: Size, length: i32) -> i32 {
    let (width, height) = (i32::from(size.width), i32::from(size.height));
    let scaled = (length * width / REFERENCE.0).min(length * height / REFERENCE.1);
    scaled.max(i32::from(length > 0))
}

/// Returns the number of columns and rows of spots, and the part of the room that they take up.
pub(crate) fn laid_out(shape: Shape, spots: usize, room: Area) -> (usize, usize, Area) {
    let columns = match shape {
        Shape::Grid { columns, .. } => columns,
        Shape::Ring { .. } | Shape::Row { .. } => fitting_columns(spots, room.width, room.height),
    };
    let columns = columns.max(1);
    let rows = spots.div_ceil(columns).max(1);
    let (across, down) = (room.width / whole(columns), room.height / whole(rows));
    let is_square = matches!(shape, Shape::Grid { .. });
    let (width, height) = if is_square {
        let side = across.min(down).max(1);
        (side * whole(columns), side * whole(rows))
    } else {
        // Spots of whole pixels are all alike; if spots are tiny, that would leave too much of the room unused.
        let filled = |side: i32, count: usize, room: i32| {
            if side >= SNAPPED_FROM { side * whole(count) } else { room }
        };
        (filled(across, columns, room.width), filled(down, rows, room.height))
    };
    let area =
        Area { x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width, height };
    (columns, rows, area)
}

fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Returns the number of spots per row, chosen so that spots are about square and the last row is about full.
fn fitting_columns(spots: usize, width: i32, height: i32) -> usize {
    let [width, height] = [width, height].map(|side| u64::try_from(side.max(1)).unwrap_or(1));
    let spots = spots.max(1) as u64;
    let square = (spots * width / height).isqrt().max(1);
    let cost = |columns: u64| {
        let rows = spots.div_ceil(columns);
        // The deviation from square, and the missing part of the last row, in thousandths.
        let (across, down) = (width * rows, height * columns);
        let skew = 1000 * across.max(down) / across.min(down).max(1) - 1000;
        let missing = rows * columns - spots;
        skew + if missing > 0 { 1100 + 5000 * missing / spots } else { 0 }
    };
    let candidates = (square * 5 / 9).max(1)..=(square * 9 / 5 + 1).min(spots);
    let best = candidates.min_by_key(|columns| cost(*columns)).unwrap_or(1);
    usize::try_from(best).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Area = Area { x: 10, y: 20, width: 600, height: 300 };

    #[test]
    fn boards_fit_into_their_room_at_any_size() {
        for shape in [
            Shape::Ring { cells: 1 },
            Shape::Ring { cells: 1000 },
            Shape::Row { cells: 4096 },
            Shape::Ring { cells: 22_223 },
            Shape::Grid { rows: 16, columns: 32 },
            Shape::Grid { rows: 1, columns: 1 },
        ] {
            let (columns, rows, area) = laid_out(shape, shape.cells(), ROOM);
            assert!(columns * rows >= shape.cells() && columns * (rows - 1) < shape.cells(), "{shape:?}");
            assert!(area.x >= ROOM.x && area.x + area.width <= ROOM.x + ROOM.width, "{shape:?}: {area:?}");
            assert!(area.y >= ROOM.y && area.y + area.height <= ROOM.y + ROOM.height, "{shape:?}: {area:?}");
        }
    }

    #[test]
    fn the_cells_of_crash_make_full_rows() {
        let (columns, rows, _) = laid_out(Shape::Row { cells: 4096 }, 4096, ROOM);
        assert_eq!(columns * rows, 4096);
    }

    #[test]
    fn parts_do_not_overlap() {
        for players in 2..=64 {
            for (width, height) in [(320, 240), (640, 480), (1200, 630), (480, 854), (1920, 1440)] {
                let layout = Layout::new(Size { width, height }, players, true);
                let parts = [layout.legend.area, layout.bar, layout.board, layout.footer];
                for two in parts.windows(2) {
                    assert!(two[0].y + two[0].height <= two[1].y, "{players}, {width}x{height}: {two:?}");
                }
                assert!(layout.footer.y + layout.footer.height <= i32::from(height));
            }
        }
    }
}

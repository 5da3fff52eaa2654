//! Cells as small numbers that viewers turn into colours with a table.

use game::{Frame, Seat};

use crate::Replay;

/// The bits of a spot that name its owner: 0 for nobody, otherwise 1 + the seat. Seats from 16 on wrap around.
pub const OWNER_BITS: u16 = 0b1_1111;
/// A cell of the spot is not blank.
pub const FILLED: u16 = 1 << 5;
/// The owner is known from the last write or from the content, not only from the program that stood there at the start.
pub const WRITTEN: u16 = 1 << 6;
/// Its content differs from the match that this one was forked from.
pub const DIFFERS: u16 = 1 << 7;
/// How far to shift a spot to get how recently it was written: 7 for just now, 0 for long ago or never.
pub const GLOW_SHIFT: u16 = 8;

/// Up to this many cells, bout looks up every cell; on larger boards, every few.
const MAX_HOMES: usize = 1 << 22;

/// The number of owners that have different colours.
const COLOURS: usize = 16;
const GLOWS: u16 = 7;
/// The owner of a spot that nobody owns.
const NOBODY: u8 = u8::MAX;

/// Returns how many cells share one spot, if there may be at most `most` spots.
#[must_use]
pub fn cells_per_spot(cells: usize, most: usize) -> usize {
    cells.div_ceil(most.max(1)).max(1)
}

/// The picture of a board that is painted repeatedly.
#[derive(Debug, Clone)]
pub struct Painting {
    step: usize,
    /// The spots of an empty board: they show whose program stood there at the start.
    homes: Vec<u16>,
    /// The owners of those spots, as seats.
    home_seats: Vec<u8>,
    /// The spots, as last painted.
    pub spots: Vec<u16>,
    /// The owner of each spot.
    seats: Vec<u8>,
    /// The number of spots that each seat owns.
    pub owned: Vec<u32>,
}

impl Painting {
    /// Prepares the board of a replay in at most `most` spots. Nothing is painted yet.
    #[must_use]
    pub fn new(replay: &Replay<'_>, most: usize) -> Self {
        let scene = replay.scene();
        let cells = scene.shape().cells();
        let step = cells_per_spot(cells, most);
        let mut home_seats = vec![NOBODY; cells.div_ceil(step)];
        for cell in (0..cells).step_by(cells.div_ceil(MAX_HOMES).max(1)) {
            let Some(seat) = scene.home(cell) else { continue };
            home_seats[cell / step] = short(seat);
        }
        let homes =
            home_seats.iter().map(|&seat| if seat == NOBODY { 0 } else { colour(seat.into()) }).collect();
        let owned = vec![0; replay.lineup().programs().len()];
        Self { step, homes, home_seats, spots: Vec::new(), seats: Vec::new(), owned }
    }

    /// Paints all cells of a frame. Cells that were written in the last `span` turns glow most.
    pub fn paint(&mut self, replay: &Replay<'_>, frame: &Frame, span: u64) {
        self.spots.clone_from(&self.homes);
        self.seats.clone_from(&self.home_seats);
        let mut first = 0;
        for run in &frame.cells {
            let end = first + run.count;
            let glyph = replay.scene().glyph(&run.text);
            if !glyph.is_blank {
                // A spot shows that it is filled, even if its first cell is blank.
                let touched = self.spots.iter_mut().take(end.div_ceil(self.step)).skip(first / self.step);
                touched.for_each(|spot| *spot |= FILLED);
            }
            match glyph.owner {
                Some(seat) => {
                    for cell in first..end {
                        let glow =
                            replay.last_write(cell).map_or(0, |write| glow(replay.turn(), write.turn, span));
                        self.own(cell, seat, glow);
                    }
                }
                None => {
                    for (cell, write) in replay.last_writes(first..end) {
                        self.own(cell, write.seat, glow(replay.turn(), write.turn, span));
                    }
                }
            }
            first = end;
        }
        self.count();
    }

    /// Paints the owner of a cell, who is known from the cell's content or from its last write.
    fn own(&mut self, cell: usize, seat: Seat, glow: u16) {
        let Some(spot) = self.spots.get_mut(cell / self.step) else { return };
        // A spot shows the cell that was written last.
        let is_later = *spot & WRITTEN == 0 || glow >= *spot >> GLOW_SHIFT;
        if is_later {
            *spot = colour(seat) | WRITTEN | glow << GLOW_SHIFT | *spot & FILLED;
            self.seats[cell / self.step] = short(seat);
        }
    }

    fn count(&mut self) {
        let mut counts = [0_u32; NOBODY as usize + 1];
        for &seat in &self.seats {
            counts[usize::from(seat)] += 1;
        }
        for (seat, owned) in self.owned.iter_mut().enumerate() {
            *owned = counts[usize::from(short(seat))];
        }
    }
}

fn colour(seat: Seat) -> u16 {
    u16::try_from(seat % COLOURS).unwrap_or(0) + 1
}

/// A seat as a byte: no game has more seats.
fn short(seat: Seat) -> u8 {
    u8::try_from(seat).unwrap_or(NOBODY)
}

/// How much a cell glows that was written in a given turn.
fn glow(turn: u64, written: u64, span: u64) -> u16 {
    let spans = turn.saturating_sub(written) / span.max(1);
    u16::try_from(spans).map_or(0, |spans| GLOWS.saturating_sub(spans))
}

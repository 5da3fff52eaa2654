//! Cells as small numbers, which viewers turn into colours by a table.

use game::{Frame, Seat};

use crate::Replay;

/// The bits of a spot that say whose it is: 0 for nobody's, else 1 + the seat, and seats from 16 on wrap around.
pub const OWNER_BITS: u16 = 0b1_1111;
/// The spot holds something.
pub const FILLED: u16 = 1 << 5;
/// The owner follows from the last write or from the content, not from the program that stood there at the start.
pub const WRITTEN: u16 = 1 << 6;
/// It holds something else than in the match that this one was forked from.
pub const DIFFERS: u16 = 1 << 7;
/// How far to shift a spot for how lately it was written: 7 for just now, 0 for long ago or never.
pub const GLOW_SHIFT: u16 = 8;

/// Up to this many cells, bout looks up every cell; on larger boards, every few.
const MAX_HOMES: usize = 1 << 22;

/// This many owners are told apart.
const COLOURS: usize = 16;
const GLOWS: u16 = 7;
/// The owner of a spot that nobody owns.
const NOBODY: u8 = u8::MAX;

/// Returns how many cells are one spot, where there may be at most `most` spots.
#[must_use]
pub fn cells_per_spot(cells: usize, most: usize) -> usize {
    cells.div_ceil(most.max(1)).max(1)
}

/// The picture of a board that is painted again and again.
#[derive(Debug, Clone)]
pub struct Painting {
    step: usize,
    /// The spots of an empty board: whose program stood there at the start.
    homes: Vec<u16>,
    /// The owners of those spots, as seats.
    home_seats: Vec<u8>,
    /// The spots, as they were painted last.
    pub spots: Vec<u16>,
    /// Whose each spot is.
    seats: Vec<u8>,
    /// The number of spots that each seat owns.
    pub owned: Vec<u32>,
}

impl Painting {
    /// Of the board of a replay, where nothing is painted yet, in at most `most` spots.
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

    /// Paints all cells of a frame. What was written in the last `span` turns glows most.
    pub fn paint(&mut self, replay: &Replay<'_>, frame: &Frame, span: u64) {
        self.spots.clone_from(&self.homes);
        self.seats.clone_from(&self.home_seats);
        let mut first = 0;
        for run in &frame.cells {
            let end = first + run.count;
            let glyph = replay.scene().glyph(&run.text);
            if !glyph.is_blank {
                // A spot that holds something shows it, even if its first cell does not.
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

    /// Paints whose a cell is, which what it holds or who wrote it tells.
    fn own(&mut self, cell: usize, seat: Seat, glow: u16) {
        let Some(spot) = self.spots.get_mut(cell / self.step) else { return };
        // Of the cells of a spot, the one that was written last shows.
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

/// A seat in a byte: no game has so many.
fn short(seat: Seat) -> u8 {
    u8::try_from(seat).unwrap_or(NOBODY)
}

/// How much something glows that was written in a turn.
fn glow(turn: u64, written: u64, span: u64) -> u16 {
    let spans = turn.saturating_sub(written) / span.max(1);
    u16::try_from(spans).map_or(0, |spans| GLOWS.saturating_sub(spans))
}

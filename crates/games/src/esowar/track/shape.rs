//! The shape of a track, wherever the track begins. With it, a pass that was followed once need not be followed again.

use super::super::ring::Board;
use super::{Link, Track};

/// The widest track whose shape or symbols are kept.
const MAX_WIDTH: usize = 64;

/// The squares of a pass that can go on, by their distance from where it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Shape {
    shift: i64,
    writes: bool,
    low: i64,
    high: i64,
    /// What each square must hold for the next pass and all later ones; see [`Track::chain`].
    chain: Vec<Link>,
}

impl Track {
    /// The shape of a track that is known to go on, if it is worth keeping.
    pub(in super::super) fn shape(&self) -> Option<Shape> {
        if !self.is_empty() && self.width() > MAX_WIDTH {
            return None;
        }
        let width = if self.is_empty() { 0 } else { self.width() };
        let chain = if self.moves() {
            self.chain[..width].to_vec()
        } else {
            // A pass that does not move leaves its squares as it found them.
            (0..width).map(|back| Link { allowed: self.effect_back(back).allowed, steps: 0 }).collect()
        };
        let Self { shift, writes, low, high, .. } = *self;
        Some(Shape { shift, writes, low, high, chain })
    }

    /// Starts again at this square with a known shape. Returns whether passes can follow one another from there, as
    /// [`Track::goes_on`] does for a pass that was followed.
    pub(in super::super) fn take_shape(&mut self, shape: &Shape, origin: usize, board: &Board) -> bool {
        self.begin(origin);
        (self.shift, self.writes, self.low, self.high) = (shape.shift, shape.writes, shape.low, shape.high);
        self.chain.clear();
        self.chain.extend_from_slice(&shape.chain);
        self.is_empty() || self.lies_inside(board) && self.leads_on(board)
    }

    /// The left-most offset that is touched.
    pub(in super::super) fn low(&self) -> i64 {
        self.low
    }

    /// The symbols on the squares of a track, if it is short and does not go over the edge.
    pub(in super::super) fn symbols(&self, board: &Board) -> Option<Vec<u8>> {
        if self.is_empty() || self.width() > MAX_WIDTH || !self.lies_inside(board) {
            return None;
        }
        let first = usize::try_from(self.origin + self.low).expect("it lies on the board");
        Some((first..first + self.width()).map(|square| board.symbol(square)).collect())
    }
}

//! Passes that were followed before.
//!
//! A player goes through the same loop again and again, in one match and in the next. Two things decide what her
//! commander does: the code, and whether her robot is on `r` at each `[`. So if the code has not changed, and the
//! robot's squares lead along the path that was followed once, the pass need neither be found in the history nor be
//! followed again. One loop has as many passes as turns: each pass begins with a different turn.

use super::ring::Board;
use super::track::{Shape, signed};

/// At most this many passes are kept for each player. One more replaces the oldest.
const MAX_PASSES: usize = 64;

/// Passes of a player that were followed before.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownPasses {
    passes: Vec<KnownPass>,
    /// What the commander sees where each pass begins ([`Board::view`]). Only the few passes with the right view are
    /// compared further.
    views: Vec<u64>,
    /// The index of the oldest pass, once [`MAX_PASSES`] are kept.
    oldest: usize,
}

/// A pass of a player whose commander comes back to where she stood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct KnownPass {
    /// How many turns it takes.
    pub(super) rounds: u64,
    /// The left-most square that the commander reads or passes by, relative to where she stands. `code` has the symbols
    /// from that square on.
    pub(super) code_start: i64,
    pub(super) code: Vec<u8>,
    /// The squares that the robot looks at or changes.
    pub(super) squares: Shape,
}

/// Whether a pass is kept.
pub(super) enum Kept {
    /// It is kept from now on.
    New,
    /// It was kept already.
    Before,
    /// It cannot be kept.
    Not,
}

impl KnownPasses {
    /// The passes that a commander on this square could begin, as far as the code decides that.
    pub(super) fn at<'k>(
        &'k self,
        board: &'k Board,
        commander: usize,
    ) -> impl Iterator<Item = &'k KnownPass> {
        let view = board.view(commander);
        let likely = self.views.iter().zip(&self.passes).filter(move |(seen, _)| Some(**seen) == view);
        likely.map(|(_, pass)| pass).filter(move |pass| pass.has_code(board, commander))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.passes.is_empty()
    }

    /// Keeps a pass that begins with a commander on this square.
    pub(super) fn keep(&mut self, board: &Board, commander: usize, pass: KnownPass) -> Kept {
        let Some(view) = board.view(commander) else { return Kept::Not };
        if self.passes.contains(&pass) {
            return Kept::Before;
        }
        if self.passes.len() < MAX_PASSES {
            self.passes.push(pass);
            self.views.push(view);
        } else {
            self.passes[self.oldest] = pass;
            self.views[self.oldest] = view;
            self.oldest = (self.oldest + 1) % MAX_PASSES;
        }
        Kept::New
    }
}

impl KnownPass {
    /// Whether the code has not changed. Then the commander reads the same symbols, and her walks end where they ended
    /// before.
    fn has_code(&self, board: &Board, commander: usize) -> bool {
        let start = usize::try_from(signed(commander) + self.code_start);
        start.is_ok_and(|start| board.holds(start, &self.code))
    }
}

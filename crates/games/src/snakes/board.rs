//! The board of a match: the content and the owner of each square. All writes to it are here.

use game::{Event, EventKind, Observer, Seat};

use super::question::Answer;
use super::squares::{CELLS, STARTS, Squares};

/// What a square of X and one of O shows.
pub(super) const LAND: [u8; 2] = *b"XO";
/// What the square of a bot shows: that of X, that of O.
pub(super) const BOT: [u8; 2] = *b"*@";
/// What a square without an owner shows.
pub(super) const EMPTY: u8 = b'.';

/// The board.
#[derive(Debug, Clone)]
pub(super) struct Board {
    /// What every square shows (S3).
    pub(super) shown: [u8; CELLS],
    /// The squares of X and those of O, their own included.
    pub(super) territory: [Squares; 2],
    /// The squares on which X and O stand.
    pub(super) bots: [usize; 2],
}

impl Board {
    /// The board before the first turn.
    pub(super) fn new() -> Self {
        let mut shown = [EMPTY; CELLS];
        for (square, bot) in STARTS.into_iter().zip(BOT) {
            shown[square] = bot;
        }
        Self { shown, territory: STARTS.map(Squares::of), bots: STARTS }
    }

    /// Where a move would lead: nowhere outside the board, onto the other bot (S5), or for an answer
    /// that is invalid (S6).
    pub(super) fn target(&self, seat: Seat, answer: Answer) -> Option<usize> {
        let target = answer.target(self.bots[seat])?;
        (target != self.bots[1 - seat]).then_some(target)
    }

    /// Gives a square to `owner`, and shows `shown` there. A match writes to the board only in this way; nobody watches
    /// writes by hand ([`Board::set`]).
    #[inline(always)]
    pub(super) fn write<O: Observer>(
        &mut self,
        cell: usize,
        owner: Seat,
        shown: u8,
        watched: &mut Watched<'_, O>,
    ) {
        let before = self.set(cell, Some(owner), shown);
        if O::WATCHES {
            watched.tell(owner, EventKind::Write { cell, before: before.into(), after: shown.into() });
        }
    }

    /// Gives a square to `owner` or to nobody, and shows `shown` there. Returns what it showed before.
    #[inline(always)]
    pub(super) fn set(&mut self, cell: usize, owner: Option<Seat>, shown: u8) -> u8 {
        if let Some(owner) = owner {
            self.territory[owner].insert(cell);
            self.territory[1 - owner].remove(cell);
        } else {
            self.territory.iter_mut().for_each(|squares| squares.remove(cell));
        }
        std::mem::replace(&mut self.shown[cell], shown)
    }
}

/// An observer, and the turn that it watches.
pub(super) struct Watched<'a, O> {
    pub(super) observer: &'a mut O,
    pub(super) turn: u64,
}

impl<O: Observer> Watched<'_, O> {
    pub(super) fn tell(&mut self, seat: Seat, kind: EventKind) {
        self.observer.event(Event { turn: self.turn, seat, kind });
    }
}

//! The squares that a loop looks at or changes, and how they move with each pass.

mod shape;

use std::ops::Range;

use super::ring::Board;
use super::symbol::{OPEN, SYMBOLS, sum};
use super::wide;
pub(super) use shape::Shape;

/// How far a track reaches from its origin to either side. This is farther than a robot gets in the longest pass that
/// is tried, apart from passes that are tried as seven in one.
const REACH: i64 = 4200;

/// The left-most and the right-most offset if there are no squares.
const NOWHERE: (i64, i64) = (i64::MAX, i64::MIN);

/// All seven symbols, as a set: bit `v` stands for the symbol of value `v`.
const ANY: u8 = (1 << SYMBOLS) - 1;

/// What a pass requires of a square, and how it changes the square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effect {
    /// The symbols that lead along the path of the pass.
    pub(super) allowed: u8,
    /// How often `+` changes the square, modulo 7.
    pub(super) steps: u8,
}

const NONE: Effect = Effect { allowed: ANY, steps: 0 };

/// The symbols that are in `set` after `steps` changes by `+`.
pub(super) fn before(set: u8, steps: u8) -> u8 {
    (set >> steps | set << (SYMBOLS - steps)) & ANY
}

/// Changes a symbol by this many steps, and returns whether it was or is a bracket.
fn add(cell: &mut u8, steps: u8) -> bool {
    let was = *cell;
    *cell = sum(was, steps);
    was.max(*cell) >= OPEN
}

/// This many squares from `start` on. They may lie beyond an edge: the count simply goes on round the ring.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) start: i64,
    pub(super) len: i64,
}

impl Span {
    /// How many squares lie between this span and the next one to the right, on a ring.
    fn gap_to(self, right: Self, squares: i64) -> i64 {
        // Most spans lie on the board, where no division is needed.
        match right.start - self.start - self.len {
            gap if (0..squares).contains(&gap) => gap,
            gap if (-squares..0).contains(&gap) => gap + squares,
            gap => gap.rem_euclid(squares),
        }
    }
}

/// An end of a track. Each pass moves it.
#[derive(Debug, Clone, Copy)]
struct End {
    /// How far a pass moves it towards the other end; 0 if it stays or moves away.
    step: u64,
    rounds_per_pass: u64,
}

impl End {
    /// For how many rounds two ends do not meet if there are `gap` squares between them. If both move, the result may
    /// be one pass too low.
    fn rounds_before(self, other: Self, gap: u64) -> u64 {
        // A pass begins every `rounds_per_pass` rounds, and every pass but the first moves the end.
        match (self, other) {
            (End { step: 0, .. }, End { step: 0, .. }) => u64::MAX,
            (End { step, rounds_per_pass }, End { step: 0, .. })
            | (End { step: 0, .. }, End { step, rounds_per_pass }) => {
                (gap / step + 1).saturating_mul(rounds_per_pass)
            }
            _ => {
                let squares_per_round = self.step * other.rounds_per_pass + other.step * self.rounds_per_pass;
                gap * self.rounds_per_pass * other.rounds_per_pass / squares_per_round + 1
            }
        }
    }
}

/// The squares that a pass looks at or changes, by their distance from an origin. Each pass shifts the origin.
#[derive(Debug, Clone)]
pub(super) struct Track {
    /// The square from which the next pass counts its offsets, without wrapping round the ring.
    origin: i64,
    /// How far a pass moves the origin to the right. A negative number means to the left.
    pub(super) shift: i64,
    /// Whether a pass changes any square, even if it changes it back.
    pub(super) writes: bool,
    /// The left-most offset that is touched; with `high`, it is [`NOWHERE`] if there is none.
    low: i64,
    /// The right-most offset that is touched.
    high: i64,
    /// The effects by [`Track::index`], as far from the origin as any square was ever touched.
    effects: Vec<Effect>,
    /// The links, from the leading edge of the pass backwards.
    chain: Vec<Link>,
    /// How many passes are sure: all their squares were found to lead along the path.
    sure_passes: u64,
    /// Whether the pass after the sure ones is known to lead elsewhere.
    ends: bool,
}

/// A square on its way through the passes to come. Each pass touches it further back than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Link {
    /// The symbols with which it leads along the path of this pass and of all later ones.
    allowed: u8,
    /// The steps that this pass and all earlier ones make together.
    steps: u8,
}

impl Track {
    pub(super) fn new() -> Self {
        Self {
            origin: 0,
            shift: 0,
            writes: false,
            low: NOWHERE.0,
            high: NOWHERE.1,
            effects: Vec::new(),
            chain: Vec::new(),
            sure_passes: 0,
            ends: false,
        }
    }

    /// Forgets everything and starts again at this square.
    pub(super) fn begin(&mut self, origin: usize) {
        // Squares that are only covered may lie further away than any touched square.
        let (low, high) = (self.low.max(-REACH), self.high.min(REACH));
        if low <= high {
            let end = self.effects.len().min(Self::index(low).max(Self::index(high)) + 1);
            self.effects[..end].fill(NONE);
        }
        self.origin = signed(origin);
        self.shift = 0;
        self.writes = false;
        (self.low, self.high) = NOWHERE;
        self.sure_passes = 0;
        self.ends = false;
    }

    /// The effect on the square at this offset, for the caller to complete. `None` if the square is too far away.
    #[inline(always)]
    pub(super) fn touch(&mut self, offset: i64) -> Option<&mut Effect> {
        if !(-REACH..=REACH).contains(&offset) {
            return None;
        }
        self.cover(offset);
        let index = Self::index(offset);
        if index >= self.effects.len() {
            self.effects.resize(index + 1, NONE);
        }
        Some(&mut self.effects[index])
    }

    /// Counts a square as looked at. A track whose squares are only covered stays where it is.
    pub(super) fn cover(&mut self, offset: i64) {
        self.low = self.low.min(offset);
        self.high = self.high.max(offset);
    }

    /// Numbers the offsets alternately to the right and to the left. Most loops have small offsets, which this keeps
    /// close together.
    fn index(offset: i64) -> usize {
        usize::try_from((offset << 1 ^ offset >> 63).cast_unsigned())
            .expect("squares are counted with a usize")
    }

    fn is_empty(&self) -> bool {
        self.low > self.high
    }

    fn effect(&self, offset: i64) -> Effect {
        self.effects.get(Self::index(offset)).copied().unwrap_or(NONE)
    }

    /// Whether passes can follow one another. They can if they leave their squares as they found them, or if they move
    /// on to other squares that lead along the same path.
    pub(super) fn goes_on(&mut self, board: &Board) -> bool {
        if self.is_empty() || !self.moves() && !self.writes {
            return true;
        }
        if !self.moves() {
            return (self.low..=self.high).all(|offset| self.effect(offset).steps == 0);
        }
        let is_inside = self.lies_inside(board);
        if is_inside {
            self.link();
        }
        is_inside && self.leads_on(board)
    }

    /// Whether the next pass stays on the board without going over its edge.
    fn lies_inside(&self, board: &Board) -> bool {
        self.origin + self.low >= 0 && self.origin + self.high < signed(board.squares())
    }

    /// Whether the squares of the next pass lead along the path of that pass and of all later ones.
    fn leads_on(&self, board: &Board) -> bool {
        self.chain.iter().zip(0..).all(|(link, back)| {
            let symbol = board.symbol(self.square_ahead(-back));
            link.allowed >> symbol & 1 != 0
        })
    }

    /// Whether a pass moves the squares that matter.
    fn moves(&self) -> bool {
        self.shift != 0
    }

    fn step(&self) -> usize {
        usize::try_from(self.shift.unsigned_abs()).expect("a pass moves less than its turns")
    }

    fn width(&self) -> usize {
        usize::try_from(self.high - self.low + 1).expect("it is not negative")
    }

    /// The effect on the square this far behind the leading one.
    fn effect_back(&self, back: usize) -> Effect {
        self.effect(if self.shift < 0 { self.low + signed(back) } else { self.high - signed(back) })
    }

    /// The square this far ahead of the leading square of the next pass. It lies inside the board.
    fn square_ahead(&self, ahead: i64) -> usize {
        let square =
            if self.shift < 0 { self.origin + self.low - ahead } else { self.origin + self.high + ahead };
        usize::try_from(square).expect("leaps end before the edge")
    }

    fn link(&mut self) {
        let (step, width) = (self.step(), self.width());
        self.chain.clear();
        for back in 0..width {
            let Effect { allowed, steps } = self.effect_back(back);
            let steps_before = back.checked_sub(step).map_or(0, |earlier| self.chain[earlier].steps);
            self.chain.push(Link { allowed, steps: sum(steps_before, steps) });
        }
        // What a square must hold for a later pass decides what it must hold before the passes that touch it earlier.
        for later in (step..width).rev() {
            let (earlier, steps) = (later - step, self.effect_back(later - step).steps);
            self.chain[earlier].allowed &= before(self.chain[later].allowed, steps);
        }
    }

    /// How many passes stay inside the board. A track that does not move may lie across the edge.
    pub(super) fn passes_to_edge(&self, squares: i64) -> u64 {
        if self.is_empty() || !self.moves() {
            return u64::MAX;
        }
        let room =
            if self.shift < 0 { self.origin + self.low } else { squares - 1 - self.origin - self.high };
        u64::try_from(room).expect("the first pass lies inside the board") / self.shift.unsigned_abs() + 1
    }

    /// Whether the next pass goes round a ring of this many squares.
    pub(super) fn goes_round(&self, squares: i64) -> bool {
        !self.is_empty() && self.span().len > squares
    }

    /// The squares that the next pass looks at or changes, if there are any.
    fn span(&self) -> Span {
        Span { start: self.origin + self.low, len: self.high - self.low + 1 }
    }

    /// For how many rounds two tracks have no square in common on a ring of `squares` squares. `rounds_per_pass` and
    /// `others_rounds_per_pass` say how many rounds a pass of each takes.
    pub(super) fn rounds_apart(
        &self,
        rounds_per_pass: u64,
        other: &Self,
        others_rounds_per_pass: u64,
        squares: i64,
    ) -> u64 {
        if self.is_empty() || other.is_empty() {
            return u64::MAX;
        }
        let (own, others) = (self.span(), other.span());
        let (right, left) = (own.gap_to(others, squares), others.gap_to(own, squares));
        // If two spans have a square in common, they and the gaps between them go round the ring more than once.
        if own.len + right + others.len + left != squares {
            return 0;
        }
        let end =
            |towards: i64, rounds_per_pass| End { step: towards.max(0).unsigned_abs(), rounds_per_pass };
        let until_met = |towards: i64, others: i64, gap: i64| {
            let own_end = end(towards, rounds_per_pass);
            own_end.rounds_before(end(others, others_rounds_per_pass), gap.unsigned_abs())
        };
        until_met(self.shift, -other.shift, right).min(until_met(-self.shift, other.shift, left))
    }

    /// How many of the next `passes` are sure to lead along the path.
    pub(super) fn look_ahead(&mut self, board: &Board, passes: u64) -> u64 {
        if !self.moves() || self.is_empty() {
            return passes;
        }
        if !self.ends && self.sure_passes < passes {
            let step = self.shift.unsigned_abs();
            let (from, to) = (self.sure_passes.saturating_sub(1) * step + 1, (passes - 1) * step);
            let squares = self.squares_that_lead_on(board, from, to);
            self.ends = squares < to + 1 - from;
            self.sure_passes = if self.ends { (from + squares).div_ceil(step) } else { passes };
        }
        passes.min(self.sure_passes)
    }

    /// How many squares in a row lead along the path, from `from` squares to at most `to` squares ahead of the first
    /// leading one.
    fn squares_that_lead_on(&self, board: &Board, from: u64, to: u64) -> u64 {
        if to < from {
            return 0;
        }
        let (from, to) = (from.cast_signed(), to.cast_signed());
        let step = self.step();
        let (first, last) = (self.square_ahead(from), self.square_ahead(to));
        let (first, last) = (first.min(last), first.max(last));
        let mut run = last - first + 1;
        if step == 1 {
            let allowed = self.chain[0].allowed;
            run = if self.shift < 0 {
                board.run_leftward(first, last, allowed)
            } else {
                board.run_rightward(first, last, allowed)
            };
        } else {
            // When a pass first touches a square, the square is less than one step behind the leading one.
            let nearest = usize::try_from((-from).rem_euclid(signed(step))).expect("it is not negative");
            let allowed = |ahead: usize| {
                let back = if ahead <= nearest { nearest - ahead } else { nearest + step - ahead };
                self.chain.get(back).map_or(ANY, |link| link.allowed)
            };
            let mut pattern = wide::pattern(run, (0..step.min(run)).map(allowed));
            if pattern.iter().any(|allowed| *allowed != ANY) {
                run = if self.shift < 0 {
                    pattern.reverse();
                    board.run_along_leftward(first, last, &pattern)
                } else {
                    board.run_along_rightward(first, last, &pattern)
                };
            }
        }
        run as u64
    }

    /// Changes the board as this many passes do.
    pub(super) fn write(&self, board: &mut Board, passes: u64) {
        if !self.writes || !self.moves() || passes == 0 {
            return;
        }
        let (step, width) = (self.step(), signed(self.width()));
        let last = (passes.cast_signed() - 1) * signed(step);
        // The pass goes over these squares completely, from its leading end to its other end. Those that are one step
        // apart are changed alike.
        let alike = 0..(last + 2 - width).max(0);
        self.write_each(board, 1 - width..0, last);
        if step == 1 && !alike.is_empty() {
            let (one, other) = (self.square_ahead(0), self.square_ahead(alike.end - 1));
            let steps = self.steps_from(0, last).next().expect("squares count on");
            board.add(one.min(other), one.max(other), steps);
        } else {
            self.write_along(board, alike.clone(), last);
        }
        self.write_each(board, alike.end..last + 1, last);
    }

    /// [`Track::write`] for the squares of the range `ahead`, if those that are one step apart are changed alike.
    fn write_along(&self, board: &mut Board, ahead: Range<i64>, last: i64) {
        let length = usize::try_from(ahead.end - ahead.start).unwrap_or(0);
        let alike = self.step().min(length);
        let pattern = if self.shift < 0 {
            // The left-most square is furthest ahead.
            let mut steps: Vec<u8> = self.steps_from(ahead.end - signed(alike), last).take(alike).collect();
            steps.reverse();
            wide::pattern(length, steps.into_iter())
        } else {
            wide::pattern(length, self.steps_from(ahead.start, last).take(alike))
        };
        if pattern.iter().any(|steps| *steps != 0) {
            let (one, other) = (self.square_ahead(ahead.start), self.square_ahead(ahead.end - 1));
            board.change(one.min(other), one.max(other), |cells| wide::add_along(cells, &pattern));
        }
    }

    /// [`Track::write`] for the squares of the range `ahead`.
    fn write_each(&self, board: &mut Board, ahead: Range<i64>, last: i64) {
        if ahead.is_empty() {
            return;
        }
        let (one, other) = (self.square_ahead(ahead.start), self.square_ahead(ahead.end - 1));
        board.change(one.min(other), one.max(other), |cells| {
            let mut had_bracket = false;
            let mut change = |(cell, steps)| had_bracket |= steps != 0 && add(cell, steps);
            let steps = self.steps_from(ahead.start, last);
            if self.shift < 0 {
                cells.iter_mut().rev().zip(steps).for_each(&mut change);
            } else {
                cells.iter_mut().zip(steps).for_each(&mut change);
            }
            had_bracket
        });
    }

    /// The steps that all passes together make on the square this far ahead, up to the pass whose leading square is
    /// `last` ahead. The steps for the squares further ahead follow, one by one.
    fn steps_from(&self, ahead: i64, last: i64) -> impl Iterator<Item = u8> {
        let (step, highest) = (signed(self.step()), signed(self.width()) - 1);
        let steps_until = |back: i64| usize::try_from(back).map_or(0, |back| self.chain[back].steps);
        // The last pass that touches a square does so less than one step before its own other end, unless it is the
        // last pass of all.
        let mut from_end = (highest - last + ahead).rem_euclid(step);
        (ahead..).map(move |ahead| {
            let back = (last - ahead).min(highest - from_end);
            from_end = if from_end + 1 == step { 0 } else { from_end + 1 };
            let before_first = if ahead > 0 { -1 } else { -ahead - step };
            sum(steps_until(back), SYMBOLS - steps_until(before_first))
        })
    }
}

/// A number of squares as a signed number, for calculations.
pub(super) fn signed(squares: usize) -> i64 {
    i64::try_from(squares).expect("a board has at most 2^26 squares")
}

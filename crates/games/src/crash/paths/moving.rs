//! Writes to addresses that depend on registers.

use super::TURNS;
use super::course::MovingWrite;
use super::spread::Spread;
use super::sum::{Known, Sum};

/// This many addresses are worked out side by side.
const LANES: usize = 8;
/// No path has more [`Lanes`] than this.
const MOST: usize = TURNS / LANES;

/// The moving writes of a path.
#[derive(Debug, Clone)]
pub(super) struct Moves {
    /// Where they begin in [`Moving`], and how many there are.
    first: u16,
    count: u8,
    form: Form,
    spread: Spread,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// They are the spread, or there are none.
    Spread,
    /// They all write what the spread writes, to any addresses.
    Alike,
    Any,
}

/// The moving writes of all paths.
#[derive(Debug, Clone, Default)]
pub(super) struct Moving {
    lanes: Vec<Lanes>,
    /// For each write, one after the other: the number of what it writes, and its turn.
    written: Vec<(u16, u8)>,
}

/// Some writes side by side, so that the processor works out their addresses at once.
#[derive(Debug, Clone, Default)]
struct Lanes {
    start: [u16; LANES],
    a: [u16; LANES],
    b: [u16; LANES],
    constant: [u16; LANES],
}

/// Where the moving writes of a path go.
pub(super) struct Addresses {
    lanes: [[u16; LANES]; MOST],
    count: usize,
}

impl Moves {
    #[inline(always)]
    pub(super) fn spread(&self) -> Option<Spread> {
        (self.form == Form::Spread).then_some(self.spread)
    }

    /// The number of what they write, if they all write the same.
    #[inline(always)]
    pub(super) fn alike(&self) -> Option<u16> {
        (self.form != Form::Any).then_some(self.spread.written)
    }
}

impl Moving {
    /// How many writes the lanes have room for.
    pub(super) fn len(&self) -> usize {
        self.written.len()
    }

    /// Adds the writes of a path.
    pub(super) fn add(&mut self, writes: &[MovingWrite]) -> Moves {
        let first = u16::try_from(self.lanes.len()).expect("there is memory for few");
        self.lanes.extend(writes.chunks(LANES).map(Lanes::of));
        self.written.extend(writes.iter().map(|write| (write.written.id, write.turn)));
        // Every lane has an entry here, so that the same number leads to both.
        self.written.resize(LANES * self.lanes.len(), (0, 0));
        let (form, spread) = match (Spread::of(writes), Spread::of_nothing(writes)) {
            (Some(spread), _) => (Form::Spread, spread),
            (None, spread) if writes.iter().all(|write| write.written.id == spread.written) => {
                (Form::Alike, spread)
            }
            (None, spread) => (Form::Any, spread),
        };
        let count = u8::try_from(writes.len()).expect("a path has few turns");
        Moves { first, count, form, spread }
    }

    /// Where the writes of a path go.
    #[inline(always)]
    pub(super) fn addresses(&self, moves: &Moves, known: Known) -> Addresses {
        let count = usize::from(moves.count);
        let mut addresses = Addresses { lanes: [[0; LANES]; MOST], count };
        let lanes = self.lanes[usize::from(moves.first)..].iter().take(count.div_ceil(LANES));
        for (lanes, addresses) in lanes.zip(&mut addresses.lanes) {
            *addresses = lanes.addresses(known);
        }
        addresses
    }

    /// The number of what this write of a path writes, and the turn in which it does so.
    pub(super) fn write(&self, moves: &Moves, number: usize) -> (u16, u8) {
        self.written[LANES * usize::from(moves.first) + number]
    }
}

impl Lanes {
    fn of(writes: &[MovingWrite]) -> Self {
        let mut lanes = Self::default();
        for (lane, write) in writes.iter().enumerate() {
            let Sum { start, a, b, constant } = write.address;
            (lanes.start[lane], lanes.a[lane], lanes.b[lane], lanes.constant[lane]) = (start, a, b, constant);
        }
        lanes
    }

    #[inline(always)]
    fn addresses(&self, known: Known) -> [u16; LANES] {
        std::array::from_fn(|lane| {
            let Self { start, a, b, constant } = self;
            Sum { start: start[lane], a: a[lane], b: b[lane], constant: constant[lane] }.value(known)
        })
    }
}

impl Addresses {
    #[inline(always)]
    pub(super) fn all(&self) -> &[u16] {
        &self.lanes.as_flattened()[..self.count]
    }
}

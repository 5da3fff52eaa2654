//! Writes to addresses that depend on registers.

use super::TURNS;
use super::course::MovingWrite;
use super::sum::{Known, Sum};

/// So many addresses are worked out side by side.
const LANES: usize = 8;
/// No path has more of these.
const MOST: usize = TURNS / LANES;

/// The moving writes of all paths.
#[derive(Debug, Clone, Default)]
pub(super) struct Moving {
    lanes: Vec<Lanes>,
    /// The numbers of what they write, and when they do, one after the other.
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
pub(super) struct Addresses([[u16; LANES]; MOST]);

impl Moving {
    /// How many writes there is memory for.
    pub(super) fn len(&self) -> usize {
        self.written.len()
    }

    /// Adds the writes of a path; says where they are.
    pub(super) fn add(&mut self, writes: &[MovingWrite]) -> usize {
        let first = self.lanes.len();
        self.lanes.extend(writes.chunks(LANES).map(Lanes::of));
        self.written.extend(writes.iter().map(|write| (write.written.id, write.turn)));
        // Every lane has one, so that the same number leads to both.
        self.written.resize(LANES * self.lanes.len(), (0, 0));
        first
    }

    /// Where the writes of a path go.
    #[inline(always)]
    pub(super) fn addresses(&self, first: usize, count: usize, known: Known) -> Addresses {
        let mut addresses = Addresses([[0; LANES]; MOST]);
        let lanes = self.lanes[first..].iter().take(count.div_ceil(LANES));
        for (lanes, addresses) in lanes.zip(&mut addresses.0) {
            *addresses = lanes.addresses(known);
        }
        addresses
    }

    /// The number of what a path's write with this number writes, and in which turn it does.
    pub(super) fn write(&self, first: usize, number: usize) -> (u16, u8) {
        self.written[LANES * first + number]
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
    /// The first of them.
    #[inline(always)]
    pub(super) fn first(&self, count: usize) -> &[u16] {
        &self.0.as_flattened()[..count]
    }
}

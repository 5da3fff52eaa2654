//! Writes to addresses that depend on nothing but where the program lies.

use super::super::operation::Operation;
use super::super::state::Memory;
use super::course::Fixed;
use super::sum::{Known, Sum};

/// So many writes are done at once, whether a path has as many or not: how many it has, the processor would guess, and
/// often wrongly.
const LANES: usize = 4;

/// The fixed writes of all paths.
#[derive(Debug, Clone, Default)]
pub(super) struct FixedWrites(Vec<Lanes>);

/// Where those of a path begin, and how many lanes they take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    first: u16,
    count: u8,
}

/// Some writes to different addresses. Where there are fewer than lanes, the last is done several times.
#[derive(Debug, Clone)]
struct Lanes {
    start: [u16; LANES],
    constant: [u16; LANES],
    written: [Operation; LANES],
}

impl FixedWrites {
    /// How many writes there is memory for.
    pub(super) fn len(&self) -> usize {
        LANES * self.0.len()
    }

    /// Adds the writes of a path.
    pub(super) fn add(&mut self, writes: &[Fixed]) -> Place {
        let first = u16::try_from(self.0.len()).expect("there is memory for few");
        self.0.extend(writes.chunks(LANES).map(Lanes::of));
        let count = u8::try_from(writes.len().div_ceil(LANES)).expect("a path has few turns");
        Place { first, count }
    }

    /// Does the writes of a path, whose program begins at `start`.
    #[inline(always)]
    pub(super) fn write(&self, place: Place, start: u16, memory: &mut Memory) {
        let first = usize::from(place.first);
        for lanes in &self.0[first..first + usize::from(place.count)] {
            lanes.write(start, memory);
        }
    }
}

impl Lanes {
    fn of(writes: &[Fixed]) -> Self {
        let write = |lane: usize| writes[lane.min(writes.len() - 1)];
        Self {
            start: std::array::from_fn(|lane| write(lane).address.start),
            constant: std::array::from_fn(|lane| write(lane).address.constant),
            written: std::array::from_fn(|lane| write(lane).written),
        }
    }

    #[inline(always)]
    fn write(&self, start: u16, memory: &mut Memory) {
        for lane in 0..LANES {
            let address = Sum { start: self.start[lane], a: 0, b: 0, constant: self.constant[lane] };
            let address = address.value(Known { start, a: 0, b: 0 });
            memory.put_one_of_many(address.into(), self.written[lane]);
        }
    }
}

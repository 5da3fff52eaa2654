//! Writes to addresses that depend only on where the program lies.

use super::super::state::Memory;
use super::course::Fixed;
use super::sum::Known;

/// The fixed writes of all paths.
#[derive(Debug, Clone, Default)]
pub(super) struct FixedWrites(Vec<Fixed>);

/// Where the fixed writes of a path begin, and how many there are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    first: u16,
    count: u8,
}

impl FixedWrites {
    /// How many writes there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds the writes of a path.
    pub(super) fn add(&mut self, writes: &[Fixed]) -> Place {
        let first = u16::try_from(self.0.len()).expect("there is memory for few");
        self.0.extend(writes);
        Place { first, count: u8::try_from(writes.len()).expect("a path has few turns") }
    }

    /// Does the writes of a path. Its program begins at `start`.
    #[inline(always)]
    pub(super) fn write(&self, place: Place, start: u16, memory: &mut Memory) {
        let first = usize::from(place.first);
        for fixed in &self.0[first..first + usize::from(place.count)] {
            let address = fixed.address.value(Known { start, a: 0, b: 0 });
            memory.put_one_of_many(address.into(), fixed.written);
        }
    }
}

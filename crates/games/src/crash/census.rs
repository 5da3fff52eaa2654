//! Scores over every placement.

use game::{Census, Counts, Engine as _, Nobody, Unobserved};

use super::engine::Engine;
use super::instruction::CELLS;
use super::program::Code;
use super::setup::{Parameters, Setup};

/// All matches of a pair: a part is the placements with the first program at one address.
pub(super) struct Placements {
    engine: Engine,
    lengths: [usize; 2],
}

impl Placements {
    pub(super) fn new(parameters: Parameters, programs: &[&Code]) -> Self {
        let lengths = [0, 1].map(|seat: usize| programs[seat].instructions().len());
        Self { engine: Engine::new(parameters, programs), lengths }
    }

    /// The addresses of the second program that go with an address of the first.
    fn others(&self, first: usize) -> impl Iterator<Item = usize> {
        let [own, other] = self.lengths;
        (0..=CELLS - other).filter(move |&second| second + other <= first || first + own <= second)
    }
}

impl Census for Placements {
    fn setups(&self) -> u64 {
        let free = (CELLS + 1 - self.lengths[0] - self.lengths[1]) as u64;
        free * (free + 1)
    }

    fn estimated_ms(&self) -> u64 {
        170_000
    }

    fn parts(&self) -> u64 {
        (CELLS + 1 - self.lengths[0]) as u64
    }

    fn count(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Counts> {
        let first = usize::try_from(part).expect("a part is an address");
        let mut engine = self.engine.clone();
        let mut counts = Counts::default();
        for second in self.others(first) {
            if stop() {
                return None;
            }
            engine.begin(&Setup { start: [first, second] });
            let Ok(()) = engine.advance(u64::MAX, &mut Nobody, &mut Unobserved);
            match engine.outcome().and_then(game::Outcome::winner) {
                Some(seat) => counts.wins[seat] += 1,
                None => counts.draws += 1,
            }
        }
        Some(counts)
    }
}

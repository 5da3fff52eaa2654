//! All placements of a pair at one distance, counted and played.

use game::{Census, Counts, Engine as _, Game, NamedLists, Outcome, Program};
use games::crash::{CELLS, Crash};

use crate::crash::{Match, advance};

impl Match {
    /// What counts all placements of these programs.
    pub(crate) fn census(&self) -> Box<dyn Census> {
        let code = self.code();
        Crash::census(&self.parameters(&code), &[&code[0], &code[1]]).expect("placements can be counted")
    }

    /// Counts the placements of a part, which are those at one distance, and plays them one by one on the fast engine.
    /// Returns how many they are; fails if they came to anything else.
    pub(crate) fn compare_census(&self, part: u64) -> u64 {
        let code = self.code();
        let lengths = code.each_ref().map(Program::length);
        let distance = lengths[0] + usize::try_from(part).expect("a part is a distance");
        let (parameters, code) = (self.parameters(&code), [&code[0], &code[1]]);
        let mut engine = Crash::engine(&parameters, &code);
        let mut played = Counts::default();
        for first in 0..=CELLS - lengths[0] {
            let start = [first, (first + distance) % CELLS];
            if start[1] + lengths[1] > CELLS {
                continue;
            }
            let wished = NamedLists::default().with("start", start.map(|start| start as u64).to_vec());
            Crash::begin(&mut engine, &Crash::check_setup(&parameters, &code, &wished).expect("it is legal"));
            advance(&mut engine, u64::MAX, &mut game::Unobserved);
            match engine.outcome().and_then(Outcome::winner) {
                Some(seat) => played.wins[seat] += 1,
                None => played.draws += 1,
            }
        }
        assert_eq!(self.census().count(part, &|| false), Some(played), "part {part} of {self:#?}");
        played.setups()
    }
}

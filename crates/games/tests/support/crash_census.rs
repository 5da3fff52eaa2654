//! Placements of a pair, counted and played.

use game::{Census, Counts, Engine as _, Game, NamedLists, Outcome, Program};
use games::crash::{CELLS, Crash, census_of_starts};

use crate::choices::Choices;
use crate::crash::{Match, advance};

impl Match {
    /// The census that counts all placements of these programs.
    pub(crate) fn census(&self) -> Box<dyn Census> {
        let code = self.code();
        Crash::census(&self.parameters(&code), &[&code[0], &code[1]]).expect("placements can be counted")
    }

    /// Counts the placements in which the programs begin at these addresses, and plays them one by one on the fast engine.
    /// Returns their number; fails if the results differ.
    pub(crate) fn compare_census(&self, starts: [&[usize]; 2]) -> u64 {
        let code = self.code();
        let lengths = code.each_ref().map(Program::length);
        let (parameters, code) = (self.parameters(&code), [&code[0], &code[1]]);
        let mut engine = Crash::engine(&parameters, &code);
        let mut played = Counts::default();
        for &first in starts[0] {
            for &second in starts[1] {
                let fit = first + lengths[0] <= CELLS && second + lengths[1] <= CELLS;
                if !fit || first < second + lengths[1] && second < first + lengths[0] {
                    continue;
                }
                let wished = NamedLists::default().with("start", vec![first as u64, second as u64]);
                Crash::begin(
                    &mut engine,
                    &Crash::check_setup(&parameters, &code, &wished).expect("it is legal"),
                );
                advance(&mut engine, u64::MAX, &mut game::Unobserved);
                match engine.outcome().and_then(Outcome::winner) {
                    Some(seat) => played.wins[seat] += 1,
                    None => played.draws += 1,
                }
            }
        }
        let census = census_of_starts(&parameters, &code, starts);
        let mut counted = Counts::default();
        for part in 0..census.parts() {
            counted += census.count(part, &|| false).expect("nobody stops it");
        }
        let [ones, twos] = starts.map(|starts| (starts.len(), starts.first(), starts.last()));
        assert_eq!(counted, played, "starts {ones:?} and {twos:?} (number, first, last) of {self:#?}");
        assert_eq!(census.setups(), played.setups());
        played.setups()
    }
}

/// Where the programs may begin: some thousand pairs of addresses that differ in one of them, in both, or go side by side.
pub(crate) fn any_starts(choices: &mut impl Choices) -> [Vec<usize>; 2] {
    let few = vec![any_start(choices)];
    let all = (0..CELLS).step_by(1 + choices.below(3)).collect();
    match choices.below(4) {
        0 => [few, all],
        1 => [all, few],
        2 => [0, 1].map(|_| {
            let from = any_start(choices);
            (0..56).map(|nth| (from + nth) % CELLS).collect()
        }),
        _ => [0, 1].map(|_| {
            let mut starts: Vec<usize> = (0..56).map(|_| any_start(choices)).collect();
            starts.sort_unstable();
            starts.dedup();
            starts
        }),
    }
}

/// An address, often one at which something special may happen.
fn any_start(choices: &mut impl Choices) -> usize {
    match choices.below(4) {
        0 => choices.below(8),
        1 => CELLS - 1 - choices.below(140),
        2 => 64 * choices.below(64),
        _ => choices.below(CELLS),
    }
}

//! Matches of Esowar of the same bases on one engine, one after the other, each from other places: the engine uses in one
//! what it learnt in another.

use crate::choices::Choices;
use crate::esowar::{Match, advance, parts};
use crate::loops::{any_match, walk};

/// This many squares are added to a board that is mostly filled with bases, so that loops run for long.
const MORE_SQUARES: usize = 4000;

const TURNS: u64 = 60_000;

/// The commanders walk over no more squares than this in any match.
const FAR: u64 = 2_000_000;

/// Plays this many matches of some bases made of loops, and compares every one with the reference: in one step, and every
/// fourth one in slices.
pub(crate) fn compare_rematches(choices: &mut impl Choices, matches: usize) {
    let mut game = any_match(choices).turns(TURNS);
    game.squares += MORE_SQUARES;
    let mut engine = game.engine();
    for nth in 0..matches {
        let rematch = from_other_places(&game, choices);
        let mut reference = rematch.reference();
        walk(&mut reference, FAR);
        let turns = reference.turns;
        let slice = if nth % 4 == 3 { 1 + choices.below(30_000) as u64 } else { turns };
        let mut reference = rematch.reference();
        rematch.begin(&mut engine);
        while reference.turns < turns {
            let until = turns.min(reference.turns + slice);
            advance(&mut engine, until, &mut game::Unobserved);
            reference.run(until);
            rematch.compare(&engine, &reference);
        }
    }
}

/// The bases in another order, with other gaps between them, and robots elsewhere.
fn from_other_places(game: &Match, choices: &mut impl Choices) -> Match {
    let mut other = game.clone();
    let lengths: Vec<usize> = game.bases.iter().map(|base| base.symbols().len()).collect();
    let gaps = parts(choices, game.squares - lengths.iter().sum::<usize>(), lengths.len() + 1, 0);
    let (first, mut next) = (choices.below(lengths.len()), 0);
    for (place, gap) in gaps.iter().take(lengths.len()).enumerate() {
        let seat = (first + place) % lengths.len();
        other.start[seat] = next + gap;
        next = other.start[seat] + lengths[seat];
    }
    for robot in &mut other.robots {
        *robot = choices.below(game.squares);
    }
    other
}

//! The pairs of programs that a search tries.

use std::io;

use game::SeededRng;
use games::esowar::MAX_SYMBOLS;

use super::super::pairs;
use super::super::slow_set::SlowPair;
use super::super::{Played, exact};
use super::population::Population;
use crate::bench::{BOMBER, SMART_SWEEPER, SWEEPER, WAIT};
use crate::choices::SplitMix;
use crate::loops::loops;

/// Bases that are hard for an engine by design: long nests, dense brackets, code without brackets.
const HOSTILE: &[(&str, usize)] = &[
    (">][", 3333),
    ("[", 5000),
    ("]", 5000),
    ("[+]", 3333),
    ("+>", 2500),
    ("[]", 5000),
    ("+", 300),
    ("<[>]", 800),
];

/// The pairs that a search begins with: known slow pairs, programs of the games' documents, all examples
/// against each other and themselves, and programs that were written to be hard.
pub(super) fn first(game: Played, known: &[SlowPair], rng: &mut SeededRng) -> io::Result<Vec<[String; 2]>> {
    let mut some = match game {
        Played::Esowar => {
            let hostile = HOSTILE.iter().map(|(symbols, times)| symbols.repeat(*times));
            let nest = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
            hostile.chain([SWEEPER.to_owned(), SMART_SWEEPER.to_owned(), nest]).collect()
        }
        Played::Crash => vec![BOMBER.to_owned(), WAIT.to_owned()],
    };
    some.extend(match game {
        Played::Esowar => pairs::example_bases()?.into_iter().map(|(_, base)| base).collect::<Vec<_>>(),
        Played::Crash => {
            exact::examples()?.into_iter().map(|(_, code)| game::Program::canonical(&code)).collect()
        }
    });
    let mut all: Vec<[String; 2]> = known.iter().map(|pair| pair.programs.clone()).collect();
    for one in &some {
        all.push([one.clone(), one.clone()]);
        let other = &some[rng.index_below(some.len())];
        all.push([one.clone(), other.clone()]);
    }
    Ok(all)
}

/// Breeds a pair from others. One of its programs is mutated, lengthened, crossed with another, replaced by a
/// random one or copied to the other seat, or the seats are swapped.
pub(super) fn child(game: Played, population: &Population, rng: &mut SeededRng) -> [String; 2] {
    let Some(parent) = population.parent(rng) else { return [anew(game, rng), anew(game, rng)] };
    let mut programs = parent.programs.clone();
    let seat = rng.index_below(2);
    match rng.below(12) {
        0 => programs[seat] = anew(game, rng),
        1 => programs = std::array::from_fn(|_| programs[seat].clone()),
        2 => programs.swap(0, 1),
        3 | 4 => {
            let other =
                population.parent(rng).map_or(parent, |other| other).programs[rng.index_below(2)].clone();
            programs[seat] = game.breeding().crossed(&programs[seat], &other, rng);
        }
        5 if game == Played::Esowar => programs[seat] = longer(&programs[seat], rng),
        _ => programs[seat] = changed(game, &programs[seat], rng),
    }
    programs
}

fn anew(game: Played, rng: &mut SeededRng) -> String {
    if game == Played::Esowar && rng.below(2) == 0 {
        return loops(&mut SplitMix(rng.next_u64()));
    }
    game.breeding().random(rng)
}

/// Mutates a program. Of a long base only a part is mutated, since breeding expects short programs.
fn changed(game: Played, program: &str, rng: &mut SeededRng) -> String {
    const PART: usize = 200;
    if game == Played::Crash || program.len() <= PART {
        return game.breeding().mutated(program, rng);
    }
    let at = rng.index_below(program.len() - PART);
    let part = game.breeding().mutated(&program[at..at + PART], rng);
    cut(format!("{}{part}{}", &program[..at], &program[at + PART..]))
}

/// Repeats a random part of a base many times, in its place.
fn longer(base: &str, rng: &mut SeededRng) -> String {
    let first = rng.index_below(base.len());
    let length = 1 + rng.index_below(base.len() - first);
    let times = 2 << rng.below(8);
    cut(format!("{}{}{}", &base[..first], base[first..first + length].repeat(times), &base[first + length..]))
}

fn cut(mut base: String) -> String {
    base.truncate(MAX_SYMBOLS);
    base
}

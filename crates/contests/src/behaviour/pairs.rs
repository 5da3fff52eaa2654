//! Pairs of programs of different authors that play alike.

use games::RegisteredGame;

use super::{Agreement, Behaviour, SETUPS};
use crate::similarity;

/// A pair is named from this share of the setups. Among bout's examples that are compared, no pair of different programs
/// reaches it; the highest share is 18 of 23.
pub const NAMED_FROM: f64 = 0.85;

/// A program is compared only if it does something in at least this many setups.
pub const MIN_BUSY: usize = SETUPS / 2;

/// A program is compared only if it has at least this many different rows of actions. Programs that repeat the same actions are
/// alike by chance.
pub const MIN_VARIETY: usize = 8;

/// A program that may play like others.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// Its author. Programs of one author are not compared.
    pub author: &'a str,
    /// Its file.
    pub source: &'a [u8],
    /// Its behaviour, if that is known.
    pub behaviour: Option<&'a Behaviour>,
}

/// Two programs of different authors that play alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SimilarPlay {
    /// The position of one of them.
    pub one: usize,
    /// The position of the other, which is higher.
    pub two: usize,
    /// The number of setups in which they do the same.
    pub agreement: Agreement,
}

/// Returns the pairs of programs of different authors that play alike, the most alike first. Short programs, and those that do
/// little or always the same, are not compared: they are alike by chance.
#[must_use]
pub fn similar_play<'a>(game: &dyn RegisteredGame, programs: &[Candidate<'a>]) -> Vec<SimilarPlay> {
    let compared = |(at, program): (usize, &Candidate<'a>)| {
        let behaviour = program.behaviour?;
        let is_told_apart = behaviour.busy() >= MIN_BUSY && behaviour.variety() >= MIN_VARIETY;
        (is_told_apart && similarity::is_long_enough(game, program.source)).then_some((at, behaviour))
    };
    let known: Vec<(usize, &'a Behaviour)> = programs.iter().enumerate().filter_map(compared).collect();
    let mut found = Vec::new();
    for (nth, &(one, its)) in known.iter().enumerate() {
        for &(two, other) in &known[nth + 1..] {
            let agreement = its.agreement(other);
            if programs[one].author != programs[two].author && agreement.share() >= NAMED_FROM {
                found.push(SimilarPlay { one, two, agreement });
            }
        }
    }
    // The sort is stable, so pairs that are equally alike stay in the order of the programs.
    found.sort_by(|one, two| two.agreement.share().total_cmp(&one.agreement.share()));
    found
}

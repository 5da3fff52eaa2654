//! The environments in which the pairs of a hill have played.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::contest::{Contest, Environment};
use crate::hill::UnableResident;

/// An environment, and how many pairs have played in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnvironmentRow {
    /// The version of the game's rules.
    pub rules_version: u32,
    /// Compilers and interpreters by name.
    pub tools: BTreeMap<String, String>,
    /// How many pairs have their results from it.
    pub pairs: usize,
    /// True if it is the one in which this machine plays now.
    pub present: bool,
    /// What is different from the others, in words.
    pub words: String,
}

/// A program that cannot play any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnableRow {
    /// Its file.
    pub program: String,
    /// Why, a line per error.
    pub why: String,
}

impl EnvironmentRow {
    /// Returns the environments of the pairs of a contest, and the present one, which comes last.
    #[must_use]
    pub fn of(contest: &Contest) -> Vec<Self> {
        let present = contest.present();
        let mut pairs: BTreeMap<Environment, usize> = BTreeMap::new();
        for members in contest.pairs() {
            *pairs.entry(contest.environment_of(&members)).or_default() += 1;
        }
        let played_now = pairs.remove(&present).unwrap_or(0);
        let words: BTreeSet<String> = pairs.keys().map(|earlier| present.words_beside(earlier)).collect();
        let words: Vec<String> = words.into_iter().collect();
        let now = if words.is_empty() { present.words() } else { words.join(", ") };
        let earlier = pairs.iter().map(|(one, &number)| Self::new(one, number, one.words_beside(&present)));
        let mut rows: Vec<Self> = earlier.collect();
        rows.push(Self { present: true, ..Self::new(&present, played_now, now) });
        rows
    }

    fn new(environment: &Environment, pairs: usize, words: String) -> Self {
        Self {
            rules_version: environment.rules_version,
            tools: environment.named_tools().into_iter().collect(),
            pairs,
            present: false,
            words,
        }
    }

    /// Returns sentences about the pairs that have played in an earlier environment, one each; none if there is no such pair.
    #[must_use]
    pub fn sentences(rows: &[Self]) -> Vec<String> {
        let all: usize = rows.iter().map(|row| row.pairs).sum();
        let earlier = rows.iter().filter(|row| !row.present && row.pairs > 0);
        let mut sentences: Vec<String> = earlier
            .map(|row| match (row.pairs, all) {
                (1, 1) => format!("The pair has played under {}.", row.words),
                (number, all) if number == all => format!("All {all} pairs have played under {}.", row.words),
                (1, all) => format!("1 of {all} pairs has played under {}.", row.words),
                (number, all) => format!("{number} of {all} pairs have played under {}.", row.words),
            })
            .collect();
        if let (false, Some(present)) = (sentences.is_empty(), rows.iter().find(|row| row.present)) {
            sentences.push(format!("New games are played under {}.", present.words));
        }
        sentences
    }
}

impl From<&UnableResident> for UnableRow {
    fn from(unable: &UnableResident) -> Self {
        Self { program: unable.file.clone(), why: unable.why.clone() }
    }
}

//! The environments in which the pairs of a hill have played.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tournament::EncounterResult;

use crate::contest::{Contest, Environment};
use crate::hill::UnableResident;

/// An environment, and the number of pairs that have played in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnvironmentRow {
    /// The version of the game's rules.
    pub rules_version: u32,
    /// Compilers and interpreters by name.
    pub tools: BTreeMap<String, String>,
    /// The number of pairs (or of groups, in larger matches) whose results come from it.
    pub pairs: usize,
    /// True if games are played in it now.
    pub present: bool,
    /// The difference from the others, in words.
    pub words: String,
}

/// A program that can no longer play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnableRow {
    /// Its file.
    pub program: String,
    /// The reason, a line per error.
    pub why: String,
}

impl EnvironmentRow {
    /// Returns the environments of the pairs of a contest, followed by those in which games are played now.
    #[must_use]
    pub fn of(contest: &Contest) -> Vec<Self> {
        Self::of_groups(contest, contest.pairs())
    }

    /// Returns the environments of all entrants that played each other in these encounters.
    #[must_use]
    pub fn of_encounters(contest: &Contest, played: &[EncounterResult]) -> Vec<Self> {
        let groups: BTreeSet<Vec<usize>> = played
            .iter()
            .map(|one| {
                let mut members = one.encounter.members.clone();
                members.sort_unstable();
                members
            })
            .collect();
        Self::of_groups(contest, groups)
    }

    fn of_groups(contest: &Contest, groups: impl IntoIterator<Item = impl AsRef<[usize]>>) -> Vec<Self> {
        let presents = contest.presents();
        let mut pairs: BTreeMap<Environment, usize> = BTreeMap::new();
        for members in groups {
            *pairs.entry(contest.environment_of(members.as_ref())).or_default() += 1;
        }
        let played_now: Vec<usize> = presents.iter().map(|one| pairs.remove(one).unwrap_or(0)).collect();
        let earlier = pairs.iter();
        let mut rows: Vec<Self> =
            earlier.map(|(one, &number)| Self::new(one, number, one.words_beside(&presents[0]))).collect();
        for (at, (present, number)) in presents.iter().zip(played_now).enumerate() {
            let others = presents.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| one);
            let words: BTreeSet<String> =
                pairs.keys().chain(others).map(|other| present.words_beside(other)).collect();
            let words: Vec<String> = words.into_iter().collect();
            let words = if words.is_empty() { present.words() } else { words.join(", ") };
            rows.push(Self { present: true, ..Self::new(present, number, words) });
        }
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

    /// Returns sentences about the pairs that have played in an earlier environment or in one of several, one sentence for each
    /// environment; none if all pairs have played in the only one.
    #[must_use]
    pub fn sentences(rows: &[Self]) -> Vec<String> {
        let all: usize = rows.iter().map(|row| row.pairs).sum();
        let presents: Vec<&Self> = rows.iter().filter(|row| row.present).collect();
        let told = rows.iter().filter(|row| row.pairs > 0 && (!row.present || presents.len() > 1));
        let mut sentences: Vec<String> = told
            .map(|row| match (row.pairs, all) {
                (1, 1) => format!("The pair has played under {}.", row.words),
                (number, all) if number == all => format!("All {all} pairs have played under {}.", row.words),
                (1, all) => format!("1 of {all} pairs has played under {}.", row.words),
                (number, all) => format!("{number} of {all} pairs have played under {}.", row.words),
            })
            .collect();
        if rows.iter().any(|row| !row.present && row.pairs > 0) {
            let words: Vec<&str> = presents.iter().map(|row| row.words.as_str()).collect();
            sentences.push(format!("New games are played under {}.", words.join(" or ")));
        }
        sentences
    }
}

impl From<&UnableResident> for UnableRow {
    fn from(unable: &UnableResident) -> Self {
        Self { program: unable.file.clone(), why: unable.why.clone() }
    }
}

//! The environments in which the games of a contest may be played.
//!
//! A contest accepts one or several environments. All games of a pairing are played in the same one. If there are several, the
//! contest chooses the one whose hash together with the programs is the largest. So the choice depends only on the programs
//! and on the accepted environments, not on the machines present or on any order. If a contest accepts another environment,
//! only the pairings that move to it change. If it stops accepting one, only the pairings that had it change.

use std::sync::Arc;

use dispatch::{Part, Terms, Tools, environment_id, environment_name};
use game::{Canonical, Digest};
use tournament::Encounter;

use super::{Contest, Environment};
use crate::Failure;

/// The name for the environment of the machine that holds a contest.
pub const HERE: &str = "here";

/// The environments that a contest accepts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AcceptedEnvironments(Vec<Tools>);

impl AcceptedEnvironments {
    /// Accepts these environments, in any order.
    #[must_use]
    pub fn new(mut all: Vec<Tools>) -> Self {
        all.sort();
        all.dedup();
        Self(all)
    }

    /// Returns the environments; empty if the contest accepts only that of the machine that holds it.
    #[must_use]
    pub fn all(&self) -> &[Tools] {
        &self.0
    }

    /// Finds environments by their names, among that of this machine (`here`) and the known ones.
    pub fn named(names: &[String], here: &Tools, known: &[Tools]) -> Result<Self, String> {
        let find = |name: &String| {
            if name == HERE {
                return Ok(here.clone());
            }
            let mut all = known.iter().chain([here]);
            all.find(|tools| environment_name(tools) == *name).cloned().ok_or_else(|| name.clone())
        };
        names.iter().map(find).collect::<Result<_, _>>().map(Self::new)
    }

    /// Returns the number of the environment of these programs, in any order.
    fn of_programs(&self, mut programs: Vec<Digest>) -> usize {
        if self.0.len() < 2 {
            return 0;
        }
        programs.sort_unstable();
        let weight = |tools: &Tools| {
            let mut canonical = Canonical::new("environment of a pairing");
            canonical.bytes("environment", environment_id(tools).as_bytes());
            for program in &programs {
                canonical.bytes("program", program.as_bytes());
            }
            canonical.finish()
        };
        (0..self.0.len()).max_by_key(|&at| weight(&self.0[at])).unwrap_or(0)
    }
}

/// Returns an environment with its name and its parts in words.
#[must_use]
pub fn environment_in_words(tools: &[(String, String)]) -> String {
    let parts: Vec<String> = tools.iter().map(|(name, value)| format!("{name} {value}")).collect();
    format!("{} ({})", environment_name(tools), parts.join("; "))
}

impl Contest {
    /// Sets the environments in which games may be played. If there are none, games may be played only in that of this machine.
    #[must_use]
    pub fn with_environments(self, accepted: AcceptedEnvironments) -> Self {
        Self { accepted, ..self }
    }

    /// Returns the environments in which games may be played, if they were named explicitly.
    pub(super) fn accepted_explicitly(&self) -> &[Tools] {
        self.accepted.all()
    }

    /// Returns the environments in which games may be played.
    #[must_use]
    pub fn accepted(&self) -> &[Tools] {
        match self.accepted.all() {
            [] => std::slice::from_ref(&self.foreign.environment),
            all => all,
        }
    }

    /// Returns the environments in which games are played now.
    #[must_use]
    pub fn presents(&self) -> Vec<Environment> {
        self.accepted().iter().map(|tools| self.environment_with(tools)).collect()
    }

    /// Returns the environment in which games of these entrants are played now.
    #[must_use]
    pub fn present_of(&self, members: &[usize]) -> Environment {
        self.environment_with(self.tools_of(members))
    }

    /// Returns the compilers and interpreters with which games of these entrants are played now.
    #[must_use]
    pub fn tools_of(&self, members: &[usize]) -> &Tools {
        &self.accepted()[self.part_of(members)]
    }

    /// Returns the number of the environment in which games of these entrants are played now.
    pub(super) fn part_of(&self, members: &[usize]) -> usize {
        if self.accepted.all().len() < 2 {
            return 0;
        }
        self.accepted.of_programs(members.iter().map(|&member| self.field.program(member)).collect())
    }

    /// Returns the parts of orders: one for every environment.
    pub(super) fn parts(&self, terms: &Terms) -> Vec<Part> {
        let part = |tools: &Tools| Part {
            terms: Arc::new(Terms { environment: tools.clone(), ..terms.clone() }),
            is_of_here: *tools == self.foreign.environment,
        };
        self.accepted().iter().map(part).collect()
    }

    /// Refuses to play these encounters on this machine if one of them needs another environment.
    pub(super) fn refuse_other_environments<'e>(
        &self,
        mut encounters: impl Iterator<Item = &'e Encounter>,
    ) -> Result<(), Failure> {
        let is_of_here =
            |encounter: &Encounter| *self.tools_of(&encounter.members) == self.foreign.environment;
        let Some(encounter) = encounters.find(|encounter| !is_of_here(encounter)) else { return Ok(()) };
        Err(Failure::Usage(format!(
            "games are to be played in the environment {}, but this machine has {}; let workers play with --queue",
            environment_in_words(self.tools_of(&encounter.members)),
            environment_in_words(&self.foreign.environment),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools(version: &str) -> Tools {
        vec![("gcc".into(), version.into())]
    }

    fn programs(one: u32, two: u32) -> Vec<Digest> {
        [one, two].map(|number| Digest::of(&number.to_le_bytes())).to_vec()
    }

    /// The environments of pairs, by version.
    fn chosen(versions: &[&str]) -> Vec<Tools> {
        let accepted = AcceptedEnvironments::new(versions.iter().map(|version| tools(version)).collect());
        (0..300).map(|at| accepted.all()[accepted.of_programs(programs(at, at + 1))].clone()).collect()
    }

    #[test]
    fn the_choice_depends_on_no_order() {
        assert_eq!(chosen(&["12", "13", "14"]), chosen(&["14", "12", "13"]));
        let accepted = AcceptedEnvironments::new(vec![tools("12"), tools("13")]);
        for at in 0..100 {
            assert_eq!(accepted.of_programs(programs(at, 7)), accepted.of_programs(programs(7, at)));
        }
    }

    #[test]
    fn every_environment_gets_its_share() {
        let all = chosen(&["12", "13", "14"]);
        for version in ["12", "13", "14"] {
            let share = all.iter().filter(|one| **one == tools(version)).count();
            // A hundred out of three hundred, give or take five standard deviations.
            assert!((60..=140).contains(&share), "{version}: {share}");
        }
    }

    #[test]
    fn another_environment_changes_only_the_pairings_that_it_gets() {
        let (two, three) = (chosen(&["12", "13"]), chosen(&["12", "13", "14"]));
        for (before, after) in two.iter().zip(&three) {
            assert!(before == after || *after == tools("14"), "{before:?} {after:?}");
        }
        assert_ne!(two, three);
    }

    #[test]
    fn environments_are_found_by_name() {
        let (here, known) = (tools("12"), [tools("13")]);
        let name = environment_name(&known[0]);
        let found = AcceptedEnvironments::named(&[HERE.into(), name], &here, &known).unwrap();
        assert_eq!(found.all(), [tools("12"), tools("13")]);
        assert_eq!(AcceptedEnvironments::named(&["0123".into()], &here, &known), Err("0123".into()));
    }
}

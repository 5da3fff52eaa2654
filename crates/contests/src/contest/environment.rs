//! The environment of results: everything they depend on besides programs, parameters and seeds.
//!
//! The results of a pair all come from one environment. On a hill, a pair can keep the results that it has from an
//! earlier environment.

use std::collections::BTreeMap;

use dispatch::Tools;
use serde::{Deserialize, Serialize};
use store::{Pairing, Store};

use super::known::without;
use super::{Contest, exact, key_of};
use crate::{Failure, ScoreKind};

/// What results depend on besides programs, parameters and seeds: the rules of the game, and what runs the programs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Environment {
    /// The version of the game's rules.
    pub rules_version: u32,
    /// Compilers and interpreters with their versions, in the format of the keys of results; empty for games that run no
    /// foreign code.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tools: String,
}

impl Environment {
    /// Returns the tools by name, in the format of records.
    #[must_use]
    pub fn named_tools(&self) -> Tools {
        tools_of_text(&self.tools)
    }

    /// Returns in words how it differs from another environment: `gcc (Debian 12.2.0-14) 12.2.0`.
    #[must_use]
    pub fn words_beside(&self, other: &Self) -> String {
        let others: BTreeMap<String, String> = other.named_tools().into_iter().collect();
        let is_other = |(name, value): &(String, String)| others.get(name) != Some(value);
        let tools = self.named_tools().into_iter().filter(is_other).map(|(name, value)| tool(&name, &value));
        let rules = (self.rules_version != other.rules_version)
            .then(|| format!("version {} of the rules", self.rules_version));
        let all: Vec<String> = rules.into_iter().chain(tools).collect();
        if all.is_empty() { self.words() } else { all.join(", ") }
    }

    /// Returns the main parts in words: the version of the rules, the compiler and the interpreter.
    #[must_use]
    pub fn words(&self) -> String {
        let is_main = |(name, _): &(String, String)| matches!(name.as_str(), "gcc" | "c" | "perl");
        let tools = self.named_tools().into_iter().filter(is_main).map(|(name, value)| tool(&name, &value));
        let rules = format!("version {} of the rules", self.rules_version);
        std::iter::once(rules).chain(tools).collect::<Vec<_>>().join(", ")
    }
}

/// Returns compilers and interpreters as a text.
pub(super) fn tools_as_text(tools: &[(String, String)]) -> String {
    tools.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join("; ")
}

/// Returns the compilers and interpreters in a text.
pub(super) fn tools_of_text(text: &str) -> Tools {
    let named = |part: &str| {
        let (name, value) = part.split_once(' ').unwrap_or((part, ""));
        (name.to_owned(), value.to_owned())
    };
    text.split("; ").filter(|part| !part.is_empty()).map(named).collect()
}

/// Returns a tool in words. A compiler gives its own name with its version.
fn tool(name: &str, value: &str) -> String {
    if value.starts_with(name) { value.to_owned() } else { format!("{name} {value}") }
}

impl Contest {
    /// Returns the environment with these compilers and interpreters.
    #[must_use]
    pub(super) fn environment_with(&self, tools: &[(String, String)]) -> Environment {
        // `reset` and `fork` are not distinguished: both isolate every call completely, so the answers are the same.
        let tools = Some(tools_as_text(tools)).filter(|tools| !tools.is_empty());
        let budget = self.match_budget.map(|seconds| format!("match_budget {seconds}"));
        let tools = tools.into_iter().chain(budget).collect::<Vec<_>>().join("; ");
        Environment { rules_version: self.game.info().rules_version, tools }
    }

    /// Returns true if games may be played in this environment now.
    #[must_use]
    pub fn accepts(&self, environment: &Environment) -> bool {
        self.presents().contains(environment)
    }

    /// Returns the environment of the results of these entrants.
    #[must_use]
    pub fn environment_of(&self, members: &[usize]) -> Environment {
        self.earlier(members).cloned().unwrap_or_else(|| self.present_of(members))
    }

    /// Returns the environment of these entrants' results if it is an earlier one.
    #[must_use]
    pub fn earlier(&self, members: &[usize]) -> Option<&Environment> {
        let &[one, other] = members else { return None };
        self.earlier.get(&[one.min(other), one.max(other)])
    }

    /// Lets every pair keep the results that it has. It uses the first of these environments for which the store has all `games`
    /// of the pair. Other pairs play in the present environment.
    pub fn keep_results_of(
        &mut self,
        environments: &[Environment],
        games: u64,
        store: &Store,
    ) -> Result<(), Failure> {
        let mut earlier = BTreeMap::new();
        for members in self.pairs() {
            for environment in environments {
                if self.is_known_under(environment, members, games, store)? {
                    if *environment != self.present_of(&members) {
                        earlier.insert(members, environment.clone());
                    }
                    break;
                }
            }
        }
        self.earlier = earlier;
        Ok(())
    }

    /// Returns all pairs of entrants.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let entrants = self.field.len();
        (0..entrants).flat_map(move |one| (one + 1..entrants).map(move |two| [one, two]))
    }

    /// Returns true if all games of a pair are in the store under this environment.
    pub fn is_known_under(
        &self,
        environment: &Environment,
        members: [usize; 2],
        games: u64,
        store: &Store,
    ) -> Result<bool, Failure> {
        if self.score != ScoreKind::Sampled && self.is_counted_under(environment, members, store)? {
            return Ok(true);
        }
        if self.score == ScoreKind::Exact {
            return Ok(false);
        }
        let pairing = self.pairing_under(environment.clone(), &members, &self.parameters(2)?);
        let Some(id) = store.find_pairing(pairing.key)? else { return Ok(false) };
        let kept = store.kept_games(id)?;
        let blocks = kept.blocks.iter().map(|block| {
            let number = block.results.len() as u64 / 2;
            block.first_game..block.first_game + number
        });
        let matches = kept.matches.iter().map(|played| played.game..played.game + 1);
        let all = std::iter::once(0..games).collect::<Vec<_>>();
        Ok(blocks.chain(matches).fold(all, |missing, known| without(&missing, &known)).is_empty())
    }

    /// Returns true if all setups of a pair are counted under this environment, in both orders.
    fn is_counted_under(
        &self,
        environment: &Environment,
        [one, other]: [usize; 2],
        store: &Store,
    ) -> Result<bool, Failure> {
        for members in [[one, other], [other, one]] {
            let pairing = self.exact_pairing_under(environment.rules_version, members)?;
            let census = store.find_pairing(pairing.key)?.map(|id| store.census(id)).transpose()?.flatten();
            if census.is_none_or(|census| census.counts.is_none()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the pairing of these entrants as it is stored: its key covers everything that its results depend on.
    pub(super) fn pairing(&self, members: &[usize], parameters: &[(&'static str, u64)]) -> Pairing {
        self.pairing_under(self.environment_of(members), members, parameters)
    }

    fn pairing_under(
        &self,
        environment: Environment,
        members: &[usize],
        parameters: &[(&'static str, u64)],
    ) -> Pairing {
        let programs = members.iter().map(|&member| self.field.program(member)).collect();
        self.pairing_of(programs, parameters, self.seed_of(members), environment)
    }

    /// Returns the pairing under which the census of these entrants (by seat) is stored.
    pub fn exact_pairing(&self, members: [usize; 2]) -> Result<Pairing, Failure> {
        self.exact_pairing_under(self.environment_of(&members).rules_version, members)
    }

    fn exact_pairing_under(&self, rules_version: u32, members: [usize; 2]) -> Result<Pairing, Failure> {
        let programs = members.map(|member| self.field.program(member)).to_vec();
        let environment = Environment { rules_version, tools: exact::ENVIRONMENT.into() };
        Ok(self.pairing_of(programs, &self.parameters(2)?, 0, environment))
    }

    /// Creates a pairing whose key is a hash of all other parts.
    fn pairing_of(
        &self,
        programs: Vec<game::Digest>,
        parameters: &[(&'static str, u64)],
        seed: u64,
        environment: Environment,
    ) -> Pairing {
        let pairing = Pairing {
            key: game::Digest::of(b""),
            game: self.game.info().name.into(),
            rules_version: environment.rules_version,
            parameters: parameters.iter().map(|(key, value)| ((*key).into(), *value)).collect(),
            programs,
            seed,
            environment: environment.tools,
        };
        Pairing { key: key_of(&pairing), ..pairing }
    }
}

/// Returns the environments of the results in a store, the newest first.
pub(crate) fn environments_in(store: &Store, game: &str) -> Result<Vec<Environment>, Failure> {
    let mut found: Vec<Environment> = Vec::new();
    for (rules_version, tools) in store.environments(game)? {
        let tools = if tools == exact::ENVIRONMENT { String::new() } else { tools };
        let environment = Environment { rules_version, tools };
        if !found.contains(&environment) {
            found.push(environment);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(rules_version: u32, tools: &str) -> Environment {
        Environment { rules_version, tools: tools.into() }
    }

    #[test]
    fn what_differs_is_told_in_words() {
        let old = environment(1, "gcc gcc (Debian 12.2.0-14) 12.2.0; flags -O2 -g; library 3; wasm 1");
        let new = environment(1, "gcc gcc (Debian 14.2.0-19) 14.2.0; flags -O2 -g; library 3; wasm 1");
        assert_eq!(old.words_beside(&new), "gcc (Debian 12.2.0-14) 12.2.0");
        assert_eq!(new.words(), "version 1 of the rules, gcc (Debian 14.2.0-19) 14.2.0");
        let perl = environment(2, "perl v5.36.0; driver abc");
        assert_eq!(
            perl.words_beside(&environment(1, "perl v5.40.1; driver abc")),
            "version 2 of the rules, perl v5.36.0"
        );
        assert_eq!(environment(1, "").words_beside(&environment(2, "")), "version 1 of the rules");
    }
}

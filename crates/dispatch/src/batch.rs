//! Batches: games with everything that their results depend on.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;
use std::sync::Arc;

use game::{Canonical, Digest};
use tournament::Seating;

/// The meaning of the numbers in a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Work {
    /// Games, which are drawn from seeds.
    #[default]
    Games,
    /// Parts of a [census](game::Census): all setups in them are counted.
    Setups,
}

/// The common parts of all batches of a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// The kind of work.
    pub work: Work,
    /// The version of bout that plays.
    pub engine_version: String,
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The values of all parameters, by key.
    pub parameters: Vec<(String, u64)>,
    /// Who sits where.
    pub seating: Seating,
    /// The processor time that foreign code may use per match, in seconds.
    pub match_budget_s: Option<u64>,
    /// The compilers and interpreters by name. Besides programs, the answers of foreign code depend on them. Empty for games
    /// that ask no foreign code.
    pub environment: Vec<(String, String)>,
}

/// Games of the same programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchPart {
    /// The identities of the programs, in the order of the encounter's members.
    pub programs: Vec<Digest>,
    /// The seed of these programs' games.
    pub seed: u64,
    /// The numbers of the games, or of the parts of a census.
    pub games: Range<u64>,
}

/// Games to play: of one encounter or of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The terms that it shares with the other batches of its contest.
    pub terms: Arc<Terms>,
    /// The games, by programs.
    pub parts: Vec<BatchPart>,
}

/// The identity of a batch: the hash of its canonical bytes. Batches with the same identity have the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BatchId(pub Digest);

impl Display for BatchId {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl Terms {
    /// Returns the hash of the environment. Workers whose environment has another hash cannot play these batches.
    #[must_use]
    pub fn environment_id(&self) -> Digest {
        environment_id(&self.environment)
    }

    fn add_to(&self, canonical: &mut Canonical) {
        let Self {
            work,
            engine_version,
            game,
            rules_version,
            parameters,
            seating,
            match_budget_s,
            environment,
        } = self;
        // The identities of games do not contain this, so they stay as they have always been.
        if *work == Work::Setups {
            canonical.text("work", "setups");
        }
        canonical.text("engine_version", engine_version);
        canonical.text("game", game);
        canonical.number("rules_version", u64::from(*rules_version));
        for (key, value) in parameters {
            canonical.text("parameter", key);
            canonical.number("value", *value);
        }
        let seating = match seating {
            Seating::Rotating => "rotating",
            Seating::Reversing => "reversing",
        };
        canonical.text("seating", seating);
        canonical.numbers("match_budget", match_budget_s.as_slice());
        add_environment(canonical, environment);
    }
}

fn add_environment(canonical: &mut Canonical, environment: &[(String, String)]) {
    for (name, value) in environment {
        canonical.text("environment", name);
        canonical.text("value", value);
    }
}

/// Returns the hash of an environment, as in [`Terms::environment_id`].
#[must_use]
pub fn environment_id(environment: &[(String, String)]) -> Digest {
    let mut canonical = Canonical::new("environment");
    add_environment(&mut canonical, environment);
    canonical.finish()
}

/// The number of digits of the hash of an environment that form its name for people.
pub const ENVIRONMENT_NAME_DIGITS: usize = 16;

/// Returns the name of an environment for people: the beginning of its hash.
#[must_use]
pub fn environment_name(environment: &[(String, String)]) -> String {
    environment_id(environment).to_string()[..ENVIRONMENT_NAME_DIGITS].to_owned()
}

impl Batch {
    /// Returns the identity of the batch.
    #[must_use]
    pub fn id(&self) -> BatchId {
        let mut canonical = Canonical::new("batch");
        self.terms.add_to(&mut canonical);
        for BatchPart { programs, seed, games } in &self.parts {
            for program in programs {
                canonical.bytes("program", program.as_bytes());
            }
            canonical.number("seed", *seed);
            canonical.numbers("games", &[games.start, games.end]);
        }
        BatchId(canonical.finish())
    }

    /// Returns the number of its games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.parts.iter().map(|part| part.games.end.saturating_sub(part.games.start)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> Terms {
        Terms {
            work: Work::Games,
            engine_version: "1.2.3".into(),
            game: "nim".into(),
            rules_version: 1,
            parameters: vec![("heap".into(), 21)],
            seating: Seating::Reversing,
            match_budget_s: None,
            environment: Vec::new(),
        }
    }

    fn batch(terms: Terms, programs: &[&str], seed: u64, games: Range<u64>) -> Batch {
        let programs = programs.iter().map(|program| Digest::of(program.as_bytes())).collect();
        Batch { terms: Arc::new(terms), parts: vec![BatchPart { programs, seed, games }] }
    }

    #[test]
    fn everything_that_results_depend_on_is_part_of_the_identity() {
        let change = |change: fn(&mut Terms)| {
            let mut terms = terms();
            change(&mut terms);
            batch(terms, &["a", "b"], 1, 0..10)
        };
        let all = [
            batch(terms(), &["a", "b"], 1, 0..10),
            batch(terms(), &["b", "a"], 1, 0..10),
            batch(terms(), &["a", "b"], 2, 0..10),
            batch(terms(), &["a", "b"], 1, 0..12),
            batch(terms(), &["a", "b"], 1, 2..10),
            change(|terms| terms.engine_version = "1.2.4".into()),
            change(|terms| terms.game = "chess".into()),
            change(|terms| terms.work = Work::Setups),
            change(|terms| terms.rules_version = 2),
            change(|terms| terms.parameters[0].1 = 22),
            change(|terms| terms.parameters[0].0 = "heaps".into()),
            change(|terms| terms.seating = Seating::Rotating),
            change(|terms| terms.match_budget_s = Some(1)),
            change(|terms| terms.environment = vec![("gcc".into(), "12".into())]),
        ];
        for (at, one) in all.iter().enumerate() {
            for (other_at, other) in all.iter().enumerate() {
                assert_eq!(one.id() == other.id(), at == other_at, "{one:?}\n{other:?}");
            }
        }
    }

    /// The canonical bytes, written out by hand from the description at [`Canonical`].
    #[test]
    fn the_identity_is_the_hash_of_the_canonical_bytes() {
        let field = |label: &str, content: &[u8]| {
            let mut bytes = vec![u8::try_from(label.len()).unwrap()];
            bytes.extend_from_slice(label.as_bytes());
            bytes.extend_from_slice(&(content.len() as u64).to_le_bytes());
            bytes.extend_from_slice(content);
            bytes
        };
        let number = |number: u64| number.to_le_bytes();
        let by_hand = [
            field("bout", b"batch"),
            field("engine_version", b"1.2.3"),
            field("game", b"nim"),
            field("rules_version", &number(1)),
            field("parameter", b"heap"),
            field("value", &number(21)),
            field("seating", b"reversing"),
            field("match_budget", b""),
            field("program", Digest::of(b"a").as_bytes()),
            field("program", Digest::of(b"b").as_bytes()),
            field("seed", &number(7)),
            field("games", &[number(2), number(10)].concat()),
        ];
        assert_eq!(batch(terms(), &["a", "b"], 7, 2..10).id().0, Digest::of(&by_hand.concat()));
    }
}

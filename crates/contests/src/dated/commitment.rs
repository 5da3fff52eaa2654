//! The commitment to a final, and its seed. Both are BLAKE3 hashes of plain text, which anybody can compute with `b3sum`.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use game::Digest;
use serde::{Deserialize, Serialize};

use crate::ScoreKind;
use crate::file_name::FileName;

/// A host's promise when a dated contest is announced: everything that the final depends on besides its entrants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The name of the contest.
    pub contest: FileName,
    /// The name of the game.
    pub game: String,
    /// When the entrants are fixed, such as `2026-12-01T18:00:00Z`.
    pub closes: String,
    /// Which entrants meet.
    pub schedule: FinalSchedule,
    /// The number of games per pairing, which is even.
    pub games: u64,
    /// The number of rounds of a Swiss; `None` means as many as usual for the number of entrants.
    pub rounds: Option<u64>,
    /// How the scores of pairs are determined: `auto` or `sampled`.
    pub score: ScoreKind,
    /// The parameters of the game whose values differ from the defaults.
    pub rules: BTreeMap<String, u64>,
}

/// Schedules of finals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinalSchedule {
    /// Every entrant meets every other one.
    #[default]
    RoundRobin,
    /// In each round, programs with about the same number of points meet.
    Swiss,
    /// A program that loses is out.
    SingleElimination,
    /// A program that loses twice is out.
    DoubleElimination,
}

impl FinalSchedule {
    /// Returns the name used in locks and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Swiss => "swiss",
            Self::SingleElimination => "single-elimination",
            Self::DoubleElimination => "double-elimination",
        }
    }

    /// Returns true if it needs individual games, so that exact scores cannot be used.
    #[must_use]
    pub fn needs_games(self) -> bool {
        matches!(self, Self::SingleElimination | Self::DoubleElimination)
    }
}

impl Terms {
    /// Returns the terms as lines of text, each with its line end.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { contest, game, closes, schedule, games, rounds, score, rules } = self;
        let mut text = format!(
            "contest {contest}\ngame {game}\ncloses {closes}\nschedule {}\ngames {games}\n",
            schedule.name()
        );
        let write = |text: &mut String, line: fmt::Arguments<'_>| {
            text.write_fmt(line).expect("a string takes all text");
        };
        if let Some(rounds) = rounds {
            write(&mut text, format_args!("rounds {rounds}\n"));
        }
        write(&mut text, format_args!("score {}\n", score.name()));
        for (parameter, value) in rules {
            write(&mut text, format_args!("rule {parameter} {value}\n"));
        }
        text
    }

    /// Returns true if no two different terms have the same text: no word in them contains a blank or a line end.
    #[must_use]
    pub fn are_unambiguous(&self) -> bool {
        let is_word = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_word(&self.game) && is_word(&self.closes) && self.rules.keys().all(|key| is_word(key))
    }
}

/// 32 random bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret(Digest);

impl Secret {
    /// Creates a secret from these bytes. Nobody else must be able to guess them.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Digest::from_bytes(bytes))
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Secret(not shown)")
    }
}

impl TryFrom<String> for Secret {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Digest::from_hex(&text).map(Self).ok_or("a secret has 64 hexadecimal digits")
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> Self {
        secret.to_string()
    }
}

/// Returns the text whose hash is the commitment: a first line of its own, the terms, and the secret.
#[must_use]
pub fn commitment_text(terms: &Terms, secret: Secret) -> String {
    format!("bout contest commitment 1\n{}secret {secret}\n", terms.text())
}

/// Returns the commitment, which is published when the contest is announced.
#[must_use]
pub fn commitment(terms: &Terms, secret: Secret) -> Digest {
    Digest::of(commitment_text(terms, secret).as_bytes())
}

/// Returns the text whose hash begins with the seed: a first line of its own, the name of the contest, the secret, and the
/// identities of all entrants in their order as text.
#[must_use]
pub fn seed_text(contest: &FileName, secret: Secret, entrants: &[Digest]) -> String {
    let mut entrants: Vec<String> = entrants.iter().map(|id| format!("entrant {id}\n")).collect();
    entrants.sort();
    format!("bout contest seed 1\ncontest {contest}\nsecret {secret}\n{}", entrants.concat())
}

/// Returns the seed of the final: the first 16 hexadecimal digits of the hash, as a number.
#[must_use]
pub fn seed(contest: &FileName, secret: Secret, entrants: &[Digest]) -> u64 {
    let hash = Digest::of(seed_text(contest, secret, entrants).as_bytes());
    hash.as_bytes().iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> Terms {
        Terms {
            contest: FileName::own("spring"),
            game: "crash".into(),
            closes: "2026-12-01T18:00:00Z".into(),
            schedule: FinalSchedule::Swiss,
            games: 100,
            rounds: Some(5),
            score: ScoreKind::Auto,
            rules: BTreeMap::from([("max_turns".into(), 1000)]),
        }
    }

    /// The hashes in the manual were computed with another implementation of BLAKE3, from the lines given there.
    #[test]
    fn the_texts_and_the_hashes_are_those_of_the_manual() {
        let manual = include_str!("../../../bout/manual/dated-contests.md");
        let in_manual = |text: &str| {
            let block: String = text.lines().flat_map(|line| ["    ", line, "\n"]).collect();
            assert!(manual.contains(&block), "{block}");
        };
        let contest = FileName::own("spring-cup");
        let terms = Terms {
            contest: contest.clone(),
            schedule: FinalSchedule::RoundRobin,
            rounds: None,
            rules: BTreeMap::from([("max_turns".into(), 10_000)]),
            ..terms()
        };
        let secret = Secret::new([0xab; 32]);
        in_manual(&commitment_text(&terms, secret));
        let hash = "dd118e0090356d4b71d3e929b7ba342ba23e9c99b8a4e3cb64529c3e58e542cf";
        assert_eq!(commitment(&terms, secret).to_string(), hash);
        let entrants = [Digest::from_bytes([2; 32]), Digest::from_bytes([1; 32])];
        in_manual(&seed_text(&contest, secret, &entrants));
        assert_eq!(seed(&contest, secret, &entrants), 3_126_108_542_726_074_980);
        assert!(manual.contains(hash) && manual.contains("3126108542726074980"));
    }

    #[test]
    fn the_order_of_entrants_does_not_matter() {
        let secret = Secret::new([0xab; 32]);
        let hex = "ab".repeat(32);
        let (one, two) = (Digest::from_bytes([2; 32]), Digest::from_bytes([1; 32]));
        let text = format!(
            "bout contest seed 1\ncontest spring\nsecret {hex}\nentrant {}\nentrant {}\n",
            "01".repeat(32),
            "02".repeat(32)
        );
        let contest = FileName::own("spring");
        assert_eq!(seed_text(&contest, secret, &[one, two]), text);
        assert_eq!(seed(&contest, secret, &[one, two]), seed(&contest, secret, &[two, one]));
        let hash = Digest::of(text.as_bytes()).to_string();
        assert_eq!(format!("{:016x}", seed(&contest, secret, &[one, two])), hash[..16]);
    }

    #[test]
    fn every_part_of_the_terms_changes_the_commitment() {
        let secret = Secret::new([1; 32]);
        let of = |terms: &Terms| commitment(terms, secret);
        let known = of(&terms());
        let changes: [fn(&mut Terms); 8] = [
            |terms| terms.contest = FileName::own("autumn"),
            |terms| terms.game = "esowar".into(),
            |terms| terms.closes = "2026-12-01T18:00:01Z".into(),
            |terms| terms.schedule = FinalSchedule::RoundRobin,
            |terms| terms.games = 102,
            |terms| terms.rounds = None,
            |terms| terms.score = ScoreKind::Sampled,
            |terms| {
                terms.rules.insert("max_turns".into(), 1001);
            },
        ];
        for change in changes {
            let mut other = terms();
            change(&mut other);
            assert_ne!(of(&other), known, "{other:?}");
        }
        assert_ne!(commitment(&terms(), Secret::new([2; 32])), known);
    }

    #[test]
    fn words_with_line_ends_are_ambiguous() {
        assert!(terms().are_unambiguous());
        assert!(!Terms { game: "crash\ngames 2".into(), ..terms() }.are_unambiguous());
        assert!(!Terms { closes: "now or later".into(), ..terms() }.are_unambiguous());
        let rules = BTreeMap::from([("a 1\nrule b".into(), 2)]);
        assert!(!Terms { rules, ..terms() }.are_unambiguous());
    }

    #[test]
    fn a_secret_is_not_shown_by_accident() {
        assert_eq!(format!("{:?}", Secret::new([0xab; 32])), "Secret(not shown)");
        assert!(serde_json::from_str::<Secret>("\"ab\"").is_err());
    }
}

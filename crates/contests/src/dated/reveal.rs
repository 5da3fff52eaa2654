//! What is published after the final, and how to check it.

use std::collections::BTreeMap;

use game::{Digest, Rules};
use serde::{Deserialize, Serialize};

use super::commitment::{commitment, seed};
use super::{Entered, Frozen, LeftOut, Secret, Terms};
use crate::ScoreKind;
use crate::contest::Contest;
use crate::contest::lock_file::{Lock, LockedSeating};
use crate::file_name::FileName;

/// The name of the file.
pub const REVEAL_FILE: FileName = FileName::own("reveal.json");

/// The version of the file that this build writes, and the only one that it reads.
const VERSION: u32 = 1;

/// The secret of a final, and everything that follows from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    version: u32,
    /// The announced terms.
    pub terms: Terms,
    /// The secret.
    pub secret: Secret,
    /// The commitment that follows from the terms and the secret.
    pub commitment: String,
    /// The entrants, sorted by file.
    pub entrants: Vec<Entered>,
    /// The programs that were entered and could not play.
    pub left_out: Vec<LeftOut>,
    /// The seed of the final, as text, because not every reader of JSON can hold it as a number.
    pub seed: String,
}

/// The reason why a final is not the promised one.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum RevealError {
    /// The file has another version of the format.
    #[error("{REVEAL_FILE} is of version {0}, and this bout reads version 1; use a newer bout")]
    Version(u32),
    /// The terms are ambiguous, or an identity is invalid.
    #[error("{REVEAL_FILE}: {0} is not in its proper form, so nothing can be checked")]
    Form(String),
    /// The announced commitment does not match the terms and the secret.
    #[error(
        "the commitment that follows from the terms and the secret is {computed}, but {announced} was announced: \
         the secret or the terms were changed"
    )]
    Commitment {
        /// The announced commitment.
        announced: String,
        /// The computed commitment.
        computed: String,
    },
    /// The seed does not match the secret and the entrants.
    #[error("the seed that follows from the secret and the entrants is {computed}, but {place} has {found}")]
    Seed {
        /// The computed seed.
        computed: u64,
        /// The place of the other seed.
        place: &'static str,
        /// The other seed.
        found: String,
    },
    /// The lock belongs to another contest than the promised one.
    #[error("contest.lock is not of the announced final: {what} is {found}, but the terms say {promised}")]
    Terms {
        /// The setting that differs.
        what: String,
        /// Its value in the lock.
        found: String,
        /// Its promised value.
        promised: String,
    },
    /// The programs of the lock are not the entrants.
    #[error("contest.lock and {REVEAL_FILE} have different entrants: {0}")]
    Entrants(String),
    /// A program beside the lock is not the one that played.
    #[error(
        "the program {file} is not the one that played: its hash is {found}, but {REVEAL_FILE} says {played}"
    )]
    Program {
        /// The file.
        file: String,
        /// Its hash.
        found: String,
        /// The hash of the one that played.
        played: String,
    },
}

impl Reveal {
    /// Returns what to reveal of a contest with these entrants.
    pub(super) fn new(terms: &Terms, secret: Secret, frozen: &Frozen) -> Result<Self, RevealError> {
        let seed = seed(&terms.contest, secret, &identities(&frozen.entrants)?);
        Ok(Self {
            version: VERSION,
            terms: terms.clone(),
            secret,
            commitment: commitment(terms, secret).to_string(),
            entrants: frozen.entrants.clone(),
            left_out: frozen.left_out.clone(),
            seed: seed.to_string(),
        })
    }

    /// Returns the reveal after a change of its entrants. The change may affect only names.
    pub(super) fn with(self, change: impl FnOnce(&mut Frozen)) -> Self {
        let mut frozen = Frozen { entrants: self.entrants, left_out: self.left_out };
        change(&mut frozen);
        let Frozen { entrants, left_out } = frozen;
        Self { entrants, left_out, ..self }
    }

    /// Checks that the secret is the announced one, and that the seed follows from it and from the entrants.
    pub fn check(&self, announced: &Digest) -> Result<(), RevealError> {
        if self.version != VERSION {
            return Err(RevealError::Version(self.version));
        }
        if !self.terms.are_unambiguous() {
            return Err(RevealError::Form("a word of the terms".into()));
        }
        let computed = commitment(&self.terms, self.secret);
        if computed != *announced {
            let (announced, computed) = (announced.to_string(), computed.to_string());
            return Err(RevealError::Commitment { announced, computed });
        }
        self.has_seed(&self.seed, "reveal.json")
    }

    fn has_seed(&self, found: &str, place: &'static str) -> Result<(), RevealError> {
        let computed = seed(&self.terms.contest, self.secret, &identities(&self.entrants)?);
        if found == computed.to_string() {
            return Ok(());
        }
        Err(RevealError::Seed { computed, place, found: found.to_owned() })
    }

    /// Checks that a lock belongs to the promised final. `contest` is the contest of the lock.
    pub fn check_lock(&self, lock: &Lock, contest: &Contest) -> Result<(), RevealError> {
        self.has_seed(&contest.seed.to_string(), "contest.lock")?;
        self.check_entrants(lock)?;
        let terms = &self.terms;
        let or_none = |number: Option<u64>| number.map_or("none".to_owned(), |number| number.to_string());
        let score = lock.schedule.score.unwrap_or(ScoreKind::Sampled);
        let schedule = &lock.schedule;
        let seating = schedule.seating.unwrap_or_default();
        let promised_rules = self.all_parameters(contest)?;
        let found_rules: BTreeMap<&str, String> = contest
            .parameters(2)
            .map_err(|error| RevealError::Form(error.to_string()))?
            .into_iter()
            .map(|(key, value)| (key, value.to_string()))
            .collect();
        let mut pairs = vec![
            ("the game".to_owned(), lock.game.clone(), terms.game.clone()),
            ("the schedule".into(), schedule.kind.clone(), terms.schedule.name().into()),
            ("the number of seats".into(), schedule.seats.to_string(), "2".into()),
            ("the number of games".into(), schedule.games.to_string(), terms.games.to_string()),
            ("the match budget".into(), or_none(lock.match_budget), "none".into()),
            ("the seating".into(), format!("{seating:?}"), format!("{:?}", LockedSeating::default())),
        ];
        if terms.rounds.is_some() {
            let [found, promised] = [schedule.rounds, terms.rounds].map(or_none);
            pairs.push(("the number of rounds".into(), found, promised));
        }
        // With `auto`, games are sampled if their setups cannot be counted.
        if score != ScoreKind::Sampled {
            pairs.push(("the score".into(), score.name().into(), terms.score.name().into()));
        }
        for (key, promised) in promised_rules {
            let found = found_rules.get(key).cloned().unwrap_or_default();
            pairs.push((format!("the parameter {key}"), found, promised));
        }
        match pairs.into_iter().find(|(_, found, promised)| found != promised) {
            Some((what, found, promised)) => Err(RevealError::Terms { what, found, promised }),
            None => Ok(()),
        }
    }

    /// Returns all parameters from the terms, with the defaults of the game for the others.
    fn all_parameters(&self, contest: &Contest) -> Result<BTreeMap<&'static str, String>, RevealError> {
        let wrong = |why: String| RevealError::Form(why);
        let mut rules = Rules::new();
        for (key, value) in &self.terms.rules {
            rules.add(key, *value).map_err(|error| wrong(error.to_string()))?;
        }
        let programs: Vec<_> =
            contest.entrants.iter().cycle().take(2).map(|entrant| entrant.program.clone()).collect();
        let lineup = contest.game.lineup(&programs, &rules).map_err(|error| wrong(error.to_string()))?;
        Ok(lineup.parameter_values().into_iter().map(|(key, value)| (key, value.to_string())).collect())
    }

    fn check_entrants(&self, lock: &Lock) -> Result<(), RevealError> {
        let here: BTreeMap<&str, &str> =
            self.entrants.iter().map(|entered| (entered.file.as_str(), entered.id.as_str())).collect();
        let there: BTreeMap<&str, &str> =
            lock.programs.iter().map(|program| (program.file.as_str(), program.id.as_str())).collect();
        let is_double = here.len() != self.entrants.len() || there.len() != lock.programs.len();
        let differs = here.iter().find(|(file, id)| there.get(*file) != Some(id));
        let added = there.keys().find(|file| !here.contains_key(*file));
        match (differs.map(|(file, _)| file).or(added), is_double) {
            (Some(file), _) => Err(RevealError::Entrants((*file).to_owned())),
            (None, true) => Err(RevealError::Entrants("a file is listed twice".into())),
            (None, false) => Ok(()),
        }
    }

    /// Checks the files of programs: each entrant's file must be the one that played. `read` returns the file of an entrant, if
    /// it exists. Returns the number of files.
    pub fn check_programs<E: From<RevealError>>(
        &self,
        read: impl Fn(&FileName) -> Result<Option<Vec<u8>>, E>,
    ) -> Result<usize, E> {
        let mut checked = 0;
        for entered in &self.entrants {
            let Some(bytes) = read(&entered.file)? else { continue };
            let found = Digest::of(&bytes).to_string();
            if found != entered.blake3 {
                let (file, played) = (entered.file.to_string(), entered.blake3.clone());
                return Err(RevealError::Program { file, found, played }.into());
            }
            checked += 1;
        }
        Ok(checked)
    }
}

/// Returns the identities of entrants.
pub(super) fn identities(entrants: &[Entered]) -> Result<Vec<Digest>, RevealError> {
    let id = |entered: &Entered| {
        Digest::from_hex(&entered.id)
            .filter(|id| id.to_string() == entered.id)
            .ok_or_else(|| RevealError::Form(format!("the identity of {}", entered.file)))
    };
    entrants.iter().map(id).collect()
}

impl From<RevealError> for crate::Failure {
    fn from(error: RevealError) -> Self {
        Self::Refused(error.to_string())
    }
}

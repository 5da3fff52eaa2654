//! A contest: a field of programs, a schedule, and every result kept. What `tournament`, `hill`, `demo` and
//! `rejudge` have in common.

mod budget;
mod exact;
mod exact_pairs;
mod joined;
mod keeper;
mod known;
pub(crate) mod lock;
mod pace;
mod play;
pub(crate) mod progress;
mod rating;
pub(crate) mod records;
mod soon_counted;
mod take;
mod unjudged;

use std::cell::OnceCell;

use game::{Canonical, Digest, Rules};
use games::RegisteredGame;
use store::{Pairing, Store, StoredProgram};
use tournament::ratings::Confidence;
use tournament::{CrossTable, Field, Played, Rankings, Scoring, Table, pairing_seed};

use crate::cli::{Isolation, ScoreKind};
use crate::failure::Failure;
use crate::foreign::Foreign;
use crate::programs::Entrant;

pub(crate) use exact::{Recounted, SHORT_MS, cannot_be_counted, duration, parts_at_once};
pub(crate) use known::Known;
pub(crate) use play::{Difference, PlayOptions, failed, threads};
use rating::Rating;
pub(crate) use rating::Wanted;
pub(crate) use unjudged::{LackingGames, Unjudged};

/// Programs that play each other by fixed parameters, from a seed.
pub(crate) struct Contest {
    pub(crate) game: &'static dyn RegisteredGame,
    pub(crate) rules: Rules,
    pub(crate) seed: u64,
    pub(crate) scoring: Scoring,
    /// The programs in the order of the field.
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) field: Field,
    /// For each entrant, the place at which it was named.
    pub(crate) named: Vec<usize>,
    /// Where foreign code is asked.
    pub(crate) foreign: Foreign,
    /// The processor time that foreign code may use in a match, in seconds.
    pub(crate) match_budget: Option<u64>,
    /// How sure intervals are.
    pub(crate) confidence: Confidence,
    /// How scores of pairs are found.
    pub(crate) score: ScoreKind,
}

/// What came of a contest.
pub(crate) struct Results {
    pub(crate) played: Vec<Played>,
    pub(crate) table: Table,
    pub(crate) cross: CrossTable,
    /// How its [rankings](Results::rankings) are found.
    rating: Rating,
    rankings: OnceCell<Rankings>,
    /// Matches that were played or known, those that stayed void included.
    pub(crate) matches: u64,
    /// Those of them that were known before.
    pub(crate) known: u64,
    /// Matches that were known, were played again and compared.
    pub(crate) judged: u64,
    /// Matches that stayed void.
    pub(crate) voids: u64,
    /// What failed in the first match that stayed void now.
    pub(crate) void_cause: Option<String>,
    /// Attempts that our own machinery failed in, also of matches that were played at last.
    pub(crate) void_attempts: u64,
    /// Where play was stopped, the matches that are left, at least.
    pub(crate) left: Option<u64>,
    /// Known results that were played again and came out differently.
    pub(crate) differences: Vec<Difference>,
    /// Known censuses that were counted again and came out differently.
    pub(crate) recounted: Vec<Recounted>,
    /// What was to be played again, but could not be compared.
    pub(crate) unjudged: Unjudged,
}

impl Results {
    /// What failed in a match that stayed void, as the rest of a sentence that says how many did.
    pub(crate) fn void_cause_in_words(&self) -> String {
        self.void_cause.as_ref().map_or_else(String::new, |cause| format!(" ({cause})"))
    }
}

/// The key of a pairing: a hash of all the rest of it.
pub(crate) fn key_of(pairing: &Pairing) -> Digest {
    let Pairing { key: _, game, rules_version, parameters, programs, seed, environment } = pairing;
    let mut canonical = Canonical::new("results");
    canonical.text("game", game);
    canonical.number("rules_version", u64::from(*rules_version));
    for (key, value) in parameters {
        canonical.text("parameter", key);
        canonical.number("value", *value);
    }
    for program in programs {
        canonical.bytes("program", program.as_bytes());
    }
    canonical.number("seed", *seed);
    canonical.text("environment", environment);
    canonical.finish()
}

/// Nothing that counts is played with an isolation for practice.
pub(crate) fn refuse_practice(game: &dyn RegisteredGame, isolation: Isolation) -> Result<(), Failure> {
    if game.runs_foreign_code() && isolation == Isolation::Fast {
        let why =
            "--isolation fast is for practice: `bout play` has it; what counts is played with reset or fork";
        return Err(Failure::Usage(why.into()));
    }
    Ok(())
}

impl Contest {
    /// A contest of these programs, in any order.
    ///
    /// Fails if this machine cannot run them.
    pub(crate) fn new(
        game: &'static dyn RegisteredGame,
        rules: Rules,
        seed: u64,
        scoring: Scoring,
        entrants: &[Entrant],
        isolation: Isolation,
    ) -> Result<Self, Failure> {
        let ids: Vec<Digest> = entrants.iter().map(|entrant| entrant.program.id()).collect();
        let (field, named) = Field::new(&ids);
        let entrants = named.iter().map(|&at| entrants[at].clone()).collect();
        refuse_practice(game, isolation)?;
        let foreign = Foreign::of(game, isolation)?;
        Ok(Self {
            game,
            rules,
            seed,
            scoring,
            entrants,
            field,
            named,
            foreign,
            match_budget: None,
            confidence: Confidence::P95,
            score: ScoreKind::Sampled,
        })
    }

    /// The same contest with a bound on the processor time of foreign code in a match, in seconds; without foreign
    /// code there is nothing to bound.
    pub(crate) fn with_match_budget(self, seconds: Option<u64>) -> Self {
        let match_budget = seconds.filter(|_| self.game.runs_foreign_code());
        Self { match_budget, ..self }
    }

    /// The same contest with intervals that are so sure.
    pub(crate) fn with_confidence(self, confidence: Confidence) -> Self {
        Self { confidence, ..self }
    }

    /// The same contest with scores of pairs that are found so; they are sampled where setups cannot be counted and
    /// nobody asked for it.
    pub(crate) fn with_score(self, score: ScoreKind) -> Result<Self, Failure> {
        let can_be_counted = match score {
            ScoreKind::Auto if self.field.len() > 1 => self.census([0, 1])?.is_some(),
            _ => true,
        };
        let score = if can_be_counted { score } else { ScoreKind::Sampled };
        Ok(Self { score, ..self })
    }

    /// How scores are found, as a lock says it: nothing where all are sampled.
    pub(crate) fn locked_score(&self) -> Option<ScoreKind> {
        (self.score != ScoreKind::Sampled).then_some(self.score)
    }

    /// The entrant that was named at this place.
    pub(crate) fn entrant_named(&self, place: usize) -> usize {
        self.named.iter().position(|&at| at == place).expect("everybody who was named takes part")
    }

    /// The parameters of matches of `seats` programs, all defaults filled in.
    pub(crate) fn parameters(&self, seats: usize) -> Result<Vec<(&'static str, u64)>, Failure> {
        let programs: Vec<_> =
            self.entrants.iter().cycle().take(seats).map(|one| one.program.clone()).collect();
        let contest = self.game.lineup(&programs, &self.rules);
        contest.map(|contest| contest.parameter_values()).map_err(|error| Failure::Usage(error.to_string()))
    }

    /// The seed of the games of these entrants.
    pub(crate) fn seed_of(&self, members: &[usize]) -> u64 {
        let programs: Vec<Digest> = members.iter().map(|&member| self.field.program(member)).collect();
        pairing_seed(self.seed, &programs)
    }

    /// The pairing of these entrants as it is kept: its key holds everything that its results depend on.
    fn pairing(&self, members: &[usize], parameters: &[(&'static str, u64)]) -> Pairing {
        let programs: Vec<Digest> = members.iter().map(|&member| self.field.program(member)).collect();
        let seed = pairing_seed(self.seed, &programs);
        // `reset` and `fork` are not told apart: under both every call stands alone, so they give the same answers.
        let environment = self.foreign.environment.iter().map(|(name, value)| format!("{name} {value}"));
        let budget = self.match_budget.map(|seconds| format!("match_budget {seconds}"));
        let environment = environment.chain(budget).collect::<Vec<_>>().join("; ");
        self.pairing_of(programs, parameters, seed, environment)
    }

    /// A pairing whose key is a hash of all the rest.
    fn pairing_of(
        &self,
        programs: Vec<Digest>,
        parameters: &[(&'static str, u64)],
        seed: u64,
        environment: String,
    ) -> Pairing {
        let pairing = Pairing {
            key: Digest::of(b""),
            game: self.game.info().name.into(),
            rules_version: self.game.info().rules_version,
            parameters: parameters.iter().map(|(key, value)| ((*key).into(), *value)).collect(),
            programs,
            seed,
            environment,
        };
        Pairing { key: key_of(&pairing), ..pairing }
    }

    /// Keeps the programs' files, so that the contest can be judged again without them.
    pub(crate) fn keep_programs(&self, store: &mut Store) -> Result<(), Failure> {
        let program = |(at, entrant): (usize, &Entrant)| StoredProgram {
            id: self.field.program(at),
            game: self.game.info().name.into(),
            file: entrant.source.file.clone(),
            source: entrant.source.bytes.clone(),
        };
        let programs: Vec<StoredProgram> = self.entrants.iter().enumerate().map(program).collect();
        store.keep_programs(&programs).map_err(Failure::from)
    }
}

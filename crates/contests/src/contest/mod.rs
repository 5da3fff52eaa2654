//! A contest: a field of programs, a schedule, and a store of all results. Tournaments and hills are contests.

mod accepted;
mod add_results;
mod budget;
mod environment;
mod exact;
mod exact_pairs;
mod from_lock;
mod joined;
mod known;
mod load;
pub mod lock_file;
mod play;
mod progress;
mod quick_counts;
mod rating;
pub mod records;
mod remote_counts;
mod remote_records;
mod result_writer;
mod round_estimate;
mod round_ledger;
mod unverified;

use std::cell::OnceCell;
use std::collections::BTreeMap;

use dispatch::{Sources, Terms, Work};
use game::{Canonical, Digest, Rules};
use games::RegisteredGame;
use store::{Pairing, Store, StoredProgram};
use tournament::ratings::Confidence;
use tournament::schedule::AdaptiveState;
use tournament::{CrossTable, EncounterResult, Field, Rankings, Scoring, Seating, Table, pairing_seed};

use crate::foreign::ForeignCode;
use crate::programs::Entrant;
use crate::{Client, Failure, Isolation, ScoreKind};

pub use accepted::{AcceptedEnvironments, HERE, environment_in_words};
pub use environment::Environment;
pub(crate) use environment::environments_in;
pub use exact::{CensusMismatch, SHORT_MS, cannot_be_counted, duration, parts_at_once};
pub use known::KnownResults;
pub(crate) use known::without;
pub(crate) use play::not_dispatched;
pub use play::{ContradictedResult, PlayOptions, failed, threads};
use rating::Rating;
pub use rating::RatingDetail;
pub use remote_counts::RemoteCounting;
pub use unverified::{LackingGames, Unverified};

/// The version of bout that plays.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

impl Sources for Contest {
    fn source(&self, entrant: usize) -> &[u8] {
        &self.entrants[entrant].source.bytes
    }
}

/// Programs that play each other with fixed parameters and a seed.
pub struct Contest {
    /// The game.
    pub game: &'static dyn RegisteredGame,
    /// The parameters that were given; the others have their defaults.
    pub rules: Rules,
    /// The seed for drawing setups.
    pub seed: u64,
    /// The points of a game.
    pub scoring: Scoring,
    /// The programs in the order of the field.
    pub entrants: Vec<Entrant>,
    /// The identities of the programs.
    pub field: Field,
    /// For each entrant, its position on the command line.
    pub named: Vec<usize>,
    /// Runs foreign code, if the game has any.
    pub foreign: ForeignCode,
    /// The processor time that foreign code may use per match, in seconds.
    pub match_budget: Option<u64>,
    /// The confidence of intervals.
    pub confidence: Confidence,
    /// How scores of pairs are determined.
    pub score: ScoreKind,
    /// Who sits where in matches of three or more.
    pub seating: Seating,
    /// Hears what happens, and can stop play.
    pub client: Client,
    /// The environments in which games may be played.
    accepted: AcceptedEnvironments,
    /// The pairs whose results are those of an earlier environment, in the order of the field.
    earlier: BTreeMap<[usize; 2], Environment>,
}

/// The results of a contest.
pub struct Results {
    /// The encounters and their results, in the order of play.
    pub played: Vec<EncounterResult>,
    /// The table.
    pub table: Table,
    /// The cross table.
    pub cross: CrossTable,
    /// The state of an adaptive schedule; `None` for others.
    pub adaptive: Option<AdaptiveState>,
    /// Computes its [rankings](Results::rankings).
    rating: Rating,
    rankings: OnceCell<Rankings>,
    /// Matches that were played or known, including those that stayed void.
    pub matches: u64,
    /// Matches that were known before.
    pub known: u64,
    /// Known matches that were played again and compared.
    pub judged: u64,
    /// Matches that stayed void.
    pub voids: u64,
    /// The cause of failure of the first match that stayed void in this run.
    pub void_cause: Option<String>,
    /// Attempts in which bout itself failed, including those of matches that succeeded later.
    pub void_attempts: u64,
    /// If play was stopped, at least this many matches are left.
    pub left: Option<u64>,
    /// If a worker elsewhere gave a false result, the number of pairings that it had played. Their results were discarded,
    /// and the contest must be played again from its start with the results still in the store.
    pub distrusted: Option<u64>,
    /// Known results that differ from a new game.
    pub differences: Vec<ContradictedResult>,
    /// Known censuses that differ from a new count.
    pub recounted: Vec<CensusMismatch>,
    /// Results that could not be judged again.
    pub unjudged: Unverified,
}

impl Results {
    /// Returns the cause of failure of a void match, as the end of a sentence that gives the number of void matches.
    pub fn void_cause_in_words(&self) -> String {
        self.void_cause.as_ref().map_or_else(String::new, |cause| format!(" ({cause})"))
    }
}

/// Returns the key of a pairing: a hash of all its other parts.
#[must_use]
pub fn key_of(pairing: &Pairing) -> Digest {
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

/// Refuses the practice isolation for results that count.
pub fn refuse_practice(game: &dyn RegisteredGame, isolation: Isolation) -> Result<(), Failure> {
    if game.runs_foreign_code() && isolation == Isolation::Fast {
        let why = "--isolation fast is for practice with `bout play` only; use reset or fork for results that count";
        return Err(Failure::Usage(why.into()));
    }
    Ok(())
}

impl Contest {
    /// Creates a contest of these programs, in any order.
    ///
    /// Fails if this machine cannot run them.
    pub fn new(
        game: &'static dyn RegisteredGame,
        rules: Rules,
        seed: u64,
        scoring: Scoring,
        entrants: &[Entrant],
        isolation: Isolation,
        client: &Client,
    ) -> Result<Self, Failure> {
        let ids: Vec<Digest> = entrants.iter().map(|entrant| entrant.program.id()).collect();
        let (field, named) = Field::new(&ids);
        let entrants = named.iter().map(|&at| entrants[at].clone()).collect();
        refuse_practice(game, isolation)?;
        // Programs were checked before, so this machine can play them, or machines elsewhere do.
        let foreign = ForeignCode::if_here(game, isolation, client);
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
            seating: Seating::default(),
            client: client.clone(),
            accepted: AcceptedEnvironments::default(),
            earlier: BTreeMap::new(),
        })
    }

    /// Sets who sits where. Locks of older versions have another order.
    #[must_use]
    pub fn with_seating(self, seating: Seating) -> Self {
        Self { seating, ..self }
    }

    /// Limits the processor time of foreign code per match, in seconds. Without foreign code, the limit has no effect.
    #[must_use]
    pub fn with_match_budget(self, seconds: Option<u64>) -> Self {
        let match_budget = seconds.filter(|_| self.game.runs_foreign_code());
        Self { match_budget, ..self }
    }

    /// Sets the confidence of intervals.
    #[must_use]
    pub fn with_confidence(self, confidence: Confidence) -> Self {
        Self { confidence, ..self }
    }

    /// Sets how scores of pairs are determined. With `auto`, they are sampled if setups cannot be counted.
    pub fn with_score(self, score: ScoreKind) -> Result<Self, Failure> {
        let can_be_counted = match score {
            ScoreKind::Auto if self.field.len() > 1 => self.census([0, 1])?.is_some(),
            _ => true,
        };
        let score = if can_be_counted { score } else { ScoreKind::Sampled };
        Ok(Self { score, ..self })
    }

    /// Returns how scores are determined, as stored in a lock: `None` if all are sampled.
    #[must_use]
    pub fn locked_score(&self) -> Option<ScoreKind> {
        (self.score != ScoreKind::Sampled).then_some(self.score)
    }

    /// Returns the entrant at this position of the command line.
    #[must_use]
    pub fn entrant_at(&self, place: usize) -> usize {
        self.named.iter().position(|&at| at == place).expect("every program on the command line takes part")
    }

    /// Returns the parameters of matches of `seats` programs, with all defaults filled in.
    pub fn parameters(&self, seats: usize) -> Result<Vec<(&'static str, u64)>, Failure> {
        let programs: Vec<_> =
            self.entrants.iter().cycle().take(seats).map(|one| one.program.clone()).collect();
        let contest = self.game.lineup(&programs, &self.rules);
        contest.map(|contest| contest.parameter_values()).map_err(|error| Failure::Usage(error.to_string()))
    }

    /// Returns what all games of `seats` programs of this contest depend on, besides programs, seed and environment.
    pub(super) fn terms(&self, seats: usize) -> Result<Terms, Failure> {
        let info = self.game.info();
        let parameters = self.parameters(seats)?;
        Ok(Terms {
            work: Work::Games,
            engine_version: ENGINE_VERSION.into(),
            game: info.name.into(),
            rules_version: info.rules_version,
            parameters: parameters.into_iter().map(|(key, value)| (key.into(), value)).collect(),
            seating: self.seating,
            match_budget_s: self.match_budget,
            environment: Vec::new(),
        })
    }

    /// Returns the seed of the games of these entrants.
    #[must_use]
    pub fn seed_of(&self, members: &[usize]) -> u64 {
        let programs: Vec<Digest> = members.iter().map(|&member| self.field.program(member)).collect();
        pairing_seed(self.seed, &programs, self.seating)
    }

    /// Stores the programs' files, so that the contest can be judged again without them.
    pub fn keep_programs(&self, store: &mut Store) -> Result<(), Failure> {
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

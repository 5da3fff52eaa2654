//! Contests and schedules from lock files.

use dispatch::{Dispatcher, Tools};
use game::{Digest, Rules};
use games::{RegisteredGame, registry};
use store::Store;
use tournament::Scoring;
use tournament::ratings::Confidence;
use tournament::schedule::{
    Adaptive, DoubleElimination, FreeForAll, Gauntlet, Goal, RoundRobin, Schedule, SingleElimination, Swiss,
    Target,
};

use super::lock_file::{DATABASE_FILE, Lock, LockedBounds, LockedQuestion, LockedSchedule};
use super::{AcceptedEnvironments, Contest};
use crate::foreign::CheckedWhere;
use crate::program_file::ProgramFile;
use crate::programs::{Entrant, entrants_checked};
use crate::{Client, Failure, Isolation, ScoreKind};

impl Contest {
    /// Creates the contest of a lock, with its programs from the database. Fails if neither this machine nor the machines
    /// of the dispatcher have the environment of the lock.
    pub fn of_lock(
        lock: &Lock,
        store: &Store,
        dispatcher: &dyn Dispatcher<Failure>,
        client: &Client,
    ) -> Result<Self, Failure> {
        let refused = |why: String| Failure::Refused(format!("the lock cannot be judged: {why}"));
        let game = registry::by_name(&lock.game).ok_or_else(|| {
            refused(format!("it is of the game `{}`, which this bout does not have", lock.game))
        })?;
        if lock.rules_version != game.info().rules_version {
            let (locked, ours) = (lock.rules_version, game.info().rules_version);
            return Err(refused(format!(
                "it is of version {locked} of the rules, but this bout plays version {ours}"
            )));
        }
        let mut rules = Rules::new();
        for (key, value) in &lock.parameters {
            let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
            let number = number.or_else(|| value.as_str()?.parse().ok());
            let number = number.ok_or_else(|| refused(format!("its parameter {key} is {value}")))?;
            rules.add(key, number).map_err(|error| refused(error.to_string()))?;
        }
        let checked =
            if dispatcher.is_elsewhere() { CheckedWhere::HereOrElsewhere } else { CheckedWhere::Here };
        let entrants = locked_entrants(lock, game, store, checked, client)?;
        let contest =
            Self::new(game, rules, lock.seed()?, Scoring::default(), &entrants, Isolation::Reset, client)?;
        let accepted = locked_environments(lock, &contest, dispatcher)?;
        let how = lock.schedule.score.unwrap_or(ScoreKind::Sampled);
        let seating = lock.schedule.seating.unwrap_or_default().seating();
        contest
            .with_environments(accepted)
            .with_match_budget(lock.match_budget)
            .with_seating(seating)
            .with_score(how)
    }

    /// Creates the schedule that a lock describes.
    pub fn schedule(&self, locked: &LockedSchedule) -> Result<Box<dyn Schedule>, Failure> {
        let (entrants, games) = (self.field.len(), locked.games);
        let (seed, scoring) = (self.seed, self.scoring);
        let refused = |why: &str| Failure::Refused(why.into());
        Ok(match locked.kind.as_str() {
            "round-robin" => Box::new(RoundRobin::new(entrants, games)),
            "gauntlet" => Box::new(Gauntlet::new(entrants, self.entrant_at(0), games)),
            "swiss" => Box::new(Swiss::new(entrants, locked.rounds.unwrap_or(1), games, seed, scoring)),
            "single-elimination" => Box::new(SingleElimination::new(entrants, games, seed, scoring)),
            "double-elimination" => Box::new(DoubleElimination::new(entrants, games, seed, scoring)),
            "adaptive" => {
                let end = locked.end.clone();
                let end =
                    end.ok_or_else(|| refused("the lock does not say when its adaptive schedule ends"))?;
                let confidence = Confidence::new(end.confidence)
                    .ok_or_else(|| refused("the lock's confidence is not between 0 and 1"))?;
                let goal = match end.question {
                    LockedQuestion::Ranks => Goal::Ranks,
                    LockedQuestion::Set => Goal::Set,
                };
                if !(0.0..1.0).contains(&end.gap) {
                    return Err(refused("the lock's gap is not from 0 to 1"));
                }
                let target = Target { top: end.top, goal, gap: end.gap, confidence };
                Box::new(match end.bounds {
                    LockedBounds::Fixed => Adaptive::with_fixed_bounds(entrants, target, end.budget),
                    LockedBounds::Joint => Adaptive::new(entrants, target, end.budget),
                })
            }
            "free-for-all" => {
                let schedule = FreeForAll::new(entrants, locked.seats, locked.rounds, games, seed);
                Box::new(schedule.map_err(|error| Failure::Usage(error.to_string()))?)
            }
            other => {
                return Err(refused(&format!(
                    "the lock's schedule is `{other}`, which this bout does not know"
                )));
            }
        })
    }
}

/// Returns the environments of a lock. If it names another compiler than this machine has, machines elsewhere may have it.
fn locked_environments(
    lock: &Lock,
    contest: &Contest,
    dispatcher: &dyn Dispatcher<Failure>,
) -> Result<AcceptedEnvironments, Failure> {
    if !lock.environments.is_empty() {
        return Ok(lock.accepted());
    }
    let Err(refused) = refuse_other_compilers(lock, contest) else {
        return Ok(AcceptedEnvironments::default());
    };
    let is_locked = |tools: &Tools| {
        let is_same = |(name, value): &(String, String)| {
            lock.compilers.get(name).and_then(toml::Value::as_str) == Some(value.as_str())
        };
        tools.len() == lock.compilers.len() && tools.iter().all(is_same)
    };
    let found = dispatcher.environments(&lock.game, &|all| all.iter().any(is_locked));
    let found = found.into_iter().find(is_locked);
    found.map(|tools| AcceptedEnvironments::new(vec![tools])).ok_or(refused)
}

/// Checks the compiler or interpreter. With another version, no stored results of foreign code would be found. Old
/// locks do not contain versions.
fn refuse_other_compilers(lock: &Lock, contest: &Contest) -> Result<(), Failure> {
    for (name, here) in &contest.foreign.environment {
        let locked = lock.compilers.get(name).map(|locked| locked.as_str().unwrap_or_default());
        if let Some(locked) = locked.filter(|locked| locked != here) {
            return Err(Failure::Refused(format!(
                "the lock cannot be judged: it was played with {name} {locked}, but this machine has {name} {here}"
            )));
        }
    }
    Ok(())
}

fn locked_entrants(
    lock: &Lock,
    game: &'static dyn RegisteredGame,
    store: &Store,
    checked: CheckedWhere,
    client: &Client,
) -> Result<Vec<Entrant>, Failure> {
    let mut files = Vec::new();
    for program in &lock.programs {
        let id = Digest::from_hex(&program.id);
        let stored = match id {
            Some(id) => store.program(id)?,
            None => None,
        };
        let missing =
            || Failure::Refused(format!("{DATABASE_FILE} does not have the program {}", program.file));
        let stored = stored.ok_or_else(missing)?;
        files.push(ProgramFile { path: program.file.clone().into(), bytes: stored.source, game });
    }
    let entrants = entrants_checked(&files, checked, client)?.entrants;
    for (locked, entrant) in lock.programs.iter().zip(&entrants) {
        let id = entrant.program.id();
        if id.to_string() != locked.id {
            return Err(Failure::Refused(format!(
                "{DATABASE_FILE} has a different program in place of {}: its source has the identity {id}, but the lock \
                 says {}; nothing was judged",
                locked.file, locked.id
            )));
        }
    }
    Ok(entrants)
}

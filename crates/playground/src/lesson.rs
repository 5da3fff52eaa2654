//! The check of a program against a lesson, step by step.

use std::sync::Arc;

use game::{NamedLists, NoPlayers, Rules, Void};
use games::registry;
use lessons::{Checking, Finding, Lesson, Verdict};
use referee::{Conditions, Detail, Lineup, PlayerFactory, Provenance, Source, play_match};
use serde_json::{Value, json};

use crate::fight::FightError;
use crate::markdown::html;

/// The check of a program against a lesson.
pub struct LessonCheck {
    checking: Checking,
    verdict: Option<Verdict>,
}

impl LessonCheck {
    /// Begins to check a program against a lesson of this build, or against the lesson in `own` if it is given.
    ///
    /// # Errors
    /// If there is no such lesson, or it is not valid.
    pub fn new(path: &str, own: Option<&str>, source: &str) -> Result<Self, FightError> {
        let failed = |why: String| FightError::Failed(why);
        let text =
            own.or_else(|| embedded(path)).ok_or_else(|| failed(format!("there is no lesson {path}")))?;
        let lesson = Lesson::parse(path, text).map_err(|error| failed(error.to_string()))?;
        let checking = Checking::start(Arc::new(lesson), source.as_bytes());
        Ok(Self { checking: checking.map_err(|error| failed(error.to_string()))?, verdict: None })
    }

    /// Continues for about `turns` turns. Returns the verdict as JSON once there is one.
    ///
    /// # Errors
    /// If bout itself fails.
    pub fn work(&mut self, turns: u64) -> Result<Option<Value>, FightError> {
        let progress = self.checking.work(turns, &NoPlayers);
        if !progress.map_err(|error| FightError::Failed(error.to_string()))?.finished {
            return Ok(None);
        }
        let verdict = self.verdict.insert(self.checking.verdict());
        let findings: Vec<Value> = verdict.findings.iter().map(finding).collect();
        Ok(Some(json!({ "passed": verdict.passed, "findings": findings })))
    }

    /// How far the check has got, as JSON.
    #[must_use]
    pub fn progress(&self) -> Value {
        json!(self.checking.progress())
    }

    /// The record of the match that a finding is about. Findings count from 0.
    ///
    /// # Errors
    /// If the finding is about no match, or bout itself fails.
    pub fn record(&self, finding: usize) -> Result<Vec<u8>, FightError> {
        let found = self.verdict.as_ref().and_then(|verdict| verdict.findings.get(finding));
        let fight = found.and_then(|found| found.fight.as_ref());
        let fight = fight.ok_or_else(|| FightError::Failed("no match shows this".into()))?;
        record_of_fight(fight, &NoPlayers, &[], &|| false)
    }
}

fn embedded(path: &str) -> Option<&'static str> {
    let (game, _) = path.split_once('/')?;
    lessons::files(game).into_iter().find(|(name, _)| *name == path).map(|(_, text)| text)
}

fn finding(found: &Finding) -> Value {
    json!({
        "passed": found.passed,
        "sentence": html(&found.sentence),
        "advice": found.advice.as_deref().map(html),
        "turn": found.fight.as_ref().map(|fight| fight.turn),
    })
}

/// Plays a match of a lesson to its end, and returns its record. `factory` makes the players of games that ask foreign code.
/// The answers of foreign code depend on `environment`.
///
/// # Errors
/// If bout itself fails, or `stop` ended it.
pub fn record_of_fight(
    fight: &lessons::Fight,
    factory: &dyn PlayerFactory,
    environment: &[(String, String)],
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<u8>, FightError> {
    let failed = |why: &dyn std::fmt::Display| FightError::Failed(why.to_string());
    let game = registry::by_name(fight.game)
        .ok_or_else(|| FightError::Failed(format!("there is no game {}", fight.game)))?;
    let sources: Vec<Source> = fight
        .programs
        .iter()
        .map(|program| Source { file: program.file.clone(), bytes: program.source.clone().into_bytes() })
        .collect();
    let programs = sources.iter().map(|source| {
        let legal = game.read(&source.bytes).program;
        legal.ok_or_else(|| FightError::Failed(format!("{} is not a legal program", source.file)))
    });
    let mut rules = Rules::new();
    for (key, value) in &fight.rules {
        rules.add(key, *value).map_err(|error| failed(&error))?;
    }
    let mut setup = NamedLists::default();
    for (name, numbers) in &fight.setup {
        setup.set(name, numbers.clone());
    }
    let programs = programs.collect::<Result<Vec<_>, _>>()?;
    let lineup = Lineup::new(game, programs, &rules).map_err(|error| failed(&error))?;
    let conditions = Conditions { factory, match_budget: None, detail: Detail::Record, stop };
    let played = play_match(&mut lineup.runner(), &setup, fight.seed, &conditions);
    let finished =
        played.map_err(|error| failed(&error))?.result.map_err(|Void { cause }| FightError::Failed(cause))?;
    // The lesson may have changed the drawn setup, so the seed alone does not reproduce it.
    let provenance =
        Provenance { sources: &sources, seed: None, match_index: fight.game_number, environment };
    Ok(record::write(&lineup.record(&finished, provenance)))
}

//! What the registry needs for `PerlWar`: conformance cases, the manual page, the warnings.

use game::{
    AnswerLog, AnyPlayers, Digest, Engine as _, Frame, Game as _, Observer, Outcome, PlayersAdapter,
    RecordedAnswers, Seat, Unobserved,
};
use serde_json::{Map, Value, json};

use super::program::WARNINGS;
use super::setup::Parameters;
use super::{Code, Engine, PerlWar, RunReport};
use crate::conformance::{CaseError, rules};
use crate::registry::{CasePlayers, RegisteredGame, Warning};

impl RegisteredGame for PerlWar {
    fn play_case(
        &self,
        case: &Value,
        players: &CasePlayers<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Map<String, Value>, CaseError> {
        let start = Start::read(case)?;
        let mut perl = players(&rules(case)?)?;
        let (engine, outcomes) = start.play(perl.as_mut(), stop)?;
        let seats = (0..start.names.len()).filter_map(|seat| Some((engine.eliminated()[seat]?, seat)));
        let mut eliminated: Vec<(u64, Seat)> = seats.collect();
        eliminated.sort_unstable();
        let name = |seat: Seat| start.names[seat].as_str();
        let winner = engine.outcome().and_then(Outcome::winner).map(name);
        Ok(Map::from_iter([
            ("cells".into(), start.cells_of(&engine)),
            ("outcomes".into(), outcomes.into()),
            ("over".into(), engine.outcome().is_some().into()),
            ("winner".into(), winner.into()),
            ("rounds_played".into(), engine.turn().into()),
            ("eliminated".into(), eliminated.iter().map(|(_, seat)| name(*seat)).collect()),
        ]))
    }

    fn manual(&self) -> &'static str {
        include_str!("manual.md")
    }

    fn warnings(&self) -> &'static [Warning] {
        WARNINGS
    }
}

/// What a case starts from.
struct Start<'a> {
    parameters: Parameters,
    /// The owners, by seat: in the order in which the case first names them.
    names: Vec<String>,
    cells: Vec<(usize, Seat, &'a str)>,
    rounds: u64,
}

/// What must be the same however a case is played.
#[derive(PartialEq)]
struct Played {
    outcome: Option<Outcome>,
    state_hash: Option<Digest>,
    frame: Frame,
}

impl Played {
    fn of(engine: &Engine) -> Self {
        Self { outcome: engine.outcome().cloned(), state_hash: engine.state_hash(), frame: engine.frame() }
    }
}

impl<'a> Start<'a> {
    fn read(case: &'a Value) -> Result<Self, CaseError> {
        let wrong = |key: &str, expected| CaseError::Key { key: key.into(), expected };
        let parameters = Parameters::check(&rules(case)?)?;
        let rounds = case["rounds"].as_u64().ok_or_else(|| wrong("rounds", "a whole number"))?;
        let list = case["cells"].as_array().ok_or_else(|| wrong("cells", "a list"))?;
        let mut start = Self { parameters, names: Vec::new(), cells: Vec::new(), rounds };
        for cell in list {
            let expected = "a cell of its own in the Array, with an owner and a code";
            start.add(cell).ok_or_else(|| wrong("cells", expected))?;
        }
        Ok(start)
    }

    /// Adds a cell, if it is valid.
    fn add(&mut self, cell: &'a Value) -> Option<()> {
        let position = usize::try_from(cell["pos"].as_u64()?).ok()?;
        let (owner, code) = (cell["owner"].as_str()?, cell["code"].as_str()?);
        let is_taken = self.cells.iter().any(|(taken, ..)| *taken == position);
        let is_code = Code::new(code.into()).is_some();
        if position >= self.parameters.size || is_taken || !is_code {
            return None;
        }
        let known = self.names.iter().position(|name| name == owner);
        let seat = known.unwrap_or_else(|| {
            self.names.push(owner.to_owned());
            self.names.len() - 1
        });
        self.cells.push((position, seat, code));
        (seat < *PerlWar::INFO.seats.end()).then_some(())
    }

    fn engine(&self) -> Engine {
        Engine::on_array(self.parameters, self.names.len(), &self.cells)
    }

    /// Plays the case round by round, and then, with the same answers, in one go; gives the result of every run,
    /// round by round.
    fn play(
        &self,
        perl: &mut dyn AnyPlayers,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Engine, Vec<Value>), CaseError> {
        let (mut engine, mut log, mut events, mut outcomes) =
            (self.engine(), AnswerLog::default(), Vec::new(), Vec::new());
        while engine.outcome().is_none() && engine.turn() < self.rounds {
            if stop() {
                return Err(CaseError::Stopped);
            }
            engine.advance(engine.turn() + 1, &mut PlayersAdapter::new(perl, &mut log), &mut events)?;
            outcomes.push(engine.last_round().iter().map(shown).collect());
        }
        let mut watched_events = Vec::new();
        let watched = self.play_again(&log, &mut watched_events)?;
        let unwatched = self.play_again(&log, &mut Unobserved)?;
        if Played::of(&engine) != watched || watched != unwatched || events != watched_events {
            return Err(CaseError::Watching);
        }
        Ok((engine, outcomes))
    }

    /// Plays the case in one go, with answers that were given before.
    fn play_again(&self, answers: &AnswerLog, observer: &mut impl Observer) -> Result<Played, CaseError> {
        let (mut engine, mut log) = (self.engine(), AnswerLog::default());
        let mut script = RecordedAnswers::new(answers);
        engine.advance(self.rounds, &mut PlayersAdapter::new(&mut script, &mut log), observer)?;
        Ok(Played::of(&engine))
    }

    /// The cells that are not empty, as cases write them.
    fn cells_of(&self, engine: &Engine) -> Value {
        let cell = |position: usize| {
            let (owner, code) = engine.cell(position)?;
            Some(json!({"pos": position, "owner": self.names[owner], "code": code}))
        };
        (0..self.parameters.size).filter_map(cell).collect()
    }
}

/// The result of a run, as cases write it.
fn shown(report: &RunReport) -> Value {
    let result = &report.result;
    let mut shown =
        Map::from_iter([("pos".into(), report.cell.into()), ("result".into(), result.word().into())]);
    let cells = [("source", result.source()), ("target", result.target())];
    shown.extend(cells.into_iter().filter_map(|(key, cell)| Some((key.into(), cell?.into()))));
    shown.into()
}

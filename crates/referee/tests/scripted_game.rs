//! The trait also serves games that ask foreign code. This file contains a tiny one.
//!
//! Count: two programs say 1 or 2 in turn. Each number is added to a sum, and the program that brings the sum to the goal or
//! above wins. A program that fails loses at once.

use std::cell::Cell;

use game::{
    AnswerLog, AnyPlayers, Digest, Engine, Event, EventKind, Fault, FaultKind, Frame, Game, GameInfo,
    LoggedReply, NamedLists, NoPlayers, Observer, Outcome, Parameter, Players, Program, Reading,
    RecordedAnswers, Reply, Rules, RulesError, Run, Seat, SeededRng, SetupError, Void, WireFormat,
};
use record::{read, write};
use referee::{Depth, Lineup, MatchError, MatchRunner, ReplayError, Source, replay};

struct Count;

#[derive(Clone)]
struct Voice(String);

impl Program for Voice {
    fn canonical(&self) -> String {
        self.0.clone()
    }

    fn length(&self) -> usize {
        self.0.len()
    }
}

#[derive(Clone)]
struct Parameters {
    goal: u64,
}

/// The sum so far.
struct Question(u64);
/// What to add: 1 or 2.
struct Answer(u8);

impl WireFormat for Question {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.0.to_le_bytes());
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        Some(Self(u64::from_le_bytes(bytes.try_into().ok()?)))
    }
}

impl WireFormat for Answer {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.0);
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [number @ 1..=2] => Some(Self(*number)),
            _ => None,
        }
    }
}

#[derive(Clone)]
struct Counting {
    goal: u64,
    sum: u64,
    turn: u64,
    outcome: Option<Outcome>,
}

impl Engine for Counting {
    type Question = Question;
    type Answer = Answer;

    fn turn(&self) -> u64 {
        self.turn
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn advance<P, O>(&mut self, until: u64, players: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Question, Answer>,
        O: Observer,
    {
        while self.turn < until && self.outcome.is_none() {
            let seat = Seat::from(!self.turn.is_multiple_of(2));
            let reply = players.ask(seat, &Question(self.sum))?;
            self.turn += 1;
            match reply {
                Reply::Answer(Answer(number)) => self.sum += u64::from(number),
                Reply::Fault(kind, detail) => {
                    let fault = Some(Fault { seat, kind, detail });
                    let lost = Outcome::win_of_two(1 - seat, Outcome::FAULT, self.turn);
                    self.outcome = Some(Outcome { fault, ..lost });
                    return Ok(());
                }
            }
            if O::WATCHES {
                let kind = EventKind::Write { cell: 0, before: 0, after: u32::try_from(self.sum).unwrap() };
                observer.event(Event { turn: self.turn, seat, kind });
            }
            if self.sum >= self.goal {
                self.outcome = Some(Outcome::win_of_two(seat, "goal", self.turn));
            }
        }
        Ok(())
    }

    fn frame(&self) -> Frame {
        let cells = vec![Run { text: self.sum.to_string().into(), count: 1 }].into();
        Frame { turn: self.turn, registers: vec![], cells }
    }

    fn state_hash(&self) -> Option<Digest> {
        Some(Digest::of(&[self.sum.to_le_bytes(), self.turn.to_le_bytes()].concat()))
    }
}

const GOAL: Parameter = Parameter { key: "goal", help: "", default: "5", range: "" };

impl Game for Count {
    const INFO: GameInfo = GameInfo {
        name: "count",
        title: "Count",
        summary: "a test",
        extension: "count",
        also_extensions: &[],
        comments_are_code: false,
        answers_tell_all: false,
        rules_version: 3,
        seats: 2..=2,
        parameters: &[GOAL],
        setup_lists: &["head_start"],
        reasons: &["goal"],
    };

    type Program = Voice;
    type Parameters = Parameters;
    type Setup = u64;
    type Engine = Counting;

    fn read(source: &[u8]) -> Reading<Voice> {
        let program = Some(Voice(String::from_utf8_lossy(source).into_owned()));
        Reading { program, metadata: game::Metadata::default(), diagnostics: game::Diagnostics::default() }
    }

    fn format(source: &[u8]) -> Option<Vec<u8>> {
        Some(source.to_vec())
    }

    fn parameters(rules: &Rules, _: &[&Voice]) -> Result<Parameters, RulesError> {
        rules.only(Self::INFO.parameters)?;
        Ok(Parameters { goal: rules.value(&GOAL, 5, 1, 1000)? })
    }

    fn parameter_values(parameters: &Parameters) -> Vec<(&'static str, u64)> {
        vec![(GOAL.key, parameters.goal)]
    }

    fn draw_setup(_: &Parameters, _: &[&Voice], rng: &mut SeededRng) -> u64 {
        rng.below(2)
    }

    fn check_setup(_: &Parameters, _: &[&Voice], wished: &NamedLists) -> Result<u64, SetupError> {
        Ok(wished.one_a_seat("head_start", 1)?[0])
    }

    fn setup_lists(setup: &u64) -> NamedLists {
        NamedLists::default().with("head_start", vec![*setup])
    }

    fn engine(parameters: &Parameters, _: &[&Voice]) -> Counting {
        Counting { goal: parameters.goal, sum: 0, turn: 0, outcome: None }
    }

    fn engine_bytes(_: &Parameters) -> usize {
        size_of::<Counting>()
    }

    fn begin(engine: &mut Counting, setup: &u64) {
        *engine = Counting { goal: engine.goal, sum: *setup, turn: 0, outcome: None };
    }
}

fn lineup() -> Lineup<'static> {
    let programs = [b"a", b"b"].map(|source| game::AnyGame::read(&Count, source).program.unwrap());
    Lineup::new(&Count, programs.to_vec(), &Rules::new()).unwrap()
}

fn no_head_start() -> NamedLists {
    NamedLists::default().with("head_start", vec![0])
}

fn script(replies: &[LoggedReply]) -> AnswerLog {
    AnswerLog { replies: replies.to_vec() }
}

fn says(number: u8) -> LoggedReply {
    Reply::Answer(vec![number])
}

fn play(runner: &mut MatchRunner, answers: &AnswerLog) -> Result<referee::Finished, MatchError> {
    runner.play(&no_head_start(), &mut RecordedAnswers::new(answers), &|| false)
}

#[test]
fn a_scripted_match_is_a_function_of_setup_and_answers() {
    let lineup = lineup();
    let finished = play(&mut lineup.runner(), &script(&[says(2), says(2), says(1), says(1)])).unwrap();
    assert_eq!(finished.outcome.winner(), Some(0), "2 + 2 + 1 reaches 5");
    assert_eq!(finished.outcome.turns, 3);
    assert_eq!(finished.answers.replies.len(), 3, "the fourth was never asked for");
    let ahead = lineup.check_setup(&no_head_start().with("head_start", vec![1])).unwrap();
    let other =
        lineup.runner().play(&ahead, &mut RecordedAnswers::new(&finished.answers), &|| false).unwrap();
    assert_eq!(other.outcome.winner(), Some(1), "1 + 2 + 2 reaches 5");
    assert_ne!(other.digest, finished.digest);
}

#[test]
fn a_fault_loses_and_a_failure_of_ours_is_void() {
    let lineup = lineup();
    let fault = Reply::Fault(FaultKind::Signal, "SIGSEGV".into());
    let finished = play(&mut lineup.runner(), &script(&[says(1), fault])).unwrap();
    assert_eq!((finished.outcome.winner(), finished.outcome.reason), (Some(0), "fault"));
    assert_eq!(finished.outcome.fault.unwrap().detail, "SIGSEGV");
    assert!(matches!(play(&mut lineup.runner(), &script(&[says(1)])), Err(MatchError::Void(_))));
    assert!(matches!(
        lineup.runner().play(&no_head_start(), &mut NoPlayers, &|| false),
        Err(MatchError::Void(_))
    ));
}

#[test]
fn an_answer_that_is_none_is_our_failure() {
    // A worker must turn a program's output into an answer or a fault; anything else is a defect of the worker.
    assert!(matches!(play(&mut lineup().runner(), &script(&[says(7)])), Err(MatchError::Void(_))));
}

#[test]
fn a_table_starts_every_match_afresh() {
    let lineup = lineup();
    let mut runner = lineup.runner();
    let first = play(&mut runner, &script(&[says(2), says(2), says(2)])).unwrap();
    play(&mut runner, &script(&[says(1)])).unwrap_err();
    assert_eq!(play(&mut runner, &script(&[says(2), says(2), says(2)])).unwrap(), first);
}

fn find(name: &str) -> Option<&'static dyn game::AnyGame> {
    (name == Count::INFO.name).then_some(&Count)
}

fn recorded() -> record::Record {
    let lineup = lineup();
    let mut runner = lineup.runner();
    let mut finished = play(&mut runner, &script(&[says(2), says(1), says(2)])).unwrap();
    finished.state_hash = runner.state_hash();
    let sources = ["a", "b"].map(|name| Source { file: name.into(), bytes: name.into() });
    lineup.record(
        &finished,
        referee::Provenance { sources: &sources, seed: None, match_index: 0, environment: &[] },
    )
}

#[test]
fn a_record_replays_without_foreign_code() {
    let record = read(&write(&recorded())).unwrap();
    let replayed = replay(&record, find, Depth::State, &|| false).unwrap();
    assert_eq!(replayed.differences, []);
    assert_eq!(replayed.finished.outcome.winner(), Some(0));
}

#[test]
fn a_forged_record_is_not_true() {
    let differences = |change: &dyn Fn(&mut record::Record)| -> Vec<&'static str> {
        let mut record = recorded();
        change(&mut record);
        let replayed = replay(&record, find, Depth::State, &|| false).unwrap();
        replayed.differences.iter().map(|difference| difference.what).collect()
    };
    assert_eq!(differences(&|record| record.outcome.winner = Some(1)), ["winner"]);
    assert_eq!(differences(&|record| record.outcome.turns = 9), ["turns"]);
    assert!(differences(&|record| record.programs[0].source = b"c".into()).contains(&"digest"));
    assert!(differences(&|record| record.setup.set("head_start", vec![1])).contains(&"digest"));
    assert!(differences(&|record| record.answers.replies.push(says(1))).contains(&"answers left over"));
    assert_eq!(differences(&|record| record.state_hash = None), ["state hash", "state hash when watched"]);
    let wrong_seed = (1..100).find(|&seed| lineup().draw_setup(seed) != no_head_start()).unwrap();
    assert!(differences(&|record| record.seed = Some(wrong_seed)).contains(&"setup"));
}

#[test]
fn records_of_other_games_and_rules_are_told_apart() {
    let mut record = recorded();
    record.rules_version = 4;
    let error = replay(&record, find, Depth::Outcome, &|| false).unwrap_err();
    assert!(matches!(error, ReplayError::RulesVersion { recorded: 4, ours: 3, .. }));
    record.game = "chess".into();
    let error = replay(&record, find, Depth::Outcome, &|| false).unwrap_err();
    assert!(matches!(error, ReplayError::UnknownGame(name) if name == "chess"));
}

#[test]
fn a_match_stops_between_slices() {
    struct Endless;
    impl AnyPlayers for Endless {
        fn ask(&mut self, _: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
            Ok(says(1))
        }
    }
    // Where foreign code is asked, the stop condition is checked after every turn except the last. This match ends in turn 5.
    let lineup = lineup();
    let looks_before_stopping = |looks: u32| {
        let looked = Cell::new(0);
        let stop = || {
            looked.set(looked.get() + 1);
            looked.get() > looks
        };
        lineup.runner().play(&no_head_start(), &mut Endless, &stop)
    };
    for looks in 0..4 {
        assert!(matches!(looks_before_stopping(looks), Err(MatchError::Stopped)), "after {looks} looks");
    }
    assert_eq!(looks_before_stopping(4).unwrap().outcome.turns, 5);
}

#[test]
fn large_boards_get_fewer_threads() {
    let programs =
        [b"[]", b"[]"].map(|base| game::AnyGame::read(&games::esowar::Esowar, base).program.unwrap());
    let threads = |squares: &str| {
        let rules = Rules::parse(&[format!("squares={squares}")]).unwrap();
        Lineup::new(&games::esowar::Esowar, programs.to_vec(), &rules).unwrap().threads(1024)
    };
    assert_eq!(threads("200000"), 1024);
    assert_eq!(threads("67108864"), 31, "a board of 64 MiB and its index are below 128 MiB and a bit");
}

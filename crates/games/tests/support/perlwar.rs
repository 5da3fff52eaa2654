//! Matches of `PerlWar` that are played twice, by the engine and by the plain reference, with a Perl whose
//! answers are anything that a Perl could say.

use std::convert::Infallible;

use game::{Engine as _, Event, EventKind, FaultKind, Game, Outcome, Players, Reply, Rules, Seat};
use games::perlwar::reference::{Asked, Reference, RoundEvent};
use games::perlwar::{Answer, Code, Engine, PerlWar, Question, Run, RunReport, RunResult, Setup, Snippets};

use crate::choices::{Choices, SplitMix};

/// A match before its first round.
#[derive(Debug, Clone)]
pub(crate) struct Match {
    /// `size`, `max_len`, `rounds` and `mambo`.
    pub(crate) parameters: [u64; 4],
    pub(crate) key: u64,
    /// Each player's snippets, with the rounds in which they enter.
    pub(crate) files: Vec<Vec<(u64, String)>>,
}

/// Some code: short, mostly, and sometimes too long to run.
fn code(choices: &mut impl Choices) -> String {
    let length = 1 + choices.below(9);
    (0..length).map(|_| choices.pick(&['a', 'b', '1', '\u{e9}', '\u{1f40d}'])).collect()
}

impl Match {
    /// Any match.
    pub(crate) fn any(choices: &mut impl Choices) -> Self {
        let players = if choices.once_in(4) { 2 + choices.below(15) } else { 2 + choices.below(3) };
        let size = 2 + choices.below(11) as u64;
        let rounds = 1 + choices.below(10) as u64;
        let max_len = 4 + choices.below(8) as u64;
        let mambo = u64::from(choices.once_in(4));
        let key = choices.below(1 << 16) as u64;
        let files = (0..players).map(|_| file(choices)).collect();
        Self { parameters: [size, max_len, rounds, mambo], key, files }
    }

    /// An engine that has begun it.
    pub(crate) fn engine(&self) -> Engine {
        let programs: Vec<Snippets> = self.files.iter().map(|file| program(file)).collect();
        let mut engine = PerlWar::engine(&self.checked(), &programs.iter().collect::<Vec<_>>());
        self.begin(&mut engine);
        engine
    }

    pub(crate) fn begin(&self, engine: &mut Engine) {
        PerlWar::begin(engine, &Setup { key: self.key });
    }

    pub(crate) fn checked(&self) -> games::perlwar::Parameters {
        let mut rules = Rules::new();
        for (key, value) in ["size", "max_len", "rounds", "mambo"].into_iter().zip(self.parameters) {
            rules.add(key, value).expect("each is given once");
        }
        <PerlWar as Game>::parameters(&rules, &[]).expect("they are legal")
    }

    pub(crate) fn reference(&self) -> Reference {
        Reference::new(self.parameters, self.key, self.files.clone())
    }

    /// Plays it round by round on both, compares everything after every round, and returns the reference at the end,
    /// with the words for everything that happened.
    pub(crate) fn compare_every_round(&self) -> (Reference, Vec<&'static str>) {
        let (mut engine, mut plain) = (self.engine(), self.reference());
        let (mut events, mut words) = (Vec::new(), Vec::new());
        compare(&engine, &plain);
        while plain.end().is_none() {
            let mut perl = AnyPerl::default();
            let Ok(()) = engine.advance(plain.round + 1, &mut perl, &mut events);
            let mut asked = Vec::new();
            plain.play_round(&mut |question| {
                asked.push(question.clone());
                seeded_answer(question)
            });
            assert_eq!(perl.asked, asked, "both ask the same");
            compare(&engine, &plain);
            words.extend(plain.happened.iter().map(|happened| happened.result));
        }
        compare_events(&events, &engine);
        (plain, words)
    }

    /// Compares turn by turn with replies from `choices`, and then in one step with the same replies.
    pub(crate) fn compare_with_replies(&self, choices: &mut impl Choices) {
        let (mut engine, mut plain) = (self.engine(), self.reference());
        let (mut said, mut events) = (Vec::new(), Vec::new());
        while plain.end().is_none() {
            let before = said.len();
            let mut perl = ChoosingPerl { choices, said: &mut said };
            let Ok(()) = engine.advance(plain.round + 1, &mut perl, &mut events);
            let mut said = said[before..].iter();
            plain.play_round(&mut |question| {
                let (asked, reply) = said.next().expect("both ask as often");
                assert_eq!(asked, question, "both ask the same");
                reply.clone()
            });
            assert!(said.next().is_none(), "both ask as often");
            compare(&engine, &plain);
        }
        compare_events(&events, &engine);
        let mut whole = self.engine();
        let Ok(()) = whole.advance(u64::MAX, &mut SayingAgain(said.into_iter()), &mut game::Unobserved);
        assert_eq!(end(&whole), end(&engine));
    }
}

/// Replies as `choices` decide, and keeps the questions and replies.
struct ChoosingPerl<'a, C> {
    choices: &'a mut C,
    said: &'a mut Vec<(Asked, Reply<Answer>)>,
}

impl<C: Choices> Players<Question, Answer> for ChoosingPerl<'_, C> {
    type Failure = Infallible;

    fn ask(&mut self, seat: Seat, question: &Question) -> Result<Reply<Answer>, Infallible> {
        let asked = asked(seat, question);
        let reply = answer(&asked, self.choices);
        self.said.push((asked, reply.clone()));
        Ok(reply)
    }
}

/// Repeats earlier replies.
struct SayingAgain(std::vec::IntoIter<(Asked, Reply<Answer>)>);

impl Players<Question, Answer> for SayingAgain {
    type Failure = Infallible;

    fn ask(&mut self, seat: Seat, question: &Question) -> Result<Reply<Answer>, Infallible> {
        let (before, reply) = self.0.next().expect("it is asked as often");
        assert_eq!(asked(seat, question), before, "it is asked the same");
        Ok(reply)
    }
}

/// A player's file: in most rounds nothing enters, in the first most often something.
fn file(choices: &mut impl Choices) -> Vec<(u64, String)> {
    let mut file = Vec::new();
    if !choices.once_in(12) {
        file.push((1, code(choices)));
    }
    for round in 2..10 {
        if choices.once_in(4) {
            file.push((round, code(choices)));
        }
    }
    if file.is_empty() {
        file.push((10, "a".into()));
    }
    file
}

fn program(file: &[(u64, String)]) -> Snippets {
    let section = |(round, code): &(u64, String)| format!("=round {round}\n{code}\n");
    let sections: Vec<String> = file.iter().map(section).collect();
    games::perlwar::read(sections.concat().as_bytes()).program.expect("the file is legal")
}

/// A Perl that gives any answer, but always the same one to the same question.
#[derive(Default)]
pub(crate) struct AnyPerl {
    pub(crate) asked: Vec<Asked>,
}

impl Players<Question, Answer> for AnyPerl {
    type Failure = Infallible;

    fn ask(&mut self, seat: Seat, question: &Question) -> Result<Reply<Answer>, Infallible> {
        let asked = asked(seat, question);
        let reply = seeded_answer(&asked);
        self.asked.push(asked);
        Ok(reply)
    }
}

/// A question in the words of the reference.
fn asked(seat: Seat, question: &Question) -> Asked {
    Asked {
        owner: seat,
        rand_seed: question.rand_seed,
        parameters: [question.max_len, question.rounds, question.round].map(u64::from),
        cells: question.cells().map(|code| Some(code?.text().to_owned())).collect(),
    }
}

/// The answer to a run: anything, but the same for the same seed of `rand`.
pub(crate) fn seeded_answer(asked: &Asked) -> Reply<Answer> {
    answer(asked, &mut SplitMix(asked.rand_seed.into()))
}

/// The answer to a run: anything.
fn answer(asked: &Asked, choices: &mut impl Choices) -> Reply<Answer> {
    if choices.once_in(20) {
        let kind = choices.pick(&FaultKind::ALL);
        return Reply::Fault(kind, "as it happens".into());
    }
    if choices.once_in(20) {
        return Reply::Answer(Answer::Died);
    }
    let own = if choices.once_in(5) { Some(left(asked, choices)) } else { None };
    let cell = if choices.once_in(2) { Some(left(asked, choices)) } else { None };
    let returned = returned(asked.cells.len(), choices);
    Reply::Answer(Answer::Ran(Run { own: own.map(Into::into), cell: cell.map(Into::into), returned }))
}

/// What a snippet leaves in a cell of `@_`.
fn left(asked: &Asked, choices: &mut impl Choices) -> String {
    let blank = ["", " ", "\n", "\t\u{3000}\u{a0}\r\n"];
    match choices.below(8) {
        0 => blank[choices.below(blank.len())].to_owned(),
        1 => format!(" {}\n", code(choices)),
        2 => "x".repeat(20),
        3 | 4 => asked.cells[choices.below(asked.cells.len())].clone().unwrap_or_default(),
        _ => code(choices),
    }
}

/// A return value: an instruction, or something close to one.
fn returned(size: usize, choices: &mut impl Choices) -> String {
    let mut text = match choices.below(16) {
        0..6 => format!("{}:{}", number(size, choices), number(size, choices)),
        6..8 => format!("!{}", number(size, choices)),
        8..11 => format!("~{}", number(size, choices)),
        11..14 => format!("^{}", number(size, choices)),
        14 => number(size, choices),
        _ => choices.pick(&["", "!!1", "1:2:3", " !1", "!\u{661}", "::", "!1e0", "~+1", "^ 1"]).to_owned(),
    };
    if choices.once_in(10) {
        text += choices.pick(&["\n", "\n", "\n", "\n\n", "\r\n", " ", "\0", ";"]);
    }
    text
}

fn number(size: usize, choices: &mut impl Choices) -> String {
    let number = choices.below(size);
    match choices.below(12) {
        0 | 1 => String::new(),
        2 => format!("-{number}"),
        3 => format!("00{number}"),
        4 if choices.once_in(2) => choices.pick(&["-", "x", "99999999999999999999", "--1"]).to_owned(),
        4 => format!("{}", size + number),
        5 => format!("-{}", size - 1),
        _ => number.to_string(),
    }
}

/// Fails unless both are the same match at the same point.
#[track_caller]
pub(crate) fn compare(engine: &Engine, plain: &Reference) {
    assert_eq!(engine.turn(), plain.round);
    let cells = (0..plain.cells.len()).map(|cell| engine.cell(cell));
    let expected = plain.cells.iter().map(|cell| cell.as_ref().map(|it| (it.owner, it.code.as_str())));
    assert_eq!(cells.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "round {}", plain.round);
    assert_eq!(engine.eliminated(), plain.eliminated);
    let entries: Vec<_> = engine.last_entries().iter().map(|entry| (entry.seat, entry.cell)).collect();
    assert_eq!(entries, plain.entered);
    let happened: Vec<RoundEvent> = engine.last_round().iter().map(happened).collect();
    assert_eq!(happened, plain.happened);
    let frame = engine.frame();
    let snippets: Vec<u64> = (0..plain.eliminated.len()).map(|player| plain.count(player)).collect();
    assert_eq!(frame.register("snippets"), snippets);
    assert_eq!(frame.cells.iter().map(|run| run.count).sum::<usize>(), plain.cells.len());
    let (outcome, end) = (engine.outcome(), plain.end());
    assert_eq!(outcome.is_some(), end.is_some());
    let Some((outcome, end)) = outcome.zip(end) else { return };
    assert_eq!((outcome.reason, outcome.turns, &outcome.fault), (end.reason, plain.round, &None));
    assert_eq!(outcome.places, plain.places());
    assert_eq!(outcome.tallies, [("snippets", snippets)]);
    let (winner, tied) = if end.is_win { (Some(end.first[0]), vec![]) } else { (None, end.first) };
    assert_eq!((outcome.winner(), outcome.tied()), (winner, &tied[..]));
}

/// A report of the engine in the words of the reference.
fn happened(report: &RunReport) -> RoundEvent {
    let (result, source, target) = match report.result {
        RunResult::Segfault(_) => ("segfault", None, None),
        RunResult::Noop => ("noop", None, None),
        RunResult::Copied { source, target } => ("copied", Some(source), Some(target)),
        RunResult::Refused { target } => ("refused", None, Some(target)),
        RunResult::Nuked { target } => ("nuked", None, Some(target)),
        RunResult::Updated { target } => ("updated", None, Some(target)),
        RunResult::Claimed { target } => ("claimed", None, Some(target)),
    };
    RoundEvent { cell: report.cell, owner: report.owner, result, source, target }
}

/// Fails unless the events of a match from its start lead to the state of the engine.
#[track_caller]
pub(crate) fn compare_events(events: &[Event], engine: &Engine) {
    let size = engine.frame().cells.iter().map(|run| run.count).sum();
    let (mut numbers, mut eliminated) = (vec![0; size], vec![None; engine.eliminated().len()]);
    for event in events {
        match event.kind {
            EventKind::Write { cell, before, after } => {
                assert_eq!(std::mem::replace(&mut numbers[cell], after), before, "{event:?}");
                assert_ne!((before, after), (0, 0), "an empty cell that stays empty is not a change");
            }
            EventKind::Death { reason } => {
                assert_eq!(reason, games::perlwar::ELIMINATED);
                assert_eq!(eliminated[event.seat].replace(event.turn), None, "nobody is eliminated twice");
            }
        }
    }
    assert!(events.is_sorted_by_key(|event| event.turn));
    assert_eq!(eliminated, engine.eliminated());
    let number_of = |cell| engine.cell(cell).map_or(0, |(owner, _)| owner + 1);
    assert!(numbers.iter().map(|number| *number as usize).eq((0..size).map(number_of)), "{numbers:?}");
}

/// Plays a match up to a round, unwatched or watched.
pub(crate) fn advance(engine: &mut Engine, until: u64, observer: &mut impl game::Observer) {
    let Ok(()) = engine.advance(until, &mut AnyPerl::default(), observer);
}

/// What must be the same however a match is played.
pub(crate) fn end(engine: &Engine) -> (Option<Outcome>, Option<game::Digest>, game::Frame) {
    (engine.outcome().cloned(), engine.state_hash(), engine.frame())
}

/// The questions of a match as bytes are read back as they were.
pub(crate) struct Wired(pub(crate) AnyPerl);

impl Players<Question, Answer> for Wired {
    type Failure = Infallible;

    fn ask(&mut self, seat: Seat, question: &Question) -> Result<Reply<Answer>, Infallible> {
        let decoded = through_bytes(question);
        assert!(decoded.cells().flatten().all(|code| Code::new(code.text().into()).as_ref() == Some(code)));
        let reply = self.0.ask(seat, &decoded)?;
        Ok(match reply {
            Reply::Answer(answer) => Reply::Answer(through_bytes(&answer)),
            fault @ Reply::Fault(..) => fault,
        })
    }
}

fn through_bytes<T: game::WireFormat + PartialEq + std::fmt::Debug>(value: &T) -> T {
    let mut bytes = Vec::new();
    value.encode(&mut bytes);
    let decoded = T::decode(&bytes).expect("what is encoded can be read");
    assert_eq!(&decoded, value);
    decoded
}

//! Matches of all kinds, and the same played plainly.
#![allow(dead_code, reason = "each test file uses some of it")]

use game::{
    AnyGame, AnyMatch, AnyPlayers, Event, EventKind, NoPlayers, Notable, RecordedAnswers, Reply, Rules, Seat,
    SeededRng, Void,
};
use record::Record;
use referee::{Lineup, Source};
use viewer::Replay;

/// Programs that fight for a while: each writes over much of the board, and ends are of several kinds.
pub(crate) const ESOWAR: [&str; 5] = ["[+]", "[<[+]+]<+]", "+>[+>]<[<]r", "[>+]+<[+<]", "r[+r]<+"];
pub(crate) const CRASH: [&str; 4] = [
    "write noop [i]+[a]+9\nstore [a]+7 a\nstore [i]-3 i\n",
    "store [a]+1 a\nstore [b]+[a] b\nwrite noop [i]+[b]+5\nstore [i]-4 i\n",
    "write crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-3 i\n",
    "store [a]+31 a\nwrite store 5 b [i]+[a]+3\nstore [i]-3 i\n",
];

/// A bot that moves by a hash of what it is asked.
pub(crate) struct Bots;

impl AnyPlayers for Bots {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let sum = question.iter().fold(seat as u64 + 7, |sum, &byte| {
            sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(byte.into())
        });
        Ok(Reply::Answer(vec![b"LRUD?"[usize::try_from((sum >> 33) % 5).expect("below 5")]]))
    }
}

pub(crate) fn game(name: &str) -> &'static dyn AnyGame {
    games::registry::by_name(name).expect("it is registered")
}

pub(crate) fn find(name: &str) -> Option<&'static dyn AnyGame> {
    games::registry::by_name(name).map(|game| game as &dyn AnyGame)
}

pub(crate) fn record_of(name: &str, sources: &[&str], parameters: &[(&str, u64)], seed: u64) -> Record {
    let game = game(name);
    let programs = sources
        .iter()
        .map(|source| game.read(source.as_bytes()).into_program().expect("it is legal"))
        .collect();
    let mut rules = Rules::new();
    for &(key, value) in parameters {
        rules.add(key, value).expect("a new key");
    }
    let lineup = Lineup::new(game, programs, &rules).expect("a legal contest");
    let setup = lineup.draw_setup(seed);
    let mut table = lineup.runner();
    let finished = if game.runs_foreign_code() {
        table.play(&setup, &mut Bots, &|| false)
    } else {
        table.play(&setup, &mut NoPlayers, &|| false)
    }
    .expect("it is played");
    let sources: Vec<Source> =
        sources.iter().map(|source| Source { file: "a".into(), bytes: source.as_bytes().to_vec() }).collect();
    lineup.record(
        &finished,
        referee::Provenance { sources: &sources, seed: Some(seed), match_index: 0, environment: &[] },
    )
}

/// Records of all kinds of matches, long and short.
pub(crate) fn records(seed: u64) -> Vec<Record> {
    let rng = &mut SeededRng::for_setup(seed);
    let mut pick =
        |from: &[&'static str]| from[usize::try_from(rng.below(from.len() as u64)).expect("small")];
    let mut records = Vec::new();
    for turns in [1, 300, 40_000] {
        let bases = [pick(&ESOWAR), pick(&ESOWAR), pick(&ESOWAR)];
        records.push(record_of("esowar", &bases, &[("squares", 600), ("max_turns", turns)], seed));
        records.push(record_of("crash", &[pick(&CRASH), pick(&CRASH)], &[("max_turns", turns)], seed));
    }
    let bot = "int f(void) { return 0; }";
    records.push(record_of("snakes", &[bot, bot], &[], seed));
    records
}

/// The match of a record, played plainly.
pub(crate) struct Plain<'r> {
    record: &'r Record,
    lineup: Lineup<'static>,
}

impl<'r> Plain<'r> {
    pub(crate) fn of(record: &'r Record) -> Self {
        Self { record, lineup: Lineup::of_record(record, find).expect("a record of ours") }
    }

    /// The match after so many turns, and everything that happened up to then.
    pub(crate) fn at(&self, turn: u64) -> (Box<dyn AnyMatch>, Vec<Event>) {
        let mut played = self.lineup.new_match();
        played.begin(&self.record.setup).expect("a legal setup");
        let mut events = Vec::new();
        let script = &mut RecordedAnswers::new(&self.record.answers);
        played.advance_watched(turn, script, &mut |event| events.push(event)).expect("nothing fails");
        (played, events)
    }

    pub(crate) fn notables(&self, events: &[Event]) -> Vec<(u64, Notable)> {
        let scene = self.lineup.scene(&self.record.setup).expect("a legal setup");
        events.iter().filter_map(|event| Some((event.turn, scene.notable(event)?))).collect()
    }
}

pub(crate) fn never() -> bool {
    false
}

/// The last writes of all cells are those of the list.
pub(crate) fn check_writers(replay: &Replay, events: &[Event], what: &str) {
    let mut last = std::collections::BTreeMap::new();
    for event in events {
        if let EventKind::Write { cell, .. } = event.kind {
            last.insert(cell, (event.turn, event.seat));
        }
    }
    let cells: usize = replay.frame().cells.iter().map(|run| run.count).sum();
    for cell in 0..cells {
        let found = replay.last_write(cell).map(|write| (write.turn, write.seat));
        assert_eq!(found, last.get(&cell).copied(), "{what} cell {cell}");
    }
}

/// Answers each question of a seat with the next of its answers, and after them with the last one.
struct InTurn([Vec<Vec<u8>>; 2], [usize; 2]);

impl InTurn {
    fn new(answers: [Vec<Vec<u8>>; 2]) -> Self {
        Self(answers, [0; 2])
    }
}

impl AnyPlayers for InTurn {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let Self(answers, asked) = self;
        let nth = asked[seat].min(answers[seat].len() - 1);
        asked[seat] += 1;
        Ok(Reply::Answer(answers[seat][nth].clone()))
    }
}

/// A match of ann and bob whose programs give these answers.
pub(crate) fn answered(name: &str, parameters: &[(&str, u64)], answers: [Vec<Vec<u8>>; 2]) -> Record {
    let game = game(name);
    let source = if name == "snakes" { "int f(void) { return 0; }" } else { "'a'" };
    let program = || game.read(source.as_bytes()).into_program().expect("it is legal");
    let mut rules = Rules::new();
    for &(key, value) in parameters {
        rules.add(key, value).expect("a new key");
    }
    let lineup = Lineup::new(game, vec![program(), program()], &rules).expect("a legal contest");
    let players = &mut InTurn::new(answers);
    let finished = lineup.runner().play(&lineup.draw_setup(1), players, &never).expect("it is played");
    let sources = ["ann", "bob"].map(|file| Source { file: file.into(), bytes: source.into() });
    lineup.record(
        &finished,
        referee::Provenance { sources: &sources, seed: None, match_index: 0, environment: &[] },
    )
}

/// The moves of a bot, a letter each.
pub(crate) fn moves(letters: &str) -> Vec<Vec<u8>> {
    letters.bytes().map(|letter| vec![letter]).collect()
}

/// A match of up to this many turns is short enough to play it again and again.
pub(crate) const TURNS: (&str, u64) = ("max_turns", 60);

/// A program of Crash that stays on its cell.
pub(crate) const STAYS: &str = "store [i]-1 i\n";

/// The record of a match with this setup.
pub(crate) fn record_from(
    name: &str,
    sources: &[&str],
    rules: &[(&str, u64)],
    lists: &[(&str, &[u64])],
) -> Record {
    let game = game(name);
    let program = |source: &&str| game.read(source.as_bytes()).into_program().expect("it is legal");
    let mut given = Rules::new();
    for &(key, value) in rules {
        given.add(key, value).expect("a new key");
    }
    let lineup = Lineup::new(game, sources.iter().map(program).collect(), &given).expect("a legal contest");
    let mut setup = lineup.draw_setup(1);
    for (list, numbers) in lists {
        setup.set(*list, numbers.to_vec());
    }
    let setup = lineup.check_setup(&setup).expect("a legal setup");
    let finished = lineup.runner().play(&setup, &mut NoPlayers, &never).expect("it is played");
    let files = ["ann", "bob"].map(|name| Source { file: name.into(), bytes: Vec::new() });
    let sources: Vec<Source> = files
        .into_iter()
        .zip(sources)
        .map(|(file, text)| Source { bytes: text.as_bytes().into(), ..file })
        .collect();
    lineup.record(
        &finished,
        referee::Provenance { sources: &sources, seed: None, match_index: 0, environment: &[] },
    )
}

/// A match of Crash of two programs, the first at cell 100 and the second at 200.
pub(crate) fn crash(one: &str, other: &str) -> Record {
    record_from("crash", &[one, other], &[TURNS], &[("start", &[100, 200])])
}

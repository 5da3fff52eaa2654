//! A new game is its implementation of two traits, and nothing else: one that no crate knows goes the way that all games go,
//! from the text of its programs to a record and a replay of it.

mod count;

use count::Count;
use game::{
    Agent, AnyGame, Change, EventKind, LineupError, NamedLists, NoPlayers, NotableKind, Rules, RulesError,
    SetupError, Shape,
};
use games::RegisteredGame;
use games::conformance::{Case, CaseError};
use record::Record;
use referee::{Conditions, Depth, Detail, Lineup, Provenance, Source, play_match, replay};
use serde_json::{Value, json};
use viewer::{Condition, Direction, End, Found, Replay, TurnSearch};

const COUNT: &dyn RegisteredGame = &Count;

fn find(name: &str) -> Option<&'static dyn AnyGame> {
    (name == COUNT.info().name).then_some(COUNT as &dyn AnyGame)
}

fn lineup(sources: &[&str], rules: &[&str]) -> Result<Lineup<'static>, LineupError> {
    let read = |source: &&str| COUNT.read(source.as_bytes()).into_program().expect("it is legal");
    Lineup::new(COUNT, sources.iter().map(read).collect(), &Rules::parse(rules)?)
}

/// From 4 to 12: 0 says 5 and 9 to 11, 1 says 6 to 8 and then 12.
fn short_match() -> Record {
    let sources = [";name One then three\n1 3\n", "3 1\n"];
    let lineup = lineup(&sources, &["goal=12"]).expect("it is legal");
    let setup = lineup.check_setup(&NamedLists::default().with("start", vec![4])).expect("it is legal");
    let conditions =
        Conditions { factory: &NoPlayers, match_budget: None, detail: Detail::Record, stop: &|| false };
    let attempted = play_match(&mut lineup.runner(), &setup, 1, &conditions).expect("it is played");
    let finished = attempted.result.expect("nobody is asked, so nothing is void");
    let files = sources.map(|text| Source { file: "a.count".into(), bytes: text.into() });
    let provenance = Provenance { sources: &files, seed: None, match_index: 0, environment: &[] };
    lineup.record(&finished, provenance)
}

#[test]
fn programs_parameters_and_setups_have_their_gates() {
    let reading = COUNT.read(b";name Two\n1  4\n2");
    let codes: Vec<&str> = reading.diagnostics.iter().map(|one| one.code).collect();
    assert!(reading.program.is_none() && codes == ["step"], "{codes:?}");
    assert_eq!(reading.metadata.name.as_deref(), Some("Two"));
    assert_eq!(COUNT.format(b"1\n  2\n;name Two\n").as_deref(), Some(&b";name Two\n1 2\n"[..]));

    let refused = |sources: &[&str], rules: &[&str]| lineup(sources, rules).err();
    assert!(matches!(refused(&["1"], &[]), Some(LineupError::Seats { found: 1, .. })));
    let unknown = refused(&["1", "2"], &["gaol=3"]);
    assert!(matches!(unknown, Some(LineupError::Rules(RulesError::Unknown { .. }))), "{unknown:?}");
    let range = RulesError::Range { key: "goal", value: 0, min: 1, max: 1000 };
    assert_eq!(refused(&["1", "2"], &["goal=0"]), Some(LineupError::Rules(range)));

    let legal = lineup(&["1", "2", "3"], &[]).expect("it is legal");
    assert_eq!(legal.parameter_values(), [("goal", 21)]);
    assert_eq!(legal.parameters::<Count>().expect("a lineup of this game").goal, 21);
    let start = |number| legal.check_setup(&NamedLists::default().with("start", vec![number]));
    assert!(start(20).is_ok());
    assert!(matches!(start(21), Err(SetupError::TooLarge { max: 20, .. })));
    for seed in 0..50 {
        let drawn = legal.draw_setup(seed);
        assert_eq!(legal.check_setup(&drawn), Ok(drawn));
    }
}

/// The players of one game cannot take the limits of another game for their own.
#[test]
fn parameters_are_those_of_the_game_or_none() {
    let legal = lineup(&["1", "2"], &[]).expect("it is legal");
    let wrong = legal.parameters::<games::snakes::Snakes>().expect_err("it is not a match of Snakes");
    assert!(wrong.cause.contains("snakes") && wrong.cause.contains("count"), "{}", wrong.cause);
}

#[test]
fn a_match_becomes_a_record_that_is_true() {
    let played = short_match();
    assert_eq!((played.outcome.winner, played.outcome.turns), (Some(1), 4));
    assert_eq!(played.outcome.tallies, [("counted".to_owned(), vec![4, 4])]);
    let mut record = record::read(&record::write(&played)).expect("it was just written");
    assert_eq!(record, played);
    assert_eq!(replay(&record, find, Depth::State, &|| false).expect("it is played").differences, []);

    record.programs[1].source = b"2".to_vec();
    let replayed = replay(&record, find, Depth::State, &|| false).expect("it is played");
    let what: Vec<&str> = replayed.differences.iter().map(|difference| difference.what).collect();
    assert!(what.contains(&"digest"), "{what:?}");
}

#[test]
fn a_viewer_shows_every_turn_of_it() {
    let record = short_match();
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    assert_eq!(replay.scene().shape(), Shape::Row { cells: 12 });
    let boards = ["####........", "####0.......", "####0111....", "####0111000.", "####01110001"];
    for turn in [4, 0, 2, 1, 3] {
        replay.seek(turn);
        let frame = replay.frame();
        let symbol = |text: &str| replay.scene().glyph(text).symbol;
        let board: String = frame.cells_from(0).take(12).map(|text| symbol(text)).collect();
        assert_eq!(board, boards[usize::try_from(turn).expect("it is small")], "{turn}");
    }
    assert_eq!(replay.last_write(6).map(|write| (write.turn, write.seat)), Some((2, 1)));
    assert_eq!(replay.last_write(3), None);
    let frame = replay.frame();
    assert_eq!(replay.scene().agents(&frame), [Agent { seat: 0, role: "counter", cell: 10 }]);
    let panels = replay.scene().panels(&replay.moment(&frame));
    assert_eq!(panels[0].lines[0].text, "11 of 12");
    let cells = replay.happened().iter().map(|event| match event.kind {
        EventKind::Write { cell, .. } => cell,
        EventKind::Death { .. } => panic!("nobody dies"),
    });
    assert_eq!(cells.collect::<Vec<_>>(), [8, 9, 10]);
    let captures =
        TurnSearch::new(&replay, vec![Condition::Happens(NotableKind::Capture)], Direction::Forwards);
    assert_eq!(replay.search(captures, &|| false), Some(Found { turn: 4, condition: 0 }));
    assert!(!replay.contradicts_record());
}

#[test]
fn a_fork_goes_another_way() {
    let record = short_match();
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    replay.seek(2);
    let change = |value| Change::Register { name: "total".into(), seat: 0, value };
    assert!(replay.fork(&[change(12)], None).is_err());
    let mut fork = replay.fork(&[change(10)], None).expect("it can be changed");
    fork.seek(100);
    let Some(End::Outcome(outcome)) = fork.end() else { panic!("it is played to its end") };
    assert_eq!((outcome.winner(), outcome.turns), (Some(0), 3));
}

#[test]
fn cases_of_it_are_judged() {
    let case = |expect: Value| {
        json!({
            "name": "short",
            "why": "who says the goal wins",
            "programs": ["1 3", "3 1"],
            "params": {"goal": 12},
            "start": [4],
            "expect": expect,
        })
    };
    let play = |content| Case::new(COUNT, content).play(&|_| Ok(Box::new(NoPlayers)), &|| false);
    let expected =
        json!({"outcome": "win", "winner": 1, "reason": "goal", "turns": 4, "board": "####01110001"});
    let right = play(case(expected));
    assert!(right.passed(), "{right:?}");
    let wrong = play(case(json!({"winner": 0}))).verdict.expect("it is played");
    assert_eq!(wrong.iter().map(|mismatch| mismatch.key.as_str()).collect::<Vec<_>>(), ["winner"]);
    let unknown = play(case(json!({"robots": []}))).verdict;
    assert_eq!(unknown, Err(CaseError::Unknown { key: "robots".into() }));
}

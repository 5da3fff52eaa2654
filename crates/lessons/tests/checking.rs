//! The check itself: its steps, what it says while it goes on, the fights that it names, and failures that are ours.

use std::sync::Arc;

use game::{AnyPlayers, Diagnostics, NamedLists, NoPlayers, Rules, SeededRng, Void};
use lessons::{Checking, CheckingError, Fight, ForeignCode, Lesson, Verdict};
use referee::{Lineup, PlayerFactory};

/// A lesson of a game, by the number in the name of its file.
fn lesson(game: &str, number: usize) -> Arc<Lesson> {
    Arc::new(lessons::lessons(game).expect("the lessons can be read").swap_remove(number - 1))
}

fn run(lesson: &Arc<Lesson>, source: &str) -> Verdict {
    Checking::run(Arc::clone(lesson), source.as_bytes(), &NoPlayers).expect("the machinery works")
}

#[test]
fn steps_of_any_size_come_to_the_same_verdict() {
    // Single matches, many matches, and a count.
    for (game, number, source) in [
        ("esowar", 1, "+[]"),
        ("esowar", 5, "+[<[[>]<+++++[+<]++[<]]+]>"),
        ("crash", 3, "write crash [i]+[a]+2\nstore [a]+3 a\nstore [i]-3 i"),
    ] {
        let lesson = lesson(game, number);
        let whole = run(&lesson, source);
        for turns in [1, 1000, 1_000_000] {
            let mut checking =
                Checking::start(Arc::clone(&lesson), source.as_bytes()).expect("there is the game");
            let mut steps = 0_u64;
            while !checking.work(turns, &NoPlayers).expect("the machinery works").finished {
                assert!(!checking.verdict().passed, "it is not decided yet");
                steps += 1;
                // Steps of a single turn take long: the rest in one go.
                if steps == 2_000 {
                    while !checking.work(u64::MAX, &NoPlayers).expect("the machinery works").finished {}
                }
            }
            assert_eq!(checking.verdict(), whole, "{game} {number}, {turns} turns a step");
        }
    }
}

#[test]
fn progress_counts_the_matches_of_a_check() {
    let lesson = lesson("esowar", 5);
    let mut checking =
        Checking::start(Arc::clone(&lesson), lesson.solution.as_bytes()).expect("there is the game");
    let mut seen = Vec::new();
    loop {
        let progress = checking.work(10_000_000, &NoPlayers).expect("the machinery works");
        assert!(progress.done <= progress.parts, "{progress:?}");
        seen.push((progress.check, progress.done));
        if progress.finished {
            break;
        }
    }
    assert!(seen.is_sorted_by_key(|(check, _)| *check), "{seen:?}");
    assert!(seen.iter().any(|(check, done)| *check == 2 && *done > 0), "{seen:?}");
    assert!(checking.verdict().passed);
}

/// The outcome of a fight that is played again from what it names.
fn play(fight: &Fight) -> game::Outcome {
    let game = games::registry::by_name(fight.game).expect("it is a game");
    let read = |source: &str| game.read(source.as_bytes()).into_program().expect("it is legal");
    let programs = fight.programs.iter().map(|program| read(&program.source)).collect();
    let mut rules = Rules::new();
    for (key, value) in &fight.rules {
        rules.add(key, *value).expect("each is there once");
    }
    let lineup = Lineup::new(game, programs, &rules).expect("they can play");
    let mut setup = NamedLists::default();
    for (name, numbers) in &fight.setup {
        setup.set(name, numbers.clone());
    }
    let mut runner = lineup.runner();
    runner.outcome(&setup, &mut NoPlayers, &|| false).expect("it is played").clone()
}

#[test]
fn a_fight_can_be_played_again_and_is_one_that_was_not_won() {
    for (game, number, source) in [
        ("esowar", 1, "r"),
        ("esowar", 5, "+[<<[[>]<+++++[+<]++[<]]+++++++++++++++]>"),
        ("esowar", 13, "+[<<+]"),
        ("crash", 3, "write crash [i]+[a]+2\nstore [a]+3 a\nstore [i]-3 i"),
        ("crash", 9, "write noop 2500\nstore [i]-1 i"),
    ] {
        let verdict = run(&lesson(game, number), source);
        let fight =
            verdict.findings.last().and_then(|finding| finding.fight.as_ref()).expect("there is a fight");
        let outcome = play(fight);
        assert_ne!(outcome.winner(), Some(fight.seat), "{game} {number}");
        assert_eq!(outcome.turns, fight.turn, "{game} {number}");
        assert_eq!(fight.programs[fight.seat].source, source);
    }
}

#[test]
fn what_is_no_program_is_a_finding_with_its_place() {
    let verdict = run(&lesson("crash", 1), "noop\nfetch [i]-1 i\n");
    assert!(!verdict.passed);
    assert_eq!((verdict.findings.len(), verdict.findings[0].check), (1, 0));
    assert!(verdict.findings[0].sentence.contains("Line 2, column 1"), "{verdict:?}");
}

#[test]
fn a_program_that_does_not_fit_on_the_board_is_told_so() {
    let verdict = run(&lesson("esowar", 1), &"r".repeat(30));
    assert!(!verdict.passed);
    assert!(verdict.findings[1].sentence.contains("Your program cannot play here"), "{verdict:?}");
}

#[test]
fn a_count_that_would_take_too_long_is_a_sample() {
    // It looks at 64 cells in each turn, so that hardly any two placements play alike.
    let source = include_str!("../../bout/examples/crash/lookout.crash");
    let verdict = run(&lesson("crash", 12), source);
    let sentence = &verdict.findings.last().expect("there is a finding").sentence;
    assert!(sentence.contains("of 2,000 games against Phoenix"), "{sentence}");
    assert!(sentence.ends_with("To play all placements would take too long."), "{sentence}");
}

/// Whatever people type comes to a verdict.
#[test]
fn every_text_comes_to_a_verdict() {
    let mut rng = SeededRng::for_setup(1);
    let course = |game| -> Vec<Arc<Lesson>> {
        lessons::lessons(game).expect("the lessons can be read").into_iter().map(Arc::new).collect()
    };
    let (esowar, crash) = (course("esowar"), course("crash"));
    let words = [
        "write", "store", "crash", "noop", " ", "\n", "[i]", "[a]", "-1", "+", "i", "a", "4095", ";",
        "\u{e9}",
    ];
    for round in 0..300 {
        let length = rng.index_below(40);
        let symbols = (0..length).map(|_| *b"rd><+[]".get(rng.index_below(8)).unwrap_or(&b'\n'));
        let symbols: Vec<u8> = symbols.collect();
        let text: String = (0..length).map(|_| words[rng.index_below(words.len())]).collect();
        for (lesson, source) in
            [(&esowar[round % 4], symbols.as_slice()), (&crash[[0, 1, 6][round % 3]], text.as_bytes())]
        {
            let verdict = Checking::run(Arc::clone(lesson), source, &NoPlayers).expect("the machinery works");
            assert!(!verdict.findings.is_empty());
        }
    }
}

/// A machine on which nothing works.
struct Broken;

impl ForeignCode for Broken {
    fn examine(&self, _: &[u8]) -> Result<Diagnostics, Void> {
        Ok(Diagnostics::default())
    }

    fn factory(&self) -> &dyn PlayerFactory {
        self
    }
}

impl PlayerFactory for Broken {
    fn players(&self, _: &Lineup, _: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        // These answer no question, so that the match is void.
        Ok(Box::new(NoPlayers))
    }
}

#[test]
fn a_failure_of_the_machine_is_no_verdict() {
    let lesson = lesson("snakes", 1);
    let mut checking =
        Checking::start(Arc::clone(&lesson), lesson.solution.as_bytes()).expect("there is the game");
    let error = loop {
        match checking.work(u64::MAX, &Broken) {
            Ok(progress) => assert!(!progress.finished, "it cannot be decided"),
            Err(error) => break error,
        }
    };
    assert!(matches!(error, CheckingError::Void(_)), "{error}");
    assert!(!checking.verdict().passed);
}

//! Setups: what a seed draws, what is checked in a requested setup (E8, E10, C7, C9), and the golden vectors of
//! `testdata/seeds`, which a separate program worked out.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/talk.rs"]
mod talk;

use std::path::PathBuf;

use game::{
    AnyGame, AnyLineup, LineupError, NamedLists, Participant, Rules, RulesError, SeededRng, SetupError,
    match_seed,
};
use games::perlwar::{entering_draw, rand_seed};
use games::registry::by_name;
use proptest::prelude::*;
use serde_json::{Value, json};
use talk::{begun, play};

/// A contest of programs of these lengths. For Esowar, `squares` gives the board.
fn contest(game: &str, lengths: &[usize], squares: Option<usize>) -> Box<dyn AnyLineup> {
    let mut rules = Rules::new();
    if let Some(squares) = squares {
        rules.add("squares", squares as u64).expect("it is given once");
    }
    try_contest(game, lengths, &rules).expect("the contest is legal")
}

fn try_contest(game: &str, lengths: &[usize], rules: &Rules) -> Result<Box<dyn AnyLineup>, LineupError> {
    let game: &dyn AnyGame = by_name(game).expect("the registry has it");
    let symbol = if game.info().name == "esowar" { "r" } else { "noop\n" };
    let program = |&length: &usize| game.read(symbol.repeat(length).as_bytes()).program;
    let programs: Option<Vec<Participant>> = lengths.iter().map(program).collect();
    game.lineup(&programs.expect("the programs are legal"), rules)
}

fn numbers(list: &[usize]) -> Vec<u64> {
    list.iter().map(|&number| number as u64).collect()
}

fn wished(start: &[u64], robots: Option<&[u64]>) -> NamedLists {
    let start = NamedLists::default().with("start", start.to_vec());
    robots.map_or(start.clone(), |robots| start.with("robots", robots.to_vec()))
}

/// Whether programs of these lengths lie inside a row of cells without overlap, checked cell by cell.
fn is_placement(start: &[u64], lengths: &[usize], size: usize) -> bool {
    let mut taken = vec![false; size];
    let mut cells = start.iter().zip(lengths).flat_map(|(&start, &length)| start..start + length as u64);
    cells.all(|cell| {
        let cell = usize::try_from(cell).ok().and_then(|cell| taken.get_mut(cell));
        cell.is_some_and(|taken| !std::mem::replace(taken, true))
    })
}

/// The golden vectors called `name`.
fn golden(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/seeds/golden.json");
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: Value = serde_json::from_slice(&text).expect("it is JSON");
    file[name].as_array().filter(|vectors| !vectors.is_empty()).expect("a list of vectors").clone()
}

/// A number that is written as text, because it may have 64 bits.
fn text_number(value: &Value) -> u64 {
    value.as_str().and_then(|text| text.parse().ok()).expect("a number as text")
}

fn list(value: &Value) -> Vec<usize> {
    let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
    value.as_array().and_then(|list| list.iter().map(number).collect()).expect("a list of numbers")
}

#[test]
fn key_streams_are_the_golden_ones() {
    for vector in golden("key_streams") {
        let mut rng = SeededRng::for_setup(text_number(&vector["seed"]));
        for number in vector["numbers"].as_array().expect("a list") {
            assert_eq!(rng.next_u64(), text_number(number), "{vector}");
        }
    }
}

#[test]
fn bounded_numbers_are_the_golden_ones() {
    for vector in golden("below") {
        let mut rng = SeededRng::for_setup(text_number(&vector["seed"]));
        for number in vector["numbers"].as_array().expect("a list") {
            assert_eq!(rng.below(text_number(&vector["bound"])), text_number(number), "{vector}");
        }
    }
}

#[test]
fn orders_are_the_golden_ones() {
    for vector in golden("orders") {
        let order = list(&vector["order"]);
        assert_eq!(SeededRng::for_setup(text_number(&vector["seed"])).order(order.len()), order, "{vector}");
    }
}

#[test]
fn the_seeds_of_the_matches_of_a_command_are_the_golden_ones() {
    for vector in golden("match_seeds") {
        let (seed, index) = (text_number(&vector["seed"]), text_number(&vector["index"]));
        assert_eq!(match_seed(seed, index), text_number(&vector["match_seed"]), "{vector}");
    }
}

#[test]
fn setups_of_esowar_are_the_golden_ones_e8() {
    for vector in golden("esowar") {
        let squares = list(&Value::from(vec![vector["squares"].clone()]))[0];
        let contest = contest("esowar", &list(&vector["lengths"]), Some(squares));
        let (start, robots) = (numbers(&list(&vector["start"])), numbers(&list(&vector["robots"])));
        let drawn = contest.draw_setup(SeededRng::for_setup(text_number(&vector["seed"])));
        assert_eq!(drawn, wished(&start, Some(&robots)), "{vector}");
    }
}

#[test]
fn setups_of_crash_are_the_golden_ones_c7() {
    for vector in golden("crash") {
        let contest = contest("crash", &list(&vector["lengths"]), None);
        let drawn = contest.draw_setup(SeededRng::for_setup(text_number(&vector["seed"])));
        assert_eq!(drawn, wished(&numbers(&list(&vector["start"])), None), "{vector}");
    }
}

#[test]
fn who_enters_where_and_what_rand_starts_from_in_perlwar_are_the_golden_ones_p12_p14() {
    for vector in golden("perlwar") {
        let (seed, key) = (text_number(&vector["seed"]), text_number(&vector["key"]));
        assert_eq!(SeededRng::for_setup(seed).next_u64(), key);
        let [players, size] = ["players", "size"].map(|name| vector[name].as_u64().expect("a number"));
        let files = vec!["a\n=round 2\na\n=round 3\na"; usize::try_from(players).unwrap()];
        let mut engine = begun(&[&format!("size={size}")], &files, key);
        for (nth, expected) in vector["entered"].as_array().expect("a list").iter().enumerate() {
            let asked = play(&mut engine, 1);
            let entered: Vec<(usize, Option<usize>)> =
                engine.last_entries().iter().map(|entry| (entry.seat, entry.cell)).collect();
            assert_eq!(json!(entered), *expected, "{vector}");
            let round = nth as u64 + 1;
            let round_seed = text_number(&vector["round_seeds"][nth]);
            assert_eq!(entering_draw(key, round).next_u64(), SeededRng::for_setup(round_seed).next_u64());
            for ((_, question), run) in asked.iter().zip(engine.last_round()) {
                assert_eq!(question.rand_seed, rand_seed(key, round, run.cell));
            }
        }
        let runs = [(1, 0), (1, 99), (2, 0), (1_000_000, 9999)];
        assert_eq!(json!(runs.map(|(round, cell)| rand_seed(key, round, cell))), vector["rand_seeds"]);
    }
}

/// Three bases on a board with two squares to spare: 3! orders times 10 ways to spread them.
#[test]
fn all_placements_without_overlap_are_equally_likely_e8() {
    let (lengths, contest) = ([1, 2, 3], contest("esowar", &[1, 2, 3], Some(8)));
    let mut counts = std::collections::BTreeMap::new();
    let mut robots = [[0; 8]; 3];
    for seed in 0..60_000 {
        let drawn = contest.draw_setup(SeededRng::for_setup(seed));
        let start = drawn.get("start").expect("a list").to_vec();
        assert!(is_placement(&start, &lengths, 8), "{start:?}");
        *counts.entry(start).or_insert(0) += 1;
        for (counts, &robot) in robots.iter_mut().zip(drawn.get("robots").expect("a list")) {
            counts[usize::try_from(robot).expect("a square")] += 1;
        }
    }
    // About 1000 each; 6 standard deviations are 190.
    assert_eq!(counts.len(), 60);
    assert!(counts.values().all(|count| (810..1190).contains(count)), "{counts:?}");
    // Robots anywhere: 7500 on each square; 6 standard deviations are 490.
    assert!(robots.as_flattened().iter().all(|count| (7010..7990).contains(count)), "{robots:?}");
}

/// Every requested placement of two bases on a small board, legal or not.
#[test]
fn a_placement_is_accepted_if_and_only_if_it_is_legal_e8() {
    for squares in 5..9 {
        for lengths in [[2, 3], [3, 2], [1, 1], [4, 1]] {
            let contest = contest("esowar", &lengths, Some(squares));
            for starts in 0..100 {
                let start = [starts / 10, starts % 10];
                let legal = is_placement(&start, &lengths, squares);
                let wish = wished(&start, Some(&[0, 0]));
                let checked = contest.check_setup(&wish);
                assert_eq!(checked.is_ok(), legal, "{lengths:?} on {squares} at {start:?}: {checked:?}");
                assert!(!legal || checked.as_ref() == Ok(&wish), "{checked:?}");
                let begun = contest.new_match().begin(&wish);
                assert_eq!(begun.err(), checked.err(), "a table takes what the contest takes");
            }
        }
    }
}

#[test]
fn programs_that_overlap_or_leave_the_memory_are_refused_with_the_place_c7() {
    let contest = contest("crash", &[3, 128], None);
    let check = |start: &[u64]| contest.check_setup(&wished(start, None)).err();
    for legal in [[0, 3], [0, 3968], [4093, 0], [128, 0], [4093, 3965]] {
        assert_eq!(check(&legal), None, "{legal:?}");
    }
    let overlap = |first, second, at| Some(SetupError::Overlap { first, second, at, why: "C7" });
    assert_eq!(check(&[0, 2]), overlap(0, 1, 2));
    assert_eq!(check(&[127, 0]), overlap(1, 0, 127));
    assert!(matches!(check(&[5, 5]), Some(SetupError::Overlap { at: 5, .. })));
    let too_large =
        |seat, value, max| Some(SetupError::TooLarge { name: "start", seat, value, max, why: "C7" });
    assert_eq!(check(&[4094, 0]), too_large(0, 4094, 4093));
    assert_eq!(check(&[0, 3969]), too_large(1, 3969, 3968));
    assert_eq!(check(&[0, 4096]), too_large(1, 4096, 3968), "programs do not wrap round");
    assert_eq!(check(&[u64::MAX, 0]), too_large(0, u64::MAX, 4093));
    assert_eq!(check(&[0, 1 << 32]), too_large(1, 1 << 32, 3968), "nor does the number");
}

#[test]
fn robots_start_on_squares_of_the_board_e8() {
    let contest = contest("esowar", &[1, 1], Some(10));
    let check = |robots: [u64; 2]| contest.check_setup(&wished(&[0, 9], Some(&robots))).err();
    assert_eq!(check([9, 0]), None, "also inside bases");
    for (robots, bad) in [([10, 0], 0), ([0, 10], 1), ([u64::MAX, 0], 0), ([0, 1 << 32], 1)] {
        let error = check(robots);
        let is_robot = matches!(error, Some(SetupError::TooLarge { name: "robots", seat, value, max: 9, .. })
            if seat == bad && value == robots[bad]);
        assert!(is_robot, "{robots:?}: {error:?}");
    }
}

#[test]
fn lists_that_are_missing_too_short_too_long_or_unknown_are_named() {
    let (esowar, crash) = (contest("esowar", &[1, 1], None), contest("crash", &[1, 1], None));
    let length = |name, found| Err(SetupError::Length { name, expected: 2, found });
    assert_eq!(
        esowar.check_setup(&NamedLists::default()),
        Err(SetupError::Missing { name: "start", seats: 2 })
    );
    assert_eq!(
        esowar.check_setup(&wished(&[0, 1], None)),
        Err(SetupError::Missing { name: "robots", seats: 2 })
    );
    assert_eq!(esowar.check_setup(&wished(&[0], Some(&[0, 0]))), length("start", 1));
    assert_eq!(esowar.check_setup(&wished(&[0, 1, 2], Some(&[0, 0]))), length("start", 3));
    assert_eq!(esowar.check_setup(&wished(&[0, 1], Some(&[0]))), length("robots", 1));
    assert_eq!(crash.check_setup(&wished(&[], None)), length("start", 0));
    let unknown = |contest: &dyn AnyLineup, wish: NamedLists, name: &str| match contest.check_setup(&wish) {
        Err(SetupError::Unknown { name: found, known }) => found == name && !known.contains(&name),
        _ => false,
    };
    assert!(unknown(&*esowar, wished(&[0, 1], Some(&[0, 0])).with("starts", vec![0, 1]), "starts"));
    assert!(unknown(&*crash, wished(&[0, 1], Some(&[0, 0])), "robots"));
}

#[test]
fn a_board_has_100000_squares_and_1000000_turns_a_player_that_started_e1() {
    for players in [2, 3, 64] {
        let values = contest("esowar", &vec![1; players], None).parameter_values();
        let players = players as u64;
        assert_eq!(values, [("squares", 100_000 * players), ("max_turns", 1_000_000 * players)]);
    }
    assert_eq!(contest("crash", &[1, 1], None).parameter_values(), [("max_turns", 1_000_000)], "C6");
}

#[test]
fn a_board_is_as_large_as_its_bases_at_least_and_has_a_turn() {
    let parameter = |game, key, value| {
        let mut rules = Rules::new();
        rules.add(key, value).expect("it is given once");
        try_contest(game, &[3, 4], &rules).err()
    };
    assert!(parameter("esowar", "squares", 7).is_none());
    assert!(matches!(
        parameter("esowar", "squares", 6),
        Some(LineupError::Rules(RulesError::Range { key: "squares", value: 6, min: 7, .. }))
    ));
    for game in ["esowar", "crash"] {
        assert!(parameter(game, "max_turns", 1).is_none());
        assert!(parameter(game, "max_turns", 0).is_some());
        assert!(parameter(game, "max_turns", u64::MAX).is_some());
        assert!(matches!(
            parameter(game, "turns", 1),
            Some(LineupError::Rules(RulesError::Unknown { key, .. })) if key == "turns"
        ));
    }
}

#[test]
fn esowar_is_for_2_to_64_and_crash_for_exactly_2_e10_c9() {
    let is_legal = |game, players| try_contest(game, &vec![1; players], &Rules::new()).is_ok();
    assert_eq!([0, 1, 2, 3, 64, 65].map(|n| is_legal("esowar", n)), [false, false, true, true, true, false]);
    assert_eq!([0, 1, 2, 3].map(|n| is_legal("crash", n)), [false, false, true, false]);
}

/// Lengths of bases and the squares beside them.
fn crowds() -> impl Strategy<Value = (Vec<usize>, usize)> {
    (prop::collection::vec(1..60_usize, 2..=64), prop_oneof![Just(0), 0..5_usize, 0..10_000_usize])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_drawn_for_esowar_is_legal_e8((lengths, free) in crowds(), seed: u64) {
        let squares = lengths.iter().sum::<usize>() + free;
        let contest = contest("esowar", &lengths, Some(squares));
        let drawn = contest.draw_setup(SeededRng::for_setup(seed));
        prop_assert!(is_placement(drawn.get("start").unwrap_or_default(), &lengths, squares), "{:?}", drawn);
        let robots = drawn.get("robots").unwrap_or_default();
        prop_assert!(robots.len() == lengths.len() && robots.iter().all(|&robot| robot < squares as u64));
        prop_assert_eq!(contest.check_setup(&drawn), Ok(drawn.clone()));
        prop_assert_eq!(contest.draw_setup(SeededRng::for_setup(seed)), drawn, "the same seed, the same setup");
    }

    #[test]
    fn what_is_drawn_for_crash_is_legal_c7(lengths in [1..=128_usize, 1..=128], seed: u64) {
        let contest = contest("crash", &lengths, None);
        let drawn = contest.draw_setup(SeededRng::for_setup(seed));
        prop_assert!(is_placement(drawn.get("start").unwrap_or_default(), &lengths, 4096), "{:?}", drawn);
        prop_assert_eq!(contest.check_setup(&drawn), Ok(drawn.clone()));
    }

    /// One base moved somewhere else: legal or not, cell by cell.
    #[test]
    fn a_base_that_is_moved_onto_another_is_refused_e8(
        (lengths, free) in crowds(),
        seed: u64,
        moved: prop::sample::Index,
        to: prop::sample::Index,
    ) {
        let squares = lengths.iter().sum::<usize>() + free;
        let contest = contest("esowar", &lengths, Some(squares));
        let drawn = contest.draw_setup(SeededRng::for_setup(seed));
        let mut start = drawn.get("start").unwrap_or_default().to_vec();
        start[moved.index(lengths.len())] = to.index(squares + 10) as u64;
        let legal = is_placement(&start, &lengths, squares);
        prop_assert_eq!(contest.check_setup(&drawn.with("start", start)).is_ok(), legal);
    }
}

//! What the registry says about Snakes: parameters, setups, the log, and how cases are played.

use game::{AnyGame, Canonical, Game, NamedLists, NoPlayers, Rules, RulesError, SeededRng, SetupError};
use games::conformance::{CaseError, cases};
use games::snakes::{Setup, Snakes};
use games::{RegisteredGame, registry};
use serde_json::{Value, json};

#[test]
fn the_registry_has_it() {
    let game = registry::by_extension("c").unwrap();
    assert_eq!(
        (game.info().name, game.info().seats.clone(), game.runs_foreign_code()),
        ("snakes", 2..=2, true)
    );
    let codes: Vec<&str> = game.warnings().iter().map(|warning| warning.code).collect();
    assert_eq!(codes, ["compiler", "invalid-answer"]);
}

#[test]
fn parameters_have_defaults_and_ranges() {
    let values = |pairs: &[&str]| {
        let parameters = <Snakes as Game>::parameters(&Rules::parse(pairs).unwrap(), &[])?;
        Ok(Snakes::parameter_values(&parameters).iter().map(|(_, value)| *value).collect::<Vec<_>>())
    };
    assert_eq!(values(&[]), Ok(vec![1024, 100, 64, 8]));
    assert_eq!(values(&["turns=1", "move_time_ms=2", "memory_mib=3", "stack_mib=4"]), Ok(vec![1, 2, 3, 4]));
    for (key, most) in
        [("turns", 1_000_000), ("move_time_ms", 60_000), ("memory_mib", 4096), ("stack_mib", 4096)]
    {
        assert!(values(&[&format!("{key}={most}")]).is_ok());
        for value in [0, most + 1] {
            let refused = values(&[&format!("{key}={value}")]);
            assert_eq!(refused, Err(RulesError::Range { key, value, min: 1, max: most }));
        }
    }
    assert!(matches!(values(&["max_turns=5"]), Err(RulesError::Unknown { .. })));
    let keys = Snakes::INFO.parameters.iter().map(|parameter| parameter.key);
    assert!(keys.eq(["turns", "move_time_ms", "memory_mib", "stack_mib"]));
}

#[test]
fn a_setup_is_one_key() {
    let parameters = <Snakes as Game>::parameters(&Rules::new(), &[]).unwrap();
    let check = |lists: &NamedLists| Snakes::check_setup(&parameters, &[], lists);
    for key in [0, 1, u64::MAX] {
        let lists = NamedLists::default().with("key", vec![key]);
        assert_eq!(check(&lists), Ok(Setup { key }));
        assert_eq!(<Snakes as Game>::setup_lists(&Setup { key }), lists);
    }
    assert!(matches!(check(&NamedLists::default()), Err(SetupError::Missing { name: "key", .. })));
    let two = NamedLists::default().with("key", vec![1, 2]);
    assert!(matches!(check(&two), Err(SetupError::Length { expected: 1, found: 2, .. })));
    // The first number of the stream of seed 0, which the chapter on seeds gives.
    let drawn = Snakes::draw_setup(&parameters, &[], &mut SeededRng::for_setup(0));
    assert_eq!(drawn, Setup { key: 0x903d_f1a0_ade0_b876 });
}

#[test]
fn the_log_prints_sixteen_lines_and_a_blank_one_s13() {
    let program = AnyGame::read(&Snakes, b"int x;").program.unwrap();
    let mut table = Snakes.lineup(&[program.clone(), program], &Rules::new()).unwrap().new_match();
    table.begin(&NamedLists::default().with("key", vec![0])).unwrap();
    let expected = "\
*...............................
................................
................................
................................
................................
................................
................................
................................
................................
................................
................................
................................
................................
................................
................................
...............................@

";
    let log = Snakes.text_log().expect("Snakes has a text log");
    assert_eq!(log(&table.frame()), expected);
    let crash = registry::by_name("crash").unwrap();
    assert!(crash.text_log().is_none());
}

/// Plays one case and says which keys differ.
fn wrong(case: &Value) -> Result<Vec<String>, CaseError> {
    let file = json!({"format": "bout-conformance/1", "game": "snakes", "cases": [case]});
    let result = cases(file.to_string().as_bytes()).unwrap()[0].play(&|_| Ok(Box::new(NoPlayers)), &|| false);
    result.verdict.map(|mismatches| mismatches.into_iter().map(|mismatch| mismatch.key).collect())
}

fn board(first: &str, last: &str) -> Value {
    let mut lines = vec![".".repeat(32); 16];
    lines[0].replace_range(..first.len(), first);
    lines[15].replace_range(32 - last.len().., last);
    lines.into()
}

/// X goes right three times, and its fourth letter comes after the end; O moves once and has no more letters.
#[test]
fn cases_are_scripts_whose_letters_run_out() {
    let case = json!({
        "params": {"turns": 3},
        "moves": {"X": "RRRR", "O": "L"},
        "expect": {
            "outcome": "win", "winner": "X", "reason": "territory", "turns": 3, "territory": {"X": 4, "O": 2},
            "board": board("XXX*", "@O"),
            "frames": {"0": board("*", "@"), "1": board("X*", "@O"), "3": board("XXX*", "@O")},
        },
    });
    assert_eq!(wrong(&case), Ok(vec![]));
    let with = |path: &str, value: Value| {
        let mut other = case.clone();
        *other.pointer_mut(path).unwrap() = value;
        wrong(&other)
    };
    for (key, value) in [
        ("outcome", json!("draw")),
        ("winner", json!("O")),
        ("reason", json!("enclosed")),
        ("turns", json!(4)),
        ("territory", json!({"X": 4, "O": 3})),
        ("board", board("XXX*", "O@")),
    ] {
        assert_eq!(with(&format!("/expect/{key}"), value), Ok(vec![key.into()]));
    }
    assert_eq!(with("/expect/frames/1", board("*", "@")), Ok(vec!["frames".into()]));
    assert_eq!(with("/expect/frames", json!({"4": board("XXX*", "@O")})), Ok(vec!["frames".into()]));
    // Whatever it is, a letter is a turn: here X moves in the third.
    let others = with("/moves", json!({"X": "é€R", "O": "\u{0}l"}));
    assert_eq!(others, Ok(["territory", "board", "frames"].map(String::from).to_vec()));
    assert!(matches!(with("/moves", json!({"X": "R"})), Err(CaseError::Key { .. })));
    assert!(matches!(with("/params", json!({"turns": 0})), Err(CaseError::AnyLineup(_))));
    assert!(matches!(with("/params", json!({"turns": "3"})), Err(CaseError::Key { .. })));
    assert!(matches!(with("/expect", json!({"invalid": [0, 2]})), Err(CaseError::Unknown { .. })));
}

#[test]
fn programs_are_known_by_every_byte() {
    let id = |source: &[u8]| AnyGame::read(&Snakes, source).program.unwrap().id();
    let source = b"char *bot_name = \"\xe9\";\n";
    let mut by_hand = Canonical::new("program");
    by_hand.text("game", "snakes");
    by_hand.text("code", "int x;");
    assert_eq!(id(b"int x;"), by_hand.finish());
    assert_ne!(id(source), id("char *bot_name = \"é\";\n".as_bytes()));
    assert_ne!(id(source), id(b"char *bot_name = \"\xe8\";\n"));
}

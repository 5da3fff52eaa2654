//! What the registry says about `PerlWar`: parameters, setups, and how cases are played.

#[path = "support/perl.rs"]
mod perl;

use game::{AnyGame, AnyPlayers, Game, NamedLists, Rules, RulesError, SeededRng, SetupError, Void};
use games::conformance::{CaseError, cases};
use games::perlwar::{PerlWar, Setup};
use games::registry;
use serde_json::{Value, json};

#[test]
fn the_registry_has_it() {
    let game = registry::by_extension("pl").unwrap();
    assert_eq!(
        (game.info().name, game.info().seats.clone(), game.runs_foreign_code()),
        ("perlwar", 2..=16, true)
    );
    assert_eq!(game.info().reasons, ["eliminated", "most-snippets", "nobody-left"]);
}

#[test]
fn parameters_have_defaults_and_ranges() {
    let values = |pairs: &[&str]| {
        let parameters = <PerlWar as Game>::parameters(&Rules::parse(pairs).unwrap(), &[])?;
        Ok(PerlWar::parameter_values(&parameters).iter().map(|(_, value)| *value).collect::<Vec<_>>())
    };
    assert_eq!(values(&[]), Ok(vec![100, 100, 100, 100, 64, 0]));
    let ranges = [
        ("size", 2, 10_000),
        ("max_len", 1, 65_536),
        ("rounds", 1, 1_000_000),
        ("snippet_time_ms", 1, 60_000),
        ("memory_mib", 16, 4096),
        ("mambo", 0, 1),
    ];
    for (nth, (key, min, max)) in ranges.into_iter().enumerate() {
        for value in [min, max] {
            assert_eq!(values(&[&format!("{key}={value}")]).unwrap()[nth], value);
        }
        for value in [min.checked_sub(1), Some(max + 1)].into_iter().flatten() {
            let refused = values(&[&format!("{key}={value}")]);
            assert_eq!(refused, Err(RulesError::Range { key, value, min, max }));
        }
    }
    assert!(matches!(values(&["turns=5"]), Err(RulesError::Unknown { .. })));
    assert!(PerlWar::INFO.parameters.iter().map(|parameter| parameter.key).eq(ranges.map(|(key, ..)| key)));
}

#[test]
fn a_setup_is_one_key() {
    let parameters = <PerlWar as Game>::parameters(&Rules::new(), &[]).unwrap();
    let check = |lists: &NamedLists| PerlWar::check_setup(&parameters, &[], lists);
    for key in [0, 1, u64::MAX] {
        let lists = NamedLists::default().with("key", vec![key]);
        assert_eq!(check(&lists), Ok(Setup { key }));
        assert_eq!(<PerlWar as Game>::setup_lists(&Setup { key }), lists);
    }
    assert!(matches!(check(&NamedLists::default()), Err(SetupError::Missing { name: "key", .. })));
    let two = NamedLists::default().with("key", vec![1, 2]);
    assert!(matches!(check(&two), Err(SetupError::Length { expected: 1, found: 2, .. })));
    // The first number of the stream of seed 0, which the chapter on seeds gives.
    let drawn = PerlWar::draw_setup(&parameters, &[], &mut SeededRng::for_setup(0));
    assert_eq!(drawn, Setup { key: 0x903d_f1a0_ade0_b876 });
}

#[test]
fn any_number_of_players_from_2_to_16_may_play() {
    let program = AnyGame::read(&PerlWar, b"':1'").program.unwrap();
    for players in 0..20 {
        let contest = PerlWar.lineup(&vec![program.clone(); players], &Rules::new());
        assert_eq!(contest.is_ok(), (2..=16).contains(&players), "{players}");
    }
}

/// Plays one case and says which keys differ.
fn wrong(case: &Value) -> Result<Vec<String>, CaseError> {
    let file = json!({"format": "bout-conformance/1", "game": "perlwar", "cases": [case]});
    let by_hand = |_: &Rules| -> Result<Box<dyn AnyPlayers>, Void> { Ok(Box::new(perl::PerlByHand)) };
    let result = cases(file.to_string().as_bytes()).unwrap()[0].play(&by_hand, &|| false);
    result.verdict.map(|mismatches| mismatches.into_iter().map(|mismatch| mismatch.key).collect())
}

/// Ann claims bob's only snippet in round 1, and so wins; she was named last.
fn case() -> Value {
    json!({
        "params": {"size": 5, "rounds": 4},
        "cells": [
            {"pos": 1, "owner": "bob", "code": "\"1\""},
            {"pos": 0, "owner": "ann", "code": "\"^1\""},
        ],
        "rounds": 3,
        "expect": {
            "cells": [
                {"pos": 0, "owner": "ann", "code": "\"^1\""},
                {"pos": 1, "owner": "ann", "code": "\"1\""},
            ],
            "outcomes": [[{"pos": 0, "result": "claimed", "target": 1}, {"pos": 1, "result": "noop"}]],
            "over": true, "winner": "ann", "rounds_played": 1, "eliminated": ["bob"],
        },
    })
}

#[test]
fn every_key_of_a_case_is_compared() {
    assert_eq!(wrong(&case()), Ok(vec![]));
    for (key, value) in [
        ("cells", json!([])),
        ("outcomes", json!([[]])),
        ("over", json!(false)),
        ("winner", json!("bob")),
        ("rounds_played", json!(2)),
        ("eliminated", json!([])),
    ] {
        let mut other = case();
        other["expect"][key] = value;
        assert_eq!(wrong(&other), Ok(vec![key.into()]));
    }
    let mut other = case();
    other["expect"] = json!({"turns": 1});
    assert!(matches!(wrong(&other), Err(CaseError::Unknown { .. })));
}

#[test]
fn a_case_ends_after_its_rounds_or_with_the_match() {
    let mut short = case();
    short["cells"][1]["code"] = json!("\":1\"");
    short["expect"] = json!({"over": false, "winner": null, "rounds_played": 3, "eliminated": []});
    assert_eq!(wrong(&short), Ok(vec![]));
    short["params"]["rounds"] = json!(2);
    short["expect"] = json!({"over": true, "winner": null, "rounds_played": 2});
    assert_eq!(wrong(&short), Ok(vec![]));
}

#[test]
fn what_is_no_case_is_refused() {
    let with = |path: &str, value: Value| {
        let mut other = case();
        *other.pointer_mut(path).unwrap() = value;
        wrong(&other)
    };
    for (path, value) in [
        ("/rounds", json!("3")),
        ("/cells", json!({})),
        ("/cells/0/pos", json!(5)),
        ("/cells/0/pos", json!(0)),
        ("/cells/0/pos", json!(-1)),
        ("/cells/0/owner", json!(null)),
        ("/cells/0/code", json!(" \n")),
        ("/params/size", json!("5")),
    ] {
        assert!(matches!(with(path, value.clone()), Err(CaseError::Key { .. })), "{path} {value}");
    }
    assert!(matches!(with("/params/size", json!(1)), Err(CaseError::Rules(_))));
    let crowd: Vec<Value> =
        (0..17).map(|pos| json!({"pos": pos, "owner": pos.to_string(), "code": "1"})).collect();
    let mut crowded = case();
    crowded["params"]["size"] = json!(20);
    crowded["cells"] = crowd.into();
    assert!(matches!(wrong(&crowded), Err(CaseError::Key { .. })));
}

#[test]
fn whoever_answers_may_be_missing_or_may_want_to_stop() {
    let file = json!({"format": "bout-conformance/1", "game": "perlwar", "cases": [case()]}).to_string();
    let case = &cases(file.as_bytes()).unwrap()[0];
    assert_eq!(case.game().info().name, "perlwar");
    let void = Void { cause: "there is no Perl".into() };
    let nobody = |_: &Rules| Err(void.clone());
    assert_eq!(case.play(&nobody, &|| false).verdict, Err(CaseError::Void(void.clone())));
    let by_hand = |rules: &Rules| -> Result<Box<dyn AnyPlayers>, Void> {
        assert_eq!((rules.get("size"), rules.get("rounds")), (Some(5), Some(4)), "they know the parameters");
        Ok(Box::new(perl::PerlByHand))
    };
    assert_eq!(case.play(&by_hand, &|| true).verdict, Err(CaseError::Stopped));
}

//! What the playground says is what the commands say: the referee plays the same games, and the census counts the same setups.

use game::{NoPlayers, Rules, match_seed};
use games::{RegisteredGame, registry};
use playground::{Duel, Exact, Fight, FightError, LessonCheck, catalogue, diagnose, format, own_lesson};
use referee::{Lineup, Source};
use serde_json::Value;

const GUARD: &str = "write crash [a]\nstore [a]+7 a\nstore [i]-3 i\n";
/// It writes where it is, so that its setups are soon counted.
const BOMBER: &str = "write crash [i]+[a]+4\nstore [a]+1 a\nstore [i]-3 i\n";
const WAIT: &str = "store [i]-1 i\n";
const SWEEPER: &str = "[+[>+]d]";

fn game(name: &str) -> &'static dyn RegisteredGame {
    registry::by_name(name).unwrap()
}

fn source(file: &str, text: &str) -> Source {
    Source { file: file.into(), bytes: text.into() }
}

fn fight(name: &str, texts: [&str; 2]) -> Fight {
    let endings = ["one", "two"];
    let sources = [0, 1].map(|seat| source(endings[seat], texts[seat]));
    Fight::new(game(name), sources).unwrap()
}

/// How many games the program in seat 0 wins, draws and loses, as the referee plays them.
fn referee_says(name: &str, texts: [&str; 2], seed: u64, games: u64) -> [u64; 3] {
    let programs = texts.map(|text| game(name).read(text.as_bytes()).program.unwrap());
    let lineup = Lineup::new(game(name), programs.to_vec(), &Rules::default()).unwrap();
    let mut runner = lineup.runner();
    let mut counts = [0; 3];
    for number in 0..games {
        let setup = lineup.draw_setup(match_seed(seed, number));
        let winner = runner.outcome(&setup, &mut NoPlayers, &|| false).unwrap().winner();
        counts[match winner {
            Some(0) => 0,
            None => 1,
            Some(_) => 2,
        }] += 1;
    }
    counts
}

fn duel_says(fight: &Fight, seat: usize, seed: u64, games: u64, turns_at_once: u64) -> [u64; 3] {
    let mut duel = Duel::new(fight, seat, seed).unwrap();
    while duel.games() < games {
        duel.work(turns_at_once, games).unwrap();
    }
    let summary = duel.summary(5);
    assert_eq!(summary["games"], games);
    ["won", "drawn", "lost"].map(|key| summary[key].as_u64().unwrap())
}

#[test]
fn games_are_those_of_the_referee_however_they_are_cut() {
    for (name, texts) in
        [("crash", [GUARD, WAIT]), ("crash", [GUARD, GUARD]), ("esowar", [SWEEPER, "[+]+[]"])]
    {
        let wanted = referee_says(name, texts, 7, 40);
        let fight = fight(name, texts);
        for turns_at_once in [1, 1000, u64::MAX] {
            // One turn at once takes long where a match has millions.
            if turns_at_once == 1 && name == "esowar" {
                continue;
            }
            assert_eq!(duel_says(&fight, 0, 7, 40, turns_at_once), wanted, "{name} {turns_at_once}");
        }
        let [won, drawn, lost] = wanted;
        assert_eq!(duel_says(&fight, 1, 7, 40, 1 << 20), [lost, drawn, won], "{name}, from the other seat");
    }
}

/// Bots in WebAssembly are interpreted as natively: those of `guests` play the same games.
#[test]
fn bots_in_webassembly_play_as_natively() {
    use guests::wasm::{BuildCache, Factory};
    use referee::PlayerFactory as _;

    let module = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/snakes/wasm");
        wat::parse_file(std::path::Path::new(folder).join(name).with_extension("wat")).unwrap()
    };
    let sources =
        ["leak_global", "random"].map(|name| Source { file: format!("{name}.wasm"), bytes: module(name) });
    let programs = sources.each_ref().map(|source| game("snakes").read(&source.bytes).program.unwrap());
    let lineup = Lineup::new(game("snakes"), programs.to_vec(), &Rules::default()).unwrap();
    let factory = Factory::new(std::sync::Arc::new(BuildCache::default()));
    let fight = Fight::new(game("snakes"), sources).unwrap();
    let mut runner = lineup.runner();
    for number in 0..4 {
        let seed = match_seed(5, number);
        let mut players = factory.players(&lineup, seed).unwrap();
        let played = runner.play(&lineup.draw_setup(seed), players.as_mut(), &|| false).unwrap();
        let record = record::read(&fight.record(5, number).unwrap()).unwrap();
        assert_eq!(record.digest, played.digest, "game {number}");
    }
    assert_eq!(duel_says(&fight, 0, 5, 4, 3).iter().sum::<u64>(), 4);
}

#[test]
fn every_setup_is_counted_once() {
    let pair = fight("crash", [BOMBER, WAIT]);
    let programs = [BOMBER, WAIT].map(|text| game("crash").read(text.as_bytes()).program.unwrap());
    let lineup = game("crash").lineup(&programs, &Rules::default()).unwrap();
    let census = lineup.census().unwrap();
    let mut wanted = game::Counts::default();
    for part in 0..census.parts() {
        wanted += census.count(part, &|| false).unwrap();
    }
    for seat in [0, 1] {
        let mut exact = Exact::new(&pair, seat).unwrap().unwrap();
        while !exact.work() {}
        assert!(exact.work(), "nothing is left");
        let summary = exact.summary();
        assert_eq!(summary["won"], wanted.wins[seat]);
        assert_eq!(summary["drawn"], wanted.draws);
        assert_eq!(summary["lost"], wanted.wins[1 - seat]);
        assert_eq!(summary["done"], 1.0);
    }
    assert!(Exact::new(&fight("esowar", [SWEEPER, SWEEPER]), 0).unwrap().is_none());
}

/// A record of a game is that game, and opens in the viewer.
#[test]
fn a_record_has_the_game_that_was_counted() {
    let pair = fight("crash", [GUARD, WAIT]);
    let mut duel = Duel::new(&pair, 0, 3).unwrap();
    while duel.games() < 20 {
        duel.work(1 << 20, 20).unwrap();
    }
    let summary = duel.summary(20);
    for (key, winner) in [("won_games", Some(0)), ("drawn_games", None), ("lost_games", Some(1))] {
        for number in summary[key].as_array().unwrap() {
            let number = number.as_u64().unwrap();
            let bytes = pair.record(3, number).unwrap();
            let record = record::read(&bytes).unwrap();
            assert_eq!(record.outcome.winner, winner, "game {number}");
            assert_eq!((record.seed, record.match_index), (Some(match_seed(3, number)), number));
            page::MatchView::open(&bytes).unwrap();
        }
    }
}

#[test]
fn diagnostics_have_places_that_editors_count() {
    let found = diagnose(game("crash"), "store [i]-1 I ; a Gruß 🦀\nnop\n");
    let all = found["diagnostics"].as_array().unwrap();
    let places: Vec<_> =
        all.iter().map(|one| (one["from"].as_u64().unwrap(), one["to"].as_u64().unwrap())).collect();
    // The crab has four bytes and two code units, the sharp s two bytes and one unit.
    assert_eq!(places, [(12, 13), (26, 29)]);
    assert_eq!(all[1]["fixes"][0]["text"], "noop");
    assert!(found["program"].is_null());

    let found = diagnose(game("crash"), "noop");
    let [fix, allow] = [0, 1].map(|nth| found["diagnostics"][0]["fixes"][nth].clone());
    assert_eq!(fix["text"], "\nstore [i]-1 i");
    assert_eq!((allow["from"].as_u64(), allow["text"].as_str()), (Some(4), Some("\n;allow runs-off-end\n")));
    let silent = diagnose(game("crash"), "noop\n;allow runs-off-end\n");
    assert_eq!(silent["diagnostics"].as_array().unwrap().len(), 0, "{silent}");
    assert_eq!(silent["program"]["length"], 1);
}

#[test]
fn canonical_form_is_that_of_the_game() {
    assert_eq!(format(game("esowar"), "[ + ] + [ ]  ;x").as_deref(), Some("[+]+[] ;x\n"));
    assert_eq!(format(game("esowar"), "x"), None);
}

#[test]
fn what_cannot_play_is_refused() {
    let refused = |name, texts: [&str; 2]| {
        let sources = texts.map(|text| source("a", text));
        Fight::new(game(name), sources).err().expect("it is refused")
    };
    assert!(matches!(refused("crash", [WAIT, "nop"]), FightError::Illegal(1, _)));
    assert!(matches!(refused("perlwar", ["1", "1"]), FightError::Foreign(0)));
    assert!(matches!(refused("snakes", ["int x;", "int x;"]), FightError::Foreign(0)));
}

/// The catalogue has every game, and its lessons are checked as `lessons` checks them; a match that shows what is wrong opens in the
/// viewer.
#[test]
fn lessons_are_checked_and_their_matches_open() {
    let all = catalogue().unwrap();
    let games: Vec<_> = all.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(games, registry::names());
    let lesson = &all[0]["lessons"][0];
    let verdict_of = |source: &Value| {
        let path = lesson["path"].as_str().unwrap();
        let mut check = LessonCheck::new(path, None, source.as_str().unwrap()).unwrap();
        loop {
            if let Some(verdict) = check.work(1000).unwrap() {
                return (check, verdict);
            }
            assert_eq!(check.progress()["finished"], false);
        }
    };
    let (_, verdict) = verdict_of(&lesson["solution"]);
    assert_eq!(verdict["passed"], true, "{verdict}");
    let (check, verdict) = verdict_of(&lesson["start"]);
    assert_eq!(verdict["passed"], false, "{verdict}");
    let findings = verdict["findings"].as_array().unwrap();
    let shown = findings.iter().position(|finding| !finding["turn"].is_null()).expect("a match shows it");
    let view = page::MatchView::open(&check.record(shown).unwrap()).unwrap();
    assert_eq!(view.about()["game"], all[0]["name"]);
    assert!(check.record(findings.len()).is_err(), "there is no such finding");
}

#[test]
fn a_lesson_of_ones_own_is_read_or_refused_in_words() {
    let (path, text) = lessons::files("crash").into_iter().next().unwrap();
    assert_eq!(own_lesson(&path, text).unwrap()["game"], "crash");
    let why = own_lesson("crash/03-mine.toml", "title = 3").unwrap_err().to_string();
    assert!(why.contains("crash/03-mine.toml"), "{why}");
    assert!(LessonCheck::new("crash/99-none.toml", None, "").is_err());
}

//! Kept results can be read again, once each, and either completely or not at all.

mod common;

use common::*;
use game::{AnswerLog, Counts, Digest, Reply};
use store::{Block, NewResult, Pairing, Store, StoreError, StoredCensus, StoredProgram};

fn contradicts(result: &Result<(), StoreError>) -> bool {
    matches!(result, Err(StoreError::Contradiction { .. }))
}

#[test]
fn all_of_it_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a b.sqlite");
    let id = fill(&mut open(&path).unwrap());
    let store = Store::open_existing(&path).unwrap();
    assert_eq!(store.find_pairing(pairing("p").key).unwrap(), Some(id));
    assert_eq!(store.find_pairing(pairing("q").key).unwrap(), None);
    assert_eq!(store.pairings().unwrap(), [(id, pairing("p"))]);
    assert_eq!(store.program(program("a").id).unwrap(), Some(program("a")));
    assert_eq!(store.program(program("b").id).unwrap(), None);
    assert_eq!(store.contests().unwrap(), ["lock"]);
    assert_eq!(store.blocks(id).unwrap(), [block(0, "1221")]);
    assert_eq!(store.matches(id).unwrap(), [played(10)]);
    assert_eq!(store.answers(id, 10).unwrap(), Some(answers()));
    assert_eq!(store.answers(id, 11).unwrap(), None);
    assert_eq!(store.voids(id).unwrap(), [void(11, 3)]);
    assert_eq!(store.census(id).unwrap(), Some(census(Some(COUNTS))));
}

#[test]
fn a_census_is_kept_once_and_counts_go_before_estimates() {
    let mut store = fresh();
    let id = store.pairing(&pairing("p")).unwrap();
    assert_eq!(store.census(id).unwrap(), None);
    let slow = |counts| StoredCensus { estimated_ms: 9000, counts };
    for (kept, known) in [
        (census(None), census(None)),
        (slow(None), census(None)),
        (slow(Some(COUNTS)), census(Some(COUNTS))),
        (slow(None), census(Some(COUNTS))),
        (slow(Some(COUNTS)), census(Some(COUNTS))),
    ] {
        store.keep(&[kept_census(id, kept)]).unwrap();
        assert_eq!(store.census(id).unwrap(), Some(known));
    }
    let other = census(Some(Counts { draws: 4, ..COUNTS }));
    assert!(contradicts(&store.keep(&[kept_census(id, other)])));
    store.forget(id).unwrap();
    assert_eq!(store.census(id).unwrap(), None);
}

#[test]
fn a_census_is_of_two() {
    let mut store = fresh();
    let of_three = Pairing { programs: vec![Digest::of(b"a"); 3], ..pairing("p") };
    let id = store.pairing(&of_three).unwrap();
    let kept = store.keep(&[kept_census(id, census(None))]);
    assert!(matches!(kept, Err(StoreError::Invalid { .. })), "{kept:?}");
}

#[test]
fn keeping_it_again_changes_nothing() {
    let mut store = fresh();
    fill(&mut store);
    let before = export(&store);
    fill(&mut store);
    assert_eq!(export(&store), before);
}

#[test]
fn a_program_is_its_code_and_not_its_file() {
    let mut store = fresh();
    store.keep_program(&program("a")).unwrap();
    store.keep_program(&StoredProgram { file: "other.nim".into(), ..program("a") }).unwrap();
    assert_eq!(store.program(program("a").id).unwrap(), Some(program("a")));
    assert!(contradicts(&store.keep_program(&StoredProgram { game: "crash".into(), ..program("a") })));
}

#[test]
fn contests_are_sorted_by_identity() {
    let mut store = fresh();
    let mut texts: Vec<String> = (0..20).map(|number| format!("contest {number}")).collect();
    for text in &texts {
        store.keep_contest(text).unwrap();
    }
    texts.sort_by_key(|text| Digest::of(text.as_bytes()));
    assert_eq!(store.contests().unwrap(), texts);
}

#[test]
fn a_key_means_one_pairing() {
    let mut store = fresh();
    let id = store.pairing(&pairing("p")).unwrap();
    assert_eq!(store.pairing(&pairing("p")).unwrap(), id);
    assert_ne!(store.pairing(&pairing("q")).unwrap(), id);
    let changed: [fn(&mut Pairing); 7] = [
        |pairing| pairing.game.push('x'),
        |pairing| pairing.rules_version -= 1,
        |pairing| pairing.parameters.reverse(),
        |pairing| pairing.parameters[0].1 -= 1,
        |pairing| pairing.programs.reverse(),
        |pairing| pairing.seed = 0,
        |pairing| pairing.environment.clear(),
    ];
    for change in changed {
        let mut other = pairing("p");
        change(&mut other);
        assert!(contradicts(&store.pairing(&other).map(drop)), "{other:?}");
    }
    let empty = Pairing { programs: vec![], ..pairing("none") };
    assert!(matches!(store.pairing(&empty), Err(StoreError::Invalid { .. })));
}

/// There are known, new and repeated pairings, more than fit into one request. A key that belongs to another pairing is an error.
#[test]
fn the_games_of_many_pairings_come_in_their_order_whether_they_are_known_or_new() {
    let mut store = fresh();
    let known = fill(&mut store);
    let name = |number: usize| if number == 70 { "p".into() } else { format!("new {}", number / 2) };
    let wanted: Vec<Pairing> = (0..200).map(|number| pairing(&name(number))).collect();
    for _ in 0..2 {
        let games = store.games_of(&wanted).unwrap();
        assert_eq!(games.len(), wanted.len());
        for (wanted, games) in wanted.iter().zip(games) {
            let id = store.find_pairing(wanted.key).unwrap();
            assert_eq!(id, Some(games.pairing), "{}", wanted.key);
            let (blocks, matches) = if games.pairing == known {
                (vec![block(0, "1221")], vec![played(10)])
            } else {
                (Vec::new(), Vec::new())
            };
            assert_eq!((games.blocks, games.matches), (blocks, matches), "{}", wanted.key);
        }
    }
    let before = store.pairings().unwrap().len();
    let other = Pairing { seed: 0, ..pairing("p") };
    let failed = store.games_of(&[pairing("newer"), other]);
    assert!(matches!(failed, Err(StoreError::Contradiction { .. })), "{failed:?}");
    assert_eq!(store.pairings().unwrap().len(), before);
    assert_eq!(store.games_of(&[]).unwrap(), []);
}

/// More pairings than fit into one request.
#[test]
fn asking_for_games_that_may_be_known_makes_no_pairing() {
    let mut store = fresh();
    let known = fill(&mut store);
    let wanted: Vec<Pairing> =
        (0..100).map(|number| pairing(if number == 70 { "p" } else { "new" })).collect();
    let games = store.games_if_known(&wanted).unwrap();
    assert_eq!(games.len(), wanted.len());
    for (number, games) in games.into_iter().enumerate() {
        let blocks = games.map(|games| (games.pairing, games.blocks));
        assert_eq!(blocks, (number == 70).then(|| (known, vec![block(0, "1221")])), "{number}");
    }
    assert_eq!(store.pairings().unwrap().len(), 1);
    let failed = store.games_if_known(&[Pairing { seed: 0, ..pairing("p") }]);
    assert!(matches!(failed, Err(StoreError::Contradiction { .. })), "{failed:?}");
}

#[test]
fn keeping_is_all_or_nothing() {
    let mut store = fresh();
    let id = fill(&mut store);
    let before = export(&store);
    let last =
        [kept_block(id, block(0, "2112")), kept_block(id, block(9, "121")), kept_block(id, block(9, ""))];
    for last in last {
        let kept =
            [kept_block(id, block(4, "12")), kept_match(id, played(11)), kept_void(id, void(12, 1)), last];
        assert!(store.keep(&kept).is_err());
        assert_eq!(export(&store), before);
    }
}

#[test]
fn blocks_may_touch_and_must_agree_where_they_overlap() {
    let mut store = fresh();
    let id = store.pairing(&pairing("p")).unwrap();
    let middle = 1 << 63;
    // Games 10 to 13, and 4 around the middle of all numbers, where the bit-cast turns negative.
    for block in [block(10, "12121212"), block(middle - 2, "12121212"), block(u64::MAX, "21")] {
        store.keep(&[kept_block(id, block)]).unwrap();
    }
    let before = export(&store);
    let overlapping = [
        block(10, "12121221"),
        block(10, "21"),
        block(10, "1212122112"),
        block(9, "1221"),
        block(9, "121212122112"),
        block(11, "21"),
        block(13, "2112"),
        block(middle - 3, "1221"),
        block(middle - 1, "21"),
        block(middle, "21"),
        block(middle + 1, "21"),
        block(u64::MAX - 1, "1212"),
        Block { turns: 3, ..block(10, "12121212") },
    ];
    for block in overlapping {
        assert!(contradicts(&store.keep(&[kept_block(id, block.clone())])), "{block:?}");
    }
    assert_eq!(export(&store), before);
    let touching = [
        block(14, "12"),
        block(9, "21"),
        block(middle - 3, "12"),
        block(middle + 2, "12"),
        block(u64::MAX - 1, "12"),
    ];
    store.keep(&touching.clone().map(|block| kept_block(id, block))).unwrap();
    let firsts: Vec<u64> = store.blocks(id).unwrap().iter().map(|block| block.first_game).collect();
    assert_eq!(firsts, [9, 10, 14, middle - 3, middle - 2, middle + 2, u64::MAX - 1, u64::MAX]);
    // New games on both sides and in between are kept. The turns of a part are not known.
    store.keep(&[kept_block(id, block(8, "122112121212121221"))]).unwrap();
    let blocks = store.blocks(id).unwrap();
    assert_eq!(blocks[0], Block { turns: 0, ..block(8, "12") });
    assert_eq!(blocks[4], Block { turns: 0, ..block(15, "1221") });
}

#[test]
fn a_block_is_whole_games() {
    let mut store = fresh();
    let id = store.pairing(&pairing("p")).unwrap();
    for block in [block(0, ""), block(0, "1"), block(0, "121"), block(u64::MAX, "1212")] {
        let kept = store.keep(&[kept_block(id, block.clone())]);
        assert!(matches!(kept, Err(StoreError::Invalid { .. })), "{block:?}");
    }
    // Characters, not bytes.
    store.keep(&[kept_block(id, block(0, "éé"))]).unwrap();
    assert!(contradicts(&store.keep(&[kept_block(id, block(1, "12")), kept_block(id, block(0, "12"))])));
}

#[test]
fn the_same_games_of_another_pairing_are_others() {
    let mut store = fresh();
    let one = fill(&mut store);
    let other = store.pairing(&pairing("q")).unwrap();
    store.keep(&[kept_block(other, block(0, "2112")), kept_void(other, void(10, 1))]).unwrap();
    assert_eq!(store.blocks(one).unwrap(), [block(0, "1221")]);
    assert_eq!(store.matches(other).unwrap(), []);
    assert_eq!(store.voids(other).unwrap(), [void(10, 1)]);
}

#[test]
fn a_match_is_kept_once_and_ends_its_void() {
    let mut store = fresh();
    let id = fill(&mut store);
    store.keep(&[kept_void(id, void(11, 4)), kept_match(id, played(11))]).unwrap();
    assert_eq!(store.voids(id).unwrap(), []);
    store.keep(&[kept_void(id, void(11, 5))]).unwrap();
    assert_eq!(store.voids(id).unwrap(), [], "a game with a match is not void");
    let mut other = played(10);
    other.fault = None;
    assert!(contradicts(&store.keep(&[kept_match(id, other)])));
    let answers = AnswerLog::default();
    assert!(contradicts(&store.keep(&[NewResult::Match { pairing: id, played: played(10), answers }])));
    assert_eq!(store.matches(id).unwrap(), [played(10), played(11)]);
}

#[test]
fn a_later_void_takes_the_place_of_an_earlier_one() {
    let mut store = fresh();
    let id = fill(&mut store);
    store.keep(&[kept_void(id, void(11, u32::MAX))]).unwrap();
    assert_eq!(store.voids(id).unwrap(), [void(11, u32::MAX)]);
}

#[test]
fn answers_that_could_not_be_read_again_are_not_kept() {
    let mut store = fresh();
    let id = fill(&mut store);
    let answers = AnswerLog { replies: vec![Reply::Answer(vec![0; record::MAX_BODY_BYTES])] };
    let kept = store.keep(&[NewResult::Match { pairing: id, played: played(1), answers }]);
    assert!(matches!(kept, Err(StoreError::Invalid { .. })));
}

#[test]
fn what_is_forgotten_can_be_kept_anew() {
    let mut store = fresh();
    let id = fill(&mut store);
    let other = store.pairing(&pairing("q")).unwrap();
    store.keep(&[kept_block(other, block(0, "12"))]).unwrap();
    store.forget(id).unwrap();
    assert_eq!((store.blocks(id).unwrap(), store.matches(id).unwrap()), (vec![], vec![]));
    assert_eq!((store.voids(id).unwrap(), store.answers(id, 10).unwrap()), (vec![], None));
    assert_eq!(store.blocks(other).unwrap().len(), 1);
    store.keep(&[kept_block(id, block(1, "2222"))]).unwrap();
    assert_eq!(store.find_pairing(pairing("p").key).unwrap(), Some(id));
}

#[test]
fn a_pairing_of_another_database_is_refused() {
    let mut store = fresh();
    let mut other = fresh();
    let id = other.pairing(&pairing("p")).unwrap();
    assert!(matches!(store.blocks(id), Err(StoreError::Invalid { .. })));
    assert!(matches!(store.keep(&[kept_void(id, void(0, 1))]), Err(StoreError::Invalid { .. })));
}

/// Runs all tests of this file on a server.
#[cfg(all(unix, feature = "postgres"))]
#[test]
fn on_postgres() {
    database::testing::run_again_on_a_server(&["on_postgres"]);
}

/// Runs all tests of this file on a server that is reached through a relay.
#[cfg(all(unix, feature = "postgres"))]
#[test]
fn on_postgres_through_a_relay() {
    database::testing::run_again_on_a_server_with(&[(RELAYED, "1")], &["on_postgres"]);
}

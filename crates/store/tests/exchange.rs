//! Exports and imports.

mod common;

use std::collections::BTreeSet;

use common::*;
use game::{AnswerLog, Counts, Digest, FaultKind, Reply};
use proptest::prelude::*;
use store::{
    Block, ImportChecks, ImportError, Imported, NewResult, NoChecks, Pairing, Store, StoredCensus,
    StoredMatch, StoredProgram, StoredVoid,
};

fn import(store: &mut Store, bytes: &[u8]) -> Result<Imported, ImportError> {
    store.import(bytes, &NoChecks)
}

/// The lines of an export with one item of each kind.
fn lines() -> Vec<String> {
    let mut store = fresh();
    fill(&mut store);
    String::from_utf8(export(&store)).unwrap().lines().map(Into::into).collect()
}

/// A line with the checksum that the manual describes.
fn sealed(line: &str) -> String {
    let content = line.strip_suffix('}').unwrap();
    let sum = Digest::of(content.as_bytes()).to_string();
    format!(r#"{content},"sum":"{}"}}"#, &sum[..32])
}

/// A line without its checksum.
fn unsealed(line: &str) -> String {
    format!("{}}}", line.rsplit_once(r#","sum":""#).unwrap().0)
}

/// Makes an export of these lines, which have no checksums yet, and no last line.
fn whole(lines: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = lines.iter().map(|line| sealed(line)).collect();
    let mut digest = Vec::new();
    for line in &lines {
        let of_line = Digest::of(format!("{line}\n").as_bytes());
        digest = Digest::of(&[&digest[..], of_line.as_bytes()].concat()).as_bytes().to_vec();
    }
    let sum = Digest::from_bytes(digest.try_into().unwrap());
    lines.push(sealed(&format!(r#"{{"end":{{"lines":{},"whole":"{sum}"}}}}"#, lines.len())));
    lines
}

/// The lines of an export with one item of each kind, without checksums and without the last line.
fn contents() -> Vec<String> {
    let lines = lines();
    lines[..lines.len() - 1].iter().map(|line| unsealed(line)).collect()
}

/// That export as version 2 wrote it, or as version 1 did, which had no censuses.
fn old(version: u32) -> Vec<String> {
    let mut lines: Vec<String> = contents()
        .iter()
        .map(|line| line.replace("\"version\":3", &format!("\"version\":{version}")))
        .map(|line| line.replace(r#""results":"1221""#, r#""results":"1221","turns":18446744073709551614"#))
        .filter(|line| version > 1 || !line.contains("census"))
        .collect();
    lines.push(format!(r#"{{"end":{{"lines":{}}}}}"#, lines.len()));
    lines
}

fn text(lines: &[String]) -> Vec<u8> {
    lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
}

/// The format, written down: changing it needs a new version.
#[test]
fn an_export_is_as_it_always_was() {
    let key = pairing("p").key;
    let (a, b) = (Digest::of(b"a"), Digest::of(b"b"));
    let packed = record::pack_answers(&answers());
    let packed = packed.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let expected = [
        r#"{"export":{"format":"bout-export","version":3}}"#.to_owned(),
        format!(r#"{{"program":{{"id":"{a}","game":"nim","file":"a.nim","source":{{"hex":"31ff00"}}}}}}"#),
        r#"{"contest":"lock"}"#.to_owned(),
        format!(
            r#"{{"pairing":{{"key":"{key}","game":"nim","rules_version":4294967295,"parameters":[["turns",18446744073709551615],["heap",0]],"programs":["{a}","{b}"],"seed":18446744073709551615,"environment":"cc 1\nnone"}}}}"#
        ),
        format!(r#"{{"block":{{"pairing":"{key}","first_game":0,"results":"1221"}}}}"#),
        format!(
            r#"{{"match":{{"pairing":"{key}","game":10,"places":"12","reason":"fault","turns":7,"fault":{{"seat":1,"kind":"time","detail":"2 s"}},"digest":"{}","answers":"{packed}"}}}}"#,
            Digest::of(b"match")
        ),
        format!(r#"{{"void":{{"pairing":"{key}","game":11,"attempts":3,"cause":"no \"room\"\n"}}}}"#),
        format!(
            r#"{{"census":{{"pairing":"{key}","estimated_ms":170,"counts":{{"wins":[18446744073709551615,2],"draws":3}}}}}}"#
        ),
    ];
    assert_eq!(lines(), whole(&expected));
}

#[test]
fn an_export_comes_back() {
    let mut store = fresh();
    let bytes = text(&lines());
    let first = import(&mut store, &bytes).unwrap();
    let new = Imported {
        programs: 1,
        contests: 1,
        pairings: 1,
        blocks: 1,
        matches: 1,
        voids: 1,
        censuses: 1,
        already_there: 0,
        version: 3,
    };
    assert_eq!(first, new);
    assert_eq!(export(&store), bytes);
    assert_eq!(
        import(&mut store, &bytes).unwrap(),
        Imported { already_there: 7, version: 3, ..Imported::default() }
    );
    assert_eq!(export(&store), bytes);
}

/// Version 1 had no censuses, and neither version had checksums. Their exports can still be read.
#[test]
fn an_export_of_an_earlier_version_comes_back() {
    for (version, censuses) in [(1, 0), (2, 1)] {
        let mut store = fresh();
        let imported = import(&mut store, &text(&old(version))).unwrap();
        assert_eq!((imported.blocks, imported.matches, imported.censuses), (1, 1, censuses));
        assert!(!imported.had_checksums());
        let id = store.find_pairing(pairing("p").key).unwrap().unwrap();
        assert_eq!(store.blocks(id).unwrap(), [block(0, "1221")]);
    }
}

#[test]
fn an_empty_store_has_an_export() {
    let bytes = export(&fresh());
    assert_eq!(import(&mut fresh(), &bytes).unwrap(), Imported { version: 3, ..Imported::default() });
}

/// Breaks each line in turn, in several ways. The database stays unchanged, and the error names the line.
#[test]
fn a_broken_line_is_named_and_nothing_is_imported() {
    let broken = [
        "",
        "x",
        "{}",
        r#"{"end":{"lines":99}}"#,
        r#"{"block":{}}"#,
        r#"{"other":1}"#,
        "{\"contest\":\"\u{0}\"}",
    ];
    for line in 0..lines().len() {
        for broken in broken {
            let mut lines = lines();
            lines[line] = if broken.starts_with('{') { sealed(broken) } else { broken.into() };
            let mut store = fresh();
            store.keep_contest("mine").unwrap();
            let before = export(&store);
            let error = import(&mut store, &text(&lines)).unwrap_err();
            let ImportError::Line { line: named, .. } = error else { panic!("{error:?}") };
            assert_eq!(named, line as u64 + 1, "{broken}: {error}");
            assert_eq!(export(&store), before);
        }
    }
}

#[test]
fn a_wrong_third_line_of_five_is_named() {
    let mut five = whole(&contents()[..4]);
    import(&mut fresh(), &text(&five)).unwrap();
    five[2] = sealed(&unsealed(&five[2]).replace("contest", "kontest"));
    let mut store = fresh();
    let error = import(&mut store, &text(&five)).unwrap_err();
    assert!(matches!(error, ImportError::Line { line: 3, .. }), "{error:?}");
    assert!(error.to_string().starts_with("line 3 of the export: "), "{error}");
    assert_eq!(store.program(program("a").id).unwrap(), None);
}

#[test]
fn an_export_that_was_cut_off_is_refused_wherever_it_was() {
    let bytes = text(&lines());
    for length in 0..bytes.len() {
        let mut store = fresh();
        let error = import(&mut store, &bytes[..length]).unwrap_err();
        // The last piece has no line end, so it does not count as a line.
        let lines = bytes[..length].split(|byte| *byte == b'\n').count() as u64 - 1;
        assert!(
            matches!(error, ImportError::CutOff { lines: found } if found == lines),
            "{length}: {error:?}"
        );
        assert_eq!(store.pairings().unwrap(), []);
    }
    let mut more = lines();
    more.push(sealed(r#"{"contest":"x"}"#));
    let error = import(&mut fresh(), &text(&more)).unwrap_err();
    assert!(matches!(error, ImportError::Line { line: 10, .. }), "{error:?}");
}

#[test]
fn another_format_and_a_newer_version_are_told_apart() {
    let first = |text: &str| import(&mut fresh(), text.as_bytes()).unwrap_err();
    let newer = first("{\"export\":{\"format\":\"bout-export\",\"version\":4,\"more\":0}}\n{\"new\":0}\n");
    assert!(matches!(newer, ImportError::TooNew { found: 4 }), "{newer:?}");
    let other = first("{\"export\":{\"format\":\"x\",\"version\":1}}\n");
    assert!(matches!(other, ImportError::Line { line: 1, .. }), "{other:?}");
}

#[test]
fn what_contradicts_the_database_is_refused() {
    let changes = [
        (4, "\"seed\":18446744073709551615", "\"seed\":0"),
        (5, "1221", "1222"),
        (5, "\"first_game\":0", "\"first_game\":1"),
        (6, "\"turns\":7", "\"turns\":8"),
        (2, "\"game\":\"nim\"", "\"game\":\"crash\""),
    ];
    for (line, from, to) in changes {
        let mut store = fresh();
        fill(&mut store);
        let before = export(&store);
        let mut lines = contents();
        assert!(lines[line - 1].contains(from));
        lines[line - 1] = lines[line - 1].replace(from, to);
        lines.insert(1, r#"{"contest":"new"}"#.into());
        let error = import(&mut store, &text(&whole(&lines))).unwrap_err();
        assert!(
            matches!(error, ImportError::Line { line: named, .. } if named == line as u64 + 1),
            "{error:?}"
        );
        assert_eq!(export(&store), before);
    }
}

/// Two databases have played a part each. Once each has imported the other's part, both have the same content.
#[test]
fn two_databases_become_one() {
    let mut one = fresh();
    let id = fill(&mut one);
    let mut other = fresh();
    other.pairing(&pairing("q")).unwrap();
    let other_id = other.pairing(&pairing("p")).unwrap();
    // The second database has played the void game of the first one, and the other way round.
    other.keep(&[kept_block(other_id, block(2, "12")), kept_match(other_id, played(11))]).unwrap();
    other.keep(&[kept_void(other_id, void(10, 1))]).unwrap();
    assert_ne!(id, other_id);
    let (from_one, from_other) = (export(&one), export(&other));
    import(&mut one, &from_other).unwrap();
    import(&mut other, &from_one).unwrap();
    assert_eq!(export(&one), export(&other));
    assert_eq!(one.voids(id).unwrap(), []);
    assert_eq!(one.matches(id).unwrap().len(), 2);
}

/// Flips every bit of an export alone. No import accepts the result.
#[test]
fn no_bit_of_an_export_can_flip() {
    let bytes = text(&lines());
    let mut store = fresh();
    for at in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[at / 8] ^= 1 << (at % 8);
        let outcome = import(&mut store, &flipped);
        assert!(outcome.is_err(), "bit {} of byte {}", at % 8, at / 8);
    }
    assert_eq!(export(&store), export(&fresh()));
    import(&mut store, &bytes).unwrap();
}

/// Each line is intact, but lines are moved, repeated or missing. The import finds the whole damaged.
#[test]
fn lines_cannot_be_moved() {
    let all = lines();
    let end = all.len() - 1;
    let mut moved = all.clone();
    moved.swap(5, 6);
    let mut doubled = all.clone();
    doubled[6].clone_from(&all[5]);
    for lines in [moved, doubled] {
        let error = import(&mut fresh(), &text(&lines)).unwrap_err();
        assert!(matches!(error, ImportError::Line { line, .. } if line == end as u64 + 1), "{error:?}");
    }
}

/// An import applies the caller's checks of programs, pairings and places.
#[test]
fn what_nobody_vouches_for_is_refused() {
    struct Doubting(usize);
    impl ImportChecks for Doubting {
        fn program(&self, program: &StoredProgram, had_checksums: bool) -> Result<(), String> {
            assert!(had_checksums && program.game == "nim");
            if self.0 == 0 { Err("no program".into()) } else { Ok(()) }
        }
        fn pairing(&self, _: &Pairing) -> Result<(), String> {
            if self.0 == 1 { Err("no pairing".into()) } else { Ok(()) }
        }
        fn places(&self, places: &str, seats: usize) -> Result<(), String> {
            let doubted = ["1221", "12"].get(self.0.wrapping_sub(2));
            if seats == 2 && doubted == Some(&places) { Err("no places".into()) } else { Ok(()) }
        }
    }
    let mut store = fresh();
    for (doubted, line) in [2, 4, 5, 6].into_iter().enumerate() {
        let error = store.import(&text(&lines())[..], &Doubting(doubted)).unwrap_err();
        assert!(matches!(error, ImportError::Line { line: named, .. } if named == line), "{error:?}");
    }
    store.import(&text(&lines())[..], &Doubting(4)).unwrap();
}

/// Failures are not results, so two that differ do not contradict each other. In either order of imports, the void with more
/// attempts stays.
#[test]
fn of_two_failures_one_stays() {
    let with = |attempts| {
        let mut store = fresh();
        let id = store.pairing(&pairing("p")).unwrap();
        store.keep(&[kept_void(id, void(11, attempts))]).unwrap();
        store
    };
    let (mut one, mut other) = (with(1), with(3));
    let (from_one, from_other) = (export(&one), export(&other));
    import(&mut one, &from_other).unwrap();
    import(&mut other, &from_one).unwrap();
    assert_eq!(export(&one), from_other);
    assert_eq!(export(&other), from_other);
}

#[test]
fn what_fails_to_be_written_is_said() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = fresh().export(&mut Full).unwrap_err();
    assert!(matches!(error, store::ExportError::Write(_)), "{error:?}");
}

fn any_text() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<char>(), 0..12).prop_map(|characters| characters.into_iter().collect())
}

fn any_digest() -> impl Strategy<Value = Digest> {
    any::<[u8; 32]>().prop_map(Digest::from_bytes)
}

fn any_program() -> impl Strategy<Value = StoredProgram> {
    let source = prop_oneof![prop::collection::vec(any::<u8>(), 0..40), any_text().prop_map(Into::into)];
    (any_digest(), any_text(), any_text(), source).prop_map(|(id, game, file, source)| StoredProgram {
        id,
        game,
        file,
        source,
    })
}

fn any_pairing() -> impl Strategy<Value = Pairing> {
    let parameters = prop::collection::vec((any_text(), any::<u64>()), 0..4);
    let programs = prop::collection::vec(any_digest(), 1..5);
    (any_digest(), any_text(), any::<u32>(), parameters, programs, any::<u64>(), any_text()).prop_map(
        |(key, game, rules_version, parameters, programs, seed, environment)| Pairing {
            key,
            game,
            rules_version,
            parameters,
            programs,
            seed,
            environment,
        },
    )
}

fn any_answers() -> impl Strategy<Value = AnswerLog> {
    let fault = (0..FaultKind::ALL.len(), any_text());
    let reply = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..20).prop_map(Reply::Answer),
        fault.prop_map(|(kind, detail)| Reply::Fault(FaultKind::ALL[kind], detail)),
    ];
    prop::collection::vec(reply, 0..5).prop_map(|replies| AnswerLog { replies })
}

fn any_match() -> impl Strategy<Value = (StoredMatch, AnswerLog)> {
    let fault = prop::option::of((0_usize..9, any_text(), any_text()));
    let all = (any::<u64>(), any_text(), any_text(), any::<u64>(), fault, any_digest());
    let played = all.prop_map(|(game, places, reason, turns, fault, digest)| StoredMatch {
        game,
        places,
        reason,
        turns,
        fault,
        digest,
    });
    (played, any_answers())
}

fn any_void() -> impl Strategy<Value = StoredVoid> {
    (any::<u64>(), any::<u32>(), any_text()).prop_map(|(game, attempts, cause)| StoredVoid {
        game,
        attempts,
        cause,
    })
}

fn any_census() -> impl Strategy<Value = StoredCensus> {
    let counts = (any::<[u64; 2]>(), any::<u64>()).prop_map(|(wins, draws)| Counts { wins, draws });
    (any::<u64>(), prop::option::of(counts))
        .prop_map(|(estimated_ms, counts)| StoredCensus { estimated_ms, counts })
}

/// The results of a pairing, which need its number of programs.
type Results =
    (Vec<(u64, Vec<char>, u64)>, Vec<(StoredMatch, AnswerLog)>, Vec<StoredVoid>, Option<StoredCensus>);

fn any_results() -> impl Strategy<Value = Results> {
    let block = (any::<u64>(), prop::collection::vec(any::<char>(), 1..6), any::<u64>());
    let blocks = prop::collection::vec(block, 0..6);
    let census = prop::option::of(any_census());
    (blocks, prop::collection::vec(any_match(), 0..5), prop::collection::vec(any_void(), 0..5), census)
}

/// Keeps the results that fit, and returns those that were kept.
fn keep_all(
    store: &mut Store,
    pairing: &Pairing,
    (blocks, matches, voids, census): &Results,
) -> Vec<NewResult> {
    let id = store.pairing(pairing).unwrap();
    let mut all = Vec::new();
    for (first_game, game, turns) in blocks {
        let results = game.iter().flat_map(|place| vec![*place; pairing.programs.len()]).collect();
        all.push(kept_block(id, Block { first_game: *first_game, results, turns: *turns }));
    }
    for (played, answers) in matches {
        all.push(NewResult::Match { pairing: id, played: played.clone(), answers: answers.clone() });
    }
    all.extend(voids.iter().map(|void| kept_void(id, void.clone())));
    all.extend(census.iter().map(|census| kept_census(id, census.clone())));
    all.retain(|one| store.keep(std::slice::from_ref(one)).is_ok());
    all
}

/// The games of blocks, each with its places.
fn games_of(programs: &[Digest], blocks: &[Block]) -> BTreeSet<(u64, Vec<char>)> {
    let games = |block: &Block| {
        let places: Vec<char> = block.results.chars().collect();
        let games: Vec<Vec<char>> = places.chunks(programs.len()).map(<[char]>::to_vec).collect();
        (block.first_game..=u64::MAX).zip(games).collect::<Vec<_>>()
    };
    blocks.iter().flat_map(games).collect()
}

/// Results of games in a row, and where they are cut into blocks.
fn any_games() -> impl Strategy<Value = (String, Vec<usize>, Vec<usize>)> {
    let games = prop::collection::vec(prop::sample::select(vec!["12", "21", "11"]), 1..60);
    games.prop_flat_map(|games| {
        let cuts = prop::collection::vec(0..=games.len(), 0..8);
        (Just(games.concat()), cuts.clone(), cuts)
    })
}

/// The blocks of these games, cut at these places.
fn cut(results: &str, first_game: u64, cuts: &[usize]) -> Vec<Block> {
    let mut cuts = [&[0, results.len() / 2], cuts].concat();
    cuts.sort_unstable();
    let parts = cuts.windows(2).filter(|cut| cut[0] < cut[1]);
    parts.map(|cut| block(first_game + cut[0] as u64, &results[2 * cut[0]..2 * cut[1]])).collect()
}

proptest! {
    /// Two processes that play the same games may cut them into blocks differently. Their exports are equal, and each can be
    /// imported into the other's database.
    #[test]
    fn how_games_are_cut_is_seen_nowhere(
        (results, cuts, other_cuts) in any_games(),
        left_out in any::<prop::sample::Index>(),
        first in prop::sample::select(vec![0, 65_530, (1 << 63) - 7, u64::MAX - 100]),
    ) {
        let with = |blocks: &[Block]| {
            let mut store = fresh();
            let id = store.pairing(&pairing("p")).unwrap();
            for block in blocks {
                store.keep(&[kept_block(id, block.clone())]).unwrap();
            }
            store
        };
        let blocks = cut(&results, first, &cuts);
        let mut others = cut(&results, first, &other_cuts);
        let one = with(&blocks);
        prop_assert_eq!(export(&one), export(&with(&others)));
        // A whole database can import a part, and a part can import the whole. Both then have everything.
        others.remove(left_out.index(others.len()));
        let mut part = with(&others);
        let mut whole = with(&blocks);
        import(&mut whole, &export(&part)).unwrap();
        prop_assert_eq!(export(&whole), export(&one));
        import(&mut part, &export(&one)).unwrap();
        prop_assert_eq!(export(&part), export(&one));
        let id = part.find_pairing(pairing("p").key).unwrap().unwrap();
        let kept: Vec<NewResult> = blocks.into_iter().map(|block| kept_block(id, block)).collect();
        part.keep(&kept).unwrap();
        prop_assert_eq!(export(&part), export(&one));
    }

    /// The error names a game with a different result, the programs and both results.
    #[test]
    fn a_game_that_came_out_differently_is_named(
        (results, cuts, other_cuts) in any_games(),
        game in any::<prop::sample::Index>(),
    ) {
        let game = game.index(results.len() / 2);
        let kept = &results[2 * game..2 * game + 2];
        let now = if kept == "12" { "21" } else { "12" };
        let mut changed = results.clone();
        changed.replace_range(2 * game..2 * game + 2, now);
        let mut store = fresh();
        store.keep_program(&program("a")).unwrap();
        let id = store.pairing(&pairing("p")).unwrap();
        let blocks = |results: &str, cuts: &[usize]| -> Vec<NewResult> {
            cut(results, 7, cuts).into_iter().map(|block| kept_block(id, block)).collect()
        };
        store.keep(&blocks(&results, &cuts)).unwrap();
        let before = export(&store);
        let error = store.keep(&blocks(&changed, &other_cuts)).unwrap_err().to_string();
        let expected = format!(
            "pairing {}: game {} of a.nim, {} is kept as {kept}, and now is {now}",
            pairing("p").key, game + 7, program("b").id
        );
        prop_assert!(error.contains(&expected), "{}", error);
        prop_assert_eq!(export(&store), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if on_server() { 8 } else { 64 }, ..ProptestConfig::default() })]

    #[test]
    fn any_store_comes_back_from_its_export(
        programs in prop::collection::vec(any_program(), 0..4),
        contests in prop::collection::vec(any_text(), 0..4),
        pairings in prop::collection::vec((any_pairing(), any_results()), 0..4),
    ) {
        let mut store = fresh();
        let mut turned = fresh();
        for program in &programs {
            store.keep_program(program).unwrap();
            prop_assert_eq!(store.program(program.id).unwrap(), Some(program.clone()));
        }
        for contest in &contests {
            store.keep_contest(contest).unwrap();
        }
        for (pairing, results) in &pairings {
            let kept = keep_all(&mut store, pairing, results);
            let id = store.find_pairing(pairing.key).unwrap().unwrap();
            let blocks = store.blocks(id).unwrap();
            prop_assert!(blocks.is_sorted_by_key(|block| block.first_game));
            for one in kept {
                match one {
                    NewResult::Block { block, .. } => prop_assert!(games_of(&pairing.programs, &blocks).is_superset(&games_of(&pairing.programs, &[block]))),
                    NewResult::Match { played, answers, .. } => {
                        prop_assert_eq!(store.answers(id, played.game).unwrap(), Some(answers));
                        prop_assert!(store.matches(id).unwrap().contains(&played));
                    }
                    NewResult::Census { census, .. } => prop_assert_eq!(store.census(id).unwrap(), Some(census)),
                    NewResult::Void { .. } => (),
                }
            }
        }
        let bytes = export(&store);
        let mut again = fresh();
        import(&mut again, &bytes).unwrap();
        prop_assert_eq!(&export(&again), &bytes);
        // In another order, with other row numbers, the export is the same.
        for (pairing, _) in pairings.iter().rev() {
            turned.pairing(pairing).unwrap();
        }
        import(&mut turned, &bytes).unwrap();
        prop_assert_eq!(&export(&turned), &bytes);
    }

    #[test]
    fn no_bytes_make_an_import_panic_or_leave_a_trace(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = text(&lines());
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let mut store = fresh();
        let empty = export(&store);
        if import(&mut store, &bytes).is_err() {
            prop_assert_eq!(export(&store), empty);
        }
    }
}

/// Runs all tests of this file on a server, except the longest, which are about lines and not about databases.
#[cfg(all(unix, feature = "postgres"))]
#[test]
fn on_postgres() {
    database::testing::run_again_on_a_server(&["on_postgres", "no_bit_of_an_export", "wherever_it_was"]);
}

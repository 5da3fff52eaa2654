//! `PerlWar`'s program files: which text enters when (P14, P17), and what diagnostics say about them.

#[path = "support/files.rs"]
mod files;

use files::{assert_errors, assert_file_error, assert_program, assert_sound, warnings};
use game::Program as _;
use games::perlwar::{Code, PerlWar, Snippets, format, names_rounds, read};
use proptest::prelude::*;

/// A snippet that is handed in later stands where a file would have it.
#[test]
fn snippets_are_added_round_by_round_p14() {
    let code = |text: &str| Code::new(text.into()).unwrap();
    let snippets =
        Snippets::default().with(5, code("b\n")).with(1, code("a")).with(9, code("c\r")).with(5, code("d"));
    assert_eq!(snippets.canonical(), "a\n=round 5\nd\n=round 9\nc\r\r\n");
    assert_eq!(read(snippets.canonical().as_bytes()).program.unwrap(), snippets);
}

#[test]
fn a_file_says_itself_when_its_snippets_enter_or_does_not_p14() {
    for (source, expected) in [
        ("a", false),
        ("", false),
        (" =round 2\na", false),
        ("a =round 2", false),
        ("=round 2\na", true),
        ("a\n=round 2\n", true),
        ("a\n=round x", true),
    ] {
        assert_eq!(names_rounds(source.as_bytes()), expected, "{source:?}");
    }
    assert!(!names_rounds(b"=round 2\n\xff"));
}

/// The snippets of a file, with their rounds.
#[track_caller]
fn entering(source: &str) -> Vec<(u64, String)> {
    assert_sound::<PerlWar>(source.as_bytes());
    let snippets = read(source.as_bytes()).program.expect("the file is legal");
    snippets.iter().map(|(round, code)| (round, code.text().to_owned())).collect()
}

fn own(list: &[(u64, &str)]) -> Vec<(u64, String)> {
    list.iter().map(|(round, text)| (*round, (*text).to_owned())).collect()
}

#[test]
fn a_file_without_round_lines_is_one_snippet_p14() {
    for source in ["':1'", "':1'\n", "':1'\r\n"] {
        assert_eq!(entering(source), own(&[(1, "':1'")]));
    }
    assert_eq!(entering("a\nb\r\n"), own(&[(1, "a\nb")]), "line ends within belong to the snippet");
    assert_eq!(entering(" a \t\n"), own(&[(1, " a \t")]));
}

#[test]
fn round_lines_start_snippets_p14() {
    let source = "a\n=round 2\nb\nc\n=round\t  0017 \t\r\nd\n=round 1000000\ne";
    assert_eq!(entering(source), own(&[(1, "a"), (2, "b\nc"), (17, "d"), (1_000_000, "e")]));
    assert_eq!(entering("=round 1\na\n=round 2\nb\n"), own(&[(1, "a"), (2, "b")]));
    assert_eq!(entering("=round 3\na"), own(&[(3, "a")]));
    let snippets = read(source.as_bytes()).program.unwrap();
    assert_eq!(snippets.entering(17).unwrap().text(), "d");
    assert!([0, 3, 16, 18].iter().all(|round| snippets.entering(*round).is_none()));
}

#[test]
fn only_the_last_line_end_is_the_files_p17() {
    assert_eq!(entering("a\n\n=round 2\nb\r\n\r\n"), own(&[(1, "a\n"), (2, "b\r\n")]));
    assert_eq!(entering("a\r\r\n"), own(&[(1, "a\r")]), "a line end is \\n or \\r\\n");
    assert_eq!(entering("a\n\r"), own(&[(1, "a\n\r")]));
    assert_eq!(entering("\n\na"), own(&[(1, "\n\na")]));
    assert_eq!(entering("=round 1\n\na\n"), own(&[(1, "\na")]));
}

#[test]
fn any_character_may_stand_in_a_snippet_p17() {
    for text in [
        "a\0b",
        "\u{feff}a",
        "☺\u{10ffff}",
        "a\u{b}\u{c}\u{85}\u{2028}b",
        "\u{1b}[2J",
        "x =round 2",
        " =round 2",
    ] {
        assert_eq!(entering(text), own(&[(1, text)]));
    }
    assert_eq!(read("é☺x\n=round 2\n\u{10ffff}".as_bytes()).program.unwrap().length(), 4);
}

#[test]
fn what_stands_before_the_first_round_line_enters_in_round_1_p14() {
    assert_errors::<PerlWar>("a\n=round 1\nb", &[(2, 1, 9)]);
    assert_errors::<PerlWar>("#name x\n=round 01\nb\n", &[(2, 1, 10)]);
    // White space is not a snippet.
    assert_eq!(entering("\n \n=round 1\nb"), own(&[(1, "b")]));
    assert_eq!(format(b"\n \n=round 1\nb").unwrap(), b"b\n");
}

#[test]
fn rounds_rise_p14() {
    assert_errors::<PerlWar>("a\n=round 3\nb\n=round 3\nc\n=round 2\nd", &[(4, 1, 9), (6, 1, 9)]);
    assert_errors::<PerlWar>("=round 3\nb\n=round 1\nc", &[(3, 1, 9)]);
}

#[test]
fn a_line_that_starts_like_a_round_line_must_be_one_p14() {
    for line in [
        "=round",
        "=round ",
        "=rounds 2",
        "=round2",
        "=round x",
        "=round 2x",
        "=round 2 3",
        "=round -2",
        "=round +2",
        "=round 2.0",
        "=round \u{662}",
        "=round\u{a0}2",
        "=round 0",
        "=round 1000001",
        "=round 18446744073709551617",
        "=round 2 # later",
    ] {
        let end = line.chars().count() + 1;
        assert_errors::<PerlWar>(format!("a\n{line}\nb"), &[(2, 1, end)]);
    }
    assert_eq!(entering("=Round 2\n=cut\n=\n"), own(&[(1, "=Round 2\n=cut\n=")]));
}

#[test]
fn bytes_that_are_not_utf8_are_errors_p17() {
    assert_errors::<PerlWar>(b"a\xff\n=round 2\n\xc3\xa9\xe2\x98b", &[(1, 2, 3), (3, 2, 4)]);
}

#[test]
fn a_file_without_a_snippet_is_refused() {
    for source in ["", "\n", " \t\r\n\u{3000}", "=round 1\n", "=round 2", "=round 1\n \n=round 5\n\n"] {
        assert_file_error::<PerlWar>(source);
    }
}

#[test]
fn what_cannot_be_stored_cannot_enter_p8() {
    let long = "é".repeat(65_536);
    assert_eq!(entering(&long)[0].1.len(), 131_072);
    assert_errors::<PerlWar>(format!("a\n=round 2\n{long}x\n"), &[(2, 1, 9)]);
    assert_errors::<PerlWar>(format!("\n  {long}x\n"), &[(2, 3, 65_536 + 4)]);
}

#[test]
fn suspicious_files_get_warnings() {
    let long = "x".repeat(101);
    let of = |source: &str, code: &str| {
        assert_sound::<PerlWar>(source.as_bytes());
        warnings::<PerlWar>(source.as_bytes(), code)
    };
    assert_eq!(of(&format!("\n{long}\n"), "long-snippet"), [Some((2, 1, 102))], "102 characters");
    assert_eq!(of(&long[..100], "long-snippet"), []);
    assert_eq!(of(&format!("a\n=round 2\n{long}\n"), "long-snippet"), [Some((2, 1, 9))]);
    assert_eq!(
        of("a\n=round 2\n=round 3\n \n=round 4\nb", "empty-section"),
        [Some((2, 1, 9)), Some((3, 1, 9))]
    );
    assert_eq!(of("=round 2\nb", "no-first-snippet"), [Some((1, 1, 9))]);
    assert_eq!(of("=round 1\n\n=round 2\nb", "no-first-snippet"), [Some((3, 1, 9))]);
    assert_eq!(of("a\n=round 2\nb", "no-first-snippet"), []);
    let game: &dyn games::RegisteredGame = &PerlWar;
    let codes: Vec<&str> = game.warnings().iter().map(|warning| warning.code).collect();
    assert_eq!(codes, ["empty-section", "long-snippet", "no-first-snippet"]);
    // Comments silence them.
    assert_eq!(of(&format!("#allow long-snippet\n{long}\n"), "long-snippet"), []);
    assert_eq!(of("=round 2\n#Allow x no-first-snippet\r\nb", "no-first-snippet"), []);
    assert_eq!(of("=round 2\n #allow no-first-snippet\nb", "no-first-snippet").len(), 1);
}

#[test]
fn comment_lines_name_the_player() {
    let source =
        b"#name  Borg \r\n1;#author nobody\n# strategy none\n=round 2\n#Author A. K.\n#name Other\n2";
    let reading = read(source);
    assert_eq!(reading.metadata.name.as_deref(), Some("Borg"));
    assert_eq!(reading.metadata.author.as_deref(), Some("A. K."));
    assert_eq!(reading.metadata.strategy, None, "the word stands right after the sign");
    assert_eq!(reading.program.unwrap().length(), 46 + 27, "comments are characters of their snippets");
    assert_eq!(
        read(b"#name B\xff\n").metadata.name.as_deref(),
        Some("B\u{fffd}"),
        "also of a file with errors"
    );
}

#[test]
fn the_canonical_text_has_one_form_p14_p17() {
    for source in ["a", "a\n", "a\r\n", "=round 1\na", "=round \t01 \r\na\n", "a\n=round 5\n \n"] {
        assert_program::<PerlWar>(source, "a\n");
    }
    assert_program::<PerlWar>("a\n\n=round  02\nb\r\n\r\n", "a\n\n=round 2\nb\r\n\n");
    assert_program::<PerlWar>("a\r\r\n=round 2\n\r\nb", "a\r\r\n=round 2\n\r\nb\n");
    assert_program::<PerlWar>("=round 2\n=round 3\nb", "=round 3\nb\n");
}

#[test]
fn formatting_keeps_what_is_empty() {
    let formatted = |source: &str| {
        assert_sound::<PerlWar>(source.as_bytes());
        String::from_utf8(format(source.as_bytes()).unwrap()).unwrap()
    };
    assert_eq!(formatted("=round\t1\na \n=round 02 \n=round 3\n \t"), "a \n=round 2\n=round 3\n \t\n");
    assert_eq!(formatted("=round 1\n\n=round 2\nb"), "=round 1\n=round 2\nb\n");
    assert_eq!(format(b"=round x"), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_file_is_read_soundly(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "=round ", "=round", "\n=round 1", "\n=round 2", "\n=round 3 \n", "=round 4\r\n", "\n", "\n", "\r", "\r\n", " ", "\t",
                "a", "b;", "#name x\n", "#allow empty-section\n", "\u{3000}", "\0", "é", "7",
            ]),
            0..14,
        ),
    ) {
        assert_sound::<PerlWar>(pieces.concat().as_bytes());
    }

    #[test]
    fn any_bytes_are_read_soundly(bytes: Vec<u8>) {
        assert_sound::<PerlWar>(&bytes);
    }

    /// Snippets that are written down by the rules are read back as they were, whatever they are.
    #[test]
    fn snippets_are_read_as_they_were_written(
        texts in prop::collection::vec("[a\r\n \u{e9}=#;]{0,8}", 1..5),
        ends in prop::collection::vec(prop::sample::select(vec!["\n", "\r\n"]), 5),
    ) {
        let section = |(nth, text): (usize, &String)| {
            // A `\n` behind a `\r` is a line end of two characters.
            let end = if text.ends_with('\r') { "\r\n" } else { ends[nth] };
            format!("=round {}{}{text}{end}", nth + 1, ends[nth])
        };
        let file: String = texts.iter().enumerate().map(section).collect();
        let written: Vec<(u64, String)> =
            (1..).zip(texts).filter(|(_, text)| !text.trim().is_empty()).collect();
        prop_assume!(!written.is_empty());
        prop_assert_eq!(entering(&file), written.clone());
        let formatted = String::from_utf8(format(file.as_bytes()).unwrap()).unwrap();
        prop_assert_eq!(entering(&formatted), written);
    }
}

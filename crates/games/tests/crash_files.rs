//! Program files of Crash: every sentence of ruling C8, with places worked out by hand.

#[path = "support/files.rs"]
mod files;

use files::{assert_errors, assert_file_error, assert_program, assert_sound, errors, warnings};
use game::{Game, MAX_DIAGNOSTICS};
use games::crash::Crash;
use proptest::prelude::*;

/// Every kind of line end, and which of them may follow for a blank line.
const LINE_ENDS: [(&str, &str); 5] =
    [("\n", "\n"), ("\r\n", "\r\n"), ("\n\r", "\n\r"), ("\n", "\r\n"), ("\r\n", "\n\r")];

#[test]
fn a_line_is_an_instruction_c8() {
    for line in [
        "crash",
        "noop",
        "store 0 i",
        "store [i]-1 i",
        "store [a]+[b]-[i]+[4095]-4095+0 a",
        "store [0] b",
        "write crash [i]+[a]+4",
        "write noop 4095",
        "write store [i]-1 i [b]",
        "write store 1 a [1]",
        "write store [b]-[b] b 2+[2]",
    ] {
        let canonical = format!("{line}\n");
        assert_program::<Crash>(line, &canonical);
        for (end, blank) in LINE_ENDS {
            let twice =
                format!("{end}{blank}\t{} {end}{blank}{blank}{line};{line}{end}", line.replace(' ', " \t "));
            assert_program::<Crash>(twice, &canonical.repeat(2));
        }
    }
}

#[test]
fn blank_lines_and_lines_with_only_a_comment_do_not_count_c8() {
    assert_program::<Crash>("\n \t\n;c\n\t;\nnoop\n\n ; noop\n", "noop\n");
    let full = "noop\n\n;\n \n".repeat(128);
    assert_program::<Crash>(full, &"noop\n".repeat(128));
}

#[test]
fn lines_are_counted_in_every_style_of_line_end_c8() {
    for (end, blank) in LINE_ENDS {
        assert_errors::<Crash>(format!("noop{end}x"), &[(2, 1, 2)]);
        assert_errors::<Crash>(format!("noop{end}{blank}x"), &[(3, 1, 2)]);
        assert_errors::<Crash>(format!("{blank}{blank}{blank}\tx{end}"), &[(4, 2, 3)]);
        assert_errors::<Crash>(format!("x;{end}x{end}{blank} x y{end}"), &[(1, 1, 2), (2, 1, 2), (4, 2, 3)]);
        assert_errors::<Crash>(format!("store 5{end}{blank}write{end}"), &[(1, 8, 8), (3, 6, 6)]);
    }
}

#[test]
fn a_carriage_return_anywhere_else_is_an_error_comments_aside_c8() {
    assert_errors::<Crash>("noop\rnoop", &[(1, 5, 6)]);
    assert_errors::<Crash>("\rnoop", &[(1, 1, 2)]);
    assert_errors::<Crash>("noop\r", &[(1, 5, 6)]);
    assert_errors::<Crash>("noop \r;c", &[(1, 6, 7)]);
    assert_errors::<Crash>("noop\r\r\nx", &[(1, 5, 6), (2, 1, 2)]);
    assert_errors::<Crash>("noop\n\r\rnoop", &[(2, 1, 2)]);
    assert_errors::<Crash>("noop\r\n\rnoop", &[(2, 1, 2)]);
    assert_errors::<Crash>("noop\n \r \ncrash", &[(2, 2, 3)]);
    assert_program::<Crash>("noop;\rcrash\r\r\ncrash", "noop\ncrash\n");
}

#[test]
fn words_are_separated_by_spaces_or_tabs_and_nothing_else_c8() {
    assert_program::<Crash>(" \twrite\tstore \t[i]-1\ti  7\t", "write store [i]-1 i 7\n");
    // Other white space is part of a word, and the word is wrong at its first character.
    assert_errors::<Crash>("noop\u{a0}", &[(1, 1, 6)]);
    assert_errors::<Crash>("noop\u{b}noop", &[(1, 1, 10)]);
    assert_errors::<Crash>("\tnoop\u{c}", &[(1, 2, 7)]);
    assert_errors::<Crash>("store\u{2003}5 a", &[(1, 1, 8)]);
}

#[test]
fn a_comment_starts_anywhere_and_may_hold_any_bytes_c8() {
    assert_program::<Crash>("noop;crash\ncrash ; noop\n;store\n", "noop\ncrash\n");
    assert_program::<Crash>(b"noop;\0\xff\xfe\xc3(\x1b[2J\xef\xbb\xbf\ncrash", "noop\ncrash\n");
    for byte in (0..=255).filter(|&byte| byte != b'\n') {
        assert_program::<Crash>([b"noop;", &[byte, b'x', b'\n'][..], b"crash"].concat(), "noop\ncrash\n");
    }
    // Also in the middle of a word: what is left of the word counts.
    assert_errors::<Crash>("no;op", &[(1, 1, 3)]);
    assert_errors::<Crash>("store [i]-1;i", &[(1, 12, 12)]);
    assert_errors::<Crash>("store [i;] a", &[(1, 9, 9), (1, 9, 9)]);
    assert_program::<Crash>("store [i]-1 i;", "store [i]-1 i\n");
}

#[test]
fn numbers_may_have_leading_zeros_and_canonical_source_shows_none_c8() {
    assert_program::<Crash>("store 007-[0012]+000 a", "store 7-[12]+0 a\n");
    assert_program::<Crash>("write noop [0000000000000000000000000000004095]", "write noop [4095]\n");
    assert_program::<Crash>("store 00000000000000000000000000000004095 i", "store 4095 i\n");
}

#[test]
fn a_wrong_word_is_reported_at_its_first_character_c8() {
    assert_errors::<Crash>("foo", &[(1, 1, 4)]);
    assert_errors::<Crash>(" \tCrash", &[(1, 3, 8)]);
    assert_errors::<Crash>("NOOP", &[(1, 1, 5)]);
    assert_errors::<Crash>("é noop", &[(1, 1, 2)]);
    assert_errors::<Crash>("noops", &[(1, 1, 6)]);
    assert_errors::<Crash>("write write crash 5 6", &[(1, 7, 12)]);
    assert_errors::<Crash>("write 5 crash", &[(1, 7, 8)]);
    assert_errors::<Crash>("store 5 c", &[(1, 9, 10)]);
    assert_errors::<Crash>("store 5 I", &[(1, 9, 10)]);
    assert_errors::<Crash>("store 5 [i]", &[(1, 9, 12)]);
    assert_errors::<Crash>("write\tstore\t5\tx\t7", &[(1, 15, 16)]);
    assert_errors::<Crash>("store [i] - 1 i", &[(1, 11, 12)]);
}

#[test]
fn a_word_too_many_is_reported_at_its_first_character_c8() {
    assert_errors::<Crash>("crash 5", &[(1, 7, 8)]);
    assert_errors::<Crash>("noop  noop", &[(1, 7, 11)]);
    assert_errors::<Crash>("store 5 a \tb", &[(1, 12, 13)]);
    assert_errors::<Crash>("write crash 5 6", &[(1, 15, 16)]);
    assert_errors::<Crash>("write crash [i] + 4", &[(1, 17, 18)]);
    assert_errors::<Crash>("write store 5 a 6 7", &[(1, 19, 20)]);
}

/// Fails unless all errors of the file are in this one place. Where two words are missing, there may be an error for
/// each.
#[track_caller]
fn lacks_a_word(source: &str, place: files::Place) {
    assert_sound::<Crash>(source.as_bytes());
    let mut found = errors::<Crash>(source.as_bytes());
    found.dedup();
    assert_eq!(found, [Some(place)], "{source:?}");
}

#[test]
fn a_missing_word_is_reported_just_after_the_last_one_c8() {
    lacks_a_word("store", (1, 6, 6));
    lacks_a_word("store 5", (1, 8, 8));
    lacks_a_word("write", (1, 6, 6));
    lacks_a_word("write crash", (1, 12, 12));
    lacks_a_word("write noop", (1, 11, 11));
    lacks_a_word("write store", (1, 12, 12));
    lacks_a_word("write store 5", (1, 14, 14));
    lacks_a_word("write store 5 a", (1, 16, 16));
    // After the word, not after the blanks, the comment or the line end that follow it.
    lacks_a_word("  store \t ;c", (1, 8, 8));
    lacks_a_word("\tstore\t5 \r\nnoop", (1, 9, 9));
    lacks_a_word("write store 5\ta\n\rnoop", (1, 16, 16));
}

#[test]
fn a_wrong_expression_is_reported_at_the_first_character_that_fits_none_c8() {
    for (expression, column, end) in [
        ("x", 7, 8),
        ("i", 7, 8),
        ("+1", 7, 8),
        ("-1", 7, 8),
        ("]", 7, 8),
        ("é", 7, 8),
        ("\u{feff}1", 7, 8),
        ("[]", 8, 9),
        ("[x]", 8, 9),
        ("[I]", 8, 9),
        ("[-1]", 8, 9),
        ("[[i]]", 8, 9),
        ("5x", 8, 9),
        ("1漢", 8, 9),
        ("1[i]", 8, 9),
        ("0x10", 8, 9),
        ("1.5", 8, 9),
        ("[5x]", 9, 10),
        ("[ia]", 9, 10),
        ("[i+1]", 9, 10),
        ("1++2", 9, 10),
        ("1+-2", 9, 10),
        ("1\0", 8, 9),
        ("[i]]", 10, 11),
        ("[i]*2", 10, 11),
        ("[i][a]", 10, 11),
        ("[i]-x", 11, 12),
        ("[i]-\u{e9}\u{e9}", 11, 12),
        // Here it is the end of the word that fits none.
        ("1+", 9, 9),
        ("[i]-", 11, 11),
        ("[", 8, 8),
        ("[i", 9, 9),
        ("[12", 10, 10),
    ] {
        assert_errors::<Crash>(format!("store {expression} a"), &[(1, column, end)]);
        assert_errors::<Crash>(format!("noop\r\nstore\t{expression}\ta;"), &[(2, column, end)]);
        let address = (2, column + 7, end + 7);
        assert_errors::<Crash>(format!("\n\rwrite  noop  {expression}"), &[address]);
        let both = [(1, column + 6, end + 6)];
        assert_errors::<Crash>(format!("write store {expression} a 5"), &both);
    }
    assert_errors::<Crash>(b"store 1\xff\xff a", &[(1, 8, 9)]);
    assert_errors::<Crash>(b"store \xe2\x82 a", &[(1, 7, 8)]);
}

#[test]
fn a_number_above_4095_is_reported_at_its_first_character_c8() {
    assert_program::<Crash>("store 4095-[4095] a", "store 4095-[4095] a\n");
    assert_errors::<Crash>("store 4096 a", &[(1, 7, 11)]);
    assert_errors::<Crash>("store [4096] a", &[(1, 8, 12)]);
    assert_errors::<Crash>("store 1+04096-2 a", &[(1, 9, 14)]);
    assert_errors::<Crash>("write crash [i]+[9999]", &[(1, 18, 22)]);
    // Numbers that do not fit into 16, 32, 64 and 128 bits, among them ones that wrap round to 0.
    for number in ["65536", "4294967296", "18446744073709551616", "340282366920938463463374607431768211456"] {
        assert_errors::<Crash>(format!("store {number} a"), &[(1, 7, 7 + number.len())]);
        assert_errors::<Crash>(format!("store 5-[{number}] a"), &[(1, 10, 10 + number.len())]);
    }
}

#[test]
fn too_many_instructions_are_reported_in_the_line_of_the_129th_c8() {
    assert_program::<Crash>("noop\n".repeat(128), &"noop\n".repeat(128));
    assert_errors::<Crash>("noop\n".repeat(129), &[(129, 1, 5)]);
    assert_errors::<Crash>("noop\n".repeat(200), &[(129, 1, 5)]);
    for end in ["\n", "\r\n", "\n\r"] {
        let full = format!("noop{end}{end};{end}").repeat(128);
        assert_errors::<Crash>(full.clone() + "\t store 5 a ;x", &[(385, 3, 12)]);
        // Its own errors are reported too.
        assert_errors::<Crash>(full + "foo", &[(385, 1, 4), (385, 1, 4)]);
    }
}

#[test]
fn a_byte_order_mark_or_a_nul_is_an_error_c8() {
    assert_errors::<Crash>("\u{feff}noop", &[(1, 1, 6)]);
    assert_errors::<Crash>("noop\n\u{feff}noop", &[(2, 1, 6)]);
    assert_errors::<Crash>("\u{feff}", &[(1, 1, 2)]);
    assert_errors::<Crash>("noop \0", &[(1, 6, 7)]);
    assert_errors::<Crash>("no\0op", &[(1, 1, 6)]);
    assert_errors::<Crash>(b"\xffnoop\xff\xfe", &[(1, 1, 8)]);
}

#[test]
fn an_empty_program_is_an_error_of_the_file() {
    for source in ["", " ", "\t", "\n", "\r\n", "\n\r", ";", ";noop", " \n\t\r\n;noop\n\r ;"] {
        assert_file_error::<Crash>(source);
    }
}

#[test]
fn every_error_is_reported_and_not_only_the_first_c8() {
    let source = "foo\nstore x y\nnoop\nwrite store 4096 q\nstore 1+ a b\nwrite crash [c] d\n";
    let expected = [
        (1, 1, 4),
        (2, 7, 8),
        (2, 9, 10),
        (4, 13, 17),
        (4, 18, 19),
        (5, 9, 9),
        (5, 12, 13),
        (6, 14, 15),
        (6, 17, 18),
    ];
    assert_errors::<Crash>(source, &expected);
    assert_errors::<Crash>("write store x a y", &[(1, 13, 14), (1, 17, 18)]);
    let reading = Crash::read("x\n".repeat(MAX_DIAGNOSTICS + 7).as_bytes());
    // 1007 wrong words and the 129th line.
    assert_eq!((reading.diagnostics.iter().count(), reading.diagnostics.dropped()), (MAX_DIAGNOSTICS, 8));
}

#[test]
fn an_error_says_what_was_expected_c8() {
    for (source, expected) in [
        ("foo", "`crash`, `noop`, `write` or `store`"),
        ("write", "`crash`, `noop` or `store`"),
        ("write write 5 5", "`crash`, `noop` or `store`"),
        ("store", "value"),
        ("store 5", "`i`, `a` or `b`"),
        ("store 5 c", "`i`, `a` or `b`"),
        ("write noop", "address"),
        ("noop noop", "end of the line"),
        ("store [i a", "`]`"),
        ("store [", "number"),
        ("store x a", "number"),
        ("store 5x a", "`+`, `-`"),
        ("store 4096 a", "4095"),
        ("noop\r", "carriage return"),
    ] {
        let reading = Crash::read(source.as_bytes());
        let first = reading.diagnostics.iter().next().expect("there is an error");
        assert!(first.message.contains(expected), "{source:?}: {:?} should say {expected}", first.message);
        assert_eq!(first.code, "C8");
    }
}

#[test]
fn comments_name_the_program_and_the_first_of_each_counts_c8() {
    let source = "noop ;NAME Imp\r\n;author A\n\r;name two\n;Strategy\twaits; sits \n; author B\nfoo";
    let found = Crash::read(source.as_bytes()).metadata;
    let found = [found.name, found.author, found.strategy].map(Option::unwrap_or_default);
    assert_eq!(found, ["Imp", "A", "waits; sits"]);
}

#[test]
fn what_is_surely_a_mistake_is_warned_of() {
    let warned = |source: &str, code| warnings::<Crash>(source.as_bytes(), code);
    assert_eq!(warned(" \tnoop ", "runs-off-end"), [Some((1, 3, 7))]);
    assert_eq!(warned("noop\n\r\n\r store [i]+9  i", "leaves-program"), [Some((3, 2, 16))]);
    assert_eq!(warned("store [i]-1 i\n\n noop\ncrash", "never-reached"), [Some((3, 2, 6))]);
    assert_eq!(errors::<Crash>(b"noop"), [], "a warning is not an error");
}

/// An expression, as text.
fn expression() -> impl Strategy<Value = String> {
    let term = prop_oneof![
        "\\[[iab]\\]",
        (0..4096_u16).prop_map(|number| number.to_string()),
        (0..4096_u16).prop_map(|address| format!("[{address}]")),
    ];
    (term.clone(), prop::collection::vec(("[+-]", term), 0..4))
        .prop_map(|(first, rest)| rest.into_iter().fold(first, |text, (sign, term)| text + &sign + &term))
}

/// The words of an instruction.
fn words() -> impl Strategy<Value = Vec<String>> {
    let store =
        || (expression(), "[iab]").prop_map(|(value, register)| vec!["store".into(), value, register]);
    let plain = || prop_oneof![Just(vec!["crash".to_owned()]), Just(vec!["noop".to_owned()]), store()];
    let write = (plain(), expression())
        .prop_map(|(written, address)| [vec!["write".into()], written, vec![address]].concat());
    prop_oneof![plain(), write]
}

/// A line end, sometimes after a comment, sometimes with blank lines after it.
const ENDS: &str = "( ?;[ -~é]{0,8})?(\n|\r\n|\n\r){1,3}";

fn nearly_programs() -> impl Strategy<Value = Vec<u8>> {
    let pieces: [&[u8]; 24] = [
        b"crash",
        b"noop",
        b"store",
        b"write",
        b" i",
        b" a",
        b"[i]",
        b"[b]",
        b"+",
        b"-",
        b"7",
        b"4096",
        b" ",
        b" ",
        b"\t",
        b"\n",
        b"\r\n",
        b"\n\r",
        b"\r",
        b";",
        b";name x",
        b"x",
        "é".as_bytes(),
        b"\xe2\x82",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_layout_of_a_program_is_that_program_c8(
        lines in prop::collection::vec((words(), "[ \t]{0,2}", "[ \t]{1,3}", ENDS), 1..20),
    ) {
        let line = |(words, indent, gap, end): &(Vec<String>, String, String, String)| {
            [indent.as_str(), &words.join(gap), end].concat()
        };
        let source: String = lines.iter().map(line).collect();
        let canonical: String = lines.iter().map(|(words, ..)| words.join(" ") + "\n").collect();
        assert_program::<Crash>(&source, &canonical);
        assert_program::<Crash>(&canonical, &canonical);
    }

    /// One mistake in an otherwise legal file is one error, in its place: the first words of an
    /// instruction, and then nothing, or a word that fits nowhere.
    #[test]
    fn one_mistake_is_one_error_in_its_place_c8(
        lines in prop::collection::vec((words(), ENDS), 0..10),
        words in words(),
        (indent, gap) in ("[ \t]{0,2}", "[ \t]{1,3}"),
        which: prop::sample::Index,
    ) {
        let before: String = lines.iter().map(|(words, end)| words.join(&gap) + end).collect();
        let line = before.matches('\n').count() + 1;
        let kept = 1 + which.index(words.len());
        let legal = indent + &words[..kept].join(&gap);
        let after = legal.len() + 1;
        let source = format!("{before}{legal}{gap}?é{gap};c");
        assert_sound::<Crash>(source.as_bytes());
        let first = errors::<Crash>(source.as_bytes())[0].map(|(line, column, _)| (line, column));
        prop_assert_eq!(first, Some((line, after + gap.len())), "{}", source);
        let legal = format!("{before}{legal}{gap};c");
        if kept < words.len() {
            lacks_a_word(&legal, (line, after, after));
        } else {
            assert_errors::<Crash>(&legal, &[]);
        }
    }

    #[test]
    fn any_bytes_are_a_program_or_have_errors_c8(source in prop::collection::vec(any::<u8>(), 0..80)) {
        assert_sound::<Crash>(&source);
    }

    #[test]
    fn any_words_are_a_program_or_have_errors_c8(source in nearly_programs()) {
        assert_sound::<Crash>(&source);
    }
}

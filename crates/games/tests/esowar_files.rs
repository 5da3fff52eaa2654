//! Base files: every sentence of ruling E9, with places worked out by hand.

#[path = "support/files.rs"]
mod files;

use files::{assert_errors, assert_file_error, assert_program, assert_sound, errors, warnings};
use game::{Game, MAX_DIAGNOSTICS};
use games::esowar::Esowar;
use proptest::prelude::*;

#[test]
fn a_base_is_one_to_10000_symbols_e9() {
    for symbol in ["r", "d", ">", "<", "+", "[", "]"] {
        assert_program::<Esowar>(symbol, symbol);
    }
    let values = Esowar::read(b"rd><+[]").program.map(|base| base.symbols().to_vec());
    assert_eq!(values.as_deref(), Some(&[0, 1, 2, 3, 4, 5, 6][..]), "the values of the document's table");
    let longest = "+>".repeat(5000);
    assert_program::<Esowar>(&longest, &longest);
    // Layout and comments are not symbols.
    let spread = "+ >\t; +>\r\n".repeat(5000);
    assert_program::<Esowar>(&spread, &longest);
}

#[test]
fn too_many_symbols_are_reported_where_the_10001st_stands_e9() {
    assert_errors::<Esowar>("r".repeat(10_001), &[(1, 10_001, 10_002)]);
    assert_errors::<Esowar>("r".repeat(10_500), &[(1, 10_001, 10_002)]);
    // 100 lines of 100, each after a tab; in line 101 a tab, a space, and the 10,001st and 10,002nd.
    for end in ["\n", "\r\n", "\n\r", ";r\n", "; é\r\n", ";\u{feff}\n\r"] {
        let full = format!("\t{}{end}", "[]".repeat(50)).repeat(100);
        assert_eq!(errors::<Esowar>(full.as_bytes()), [], "10,000 symbols with {end:?}");
        assert_errors::<Esowar>(full.clone() + "\t ++", &[(101, 3, 4)]);
        // A character that is not a symbol does not count as the 10,001st symbol.
        assert_errors::<Esowar>(full.clone() + "x", &[(101, 1, 2)]);
        assert_errors::<Esowar>(full + "xr", &[(101, 1, 2), (101, 2, 3)]);
    }
    assert_errors::<Esowar>("x".to_owned() + &"r".repeat(10_001), &[(1, 1, 2), (1, 10_002, 10_003)]);
}

#[test]
fn spaces_tabs_and_line_ends_are_layout_e9() {
    assert_program::<Esowar>(" \t[\n+\r\n]\n\r\t ", "[+]");
    assert_program::<Esowar>("\n\n\r\n\r\n\n\r\n\rr\n\n", "r");
    assert_program::<Esowar>("\n\r\n\rr\n\r\n\r", "r");
    assert_program::<Esowar>("\r\n\r\nr\r\n\r\n", "r");
}

#[test]
fn lines_are_counted_in_every_style_of_line_end_e9() {
    for (end, blank) in [("\n", "\n"), ("\r\n", "\r\n"), ("\n\r", "\n\r"), ("\n", "\r\n"), ("\r\n", "\n\r")] {
        assert_errors::<Esowar>(format!("r{end}rx"), &[(2, 2, 3)]);
        assert_errors::<Esowar>(format!("r{end}{blank}x"), &[(3, 1, 2)]);
        assert_errors::<Esowar>(format!("{blank}{blank}{blank}\tx{end}"), &[(4, 2, 3)]);
        assert_errors::<Esowar>(format!(";x{end}x;x{end}{blank} x"), &[(2, 1, 2), (4, 2, 3)]);
        assert_errors::<Esowar>(format!("x{end}{blank}{end}{blank}y"), &[(1, 1, 2), (5, 1, 2)]);
    }
}

#[test]
fn a_carriage_return_that_ends_no_line_is_an_error_e9() {
    assert_errors::<Esowar>("r\rr", &[(1, 2, 3)]);
    assert_errors::<Esowar>("\rr", &[(1, 1, 2)]);
    assert_errors::<Esowar>("r\r", &[(1, 2, 3)]);
    assert_errors::<Esowar>("r\r\r\nx", &[(1, 2, 3), (2, 1, 2)]);
    assert_errors::<Esowar>("r\n\r\rx", &[(2, 1, 2), (2, 2, 3)]);
    assert_errors::<Esowar>("r\r\n\rr", &[(2, 1, 2)]);
}

#[test]
fn a_comment_runs_to_the_end_of_its_line_and_may_hold_any_bytes_e9() {
    assert_program::<Esowar>(";d\nr", "r");
    assert_program::<Esowar>("r;d", "r");
    assert_program::<Esowar>("r;d;d\r\n>;\n\r<;;", "r><");
    assert_program::<Esowar>(b"r;\0\xff\xfe\xc3(\xf0\x9f\x1b[2Jxyz\xef\xbb\xbf\n>", "r>");
    for byte in (0..=255).filter(|&byte| byte != b'\n') {
        assert_program::<Esowar>([b'r', b';', byte, b'd', b'\n', b'>'], "r>");
    }
    // A carriage return alone does not end the comment; the line ends at the `\n`.
    assert_program::<Esowar>("r;\rd\n>", "r>");
    assert_program::<Esowar>("r;\r\rd\r\r\n>", "r>");
    assert_errors::<Esowar>("r;\r\r\nx", &[(2, 1, 2)]);
}

#[test]
fn anything_else_is_an_error_that_names_line_column_and_character_e9() {
    for (character, named) in [
        ("x", "`x`"),
        ("R", "`R`"),
        ("D", "`D`"),
        ("0", "`0`"),
        ("é", "`é`"),
        ("漢", "`漢`"),
        ("\u{1f916}", "`\u{1f916}`"),
        ("\0", "U+0000"),
        ("\u{1b}", "U+001B"),
        ("\u{b}", "U+000B"),
        ("\u{c}", "U+000C"),
        ("\r", "U+000D"),
        ("\u{85}", "U+0085"),
        ("\u{a0}", "U+00A0"),
        ("\u{200b}", "U+200B"),
        ("\u{202e}", "U+202E"),
        ("\u{2028}", "U+2028"),
        ("\u{301}", "U+0301"),
        ("\u{feff}", "U+FEFF"),
    ] {
        // Columns count characters from 1, and a tab is one.
        assert_errors::<Esowar>(character.to_owned() + "r", &[(1, 1, 2)]);
        let source = format!("r\n\t+ {character}{character}r");
        assert_errors::<Esowar>(&source, &[(2, 4, 5), (2, 5, 6)]);
        let reading = Esowar::read(source.as_bytes());
        let message =
            reading.diagnostics.iter().next().map(|found| found.message.clone()).unwrap_or_default();
        assert!(message.contains(named), "{message:?} should name {named}");
    }
}

#[test]
fn a_byte_order_mark_is_an_error_and_not_skipped_e9() {
    assert_errors::<Esowar>("\u{feff}[+]", &[(1, 1, 2)]);
    assert_errors::<Esowar>("\u{feff}[+]x", &[(1, 1, 2), (1, 5, 6)]);
}

#[test]
fn each_byte_that_is_not_utf_8_is_a_character_by_itself_e9() {
    assert_errors::<Esowar>(b"r\xff\xffr", &[(1, 2, 3), (1, 3, 4)]);
    // The first two bytes of a character of three, before a symbol and before the end.
    assert_errors::<Esowar>(b"\xe2\x82r", &[(1, 1, 2), (1, 2, 3)]);
    assert_errors::<Esowar>(b"r\xe2\x82", &[(1, 2, 3), (1, 3, 4)]);
    // An overlong `/`, a surrogate, and something beyond the last code point.
    assert_errors::<Esowar>(b"\xc0\xafx", &[(1, 1, 2), (1, 2, 3), (1, 3, 4)]);
    assert_errors::<Esowar>(b"\xed\xa0\x80x", &[(1, 1, 2), (1, 2, 3), (1, 3, 4), (1, 4, 5)]);
    let beyond = [(1, 1, 2), (1, 2, 3), (1, 3, 4), (1, 4, 5), (1, 5, 6)];
    assert_errors::<Esowar>(b"\xf4\x90\x80\x80x", &beyond);
}

#[test]
fn every_error_is_reported_and_not_only_the_first_e9() {
    let expected = [(1, 2, 3), (1, 4, 5), (2, 1, 2), (3, 1, 2), (3, 2, 3)];
    assert_errors::<Esowar>("rxrx;x\r\nX\r\n\rx", &expected);
    let all: Vec<_> = (1..=MAX_DIAGNOSTICS).map(|column| (1, column, column + 1)).collect();
    assert_errors::<Esowar>("x".repeat(MAX_DIAGNOSTICS), &all);
    // Beyond the bound they are counted.
    assert_eq!(Esowar::read("x".repeat(MAX_DIAGNOSTICS + 7).as_bytes()).diagnostics.dropped(), 7);
}

#[test]
fn an_empty_base_is_an_error_of_the_file_e9() {
    for source in ["", " ", "\t", "\n", "\r\n", "\n\r", ";", ";[+]", " \n\t\r\n;r\n\r ;d"] {
        assert_file_error::<Esowar>(source);
    }
}

#[test]
fn comments_name_the_program_and_the_first_of_each_counts_e9() {
    let says = |source: &str| {
        let found = Esowar::read(source.as_bytes()).metadata;
        [found.name, found.author, found.strategy].map(Option::unwrap_or_default)
    };
    assert_eq!(says(";name Imp\n;author A. K.\n;strategy waits\nr"), ["Imp", "A. K.", "waits"]);
    assert_eq!(says("[] ;NAME Imp\r\n;Author\tA\n\r;StRaTeGy s;t\r\n"), ["Imp", "A", "s;t"], "any case");
    assert_eq!(says("r;name one\n;name two\n;author x\n;Name three"), ["one", "x", ""], "the first");
    assert_eq!(
        says("r\n; name Imp\n;names Imp\n;name: Imp\n;;name Imp"),
        ["", "", ""],
        "right after the `;`"
    );
    assert_eq!(says("x\n;name Imp"), ["Imp", "", ""], "also where there are errors");
    let invalid = Esowar::read(b"r;name a\xffb").metadata.name;
    assert_eq!(invalid.as_deref(), Some("a\u{fffd}b"));
}

#[test]
fn what_is_surely_a_mistake_is_warned_of() {
    let unmatched = |source: &str| warnings::<Esowar>(source.as_bytes(), "unmatched-bracket");
    assert_eq!(unmatched("[+]\n[ ]]"), [Some((2, 4, 5))]);
    assert_eq!(unmatched("]][["), [Some((1, 1, 2)), Some((1, 2, 3)), Some((1, 3, 4)), Some((1, 4, 5))]);
    assert_eq!(unmatched("[];[\n"), []);
    let death = |source: &str| warnings::<Esowar>(source.as_bytes(), "certain-death");
    assert_eq!(death("r>< d+"), [Some((1, 5, 6))]);
    assert_eq!(death("+d"), [], "the `+` may have changed it");
    assert_eq!(death("d;allow certain-death"), []);
}

/// The errors of a file with at most 10,000 symbols by E9 read literally, one character after the
/// other.
fn errors_by_the_letter(source: &[u8]) -> Vec<Option<files::Place>> {
    let (mut found, mut symbols, mut in_comment) = (Vec::new(), 0, false);
    let (mut line, mut column, mut at) = (1, 1, 0);
    while at < source.len() {
        let rest = &source[at..];
        let line_end = [&b"\r\n"[..], b"\n\r", b"\n"].into_iter().find(|&end| rest.starts_with(end));
        if let Some(end) = line_end {
            (line, column, at, in_comment) = (line + 1, 1, at + end.len(), false);
            continue;
        }
        let length = (1..=rest.len().min(4)).find(|&length| std::str::from_utf8(&rest[..length]).is_ok());
        match rest[0] {
            b';' => in_comment = true,
            _ if in_comment => {}
            b' ' | b'\t' => {}
            b'r' | b'd' | b'>' | b'<' | b'+' | b'[' | b']' => symbols += 1,
            _ => found.push(Some((line, column, column + 1))),
        }
        (column, at) = (column + 1, at + length.unwrap_or(1));
    }
    if symbols == 0 && found.is_empty() { vec![None] } else { found }
}

/// Files of the bytes that matter most.
fn nearly_bases() -> impl Strategy<Value = Vec<u8>> {
    let pieces: [&[u8]; 16] = [
        b"r",
        b"d",
        b"[",
        b"]",
        b"+",
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
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn errors_stand_where_the_rules_say_by_the_letter_e9(source in nearly_bases()) {
        assert_sound::<Esowar>(&source);
        prop_assert_eq!(errors::<Esowar>(&source), errors_by_the_letter(&source), "{:?}", source.escape_ascii().to_string());
    }

    #[test]
    fn any_bytes_are_a_base_or_have_errors_e9(source in prop::collection::vec(any::<u8>(), 0..80)) {
        assert_sound::<Esowar>(&source);
        prop_assert_eq!(errors::<Esowar>(&source), errors_by_the_letter(&source), "{:?}", source.escape_ascii().to_string());
    }

    #[test]
    fn what_is_printed_is_read_back_e9(symbols in "[rd><+\\[\\]]{1,300}") {
        assert_program::<Esowar>(&symbols, &symbols);
    }
}

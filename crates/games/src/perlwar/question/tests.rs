//! The bytes of questions and answers, written out by hand.

use super::*;

fn codes(cells: &[&str]) -> Codes {
    Codes::new(cells.iter().map(|text| Code::new((*text).into())).collect())
}

/// An Array of four cells, of which cell 2 is run: it sees itself, the empty cell 3, cell 0, and cell 1.
fn question() -> Question {
    let numbers = [100, 7, 2];
    Question::new(0x0102_0304, numbers, 2, codes(&["a", "\u{e9}!", "'1'", ""]))
}

const BYTES: &[u8] = b"\x04\x03\x02\x01\x64\0\0\0\x07\0\0\0\x02\0\0\0\x04\0\0\0\x01\0\0\0\x03\0\0\0\
    \0\0\0\0\x02\0\0\0\x03\0\0\0\
    \x03\0\0\0'1'\x01\0\0\0a\x03\0\0\0\xc3\xa9!";

fn encoded(value: &impl WireFormat) -> Vec<u8> {
    let mut bytes = b"before".to_vec();
    value.encode(&mut bytes);
    bytes.strip_prefix(b"before").expect("encoding appends").to_vec()
}

/// `BYTES` with other bytes at a place.
fn with(at: usize, other: &[u8]) -> Vec<u8> {
    let mut bytes = BYTES.to_vec();
    bytes[at..at + other.len()].copy_from_slice(other);
    bytes
}

#[test]
fn a_question_is_what_the_snippet_sees() {
    let question = question();
    assert_eq!(encoded(&question), BYTES);
    let seen: Vec<_> = question.cells().map(|code| code.map(Code::text)).collect();
    assert_eq!(seen, [Some("'1'"), None, Some("a"), Some("\u{e9}!")]);
    let decoded = Question::decode(BYTES).expect("it is canonical");
    assert_eq!((decoded.cell, &decoded), (0, &question), "the cell's place in the Array is not seen");
    let other = Question::new(0x0102_0304, [100, 7, 2], 2, codes(&["b", "\u{e9}!", "'1'", ""]));
    assert_ne!(other, question);
}

#[test]
fn ascii_alone_has_no_flag() {
    let question = Question::new(0, [1, 1, 1], 0, codes(&["a", ""]));
    let expected = b"\0\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\0\0\x02\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0a";
    assert_eq!(encoded(&question), expected);
    assert_eq!(Question::decode(expected), Some(question));
}

#[test]
fn other_bytes_are_no_question() {
    let none = [
        ("no $W", with(4, &[0])),
        ("a $W of 65,537", with(4, &[1, 0, 1])),
        ("a $R of 2^24", with(8, &[0, 0, 0, 1])),
        ("round 0", with(12, &[0])),
        ("round 8 of 7", with(12, &[8])),
        ("one cell", with(16, &[1])),
        ("2^31 cells", with(16, &[4, 0, 0, 0x80])),
        ("a size that is too small for the positions", with(16, &[3])),
        ("no flag", with(20, &[0])),
        ("an unknown flag", with(20, &[3])),
        ("one code less", with(24, &[2])),
        ("one code more", with(24, &[4])),
        ("2^32 - 1 codes", with(24, &[0xff; 4])),
        ("no running cell", with(28, &[1])),
        ("a position twice", with(36, &[2])),
        ("a position outside", with(36, &[4])),
        ("a code that is longer than the bytes", with(BYTES.len() - 7, &[4])),
        ("a blank code", with(BYTES.len() - 8, b" ")),
        ("a code that is not UTF-8", with(BYTES.len() - 2, &[0xff])),
        ("a byte more", [BYTES, b"a"].concat()),
        ("no bytes", Vec::new()),
    ];
    for (what, bytes) in none {
        assert_eq!(Question::decode(&bytes), None, "{what}");
    }
    for length in 0..BYTES.len() {
        assert_eq!(Question::decode(&BYTES[..length]), None, "{length}");
    }
}

#[test]
fn answers_have_what_has_changed() {
    let run = |own: Option<&str>, cell: Option<&str>, returned: &str| {
        let text = |text: &str| Arc::from(text);
        Answer::Ran(Run { own: own.map(text), cell: cell.map(text), returned: returned.into() })
    };
    let pairs: [(Answer, &[u8]); 6] = [
        (Answer::Died, b"D"),
        (run(None, None, ""), b"R\0"),
        (run(None, None, "\u{661}\n"), b"R\0\xd9\xa1\n"),
        (run(Some(""), None, "!1"), b"R\x01\0\0\0\0!1"),
        (run(None, Some("\u{e9}"), "~1"), b"R\x02\x02\0\0\0\xc3\xa9~1"),
        (run(Some("ab"), Some(""), "3:1"), b"R\x03\x02\0\0\0ab\0\0\0\x003:1"),
    ];
    for (answer, bytes) in pairs {
        assert_eq!(encoded(&answer), bytes);
        assert_eq!(Answer::decode(bytes), Some(answer));
    }
}

#[test]
fn other_bytes_are_no_answer() {
    let none: [&[u8]; 10] = [
        b"",
        b"DD",
        b"X",
        b"R",
        b"R\x04",
        b"R\x01",
        b"R\x01\x02\0\0\0a",
        b"R\x01\xff\xff\xff\xffa",
        b"R\x01\x01\0\0\0\xff",
        b"R\0\xff",
    ];
    for bytes in none {
        assert_eq!(Answer::decode(bytes), None, "{bytes:?}");
    }
}

#[test]
fn answers_are_bounded_p8() {
    let with_returned = |length| [b"R\0".to_vec(), vec![b'1'; length]].concat();
    assert!(Answer::decode(&with_returned(64)).is_some());
    assert_eq!(Answer::decode(&with_returned(65)), None);
    for flag in [HAS_OWN, HAS_CELL] {
        // The bound counts characters, not bytes.
        for character in ["a", "\u{e9}", "\u{10ffff}"] {
            let with_text = |count| {
                let text = character.repeat(count);
                [&[RAN, flag][..], &number(text.len()).to_le_bytes(), text.as_bytes(), b":"].concat()
            };
            assert!(Answer::decode(&with_text(65_536)).is_some());
            assert_eq!(Answer::decode(&with_text(65_537)), None);
        }
    }
}

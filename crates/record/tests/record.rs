//! Records are read back as they were written, and each kind of damage is recognised.

use game::{AnswerLog, Digest, FaultKind, NamedLists, Reply};
use proptest::prelude::*;
use record::{Record, RecordError, RecordedOutcome, RecordedProgram, read, write};

fn sample() -> Record {
    Record {
        game: "esowar".into(),
        rules_version: 1,
        parameters: vec![("max_turns".into(), 5000), ("squares".into(), 200)],
        programs: vec![
            RecordedProgram { file: "a.esowar".into(), source: b"[+];\xff\0".to_vec() },
            RecordedProgram { file: "b.esowar".into(), source: b"[]\n".to_vec() },
        ],
        seed: Some(u64::MAX),
        match_index: 7,
        setup: NamedLists::default().with("start", vec![1, 90]).with("robots", vec![3, 4]),
        outcome: RecordedOutcome {
            winner: None,
            tied: vec![0, 1],
            reason: "turn-limit".into(),
            turns: 5000,
            places: vec![1, 1],
            fault: Some((1, "signal".into(), "SIGSEGV".into())),
            tallies: vec![("territory".into(), vec![3, 4])],
        },
        answers: AnswerLog {
            replies: vec![Reply::Answer(vec![1, 2, 3]), Reply::Fault(FaultKind::Signal, "SIGSEGV".into())],
        },
        digest: Digest::of(b"x"),
        environment: Vec::new(),
        state_hash: Some(Digest::of(b"y")),
    }
}

#[test]
fn a_record_is_read_back_as_it_was_written() {
    assert_eq!(read(&write(&sample())).unwrap(), sample());
}

#[test]
fn the_first_line_is_json_for_people_and_scripts() {
    let file = write(&sample());
    let line = file.split(|&byte| byte == b'\n').next().unwrap();
    let header: serde_json::Value = serde_json::from_slice(line).unwrap();
    assert_eq!(header["game"], "esowar");
    assert_eq!(header["setup"]["start"][1], 90);
    assert_eq!(header["outcome"]["reason"], "turn-limit");
}

#[test]
fn a_record_that_is_cut_off_says_so_wherever_it_is_cut() {
    let file = write(&sample());
    for length in 30..file.len() {
        let error = read(&file[..length]).unwrap_err();
        let header_ends = file.iter().position(|&byte| byte == b'\n').unwrap();
        let is_told = match error {
            RecordError::CutOffInHeader { found } => length <= header_ends && found == length,
            RecordError::CutOff { expected, found } => {
                length > header_ends && (expected, found) == (file.len(), length)
            }
            _ => false,
        };
        assert!(is_told, "at {length}: {error}");
    }
    let mut longer = file.clone();
    longer.push(b'x');
    assert!(matches!(read(&longer), Err(RecordError::TooLong { extra: 1, .. })));
}

#[test]
fn only_a_record_with_an_environment_is_of_version_2() {
    let plain = sample();
    let with = Record { environment: vec![("gcc".into(), "12".into())], ..sample() };
    for (record, version) in [(&plain, 1), (&with, 2)] {
        let file = write(record);
        assert!(file.starts_with(format!("{{\"format\":\"bout-record\",\"version\":{version},").as_bytes()));
        assert_eq!(read(&file).unwrap(), *record);
    }
}

#[test]
fn a_record_of_a_newer_format_says_so_even_if_nothing_else_can_be_read() {
    let newer = b"{\"format\":\"bout-record\",\"version\":3,\"news\":{}}\nwhatever";
    assert!(matches!(read(newer), Err(RecordError::TooNew { found: 3 })));
}

#[test]
fn other_files_are_no_records() {
    for file in [&b""[..], b"[+]", b"{}\n", b"{\"format\":\"x\",\"version\":1}\n", b"\0\xff\n"] {
        assert!(matches!(read(file), Err(RecordError::NotARecord(_))), "{file:?}");
    }
}

/// A record with changed content and a new, correct checksum, as a forger would write it.
fn forged(change: impl Fn(String) -> String) -> Vec<u8> {
    let mut record = write(&sample());
    let end = record.iter().position(|&byte| byte == b'\n').unwrap();
    let rest = record.split_off(end);
    let header = change(String::from_utf8(record).unwrap());
    let mut file = header.into_bytes();
    file.extend_from_slice(&rest[..rest.len() - 72]);
    let checksum = Digest::of(&file);
    file.extend_from_slice(format!("blake3:{checksum}\n").as_bytes());
    file
}

#[test]
fn a_bomb_is_not_unpacked() {
    let start = forged(|header| {
        let (before, _) = header.split_once("\"unpacked\":").unwrap();
        format!("{before}\"unpacked\":99999999999}}}}")
    });
    assert!(matches!(read(&start), Err(RecordError::Contradiction(why)) if why.contains("99999999999")));
}

/// A record without programs, with this body and a header that fits it.
fn with_body(body: &[u8]) -> Vec<u8> {
    let packed = miniz_oxide::deflate::compress_to_vec(body, 6);
    let written = write(&Record { programs: Vec::new(), ..sample() });
    let end = written.iter().position(|&byte| byte == b'\n').unwrap();
    let header = String::from_utf8(written[..end].to_vec()).unwrap();
    let (before, _) = header.split_once("\"body\":").unwrap();
    let (packed_bytes, unpacked) = (packed.len(), body.len());
    let mut file =
        format!("{before}\"body\":{{\"bytes\":{packed_bytes},\"unpacked\":{unpacked}}}}}\n").into_bytes();
    file.extend(packed);
    file.push(b'\n');
    let checksum = Digest::of(&file);
    file.extend_from_slice(format!("blake3:{checksum}\n").as_bytes());
    file
}

/// A number as postcard writes it: seven bits per byte, the lowest first.
fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 127 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
    bytes
}

/// Data that packs to almost nothing must not become gigabytes: a reply of two bytes takes about 32 in memory.
#[test]
fn millions_of_nothings_are_refused_before_they_are_made() {
    let empty_answers = |count: usize, there: usize| {
        let mut body = vec![0];
        body.extend(varint(count));
        body.extend(vec![0; 2 * there]);
        with_body(&body)
    };
    assert_eq!(read(&empty_answers(3, 3)).unwrap().answers.replies, vec![Reply::Answer(vec![]); 3]);
    let many = record::MAX_BODY_BYTES / 2 - 8;
    for (count, there) in [(many, many), (record::MAX_REPLIES + 1, record::MAX_REPLIES + 1), (1 << 60, 0)] {
        let file = empty_answers(count, there);
        assert!(file.len() < 100_000);
        let error = read(&file).unwrap_err().to_string();
        assert!(error.contains(&format!("{count} replies")), "{error}");
    }
    let error = read(&empty_answers(1000, 999)).unwrap_err().to_string();
    assert!(error.contains("announces 1000 replies"), "{error}");
    // The body announces as many sources as it has bytes. None is read, since the header has none.
    let mut body = varint(record::MAX_BODY_BYTES - 5);
    body.extend(vec![0; record::MAX_BODY_BYTES - 5]);
    let error = read(&with_body(&body)).unwrap_err().to_string();
    assert!(error.contains("different programs"), "{error}");
}

#[test]
fn what_follows_a_body_is_refused() {
    let error = read(&with_body(&[0, 0, 7])).unwrap_err().to_string();
    assert!(error.contains("1 bytes after its end"), "{error}");
}

/// A record with the largest allowed number of replies can be written and read. One with more replies is recognised before
/// it is written.
#[test]
fn the_most_replies_can_be_read_again() {
    let with =
        |count| Record { answers: AnswerLog { replies: vec![Reply::Answer(vec![]); count] }, ..sample() };
    let most = with(record::MAX_REPLIES);
    assert!(!record::is_too_large(&most));
    assert_eq!(read(&write(&most)).unwrap(), most);
    assert!(record::is_too_large(&with(record::MAX_REPLIES + 1)));
}

#[test]
fn the_first_version_was_1() {
    assert!(matches!(
        read(&forged(|header| header.replace("\"version\":1", "\"version\":0"))),
        Err(RecordError::NotARecord(_))
    ));
}

#[test]
fn header_and_body_must_agree() {
    let file = forged(|header| header.replace("\"unpacked\":", "\"unpacked\":1"));
    assert!(matches!(read(&file), Err(RecordError::Contradiction(_))));
    let file = forged(|header| header.replace("\"bytes\":3}", "\"bytes\":4}"));
    assert!(matches!(read(&file), Err(RecordError::Contradiction(_))));
}

proptest! {
    #[test]
    fn a_changed_byte_is_found(at in 0usize..2000, bit in 0u8..8) {
        let mut file = write(&sample());
        let at = at % file.len();
        file[at] ^= 1 << bit;
        prop_assert!(read(&file).is_err(), "byte {}", at);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(&bytes);
        let mut file = write(&sample());
        let keep = file.len().min(bytes.len());
        file[..keep].copy_from_slice(&bytes[..keep]);
        let _ = read(&file);
    }
}

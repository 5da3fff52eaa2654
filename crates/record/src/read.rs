//! Reading a record, and saying precisely what is wrong with one that cannot be read.

use game::{Digest, NamedLists};

use crate::body::Body;
use crate::wire::{FORMAT, HeaderV1, OutcomeV1, Preamble};
use crate::{MAX_BODY_BYTES, Record, RecordedOutcome, RecordedProgram, VERSION};

/// Why this build cannot read a file as a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It does not start like a record.
    #[error("this is not a record: its first line is not a record's JSON header ({0})")]
    NotARecord(String),
    /// It is of a newer format.
    #[error(
        "this record is of format version {found}, but this bout reads up to version {VERSION}: use a newer bout"
    )]
    TooNew {
        /// Its version.
        found: u32,
    },
    /// It ends within its first line.
    #[error("this record is cut off within its header, after {found} bytes")]
    CutOffInHeader {
        /// How long it is.
        found: usize,
    },
    /// It ends too early.
    #[error("this record is cut off: it has {found} bytes, but its header announces {expected}")]
    CutOff {
        /// How long it should be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// There is something after it.
    #[error("this record has {extra} bytes after its end at byte {expected}")]
    TooLong {
        /// How long it should be.
        expected: usize,
        /// How many bytes are too many.
        extra: usize,
    },
    /// Something in it was changed.
    #[error(
        "this record was altered: its bytes have the checksum {found}, but its last line says {expected}"
    )]
    Altered {
        /// What the last line says.
        expected: String,
        /// What the bytes give.
        found: Digest,
    },
    /// It is whole, but makes no sense.
    #[error("this record contradicts itself: {0}")]
    Contradiction(String),
}

/// The last line's length: `blake3:`, 64 digits and the line end.
const CHECKSUM_LINE_BYTES: usize = 7 + 64 + 1;

/// Reads the bytes of a record file.
///
/// # Errors
/// If it is not a record, is cut off, was altered or is of a newer format.
pub fn read(file: &[u8]) -> Result<Record, RecordError> {
    let header_end = header_end(file)?;
    check_version(&file[..header_end])?;
    let header: HeaderV1 = match serde_json::from_slice(&file[..header_end]) {
        Ok(header) => header,
        Err(error) => return Err(broken_header(file, &error)),
    };
    let body_start = header_end + 1;
    let body_end = body_start.saturating_add(header.body.bytes);
    check_length(file, body_end.saturating_add(1 + CHECKSUM_LINE_BYTES))?;
    check_checksum(file)?;
    let unpacked = unpack(&file[body_start..body_end], header.body.unpacked)?;
    let lengths: Vec<usize> = header.programs.iter().map(|program| program.bytes).collect();
    let body = Body::read(&unpacked, &lengths)?;
    assemble(header, body)
}

/// Where the first line ends. A file that is cut off within it says so.
fn header_end(file: &[u8]) -> Result<usize, RecordError> {
    let starts_right = file.starts_with(br#"{"format":"bout-record""#);
    match file.iter().position(|&byte| byte == b'\n') {
        Some(end) => Ok(end),
        None if starts_right => Err(RecordError::CutOffInHeader { found: file.len() }),
        None => Err(RecordError::NotARecord("it has no line end".into())),
    }
}

fn check_version(header: &[u8]) -> Result<(), RecordError> {
    let preamble: Preamble =
        serde_json::from_slice(header).map_err(|error| RecordError::NotARecord(error.to_string()))?;
    if preamble.format != FORMAT {
        return Err(RecordError::NotARecord(format!("its `format` is `{}`", preamble.format)));
    }
    if preamble.version == 0 {
        return Err(RecordError::NotARecord("its `version` is 0; the first one was 1".into()));
    }
    if preamble.version > VERSION {
        return Err(RecordError::TooNew { found: preamble.version });
    }
    Ok(())
}

/// The error for a header of our format and version that cannot be read: altered if the checksum does not fit.
fn broken_header(file: &[u8], error: &serde_json::Error) -> RecordError {
    check_checksum(file).err().unwrap_or_else(|| RecordError::Contradiction(format!("its header: {error}")))
}

fn check_length(file: &[u8], expected: usize) -> Result<(), RecordError> {
    match file.len() {
        found if found < expected => Err(RecordError::CutOff { expected, found }),
        found if found > expected => Err(RecordError::TooLong { expected, extra: found - expected }),
        _ => Ok(()),
    }
}

fn check_checksum(file: &[u8]) -> Result<(), RecordError> {
    let (content, line) = file.split_at(file.len().saturating_sub(CHECKSUM_LINE_BYTES));
    let expected = String::from_utf8_lossy(line).trim_end().trim_start_matches("blake3:").to_owned();
    let found = Digest::of(content);
    if line == format!("blake3:{found}\n").as_bytes() {
        Ok(())
    } else {
        Err(RecordError::Altered { expected, found })
    }
}

fn unpack(packed: &[u8], unpacked: usize) -> Result<Vec<u8>, RecordError> {
    if unpacked > MAX_BODY_BYTES {
        let why = format!("its body is {unpacked} bytes unpacked; at most {MAX_BODY_BYTES} are read");
        return Err(RecordError::Contradiction(why));
    }
    let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, unpacked)
        .map_err(|error| RecordError::Contradiction(format!("its body cannot be unpacked: {error}")))?;
    if bytes.len() != unpacked {
        let why = format!("its body is {} bytes unpacked, but its header announces {unpacked}", bytes.len());
        return Err(RecordError::Contradiction(why));
    }
    Ok(bytes)
}

fn assemble(header: HeaderV1, body: Body) -> Result<Record, RecordError> {
    let contradiction = |what: &str| RecordError::Contradiction(what.into());
    let digest =
        Digest::from_hex(&header.digest).ok_or_else(|| contradiction("its digest is not 64 hex digits"))?;
    let state_hash = match header.state_hash {
        None => None,
        Some(hash) => Some(
            Digest::from_hex(&hash).ok_or_else(|| contradiction("its state hash is not 64 hex digits"))?,
        ),
    };
    let mut setup = NamedLists::default();
    for (name, numbers) in header.setup {
        setup.set(name, numbers);
    }
    let programs = header.programs.into_iter().zip(body.sources);
    Ok(Record {
        game: header.game,
        rules_version: header.rules_version,
        parameters: header.parameters.into_iter().collect(),
        programs: programs.map(|(program, source)| RecordedProgram { file: program.file, source }).collect(),
        seed: header.seed,
        match_index: header.match_index,
        setup,
        outcome: outcome(header.outcome),
        answers: body.answers,
        environment: header.environment.into_iter().collect(),
        digest,
        state_hash,
    })
}

fn outcome(outcome: OutcomeV1) -> RecordedOutcome {
    let OutcomeV1 { winner, tied, reason, turns, places, fault, tallies } = outcome;
    RecordedOutcome {
        winner,
        tied,
        reason,
        turns,
        places,
        fault: fault.map(|fault| (fault.seat, fault.kind, fault.detail)),
        tallies: tallies.into_iter().collect(),
    }
}

//! Writing a record.

use game::{AnswerLog, Digest, Reply};

use crate::wire::{BodySizeV1, BodyV1, FORMAT, FaultV1, HeaderV1, OutcomeV1, ProgramV1, ReplyV1};
use crate::{Record, RecordedOutcome, VERSION};

/// The version of records of matches that asked no foreign code.
const WITHOUT_ENVIRONMENT: u32 = 1;

/// The compression level: a record is written only once, so it is worth a little time.
pub(crate) const COMPRESSION_LEVEL: u8 = 6;

/// The bytes of a record file.
///
/// # Panics
/// Never: what a record holds can always be written.
#[must_use]
pub fn write(record: &Record) -> Vec<u8> {
    let unpacked = postcard::to_stdvec(&body(record)).expect("plain data can be written");
    let packed = miniz_oxide::deflate::compress_to_vec(&unpacked, COMPRESSION_LEVEL);
    let header = header(record, BodySizeV1 { bytes: packed.len(), unpacked: unpacked.len() });
    let mut file = serde_json::to_vec(&header).expect("plain data can be written");
    file.push(b'\n');
    file.extend_from_slice(&packed);
    file.push(b'\n');
    let checksum = Digest::of(&file);
    file.extend_from_slice(format!("blake3:{checksum}\n").as_bytes());
    file
}

/// Whether a record holds more than [`crate::read`] unpacks, so that it could not be read again.
#[must_use]
pub fn is_too_large(record: &Record) -> bool {
    /// A length, and what kind of reply it is.
    const A_REPLY: usize = 8;
    let reply = |reply: &Reply<Vec<u8>>| match reply {
        Reply::Answer(bytes) => bytes.len(),
        Reply::Fault(kind, detail) => kind.word().len() + A_REPLY + detail.len(),
    };
    let sources = record.programs.iter().map(|program| program.source.len() + A_REPLY);
    let replies = record.answers.replies.iter().map(|one| reply(one) + A_REPLY);
    record.answers.replies.len() > crate::MAX_REPLIES
        || sources.chain(replies).sum::<usize>() > crate::MAX_BODY_BYTES
}

fn header(record: &Record, body: BodySizeV1) -> HeaderV1 {
    let program = |program: &crate::RecordedProgram| ProgramV1 {
        file: program.file.clone(),
        bytes: program.source.len(),
    };
    HeaderV1 {
        format: FORMAT.into(),
        version: if record.environment.is_empty() { WITHOUT_ENVIRONMENT } else { VERSION },
        game: record.game.clone(),
        rules_version: record.rules_version,
        parameters: record.parameters.iter().cloned().collect(),
        programs: record.programs.iter().map(program).collect(),
        seed: record.seed,
        match_index: record.match_index,
        setup: record.setup.iter().map(|(name, numbers)| (name.into(), numbers.to_vec())).collect(),
        outcome: outcome(&record.outcome),
        environment: record.environment.iter().cloned().collect(),
        digest: record.digest.to_string(),
        state_hash: record.state_hash.map(|hash| hash.to_string()),
        body,
    }
}

fn outcome(outcome: &RecordedOutcome) -> OutcomeV1 {
    let RecordedOutcome { winner, tied, reason, turns, places, fault, tallies } = outcome.clone();
    OutcomeV1 {
        winner,
        tied,
        reason,
        turns,
        places,
        fault: fault.map(|(seat, kind, detail)| FaultV1 { seat, kind, detail }),
        tallies: tallies.into_iter().collect(),
    }
}

fn body(record: &Record) -> BodyV1 {
    BodyV1 {
        sources: record.programs.iter().map(|program| program.source.clone()).collect(),
        replies: replies(&record.answers),
    }
}

/// The replies of a match in the form in which they are written.
pub(crate) fn replies(answers: &AnswerLog) -> Vec<ReplyV1> {
    let reply = |reply: &Reply<Vec<u8>>| match reply {
        Reply::Answer(bytes) => ReplyV1::Answer(bytes.clone()),
        Reply::Fault(kind, detail) => ReplyV1::Fault { kind: kind.word().into(), detail: detail.clone() },
    };
    answers.replies.iter().map(reply).collect()
}

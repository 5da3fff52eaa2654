//! The answers of one match by themselves, as databases keep them: a byte with the version, then the raw deflate
//! of a postcard message.

use game::AnswerLog;

use crate::MAX_BODY_BYTES;
use crate::body::read_answers;
use crate::read::RecordError;
use crate::write::{COMPRESSION_LEVEL, replies};

/// The version that is written. It is also the only one that exists.
const ANSWERS_VERSION: u8 = 1;

/// Packs the answers of a match. [`unpack_answers`] reads at most [`MAX_BODY_BYTES`] of them, so a caller that stores
/// the result should check that it can be read.
///
/// # Panics
/// Never: answers can always be written.
#[must_use]
pub fn pack_answers(answers: &AnswerLog) -> Vec<u8> {
    let unpacked = postcard::to_stdvec(&replies(answers)).expect("plain data can be written");
    let mut packed = vec![ANSWERS_VERSION];
    packed.extend_from_slice(&miniz_oxide::deflate::compress_to_vec(&unpacked, COMPRESSION_LEVEL));
    packed
}

/// Unpacks what [`pack_answers`] packed.
///
/// # Errors
/// If the bytes are of another version, are not packed answers, or are more than [`MAX_BODY_BYTES`] unpacked or
/// [`crate::MAX_REPLIES`].
pub fn unpack_answers(packed: &[u8]) -> Result<AnswerLog, RecordError> {
    let contradiction = |what: String| RecordError::Contradiction(what);
    let deflated = match packed {
        [ANSWERS_VERSION, deflated @ ..] => deflated,
        [0, ..] => return Err(contradiction("its answers are of version 0; the first one was 1".into())),
        [version, ..] => {
            let what = format!(
                "its answers are of version {version}, but this bout reads up to version {ANSWERS_VERSION}"
            );
            return Err(contradiction(what));
        }
        [] => return Err(contradiction("its answers are empty".into())),
    };
    let unpacked = miniz_oxide::inflate::decompress_to_vec_with_limit(deflated, MAX_BODY_BYTES)
        .map_err(|error| contradiction(format!("its answers cannot be unpacked: {error}")))?;
    read_answers(&unpacked, "list of answers")
}

#[cfg(test)]
mod tests {
    use game::{FaultKind, Reply};

    use super::*;

    fn some() -> AnswerLog {
        let replies = vec![
            Reply::Answer(vec![1, 2, 3]),
            Reply::Fault(FaultKind::Time, "2 s".into()),
            Reply::Answer(vec![]),
        ];
        AnswerLog { replies }
    }

    #[test]
    fn answers_are_read_back() {
        for answers in [AnswerLog::default(), some()] {
            assert_eq!(unpack_answers(&pack_answers(&answers)).unwrap(), answers);
        }
    }

    #[test]
    fn what_is_no_answers_is_refused() {
        let packed = pack_answers(&some());
        assert!(unpack_answers(&[]).is_err());
        assert!(unpack_answers(&packed[..packed.len() - 1]).is_err());
        for version in [0, 2] {
            let mut other = packed.clone();
            other[0] = version;
            assert!(unpack_answers(&other).unwrap_err().to_string().contains("version"));
        }
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let answers = AnswerLog { replies: vec![Reply::Answer(vec![0; MAX_BODY_BYTES])] };
        assert!(unpack_answers(&pack_answers(&answers)).is_err());
    }
}

//! Reads the body of a record piece by piece. The announced length of a list is compared with the bytes that are left
//! before memory is allocated: a list of 60 million empty elements packs into a few kilobytes, and would fill the memory.

use game::{AnswerLog, FaultKind, LoggedReply, Reply};
use serde::Deserialize;

use crate::MAX_REPLIES;
use crate::read::RecordError;
use crate::wire::ReplyBytesV1;

/// The fewest bytes that a reply takes up: what kind it is, and a length.
const LEAST_REPLY_BYTES: usize = 2;

/// The content of a body.
pub(crate) struct Body {
    /// The programs' sources, by seat.
    pub(crate) sources: Vec<Vec<u8>>,
    /// The replies of foreign code, in the order of the questions.
    pub(crate) answers: AnswerLog,
}

impl Body {
    /// Reads a body whose sources have these lengths, as the header says.
    pub(crate) fn read(bytes: &[u8], lengths: &[usize]) -> Result<Self, RecordError> {
        let mut rest = bytes;
        let different = || RecordError::Contradiction("header and body have different programs".into());
        if take::<usize>(&mut rest, "body")? != lengths.len() {
            return Err(different());
        }
        let mut sources = Vec::new();
        for &length in lengths {
            let source: &[u8] = take(&mut rest, "body")?;
            if source.len() != length {
                return Err(different());
            }
            sources.push(source.to_vec());
        }
        let answers = read_answers(rest, "body")?;
        Ok(Self { sources, answers })
    }
}

/// Reads bytes that are a list of replies and nothing else. `what` names their container in messages.
pub(crate) fn read_answers(bytes: &[u8], what: &str) -> Result<AnswerLog, RecordError> {
    let contradiction = |why: String| Err(RecordError::Contradiction(why));
    let mut rest = bytes;
    let count: usize = take(&mut rest, what)?;
    if count > MAX_REPLIES {
        return contradiction(format!("it has {count} replies; at most {MAX_REPLIES} are read"));
    }
    if count > rest.len() / LEAST_REPLY_BYTES {
        let left = rest.len();
        return contradiction(format!("its {what} announces {count} replies, but has {left} bytes for them"));
    }
    let mut replies = Vec::with_capacity(count);
    for _ in 0..count {
        replies.push(reply(take(&mut rest, what)?)?);
    }
    if !rest.is_empty() {
        return contradiction(format!("its {what} has {} bytes after its end", rest.len()));
    }
    Ok(AnswerLog { replies })
}

fn reply(reply: ReplyBytesV1) -> Result<LoggedReply, RecordError> {
    match reply {
        ReplyBytesV1::Answer(bytes) => Ok(Reply::Answer(bytes.to_vec())),
        ReplyBytesV1::Fault { kind, detail } => match FaultKind::from_word(kind) {
            Some(kind) => Ok(Reply::Fault(kind, detail.into())),
            None => Err(RecordError::Contradiction(format!("it has a fault of the unknown kind `{kind}`"))),
        },
    }
}

/// Reads the next value. It borrows its bytes, so no list in it takes memory before the bytes are known to be there.
fn take<'a, T: Deserialize<'a>>(rest: &mut &'a [u8], what: &str) -> Result<T, RecordError> {
    let (value, after) = postcard::take_from_bytes(rest)
        .map_err(|error| RecordError::Contradiction(format!("its {what}: {error}")))?;
    *rest = after;
    Ok(value)
}

//! How values of other crates are written in requests to another process of the same build ([`crate::relay`]).

use game::{AnswerLog, Counts, Digest};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A digest: its bytes.
pub(crate) mod digest {
    use super::{Deserialize, Deserializer, Digest, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(digest: &Digest, to: S) -> Result<S::Ok, S::Error> {
        digest.as_bytes().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Digest, D::Error> {
        <[u8; 32]>::deserialize(from).map(Digest::from_bytes)
    }
}

/// Digests.
pub(crate) mod digests {
    use super::{Deserialize, Deserializer, Digest, Serializer};

    pub(crate) fn serialize<S: Serializer>(digests: &[Digest], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(digests.iter().map(Digest::as_bytes))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Digest>, D::Error> {
        let digests = Vec::<[u8; 32]>::deserialize(from)?;
        Ok(digests.into_iter().map(Digest::from_bytes).collect())
    }
}

/// The counts of a census.
pub(crate) mod counts {
    use super::{Counts, Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "a field is given so")]
    pub(crate) fn serialize<S: Serializer>(counts: &Option<Counts>, to: S) -> Result<S::Ok, S::Error> {
        counts.map(|Counts { wins, draws }| (wins, draws)).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Counts>, D::Error> {
        let counts = Option::<([u64; 2], u64)>::deserialize(from)?;
        Ok(counts.map(|(wins, draws)| Counts { wins, draws }))
    }
}

/// Answers, in packed form.
pub(crate) mod answers {
    use super::{AnswerLog, Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(answers: &AnswerLog, to: S) -> Result<S::Ok, S::Error> {
        record::pack_answers(answers).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<AnswerLog, D::Error> {
        record::unpack_answers(&Vec::<u8>::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

/// Answers, if there are any.
#[derive(Serialize, Deserialize)]
pub(crate) struct Answers(#[serde(with = "answers")] pub(crate) AnswerLog);

//! Versions 1 and 2 of the format, as written to files. Never change these types: any change needs a new version.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The part of the first line that is read before everything else.
#[derive(Deserialize)]
pub(crate) struct Preamble {
    pub(crate) format: String,
    pub(crate) version: u32,
}

/// The word in the first line that makes a file a record.
pub(crate) const FORMAT: &str = "bout-record";

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeaderV1 {
    pub(crate) format: String,
    pub(crate) version: u32,
    pub(crate) game: String,
    pub(crate) rules_version: u32,
    pub(crate) parameters: BTreeMap<String, u64>,
    pub(crate) programs: Vec<ProgramV1>,
    pub(crate) seed: Option<u64>,
    #[serde(rename = "match")]
    pub(crate) match_index: u64,
    pub(crate) setup: BTreeMap<String, Vec<u64>>,
    pub(crate) outcome: OutcomeV1,
    /// Since version 2; a record without it is of version 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) environment: BTreeMap<String, String>,
    pub(crate) digest: String,
    pub(crate) state_hash: Option<String>,
    pub(crate) body: BodySizeV1,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgramV1 {
    pub(crate) file: String,
    pub(crate) bytes: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OutcomeV1 {
    pub(crate) winner: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tied: Vec<usize>,
    pub(crate) reason: String,
    pub(crate) turns: u64,
    pub(crate) places: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<FaultV1>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) tallies: BTreeMap<String, Vec<u64>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FaultV1 {
    pub(crate) seat: usize,
    pub(crate) kind: String,
    pub(crate) detail: String,
}

/// How long the body is, packed and unpacked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BodySizeV1 {
    pub(crate) bytes: usize,
    pub(crate) unpacked: usize,
}

/// The body.
#[derive(Serialize)]
pub(crate) struct BodyV1 {
    /// The programs' sources, by seat.
    pub(crate) sources: Vec<Vec<u8>>,
    /// The replies of foreign code, in the order of the questions.
    pub(crate) replies: Vec<ReplyV1>,
}

#[derive(Serialize)]
pub(crate) enum ReplyV1 {
    Answer(Vec<u8>),
    Fault { kind: String, detail: String },
}

/// The bytes of a [`ReplyV1`], borrowed from the buffer that is read.
#[derive(Clone, Copy, Deserialize)]
pub(crate) enum ReplyBytesV1<'a> {
    Answer(&'a [u8]),
    Fault { kind: &'a str, detail: &'a str },
}

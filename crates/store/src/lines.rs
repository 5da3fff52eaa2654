//! The lines of an export, version 3. Never change these types: a change is a new version. Version 1 had no censuses.
//! Versions 1 and 2 had no checksums ([`crate::sums`]), and their blocks were cut as they had been played, and gave the
//! number of turns.
//!
//! The first line is [`Line::Export`], the last one is [`Line::End`]. The last line gives the number of lines before it,
//! which shows if an export was cut off. Every line is complete in itself: results name the key of their pairing, whose line
//! comes before them.

use data_encoding::HEXLOWER;
use game::{Counts, Digest};
use serde::{Deserialize, Serialize};

use crate::{Block, Pairing, StoredCensus, StoredMatch, StoredProgram, StoredVoid};

/// The version of the format that this build writes, and the newest that it reads.
pub(crate) const EXPORT_VERSION: u32 = 3;

/// The first version whose lines have checksums.
pub(crate) const FIRST_WITH_SUMS: u32 = 3;

/// The word in the first line that marks a file as an export.
pub(crate) const FORMAT: &str = "bout-export";

/// Any line: an object with one key, its kind.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Line {
    Export(Preamble),
    Program(ProgramLine),
    Contest(String),
    Pairing(PairingLine),
    Block(BlockLine),
    Match(MatchLine),
    Void(VoidLine),
    Census(CensusLine),
    End(EndLine),
}

/// The first line in the form that all versions share, including future ones.
#[derive(Debug, Deserialize)]
pub(crate) struct Opening {
    pub(crate) export: Preamble,
}

/// Unknown fields are accepted, so that the error for a newer export names its version.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Preamble {
    pub(crate) format: String,
    pub(crate) version: u32,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndLine {
    /// How many lines come before this one.
    pub(crate) lines: u64,
    /// The checksum of all bytes before this line; none up to version 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) whole: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgramLine {
    pub(crate) id: Hex,
    pub(crate) game: String,
    pub(crate) file: String,
    pub(crate) source: Source,
}

/// A program's source: mostly text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Source {
    Text(String),
    Bytes { hex: Hex },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PairingLine {
    pub(crate) key: Hex,
    pub(crate) game: String,
    pub(crate) rules_version: u32,
    pub(crate) parameters: Vec<(String, u64)>,
    pub(crate) programs: Vec<Hex>,
    pub(crate) seed: u64,
    pub(crate) environment: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockLine {
    pub(crate) pairing: Hex,
    pub(crate) first_game: u64,
    pub(crate) results: String,
    /// Only present up to version 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) turns: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchLine {
    pub(crate) pairing: Hex,
    pub(crate) game: u64,
    pub(crate) places: String,
    pub(crate) reason: String,
    pub(crate) turns: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<FaultLine>,
    pub(crate) digest: Hex,
    /// The answers as [`record::pack_answers`] packed them.
    pub(crate) answers: Hex,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FaultLine {
    pub(crate) seat: usize,
    pub(crate) kind: String,
    pub(crate) detail: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VoidLine {
    pub(crate) pairing: Hex,
    pub(crate) game: u64,
    pub(crate) attempts: u32,
    pub(crate) cause: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CensusLine {
    pub(crate) pairing: Hex,
    pub(crate) estimated_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) counts: Option<CountsLine>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CountsLine {
    pub(crate) wins: [u64; 2],
    pub(crate) draws: u64,
}

/// Bytes as hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Hex(pub(crate) Vec<u8>);

impl From<Hex> for String {
    fn from(hex: Hex) -> Self {
        HEXLOWER.encode(&hex.0)
    }
}

impl TryFrom<String> for Hex {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let bytes = HEXLOWER.decode(text.as_bytes());
        bytes.map(Self).map_err(|_| "expected pairs of hexadecimal digits, 0-9 and a-f")
    }
}

impl From<Digest> for Hex {
    fn from(digest: Digest) -> Self {
        Self(digest.as_bytes().to_vec())
    }
}

impl Hex {
    /// The digest, or what is wrong with it.
    pub(crate) fn digest(&self, what: &str) -> Result<Digest, String> {
        let bytes = <[u8; 32]>::try_from(self.0.as_slice());
        bytes.map(Digest::from_bytes).map_err(|_| format!("its {what} is not 64 hexadecimal digits"))
    }
}

impl From<StoredProgram> for ProgramLine {
    fn from(StoredProgram { id, game, file, source }: StoredProgram) -> Self {
        let source = match String::from_utf8(source) {
            Ok(text) => Source::Text(text),
            Err(error) => Source::Bytes { hex: Hex(error.into_bytes()) },
        };
        Self { id: id.into(), game, file, source }
    }
}

impl ProgramLine {
    pub(crate) fn program(self) -> Result<StoredProgram, String> {
        let Self { id, game, file, source } = self;
        let source = match source {
            Source::Text(text) => text.into_bytes(),
            Source::Bytes { hex } => hex.0,
        };
        Ok(StoredProgram { id: id.digest("id")?, game, file, source })
    }
}

impl From<Pairing> for PairingLine {
    fn from(pairing: Pairing) -> Self {
        let Pairing { key, game, rules_version, parameters, programs, seed, environment } = pairing;
        let programs = programs.into_iter().map(Hex::from).collect();
        Self { key: key.into(), game, rules_version, parameters, programs, seed, environment }
    }
}

impl PairingLine {
    pub(crate) fn pairing(self) -> Result<Pairing, String> {
        let Self { key, game, rules_version, parameters, programs, seed, environment } = self;
        let programs = programs.iter().map(|program| program.digest("program")).collect::<Result<_, _>>()?;
        Ok(Pairing { key: key.digest("key")?, game, rules_version, parameters, programs, seed, environment })
    }
}

impl BlockLine {
    pub(crate) fn of(pairing: Digest, Block { first_game, results, turns: _ }: Block) -> Self {
        Self { pairing: pairing.into(), first_game, results, turns: None }
    }
}

impl MatchLine {
    pub(crate) fn of(pairing: Digest, played: StoredMatch, packed: Vec<u8>) -> Self {
        let StoredMatch { game, places, reason, turns, fault, digest } = played;
        let fault = fault.map(|(seat, kind, detail)| FaultLine { seat, kind, detail });
        let (pairing, digest, answers) = (pairing.into(), digest.into(), Hex(packed));
        Self { pairing, game, places, reason, turns, fault, digest, answers }
    }
}

impl CensusLine {
    pub(crate) fn of(pairing: Digest, StoredCensus { estimated_ms, counts }: &StoredCensus) -> Self {
        let counts = counts.map(|Counts { wins, draws }| CountsLine { wins, draws });
        Self { pairing: pairing.into(), estimated_ms: *estimated_ms, counts }
    }
}

impl VoidLine {
    pub(crate) fn of(pairing: Digest, StoredVoid { game, attempts, cause }: StoredVoid) -> Self {
        Self { pairing: pairing.into(), game, attempts, cause }
    }
}

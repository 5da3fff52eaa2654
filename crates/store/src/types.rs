//! The data that a store keeps.

use game::{AnswerLog, Counts, Digest};
use serde::{Deserialize, Serialize};

use crate::wire;

/// A program that takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredProgram {
    /// Its identity, which is that of its canonical code: programs that differ only in comments share it.
    #[serde(with = "wire::digest")]
    pub id: Digest,
    /// The game that it plays.
    pub game: String,
    /// The file name it was given as.
    pub file: String,
    /// Its source.
    pub source: Vec<u8>,
}

/// Programs that play each other, and everything that their results depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The identity of all other fields, as computed by the caller.
    #[serde(with = "wire::digest")]
    pub key: Digest,
    /// The game's name.
    pub game: String,
    /// The game's rules version.
    pub rules_version: u32,
    /// All parameters by key. The caller chooses their order, which is part of the pairing.
    pub parameters: Vec<(String, u64)>,
    /// The identities of the programs by seat: one at least. They need not be kept as programs.
    #[serde(with = "wire::digests")]
    pub programs: Vec<Digest>,
    /// The seed that all setups are drawn from.
    pub seed: u64,
    /// Compilers and isolation; empty for games that run no foreign code.
    pub environment: String,
}

/// The number of a pairing in one database. It means nothing in another one, and an export does not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PairingId(pub(crate) i64);

/// The results of consecutive games that can be played again from their numbers alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The number of its first game in the pairing.
    pub first_game: u64,
    /// Places: for each game, one character per program of the pairing. The caller defines their meaning.
    pub results: String,
    /// The turns of all its games together; 0 if that is not known, as for parts of blocks and for imported games.
    pub turns: u64,
}

/// One match of foreign code, without its answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredMatch {
    /// Its number in the pairing.
    pub game: u64,
    /// Places: one character per program. The caller defines their meaning.
    pub places: String,
    /// Why it ended.
    pub reason: String,
    /// Turns played.
    pub turns: u64,
    /// The failure that ended it: seat, kind, detail.
    pub fault: Option<(usize, String, String)>,
    /// The digest of the match.
    #[serde(with = "wire::digest")]
    pub digest: Digest,
}

/// A match that stayed void: bout or the machine failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredVoid {
    /// Its number in the pairing.
    pub game: u64,
    /// How often it was tried.
    pub attempts: u32,
    /// What failed.
    pub cause: String,
}

/// The results of every setup of a pairing of two. The first program has seat 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredCensus {
    /// [`game::Census::estimated_ms`].
    pub estimated_ms: u64,
    /// The counts; `None` if only the time of the count was estimated.
    #[serde(with = "wire::counts")]
    pub counts: Option<Counts>,
}

/// A result to keep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum NewResult {
    /// Consecutive games. Those that are kept already must have the same results; the others are added.
    Block {
        /// The pairing.
        pairing: PairingId,
        /// The games.
        block: Block,
    },
    /// A match with its answers. It takes the place of a void of the same game.
    Match {
        /// The pairing.
        pairing: PairingId,
        /// The match.
        played: StoredMatch,
        /// The answers of foreign code in it.
        #[serde(with = "wire::answers")]
        answers: AnswerLog,
    },
    /// A void match. It takes the place of an earlier void of the same game, and changes nothing where that game
    /// has a match.
    Void {
        /// The pairing.
        pairing: PairingId,
        /// The void match.
        void: StoredVoid,
    },
    /// A census. It takes the place of one that was only estimated.
    Census {
        /// The pairing, which must have two programs.
        pairing: PairingId,
        /// The census.
        census: StoredCensus,
    },
}

/// The kept games of a pairing, without their answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptGames {
    /// The pairing's number.
    pub pairing: PairingId,
    /// All blocks, in the order of their games.
    pub blocks: Vec<Block>,
    /// All matches, in the order of their games.
    pub matches: Vec<StoredMatch>,
}

impl KeptGames {
    /// The value for a pairing without kept games.
    #[must_use]
    pub fn none_of(pairing: PairingId) -> Self {
        Self { pairing, blocks: Vec::new(), matches: Vec::new() }
    }
}

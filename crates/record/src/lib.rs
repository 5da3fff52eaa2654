//! The file format of a finished match: `.bout`.
//!
//! A record is one line of JSON that people and scripts can read (`head -n 1`), then a compressed
//! body with the programs' sources and the answers of foreign code, then a line with the checksum of
//! everything before it:
//!
//! ```text
//! {"format":"bout-record","version":1,"game":"esowar",...,"body":{"bytes":217,"unpacked":301}}\n
//! <body: raw deflate of a postcard message>\n
//! blake3:<64 hexadecimal digits>\n
//! ```
//!
//! The types that are written are separate and versioned with the format (`wire.rs`), so that the types of
//! matches can change and old records stay readable.

mod answers;
mod body;
mod read;
mod wire;
mod write;

use game::{AnswerLog, Digest, NamedLists, Outcome};

pub use answers::{pack_answers, unpack_answers};
pub use read::{RecordError, read};
pub use write::{is_too_large, write};

/// The newest version of the format that this build reads. Version 2 adds [`Record::environment`]; where it is empty, a
/// record is written as version 1, which older builds read.
pub const VERSION: u32 = 2;

/// The ending of record files, without the dot.
pub const EXTENSION: &str = "bout";

/// The largest body that is unpacked, so that a decompression bomb cannot fill the memory. 64 sources of [`MAX_SOURCE_BYTES`]
/// and the answers of long matches stay far below it.
pub const MAX_BODY_BYTES: usize = 64 << 20;

/// The most replies that a record may hold and that are read. A reply takes about 32 bytes of memory in addition to its
/// content, but it may take as few as two bytes in a file, which compress to almost nothing. The longest match of Snakes has
/// two million replies.
pub const MAX_REPLIES: usize = 1 << 21;

/// Longer sources are not stored as they are: such a file is mostly comments, and a record should be small. The canonical form
/// is stored instead.
pub const MAX_SOURCE_BYTES: usize = 256 << 10;

/// A finished match, with everything needed to play it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The game's rules version.
    pub rules_version: u32,
    /// All parameters by key.
    pub parameters: Vec<(String, u64)>,
    /// The programs in the order of their seats.
    pub programs: Vec<RecordedProgram>,
    /// The seed that the setup was drawn from, if it was drawn.
    pub seed: Option<u64>,
    /// The number of this match within its command, from 0.
    pub match_index: u64,
    /// The setup from which the match started.
    pub setup: NamedLists,
    /// How it ended. The reason is one of the words that its game declares.
    pub outcome: RecordedOutcome,
    /// What foreign code answered.
    pub answers: AnswerLog,
    /// What the answers may depend on besides the programs, by name: compilers of foreign code and their versions. Empty
    /// if no foreign code was asked.
    pub environment: Vec<(String, String)>,
    /// The digest of the match.
    pub digest: Digest,
    /// The state hash at the end, if the engine played that far.
    pub state_hash: Option<Digest>,
}

/// A program in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedProgram {
    /// The file name it was given as, without its folder.
    pub file: String,
    /// Its source.
    pub source: Vec<u8>,
}

/// An outcome as a record keeps it: the reason is text, since a record may come from a build whose
/// games have other words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedOutcome {
    /// The winner's seat.
    pub winner: Option<usize>,
    /// The seats that tie.
    pub tied: Vec<usize>,
    /// Why the match ended.
    pub reason: String,
    /// Turns played.
    pub turns: u64,
    /// Each seat's place.
    pub places: Vec<u32>,
    /// The failure that ended the match: seat, kind, detail.
    pub fault: Option<(usize, String, String)>,
    /// Other numbers that the game reports.
    pub tallies: Vec<(String, Vec<u64>)>,
}

impl From<&Outcome> for RecordedOutcome {
    fn from(outcome: &Outcome) -> Self {
        Self {
            winner: outcome.winner(),
            tied: outcome.tied().to_vec(),
            reason: outcome.reason.into(),
            turns: outcome.turns,
            places: outcome.places.clone(),
            fault: outcome
                .fault
                .as_ref()
                .map(|fault| (fault.seat, fault.kind.word().into(), fault.detail.clone())),
            tallies: outcome
                .tallies
                .iter()
                .map(|(name, numbers)| ((*name).into(), numbers.clone()))
                .collect(),
        }
    }
}

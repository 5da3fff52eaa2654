//! The progress of a command with several challengers. If it is killed, the same command continues where it stopped.

use serde::{Deserialize, Serialize};

use super::{Folder, State};
use crate::Failure;
use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::internal_folder::INTERNAL_FOLDER;

/// The file in `.bout` that stores the progress while the command runs.
const BATCH_FILE: FileName = FileName::own("command.json");

/// The largest list of challengers.
const MAX_BATCH_BYTES: u64 = 64 << 20;

/// The task of `bout hill add`, and its progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The challengers' files and identities, in the order of the command line.
    pub challengers: Vec<(String, String)>,
    /// How many challengers are done.
    pub done: usize,
    /// The hill's number of challenges at that point. If it differs, another command has changed the hill since.
    pub challenges: u64,
}

impl Batch {
    /// Returns how many of these challengers an earlier run of the same command had done before it was stopped.
    pub fn done_before(folder: &Folder, challengers: &[(String, String)]) -> Result<usize, Failure> {
        let Some(own) = folder.inside.folder(&INTERNAL_FOLDER)? else { return Ok(0) };
        let Some(bytes) = own.read_at_most(MAX_BATCH_BYTES, &BATCH_FILE)? else { return Ok(0) };
        // A file that cannot be parsed is from another version, and is ignored.
        let Ok(batch) = serde_json::from_slice::<Self>(&bytes) else { return Ok(0) };
        let is_same = batch.challengers == challengers && batch.challenges == folder.state.challenges;
        Ok(if is_same { batch.done.min(challengers.len()) } else { 0 })
    }

    /// Stores the progress of the command.
    pub(super) fn write(&self, own: &ConfinedFolder) -> Result<(), Failure> {
        let text = serde_json::to_vec(self).expect("a list is plain data");
        own.write_durably(&BATCH_FILE, &text)
    }

    /// Removes the file, because the command is done or another one has changed the hill.
    pub fn forget(hill: &ConfinedFolder) -> Result<(), Failure> {
        hill.folder(&INTERNAL_FOLDER)?.map_or(Ok(()), |own| own.remove(&BATCH_FILE))
    }

    /// Returns this batch with `done` challengers done.
    #[must_use]
    pub fn with(&self, done: usize, state: &State) -> Self {
        Self { challengers: self.challengers.clone(), done, challenges: state.challenges }
    }
}

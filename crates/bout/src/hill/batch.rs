//! A command with several challengers, which may be killed between two of them: the same command goes on where it was.

use serde::{Deserialize, Serialize};

use super::{Folder, State};
use crate::enclosed::Enclosed;
use crate::failure::Failure;
use crate::file_name::FileName;
use crate::own_folder::OWN;

/// Where it is kept while the command runs, in `.bout`.
const BATCH_FILE: FileName = FileName::own("command.json");

/// The longest list of challengers.
const MAX_BATCH_BYTES: u64 = 64 << 20;

/// What `bout hill add` was asked to do, and how far it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Batch {
    /// The challengers' files and identities, in the order of the command line.
    pub(crate) challengers: Vec<(String, String)>,
    /// How many of them are done.
    pub(crate) done: usize,
    /// The challenges that the hill had seen by then: a hill with another number was changed otherwise meanwhile.
    pub(crate) challenges: u64,
}

impl Batch {
    /// How many of these challengers the same command has done already, which was stopped before its end.
    pub(crate) fn done_before(folder: &Folder, challengers: &[(String, String)]) -> Result<usize, Failure> {
        let Some(own) = folder.inside.folder(&OWN)? else { return Ok(0) };
        let Some(bytes) = own.read_at_most(MAX_BATCH_BYTES, &BATCH_FILE)? else { return Ok(0) };
        // What cannot be read is of another version: then it is as if nobody had begun.
        let Ok(batch) = serde_json::from_slice::<Self>(&bytes) else { return Ok(0) };
        let is_same = batch.challengers == challengers && batch.challenges == folder.state.challenges;
        Ok(if is_same { batch.done.min(challengers.len()) } else { 0 })
    }

    /// Writes down how far the command is.
    pub(super) fn write(&self, own: &Enclosed) -> Result<(), Failure> {
        let text = serde_json::to_vec(self).expect("a list is plain data");
        own.write_for_good(&BATCH_FILE, &text)
    }

    /// The command has come to its end, or another one has changed the hill.
    pub(crate) fn forget(hill: &Enclosed) -> Result<(), Failure> {
        hill.folder(&OWN)?.map_or(Ok(()), |own| own.remove(&BATCH_FILE))
    }

    /// The same command with so many challengers done.
    pub(crate) fn with(&self, done: usize, state: &State) -> Self {
        Self { challengers: self.challengers.clone(), done, challenges: state.challenges }
    }
}

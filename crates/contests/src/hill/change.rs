//! Atomic changes to a hill: if a command is killed, the next one finishes the change.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use super::{Batch, Challenge, FALLEN, PROGRAMS, RESULTS, STANDINGS_FILE, State, history_tail};
use crate::Failure;
use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::internal_folder::{INTERNAL_FOLDER, hold_changes};

/// A decided change. It is written to a file before anything else is modified, and every step can be repeated.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HillChange {
    /// The file to add to `programs/`: its name, and its bytes in base64.
    pub add: Option<(FileName, String)>,
    /// The older version that the added file replaces under the same name: its name in `fallen/`, and its bytes in base64.
    /// A move could not be repeated, because the name has the new bytes afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<(FileName, String)>,
    /// The files to move from `programs/` to `fallen/`: their names in both folders.
    pub remove: Vec<(FileName, FileName)>,
    /// The state of the hill afterwards.
    pub state: State,
    /// The line of the history.
    pub challenge: Challenge,
    /// Further lines of the history.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Challenge>,
    /// The table before the change, and the file in `results/` that keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_table: Option<(FileName, State)>,
    /// The progress of the command that makes the change, if it has more to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<Batch>,
}

/// The file in `.bout` that holds a pending change.
const PENDING_FILE: FileName = FileName::own("pending.json");

/// The largest pending change: a program of 16 MiB in base64, and the standings.
const MAX_PENDING_BYTES: u64 = 64 << 20;

impl HillChange {
    /// Creates a change that moves no files.
    pub(super) fn new(state: State, challenge: Challenge) -> Self {
        Self {
            add: None,
            replaced: None,
            remove: Vec::new(),
            state,
            challenge,
            more: Vec::new(),
            old_table: None,
            batch: None,
        }
    }

    /// Makes the change. If the machine fails, the next command completes it.
    pub fn make(&self, hill: &ConfinedFolder) -> Result<(), Failure> {
        let _held = hold_changes(hill)?;
        let text = serde_json::to_vec(self).expect("a change is plain data");
        hill.make_folder(&INTERNAL_FOLDER)?.write_durably(&PENDING_FILE, &text)?;
        self.carry_out(hill)
    }

    /// Returns true if a change was started but not finished.
    pub fn is_pending(hill: &ConfinedFolder) -> Result<bool, Failure> {
        hill.folder(&INTERNAL_FOLDER)?.map_or(Ok(false), |own| own.has(&PENDING_FILE))
    }

    /// Finishes a pending change, if there is one.
    pub fn finish_pending(hill: &ConfinedFolder) -> Result<(), Failure> {
        let Some(own) = hill.folder(&INTERNAL_FOLDER)? else { return Ok(()) };
        let Some(bytes) = own.read_at_most(MAX_PENDING_BYTES, &PENDING_FILE)? else { return Ok(()) };
        let change: Self = serde_json::from_slice(&bytes).map_err(|error| {
            let path = own.path_of(&PENDING_FILE);
            let why = format!(
                "this is not a valid change to a hill ({error}); remove the file to continue without it"
            );
            Failure::Refused(format!("{}: {why}", path.display()))
        })?;
        let _held = hold_changes(hill)?;
        change.carry_out(hill)
    }

    fn carry_out(&self, hill: &ConfinedFolder) -> Result<(), Failure> {
        let [programs, fallen, results] = [PROGRAMS, FALLEN, RESULTS].map(|name| hill.make_folder(&name));
        let (programs, fallen, results) = (programs?, fallen?, results?);
        for (folder, file) in [(&fallen, &self.replaced), (&programs, &self.add)] {
            let Some((name, bytes)) = file else { continue };
            let bytes = BASE64_STANDARD
                .decode(bytes)
                .map_err(|error| Failure::Refused(format!("{PENDING_FILE} is damaged: {error}")))?;
            folder.write_durably(name, &bytes)?;
        }
        for (name, there) in &self.remove {
            programs.move_into(name, &fallen, there)?;
        }
        if !self.remove.is_empty() {
            fallen.sync_names()?;
            programs.sync_names()?;
        }
        if let Some((file, table)) = &self.old_table {
            table.write(&results, file)?;
        }
        self.state.write(&results, &STANDINGS_FILE)?;
        let lines: Vec<&Challenge> = std::iter::once(&self.challenge).chain(&self.more).collect();
        history_tail::append(&results, &lines)?;
        let own = hill.make_folder(&INTERNAL_FOLDER)?;
        match &self.batch {
            Some(batch) => batch.write(&own)?,
            None => Batch::forget(hill)?,
        }
        own.remove(&PENDING_FILE)
    }
}

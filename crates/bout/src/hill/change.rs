//! Changing a hill as a whole: killed at any moment, the next command finishes what was begun.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::history::HISTORY_FILE;
use super::{Challenge, State};
use crate::failure::Failure;
use crate::recorder::write_whole;

/// A change that was decided. It is written down before anything is touched, and every step of it can be done
/// twice.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Change {
    /// The file that comes into `programs/`: its name, and its bytes in base64.
    pub(crate) add: Option<(String, String)>,
    /// The files that go from `programs/` to `fallen/`: their names there, and here.
    pub(crate) remove: Vec<(String, String)>,
    pub(crate) state: State,
    pub(crate) challenge: Challenge,
}

/// Where a change is written down.
const PENDING_FILE: &str = ".bout/pending.json";

impl Change {
    /// Makes the change, whole or, if the machine fails, as soon as the next command comes.
    pub(crate) fn make(&self, hill: &Path) -> Result<(), Failure> {
        let text = serde_json::to_vec(self).expect("a change is plain data");
        write_whole(&hill.join(PENDING_FILE), &text)?;
        self.carry_out(hill)
    }

    /// Finishes a change that was begun, if there is one.
    pub(crate) fn finish_pending(hill: &Path) -> Result<(), Failure> {
        let path = hill.join(PENDING_FILE);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Failure::file(&path, "read", &error)),
            Ok(bytes) => bytes,
        };
        let change: Self = serde_json::from_slice(&bytes).map_err(|error| {
            let why = format!("this is no change to a hill ({error}); remove the file to go on without it");
            Failure::Refused(format!("{}: {why}", path.display()))
        })?;
        change.carry_out(hill)
    }

    fn carry_out(&self, hill: &Path) -> Result<(), Failure> {
        for folder in ["programs", "fallen", "results"] {
            let path = hill.join(folder);
            fs::create_dir_all(&path).map_err(|error| Failure::file(&path, "make the folder", &error))?;
        }
        if let Some((name, bytes)) = &self.add {
            let bytes = base64::Engine::decode(&base64::prelude::BASE64_STANDARD, bytes)
                .map_err(|error| Failure::Refused(format!("{PENDING_FILE} is damaged: {error}")))?;
            write_whole(&hill.join("programs").join(name), &bytes)?;
        }
        for (name, fallen) in &self.remove {
            let (from, to) = (hill.join("programs").join(name), hill.join("fallen").join(fallen));
            if from.exists() {
                fs::rename(&from, &to).map_err(|error| Failure::file(&from, "move to fallen/", &error))?;
            }
        }
        let state = serde_json::to_string_pretty(&self.state).expect("a state is plain data");
        write_whole(&hill.join("results/standings.json"), format!("{state}\n").as_bytes())?;
        self.write_history(hill)?;
        let pending = hill.join(PENDING_FILE);
        fs::remove_file(&pending).map_err(|error| Failure::file(&pending, "remove", &error))
    }

    /// Adds the challenge to the history, if it is not there yet.
    fn write_history(&self, hill: &Path) -> Result<(), Failure> {
        let path = hill.join(HISTORY_FILE);
        let mut history = match fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            other => other.map_err(|error| Failure::file(&path, "read", &error))?,
        };
        let line = serde_json::to_string(&self.challenge).expect("a challenge is plain data");
        if history.lines().any(|known| known == line) {
            return Ok(());
        }
        if !history.is_empty() && !history.ends_with('\n') {
            history.push('\n');
        }
        history.push_str(&line);
        history.push('\n');
        write_whole(&path, history.as_bytes())
    }
}

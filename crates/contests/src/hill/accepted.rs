//! The environments that a hill accepts, by the names in `hill.toml`.
//!
//! A name is a hash, so its meaning must come from elsewhere: from the table, from earlier answers of machines, or
//! from the machines that play the hill's games.

use dispatch::{Tools, environment_name};

use super::Folder;
use super::config::CONFIG_FILE;
use crate::Failure;
use crate::contest::{AcceptedEnvironments, Environment, HERE};
use crate::file_name::FileName;
use crate::internal_folder::INTERNAL_FOLDER;

/// The file in `.bout` with the environments from earlier answers.
const ENVIRONMENTS_FILE: FileName = FileName::own("environments.json");

/// The largest such file.
const MAX_FILE_BYTES: u64 = 1 << 20;

impl Folder {
    /// Returns the environments that the hill accepts. `here` is the environment of this machine.
    ///
    /// Fails if nobody knows one of them.
    pub(super) fn accepted_environments(&self, here: &Tools) -> Result<AcceptedEnvironments, Failure> {
        let names = &self.config.accept_environments;
        if names.is_empty() {
            return Ok(AcceptedEnvironments::default());
        }
        let mut known = self.known_environments()?;
        if let Ok(accepted) = AcceptedEnvironments::named(names, here, &known) {
            return Ok(accepted);
        }
        let game = self.config.game.info().name;
        let are_enough = |all: &[Tools]| {
            let all = [known.as_slice(), all].concat();
            AcceptedEnvironments::named(names, here, &all).is_ok()
        };
        let asked = self.dispatcher.environments(game, &are_enough);
        known.extend(asked);
        match AcceptedEnvironments::named(names, here, &known) {
            Ok(accepted) => {
                self.keep_environments(&accepted)?;
                Ok(accepted)
            }
            Err(unknown) => {
                let path = self.inside.path_of(&CONFIG_FILE);
                let others: Vec<String> = known.iter().map(|tools| environment_name(tools)).collect();
                let others = if others.is_empty() { "no others".into() } else { others.join(", ") };
                Err(Failure::Refused(format!(
                    "{}: accept_environments has \"{unknown}\", which nobody knows; known are \"{HERE}\" and {others}. \
                     Repeat the command with --queue while a worker with this environment is there; \
                     `bout queue status` lists them",
                    path.display()
                )))
            }
        }
    }

    /// Returns the environments from earlier answers, and those of the table.
    fn known_environments(&self) -> Result<Vec<Tools>, Failure> {
        let own = self.inside.folder(&INTERNAL_FOLDER)?;
        let kept = own.map(|own| own.read_at_most(MAX_FILE_BYTES, &ENVIRONMENTS_FILE)).transpose()?.flatten();
        // If the file is damaged, the machines are asked again.
        let kept: Vec<Tools> = kept.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        let of_table = self.state.environments.iter().map(Environment::named_tools);
        Ok(of_table.chain(kept).collect())
    }

    /// Stores the meaning of names, so that commands without a queue know it.
    fn keep_environments(&self, accepted: &AcceptedEnvironments) -> Result<(), Failure> {
        if !self.is_held() {
            return Ok(());
        }
        let text = serde_json::to_vec(accepted.all()).expect("it is plain data");
        self.inside.make_folder(&INTERNAL_FOLDER)?.write_durably(&ENVIRONMENTS_FILE, &text)
    }
}

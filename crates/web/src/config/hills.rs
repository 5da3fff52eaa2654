//! `[hills.NAME]`: hills that the site creates if they do not exist.

use std::path::Path;

use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;
use contests::{Failure, hill};
use game::LineupError;
use games::RegisteredGame;

use super::{CONFIG_FILE, Config, refused};
use crate::server::Examples;

/// A hill that the settings name and that does not exist yet.
pub(crate) struct NamedHill {
    /// Its name.
    pub(crate) name: FileName,
    /// Its game.
    pub(crate) game: &'static dyn RegisteredGame,
    /// The text of its `hill.toml`.
    pub(crate) settings: String,
}

impl Config {
    /// Returns the hills that the settings name and that do not exist yet in a folder. Fails if one
    /// exists with other settings.
    pub(crate) fn new_hills(
        &self,
        folder: &Path,
        examples: fn(&str) -> Examples,
    ) -> Result<Vec<NamedHill>, Failure> {
        if !self.hills.is_empty() && folder.join(hill::CONFIG_FILE).is_file() {
            let why = "the folder is a hill itself, so it has no hills in it; leave out [hills], or serve the folder around it";
            return Err(refused(folder, why));
        }
        let whole: toml::Table =
            toml::from_str(&self.text).map_err(|error| refused(folder, &error.to_string()))?;
        let mut new = Vec::new();
        for (name, wanted) in &self.hills {
            let name = name.file_name();
            if let Some(error) = wrong_rules(wanted.get_ref(), examples) {
                let place = self.place(wanted.span().start);
                return Err(refused(folder, &format!("{place}: [hills.{name}.rules]: {error}")));
            }
            let table = whole.get("hills").and_then(|hills| hills.get(name.as_str()));
            let table = table.and_then(toml::Value::as_table).cloned().unwrap_or_default();
            let there = folder.join(name);
            if !there.join(hill::CONFIG_FILE).is_file() {
                new.push(NamedHill {
                    name: name.clone(),
                    game: wanted.get_ref().game,
                    settings: settings_of(&table),
                });
                continue;
            }
            let existing = hill::Config::read(&ConfinedFolder::open(&there)?)?;
            let differences = wanted.get_ref().differences(&existing);
            if let Some(key) = differences.into_iter().find(|key| table.contains_key(*key)) {
                let place = self.place(wanted.span().start);
                let file = Path::new(name.as_str()).join(hill::CONFIG_FILE);
                let why = format!(
                    "{place}: [hills.{name}] and the {} of the existing hill have different values of `{key}`; \
                     make them the same, or leave out `{key}` here",
                    file.display()
                );
                return Err(refused(folder, &why));
            }
        }
        Ok(new)
    }
}

/// Returns what is wrong with the parameters of a hill. Which values are legal may depend on the
/// programs, so this tries a match of the shortest example against itself. Without examples, a
/// wrong value shows only in the first game.
fn wrong_rules(hill: &hill::Config, examples: fn(&str) -> Examples) -> Option<LineupError> {
    let examples = examples(hill.game.info().name);
    let (_, shortest) = examples.iter().min_by_key(|(_, bytes)| bytes.len())?;
    let program = hill.game.read(shortest).program?;
    hill.game.lineup(&[program.clone(), program], &hill.rules).err()
}

/// Returns the `hill.toml` of a new hill.
fn settings_of(table: &toml::Table) -> String {
    format!("# This hill was created as {CONFIG_FILE} says.\n{table}")
}

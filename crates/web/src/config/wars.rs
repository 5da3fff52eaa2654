//! `[wars.NAME]`: wars that the site creates if they do not exist.

use std::path::Path;

use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;
use contests::{Failure, hill, war};
use serde::Deserialize;

use super::{Config, Count, refused};

/// The longest time between two rounds, in seconds: a year.
const MAX_SECONDS: u64 = 366 * 86_400;

/// The default seed of a war, as on the command line.
const DEFAULT_SEED: u64 = 1;

/// The settings of a war on a site.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "WarTable")]
pub(crate) struct WarSettings {
    /// The settings in its `war.toml`.
    pub(crate) config: war::Config,
    /// The seconds between rounds; `None` if they are played by hand.
    pub(crate) round_every_s: Option<Count<MAX_SECONDS>>,
    /// The names of the parameters in the settings.
    given: Vec<String>,
    has_seed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WarTable {
    seed: Option<u64>,
    round_every_s: Option<Count<MAX_SECONDS>>,
    #[serde(default)]
    rules: toml::Table,
}

impl TryFrom<WarTable> for WarSettings {
    type Error = String;

    fn try_from(table: WarTable) -> Result<Self, String> {
        Ok(Self {
            config: war::Config::of_table(&table.rules, table.seed.unwrap_or(DEFAULT_SEED))?,
            round_every_s: table.round_every_s,
            given: table.rules.keys().cloned().collect(),
            has_seed: table.seed.is_some(),
        })
    }
}

impl WarSettings {
    /// Returns the name of a setting whose value differs in an existing war.
    fn difference(&self, existing: &war::Config) -> Option<String> {
        if self.has_seed && self.config.seed != existing.seed {
            return Some("seed".into());
        }
        let (ours, theirs) = (self.config.values(), existing.values());
        let is_other = |key: &&String| {
            let value =
                |all: &[(&str, u64)]| all.iter().find(|(known, _)| known == *key).map(|(_, value)| *value);
            value(&ours) != value(&theirs)
        };
        self.given.iter().find(is_other).cloned()
    }
}

impl Config {
    /// Returns the seconds between rounds of a war; `None` if they are played by hand.
    pub(crate) fn round_every_s(&self, war: &str) -> Option<u64> {
        let (_, settings) = self.wars.iter().find(|(name, _)| name.file_name().as_str() == war)?;
        settings.get_ref().round_every_s.map(Count::get)
    }

    /// Creates the wars that the settings name and that do not exist yet in a folder. If one exists
    /// with other settings, fails and creates nothing.
    pub(crate) fn make_wars(&self, folder: &Path) -> Result<(), Failure> {
        let is_one = folder.join(hill::CONFIG_FILE).is_file() || folder.join(war::CONFIG_FILE).is_file();
        if !self.wars.is_empty() && is_one {
            let why = "the folder is a hill or a war itself, so it has no wars in it; leave out [wars], or serve the folder around it";
            return Err(refused(folder, why));
        }
        let mut new: Vec<(&FileName, &war::Config)> = Vec::new();
        for (name, wanted) in &self.wars {
            let place = self.place(wanted.span().start);
            let (name, settings) = (name.file_name(), wanted.get_ref());
            let there = folder.join(name);
            if there.join(hill::CONFIG_FILE).is_file()
                || self.hills.keys().any(|hill| hill.file_name() == name)
            {
                let why = format!("{place}: [wars.{name}] has the name of a hill; give the war another name");
                return Err(refused(folder, &why));
            }
            if !there.join(war::CONFIG_FILE).is_file() {
                new.push((name, &settings.config));
                continue;
            }
            let existing = war::Config::read(&ConfinedFolder::open(&there)?)?;
            if let Some(key) = settings.difference(&existing) {
                let file = Path::new(name.as_str()).join(war::CONFIG_FILE);
                let why = format!(
                    "{place}: [wars.{name}] and the {} of the existing war have different values of `{key}`; \
                     make them the same, or leave out `{key}` here",
                    file.display()
                );
                return Err(refused(folder, &why));
            }
        }
        new.into_iter().try_for_each(|(name, config)| war::Folder::make(&folder.join(name), config))
    }
}

//! Creates the hills of a new site: one for each game, with example programs in its queue.

use std::path::Path;

use contests::Failure;
use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;
use contests::hill::{CONFIG_FILE, template};
use games::RegisteredGame;

use crate::site::{Site, failed};
use crate::times;

/// The maximum number of example programs for a hill with foreign code. These are slow, and a new
/// site should have results soon.
const MAX_FOREIGN_PROGRAMS: usize = 8;

/// The file in `.bout` that exists until all hills of a new site have been created.
const UNFINISHED: FileName = FileName::own("new-site");

/// Records that the hills of a new site are being created.
pub(crate) fn begin(site: &Path) -> Result<(), Failure> {
    ConfinedFolder::make(&site.join(".bout"))?.write_durably(&UNFINISHED, b"")
}

/// Returns true if the creation of the hills of a new site was begun, but not finished.
pub(crate) fn are_unfinished(site: &Path) -> bool {
    site.join(".bout").join(UNFINISHED).is_file()
}

/// Records that all hills have been created.
pub(crate) fn finish(site: &Path) -> Result<(), Failure> {
    ConfinedFolder::make(&site.join(".bout"))?.remove(&UNFINISHED)
}

/// A hill to create.
pub(crate) struct NewHill {
    pub(crate) name: FileName,
    pub(crate) game: &'static dyn RegisteredGame,
    /// Its `hill.toml`.
    pub(crate) settings: String,
    /// The programs that will challenge it.
    pub(crate) examples: Vec<(String, &'static [u8])>,
}

impl NewHill {
    /// Returns the hill of a game on a new site, with the usual settings.
    pub(crate) fn of_game(game: &'static dyn RegisteredGame, examples: Vec<(String, &'static [u8])>) -> Self {
        Self { name: FileName::own(game.info().name), game, settings: template(game), examples }
    }

    /// Creates the hill unless it exists. The settings are written last, because they make the
    /// folder a hill.
    pub(crate) fn create(self, site: &Site) -> Result<(), Failure> {
        let folder = site.folder.join(&self.name);
        if folder.join(CONFIG_FILE).is_file() {
            return Ok(());
        }
        let most = if self.game.runs_foreign_code() { MAX_FOREIGN_PROGRAMS } else { usize::MAX };
        let every = self.examples.len().div_ceil(most).max(1);
        let examples: Vec<_> = self.examples.into_iter().step_by(every).collect();
        site.accounts
            .submit_examples(self.name.as_str(), &examples, times::now())
            .map_err(|error| failed(&error))?;
        ConfinedFolder::make(&folder)?.write_durably(&CONFIG_FILE, self.settings.as_bytes())
    }
}

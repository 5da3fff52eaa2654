//! The hills of a new site: one for every game, where the example programs wait to challenge it.

use std::path::Path;

use contests::Failure;
use contests::enclosed::{Enclosed, create_durably};
use contests::file_name::FileName;
use contests::hill::{CONFIG_FILE, template};
use games::RegisteredGame;

/// Programs of foreign code are slow, and a new site is to have results soon.
const MAX_FOREIGN_PROGRAMS: usize = 8;

/// The file in `.bout` that is there until all hills of a new site are.
const UNFINISHED: FileName = FileName::own("new-site");

/// Notes that the hills of a new site are being created.
pub(crate) fn begin(site: &Path) -> Result<(), Failure> {
    Enclosed::make(&site.join(".bout"))?.write_durably(&UNFINISHED, b"")
}

/// Returns true if the hills of a new site were begun, but not all created.
pub(crate) fn are_unfinished(site: &Path) -> bool {
    site.join(".bout").join(UNFINISHED).is_file()
}

/// Notes that all hills are created.
pub(crate) fn finish(site: &Path) -> Result<(), Failure> {
    Enclosed::make(&site.join(".bout"))?.remove(&UNFINISHED)
}

/// Creates the hill of a game unless there is one. Its settings are written last: they make the folder a hill.
pub(crate) fn plant(
    site: &Path,
    queue: &Path,
    game: &dyn RegisteredGame,
    examples: Vec<(String, &'static [u8])>,
) -> Result<(), Failure> {
    let hill = site.join(game.info().name);
    if hill.join(CONFIG_FILE).is_file() {
        return Ok(());
    }
    create_durably(queue)?;
    let waiting = Enclosed::make(queue)?;
    let most = if game.runs_foreign_code() { MAX_FOREIGN_PROGRAMS } else { usize::MAX };
    let every = examples.len().div_ceil(most).max(1);
    for (number, (file, bytes)) in examples.into_iter().step_by(every).enumerate() {
        let name = FileName::new(&format!("{number:06}-{file}")).map_err(Failure::Refused)?;
        waiting.write_durably(&name, bytes)?;
    }
    Enclosed::make(&hill)?.write_durably(&CONFIG_FILE, template(game).as_bytes())
}

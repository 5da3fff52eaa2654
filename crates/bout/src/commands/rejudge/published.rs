//! Reads what a site publishes about a scheduled contest: an export of the results, and the secret
//! of the final.

use std::io::Cursor;
use std::path::Path;

use contests::Failure;
use contests::confined_folder::ConfinedFolder;
use contests::contest::Contest;
use contests::contest::lock_file::{DATABASE_FILE, Lock};
use contests::dated::{ENTRANTS, RESULTS_FILE, REVEAL_FILE, Reveal};
use game::Digest;
use store::Store;

use crate::commands::import;

/// The largest export that is read, in bytes.
const MAX_EXPORT: u64 = 1 << 30;

/// Opens the database in a folder for reading. If there is none, imports the export in this folder
/// into a database in memory.
pub(super) fn results_in(folder: &Path) -> Result<Store, Failure> {
    let database = folder.join(DATABASE_FILE);
    if std::fs::symlink_metadata(&database).is_ok() {
        return Ok(Store::open_to_read(&database)?);
    }
    let export = ConfinedFolder::open(folder)?.read_at_most(MAX_EXPORT, &RESULTS_FILE)?;
    let Some(export) = export else {
        // Neither file exists: the error should name the database, which most contests have.
        return Ok(Store::open_to_read(&database)?);
    };
    let mut store = Store::in_memory()?;
    import::into(&mut store, Cursor::new(export), &folder.join(RESULTS_FILE))?;
    Ok(store)
}

/// Checks that a final is the announced one, by means of `reveal.json` and the programs in the
/// folder.
pub(super) fn check(
    announced: &Digest,
    folder: &Path,
    lock: &Lock,
    contest: &Contest,
) -> Result<String, Failure> {
    let path = folder.join(REVEAL_FILE);
    let folder = ConfinedFolder::open(folder)?;
    let missing = || {
        let why =
            "there is no such file, but --commitment needs it; download it from the page of the contest";
        Failure::File(format!("{}: {why}", path.display()))
    };
    let bytes = folder.read(&REVEAL_FILE)?.ok_or_else(missing)?;
    let reveal: Reveal = serde_json::from_slice(&bytes)
        .map_err(|error| Failure::Refused(format!("{}: {error}", path.display())))?;
    reveal.check(announced)?;
    reveal.check_lock(lock, contest)?;
    let programs = folder.folder(&ENTRANTS)?;
    let files = reveal.check_programs(|file| match &programs {
        Some(programs) => programs.read(file),
        None => Ok::<_, Failure>(None),
    })?;
    let entrants = reveal.entrants.len();
    let beside = match files {
        0 => String::new(),
        files => format!("; {files} of their files are here, and are those that played"),
    };
    Ok(format!(
        "the final is the announced one: its seed follows from the secret and from its {entrants} entrants{beside}"
    ))
}

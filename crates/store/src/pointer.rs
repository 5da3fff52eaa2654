//! The file in the place of a database that is on a server: it says in which schema the results are.
//!
//! This file decides where the results are. So they move from a file to a server, and back, when one file takes the place of
//! the other.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::StoreError;

/// The first line of such a file. It also informs people who open the file.
const FIRST_LINE: &str = "The results are in PostgreSQL (bout man postgresql), in this schema:\n";

/// The beginning of the names of schemas.
#[cfg(feature = "postgres")]
pub(crate) const PREFIX: &str = "bout_results_";

/// The largest size of such a file.
const MAX_BYTES: u64 = 256;

/// The name of the schema with the results, if such a file is there.
pub(crate) fn read(path: &Path) -> Result<Option<String>, StoreError> {
    // Links are not followed, and opening a pipe could wait forever. If it is opened as a database later, the error says
    // what it is.
    if !fs::symlink_metadata(path).is_ok_and(|about| about.is_file()) {
        return Ok(None);
    }
    let mut text = Vec::new();
    match File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut text)) {
        Err(_) => return Ok(None),
        Ok(_) if !text.starts_with(FIRST_LINE.as_bytes()) => return Ok(None),
        Ok(_) => {}
    }
    let name = str::from_utf8(&text[FIRST_LINE.len()..]).ok().and_then(|name| name.strip_suffix('\n'));
    match name {
        Some(name) if is_name(name) => Ok(Some(name.to_owned())),
        _ => {
            let what =
                "it does not name the schema with the results; put back the file that was there".into();
            Err(StoreError::CannotOpen { path: path.to_owned(), what })
        }
    }
}

/// True only for names of schemas with results, so somebody who can write such a file reaches nothing else.
pub(crate) fn is_name(name: &str) -> bool {
    name.strip_prefix("bout_results_")
        .is_some_and(|rest| rest.len() == 32 && rest.bytes().all(|byte| b"0123456789abcdef".contains(&byte)))
}

/// Writes such a file durably if there is none. Returns whether there was none.
pub(crate) fn write_new(path: &Path, name: &str) -> io::Result<bool> {
    let draft = write_draft(path, name)?;
    // Unlike a rename, a link never replaces a file.
    let linked = fs::hard_link(&draft, path);
    let _ = fs::remove_file(&draft);
    match linked {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
        Ok(()) => sync_folder_of(path).map(|()| true),
    }
}

/// Writes such a file durably beside its final place.
pub(crate) fn write_draft(path: &Path, name: &str) -> io::Result<PathBuf> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".pointer-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
    let draft = PathBuf::from(draft);
    let _ = fs::remove_file(&draft);
    let mut file = File::create_new(&draft)?;
    file.write_all(format!("{FIRST_LINE}{name}\n").as_bytes())?;
    file.sync_all()?;
    Ok(draft)
}

/// Checks that the file which names this schema is where it was, and writes it again if it is not.
pub(crate) fn check_still_exists(path: &Path, schema: &str) -> Result<(), StoreError> {
    if matches!(read(path), Ok(Some(name)) if name == schema) {
        return Ok(());
    }
    let lost = |what: String| StoreError::Lost { path: path.to_owned(), what };
    let written = |path: &Path| write_new(path, schema).map_err(|error| lost(error.to_string()));
    let mut anew = path.to_owned();
    if !written(&anew)? {
        anew.as_mut_os_string().push(".rescued");
        if !written(&anew)? {
            return Err(lost(format!("{} is there already", anew.display())));
        }
    }
    Err(StoreError::Removed { path: path.to_owned(), anew })
}

/// Makes the names in the folder of a file durable.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_names_results_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hill.db");
        let name = format!("bout_results_{}", "0f".repeat(16));
        assert_eq!(read(&path).unwrap(), None);
        assert!(write_new(&path, &name).unwrap());
        assert_eq!(read(&path).unwrap(), Some(name.clone()));
        assert!(!write_new(&path, "other").unwrap(), "it takes the place of nothing");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
        for wrong in ["public", "bout_results_", "bout_results_0g", &format!("{name}\n{name}"), &name[1..]] {
            fs::write(&path, format!("{FIRST_LINE}{wrong}\n")).unwrap();
            assert!(read(&path).is_err(), "{wrong}");
        }
        fs::write(&path, format!("{FIRST_LINE}{name}")).unwrap();
        assert!(read(&path).is_err(), "it is cut off");
        fs::write(&path, "SQLite format 3\0").unwrap();
        assert_eq!(read(&path).unwrap(), None);
    }
}

//! Forgetting an author: the published files of a contest get another name, and still prove as much.

use std::collections::BTreeMap;

use serde_json::Value;
use store::Store;

use super::entries::ENTRIES;
use super::final_tournament::STANDINGS_FILE;
use super::folder::{FROZEN_FILE, read_json};
use super::{ENTRANTS, Folder, Frozen, RESULTS_FILE, REVEAL_FILE, Reveal};
use crate::confined_folder::ConfinedFolder;
use crate::contest::lock_file::{DATABASE_FILE, LOCK_FILE, Lock};
use crate::file_name::FileName;
use crate::{Client, Failure};

/// An entrant that gets another name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamed {
    /// The file of the program in the final.
    pub file: FileName,
    /// The file's new name.
    pub to: FileName,
    /// The text that replaces the author's name.
    pub author: String,
}

impl Folder {
    /// Removes the entry of an author, if there is one. If the contest is not closed, it has one entrant fewer.
    ///
    /// # Errors
    ///
    /// If the folder cannot be changed.
    pub fn remove_entry(&self, author: &str, client: &Client) -> Result<(), Failure> {
        let _lock = self.lock(client)?;
        let Some(entries) = self.inside.folder(&ENTRIES)? else { return Ok(()) };
        let name = FileName::new(&format!("{author}.json")).map_err(Failure::Refused)?;
        entries.remove(&name)?;
        entries.sync_names()
    }

    /// Replaces the names of entrants and their authors wherever they occur in the files of the final. Identities, hashes, the
    /// seed and all results stay, so that everybody can still check the final. After a kill, calling this again does the rest.
    ///
    /// # Errors
    ///
    /// If a file of the final is damaged or cannot be changed.
    pub fn rename_entrants(&self, renamed: &[Renamed], client: &Client) -> Result<(), Failure> {
        let _lock = self.lock(client)?;
        let (Some(inside), Some(mut frozen)) = (self.of_final()?, self.frozen()?) else { return Ok(()) };
        let names = Names::of(&frozen, renamed);
        if let Some(programs) = inside.folder(&ENTRANTS)? {
            for one in renamed {
                programs.move_into(&one.file, &programs, &one.to)?;
            }
            programs.sync_names()?;
        }
        if let Some(lock) = rename_in_lock(&inside, &names)? {
            rename_in_results(&inside, renamed, &lock)?;
        }
        if let Some(mut rows) = read_json::<Value>(&inside, &STANDINGS_FILE)? {
            names.rename(&mut rows);
            inside.write_durably(&STANDINGS_FILE, rows.to_string().as_bytes())?;
        }
        if let Some(reveal) = read_json::<Reveal>(&inside, &REVEAL_FILE)? {
            write_reveal(&inside, &reveal.with(|frozen| names.rename_entrants(frozen)))?;
        }
        // This file comes last, because it says who is still to be forgotten.
        names.rename_entrants(&mut frozen);
        inside.write_durably(&FROZEN_FILE, &serde_json::to_vec_pretty(&frozen).expect("it is plain data"))
    }
}

/// Old names, and their replacements.
struct Names<'r> {
    /// The renamed entrants by their old file.
    entrants: BTreeMap<&'r str, &'r Renamed>,
    /// The names of programs and authors in rows, and their replacements.
    called: BTreeMap<String, String>,
}

impl<'r> Names<'r> {
    fn of(frozen: &Frozen, renamed: &'r [Renamed]) -> Self {
        let mut called = BTreeMap::new();
        for one in renamed {
            // A program without a name of its own is named after its file.
            called.insert(stem(&one.file), stem(&one.to));
            let entered = frozen.entrants.iter().find(|entered| entered.file == one.file);
            if let Some(entered) = entered.filter(|entered| !entered.author.is_empty()) {
                called.insert(entered.author.clone(), one.author.clone());
            }
        }
        Self { entrants: renamed.iter().map(|one| (one.file.as_str(), one)).collect(), called }
    }

    fn rename_entrants(&self, frozen: &mut Frozen) {
        for entered in &mut frozen.entrants {
            let Some(renamed) = self.entrants.get(entered.file.as_str()) else { continue };
            if entered.name == stem(&entered.file) {
                entered.name = stem(&renamed.to);
            }
            entered.author.clone_from(&renamed.author);
            entered.file = renamed.to.clone();
        }
        frozen.entrants.sort_by(|one, two| one.file.cmp(&two.file));
    }

    /// Renames programs and authors in rows.
    fn rename(&self, rows: &mut Value) {
        match rows {
            Value::Array(all) => all.iter_mut().for_each(|one| self.rename(one)),
            Value::Object(row) => {
                for (key, value) in row {
                    match value {
                        Value::String(name) if key == "name" || key == "author" => {
                            if let Some(to) = self.called.get(name) {
                                name.clone_from(to);
                            }
                        }
                        value => self.rename(value),
                    }
                }
            }
            Value::String(file) => {
                if let Some(renamed) = self.entrants.get(file.as_str()) {
                    *file = renamed.to.to_string();
                }
            }
            _ => {}
        }
    }
}

fn stem(file: &FileName) -> String {
    let file = file.as_str();
    file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
}

/// Replaces `reveal.json`. The file keeps its date, because it says when the final was over.
fn write_reveal(inside: &ConfinedFolder, reveal: &Reveal) -> Result<(), Failure> {
    let path = inside.path_of(&REVEAL_FILE);
    let cannot = |error: std::io::Error| Failure::file(&path, "date", &error);
    let finished = std::fs::symlink_metadata(&path).and_then(|about| about.modified()).map_err(cannot)?;
    inside.write_durably(&REVEAL_FILE, &serde_json::to_vec_pretty(reveal).expect("it is plain data"))?;
    inside.open_to_write(&REVEAL_FILE)?.set_modified(finished).map_err(cannot)
}

/// Returns the lock with its new names, if there is one.
fn rename_in_lock(inside: &ConfinedFolder, names: &Names<'_>) -> Result<Option<Lock>, Failure> {
    if !inside.has(&FileName::own(LOCK_FILE))? {
        return Ok(None);
    }
    let mut lock = Lock::read(&inside.path().join(LOCK_FILE))?;
    for program in &mut lock.programs {
        if let Some(renamed) = names.entrants.get(program.file.as_str()) {
            program.file = renamed.to.to_string();
        }
    }
    lock.programs.sort();
    lock.write(inside.path())?;
    Ok(Some(lock))
}

/// Renames the programs in the database of the final, and exports it again.
fn rename_in_results(inside: &ConfinedFolder, renamed: &[Renamed], lock: &Lock) -> Result<(), Failure> {
    let mut store = Store::open(&inside.path_of(&FileName::own(DATABASE_FILE)))?;
    let names: BTreeMap<&str, &str> =
        renamed.iter().map(|one| (one.file.as_str(), one.to.as_str())).collect();
    store.rename_programs(&names, &lock.text())?;
    if !inside.has(&RESULTS_FILE)? {
        return Ok(());
    }
    let mut export = Vec::new();
    store.export(&mut export).map_err(|error| Failure::File(error.to_string()))?;
    inside.write_durably(&RESULTS_FILE, &export)
}

#[cfg(test)]
mod tests {
    use super::super::entries::tests::silent;
    use super::super::final_tournament::tests::{closed, published};
    use super::super::{Progress, commitment};
    use super::*;

    const PROGRAMS: [(&str, &str); 3] = [
        ("anna-bomber.crash", "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n"),
        ("crash.crash", "crash\n"),
        ("wait.crash", ";author anna-x\nstore [i]-1 i\n"),
    ];

    fn renamed() -> [Renamed; 1] {
        [Renamed {
            file: FileName::own("anna-bomber.crash"),
            to: FileName::own("deleted-3-1.crash"),
            author: "deleted-3".into(),
        }]
    }

    /// Returns everything in the rows of the table except names.
    fn scores(folder: &Folder) -> Vec<Value> {
        let rows = folder.standings().unwrap().unwrap();
        let table = rows["table"].as_array().unwrap().clone();
        table.into_iter().map(|row| row["points"].clone()).collect()
    }

    #[test]
    fn what_is_published_says_another_name_and_proves_the_same() {
        let site = tempfile::tempdir().unwrap();
        let folder = closed(site.path(), &PROGRAMS);
        folder.play_final(1, &dispatch::Local, &silent()).unwrap();
        let (before, points) = (folder.revealed().unwrap().unwrap(), scores(&folder));
        folder.rename_entrants(&renamed(), &silent()).unwrap();
        let after = published(&folder);
        for file in &after {
            let text = String::from_utf8_lossy(file);
            assert!(!text.contains("anna-bomber") && text.contains("deleted-3-1.crash"), "{text}");
        }
        let announced = folder.announced().unwrap().unwrap();
        let reveal = folder.revealed().unwrap().unwrap();
        reveal.check(&commitment(&announced.terms, announced.secret)).unwrap();
        assert_eq!((&reveal.seed, &reveal.commitment), (&before.seed, &before.commitment));
        assert_eq!(scores(&folder), points);
        assert_eq!(reveal.entrants[1].author, "deleted-3");
        assert_eq!(reveal.entrants[2].author, "anna-x", "what a source says stays in it");
        // A second call changes nothing, even after a kill in between.
        folder.rename_entrants(&renamed(), &silent()).unwrap();
        assert!(published(&folder) == after);
        assert_eq!(folder.progress().unwrap(), Progress::Finished);
    }

    #[test]
    fn a_final_that_is_played_after_the_change_has_the_same_results() {
        let sites = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [early, late] = [&sites[0], &sites[1]].map(|site| closed(site.path(), &PROGRAMS));
        early.rename_entrants(&renamed(), &silent()).unwrap();
        early.play_final(1, &dispatch::Local, &silent()).unwrap();
        late.play_final(1, &dispatch::Local, &silent()).unwrap();
        late.rename_entrants(&renamed(), &silent()).unwrap();
        // In the table, programs of the same rank are sorted by name.
        let [lock, results, _, reveal] = [0, 1, 2, 3].map(|at| published(&early)[at] == published(&late)[at]);
        assert!(lock && results && reveal);
    }
}

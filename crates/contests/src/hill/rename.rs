//! Gives a program on a hill another file name, also in the past: its name should be forgotten, but its results stay.

use std::collections::BTreeSet;

use super::history::HISTORY_FILE;
use super::renewal::is_old_table;
use super::{Challenge, FALLEN, Folder, PROGRAMS, RESULTS, STANDINGS_FILE, State, history};
use crate::Failure;
use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::internal_folder::hold_changes;

impl Folder {
    /// Renames a file in `programs/` and its older versions in `fallen/`, and replaces the old name wherever it occurs in the
    /// table and the history. Results do not change: they depend on identities, not on names. After a kill, calling this again
    /// does the rest.
    ///
    /// # Errors
    ///
    /// If another program has the new name, or the folder cannot be changed.
    pub fn rename(&mut self, from: &FileName, to: &FileName) -> Result<(), Failure> {
        let _held = hold_changes(&self.inside)?;
        let challenges = history::read(&self.inside)?;
        let own = challenges.iter().filter(|one| one.program == from.as_str() || one.program == to.as_str());
        let ids: BTreeSet<String> = own.map(|one| one.id.clone()).collect();
        if let Some(programs) = self.inside.folder(&PROGRAMS)? {
            if programs.has(from)? && programs.has(to)? {
                let why = format!("{to} is there already, so {from} cannot have its name");
                return Err(Failure::Refused(format!("{}: {why}", programs.path().display())));
            }
            programs.move_into(from, &programs, to)?;
            programs.sync_names()?;
        }
        self.rename_fallen(from, to, &ids)?;
        let renamed = |file: &mut String| {
            if file == from.as_str() {
                to.as_str().clone_into(file);
            }
        };
        self.state.programs.iter_mut().for_each(|place| renamed(&mut place.file));
        let Some(results) = self.inside.folder(&RESULTS)? else { return Ok(()) };
        self.state.write(&results, &STANDINGS_FILE)?;
        for name in results.files(|ending| ending == "json")?.iter().filter(|name| is_old_table(name)) {
            let Some(bytes) = results.read(name)? else { continue };
            // A file that bout cannot read is not one of its tables.
            let Ok(mut table) = serde_json::from_slice::<State>(&bytes) else { continue };
            table.programs.iter_mut().for_each(|place| renamed(&mut place.file));
            table.write(&results, name)?;
        }
        write_history(&results, challenges, renamed)
    }

    /// Renames the versions in `fallen/` that have one of these identities and a name derived from the old one.
    fn rename_fallen(&self, from: &FileName, to: &FileName, ids: &BTreeSet<String>) -> Result<(), Failure> {
        let Some(fallen) = self.inside.folder(&FALLEN)? else { return Ok(()) };
        let stem = |name: &FileName| name.as_str().rsplit_once('.').map_or("", |(stem, _)| stem).to_owned();
        let game = self.config.game;
        for name in fallen.files(|ending| games::registry::extensions(game).any(|one| ending == one))? {
            if !stem(&name).starts_with(&stem(from)) {
                continue;
            }
            let program = fallen.read(&name)?.and_then(|bytes| game.read(&bytes).program);
            if program.is_some_and(|program| ids.contains(&program.id().to_string())) {
                fallen.move_into(&name, &fallen, &self.free_name(&FALLEN, to.as_str())?)?;
            }
        }
        fallen.sync_names()
    }
}

/// Writes the history with the other file names.
fn write_history(
    results: &ConfinedFolder,
    challenges: Vec<Challenge>,
    renamed: impl Fn(&mut String),
) -> Result<(), Failure> {
    let mut text = String::new();
    for mut challenge in challenges {
        renamed(&mut challenge.program);
        challenge.pushed_off.iter_mut().for_each(&renamed);
        challenge.ratings.iter_mut().for_each(|rating| renamed(&mut rating.file));
        text.push_str(&serde_json::to_string(&challenge).expect("a challenge is plain data"));
        text.push('\n');
    }
    results.write_durably(&HISTORY_FILE, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::{Client, ContestEvent, Subscriber};

    struct Nobody;

    impl Subscriber for Nobody {
        fn on_event(&self, _: ContestEvent<'_>) {}

        fn save_record(&self, _: &record::Record) -> Result<(), Failure> {
            Ok(())
        }
    }

    const OLD: &str = "store [i]-1 i\n";
    const NEW: &str = "store [i]-2 i\n";
    const OTHER: &str = "store [i]-3 i\n";

    fn id(source: &str) -> String {
        let game = games::registry::by_name("crash").unwrap();
        game.read(source.as_bytes()).program.unwrap().id().to_string()
    }

    fn line(program: &str, source: &str, pushed_off: &str) -> String {
        let rating = format!(
            r#"{{"file":"{program}","id":"{}","elo":0.0,"elo_low":0.0,"elo_high":0.0,"best_rank":1,"worst_rank":1}}"#,
            id(source)
        );
        format!(
            "{{\"challenge\":1,\"change\":\"add\",\"program\":\"{program}\",\"id\":\"{}\",\"rank\":1,\
             \"pushed_off\":[\"{pushed_off}\"],\"ratings\":[{rating}]}}\n",
            id(source)
        )
    }

    /// Makes a hill on which `anna.crash` replaced an older version of itself and pushed off somebody else's `anna-x.crash`.
    fn hill(folder: &Path) {
        let write = |path: &str, text: &str| {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("hill.toml", "game = \"crash\"\n");
        write("programs/anna.crash", NEW);
        write("programs/bob.crash", OTHER);
        write("fallen/anna.crash", OLD);
        write("fallen/anna-x.crash", "crash\n");
        let lines = [
            line("anna-x.crash", "crash\n", "none.crash"),
            line("anna.crash", OLD, "anna-x.crash"),
            line("anna.crash", NEW, "anna.crash"),
        ];
        write("results/history.jsonl", &lines.concat());
        let place =
            r#"{"rank":1,"file":"anna.crash","id":"x","age":0,"points":"0","wins":0,"draws":0,"losses":0}"#;
        let table = format!("{{\"challenges\":3,\"programs\":[{place}]}}");
        write("results/standings.json", &table);
        write("results/before-renewal-1.json", &table);
    }

    fn rename(folder: &Path, from: &'static str, to: &'static str) -> Result<(), Failure> {
        let client = Client::new(Arc::new(Nobody), || false);
        Folder::open(folder, &client)?.rename(&FileName::own(from), &FileName::own(to))
    }

    fn read(folder: &Path, path: &str) -> String {
        std::fs::read_to_string(folder.join(path)).unwrap_or_default()
    }

    #[test]
    fn a_name_is_forgotten_and_what_happened_is_not() {
        let folder = tempfile::tempdir().unwrap();
        hill(folder.path());
        for _ in 0..2 {
            rename(folder.path(), "anna.crash", "deleted-1.crash").unwrap();
            let read = |path| read(folder.path(), path);
            assert_eq!(read("programs/deleted-1.crash"), NEW);
            assert_eq!(read("fallen/deleted-1.crash"), OLD);
            assert_eq!(
                (read("programs/bob.crash"), read("fallen/anna-x.crash")),
                (OTHER.into(), "crash\n".into())
            );
            let expected = [
                line("anna-x.crash", "crash\n", "none.crash"),
                line("deleted-1.crash", OLD, "anna-x.crash"),
                line("deleted-1.crash", NEW, "deleted-1.crash"),
            ];
            assert_eq!(read("results/history.jsonl"), expected.concat());
            assert!(read("results/standings.json").contains("\"deleted-1.crash\""));
            assert!(read("results/before-renewal-1.json").contains("\"deleted-1.crash\""));
            assert!(!folder.path().join("programs/anna.crash").exists());
        }
    }

    #[test]
    fn after_a_kill_the_rest_is_done() {
        let folder = tempfile::tempdir().unwrap();
        hill(folder.path());
        let moved = |one: &str, two: &str| {
            std::fs::rename(folder.path().join(one), folder.path().join(two)).unwrap();
        };
        moved("programs/anna.crash", "programs/deleted-1.crash");
        rename(folder.path(), "anna.crash", "deleted-1.crash").unwrap();
        assert_eq!(read(folder.path(), "fallen/deleted-1.crash"), OLD);
        assert!(!read(folder.path(), "results/history.jsonl").contains("\"anna.crash\""));
    }

    #[test]
    fn no_program_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        hill(folder.path());
        let refused = rename(folder.path(), "anna.crash", "bob.crash").unwrap_err();
        assert!(refused.to_string().contains("bob.crash is there already"), "{refused}");
        assert_eq!(read(folder.path(), "programs/bob.crash"), OTHER);
    }
}

//! Finds opponents and a hill near a program.

use std::fs;
use std::path::{Path, PathBuf};

use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;
use contests::program_file::ProgramFile;
use contests::{hill, war};
use games::{RegisteredGame, registry};

use crate::examples::examples;

/// How many folders to search for a hill, from the program's own folder upwards.
const MAX_ABOVE: usize = 3;

/// How many entries of the program's folder to search for a hill.
const MAX_BESIDE: usize = 100;

/// The examples to offer as opponents if the editor requests none.
const USUAL_OPPONENTS: [(&str, &[&str]); 4] = [
    ("esowar", &["hawk", "sweeper"]),
    ("crash", &["phoenix", "bomber"]),
    ("snakes", &["hunter", "planner"]),
    ("perlwar", &["borg", "vampire"]),
];

/// Returns those requested opponents that exist, or the usual ones if none were requested.
pub(super) fn opponents(game: &dyn RegisteredGame, beside: Option<&Path>, wished: &[String]) -> Vec<String> {
    if !wished.is_empty() {
        return wished.iter().filter(|name| opponent(game, beside, name).is_some()).cloned().collect();
    }
    let usual = USUAL_OPPONENTS.iter().find(|(name, _)| *name == game.info().name);
    usual.map_or(&[][..], |(_, names)| names).iter().map(|name| (*name).to_owned()).collect()
}

/// Finds an opponent by name: a program beside the file, or else an example.
pub(super) fn opponent(game: &dyn RegisteredGame, beside: Option<&Path>, name: &str) -> Option<ProgramFile> {
    let folder = beside.and_then(Path::parent).and_then(|folder| ConfinedFolder::open(folder).ok());
    let files = registry::extensions(game).map(|extension| format!("{name}.{extension}"));
    for file in files {
        let Ok(file_name) = FileName::new(&file) else { continue };
        let beside = folder.as_ref().and_then(|folder| folder.read(&file_name).ok().flatten());
        if let Some(bytes) = beside {
            let game = registry::by_name(game.info().name)?;
            return Some(ProgramFile { path: file.into(), bytes, game });
        }
        let mut all = examples(game.info().name).into_iter();
        if let Some((_, bytes)) = all.find(|(example, _)| *example == file) {
            let game = registry::by_name(game.info().name)?;
            return Some(ProgramFile { path: file.into(), bytes: bytes.to_owned(), game });
        }
    }
    None
}

/// Finds a hill of this game: the program's folder, one above it, or one beside the program.
pub(super) fn hill(game: &dyn RegisteredGame, program: &Path) -> Option<PathBuf> {
    let is_hill = |folder: &Path| is_hill_of(game, folder);
    let above = program.ancestors().skip(1).take(MAX_ABOVE).find(|folder| is_hill(folder));
    above.map(Path::to_owned).or_else(|| {
        let entries = fs::read_dir(program.parent()?).ok()?;
        let mut beside: Vec<PathBuf> =
            entries.take(MAX_BESIDE).filter_map(|entry| Some(entry.ok()?.path())).collect();
        beside.sort();
        beside.into_iter().find(|folder| is_hill(folder))
    })
}

/// Returns true if a file is in the folder of a hill or a war of its game, or in a folder below it.
pub(super) fn is_in_folder_of_bots(game: &dyn RegisteredGame, program: &Path) -> bool {
    let mut above = program.ancestors().skip(1).take(MAX_ABOVE);
    above.any(|folder| is_hill_of(game, folder) || is_war_of(game, folder))
}

fn is_hill_of(game: &dyn RegisteredGame, folder: &Path) -> bool {
    if !folder.join(hill::CONFIG_FILE.as_str()).is_file() {
        return false;
    }
    let config = ConfinedFolder::open(folder).and_then(|folder| hill::Config::read(&folder));
    config.is_ok_and(|config| config.game.info().name == game.info().name)
}

/// Wars are always PerlWar.
fn is_war_of(game: &dyn RegisteredGame, folder: &Path) -> bool {
    game.info().name == "perlwar" && folder.join(war::CONFIG_FILE.as_str()).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str) -> &'static dyn RegisteredGame {
        registry::by_name(name).unwrap()
    }

    #[test]
    fn a_hill_is_found_above_and_beside_a_program() {
        let root = tempfile::tempdir().unwrap();
        let arena = root.path().join("arena");
        fs::create_dir_all(arena.join("old/older")).unwrap();
        fs::write(arena.join("hill.toml"), hill::template(game("crash"))).unwrap();
        for file in ["arena/a.crash", "arena/old/a.crash", "arena/old/older/a.crash", "a.crash"] {
            let found = super::hill(game("crash"), &root.path().join(file));
            assert_eq!(found.as_deref(), Some(arena.as_path()), "{file}");
        }
        assert_eq!(super::hill(game("esowar"), &arena.join("a.esowar")), None, "a hill of another game");
        assert!(is_in_folder_of_bots(game("crash"), &arena.join("a.crash")));
        assert!(!is_in_folder_of_bots(game("crash"), &root.path().join("a.crash")));
    }

    #[test]
    fn opponents_are_files_beside_the_program_or_examples() {
        let root = tempfile::tempdir().unwrap();
        let program = root.path().join("a.crash");
        fs::write(root.path().join("mine.crash"), "noop\n").unwrap();
        let wished = ["mine", "phoenix", "nobody", "../etc/passwd"].map(String::from);
        assert_eq!(opponents(game("crash"), Some(&program), &wished), ["mine", "phoenix"]);
        for (name, usual) in USUAL_OPPONENTS {
            assert_eq!(opponents(game(name), None, &[]), usual);
            let wished: Vec<String> = usual.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(opponents(game(name), None, &wished), usual, "all are examples");
        }
    }
}

//! `bout new`: creates a folder to start from.

mod rules;

use std::path::Path;

use contests::Failure;
use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;

use crate::cli::NewArgs;
use crate::examples::examples;
use crate::names::shell_word;
use crate::output::Output;

use rules::rules_for_players;

pub(crate) fn run(args: &NewArgs) -> Result<(), Failure> {
    let game = args.game();
    let folder = &args.folder;
    let examples = examples(game.info().name);
    let rules = rules_for_players(game.info().name, game.manual());
    let rules = ("RULES.md".to_owned(), rules.as_bytes());
    let hill = contests::hill::template(game);
    let hill = ("hill.toml".to_owned(), hill.as_bytes());
    let files: Vec<(String, &[u8])> = [rules, hill].into_iter().chain(examples).collect();
    write(&ConfinedFolder::make(folder)?, &files)?;
    let mut output = Output::of_a_change();
    output.people(format_args!(
        "{}: the rules (RULES.md), a hill (hill.toml) and {} example programs",
        folder.display(),
        files.len() - 2
    ))?;
    let word = |path: &Path| shell_word(path.as_os_str());
    output.line(format_args!("Try: bout check {}", word(folder)))?;
    if let [_, _, (first, _), (second, _), ..] = files.as_slice() {
        let (first, second) = (word(&folder.join(first)), word(&folder.join(second)));
        output.line(format_args!("     bout play {first} {second} --games 100"))?;
    }
    let hill = word(folder);
    output.line(format_args!("     bout hill add {hill} {hill}"))?;
    output.line(format_args!("     bout man tutorial-{}", game.info().name))?;
    output.flush()
}

/// Writes files that do not exist yet. An existing file with the same content is accepted: an earlier command that was
/// killed wrote it.
fn write(folder: &ConfinedFolder, files: &[(String, &[u8])]) -> Result<(), Failure> {
    let mut missing = Vec::new();
    for (name, bytes) in files {
        let name = FileName::new(name).map_err(Failure::Refused)?;
        match folder.read(&name) {
            Ok(None) => missing.push((name, bytes)),
            Ok(Some(there)) if there == *bytes => {}
            _ => {
                let path = folder.path_of(&name);
                let why = "already exists and is not replaced; choose a folder without such files";
                return Err(Failure::File(format!("{}: {why}; nothing was written", path.display())));
            }
        }
    }
    folder.sweep();
    missing.into_iter().try_for_each(|(name, bytes)| folder.write_new(&name, bytes))
}

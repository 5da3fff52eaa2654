//! `bout new`: a folder to start from.

use std::fs;
use std::path::Path;

use crate::cli::NewArgs;
use crate::examples::examples;
use crate::failure::Failure;
use crate::names::shell_word;
use crate::output::Output;
use crate::recorder::write_whole;

pub(crate) fn run(args: &NewArgs) -> Result<(), Failure> {
    let game = args.game();
    let folder = &args.folder;
    let examples = examples(game.name());
    let rules = ("RULES.md".to_owned(), game.manual().as_bytes());
    let hill = crate::hill::template(game);
    let hill = ("hill.toml".to_owned(), hill.as_bytes());
    let files: Vec<(String, &[u8])> = [rules, hill].into_iter().chain(examples).collect();
    refuse_to_replace(folder, &files)?;
    fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "make the folder", &error))?;
    for (name, bytes) in &files {
        write_whole(&folder.join(name), bytes)?;
    }
    let mut output = Output::stdout();
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
    output.flush()
}

fn refuse_to_replace(folder: &Path, files: &[(String, &[u8])]) -> Result<(), Failure> {
    match files.iter().map(|(name, _)| folder.join(name)).find(|path| path.symlink_metadata().is_ok()) {
        None => Ok(()),
        Some(path) => {
            let why = "is there already and is not replaced; name a folder without such files";
            Err(Failure::File(format!("{}: {why}; nothing was written", path.display())))
        }
    }
}

//! The close of a dated contest, which fixes its entrants.

use std::path::Path;

use game::Digest;
use game::text::one_line;
use games::RegisteredGame;
use serde::{Deserialize, Serialize};

use super::folder::FROZEN_FILE;
use super::reveal::{RevealError, identities};
use super::{ENTRANTS, Folder};
use crate::file_name::FileName;
use crate::hill;
use crate::program_file::ProgramFile;
use crate::programs::{Entrant, entrants};
use crate::{Client, Failure};

/// Where the entrants come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Candidates<'a> {
    /// All programs on the hill in this folder.
    Hill(&'a Path),
    /// The last program of each author who entered.
    Authors,
}

/// The entrants of a final.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frozen {
    /// The entrants, sorted by file.
    pub entrants: Vec<Entered>,
    /// The programs that cannot play.
    pub left_out: Vec<LeftOut>,
}

/// An entrant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    /// The file with its program.
    pub file: FileName,
    /// The name that the program gives itself, or the name of its file.
    pub name: String,
    /// The author.
    pub author: String,
    /// The identity of the program.
    pub id: String,
    /// The BLAKE3 hash of the file.
    pub blake3: String,
}

/// A program that was entered and cannot play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// Its file.
    pub file: String,
    /// Why it cannot play.
    pub why: String,
}

impl Frozen {
    /// Returns the identities of the entrants.
    pub(super) fn identities(&self) -> Result<Vec<Digest>, RevealError> {
        identities(&self.entrants)
    }
}

/// A program before it is checked.
struct Candidate {
    /// The author, if the site knows it.
    author: Option<String>,
    file: ProgramFile,
}

impl Folder {
    /// Fixes the entrants, and returns them. If they are fixed already, nothing changes.
    pub fn freeze(&self, candidates: Candidates<'_>, client: &Client) -> Result<Frozen, Failure> {
        let _lock = self.lock(client)?;
        if let Some(frozen) = self.frozen()? {
            return Ok(frozen);
        }
        let candidates = match candidates {
            Candidates::Hill(hill) => on_hill(hill, client)?,
            Candidates::Authors => self.of_authors()?,
        };
        let inside = self.make_final()?;
        let programs = inside.make_folder(&ENTRANTS)?;
        let mut frozen = Frozen::default();
        for Candidate { author, file } in candidates {
            // If this machine fails, that is not the program's fault: the operation ends, and is repeated.
            let entrant = match entrants(std::slice::from_ref(&file), client) {
                Ok(mut checked) => checked.remove(0),
                Err(Failure::Refused(_)) => {
                    let why = "the check of the program found errors".into();
                    frozen.left_out.push(LeftOut { file: file.file_name(), why });
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            let name = FileName::new(&file.file_name()).map_err(Failure::Refused)?;
            programs.write_durably(&name, &file.bytes)?;
            frozen.entrants.push(entered(name, author, &entrant));
        }
        frozen.entrants.sort_by(|one, two| one.file.cmp(&two.file));
        // Files that are not in this list, such as those of an attempt that was killed, do not count.
        inside.write_durably(&FROZEN_FILE, &serde_json::to_vec_pretty(&frozen).expect("it is plain data"))?;
        Ok(frozen)
    }

    /// Returns the last program of each author, in a file named after the author.
    fn of_authors(&self) -> Result<Vec<Candidate>, Failure> {
        let game = game_named(&self.promise()?.terms.game)?;
        let mut candidates = Vec::new();
        for entry in self.entries()? {
            let Some(program) = entry.program else { continue };
            let damaged = || Failure::Refused(format!("the entry of {} is damaged", one_line(&entry.author)));
            let bytes = program.bytes().ok_or_else(damaged)?;
            let ending = Path::new(program.file.as_str()).extension().and_then(std::ffi::OsStr::to_str);
            let path = format!("{}.{}", entry.author, ending.unwrap_or(game.info().extension)).into();
            candidates
                .push(Candidate { author: Some(entry.author), file: ProgramFile { path, bytes, game } });
        }
        Ok(candidates)
    }
}

/// Returns the game of this name.
pub(super) fn game_named(name: &str) -> Result<&'static dyn RegisteredGame, Failure> {
    games::registry::by_name(name)
        .ok_or_else(|| Failure::Refused(format!("this bout does not have the game `{}`", one_line(name))))
}

/// Returns the programs on a hill after its last change.
fn on_hill(hill: &Path, client: &Client) -> Result<Vec<Candidate>, Failure> {
    let programs = hill::Folder::open_or_look(hill, client)?.programs()?;
    let candidate = |file: ProgramFile| {
        let path = file.file_name().into();
        Candidate { author: None, file: ProgramFile { path, ..file } }
    };
    Ok(programs.into_iter().map(candidate).collect())
}

fn entered(file: FileName, author: Option<String>, entrant: &Entrant) -> Entered {
    let named = || entrant.program.metadata.author.as_deref().map(one_line).unwrap_or_default();
    Entered {
        file,
        name: entrant.name.clone(),
        author: author.unwrap_or_else(named),
        id: entrant.program.id().to_string(),
        blake3: Digest::of(&entrant.source.bytes).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::entries::tests::silent;
    use super::super::final_tournament::tests::terms;
    use super::super::{Progress, Submission, Times};
    use super::*;

    const LEGAL: &str = "store [i]-1 i\n";

    fn files(frozen: &Frozen) -> Vec<&str> {
        frozen.entrants.iter().map(|entered| entered.file.as_str()).collect()
    }

    #[test]
    fn what_changes_after_the_close_does_not_change_the_entrants() {
        let site = tempfile::tempdir().unwrap();
        let hill = site.path().join("hill");
        std::fs::create_dir_all(hill.join("programs")).unwrap();
        std::fs::write(hill.join("hill.toml"), "game = \"crash\"\n").unwrap();
        let program = |name: &str| hill.join("programs").join(name);
        std::fs::write(program("b.crash"), LEGAL).unwrap();
        std::fs::write(program("a.crash"), format!(";author ann\n{LEGAL}")).unwrap();
        std::fs::write(program("wrong.crash"), "no such instruction\n").unwrap();
        let folder = Folder::make(&site.path().join("contest")).unwrap();
        let frozen = folder.freeze(Candidates::Hill(&hill), &silent()).unwrap();
        assert_eq!(files(&frozen), ["a.crash", "b.crash"]);
        assert_eq!(
            (frozen.entrants[0].author.as_str(), frozen.left_out[0].file.as_str()),
            ("ann", "wrong.crash")
        );
        assert_eq!(frozen.entrants[0].id, frozen.entrants[1].id, "comments are no part of an identity");
        assert_ne!(frozen.entrants[0].blake3, frozen.entrants[1].blake3);
        std::fs::remove_file(program("a.crash")).unwrap();
        assert_eq!(folder.freeze(Candidates::Hill(&hill), &silent()).unwrap(), frozen);
        assert_eq!(folder.progress().unwrap(), Progress::Frozen);
    }

    #[test]
    fn the_last_program_of_each_author_takes_part() {
        let site = tempfile::tempdir().unwrap();
        let folder = Folder::make(site.path()).unwrap();
        folder.announce(&terms(), || Ok([3; 32]), &silent()).unwrap();
        let times = Times { registration_opens: 0, opens: 0, closes: 9 };
        let enter = |author: &str, file: &'static str, text: &str| {
            let program = Submission::new(FileName::own(file), text.as_bytes());
            folder.enter((&times, None), 1, author, program, &silent()).unwrap();
        };
        enter("bob", "bot.crash", LEGAL);
        enter("ann", "bot.crash", "crash\n");
        enter("ann", "other.crash", LEGAL);
        folder.register(&times, 1, "cleo", &silent()).unwrap();
        let frozen = folder.freeze(Candidates::Authors, &silent()).unwrap();
        assert_eq!(files(&frozen), ["ann.crash", "bob.crash"]);
        assert_eq!(frozen.entrants[0].author, "ann");
        let inside = folder.of_final().unwrap().unwrap().folder(&ENTRANTS).unwrap().unwrap();
        assert_eq!(inside.read(&FileName::own("ann.crash")).unwrap().unwrap(), LEGAL.as_bytes());
    }
}

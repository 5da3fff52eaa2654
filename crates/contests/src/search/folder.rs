//! The folder of a search: its state in `search.json`, the best program of every niche in `archive/`, and the best
//! program overall.

use std::fs::File;
use std::path::{Path, PathBuf};

use evolve::{Member, Search, Settings};
use game::Breeding;
use games::{RegisteredGame, registry};
use serde::{Deserialize, Serialize};

use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::{Client, Failure, internal_folder};

/// The file with the state of a search.
const STATE_FILE: FileName = FileName::own("search.json");
/// The folder with the best program of every niche.
const ARCHIVE: FileName = FileName::own("archive");
/// The version of the state's format and of the definition of ideas. Since version 2, code that is never executed does
/// not count towards an idea.
const FORM: u32 = 2;
/// The largest state that is read. The largest populations take a few hundred MiB.
const MAX_STATE_BYTES: u64 = 1 << 30;
/// The author of every written program. Files by other authors are never removed or overwritten.
const AUTHOR: &str = ";author bout evolve";

/// The basis of a search: what it depends on besides its settings. With a different basis, it is a different search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchBasis {
    /// The name of the game.
    pub game: String,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// The parameters of the game that the user gave.
    pub rules: Vec<(String, u64)>,
    /// The parameters of the search's own games.
    pub quick: Vec<(String, u64)>,
    /// The opponents' identities, in their order.
    pub against: Vec<String>,
}

/// The stored state of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedSearch {
    form: u32,
    /// The basis of the search.
    pub basis: SearchBasis,
    /// The search.
    pub search: Search,
}

impl SavedSearch {
    #[must_use]
    /// Creates a search that has not begun.
    pub fn new(basis: SearchBasis, settings: Settings) -> Self {
        Self { form: FORM, basis, search: Search::new(settings) }
    }

    /// Returns the differences from a new search with these settings, one per line.
    fn differences(&self, wanted: &Self) -> Vec<String> {
        let (is, should) = (&self.basis, &wanted.basis);
        let (has, asked) = (self.search.settings(), wanted.search.settings());
        let mut differences = Vec::new();
        let mut compare = |what: &str, kept: String, wanted: String| {
            if kept != wanted {
                differences
                    .push(format!("{what}: the existing search has {kept}, this command has {wanted}"));
            }
        };
        compare("game", is.game.clone(), should.game.clone());
        compare("rules version", is.rules_version.to_string(), should.rules_version.to_string());
        compare("--rules", in_words(&is.rules), in_words(&should.rules));
        compare("--quick", in_words(&is.quick), in_words(&should.quick));
        compare("--seed", has.seed.to_string(), asked.seed.to_string());
        compare("--islands", has.islands.to_string(), asked.islands.to_string());
        compare("--population", has.population.to_string(), asked.population.to_string());
        if is.against != should.against {
            differences.push("--against: the existing search has other opponents, or another order".into());
        }
        if has.starts != asked.starts {
            differences.push("--from: the existing search started with other programs".into());
        }
        differences
    }
}

fn in_words(rules: &[(String, u64)]) -> String {
    let pairs: Vec<String> = rules.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if pairs.is_empty() { "none".into() } else { pairs.join(" ") }
}

/// The folder, locked for one command.
pub struct Folder {
    inside: ConfinedFolder,
    game: &'static dyn RegisteredGame,
    _lock: File,
}

impl Folder {
    /// Opens the folder, and creates it if it does not exist. Refuses a folder whose best program somebody else wrote.
    pub fn open(path: &Path, game: &'static dyn RegisteredGame, client: &Client) -> Result<Self, Failure> {
        let inside = ConfinedFolder::make(path)?;
        let lock = internal_folder::lock(&inside, "search", client)?;
        let folder = Self { inside, game, _lock: lock };
        // Refused now rather than at the end of the search.
        refuse_what_is_not_ours(&folder.inside, &folder.best_name()?)?;
        Ok(folder)
    }

    fn best_name(&self) -> Result<FileName, Failure> {
        FileName::new(&format!("best.{}", self.game.info().extension)).map_err(Failure::Refused)
    }

    /// Returns the path of the best program overall.
    #[must_use]
    pub fn best_file(&self) -> PathBuf {
        self.inside.path().join("best").with_extension(self.game.info().extension)
    }

    /// Returns true if the folder contains a search.
    pub fn holds_a_search(&self) -> Result<bool, Failure> {
        self.inside.has(&STATE_FILE)
    }

    /// Reads the search in this folder, which must have the settings of `wanted`.
    pub fn read(&self, wanted: &SavedSearch, breeding: &dyn Breeding) -> Result<SavedSearch, Failure> {
        let path = self.inside.path_of(&STATE_FILE);
        let damaged =
            |why: String| Failure::Refused(format!("{}: {why}; --fresh starts a new search", path.display()));
        let bytes = self.inside.read_at_most(MAX_STATE_BYTES, &STATE_FILE)?.unwrap_or_default();
        let kept: SavedSearch = serde_json::from_slice(&bytes)
            .map_err(|error| damaged(format!("this is not a valid search: {error}")))?;
        if kept.form != FORM {
            let why = "which another version of bout wrote; this version needs format";
            return Err(damaged(format!("its format is {}, {why} {FORM}", kept.form)));
        }
        let differences = kept.differences(wanted);
        if !differences.is_empty() {
            let listed = differences.join("\n  ");
            return Err(Failure::Refused(format!(
                "{}: this is a different search, so nothing was done; use --out for another folder, or --fresh for a new \
                 search\n  {listed}",
                path.display()
            )));
        }
        kept.search.check().map_err(|error| damaged(error.to_string()))?;
        match kept.search.members().find(|member| !self.is_sound(member, breeding)) {
            Some(member) => Err(damaged(format!("its program number {} is inconsistent", member.id))),
            None => Ok(()),
        }?;
        Ok(kept)
    }

    /// Returns true if a program is canonical, legal and in its niche. The niche's name becomes a file name.
    fn is_sound(&self, member: &Member, breeding: &dyn Breeding) -> bool {
        let legal = self.game.read(member.program.as_bytes()).program;
        legal.is_some_and(|legal| *legal.canonical == *member.program)
            && breeding.niche(&member.program) == member.niche
    }

    /// Stores the state of the search atomically.
    pub fn keep(&self, kept: &SavedSearch) -> Result<(), Failure> {
        let mut text = serde_json::to_string_pretty(kept).expect("it has no maps but those by text");
        text.push('\n');
        self.inside.write_durably(&STATE_FILE, text.as_bytes())
    }

    /// Removes the search in this folder and the programs that it wrote.
    pub fn clear(&self) -> Result<(), Failure> {
        self.inside.remove(&STATE_FILE)?;
        self.inside.remove(&self.best_name()?)?;
        let Some(archive) = self.inside.folder(&ARCHIVE)? else { return Ok(()) };
        for name in archive.files(|ending| registry::extensions(self.game).any(|one| one == ending))? {
            if is_ours(&archive, &name)? {
                archive.remove(&name)?;
            }
        }
        Ok(())
    }

    /// Writes the best program of every niche.
    pub fn write_archive(&self, search: &Search) -> Result<(), Failure> {
        let archive = self.inside.make_folder(&ARCHIVE)?;
        for elite in search.elites() {
            let name = format!("{}.{}", elite.niche.replace(' ', "-"), self.game.info().extension);
            let name = FileName::new(&name).map_err(Failure::Refused)?;
            let tally = elite.tally;
            let header = header(
                elite,
                &[format!(
                    "in the search: {:.1} % of the points of {} games with its quick rules",
                    tally.score() * 100.0,
                    tally.games()
                )],
            );
            write_program(&archive, &name, &(header + &code(elite)))?;
        }
        Ok(())
    }

    /// Writes the best program, with comments on how it was found.
    pub fn write_best(&self, best: &Member, how: &[String]) -> Result<(), Failure> {
        write_program(&self.inside, &self.best_name()?, &(header(best, how) + &code(best)))
    }
}

/// Returns true if a file is a program written by a search.
fn is_ours(folder: &ConfinedFolder, name: &FileName) -> Result<bool, Failure> {
    let bytes = folder.read(name)?;
    Ok(bytes.is_none_or(|bytes| String::from_utf8_lossy(&bytes).contains(AUTHOR)))
}

fn refuse_what_is_not_ours(folder: &ConfinedFolder, name: &FileName) -> Result<(), Failure> {
    if !is_ours(folder, name)? {
        let path = folder.path_of(name);
        let why = "this file was not written by a search, so it is not replaced; move it away, or choose another folder with --out";
        return Err(Failure::Refused(format!("{}: {why}", path.display())));
    }
    Ok(())
}

/// Writes a program of the search, but never overwrites a file by another author.
fn write_program(folder: &ConfinedFolder, name: &FileName, text: &str) -> Result<(), Failure> {
    refuse_what_is_not_ours(folder, name)?;
    folder.write_durably(name, text.as_bytes())
}

/// Returns the comments before a program: its name, its strategy, its ancestry, and `how` it was found.
fn header(member: &Member, how: &[String]) -> String {
    let parents = match &member.parents[..] {
        [] => "random or given with --from".into(),
        [one] => format!("bred from number {one} by mutation"),
        [one, other, ..] => format!("bred from numbers {one} and {other}"),
    };
    let descent = format!(
        "number {} of the search, of generation {}; {parents}; {} steps from its first ancestor",
        member.id, member.generation, member.depth
    );
    let comments = how.iter().chain([&descent]).map(|line| format!("; {line}\n"));
    format!(
        ";name Evolved {}\n{AUTHOR}\n;strategy {}, found by breeding\n{}",
        member.id,
        member.niche,
        comments.collect::<String>()
    )
}

/// Returns the program's code, ending in a line break.
fn code(member: &Member) -> String {
    format!("{}\n", member.program.trim_end())
}

//! Reads the user's files, standard input, and folders of programs, with size limits.

mod missing;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use contests::Failure;
use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;
use contests::program_file::{MAX_FILE_BYTES, ProgramFile, read_bounded};
use games::{RegisteredGame, registry};

use crate::interrupt;

use missing::missing;

/// A file given by the user or found in a given folder, not yet read.
#[derive(Debug, Clone)]
pub(crate) struct InputFile {
    path: PathBuf,
    /// The folder in which the file was found, if any. Its content is untrusted.
    found_in: Option<(ConfinedFolder, FileName)>,
}

impl InputFile {
    /// Creates a file given by the user.
    pub(crate) fn named(path: &Path) -> Self {
        Self { path: path.to_path_buf(), found_in: None }
    }

    /// Creates a file that was found in a folder.
    pub(crate) fn found(folder: &ConfinedFolder, name: FileName) -> Self {
        Self { path: folder.path_of(&name), found_in: Some((folder.clone(), name)) }
    }

    /// Returns the path as shown to the user.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the file. In a folder, links are not followed.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failure> {
        let Some((folder, name)) = &self.found_in else { return read(&self.path) };
        let gone = || Failure::File(format!("{}: the file was removed", self.path.display()));
        folder.read(name)?.ok_or_else(gone)
    }
}

/// A program given by the user, not yet read.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    place: InputFile,
    game: &'static dyn RegisteredGame,
}

/// Returns the programs that the arguments name. A folder stands for the programs in it.
pub(crate) fn programs(
    arguments: &[PathBuf],
    game: Option<&'static dyn RegisteredGame>,
) -> Result<Vec<Named>, Failure> {
    if arguments.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(Failure::Usage("`-` (standard input) can be given only once".into()));
    }
    let mut named = Vec::new();
    for path in arguments {
        if path.is_dir() {
            named.extend(programs_in(path, game)?);
        } else {
            let game = game_of(path, game);
            let game = game.map_err(|unknown| if is_missing(path) { missing(path) } else { unknown })?;
            named.push(Named { place: InputFile::named(path), game });
        }
    }
    Ok(named)
}

/// Returns the programs of a folder, sorted by name, without those of subfolders.
fn programs_in(folder: &Path, game: Option<&'static dyn RegisteredGame>) -> Result<Vec<Named>, Failure> {
    let inside = ConfinedFolder::open(folder)?;
    let of_ending = |ending: &str| {
        registry::by_extension(ending)
            .filter(|found| game.is_none_or(|game| game.info().name == found.info().name))
    };
    let named = |name: FileName| {
        let place = InputFile::found(&inside, name);
        let game = of_ending(place.path().extension()?.to_str()?)?;
        Some(Named { place, game })
    };
    let programs: Vec<Named> =
        inside.files(|ending| of_ending(ending).is_some())?.into_iter().filter_map(named).collect();
    if programs.is_empty() {
        let endings = match game {
            Some(game) => endings([game], "*."),
            None => endings(registry::REGISTRY.iter().copied(), "*."),
        }
        .join(", ");
        return Err(Failure::Usage(format!("{}: the folder has no programs ({endings})", folder.display())));
    }
    Ok(programs)
}

/// Lists all extensions of these games' program files, each with a prefix.
fn endings(games: impl IntoIterator<Item = &'static dyn RegisteredGame>, before: &str) -> Vec<String> {
    let all = games.into_iter().flat_map(registry::extensions);
    all.map(|ending| format!("{before}{ending}")).collect()
}

/// Returns the files of a folder with this extension, sorted by name.
pub(crate) fn files_in(folder: &Path, ending: &str) -> Result<Vec<InputFile>, Failure> {
    let inside = ConfinedFolder::open(folder)?;
    let names = inside.files(|found| found == ending)?;
    Ok(names.into_iter().map(|name| InputFile::found(&inside, name)).collect())
}

/// Returns the game of a program file: the requested one, or the one that its name identifies.
fn game_of(
    path: &Path,
    game: Option<&'static dyn RegisteredGame>,
) -> Result<&'static dyn RegisteredGame, Failure> {
    if let Some(game) = game {
        return Ok(game);
    }
    let told = path.extension().and_then(|extension| registry::by_extension(extension.to_str()?));
    told.ok_or_else(|| {
        let endings = endings(registry::REGISTRY.iter().copied(), ".");
        Failure::Usage(format!(
            "{}: the file name does not identify the game (expected the extension {}); use --game {}",
            path.display(),
            endings.join(" or "),
            registry::names().join("|"),
        ))
    })
}

/// Returns the common game of all programs.
pub(crate) fn common_game(programs: &[Named]) -> Result<&'static dyn RegisteredGame, Failure> {
    let first = programs.first().ok_or_else(|| Failure::Usage("no programs were given".into()))?;
    match programs.iter().find(|program| program.game.info().name != first.game.info().name) {
        None => Ok(first.game),
        Some(other) => Err(Failure::Usage(format!(
            "programs of different games cannot play each other: {} is for {}, {} is for {}; --game selects one game of a folder",
            first.path().display(),
            first.game.info().name,
            other.path().display(),
            other.game.info().name,
        ))),
    }
}

impl Named {
    /// Returns the path as shown to the user.
    pub(crate) fn path(&self) -> &Path {
        self.place.path()
    }

    /// Reads the program's file.
    pub(crate) fn read(&self) -> Result<ProgramFile, Failure> {
        Ok(ProgramFile { path: self.path().to_path_buf(), bytes: self.place.read()?, game: self.game })
    }
}

/// Reads a file, or standard input for `-`, of at most [`MAX_FILE_BYTES`].
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_at_most(MAX_FILE_BYTES, path)
}

/// Reads a file, or standard input for `-`, of at most `limit` bytes, which must be whole MiB.
pub(crate) fn read_at_most(limit: u64, path: &Path) -> Result<Vec<u8>, Failure> {
    if path.as_os_str() == "-" {
        return read_interruptibly(limit, path, io::stdin().lock());
    }
    read_interruptibly(limit, path, open(path)?)
}

/// Opens a file for reading. Refuses folders, and pipes that could block.
pub(crate) fn open(path: &Path) -> Result<File, Failure> {
    let cannot_read = |error: io::Error| Failure::file(path, "read", &error);
    if is_missing(path) {
        return Err(missing(path));
    }
    let kind = fs::metadata(path).map_err(cannot_read)?;
    if kind.is_dir() {
        return Err(Failure::File(format!("{}: this is a folder; expected a file", path.display())));
    }
    refuse_pipe(path, &kind)?;
    File::open(path).map_err(cannot_read)
}

/// Returns true if nothing exists at this path, not even a dangling link.
fn is_missing(path: &Path) -> bool {
    let kind = fs::symlink_metadata(path);
    path.as_os_str() != "-" && kind.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Refuses named pipes, because opening one blocks until a process writes to it. A pipe from the
/// shell (`<(command)`) already has a writer, and its path is below /proc.
#[cfg(unix)]
fn refuse_pipe(path: &Path, kind: &fs::Metadata) -> Result<(), Failure> {
    use std::os::unix::fs::FileTypeExt;
    let handed_over =
        fs::canonicalize(path).is_err() || path.starts_with("/dev/fd") || path.starts_with("/proc");
    if kind.file_type().is_socket() || kind.file_type().is_fifo() && !handed_over {
        let why =
            "this is a pipe or a socket, not a file; pass its content on standard input: `bout … - < PIPE`";
        return Err(Failure::File(format!("{}: {why}", path.display())));
    }
    Ok(())
}

#[cfg(not(unix))]
fn refuse_pipe(_: &Path, _: &fs::Metadata) -> Result<(), Failure> {
    Ok(())
}

/// Reads everything from a reader. Meanwhile, Ctrl-C ends the process immediately, because reading
/// may block.
fn read_interruptibly(limit: u64, path: &Path, reader: impl Read) -> Result<Vec<u8>, Failure> {
    interrupt::at_once_while(|| read_bounded(limit, path, reader))
}

/// Returns the path of a file given by the user, with a link replaced by its target.
pub(crate) fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).ok().filter(|_| path.is_symlink()).unwrap_or_else(|| path.to_path_buf())
}

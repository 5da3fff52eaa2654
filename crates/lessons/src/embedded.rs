//! The lessons and the example programs that are part of the build.

use std::path::Path;

use include_dir::Dir;

use crate::{Lesson, LessonError};

/// The folders with the lessons and with the example programs of a game.
#[cfg(not(target_arch = "wasm32"))]
mod folders {
    use include_dir::{Dir, include_dir};

    static LESSONS: Dir = include_dir!("$CARGO_MANIFEST_DIR/lessons");
    static EXAMPLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../bout/examples");

    pub(super) fn lessons(game: &str) -> Option<&'static Dir<'static>> {
        LESSONS.get_dir(game)
    }

    pub(super) fn examples(game: &str) -> Option<&'static Dir<'static>> {
        EXAMPLES.get_dir(game)
    }
}

/// The folders of the games that a page can play by itself. The page contains no others, because it must be small.
#[cfg(target_arch = "wasm32")]
mod folders {
    use include_dir::{Dir, include_dir};

    static ESOWAR: [Dir; 2] = [
        include_dir!("$CARGO_MANIFEST_DIR/lessons/esowar"),
        include_dir!("$CARGO_MANIFEST_DIR/../bout/examples/esowar"),
    ];
    static CRASH: [Dir; 2] = [
        include_dir!("$CARGO_MANIFEST_DIR/lessons/crash"),
        include_dir!("$CARGO_MANIFEST_DIR/../bout/examples/crash"),
    ];

    fn of(game: &str) -> Option<&'static [Dir<'static>; 2]> {
        match game {
            "esowar" => Some(&ESOWAR),
            "crash" => Some(&CRASH),
            _ => None,
        }
    }

    pub(super) fn lessons(game: &str) -> Option<&'static Dir<'static>> {
        of(game).map(|[lessons, _]| lessons)
    }

    pub(super) fn examples(game: &str) -> Option<&'static Dir<'static>> {
        of(game).map(|[_, examples]| examples)
    }
}

/// The files of a folder with this ending, sorted by name: their names and their texts.
fn files_in(
    folder: Option<&'static Dir<'static>>,
    ending: Option<&str>,
) -> Vec<(&'static str, &'static str)> {
    let files = folder.into_iter().flat_map(Dir::files);
    let is_wanted =
        |name: &str| ending.is_none_or(|ending| Path::new(name).extension().is_some_and(|end| end == ending));
    let named = files.filter_map(|file| Some((file.path().file_name()?.to_str()?, file.contents_utf8()?)));
    let mut named: Vec<_> = named.filter(|(name, _)| is_wanted(name)).collect();
    named.sort_unstable();
    named
}

/// The lessons of a game, in order; empty for a game without lessons.
///
/// # Errors
/// If a file is not a lesson.
pub fn lessons(game: &str) -> Result<Vec<Lesson>, LessonError> {
    files(game).into_iter().map(|(path, text)| Lesson::parse(&path, text)).collect()
}

/// The lesson files of a game, sorted: their paths, such as `esowar/01-stay-alive.toml`, and their texts.
#[must_use]
pub fn files(game: &str) -> Vec<(String, &'static str)> {
    let files = files_in(folders::lessons(game), Some("toml")).into_iter();
    files.map(|(name, text)| (format!("{game}/{name}"), text)).collect()
}

/// The example programs of a game, sorted: their file names and their texts.
#[must_use]
pub fn examples(game: &str) -> Vec<(&'static str, &'static str)> {
    files_in(folders::examples(game), None)
}

/// The example program of a game with this name; the name has no file ending.
#[must_use]
pub fn example(game: &str, name: &str) -> Option<&'static str> {
    let file = format!("{name}.{}", games::registry::by_name(game)?.info().extension);
    examples(game).into_iter().find(|(found, _)| *found == file).map(|(_, text)| text)
}

/// The names of the example programs of a game, without their endings.
pub(crate) fn example_names(game: &str) -> Vec<String> {
    let stem = |(file, _): (&str, _)| Some(Path::new(file).file_stem()?.to_str()?.to_owned());
    examples(game).into_iter().filter_map(stem).collect()
}

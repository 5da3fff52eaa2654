//! The lessons and the example programs that are part of the build.

use std::path::Path;

use include_dir::{Dir, DirEntry, include_dir};

use crate::{Lesson, LessonError};

/// The lessons, one folder per game.
static LESSONS: Dir = include_dir!("$CARGO_MANIFEST_DIR/lessons");

/// The example programs, one folder per game.
static EXAMPLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../bout/examples");

/// The lessons of a game, in their order; none for a game without lessons.
///
/// # Errors
/// If a file is not a lesson.
pub fn lessons(game: &str) -> Result<Vec<Lesson>, LessonError> {
    files(game).into_iter().map(|(path, text)| Lesson::parse(path, text)).collect()
}

/// The files with the lessons of a game, sorted: their paths, such as `esowar/01-stay-alive.toml`, and their texts.
#[must_use]
pub fn files(game: &str) -> Vec<(&'static str, &'static str)> {
    let files = LESSONS.get_dir(game).into_iter().flat_map(Dir::files);
    let named = files.filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)));
    let mut named: Vec<_> =
        named.filter(|(path, _)| Path::new(path).extension().is_some_and(|end| end == "toml")).collect();
    named.sort_unstable();
    named
}

/// The example program of a game with this name, without its ending.
#[must_use]
pub fn example(game: &str, name: &str) -> Option<&'static str> {
    let extension = games::registry::by_name(game)?.info().extension;
    EXAMPLES.get_file(format!("{game}/{name}.{extension}"))?.contents_utf8()
}

/// The example programs of a game, sorted: the names of their files, and their texts.
#[must_use]
pub fn examples(game: &str) -> Vec<(&'static str, &'static str)> {
    let entries = EXAMPLES.get_dir(game).into_iter().flat_map(Dir::entries);
    let files = entries.filter_map(DirEntry::as_file);
    let mut named: Vec<_> =
        files.filter_map(|file| Some((file.path().file_name()?.to_str()?, file.contents_utf8()?))).collect();
    named.sort_unstable();
    named
}

/// The names of the example programs of a game, without their endings.
pub(crate) fn example_names(game: &str) -> Vec<String> {
    let entries = EXAMPLES.get_dir(game).into_iter().flat_map(Dir::entries);
    let files = entries.filter_map(DirEntry::as_file);
    let mut names: Vec<String> =
        files.filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort_unstable();
    names
}

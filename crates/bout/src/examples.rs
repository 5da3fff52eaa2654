//! The embedded example programs.

use include_dir::{Dir, include_dir};

/// The example programs, one folder per game.
static EXAMPLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/examples");

/// Returns the example programs of a game, sorted by file name.
pub(crate) fn examples(game: &str) -> Vec<(String, &'static [u8])> {
    let files = EXAMPLES.get_dir(game).into_iter().flat_map(Dir::files);
    let named =
        files.filter_map(|file| Some((file.path().file_name()?.to_str()?.to_owned(), file.contents())));
    let mut named: Vec<_> = named.collect();
    named.sort();
    named
}

//! The embedded files: example programs and the manual.

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

/// The manual but for the pages of the games, which lie in their folders: a file per page.
static MANUAL: Dir = include_dir!("$CARGO_MANIFEST_DIR/manual");

/// Returns the names of the manual pages, without extension.
pub(crate) fn manual_pages() -> Vec<(String, &'static [u8])> {
    let pages = MANUAL
        .files()
        .filter_map(|file| Some((file.path().file_stem()?.to_str()?.to_owned(), file.contents())));
    let games = games::REGISTRY.iter().map(|game| (game.info().name.to_owned(), game.manual().as_bytes()));
    let mut pages: Vec<_> = pages.chain(games).collect();
    pages.sort();
    pages
}

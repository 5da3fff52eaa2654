//! Whether the packed page is made from the sources that are there.

use std::path::Path;

mod sources;

#[test]
fn the_packed_page_is_made_from_these_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let packed = include_str!("../../report/dist/sources").trim();
    let now = sources::hash(&root).expect("the sources can be read");
    assert_eq!(
        packed, now,
        "crates/report/dist/page.html was packed from other sources: run `cargo run --manifest-path pack/Cargo.toml`, and \
         commit what it writes"
    );
}

//! Every game in the registry passes its conformance cases.

use std::path::PathBuf;

use games::{REGISTRY, conformance};

#[test]
fn every_game_passes_its_cases() {
    let testdata = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    for game in REGISTRY {
        let path = testdata.join(game.name()).join("conformance.json");
        let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let results: Vec<_> =
            conformance::cases(&text).unwrap().iter().map(|case| case.play(&|| false)).collect();
        assert!(!results.is_empty(), "{} has cases", game.name());
        let failed: Vec<_> = results.iter().filter(|result| !result.passed()).collect();
        assert!(
            failed.is_empty(),
            "{}: {} of {} fail: {failed:#?}",
            game.name(),
            failed.len(),
            results.len()
        );
    }
}

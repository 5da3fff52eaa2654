//! Every game in the registry passes its conformance cases.

#[path = "support/perl.rs"]
mod perl;

use std::path::PathBuf;

use game::{AnyPlayers, Rules, Void};
use games::{REGISTRY, conformance};

#[test]
fn every_game_passes_its_cases() {
    let testdata = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let by_hand = |_: &Rules| -> Result<Box<dyn AnyPlayers>, Void> { Ok(Box::new(perl::PerlByHand)) };
    for game in REGISTRY {
        let path = testdata.join(game.info().name).join("conformance.json");
        let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let results: Vec<_> =
            conformance::cases(&text).unwrap().iter().map(|case| case.play(&by_hand, &|| false)).collect();
        assert!(!results.is_empty(), "{} has cases", game.info().name);
        let failed: Vec<_> = results.iter().filter(|result| !result.passed()).collect();
        assert!(
            failed.is_empty(),
            "{}: {} of {} fail: {failed:#?}",
            game.info().name,
            failed.len(),
            results.len()
        );
    }
}

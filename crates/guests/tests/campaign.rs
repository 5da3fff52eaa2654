//! Short versions of the long runs of `cargo xtask campaign`: object files that no compiler makes, and
//! sources from a grammar.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

#[path = "support/campaigns.rs"]
mod campaigns;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "../../games/tests/support/choices.rs"]
mod choices;
#[path = "support/objects.rs"]
mod objects;
#[path = "support/sources.rs"]
mod sources;

#[test]
fn object_files_that_no_compiler_makes_are_refused_or_can_be_started() {
    campaigns::Objects::new().expect("bots can be made").run(1, 20_000).expect("no failure of ours");
}

#[test]
fn sources_by_a_grammar_play_or_are_refused() {
    campaigns::Sources::new().expect("bots can be made").run(1, 60).expect("no failure of ours");
}

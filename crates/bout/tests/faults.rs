//! A short campaign of failing system calls; `cargo xtask faults` runs the long one.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

#[path = "support/faulty_runs.rs"]
mod faulty_runs;

use faulty_runs::Faults;

#[test]
fn a_command_that_was_killed_or_failed_is_repeated_and_nothing_is_lost() {
    let faults = Faults::new(env!("CARGO_BIN_EXE_bout").as_ref());
    let wrong: Vec<String> = (0..60).filter_map(|seed| faults.run(seed).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

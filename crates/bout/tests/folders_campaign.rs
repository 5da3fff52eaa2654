//! A short campaign of randomly changed folders; `cargo xtask campaign folders` runs the long one.

#![cfg(target_os = "linux")]

#[path = "support/mutated_folders.rs"]
mod mutated_folders;

use mutated_folders::Templates;

#[test]
fn no_changed_folder_reaches_outside_of_itself() {
    let templates = Templates::new(env!("CARGO_BIN_EXE_bout").as_ref());
    let wrong: Vec<String> = (0..30).filter_map(|seed| templates.run(seed).err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

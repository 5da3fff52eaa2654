//! Which crate may depend on which: the direction in which data flows, never back.

use std::process::ExitCode;

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// For each crate of ours, the crates of ours that it may depend on (ARCHITECTURE.md has the
/// picture). A crate that is not listed here may not exist.
const ALLOWED: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("games", &["game"]),
    ("record", &["game"]),
    ("referee", &["game", "games", "record"]),
    ("bout", &["game", "games", "record", "referee"]),
    ("xtask", &["game", "games"]),
];

/// Prints every dependency that is not allowed.
pub(crate) fn check() -> ExitCode {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata runs");
    let ours: Vec<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let wrong: Vec<String> =
        metadata.packages.iter().flat_map(|package| wrong_dependencies(package, &ours)).collect();
    for line in &wrong {
        eprintln!("{line}");
    }
    println!("{} crates, {} dependencies that are not allowed", ours.len(), wrong.len());
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn wrong_dependencies(package: &Package, ours: &[&str]) -> Vec<String> {
    let name = package.name.as_str();
    let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == name) else {
        return vec![format!("the crate `{name}` is not in the list in xtask/src/dependencies.rs")];
    };
    let needed =
        package.dependencies.iter().filter(|dependency| dependency.kind != DependencyKind::Development);
    needed
        .filter(|dependency| ours.contains(&dependency.name.as_str()))
        .filter(|dependency| !allowed.contains(&dependency.name.as_str()))
        .map(|dependency| format!("`{name}` may not depend on `{}`", dependency.name))
        .collect()
}

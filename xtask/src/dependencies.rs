//! Checks which crate depends on which: dependencies follow the flow of data and never form a cycle.

use std::process::ExitCode;

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// For each crate of the workspace, the crates of the workspace that it may depend on (see the picture in
/// ARCHITECTURE.md). Every crate must be listed.
const ALLOWED: &[(&str, &[&str])] = &[
    ("bout-game", &[]),
    ("bout-games", &["bout-game"]),
    ("bout-record", &["bout-game"]),
    ("bout-referee", &["bout-game", "bout-games", "bout-record"]),
    ("bout-viewer", &["bout-game", "bout-record", "bout-referee"]),
    ("bout-page", &["bout-game", "bout-games", "bout-record", "bout-referee", "bout-viewer"]),
    ("bout-lessons", &["bout-game", "bout-games", "bout-referee"]),
    (
        "bout-playground",
        &[
            "bout-game",
            "bout-games",
            "bout-guests",
            "bout-lessons",
            "bout-page",
            "bout-record",
            "bout-referee",
            "bout-tournament",
        ],
    ),
    ("bout-lsp", &["bout-game", "bout-games"]),
    ("bout-terminal", &["bout-game", "bout-viewer"]),
    ("bout-film", &["bout-game", "bout-viewer"]),
    ("bout-tournament", &["bout-game"]),
    ("bout-jobs", &["bout-game", "bout-referee", "bout-tournament"]),
    ("bout-dispatch", &["bout-game", "bout-jobs", "bout-record", "bout-referee", "bout-tournament"]),
    (
        "bout-queue",
        &["bout-contests", "bout-dispatch", "bout-game", "bout-games", "bout-jobs", "bout-tournament"],
    ),
    ("bout-sandbox", &[]),
    ("bout-guests", &["bout-game", "bout-games", "bout-referee", "bout-sandbox"]),
    ("bout-evolve", &["bout-game"]),
    ("bout-store", &["bout-database", "bout-game", "bout-record"]),
    ("bout-report", &["bout-game"]),
    (
        "bout-contests",
        &[
            "bout-dispatch",
            "bout-evolve",
            "bout-game",
            "bout-games",
            "bout-guests",
            "bout-jobs",
            "bout-record",
            "bout-referee",
            "bout-sandbox",
            "bout-store",
            "bout-tournament",
        ],
    ),
    ("bout-database", &[]),
    ("bout-accounts", &["bout-database", "bout-game"]),
    ("bout-manual", &["bout-games"]),
    (
        "bout-web",
        &[
            "bout-accounts",
            "bout-contests",
            "bout-database",
            "bout-dispatch",
            "bout-game",
            "bout-games",
            "bout-lessons",
            "bout-manual",
            "bout-playground",
            "bout-queue",
            "bout-record",
            "bout-referee",
            "bout-report",
            "bout-store",
            "bout-sandbox",
            "bout-tournament",
        ],
    ),
    (
        "bout",
        &[
            "bout-game",
            "bout-games",
            "bout-record",
            "bout-referee",
            "bout-tournament",
            "bout-jobs",
            "bout-dispatch",
            "bout-queue",
            "bout-store",
            "bout-contests",
            "bout-report",
            "bout-sandbox",
            "bout-guests",
            "bout-evolve",
            "bout-viewer",
            "bout-terminal",
            "bout-film",
            "bout-lsp",
            "bout-manual",
            "bout-web",
        ],
    ),
    (
        "xtask",
        &[
            "bout-accounts",
            "bout-contests",
            "bout-game",
            "bout-games",
            "bout-guests",
            "bout-manual",
            "bout-queue",
            "bout-record",
            "bout-referee",
            "bout-sandbox",
            "bout-tournament",
        ],
    ),
];

/// Prints every dependency that is not allowed.
pub(crate) fn check() -> ExitCode {
    let wrong = all_wrong_dependencies();
    for line in &wrong {
        eprintln!("{line}");
    }
    println!("{} dependencies that are not allowed", wrong.len());
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn all_wrong_dependencies() -> Vec<String> {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata runs");
    let ours: Vec<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    metadata.packages.iter().flat_map(|package| wrong_dependencies(package, &ours)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_depend_only_on_those_they_may_depend_on() {
        assert_eq!(all_wrong_dependencies(), Vec::<String>::new());
    }

    #[test]
    fn a_dependency_against_the_flow_is_found() {
        let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata runs");
        let mut game =
            metadata.packages.iter().find(|package| package.name.as_str() == "bout-game").unwrap().clone();
        let record =
            metadata.packages.iter().find(|package| package.name.as_str() == "bout-referee").unwrap();
        game.dependencies.extend(record.dependencies.iter().cloned());
        let wrong = wrong_dependencies(&game, &["bout-game", "bout-games", "bout-record"]);
        assert!(wrong.contains(&"`bout-game` may not depend on `bout-record`".to_owned()), "{wrong:?}");
    }
}

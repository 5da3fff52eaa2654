//! The table of keys, and the manual's copy of it.

use std::path::Path;

use viewer::keys::{self, HELP, HelpLine, Viewer};

const VIEWERS: [Viewer; 2] = [Viewer::Terminal, Viewer::Page];

#[test]
fn no_key_has_two_commands_in_one_viewer() {
    for viewer in VIEWERS {
        let presses = HELP.iter().flat_map(|line| line.bindings).flat_map(|binding| binding.keys);
        let here: Vec<_> = presses.filter(|press| press.is_in(viewer)).collect();
        for (index, press) in here.iter().enumerate() {
            let is_same =
                |other: &&&keys::KeyPress| (other.key, other.modifiers) == (press.key, press.modifiers);
            assert!(!here[..index].iter().any(|other| is_same(&other)), "{viewer:?}: {press}");
        }
    }
}

#[test]
fn every_command_has_one_name() {
    let bindings: Vec<_> = HELP.iter().flat_map(|line| line.bindings).collect();
    for one in &bindings {
        for other in &bindings {
            assert_eq!(
                one.command == other.command,
                one.name == other.name,
                "{} and {}",
                one.name,
                other.name
            );
        }
    }
}

#[test]
fn keys_are_listed_side_by_side() {
    let line = |name: &str| HELP.iter().find(|line| line.bindings.iter().any(|one| one.name == name));
    let shown = |name: &str, viewer| line(name).expect("it is there").shown_keys(viewer);
    assert_eq!(shown("faster", Viewer::Page), "+ -");
    assert_eq!(shown("10 turns back", Viewer::Terminal), "Shift-→ ←, . ,");
    assert_eq!(shown("1000 turns back", Viewer::Page), ") (");
    assert_eq!(shown("cursor up", Viewer::Page), "h l k j, ↑ ↓");
    assert_eq!(shown("follow the previous agent", Viewer::Terminal), "Tab Shift-Tab");
    assert_eq!(shown("quit", Viewer::Terminal), "q, Ctrl-C");
    assert_eq!(shown("quit", Viewer::Page), "");
}

/// The keys of a line in a viewer as the manual shows them.
fn in_manual(line: &HelpLine, viewer: Viewer) -> String {
    let group = |group: &Vec<keys::KeyPress>| {
        group.iter().map(|press| format!("`{press}`")).collect::<Vec<_>>().join(" ")
    };
    line.keys(viewer).iter().map(group).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_manual_has_this_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bout/manual/viewing.md");
    let manual = std::fs::read_to_string(path).expect("the manual can be read");
    let rows = HELP.iter().map(|line| {
        format!(
            "| {} | {} | {} |\n",
            in_manual(line, Viewer::Terminal),
            in_manual(line, Viewer::Page),
            line.help
        )
    });
    let table: String =
        ["| terminal | page | |\n|---|---|---|\n".to_owned()].into_iter().chain(rows).collect();
    assert!(
        manual.contains(&table),
        "crates/bout/manual/viewing.md must have this table of keys:\n\n{table}"
    );
}

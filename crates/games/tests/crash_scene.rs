//! How a match of Crash is shown.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/scenes.rs"]
mod scenes;

use game::{Glyph, NamedLists, NoPlayers, Notable, NotableKind, Shape};
use games::crash::Crash;
use scenes::Viewed;

fn viewed(programs: [&str; 2], start: [u64; 2]) -> Viewed {
    let setup = NamedLists::default().with("start", start.to_vec());
    Viewed::new(&Crash, &programs, &["max_turns=100"], &setup)
}

/// Writes a `noop` into the other program's second cell over and over, while the other waits in its first.
fn shooting() -> Viewed {
    viewed(["write noop 2001\nstore [i]-2 i", "store [i]-1 i\ncrash"], [10, 2000])
}

#[test]
fn panels_show_registers_and_the_instructions_around_the_next() {
    let mut viewed = shooting();
    assert_eq!(viewed.scene.shape(), Shape::Row { cells: 4096 });
    assert_eq!(viewed.agents(), ["0 i 10", "1 i 2000"]);
    let lines = |viewed: &Viewed| viewed.lines("program 0");
    let mut expected = vec!["i 10  a 0  b 0".to_owned()];
    for address in 5..=19 {
        expected.push(match address {
            10 => "current   10 write noop 2001 @10".into(),
            11 => "  11 store [i]-2 i @11".into(),
            _ => format!("{address:4} crash @{address}"),
        });
    }
    assert_eq!(lines(&viewed), expected);
    viewed.step(&mut NoPlayers);
    assert_eq!(lines(&viewed)[0], "i 11  a 0  b 0");
    assert_eq!(lines(&viewed)[6], "current   11 store [i]-2 i @11");
    assert_eq!(viewed.lines("program 1")[6..8], ["current 2000 store [i]-1 i @2000", "2001 noop @2001"]);
}

#[test]
fn near_the_ends_of_the_memory_there_is_less_to_show() {
    let mut viewed = viewed(["noop", "store [i]-1 i"], [4095, 0]);
    let at_the_end = [
        "i 4095  a 0  b 0",
        "4090 crash @4090",
        "4091 crash @4091",
        "4092 crash @4092",
        "4093 crash @4093",
        "4094 crash @4094",
        "current 4095 noop @4095",
    ];
    assert_eq!(viewed.lines("program 0"), at_the_end);
    let first = viewed.lines("program 1");
    assert_eq!((first.len(), &first[1][..]), (11, "current    0 store [i]-1 i @0"));
    // C2: past the end a `crash` is read, and `i` stays.
    viewed.step(&mut NoPlayers);
    assert_eq!(viewed.agents()[0], "0 i 4096");
    let past_the_end = [
        "i 4096  a 0  b 0",
        "4091 crash @4091",
        "4092 crash @4092",
        "4093 crash @4093",
        "4094 crash @4094",
        "4095 noop @4095",
        "current 4096 crash (past the end) @4096",
    ];
    assert_eq!(viewed.lines("program 0"), past_the_end);
    viewed.step(&mut NoPlayers);
    assert_eq!(viewed.table.outcome().unwrap().winner(), Some(1));
    assert_eq!(viewed.lines("program 0")[0], "failure lost: it executed a crash");
    assert_eq!(viewed.lines("program 0")[1..], past_the_end);
}

#[test]
fn a_write_that_changes_anothers_program_is_a_hit() {
    let mut viewed = shooting();
    let mut notable = Vec::new();
    for _ in 0..6 {
        viewed.step(&mut NoPlayers);
        notable.extend(viewed.events.iter().filter_map(|event| viewed.scene.notable(event)));
    }
    // The later writes change nothing.
    assert_eq!(notable, [Notable { kind: NotableKind::Hit, seat: 0, victim: Some(1) }]);
    let homes = [9, 10, 11, 12, 1999, 2000, 2001, 2002].map(|cell| viewed.scene.home(cell));
    assert_eq!(homes, [None, Some(0), Some(0), None, None, Some(1), Some(1), None]);
}

#[test]
fn every_kind_of_instruction_has_a_character() {
    let scene = shooting().scene;
    let glyph = |text| scene.glyph(text);
    let shown = |symbol, is_blank| Glyph { symbol, owner: None, is_blank };
    assert_eq!(glyph("crash"), shown('.', true));
    assert_eq!(glyph("noop"), shown('-', false));
    assert_eq!(glyph("write crash [i]+[a]+4"), shown('w', false));
    assert_eq!(glyph("store [i]-1 i"), shown('s', false));
}

/// After a death the `crash` that was executed is the current line, though `i` is one further (C1).
#[test]
fn after_a_death_the_crash_is_shown() {
    let mut viewed = viewed(["noop\ncrash\nnoop", "store [i]-1 i"], [10, 2000]);
    viewed.step(&mut NoPlayers);
    viewed.step(&mut NoPlayers);
    let lines = viewed.lines("program 0");
    assert_eq!(lines[0], "failure lost: it executed a crash");
    assert!(lines.contains(&"current   11 crash @11".into()), "{lines:#?}");
    assert!(lines.contains(&"  12 noop @12".into()), "{lines:#?}");
    let cells: Vec<usize> = viewed.scene.agents_at(&viewed.moment()).iter().map(|agent| agent.cell).collect();
    assert_eq!(cells, [11, 2000]);
}

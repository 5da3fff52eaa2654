//! How a match of Esowar is shown.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/scenes.rs"]
mod scenes;

use game::{Event, EventKind, NamedLists, NoPlayers, Notable, NotableKind, Shape};
use games::esowar::Esowar;
use scenes::Viewed;

/// `>+` on the squares 0 and 1 against `<r` on 4 and 5, with robots on 6 and 0. The first robot goes on to 7 and turns that
/// square into d; the second commander walks there and reads it in turn 8. Her robot went left, from 0 to 7.
fn viewed() -> Viewed {
    let setup = NamedLists::default().with("start", vec![0, 4]).with("robots", vec![6, 0]);
    Viewed::new(&Esowar, &[">+", "<r"], &["squares=8", "max_turns=100"], &setup)
}

#[test]
fn panels_show_the_code_around_everybody_before_the_first_turn() {
    let viewed = viewed();
    assert_eq!(viewed.scene.shape(), Shape::Ring { cells: 8 });
    assert_eq!(viewed.agents(), ["0 commander 0", "0 robot 6", "1 commander 4", "1 robot 0"]);
    // On 8 squares no more than 3 to either side are others.
    let first = [
        "commander on 0, base+0 @0",
        "  rrr>+rr @0",
        "quiet      ^ @0",
        "current next: >, her robot walks right @0",
        "robot on 6, base-2 @6",
        "  r<rrr>+ @6",
        "quiet      ^ @6",
    ];
    assert_eq!(viewed.lines("program 0"), first);
    let second = [
        "commander on 4, base+0 @4",
        "  +rr<rrr @4",
        "quiet      ^ @4",
        "current next: <, her robot walks left @4",
        "robot on 0, base+4 @0",
        "  rrr>+rr @0",
        "quiet      ^ @0",
    ];
    assert_eq!(viewed.lines("program 1"), second);
    assert_eq!(viewed.panels().iter().map(|panel| panel.seat).collect::<Vec<_>>(), [Some(0), Some(1)]);
}

#[test]
fn a_plus_says_what_it_makes_of_the_robots_square() {
    let mut viewed = viewed();
    viewed.step(&mut NoPlayers);
    viewed.step(&mut NoPlayers);
    assert_eq!(viewed.lines("program 0")[3], "current next: +, her robot turns r to d @1");
    assert_eq!(viewed.lines("program 1")[3], "current next: r, she walks on @5");
}

#[test]
fn the_dead_are_told_and_no_longer_agents() {
    let mut viewed = viewed();
    while viewed.table.outcome().is_none() {
        viewed.step(&mut NoPlayers);
    }
    assert_eq!(viewed.agents(), ["0 commander 4", "0 robot 7"]);
    let dead = [
        "failure died in turn 8: its commander read a d",
        "commander on 7, base+3 @7",
        "  <rrd>+r @7",
        "quiet      ^ @7",
        "robot on 7, base+3 @7",
        "  <rrd>+r @7",
        "quiet      ^ @7",
    ];
    assert_eq!(viewed.lines("program 1"), dead);
    let death = Notable { kind: NotableKind::Death, seat: 1, victim: Some(1) };
    assert_eq!(
        viewed.events.iter().filter_map(|event| viewed.scene.notable(event)).collect::<Vec<_>>(),
        [death]
    );
    // Later, as after a jump, the reason is not at hand.
    viewed.events.clear();
    assert_eq!(viewed.lines("program 1")[0], "failure died in turn 8");
}

/// What commanders who stand on a bracket do depends on what their robots stand on (E4).
#[test]
fn brackets_say_where_they_lead() {
    let next = |bases: [&str; 2], robots: [u64; 2]| {
        let setup = NamedLists::default().with("start", vec![0, 4]).with("robots", robots.to_vec());
        let viewed = Viewed::new(&Esowar, &bases, &["squares=40"], &setup);
        viewed.lines("program 0")[3].clone()
    };
    assert_eq!(next(["[r]", "r"], [9, 9]), "current next: [, her robot is on r: past the ] @0");
    assert_eq!(next(["[+]", "r"], [1, 9]), "current next: [, her robot is on +: she walks on @0");
    assert_eq!(next(["]+[", "r"], [1, 9]), "current next: ], she walks back to the [ @0");
    assert_eq!(next(["d", "r"], [1, 9]), "current next: d, she dies @0");
}

#[test]
fn a_write_into_anothers_base_is_a_hit() {
    let scene = viewed().scene;
    assert_eq!(
        (0..8).map(|square| scene.home(square)).collect::<Vec<_>>(),
        [Some(0), Some(0), None, None, Some(1), Some(1), None, None]
    );
    let write = |seat, cell| Event { turn: 3, seat, kind: EventKind::Write { cell, before: 0, after: 1 } };
    let hit = |seat| Some(Notable { kind: NotableKind::Hit, seat, victim: Some(1 - seat) });
    assert_eq!([scene.notable(&write(0, 5)), scene.notable(&write(1, 0))], [hit(0), hit(1)]);
    assert_eq!([scene.notable(&write(0, 0)), scene.notable(&write(1, 7))], [None, None]);
}

#[test]
fn squares_show_their_symbols_and_r_is_blank() {
    let scene = viewed().scene;
    for symbol in ["r", "d", ">", "<", "+", "[", "]"] {
        let glyph = scene.glyph(symbol);
        assert_eq!((glyph.symbol.to_string(), glyph.owner), (symbol.to_owned(), None));
        assert_eq!(glyph.is_blank, symbol == "r");
    }
}

//! What storytellers say about events that are given by hand.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/scenes.rs"]
mod scenes;

use game::{Event, EventKind, Metadata, NamedLists, SeatNames, StorySentence};
use games::crash::Crash;
use games::esowar::Esowar;
use games::perlwar::PerlWar;
use games::snakes::Snakes;
use scenes::Viewed;

fn names(names: &[&str]) -> SeatNames {
    let metadata = Metadata::default();
    let files: Vec<String> = names.iter().map(|name| format!("{name}.x")).collect();
    SeatNames::new(&files.iter().map(|file| (&metadata, file.as_str())).collect::<Vec<_>>())
}

fn write(turn: u64, seat: usize, cell: usize, before: u32, after: u32) -> Event {
    Event { turn, seat, kind: EventKind::Write { cell, before, after } }
}

fn death(turn: u64, seat: usize, reason: &'static str) -> Event {
    Event { turn, seat, kind: EventKind::Death { reason } }
}

/// The sentences about these turns.
fn told(viewed: &Viewed, players: &[&str], turns: &[&[Event]]) -> Vec<StorySentence> {
    let mut teller = viewed.scene.storyteller(&names(players));
    let mut story = Vec::new();
    for turn in turns {
        teller.observe_turn(turn, &mut story);
    }
    story
}

fn texts(story: &[StorySentence]) -> Vec<String> {
    story.iter().map(|told| format!("{} {}: {}", told.turn, told.kind.word(), told.text)).collect()
}

/// Bases of two squares, 100 squares apart on a ring of 800.
fn esowar() -> Viewed {
    let setup = NamedLists::default().with("start", vec![0, 100]).with("robots", vec![6, 0]);
    Viewed::new(&Esowar, &[">+", "<r"], &["squares=800", "max_turns=1000"], &setup)
}

#[test]
fn esowar_tells_who_comes_to_whose_base() {
    // Symbols by their numbers: r 0, d 1, > 2, ] 6.
    let story = told(
        &esowar(),
        &["Hawk", "Peacock"],
        &[
            &[write(1, 0, 300, 0, 1)],
            // There are 400 squares for each; less than an eighth of that is near, and after that, less than an eighth
            // of the distance told last.
            &[write(2, 0, 151, 0, 1)],
            &[write(3, 0, 141, 0, 1)],
            &[write(4, 0, 140, 0, 1)],
            &[write(40, 0, 100, 6, 0)],
            &[write(41, 0, 101, 0, 1)],
            &[write(42, 0, 101, 1, 2)],
            &[write(60, 0, 101, 1, 2)],
            &[write(61, 1, 101, 2, 3)],
        ],
    );
    let expected = [
        "1 remark: Hawk's robot begins to write",
        "3 remark: Hawk's robot is 40 squares from Peacock's base",
        "40 hit: Hawk's robot reaches Peacock's base: `]` becomes `r`",
        "41 hit: Hawk's robot leaves a `d` in Peacock's base",
        "60 hit: Hawk's robot is back in Peacock's base: `d` becomes `>`",
        "61 remark: Peacock's robot changes a square of its own base: `>` becomes `<`",
    ];
    assert_eq!(texts(&story), expected);
    assert_eq!(story[2].cell, Some(100));
    assert!(story[2].weight > story[1].weight && story[1].weight > story[0].weight);
}

/// The ring is closed, a base counts from its nearer end, and one's own base is not another's.
#[test]
fn esowar_tells_distances_to_the_nearest_other_base() {
    let setup = NamedLists::default().with("start", vec![0, 100, 200]).with("robots", vec![6, 0, 300]);
    let three = Viewed::new(&Esowar, &[">+", "<r", "rrrr"], &["squares=800", "max_turns=1000"], &setup);
    let near = |seat, cell| {
        // The first write tells that somebody begins.
        let turns: &[&[Event]] = &[&[write(1, seat, 500, 0, 1)], &[write(2, seat, cell, 0, 1)]];
        let story = told(&three, &["Ann", "Bob", "Cid"], turns);
        story.get(1).map(|told| told.text.clone())
    };
    let expected = [
        ((1, 790), Some("Bob's robot is 10 squares from Ann's base")),
        ((1, 8), Some("Bob's robot is 7 squares from Ann's base")),
        ((0, 213), Some("Ann's robot is 10 squares from Cid's base")),
        ((1, 199), Some("Bob's robot is 1 square from Cid's base")),
        ((0, 790), None),
        ((0, 300), None),
    ];
    for ((seat, cell), words) in expected {
        assert_eq!(near(seat, cell).as_deref(), words, "{seat} on {cell}");
    }
}

#[test]
fn esowar_tells_who_dies_of_what_and_how_many_are_left() {
    let setup = NamedLists::default().with("start", vec![0, 100, 200]).with("robots", vec![6, 0, 300]);
    let three = Viewed::new(&Esowar, &[">+", "<r", "r"], &["squares=800", "max_turns=1000"], &setup);
    let turns: &[&[Event]] = &[&[death(7, 2, "no-match")], &[death(9, 0, "read-d")]];
    let story = told(&three, &["Ann", "Bob", "Cid"], turns);
    let expected = [
        "7 death: Cid's commander finds no matching bracket and dies: 2 are left",
        "9 death: Ann's commander reads `d` and dies",
    ];
    assert_eq!(texts(&story), expected);
    assert!(story.iter().all(|told| told.weight == game::DEATH_WEIGHT));
}

/// The instruction `crash` has the number 0 in events of Crash.
#[test]
fn crash_tells_hits_that_change_something_and_who_crashes() {
    let setup = NamedLists::default().with("start", vec![10, 100]);
    let viewed = Viewed::new(&Crash, &["noop\nnoop\n", "noop\nnoop\n"], &[], &setup);
    let story = told(
        &viewed,
        &["Comb", "Bomber"],
        &[
            &[write(1, 1, 500, 0, 0), write(1, 0, 101, 3, 3)],
            &[write(2, 1, 10, 3, 4)],
            &[write(3, 1, 11, 3, 0)],
            &[write(4, 1, 11, 0, 3)],
            &[write(30, 1, 11, 3, 0)],
            &[death(31, 0, "crash")],
        ],
    );
    let expected = [
        "1 remark: Bomber begins to write into the memory",
        "1 remark: Comb begins to write into the memory",
        "2 hit: Bomber hits Comb's program in cell 10",
        "3 hit: Bomber writes a `crash` into Comb's program, cell 11",
        "30 hit: Bomber hits Comb's program again, in cell 11",
        "31 death: Comb executes `crash`",
    ];
    assert_eq!(texts(&story), expected);
}

fn snakes() -> Viewed {
    Viewed::new(&Snakes, &["/* X */", "/* O */"], &["turns=20"], &NamedLists::default().with("key", vec![1]))
}

#[test]
fn snakes_tells_what_is_enclosed_and_who_leads() {
    let [x, o, free, bot] = [b'X', b'O', b'.', b'*'].map(u32::from);
    let row = |turn, cells: std::ops::Range<usize>, before| -> Vec<Event> {
        cells.map(|cell| write(turn, 0, cell, before, x)).collect()
    };
    // A bot that walks turns the square that it leaves into land.
    let walks = [write(1, 0, 0, bot, x), write(1, 0, 1, free, bot)];
    // Rows 2 and 3, columns 3 to 5.
    let area = [row(2, 67..70, free), row(2, 99..102, free)].concat();
    let mut taken = vec![write(3, 1, 300, free, o)];
    taken.extend([write(3, 0, 300, o, x), write(3, 0, 301, free, x)]);
    taken.push(death(3, 1, "enclosed"));
    let story = told(&snakes(), &["Ann", "Bob"], &[&walks, &area, &taken]);
    let expected = [
        "2 capture: Ann encloses 6 squares",
        "2 lead: Ann takes the lead, 8 squares to 1",
        "3 capture: Ann encloses 2 squares, 1 of them Bob's",
        "3 capture: Bob encloses 1 square",
        "3 death: Bob is enclosed",
    ];
    assert_eq!(texts(&story), expected);
    // The middle of columns 3, 4, 5 and of rows 2 and 3, rounded down.
    assert_eq!(story[0].cell, Some(2 * 32 + 4));
}

#[test]
fn snakes_has_a_score_and_names_squares_by_row_and_column() {
    let viewed = snakes();
    let score = viewed.scene.score(&viewed.frame).expect("territory is the score");
    assert_eq!((score.unit, score.of), ("squares", vec![1, 1]));
    assert_eq!(viewed.scene.shape().place_in_words(3 * 32 + 5), "row 3, column 5");
    assert!(esowar().scene.score(&esowar().frame).is_none());
    assert_eq!(esowar().scene.shape().place_in_words(12), "cell 12");
}

/// Events of PerlWar have owners as numbers: 0 for nobody, otherwise the seat plus 1.
#[test]
fn perlwar_tells_what_a_round_did_to_whom() {
    let viewed =
        Viewed::new(&PerlWar, &["1;", "2;"], &["size=20"], &NamedLists::default().with("key", vec![1]));
    let story = told(
        &viewed,
        &["Borg", "Crawler"],
        &[
            &[write(1, 0, 0, 0, 1), write(1, 1, 5, 0, 2), write(1, 1, 6, 0, 2), write(1, 1, 7, 0, 2)],
            &[write(2, 0, 5, 2, 1), write(2, 0, 6, 2, 0), write(2, 0, 7, 2, 2)],
            &[write(3, 0, 7, 2, 1), death(3, 1, "eliminated")],
        ],
    );
    let expected = [
        "1 lead: Crawler takes the lead, 3 snippets to 1",
        "2 capture: Borg claims 1 cell, empties 1 cell, rewrites 1 snippet of Crawler",
        "3 capture: Borg claims 1 cell of Crawler",
        "3 lead: Borg takes the lead, 3 snippets to 0",
        "3 death: Crawler has no snippet left and is out",
    ];
    assert_eq!(texts(&story), expected);
}

/// Every reason of every game has its words; other reasons have none.
#[test]
fn every_reason_is_told_in_words() {
    for game in games::registry::REGISTRY {
        for reason in game.info().reasons {
            let words = game.reason_in_words(reason);
            assert!(words.contains(' ') && words != *reason, "{}: {reason}", game.info().name);
        }
        assert_eq!(game.reason_in_words("bored"), "bored");
        assert!(game.reason_in_words("fault").contains("failed"));
    }
}

//! How a match of Snakes is shown.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/scenes.rs"]
mod scenes;

use game::{
    AnyPlayers, Event, EventKind, Exchange, FaultKind, Glyph, Moment, NamedLists, Notable, NotableKind,
    Reply, Seat, SeatNames, Shape, Void,
};
use games::snakes::Snakes;
use scenes::Viewed;

const KEY: u64 = 7;

/// Replies in order; after them nobody answers any more.
struct Replies(Vec<Reply<Vec<u8>>>);

impl Replies {
    fn letters(letters: &str) -> Self {
        Self(letters.bytes().map(|letter| Reply::Answer(vec![letter])).collect())
    }
}

impl AnyPlayers for Replies {
    fn ask(&mut self, _: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        Ok(self.0.remove(0))
    }
}

fn viewed() -> Viewed {
    let setup = NamedLists::default().with("key", vec![KEY]);
    Viewed::new(&Snakes, &["/* X */", "/* O */"], &["turns=20"], &setup)
}

#[test]
fn panels_tell_what_was_answered() {
    let mut viewed = viewed();
    assert_eq!(viewed.scene.shape(), Shape::Grid { rows: 16, columns: 32 });
    assert_eq!(viewed.agents(), ["0 bot 0", "1 bot 511"]);
    assert_eq!(viewed.lines("program 0, X"), ["territory 1"]);
    assert_eq!(viewed.lines("program 1, O"), ["territory 1"]);
    viewed.step(&mut Replies::letters("RL"));
    assert_eq!(viewed.agents(), ["0 bot 1", "1 bot 510"]);
    assert_eq!(viewed.lines("program 0, X"), ["territory 2", "current moves right @1"]);
    assert_eq!(viewed.lines("program 1, O"), ["territory 2", "current moves left @510"]);
    viewed.step(&mut Replies::letters("U?"));
    assert_eq!(viewed.lines("program 0, X"), ["territory 2", "current up is off the board: stays"]);
    let invalid = ["territory 2", "invalid answers 1", "failure invalid answer: stays"];
    assert_eq!(viewed.lines("program 1, O"), invalid);
}

#[test]
fn the_other_bots_square_cannot_be_entered_s5() {
    let mut viewed = viewed();
    for (name, value) in [("row", 15), ("column", 30)] {
        viewed.table.change(&game::Change::Register { name: name.into(), seat: 0, value }).unwrap();
    }
    viewed.step(&mut Replies::letters("RD"));
    assert_eq!(viewed.lines("program 0, X")[1], "current right is the other bot: stays");
    assert_eq!(viewed.lines("program 1, O")[1], "current down is off the board: stays");
}

#[test]
fn a_fault_is_told() {
    let mut viewed = viewed();
    viewed.step(&mut Replies(vec![Reply::Fault(FaultKind::Signal, "SIGSEGV".into())]));
    let failed = ["territory 1", "failure signal: SIGSEGV", "failure lost: fault"];
    assert_eq!(viewed.lines("program 0, X"), failed);
    assert_eq!(viewed.lines("program 1, O"), ["territory 1"], "nobody asked");
}

#[test]
fn what_cannot_be_read_is_said() {
    let viewed = viewed();
    let lines = |question: &[u8], reply| {
        let asked = [Exchange { seat: 0, question: question.to_vec(), reply }];
        let moment =
            Moment { frame: &viewed.frame, events: &[], asked: &asked, names: &SeatNames::default() };
        let panel = viewed.scene.panels(&moment).swap_remove(0);
        panel.lines.into_iter().skip(1).map(|line| line.text).collect::<Vec<_>>()
    };
    let [question, answer] =
        ["question", "answer"].map(|one| format!("the {one} cannot be read: of another version?"));
    assert_eq!(lines(b"new", Reply::Answer(b"new".to_vec())), [&question[..], &answer]);
    assert_eq!(lines(b"", Reply::Answer(b"L".to_vec())), [&question[..], "answers left"]);
}

#[test]
fn squares_are_owned_by_what_they_show() {
    let scene = viewed().scene;
    let glyph = |text| scene.glyph(text);
    assert_eq!(glyph("."), Glyph { symbol: '.', owner: None, is_blank: true });
    for (text, seat) in [("X", 0), ("*", 0), ("O", 1), ("@", 1)] {
        let symbol = text.chars().next().unwrap();
        assert_eq!(glyph(text), Glyph { symbol, owner: Some(seat), is_blank: false });
    }
    assert_eq!([0, 1, 510, 511].map(|cell| scene.home(cell)), [Some(0), None, None, Some(1)]);
}

/// X goes down column 0 by two squares, right, up to the edge: what lies inside, O's or nobody's, becomes X's (S8).
#[test]
fn what_is_enclosed_is_captured() {
    let mut viewed = viewed();
    viewed.table.change(&game::Change::Cell { cell: 1, text: "O".into() }).unwrap();
    let mut notable = Vec::new();
    for letter in "DDRRUU".chars() {
        viewed.step(&mut Replies::letters(&format!("{letter}R")));
        notable.extend(viewed.events.iter().filter_map(|event| viewed.scene.notable(event)));
    }
    let capture = |victim| Notable { kind: NotableKind::Capture, seat: 0, victim };
    assert_eq!(notable, [capture(Some(1)), capture(None)]);
    let write = |before: u8, after: u8| {
        let kind = EventKind::Write { cell: 5, before: before.into(), after: after.into() };
        viewed.scene.notable(&Event { turn: 1, seat: 0, kind })
    };
    assert_eq!(
        [write(b'*', b'X'), write(b'.', b'*'), write(b'O', b'*'), write(b'.', b'O')],
        [const { None }; 4],
        "no enclosure of X's"
    );
}

//! How a match of `PerlWar` is shown.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/perlwar.rs"]
mod perlwar;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/scenes.rs"]
mod scenes;

use choices::SplitMix;
use game::{
    AnyPlayers, Engine as _, Event, EventKind, Exchange, FaultKind, Game, Glyph, Moment, NamedLists, Notable,
    NotableKind, Players, Reply, Seat, SeatNames, Shape, Void, WireFormat,
};
use games::perlwar::{Answer, PerlWar, Question, Run, RunResult, Segfault, Setup};
use scenes::Viewed;

/// The key of the manual's example: in round 1 player 1 enters cell 9 of 100, and then player 0 the 98th of the empty
/// cells, which is cell 98.
const KEY: u64 = 0x903d_f1a0_ade0_b876;

fn viewed(rules: &[&str]) -> Viewed {
    Viewed::new(&PerlWar, &["claim", "crawl"], rules, &NamedLists::default().with("key", vec![KEY]))
}

/// Answers of the players, one after the other.
struct Replies(Vec<(Seat, Reply<Answer>)>);

impl AnyPlayers for Replies {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let (expected, reply) = self.0.remove(0);
        assert_eq!(seat, expected, "whose snippet runs");
        Ok(match reply {
            Reply::Fault(kind, detail) => Reply::Fault(kind, detail),
            Reply::Answer(answer) => {
                let mut bytes = Vec::new();
                answer.encode(&mut bytes);
                Reply::Answer(bytes)
            }
        })
    }
}

fn ran(own: Option<&str>, returned: &str) -> Reply<Answer> {
    Reply::Answer(Answer::Ran(Run { own: own.map(Into::into), cell: None, returned: returned.into() }))
}

/// After round 1, in which the crawler of cell 9 copied itself to cell 10, and the snippet of cell 98 changed itself and
/// claimed that cell, which is 12 further on.
fn after_a_claim() -> Viewed {
    let mut viewed = viewed(&[]);
    viewed.step(&mut Replies(vec![(1, ran(None, ":1")), (0, ran(Some("claim\nagain"), "^12"))]));
    viewed
}

#[test]
fn before_the_first_round_there_are_scores_only() {
    let viewed = viewed(&[]);
    assert_eq!(viewed.scene.shape(), Shape::Ring { cells: 100 });
    assert_eq!(viewed.panels().len(), 1);
    assert_eq!(viewed.lines("snippets"), ["program 0: 0 of 100", "program 1: 0 of 100"]);
    assert!(viewed.agents().is_empty());
}

#[test]
fn panels_tell_what_every_snippet_did() {
    let viewed = after_a_claim();
    assert_eq!(viewed.lines("snippets"), ["program 0: 2 of 100", "program 1: 1 of 100"]);
    let round = ["program 1 enters cell 9 @9", "program 0 enters cell 98 @98", "snippets run 2"];
    assert_eq!(viewed.lines("round 1"), round);
    let crawled = [
        "current crawl @9",
        "returns \":1\"",
        "copies cell 9 to 10 @10",
        "quiet cell 10: @10",
        "removed . @10",
        "added 1 crawl @10",
    ];
    assert_eq!(viewed.lines("cell 9, program 1"), crawled);
    let claimed = [
        "current claim @98",
        "returns \"^12\"",
        "claims cell 10 @10",
        // The first line stays.
        "quiet cell 98: @98",
        "added again @98",
        "quiet cell 10: @10",
        "removed 1 crawl @10",
        "added 0 crawl @10",
    ];
    assert_eq!(viewed.lines("cell 98, program 0"), claimed);
    assert_eq!(viewed.agents(), ["1 snippet 9", "0 snippet 98"]);
    let notable: Vec<Notable> =
        viewed.events.iter().filter_map(|event| viewed.scene.notable(event)).collect();
    assert_eq!(notable, [Notable { kind: NotableKind::Capture, seat: 0, victim: Some(1) }]);
}

#[test]
fn failures_and_eliminations_are_told() {
    let mut viewed = after_a_claim();
    let fault = Reply::Fault(FaultKind::Time, "101 ms".into());
    // Cell 9 is player 1's, cells 10 and 98 are player 0's.
    viewed.step(&mut Replies(vec![(1, Reply::Answer(Answer::Died)), (0, fault), (0, ran(None, "x"))]));
    let died = [
        "current crawl @9",
        "failure segfaults, died",
        "quiet cell 9: @9",
        "removed 1 crawl @9",
        "added . @9",
    ];
    assert_eq!(viewed.lines("cell 9, program 1"), died);
    assert_eq!(
        viewed.lines("cell 10, program 0")[..2],
        ["current crawl @10", "failure segfaults, time: 101 ms"]
    );
    let nothing = ["current claim @98", "current again @98", "returns \"x\"", "nothing to carry out"];
    assert_eq!(viewed.lines("cell 98, program 0"), nothing);
    assert_eq!(viewed.lines("snippets"), ["program 0: 1 of 100", "failure program 1: out in round 2"]);
    let notable: Vec<Notable> =
        viewed.events.iter().filter_map(|event| viewed.scene.notable(event)).collect();
    assert_eq!(notable, [Notable { kind: NotableKind::Death, seat: 1, victim: Some(1) }]);
}

/// A snippet that is too long segfaults unasked (P8).
#[test]
fn snippets_that_are_not_run_are_told() {
    let mut viewed = viewed(&["max_len=5"]);
    viewed.step(&mut Replies(vec![(1, ran(None, ":1")), (0, ran(Some("too long"), ""))]));
    viewed.step(&mut Replies(vec![(1, ran(None, "")), (1, ran(None, ""))]));
    let round = ["failure cell 98 of program 0: segfaults, too long @98", "snippets run 2"];
    assert_eq!(viewed.lines("round 2"), round);
}

/// Every snippet copies itself into the next cell.
struct Crawlers;

impl AnyPlayers for Crawlers {
    fn ask(&mut self, _: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        Ok(Reply::Answer(b"R\0:1".to_vec()))
    }
}

/// In round 20 player 1 has 20 snippets that run, in cells 9 to 28; player 0 has 11, from cell 98 round to cell 8, since
/// the next is player 1's.
#[test]
fn of_many_runs_some_are_shown() {
    let mut viewed = viewed(&[]);
    for _ in 0..20 {
        viewed.step(&mut Crawlers);
    }
    assert_eq!(viewed.panels().len(), 2 + 24);
    assert_eq!(viewed.lines("round 20"), ["snippets run 31", "quiet 7 more runs are not shown"]);
    let refused = ["current claim @8", "returns \":1\"", "failure copies nothing: cell 9 is another's @9"];
    assert_eq!(viewed.lines("cell 8, program 0"), refused);
    let expected =
        (0..9).map(|cell| (0, cell)).chain((9..29).map(|cell| (1, cell))).chain([(0, 98), (0, 99)]);
    let expected: Vec<String> = expected.map(|(seat, cell)| format!("{seat} snippet {cell}")).collect();
    assert_eq!(viewed.agents(), expected);
}

#[test]
fn what_cannot_be_read_is_said() {
    let viewed = after_a_claim();
    for question in [&b""[..], b"new version", &viewed.asked[0].question[..20]] {
        let asked = [Exchange { seat: 1, question: question.to_vec(), reply: Reply::Answer(b"D".to_vec()) }];
        let moment = Moment {
            frame: &viewed.frame,
            events: &viewed.events,
            asked: &asked,
            names: &SeatNames::default(),
        };
        let panels = viewed.scene.panels(&moment);
        let said = "a run of program 1 cannot be read: of another version?";
        assert!(panels[1].lines.iter().any(|line| line.text == said), "{panels:?}");
    }
    let mut asked = viewed.asked.clone();
    asked[1].reply = Reply::Answer(b"new version".to_vec());
    let moment = Moment { frame: &viewed.frame, events: &[], asked: &asked, names: &SeatNames::default() };
    assert_eq!(viewed.scene.panels(&moment).len(), 3, "scores, the round, and the run that can be read");
}

#[test]
fn cells_show_the_number_of_their_owner() {
    let scene = viewed(&[]).scene;
    assert_eq!(scene.glyph("."), Glyph { symbol: '.', owner: None, is_blank: true });
    assert_eq!(scene.glyph("1 '!2'"), Glyph { symbol: '1', owner: Some(1), is_blank: false });
}

/// Events have owners as numbers: 0 for nobody, otherwise the seat plus 1.
#[test]
fn to_rewrite_anothers_snippet_is_a_hit() {
    let scene = viewed(&[]).scene;
    let notable = |before, after| {
        let event = Event { turn: 1, seat: 0, kind: EventKind::Write { cell: 5, before, after } };
        scene.notable(&event).map(|notable| (notable.kind, notable.victim))
    };
    assert_eq!(notable(2, 2), Some((NotableKind::Hit, Some(1))), "updated");
    assert_eq!(notable(2, 0), Some((NotableKind::Capture, Some(1))), "emptied");
    assert_eq!([notable(0, 1), notable(1, 1), notable(1, 0)], [None; 3], "one's own, and nobody's");
}

/// Answers anything, and keeps it as bytes.
struct Noting<'a>(&'a mut Vec<Exchange>);

impl Players<Question, Answer> for Noting<'_> {
    type Failure = std::convert::Infallible;

    fn ask(&mut self, seat: Seat, question: &Question) -> Result<Reply<Answer>, Self::Failure> {
        let Ok(reply) = perlwar::AnyPerl::default().ask(seat, question);
        let bytes = |value: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = Vec::new();
            value(&mut bytes);
            bytes
        };
        let noted = match &reply {
            Reply::Answer(answer) => Reply::Answer(bytes(&|bytes| answer.encode(bytes))),
            Reply::Fault(kind, detail) => Reply::Fault(*kind, detail.clone()),
        };
        self.0.push(Exchange { seat, question: bytes(&|bytes| question.encode(bytes)), reply: noted });
        Ok(reply)
    }
}

/// The engine reports the result of every run; panels reconstruct it from the questions and answers alone.
#[test]
fn what_is_told_again_is_what_happened() {
    let mut choices = SplitMix(1);
    let mut runs = 0;
    for _ in 0..1500 {
        let game = perlwar::Match::any(&mut choices);
        let mut engine = game.engine();
        let programs: Vec<_> = game.files.iter().map(|_| games::perlwar::Snippets::default()).collect();
        let programs: Vec<_> = programs.iter().collect();
        let scene = PerlWar::scene(&game.checked(), &programs, &Setup { key: game.key });
        while engine.outcome().is_none() {
            let (mut asked, mut events, before) = (Vec::new(), Vec::new(), engine.clone());
            let Ok(()) = engine.advance(engine.turn() + 1, &mut Noting(&mut asked), &mut events);
            let frame = engine.frame();
            let panels = scene.panels(&Moment {
                frame: &frame,
                events: &events,
                asked: &asked,
                names: &SeatNames::default(),
            });
            let expected: Vec<(String, String)> = engine.last_round().iter().filter_map(told).collect();
            let found = panels[2..].iter().map(|panel| (panel.title.clone(), result_of(panel)));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{game:?} round {}", engine.turn());
            let mut without_run: Vec<String> = Vec::new();
            for entry in engine.last_entries() {
                // A snippet that enters over the same code of the same owner changes nothing that could be told.
                let code = game.files[entry.seat].iter().find(|(round, _)| *round == engine.turn());
                let changes =
                    |cell: &usize| before.cell(*cell) != code.map(|(_, code)| (entry.seat, &code[..]));
                let cell = entry.cell.filter(changes);
                without_run.extend(cell.map(|cell| format!("program {} enters cell {cell}", entry.seat)));
            }
            let too_long =
                engine.last_round().iter().filter(|run| run.result == RunResult::Segfault(Segfault::TooLong));
            without_run.extend(
                too_long
                    .map(|run| format!("cell {} of program {}: segfaults, too long", run.cell, run.owner)),
            );
            without_run.push(format!("snippets run {}", asked.len()));
            // A snippet that enters over one of its owner's looks like one that rewrites itself: the order is not
            // certain.
            let mut found: Vec<&str> = panels[1].lines.iter().map(|line| line.text.as_str()).collect();
            found.sort_unstable();
            without_run.sort_unstable();
            assert_eq!(found, without_run, "{game:?} round {}", engine.turn());
            runs += asked.len();
        }
    }
    assert!(runs > 10_000, "{runs}");
}

/// The title and the result of the panel of a run; nothing for one that did not run.
fn told(report: &games::perlwar::RunReport) -> Option<(String, String)> {
    let result = match &report.result {
        RunResult::Segfault(Segfault::TooLong) => return None,
        RunResult::Segfault(Segfault::Died) => "segfaults, died".into(),
        RunResult::Segfault(Segfault::Fault { kind, detail }) => {
            format!("segfaults, {}: {detail}", kind.word())
        }
        RunResult::Noop => "nothing to carry out".into(),
        RunResult::Copied { source, target } => format!("copies cell {source} to {target}"),
        RunResult::Refused { target } => format!("copies nothing: cell {target} is another's"),
        RunResult::Nuked { target } => format!("empties cell {target}"),
        RunResult::Updated { target } => format!("rewrites cell {target}"),
        RunResult::Claimed { target } => format!("claims cell {target}"),
    };
    Some((format!("cell {}, program {}", report.cell, report.owner), result))
}

/// The line after the code and what was returned.
fn result_of(panel: &game::Panel) -> String {
    let after_code = panel.lines.iter().filter(|line| line.role != game::LineRole::Current);
    let mut texts = after_code.map(|line| line.text.clone()).filter(|text| !text.starts_with("returns "));
    texts.next().expect("every run comes to something")
}

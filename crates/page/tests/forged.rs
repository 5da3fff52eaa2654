//! A record whose match is another one than it says is called so by page, terminal and `replay` alike, whichever of its
//! fields is wrong. File names, match numbers and versions of compilers are not compared: nothing that is played shows them.

use game::{AnyGame, AnyPlayers, Digest, FaultKind, LoggedReply, Reply, Rules, Seat, Void};
use games::registry;
use page::MatchView;
use record::Record;
use referee::{Depth, Lineup, Source, replay};
use terminal::ratatui::buffer::Buffer;
use terminal::ratatui::layout::Rect;
use terminal::{App, NoPrograms, Options, Theme};
use viewer::Replay;

/// Answers with these moves in turn; a move that is missing is a crash.
struct Moves(Vec<u8>);

impl AnyPlayers for Moves {
    fn ask(&mut self, _: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        Ok(match self.0.pop() {
            Some(letter) => Reply::Answer(vec![letter]),
            None => Reply::Fault(FaultKind::Signal, "SIGSEGV".into()),
        })
    }
}

fn find(name: &str) -> Option<&'static dyn AnyGame> {
    registry::by_name(name).map(|game| game as &dyn AnyGame)
}

fn record_of(
    game: &str,
    sources: &[&str],
    parameters: &[(&str, u64)],
    players: &mut dyn AnyPlayers,
) -> Record {
    let game = find(game).expect("it is registered");
    let read = |source: &&str| game.read(source.as_bytes()).into_program().expect("it is legal");
    let mut rules = Rules::new();
    for &(key, value) in parameters {
        rules.add(key, value).expect("a new key");
    }
    let lineup = Lineup::new(game, sources.iter().map(read).collect(), &rules).expect("a legal contest");
    let finished = lineup.runner().play(&lineup.draw_setup(7), players, &|| false).expect("it is played");
    let source = |source: &&str| Source { file: "program".into(), bytes: source.as_bytes().to_vec() };
    let sources: Vec<Source> = sources.iter().map(source).collect();
    let provenance =
        referee::Provenance { sources: &sources, seed: Some(7), match_index: 0, environment: &[] };
    lineup.record(&finished, provenance)
}

/// A win with answers and tallies, a fault, and a win without answers.
fn records() -> Vec<(&'static str, Record)> {
    let bot = "int f(void) { return 0; }";
    let moves = |count| Moves(b"LR".iter().copied().cycle().take(count).collect());
    let crash = ["store [i]-1 i\n", "noop\nnoop\ncrash\n"];
    vec![
        ("counted", record_of("snakes", &[bot, bot], &[("turns", 9)], &mut moves(18))),
        ("fault", record_of("snakes", &[bot, bot], &[("turns", 9)], &mut moves(5))),
        ("crash", record_of("crash", &crash, &[("max_turns", 50)], &mut Moves(Vec::new()))),
    ]
}

type Forgery = (&'static str, fn(&mut Record));

const FORGERIES: &[Forgery] = &[
    ("winner", |record| record.outcome.winner = Some(1 - record.outcome.winner.unwrap_or(0))),
    ("a draw", |record| (record.outcome.winner, record.outcome.tied) = (None, vec![0, 1])),
    ("nobody wins", |record| (record.outcome.winner, record.outcome.tied) = (None, vec![])),
    ("reason", |record| record.outcome.reason = "turn-limit".into()),
    ("another reason", |record| record.outcome.reason = "territory!".into()),
    ("later", |record| record.outcome.turns += 1),
    ("earlier", |record| record.outcome.turns -= 1),
    ("much later", |record| record.outcome.turns += 1_000_000),
    ("places", |record| record.outcome.places.reverse()),
    ("same places", |record| record.outcome.places = vec![2, 2]),
    ("a fault", |record| {
        record.outcome.fault = match record.outcome.fault {
            Some(_) => None,
            None => Some((0, "signal".into(), "SIGSEGV".into())),
        };
    }),
    ("whose fault", |record| record.outcome.fault = Some((1, "time".into(), "10 ms".into()))),
    ("tallies", |record| match record.outcome.tallies.first_mut() {
        Some((_, numbers)) => numbers[0] += 1,
        None => record.outcome.tallies.push(("territory".into(), vec![1, 2])),
    }),
    ("what is tallied", |record| record.outcome.tallies.push(("snippets".into(), vec![1, 2]))),
    ("seed", |record| record.seed = Some(8)),
    ("setup", |record| {
        let (name, mut numbers) = record
            .setup
            .iter()
            .next()
            .map(|(name, numbers)| (name.to_owned(), numbers.to_vec()))
            .expect("a list");
        numbers[0] += 1;
        record.setup.set(name, numbers);
    }),
    ("parameters", |record| record.parameters[0].1 += 1),
    ("a program", |record| record.programs[0].source.extend_from_slice(b"\nnoop\n")),
    ("digest", |record| record.digest = Digest::of(b"another")),
    ("one answer more", |record| {
        record.answers.replies.push(LoggedReply::Answer(b"L".to_vec()));
    }),
];

/// What the page says of its end: whether it is as recorded. `None` if it does not show it.
fn page_agrees(bytes: &[u8]) -> Option<bool> {
    let mut view = MatchView::open(bytes).ok()?;
    while !view.survey(10_000) {}
    Some(view.shown()["end"]["agrees"] == true)
}

fn terminal_agrees(bytes: &[u8]) -> Option<bool> {
    let record = record::read(bytes).ok()?;
    let replay = Replay::open(&record, find).ok()?;
    let names = replay.names().all().to_vec();
    let mut app = App::new(Options { replay, names, fork_players: &NoPrograms, theme: Theme::Plain });
    app.survey(&|| false);
    let area = Rect { x: 0, y: 0, width: 120, height: 24 };
    app.fit(area);
    let mut picture = Buffer::empty(area);
    app.draw(&mut picture);
    let header: String = (0..area.width).map(|x| picture[(x, 0)].symbol()).collect();
    Some(!header.contains("NOT WHAT THE RECORD SAYS"))
}

fn replay_agrees(bytes: &[u8]) -> Option<bool> {
    let record = record::read(bytes).ok()?;
    let replayed = replay(&record, find, Depth::Outcome, &|| false).ok()?;
    Some(replayed.differences.is_empty())
}

#[test]
fn forged_fields_are_noticed_everywhere() {
    let mut opened = 0;
    for (name, true_record) in records() {
        let bytes = record::write(&true_record);
        let said = [page_agrees(&bytes), terminal_agrees(&bytes), replay_agrees(&bytes)];
        assert_eq!(said, [Some(true); 3], "{name} is true");
        for (field, forge) in FORGERIES {
            let mut forged = true_record.clone();
            forge(&mut forged);
            if forged == true_record {
                continue;
            }
            let bytes = record::write(&forged);
            let said = [page_agrees(&bytes), terminal_agrees(&bytes), replay_agrees(&bytes)];
            assert!(!said.contains(&Some(true)), "{name}, {field}: {said:?}");
            opened += usize::from(said[0].is_some() && said[1].is_some());
        }
    }
    assert!(opened > 30, "only {opened} could be opened");
}

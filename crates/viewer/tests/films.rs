//! Films against the same match played plainly from its first turn.

use game::{
    AnyGame, AnyMatch, Draw, Event, EventKind, Guests, NamedLists, Nobody, Notable, NotableKind, Reply,
    Rules, Script, Seat, Void,
};
use record::Record;
use referee::{Lineup, Source};
use viewer::{Comparison, Condition, End, Film};

/// Programs that fight for a while: each writes over much of the board, and ends are of several kinds.
const ESOWAR: [&str; 5] = ["[+]", "[<[+]+]<+]", "+>[+>]<[<]r", "[>+]+<[+<]", "r[+r]<+"];
const CRASH: [&str; 4] = [
    "write noop [i]+[a]+9\nstore [a]+7 a\nstore [i]-3 i\n",
    "store [a]+1 a\nstore [b]+[a] b\nwrite noop [i]+[b]+5\nstore [i]-4 i\n",
    "write crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-3 i\n",
    "store [a]+31 a\nwrite store 5 b [i]+[a]+3\nstore [i]-3 i\n",
];

/// A bot that moves by a hash of what it is asked.
struct Bots;

impl Guests for Bots {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let sum = question.iter().fold(seat as u64 + 7, |sum, &byte| {
            sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(byte.into())
        });
        Ok(Reply::Answer(vec![b"LRUD?"[usize::try_from((sum >> 33) % 5).expect("below 5")]]))
    }
}

fn game(name: &str) -> &'static dyn AnyGame {
    games::registry::by_name(name).expect("it is registered")
}

fn find(name: &str) -> Option<&'static dyn AnyGame> {
    games::registry::by_name(name).map(|game| game as &dyn AnyGame)
}

fn record_of(name: &str, sources: &[&str], parameters: &[(&str, u64)], seed: u64) -> Record {
    let game = game(name);
    let programs = sources
        .iter()
        .map(|source| game.read(source.as_bytes()).into_program().expect("it is legal"))
        .collect();
    let mut rules = Rules::new();
    for &(key, value) in parameters {
        rules.add(key, value).expect("a new key");
    }
    let lineup = Lineup::new(game, programs, &rules).expect("a legal contest");
    let setup = lineup.draw_setup(seed);
    let mut table = lineup.table();
    let finished = if game.runs_foreign_code() {
        table.play(&setup, &mut Bots, &|| false)
    } else {
        table.play(&setup, &mut Nobody, &|| false)
    }
    .expect("it is played");
    let sources: Vec<Source> =
        sources.iter().map(|source| Source { file: "a".into(), bytes: source.as_bytes().to_vec() }).collect();
    lineup.record(&finished, &sources, Some(seed), 0)
}

/// Records of all kinds of matches, long and short.
fn records(seed: u64) -> Vec<Record> {
    let draw = &mut Draw::for_setup(seed);
    let mut pick =
        |from: &[&'static str]| from[usize::try_from(draw.below(from.len() as u64)).expect("small")];
    let mut records = Vec::new();
    for turns in [1, 300, 40_000] {
        let bases = [pick(&ESOWAR), pick(&ESOWAR), pick(&ESOWAR)];
        records.push(record_of("esowar", &bases, &[("squares", 600), ("max_turns", turns)], seed));
        records.push(record_of("crash", &[pick(&CRASH), pick(&CRASH)], &[("max_turns", turns)], seed));
    }
    let bot = "int f(void) { return 0; }";
    records.push(record_of("snakes", &[bot, bot], &[], seed));
    records
}

/// The match of a record, played plainly.
struct Plain<'r> {
    record: &'r Record,
    lineup: Lineup<'static>,
}

impl<'r> Plain<'r> {
    fn of(record: &'r Record) -> Self {
        Self { record, lineup: Lineup::of_record(record, find).expect("a record of ours") }
    }

    /// The match after so many turns, and everything that happened up to then.
    fn at(&self, turn: u64) -> (Box<dyn AnyMatch>, Vec<Event>) {
        let mut played = self.lineup.played();
        played.begin(&self.record.setup).expect("a legal setup");
        let mut events = Vec::new();
        let script = &mut Script::new(&self.record.answers);
        played.advance_watched(turn, script, &mut |event| events.push(event)).expect("nothing fails");
        (played, events)
    }

    fn notables(&self, events: &[Event]) -> Vec<(u64, Notable)> {
        let scene = self.lineup.scene(&self.record.setup).expect("a legal setup");
        events.iter().filter_map(|event| Some((event.turn, scene.notable(event)?))).collect()
    }
}

fn never() -> bool {
    false
}

#[test]
fn every_turn_looks_as_it_was_played() {
    for seed in 0..6 {
        for record in records(seed) {
            let plain = Plain::of(&record);
            let mut film = Film::open(&record, find).expect("a record of ours");
            let last = record.outcome.turns;
            assert_eq!(film.last_turn(), last);
            let mut draw = Draw::for_setup(seed + 100);
            for step in 0..25 {
                let turn = match step {
                    0 => 0,
                    1 => last,
                    2 => last + 5,
                    step if step % 3 == 0 => (film.turn() + 1).min(last),
                    step if step % 3 == 1 => film.turn().saturating_sub(1),
                    _ => draw.below(last + 1),
                };
                film.seek(turn);
                let turn = turn.min(last);
                let (played, events) = plain.at(turn);
                let what = format!("{} seed {seed} turn {turn}", record.game);
                assert_eq!(film.turn(), turn, "{what}");
                assert_eq!(film.state_hash(), played.state_hash(), "{what}");
                assert_eq!(film.frame(), played.frame(), "{what}");
                let of_turn: Vec<Event> = events.iter().filter(|event| event.turn == turn).copied().collect();
                assert_eq!(film.happened(), of_turn, "{what}");
                check_writers(&film, &events, &what);
            }
            film.survey(u64::MAX, &never);
            let Some(End::Outcome(outcome)) = film.end() else { panic!("it was played to its end") };
            assert_eq!(record::RecordedOutcome::from(outcome), record.outcome);
        }
    }
}

/// The last writes of all cells are those of the list.
fn check_writers(film: &Film, events: &[Event], what: &str) {
    let mut last = std::collections::BTreeMap::new();
    for event in events {
        if let EventKind::Write { cell, .. } = event.kind {
            last.insert(cell, (event.turn, event.seat));
        }
    }
    let cells: usize = film.frame().cells.iter().map(|run| run.count).sum();
    for cell in 0..cells {
        let found = film.last_write(cell).map(|write| (write.turn, write.seat));
        assert_eq!(found, last.get(&cell).copied(), "{what} cell {cell}");
    }
}

#[test]
fn searches_find_what_a_list_of_all_events_has() {
    let mut found_any = 0;
    for seed in 0..6 {
        for record in records(seed) {
            let plain = Plain::of(&record);
            let last = record.outcome.turns;
            let (_, events) = plain.at(last);
            let notables = plain.notables(&events);
            let mut film = Film::open(&record, find).expect("a record of ours");
            let mut draw = Draw::for_setup(seed + 200);
            for step in 0..8 {
                let turn = draw.below(last + 1);
                film.seek(turn);
                let what = format!("{} seed {seed} turn {turn} step {step}", record.game);
                for kinds in [&NotableKind::ALL[..], &[NotableKind::Death]] {
                    let is_one = |(_, one): &&(u64, Notable)| kinds.contains(&one.kind);
                    let next = notables.iter().filter(is_one).map(|(at, _)| *at).find(|at| *at > turn);
                    let previous = notables.iter().filter(is_one).map(|(at, _)| *at).rfind(|at| *at < turn);
                    assert_eq!(film.next_notable(kinds, &never), next, "{what}");
                    assert_eq!(film.previous_notable(kinds, &never), previous, "{what}");
                }
                let written = events.iter().filter_map(|event| match event.kind {
                    EventKind::Write { cell, .. } => Some((event.turn, cell)),
                    EventKind::Death { .. } => None,
                });
                let written: Vec<(u64, usize)> = written.collect();
                let index = draw.below(written.len().max(1) as u64);
                let Some(&(_, cell)) = written.get(usize::try_from(index).expect("small")) else { continue };
                found_any += 1;
                let turns = || written.iter().filter(|(_, other)| *other == cell).map(|(at, _)| *at);
                let (next, previous) = (turns().find(|at| *at > turn), turns().filter(|at| *at < turn).max());
                assert_eq!(film.next_write(cell, &never), next, "{what}");
                assert_eq!(film.previous_write(cell, &never), previous, "{what}");
                let condition = [Condition::Written(cell)];
                assert_eq!(film.next_where(&condition, &never).map(|(at, _)| at), next, "{what}");
                assert_eq!(film.previous_where(&condition, &never).map(|(at, _)| at), previous, "{what}");
            }
        }
    }
    assert!(found_any > 100, "{found_any}");
}

/// Conditions about states hold where they begin to.
#[test]
fn conditions_hold_where_they_begin_to() {
    let record = record_of("crash", &[CRASH[1], CRASH[3]], &[("max_turns", 3000)], 4);
    let plain = Plain::of(&record);
    let last = record.outcome.turns;
    let register = |turn: u64, name: &str, seat: usize| plain.at(turn).0.frame().register(name)[seat];
    let conditions = [
        Condition::Register("a".into(), 1, Comparison::Greater, 2000),
        Condition::Register("b".into(), 0, Comparison::Equal, 1),
        Condition::Turn(700),
    ];
    let holds = |turn: u64| [register(turn, "a", 1) > 2000, register(turn, "b", 0) == 1, turn == 700];
    let mut begun = Vec::new();
    let mut before = holds(0);
    for turn in 1..=last {
        let now = holds(turn);
        if let Some(index) = (0..3).find(|&index| now[index] && !before[index]) {
            begun.push((turn, index));
        }
        before = now;
    }
    assert!(begun.len() > 3, "{begun:?}");
    let mut film = Film::open(&record, find).expect("a record of ours");
    for from in [0, 1, 699, 700, 701, last / 2, last] {
        film.seek(from);
        let next = begun.iter().find(|(turn, _)| *turn > from).copied();
        let previous = begun.iter().rfind(|(turn, _)| *turn < from).copied();
        assert_eq!(film.next_where(&conditions, &never), next, "{from}");
        assert_eq!(film.previous_where(&conditions, &never), previous, "{from}");
    }
}

#[test]
fn conditions_are_read_as_they_are_written() {
    let texts = [
        "turn 12",
        "write 4095",
        "cell 7 = store a b",
        "at 1 30",
        "run 0 crash",
        "1 a >= 12",
        "0 i != 3",
        "death",
        "hit",
    ];
    for text in texts {
        let condition = Condition::parse(text).expect("it is one");
        assert_eq!(condition.to_string(), text);
    }
    assert_eq!(
        Condition::parse(" 1  a>12 "),
        Ok(Condition::Register("a".into(), 1, Comparison::Greater, 12))
    );
    for text in [
        "",
        "turn",
        "turn x",
        "write -1",
        "cell 7",
        "1 a",
        "1 a =",
        "1 a == 3",
        "x a = 3",
        "at 1",
        "0 a = 99999999999999999999",
    ] {
        let error = Condition::parse(text).expect_err(text).to_string();
        assert!(error.contains("expected") && error.contains(&format!("`{text}`")), "{error}");
    }
}

/// A far turn is gone to the fast way. Who wrote what becomes known there once the match was looked through, and is what
/// it is for who watched every turn.
#[test]
fn far_turns_look_as_they_were_played_and_writers_become_known() {
    let turns = [("max_turns", 250_000)];
    let esowar = [("max_turns", 250_000), ("squares", 600)];
    let records = [
        record_of("esowar", &["[+]+[]", "[+]+[>[+]+<]"], &esowar, 2),
        record_of("crash", &[CRASH[1], CRASH[0]], &turns, 1),
        record_of("crash", &[CRASH[3], CRASH[3]], &turns, 5),
    ];
    let mut skipped = 0;
    for record in records {
        let plain = Plain::of(&record);
        let last = record.outcome.turns;
        for turn in [last, last - 1, last / 2, last / 3 * 2] {
            let what = format!("{} turn {turn} of {last}", record.game);
            let mut film = Film::open(&record, find).expect("a record of ours");
            film.seek(turn);
            let (played, events) = plain.at(turn);
            let looks_right = |film: &Film| {
                assert_eq!((film.turn(), film.state_hash()), (turn, played.state_hash()), "{what}");
                let of_turn = events.iter().filter(|event| event.turn == turn);
                assert!(film.happened().iter().eq(of_turn), "{what}");
            };
            looks_right(&film);
            skipped += usize::from(!film.knows_writers());
            // From there on backwards and forwards.
            film.seek(turn - 1);
            film.seek(turn);
            looks_right(&film);
            film.survey(turn, &never);
            assert!(film.knows_writers(), "{what}");
            looks_right(&film);
            check_writers(&film, &events, &what);
        }
    }
    assert!(skipped > 3, "some were far enough: {skipped}");
}

/// A record that is well-formed and says what did not happen is played as it was; it is known at its end.
#[test]
fn a_record_that_is_not_true_is_told_apart() {
    let record = record_of("crash", &[CRASH[0], "store [i]-1 i\n"], &[], 2);
    let mut film = Film::open(&record, find).expect("a record of ours");
    film.survey(u64::MAX, &never);
    assert!(!film.contradicts_record());
    let last = record.outcome.turns;
    for turns in [last - 3, last + 3] {
        let mut claimed = record.clone();
        claimed.outcome.turns = turns;
        let mut film = Film::open(&claimed, find).expect("it can be played");
        assert!(!film.contradicts_record(), "nobody knows yet");
        film.survey(u64::MAX, &never);
        assert!(film.contradicts_record());
        film.seek(last + 9);
        assert_eq!(film.turn(), last);
    }
}

/// A jump that is stopped ends at a turn that is shown whole.
#[test]
fn jumps_can_be_stopped() {
    let bot = "int f(void) { return 0; }";
    let record = record_of("snakes", &[bot, bot], &[], 5);
    let mut film = Film::open(&record, find).expect("a record of ours");
    film.seek(2);
    let looks = std::cell::Cell::new(0);
    let third = || looks.replace(looks.get() + 1) >= 3;
    assert!(!film.seek_until(record.outcome.turns, &third));
    let turn = film.turn();
    assert!((2..record.outcome.turns).contains(&turn), "{turn}");
    let plain = Plain::of(&record);
    assert_eq!(film.state_hash(), plain.at(turn).0.state_hash());
    assert!(film.seek_until(record.outcome.turns, &never));
    assert_eq!(film.turn(), record.outcome.turns);
    let record = record_of("crash", &[CRASH[1], CRASH[0]], &[("max_turns", 250_000)], 1);
    let mut film = Film::open(&record, find).expect("a record of ours");
    assert!(!film.seek_until(200_000, &|| true));
    let turn = film.turn();
    assert!(turn < 200_000, "{turn}");
    assert_eq!(film.state_hash(), Plain::of(&record).at(turn).0.state_hash());
}

/// Nobody knows how soon a fork ends: a turn beyond is its last one, with what happened there.
#[test]
fn a_turn_beyond_the_end_of_a_fork_is_its_last_one() {
    let record = record_of("crash", &[CRASH[1], "store [i]-1 i\n"], &[("max_turns", 250_000)], 1);
    let film = Film::open(&record, find).expect("a record of ours");
    let mut fork = film.fork(&[], None).expect("nothing is changed");
    fork.seek(u64::MAX);
    let (played, events) = Plain::of(&record).at(u64::MAX);
    assert_eq!((fork.turn(), fork.state_hash()), (record.outcome.turns, played.state_hash()));
    let of_turn: Vec<Event> = events.into_iter().filter(|event| event.turn == fork.turn()).collect();
    assert_eq!(fork.happened(), of_turn);
}

/// In turn 0 a fork with another program is the match of that program, with the same setup.
#[test]
fn a_fork_with_another_program_in_turn_0_is_its_match() {
    for (name, sources, other) in
        [("esowar", [ESOWAR[0], ESOWAR[2]], ESOWAR[4]), ("crash", [CRASH[0], CRASH[3]], CRASH[2])]
    {
        let parameters = if name == "esowar" { vec![("squares", 600), ("max_turns", 900)] } else { vec![] };
        let record = record_of(name, &sources, &parameters, 7);
        let film = Film::open(&record, find).expect("a record of ours");
        let program = game(name).read(other.as_bytes()).into_program().expect("it is legal");
        let lineup = film.lineup_with(1, program).expect("they can play");
        let mut fork = film.fork_with(1, lineup, None).expect("it fits");
        let mut theirs = record_of(name, &[sources[0], other], &parameters, 7);
        theirs.setup = record.setup.clone();
        let plain = Plain::of(&theirs);
        for turn in [0, 1, 100, 900] {
            fork.seek(turn);
            assert_eq!(fork.state_hash(), plain.at(turn).0.state_hash(), "{name} turn {turn}");
        }
    }
}

/// Later its code stands where the old one stood at first; what is left of that is blank, and nothing else changes.
#[test]
fn a_fork_with_another_program_later_has_its_code_on_the_board() {
    let (long, short) = ("store [i]-1 i\nstore 1 a\nstore 2 a\nstore 3 a\n", "store [i] b\nstore [i]-2 i\n");
    let mut record = record_of("crash", &[long, "store [i]-1 i\n"], &[], 1);
    record.setup.set("start", vec![100, 2000]);
    let mut film = Film::open(&record, find).expect("a record of ours");
    film.seek(3);
    let program = game("crash").read(short.as_bytes()).into_program().expect("it is legal");
    let lineup = film.lineup_with(0, program).expect("they can play");
    let fork = film.fork_with(0, lineup, None).expect("it fits");
    let frame = fork.frame();
    let held: Vec<&str> = frame.cells_from(99).take(6).map(AsRef::as_ref).collect();
    assert_eq!(held, ["crash", "store [i] b", "store [i]-2 i", "crash", "crash", "crash"]);
    assert_eq!((fork.turn(), frame.register("i")), (3, film.frame().register("i")));
    assert_eq!(frame.cell(2000), film.frame().cell(2000));
}

#[test]
fn programs_that_cannot_take_over_are_refused_with_a_reason() {
    let mut record = record_of("crash", &[CRASH[0], CRASH[1]], &[], 1);
    record.setup.set("start", vec![100, 104]);
    let film = Film::open(&record, find).expect("a record of ours");
    let read = |name, source: &str| game(name).read(source.as_bytes()).into_program().expect("it is legal");
    let program = || read("crash", CRASH[1]);
    let refused = |error: viewer::ReplaceError| error.to_string();
    let seat = film.lineup_with(2, program()).err().map(refused).expect("there are two");
    assert!(seat.contains("0 to 1"), "{seat}");
    let other = film.lineup_with(0, read("esowar", "[+]")).err().map(refused).expect("another game");
    assert!(other.contains("esowar"), "{other}");
    let long = read("crash", &"noop\n".repeat(9));
    let lineup = film.lineup_with(0, long).expect("they can play elsewhere");
    let late = film.fork_with(0, lineup, None).err().map(refused).expect("it does not fit");
    assert!(late.contains("cannot begin"), "{late}");
}

/// Up to a turn, breakpoints are looked for no farther.
#[test]
fn conditions_are_looked_for_up_to_a_turn() {
    let record = record_of("crash", &[CRASH[1], CRASH[3]], &[("max_turns", 3000)], 4);
    let mut film = Film::open(&record, find).expect("a record of ours");
    film.seek(10);
    let conditions = [Condition::Turn(700)];
    assert_eq!(film.first_where(&conditions, 699, &never), None);
    assert_eq!(film.first_where(&conditions, 700, &never), Some((700, 0)));
}

/// Of a match whose answers end early, all whole turns can be seen, and it says why there are no more.
#[test]
fn a_match_that_was_cut_off_ends_where_it_was() {
    let bot = "int f(void) { return 0; }";
    let mut record = record_of("snakes", &[bot, bot], &[], 3);
    record.answers.replies.truncate(21);
    let mut film = Film::open(&record, find).expect("a record of ours");
    film.seek(1_000_000);
    assert_eq!(film.turn(), 10);
    let Some(End::CutOff { turn: 10, cause }) = film.end() else { panic!("{:?}", film.end()) };
    assert!(film.contradicts_record());
    assert!(cause.contains("the answers end before the match does"), "{cause}");
    assert_eq!(film.next_notable(&NotableKind::ALL, &never), None);
    assert_eq!(film.next_where(&[Condition::Turn(11)], &never), None);
    film.seek(3);
    assert_eq!(film.turn(), 3);
}

/// A fork without changes is the same match, with the bots asked again; they are not asked what is known.
#[test]
fn a_fork_goes_on_by_itself() {
    let bot = "int f(void) { return 0; }";
    let record = record_of("snakes", &[bot, bot], &[], 5);
    let mut film = Film::open(&record, find).expect("a record of ours");
    film.seek(7);
    let mut fork = film.fork(&[], Some(Box::new(Bots))).expect("nothing is changed");
    assert_eq!((fork.first_turn(), fork.turn()), (7, 7));
    fork.seek(record.outcome.turns + 1);
    film.seek(record.outcome.turns);
    assert_eq!(fork.state_hash(), film.state_hash());
    assert_eq!(fork.end(), film.end());
    fork.seek(0);
    assert_eq!(fork.turn(), 7, "there is nothing before a fork");
    // Without anybody to be asked it ends at once.
    film.seek(7);
    let mut fork = film.fork(&[], None).expect("nothing is changed");
    fork.seek(20);
    assert!(matches!(fork.end(), Some(End::CutOff { turn: 7, .. })));
}

/// What is looked through is told in buckets that sum up to all there is.
#[test]
fn a_timeline_sums_up_all_events() {
    for record in records(9) {
        let plain = Plain::of(&record);
        let last = record.outcome.turns;
        let (_, events) = plain.at(last);
        let mut film = Film::open(&record, find).expect("a record of ours");
        film.survey(u64::MAX, &never);
        let timeline = film.timeline();
        assert!(timeline.buckets().len() <= viewer::MAX_BUCKETS);
        let all = timeline.between(0, last);
        for seat in 0..record.programs.len() {
            let writes = events.iter().filter(|event| event.seat == seat);
            let writes = writes.filter(|event| matches!(event.kind, EventKind::Write { .. })).count();
            assert_eq!(all.writes[seat], writes as u64, "{}", record.game);
        }
        for kind in NotableKind::ALL {
            let notable = plain.notables(&events).iter().filter(|(_, one)| one.kind == kind).count();
            assert_eq!(all.notable(kind), notable as u64, "{}", record.game);
        }
        let bucket = timeline.turns_a_bucket();
        let (one, other) = (timeline.between(0, 10 * bucket), timeline.between(10 * bucket, last));
        for seat in 0..record.programs.len() {
            assert_eq!(one.writes[seat] + other.writes[seat], all.writes[seat], "{}", record.game);
        }
    }
}

/// A setup that is not legal, programs of another game, newer rules: each is refused with a reason.
#[test]
fn records_that_are_not_ours_are_refused() {
    let good = record_of("crash", &[CRASH[0], CRASH[1]], &[], 1);
    let refused = |record: &Record| Film::open(record, find).err().expect("it is refused").to_string();
    let mut newer = good.clone();
    newer.rules_version += 1;
    assert!(refused(&newer).contains("version"), "{}", refused(&newer));
    let mut unknown = good.clone();
    unknown.game = "chess".into();
    assert!(refused(&unknown).contains("chess"));
    let mut setup = good.clone();
    setup.setup = NamedLists::default();
    assert!(!refused(&setup).is_empty());
}

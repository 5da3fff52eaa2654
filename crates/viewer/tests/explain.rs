//! Explanations: causes that are known by construction, and what must hold of every explanation.

mod support;

use std::path::Path;

use game::{Change, EventKind, ExplanationStepKind, NoPlayers, Outcome, Seat};
use record::Record;
use support::{CRASH, ESOWAR, Plain, STAYS, TURNS, crash, find, never, record_from, record_of};
use viewer::Replay;
use viewer::explain::{Counterfactual, ExplainError, Explanation, MAX_FORKS, explain};

fn explained(record: &Record, seat: Option<Seat>) -> Explanation {
    let mut replay = Replay::open(record, find).expect("a record of ours");
    explain(&mut replay, seat, &never).expect("it can be explained")
}

/// The turn, cell and seat of the write that is the cause.
fn cause(explanation: &Explanation) -> Option<(u64, usize, Seat)> {
    explanation.cause.as_ref().map(|cause| (cause.write.turn, cause.write.cell, cause.write.seat))
}

fn kinds(explanation: &Explanation) -> Vec<ExplanationStepKind> {
    explanation.links.iter().map(|link| link.kind).collect()
}

#[test]
fn a_bomb_is_the_cause_of_a_crash() {
    let explanation = explained(&crash(STAYS, "write crash 100\nstore [i]-1 i\n"), None);
    assert_eq!((explanation.seat, cause(&explanation)), (0, Some((1, 100, 1))));
    assert_eq!(
        kinds(&explanation),
        [
            ExplanationStepKind::End,
            ExplanationStepKind::Fatal,
            ExplanationStepKind::Writer,
            ExplanationStepKind::Cause
        ]
    );
    let all: Vec<&str> = explanation.links.iter().map(|link| link.sentence.as_str()).collect();
    assert!(all[2].starts_with("bob had turned the `store [i]-1 i` there into `crash` in turn 1"), "{all:?}");
    assert_eq!(all[3], "Without that write of turn 1, nobody beats ann: a draw after 60 turns (played out).");
}

#[test]
fn the_nearest_miss_of_the_loser_is_told() {
    // bob stays on cell 200. ann writes a crash on 230, on 197 and on 240, and then runs into the crash that follows her code.
    let loser = "write crash 230\nwrite crash 197\nwrite crash 240\n";
    let explanation = explained(&crash(loser, STAYS), None);
    assert_eq!(explanation.seat, 0);
    let last = explanation.links.last().expect("there are sentences");
    let expected = "The nearest miss: in turn 2, ann wrote `crash` on cell 197, 3 cells from where bob stood after that turn.";
    assert_eq!((last.sentence.as_str(), last.turn, last.cell), (expected, Some(2), Some(197)));
    // Who writes nothing deadly misses nobody, and who wins neither.
    let harmless = explained(&crash("write noop 197\n", STAYS), None);
    let winner = explained(&crash(loser, STAYS), Some(1));
    for links in [harmless.links, winner.links] {
        assert!(!links.iter().any(|link| link.sentence.contains("nearest miss")), "{links:?}");
    }
}

#[test]
fn suicide_is_named() {
    let explanation = explained(&crash("write crash 101\nstore [i]-1 i\n", STAYS), None);
    assert_eq!((explanation.seat, cause(&explanation)), (0, Some((1, 101, 0))));
    let last = &explanation.links.last().expect("there are sentences").sentence;
    assert!(last.contains("a write of its own"), "{last}");
}

#[test]
fn the_way_out_of_the_own_code_leads_to_the_write_that_changed_it() {
    let explanation = explained(&crash(STAYS, "write store 300 i 100\nstore [i]-1 i\n"), None);
    assert_eq!(cause(&explanation), Some((1, 100, 1)));
    let left = explanation
        .links
        .iter()
        .find(|link| link.kind == ExplanationStepKind::Left)
        .expect("it left its code");
    assert_eq!((left.turn, left.cell, left.seat), (Some(2), Some(100), Some(0)));
    let fatal =
        explanation.links.iter().find(|link| link.kind == ExplanationStepKind::Fatal).expect("it died");
    assert_eq!((fatal.turn, fatal.cell), (Some(3), Some(300)));
    assert!(kinds(&explanation).contains(&ExplanationStepKind::Damage));
}

#[test]
fn no_cause_is_stated_where_a_program_runs_off_its_own_end() {
    let explanation = explained(&crash("noop\n", STAYS), None);
    assert_eq!(cause(&explanation), None);
    assert_eq!(kinds(&explanation).last(), Some(&ExplanationStepKind::NoCause));
}

#[test]
fn a_second_bomb_takes_the_cause_away_from_the_first() {
    let explanation = explained(&crash(STAYS, "write crash 100\nwrite crash 100\nstore [i]-1 i\n"), None);
    assert_eq!(cause(&explanation), None, "without the first the second hits");
    let last = &explanation.links.last().expect("there are sentences").sentence;
    assert!(last.contains("loses only in turn 3 instead of 2"), "{last}");
}

#[test]
fn robots_that_write_are_named() {
    let rules = [("squares", 600), TURNS];
    let of = |one, other, robots: &[u64]| {
        let lists: [(&str, &[u64]); 2] = [("start", &[100, 200]), ("robots", robots)];
        explained(&record_from("esowar", &[one, other], &rules, &lists), None)
    };
    let hit = of("rrr", "+rr", &[300, 102]);
    assert_eq!((hit.seat, cause(&hit)), (0, Some((2, 102, 1))));
    assert!(hit.links[2].sentence.starts_with("bob's robot had turned the `r`"), "{:?}", hit.links);
    let suicide = of("+rr", "rrr", &[101, 300]);
    assert_eq!((suicide.seat, cause(&suicide)), (0, Some((1, 101, 0))));
    assert!(suicide.links[2].sentence.starts_with("ann's own robot"), "{:?}", suicide.links);
}

/// Two commanders walk round a ring of 600 squares without writing or dying. On 200 of these, each moves her robot.
fn sweeping(symbol: &str, turns: u64) -> Vec<(String, Option<u64>, Option<usize>)> {
    let lists: [(&str, &[u64]); 2] = [("start", &[100, 400]), ("robots", &[7, 599])];
    let rules = [("squares", 600), ("max_turns", turns)];
    let record = record_from("esowar", &[&symbol.repeat(200), "r"], &rules, &lists);
    let links = explained(&record, Some(0)).links.into_iter();
    let laps = links.filter(|link| link.sentence.contains("swept round"));
    laps.map(|link| (link.sentence, link.turn, link.cell)).collect()
}

#[test]
fn laps_of_sweeping_robots_are_timed() {
    // ann moves in odd turns. She reads a `>` in her moves 1 to 200, 601 to 800 and so on: her robot has gone 600 squares after her
    // move 1400, in turn 2799, and leaves there again in her move 1801, in turn 3601. The next 600 squares take as long.
    for symbol in [">", "<"] {
        assert_eq!(sweeping(symbol, 2798), []);
        let once = "ann's robot swept round the ring once: it came back to square 7 in turn 2,799, 2,799 turns after it had left there.";
        assert_eq!(sweeping(symbol, 2799), [(once.to_owned(), Some(2799), Some(7))]);
        let twice = "ann's robot swept round the ring 2 times, from square 7 back to it in 2,799 turns; the last of these laps ended in \
                     turn 6,399.";
        // bob moves in even turns. He comes to those squares in his moves 301 to 500, 901 to 1100 and so on: his robot leaves in turn
        // 602, and has gone 600 squares after his move 1700.
        let bob = "bob's robot swept round the ring once: it came back to square 599 in turn 3,400, 2,799 turns after it had left there.";
        let expected = [(twice.to_owned(), Some(6399), Some(7)), (bob.to_owned(), Some(3400), Some(599))];
        assert_eq!(sweeping(symbol, 6400), expected);
    }
}

#[test]
fn draws_winners_and_unknown_seats_have_true_answers() {
    let draw = crash(STAYS, STAYS);
    let explanation = explained(&draw, None);
    assert_eq!(
        explanation.links[0].sentence,
        "Nobody won in 60 turns: at the turn limit, nobody had executed `crash`."
    );
    assert_eq!(explanation.cause, None);
    let won = explained(&crash(STAYS, "write crash 100\nstore [i]-1 i\n"), Some(1));
    assert_eq!(kinds(&won), [ExplanationStepKind::End, ExplanationStepKind::Fact]);
    let mut replay = Replay::open(&draw, find).expect("a record of ours");
    let unknown = explain(&mut replay, Some(2), &never);
    assert_eq!(unknown, Err(ExplainError::Seat { seat: 2, last: 1 }));
    assert_eq!(explain(&mut replay, None, &|| true), Err(ExplainError::Stopped));
}

/// The match played without a write, by nothing but the engine.
fn played_without(record: &Record, cause: &Counterfactual) -> Outcome {
    let (mut played, _) = Plain::of(record).at(cause.write.turn);
    let change = Change::Cell { cell: cause.write.cell, text: cause.write.before.clone() };
    played.change(&change).expect("a change of the write's own text");
    while played.outcome().is_none() {
        played.advance(u64::MAX, &mut NoPlayers).expect("nobody is asked");
    }
    played.outcome().expect("it was played to the end").clone()
}

/// What must hold of every explanation: all writes that it names happened, and its cause changes the result.
fn check(record: &Record, explanation: &Explanation) {
    let (played, events) = Plain::of(record).at(u64::MAX);
    let is_written = |turn: u64, cell: usize, seat: Seat| {
        events.iter().any(|event| {
            (event.turn, event.seat) == (turn, seat)
                && matches!(event.kind, EventKind::Write { cell: written, .. } if written == cell)
        })
    };
    for link in &explanation.links {
        let is_write = matches!(
            link.kind,
            ExplanationStepKind::Writer | ExplanationStepKind::Damage | ExplanationStepKind::Cause
        );
        if let (true, Some(turn), Some(cell), Some(seat)) = (is_write, link.turn, link.cell, link.seat) {
            assert!(is_written(turn, cell, seat), "{link:?}");
        }
        if let (ExplanationStepKind::Fatal, Some(turn), Some(seat)) = (link.kind, link.turn, link.seat) {
            let is_death = |event: &&game::Event| matches!(event.kind, EventKind::Death { .. });
            let mut deaths = events.iter().filter(is_death);
            assert!(deaths.any(|event| (event.turn, event.seat) == (turn, seat)), "{link:?}");
        }
    }
    assert!(explanation.forks <= MAX_FORKS);
    let stated = explanation.links.iter().any(|link| link.kind == ExplanationStepKind::Cause);
    assert_eq!(stated, explanation.cause.is_some());
    if let Some(cause) = &explanation.cause {
        let without = played_without(record, cause);
        assert_eq!(without, cause.outcome);
        let real = played.outcome().expect("it was played to the end");
        let seat = explanation.seat;
        let is_better = without.places[seat] < real.places[seat]
            || (without.winner() == Some(seat) && real.winner() != Some(seat));
        assert!(is_better, "{without:?} instead of {real:?}");
    }
}

#[test]
fn what_is_claimed_of_random_matches_is_so() {
    let mut causes = 0;
    for seed in 0..24 {
        let pick = |from: &[&'static str], by: u64| from[usize::try_from(by).expect("small") % from.len()];
        let bases = [pick(&ESOWAR, seed), pick(&ESOWAR, seed / 5 + 1), pick(&ESOWAR, seed / 3)];
        let crash = [pick(&CRASH, seed), pick(&CRASH, seed / 4 + 1)];
        for record in [
            record_of("esowar", &bases[..2], &[("squares", 600), ("max_turns", 20_000)], seed),
            record_of("esowar", &bases, &[("squares", 600), ("max_turns", 20_000)], seed),
            record_of("crash", &crash, &[("max_turns", 20_000)], seed),
        ] {
            for seat in 0..record.programs.len() {
                let explanation = explained(&record, Some(seat));
                check(&record, &explanation);
                causes += u32::from(explanation.cause.is_some());
            }
        }
    }
    assert!(causes > 10, "only {causes} causes were found, so little was tested");
}

/// Prints the share of lost matches between examples that have a proven cause. Takes minutes:
/// `cargo test -p bout-viewer --test explain -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement of minutes"]
fn share_of_proven_causes() {
    for (name, extension) in [("crash", "crash"), ("esowar", "esowar")] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bout/examples").join(name);
        let files = std::fs::read_dir(folder).expect("there are examples");
        let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == extension));
        paths.sort();
        let texts: Vec<String> =
            paths.iter().map(|path| std::fs::read_to_string(path).expect("it can be read")).collect();
        let pairs = (0..texts.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let (mut lost, mut proven, mut draws) = (0, 0, 0);
        for (seed, (one, other)) in pairs.cycle().take(200).enumerate() {
            let record = record_of(name, &[&texts[one], &texts[other]], &[], seed as u64);
            let explanation = explained(&record, None);
            check(&record, &explanation);
            let is_lost = record.outcome.winner.is_some();
            lost += u32::from(is_lost);
            draws += u32::from(!is_lost);
            proven += u32::from(is_lost && explanation.cause.is_some());
        }
        println!("{name}: {proven} of {lost} lost matches have a proven cause; {draws} draws");
    }
}

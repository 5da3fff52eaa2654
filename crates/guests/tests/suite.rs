//! Checks that every hostile, broken and legal bot of `testdata/snakes` gets the expected verdict under each
//! isolation.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::{AnswerLog, AnyGame as _, Diagnostics, FaultKind, LineIndex, Outcome, Participant, Reply, Rules};
use games::snakes::Snakes;
use guests::{GuestError, Kind, WarnOnce, kind};
use referee::Lineup;
use sandbox::Isolation;
use support::{Suspect, has, suspects};

/// The turns of a match here: enough for later calls to find what a call left behind.
const TURNS: u64 = 20;
/// The turns of a match that the `invalid` comments of the files assume.
const WHOLE_MATCH: u64 = 1024;

struct Played {
    outcome: Outcome,
    answers: AnswerLog,
}

#[test]
fn every_bot_of_the_suite_gets_its_verdict() {
    let kind = kind("snakes", None).expect("this machine can run bots").expect("Snakes runs bots");
    let mut all = suspects("hostile");
    all.extend(suspects("legal"));
    let only = std::env::var("SUITE_ONLY").unwrap_or_default();
    all.retain(|suspect| suspect.name().contains(&only));
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, std::num::NonZero::get) {
            scope.spawn(|| {
                while let Some(suspect) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = judge(kind.as_ref(), suspect) {
                        failures.lock().unwrap().push(format!("{}: {why}", suspect.name()));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(
        failures.is_empty(),
        "{} of {} are not as expected:\n{}",
        failures.len(),
        all.len(),
        failures.join("\n")
    );
}

fn judge(kind: &dyn Kind, suspect: &Suspect) -> Result<(), String> {
    match kind.examine(&suspect.source) {
        Err(GuestError::Machine(why)) => Err(format!("our machinery failed: {why}")),
        Err(GuestError::Refused(reasons)) => refused(suspect, &reasons),
        Ok(_) if !has(&suspect.needs) => Ok(()),
        Ok(_) => accept(kind, suspect),
    }
}

fn refused(suspect: &Suspect, reasons: &Diagnostics) -> Result<(), String> {
    let said: Vec<String> =
        reasons.iter().map(|one| format!("{} {} ({})", one.code, one.message, one.help)).collect();
    let said = said.join("\n  ");
    let codes: Vec<String> = reasons.iter().map(|one| format!("refused {}", one.code)).collect();
    if !suspect.expected.iter().any(|expected| codes.contains(expected)) {
        return Err(format!("expected {:?}, but it is refused: {said}", suspect.expected));
    }
    if let Some(missing) = suspect.messages.iter().find(|message| !said.contains(*message)) {
        return Err(format!("the refusal does not say {missing:?}: {said}"));
    }
    if let Some(found) = suspect.absent.iter().find(|message| said.contains(*message)) {
        return Err(format!("the refusal says {found:?}: {said}"));
    }
    if said.chars().any(|c| c.is_control() && c != '\n') {
        return Err(format!("the refusal holds control characters: {said:?}"));
    }
    let index = LineIndex::new(&suspect.source);
    let lines: Vec<usize> =
        reasons.iter().filter_map(|one| Some(index.position(one.span?.start).line)).collect();
    match suspect.line {
        Some(line) if !lines.contains(&line) => {
            Err(format!("line {line} is not named, but {lines:?}: {said}"))
        }
        _ => Ok(()),
    }
}

fn accept(kind: &dyn Kind, suspect: &Suspect) -> Result<(), String> {
    let reset = play(kind, suspect, Isolation::Reset)?;
    expected(suspect, &reset, "reset")?;
    let fork = play(kind, suspect, Isolation::Fork)?;
    expected(suspect, &fork, "fork")?;
    // A bot that fails under both may fail a little sooner or later.
    let has_failed = reset.outcome.fault.is_some() && fork.outcome.fault.is_some();
    if reset.answers != fork.answers && !has_failed {
        return Err(format!("reset and fork differ: {} and {}", shown(&reset), shown(&fork)));
    }
    if suspect.repeats {
        let again = play(kind, suspect, Isolation::Reset)?;
        if again.answers != reset.answers {
            return Err(format!("played again, it differs: {} and {}", shown(&reset), shown(&again)));
        }
    }
    // `fast` checks only a sample of the calls, so it may or may not detect state that leaks.
    let fast = play(kind, suspect, Isolation::Fast)?;
    let found_out = fast.outcome.fault.as_ref().is_some_and(|fault| fault.kind == FaultKind::State);
    if suspect.expected.iter().any(|expected| expected == "clean") || found_out {
        return Ok(());
    }
    expected(suspect, &fast, "fast")
}

fn play(kind: &dyn Kind, suspect: &Suspect, isolation: Isolation) -> Result<Played, String> {
    let program: Participant = Snakes.read(&suspect.source).into_program()?;
    let rules = Rules::parse(&[format!("turns={TURNS}")]).map_err(|error| error.to_string())?;
    let lineup = Lineup::new(&Snakes, vec![program; 2], &rules).map_err(|error| error.to_string())?;
    let factory = kind.factory(isolation, &WarnOnce::silent());
    let mut players = factory.players(&lineup, 1).map_err(|void| format!("void: {void}"))?;
    let finished = lineup.runner().play(&lineup.draw_setup(1), players.as_mut(), &|| false);
    let finished = finished.map_err(|error| format!("{isolation:?}: {error}"))?;
    Ok(Played { outcome: finished.outcome, answers: finished.answers })
}

fn expected(suspect: &Suspect, played: &Played, isolation: &str) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{isolation}: expected {what}, but {}", shown(played)));
    let verdict = match &played.outcome.fault {
        None => "plays".to_owned(),
        Some(fault) => format!("fault {} {}", fault.kind.word(), fault.detail),
    };
    let fits = |expected: &&String| {
        let plain = if expected.as_str() == "clean" { "plays" } else { expected.as_str() };
        verdict == plain || verdict.starts_with(&format!("{plain} "))
    };
    let Some(found) = suspect.expected.iter().find(fits) else {
        return wrong(&suspect.expected.join(" or "));
    };
    if let (Some(turn), Some(_)) = (suspect.turn, &played.outcome.fault)
        && played.outcome.turns != turn
    {
        return wrong(&format!("a fault on turn {turn}"));
    }
    if let (Some(seat), Some(fault)) = (suspect.seat, &played.outcome.fault)
        && fault.seat != seat
    {
        return wrong(&format!("a fault of seat {seat}"));
    }
    let invalid = suspect.invalid.as_ref().map(|invalid| match invalid.parse::<u64>() {
        Ok(of_all) => of_all - (WHOLE_MATCH - TURNS),
        Err(_) => TURNS,
    });
    let counted =
        played.outcome.tallies.iter().find(|(name, _)| *name == "invalid").map(|(_, counts)| counts);
    if let Some(invalid) = invalid
        && counted != Some(&vec![invalid; 2])
    {
        return wrong(&format!("{invalid} invalid answers each ({counted:?})"));
    }
    let answer = if found == "clean" { Some(b'U') } else { suspect.answer };
    let is_it = |reply: &Reply<Vec<u8>>| matches!(reply, Reply::Answer(bytes) if Some(bytes[0]) == answer);
    if answer.is_some() && played.outcome.fault.is_none() && !played.answers.replies.iter().all(is_it) {
        return wrong("always the same answer");
    }
    Ok(())
}

fn shown(played: &Played) -> String {
    let letters: String = played
        .answers
        .replies
        .iter()
        .map(|reply| match reply {
            Reply::Answer(bytes) => char::from(bytes[0]),
            Reply::Fault(..) => '!',
        })
        .collect();
    match &played.outcome.fault {
        None => format!("it plays {letters}"),
        Some(fault) => {
            format!("{} {}: {letters} on turn {}", fault.kind.word(), fault.detail, played.outcome.turns)
        }
    }
}

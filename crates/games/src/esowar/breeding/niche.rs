//! The idea that a base follows: its length, where its robot goes and what it leaves there, measured on a small board beside a
//! base that does nothing for long.

use std::collections::BTreeMap;

use game::{Engine as _, Event, EventKind, Game, NamedLists, Nobody, Observer, Rules};

use super::super::program::{Base, read};
use super::super::symbol::{D, R};
use super::super::{Engine, Esowar};

/// The board beyond the base, in squares.
const ROOM: u64 = 2048;
/// How long a base is watched, in turns of both: a few hundred squares of a sweeper.
const TURNS: u64 = 4096;

/// The niche of a base.
pub(super) fn of(base: &Base) -> String {
    let writes = watched(base);
    format!("{} {} {}", length(base), walk(&writes), leavings(&writes))
}

fn length(base: &Base) -> &'static str {
    match base.symbols().len() {
        1..=8 => "tiny",
        9..=16 => "short",
        17..=32 => "middling",
        33..=64 => "long",
        65..=128 => "longer",
        _ => "longest",
    }
}

/// The squares that a base's robot wrote to, as steps from where it started, and what it made of them.
#[derive(Default)]
struct Writes(Vec<(i64, u32)>);

impl Observer for Writes {
    fn event(&mut self, event: Event) {
        if let (0, EventKind::Write { cell, after, .. }) = (event.seat, event.kind) {
            let cell = i64::try_from(cell).expect("the board is small");
            self.0.push((cell, after));
        }
    }
}

/// What a base writes on a board whose other half is empty, beside one that is busy with its own square.
fn watched(base: &Base) -> Vec<(i64, u32)> {
    let Some(other) = read(b"[+]+[]").program else { return Vec::new() };
    let bases = [base, &other];
    let length = base.symbols().len() as u64;
    let mut rules = Rules::new();
    let board = length + other.symbols().len() as u64 + ROOM;
    if rules.add("squares", board).is_err() {
        return Vec::new();
    }
    let Ok(parameters) = Esowar::parameters(&rules, &bases) else { return Vec::new() };
    let middle = length + ROOM / 2;
    let wished = NamedLists::default()
        .with("start", vec![0, board - other.symbols().len() as u64])
        .with("robots", vec![middle, length]);
    let Ok(setup) = Esowar::check_setup(&parameters, &bases, &wished) else { return Vec::new() };
    let mut engine: Engine = Esowar::engine(&parameters, &bases);
    Esowar::begin(&mut engine, &setup);
    let mut writes = Writes::default();
    if engine.advance(TURNS, &mut Nobody, &mut writes).is_err() {
        return Vec::new();
    }
    let start = i64::try_from(middle).expect("the board is small");
    writes.0.iter().map(|&(cell, after)| (cell - start, after)).collect()
}

/// Where the robot goes, and by how many squares at a time.
fn walk(writes: &[(i64, u32)]) -> String {
    let squares: BTreeMap<i64, u32> = writes.iter().copied().collect();
    let (Some(first), Some(last)) = (squares.keys().next(), squares.keys().next_back()) else {
        return "still".into();
    };
    if squares.len() < 4 {
        return "on the spot".into();
    }
    let stride = match (last - first) / (i64::try_from(squares.len()).expect("there are few") - 1) {
        ..=1 => "each",
        2..=3 => "few",
        4..=15 => "many",
        _ => "leaps",
    };
    let direction = match (*first < -4, *last > 4) {
        (true, false) => "left",
        (false, true) => "right",
        _ => "both ways",
    };
    format!("{direction} {stride}")
}

/// What lies on the squares that it has left: mostly `d`, mostly nothing, or something else.
fn leavings(writes: &[(i64, u32)]) -> &'static str {
    let squares: BTreeMap<i64, u32> = writes.iter().copied().collect();
    let count = |wanted: u8| squares.values().filter(|symbol| **symbol == u32::from(wanted)).count();
    let half = squares.len() / 2;
    if squares.is_empty() {
        "nothing"
    } else if count(D) > half {
        "death"
    } else if count(R) > half {
        "blanks"
    } else {
        "litter"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideas_are_told_apart() {
        let niche = |text: &str| of(&read(text.as_bytes()).program.unwrap());
        assert_eq!(niche("[+]+[]"), "tiny on the spot death");
        assert_eq!(niche("[+]+[<[+]+]"), "short left each death");
        assert_eq!(niche("[+]+[>[+]+]"), "short right each death");
        assert_eq!(niche("[+]+[<<<<[+]+]"), "short left many death");
        assert_eq!(niche("[]"), "tiny still nothing");
    }
}

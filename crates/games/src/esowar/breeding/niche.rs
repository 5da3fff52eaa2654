//! The idea that a base follows: how far its commander gets, where its robot goes, and what the robot leaves there.
//! This is measured on a small board, beside a base that does nothing for long.

use std::collections::BTreeMap;

use game::{Engine as _, Event, EventKind, Game, NamedLists, NoPlayers, Observer, Rules};

use super::super::program::{Base, read};
use super::super::symbol::{D, R};
use super::super::{Engine, Esowar};

/// The squares of the board that no base covers.
const ROOM: u64 = 2048;
/// How long a base is watched, in turns of both players together. In this time, a sweeper covers a few hundred squares.
const TURNS: u64 = 4096;

/// The base that plays beside the one that is watched.
const OTHER: &[u8] = b"[+]+[]";

/// The niche of a base.
pub(super) fn of(base: &Base) -> String {
    let watched = watched(base);
    format!("{} {} {}", watched.extent(), walk(&watched.writes), leavings(&watched.writes))
}

/// What a base did.
#[derive(Default)]
struct Watched {
    /// How many of its squares its commander stood on or walked over, counted from the first one. Squares behind these
    /// cost nothing, so mutations pile them up, and they are not part of the idea. Squares that she walks over, such as
    /// the inside of a `[+]`, count, since she may execute them when the squares around them differ.
    reached: usize,
    /// The squares that its robot wrote to, as steps from where it started, and the symbols that it wrote there, in
    /// order.
    writes: Vec<(i64, u32)>,
}

impl Watched {
    /// How far the commander gets, in a word.
    fn extent(&self) -> &'static str {
        match self.reached {
            ..=8 => "tiny",
            9..=16 => "short",
            17..=32 => "middling",
            33..=64 => "long",
            65..=128 => "longer",
            _ => "longest",
        }
    }
}

/// The squares that the first player's robot wrote to, and the symbols that it wrote there.
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

/// A match before its first turn. The base lies at the left edge, the other base is busy with its own square, and the
/// rest of the board is empty.
fn begun(base: &Base) -> Option<Engine> {
    let other = read(OTHER).program?;
    let bases = [base, &other];
    let length = base.symbols().len() as u64;
    let mut rules = Rules::new();
    let board = length + OTHER.len() as u64 + ROOM;
    rules.add("squares", board).ok()?;
    let parameters = Esowar::parameters(&rules, &bases).ok()?;
    let wished = NamedLists::default()
        .with("start", vec![0, board - OTHER.len() as u64])
        .with("robots", vec![length + ROOM / 2, length]);
    let setup = Esowar::check_setup(&parameters, &bases, &wished).ok()?;
    let mut engine = Esowar::engine(&parameters, &bases);
    Esowar::begin(&mut engine, &setup);
    Some(engine)
}

fn watched(base: &Base) -> Watched {
    let Some(mut engine) = begun(base) else { return Watched::default() };
    let length = base.symbols().len();
    let mut reached = 0;
    let mut writes = Writes::default();
    while engine.turn() < TURNS && engine.outcome().is_none() {
        // A commander who stands just behind her base has reached its end.
        let square = engine.next_square(0).filter(|square| *square <= length);
        reached = reached.max(square.map_or(0, |square| length.min(square + 1)));
        // One turn of each player.
        let Ok(()) = engine.advance(engine.turn() + 2, &mut NoPlayers, &mut writes);
    }
    let start = i64::try_from(length as u64 + ROOM / 2).expect("the board is small");
    let writes = writes.0.iter().map(|&(cell, after)| (cell - start, after)).collect();
    Watched { reached, writes }
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

/// What lies on the squares that the robot has left: mostly `d`, mostly nothing, or something else.
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
    use game::{Breeding as _, SeededRng};

    use super::super::super::reference::Reference;
    use super::super::Breeder;
    use super::*;

    fn niche(text: &str) -> String {
        of(&read(text.as_bytes()).program.unwrap())
    }

    #[test]
    fn ideas_are_told_apart() {
        assert_eq!(niche("[+]+[]"), "tiny on the spot death");
        assert_eq!(niche("[+]+[<[+]+]"), "short left each death");
        assert_eq!(niche("[+]+[>[+]+]"), "short right each death");
        assert_eq!(niche("[+]+[<<<<[+]+]"), "short left many death");
        assert_eq!(niche("[]"), "tiny still nothing");
    }

    #[test]
    fn what_is_never_reached_is_no_part_of_an_idea() {
        assert_eq!(niche(&("[+]+[<[+]+]".to_owned() + &"+".repeat(200))), "short left each death");
        assert_eq!(
            niche(&("r".repeat(200) + "[+]+[<[+]+]")),
            "longest left each death",
            "she walks over these"
        );
    }

    /// The commander gets as far as she does with the reference interpreter.
    #[test]
    fn what_is_reached_is_the_references() {
        let mut rng = SeededRng::for_setup(3);
        let other = read(OTHER).program.unwrap();
        let mut program = Breeder.random(&mut rng);
        let (mut whole, mut part) = (0, 0);
        for nth in 0..200 {
            program =
                if nth % 20 == 0 { Breeder.random(&mut rng) } else { Breeder.mutated(&program, &mut rng) };
            let base = read(program.as_bytes()).program.unwrap();
            let length = base.symbols().len();
            let room = usize::try_from(ROOM).unwrap();
            let (start, robots) = ([0, length + room], [length + room / 2, length]);
            let bases = [base.symbols(), other.symbols()];
            let mut reference = Reference::new(length + room + OTHER.len(), &bases, &start, &robots, TURNS);
            let mut stood_on = vec![false; length + 1];
            while reference.end().is_none() {
                if let Some(square) = stood_on.get_mut(reference.commanders[0]) {
                    *square = true;
                }
                reference.run(reference.turns + 2);
            }
            let last = stood_on.iter().rposition(|stood| *stood).unwrap();
            let expected = if last == length { length } else { last + 1 };
            assert_eq!(watched(&base).reached, expected, "{program}");
            *if expected == length { &mut whole } else { &mut part } += 1;
        }
        assert!(whole > 20 && part > 20, "{whole} reached as a whole, {part} in part");
    }
}

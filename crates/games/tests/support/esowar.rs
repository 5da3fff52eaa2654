//! Matches of Esowar that are played twice: by the fast engine and by the reference interpreter.

use std::fmt;

use game::{Engine as _, Event, EventKind, Game, NamedLists, NoPlayers, Outcome, Program, Rules, Verdict};
use games::esowar::reference::{DeathReason, End, Reference};
use games::esowar::{Base, Engine, Esowar, NO_MATCH, Parameters, READ_D, Setup, TURN_LIMIT};

use crate::choices::Choices;

/// A match before its first turn; everything by seat.
#[derive(Clone)]
pub(crate) struct Match {
    pub(crate) squares: usize,
    pub(crate) max_turns: u64,
    pub(crate) bases: Vec<Base>,
    pub(crate) start: Vec<usize>,
    pub(crate) robots: Vec<usize>,
}

/// What bases are made of: the symbols of their first half and of their second half, each as often
/// as it stands here. Most have no `d`, so that matches last.
const STYLES: [[&[u8]; 2]; 6] = [
    // Everything.
    [b"rd><+[]"; 2],
    // Hardly anything but brackets.
    [b"[[[[]]]]<+"; 2],
    // Nested as deep as it goes.
    [b"[[[[+>r", b"]]]]+<r"],
    // Closed first, opened later: the partners lie in other bases or beyond the right edge.
    [b"]]]]+>r", b"[[[[+<r"],
    // A robot at work in the code.
    [b"++++++><><[]", b"+++><<[]"],
    // A robot that walks far and writes little.
    [b">>>>>>>>+[]", b">>>>[]+"],
];

/// `total` cut into `count` parts of at least `least` each.
pub(crate) fn parts(choices: &mut impl Choices, total: usize, count: usize, least: usize) -> Vec<usize> {
    let mut spare = total - count * least;
    let mut parts: Vec<usize> = (1..count)
        .map(|_| {
            let extra = choices.below(spare + 1);
            spare -= extra;
            least + extra
        })
        .collect();
    parts.push(least + spare);
    shuffle(choices, &mut parts);
    parts
}

/// Brings `things` into some order.
fn shuffle<T>(choices: &mut impl Choices, things: &mut [T]) {
    for last in (1..things.len()).rev() {
        things.swap(last, choices.below(last + 1));
    }
}

/// The base with these symbols.
pub(crate) fn base(symbols: &str) -> Base {
    games::esowar::read(symbols.as_bytes()).program.expect("these are symbols")
}

/// A base of `length` symbols.
fn any_base(choices: &mut impl Choices, length: usize) -> Base {
    let style = choices.pick(&STYLES);
    let mut symbols: Vec<u8> = (0..length).map(|at| choices.pick(style[2 * at / length])).collect();
    // A loop around it all keeps the commander at home, at least for a while. The second kind takes
    // her from one end to the other and back for as long as her robot goes between an r and
    // something else, and what lies between decides how far that is.
    let (left, right): (&[u8], &[u8]) = choices.pick(&[(b"", b""), (b"[", b"]"), (b"[<[", b"]>]")]);
    if length >= left.len() + right.len() {
        symbols[..left.len()].copy_from_slice(left);
        symbols[length - right.len()..].copy_from_slice(right);
    }
    base(std::str::from_utf8(&symbols).expect("symbols are ASCII"))
}

impl Match {
    /// Some match of bases of these lengths on a board of `squares` squares.
    pub(crate) fn any(choices: &mut impl Choices, lengths: &[usize], squares: usize) -> Self {
        let players = lengths.len();
        let gaps = parts(choices, squares - lengths.iter().sum::<usize>(), players + 1, 0);
        let mut order: Vec<usize> = (0..players).collect();
        shuffle(choices, &mut order);
        let mut start = vec![0; players];
        let mut next = 0;
        for (seat, gap) in order.into_iter().zip(gaps) {
            start[seat] = next + gap;
            next = start[seat] + lengths[seat];
        }
        let bases: Vec<Base> = lengths.iter().map(|&length| any_base(choices, length)).collect();
        // Most robots stand in some base: what they do there changes code that is walked on.
        let robots = (0..players).map(|_| {
            let seat = choices.below(players);
            match choices.below(3) {
                0 => choices.below(squares),
                1 => start[seat],
                _ => start[seat] + choices.below(lengths[seat]),
            }
        });
        Self { squares, max_turns: 1, robots: robots.collect(), bases, start }
    }

    /// Some match of 2 to 8 players on a board of 2 to 200 squares.
    pub(crate) fn small(choices: &mut impl Choices) -> Self {
        let squares = 2 + choices.below(199);
        let players = 2 + choices.below(squares.min(8) - 1);
        Self::crowded(choices, players, squares)
    }

    /// Some match on a board that one time in three is filled with bases up to the last square.
    pub(crate) fn crowded(choices: &mut impl Choices, players: usize, squares: usize) -> Self {
        let taken = match choices.below(3) {
            0 => squares,
            _ => players + choices.below(squares - players + 1),
        };
        let turns = 1 + choices.below(600) as u64;
        let lengths = parts(choices, taken, players, 1);
        Self::any(choices, &lengths, squares).turns(turns)
    }

    /// Sets a turn limit.
    pub(crate) fn turns(self, max_turns: u64) -> Self {
        Self { max_turns, ..self }
    }

    fn parameters(&self) -> Parameters {
        let rules = [("squares", self.squares as u64), ("max_turns", self.max_turns)];
        let mut checked = Rules::new();
        for (key, value) in rules {
            checked.add(key, value).expect("each is given once");
        }
        Esowar::parameters(&checked, &self.borrowed()).expect("the parameters are legal")
    }

    fn borrowed(&self) -> Vec<&Base> {
        self.bases.iter().collect()
    }

    fn setup(&self) -> Setup {
        let numbers = |list: &[usize]| list.iter().map(|&number| number as u64).collect();
        let wished =
            NamedLists::default().with("start", numbers(&self.start)).with("robots", numbers(&self.robots));
        Esowar::check_setup(&self.parameters(), &self.borrowed(), &wished).expect("the setup is legal")
    }

    /// The fast engine before the first turn.
    pub(crate) fn engine(&self) -> Engine {
        let mut engine = Esowar::engine(&self.parameters(), &self.borrowed());
        self.begin(&mut engine);
        engine
    }

    /// Puts an engine of these bases back to before the first turn.
    pub(crate) fn begin(&self, engine: &mut Engine) {
        Esowar::begin(engine, &self.setup());
    }

    /// The reference interpreter before the first turn.
    pub(crate) fn reference(&self) -> Reference {
        let bases: Vec<&[u8]> = self.bases.iter().map(Base::symbols).collect();
        Reference::new(self.squares, &bases, &self.start, &self.robots, self.max_turns)
    }

    /// Plays the match turn by turn on both, and compares them after each. Shows `watch` the reference before and
    /// after every turn.
    pub(crate) fn compare_every_turn(&self, mut watch: impl FnMut(&Reference, &Reference)) {
        let (mut engine, mut reference) = (self.engine(), self.reference());
        self.compare(&engine, &reference);
        while reference.end().is_none() {
            let before = reference.clone();
            reference.step();
            advance(&mut engine, reference.turns, &mut game::Unobserved);
            self.compare(&engine, &reference);
            watch(&before, &reference);
        }
        advance(&mut engine, u64::MAX, &mut game::Unobserved);
        self.compare(&engine, &reference);
    }

    /// Fails if the two differ in anything.
    pub(crate) fn compare(&self, engine: &Engine, reference: &Reference) {
        assert_eq!(engine.turn(), reference.turns, "turns of {self:?}");
        let turn = reference.turns;
        assert!(engine.squares() == reference.board, "squares after turn {turn} of {self:?}");
        let frame = engine.frame();
        let numbers = |list: &[usize]| list.iter().map(|&number| number as u64).collect::<Vec<_>>();
        let commanders = numbers(&reference.commanders);
        assert_eq!(frame.register("commanders"), commanders, "commanders after turn {turn} of {self:?}");
        let robots = numbers(&reference.robots);
        assert_eq!(frame.register("robots"), robots, "robots after turn {turn} of {self:?}");
        let deaths = engine.deaths().iter().map(|death| (death.seat, death.turn, death.reason));
        let expected = reference.deaths.iter().map(|death| (death.seat, death.turn, word(death.reason)));
        assert!(deaths.eq(expected), "deaths after turn {turn} of {self:?}: {:?}", engine.deaths());
        assert_eq!(engine.outcome(), outcome(reference).as_ref(), "outcome after turn {turn} of {self:?}");
    }

    /// Fails unless `events`, replayed onto the board before the first turn, give the board and the
    /// deaths of `engine`.
    pub(crate) fn compare_events(&self, events: &[Event], engine: &Engine) {
        let mut board = self.reference().board;
        let mut deaths = Vec::new();
        let mut last_turn = 0;
        for &Event { turn, seat, kind } in events {
            assert!(
                last_turn < turn && turn <= engine.turn(),
                "one event a turn at most: {turn} of {self:?}"
            );
            last_turn = turn;
            match kind {
                EventKind::Write { cell, before, after } => {
                    assert_eq!(u32::from(board[cell]), before, "turn {turn} of {self:?}");
                    board[cell] = u8::try_from(after).expect("a symbol");
                }
                EventKind::Death { reason } => deaths.push((seat, turn, reason)),
            }
        }
        assert!(engine.squares() == board, "the events do not give the final board of {self:?}");
        let expected = engine.deaths().iter().map(|death| (death.seat, death.turn, death.reason));
        assert!(expected.eq(deaths), "the events do not give the deaths of {self:?}");
    }
}

/// Advances a match in which nobody is asked anything.
pub(crate) fn advance(engine: &mut Engine, until: u64, observer: &mut impl game::Observer) {
    match engine.advance(until, &mut NoPlayers, observer) {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

fn word(reason: DeathReason) -> &'static str {
    match reason {
        DeathReason::ReadD => READ_D,
        DeathReason::NoMatch => NO_MATCH,
    }
}

/// The outcome that the rules give a match in this state (E7): the living share the first place, and of two dead, the
/// one who died later has the better place.
fn outcome(reference: &Reference) -> Option<Outcome> {
    let (verdict, reason) = match reference.end()? {
        End::Win { winner } => (Verdict::Win { winner }, word(reference.deaths.last()?.reason)),
        End::TurnLimit { tied } => (Verdict::Draw { tied }, TURN_LIMIT),
    };
    let died = |seat| reference.deaths.iter().find(|death| death.seat == seat).map_or(u64::MAX, |d| d.turn);
    let better = |seat| (0..reference.alive.len()).filter(|&other| died(other) > died(seat)).count();
    let places = (0..reference.alive.len()).map(|seat| u32::try_from(better(seat) + 1).expect("a place"));
    let (turns, places) = (reference.turns, places.collect());
    Some(Outcome { verdict, reason, turns, places, fault: None, tallies: Vec::new() })
}

impl fmt::Debug for Match {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bases: Vec<String> = self.bases.iter().map(Program::canonical).collect();
        write!(out, "squares {} max_turns {} start {:?} ", self.squares, self.max_turns, self.start)?;
        write!(out, "robots {:?} bases {bases:?}", self.robots)
    }
}

//! Plays matches.

use std::borrow::Cow;
use std::convert::Infallible;

use game::{
    Canonical, Change, ChangeError, Digest, Event, EventKind, Frame, Observer, Outcome, Players, Run, Seat,
    Unobserved, Verdict,
};

use super::blocks::MOST_ROUNDS;
use super::history::{History, Next};
use super::leap::Leaper;
use super::program::Base;
use super::ring::Ring;
use super::setup::{Parameters, Setup};
use super::symbol::{self, CHARACTERS};
use super::turn::{self, Agents};

/// The commander read a `d`.
pub const READ_D: &str = "read-d";
/// The commander set out for a bracket that does not exist.
pub const NO_MATCH: &str = "no-match";
/// The turn limit came first.
pub const TURN_LIMIT: &str = "turn-limit";

/// The names of the registers in a frame.
pub(super) const COMMANDERS: &str = "commanders";
pub(super) const ROBOTS: &str = "robots";
pub(super) const DIED: &str = "died";

/// The death of a player's commander.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Death {
    /// Who died.
    pub seat: Seat,
    /// In which turn.
    pub turn: u64,
    /// [`READ_D`] or [`NO_MATCH`].
    pub reason: &'static str,
    commander: usize,
    robot: usize,
}

/// Plays matches with fixed bases and fixed parameters, one after the other.
#[derive(Debug, Clone)]
pub struct Engine {
    parameters: Parameters,
    bases: Vec<Vec<u8>>,
    ring: Ring,
    /// The living in turn order.
    living: Vec<Agents>,
    /// Whose turn is next: an index into `living`.
    next: usize,
    /// The dead in order of death.
    deaths: Vec<Death>,
    turn: u64,
    outcome: Option<Outcome>,
    history: History,
    leaper: Leaper,
}

impl Engine {
    pub(super) fn new(parameters: Parameters, bases: &[&Base]) -> Self {
        Self {
            parameters,
            bases: bases.iter().map(|base| base.symbols().to_vec()).collect(),
            ring: Ring::new(parameters.squares),
            living: Vec::with_capacity(bases.len()),
            next: 0,
            deaths: Vec::with_capacity(bases.len()),
            turn: 0,
            outcome: None,
            history: History::new(),
            leaper: Leaper::new(bases.len()),
        }
    }

    /// Roughly how many bytes an engine takes up: the board, the index (at most about as large as the board), the
    /// history, the working data of leaps, the known passes, and the list of marked brackets.
    pub(super) fn bytes(parameters: Parameters) -> usize {
        2 * parameters.squares + (3 << 20)
    }

    /// Each commander starts on the left-most square of her base, each robot on its square.
    pub(super) fn begin(&mut self, setup: &Setup) {
        self.ring.clear();
        for (base, &start) in self.bases.iter().zip(&setup.start) {
            self.ring.place(start, base);
        }
        let seats = setup.start.iter().zip(&setup.robots).enumerate();
        self.living.clear();
        self.living.extend(seats.map(|(seat, (&commander, &robot))| Agents { seat, commander, robot }));
        self.next = 0;
        self.deaths.clear();
        self.turn = 0;
        self.outcome = None;
    }

    /// The dead, in order of death.
    #[must_use]
    pub fn deaths(&self) -> &[Death] {
        &self.deaths
    }

    /// All squares from the left edge on, as symbol values.
    #[must_use]
    pub fn squares(&self) -> Cow<'_, [u8]> {
        self.ring.squares()
    }

    /// The square that a player's commander reads next, or `None` if she is dead. It may be the one past the edge.
    pub(super) fn next_square(&self, seat: Seat) -> Option<usize> {
        self.living.iter().find(|agents| agents.seat == seat).map(|agents| agents.commander)
    }

    /// Plays until `until` turns have been played or the match is over.
    fn play<O: Observer>(&mut self, until: u64, observer: &mut O) {
        while self.turn < until && self.outcome.is_none() && !self.living.is_empty() {
            if let Err(reason) = self.play_to_death(until, observer) {
                self.bury(reason, observer);
            }
            self.check_end();
        }
    }

    /// Plays until `until` turns have been played or the player whose turn it is has died. The error says why she died.
    fn play_to_death<O: Observer>(&mut self, until: u64, observer: &mut O) -> Result<(), &'static str> {
        let Self { ring, living, next, turn, history, leaper, .. } = self;
        let mut board = ring.play();
        let players = living.len();
        history.begin(players);
        if leaper.knows_all(living) {
            history.look_quickly_soon();
        }
        // For this many more rounds, all agents stay on squares that are written.
        let mut prepared = 0;
        while *turn < until {
            let rounds = (until - *turn) / players as u64;
            if !O::WATCHES && *next == 0 && rounds > 0 {
                let noted = match history.next(rounds) {
                    Next::Note(noted) => noted.min(MOST_ROUNDS),
                    Next::Look => {
                        *turn += players as u64 * leaper.leap(&mut board, living, history, rounds);
                        prepared = 0;
                        continue;
                    }
                    Next::QuickLook => {
                        *turn += players as u64 * leaper.leap_as_known(&mut board, living, history, rounds);
                        prepared = 0;
                        continue;
                    }
                };
                if prepared < noted {
                    prepared = history.rounds_to_next_look(rounds).min(MOST_ROUNDS);
                    turn::prepare(&mut board, living, prepared);
                }
                prepared -= noted;
                let turns = turn::take_noted(&mut board, living, history.next_rounds(noted));
                *turn += turns as u64;
                *next = turns % players;
                if turns == noted * players {
                    continue;
                }
                history.forget_rounds(noted - turns / players - 1);
            }
            *turn += 1;
            prepared = 0;
            turn::prepare(&mut board, &living[*next..=*next], 1);
            turn::take(&mut board, &mut living[*next], *turn, observer)?;
            *next = if *next + 1 == players { 0 } else { *next + 1 };
        }
        Ok(())
    }

    /// Takes the player whose turn it was out of the match. The base stays as it is, the robot never acts again (E6),
    /// and the player after her is next (E1: the dead are skipped).
    fn bury<O: Observer>(&mut self, reason: &'static str, observer: &mut O) {
        let Agents { seat, commander, robot } = self.living.remove(self.next);
        self.deaths.push(Death { seat, turn: self.turn, reason, commander, robot });
        if self.next == self.living.len() {
            self.next = 0;
        }
        if O::WATCHES {
            observer.event(Event { turn: self.turn, seat, kind: EventKind::Death { reason } });
        }
    }

    /// E7: the match is over as soon as one player is left. At the turn limit, the living tie and the dead have lost.
    fn check_end(&mut self) {
        let last_death = self.deaths.last().map(|death| death.reason);
        if let (&[Agents { seat, .. }], Some(reason)) = (self.living.as_slice(), last_death) {
            self.finish(Verdict::Win { winner: seat }, reason);
        } else if self.turn == self.parameters.max_turns {
            let mut tied: Vec<Seat> = self.living.iter().map(|agents| agents.seat).collect();
            tied.sort_unstable();
            self.finish(Verdict::Draw { tied }, TURN_LIMIT);
        }
    }

    /// The living share the first place; the dead follow, the last one to die first.
    fn finish(&mut self, verdict: Verdict, reason: &'static str) {
        let mut places = vec![1; self.bases.len()];
        for (place, death) in (self.living.len() + 1..).zip(self.deaths.iter().rev()) {
            places[death.seat] = u32::try_from(place).expect("at most 64 players");
        }
        self.outcome =
            Some(Outcome { verdict, reason, turns: self.turn, places, fault: None, tallies: Vec::new() });
    }

    /// Checks that this square exists. The error is the last square of the board.
    fn check_square(&self, square: usize) -> Result<(), usize> {
        let squares = self.parameters.squares;
        if square < squares { Ok(()) } else { Err(squares - 1) }
    }

    /// The squares of all commanders and all robots by seat. For the dead, these are the squares at the time of death.
    fn positions(&self) -> (Vec<u64>, Vec<u64>) {
        let (mut commanders, mut robots) = (vec![0; self.bases.len()], vec![0; self.bases.len()]);
        let living = self.living.iter().map(|agents| (agents.seat, agents.commander, agents.robot));
        let dead = self.deaths.iter().map(|death| (death.seat, death.commander, death.robot));
        for (seat, commander, robot) in living.chain(dead) {
            let past_the_edge = commander == self.parameters.squares;
            commanders[seat] = if past_the_edge { 0 } else { commander as u64 };
            robots[seat] = robot as u64;
        }
        (commanders, robots)
    }
}

impl game::Engine for Engine {
    type Question = Infallible;
    type Answer = Infallible;

    fn turn(&self) -> u64 {
        self.turn
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn advance<P, O>(&mut self, until: u64, _: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Infallible, Infallible>,
        O: Observer,
    {
        let until = until.min(self.parameters.max_turns);
        if O::WATCHES {
            self.play(until, observer);
        } else {
            self.play(until, &mut Unobserved);
        }
        Ok(())
    }

    fn frame(&self) -> Frame {
        let squares = self.ring.squares();
        let runs = squares.chunk_by(|left, right| left == right);
        let cells = runs.map(|run| Run { text: text_of(run[0]), count: run.len() }).collect();
        Frame { turn: self.turn, registers: self.registers(), cells }
    }

    /// Where commanders and robots are, and in which turn each player died (0 for the living). The dead stay on the
    /// squares where they were when they died.
    fn registers(&self) -> Vec<(&'static str, Vec<u64>)> {
        let (commanders, robots) = self.positions();
        let mut died = vec![0; self.bases.len()];
        for death in &self.deaths {
            died[death.seat] = death.turn;
        }
        vec![(COMMANDERS, commanders), (ROBOTS, robots), (DIED, died)]
    }

    fn cell_text(&self, cell: usize) -> Option<Cow<'static, str>> {
        self.ring.symbol(cell).map(text_of)
    }

    /// Changes a square, or moves an agent of a living player.
    fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        match change {
            Change::Cell { cell, text } => {
                let symbol = symbol::from_text(text);
                let symbol = symbol.ok_or_else(|| change.refused("one of `r d > < + [ ]`"))?;
                self.check_square(*cell).map_err(|last| ChangeError::Cell { cell: *cell, last })?;
                self.ring.play().set(*cell, symbol);
            }
            Change::Register { name, seat, value } => {
                let square_of: fn(&mut Agents) -> &mut usize = match name.as_str() {
                    COMMANDERS => |agents| &mut agents.commander,
                    ROBOTS => |agents| &mut agents.robot,
                    _ => return Err(change.refused("`commanders` and `robots` can be")),
                };
                let out_of_range = |last: usize| {
                    let range = format!("a square, 0 to {last}");
                    ChangeError::Value { name: name.clone(), value: *value, range }
                };
                let square = usize::try_from(*value).unwrap_or(usize::MAX);
                self.check_square(square).map_err(out_of_range)?;
                let agents = self.living.iter_mut().find(|agents| agents.seat == *seat);
                *square_of(agents.ok_or(ChangeError::Seat { seat: *seat })?) = square;
            }
        }
        Ok(())
    }

    fn state_hash(&self) -> Option<Digest> {
        let (commanders, robots) = self.positions();
        let mut alive = vec![0; self.bases.len()];
        for agents in &self.living {
            alive[agents.seat] = 1;
        }
        let next = self.living.get(self.next).map_or(0, |agents| agents.seat as u64);
        let mut canonical = Canonical::new("esowar state");
        canonical.number("turn", self.turn);
        canonical.number("next", next);
        canonical.numbers("alive", &alive);
        canonical.numbers("commanders", &commanders);
        canonical.numbers("robots", &robots);
        canonical.bytes("board", &self.ring.squares());
        Some(canonical.finish())
    }
}

/// A symbol as the text that frames use.
fn text_of(symbol: u8) -> Cow<'static, str> {
    CHARACTERS[usize::from(symbol)].into()
}

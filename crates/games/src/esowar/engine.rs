//! Playing a match.

use std::convert::Infallible;

use game::{
    Canonical, Digest, Event, EventKind, Frame, Observer, Outcome, Players, Run, Seat, Unobserved, Verdict,
};

use super::program::Base;
use super::ring::Ring;
use super::setup::{Parameters, Setup};
use super::symbol::{CHARACTERS, CLOSE, D, LEFT, OPEN, PLUS, R, RIGHT};

/// The commander read a `d`.
pub const READ_D: &str = "read-d";
/// The commander set out for a bracket that does not exist.
pub const NO_MATCH: &str = "no-match";
/// The turn limit came first.
pub const TURN_LIMIT: &str = "turn-limit";

/// A player's two agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Agents {
    seat: Seat,
    commander: usize,
    robot: usize,
}

/// A player's end.
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

/// Plays matches of fixed bases by fixed parameters, one after the other.
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
        }
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
    pub fn squares(&self) -> &[u8] {
        self.ring.squares()
    }

    /// Plays turns until `until`, all of them legal: the match is not over before.
    fn play<O: Observer>(&mut self, until: u64, observer: &mut O) {
        while self.turn < until && self.outcome.is_none() {
            if self.next == 0 && until - self.turn >= self.living.len() as u64 {
                self.play_rounds(until, observer);
            } else {
                self.play_turn(observer);
            }
        }
    }

    /// Plays whole rounds, in which every living player has one turn, until somebody dies or no
    /// whole round is left before `until`.
    fn play_rounds<O: Observer>(&mut self, until: u64, observer: &mut O) {
        match *self.living.as_mut_slice() {
            [ref mut first, ref mut second] => {
                let (mut agents, mut turn) = ([*first, *second], self.turn);
                let died = rounds(&mut self.ring, &mut agents, &mut turn, until, observer);
                [*first, *second] = agents;
                self.turn = turn;
                self.after_rounds(died, observer);
            }
            ref mut agents => {
                let died = rounds(&mut self.ring, agents, &mut self.turn, until, observer);
                self.after_rounds(died, observer);
            }
        }
    }

    fn after_rounds<O: Observer>(&mut self, died: Option<(usize, &'static str)>, observer: &mut O) {
        if let Some((index, reason)) = died {
            self.next = index;
            self.bury(reason, observer);
        }
        self.check_end();
    }

    /// Plays the turn of the player who is next.
    fn play_turn<O: Observer>(&mut self, observer: &mut O) {
        self.turn += 1;
        match take_turn(&mut self.ring, &mut self.living[self.next], self.turn, observer) {
            Ok(()) => self.next = (self.next + 1) % self.living.len(),
            Err(reason) => self.bury(reason, observer),
        }
        self.check_end();
    }

    /// Takes the player whose turn it was out of the match. The base stays as it is, the robot
    /// never acts again (E6), and the one after is next (E1: the dead are skipped).
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

    /// E7: over as soon as one is left; at the turn limit the living tie and the dead have lost.
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

    /// The squares of all commanders and all robots by seat; of the dead, where they died.
    fn positions(&self) -> (Vec<u64>, Vec<u64>) {
        let (mut commanders, mut robots) = (vec![0; self.bases.len()], vec![0; self.bases.len()]);
        let living = self.living.iter().map(|agents| (agents.seat, agents.commander, agents.robot));
        let dead = self.deaths.iter().map(|death| (death.seat, death.commander, death.robot));
        for (seat, commander, robot) in living.chain(dead) {
            commanders[seat] = commander as u64;
            robots[seat] = robot as u64;
        }
        (commanders, robots)
    }
}

/// Plays whole rounds until somebody dies (who and why) or less than a round is left.
#[inline(always)]
fn rounds<O: Observer, A: AsMut<[Agents]> + ?Sized>(
    ring: &mut Ring,
    agents: &mut A,
    turn: &mut u64,
    until: u64,
    observer: &mut O,
) -> Option<(usize, &'static str)> {
    let agents = agents.as_mut();
    for _ in 0..(until - *turn) / agents.len() as u64 {
        for (index, agents) in agents.iter_mut().enumerate() {
            *turn += 1;
            if let Err(reason) = take_turn(ring, agents, *turn, observer) {
                return Some((index, reason));
            }
        }
    }
    None
}

/// One turn: one instruction of one player (E1), however far its walk is (E2). The symbol is read
/// before anything changes (E5). On an error the commander has died, on the square where she stands.
#[inline(always)]
fn take_turn<O: Observer>(
    ring: &mut Ring,
    agents: &mut Agents,
    turn: u64,
    observer: &mut O,
) -> Result<(), &'static str> {
    let symbol = ring.read(agents.commander);
    match symbol {
        R => {}
        D => return Err(READ_D),
        RIGHT => agents.robot = ring.right_of(agents.robot),
        LEFT => agents.robot = ring.left_of(agents.robot),
        PLUS => {
            let (before, after) = ring.increment(agents.robot);
            if O::WATCHES {
                let kind =
                    EventKind::Write { cell: agents.robot, before: before.into(), after: after.into() };
                observer.event(Event { turn, seat: agents.seat, kind });
            }
        }
        // E4: a `[` whose robot is not on `r` needs no partner.
        OPEN if ring.read(agents.robot) != R => {}
        OPEN | CLOSE => {
            agents.commander = ring.walk(agents.commander, symbol).ok_or(NO_MATCH)?;
            return Ok(());
        }
        _ => unreachable!("the board holds symbols only"),
    }
    agents.commander = ring.right_of(agents.commander);
    Ok(())
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
        let (commanders, robots) = self.positions();
        let mut cells: Vec<Run> = Vec::new();
        for run in self.ring.squares().chunk_by(|left, right| left == right) {
            cells.push(Run { text: CHARACTERS[usize::from(run[0])].into(), count: run.len() });
        }
        Frame { turn: self.turn, registers: vec![("commanders", commanders), ("robots", robots)], cells }
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
        canonical.bytes("board", self.ring.squares());
        Some(canonical.finish())
    }
}

//! Which loops of a match run steadily, and what happens while they do: so that a test of an engine that does many
//! passes at once can show that it really tested something.

use std::collections::BTreeMap;

use games::esowar::reference::{End, Reference};

use crate::esowar::Match;

const OPEN: u8 = 5;
const CLOSE: u8 = 6;
const INCREMENT: u8 = 4;

/// A loop runs steadily once it has gone round this often in the same way.
const STEADY: u32 = 4;

/// How often each of these happened while a loop ran steadily.
#[derive(Debug, Default)]
pub(crate) struct Happened {
    /// A loop that moved its robot began to run steadily.
    pub(crate) sweeps: u64,
    /// A loop that left its robot where it was.
    pub(crate) idlers: u64,
    /// Turns in which two sweeps or more ran.
    pub(crate) together: u64,
    /// The robot of a sweep came to the code of the sweep.
    pub(crate) own_code: u64,
    /// A robot wrote into the loop of another player.
    pub(crate) others_code: u64,
    /// A robot wrote on the square on which another's stood.
    pub(crate) others_robot: u64,
    /// The square written had been a bracket, or became one.
    pub(crate) brackets: u64,
    /// Somebody died, and the match went on.
    pub(crate) deaths: u64,
    /// The match ended at the turn limit.
    pub(crate) limits: u64,
}

/// One player's loops.
#[derive(Default)]
struct Player {
    /// By the square of their `]`.
    loops: BTreeMap<usize, Pass>,
    /// The instructions that she has done, and a hash of what she has read.
    done: u64,
    read: u64,
    /// The loop that runs steadily.
    steady: Option<Steady>,
}

/// The last pass of a loop.
#[derive(Default)]
struct Pass {
    /// What was done and read, and where the robot was, when it ended.
    done: u64,
    read: u64,
    robot: usize,
    /// How long it took, how far it moved the robot, what was read.
    shape: (u64, usize, u64),
    repeated: u32,
}

struct Steady {
    /// The square of its `[`, and of its `]`.
    code: (usize, usize),
    moving: bool,
    /// The instructions that she has done by the end of the next pass.
    until: u64,
}

/// Plays a match on the reference and adds what happened.
pub(crate) fn watch(game: &Match, happened: &mut Happened) {
    let mut reference = game.reference();
    let mut players: Vec<Player> = game.bases.iter().map(|_| Player::default()).collect();
    loop {
        let (commanders, dead) = (reference.commanders.clone(), reference.deaths.len());
        let symbols: Vec<u8> = commanders.iter().map(|&square| reference.board[square]).collect();
        if !reference.step() {
            break;
        }
        let running = |players: &[Player]| players.iter().filter(|player| player.sweeps()).count();
        if reference.deaths.len() > dead {
            let seat = reference.deaths[dead].seat;
            players[seat].steady = None;
            happened.deaths += u64::from(running(&players) > 0 && reference.end().is_none());
            continue;
        }
        happened.together += u64::from(running(&players) > 1);
        let seat = (0..commanders.len()).find(|&seat| commanders[seat] != reference.commanders[seat]);
        // A commander who passes a `]` just to the left of her `[` has gone all the way round.
        let Some(seat) = seat else { continue };
        if symbols[seat] == INCREMENT {
            written(&players, seat, &reference, happened);
        }
        players[seat].act(
            symbols[seat],
            (reference.commanders[seat], commanders[seat]),
            &reference,
            seat,
            happened,
        );
    }
    let limit = matches!(reference.end(), Some(End::TurnLimit { .. }));
    happened.limits += u64::from(limit && players.iter().any(Player::sweeps));
}

/// Counts the effects of what the robot of `seat` has just written.
fn written(players: &[Player], seat: usize, reference: &Reference, happened: &mut Happened) {
    let square = reference.robots[seat];
    let within = |steady: &Steady| (steady.code.0..=steady.code.1).contains(&square);
    for (at, player) in players.iter().enumerate() {
        let Some(steady) = &player.steady else { continue };
        if within(steady) {
            let whose = if at == seat { &mut happened.own_code } else { &mut happened.others_code };
            *whose += 1;
            let now = reference.board[square];
            happened.brackets += u64::from(now == OPEN || now == CLOSE || now == 0);
        }
        happened.others_robot += u64::from(at != seat && reference.robots[at] == square);
    }
}

impl Player {
    fn sweeps(&self) -> bool {
        self.steady.as_ref().is_some_and(|steady| steady.moving)
    }

    /// She has read a symbol and walked `to` a square `from` another.
    fn act(
        &mut self,
        symbol: u8,
        (to, from): (usize, usize),
        reference: &Reference,
        seat: usize,
        happened: &mut Happened,
    ) {
        self.done += 1;
        self.read = self.read.wrapping_mul(0x0100_0000_01b3).wrapping_add(u64::from(symbol));
        if self.steady.as_ref().is_some_and(|steady| self.done > steady.until) {
            self.steady = None;
        }
        if symbol != CLOSE || to > from {
            return;
        }
        let (squares, robot) = (reference.board.len(), reference.robots[seat]);
        let pass = self.loops.entry(from).or_default();
        let (took, moved) = (self.done - pass.done, (robot + squares - pass.robot) % squares);
        // What was read since: a hash of everything minus what was read before.
        let power = (0..took).fold(1_u64, |power, _| power.wrapping_mul(0x0100_0000_01b3));
        let shape = (took, moved, self.read.wrapping_sub(pass.read.wrapping_mul(power)));
        pass.repeated = if shape == pass.shape { pass.repeated + 1 } else { 0 };
        *pass = Pass { done: self.done, read: self.read, robot, shape, ..*pass };
        if pass.repeated >= STEADY {
            let began = if moved == 0 { &mut happened.idlers } else { &mut happened.sweeps };
            *began += u64::from(pass.repeated == STEADY);
            self.steady = Some(Steady { code: (to, from), moving: moved != 0, until: self.done + took });
        }
    }
}

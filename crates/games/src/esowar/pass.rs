//! One pass of a loop in closed form: what it requires of the board, and how it changes the board.
//!
//! What a player does next depends on the symbol that her commander reads and, at a `[`, on whether her robot's square
//! is `r`. A pass follows the turns from where the players stand until their commanders are back there. For every
//! square that the robots look at or change, it keeps which symbols lead along the same path, and how far `+` takes the
//! symbol. The next pass is the same, shifted with the robots, as long as the code does not change and the squares hold
//! symbols that lead along the path.
//!
//! A loop belongs to one player, or to several players whose robots move about together and change squares that the
//! others see. If a commander does not come back but walks over code without brackets, her code moves on with her.

use super::blocks::MOST_ROUNDS;
use super::history::{History, MAX_WALK_PERIOD};
use super::known::{Kept, KnownPass, KnownPasses};
use super::ring::Board;
use super::symbol::{CLOSE, D, LEFT, OPEN, PLUS, R, RIGHT, SYMBOLS, sum};
use super::track::{Track, before, signed};
use super::turn::{self, Agents};
use super::walks::SYMBOL;

/// A pass that changes squares on the spot is tried again as seven passes in one, if it takes at most this many rounds.
const MAX_SEVENFOLD: u64 = 1000;

/// At most this many periods of positions are tried. The periods of inner loops come first, and inner loops end soon.
const MAX_PERIODS: usize = 4;

/// A commander who walks on must do so for at least this many rounds. Otherwise she is in the middle of a loop.
const LEAST_WALK_ROUNDS: u64 = 2048;

/// A loop of one player or of several.
#[derive(Debug, Clone)]
pub(super) struct Loop {
    /// The players who go through it, in turn order, as indices of the living.
    members: Vec<usize>,
    /// How many turns of each member a pass takes.
    rounds: u64,
    /// How many turns of all members were followed to find a pass.
    turns_followed: u64,
    /// The squares that the robots look at or change.
    squares: Track,
    /// The squares that each commander reads or passes by on a walk.
    code: Vec<Track>,
    /// Where the members are on their way through a pass. This is kept so that its memory is used again.
    walkers: Vec<Walker>,
}

/// A player on her way through a pass.
#[derive(Debug, Clone)]
struct Walker {
    commander: usize,
    robot: usize,
    /// How far the commander has moved, counted without wrapping round the ring.
    way: i64,
    /// How far the robot is from the origin.
    offset: i64,
}

impl Loop {
    pub(super) fn new() -> Self {
        Self {
            members: Vec::new(),
            rounds: 0,
            turns_followed: 0,
            squares: Track::new(),
            code: Vec::new(),
            walkers: Vec::new(),
        }
    }

    /// Makes these players, in turn order, the members of the loop.
    pub(super) fn set_members(&mut self, members: impl Iterator<Item = usize>) {
        self.members.clear();
        self.members.extend(members);
        self.turns_followed = 0;
        while self.code.len() < self.members.len() {
            self.code.push(Track::new());
        }
    }

    /// How many turns of the members were followed since they became members.
    pub(super) fn turns_followed(&self) -> u64 {
        self.turns_followed
    }

    /// Finds the loop that its members are in. False if they are in no loop that can go on.
    pub(super) fn find(&mut self, board: &mut Board, living: &[Agents], history: &History) -> bool {
        let mut least = 1;
        for _ in 0..MAX_PERIODS {
            let Some(rounds) = history.period(&self.members, living, least) else { break };
            if self.goes_on(board, living, rounds as u64, Self::follow) {
                return true;
            }
            least = rounds + 1;
        }
        let &[player] = &self.members[..] else { return false };
        let rounds = history.walk_period(player, &living[player]);
        rounds.is_some_and(|rounds| self.goes_on(board, living, rounds as u64, Self::follow_walk))
    }

    /// Takes up one of this player's known passes with which she can go on. False if there is none.
    pub(super) fn take_known(&mut self, board: &Board, agents: &Agents, known: &KnownPasses) -> bool {
        let commander = square_of(agents.commander, board);
        let squares = &mut self.squares;
        let Some(pass) =
            known.at(board, commander).find(|pass| squares.take_shape(&pass.squares, agents.robot, board))
        else {
            return false;
        };
        self.rounds = pass.rounds;
        self.code[0].begin(commander);
        self.code[0].cover(pass.code_start);
        self.code[0].cover(pass.code_start + signed(pass.code.len()) - 1);
        true
    }

    /// Adds the pass in which the member was found to the known passes of her seat, so that it need not be found again.
    pub(super) fn keep(&self, board: &Board, living: &[Agents], known: &mut [KnownPasses]) -> Kept {
        let &[player] = &self.members[..] else { return Kept::Not };
        let Agents { seat, commander, .. } = living[player];
        let commander = square_of(commander, board);
        self.known_pass(board).map_or(Kept::Not, |pass| known[seat].keep(board, commander, pass))
    }

    /// The pass in the form in which it is kept, if it is short and the commander comes back.
    fn known_pass(&self, board: &Board) -> Option<KnownPass> {
        let code = &self.code[0];
        let symbols = if code.shift == 0 { code.symbols(board)? } else { return None };
        let (rounds, code_start, squares) = (self.rounds, code.low(), self.squares.shape()?);
        Some(KnownPass { rounds, code_start, code: symbols, squares })
    }

    /// Whether passes of this many rounds can follow one another.
    fn goes_on(
        &mut self,
        board: &mut Board,
        living: &[Agents],
        rounds: u64,
        follow: impl Fn(&mut Self, &mut Board, &[Agents], u64) -> bool,
    ) -> bool {
        let follows = |one: &mut Self, board: &mut Board, rounds| {
            follow(one, board, living, rounds) && one.squares.goes_on(board)
        };
        // Seven passes undo what `+` does on the spot.
        follows(self, board, rounds)
            || self.squares.shift == 0
                && rounds <= MAX_SEVENFOLD
                && follows(self, board, rounds * u64::from(SYMBOLS))
    }

    /// Follows this many rounds without changing the board. It takes into account what the members themselves change,
    /// and assumes that nothing else on the board changes. False if these rounds do not lead the commanders back to
    /// where they stand, or if they lead further away than can be kept.
    fn follow(&mut self, board: &mut Board, living: &[Agents], rounds: u64) -> bool {
        self.rounds = rounds;
        self.place_walkers(board, living);
        let start = self.walkers[0].offset;
        for stretch in stretches(rounds) {
            for walker in &self.walkers {
                board.write_for(walker.commander, walker.robot, stretch);
            }
            for _ in 0..stretch {
                self.turns_followed += self.walkers.len() as u64;
                for (walker, code) in self.walkers.iter_mut().zip(&mut self.code) {
                    if walker.turn(board, &mut self.squares, code).is_none() {
                        return false;
                    }
                }
            }
        }
        self.squares.shift = self.walkers[0].offset - start;
        let members = self.members.iter().zip(&self.walkers);
        let mut distances = members.map(|(&member, walker)| {
            walker.way == 0 && walker.offset - self.distance(board, living, member) == self.squares.shift
        });
        distances.all(|is_same| is_same)
    }

    /// Places a walker for each member at her agents' squares.
    fn place_walkers(&mut self, board: &Board, living: &[Agents]) {
        self.squares.begin(living[self.members[0]].robot);
        self.walkers.clear();
        for (nth, &member) in self.members.iter().enumerate() {
            let Agents { commander, robot, .. } = living[member];
            let commander = square_of(commander, board);
            self.code[nth].begin(commander);
            let offset = self.distance(board, living, member);
            self.walkers.push(Walker { commander, robot, way: 0, offset });
        }
    }

    /// How far a member's robot is from that of the first member, at most half round the ring.
    fn distance(&self, board: &Board, living: &[Agents], member: usize) -> i64 {
        let squares = signed(board.squares());
        let first = living[self.members[0]].robot;
        let distance = (signed(living[member].robot) - signed(first)).rem_euclid(squares);
        if 2 * distance > squares { distance - squares } else { distance }
    }

    /// Follows a commander who walks on to the right, over squares without brackets.
    fn follow_walk(&mut self, board: &mut Board, living: &[Agents], rounds: u64) -> bool {
        self.rounds = rounds;
        self.place_walkers(board, living);
        let (walker, code) = (&mut self.walkers[0], &mut self.code[0]);
        // The walk takes few rounds.
        board.write_for(walker.commander, walker.robot, MAX_WALK_PERIOD);
        for _ in 0..rounds {
            self.turns_followed += 1;
            let way = walker.way;
            let symbol = board.symbol(walker.commander);
            let Some(effect) = code.touch(way) else { return false };
            effect.allowed = 1 << symbol;
            if matches!(symbol, OPEN | CLOSE) || walker.turn(board, &mut self.squares, code).is_none() {
                return false;
            }
        }
        code.shift = walker.way;
        self.squares.shift = walker.offset;
        let passes = LEAST_WALK_ROUNDS.div_ceil(rounds);
        code.goes_on(board)
            && code.passes_to_edge(signed(board.squares())) >= passes
            && code.look_ahead(board, passes) == passes
    }

    /// For how many rounds the loop stays inside the board.
    pub(super) fn rounds_to_edge(&self, squares: i64) -> u64 {
        let passes = self.tracks().map(|track| track.passes_to_edge(squares)).min();
        passes.unwrap_or(u64::MAX).saturating_mul(self.rounds)
    }

    /// For how many rounds the loop does not change its own code; 0 if it goes round the ring. A loop ends at the edge
    /// of the board before it comes round to a square again.
    pub(super) fn rounds_apart_from_itself(&self, squares: i64) -> u64 {
        if self.tracks().any(|track| track.goes_round(squares)) {
            0
        } else {
            self.rounds_sparing_code_of(self, squares)
        }
    }

    /// For how many rounds neither loop changes a square that matters to the other.
    pub(super) fn rounds_apart_from(&self, other: &Self, squares: i64) -> u64 {
        let somebody_writes = self.squares.writes || other.squares.writes;
        let robots =
            if somebody_writes { self.rounds_missing(other, &other.squares, squares) } else { u64::MAX };
        let code = self.rounds_sparing_code_of(other, squares);
        robots.min(code).min(other.rounds_sparing_code_of(self, squares))
    }

    /// For how many rounds the loop changes no square of the code of `one`.
    fn rounds_sparing_code_of(&self, one: &Self, squares: i64) -> u64 {
        if !self.squares.writes {
            return u64::MAX;
        }
        let code = one.members.iter().zip(&one.code);
        code.map(|(_, code)| self.rounds_missing(one, code, squares)).min().unwrap_or(u64::MAX)
    }

    /// For how many rounds the robots come to no square of this track of `one`.
    fn rounds_missing(&self, one: &Self, track: &Track, squares: i64) -> u64 {
        self.squares.rounds_apart(self.rounds, track, one.rounds, squares)
    }

    fn tracks(&self) -> impl Iterator<Item = &Track> {
        let code = &self.code[..self.members.len()];
        code.iter().chain([&self.squares])
    }

    /// How many passes begin in this many rounds.
    fn passes(&self, rounds: u64) -> u64 {
        rounds.div_ceil(self.rounds)
    }

    /// How many of the next `rounds` rounds are sure to lead along the path.
    pub(super) fn look_ahead(&mut self, board: &Board, rounds: u64) -> u64 {
        let passes = self.passes(rounds);
        let code = &mut self.code[..self.members.len()];
        let tracks = code.iter_mut().chain([&mut self.squares]);
        let sure = tracks.fold(passes, |sure, track| track.look_ahead(board, sure));
        rounds.min(sure.saturating_mul(self.rounds))
    }

    /// Takes the members forward by this many rounds: whole passes at once, the rest turn by turn.
    pub(super) fn play(&self, board: &mut Board, living: &mut [Agents], rounds: u64) {
        let passes = rounds / self.rounds;
        self.squares.write(board, passes);
        let squares = signed(board.squares());
        let moved = |square: usize, shift: i64| {
            // A match has at most 2^40 turns.
            let moved = (signed(square) + shift * passes.cast_signed()).rem_euclid(squares);
            usize::try_from(moved).expect("it is on the board")
        };
        for (&member, code) in self.members.iter().zip(&self.code) {
            let agents = &mut living[member];
            agents.robot = moved(agents.robot, self.squares.shift);
            agents.commander = moved(agents.commander, code.shift);
        }
        for stretch in stretches(rounds % self.rounds) {
            for &member in &self.members {
                turn::prepare(board, &living[member..=member], stretch);
            }
            for _ in 0..stretch {
                for &member in &self.members {
                    turn::take_alone(board, &mut living[member]);
                }
            }
        }
    }
}

impl Walker {
    /// Follows one turn, where cells are written. `None` if the player dies, or if her robot is too far away.
    fn turn(&mut self, board: &mut Board, squares: &mut Track, code: &mut Track) -> Option<()> {
        code.cover(self.way);
        let symbol = board.cell(self.commander) & SYMBOL;
        match symbol {
            D => return None,
            RIGHT => {
                self.robot = board.right_of(self.robot);
                self.offset += 1;
            }
            LEFT => {
                self.robot = board.left_of(self.robot);
                self.offset -= 1;
            }
            PLUS => {
                let effect = squares.touch(self.offset)?;
                effect.steps = sum(effect.steps, 1);
                squares.writes = true;
            }
            OPEN => {
                let now_on = board.cell(self.robot) & SYMBOL;
                let effect = squares.touch(self.offset)?;
                let is_r = sum(now_on, effect.steps) == R;
                let r_before = before(1 << R, effect.steps);
                effect.allowed &= if is_r { r_before } else { !r_before };
                if is_r {
                    return self.walk(board, code, symbol);
                }
            }
            CLOSE => return self.walk(board, code, symbol),
            _ => {} // `r`
        }
        self.commander = board.right_of(self.commander);
        self.way += 1;
        Some(())
    }

    /// Walks to the match of a bracket.
    fn walk(&mut self, board: &mut Board, code: &mut Track, symbol: u8) -> Option<()> {
        let target = board.walk(self.commander, symbol)?;
        let way = signed(target) - signed(self.commander);
        // Some walks go over the edge, and may end where they began.
        self.way += match symbol {
            OPEN if way <= 0 => way + signed(board.squares()),
            CLOSE if way >= 0 => way - signed(board.squares()),
            _ => way,
        };
        code.cover(self.way);
        self.commander = if target == board.squares() { 0 } else { target };
        Some(())
    }
}

/// The square of a commander, who may be past the edge.
fn square_of(commander: usize, board: &Board) -> usize {
    if commander == board.squares() { 0 } else { commander }
}

/// Divides this many rounds into stretches. Each is short enough that all cells an agent may come to in it can be
/// written beforehand.
fn stretches(rounds: u64) -> impl Iterator<Item = usize> {
    let most = MOST_ROUNDS as u64;
    let stretches = (0..rounds).step_by(MOST_ROUNDS).map(move |from| most.min(rounds - from));
    stretches.map(|rounds| usize::try_from(rounds).expect("it is short"))
}

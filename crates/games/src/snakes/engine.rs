//! Plays matches.

use std::borrow::Cow;

use game::{
    Canonical, Change, ChangeError, Digest, EventKind, Fault, Frame, Observer, Outcome, Players, Reply, Run,
    Seat,
};

use super::board::{BOT, Board, EMPTY, LAND, Watched};
use super::enclosure::{enclosure, may_split};
use super::question::{Answer, Question};
use super::setup::{Parameters, Setup, rand_seed};
use super::squares::{CELLS, COLUMNS, ROWS};
use super::{O as PLAYER_O, X as PLAYER_X};

/// A bot was enclosed and lost (S8).
pub const ENCLOSED: &str = "enclosed";
/// The last turn was played, and territory decides.
pub const TERRITORY: &str = "territory";

/// Plays matches by fixed parameters, one after the other.
#[derive(Debug, Clone)]
pub struct Engine {
    parameters: Parameters,
    key: u64,
    board: Board,
    /// For each player, whether the squares that are not its own are known to be one region.
    one_region: [bool; 2],
    /// Invalid answers (S6).
    invalid: [u64; 2],
    turn: u64,
    outcome: Option<Outcome>,
}

impl Engine {
    pub(super) fn new(parameters: Parameters) -> Self {
        Self {
            parameters,
            key: 0,
            board: Board::new(),
            one_region: [true; 2],
            invalid: [0; 2],
            turn: 0,
            outcome: None,
        }
    }

    pub(super) fn begin(&mut self, setup: Setup) {
        *self = Self { key: setup.key, ..Self::new(self.parameters) };
    }

    /// X moves and then O, who sees the board with X's move made (S1).
    fn take_turn<P, O>(&mut self, players: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Question, Answer>,
        O: Observer,
    {
        let watched = &mut Watched { observer, turn: self.turn };
        for seat in [PLAYER_X, PLAYER_O] {
            match players.ask(seat, &self.question(seat))? {
                Reply::Answer(answer) => self.play_move(seat, answer, watched),
                Reply::Fault(kind, detail) => self.fail(Fault { seat, kind, detail }, watched),
            }
            if self.outcome.is_some() {
                return Ok(());
            }
        }
        if self.turn == self.parameters.turns {
            self.finish(self.larger_territory());
        }
        Ok(())
    }

    fn question(&self, seat: Seat) -> Question {
        let rand_seed = rand_seed(self.key, seat, self.turn);
        Question { rand_seed, player: LAND[seat], board: self.board.shown }
    }

    /// Moves a bot, if the answer moves it, and gives it the squares that are then enclosed.
    #[inline(always)]
    fn play_move<O: Observer>(&mut self, seat: Seat, answer: Answer, watched: &mut Watched<'_, O>) {
        self.invalid[seat] += u64::from(answer == Answer::Invalid);
        let mut may_enclose = !self.one_region[seat];
        if let Some(target) = self.board.target(seat, answer) {
            let is_new = !self.board.territory[seat].contains(target);
            self.board.write(self.board.bots[seat], seat, LAND[seat], watched);
            self.board.write(target, seat, BOT[seat], watched);
            self.board.bots[seat] = target;
            may_enclose |= is_new && may_split(&self.board.territory[seat], target);
        }
        // S7: a no-op encloses, too, but only where there was more than one region before.
        if may_enclose {
            self.enclose(seat, watched);
        }
    }

    /// Gives the player what its territory encloses (S8).
    fn enclose<O: Observer>(&mut self, seat: Seat, watched: &mut Watched<'_, O>) {
        let found = enclosure(&self.board.territory[seat]);
        self.one_region[seat] = found.one_region;
        let enemy = 1 - seat;
        let enemy_square = self.board.bots[enemy];
        for cell in found.enclosed.cells() {
            // The board still shows an enclosed bot, though its square is the winner's.
            let shown = if cell == enemy_square { BOT[enemy] } else { LAND[seat] };
            self.board.write(cell, seat, shown, watched);
        }
        if found.enclosed.contains(enemy_square) {
            if O::WATCHES {
                watched.tell(enemy, EventKind::Death { reason: ENCLOSED });
            }
            self.finish(Outcome::win_of_two(seat, ENCLOSED, self.turn));
        }
    }

    /// A bot that failed loses at once (S9).
    fn fail<O: Observer>(&mut self, fault: Fault, watched: &mut Watched<'_, O>) {
        let seat = fault.seat;
        if O::WATCHES {
            watched.tell(seat, EventKind::Death { reason: Outcome::FAULT });
        }
        let lost = Outcome::win_of_two(1 - seat, Outcome::FAULT, self.turn);
        self.finish(Outcome { fault: Some(fault), ..lost });
    }

    fn larger_territory(&self) -> Outcome {
        let [x, o] = self.board.territory.map(|squares| squares.count());
        match x.cmp(&o) {
            std::cmp::Ordering::Greater => Outcome::win_of_two(PLAYER_X, TERRITORY, self.turn),
            std::cmp::Ordering::Less => Outcome::win_of_two(PLAYER_O, TERRITORY, self.turn),
            std::cmp::Ordering::Equal => Outcome::draw_of_two(TERRITORY, self.turn),
        }
    }

    fn finish(&mut self, outcome: Outcome) {
        let tallies = vec![("invalid", self.invalid.to_vec()), ("territory", self.territory())];
        self.outcome = Some(Outcome { tallies, ..outcome });
    }

    /// Gives a square to nobody or to a player, by hand.
    fn paint(&mut self, change: &Change, cell: usize, text: &str) -> Result<(), ChangeError> {
        if cell >= CELLS {
            return Err(ChangeError::Cell { cell, last: CELLS - 1 });
        }
        let (owner, shown) = match text {
            "." => (None, EMPTY),
            "X" => (Some(PLAYER_X), LAND[PLAYER_X]),
            "O" => (Some(PLAYER_O), LAND[PLAYER_O]),
            _ => return Err(change.refused("`.`, `X` or `O`; `row` and `column` move the bots")),
        };
        if self.board.bots.contains(&cell) {
            return Err(change.refused("a bot stands there; `row` and `column` move it"));
        }
        self.board.set(cell, owner, shown);
        Ok(())
    }

    /// Puts a bot by hand into another row or column.
    fn put_bot(&mut self, change: &Change, name: &str, seat: Seat, value: u64) -> Result<(), ChangeError> {
        let here = *self.board.bots.get(seat).ok_or(ChangeError::Seat { seat })?;
        let out_of_range = |range: String| ChangeError::Value { name: name.to_owned(), value, range };
        let below = |count: usize| {
            let legal = usize::try_from(value).ok().filter(|value| *value < count);
            legal.ok_or_else(|| out_of_range(format!("0 to {}", count - 1)))
        };
        let target = match name {
            "row" => below(ROWS)? * COLUMNS + here % COLUMNS,
            "column" => here / COLUMNS * COLUMNS + below(COLUMNS)?,
            _ => return Err(change.refused("`row` and `column` can be")),
        };
        if target == self.board.bots[1 - seat] {
            return Err(out_of_range("not where the other bot stands (S5)".into()));
        }
        self.board.set(here, Some(seat), LAND[seat]);
        self.board.set(target, Some(seat), BOT[seat]);
        self.board.bots[seat] = target;
        Ok(())
    }

    /// Squares that are X's and O's, their own included; after an enclosure the loser's square is the
    /// winner's.
    fn territory(&self) -> Vec<u64> {
        self.board.territory.iter().map(|squares| squares.count().into()).collect()
    }

    fn rows(&self) -> Vec<u64> {
        self.board.bots.iter().map(|cell| (cell / COLUMNS) as u64).collect()
    }

    fn columns(&self) -> Vec<u64> {
        self.board.bots.iter().map(|cell| (cell % COLUMNS) as u64).collect()
    }
}

impl game::Engine for Engine {
    type Question = Question;
    type Answer = Answer;

    fn turn(&self) -> u64 {
        self.turn
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn advance<P, O>(&mut self, until: u64, players: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Question, Answer>,
        O: Observer,
    {
        while self.turn < until && self.outcome.is_none() {
            self.turn += 1;
            self.take_turn(players, observer)?;
        }
        Ok(())
    }

    fn frame(&self) -> Frame {
        let runs = self.board.shown.chunk_by(|left, right| left == right);
        let cells = runs.map(|run| Run { text: text_of(run[0]), count: run.len() }).collect();
        Frame { turn: self.turn, registers: self.registers(), cells }
    }

    fn registers(&self) -> Vec<(&'static str, Vec<u64>)> {
        vec![
            ("row", self.rows()),
            ("column", self.columns()),
            ("territory", self.territory()),
            ("invalid", self.invalid.to_vec()),
        ]
    }

    fn cell_text(&self, cell: usize) -> Option<Cow<'static, str>> {
        self.board.shown.get(cell).copied().map(text_of)
    }

    /// Changes squares on which nobody stands, and the places of the bots. Squares that this encloses are taken after the
    /// next move (S7). A bot that is moved leaves land behind, as it always does.
    fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        match change {
            Change::Cell { cell, text } => self.paint(change, *cell, text)?,
            Change::Register { name, seat, value } => self.put_bot(change, name, *seat, *value)?,
        }
        // Regions may have split.
        self.one_region = [false; 2];
        Ok(())
    }

    fn state_hash(&self) -> Option<Digest> {
        let mut canonical = Canonical::new("snakes state");
        canonical.number("turn", self.turn);
        canonical.numbers("row", &self.rows());
        canonical.numbers("column", &self.columns());
        canonical.bytes("board", &self.board.shown);
        canonical.numbers("invalid", &self.invalid);
        Some(canonical.finish())
    }
}

/// What a square shows, as text.
fn text_of(shown: u8) -> Cow<'static, str> {
    const TEXTS: [(u8, &str); 5] =
        [(EMPTY, "."), (LAND[0], "X"), (LAND[1], "O"), (BOT[0], "*"), (BOT[1], "@")];
    let known = TEXTS.iter().find(|(byte, _)| *byte == shown).expect("a square shows one of five characters");
    known.1.into()
}

#[cfg(test)]
mod tests;

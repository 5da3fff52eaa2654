//! Matches of Snakes that are played twice: by the engine on bits and by the plain reference.

use std::convert::Infallible;

use game::{Engine as _, Event, EventKind, Game, Observer, Outcome, Players, Reply, Rules, Seat};
use games::snakes::reference::{End, Reference};
use games::snakes::{
    Answer, CELLS, COLUMNS, ENCLOSED, Engine, Question, ROWS, Setup, Snakes, TERRITORY, rand_seed,
};

use crate::choices::Choices;

/// A match before its first turn: one letter per turn for X and for O, and then none, which is invalid.
#[derive(Debug, Clone)]
pub(crate) struct Match {
    pub(crate) moves: [String; 2],
    pub(crate) turns: u64,
    pub(crate) key: u64,
}

/// How somebody plays.
#[derive(Debug, Clone, Copy)]
enum Style {
    /// Straight on, turning once in this many squares.
    Walk(usize),
    /// Straight on to an edge or its own land, then to the right: round and round to the middle.
    Spiral,
    /// Along edges and its own land, on the right hand.
    Hug,
    /// To the enemy's square.
    Hunt,
    /// Onto squares that are not its own.
    Greedy,
    /// As the enemy moved, turned by half a turn.
    Mirror,
    /// Along an edge to this column, across the board there, and then back and forth on its own land: the cut leaves
    /// two parts, in column 16 of the same size.
    Cut(usize),
    /// Up and down, two columns further each time.
    Comb,
    /// No move, or an invalid answer.
    Idle,
}

fn style(choices: &mut impl Choices) -> Style {
    match choices.below(16) {
        0 => Style::Idle,
        1..3 => Style::Spiral,
        3..5 => Style::Hug,
        5..7 => Style::Hunt,
        7..9 => Style::Greedy,
        9 => Style::Mirror,
        10..12 => Style::Cut(choices.pick(&[16, 16, 16, 15, 17, 1, 30])),
        12 => Style::Comb,
        _ => Style::Walk(choices.pick(&[1, 2, 3, 6, 12])),
    }
}

/// A player, with what it remembers.
struct Mover {
    style: Style,
    last: u8,
}

/// To the right of a direction.
fn right_of(letter: u8) -> u8 {
    match letter {
        b'U' => b'R',
        b'R' => b'D',
        b'D' => b'L',
        _ => b'U',
    }
}

fn back(letter: u8) -> u8 {
    right_of(right_of(letter))
}

fn direction(choices: &mut impl Choices) -> u8 {
    choices.pick(b"URDL")
}

/// The square to which a letter leads, if it is on the board.
fn target((row, column): (usize, usize), letter: u8) -> Option<(usize, usize)> {
    let (row, column) = match letter {
        b'U' => (row.checked_sub(1)?, column),
        b'D' => (row + 1, column),
        b'L' => (row, column.checked_sub(1)?),
        _ => (row, column + 1),
    };
    (row < ROWS && column < COLUMNS).then_some((row, column))
}

impl Mover {
    fn next(&mut self, plain: &Reference, seat: Seat, enemy: u8, choices: &mut impl Choices) -> u8 {
        let here = plain.bots[seat];
        let is_new = |letter| {
            target(here, letter).is_some_and(|(row, column)| plain.owners[row][column] != b"XO"[seat])
        };
        let ahead = self.last;
        let letter = match self.style {
            Style::Walk(leg) if choices.once_in(leg) || target(here, ahead).is_none() => direction(choices),
            Style::Walk(_) => ahead,
            Style::Spiral if is_new(ahead) => ahead,
            Style::Spiral => right_of(ahead),
            Style::Hug => {
                let turns = [right_of(ahead), ahead, back(right_of(ahead)), back(ahead)];
                *turns.iter().find(|letter| is_new(**letter)).unwrap_or(&ahead)
            }
            Style::Hunt => {
                let there = plain.bots[1 - seat];
                let up_or_down = if there.0 < here.0 { b'U' } else { b'D' };
                let left_or_right = if there.1 < here.1 { b'L' } else { b'R' };
                if there.0 != here.0 && choices.once_in(2) { up_or_down } else { left_or_right }
            }
            Style::Greedy => {
                let first = choices.below(4);
                let letters = std::array::from_fn::<u8, 4, _>(|nth| b"URDL"[(first + nth) % 4]);
                *letters.iter().find(|letter| is_new(**letter)).unwrap_or(&letters[0])
            }
            Style::Mirror => back(enemy),
            Style::Cut(column) => {
                let across = if seat == 0 { here.1 >= column } else { here.1 < COLUMNS - column };
                let forwards = if seat == 0 { *b"RD" } else { *b"LU" };
                match (across, is_new(forwards[1])) {
                    (false, _) => forwards[0],
                    (true, true) => forwards[1],
                    (true, false) => choices.pick(&[forwards[1], back(forwards[1]), b'.', forwards[0]]),
                }
            }
            Style::Comb => match here.0 {
                0 if ahead == b'U' => b'R',
                15 if ahead == b'D' => b'L',
                _ if !matches!(ahead, b'U' | b'D') && choices.once_in(2) => choices.pick(b"UD"),
                _ => ahead,
            },
            Style::Idle => choices.pick(b".u\0*"),
        };
        if matches!(letter, b'U' | b'R' | b'D' | b'L') {
            self.last = letter;
        }
        letter
    }
}

impl Match {
    /// Some match.
    pub(crate) fn any(choices: &mut impl Choices) -> Self {
        let turns = match choices.below(4) {
            0 => 1 + choices.below(6),
            1 => 1 + choices.below(40),
            _ => 1 + choices.below(350),
        } as u64;
        let mut plain = Reference::new(turns);
        let mut bots = [b'R', b'L'].map(|last| Mover { style: style(choices), last });
        // Most keep to one style for long, so that it has an effect.
        let patience = choices.pick(&[10, 60, 200]);
        let mut moves = [const { String::new() }; 2];
        while plain.end().is_none() {
            for player in 0..2 {
                if choices.once_in(patience) {
                    bots[player].style = style(choices);
                }
                let enemy = bots[1 - player].last;
                let letter = bots[player].next(&plain, player, enemy, choices);
                moves[player].push(char::from(letter));
                plain.half(letter);
            }
        }
        Self { moves, turns, key: choices.below(1000) as u64 }
    }

    /// The letter of a player's move in this turn.
    fn letter(&self, player: usize, turn: u64) -> u8 {
        let place = usize::try_from(turn - 1).expect("a short match");
        *self.moves[player].as_bytes().get(place).unwrap_or(&b'.')
    }

    /// The engine before the first turn.
    pub(crate) fn engine(&self) -> Engine {
        let rules = Rules::parse(&[format!("turns={}", self.turns)]).expect("it is a number");
        let parameters = Snakes::parameters(&rules, &[]).expect("it is legal");
        let mut engine = Snakes::engine(&parameters, &[]);
        self.begin(&mut engine);
        engine
    }

    /// Puts an engine of these parameters back to before the first turn.
    pub(crate) fn begin(&self, engine: &mut Engine) {
        Snakes::begin(engine, &Setup { key: self.key });
    }

    /// The reference before the first turn.
    pub(crate) fn reference(&self) -> Reference {
        Reference::new(self.turns)
    }

    /// Advances the engine, which has these moves.
    pub(crate) fn advance(&self, engine: &mut Engine, until: u64, observer: &mut impl Observer) {
        let first_turn = engine.turn() + 1;
        let Ok(()) = engine.advance(until, &mut Letters { game: self, turn: [first_turn; 2] }, observer);
    }

    /// Plays the match turn by turn on both, and compares them after every move. Returns the reference, and in how
    /// many moves regions stayed open because they tied.
    pub(crate) fn compare_every_move(&self) -> (Reference, usize) {
        let (mut engine, mut both) = (self.engine(), Both { game: self, plain: self.reference(), ties: 0 });
        self.compare(&engine, &both.plain);
        while both.plain.end().is_none() {
            let turn = engine.turn() + 1;
            let Ok(()) = engine.advance(turn, &mut both, &mut game::Unobserved);
            self.compare(&engine, &both.plain);
        }
        let Ok(()) = engine.advance(u64::MAX, &mut both, &mut game::Unobserved);
        self.compare(&engine, &both.plain);
        (both.plain, both.ties)
    }

    /// Fails if the two differ in anything.
    pub(crate) fn compare(&self, engine: &Engine, plain: &Reference) {
        let turn = plain.turns;
        assert_eq!(engine.turn(), turn, "turns of {self:?}");
        let frame = engine.frame();
        let territory = [plain.territory(0), plain.territory(1)];
        for (name, expected) in [
            ("row", plain.bots.map(|bot| bot.0 as u64)),
            ("column", plain.bots.map(|bot| bot.1 as u64)),
            ("territory", territory),
            ("invalid", plain.invalid),
        ] {
            assert_eq!(frame.register(name), expected, "`{name}` after turn {turn} of {self:?}");
        }
        let board: String = frame.cells.iter().map(|run| run.text.repeat(run.count)).collect();
        assert_eq!(board.as_bytes(), plain.board(), "the board after turn {turn} of {self:?}");
        assert_eq!(engine.outcome(), outcome(plain).as_ref(), "outcome after turn {turn} of {self:?}");
    }

    /// Fails unless `events`, replayed onto the board before the first turn, give the board and the
    /// outcome of `engine`.
    pub(crate) fn compare_events(&self, events: &[Event], engine: &Engine) {
        let mut board = self.reference().board();
        let mut last = (1, 0);
        let mut dead = Vec::new();
        for &Event { turn, seat, kind } in events {
            match kind {
                EventKind::Write { cell, before, after } => {
                    assert!(last <= (turn, seat), "out of order in turn {turn} of {self:?}");
                    last = (turn, seat);
                    assert_eq!(u32::from(board[cell]), before, "turn {turn} of {self:?}");
                    board[cell] = u8::try_from(after).expect("a character");
                }
                EventKind::Death { reason } => {
                    assert_eq!((turn, reason), (engine.turn(), ENCLOSED), "{self:?}");
                    dead.push(seat);
                }
            }
        }
        let found: String = engine.frame().cells.iter().map(|run| run.text.repeat(run.count)).collect();
        assert_eq!(found.as_bytes(), board, "the events do not give the board of {self:?}");
        let outcome = engine.outcome().expect("it is over");
        let loser = outcome.winner().filter(|_| outcome.reason == ENCLOSED).map(|winner| 1 - winner);
        assert_eq!(dead, Vec::from_iter(loser), "the events do not give the end of {self:?}");
    }
}

/// The moves of a match for an engine alone.
struct Letters<'a> {
    game: &'a Match,
    turn: [u64; 2],
}

impl Players<Question, Answer> for Letters<'_> {
    type Failure = Infallible;

    fn ask(&mut self, seat: Seat, question: &Question) -> Result<Reply<Answer>, Infallible> {
        let turn = self.turn[seat];
        self.turn[seat] += 1;
        assert_eq!(question.rand_seed, rand_seed(self.game.key, seat, turn), "the seed of turn {turn}");
        Ok(Reply::Answer(Answer::from_letter(self.game.letter(seat, turn).into())))
    }
}

/// The moves of a match for an engine, whose questions are compared with the reference beside it.
struct Both<'a> {
    game: &'a Match,
    plain: Reference,
    ties: usize,
}

impl Players<Question, Answer> for Both<'_> {
    type Failure = Infallible;

    fn ask(&mut self, seat: Seat, question: &Question) -> Result<Reply<Answer>, Infallible> {
        let turn = self.plain.turns + u64::from(seat == 0);
        let game = self.game;
        assert_eq!(seat, self.plain.to_move, "who moves in turn {turn} of {game:?}");
        let board: [u8; CELLS] = self.plain.board().try_into().expect("it has 512 squares");
        let expected = Question { rand_seed: rand_seed(game.key, seat, turn), player: b"XO"[seat], board };
        assert_eq!(*question, expected, "what {seat} sees in turn {turn} of {game:?}");
        let letter = game.letter(seat, turn);
        self.plain.half(letter);
        self.ties += usize::from(self.plain.left_open > 1);
        Ok(Reply::Answer(Answer::from_letter(letter.into())))
    }
}

/// The outcome that the rules give a match in this state.
fn outcome(plain: &Reference) -> Option<Outcome> {
    let turns = plain.turns;
    let decided = match plain.end()? {
        End::Enclosed { winner } => Outcome::win_of_two(winner, ENCLOSED, turns),
        End::Larger { winner } => Outcome::win_of_two(winner, TERRITORY, turns),
        End::Equal => Outcome::draw_of_two(TERRITORY, turns),
    };
    let territory = vec![plain.territory(0), plain.territory(1)];
    let tallies = vec![("invalid", plain.invalid.to_vec()), ("territory", territory)];
    Some(Outcome { tallies, ..decided })
}

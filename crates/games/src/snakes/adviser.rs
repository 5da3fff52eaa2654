//! Moves in place of the bots when an explanation plays a match on from a move that was never made.

use game::{AnswerInWords, WeighedAnswer, WireFormat};

use super::lookahead::{MOVES, Position, Search};
use super::question::{Answer, Question};
use super::squares::COLUMNS;

/// At most this many positions are looked at to weigh the moves of one question.
const POSITIONS_TO_WEIGH: u32 = 8_000;

/// At most this many positions are looked at for a move of its own: fewer than the example looks at, since whole matches
/// are played.
const POSITIONS_TO_ANSWER: u32 = 250;

/// The most that chance adds to a move, as in the example. Without chance, two bots may repeat the same few moves for ever, which does
/// no harm to the one that is ahead.
const AHEAD: u64 = 5;
const BEHIND: u64 = 60;

/// The example `minimax`, with fewer positions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Minimax;

/// A number below `bound` for each move, from the seed that the bot's own `rand` would have (S11).
fn chances(seed: u64, bound: u64) -> [i32; 4] {
    std::array::from_fn(|at| {
        let part = seed >> (16 * at) & 0xffff;
        i32::try_from(part % bound).unwrap_or(0)
    })
}

fn encoded(answer: Answer) -> Vec<u8> {
    let mut bytes = Vec::new();
    answer.encode(&mut bytes);
    bytes
}

impl game::Adviser for Minimax {
    fn name(&self) -> &'static str {
        "the search of the example minimax"
    }

    fn weigh(&self, question: &[u8]) -> Vec<WeighedAnswer> {
        let position = Question::decode(question).and_then(|question| Position::of(&question));
        let Some((position, seat)) = position else { return Vec::new() };
        let weighed = Search::new(POSITIONS_TO_WEIGH).weigh(&position, seat);
        let weighed = weighed
            .into_iter()
            .map(|(answer, worth)| WeighedAnswer { answer: encoded(answer), worth: worth.into() });
        weighed.collect()
    }

    fn answer(&self, question: &[u8]) -> Option<Vec<u8>> {
        let question = Question::decode(question)?;
        let (position, seat) = Position::of(&question)?;
        let is_ahead = position.territory(seat) > position.territory(1 - seat);
        let bonus = chances(question.rand_seed, if is_ahead { AHEAD } else { BEHIND });
        let search = Search::new(POSITIONS_TO_ANSWER);
        Some(encoded(search.choose(&position, seat, bonus).unwrap_or(MOVES[0])))
    }

    fn describe(&self, question: &[u8], answer: &[u8]) -> AnswerInWords {
        let answer = Answer::decode(answer).unwrap_or(Answer::Invalid);
        let words = match answer {
            Answer::Left => "left",
            Answer::Right => "right",
            Answer::Up => "up",
            Answer::Down => "down",
            Answer::Invalid => "an invalid answer",
        };
        let position = Question::decode(question).and_then(|question| Position::of(&question));
        let cell = position.and_then(|(position, seat)| position.target(seat, answer));
        let place = cell.map(|cell| format!(", to row {}, column {}", cell / COLUMNS, cell % COLUMNS));
        AnswerInWords { words: format!("{words}{}", place.unwrap_or_default()), cell }
    }
}

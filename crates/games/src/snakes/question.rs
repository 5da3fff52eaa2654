//! The questions to a bot and its answers, with their bytes.

use game::WireFormat;

use super::squares::{CELLS, COLUMNS, ROWS};

/// One call of `bot`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The seed from which `rand` starts in this call (S11).
    pub rand_seed: u64,
    /// Who is asked: `X` or `O`.
    pub player: u8,
    /// The board, row after row from the top (S3): each square is one of `X`, `O`, `*`, `@` and `.`.
    pub board: [u8; CELLS],
}

/// What a bot returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Answer {
    /// `L`: column − 1.
    Left,
    /// `R`: column + 1.
    Right,
    /// `U`: row − 1.
    Up,
    /// `D`: row + 1.
    Down,
    /// Anything else (S6).
    Invalid,
}

impl Answer {
    /// What a bot means by the number that it returned (S3, S6).
    #[must_use]
    pub fn from_letter(returned: i32) -> Self {
        match u8::try_from(returned) {
            Ok(b'L') => Self::Left,
            Ok(b'R') => Self::Right,
            Ok(b'U') => Self::Up,
            Ok(b'D') => Self::Down,
            _ => Self::Invalid,
        }
    }

    /// Where it leads from this square: nowhere outside the board, or if it is invalid (S6).
    pub(super) fn target(self, here: usize) -> Option<usize> {
        let (row, column) = (here / COLUMNS, here % COLUMNS);
        Some(match self {
            Self::Left if column > 0 => here - 1,
            Self::Right if column < COLUMNS - 1 => here + 1,
            Self::Up if row > 0 => here - COLUMNS,
            Self::Down if row < ROWS - 1 => here + COLUMNS,
            _ => return None,
        })
    }

    /// Its letter, as records have it: `L`, `R`, `U`, `D`, or `?` for an invalid answer.
    #[must_use]
    pub fn letter(self) -> u8 {
        match self {
            Self::Left => b'L',
            Self::Right => b'R',
            Self::Up => b'U',
            Self::Down => b'D',
            Self::Invalid => b'?',
        }
    }
}

/// The seed in 8 bytes, least significant first; the player; the board: 521 bytes.
impl WireFormat for Question {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.rand_seed.to_le_bytes());
        bytes.push(self.player);
        bytes.extend_from_slice(&self.board);
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (seed, rest) = bytes.split_first_chunk()?;
        let (&player, board) = rest.split_first()?;
        let board: [u8; CELLS] = board.try_into().ok()?;
        let known = matches!(player, b'X' | b'O') && board.iter().all(|square| b"XO*@.".contains(square));
        known.then_some(Self { rand_seed: u64::from_le_bytes(*seed), player, board })
    }
}

/// The letter.
impl WireFormat for Answer {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.letter());
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        match *bytes {
            [b'?'] => Some(Self::Invalid),
            [letter] => Some(Self::from_letter(letter.into())).filter(|answer| *answer != Self::Invalid),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_four_letters_move_s6() {
        let moves = [(76, Answer::Left), (82, Answer::Right), (85, Answer::Up), (68, Answer::Down)];
        for (code, answer) in moves {
            assert_eq!(Answer::from_letter(code), answer);
            // A C `int` is not cut down to its last byte.
            for other in [code + 256, code - 256, code | 1 << 30, -code, code + 32] {
                assert_eq!(Answer::from_letter(other), Answer::Invalid, "{other}");
            }
        }
        for other in [0, 1, -1, i32::MAX, i32::MIN, i32::from(b'?'), i32::from(b'.')] {
            assert_eq!(Answer::from_letter(other), Answer::Invalid, "{other}");
        }
    }

    #[test]
    fn answers_are_one_letter() {
        for answer in [Answer::Left, Answer::Right, Answer::Up, Answer::Down, Answer::Invalid] {
            let mut bytes = Vec::new();
            answer.encode(&mut bytes);
            assert_eq!(bytes, [answer.letter()]);
            assert_eq!(Answer::decode(&bytes), Some(answer));
        }
        for bytes in [&b""[..], b"l", b".", b"LL", b"\0", b"L\0"] {
            assert_eq!(Answer::decode(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn questions_have_521_bytes() {
        let mut board = [b'.'; CELLS];
        (board[0], board[1], board[32], board[511]) = (b'*', b'X', b'O', b'@');
        let question = Question { rand_seed: 0x0102_0304_0506_0708, player: b'O', board };
        let mut bytes = Vec::new();
        question.encode(&mut bytes);
        assert_eq!(bytes.len(), 521);
        assert_eq!(bytes[..12], [8, 7, 6, 5, 4, 3, 2, 1, b'O', b'*', b'X', b'.']);
        assert_eq!((bytes[9 + 32], bytes[520]), (b'O', b'@'));
        assert_eq!(Question::decode(&bytes), Some(question));
        let with = |at: usize, byte: u8| {
            let mut other = bytes.clone();
            other[at] = byte;
            Question::decode(&other)
        };
        assert_eq!([with(8, b'*'), with(8, 0), with(20, b'x'), with(520, 0)], [const { None }; 4]);
        assert_eq!(Question::decode(&bytes[1..]), None);
        assert_eq!(Question::decode(&[&bytes[..], b"."].concat()), None);
    }
}

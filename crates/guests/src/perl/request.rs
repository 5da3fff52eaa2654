//! The request for a run: the bytes of a [`games::perlwar::Question`], and the bytes that the driver gets in their
//! place.

/// A request, read without copying.
#[derive(Debug)]
pub(super) struct Request<'a> {
    /// The numbers before the positions.
    header: &'a [u8],
    /// `$W`.
    pub(super) max_len: u32,
    /// The number of cells of the Array.
    pub(super) size: u32,
    /// The length of the request in bytes.
    pub(super) bytes: usize,
    /// The positions of the cells that are not empty, 4 bytes each.
    positions: &'a [u8],
    /// The codes of these cells. Each code follows its length.
    codes: &'a [u8],
}

/// The size of the numbers before the positions. The last of them is the count of positions.
const HEADER_BYTES: usize = 28;
/// A byte that occurs in no UTF-8 text.
const SEPARATOR: u8 = 0xff;
/// The offset of the codes in the driver's bytes.
const CODES_START: usize = HEADER_BYTES + 4;
/// The offsets of `$W` and of the size of the Array in the header.
const MAX_LEN: usize = 4;
const SIZE: usize = 16;

impl<'a> Request<'a> {
    /// Reads the parts of a request that are needed here. `None` if it is too short.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let (header, rest) = bytes.split_at_checked(HEADER_BYTES)?;
        let count = usize::try_from(number(&header[HEADER_BYTES - 4..])?).ok()?;
        let (positions, codes) = rest.split_at_checked(count.checked_mul(4)?)?;
        let (max_len, size) = (number(&header[MAX_LEN..])?, number(&header[SIZE..])?);
        Some(Self { header, max_len, size, bytes: bytes.len(), positions, codes })
    }

    /// Writes the bytes for the driver: the numbers, the total length of the codes, the codes with a [`SEPARATOR`]
    /// between them, and the positions, unless no cell is empty. Perl splits a text at separators several times as fast
    /// as by lengths.
    pub(super) fn write_for_driver(&self, told: &mut Vec<u8>) {
        told.clear();
        told.extend_from_slice(self.header);
        told.extend_from_slice(&[0; 4]);
        let mut rest = self.codes;
        for nth in 0..self.positions.len() / 4 {
            let Some((code, after)) = first_code(rest) else { break };
            if nth > 0 {
                told.push(SEPARATOR);
            }
            told.extend_from_slice(code);
            rest = after;
        }
        let codes_bytes = u32::try_from(told.len() - CODES_START).expect("requests are shorter than 4 GiB");
        told[HEADER_BYTES..CODES_START].copy_from_slice(&codes_bytes.to_le_bytes());
        if self.positions.len() / 4 != self.size as usize {
            told.extend_from_slice(self.positions);
        }
    }

    /// The code at a position, which counts from the running cell. `None` if the cell is empty.
    pub(super) fn code_at(&self, position: u32) -> Option<&'a str> {
        let nth = self.positions.chunks_exact(4).position(|bytes| number(bytes) == Some(position))?;
        let mut rest = self.codes;
        for _ in 0..nth {
            (_, rest) = first_code(rest)?;
        }
        std::str::from_utf8(first_code(rest)?.0).ok()
    }
}

/// Splits codes into the first one and the rest.
fn first_code(codes: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = usize::try_from(number(codes)?).ok()?;
    codes.get(4..)?.split_at_checked(length)
}

/// What the driver gets in place of this question.
pub(super) fn for_driver(question: &[u8]) -> Vec<u8> {
    let mut told = Vec::new();
    Request::read(question).expect("it is a question").write_for_driver(&mut told);
    told
}

fn number(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use game::WireFormat as _;
    use games::perlwar::{Code, Question};

    use super::*;

    fn told(cells: &[Option<&str>]) -> Vec<u8> {
        let cells = cells.iter().map(|cell| cell.and_then(|text| Code::new(text.into()))).collect();
        let question = Question::from_runner(7, [100, 90, 2], cells).expect("the first cell is not empty");
        let mut bytes = Vec::new();
        question.encode(&mut bytes);
        for_driver(&bytes)
    }

    fn numbers(numbers: &[u32]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    #[test]
    fn a_full_array_is_its_codes() {
        let expected = [numbers(&[7, 100, 90, 2, 3, 0, 3, 7]), b"1\xff22\xff:1".to_vec()].concat();
        assert_eq!(told(&[Some("1"), Some("22"), Some(":1")]), expected);
    }

    #[test]
    fn an_array_with_empty_cells_has_positions_behind_its_codes() {
        let (before, after) = (numbers(&[7, 100, 90, 2, 4, 1, 2, 6]), numbers(&[0, 2]));
        let expected = [before, "1\u{263a}".into(), b"\xff2".to_vec(), after].concat();
        assert_eq!(told(&[Some("1\u{263a}"), None, Some("2"), None]), expected);
    }
}

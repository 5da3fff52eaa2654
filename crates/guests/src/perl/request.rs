//! The request for a run: the bytes of a [`games::perlwar::Question`].

/// A request, read without copying.
#[derive(Debug)]
pub(super) struct Request<'a> {
    /// `$W`.
    pub(super) max_len: u32,
    /// How many cells the Array has.
    pub(super) size: u32,
    /// How many bytes the request has.
    pub(super) bytes: usize,
    /// The positions of the cells that are not empty, 4 bytes each.
    positions: &'a [u8],
    /// Their codes, each after its length.
    codes: &'a [u8],
}

/// The numbers before the positions: the last is how many there are.
const HEADER_BYTES: usize = 28;
/// Where among them `$W` is, and the size of the Array.
const MAX_LEN: usize = 4;
const SIZE: usize = 16;

impl<'a> Request<'a> {
    /// Reads as much of it as is needed here; `None` if it is too short.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let (header, rest) = bytes.split_at_checked(HEADER_BYTES)?;
        let count = usize::try_from(number(&header[HEADER_BYTES - 4..])?).ok()?;
        let (positions, codes) = rest.split_at_checked(count.checked_mul(4)?)?;
        let (max_len, size) = (number(&header[MAX_LEN..])?, number(&header[SIZE..])?);
        Some(Self { max_len, size, bytes: bytes.len(), positions, codes })
    }

    /// The code at a position, counted from the running cell; `None` if the cell is empty.
    pub(super) fn code_at(&self, position: u32) -> Option<&'a str> {
        let nth = self.positions.chunks_exact(4).position(|bytes| number(bytes) == Some(position))?;
        let mut rest = self.codes;
        for _ in 0..nth {
            let length = usize::try_from(number(rest)?).ok()?;
            rest = rest.get(4 + length..)?;
        }
        let length = usize::try_from(number(rest)?).ok()?;
        std::str::from_utf8(rest.get(4..4 + length)?).ok()
    }
}

fn number(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.first_chunk()?))
}

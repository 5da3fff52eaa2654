//! Numbers and lengths in the binary format of WebAssembly.

/// The bytes that are left to read.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// All bytes that are left.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// An unsigned number of at most 32 bits in LEB128.
    pub(crate) fn number(&mut self) -> Option<u32> {
        let mut value = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(value).ok();
            }
        }
        None
    }

    /// A signed number of at most 64 bits in LEB128.
    pub(crate) fn signed(&mut self) -> Option<i64> {
        let mut value = 0_i64;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            if shift < 64 {
                value |= i64::from(byte & 0x7f) << shift;
            }
            if byte & 0x80 == 0 {
                let is_negative = byte & 0x40 != 0 && shift + 7 < 64;
                return Some(if is_negative { value | -1 << (shift + 7) } else { value });
            }
        }
        None
    }

    /// Reads a number, and as many bytes after it as it says.
    pub(crate) fn sized(&mut self) -> Option<Reader<'a>> {
        let length = usize::try_from(self.number()?).ok()?;
        let (content, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(Reader(content))
    }
}

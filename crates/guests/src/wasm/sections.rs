//! What the sections of a module say about the cost of its instances, and about what the interpreter does not report.

use super::reader::Reader;

/// Numbers of sections in the binary format.
const TYPES: u8 = 1;
const START: u8 = 8;
const CODE: u8 = 10;
const DATA: u8 = 11;
const CUSTOM: u8 = 0;
const DATA_COUNT: u8 = 12;

/// The first bytes of a module: `\0asm` and the version.
const HEADER_BYTES: usize = 8;

/// A module's sections, as far as they matter here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sections {
    /// Whether a function would run as soon as there is an instance.
    pub(super) has_start: bool,
    /// Bytes of the sections whose items every instance sets up: imports, functions, tables, memories, globals, exports,
    /// elements. Each item takes at least one byte.
    pub(super) item_bytes: u64,
    /// Bytes of data that each instance copies, at most.
    pub(super) data_bytes: u64,
    /// The largest number of variables that a function declares. Each of its calls zeroes them.
    pub(super) most_locals: u64,
}

impl Sections {
    /// The sections of a module; `None` if it is cut short. The validator reports everything else that may be wrong.
    pub(super) fn of(module: &[u8]) -> Option<Self> {
        let mut found = Self::default();
        let mut rest = Reader::new(module.get(HEADER_BYTES..)?);
        while !rest.is_empty() {
            let number = rest.byte()?;
            let content = rest.sized()?;
            let length = content.rest().len() as u64;
            match number {
                CUSTOM | TYPES | DATA_COUNT => {}
                START => found.has_start = true,
                CODE => found.most_locals = most_locals(content)?,
                DATA => found.data_bytes += length,
                _ => found.item_bytes += length,
            }
        }
        Some(found)
    }
}

/// The largest number of variables that a function of a code section declares.
fn most_locals(mut code: Reader<'_>) -> Option<u64> {
    let mut most = 0;
    for _ in 0..code.number()? {
        let mut body = code.sized()?;
        let mut locals = 0;
        for _ in 0..body.number()? {
            locals += u64::from(body.number()?);
            // A type that takes more than one byte belongs to a proposal that is switched off.
            body.byte()?;
        }
        most = most.max(locals);
    }
    Some(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(text: &str) -> Vec<u8> {
        wat::parse_str(text).unwrap()
    }

    #[test]
    fn sections_are_told_apart() {
        let empty = module("(module)");
        assert_eq!(Sections::of(&empty), Some(Sections::default()));
        let start = Sections::of(&module("(module (func $f) (start $f))")).unwrap();
        assert!(start.has_start);
        // A count and a type index; that is all that is set up.
        assert_eq!((start.item_bytes, start.data_bytes, start.most_locals), (2, 0, 0));
        let data =
            Sections::of(&module(r#"(module (memory 1) (data (i32.const 0) "twelve bytes"))"#)).unwrap();
        // A count, a flag, `i32.const 0 end`, a length.
        assert_eq!(data.data_bytes, 12 + 6);
    }

    #[test]
    fn variables_are_counted_in_all_runs() {
        let two = "(func (local i32 i32 f64 i32)) (func (local i64))";
        let found = Sections::of(&module(&format!("(module {two})"))).unwrap();
        assert_eq!(found.most_locals, 4);
        let many = "i64 ".repeat(30_000);
        let found = Sections::of(&module(&format!("(module (func) (func (local {many})))"))).unwrap();
        assert_eq!(found.most_locals, 30_000);
    }

    #[test]
    fn what_is_cut_short_is_not_read() {
        let whole = module("(module (memory 1) (func (local i32 f64)) (start 0))");
        let cuts = (0..whole.len()).filter_map(|end| Sections::of(&whole[..end]));
        // Only where a section has just ended.
        assert!(
            cuts.clone().all(|cut| !cut.has_start || cut.most_locals == 0),
            "{:?}",
            cuts.collect::<Vec<_>>()
        );
        for bytes in [
            &b""[..],
            b"\0asm",
            b"\0asm\x01\0\0\0\x0a\xff\xff\xff\xff\x0f",
            b"\0asm\x01\0\0\0\x03\x80\x80\x80\x80\x80\x80",
        ] {
            assert_eq!(Sections::of(bytes), None, "{bytes:?}");
        }
    }
}

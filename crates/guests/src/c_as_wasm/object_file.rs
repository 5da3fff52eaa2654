//! An object file of WebAssembly: only the parts that show what a bot may not be, its symbols and its data.
//!
//! The format is that of the tool conventions of WebAssembly, `Linking.md`.

use crate::wasm::Reader;

/// Sections of the binary format, and parts of the section `linking`.
const CUSTOM: u8 = 0;
const IMPORTS: u8 = 2;
const DATA: u8 = 11;
const SEGMENT_NAMES: u8 = 5;
const INIT_FUNCTIONS: u8 = 6;
const SYMBOLS: u8 = 8;

/// Flags of symbols.
const WEAK: u8 = 0x01;
const LOCAL: u8 = 0x02;
const UNDEFINED: u32 = 0x10;
const EXPORTED: u8 = 0x20;
const HAS_OWN_NAME: u32 = 0x40;

/// Types of relocations: the one for a memory address in data, and all types with an addend.
const ADDRESS_IN_DATA: u8 = 5;
const WITH_ADDEND: [u8; 14] = [3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25];

/// What a symbol stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SymbolTarget {
    Function,
    /// This many bytes of a segment.
    Data {
        segment: usize,
        offset: usize,
        size: usize,
    },
    /// Something that the linker and the compiler share.
    Other,
}

/// A symbol.
#[derive(Debug)]
pub(super) struct Symbol<'o> {
    pub(super) name: &'o [u8],
    pub(super) what: SymbolTarget,
    pub(super) is_undefined: bool,
    is_local: bool,
    /// Where its flags begin in the file.
    flags_at: usize,
}

/// A piece of data.
#[derive(Debug, Default)]
pub(super) struct Segment<'o> {
    pub(super) name: &'o [u8],
    pub(super) bytes: &'o [u8],
    /// Where it begins in its section.
    start: usize,
}

/// A pointer in data.
#[derive(Debug)]
struct Pointer {
    at: usize,
    symbol: usize,
    addend: i64,
}

/// An object file that has been read.
#[derive(Debug, Default)]
pub(super) struct ObjectFile<'o> {
    pub(super) symbols: Vec<Symbol<'o>>,
    pub(super) segments: Vec<Segment<'o>>,
    /// Symbols of functions that would run before the bot.
    pub(super) first: Vec<usize>,
    pointers: Vec<Pointer>,
}

impl<'o> ObjectFile<'o> {
    /// `None` if it cannot be read.
    pub(super) fn read(file: &'o [u8]) -> Option<Self> {
        let mut read = Self::default();
        let mut imports = Imports::default();
        let mut rest = Reader::new(file.strip_prefix(b"\0asm\x01\0\0\0")?);
        while !rest.is_empty() {
            let number = rest.byte()?;
            let mut content = rest.sized()?;
            match number {
                IMPORTS => imports = Imports::read(content)?,
                DATA => read.segments = segments(content)?,
                CUSTOM => match content.sized()?.rest() {
                    b"linking" => read.linking(file, content, &imports)?,
                    b"reloc.DATA" => read.pointers = pointers(content)?,
                    _ => {}
                },
                _ => {}
            }
        }
        Some(read)
    }

    fn linking(&mut self, file: &[u8], mut content: Reader<'o>, imports: &Imports<'o>) -> Option<()> {
        let _version = content.number()?;
        while !content.is_empty() {
            let part = content.byte()?;
            let mut inside = content.sized()?;
            match part {
                SEGMENT_NAMES => {
                    for at in 0..inside.number()? {
                        self.segments.get_mut(at as usize)?.name = inside.sized()?.rest();
                        let (_align, _flags) = (inside.number()?, inside.number()?);
                    }
                }
                INIT_FUNCTIONS => {
                    for _ in 0..inside.number()? {
                        let _priority = inside.number()?;
                        self.first.push(inside.number()? as usize);
                    }
                }
                SYMBOLS => {
                    for _ in 0..inside.number()? {
                        self.symbols.push(symbol(file, &mut inside, imports)?);
                    }
                }
                _ => {}
            }
        }
        Some(())
    }

    /// The symbol of this name that is defined here and visible to other files.
    pub(super) fn defined(&self, name: &[u8]) -> Option<&Symbol<'o>> {
        self.symbols.iter().find(|symbol| !symbol.is_undefined && !symbol.is_local && symbol.name == name)
    }

    /// The target of the pointer at a place in a segment: the target's segment, and the place in it.
    pub(super) fn target(&self, segment: usize, offset: usize) -> Option<(&Segment<'o>, usize)> {
        let at = self.segments.get(segment)?.start.checked_add(offset)?;
        let pointer = self.pointers.iter().find(|pointer| pointer.at == at)?;
        let SymbolTarget::Data { segment, offset, .. } = self.symbols.get(pointer.symbol)?.what else {
            return None;
        };
        let place = i64::try_from(offset).ok()?.checked_add(pointer.addend)?;
        Some((self.segments.get(segment)?, usize::try_from(place).ok()?))
    }

    /// The file with all its own names made local, except `bot` and `bot_name`. So a bot's definitions never replace those that
    /// the library means, nor get in the library's way.
    pub(super) fn kept_apart(&self, file: &[u8]) -> Vec<u8> {
        let mut apart = file.to_vec();
        for symbol in &self.symbols {
            let is_shared = symbol.is_undefined || symbol.what == SymbolTarget::Other;
            if is_shared || [&b"bot"[..], b"bot_name"].contains(&symbol.name) {
                continue;
            }
            // All of these flags are in the first byte of the number that holds the flags.
            apart[symbol.flags_at] = apart[symbol.flags_at] & !(WEAK | EXPORTED) | LOCAL;
        }
        apart
    }
}

/// The names of the imports, by kind.
#[derive(Debug, Default)]
struct Imports<'o> {
    functions: Vec<&'o [u8]>,
    globals: Vec<&'o [u8]>,
    tables: Vec<&'o [u8]>,
}

impl<'o> Imports<'o> {
    fn read(mut content: Reader<'o>) -> Option<Self> {
        let mut imports = Self::default();
        for _ in 0..content.number()? {
            let _module = content.sized()?;
            let name = content.sized()?.rest();
            match content.byte()? {
                0 => {
                    content.number()?;
                    imports.functions.push(name);
                }
                1 => {
                    content.byte()?;
                    limits(&mut content)?;
                    imports.tables.push(name);
                }
                2 => limits(&mut content)?,
                3 => {
                    let (_type, _is_mutable) = (content.byte()?, content.byte()?);
                    imports.globals.push(name);
                }
                _ => return None,
            }
        }
        Some(imports)
    }
}

fn limits(content: &mut Reader<'_>) -> Option<()> {
    let has_most = content.byte()? & 1 != 0;
    content.number()?;
    if has_most {
        content.number()?;
    }
    Some(())
}

fn segments(mut content: Reader<'_>) -> Option<Vec<Segment<'_>>> {
    let whole = content.rest().len();
    let mut segments = Vec::new();
    for _ in 0..content.number()? {
        // Object files have only active segments of the only memory, at a constant address.
        if content.number()? != 0 || content.byte()? != 0x41 {
            return None;
        }
        content.signed()?;
        if content.byte()? != 0x0b {
            return None;
        }
        let bytes = content.sized()?.rest();
        let start = whole - content.rest().len() - bytes.len();
        segments.push(Segment { name: b"", bytes, start });
    }
    Some(segments)
}

fn pointers(mut content: Reader<'_>) -> Option<Vec<Pointer>> {
    let _section = content.number()?;
    let mut pointers = Vec::new();
    for _ in 0..content.number()? {
        let kind = content.byte()?;
        let (at, symbol) = (content.number()? as usize, content.number()? as usize);
        let addend = if WITH_ADDEND.contains(&kind) { content.signed()? } else { 0 };
        if kind == ADDRESS_IN_DATA {
            pointers.push(Pointer { at, symbol, addend });
        }
    }
    Some(pointers)
}

fn symbol<'o>(file: &[u8], content: &mut Reader<'o>, imports: &Imports<'o>) -> Option<Symbol<'o>> {
    let kind = content.byte()?;
    let flags_at = file.len() - (file.as_ptr() as usize + file.len() - content.rest().as_ptr() as usize);
    let flags = content.number()?;
    let is_undefined = flags & UNDEFINED != 0;
    let has_name = !is_undefined || flags & HAS_OWN_NAME != 0;
    let mut indexed = |imported: &[&'o [u8]]| {
        let index = content.number()? as usize;
        if has_name { Some(content.sized()?.rest()) } else { imported.get(index).copied() }
    };
    let (name, what) = match kind {
        0 => (indexed(&imports.functions)?, SymbolTarget::Function),
        1 => {
            let name = content.sized()?.rest();
            if is_undefined {
                (name, SymbolTarget::Data { segment: usize::MAX, offset: 0, size: 0 })
            } else {
                let mut next = || Some(content.number()? as usize);
                (name, SymbolTarget::Data { segment: next()?, offset: next()?, size: next()? })
            }
        }
        2 => (indexed(&imports.globals)?, SymbolTarget::Other),
        3 => {
            content.number()?;
            (&b""[..], SymbolTarget::Other)
        }
        5 => (indexed(&imports.tables)?, SymbolTarget::Other),
        _ => return None,
    };
    Some(Symbol { name, what, is_undefined, is_local: flags & u32::from(LOCAL) != 0, flags_at })
}

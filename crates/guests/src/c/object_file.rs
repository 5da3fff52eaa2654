//! A compiled bot as sections and symbols: what checking and linking have in common.

use object::elf::{
    self, EM_X86_64, ET_REL, R_X86_64_32, R_X86_64_32S, R_X86_64_64, R_X86_64_PC32, R_X86_64_PC64,
    R_X86_64_PLT32, RelocationType, SHF_ALLOC, SHF_EXECINSTR, SHF_TLS, SHF_WRITE, SHN_COMMON, SHN_UNDEF,
    SHT_NOBITS, STB_GLOBAL, STB_LOCAL, STB_WEAK, STT_NOTYPE, SectionType, SymbolType,
};
use object::read::elf::{ElfFile64, FileHeader as _, SectionHeader as _};
use object::{Endianness, Object as _, ObjectSymbol as _, SymbolFlags};

/// The most sections, including those that take up no memory.
const MAX_HEADERS: usize = 2000;

/// What the header of a section says, whether the section takes up memory or not.
#[derive(Debug)]
pub(super) struct Header<'o> {
    pub(super) index: usize,
    pub(super) name: &'o str,
    pub(super) kind: SectionType,
    pub(super) flags: u64,
    pub(super) align: u64,
}

/// A section that takes up memory.
#[derive(Debug)]
pub(super) struct Section<'o> {
    pub(super) index: usize,
    pub(super) name: &'o str,
    pub(super) kind: SectionType,
    pub(super) flags: elf::SectionFlags,
    pub(super) align: u64,
    pub(super) size: u64,
    /// Its content, `size` bytes long; empty if it is all zeros.
    pub(super) data: &'o [u8],
    /// Each relocation has its symbol. Those of known kinds lie within the content.
    pub(super) relocations: Vec<Relocation>,
}

/// A place in a section that depends on the address of a symbol.
#[derive(Debug, Clone, Copy)]
pub(super) struct Relocation {
    pub(super) offset: u64,
    pub(super) kind: RelocationType,
    pub(super) symbol: usize,
    pub(super) addend: i64,
}

/// A symbol.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "properties of the format, each independent of the others")]
pub(super) struct Symbol<'o> {
    pub(super) name: &'o str,
    pub(super) kind: SymbolType,
    pub(super) is_global: bool,
    pub(super) is_weak: bool,
    /// Local, global or weak.
    pub(super) has_known_binding: bool,
    pub(super) is_undefined: bool,
    pub(super) is_common: bool,
    /// The index of its section, if it lies in one.
    pub(super) section: Option<usize>,
    pub(super) value: u64,
    pub(super) size: u64,
}

/// An object file that has been read. Every symbol in a section that takes up memory lies within that section, or at its end.
#[derive(Debug)]
pub(super) struct ObjectFile<'o> {
    /// Those of all sections, in order.
    pub(super) headers: Vec<Header<'o>>,
    pub(super) sections: Vec<Section<'o>>,
    /// By their index in the file.
    pub(super) symbols: Vec<Symbol<'o>>,
}

/// The file is not what the compiler makes of plain C.
#[derive(Debug, thiserror::Error)]
#[error("it compiles to an object file that cannot be read: {0}")]
pub struct Unreadable(pub(super) String);

impl From<object::Error> for Unreadable {
    fn from(error: object::Error) -> Self {
        Self(error.to_string())
    }
}

impl<'o> ObjectFile<'o> {
    pub(super) fn read(bytes: &'o [u8]) -> Result<Self, Unreadable> {
        let file = ElfFile64::<Endianness>::parse(bytes)?;
        let endian = file.endian();
        let header = file.elf_header();
        if !file.is_little_endian()
            || header.e_type(endian) != ET_REL
            || header.e_machine(endian) != EM_X86_64
        {
            return Err(Unreadable("it is not an object file for x86-64".into()));
        }
        // The code below compares each section with others, so it is quick only for as many sections as compilers make.
        let count = file.elf_section_table().len();
        if count > MAX_HEADERS {
            return Err(Unreadable(format!("it has {count} sections, and {MAX_HEADERS} is the most it may")));
        }
        let mut headers = Vec::new();
        let mut sections = Vec::new();
        for (index, header) in file.elf_section_table().enumerate() {
            let name = file.elf_section_table().section_name(endian, header)?;
            let name =
                str::from_utf8(name).map_err(|_| Unreadable("a section has no readable name".into()))?;
            let (kind, flags) = (header.sh_type(endian), header.sh_flags(endian));
            let align = header.sh_addralign(endian).max(1);
            if !align.is_power_of_two() {
                return Err(Unreadable(format!("the alignment of the section `{name}` is none")));
            }
            headers.push(Header { index: index.0, name, kind, flags: flags.0, align });
            if flags.0 & SHF_ALLOC.0 == 0 {
                continue;
            }
            let data = if kind == SHT_NOBITS { &[] } else { header.data(endian, file.data())? };
            let size = header.sh_size(endian);
            sections.push(Section {
                index: index.0,
                name,
                kind,
                flags,
                align,
                size,
                data,
                relocations: Vec::new(),
            });
        }
        let mut read = Self { headers, sections, symbols: Vec::new() };
        read.symbols = symbols(&file, &read)?;
        read.read_relocations(&file)?;
        Ok(read)
    }

    fn read_relocations(&mut self, file: &ElfFile64<'o, Endianness>) -> Result<(), Unreadable> {
        let endian = file.endian();
        for header in file.elf_section_table().iter() {
            let Some((relocations, symbols)) = header.rela(endian, file.data())? else { continue };
            let target = header.sh_info(endian) as usize;
            let Ok(at) = self.sections.binary_search_by_key(&target, |section| section.index) else {
                continue;
            };
            if symbols != file.elf_symbol_table().section() {
                return Err(Unreadable(
                    "the relocations refer to a section that is not a symbol table".into(),
                ));
            }
            let section = &mut self.sections[at];
            for one in relocations {
                let relocation = Relocation {
                    offset: one.r_offset.get(endian),
                    kind: one.r_type(endian, false),
                    symbol: one.r_sym(endian, false) as usize,
                    addend: one.r_addend.get(endian),
                };
                let is_inside = |length| {
                    let end = relocation.offset.checked_add(length);
                    end.is_some_and(|end| end <= section.data.len() as u64)
                };
                // For a relocation of an unknown kind, the symbol may say more; the linker refuses it.
                if relocation.length().is_ok_and(|length| !is_inside(length)) {
                    return Err(Unreadable(format!(
                        "a relocation lies outside of the section `{}`",
                        section.name
                    )));
                }
                if relocation.symbol >= self.symbols.len() {
                    return Err(Unreadable("a relocation has no symbol".into()));
                }
                section.relocations.push(relocation);
            }
        }
        Ok(())
    }

    /// The section with this index, if it takes up memory.
    pub(super) fn section(&self, index: usize) -> Option<&Section<'o>> {
        let at = self.sections.binary_search_by_key(&index, |section| section.index).ok()?;
        self.sections.get(at)
    }

    /// The defined global symbol of this name.
    pub(super) fn global(&self, name: &str) -> Option<&Symbol<'o>> {
        self.symbols.iter().find(|symbol| symbol.is_global && !symbol.is_undefined && symbol.name == name)
    }
}

/// The symbols, by their index in the file.
fn symbols<'o>(
    file: &ElfFile64<'o, Endianness>,
    read: &ObjectFile<'o>,
) -> Result<Vec<Symbol<'o>>, Unreadable> {
    let endian = file.endian();
    let none = Symbol {
        name: "",
        kind: STT_NOTYPE,
        is_global: false,
        is_weak: false,
        has_known_binding: true,
        is_undefined: true,
        is_common: false,
        section: None,
        value: 0,
        size: 0,
    };
    let mut symbols = vec![none];
    for symbol in file.symbols() {
        let raw = symbol.elf_symbol();
        let SymbolFlags::Elf { st_info, .. } = symbol.flags() else { continue };
        let (place, binding) = (raw.st_shndx.get(endian), st_info.st_bind());
        let read_symbol = Symbol {
            name: symbol.name()?,
            kind: st_info.st_type(),
            is_global: [STB_GLOBAL, STB_WEAK].contains(&binding),
            is_weak: binding == STB_WEAK,
            has_known_binding: [STB_LOCAL, STB_GLOBAL, STB_WEAK].contains(&binding),
            is_undefined: place == SHN_UNDEF,
            is_common: place == SHN_COMMON,
            section: symbol.section_index().map(|index| index.0),
            value: raw.st_value.get(endian),
            size: raw.st_size.get(endian),
        };
        let home = read_symbol.section.and_then(|at| read.section(at));
        if home.is_some_and(|home| read_symbol.value > home.size) {
            return Err(Unreadable(format!("`{}` lies outside of its section", read_symbol.name)));
        }
        let at = symbol.index().0;
        if symbols.len() <= at {
            symbols.resize(at + 1, none);
        }
        symbols[at] = read_symbol;
    }
    Ok(symbols)
}

impl Relocation {
    /// How many bytes depend on it.
    ///
    /// # Errors
    /// If it is of a kind that the compiler does not make with bout's flags.
    pub(super) fn length(&self) -> Result<u64, Unreadable> {
        match self.kind {
            R_X86_64_64 | R_X86_64_PC64 => Ok(8),
            R_X86_64_32 | R_X86_64_32S | R_X86_64_PC32 | R_X86_64_PLT32 => Ok(4),
            kind => Err(Unreadable(format!("relocation {kind} is unknown to bout's linker"))),
        }
    }
}

impl Section<'_> {
    pub(super) fn has(&self, flag: elf::SectionFlags) -> bool {
        self.flags.0 & flag.0 != 0
    }

    /// Whether it consists of zeros, which no file holds.
    pub(super) fn is_zeros(&self) -> bool {
        self.kind == SHT_NOBITS
    }

    pub(super) fn is_executable(&self) -> bool {
        self.has(SHF_EXECINSTR)
    }

    /// Whether it holds data that is writable after relocation. `.data.rel.ro` does not: it is constant apart from relocation.
    pub(super) fn is_writable(&self) -> bool {
        self.has(SHF_WRITE) && !self.name.starts_with(".data.rel.ro")
    }

    pub(super) fn is_thread_local(&self) -> bool {
        self.has(SHF_TLS)
    }
}

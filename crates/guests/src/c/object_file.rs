//! A compiled bot as sections and symbols: what checking and linking have in common.

use object::elf::{
    self, RelocationType, SHF_ALLOC, SHF_EXECINSTR, SHF_TLS, SHF_WRITE, SHN_COMMON, SHN_UNDEF, SHT_NOBITS,
    STB_GLOBAL, STB_WEAK, STT_NOTYPE, SectionType, SymbolType,
};
use object::read::elf::ElfFile64;
use object::{Endianness, Object as _, ObjectSection as _, ObjectSymbol as _, SectionFlags, SymbolFlags};

/// A section that takes up memory.
#[derive(Debug)]
pub(super) struct Section<'o> {
    pub(super) index: usize,
    pub(super) name: &'o str,
    pub(super) kind: SectionType,
    pub(super) flags: elf::SectionFlags,
    pub(super) align: u64,
    pub(super) size: u64,
    /// Its content; empty where it is all zeros.
    pub(super) data: &'o [u8],
    pub(super) relocations: Vec<Relocation>,
}

/// A place in a section that depends on where a symbol comes to lie.
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
    pub(super) is_undefined: bool,
    pub(super) is_common: bool,
    /// The index of its section, if it lies in one.
    pub(super) section: Option<usize>,
    pub(super) value: u64,
    pub(super) size: u64,
}

/// An object file, read.
#[derive(Debug)]
pub(super) struct ObjectFile<'o> {
    pub(super) sections: Vec<Section<'o>>,
    /// By their index in the file.
    pub(super) symbols: Vec<Symbol<'o>>,
}

/// The file is not what our compiler makes.
#[derive(Debug, thiserror::Error)]
#[error("the compiler made no readable object file: {0}")]
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
        let mut sections = Vec::new();
        for section in file.sections() {
            let SectionFlags::Elf { sh_type: kind, sh_flags } = section.flags() else { continue };
            if sh_flags.0 & SHF_ALLOC.0 == 0 {
                continue;
            }
            sections.push(Section {
                index: section.index().0,
                name: section.name()?,
                kind,
                flags: sh_flags,
                align: section.align().max(1),
                size: section.size(),
                data: if kind == SHT_NOBITS { &[] } else { section.data()? },
                relocations: Vec::new(),
            });
        }
        read_relocations(&file, &mut sections)?;
        let mut symbols = vec![Symbol {
            name: "",
            kind: STT_NOTYPE,
            is_global: false,
            is_weak: false,
            is_undefined: true,
            is_common: false,
            section: None,
            value: 0,
            size: 0,
        }];
        for symbol in file.symbols() {
            let raw = symbol.elf_symbol();
            let SymbolFlags::Elf { st_info, .. } = symbol.flags() else { continue };
            let place = raw.st_shndx.get(endian);
            let at = symbol.index().0;
            if symbols.len() <= at {
                symbols.resize(at + 1, symbols[0]);
            }
            symbols[at] = Symbol {
                name: symbol.name()?,
                kind: st_info.st_type(),
                is_global: [STB_GLOBAL, STB_WEAK].contains(&st_info.st_bind()),
                is_weak: st_info.st_bind() == STB_WEAK,
                is_undefined: place == SHN_UNDEF,
                is_common: place == SHN_COMMON,
                section: symbol.section_index().map(|index| index.0),
                value: raw.st_value.get(endian),
                size: raw.st_size.get(endian),
            };
        }
        Ok(Self { sections, symbols })
    }

    /// The section with this index, if it takes up memory.
    pub(super) fn section(&self, index: usize) -> Option<&Section<'o>> {
        self.sections.iter().find(|section| section.index == index)
    }

    /// The defined global symbol of this name.
    pub(super) fn global(&self, name: &str) -> Option<&Symbol<'o>> {
        self.symbols.iter().find(|symbol| symbol.is_global && !symbol.is_undefined && symbol.name == name)
    }
}

fn read_relocations<'o>(
    file: &ElfFile64<'o, Endianness>,
    sections: &mut [Section<'o>],
) -> Result<(), Unreadable> {
    let endian = file.endian();
    let data = file.data();
    for header in file.elf_section_table().iter() {
        use object::read::elf::SectionHeader as _;
        let Some((relocations, _)) = header.rela(endian, data)? else { continue };
        let target = header.sh_info(endian) as usize;
        let Some(section) = sections.iter_mut().find(|section| section.index == target) else { continue };
        section.relocations.extend(relocations.iter().map(|one| Relocation {
            offset: one.r_offset.get(endian),
            kind: one.r_type(endian, false),
            symbol: one.r_sym(endian, false) as usize,
            addend: one.r_addend.get(endian),
        }));
    }
    Ok(())
}

impl Section<'_> {
    pub(super) fn has(&self, flag: elf::SectionFlags) -> bool {
        self.flags.0 & flag.0 != 0
    }

    /// Whether it is all zeros, which no file holds.
    pub(super) fn is_zeros(&self) -> bool {
        self.kind == SHT_NOBITS
    }

    pub(super) fn is_executable(&self) -> bool {
        self.has(SHF_EXECINSTR)
    }

    /// Data that is writable once it has been relocated. `.data.rel.ro` is not: it is constant but for relocation.
    pub(super) fn is_writable(&self) -> bool {
        self.has(SHF_WRITE) && !self.name.starts_with(".data.rel.ro")
    }

    pub(super) fn is_thread_local(&self) -> bool {
        self.has(SHF_TLS)
    }
}

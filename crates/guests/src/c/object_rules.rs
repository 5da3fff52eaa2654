//! The form of an object file: both in a match and for a question, it may be only what a C compiler makes of plain C. Anything
//! that is not on the lists here is refused by its name.

use object::elf::{
    SHF_ALLOC, SHF_EXECINSTR, SHF_GNU_RETAIN, SHF_INFO_LINK, SHF_MERGE, SHF_STRINGS, SHF_TLS, SHF_WRITE,
    SHT_FINI_ARRAY, SHT_INIT_ARRAY, SHT_NOBITS, SHT_NOTE, SHT_NULL, SHT_PREINIT_ARRAY, SHT_PROGBITS,
    SHT_RELA, SHT_STRTAB, SHT_SYMTAB, STT_FILE, STT_FUNC, STT_GNU_IFUNC, STT_NOTYPE, STT_OBJECT, STT_SECTION,
    STT_TLS, SectionType,
};

use super::object_file::{Header, ObjectFile, Symbol};
use super::refusals::Refusals;
use crate::source::{Refusal, refusal};

/// The most that a bot may take up in memory: code, constants, and what lies between them.
pub(super) const MAX_BOT_BYTES: u64 = 16 << 20;
/// The largest alignment that is allowed.
const MAX_ALIGN: u64 = 1 << 20;
/// The most sections. A compiler makes a few dozen.
const MAX_SECTIONS: usize = 1000;

const LEAVE: &str = "leave sections and symbol names to the compiler";

/// What sections with a certain name may be.
struct Kind {
    /// `.text` stands for `.text.hot`, too.
    name: &'static str,
    section: SectionType,
    /// Flags that it must have.
    flags: u64,
    /// Flags that it may have.
    more: u64,
}

const fn kind(name: &'static str, section: SectionType, flags: u64, more: u64) -> Kind {
    Kind { name, section, flags, more }
}

const A: u64 = SHF_ALLOC.0;
const W: u64 = SHF_WRITE.0;
const X: u64 = SHF_EXECINSTR.0;
const T: u64 = SHF_TLS.0;
const TEXTS: u64 = SHF_MERGE.0 | SHF_STRINGS.0;
const RETAIN: u64 = SHF_GNU_RETAIN.0;

/// All sections that are allowed, except those of relocations.
const KINDS: [Kind; 15] = [
    kind(".text", SHT_PROGBITS, A | X, RETAIN),
    kind(".rodata", SHT_PROGBITS, A, TEXTS | RETAIN),
    kind(".data.rel.ro", SHT_PROGBITS, A | W, RETAIN),
    kind(".data", SHT_PROGBITS, A | W, RETAIN),
    kind(".bss", SHT_NOBITS, A | W, RETAIN),
    kind(".tdata", SHT_PROGBITS, A | W | T, RETAIN),
    kind(".tbss", SHT_NOBITS, A | W | T, RETAIN),
    kind(".note.gnu.property", SHT_NOTE, A, 0),
    // Nested functions ask for an executable stack, but they do not get one.
    kind(".note.GNU-stack", SHT_PROGBITS, 0, X),
    kind(".comment", SHT_PROGBITS, TEXTS, 0),
    kind(".symtab", SHT_SYMTAB, 0, 0),
    kind(".strtab", SHT_STRTAB, 0, 0),
    kind(".shstrtab", SHT_STRTAB, 0, 0),
    // The section at index 0.
    kind("", SHT_NULL, 0, 0),
    kind("", SHT_NULL, A, 0),
];

/// Sections for code that runs without being called.
const UNASKED: [&str; 7] =
    [".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors", ".init", ".fini"];

/// Finds every reason why a file does not have the form that a compiler gives it.
pub(super) fn check(file: &ObjectFile, refusals: &mut Refusals) {
    if file.headers.len() > MAX_SECTIONS {
        let message = format!("it has {} sections", file.headers.len());
        refusals.push(|| refusal("S10", "", message, LEAVE));
        return;
    }
    let tables = file.headers.iter().filter(|header| header.kind == SHT_SYMTAB).count();
    if tables > 1 {
        refusals.push(|| refusal("S10", "", format!("it has {tables} symbol tables"), LEAVE));
    }
    for header in &file.headers {
        if let Some(found) = check_section(file, header) {
            refusals.push(|| found);
        }
    }
    let total = file.sections.iter().try_fold(0_u64, |sum, section| sum.checked_add(section.size));
    if total.is_none_or(|total| total > MAX_BOT_BYTES) {
        refusals.push(too_large);
    }
    for symbol in &file.symbols {
        if !is_allowed(file, symbol) {
            refusals.push(|| refuse_symbol(symbol));
        }
    }
}

fn too_large() -> Refusal {
    let message = format!(
        "its code and constants take up more than {} MiB, or are aligned to more",
        MAX_BOT_BYTES >> 20
    );
    refusal("S10", "", message, "make tables smaller")
}

fn check_section(file: &ObjectFile, header: &Header) -> Option<Refusal> {
    let name = header.name;
    let is_or_begins =
        |start: &str| name.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let runs_unasked = [SHT_INIT_ARRAY, SHT_FINI_ARRAY, SHT_PREINIT_ARRAY].contains(&header.kind)
        || UNASKED.iter().any(|start| is_or_begins(start));
    if runs_unasked {
        let symbol = named_by(file, header.index);
        let message = format!("`{symbol}` would run before or after the bot is called (section {name})");
        let help = "a bot has no constructors or destructors; do the work inside `bot`";
        return Some(refusal("S10", symbol, message, help));
    }
    if header.kind == SHT_RELA {
        let is_plain = name.starts_with(".rela.") && header.flags & !SHF_INFO_LINK.0 == 0;
        return (!is_plain).then(|| refuse_section(file, header, "is not one that a compiler makes"));
    }
    let found = KINDS.iter().find(|kind| {
        // Sections that are in the file only for linkers must have exactly these names.
        let fits = if kind.flags & A == 0 { name == kind.name } else { is_or_begins(kind.name) };
        fits && kind.section == header.kind && header.flags & !kind.more == kind.flags
    });
    if found.is_none() {
        return Some(refuse_section(file, header, "is not one that a compiler makes by itself"));
    }
    if header.align > MAX_ALIGN {
        let what = format!("is aligned to {} bytes, but the maximum is {MAX_ALIGN}", header.align);
        return Some(refuse_section(file, header, &what));
    }
    None
}

fn refuse_section(file: &ObjectFile, header: &Header, what: &str) -> Refusal {
    let inside = file
        .symbols
        .iter()
        .find(|symbol| symbol.section == Some(header.index) && [STT_FUNC, STT_OBJECT].contains(&symbol.kind));
    let message =
        format!("the section `{}` (type {}, flags {:#x}) {what}", header.name, header.kind.0, header.flags);
    refusal("S10", inside.map_or("", |symbol| symbol.name), message, LEAVE)
}

/// The symbol that the first pointer of a section leads to.
fn named_by<'f>(file: &'f ObjectFile, section: usize) -> &'f str {
    let Some(section) = file.section(section) else { return "" };
    let Some(first) = section.relocations.first() else { return "" };
    let Some(symbol) = file.symbols.get(first.symbol) else { return "" };
    if symbol.kind != STT_SECTION {
        return symbol.name;
    }
    let at = u64::try_from(first.addend).unwrap_or_default();
    let found = file.symbols.iter().find(|one| {
        one.section == symbol.section
            && one.kind == STT_FUNC
            && at.checked_sub(one.value).is_some_and(|inside| inside < one.size.max(1))
    });
    found.map_or("", |symbol| symbol.name)
}

/// Whether a symbol is one that a compiler makes: a plain name, at a place in memory.
fn is_allowed(file: &ObjectFile, symbol: &Symbol) -> bool {
    if symbol.kind == STT_FILE || symbol.is_undefined && symbol.name.is_empty() {
        return true;
    }
    let kinds = [STT_NOTYPE, STT_OBJECT, STT_FUNC, STT_SECTION, STT_TLS, STT_GNU_IFUNC];
    let is_placed = symbol.is_undefined
        || symbol.is_common
        || symbol.kind == STT_SECTION
        || symbol.section.is_some_and(|at| file.section(at).is_some());
    let is_named = symbol.kind == STT_SECTION || is_plain(symbol.name);
    kinds.contains(&symbol.kind) && symbol.has_known_binding && is_placed && is_named
}

/// Whether this can be a name in C, or one that a compiler makes of it.
fn is_plain(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.') || !c.is_ascii();
    name.chars().all(is_letter) && !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())
}

fn refuse_symbol(symbol: &Symbol) -> Refusal {
    let message =
        format!("the symbol `{}` (type {}) is not one that a compiler makes", symbol.name, symbol.kind.0);
    refusal("S10", symbol.name, message, LEAVE)
}

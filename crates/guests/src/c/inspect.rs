//! What a compiled bot may be (S10, S11): judged on its object file.

use object::elf::{
    SHT_FINI_ARRAY, SHT_INIT_ARRAY, SHT_PREINIT_ARRAY, STT_FUNC, STT_GNU_IFUNC, STT_OBJECT, STT_SECTION,
    STT_TLS,
};

use super::object_file::{ObjectFile, Section, Symbol, Unreadable};
use crate::source::{Refusal, WRITABLE_HELP, is_allowed, refusal, refused_name, writable_variable};

/// How much of a name is kept, in bytes. Tables cut it much shorter.
const MAX_NAME_BYTES: usize = 1 << 12;

/// An absolute address in 64 bits: what a pointer constant is.
const POINTER: object::elf::RelocationType = object::elf::R_X86_64_64;

/// What a legal bot's object file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspected {
    /// The text of `bot_name`, as bytes.
    pub name: Vec<u8>,
}

/// Looks a compiled bot over: what it says, or every reason to refuse it.
///
/// # Errors
/// If the file cannot be read, which is a failure of ours.
pub(super) fn inspect(object: &[u8]) -> Result<Result<Inspected, Vec<Refusal>>, Unreadable> {
    let file = ObjectFile::read(object)?;
    let mut refusals = Vec::new();
    for section in &file.sections {
        refusals.extend(check_section(&file, section));
    }
    for symbol in &file.symbols {
        refusals.extend(check_symbol(symbol));
    }
    // The compiler's own need of a table is only what follows from something else, as a rule.
    if refusals.len() > 1 {
        refusals.retain(|refusal| refusal.symbol.as_deref() != Some("_GLOBAL_OFFSET_TABLE_"));
    }
    refusals.extend(check_bot(&file));
    let name = match bot_name(&file) {
        Ok(name) => name,
        Err(refusal) => {
            // Where it is missing altogether, other refusals say no more.
            refusals.push(refusal);
            Vec::new()
        }
    };
    Ok(if refusals.is_empty() { Ok(Inspected { name }) } else { Err(refusals) })
}

fn check_section(file: &ObjectFile, section: &Section) -> Vec<Refusal> {
    let starts = [".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors", ".init", ".fini"];
    let runs_unasked = [SHT_INIT_ARRAY, SHT_FINI_ARRAY, SHT_PREINIT_ARRAY].contains(&section.kind)
        || starts
            .iter()
            .any(|start| section.name == *start || section.name.starts_with(&format!("{start}.")));
    if runs_unasked && section.size > 0 {
        let symbol = named_by(file, section);
        let message =
            format!("`{}` would run before or after the bot is called (section {})", symbol, section.name);
        let help = "a bot has no constructors or destructors; do the work inside `bot`";
        return vec![refusal("S10", symbol, message, help)];
    }
    if section.is_executable() && section.is_writable() {
        let message = format!("the section {} is code that can be written", section.name);
        return vec![refusal("S10", "", message, "leave sections to the compiler")];
    }
    if section.is_writable() && !section.is_thread_local() {
        return check_writable(file, section);
    }
    Vec::new()
}

/// The symbol behind the first pointer of a section.
fn named_by<'f>(file: &'f ObjectFile, section: &Section) -> &'f str {
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

/// Nothing but `bot_name` may be writable.
fn check_writable(file: &ObjectFile, section: &Section) -> Vec<Refusal> {
    let inside: Vec<&Symbol> = file
        .symbols
        .iter()
        .filter(|symbol| {
            symbol.section == Some(section.index) && symbol.kind != STT_SECTION && !symbol.name.is_empty()
        })
        .collect();
    let named = inside.iter().filter(|symbol| symbol.name != "bot_name");
    let refusals: Vec<Refusal> = named.map(|symbol| writable_variable(symbol.name)).collect();
    let is_bot_name = inside.iter().any(|symbol| symbol.name == "bot_name");
    let unnamed = section.size > if is_bot_name { 8 } else { 0 };
    // An array `bot_name` is told by its own check.
    if refusals.is_empty() && unnamed && !is_bot_name {
        let message = format!("the section {} holds writable data", section.name);
        return vec![refusal("S10", "", message, WRITABLE_HELP)];
    }
    refusals
}

fn check_symbol(symbol: &Symbol) -> Option<Refusal> {
    let name = symbol.name;
    if symbol.kind == STT_GNU_IFUNC {
        let message = format!("`{name}` is chosen when the program starts (an ifunc)");
        return Some(refusal("S10", name, message, "call the function that you mean"));
    }
    if symbol.kind == STT_TLS && !symbol.is_undefined {
        return Some(writable_variable(name));
    }
    if symbol.is_common {
        return Some(writable_variable(name));
    }
    let is_needed = symbol.is_undefined && !name.is_empty();
    // What is missing of the bot itself is told by its own checks.
    if !is_needed || name == "bot" || name == "bot_name" || is_allowed(name) {
        return None;
    }
    Some(refused_name(name))
}

fn check_bot(file: &ObjectFile) -> Option<Refusal> {
    const HELP: &str = "define `int bot(int board[16][32], char player)`";
    let Some(bot) = file.global("bot") else {
        return Some(refusal("S10", "", "there is no function `bot`".into(), HELP));
    };
    let lies_in_code = bot.section.and_then(|at| file.section(at)).is_some_and(Section::is_executable);
    if bot.kind == STT_FUNC && lies_in_code {
        return None;
    }
    Some(refusal("S10", "bot", "`bot` is not a function".into(), HELP))
}

/// The text that `bot_name` points to.
fn bot_name(file: &ObjectFile) -> Result<Vec<u8>, Refusal> {
    const HELP: &str = "write `const char *bot_name = \"…\";`";
    let refused = |message: &str, symbol: &str| refusal("S10", symbol, message.into(), HELP);
    let symbol = file.global("bot_name").ok_or_else(|| refused("there is no `bot_name`", ""))?;
    let wrong = |what: &str| refused(&format!("`bot_name` {what}"), "bot_name");
    let section = symbol.section.and_then(|at| file.section(at));
    let section = section.ok_or_else(|| wrong("is not a pointer to text"))?;
    if symbol.kind != STT_OBJECT || symbol.size != 8 || section.is_executable() {
        return Err(wrong("is not a `char *` (an array is not allowed)"));
    }
    let pointer = section.relocations.iter().find(|one| one.offset == symbol.value && one.kind == POINTER);
    let pointer = pointer.ok_or_else(|| wrong("points to nothing"))?;
    let target = file.symbols.get(pointer.symbol).ok_or_else(|| wrong("points to nothing"))?;
    let home = target.section.and_then(|at| file.section(at)).ok_or_else(|| wrong("points to nothing"))?;
    if home.is_writable() || home.is_executable() || home.is_thread_local() {
        return Err(wrong("does not point to constant text"));
    }
    let start = i64::try_from(target.value).ok().and_then(|value| value.checked_add(pointer.addend));
    let text = start.and_then(|start| home.data.get(usize::try_from(start).ok()?..));
    let text = text.ok_or_else(|| wrong("points outside of its text"))?;
    let length = text.iter().position(|&byte| byte == 0);
    let length = length.ok_or_else(|| wrong("points to text that does not end"))?;
    Ok(text[..length.min(MAX_NAME_BYTES)].to_vec())
}

//! Checks a compiled bot against S10 and S11, by its object file.

use object::elf::{STT_FUNC, STT_GNU_IFUNC, STT_OBJECT, STT_SECTION, STT_TLS};

use super::object_file::{ObjectFile, Section, Symbol, Unreadable};
use super::refusals::Refusals;
use super::{instructions, object_rules};
use crate::source::{Refusal, WRITABLE_HELP, is_allowed, refusal, refused_name, writable_variable};

/// How much of a name is kept, in bytes. Tables cut it much shorter.
const MAX_NAME_BYTES: usize = 1 << 12;

/// The symbol that code needs if it looks addresses up.
const TABLE: &str = "_GLOBAL_OFFSET_TABLE_";

/// An absolute address in 64 bits: the relocation of a pointer constant.
const POINTER: object::elf::RelocationType = object::elf::R_X86_64_64;

/// What a legal bot's object file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspected {
    /// The text of `bot_name`, as bytes.
    pub name: Vec<u8>,
}

/// Checks a compiled bot, and returns what its object file says, or every reason to refuse it.
///
/// # Errors
/// If the file cannot be read: no compiler makes such a file of plain C.
pub(super) fn inspect(object: &[u8]) -> Result<Result<Inspected, Refusals>, Unreadable> {
    let file = ObjectFile::read(object)?;
    let mut refusals = Refusals::default();
    for section in file.sections.iter().filter(|section| section.is_writable()) {
        check_writable(&file, section, &mut refusals);
    }
    for symbol in &file.symbols {
        check_symbol(&file, symbol, &mut refusals);
    }
    check_form(&file, &mut refusals);
    // As a rule, the compiler itself needs this table only because of something else that is refused.
    let needs_table = |symbol: &Symbol| symbol.is_undefined && symbol.name == TABLE;
    if refusals.is_empty() && file.symbols.iter().any(needs_table) {
        refusals.push(|| refused_name(TABLE));
    }
    if let Some(refusal) = check_bot(&file) {
        refusals.push(|| refusal);
    }
    let name = bot_name(&file);
    Ok(match name {
        Ok(name) if refusals.is_empty() => Ok(Inspected { name }),
        Ok(_) => Err(refusals),
        Err(refusal) => {
            // If `bot_name` is missing altogether, the other refusals do not say so.
            refusals.push(|| refusal);
            Err(refusals)
        }
    })
}

/// Checks what is compiled for `bout ask`. There, a bot may use the whole C library, and variables. Anything that does not have
/// the form that a compiler gives it is refused there, too.
///
/// # Errors
/// As [`inspect`].
pub(super) fn inspect_for_asking(object: &[u8]) -> Result<Refusals, Unreadable> {
    let mut refusals = Refusals::default();
    check_form(&ObjectFile::read(object)?, &mut refusals);
    Ok(refusals)
}

fn check_form(file: &ObjectFile, refusals: &mut Refusals) {
    object_rules::check(file, refusals);
    if let Some(refusal) = instructions::check(file) {
        refusals.push(|| refusal);
    }
}

/// Nothing but `bot_name` may be writable.
fn check_writable(file: &ObjectFile, section: &Section, refusals: &mut Refusals) {
    let is_inside = |symbol: &&Symbol| {
        symbol.section == Some(section.index) && symbol.kind != STT_SECTION && !symbol.name.is_empty()
    };
    let mut is_unnamed = section.size > 0;
    for symbol in file.symbols.iter().filter(is_inside) {
        is_unnamed = false;
        if symbol.name != "bot_name" && symbol.kind != STT_TLS {
            refusals.push(|| writable_variable(symbol.name));
        }
    }
    let bot_name = file.global("bot_name").filter(|symbol| symbol.section == Some(section.index));
    // An array `bot_name` has its own check with its own message.
    let has_more = bot_name.is_some_and(|symbol| symbol.size == 8 && section.size != 8);
    if is_unnamed || has_more {
        let message = format!("the section {} holds writable data without a name", section.name);
        refusals.push(|| refusal("S10", "", message, WRITABLE_HELP));
    }
}

fn check_symbol(file: &ObjectFile, symbol: &Symbol, refusals: &mut Refusals) {
    let name = symbol.name;
    if symbol.kind == STT_GNU_IFUNC {
        let message = || format!("`{name}` is chosen when the program starts (an ifunc)");
        refusals.push(|| refusal("S10", name, message(), "call the function that you mean"));
        return;
    }
    if symbol.is_common || symbol.kind == STT_TLS && !symbol.is_undefined {
        refusals.push(|| writable_variable(name));
        return;
    }
    let is_data = symbol.kind == STT_OBJECT;
    if is_data && symbol.section.and_then(|at| file.section(at)).is_some_and(Section::is_executable) {
        let message = || format!("`{name}` is data among the code");
        refusals.push(|| refusal("S10", name, message(), "leave sections to the compiler"));
        return;
    }
    let is_needed = symbol.is_undefined && !name.is_empty();
    // Missing parts of the bot itself have their own checks.
    let own = ["bot", "bot_name", TABLE];
    if is_needed && !own.contains(&name) && !is_allowed(name) {
        refusals.push(|| refused_name(name));
    }
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

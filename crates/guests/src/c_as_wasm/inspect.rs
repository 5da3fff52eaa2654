//! What a bot compiled to WebAssembly may be (S10, S11): judged on its object file, as `c/inspect.rs` does with machine code.

use super::object_file::{ObjectFile, Segment, Symbol, SymbolTarget};
use crate::source::{Refusal, WRITABLE_HELP, is_allowed, refusal, refused_name, writable_variable};

/// Every reason to refuse an object file.
pub(super) fn inspect(file: &ObjectFile) -> Vec<Refusal> {
    let mut refusals: Vec<Refusal> = file.first.iter().map(|&at| runs_unasked(file, at)).collect();
    for (number, segment) in file.segments.iter().enumerate().filter(|(_, one)| is_writable(one)) {
        refusals.extend(check_writable(file, number, segment));
    }
    // With a constructor, what it needs from the library would be reported, too.
    if file.first.is_empty() {
        refusals.extend(file.symbols.iter().filter_map(check_symbol));
    }
    refusals.extend(check_bot(file));
    refusals.extend(check_bot_name(file).err());
    refusals
}

fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// A variable's name as the source spells it. The compiler numbers variables that share a name, and puts the function's name
/// before variables of functions.
fn in_source(name: &[u8]) -> String {
    let name = text(name);
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = name.rsplit('.').skip_while(is_number);
    parts.next().unwrap_or_default().to_owned()
}

fn runs_unasked(file: &ObjectFile, symbol: usize) -> Refusal {
    let symbol = file.symbols.get(symbol).map(|symbol| text(symbol.name)).unwrap_or_default();
    // For a destructor, the symbol is the compiler's own function.
    let symbol = if symbol.starts_with("__cxx") || symbol.starts_with('.') { String::new() } else { symbol };
    let message = format!("`{symbol}` would run before or after the bot is called");
    refusal("S10", &symbol, message, "a bot has no constructors or destructors; do the work inside `bot`")
}

/// Constants lie in segments with these names; the format does not say what may be written.
fn is_writable(segment: &Segment) -> bool {
    let is_constant = segment.name.starts_with(b".rodata") || segment.name.starts_with(b".data.rel.ro");
    !is_constant && !segment.bytes.is_empty()
}

/// Nothing but `bot_name` may be writable.
fn check_writable(file: &ObjectFile, number: usize, segment: &Segment) -> Vec<Refusal> {
    let lies_here =
        |symbol: &&Symbol| matches!(symbol.what, SymbolTarget::Data { segment, .. } if segment == number);
    let inside: Vec<&Symbol> =
        file.symbols.iter().filter(lies_here).filter(|symbol| !symbol.is_undefined).collect();
    if inside.iter().any(|symbol| symbol.name == b"bot_name") {
        return Vec::new();
    }
    let named: Vec<String> = inside
        .iter()
        .filter(|symbol| !symbol.name.starts_with(b"."))
        .map(|one| in_source(one.name))
        .collect();
    if named.is_empty() {
        let message = format!("the section {} holds writable data", text(segment.name));
        return vec![refusal("S10", "", message, WRITABLE_HELP)];
    }
    named.iter().map(|name| writable_variable(name)).collect()
}

fn check_symbol(symbol: &Symbol) -> Option<Refusal> {
    let name = text(symbol.name);
    let is_own = ["bot", "bot_name"].contains(&name.as_str());
    if !symbol.is_undefined || symbol.what == SymbolTarget::Other || is_own {
        return None;
    }
    if is_of_long_double(&name) {
        return Some(refusal("S11", "", "`long double` cannot be used here".to_owned(), NO_LONG_DOUBLE));
    }
    (!is_allowed(&name)).then(|| refused_name(&name))
}

pub(super) const NO_LONG_DOUBLE: &str =
    "use `double`: where bots in C are compiled to WebAssembly, the library has nothing else";

/// Whether this is one of the compiler's helpers for 128-bit numbers, which clang uses for `long double`.
fn is_of_long_double(name: &str) -> bool {
    name.strip_prefix("__").is_some_and(|rest| rest.contains("tf") && !rest.contains('_'))
}

fn check_bot(file: &ObjectFile) -> Option<Refusal> {
    const HELP: &str = "define `int bot(int board[16][32], char player)`";
    match file.defined(b"bot") {
        None => Some(refusal("S10", "", "there is no function `bot`".into(), HELP)),
        Some(bot) if bot.what == SymbolTarget::Function => None,
        Some(_) => Some(refusal("S10", "bot", "`bot` is not a function".into(), HELP)),
    }
}

/// The text that `bot_name` points to must be constant, and end.
fn check_bot_name(file: &ObjectFile) -> Result<(), Refusal> {
    const HELP: &str = "write `const char *bot_name = \"…\";`";
    let refused = |message: &str, symbol: &str| refusal("S10", symbol, message.into(), HELP);
    let symbol = file.defined(b"bot_name").ok_or_else(|| refused("there is no `bot_name`", ""))?;
    let wrong = |what: &str| refused(&format!("`bot_name` {what}"), "bot_name");
    let SymbolTarget::Data { segment, offset, size: 4 } = symbol.what else {
        return Err(wrong("is not a `char *` (an array is not allowed)"));
    };
    let (home, start) = file.target(segment, offset).ok_or_else(|| wrong("points to nothing"))?;
    if is_writable(home) {
        return Err(wrong("does not point to constant text"));
    }
    let text = home.bytes.get(start..).ok_or_else(|| wrong("points outside of its text"))?;
    if !text.contains(&0) {
        return Err(wrong("points to text that does not end"));
    }
    Ok(())
}

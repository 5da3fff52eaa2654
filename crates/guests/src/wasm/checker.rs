//! Turns the bytes of a module into a bot that may play, or lists every reason why it may not.

use game::Diagnostics;
use wasmi::{EnforcedLimits, Engine, ExternType, FuncType, Linker, Module, ValType};

use super::carried::CarriedValues;
use super::host::{BYTES_PER_UNIT, Host, IMPORTS, engine, linker};
use super::instance::{BOARD_BYTES, Instance};
use super::library::library_linker;
use super::sections::Sections;

/// The most memory that a module may have from the start, in bytes: what a match allows unless it says otherwise. `memory.grow`
/// can add more.
pub const MAX_DECLARED_MEMORY: u64 = 64 << 20;
/// The most elements that all tables may have together.
pub const MAX_TABLE_ELEMENTS: u64 = 1 << 16;
/// The most variables of a function: every call zeroes them.
pub const MAX_LOCALS: u64 = 1000;
/// The most values that branches, calls and blocks may carry, not counting those that carry at most one. While a module was
/// translated, each value took about 40 bytes at most, so all of them take less than the rest of a large module does. Compilers
/// use a single value for most things.
pub const MAX_CARRIED: u64 = 1 << 19;
/// The most blocks that may be open at once: more than a `switch` has cases.
pub const MAX_NESTED: u64 = 50_000;
/// The longest name, in bytes. What is shown of it is shorter.
const MAX_NAME_BYTES: usize = 4096;
/// The most characters that are shown of a text from a module.
const MAX_SHOWN_CHARS: usize = 100;
const PAGE_BYTES: u64 = 1 << 16;

/// The fuel that even an empty instance costs, and the fuel for setting up each byte of items.
const INSTANCE_FUEL: u64 = 1000;
const ITEM_BYTE_FUEL: u64 = 16;

/// A bot that is ready to play.
pub(crate) struct Bot {
    pub(super) engine: Engine,
    pub(super) linker: Linker<Host>,
    pub(super) module: Module,
    /// The text of `bot_name`, if there is one.
    pub(crate) name: Option<Vec<u8>>,
    /// Where the board goes.
    pub(super) board: Board,
    /// Bytes of memory before the first instruction.
    pub(super) memory_bytes: u64,
    /// How many of these bytes do not count against a match's `memory_mib`: the stack and the data of a module that bout made
    /// from a source in C, since they do not count for machine code.
    pub(super) free_bytes: u64,
    /// What an instance costs before its first instruction.
    pub(super) instance_fuel: u64,
}

/// Where the board goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Board {
    /// To this address, which is `__heap_base`.
    At(u32),
    /// To the address that the function `board` returns.
    ToolOutput,
}

impl Bot {
    /// Checks a player's module. None of it runs.
    pub(crate) fn of(source: &[u8], stack_mib: u64) -> Result<Self, Diagnostics> {
        let mut checker = Checker(Diagnostics::default());
        let sections = checker.sections(source)?;
        let engine = engine(stack_mib, EnforcedLimits::strict(), sections.most_locals);
        let module = checker.module(&engine, source)?;
        checker.imports(&module);
        let linker = linker(&engine);
        checker.bot(sections, engine, linker, module)
    }

    /// Checks a module that bout made from a source in C. It may import the functions that its C library is built on.
    pub(crate) fn of_c(source: &[u8], stack_mib: u64) -> Result<Self, Diagnostics> {
        let mut checker = Checker(Diagnostics::default());
        let sections = checker.sections(source)?;
        // Its author controls the source, which has a bound of its own.
        let engine = engine(stack_mib, EnforcedLimits::default(), sections.most_locals);
        let module = checker.module(&engine, source)?;
        let linker = library_linker(&engine);
        let bot = checker.bot(sections, engine, linker, module)?;
        if bot.board == Board::ToolOutput {
            return Err(checker.refused(
                "S10",
                "it exports a function `board`",
                "leave exports to the compiler",
            ));
        }
        Ok(Self { free_bytes: bot.memory_bytes, ..bot })
    }
}

const WHICH: &str = "what bout knows of WebAssembly is on its manual page (`bout man wasm`)";

/// Collects the reasons.
struct Checker(Diagnostics);

impl Checker {
    fn module(&mut self, engine: &Engine, source: &[u8]) -> Result<Module, Diagnostics> {
        Module::new(engine, source).map_err(|error| {
            let why = shown(&error.to_string());
            self.refused("S10", format!("no WebAssembly module that bout plays: {why}"), WHICH)
        })
    }

    /// The bot of a module whose imports have been checked.
    fn bot(
        &mut self,
        sections: Sections,
        engine: Engine,
        linker: Linker<Host>,
        module: Module,
    ) -> Result<Bot, Diagnostics> {
        let board = self.exports(&module);
        let memory_bytes = match module.get_export("memory") {
            Some(ExternType::Memory(memory)) => memory.minimum().saturating_mul(PAGE_BYTES),
            _ => 0,
        };
        if memory_bytes > MAX_DECLARED_MEMORY {
            let (mib, most) = (memory_bytes >> 20, MAX_DECLARED_MEMORY >> 20);
            let message = format!("its memory has {mib} MiB from the start; it may have {most}");
            self.refuse("S10", message, "every move starts with all of it zeroed; let it grow when needed");
        }
        self.open()?;
        let bytes = memory_bytes + sections.data_bytes;
        let instance_fuel =
            INSTANCE_FUEL + sections.item_bytes * ITEM_BYTE_FUEL + bytes / u64::from(BYTES_PER_UNIT);
        let board = board.unwrap_or(Board::ToolOutput);
        let mut bot =
            Bot { engine, linker, module, name: None, board, memory_bytes, free_bytes: 0, instance_fuel };
        self.look_inside(&mut bot)?;
        Ok(bot)
    }

    fn refuse(&mut self, code: &'static str, message: impl Into<String>, help: &str) {
        self.0.error(code, None, message, help);
    }

    fn refused(&mut self, code: &'static str, message: impl Into<String>, help: &str) -> Diagnostics {
        self.refuse(code, message, help);
        std::mem::take(&mut self.0)
    }

    /// Fails if there has been any reason to refuse the module.
    fn open(&mut self) -> Result<(), Diagnostics> {
        if self.0.has_errors() { Err(std::mem::take(&mut self.0)) } else { Ok(()) }
    }

    fn sections(&mut self, source: &[u8]) -> Result<Sections, Diagnostics> {
        let Some(sections) = Sections::of(source) else {
            return Err(self.refused("S10", "the module is cut short, or damaged", WHICH));
        };
        if sections.has_start {
            let message = "it has a start function, which would run before `bot`";
            self.refuse("S10", message, "link without it: `-Wl,--no-entry`, no constructors");
        }
        let locals = sections.most_locals;
        if locals > MAX_LOCALS {
            let message = format!("a function has {locals} variables; it may have {MAX_LOCALS}");
            self.refuse("S10", message, "compile it with optimisation, or split it");
        }
        let carried = CarriedValues::of(source);
        if carried.values > MAX_CARRIED {
            let values = carried.values;
            let message =
                format!("its branches, calls and blocks carry {values} values; they may carry {MAX_CARRIED}");
            self.refuse("S10", message, "pass fewer values at once, or keep them in memory");
        }
        if carried.nested > MAX_NESTED {
            let nested = carried.nested;
            let message = format!("{nested} blocks are open at once; {MAX_NESTED} may be");
            self.refuse("S10", message, "split the function");
        }
        self.open()?;
        Ok(sections)
    }

    /// S11.
    fn imports(&mut self, module: &Module) {
        let signatures: [(&[ValType], &[ValType]); 3] =
            [(&[], &[ValType::I32]), (&[ValType::I32], &[]), (&[], &[])];
        for import in module.imports() {
            let name = format!("`{}.{}`", shown(import.module()), shown(import.name()));
            let known = IMPORTS.iter().position(|known| (import.module(), import.name()) == ("env", known));
            let Some(known) = known else {
                let help = "a bot may import `env.rand`, `env.srand` and `env.abort`, and nothing else (S11)";
                self.refuse("S11", format!("it imports {name}"), help);
                continue;
            };
            let (parameters, results) = signatures[known];
            if !is_function(import.ty(), parameters, results) {
                let help = "these are `rand: () -> i32`, `srand: (i32) -> ()` and `abort: () -> ()`";
                self.refuse("S11", format!("it imports {name} with another type"), help);
            }
        }
    }

    /// S10. Says where the board goes, as far as the exports alone can tell.
    fn exports(&mut self, module: &Module) -> Option<Board> {
        let int = ValType::I32;
        match module.get_export("memory") {
            Some(ExternType::Memory(_)) => {}
            Some(_) => self.refuse("S10", "its `memory` is not a memory", WHICH),
            None => self.refuse("S10", "it does not export its `memory`", "wasm-ld does so by itself"),
        }
        match module.get_export("bot") {
            Some(bot) if is_function(&bot, &[int, int], &[int]) => {}
            Some(_) => self.refuse(
                "S10",
                "its `bot` is not a function of two i32 with an i32 as its result",
                "in C: `int bot(int board[16][32], char player)`",
            ),
            None => self.refuse("S10", "it does not export a function `bot`", "link with `--export=bot`"),
        }
        match module.get_export("bot_name") {
            None => {}
            Some(ExternType::Global(global)) if global.content() == int => {}
            Some(_) => self.refuse(
                "S10",
                "its `bot_name` is not a global of type i32",
                "in C: `const char *bot_name = \"…\";`",
            ),
        }
        match (module.get_export("board"), module.get_export("__heap_base")) {
            (Some(board), _) if is_function(&board, &[], &[int]) => Some(Board::ToolOutput),
            (Some(_), _) => {
                self.refuse(
                    "S10",
                    "its `board` is not a function without parameters that gives an i32",
                    WHICH,
                );
                None
            }
            (None, Some(ExternType::Global(base))) if base.content() == int => Some(Board::At(0)),
            (None, Some(_)) => {
                self.refuse("S10", "its `__heap_base` is not a global of type i32", WHICH);
                None
            }
            (None, None) => {
                let help = "link with `--export=__heap_base`, or export a function `board` that says where";
                self.refuse("S10", "it does not say where the board goes", help);
                None
            }
        }
    }

    /// Checks the contents of an instance before anything runs in it.
    fn look_inside(&mut self, bot: &mut Bot) -> Result<(), Diagnostics> {
        let mut instance = Instance::of(bot, 0, 0, MAX_DECLARED_MEMORY + PAGE_BYTES).map_err(|error| {
            let why = shown(&error.to_string());
            let help =
                format!("its data must fit, and its tables have at most {MAX_TABLE_ELEMENTS} elements");
            self.refused("S10", format!("there can be no instance of it: {why}"), &help)
        })?;
        bot.instance_fuel += instance.table_elements();
        if bot.board != Board::ToolOutput {
            let base = instance.global("__heap_base").unwrap_or_default();
            if u64::from(base) > bot.memory_bytes || instance.room_for_board(base).is_none() {
                let message =
                    format!("there is no room for the board ({BOARD_BYTES} bytes) at `__heap_base`");
                return Err(self.refused("S10", message, "let its memory have a page more"));
            }
            bot.board = Board::At(base);
            if instance.memory_bytes() > bot.memory_bytes {
                bot.instance_fuel += PAGE_BYTES / u64::from(BYTES_PER_UNIT);
            }
        }
        if let Some(pointer) = instance.global("bot_name") {
            let text = instance.text(pointer, MAX_NAME_BYTES);
            if text.is_none() {
                let message = "`bot_name` does not lead to a text that ends";
                let help = "it is the address of a pointer to a text: in C, `const char *bot_name = \"…\";`";
                return Err(self.refused("S10", message, help));
            }
            bot.name = text;
        }
        Ok(())
    }
}

fn is_function(what: &ExternType, parameters: &[ValType], results: &[ValType]) -> bool {
    let is_it = |function: &FuncType| function.params() == parameters && function.results() == results;
    matches!(what, ExternType::Func(function) if is_it(function))
}

/// A text from a module, shortened, and escaped so that it cannot steer a terminal.
fn shown(text: &str) -> String {
    let mut escaped: String = text.chars().flat_map(char::escape_debug).take(MAX_SHOWN_CHARS + 1).collect();
    if let Some((cut, _)) = escaped.char_indices().nth(MAX_SHOWN_CHARS) {
        escaped.truncate(cut);
        escaped.push('…');
    }
    escaped
}

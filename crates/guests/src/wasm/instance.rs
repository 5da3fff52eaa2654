//! One instance of a module: made for one call, and dropped after it (S12).

use game::{FaultKind, Void};
use games::snakes::{CELLS, Question};
use wasmi::{Error, Memory, Store, TrapCode, Val};

use super::checker::{Board, Bot};
use super::host::{Aborted, FUEL_PER_MS, Host};

/// The size of the board in memory: one i32 per square.
pub(super) const BOARD_BYTES: usize = 4 * CELLS;

/// What a match allows a bot for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Allowance {
    pub(super) move_time_ms: u64,
    pub(super) memory_bytes: u64,
}

impl Allowance {
    fn fuel(self) -> u64 {
        self.move_time_ms * FUEL_PER_MS
    }
}

/// The result of a call.
pub(super) struct CallResult {
    /// What `bot` returned, or how it failed.
    pub(super) result: Result<i32, (FaultKind, String)>,
    /// The fuel that it used.
    pub(super) fuel: u64,
}

/// Asks a bot in an instance of its own.
pub(super) fn ask(bot: &Bot, allowance: Allowance, question: &Question) -> Result<CallResult, Void> {
    let all = allowance.fuel();
    let failed = |kind, detail: String, fuel| Ok(CallResult { result: Err((kind, detail)), fuel });
    let out_of_fuel = || format!("more than {all} units of fuel ({} ms)", allowance.move_time_ms);
    let memory_bytes = allowance.memory_bytes + bot.free_bytes;
    if bot.memory_bytes > memory_bytes {
        return failed(FaultKind::Memory, "its memory is larger than `memory_mib` from the start".into(), 0);
    }
    let Some(fuel) = all.checked_sub(bot.instance_fuel) else {
        return failed(FaultKind::Time, out_of_fuel(), all);
    };
    let made = Instance::of(bot, question.rand_seed, fuel, memory_bytes);
    let mut instance = made.map_err(|error| void(&error.to_string()))?;
    let result = instance.call(bot, question);
    let fuel = all - instance.store.get_fuel().map_err(|error| void(&error.to_string()))?;
    if instance.store.data().is_out_of_memory {
        return Err(void("this machine has no memory left"));
    }
    let result = match result {
        Ok(value) => Ok(value),
        Err(Failed::NoRoom) => {
            Err((FaultKind::Memory, "no room for the board: it needs more than `memory_mib`".into()))
        }
        Err(Failed::Astray) => {
            Err((FaultKind::Signal, "`board` gave an address outside of the memory".into()))
        }
        Err(Failed::Ended(error)) if error.downcast_ref::<Aborted>().is_some() => {
            Err((FaultKind::Signal, "trap: abort".into()))
        }
        Err(Failed::Ended(error)) => match error.as_trap_code() {
            Some(TrapCode::OutOfFuel) => return failed(FaultKind::Time, out_of_fuel(), all),
            Some(TrapCode::OutOfSystemMemory) | None => return Err(void(&error.to_string())),
            Some(code) => Err((FaultKind::Signal, format!("trap: {}", trap_name(code)))),
        },
    };
    Ok(CallResult { result, fuel })
}

fn void(why: &str) -> Void {
    Void { cause: format!("a bot in WebAssembly could not be asked: {why}") }
}

/// The name of a trap in the specification's tests.
fn trap_name(code: TrapCode) -> &'static str {
    match code {
        TrapCode::UnreachableCodeReached => "unreachable",
        TrapCode::TableOutOfBounds => "out of bounds table access",
        TrapCode::IndirectCallToNull => "uninitialized element",
        code => code.trap_message(),
    }
}

/// Why `bot` returned nothing.
enum Failed {
    /// The memory may not grow so far that the board has room.
    NoRoom,
    /// The board's place would lie outside the memory.
    Astray,
    /// The call ended in another way.
    Ended(Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Ended(error)
    }
}

/// An instance in which nothing has been called yet.
pub(super) struct Instance {
    store: Store<Host>,
    exports: wasmi::Instance,
    memory: Memory,
}

impl Instance {
    pub(super) fn of(bot: &Bot, rand_seed: u64, fuel: u64, memory_bytes: u64) -> Result<Self, Error> {
        let mut store = Store::new(&bot.engine, Host::new(rand_seed, memory_bytes));
        store.limiter(|host| host);
        store.set_fuel(fuel)?;
        let instance = bot.linker.instantiate_and_start(&mut store, &bot.module)?;
        let memory = instance.get_memory(&store, "memory").ok_or_else(|| Error::new("it has no memory"))?;
        Ok(Self { store, exports: instance, memory })
    }

    pub(super) fn memory_bytes(&self) -> u64 {
        self.memory.data_size(&self.store) as u64
    }

    pub(super) fn table_elements(&self) -> u64 {
        self.store.data().table_elements as u64
    }

    /// The address that an exported global holds.
    pub(super) fn global(&self, name: &str) -> Option<u32> {
        match self.exports.get_global(&self.store, name)?.get(&self.store) {
            Val::I32(value) => Some(value.cast_unsigned()),
            _ => None,
        }
    }

    /// The text that the pointer at this address leads to, without its final NUL.
    pub(super) fn text(&self, pointer: u32, most: usize) -> Option<Vec<u8>> {
        let memory = self.memory.data(&self.store);
        let pointer = memory.get(usize::try_from(pointer).ok()?..)?.first_chunk()?;
        let start = usize::try_from(u32::from_le_bytes(*pointer)).ok()?;
        let text = memory.get(start..)?;
        let length = text.iter().take(most + 1).position(|&byte| byte == 0)?;
        Some(text[..length].to_vec())
    }

    /// Lets the memory grow by a page if the board would not fit between this address, which lies in it, and its end.
    pub(super) fn room_for_board(&mut self, address: u32) -> Option<()> {
        let end = u64::from(address) + BOARD_BYTES as u64;
        if end > self.memory_bytes() {
            self.memory.grow(&mut self.store, 1).ok()?;
        }
        Some(())
    }

    fn call(&mut self, bot: &Bot, question: &Question) -> Result<i32, Failed> {
        let address = match bot.board {
            Board::At(address) => {
                self.room_for_board(address).ok_or(Failed::NoRoom)?;
                address
            }
            Board::ToolOutput => {
                let board = self.exports.get_typed_func::<(), i32>(&self.store, "board")?;
                board.call(&mut self.store, ())?.cast_unsigned()
            }
        };
        let start = usize::try_from(address).map_err(|_| Failed::Astray)?;
        let memory = self.memory.data_mut(&mut self.store);
        let place = memory.get_mut(start..).and_then(|rest| rest.get_mut(..BOARD_BYTES));
        for (element, &square) in place.ok_or(Failed::Astray)?.chunks_exact_mut(4).zip(&question.board) {
            element.copy_from_slice(&u32::from(square).to_le_bytes());
        }
        let function = self.exports.get_typed_func::<(i32, i32), i32>(&self.store, "bot")?;
        Ok(function.call(&mut self.store, (address.cast_signed(), question.player.into()))?)
    }
}

//! What an instance runs in: the interpreter's settings, what things cost, and the three functions of ours.

use std::fmt;

use wasmi::errors::{HostError, MemoryError, TableError};
use wasmi::{
    Caller, CompilationMode, Config, CustomFuelCosts, EnforcedLimits, Engine, Error, Linker, OperatorCost,
    ResourceLimiter, TrapCode,
};
use wasmi_core::LimiterError;

use super::checker::MAX_TABLE_ELEMENTS;

/// All that answers may depend on beside the module: the interpreter, and how its settings below are numbered. The
/// workspace's manifest pins the one; the other goes up with every change here that a bot could notice.
pub const VERSION: &str = "wasmi 2.0.0, settings 3";

/// How much fuel a bot has for each millisecond of `move_time_ms`. Most instructions cost one unit, for which the
/// interpreter took 1.4 to 3.6 ns where this was chosen, so that a millisecond's fuel lasts about one.
pub const FUEL_PER_MS: u64 = 400_000;

/// How many bytes are zeroed, filled or copied for a unit. Fresh memory at worst takes 3 ns for this many.
pub(super) const BYTES_PER_UNIT: u32 = 16;
/// What `rand`, `srand` and `abort` cost beyond the call itself.
const HOST_CALL: u64 = 30;
/// The interpreter's own bookkeeping for a call in flight, about: decides how many calls a stack has room for.
const BYTES_PER_CALL: usize = 64;

/// The engine of one bot. Each has its own, so that what is translated goes when the bot does, and so that bots on
/// many threads never wait for each other. `most_locals` is how many variables a function of its module has, at most.
pub(super) fn engine(stack_mib: u64, limits: EnforcedLimits, most_locals: u64) -> Engine {
    let stack = usize::try_from(stack_mib << 20).unwrap_or(usize::MAX);
    let mut config = Config::default();
    config
        .consume_fuel(true)
        // Whatever is translated later would be paid by the move that needs it first.
        .compilation_mode(CompilationMode::Eager)
        .ignore_custom_sections(true)
        .allow_start_fn(false)
        .enforced_limits(limits)
        .wasm_multi_memory(false)
        .wasm_custom_page_sizes(false)
        .wasm_wide_arithmetic(false)
        .set_max_stack_height(stack)
        .set_max_recursion_depth(stack / BYTES_PER_CALL)
        .operator_cost(costs(most_locals))
        .fuel_cost(CustomFuelCosts {
            bytes_copied_per_fuel: BYTES_PER_UNIT,
            fuel_per_bytes_translated: 0,
            fuel_per_bytes_validated: 0,
        });
    Engine::new(&config)
}

/// What a load or a store costs. A load whose address the last has given took 1 to 9 units' time where all memory that was
/// looked at had a MiB, and up to 80 where it had 64 MiB and the machine was busy; most are near. Stores to far places take
/// as long.
const ACCESS: u8 = 8;

/// What a call costs beside the variables of what is called.
const CALL: u8 = 8;
/// How many variables a call zeroes for a unit. A thousand took 58 ns, which is the time of 24 units.
const LOCALS_PER_UNIT: u64 = 40;

/// One unit each, but for what takes much longer than that, or may. Which function is called, a price does not know: all
/// calls of a module cost what one of its largest function does.
fn costs(most_locals: u64) -> OperatorCost {
    let zeroing = u8::try_from(most_locals / LOCALS_PER_UNIT).unwrap_or(u8::MAX);
    let (call, indirect) = (CALL.saturating_add(zeroing), (CALL + 4).saturating_add(zeroing));
    OperatorCost {
        i32_load: ACCESS,
        i64_load: ACCESS,
        f32_load: ACCESS,
        f64_load: ACCESS,
        i32_load8_s: ACCESS,
        i32_load8_u: ACCESS,
        i32_load16_s: ACCESS,
        i32_load16_u: ACCESS,
        i64_load8_s: ACCESS,
        i64_load8_u: ACCESS,
        i64_load16_s: ACCESS,
        i64_load16_u: ACCESS,
        i64_load32_s: ACCESS,
        i64_load32_u: ACCESS,
        i32_store: ACCESS,
        i64_store: ACCESS,
        f32_store: ACCESS,
        f64_store: ACCESS,
        i32_store8: ACCESS,
        i32_store16: ACCESS,
        i64_store8: ACCESS,
        i64_store16: ACCESS,
        i64_store32: ACCESS,
        br: 2,
        br_table: 2,
        call,
        return_call: call,
        call_indirect: indirect,
        return_call_indirect: indirect,
        memory_grow: 20,
        memory_copy: 24,
        memory_fill: 16,
        memory_init: 16,
        table_grow: 20,
        table_copy: 8,
        table_fill: 8,
        table_init: 8,
        ..OperatorCost::default()
    }
}

/// The functions that a module may import, by the name that it gives them in `env`.
pub(super) const IMPORTS: [&str; 3] = ["rand", "srand", "abort"];

/// The functions of [`IMPORTS`], for modules of this engine.
pub(super) fn linker(engine: &Engine) -> Linker<Host> {
    let mut linker = Linker::new(engine);
    let defined = linker
        .func_wrap("env", IMPORTS[0], |mut caller: Caller<'_, Host>| -> Result<i32, Error> {
            charge(&mut caller, HOST_CALL)?;
            Ok(caller.data_mut().rand())
        })
        .and_then(|linker| {
            linker.func_wrap(
                "env",
                IMPORTS[1],
                |mut caller: Caller<'_, Host>, seed: i32| -> Result<(), Error> {
                    charge(&mut caller, HOST_CALL)?;
                    caller.data_mut().rand_state = u64::from(seed.cast_unsigned());
                    Ok(())
                },
            )
        })
        .and_then(|linker| {
            linker.func_wrap("env", IMPORTS[2], |_: Caller<'_, Host>| -> Result<(), Error> {
                Err(Error::host(Aborted))
            })
        });
    defined.expect("the three names are different");
    linker
}

/// Takes from the fuel what a function of ours costs.
pub(super) fn charge(caller: &mut Caller<'_, Host>, fuel: u64) -> Result<(), Error> {
    let left = caller.get_fuel()?;
    caller.set_fuel(left.saturating_sub(fuel))?;
    if left < fuel { Err(TrapCode::OutOfFuel.into()) } else { Ok(()) }
}

/// The bot called `abort`.
#[derive(Debug)]
pub(super) struct Aborted;

impl fmt::Display for Aborted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("abort")
    }
}

impl HostError for Aborted {}

/// What one instance has of us.
#[derive(Debug)]
pub(super) struct Host {
    rand_state: u64,
    memory_bytes: u64,
    pub(super) table_elements: usize,
    /// Whether this machine had no memory where the bot was entitled to some. What the bot does then does not
    /// count as an answer.
    pub(super) is_out_of_memory: bool,
}

impl Host {
    pub(super) fn new(rand_seed: u64, memory_bytes: u64) -> Self {
        Self { rand_state: rand_seed, memory_bytes, table_elements: 0, is_out_of_memory: false }
    }

    /// What `rand` goes on from: its seed, where nobody has called it.
    pub(super) fn rand_state(&self) -> u64 {
        self.rand_state
    }

    /// The next number of `SplitMix64`, of which the upper 31 bits, as for bots in C.
    fn rand(&mut self) -> i32 {
        self.rand_state = self.rand_state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.rand_state;
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        i32::try_from((z ^ z >> 31) >> 33).expect("31 bits")
    }
}

impl ResourceLimiter for Host {
    fn memory_growing(&mut self, _: usize, wanted: usize, _: Option<usize>) -> Result<bool, LimiterError> {
        Ok(wanted as u64 <= self.memory_bytes)
    }

    /// All tables together are bounded.
    fn table_growing(
        &mut self,
        current: usize,
        wanted: usize,
        maximum: Option<usize>,
    ) -> Result<bool, LimiterError> {
        let all = (self.table_elements - current).saturating_add(wanted);
        let is_allowed = all as u64 <= MAX_TABLE_ELEMENTS && maximum.is_none_or(|maximum| wanted <= maximum);
        if is_allowed {
            self.table_elements = all;
        }
        Ok(is_allowed)
    }

    fn memory_grow_failed(&mut self, error: &MemoryError) -> Result<(), LimiterError> {
        self.is_out_of_memory |= matches!(error, MemoryError::OutOfSystemMemory);
        Ok(())
    }

    fn table_grow_failed(&mut self, error: &TableError) -> Result<(), LimiterError> {
        self.is_out_of_memory |= matches!(error, TableError::OutOfSystemMemory);
        Ok(())
    }

    fn instances(&self) -> usize {
        1
    }

    /// How many there may be, `EnforcedLimits::strict` says.
    fn tables(&self) -> usize {
        usize::MAX
    }

    fn memories(&self) -> usize {
        1
    }
}

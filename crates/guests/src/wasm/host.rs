//! The surroundings of an instance: the interpreter's settings, what instructions cost, and bout's own three functions.

use std::fmt;

use wasmi::errors::{HostError, MemoryError, TableError};
use wasmi::{
    Caller, CompilationMode, Config, CustomFuelCosts, EnforcedLimits, Engine, Error, Linker, OperatorCost,
    ResourceLimiter, TrapCode,
};
use wasmi_core::LimiterError;

use super::checker::MAX_TABLE_ELEMENTS;

/// Everything besides the module that answers may depend on: the version of the interpreter, and the number of the settings
/// below. The workspace's manifest pins the version. The number goes up with every change here that a bot could notice.
pub const VERSION: &str = "wasmi 2.0.0, settings 3";

/// How much fuel a bot has for each millisecond of `move_time_ms`. Most instructions cost one unit. Where this was chosen, the
/// interpreter took 1.4 to 3.6 ns for a unit, so a millisecond's fuel lasts about a millisecond.
pub const FUEL_PER_MS: u64 = 400_000;

/// How many bytes are zeroed, filled or copied for one unit. This many bytes of fresh memory take 3 ns at worst.
pub(super) const BYTES_PER_UNIT: u32 = 16;
/// What `rand`, `srand` and `abort` cost beyond the call itself.
const HOST_CALL: u64 = 30;
/// About how many bytes the interpreter itself uses for a call in progress: this decides how many calls a stack has room for.
const BYTES_PER_CALL: usize = 64;

/// The engine of one bot. Each bot has its own, so that its translated code is dropped with it, and so that bots on many
/// threads never wait for each other. `most_locals` is the largest number of variables in a function of its module.
pub(super) fn engine(stack_mib: u64, limits: EnforcedLimits, most_locals: u64) -> Engine {
    let stack = usize::try_from(stack_mib << 20).unwrap_or(usize::MAX);
    let mut config = Config::default();
    config
        .consume_fuel(true)
        // If code were translated later, the first move that needs it would pay for it.
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

/// What a load or a store costs. A load whose address came from the previous load took 1 to 9 units' time where loads ranged
/// over 1 MiB of memory, and up to 80 where they ranged over 64 MiB and the machine was busy; most loads are near. Stores to
/// distant places take as long.
const ACCESS: u8 = 8;

/// What a call costs, besides the variables of the called function.
const CALL: u8 = 8;
/// How many variables a call zeroes for one unit. A thousand variables took 58 ns, the time of 24 units.
const LOCALS_PER_UNIT: u64 = 40;

/// Every instruction costs one unit, except those that take, or may take, much longer. A price does not know which function is
/// called: every call of a module costs as much as a call of its function with the most variables.
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

/// The functions that a module may import from `env`, by name.
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

/// Deducts the cost of one of bout's own functions from the fuel.
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

/// What bout keeps for one instance.
#[derive(Debug)]
pub(super) struct Host {
    rand_state: u64,
    memory_bytes: u64,
    pub(super) table_elements: usize,
    /// Whether this machine had no memory left when the bot was entitled to some. What the bot does after that does not count
    /// as an answer.
    pub(super) is_out_of_memory: bool,
}

impl Host {
    pub(super) fn new(rand_seed: u64, memory_bytes: u64) -> Self {
        Self { rand_state: rand_seed, memory_bytes, table_elements: 0, is_out_of_memory: false }
    }

    /// The current state of `rand`: its seed, if `rand` has not been called.
    pub(super) fn rand_state(&self) -> u64 {
        self.rand_state
    }

    /// The upper 31 bits of the next number of `SplitMix64`, as for bots in C.
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

    /// The limit applies to all tables together.
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

    /// `EnforcedLimits::strict` limits how many there may be.
    fn tables(&self) -> usize {
        usize::MAX
    }

    fn memories(&self) -> usize {
        1
    }
}

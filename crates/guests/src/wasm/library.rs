//! What a module that bout made from a source in C may import beyond the three functions of every module: the functions of
//! `math.h` that come from the crate libm, and the seed of `rand`. The rest of its C library is in the module.
//!
//! Bots that are machine code have the same functions from `runtime/math.rs`, so that the results are the same bit for bit.

use wasmi::errors::LinkerError;
use wasmi::{Caller, Engine, Error, Extern, Linker, TrapCode};

use super::host::{Host, charge, linker};

/// What a function costs beyond the call itself, in fuel.
pub const MATH_FUEL: u64 = 150;
/// What a function that takes a remainder or computes `fma` costs beyond the call, in fuel.
pub const REMAINDER_FUEL: u64 = 3000;
/// What each step of `jn` and `yn` costs in addition. There are as many steps as the order of the function.
pub const ORDER_FUEL: u64 = 20;

/// Their names.
#[rustfmt::skip]
pub(crate) const LIBRARY_IMPORTS: &[&str] = &[
    "bout_rand_seed", "abort", "fabs", "fabsf", "copysign", "copysignf",
    "sin", "sinf", "cos", "cosf", "tan", "tanf", "asin", "asinf", "acos", "acosf",
    "atan", "atanf", "atan2", "atan2f", "sincos", "sincosf", "sinh", "sinhf", "cosh", "coshf",
    "tanh", "tanhf", "asinh", "asinhf", "acosh", "acoshf", "atanh", "atanhf", "exp", "expf",
    "exp2", "exp2f", "exp10", "exp10f", "expm1", "expm1f", "log", "logf", "log2", "log2f",
    "log10", "log10f", "log1p", "log1pf", "pow", "powf", "cbrt", "cbrtf", "hypot", "hypotf",
    "erf", "erff", "erfc", "erfcf", "tgamma", "tgammaf", "lgamma_r", "lgammaf_r", "j0", "j0f",
    "j1", "j1f", "jn", "jnf", "y0", "y0f", "y1", "y1f", "yn", "ynf",
    "ceil", "ceilf", "floor", "floorf", "trunc", "truncf", "round", "roundf", "rint", "rintf",
    "modf", "modff", "nextafter", "nextafterf", "scalbn", "scalbnf", "frexp", "frexpf", "fmod", "fmodf",
    "remainder", "remainderf", "remquo", "remquof", "fma", "fmaf",
];

/// A result of arithmetic.
trait Computed {
    /// The number itself, or the only NaN that a result may be.
    fn settled(self) -> Self;
}

impl Computed for f64 {
    fn settled(self) -> Self {
        if self.is_nan() { Self::from_bits(0x7ff8_0000_0000_0000) } else { self }
    }
}

impl Computed for f32 {
    fn settled(self) -> Self {
        if self.is_nan() { Self::from_bits(0x7fc0_0000) } else { self }
    }
}

/// `acosh`, with a NaN where there is no result: libm may return any number there.
fn acosh(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}

fn acoshf(x: f32) -> f32 {
    if x < 1.0 { f32::NAN } else { libm::acoshf(x) }
}

/// Writes one of a function's results into the module's memory.
fn write(caller: &mut Caller<'_, Host>, address: u32, bytes: &[u8]) -> Result<(), Error> {
    let memory = caller.get_export("memory").and_then(Extern::into_memory);
    let memory = memory.ok_or_else(|| Error::new("it has no memory"))?;
    let written = memory.write(caller, address as usize, bytes);
    written.map_err(|_| TrapCode::MemoryOutOfBounds.into())
}

/// Defines functions by name, for `double` and for `float`, with their cost.
macro_rules! provide {
    ($linker:ident, $fuel:expr; $($double:ident $single:ident $arguments:tt)*) => {
        $(
            provide!(@ $linker, $fuel; $double f64 $arguments);
            provide!(@ $linker, $fuel; $single f32 $arguments);
        )*
    };
    (@ $linker:ident, $fuel:expr; $name:ident $number:ident (x)) => {
        $linker.func_wrap("env", stringify!($name), |mut host: Caller<'_, Host>, x: $number| -> Result<$number, Error> {
            charge(&mut host, $fuel)?;
            Ok($name(x).settled())
        })?;
    };
    (@ $linker:ident, $fuel:expr; $name:ident $number:ident (x, y)) => {
        $linker.func_wrap("env", stringify!($name), |mut host: Caller<'_, Host>, x: $number, y: $number| -> Result<$number, Error> {
            charge(&mut host, $fuel)?;
            Ok($name(x, y).settled())
        })?;
    };
    (@ $linker:ident, $fuel:expr; $name:ident $number:ident (x, y, z)) => {
        $linker.func_wrap("env", stringify!($name), |mut host: Caller<'_, Host>, x: $number, y: $number, z: $number| -> Result<$number, Error> {
            charge(&mut host, $fuel)?;
            Ok($name(x, y, z).settled())
        })?;
    };
    (@ $linker:ident, $fuel:expr; $name:ident $number:ident (x, n)) => {
        $linker.func_wrap("env", stringify!($name), |mut host: Caller<'_, Host>, x: $number, n: i32| -> Result<$number, Error> {
            charge(&mut host, $fuel)?;
            Ok($name(x, n).settled())
        })?;
    };
    (@ $linker:ident, $fuel:expr; $name:ident $number:ident (n, x)) => {
        $linker.func_wrap("env", stringify!($name), |mut host: Caller<'_, Host>, n: i32, x: $number| -> Result<$number, Error> {
            charge(&mut host, $fuel + u64::from(n.unsigned_abs()) * ORDER_FUEL)?;
            Ok($name(n, x).settled())
        })?;
    };
    // With a second result, a whole number.
    (@ $linker:ident, $fuel:expr; $name:ident $number:ident (x, &n)) => {
        $linker.func_wrap("env", stringify!($name), |mut host: Caller<'_, Host>, x: $number, second: u32| -> Result<$number, Error> {
            charge(&mut host, $fuel)?;
            let (result, other) = $name(x);
            write(&mut host, second, &other.to_le_bytes())?;
            Ok(result.settled())
        })?;
    };
    (@ $linker:ident, $fuel:expr; $name:ident $number:ident (x, y, &n)) => {
        $linker.func_wrap("env", stringify!($name), |mut host: Caller<'_, Host>, x: $number, y: $number, second: u32| -> Result<$number, Error> {
            charge(&mut host, $fuel)?;
            let (result, other) = $name(x, y);
            write(&mut host, second, &other.to_le_bytes())?;
            Ok(result.settled())
        })?;
    };
    // With a second result of the same type.
    (@ $linker:ident, $fuel:expr; $name:ident $number:ident (x, &x)) => {
        $linker.func_wrap("env", stringify!($name), |mut host: Caller<'_, Host>, x: $number, second: u32| -> Result<$number, Error> {
            charge(&mut host, $fuel)?;
            let (result, other) = $name(x);
            write(&mut host, second, &other.settled().to_le_bytes())?;
            Ok(result.settled())
        })?;
    };
    // With two results, both by pointers.
    (@ $linker:ident, $fuel:expr; $name:ident $number:ident (x, &x, &x)) => {
        $linker.func_wrap("env", stringify!($name), |mut host: Caller<'_, Host>, x: $number, first: u32, second: u32| -> Result<(), Error> {
            charge(&mut host, $fuel)?;
            let (one, other) = $name(x);
            write(&mut host, first, &one.settled().to_le_bytes())?;
            write(&mut host, second, &other.settled().to_le_bytes())
        })?;
    };
}

/// The functions that a module may import if bout made it from a source in C.
pub(super) fn library_linker(engine: &Engine) -> Linker<Host> {
    let mut linker = linker(engine);
    provide_all(&mut linker).expect("all names are different");
    linker
}

fn provide_all(linker: &mut Linker<Host>) -> Result<(), LinkerError> {
    use self::{acosh, acoshf};
    #[allow(clippy::wildcard_imports, reason = "nearly all of them")]
    use libm::*;
    linker.func_wrap("env", "bout_rand_seed", |host: Caller<'_, Host>| host.data().rand_state())?;
    // These change only the sign, even that of a NaN.
    linker.func_wrap("env", "fabs", |_: Caller<'_, Host>, x: f64| fabs(x))?;
    linker.func_wrap("env", "fabsf", |_: Caller<'_, Host>, x: f32| fabsf(x))?;
    linker.func_wrap("env", "copysign", |_: Caller<'_, Host>, x: f64, y: f64| copysign(x, y))?;
    linker.func_wrap("env", "copysignf", |_: Caller<'_, Host>, x: f32, y: f32| copysignf(x, y))?;
    provide! { linker, MATH_FUEL;
        sin sinf (x)
        cos cosf (x)
        tan tanf (x)
        asin asinf (x)
        acos acosf (x)
        atan atanf (x)
        atan2 atan2f (x, y)
        sincos sincosf (x, &x, &x)

        sinh sinhf (x)
        cosh coshf (x)
        tanh tanhf (x)
        asinh asinhf (x)
        acosh acoshf (x)
        atanh atanhf (x)

        exp expf (x)
        exp2 exp2f (x)
        exp10 exp10f (x)
        expm1 expm1f (x)
        log logf (x)
        log2 log2f (x)
        log10 log10f (x)
        log1p log1pf (x)
        pow powf (x, y)
        cbrt cbrtf (x)
        hypot hypotf (x, y)

        erf erff (x)
        erfc erfcf (x)
        tgamma tgammaf (x)
        lgamma_r lgammaf_r (x, &n)
        j0 j0f (x)
        j1 j1f (x)
        jn jnf (n, x)
        y0 y0f (x)
        y1 y1f (x)
        yn ynf (n, x)

        ceil ceilf (x)
        floor floorf (x)
        trunc truncf (x)
        round roundf (x)
        rint rintf (x)
        modf modff (x, &x)
        nextafter nextafterf (x, y)
        scalbn scalbnf (x, n)
        frexp frexpf (x, &n)
    }
    provide! { linker, REMAINDER_FUEL;
        fmod fmodf (x, y)
        remainder remainderf (x, y)
        remquo remquof (x, y, &n)
        fma fmaf (x, y, z)
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Bots that are machine code have them from `runtime/math.rs`.
    #[test]
    fn they_are_the_functions_that_machine_code_has() {
        let native = include_str!("../../runtime/math.rs");
        let words = native.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let words: BTreeSet<&str> = words.collect();
        let ours = LIBRARY_IMPORTS.iter().filter(|name| !["bout_rand_seed", "abort"].contains(name));
        let missing: Vec<_> = ours.filter(|name| !words.contains(*name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

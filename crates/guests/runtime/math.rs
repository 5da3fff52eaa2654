//! Functions of `math.h` for `double` and `float` with C names. They are those of the crate libm, compiled without any
//! choice by processor. Functions that libm lacks are in `library/`.
//!
//! Every result that is not a number is the same NaN, because by the rules of Rust the compiler may choose which NaN
//! arithmetic gives. `fabs` and `copysign` change only the sign.

#![no_std]

use core::ffi::c_int;

/// A result of arithmetic.
trait Computed {
    /// The number, or the only NaN that a result may be.
    fn settled(self) -> Self;
}

impl Computed for f64 {
    #[inline(always)]
    fn settled(self) -> Self {
        if self.is_nan() { Self::from_bits(0x7ff8_0000_0000_0000) } else { self }
    }
}

impl Computed for f32 {
    #[inline(always)]
    fn settled(self) -> Self {
        if self.is_nan() { Self::from_bits(0x7fc0_0000) } else { self }
    }
}

/// Exports functions under their libm names, for `double` and for `float`.
macro_rules! export {
    ($($double:ident $single:ident $arguments:tt)*) => {
        $(
            export!(@ $double f64 $arguments);
            export!(@ $single f32 $arguments);
        )*
    };
    (@ $name:ident $number:ident (x)) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(x: $number) -> $number {
            libm::$name(x).settled()
        }
    };
    (@ $name:ident $number:ident (x, y)) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(x: $number, y: $number) -> $number {
            libm::$name(x, y).settled()
        }
    };
    (@ $name:ident $number:ident (x, y, z)) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(x: $number, y: $number, z: $number) -> $number {
            libm::$name(x, y, z).settled()
        }
    };
    (@ $name:ident $number:ident (x, n)) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(x: $number, n: c_int) -> $number {
            libm::$name(x, n).settled()
        }
    };
    (@ $name:ident $number:ident (n, x)) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(n: c_int, x: $number) -> $number {
            libm::$name(n, x).settled()
        }
    };
    // A function with a second result.
    (@ $name:ident $number:ident (x, &$second:ident)) => {
        /// # Safety
        /// The pointer must point to memory where such a number can be written.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(x: $number, second: *mut export!($second)) -> $number {
            let (result, other) = libm::$name(x);
            // SAFETY: the caller's promise.
            unsafe { second.write(other) };
            result.settled()
        }
    };
    (int) => { c_int };
}

export! {
    sin sinf (x)
    cos cosf (x)
    tan tanf (x)
    asin asinf (x)
    acos acosf (x)
    atan atanf (x)
    atan2 atan2f (x, y)

    sinh sinhf (x)
    cosh coshf (x)
    tanh tanhf (x)
    asinh asinhf (x)
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
    lgamma_r lgammaf_r (x, &int)
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

    fmod fmodf (x, y)
    remainder remainderf (x, y)
    fma fmaf (x, y, z)
    nextafter nextafterf (x, y)

    scalbn scalbnf (x, n)
    frexp frexpf (x, &int)
}

/// Exports functions that have no result below 1, where libm's result may be any number.
macro_rules! export_from_one {
    ($($name:ident $number:ident)*) => {
        $(
            #[unsafe(no_mangle)]
            pub extern "C" fn $name(x: $number) -> $number {
                let result = if x < 1.0 { $number::NAN } else { libm::$name(x) };
                result.settled()
            }
        )*
    };
}

export_from_one! {
    acosh f64
    acoshf f32
}

/// Exports functions that change only the sign, also of a NaN.
macro_rules! export_signs {
    ($($number:ident $absolute:ident $signed:ident)*) => {
        $(
            #[unsafe(no_mangle)]
            pub extern "C" fn $absolute(x: $number) -> $number {
                libm::$absolute(x)
            }

            #[unsafe(no_mangle)]
            pub extern "C" fn $signed(x: $number, sign: $number) -> $number {
                libm::$signed(x, sign)
            }
        )*
    };
}

export_signs! {
    f64 fabs copysign
    f32 fabsf copysignf
}

/// Exports functions that have two numbers as results.
macro_rules! export_pairs {
    ($($number:ident $circular:ident $split:ident $quotient:ident)*) => {
        $(
            /// # Safety
            /// The pointers must point to memory where a number can be written.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $circular(x: $number, sine: *mut $number, cosine: *mut $number) {
                let (s, c) = libm::$circular(x);
                // SAFETY: the caller's promise.
                unsafe {
                    sine.write(s.settled());
                    cosine.write(c.settled());
                }
            }

            /// # Safety
            /// The pointer must point to memory where a number can be written.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $split(x: $number, whole: *mut $number) -> $number {
                let (fraction, rest) = libm::$split(x);
                // SAFETY: the caller's promise.
                unsafe { whole.write(rest.settled()) };
                fraction.settled()
            }

            /// # Safety
            /// The pointer must point to memory where a whole number can be written.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $quotient(x: $number, y: $number, quotient: *mut c_int) -> $number {
                let (rest, bits) = libm::$quotient(x, y);
                // SAFETY: the caller's promise.
                unsafe { quotient.write(bits) };
                rest.settled()
            }
        )*
    };
}

export_pairs! {
    f64 sincos modf remquo
    f32 sincosf modff remquof
}

unsafe extern "C" {
    safe fn bout_abort() -> !;
}

/// No code above panics, but the compiler may not be able to see that.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    bout_abort()
}

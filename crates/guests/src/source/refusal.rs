//! Why a compiled bot is refused, in words that do not depend on the target of the compilation.

/// Why a bot is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The ruling.
    pub(crate) code: &'static str,
    /// The symbol that it is about, as the source spells it, to find its line.
    pub(crate) symbol: Option<String>,
    /// What is wrong.
    pub(crate) message: String,
    /// What to do.
    pub(crate) help: String,
}

pub(crate) fn refusal(code: &'static str, symbol: &str, message: String, help: &str) -> Refusal {
    let symbol = (!symbol.is_empty()).then(|| in_source(symbol).to_owned());
    Refusal { code, symbol, message, help: help.into() }
}

/// A symbol's name as the source spells it: without the compiler's suffix for variables inside functions and for parts of
/// functions.
pub(crate) fn in_source(symbol: &str) -> &str {
    symbol.split('.').next().unwrap_or(symbol)
}

pub(crate) const WRITABLE_HELP: &str =
    "a bot keeps nothing between its calls: make it `const`, or a variable inside the function";

pub(crate) fn writable_variable(name: &str) -> Refusal {
    let message = format!("`{}` is a writable variable that outlives a call", in_source(name));
    refusal("S10", name, message, WRITABLE_HELP)
}

/// A name that a bot needs but may not use (S11).
pub(crate) fn refused_name(name: &str) -> Refusal {
    if let Some(instead) = instead_of_long(name) {
        let message = format!(
            "`{name}` works on long double, for which bout's library has only what is exact or correctly rounded"
        );
        return refusal("S11", name, message, &format!("use `{instead}`"));
    }
    refusal("S11", name, format!("`{name}` is not among what a bot may use"), help_for(name))
}

/// The function on `double` to use instead of one on `long double` whose results would not be the same everywhere.
fn instead_of_long(name: &str) -> Option<&'static str> {
    const ON_DOUBLE: [&str; 32] = [
        "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "erf", "erfc",
        "exp", "exp10", "exp2", "expm1", "fma", "gamma", "hypot", "lgamma", "log", "log10", "log1p", "log2",
        "pow", "pow10", "sin", "sincos", "sinh", "tan", "tanh", "tgamma",
    ];
    if name == "strtold" {
        return Some("strtod");
    }
    if name == "lgammal_r" {
        return Some("lgamma_r");
    }
    let on_double = name.strip_suffix('l')?;
    ON_DOUBLE.into_iter().find(|function| *function == on_double)
}

/// Advice on replacing functions that players like to use.
fn help_for(name: &str) -> &'static str {
    match name {
        "time" | "clock" | "clock_gettime" | "gettimeofday" | "getpid" => {
            "there is no clock, and none is needed: `rand` starts every call from a seed that the match's seed, the player \
             and the turn give, so `srand(time(NULL))` can simply go"
        }
        "printf" | "puts" | "putchar" | "fprintf" | "fputs" | "fputc" | "fwrite" | "stderr" | "stdout"
        | "fflush" | "vprintf" | "vfprintf" | "perror" | "putc" => {
            "a bot in a match prints nothing; put it between `#ifdef BOUT_ASK` and `#endif`, and `bout ask` shows it"
        }
        "sprintf" | "snprintf" | "sscanf" | "__isoc99_sscanf" | "__isoc23_sscanf" | "vsnprintf" => {
            "nothing of stdio.h can be used; strtol, strtod and the functions of string.h can"
        }
        "exit" | "_exit" | "_Exit" | "quick_exit" | "atexit" => "a bot ends by returning from `bot`",
        "random" | "srandom" | "drand48" | "lrand48" | "rand_r" | "arc4random" | "getrandom" => "use `rand`",
        "__tls_get_addr" => "a bot keeps nothing between its calls",
        _ => {
            "the manual's page on Snakes lists what can be used of the C library (S11); nothing of the system can"
        }
    }
}

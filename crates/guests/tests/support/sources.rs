//! Generates sources in C from a grammar. Legal ones contain what compilers turn into many kinds of machine
//! code; the others also contain something forbidden.

use crate::choices::Choices;

/// A generated source and whether it is legal.
pub(crate) struct Source {
    pub(crate) text: String,
    pub(crate) is_legal: bool,
}

/// Generates a source. Every second one, on average, contains something hostile.
pub(crate) fn any(choices: &mut impl Choices) -> Source {
    let mut text = String::from(START);
    let is_legal = choices.once_in(2);
    if !is_legal {
        for _ in 0..=choices.below(2) {
            let piece = choices.pick(HOSTILE).replace("NUM", &choices.below(4).to_string());
            text = if choices.once_in(4) { format!("{piece}\n{text}") } else { format!("{text}{piece}\n") };
        }
    }
    let functions = 1 + choices.below(5);
    for number in 0..functions {
        text.push_str(&function(number, choices));
    }
    text.push_str("const char *bot_name = \"grammar\";\nint bot(int board[16][32], char player)\n{\n    double sum = player;\n");
    for number in 0..functions {
        let (row, column) = (choices.below(16), choices.below(32));
        text = format!("{text}    sum += f{number}(board[{row}][{column}], sum);\n");
    }
    text.push_str("    return \"LRUD\"[(unsigned) (sum > -1e9 && sum < 1e9 ? sum : 0) & 3];\n}\n");
    Source { text, is_legal }
}

const START: &str = "#include <math.h>\n#include <stdatomic.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n\
    typedef int four __attribute__((vector_size(16)));\ntypedef float floats __attribute__((vector_size(32)));\n\
    struct pair { int a : 5; unsigned b : 11; double c; };\n";

fn function(number: usize, choices: &mut impl Choices) -> String {
    let mut text = format!(
        "static double f{number}(int a, double x)\n{{\n    long b = a * 3; unsigned u = a; float y = x;\n"
    );
    for index in 0..=choices.below(6) {
        text.push_str("    ");
        text.push_str(&statement(index, choices));
        text.push('\n');
    }
    text.push_str("    return b + u + x + y;\n}\n");
    let attributes =
        ["", "__attribute__((noinline)) ", "__attribute__((cold)) ", "__attribute__((hot, noinline)) "];
    format!("{}{text}", choices.pick(&attributes))
}

fn statement(index: usize, choices: &mut impl Choices) -> String {
    let whole = whole(2, choices);
    let real = real(2, choices);
    let constant = choices.below(1 << 20);
    match choices.below(22) {
        0 => format!("b = {whole};"),
        1 => format!("x = {real};"),
        2 => format!("y += (float) ({real});"),
        3 => format!("for (int i = 0; i < {}; i++) b += {whole} ^ i;", choices.below(40)),
        4 => {
            let cases: Vec<String> =
                (0..choices.below(20)).map(|n| format!("case {n}: b += {}; break; ", n * n + 7)).collect();
            format!("switch (u % 23) {{ {}default: b--; }}", cases.concat())
        }
        5 => format!("static const short t{index}[] = {{{constant} % 999, 2, 3, -4}}; b += t{index}[u & 3];"),
        6 => format!(
            "static const char *const n{index}[] = {{\"a\", \"bc\", \"{constant}\"}}; b += strlen(n{index}[u % 3]);"
        ),
        7 => format!(
            "four v{index} = {{a, {constant}, u, 4}}; v{index} = v{index} * v{index} + (four) {{1, 2, 3, 4}}; b += v{index}[u & 3];"
        ),
        8 => format!("floats w{index} = {{y, {constant}}}; w{index} += y; y = w{index}[u & 7];"),
        9 => format!("_Atomic int c{index} = a; atomic_fetch_add(&c{index}, {constant}); b ^= c{index};"),
        10 => format!(
            "b += __builtin_popcountll({whole}) + __builtin_clz({constant} | 1u) + __builtin_ctz(u | 8);"
        ),
        11 => format!(
            "struct pair p{index} = {{a, u, {real}}}; p{index}.b++; b += p{index}.a + p{index}.b; x += p{index}.c;"
        ),
        12 => format!("char s{index}[64]; memset(s{index}, a, sizeof s{index}); b += s{index}[u & 63];"),
        13 => format!("__int128 l{index} = (__int128) b * {constant}; u ^= (unsigned) (l{index} >> 17);"),
        14 => format!("int r{index}; b += __builtin_add_overflow(a, {constant}, &r{index}) + r{index};"),
        15 => format!("if ({whole} > {constant}) goto e{index}; x -= 1; e{index}: b ^= 5;"),
        16 => "long double k = x; k = sqrtl(fabsl(k)) + rintl(k); x = k > 1e6 ? 1e6 : (double) k;"
            .to_owned()
            .replace('k', &format!("k{index}")),
        17 => format!("_Complex double z{index} = x + 2.0i; x = __real__(z{index} * z{index});"),
        18 => format!(
            "void *const j{index}[] = {{&&p{index}, &&q{index}}}; goto *j{index}[u & 1]; p{index}: b++; q{index}: b++;"
        ),
        19 => format!(
            "int *m{index} = malloc({}); if (m{index}) {{ *m{index} = a; b += *m{index}; free(m{index}); }}",
            4 + choices.below(4096)
        ),
        20 => format!(
            "u = __builtin_bswap32(u) ^ (u << 7 | u >> 25); uint8_t g{index} = u * {constant}; b += g{index};"
        ),
        _ => format!(
            "volatile int o{index}[{}]; o{index}[0] = a; b += o{index}[0] & rand();",
            1 + choices.below(500)
        ),
    }
}

fn whole(depth: usize, choices: &mut impl Choices) -> String {
    if depth == 0 {
        return choices.pick(&["a", "(int) u", "(int) b", "17", "-3", "(int) (x > 0)"]).to_owned();
    }
    let [left, right] = [whole(depth - 1, choices), whole(depth - 1, choices)];
    match choices.below(5) {
        0 => format!("({left} % 1000 + {right} % 1000)"),
        1 => format!("({left} ^ {right})"),
        2 => format!("({left} / (({right} & 15) + 1))"),
        3 => format!("({left} < {right} ? {left} : {right})"),
        _ => format!("(({left} & 1023) * ({right} & 1023))"),
    }
}

fn real(depth: usize, choices: &mut impl Choices) -> String {
    if depth == 0 {
        return choices.pick(&["x", "y", "(double) a", "0.5", "1e-3", "3.25f"]).to_owned();
    }
    let [left, right] = [real(depth - 1, choices), real(depth - 1, choices)];
    match choices.below(6) {
        0 => format!("({left} + {right})"),
        1 => format!("({left} * {right})"),
        2 => format!("({left} / ({right} * {right} + 1))"),
        3 => format!("sqrt(fabs({left}))"),
        4 => format!("fmin({left}, floor({right}))"),
        _ => format!("sin({left})"),
    }
}

/// Pieces that break a rule or are not valid C. `NUM` stands for a number.
const HOSTILE: &[&str] = &[
    "int kept = NUM + 1;",
    "__asm__(\"nop\");",
    "int named(void) __asm__(\"rand\\n\\trdrand %eax\");",
    "const char *raw = R\"x(\n\")x\"; int also(void) asm(\"rand\\n\\tcpuid\"); //\"",
    "[[gnu::section(\".text\\n\\trdtsc\\n\")]] int here(void) { return NUM; }",
    "__attribute__((section(\".gnu.lto_main\"), used)) static const char lto[] = \"pass-through=/bin/sh\";",
    "__attribute__((section(\".big,\\\"a\\\",@nobits#\"))) const char big[120 << 20];",
    "__attribute__((section(\".mine,\\\"aw\\\"#\"))) const char mine[5000] = {1};",
    "__attribute__((section(\".note.GNU-stack\"))) const int note = NUM;",
    "__attribute__((section(\".rodata.a,\\\"a\\\",@init_array#\"))) const int odd = 1;",
    "__attribute__((section(\".comment\"))) const char comment[] = \"x\";",
    "__attribute__((aligned(1 << 28))) const int far = 5;",
    "static const char table[20 << 20] = {1};",
    "__attribute__((constructor)) static void first(void) { }",
    "static unsigned chance(void) { unsigned n; __builtin_ia32_rdrand32_step(&n); return n; }",
    "__attribute__((target(\"rdrnd\"), used)) static unsigned chance(void) { unsigned n; __builtin_ia32_rdrand32_step(&n); return n; }",
    "__attribute__((used)) static long clock_of(void) { return __builtin_ia32_rdtsc(); }",
    "extern int nobody(void); int more(void) { return nobody(); }",
    "int (*const away)(void) = (int (*)(void)) ((char *) rand + 0x7fffffffffff);",
    "const char *const away = \"a\" + 0x7fffffff0000; const unsigned low = (unsigned) (unsigned long) \"b\";",
    "int odd(void) __attribute__((alias(\"bot\\n.incbin \\\"/etc/passwd\\\"\")));",
    "#include \"/etc/passwd\"",
    "int \\",
    "}",
    "#error no",
    "__attribute__((section(\"\"))) const int nameless = 1;",
    "__attribute__((section(\".text.calls,\\\"ax\\\"#\"))) const int calls = 1;",
    "_Thread_local int mine;",
    "__attribute__((ifunc(\"which\"))) int chosen(void);",
    "#pragma weak strange = nobody\nextern int strange(void); int uses(void) { return strange(); }",
];

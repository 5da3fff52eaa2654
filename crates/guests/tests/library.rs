//! Tests the C library of the runtime image. The programs in `runtime/tests` run on the image that bots are
//! linked against. Their own start code (`start.c`) maps the image to its address, without the resident.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use guests::GuestError;
use object::elf::{FileHeader64, PF_R, PF_W, PF_X, PT_LOAD};
use object::read::elf::{FileHeader, ProgramHeader};
use object::{LittleEndian, Object, ObjectSymbol};
use tempfile::TempDir;

const IMAGE: &str = concat!(env!("OUT_DIR"), "/runtime.elf");
const RUNTIME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/runtime");
const EXPORTS: &str = include_str!("../runtime/exports.txt");
/// The output of `points.c` with the image of this repository, compiled by gcc 12 and rustc 1.95 with the
/// flags in `build.rs` and `build/math.rs`. It did not change when the library's C was compiled with -O0,
/// -O1, -O3, -Os or -march=haswell. Run `points <image> hashes` to renew it, but only if the results that
/// bots compute may change.
const HASHES: &str = include_str!("../runtime/tests/points.hashes");

/// The flags that bots are compiled with.
const FLAGS: &[&str] = &[
    "-std=gnu11",
    "-march=x86-64",
    "-mtune=generic",
    "-mcmodel=small",
    "-fno-pic",
    "-fno-pie",
    "-ffp-contract=off",
    "-fno-common",
    "-fno-stack-protector",
    "-fcf-protection=none",
    "-fno-asynchronous-unwind-tables",
    "-fno-unwind-tables",
    "-U_FORTIFY_SOURCE",
];

/// Whether an image was built. Builds without one leave an empty file, and there is nothing to test.
fn is_built() -> bool {
    fs::metadata(IMAGE).is_ok_and(|image| image.len() > 0)
}

fn source(name: &str) -> PathBuf {
    Path::new(RUNTIME).join("tests").join(name).with_extension("c")
}

#[track_caller]
fn gcc(arguments: &[&str], sources: &[PathBuf], more: &[&str], made: &Path) {
    let run = Command::new("gcc")
        .args(FLAGS)
        .args(["-Wall", "-Wextra", "-I", RUNTIME])
        .args(arguments)
        .args(sources)
        .args(more)
        .arg("-o")
        .arg(made)
        .output()
        .expect("gcc is installed");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// A compiled test program in its temporary folder.
struct Program {
    folder: TempDir,
    on_image: bool,
}

impl Program {
    /// Compiles the program for the image.
    #[track_caller]
    fn new(name: &str, flags: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let image = format!("-Wl,--just-symbols={IMAGE}");
        let flags = [&["-O1", "-static", "-nostdlib", "-no-pie", "-DIMAGE"], flags].concat();
        gcc(&flags, &[source(name), source("start")], &[&image], &folder.path().join("test"));
        Self { folder, on_image: true }
    }

    /// Compiles the program for the system's C library.
    #[track_caller]
    fn on_system(name: &str) -> Self {
        let folder = TempDir::new().unwrap();
        gcc(&["-O1", "-no-pie", "-fno-builtin"], &[source(name)], &["-lm"], &folder.path().join("test"));
        Self { folder, on_image: false }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(self.folder.path().join("test"));
        if self.on_image {
            command.arg(IMAGE);
        }
        command.args(arguments).output().unwrap()
    }

    /// Runs the program, which must succeed, and returns its output.
    #[track_caller]
    fn says(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments);
        let said = String::from_utf8_lossy(&run.stdout).into_owned();
        let start = said.lines().take(20).collect::<Vec<_>>().join("\n");
        assert!(run.status.success(), "{}\n{start}", run.status);
        said
    }
}

/// Runs a program that checks the results itself and prints only failures.
#[track_caller]
fn sound(name: &str, flags: &[&str]) {
    if is_built() {
        assert_eq!(Program::new(name, flags).says(&[]), "");
    }
}

#[test]
fn memory_is_given_out_and_taken_back() {
    sound("heap", &["-fno-builtin"]);
}

#[test]
fn sorting_and_searching() {
    sound("sort", &["-fno-builtin"]);
}

#[test]
fn strings_are_as_naive_loops_have_them() {
    sound("strings", &["-fno-builtin"]);
}

#[test]
fn strings_are_so_too_with_what_the_compiler_knows() {
    sound("strings", &["-O2"]);
}

#[test]
fn rand_is_as_in_the_manual() {
    sound("random", &[]);
}

#[test]
fn helpers_of_the_compiler_compute() {
    sound("helpers", &[]);
}

#[test]
fn math_is_exact_where_it_can_be() {
    sound("math", &["-fno-builtin"]);
}

#[test]
fn characters_are_those_of_the_c_locale() {
    if is_built() {
        let image = Program::new("characters", &["-fno-builtin"]).says(&[]);
        assert_eq!(image, Program::on_system("characters").says(&[]));
    }
}

#[test]
fn versions_are_compared_as_the_system_compares_them() {
    if is_built() {
        let image = Program::new("versions", &["-fno-builtin"]).says(&[]);
        assert_eq!(image.len(), 101_000);
        assert_eq!(image, Program::on_system("versions").says(&[]));
    }
}

#[test]
fn numbers_are_read_as_the_system_reads_them() {
    if is_built() {
        let image = Program::new("numbers", &["-fno-builtin"]).says(&[]);
        let system = Program::on_system("numbers").says(&[]);
        assert_eq!(image.lines().count(), 20_000);
        for (image, system) in image.lines().zip(system.lines()) {
            assert_eq!(image, system);
        }
    }
}

#[test]
fn a_bot_that_goes_wrong_ends_as_by_abort() {
    if !is_built() {
        return;
    }
    let program = Program::new("ends", &[]);
    let ways = [
        "abort",
        "assert",
        "free twice",
        "free the last twice",
        "free inside",
        "free the unaligned",
        "free the stack",
        "realloc what is free",
    ];
    for way in ways {
        let run = program.run(&[way]);
        assert_eq!((run.status.code(), run.stdout.len(), run.stderr.len()), (Some(134), 0, 0), "{way}");
    }
    program.says(&["well"]);
}

/// The tolerated difference from the system's result, in units in the last place. All other functions must
/// agree exactly.
fn tolerance(function: &str) -> i128 {
    match function {
        "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh" | "asinh"
        | "acosh" | "atanh" | "exp" | "exp2" | "exp10" | "expm1" | "log" | "log2" | "log10" | "log1p"
        | "pow" | "cbrt" | "hypot" | "erf" | "lgamma" | "sincos" => 2,
        "erfc" => 4,
        "tgamma" => 8,
        "j0" | "j1" | "jn" | "y0" | "y1" | "yn" => 16,
        _ => 0,
    }
}

/// The rank of a number among all numbers of its type, so that neighbouring numbers differ by 1.
fn place(bits: &str, kind: &str) -> i128 {
    let part = |digits| i128::from(u64::from_str_radix(digits, 16).unwrap());
    let (sign, magnitude) = match bits.split_once(':') {
        // The leading bit of a long double's fraction follows from its exponent, so it is left out.
        Some((high, low)) => {
            (part(high) >> 15, (part(high) & 0x7fff) << 63 | part(low) & i128::from(i64::MAX))
        }
        None if kind == "float" => (part(bits) >> 31, part(bits) & 0x7fff_ffff),
        None if kind == "double" => (part(bits) >> 63, part(bits) & i128::from(i64::MAX)),
        None => (0, part(bits)),
    };
    if sign == 0 { magnitude } else { -magnitude }
}

#[test]
fn math_is_near_the_systems() {
    if !is_built() {
        return;
    }
    let image = Program::new("points", &["-fno-builtin"]).says(&["values"]);
    let system = Program::on_system("points").says(&["values"]);
    assert_eq!(image.lines().count(), system.lines().count());
    let mut compared = 0;
    for (image, system) in image.lines().zip(system.lines()) {
        let (mut image, mut system) = (image.split(' '), system.split(' '));
        let (function, kind) = (image.next().unwrap(), image.next().unwrap());
        assert_eq!((system.next(), system.next()), (Some(function), Some(kind)));
        for (ours, theirs) in image.zip(system) {
            let distance = place(ours, kind).abs_diff(place(theirs, kind));
            let allowed = tolerance(function).unsigned_abs();
            let differs = ours != theirs && (allowed == 0 || distance > allowed);
            assert!(!differs, "{function} {kind}: {ours}, and by the system {theirs}");
            compared += 1;
        }
    }
    assert!(compared > 48_000, "only {compared} numbers were compared");
}

#[test]
fn math_is_the_same_everywhere() {
    if is_built() {
        let said = Program::new("points", &["-fno-builtin"]).says(&["hashes"]);
        for (line, golden) in said.lines().zip(HASHES.lines()) {
            assert_eq!(line, golden);
        }
        assert_eq!(said.lines().count(), HASHES.lines().count());
    }
}

/// The library must run on every x86-64 processor, and must not depend on which one it is. This looks for
/// instructions that later processors added, and for those that identify the processor. Only `bout_probe`,
/// with which the host tries whether bots can run, may use them. (`tzcnt` is allowed: compilers write it for
/// `bsf`, and old processors execute it as `bsf`.)
#[test]
fn every_x86_64_can_run_the_library() {
    if !is_built() {
        return;
    }
    let listing = Command::new("objdump").args(["-d", "--no-show-raw-insn", IMAGE]).output().unwrap();
    assert!(listing.status.success(), "{}", String::from_utf8_lossy(&listing.stderr));
    let listing = String::from_utf8_lossy(&listing.stdout);
    let functions = listing.split("\n\n").filter(|function| !function.contains("<bout_probe>:"));
    let lines = functions.flat_map(str::lines);
    let instructions = lines.filter_map(|line| line.split('\t').nth(1)).collect::<Vec<_>>();
    assert!(instructions.len() > 10_000, "only {} instructions were read", instructions.len());
    let later = [
        "cpuid",
        "xgetbv",
        "rdtsc",
        "rdtscp",
        "rdrand",
        "rdseed",
        "popcnt",
        "lzcnt",
        "andn",
        "bextr",
        "blsi",
        "blsr",
        "blsmsk",
        "bzhi",
        "mulx",
        "pdep",
        "pext",
        "rorx",
        "sarx",
        "shlx",
        "shrx",
        "adcx",
        "adox",
        "movbe",
        "crc32",
        "cmpxchg16b",
        "fisttp",
        "lddqu",
        "movddup",
        "movshdup",
        "movsldup",
        "addsubpd",
        "addsubps",
        "haddpd",
        "haddps",
        "hsubpd",
        "hsubps",
        "pshufb",
        "palignr",
        "phaddd",
        "pabsd",
        "psignd",
        "pmulld",
        "ptest",
        "roundsd",
        "roundss",
        "roundpd",
        "roundps",
        "pinsrd",
        "pinsrq",
        "pextrd",
        "pextrq",
        "blendvpd",
        "pblendvb",
        "pmovzxbw",
        "pcmpeqq",
        "pcmpgtq",
        "dppd",
        "dpps",
    ];
    for instruction in instructions {
        let name = instruction.split(' ').next().unwrap_or_default();
        let is_later = later.contains(&name) || name.starts_with('v') || instruction.contains("%ymm");
        assert!(!is_later, "{instruction}");
    }
}

/// Functions of long double whose results vary between machines are refused when a bot is checked. The
/// diagnostic names a replacement.
#[test]
fn long_double_is_for_what_is_exact() {
    if !is_built() {
        return;
    }
    let kind = guests::kind("snakes", None).expect("this machine can run bots").expect("Snakes runs bots");
    let names = exports().collect::<BTreeSet<_>>();
    for (name, instead, call) in [
        ("sinl", "sin", "sinl(x)"),
        ("powl", "pow", "powl(x, 3)"),
        ("lgammal_r", "lgamma_r", "lgammal_r(x, &n)"),
        ("strtold", "strtod", "strtold(\"1\", 0) + x"),
    ] {
        assert!(names.contains(instead) && !names.contains(name));
        let source = format!(
            "#define _GNU_SOURCE\n#include <math.h>\n#include <stdlib.h>\nchar *bot_name = \"L\";\n\
             int bot(int board[16][32], char player)\n{{\n    int n = player;\n    \
             volatile long double x = board[0][0] + n;\n    return {call} > 0 ? 'R' : 'L';\n}}\n"
        );
        let Err(GuestError::Refused(reasons)) = kind.examine(source.as_bytes()) else {
            panic!("{name} is not refused");
        };
        let [reason] = reasons.iter().collect::<Vec<_>>()[..] else { panic!("{name}: {reasons:?}") };
        assert_eq!((reason.code, reason.help.as_str()), ("S11", format!("use `{instead}`").as_str()));
        assert!(reason.message.starts_with(&format!("`{name}` works on long double")), "{}", reason.message);
    }
}

fn exports() -> impl Iterator<Item = &'static str> {
    EXPORTS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn the_list_names_every_function_once_and_no_forbidden_one() {
    let names = exports().collect::<BTreeSet<_>>();
    assert_eq!(names.len(), exports().count());
    let forbidden = [
        "printf",
        "puts",
        "putchar",
        "fopen",
        "fread",
        "scanf",
        "sprintf",
        "snprintf",
        "time",
        "clock",
        "nanosleep",
        "getpid",
        "read",
        "write",
        "open",
        "fork",
        "execve",
        "signal",
        "raise",
        "setjmp",
        "_setjmp",
        "longjmp",
        "setlocale",
        "localeconv",
        "pthread_create",
        "exit",
        "_Exit",
        "_exit",
        "quick_exit",
        "atexit",
        "getenv",
        "system",
        "rand_r",
        "random",
        "syscall",
        "sleep",
        "fesetround",
        "feenableexcept",
        "fesetenv",
        "feraiseexcept",
    ];
    for name in forbidden {
        assert!(!names.contains(name), "{name}");
    }
    assert!(!names.iter().any(|name| name.starts_with("bout_")));
}

/// With any flags, code that uses the headers refers only to symbols that bots may use.
#[test]
fn the_headers_lead_to_what_is_on_the_list() {
    let names = exports().collect::<BTreeSet<_>>();
    let folder = TempDir::new().unwrap();
    let made = folder.path().join("test.o");
    let check = |name: &str, flags: &[&str]| {
        gcc(&[flags, &["-c"]].concat(), &[source(name)], &[], &made);
        let bytes = fs::read(&made).unwrap();
        let file = object::File::parse(&*bytes).unwrap();
        for symbol in file.symbols().filter(ObjectSymbol::is_undefined) {
            let symbol = symbol.name().unwrap();
            let is_known = symbol.is_empty() || names.contains(symbol) || symbol.starts_with("bout_");
            assert!(is_known, "{name} with {flags:?} asks for {symbol}");
        }
    };
    let all_flags: [&[&str]; 7] = [
        &["-O0"],
        &["-O2"],
        &["-O2", "-fno-builtin"],
        &["-O3", "-ffast-math"],
        &["-Os", "-ftrapv"],
        &["-O2", "-std=gnu99"],
        &["-O2", "-std=gnu2x"],
    ];
    for flags in all_flags {
        check("headers", flags);
    }
    for name in
        ["heap", "sort", "strings", "versions", "random", "helpers", "math", "characters", "numbers", "ends"]
    {
        check(name, &["-O2"]);
    }
}

#[test]
fn the_image_is_whole_pages_at_its_place() {
    if !is_built() {
        return;
    }
    let bytes = fs::read(IMAGE).unwrap();
    let header = FileHeader64::<LittleEndian>::parse(&*bytes).unwrap();
    let mut rights = Vec::new();
    let mut end = 0x1000_0000;
    for segment in header.program_headers(LittleEndian, &*bytes).unwrap() {
        if segment.p_type(LittleEndian) == PT_LOAD {
            let (at, size) = (segment.p_vaddr(LittleEndian), segment.p_memsz(LittleEndian));
            assert_eq!((at, size, segment.p_filesz(LittleEndian)), (end, size & !0xfff, size));
            assert_eq!(segment.p_offset(LittleEndian) % 0x1000, 0);
            end += size;
            rights.push(segment.p_flags(LittleEndian));
        }
    }
    assert_eq!(rights, [PF_R | PF_X, PF_R, PF_R | PF_W]);

    let file = object::File::parse(&*bytes).unwrap();
    let defined = file.symbols().filter(|symbol| symbol.is_global() && !symbol.is_undefined());
    let defined = defined.map(|symbol| symbol.name().unwrap()).collect::<BTreeSet<_>>();
    let missing = exports().filter(|name| !defined.contains(name)).collect::<Vec<_>>();
    assert_eq!(missing, [""; 0]);
}

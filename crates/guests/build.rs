//! Builds the code that runs inside confined processes, with this machine's C compiler. `$OUT_DIR/runtime.elf` is the runtime
//! image that every C bot is linked against: the resident and the C library in `runtime/`, with the functions of the crate
//! libm. `$OUT_DIR/agent.bin` is the agent of an interpreter (`interpreter/`).
//!
//! Where foreign code cannot run (the target is not x86-64 Linux), they are empty files.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[path = "build/math.rs"]
mod math;
#[path = "build/version.rs"]
mod version;

/// Flags for the whole image. The compiler may assume nothing about the bot's process: no thread-local storage, no unwinding,
/// nothing to relocate. Floating point is exactly what the source says. A library function is not turned into calls to itself.
const FLAGS: &[&str] = &[
    "-std=gnu11",
    "-O2",
    "-march=x86-64",
    "-mtune=generic",
    "-mcmodel=small",
    "-fno-pic",
    "-fno-pie",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-tree-loop-distribute-patterns",
    "-ffp-contract=off",
    "-fexcess-precision=standard",
    "-frounding-math",
    "-fno-math-errno",
    "-fno-strict-aliasing",
    "-fno-stack-protector",
    "-fcf-protection=none",
    "-fno-asynchronous-unwind-tables",
    "-fno-unwind-tables",
    "-fno-common",
    "-fno-ident",
    "-ffunction-sections",
    "-fdata-sections",
    "-fvisibility=default",
    "-U_FORTIFY_SOURCE",
    "-Wa,--noexecstack",
];

/// What the image is made of, relative to `runtime/`. (The tests lie there, too.)
const PARTS: &[&str] =
    &["resident.S", "resident.c", "resident.h", "library", "math.rs", "exports.txt", "runtime.ld"];

/// Flags to link a complete image: anything that is missing, or has no place in `runtime.ld`, is an error.
const LINKING: &[&str] = &[
    "-nostdlib",
    "-static",
    "-no-pie",
    "-Wl,--gc-sections",
    "-Wl,--strip-debug",
    "-Wl,--discard-all",
    "-Wl,--build-id=none",
    "-Wl,-z,noexecstack",
    "-Wl,-z,max-page-size=0x1000",
    "-Wl,--fatal-warnings",
    "-Wl,--orphan-handling=error",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    for part in PARTS {
        println!("cargo::rerun-if-changed=runtime/{part}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed=interpreter");
    let (image, agent) = (out.join("runtime.elf"), out.join("agent.bin"));
    println!("cargo::rustc-env=LIBRARY_VERSION={}", version::of(&folder().join("runtime"), PARTS));
    if is("ARCH", "x86_64") && is("OS", "linux") && is("POINTER_WIDTH", "64") {
        build(&out, &image);
        build_agent(&agent);
    } else {
        fs::write(&image, []).expect("the empty image can be written");
        fs::write(&agent, []).expect("the empty agent can be written");
    }
}

fn build_agent(agent: &Path) {
    let folder = folder().join("interpreter");
    let compiler = cc::Build::new().cargo_metadata(false).get_compiler();
    let mut script = OsString::from("-Wl,-T,");
    script.push(folder.join("agent.ld"));
    let mut flags = OsString::from("@");
    flags.push(folder.join("flags.arguments"));
    let sources = ["agent.S", "agent.c"].map(|name| folder.join(name));
    execute(Command::new(compiler.path()).args([flags, script]).args(sources).arg("-o").arg(agent));
}

/// The folder of this crate.
fn folder() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"))
}

fn is(what: &str, value: &str) -> bool {
    env::var(format!("CARGO_CFG_TARGET_{what}")).is_ok_and(|target| target == value)
}

fn build(out: &Path, image: &Path) {
    let runtime = folder().join("runtime");
    let compiler = cc::Build::new().cargo_metadata(false).get_compiler();
    let objects = out.join("runtime");
    // Objects whose sources are gone would be linked, too.
    let _ = fs::remove_dir_all(&objects);
    let compile = |folder: &str, sources: &[PathBuf], warnings: &[&str]| {
        compile(&compiler, &runtime, &objects.join(folder), sources, warnings)
    };
    let warnings = &["-Wall", "-Wextra"];
    let mut resident = compile("resident", &[runtime.join("resident.c")], warnings);
    // In a folder of its own, since the assembler's object would have the same name.
    resident.extend(compile("assembler", &[runtime.join("resident.S")], warnings));
    let library = compile("library", &sources(&runtime.join("library"), "c"), warnings);
    let math = math::compile(&runtime.join("math.rs"), &objects);

    // Everything that a bot may use is kept, with what it uses in turn. If something is missing, that is an error.
    let exports = fs::read_to_string(runtime.join("exports.txt")).expect("runtime/exports.txt is there");
    let mut arguments = OsString::new();
    for name in exports.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        arguments.push(format!("-Wl,--require-defined={name}\n"));
    }
    let response = objects.join("exports.arguments");
    fs::write(&response, arguments.as_encoded_bytes()).expect("a file can be written in OUT_DIR");
    let mut at = OsString::from("@");
    at.push(&response);
    let mut script = OsString::from("-Wl,-T,");
    script.push(runtime.join("runtime.ld"));
    execute(
        Command::new(compiler.path())
            .args(LINKING)
            .args([script, at])
            .args(resident)
            .args(library)
            // Rust's own library has some of libgcc's functions. These are not used: bots compiled by gcc expect those of
            // libgcc.
            .arg("-lgcc")
            .arg(math)
            .args(["-lgcc", "-o"])
            .arg(image),
    );
}

/// The sources of a folder in one language, in order of their names.
fn sources(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = entries
        .map(|entry| entry.expect("a folder of the sources can be read").path())
        .filter(|path| path.extension().is_some_and(|its| its == extension))
        .collect::<Vec<_>>();
    files.sort();
    files
}

/// Compiles sources into a folder, all with one call of the compiler, and returns the object files.
fn compile(
    compiler: &cc::Tool,
    runtime: &Path,
    folder: &Path,
    sources: &[PathBuf],
    warnings: &[&str],
) -> Vec<PathBuf> {
    fs::create_dir_all(folder).expect("a folder can be made in OUT_DIR");
    if sources.is_empty() {
        return Vec::new();
    }
    let mut command = Command::new(compiler.path());
    command.current_dir(folder).arg("-c").args(FLAGS).args(warnings).arg("-I").arg(runtime);
    execute(command.args(sources));
    let object =
        |source: &PathBuf| folder.join(source.file_stem().expect("a source has a name")).with_extension("o");
    let objects = sources.iter().map(object).collect::<Vec<_>>();
    let mut distinct = objects.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), objects.len(), "two sources of the same name");
    objects
}

/// Runs a compiler, and passes its warnings on to cargo.
fn execute(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| {
        panic!(
            "{}: {error}\nbout needs a C compiler for its C bots: install gcc",
            command.get_program().display()
        )
    });
    check(command, &output);
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        println!("cargo::warning={line}");
    }
}

fn check(command: &Command, output: &Output) {
    let said = String::from_utf8_lossy(&output.stderr);
    let program = command.get_program().display();
    assert!(output.status.success(), "the runtime image cannot be built: {program}\n{said}");
}

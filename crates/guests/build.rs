//! Builds, with this machine's C compiler, what runs inside of confined processes: the runtime image that every C bot is
//! linked against (the resident and the C library in `runtime/`) as `$OUT_DIR/runtime.elf`, and the agent of an interpreter
//! (`interpreter/`) as `$OUT_DIR/agent.bin`.
//!
//! Where there can be no foreign code (the target is not x86-64 Linux), they are empty files.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// For all of the image. The compiler may assume nothing about the bot's process: no thread-local storage, no
/// unwinding, nothing to relocate. Floating point is exactly what the source says. A library function is not made
/// of calls to itself.
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
    "-D_XOPEN_SOURCE=700",
    "-Wa,--noexecstack",
    "-nostdinc",
];

/// What the image is made of, relative to `runtime/`. (The tests lie there, too.)
const PARTS: &[&str] =
    &["resident.S", "resident.c", "resident.h", "library", "musl", "shim", "exports.txt", "runtime.ld"];

/// An image that is complete: whatever is not there, or has no place in `runtime.ld`, is an error.
const LINKING: &[&str] = &[
    "-nostdlib",
    "-static",
    "-no-pie",
    "-Wl,--gc-sections",
    "-Wl,--discard-all",
    "-Wl,--build-id=none",
    "-Wl,-z,noexecstack",
    "-Wl,-z,max-page-size=0x1000",
    "-Wl,--fatal-warnings",
    "-Wl,--orphan-handling=error",
];

/// Relative to `runtime/`, in the order of musl's own makefile.
const INCLUDES: &[&str] = &[
    "shim",
    "musl/arch/x86_64",
    "musl/arch/generic",
    "musl/src/include",
    "musl/src/internal",
    "musl/include",
    ".",
];

const MUSL_SOURCES: &[&str] = &[
    "musl/src/math",
    "musl/src/string",
    "musl/src/stdlib",
    "musl/src/internal",
    "musl/src/fenv",
    "musl/src/fenv/x86_64",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for part in PARTS {
        println!("cargo::rerun-if-changed=runtime/{part}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed=interpreter");
    let (image, agent) = (out.join("runtime.elf"), out.join("agent.bin"));
    if is("ARCH", "x86_64") && is("OS", "linux") && is("POINTER_WIDTH", "64") {
        build(&out, &image);
        build_agent(&agent);
    } else {
        fs::write(&image, []).expect("the empty image can be written");
        fs::write(&agent, []).expect("the empty agent can be written");
    }
}

fn build_agent(agent: &Path) {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("interpreter");
    let compiler = cc::Build::new().cargo_metadata(false).get_compiler();
    let mut script = OsString::from("-Wl,-T,");
    script.push(folder.join("agent.ld"));
    let mut flags = OsString::from("@");
    flags.push(folder.join("flags.arguments"));
    let sources = ["agent.S", "agent.c"].map(|name| folder.join(name));
    execute(Command::new(compiler.path()).args([flags, script]).args(sources).arg("-o").arg(agent));
}

fn is(what: &str, value: &str) -> bool {
    env::var(format!("CARGO_CFG_TARGET_{what}")).is_ok_and(|target| target == value)
}

fn build(out: &Path, image: &Path) {
    let runtime = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("runtime");
    let compiler = cc::Build::new().cargo_metadata(false).get_compiler();
    let objects = out.join("runtime");
    // Objects of sources that are gone would be linked.
    let _ = fs::remove_dir_all(&objects);
    let compile = |folder: &str, sources: &[PathBuf], warnings: &[&str]| {
        compile(&compiler, &runtime, &objects.join(folder), sources, warnings)
    };
    let warnings = &["-Wall", "-Wextra"];
    let mut resident = compile("resident", &[runtime.join("resident.c")], warnings);
    // Where the assembler's object would have the same name.
    resident.extend(compile("assembler", &[runtime.join("resident.S")], warnings));
    let library = compile("library", &sources(&runtime.join("library"), "c"), warnings);
    let mut musl = Vec::new();
    for folder in MUSL_SOURCES {
        musl.extend(["c", "s"].iter().flat_map(|extension| sources(&runtime.join(folder), extension)));
    }
    let musl = compile("musl", &musl, &["-w"]);

    // Everything that a bot may use is kept, with what it uses; and there is an error if it is not there.
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
            .args(musl)
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

/// Compiles into a folder, all with one call of the compiler, and returns the object files.
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
    command.current_dir(folder).arg("-c").args(FLAGS).args(warnings);
    for include in INCLUDES {
        command.arg("-I").arg(runtime.join(include));
    }
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

fn execute(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| {
        panic!(
            "{}: {error}\nbout needs a C compiler for its C bots: install gcc",
            command.get_program().display()
        )
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "the runtime image cannot be built: {}\n{said}",
        command.get_program().display()
    );
    for line in said.lines() {
        println!("cargo::warning={line}");
    }
}

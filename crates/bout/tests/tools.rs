//! A stranger's source code must not make the tools that process it (compiler, assembler, linker,
//! perl) do anything to the user of bout. Nor may that user's environment affect these tools.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use serde_json::Value;
use support::{Run, Sandbox};

const BOT: &str = "int bot(int board[16][32], char player) { (void)board; (void)player; return 'L'; }\n\
    const char *const bot_name = \"late\";\n";

/// Runs gcc or one of its companions.
fn tool(sandbox: &Sandbox, program: &str, args: &[&str]) -> Vec<u8> {
    let output = Command::new(program).args(args).current_dir(sandbox.path("")).output().unwrap();
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Returns a bot whose object file looks like input for link-time optimisation, with an option to
/// write a listing to the file `owned`. It consists of constants in sections of their own.
fn optimised_late(sandbox: &Sandbox) -> String {
    sandbox.file("late.c", BOT);
    let listing = format!("-a={}", sandbox.path("owned").display());
    tool(sandbox, "gcc", &["-O2", "-flto", "-fno-pie", "-c", "-Xassembler", &listing, "late.c"]);
    let _ = fs::remove_file(sandbox.path("owned"));
    let sections = String::from_utf8(tool(sandbox, "readelf", &["-SW", "late.o"])).unwrap();
    let names = sections.split_whitespace().filter(|word| word.starts_with(".gnu.lto_"));
    let mut source = BOT.to_owned();
    for (nth, name) in names.enumerate() {
        let (only, flags) = (format!("--only-section={name}"), format!("{name}=alloc"));
        tool(
            sandbox,
            "objcopy",
            &["-O", "binary", &only, "--set-section-flags", &flags, "late.o", "section"],
        );
        let bytes: Vec<String> = sandbox.read("section").iter().map(u8::to_string).collect();
        let attributes = format!("__attribute__((section(\"{name}\"), used))");
        let _ = writeln!(
            source,
            "{attributes} static const unsigned char late_{nth}[] = {{{}}};",
            bytes.join(",")
        );
    }
    source
}

/// Creates a record to ask about.
fn record(sandbox: &Sandbox) -> String {
    sandbox.file("still.c", BOT);
    sandbox.bout(&["play", "still.c", "still.c", "--rules", "turns=5", "--record", "r"]).ok();
    format!("r/{}", sandbox.names("r")[0])
}

/// Whether the bot is refused or runs, its linker options have no effect.
#[test]
fn a_bot_has_no_say_in_how_it_is_linked() {
    let sandbox = Sandbox::new();
    let source = optimised_late(&sandbox);
    assert!(source.contains("late_5"), "there are such sections: {source}");
    sandbox.file("late.c", &source);
    let record = record(&sandbox);
    let run = sandbox.bout(&["ask", "late.c", &record, "--turn", "1"]);
    assert!(matches!(run.code, Some(0 | 1)), "{run:#?}");
    assert!(!sandbox.path("owned").exists(), "the bot made the linker write a file");
    sandbox.bout(&["check", "late.c"]);
    assert!(!sandbox.path("owned").exists());
}

/// If a bot cannot be linked, that is the bot's error and not the machine's.
#[test]
fn a_bot_that_cannot_be_linked_for_asking_is_refused() {
    let sandbox = Sandbox::new();
    let record = record(&sandbox);
    let missing = "int no_such_function(int);\n".to_owned() + &BOT.replace("'L'", "no_such_function(3)");
    sandbox.file("missing.c", missing);
    let run = sandbox.bout(&["ask", "missing.c", &record, "--turn", "1"]).fails(1);
    run.says(&["no_such_function", "cannot be linked"]);
}

/// Sets variables with which a user, or somebody who controls the user's shell, can replace tools.
fn changed(command: &mut Command, folder: &str) {
    let list = format!("{folder}:");
    for name in [
        "C_INCLUDE_PATH",
        "CPATH",
        "CPLUS_INCLUDE_PATH",
        "GCC_EXEC_PREFIX",
        "COMPILER_PATH",
        "LIBRARY_PATH",
        "LD_LIBRARY_PATH",
        "LD_RUN_PATH",
        "PERL5LIB",
        "PERLLIB",
    ] {
        command.env(name, &list);
    }
    command.env("GCC_EXEC_PREFIX", format!("{folder}/"));
    command.env("PERL5OPT", "-MPlanted").env("PERL5DB", "BEGIN { exit 7 }").env("PERLIO", "planted");
    command.env("DEPENDENCIES_OUTPUT", format!("{folder}/written")).env("LDEMULATION", "planted");
    command.env("GCC_COMPARE_DEBUG", "1").env("COLLECT_GCC_OPTIONS", "-planted").env("POSIXLY_CORRECT", "1");
}

fn run_changed(sandbox: &Sandbox, args: &[&str]) -> Run {
    let mut command = sandbox.command(args);
    changed(&mut command, sandbox.path("").to_str().unwrap());
    command.env("BOUT_CACHE_DIR", sandbox.path(".changed"));
    Run::of(command.output().unwrap())
}

#[test]
fn the_environment_gives_bots_no_files_to_read() {
    let sandbox = Sandbox::new();
    sandbox.file("planted.h", "#define PLANTED 'L'\n");
    sandbox.file("stddef.h", "#define PLANTED 'L'\n");
    let path = sandbox.path("planted.h");
    let direct = format!("#include \"{}\"\n", path.display());
    for (nth, include) in [&direct, "#include <planted.h>\n", "#include <stddef.h>\n"].into_iter().enumerate()
    {
        let name = format!("reads{nth}.c");
        sandbox.file(&name, include.to_owned() + &BOT.replace("'L'", "PLANTED"));
        let run = run_changed(&sandbox, &["check", &name]);
        assert_eq!(run.code, Some(1), "{include}: {run:#?}");
    }
    assert!(!sandbox.path("written").exists());
}

#[test]
fn the_environment_changes_no_match() {
    let sandbox = Sandbox::new();
    sandbox.file("Planted.pm", "package Planted; BEGIN { die 'planted' } 1;\n");
    sandbox.file("Opcode.pm", "package Opcode; BEGIN { die 'planted' } 1;\n");
    sandbox.file("math.h", "#error planted\n");
    sandbox.file(
        "root.c",
        "#include <math.h>\n".to_owned() + &BOT.replace("'L'", "'L' + (int)sqrt(board[1][1])"),
    );
    sandbox.file("still.c", BOT);
    sandbox.file("a.pl", "\":1\"\n");
    sandbox.file("b.pl", "'!'.int(1+rand $#_)\n");
    let snakes = ["play", "root.c", "still.c", "--rules", "turns=20", "--output=jsonl"];
    let perlwar = ["play", "a.pl", "b.pl", "--rules", "rounds=12", "--output=jsonl"];
    let digest = |run: &Run| -> Value { run.jsonl()[0]["digest"].clone() };
    for args in [snakes, perlwar] {
        let known = digest(&sandbox.bout(&args).ok());
        let run = run_changed(&sandbox, &args).ok();
        assert_eq!(digest(&run), known, "{run:#?}");
    }
    // The report names the cache folder, which is a different one there.
    let doctor = |run: Run| run.ok().json()["findings"].to_string().replace("/.changed,", "/.cache,");
    let args = ["doctor", "--output=json"];
    assert_eq!(doctor(run_changed(&sandbox, &args)), doctor(sandbox.bout(&args)));
    let record = record(&sandbox);
    run_changed(&sandbox, &["ask", "root.c", &record, "--turn", "1"]).ok();
}

/// A compiler outside of the system folders may be anybody's, and bots must not read the files
/// next to it.
#[test]
fn a_compiler_from_outside_of_the_system_is_not_used() {
    let sandbox = Sandbox::new();
    sandbox.file("still.c", BOT);
    fs::create_dir(sandbox.path("bin")).unwrap();
    sandbox.file("bin/gcc", "#!/bin/sh\nexec /usr/bin/gcc \"$@\"\n");
    tool(&sandbox, "chmod", &["755", "bin/gcc"]);
    let mut command = sandbox.command(&["check", "still.c"]);
    let path = format!("{}:/usr/bin:/bin", sandbox.path("bin").display());
    let run = Run::of(command.env("PATH", path).output().unwrap());
    assert_eq!(run.code, Some(4), "{run:#?}");
    run.says(&["/bin/gcc", "/usr", "/opt"]);
}

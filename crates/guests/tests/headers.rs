//! Some headers contain assembly, in functions that a bot does not call and in assembler names of functions.
//! The bot did not write it, so including such a header is legal.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::path::Path;

use guests::{GuestError, kind};

/// Headers of the C library, the system and the compiler. A header that the machine lacks passes.
const HEADERS: [&str; 48] = [
    "assert",
    "complex",
    "ctype",
    "errno",
    "fenv",
    "float",
    "inttypes",
    "iso646",
    "limits",
    "locale",
    "math",
    "setjmp",
    "signal",
    "stdalign",
    "stdarg",
    "stdatomic",
    "stdbool",
    "stddef",
    "stdint",
    "stdio",
    "stdlib",
    "stdnoreturn",
    "string",
    "tgmath",
    "threads",
    "time",
    "uchar",
    "wchar",
    "wctype",
    "alloca",
    "endian",
    "fcntl",
    "malloc",
    "poll",
    "pthread",
    "sched",
    "semaphore",
    "strings",
    "unistd",
    "sys/io",
    "sys/mman",
    "sys/select",
    "sys/types",
    "cpuid",
    "emmintrin",
    "immintrin",
    "x86intrin",
    "sgxintrin",
];

fn is_refused_as_assembly(header: &str) -> bool {
    let kind = kind("snakes", None).expect("this machine can run bots").expect("Snakes runs bots");
    let source = format!(
        "#define _GNU_SOURCE\n#include <{header}>\nconst char *bot_name = \"h\";\n\
         int bot(int board[16][32], char player) {{ return player == 'X' ? 'R' : 'L'; }}\n"
    );
    match kind.examine(source.as_bytes()) {
        Ok(_) => false,
        Err(GuestError::Refused(reasons)) => reasons.iter().any(|one| one.code == "S14"),
        Err(GuestError::Machine(why)) => panic!("{header}: {why}"),
    }
}

#[test]
fn no_header_is_taken_for_assembly() {
    // `HEADERS_OF=/usr/include` adds all headers of that folder.
    let more = std::env::var("HEADERS_OF").map(|folder| all_of(Path::new(&folder))).unwrap_or_default();
    let all = HEADERS.iter().map(|name| format!("{name}.h")).chain(more);
    let refused: Vec<String> = all.filter(|header| is_refused_as_assembly(header)).collect();
    assert!(refused.is_empty(), "{refused:?}");
}

fn all_of(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("there is such a folder");
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "h")).collect()
}

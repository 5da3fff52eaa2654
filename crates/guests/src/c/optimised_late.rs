//! Tests that a linker does not do what an object file asks for. gcc's plugin hands objects with `.gnu.lto_*` sections to
//! another compiler, with options from these sections: to write a listing into any file, for example.

use std::fs;
use std::path::Path;
use std::process::Command;

use sandbox::ExitStatus;

use super::compiler::Compiler;

const BOT: &str = "int bot(int board[16][32], char player) { (void)board; (void)player; return 'L'; }\n\
    const char *const bot_name = \"late\";\n";
/// Like `ask.c`, it has its own `abort`.
const MAIN: &[u8] = b"int bot(int board[16][32], char player);\nint main(void) { return bot(0, 'X'); }\n\
    _Noreturn void __wrap_abort(void) { for (;;) {} }\n";

/// An object file that is optimised only when it is linked. Its options make the assembler write to a file.
fn object(folder: &Path, written: &Path) -> Vec<u8> {
    let (source, object) = (folder.join("late.c"), folder.join("late.o"));
    fs::write(&source, BOT).unwrap();
    let mut listing = std::ffi::OsString::from("-a=");
    listing.push(written);
    let made = Command::new("gcc")
        .args(["-O2", "-flto", "-ffat-lto-objects", "-fno-pie", "-c", "-Xassembler"])
        .arg(listing)
        .arg(&source)
        .arg("-o")
        .arg(&object)
        .output()
        .expect("gcc is there");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // The listing of this very compilation.
    fs::remove_file(written).unwrap();
    fs::read(object).unwrap()
}

#[test]
fn an_object_that_wants_to_be_optimised_late_is_linked_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("written");
    let late = object(folder.path(), &written);
    assert!(late.windows(9).any(|part| part == b".gnu.lto_"), "gcc writes such sections");
    let compiler = Compiler::find().unwrap();
    let main = compiler.object_of(MAIN).unwrap();
    let linked = compiler.link_whole_library(vec![late, main]).unwrap();
    assert!(!written.exists(), "the linker wrote a file");
    assert_eq!(linked.ending, ExitStatus::Exit(0), "{}", String::from_utf8_lossy(&linked.errors));
    assert!(linked.made.starts_with(b"\x7fELF"));
}

/// Linking through the system's driver does write the file, so the test above can fail.
#[test]
fn gcc_itself_obeys_it() {
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("written");
    fs::write(folder.path().join("late.o"), object(folder.path(), &written)).unwrap();
    fs::write(folder.path().join("main.c"), MAIN).unwrap();
    let linked =
        Command::new("gcc").args(["late.o", "main.c", "-o", "made"]).current_dir(folder.path()).output();
    if linked.unwrap().status.success() {
        assert!(written.exists(), "this gcc does not optimise when it links");
    }
}

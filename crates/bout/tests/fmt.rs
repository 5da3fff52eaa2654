//! `bout fmt`: prints canonical source, and changes nothing but the layout.

mod support;

use std::fs;

use support::Sandbox;
#[cfg(target_os = "linux")]
use support::WAIT;

const UNTIDY: &[u8] = b"  noop\t;a note \xff\r\n\r\n;name X\r\nSTORE\r\n";
const MESSY: &[u8] =
    b"\t noop   ; keep  this\r\nwrite   store  007+[a]-[09] b  [i]+010;x\r\n;name Me\r\n\r\nstore [i]-3 i";
const TIDY: &[u8] = b"noop ; keep  this\nwrite store 7+[a]-[9] b [i]+10 ;x\n;name Me\n\nstore [i]-3 i\n";

#[test]
fn files_become_canonical_in_place_and_stay_so() {
    let sandbox = Sandbox::new();
    sandbox.file("a.crash", MESSY);
    sandbox.file("b.esowar", " [ + ] ; sweep\r\n\t+\n");
    sandbox.bout(&["fmt", "a.crash", "b.esowar"]).ok();
    assert_eq!(String::from_utf8_lossy(&sandbox.read("a.crash")), String::from_utf8_lossy(TIDY));
    let esowar = sandbox.read("b.esowar");
    assert!(String::from_utf8_lossy(&esowar).contains("; sweep"));
    sandbox.bout(&["fmt", "a.crash", "b.esowar"]).ok();
    assert_eq!((sandbox.read("a.crash").as_slice(), sandbox.read("b.esowar")), (TIDY, esowar));
    sandbox.bout(&["fmt", "--check", "a.crash", "b.esowar"]).ok();
    assert_eq!(sandbox.names("."), ["a.crash", "b.esowar"], "nothing is left behind");
}

#[test]
fn check_changes_nothing_and_names_the_files() {
    let sandbox = Sandbox::new();
    sandbox.file("a.crash", MESSY);
    sandbox.file("b.crash", TIDY);
    let run = sandbox.bout(&["fmt", "--check", "a.crash", "b.crash"]).fails(1);
    assert_eq!(run.out, "a.crash\n");
    run.says(&["1 of the programs is not in canonical form"]);
    assert_eq!(sandbox.read("a.crash"), MESSY);
    sandbox.file("b.crash", MESSY);
    let run = sandbox.bout(&["fmt", "--check", "a.crash", "b.crash"]).fails(1);
    run.says(&["2 of the programs are not in canonical form"]);
}

#[test]
fn the_formatted_program_plays_the_same() {
    let sandbox = Sandbox::with_programs();
    sandbox.file("a.crash", MESSY);
    let digest = || {
        let run = sandbox.bout(&["play", "a.crash", "bomber.crash", "--output", "jsonl"]).ok();
        run.jsonl()[0]["digest"].clone()
    };
    let before = digest();
    sandbox.bout(&["fmt", "a.crash"]).ok();
    assert_eq!(digest(), before);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let sandbox = Sandbox::new();
    let run = sandbox.bout_with(&["fmt", "-", "--game", "crash"], MESSY).ok();
    assert_eq!(run.stdout, TIDY);
    assert_eq!(sandbox.bout_with(&["fmt", "-", "--game", "crash"], TIDY).ok().stdout, TIDY);
    sandbox.bout_with(&["fmt", "-", "--check", "--game", "crash"], TIDY).ok();
    sandbox.bout_with(&["fmt", "-", "--check", "--game", "crash"], MESSY).fails(1);
    let run = sandbox.bout_with(&["fmt", "-", "--game", "crash"], b"bad").fails(1);
    assert_eq!(run.out, "");
    sandbox.bout_with(&["fmt", "-"], TIDY).fails(2);
}

/// Comments may contain any bytes (E9, C8), and formatting keeps them.
#[test]
fn comments_keep_every_byte_on_standard_output_as_in_place() {
    let source: &[u8] =
        b"noop ;\x1b[31mred\x1b[0m \xff\xfe \xc2\x9b1m \x07 \x01 \xc3\xa9 \x1b]0;t\x07 end\nstore [i]-2 i\n";
    let sandbox = Sandbox::new();
    sandbox.file("a.crash", source);
    sandbox.bout(&["fmt", "a.crash"]).ok();
    assert_eq!(sandbox.read("a.crash"), source);
    let run = sandbox.bout_with(&["fmt", "-", "--game", "crash"], source).ok();
    assert_eq!(run.stdout, source, "got {:?}", run.out);
}

#[test]
fn programs_with_errors_stay_as_they_are_and_the_others_are_formatted() {
    let sandbox = Sandbox::new();
    sandbox.file("a.crash", UNTIDY);
    sandbox.file("b.crash", MESSY);
    sandbox.bout(&["fmt", "a.crash", "b.crash"]).fails(1).says(&[
        "a.crash:4:1",
        "STORE",
        "1 of the programs has errors and was not changed",
    ]);
    assert_eq!(sandbox.read("a.crash"), UNTIDY);
    assert_eq!(sandbox.read("b.crash"), TIDY);
    sandbox.bout(&["fmt", "--check", "a.crash"]).fails(1);
    sandbox.bout(&["fmt", "gone.crash"]).fails(3).says(&["gone.crash"]);
}

#[test]
fn folders_are_formatted() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("d")).unwrap();
    sandbox.file("d/a.crash", MESSY);
    sandbox.file("d/b.txt", MESSY);
    sandbox.bout(&["fmt", "d"]).ok();
    assert_eq!(sandbox.read("d/a.crash"), TIDY);
    assert_eq!(sandbox.read("d/b.txt"), MESSY);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("real")).unwrap();
    let file = sandbox.file("real/a.crash", MESSY);
    for mode in [0o640, 0o755, 0o600] {
        fs::write(&file, MESSY).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        sandbox.bout(&["fmt", "real/a.crash"]).ok();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o7777, mode);
        assert_eq!(fs::read(&file).unwrap(), TIDY);
    }
    fs::write(&file, MESSY).unwrap();
    symlink("real/a.crash", sandbox.path("link.crash")).unwrap();
    symlink("link.crash", sandbox.path("second.crash")).unwrap();
    sandbox.bout(&["fmt", "second.crash"]).ok();
    for link in ["link.crash", "second.crash"] {
        assert!(sandbox.path(link).symlink_metadata().unwrap().is_symlink());
    }
    assert_eq!(fs::read(&file).unwrap(), TIDY);
}

/// Formats a file whose name is not UTF-8, and not another one whose name looks alike.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_is_that_file() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let sandbox = Sandbox::new();
    let odd = OsStr::from_bytes(b"a\xff.crash");
    sandbox.file(odd, MESSY);
    sandbox.file("a\u{fffd}.crash", WAIT);
    let run = sandbox.bout(&[OsStr::new("fmt"), odd]);
    assert_eq!(
        String::from_utf8_lossy(&sandbox.read("a\u{fffd}.crash")),
        WAIT,
        "another file was overwritten"
    );
    run.ok();
    assert_eq!(sandbox.read(odd), TIDY);
}

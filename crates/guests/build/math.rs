//! The functions of `math.h`: the crate libm and `runtime/math.rs`, which exports it to C, in one static library without std.
//! `cargo` keeps libm for this build script (a build dependency), and knows where its source is. The source is compiled again
//! here, so that the profile, features and flags of the build do not decide what a bot computes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Flags for all of it: code for the first x86-64 processors, at a fixed address, without unwinding. The functions of libm that
/// may choose by processor do so only under a feature, which is not set.
const FLAGS: &[&str] = &[
    "--cap-lints=allow",
    "-Copt-level=3",
    "-Ccodegen-units=1",
    "-Ctarget-cpu=x86-64",
    "-Crelocation-model=static",
    "-Ccode-model=small",
    "-Cpanic=abort",
    "-Cforce-unwind-tables=no",
    "-Cdebug-assertions=no",
    "-Coverflow-checks=no",
    "-Cdebuginfo=0",
];

/// Compiles into a folder, and returns the static library.
pub(super) fn compile(wrapper: &Path, folder: &Path) -> PathBuf {
    let folder = folder.join("math");
    fs::create_dir_all(&folder).expect("a folder can be made in OUT_DIR");
    let (libm, library) = (folder.join("liblibm.rlib"), folder.join("libmath.a"));
    let source = source_of_libm(&folder);
    super::execute(rustc("libm", "rlib", &libm).arg("--edition=2021").arg(source.join("src").join("lib.rs")));
    let mut option = std::ffi::OsString::from("libm=");
    option.push(&libm);
    super::execute(
        rustc("math", "staticlib", &library)
            .args(["--edition=2024", "-Clto=fat", "--extern"])
            .arg(option)
            .arg(wrapper),
    );
    library
}

fn rustc(name: &str, kind: &str, made: &Path) -> Command {
    let mut command = Command::new(env::var_os("RUSTC").expect("cargo sets RUSTC"));
    let target = env::var("TARGET").expect("cargo sets TARGET");
    command.args(["--crate-name", name, "--crate-type", kind, "--target", &target]);
    command.args(FLAGS).arg("-o").arg(made);
    command
}

/// The version of libm that the manifest names and that cargo has therefore unpacked. In a published package, the manifest has
/// a table for every dependency.
pub(super) fn version_of_libm() -> &'static str {
    let manifest = include_str!("../Cargo.toml");
    let table = manifest.split_once("[build-dependencies.libm]\n").map(|(_, table)| table);
    let line = match table {
        Some(table) => table.lines().find_map(|line| line.strip_prefix("version = \"=")),
        None => manifest.lines().find_map(|line| line.strip_prefix("libm = \"=")),
    };
    line.and_then(|rest| rest.strip_suffix('"')).expect("Cargo.toml names the exact version of libm")
}

/// Where cargo has unpacked libm. Cargo is asked about a separate package that depends only on libm: the workspace's metadata
/// would need the packages of every member and platform, and these may be missing.
fn source_of_libm(folder: &Path) -> PathBuf {
    let manifest = folder.join("Cargo.toml");
    let version = version_of_libm();
    let text = format!(
        "[package]\nname = \"math\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[lib]\npath = \"math.rs\"\n\n\
         [dependencies]\nlibm = \"={version}\"\n\n[workspace]\n"
    );
    fs::write(&manifest, text).expect("a file can be written in OUT_DIR");
    fs::write(folder.join("math.rs"), "").expect("a file can be written in OUT_DIR");
    let mut command = Command::new(env::var_os("CARGO").expect("cargo sets CARGO"));
    command.args(["metadata", "--offline", "--format-version=1", "--manifest-path"]).arg(&manifest);
    let output = command.output().unwrap_or_else(|error| panic!("cargo: {error}"));
    super::check(&command, &output);
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let libm = packages.clone().find(|package| package["name"] == "libm" && package["version"] == version);
    let manifest = libm.and_then(|package| package["manifest_path"].as_str());
    let manifest = Path::new(manifest.expect("cargo knows where the source of its packages is"));
    manifest.parent().expect("a file is in a folder").to_owned()
}

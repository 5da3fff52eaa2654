//! The tools that building for another platform needs on this machine, and the cargo settings for them.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{ROOT, done};

/// The tools for one platform.
pub(crate) struct Tools {
    pub(super) target: &'static str,
    /// The linker, which is also the C compiler.
    linker: &'static str,
    /// The command that runs the platform's programs.
    runner: &'static [&'static str],
    /// A library that the emulator lacks: its name, its source, and the library that it is linked with.
    library: Option<(&'static str, &'static str, &'static str)>,
    /// The extension of executables.
    pub(super) suffix: &'static str,
    /// Members of the workspace that do not support the platform.
    pub(super) not_for: &'static [&'static str],
    /// The path separator.
    separator: char,
    /// The programs and files that must exist, each with Debian's package that contains it.
    needed: &'static [(&'static str, &'static str)],
}

pub(crate) const AARCH64: Tools = Tools {
    target: "aarch64-unknown-linux-gnu",
    linker: "aarch64-linux-gnu-gcc",
    runner: &["/usr/bin/qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
    library: None,
    suffix: "",
    not_for: &[],
    separator: '/',
    needed: &[
        ("/usr/bin/rustc", "rustc-web"),
        (STANDARD_LIBRARY, "rust-web-src"),
        ("/usr/bin/aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
        ("/usr/aarch64-linux-gnu/include/stdio.h", "libc6-dev-arm64-cross"),
        ("/usr/bin/qemu-aarch64", "qemu-user"),
    ],
};

pub(super) const WINDOWS: Tools = Tools {
    target: "x86_64-pc-windows-gnu",
    linker: "x86_64-w64-mingw32-gcc",
    runner: &["/usr/lib/wine/wine64"],
    library: Some(("bcryptprimitives.dll", "xtask/src/cross/bcryptprimitives.c", "-ladvapi32")),
    suffix: "exe",
    not_for: &["xtask"],
    separator: '\\',
    needed: &[
        ("/usr/bin/rustc", "rustc-web"),
        (STANDARD_LIBRARY, "rust-web-src"),
        ("/usr/bin/x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
        ("/usr/lib/wine/wine64", "wine64"),
    ],
};

/// The sources of the standard library of Debian's compiler.
const STANDARD_LIBRARY: &str = "/usr/lib/rustlib/src/rust/library/std";

impl Tools {
    /// Returns an error that names the packages to install, if any are missing.
    pub(crate) fn look_for(&self) -> io::Result<()> {
        let missing: Vec<&str> = self
            .needed
            .iter()
            .filter(|(path, _)| !Path::new(path).exists())
            .map(|(_, package)| *package)
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let packages = missing.join(" ");
        Err(io::Error::other(format!(
            "this needs Debian's packages: apt-get install --no-install-recommends {packages}"
        )))
    }

    /// The command `cargo WORD`, set up for the platform.
    pub(crate) fn cargo(&self, word: &str) -> Command {
        let mut command = Command::new("cargo");
        let variable = self.target.to_uppercase().replace('-', "_");
        command
            .current_dir(ROOT)
            .args(word.split(' '))
            .args([
                "--locked",
                "--target",
                self.target,
                "-Zbuild-std",
                "-Zwarnings",
                "--config",
                "build.warnings='deny'",
            ])
            .env("RUSTC", "/usr/bin/rustc")
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_DIR", folder())
            .env(format!("CARGO_TARGET_{variable}_LINKER"), self.linker)
            .env(format!("CARGO_TARGET_{variable}_RUNNER"), self.runner.join(" "))
            .envs(wine());
        command
    }

    /// The folder into which cargo builds for the platform.
    pub(crate) fn built(&self) -> PathBuf {
        folder().join(self.target)
    }

    /// Builds the library that the emulator lacks, beside the program and beside the tests, where the
    /// emulator looks for libraries.
    pub(super) fn make_library(&self) -> io::Result<()> {
        let Some((name, source, linked)) = self.library else { return Ok(()) };
        let built = self.built().join("debug");
        fs::create_dir_all(built.join("deps"))?;
        let mut compiler = Command::new(self.linker);
        compiler.current_dir(ROOT).args(["-shared", "-Wall", "-Werror", "-o"]).arg(built.join(name));
        done(compiler.args([source, linked]))?;
        fs::copy(built.join(name), built.join("deps").join(name))?;
        Ok(())
    }

    /// Converts the platform's path separators in a program's output to `/`. In JSON a backslash is doubled.
    pub(super) fn with_slashes(&self, printed: &[u8]) -> String {
        let text = String::from_utf8_lossy(printed);
        match self.separator {
            '/' => text.into_owned(),
            separator => text.replace(&separator.to_string().repeat(2), "/").replace(separator, "/"),
        }
    }

    /// Writes a script that runs the built `bout` in the emulator, so that it can be called like a native
    /// program.
    pub(super) fn bout(&self) -> io::Result<PathBuf> {
        let built = self.built().join("debug/bout").with_extension(self.suffix);
        let script = folder().join(format!("bout-{}", self.target));
        let settings = wine().map(|(name, value)| format!("export {name}='{value}'\n")).concat();
        let runner = self.runner.join(" ");
        fs::write(&script, format!("#!/bin/sh\n{settings}exec {runner} '{}' \"$@\"\n", built.display()))?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
        Ok(script)
    }
}

/// The build folder, separate from that of the usual compiler.
fn folder() -> PathBuf {
    Path::new(ROOT).join("target/cross")
}

/// Environment variables for wine: its files stay in the build folder, and it prints no debug messages.
fn wine() -> [(&'static str, String); 2] {
    [("WINEPREFIX", folder().join("wine").display().to_string()), ("WINEDEBUG", "-all".to_owned())]
}

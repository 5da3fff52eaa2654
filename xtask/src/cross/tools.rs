//! The tools that this machine needs for a platform, and the cargo settings for them.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{ROOT, done};

/// The tools for a platform.
pub(crate) struct Tools {
    pub(super) target: &'static str,
    /// The linker, which is the C compiler, too.
    linker: &'static str,
    /// The command that runs the platform's programs.
    runner: &'static [&'static str],
    /// A library that the emulator lacks: its name, its source and what it is linked with.
    library: Option<(&'static str, &'static str, &'static str)>,
    /// What the name of an executable ends in.
    pub(super) suffix: &'static str,
    /// Members of the workspace that are not for it.
    pub(super) not_for: &'static [&'static str],
    /// What stands between the parts of a path.
    separator: char,
    /// What has to be there, and Debian's package that has it.
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

/// Where Debian's compiler has the sources of its standard library.
const STANDARD_LIBRARY: &str = "/usr/lib/rustlib/src/rust/library/std";

impl Tools {
    /// Says which packages must be installed, if any.
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

    /// `cargo WORD`, for the platform.
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

    /// Where cargo puts what it builds for the platform.
    pub(crate) fn built(&self) -> PathBuf {
        folder().join(self.target)
    }

    /// Puts the library that the emulator lacks where it looks for those of a program: beside it, and beside tests.
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

    /// What a program printed, with `/` in paths. In JSON the platform's own separator stands twice.
    pub(super) fn with_slashes(&self, printed: &[u8]) -> String {
        let text = String::from_utf8_lossy(printed);
        match self.separator {
            '/' => text.into_owned(),
            separator => text.replace(&separator.to_string().repeat(2), "/").replace(separator, "/"),
        }
    }

    /// A script that runs the `bout` that was built as if it were a program of this machine.
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

/// Where all of this is built: another compiler's results stay apart.
fn folder() -> PathBuf {
    Path::new(ROOT).join("target/cross")
}

/// What wine is told: to keep what it keeps here, and to itself what it has to say.
fn wine() -> [(&'static str, String); 2] {
    [("WINEPREFIX", folder().join("wine").display().to_string()), ("WINEDEBUG", "-all".to_owned())]
}

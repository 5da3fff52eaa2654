//! The machine's linker, and where its C library is.

use std::path::{Path, PathBuf};

use super::compiler::{MADE, part};
use crate::tools::{asked, is_of_system};

/// The files that every program begins with, and those that it ends with.
const BEGINNING: [&str; 3] = ["crt1.o", "crti.o", "crtbeginT.o"];
const END: [&str; 2] = ["crtend.o", "crtn.o"];
/// The libraries, which depend on each other.
const LIBRARIES: [&str; 4] = ["libm.a", "libgcc.a", "libgcc_eh.a", "libc.a"];

/// Links an object file with the whole C library. It is called directly rather than through gcc's driver, which would hand it
/// gcc's plugin, and wants to write temporary files.
#[derive(Debug, Clone)]
pub(super) struct Linker {
    pub(super) program: PathBuf,
    beginning: Vec<PathBuf>,
    libraries: Vec<PathBuf>,
    end: Vec<PathBuf>,
}

impl Linker {
    /// The linker of a driver, or what is missing.
    pub(super) fn of(driver: &Path) -> Result<Self, String> {
        let program = part(driver, "ld").ok_or("there is no linker `ld`")?;
        let places = |names: &[&str]| -> Result<Vec<PathBuf>, String> {
            names.iter().map(|name| place(driver, name)).collect()
        };
        Ok(Self {
            program,
            beginning: places(&BEGINNING)?,
            libraries: places(&LIBRARIES)?,
            end: places(&END)?,
        })
    }

    /// The paths that it must be able to read. A library may be a script that names other libraries beside it.
    pub(super) fn readable(&self) -> impl Iterator<Item = PathBuf> {
        let files = [&self.beginning, &self.libraries, &self.end];
        let folders = files.into_iter().flatten().filter_map(|path| path.parent()).map(Path::to_owned);
        folders.chain([self.program.clone()])
    }

    /// The arguments that make it link these object files into a static executable.
    pub(super) fn arguments(&self, objects: &[String]) -> Vec<String> {
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        // `runtime/ask/ask.c` has its own `abort`.
        let plain = ["-m", "elf_x86_64", "-static", "-z", "noexecstack", "--wrap=abort", "-o", MADE];
        plain
            .into_iter()
            .map(String::from)
            .chain(self.beginning.iter().map(text))
            .chain(objects.iter().cloned())
            .chain(["--start-group".to_owned()])
            .chain(self.libraries.iter().map(text))
            .chain(["--end-group".to_owned()])
            .chain(self.end.iter().map(text))
            .collect()
    }
}

/// The path at which the driver finds a file, or an error if the file is missing.
fn place(driver: &Path, name: &str) -> Result<PathBuf, String> {
    let missing = || format!("`{name}` of the C library is missing");
    let told = asked(driver, &[&format!("-print-file-name={name}")]).ok_or_else(missing)?;
    let path = Path::new(told.output.trim());
    // The driver names a file that it cannot find without a folder.
    let is_found = path.is_absolute() && path.is_file() && is_of_system(path);
    if is_found { path.canonicalize().map_err(|_| missing()) } else { Err(missing()) }
}

//! clang and wasm-ld: how they are found and run, and the C library that they compile.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use game::{Canonical, Digest};
use tempfile::TempDir;

use super::embedded;
use super::process::{StepOutput, run};
use crate::source::{Step, clean};
use crate::wasm::LIBRARY_IMPORTS;

/// How bots are compiled; the manual names these flags. They are those for machine code, as far as they mean something here.
/// The compiler may use only instructions that the interpreter has.
pub(super) const FLAGS: &[&str] = &[
    "--target=wasm32",
    "-std=gnu11",
    "-O2",
    "-mcpu=mvp",
    "-mbulk-memory",
    "-msign-ext",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-common",
    "-fno-ident",
    "-fno-builtin-printf",
    "-fno-builtin-fprintf",
    "-U_FORTIFY_SOURCE",
];

/// The bot's stack in memory, in bytes. All of it is zeroed for each move.
const STACK_BYTES: u32 = 1 << 20;

/// The form of the compiler's messages. What gcc only warns about is not an error here either. The date and the time of the
/// compilation are constants.
const SPEECH: &[&str] = &[
    "-Wall",
    "-Wno-unknown-warning-option",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-builtin-macro-redefined",
    "-D__DATE__=\"Jan  1 1970\"",
    "-D__TIME__=\"00:00:00\"",
    "-D__TIMESTAMP__=\"Thu Jan  1 00:00:00 1970\"",
    "-ferror-limit=30",
    "-fno-caret-diagnostics",
    "-fno-color-diagnostics",
];

/// How the library is compiled, in addition to [`FLAGS`].
const LIBRARY_FLAGS: &[&str] = &["-ffreestanding", "-fno-builtin", "-fno-strict-aliasing", "-w"];

/// The variables that a tool keeps of this process's environment: where programs and temporary files are, and what Windows
/// needs to start a program. All others are dropped, since some would make a compiler behave like another one.
const KEPT: [&str; 6] = ["PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot", "PATHEXT"];

/// There is no clang, or none that can compile bots.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}; install clang with its target wasm32, and wasm-ld (Debian: apt-get install clang lld)")]
pub struct NoTools {
    what: String,
}

/// Makes modules from sources.
#[derive(Debug)]
pub(super) struct Tools {
    version: String,
    linker: PathBuf,
    /// The compiler's own headers.
    headers: PathBuf,
    /// Where the library is kept between runs; `None` if it is not kept.
    cache: Option<PathBuf>,
    library: OnceLock<Result<Library, String>>,
}

/// The library's folder.
#[derive(Debug)]
struct Library {
    path: PathBuf,
    /// Its temporary folder, if it is made for one run only.
    _own: Option<TempDir>,
}

impl Tools {
    /// The clang that the search path leads to. `cache` is where its library may be kept.
    pub(super) fn find(cache: Option<PathBuf>) -> Result<Self, NoTools> {
        let none = |what: &str| NoTools { what: what.into() };
        let version =
            ask("clang", &["--version"]).ok_or_else(|| none("there is no clang in the search path"))?;
        let version = version.lines().next().unwrap_or_default().to_owned();
        let headers = ask("clang", &["-print-resource-dir"])
            .map(|folder| Path::new(folder.trim()).join("include"))
            .filter(|folder| folder.join("stddef.h").exists())
            .ok_or_else(|| none("clang's own headers are missing"))?;
        let linker = ask("clang", &["-print-prog-name=wasm-ld"]).unwrap_or_default();
        let linker = [linker.trim(), "wasm-ld"]
            .into_iter()
            .find(|name| !name.is_empty() && ask(name, &["--version"]).is_some())
            .ok_or_else(|| none("there is no wasm-ld"))?;
        let tools = Self { version, linker: linker.into(), headers, cache, library: OnceLock::new() };
        let mut trial = clang();
        trial.args(FLAGS).args(["-S", "-x", "c", "-o", "-", "-"]);
        match run(&mut trial, b"int f(int x) { return x; }\n") {
            Ok(StepOutput { step: Step::Done, .. }) => Ok(tools),
            _ => Err(none("clang does not compile for wasm32")),
        }
    }

    /// The compiler's own description, in one line.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// Whether a file that the compiler has opened is one of the headers.
    pub(super) fn is_header(&self, path: &Path) -> bool {
        let built_in = ["<built-in>", "<command line>", "<stdin>"];
        let is_plain = path.components().all(|part| part != std::path::Component::ParentDir);
        let ours = self.library().map(|folder| folder.join("include"));
        built_in.iter().any(|name| path == Path::new(name))
            || is_plain && (path.starts_with(&self.headers) || ours.is_ok_and(|ours| path.starts_with(ours)))
    }

    /// Runs the preprocessor: text on standard output.
    pub(super) fn preprocess(&self, source: &[u8]) -> Result<StepOutput, String> {
        self.compiled(&["-E"], source)
    }

    /// Compiles to an object file on standard output.
    pub(super) fn compile(&self, source: &[u8]) -> Result<StepOutput, String> {
        self.compiled(&["-c"], source)
    }

    fn compiled(&self, what: &[&str], source: &[u8]) -> Result<StepOutput, String> {
        let include = self.library()?.join("include");
        let mut command = clang();
        command.args(what).args(FLAGS).args(uncomputed()).args(SPEECH).arg("-nostdinc");
        command.arg("-isystem").arg(&include).arg("-isystem").arg(&self.headers);
        // The compiler also looks in its current folder for a name in quotation marks.
        command.current_dir(&include).args(["-x", "c", "-o", "-", "-"]);
        run(&mut command, source).map_err(|error| format!("clang: {error}"))
    }

    /// Links an object file with the library: the module, or what the linker said instead.
    pub(super) fn link(&self, object: &[u8]) -> Result<Result<Vec<u8>, String>, String> {
        let library = self.library()?;
        let failed = |error: io::Error| format!("a bot cannot be linked: {error}");
        let folder = tempfile::tempdir().map_err(failed)?;
        let (bot, module) = (folder.path().join("bot.o"), folder.path().join("bot.wasm"));
        fs::write(&bot, object).map_err(failed)?;
        let mut allowed = library.join("imports").into_os_string();
        let mut flag = std::ffi::OsString::from("--allow-undefined-file=");
        flag.push(std::mem::take(&mut allowed));
        let mut command = plain(&self.linker);
        command.args([
            "--no-entry",
            "--export=bot",
            "--export=bot_name",
            "--export=__heap_base",
            "--stack-first",
        ]);
        command.args(["--fatal-warnings", "--gc-sections", "--strip-all", "-z"]);
        command.arg(format!("stack-size={STACK_BYTES}")).arg(flag).arg(&bot);
        command.args(objects(library)).arg("-o").arg(&module);
        let said = run(&mut command, b"").map_err(failed)?;
        match said.step {
            Step::Done => Ok(Ok(fs::read(&module).map_err(failed)?)),
            Step::Failed => Ok(Err(String::from_utf8_lossy(&said.errors).into_owned())),
            Step::Stopped(why) => Err(format!("wasm-ld: {why}")),
        }
    }

    /// The folder of the library. The library is compiled if it is not there.
    fn library(&self) -> Result<&Path, String> {
        let made = self.library.get_or_init(|| self.make_library());
        made.as_ref().map(|library| library.path.as_path()).map_err(Clone::clone)
    }

    fn make_library(&self) -> Result<Library, String> {
        let failed = |error: io::Error| format!("the C library cannot be unpacked: {error}");
        let kept = self.cache.as_ref().map(|cache| cache.join(format!("c-as-wasm-{}", self.key())));
        if let Some(path) = kept.as_ref().filter(|path| path.is_dir()) {
            return Ok(Library { path: path.clone(), _own: None });
        }
        let beside = self.cache.as_ref().and_then(|cache| {
            fs::create_dir_all(cache).ok()?;
            TempDir::new_in(cache).ok()
        });
        let is_kept = beside.is_some();
        let folder = beside.map_or_else(tempfile::tempdir, Ok).map_err(failed)?;
        embedded::unpack(folder.path()).map_err(failed)?;
        fs::write(folder.path().join("imports"), LIBRARY_IMPORTS.join("\n")).map_err(failed)?;
        for (path, _) in embedded::SOURCES {
            self.compile_part(folder.path(), path)?;
        }
        if let (true, Some(kept)) = (is_kept, kept) {
            let made = folder.keep();
            // Another bout may have been quicker.
            if fs::rename(&made, &kept).is_err() && !kept.is_dir() {
                return Ok(Library { path: made, _own: None });
            }
            return Ok(Library { path: kept, _own: None });
        }
        Ok(Library { path: folder.path().to_owned(), _own: Some(folder) })
    }

    fn compile_part(&self, folder: &Path, path: &str) -> Result<(), String> {
        let mut command = clang();
        command.arg("-c").args(FLAGS).args(LIBRARY_FLAGS).arg("-nostdinc");
        command.arg("-isystem").arg(&self.headers).arg("-I").arg(folder.join("wasm"));
        command
            .arg("-I")
            .arg(folder.join("library"))
            .arg("-o")
            .arg(object(folder, path))
            .arg(folder.join(path));
        let said = run(&mut command, b"").map_err(|error| format!("clang: {error}"))?;
        if let Step::Done = said.step {
            return Ok(());
        }
        Err(format!(
            "clang does not compile bout's C library: {}",
            clean(&String::from_utf8_lossy(&said.errors))
        ))
    }

    /// Everything that the compiled library depends on.
    fn key(&self) -> Digest {
        let mut canonical = Canonical::new("compiled library");
        canonical.text("compiler", &self.version);
        for flag in FLAGS.iter().chain(LIBRARY_FLAGS) {
            canonical.text("flag", flag);
        }
        canonical.text("files", &embedded::digest().to_string());
        canonical.text("imports", &LIBRARY_IMPORTS.join(" "));
        canonical.finish()
    }
}

/// All functions of libm: the compiler must not compute them with the machine's own library.
fn uncomputed() -> impl Iterator<Item = String> {
    LIBRARY_IMPORTS.iter().map(|name| format!("-fno-builtin-{name}"))
}

fn object(folder: &Path, source: &str) -> PathBuf {
    folder.join(source).with_extension("o")
}

fn objects(folder: &Path) -> impl Iterator<Item = PathBuf> {
    embedded::SOURCES.iter().map(move |(path, _)| object(folder, path))
}

/// A command for a tool that sees nothing of this process's environment that could change its output.
fn plain(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    let kept = KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    command.env_clear().envs(kept).env("LC_ALL", "C").env("SOURCE_DATE_EPOCH", "0");
    command
}

fn clang() -> Command {
    plain("clang")
}

/// A tool's answer to a simple question.
fn ask(program: &str, arguments: &[&str]) -> Option<String> {
    let output = plain(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

//! The files of an emulated machine: bout, the programs that it plays, and this machine's gcc, perl and
//! shell, each with the libraries that it needs.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use super::archive::{Archive, Entry};

use crate::trial::SHELL;
use crate::trial::cases::{Case, script};
use crate::workspace::{in_path, root, said_by};

/// The script that the machine's first process runs.
const INIT: &str = include_str!("init.sh");

/// The programs that the script calls.
const PROGRAMS: [&str; 12] = [
    "sh",
    "cat",
    "chmod",
    "cp",
    "env",
    "mkdir",
    "mount",
    "setpriv",
    "switch_root",
    "sysctl",
    "timeout",
    "uname",
];

/// Headers that a bot may include.
const HEADERS: &str = "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal \
                       stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath time \
                       uchar wchar wctype";

/// Prints which files perl reads when bout runs it: modules and their shared objects.
const PERL_FILES: &str = r#"
    use Opcode;
    use Config;
    use strict;
    use warnings;
    require ops;
    my $size = $Config{ivsize};
    print "$_\n" for values %INC, @DynaLoader::dl_shared_objects;
"#;

/// Makes the initial file system, with everything that these commands need.
pub(super) fn initramfs(bout: &Path, bots: &Path, cases: &[Case]) -> io::Result<Vec<u8>> {
    let mut files = Files::default();
    files.write("/init", 0o755, INIT.as_bytes());
    files.write("/cases", 0o644, [SHELL, &script(cases)].concat().as_bytes());
    files.write("/etc/passwd", 0o644, b"root:x:0:0::/root:/bin/sh\nuser:x:1000:1000::/home/user:/bin/sh\n");
    files.write("/etc/group", 0o644, b"root:x:0:\nuser:x:1000:\n");
    for folder in ["/proc", "/sys", "/dev", "/root", "/home", "/new"] {
        files.folder(folder, 0o755);
    }
    files.folder("/tmp", 0o1777);
    files.folder("/bots", 0o1777);
    // On most systems these are links into `/usr`, which have to be copied, too.
    for folder in ["/bin", "/sbin", "/lib", "/lib64"] {
        files.host(folder)?;
    }
    for program in PROGRAMS {
        files.program(program)?;
    }
    files.host("/etc/ld.so.cache")?;
    compiler(&mut files)?;
    perl(&mut files)?;
    files.write("/usr/bin/bout", 0o755, &fs::read(bout)?);
    files.libraries(bout)?;
    for compiled in fs::read_dir(bots)? {
        let compiled = compiled?;
        files.write(&format!("/bots/{}", compiled.file_name().display()), 0o644, &fs::read(compiled.path())?);
    }
    for program in programs(cases) {
        files.write(&format!("/{program}"), 0o644, &fs::read(root().join("crates/bout").join(program))?);
    }
    Ok(files.archive.bytes())
}

/// The example programs that are played, by their paths in the arguments.
fn programs(cases: &[Case]) -> BTreeSet<&str> {
    let arguments = cases.iter().flat_map(|case| &case.arguments);
    arguments.map(String::as_str).filter(|argument| argument.starts_with("examples/")).collect()
}

fn compiler(files: &mut Files) -> io::Result<()> {
    files.program("gcc")?;
    for part in ["cc1", "as"] {
        let path = said_by(Command::new("gcc").arg(format!("-print-prog-name={part}")))?;
        files.program(path.trim())?;
    }
    let includes: Vec<String> =
        HEADERS.split_whitespace().map(|name| format!("#include <{name}.h>\n")).collect();
    let mut gcc = Command::new("gcc");
    gcc.args(["-M", "-x", "c", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut gcc = gcc.spawn()?;
    gcc.stdin.take().expect("it is piped").write_all(includes.concat().as_bytes())?;
    let rule = String::from_utf8_lossy(&gcc.wait_with_output()?.stdout).into_owned();
    rule.split_whitespace().filter(|word| word.starts_with('/')).try_for_each(|header| files.host(header))
}

fn perl(files: &mut Files) -> io::Result<()> {
    files.program("perl")?;
    let loaded = said_by(Command::new("perl").args(["-e", PERL_FILES]))?;
    loaded.lines().try_for_each(|file| files.host(file))
}

/// The files collected so far. Files of this machine keep their paths.
#[derive(Default)]
struct Files {
    archive: Archive,
}

impl Files {
    fn folder(&mut self, path: &str, mode: u32) {
        self.archive.add(path, Entry::Folder { mode });
    }

    fn write(&mut self, path: &str, mode: u32, content: &[u8]) {
        let mut folder = String::new();
        let (folders, _) = path.rsplit_once('/').unwrap_or_default();
        for name in folders.split('/').filter(|name| !name.is_empty()) {
            folder = format!("{folder}/{name}");
            self.folder(&folder, 0o755);
        }
        self.archive.add(path, Entry::File { mode, content: content.to_vec() });
    }

    /// Adds a program of this machine, by name or path, with the libraries that it needs.
    fn program(&mut self, program: &str) -> io::Result<()> {
        let found = if program.starts_with('/') { Some(PathBuf::from(program)) } else { in_path(program) };
        let found = found.ok_or_else(|| io::Error::other(format!("there is no program `{program}`")))?;
        self.host(&found)?;
        self.libraries(&found)
    }

    /// Adds the shared libraries of a program.
    fn libraries(&mut self, program: &Path) -> io::Result<()> {
        // For a static program `ldd` fails, which is not an error here.
        let output = Command::new("ldd").arg(program).output()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        said.split_whitespace()
            .filter(|word| word.starts_with('/'))
            .try_for_each(|library| self.host(library))
    }

    /// Adds a file of this machine, with the folders and links that lead to it.
    fn host(&mut self, path: impl AsRef<Path>) -> io::Result<()> {
        let mut reached = PathBuf::from("/");
        for component in path.as_ref().components() {
            match component {
                Component::Normal(name) => reached.push(name),
                Component::ParentDir => _ = reached.pop(),
                _ => continue,
            }
            let about = fs::symlink_metadata(&reached)?;
            let name = reached.to_str().ok_or_else(|| io::Error::other("a path is not UTF-8"))?.to_owned();
            let mode = about.permissions().mode() & 0o7777;
            if about.is_symlink() {
                let target = fs::read_link(&reached)?;
                self.archive.add(&name, Entry::Link { target: target.as_os_str().as_bytes().to_vec() });
                let leads_to = reached.parent().expect("a link lies in a folder").join(target);
                self.host(&leads_to)?;
                reached = leads_to.canonicalize()?;
            } else if about.is_dir() {
                self.folder(&name, mode);
            } else {
                self.archive.add(&name, Entry::File { mode, content: fs::read(&reached)? });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::cases;

    #[test]
    fn the_programs_that_are_played_are_there() {
        let cases = cases::matches();
        let programs = programs(&cases);
        assert!(programs.len() > 8, "{programs:?}");
        for program in programs {
            assert!(root().join("crates/bout").join(program).is_file(), "{program}");
        }
    }
}

//! Installs every package in a clean root of every release, and tests it there.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::{package, roots};
use crate::trial::cases::{self, Case, script};
use crate::trial::report::{Report, read};
use crate::trial::table::{self, Column};
use crate::trial::{SHELL, cases::RunOutcome};
use crate::workspace::{self, done};

/// A script that enters a root. It runs in a mount namespace of its own, so that nothing stays mounted.
const INSIDE: &str = r#"
    mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --rbind /sys "$0/sys" &&
    exec chroot "$0" /bin/sh /try.sh
"#;

/// Tests all packages in all releases. Returns whether all results equal those of this machine.
pub(super) fn run(releases: &[&str], bout: &Path, packages: &[PathBuf], folder: &Path) -> io::Result<bool> {
    let cases = cases::matches_and_examples();
    let here = cases::run_here(&cases, &[bout.into()], &folder.join("bots"))?;
    let mut columns = Vec::new();
    println!("\n{:<10} {:<14} {:<18} {:<18}", "release", "gcc", "glibc", "perl");
    for release in releases {
        let root = roots::root(&folder.join("roots"), release)?;
        let [gcc, glibc, perl] = roots::versions(&root)?;
        println!("{release:<10} {gcc:<14} {glibc:<18} {perl:<18}");
        for package in packages {
            columns.push(try_one(release, &root, package, &cases, folder)?);
        }
    }
    println!();
    Ok(table::print(&cases, &here, &columns, &folder.join("trials")))
}

/// Tests the tar file for another processor in an emulator, with the commands that need neither a compiler
/// nor perl.
pub(super) fn run_emulated(
    bout: &Path,
    package: &Path,
    emulator: &[OsString],
    folder: &Path,
) -> io::Result<bool> {
    let cases = cases::without_foreign_code();
    let unpacked = tempfile::tempdir_in(folder)?;
    package::unpack(package, unpacked.path())?;
    let bots = folder.join("bots");
    let here = cases::run_here(&cases, &[bout.into()], &bots)?;
    let program = [emulator, &[unpacked.path().join("bin/bout").into()]].concat();
    let there = cases::run_here(&cases, &program, &bots)?;
    let is_same =
        |(here, there): (&RunOutcome, &RunOutcome)| here.output == there.output && here.code == there.code;
    for (case, ran) in cases.iter().zip(here.iter().zip(&there)) {
        println!("{:<24} {}", case.name, if is_same(ran) { "same" } else { "differs" });
    }
    Ok(here.iter().zip(&there).all(is_same))
}

fn try_one(release: &str, clean: &Path, package: &Path, cases: &[Case], folder: &Path) -> io::Result<Column> {
    let kind = package.extension().unwrap_or_default().to_string_lossy().into_owned();
    let name = format!("{release} {kind}");
    eprintln!("trying the {kind} package in {release}");
    let root = tempfile::tempdir_in(folder)?;
    let start = Instant::now();
    done(Command::new("cp").arg("--archive").arg(clean.join(".")).arg(root.path()))?;
    install(package, root.path())?;
    done(
        Command::new("cp")
            .args(["--recursive", "--no-preserve=all"])
            .arg(workspace::root().join("crates/bout/examples"))
            .arg(root.path()),
    )?;
    fs::create_dir_all(root.path().join("home/user"))?;
    std::os::unix::fs::chown(root.path().join("home/user"), Some(1000), Some(1000))?;
    let report = run_inside(root.path(), cases)?;
    keep(&report, &folder.join("trials").join(name.replace(' ', "-")))?;
    Ok(Column { name, report, took: start.elapsed() })
}

fn install(file: &Path, root: &Path) -> io::Result<()> {
    if file.extension().is_some_and(|extension| extension == "deb") {
        fs::copy(file, root.join("bout.deb"))?;
        return done(
            Command::new("chroot").arg(root).args(["dpkg", "--install", "/bout.deb"]).stdout(Stdio::null()),
        );
    }
    package::unpack(file, &root.join("opt"))?;
    std::os::unix::fs::symlink("/opt/bin/bout", root.join("usr/local/bin/bout"))
}

fn run_inside(root: &Path, cases: &[Case]) -> io::Result<Report> {
    let settings = "export PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin HOME=/root LC_ALL=C\ncd /\n";
    fs::write(root.join("try.sh"), [settings, SHELL, &script(cases)].concat())?;
    let mut inside = Command::new("unshare");
    inside.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", INSIDE]).arg(root);
    // The environment of this machine must not affect the test. The script sets what is needed.
    let output =
        inside.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").stdin(Stdio::null()).output()?;
    Ok(read(&String::from_utf8_lossy(&output.stdout)))
}

/// Saves what the commands printed, in a file per command.
fn keep(report: &Report, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (case, RunOutcome { output, errors, .. }, _) in &report.runs {
        fs::write(folder.join(case), format!("{output}{errors}"))?;
    }
    Ok(())
}

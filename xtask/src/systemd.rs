//! Tests bout's systemd units under a running systemd, in a container that systemd-nspawn boots.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::dist::roots;
use crate::workspace;

/// The Debian release in the container, which is called the machine here.
const RELEASE: &str = "bookworm";

/// The packages that a machine with a site has. curl and ps are only for the test.
const PACKAGES: &str = "systemd,systemd-sysv,dbus,gcc,libc6-dev,perl,procps,curl";

/// The test script that the machine runs.
const SCRIPT: &str = include_str!("systemd/try.sh");

/// The unit that starts the script when the machine is up.
const UNIT: &str = "[Service]\nType=oneshot\nExecStart=/try/try.sh\nTimeoutStartSec=900\n";

/// The seconds after which the machine is stopped.
const MAX_SECONDS: &str = "900";

/// What is tried.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The bout in the machine; without it, one is built here. It needs a glibc that is not newer than that of Debian 12.
    #[arg(long, value_name = "FILE")]
    bout: Option<PathBuf>,
}

/// Starts the machine, and reports whether the units did everything that they should.
pub(crate) fn run(options: &Options) -> ExitCode {
    match all_is_well(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn all_is_well(options: &Options) -> io::Result<bool> {
    workspace::require(&[("debootstrap", "debootstrap"), ("systemd-nspawn", "systemd-container")])?;
    let bout = options.bout.clone().map_or_else(workspace::release_build, Ok)?;
    let folder = workspace::target()?.join("systemd");
    fs::create_dir_all(&folder)?;
    let root = roots::root_with(&folder, "machine", RELEASE, PACKAGES)?;
    prepare(&root, &bout)?;
    boot(&root)?;
    let read = |name: &str| fs::read_to_string(root.join("try").join(name)).unwrap_or_default();
    let results = read("results");
    print!("{results}");
    println!("\nbout doctor in the unit:\n{}\n{}", read("doctor").trim(), read("exposure").trim());
    let is_whole = results.lines().any(|line| line.contains("the backup of the manual"));
    if !is_whole {
        eprintln!("the machine stopped before the end; its log: {}", root.join("try/log").display());
    }
    Ok(is_whole && results.lines().all(|line| line.starts_with("yes ")))
}

/// Puts bout and its units where the packages put them, and removes the results of the last test.
fn prepare(root: &Path, bout: &Path) -> io::Result<()> {
    let packaging = workspace::root().join("packaging/systemd");
    let units = root.join("usr/lib/systemd/system");
    fs::copy(bout, root.join("usr/bin/bout"))?;
    for unit in ["bout.service", "bout.socket"] {
        fs::copy(packaging.join(unit), units.join(unit))?;
    }
    fs::copy(packaging.join("bout.sysusers"), root.join("usr/lib/sysusers.d/bout.conf"))?;
    for folder in ["try", "var/lib/bout", "var/cache/bout", "var/log/journal"] {
        match fs::remove_dir_all(root.join(folder)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::create_dir(root.join("try"))?;
    let script = root.join("try/try.sh");
    fs::write(&script, SCRIPT)?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    fs::write(root.join("etc/systemd/system/try.service"), UNIT)?;
    let wanted = root.join("etc/systemd/system/multi-user.target.wants");
    fs::create_dir_all(&wanted)?;
    let link = wanted.join("try.service");
    if !link.exists() {
        symlink("../try.service", link)?;
    }
    Ok(())
}

/// Boots the machine, and waits until it has stopped.
fn boot(root: &Path) -> io::Result<()> {
    let mut machine = Command::new("timeout");
    machine.args(["--kill-after=20", MAX_SECONDS, "systemd-nspawn", "--quiet", "--boot", "--register=no"]);
    machine.args(["--keep-unit", "--private-network", "--console=read-only", "--machine=bout-trial"]);
    // nspawn blocks these system calls in this release; a real machine has them.
    machine.arg("--system-call-filter=landlock_create_ruleset landlock_add_rule landlock_restrict_self");
    // Ignores the exit code of the machine: the script reports the result.
    machine.arg("--directory").arg(root).stdin(Stdio::null()).stdout(Stdio::null()).status().map(drop)
}

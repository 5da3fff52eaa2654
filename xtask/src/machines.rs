//! Plays matches on emulated processors (QEMU without KVM). All must give the same results.

mod archive;
mod emulator;
mod kernel;
mod root;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use emulator::{Boot, Machine};

use crate::trial::cases::{self, Case};
use crate::trial::table::{self, Column};
use crate::workspace;

/// What is tried, and by what.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only these machines, by name; see `--list`.
    #[arg(value_name = "MACHINE")]
    machines: Vec<String>,
    /// Lists the machines and what is played on each.
    #[arg(long)]
    list: bool,
    /// The bout that is tried, instead of a release build of this tree.
    #[arg(long, value_name = "FILE")]
    bout: Option<PathBuf>,
    /// The kernel that is booted (`vmlinuz`), instead of Debian's for this release.
    #[arg(long, value_name = "FILE")]
    kernel: Option<PathBuf>,
    /// Minutes after which a machine is switched off.
    #[arg(long, default_value_t = 15)]
    minutes: u64,
}

/// Tests all machines. Fails if the output of any of them differs from that of this machine.
pub(crate) fn run(options: &Options) -> ExitCode {
    match try_all(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn try_all(options: &Options) -> io::Result<bool> {
    let machines = chosen(&options.machines)?;
    let cases = cases::matches();
    if options.list {
        print_list(&machines, &cases);
        return Ok(true);
    }
    require_programs()?;
    let folder = workspace::target()?.join("machines");
    std::fs::create_dir_all(&folder)?;
    let bout = options.bout.clone().map_or_else(workspace::release_build, Ok)?.canonicalize()?;
    let kernel = options.kernel.clone().map_or_else(|| kernel::debian(&folder), Ok)?;
    // The image contains compiled bots: on an emulated processor, compiling takes longer than bout allows.
    let here = cases::run_here(&cases, &[bout.clone().into()], &folder.join("bots"))?;
    let initramfs = folder.join("initramfs.cpio");
    std::fs::write(&initramfs, root::initramfs(&bout, &folder.join("bots"), &cases)?)?;

    let mut columns = Vec::new();
    for machine in machines {
        eprintln!("{}: {}", machine.name, machine.about);
        let log = folder.join(machine.name);
        let emulated = Boot { machine, kernel: &kernel, initramfs: &initramfs, log: &log };
        let start = Instant::now();
        let report = emulated.run(Duration::from_secs(options.minutes * 60))?;
        columns.push(Column { name: machine.name.to_owned(), report, took: start.elapsed() });
    }
    println!("{}\n", kernel::version(&kernel)?);
    Ok(table::print(&cases, &here, &columns, &folder))
}

fn chosen(names: &[String]) -> io::Result<Vec<&'static Machine>> {
    if names.is_empty() {
        return Ok(emulator::MACHINES.iter().collect());
    }
    let find = |name: &String| {
        let found = emulator::MACHINES.iter().find(|machine| machine.name == name);
        found.ok_or_else(|| io::Error::other(format!("there is no machine `{name}`; `--list` lists them")))
    };
    names.iter().map(find).collect()
}

/// Checks that the needed programs are installed.
fn require_programs() -> io::Result<()> {
    workspace::require(&[
        ("qemu-system-x86_64", "qemu-system-x86"),
        ("dpkg-deb", "dpkg"),
        ("gcc", "gcc libc6-dev"),
        ("perl", "perl"),
        ("setpriv", "util-linux"),
        ("switch_root", "util-linux"),
    ])
}

/// Prints the machines and the commands that would run on them.
fn print_list(machines: &[&Machine], cases: &[Case]) {
    for machine in machines {
        println!("{:<10} {}", machine.name, machine.about);
    }
    println!();
    for case in cases {
        println!("{:<24} bout {}", case.name, case.arguments.join(" "));
    }
}

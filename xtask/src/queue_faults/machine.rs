//! Simulates failing machines: full disks, unplugged network cables and wrong clocks. The first two need the
//! superuser's rights.

use std::fs;
use std::io::Write;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The library that fakes the time of day for a program.
const WRONG_CLOCK: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// Runs a system command. Returns whether it succeeded.
fn system(line: &str) -> bool {
    let mut words = line.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A small disk, as a folder.
pub(super) struct Disk {
    folder: PathBuf,
    is_mounted: bool,
}

impl Disk {
    /// Mounts a disk of this size. Without the right to do so, it is an ordinary folder, which never gets
    /// full.
    pub(super) fn new(folder: PathBuf, size_mib: u32) -> Self {
        fs::create_dir_all(&folder).expect("the folder can be made");
        let is_mounted = system(&format!("mount -t tmpfs -o size={size_mib}m disk {}", folder.display()));
        Self { folder, is_mounted }
    }

    /// Whether it can get full.
    pub(super) const fn is_small(&self) -> bool {
        self.is_mounted
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }

    /// Uses up all space.
    pub(super) fn fill(&self) {
        let Ok(mut file) = fs::File::create(self.ballast()) else { return };
        // Writing fails when the disk is full, which ends the loop.
        while self.is_mounted && file.write_all(&[1; 4096]).is_ok() {}
    }

    /// Frees the space that [`Disk::fill`] used up.
    pub(super) fn empty(&self) {
        let _ = fs::remove_file(self.ballast());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_mounted {
            system(&format!("umount -l {}", self.folder.display()));
        }
    }
}

/// Another host: a network namespace with a virtual cable to this one.
pub(super) struct Host {
    name: String,
    cable: String,
    /// The address of this machine's end of the cable.
    pub(super) address: Ipv4Addr,
}

impl Host {
    /// Makes a host. `None` without the right to do so.
    pub(super) fn new() -> Option<Self> {
        let number = std::process::id() % 16_000;
        let (name, cable) = (format!("bout-{number}"), format!("bout{number}a"));
        let [high, low] = [number / 64, number % 64].map(|part| u8::try_from(part).unwrap_or(0));
        let address = |host: u8| Ipv4Addr::new(10, 211, high, low * 4 + host);
        let host = Self { name, cable, address: address(1) };
        let (name, cable, other) = (&host.name, &host.cable, format!("bout{number}b"));
        let is_made = [
            format!("ip netns add {name}"),
            format!("ip link add {cable} type veth peer name {other}"),
            format!("ip link set {other} netns {name}"),
            format!("ip addr add {}/30 dev {cable}", address(1)),
            format!("ip link set {cable} up"),
            format!("ip netns exec {name} ip addr add {}/30 dev {other}", address(2)),
            format!("ip netns exec {name} ip link set {other} up"),
            format!("ip netns exec {name} ip link set lo up"),
        ]
        .iter()
        .all(|line| system(line));
        is_made.then_some(host)
    }

    /// A command that runs on the host.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name]).arg(program);
        command
    }

    /// Unplugs the cable. Packets are lost, and neither side gets an error.
    pub(super) fn cut(&self) {
        system(&format!("ip link set {} down", self.cable));
    }

    /// Plugs the cable in again. Both sides still have their connections.
    pub(super) fn mend(&self) {
        system(&format!("ip link set {} up", self.cable));
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        system(&format!("ip link del {}", self.cable));
        system(&format!("ip netns del {}", self.name));
    }
}

/// Shifts the time of day that a command sees by a number of days. Time passes at its usual speed.
pub(super) fn set_clock(command: &mut Command, days: i64) {
    if Path::new(WRONG_CLOCK).exists() {
        command.env("LD_PRELOAD", WRONG_CLOCK).env("FAKETIME", format!("{days:+}d"));
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    }
}

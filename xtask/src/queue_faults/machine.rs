//! Parts of machines that fail: disks that are full, cables that are pulled, clocks that are wrong. The superuser can make
//! the first two.

use std::fs;
use std::io::Write;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The library that tells programs another time of day.
const WRONG_CLOCK: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// Runs a command of the system. Returns whether it succeeded.
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
    /// Makes one of so many MiB. Without the right to, it is an ordinary folder that is never full.
    pub(super) fn new(folder: PathBuf, size_mib: u32) -> Self {
        fs::create_dir_all(&folder).expect("the folder can be made");
        let is_mounted = system(&format!("mount -t tmpfs -o size={size_mib}m disk {}", folder.display()));
        Self { folder, is_mounted }
    }

    /// Whether it can be full.
    pub(super) const fn is_small(&self) -> bool {
        self.is_mounted
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }

    /// Uses up all room.
    pub(super) fn fill(&self) {
        let Ok(mut file) = fs::File::create(self.ballast()) else { return };
        // It ends when the disk is full.
        while self.is_mounted && file.write_all(&[1; 4096]).is_ok() {}
    }

    /// Gives the room back.
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

/// Another host: a network namespace with a cable to this one.
pub(super) struct Host {
    name: String,
    cable: String,
    /// The address of this end of the cable.
    pub(super) address: Ipv4Addr,
}

impl Host {
    /// Makes one. `None` without the right to.
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

    /// A command that runs there.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name]).arg(program);
        command
    }

    /// Pulls the cable: what is sent is lost, and nobody is told.
    pub(super) fn cut(&self) {
        system(&format!("ip link set {} down", self.cable));
    }

    /// Puts it back. Connections are still there on both sides.
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

/// Lets a command see another time of day. It passes as fast as it does.
pub(super) fn set_clock(command: &mut Command, days: i64) {
    if Path::new(WRONG_CLOCK).exists() {
        command.env("LD_PRELOAD", WRONG_CLOCK).env("FAKETIME", format!("{days:+}d"));
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    }
}

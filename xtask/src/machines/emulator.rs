//! Boots an emulated machine, which runs its commands and reports their results over its serial ports.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::trial::report::{Report, read};

/// A machine that QEMU emulates.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) name: &'static str,
    /// QEMU's options for the processor.
    processor: &'static str,
    /// Parameters on the kernel's command line.
    kernel: &'static str,
    /// Why it is tested.
    pub(super) about: &'static str,
}

/// The machines, from the oldest processor to one with everything that QEMU emulates (version 7.2 has no
/// AVX-512, AMX or shadow stacks).
pub(super) const MACHINES: &[Machine] = &[
    Machine {
        name: "qemu64",
        processor: "qemu64",
        kernel: "",
        about: "the oldest that Rust supports: x86-64 with SSE3 and nothing since, no XSAVE",
    },
    Machine { name: "conroe", processor: "Conroe", kernel: "", about: "Intel of 2006: SSSE3, no XSAVE" },
    Machine { name: "nehalem", processor: "Nehalem", kernel: "", about: "Intel of 2008: SSE4.2, no XSAVE" },
    Machine { name: "haswell", processor: "Haswell", kernel: "", about: "Intel of 2013: AVX2, XSAVE" },
    Machine { name: "epyc", processor: "EPYC", kernel: "", about: "AMD of 2017: AVX2, XSAVE, XGETBV1" },
    Machine {
        name: "max",
        processor: "max",
        kernel: "",
        about: "all that QEMU can emulate: protection keys, FSGSBASE, five-level paging",
    },
    Machine {
        name: "bare",
        processor: "max",
        kernel: "noxsave nofsgsbase nopku no5lvl lsm=yama try.namespaces=no",
        about: "the same with XSAVE, FSGSBASE, protection keys, Landlock and users' namespaces switched off",
    },
];

/// A machine, and what it boots.
pub(super) struct Boot<'a> {
    pub(super) machine: &'a Machine,
    pub(super) kernel: &'a Path,
    pub(super) initramfs: &'a Path,
    /// The folder for its output.
    pub(super) log: &'a Path,
}

const MEMORY_MIB: &str = "2048";

impl Boot<'_> {
    /// Runs the machine until it switches itself off or the time is over.
    pub(super) fn run(&self, longest: Duration) -> io::Result<Report> {
        fs::create_dir_all(self.log)?;
        let (console, results) = (self.log.join("console"), self.log.join("results"));
        let mut qemu = Command::new("qemu-system-x86_64");
        qemu.args(["-accel", "tcg", "-smp", "1", "-m", MEMORY_MIB, "-cpu", self.machine.processor]);
        qemu.args(["-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-kernel"]);
        qemu.arg(self.kernel).arg("-initrd").arg(self.initramfs);
        qemu.args(["-append", &format!("console=ttyS0 panic=-1 {}", self.machine.kernel)]);
        for line in [&console, &results] {
            qemu.arg("-serial").arg(format!("file:{}", line.display()));
        }
        qemu.stdin(Stdio::null()).stderr(File::create(self.log.join("qemu"))?);
        wait(qemu.spawn()?, longest)?;
        Ok(read(&String::from_utf8_lossy(&fs::read(results)?)))
    }
}

/// Waits for a process, and kills it when its time is over.
fn wait(mut process: Child, longest: Duration) -> io::Result<()> {
    let start = Instant::now();
    while process.try_wait()?.is_none() {
        if start.elapsed() > longest {
            process.kill()?;
        }
        sleep(Duration::from_millis(200));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_hangs_is_switched_off() {
        let start = Instant::now();
        wait(Command::new("sleep").arg("1000").spawn().unwrap(), Duration::ZERO).unwrap();
        assert!(start.elapsed() < Duration::from_secs(500));
    }
}

//! An emulated machine: it is booted, runs its commands, and is read by its serial lines.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::cases::Ran;

/// A machine that QEMU emulates.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) name: &'static str,
    /// What QEMU is told of the processor.
    processor: &'static str,
    /// What the kernel is told.
    kernel: &'static str,
    /// Why it is tried.
    pub(super) about: &'static str,
}

/// From the oldest to all that QEMU can emulate (7.2: no AVX-512, no AMX, no shadow stacks).
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

/// A machine, and what it is to boot.
pub(super) struct Boot<'a> {
    pub(super) machine: &'a Machine,
    pub(super) kernel: &'a Path,
    pub(super) initramfs: &'a Path,
    /// The folder that keeps what it said.
    pub(super) log: &'a Path,
}

/// What became of a machine's commands.
#[derive(Debug, PartialEq)]
pub(super) struct Report {
    /// By name, in the order in which they were run.
    pub(super) runs: Vec<(String, Ran, Duration)>,
    /// Whether it came to the end of its list.
    pub(super) is_whole: bool,
}

impl Report {
    pub(super) fn of(&self, case: &str) -> Option<(&Ran, Duration)> {
        self.runs.iter().find(|(name, ..)| name == case).map(|(_, ran, took)| (ran, *took))
    }
}

const MEMORY_MIB: &str = "2048";

impl Boot<'_> {
    /// Lets it run until it switches itself off, or until the time is over.
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

/// Waits for a process, and ends it when its time is over.
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

/// Reads what the machine's first process printed.
fn read(results: &str) -> Report {
    let text = results.replace('\r', "");
    let mut runs = Vec::new();
    for block in text.split("@@ran ").skip(1) {
        let Some((ran, _)) = block.split_once("@@end\n") else { continue };
        runs.extend(read_run(ran));
    }
    Report { runs, is_whole: text.ends_with("@@done\n") }
}

fn read_run(block: &str) -> Option<(String, Ran, Duration)> {
    let (head, rest) = block.split_once('\n')?;
    let (output, errors) = rest.split_once("@@errors\n")?;
    let mut words = head.split(' ');
    let name = words.next()?.to_owned();
    let code = words.next()?.parse().ok()?;
    let mut seconds = || words.next()?.parse::<f64>().ok();
    let (before, after) = (seconds()?, seconds()?);
    let took = Duration::try_from_secs_f64(after - before).unwrap_or_default();
    Some((name, Ran { code, output: output.to_owned(), errors: errors.to_owned() }, took))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_machine_prints_is_read() {
        let printed = "@@kernel 6.1\r\n@@ran doctor 4 1.50 3.75\r\nno\r\nno\r\n@@errors\r\n@@end\r\n\
                       @@ran crash 0 4.0 5.0\r\n{}\r\n@@errors\r\nslow\r\n@@end\r\n@@done\r\n";
        let ran =
            |code, output: &str, errors: &str| Ran { code, output: output.into(), errors: errors.into() };
        let report = read(printed);
        assert_eq!(
            report.runs,
            [
                ("doctor".into(), ran(4, "no\nno\n", ""), Duration::from_millis(2250)),
                ("crash".into(), ran(0, "{}\n", "slow\n"), Duration::from_secs(1)),
            ]
        );
        assert!(report.is_whole);
    }

    #[test]
    fn what_a_machine_did_not_finish_is_missing() {
        let report = read("@@ran crash 0 4.0 5.0\n{}\n@@errors\n@@end\n@@ran snakes 0 5.0 6.0\n{");
        assert_eq!(report.runs.len(), 1);
        assert!(!report.is_whole && report.of("crash").is_some() && report.of("snakes").is_none());
        assert!(!read("").is_whole);
    }

    #[test]
    fn a_machine_that_hangs_is_switched_off() {
        let start = Instant::now();
        wait(Command::new("sleep").arg("1000").spawn().unwrap(), Duration::ZERO).unwrap();
        assert!(start.elapsed() < Duration::from_secs(500));
    }
}

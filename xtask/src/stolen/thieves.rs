//! Thieves: processes and quotas that take processor time away from players.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Thief {
    /// One process with real-time priority (`SCHED_FIFO`), which preempts all others.
    First,
    /// Many processes that are always busy.
    Crowd,
    /// A quota of a control group. When it is used up, the whole group is suspended until the next period.
    Quota,
}

pub(super) const THIEVES: [Thief; 3] = [Thief::First, Thief::Crowd, Thief::Quota];

/// The priority of [`Thief::First`]. Any real-time priority precedes all ordinary processes.
const PRIORITY: &str = "50";
/// A busy stretch of [`spin`] doubles until it is at least this long: several times the time limit of a move.
const LONGEST: Duration = Duration::from_millis(400);
/// The period after which the quota is renewed.
const PERIOD_US: u32 = 400_000;

impl Thief {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::First => "a process that comes first",
            Self::Crowd => "a crowd of processes",
            Self::Quota => "a quota",
        }
    }
}

/// A processor with a thief, until this is dropped.
pub(super) struct Taken {
    spinners: Vec<Child>,
    group: Option<PathBuf>,
}

impl Taken {
    /// Starts a thief that takes a share of a processor, in percent.
    pub(super) fn by(thief: Thief, processor: usize, share: u32) -> io::Result<Self> {
        let mut taken = Self { spinners: Vec::new(), group: None };
        match thief {
            Thief::First => {
                let first: &[&str] = &["chrt", "--fifo", PRIORITY];
                taken.spinners.push(pinned(first, processor)?.args(["spin", &share.to_string()]).spawn()?);
            }
            Thief::Crowd => {
                for _ in 0..share.div_ceil(100 - share) {
                    taken.spinners.push(pinned(&[], processor)?.args(["spin", "100"]).spawn()?);
                }
            }
            Thief::Quota => taken.group = Some(group(PERIOD_US / 100 * (100 - share))?),
        }
        Ok(taken)
    }

    /// The command that runs this program on that processor, within the quota if there is one.
    pub(super) fn command(&self, processor: usize) -> io::Result<Command> {
        let Some(group) = &self.group else { return pinned(&[], processor) };
        let procs = group.join("cgroup.procs");
        let procs = procs.to_str().expect("we have named it");
        pinned(&["sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", procs], processor)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        for spinner in &mut self.spinners {
            // Ignores errors, since the process may already have ended.
            let _ = spinner.kill();
            let _ = spinner.wait();
        }
        if let Some(group) = &self.group {
            // Ignores errors, since an empty group does no harm.
            let _ = fs::remove_dir(group);
        }
    }
}

/// The command that runs this program on a processor, through the command `before` if it is not empty.
fn pinned(before: &[&str], processor: usize) -> io::Result<Command> {
    let own = std::env::current_exe()?;
    let processor = processor.to_string();
    let mut words = before.iter().copied().chain(["taskset", "--cpu-list", &processor]);
    let mut command = Command::new(words.next().expect("there are some"));
    command.args(words).arg(own);
    Ok(command)
}

/// Makes a control group with a quota of processor time per period, in microseconds.
fn group(quota_us: u32) -> io::Result<PathBuf> {
    let name = format!("bout-stolen-{}", std::process::id());
    let first = Path::new("/sys/fs/cgroup/cpu");
    let (group, limits) = if first.is_dir() {
        let group = first.join(name);
        (group, [("cpu.cfs_period_us", PERIOD_US.to_string()), ("cpu.cfs_quota_us", quota_us.to_string())])
    } else {
        let group = Path::new("/sys/fs/cgroup").join(name);
        (group, [("cpu.max", format!("{quota_us} {PERIOD_US}")), ("cpu.max.burst", "0".into())])
    };
    let wrong =
        |error: io::Error| io::Error::other(format!("no quota can be set in {}: {error}", group.display()));
    match fs::create_dir(&group) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(wrong(error)),
        _ => {}
    }
    for (file, limit) in &limits {
        fs::write(group.join(file), limit).map_err(wrong)?;
    }
    Ok(group)
}

/// Takes a share of the processor, in percent, for ever, in busy stretches of different lengths.
pub(crate) fn spin(share: u32) {
    let mut stretch = Duration::from_millis(1);
    loop {
        let start = Instant::now();
        while start.elapsed() < stretch {
            std::hint::spin_loop();
        }
        thread::sleep(stretch * (100 - share.min(100)) / share.max(1));
        stretch = if stretch >= LONGEST { Duration::from_millis(1) } else { stretch * 2 };
    }
}

/// The processor time that the host has stolen from this virtual machine since it booted, in milliseconds; 0
/// if the kernel does not report it.
pub(super) fn stolen_ms() -> u64 {
    // The eighth number of the first line is the stolen time, in hundredths of a second.
    let about = fs::read_to_string("/proc/stat").unwrap_or_default();
    let ticks = about.lines().next().and_then(|line| line.split_whitespace().nth(8)?.parse::<u64>().ok());
    ticks.unwrap_or_default() * 10
}

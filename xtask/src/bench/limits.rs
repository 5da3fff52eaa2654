//! Measures what the kernel alone takes for a call of confined code: the lower limit for every isolation mode
//! on this machine.

use std::io::{self, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Calls per round.
const CALLS: usize = 10_000;
/// Forks per round.
const FORKS: u32 = 1000;

/// Sends every byte back.
const ECHO: &str = "syswrite STDOUT, $_ while sysread STDIN, $_, 1;";
/// Denies a process the processor's time stamp counter (`PR_SET_TSC`), as for confined code. The kernel takes
/// longer to switch between processes with and without the counter, so threads that ask confined code give it
/// up, too.
const HIDE_CLOCK: &str = "syscall 157, 26, 2;";
/// Prints how many children per second Perl can fork if each child exits at once.
const FORK: &str = r"
    use POSIX (); use Time::HiRes 'time';
    my ($forks, $start) = (shift, time);
    for (1 .. $forks) { my $child = fork // die; POSIX::_exit(0) if !$child; waitpid $child, 0 }
    print $forks / (time - $start);
";

/// Prints how long a byte takes to another process and back on one core, and how many children per second can
/// be forked.
pub(super) fn run(rounds: usize) {
    match (round_trip_us(rounds, ""), round_trip_us(rounds, HIDE_CLOCK), forks_per_second(rounds)) {
        (Ok(with_clock), Ok(without_clock), Ok(forks)) => {
            println!("{:<34} {with_clock:>9.1} µs", "limit: a byte there and back, p50");
            println!("{:<34} {without_clock:>9.1} µs", "limit: if one has no clock, p50");
            println!("{:<34} {forks:>9.0} per second", "limit: forks of an empty perl");
        }
        (Err(error), ..) | (_, Err(error), _) | (.., Err(error)) => {
            println!("the limits of this machine cannot be measured: {error}");
        }
    }
}

/// The lowest median of all rounds. The other process first runs the Perl code `preparation`.
fn round_trip_us(rounds: usize, preparation: &str) -> io::Result<f64> {
    let before = sched_getaffinity(None)?;
    let processor = (0..CpuSet::MAX_CPU).find(|&processor| before.is_set(processor)).unwrap_or_default();
    let mut one = CpuSet::new();
    one.set(processor);
    // The other process inherits it.
    sched_setaffinity(None, &one)?;
    let echo = Echo::start(preparation);
    let least = echo.and_then(|mut echo| least(rounds, || echo.round_trip_us()));
    sched_setaffinity(None, &before)?;
    least
}

fn least(rounds: usize, mut measure: impl FnMut() -> io::Result<f64>) -> io::Result<f64> {
    (0..rounds).try_fold(f64::INFINITY, |least, _| Ok(least.min(measure()?)))
}

/// The process that sends every byte back. It exits at the end of its input.
struct Echo(Child);

impl Echo {
    fn start(preparation: &str) -> io::Result<Self> {
        let mut perl = Command::new("perl");
        perl.args(["-e", preparation, "-e", ECHO]).stdin(Stdio::piped()).stdout(Stdio::piped());
        perl.spawn().map(Self)
    }

    /// The median of many calls.
    fn round_trip_us(&mut self) -> io::Result<f64> {
        let (Some(there), Some(back)) = (&mut self.0.stdin, &mut self.0.stdout) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let mut byte = [0];
        let mut times = Vec::with_capacity(CALLS);
        for _ in 0..CALLS {
            let start = Instant::now();
            there.write_all(&byte)?;
            back.read_exact(&mut byte)?;
            times.push(start.elapsed());
        }
        times.sort_unstable();
        Ok(times[CALLS / 2].as_secs_f64() * 1e6)
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        self.0.wait().ok();
    }
}

/// The highest rate of all rounds.
fn forks_per_second(rounds: usize) -> io::Result<f64> {
    let seconds = least(rounds, || {
        let output = Command::new("perl").args(["-e", FORK, &FORKS.to_string()]).output()?;
        let said = String::from_utf8_lossy(&output.stdout).parse::<f64>();
        said.map(f64::recip).map_err(|error| io::Error::other(format!("perl printed no number: {error}")))
    })?;
    Ok(seconds.recip())
}

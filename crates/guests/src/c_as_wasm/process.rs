//! Runs a step of the compiler, which is not confined, in a bounded time.

use std::io::{self, Read, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::source::Step;

/// The elapsed time that a step may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The most that is read from each of a step's two outputs.
const OUTPUT_BYTES: u64 = 32 << 20;
/// How often the step is checked for its end.
const PERIOD: Duration = Duration::from_millis(2);

/// What a step wrote, and how it ended.
pub(super) struct StepOutput {
    pub(super) output: Vec<u8>,
    pub(super) errors: Vec<u8>,
    pub(super) step: Step,
}

/// Runs the command with this input.
pub(super) fn run(command: &mut Command, input: &[u8]) -> io::Result<StepOutput> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        scope.spawn(move || {
            // A step that rejects its input may end before it has read all of it.
            let _ = stdin.map(|mut pipe| pipe.write_all(input));
        });
        let output = scope.spawn(move || read(stdout));
        let errors = scope.spawn(move || read(stderr));
        let ended = wait(&mut child)?;
        let output = output.join().unwrap_or_default();
        let errors = errors.join().unwrap_or_default();
        let is_too_much = [&output, &errors].into_iter().any(|text| text.len() as u64 >= OUTPUT_BYTES);
        let step = match ended {
            None => Step::Stopped(format!("it took more than {} s", TIMEOUT.as_secs())),
            Some(_) if is_too_much => Step::Stopped(format!("it wrote more than {} MiB", OUTPUT_BYTES >> 20)),
            Some(status) if status.success() => Step::Done,
            Some(_) => Step::Failed,
        };
        Ok(StepOutput { output, errors, step })
    })
}

/// The output of a pipe. If there is too much, the pipe is closed.
fn read(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        let _ = pipe.take(OUTPUT_BYTES).read_to_end(&mut bytes);
    }
    bytes
}

/// Waits for the end of the step, and ends it when the time is up.
fn wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    while start.elapsed() < TIMEOUT {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(PERIOD);
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

//! The player factory for snippets.

use std::sync::Arc;
use std::time::Duration;

use game::{AnyPlayers, FaultKind, Reply, Seat, Void, WireFormat as _};
use games::perlwar::{Answer, Instruction, MAX_RETURNED_BYTES, MAX_STORED, PerlWar, Run as Left};
use referee::Lineup;
use referee::PlayerFactory;
use sandbox::calls::Failure;
use sandbox::snapshot::Run;
use sandbox::{Isolation, SandboxError, thread_time};

use super::interpreter::Perl;
use super::operations::has_code_in_pattern;
use super::request::Request;
use super::runner::{Limits, RunOutcome, Runner};
use crate::faults::fault;
use crate::idle_pool::IdlePool;
use crate::methods::WarnOnce;
use crate::processors::Bound;
use crate::retries::TimeoutRetries;
use crate::settings::IsolationSettings;

/// The least room in bytes that a perl has for a request. A request contains the whole Array, as the snippet sees it.
const LEAST_REQUEST_BYTES: usize = 1 << 18;
/// How many bytes of heap perl may use for each byte of a request, in addition to the snippet's own limit: the Array
/// does not count as the snippet's memory.
const HEAP_BYTES_PER_REQUEST_BYTE: u64 = 8;

/// How many bytes of code all seats together may leave in a match. Each seat has an equal share. A record contains all
/// this code and must stay readable.
const MAX_LEFT_BYTES: usize = 12 << 20;
/// An answer or a copy of at most this many bytes is not counted.
const LITTLE_BYTES: usize = 1 << 8;
/// If a question and the code that its run leaves are longer than this many bytes, the run may leave only a little code,
/// because every run gets the whole Array.
const MAX_ARRAY_BYTES: usize = 64 << 20;

/// Makes players from snippets. One perl runs the snippets of all players, since nothing passes from one run to
/// another.
#[derive(Debug)]
pub struct Factory {
    perl: &'static Perl,
    settings: IsolationSettings,
    kept: Arc<IdlePool<Idle>>,
    notices: WarnOnce,
}

impl Factory {
    /// Makes a factory for snippets that this perl runs. It notes everything that does not work on this machine.
    #[must_use]
    pub fn new(perl: &'static Perl, settings: IsolationSettings, notices: WarnOnce) -> Self {
        Self { perl, settings, kept: Arc::default(), notices }
    }

    fn snippets(&self, lineup: &Lineup, isolation: Isolation) -> Result<Snippets, Void> {
        let parameters = lineup.parameters::<PerlWar>()?;
        Ok(Snippets {
            perl: self.perl,
            settings: IsolationSettings { isolation, ..self.settings },
            kept: Arc::clone(&self.kept),
            notices: self.notices.clone(),
            time: Duration::from_millis(parameters.snippet_time_ms),
            memory_mib: parameters.memory_mib,
            bound: Bound::thread(),
            resting: None,
            accounts: vec![SeatUsage::default(); lineup.programs().len()],
            left_bytes: MAX_LEFT_BYTES / lineup.programs().len(),
        })
    }
}

impl PlayerFactory for Factory {
    fn players(&self, lineup: &Lineup, _: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        Ok(Box::new(self.snippets(lineup, self.settings.isolation)?))
    }

    fn plain_players(&self, lineup: &Lineup, _: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        Ok(Box::new(self.snippets(lineup, Isolation::Fork)?))
    }
}

/// A perl, and the settings that it was started with.
#[derive(Debug)]
struct Idle {
    limits: Limits,
    isolation: Isolation,
    processor: Option<usize>,
    runner: Runner,
    /// Processor time of the runs so far.
    used: Duration,
}

/// The snippets of one match.
struct Snippets {
    perl: &'static Perl,
    settings: IsolationSettings,
    kept: Arc<IdlePool<Idle>>,
    notices: WarnOnce,
    time: Duration,
    memory_mib: u64,
    bound: Option<Bound>,
    resting: Option<Idle>,
    accounts: Vec<SeatUsage>,
    /// The bytes of code that each seat may leave in the match.
    left_bytes: usize,
}

/// The resources that a seat's snippets have used in the match so far.
#[derive(Debug, Clone, Copy, Default)]
struct SeatUsage {
    /// Processor time.
    used: Duration,
    /// The bytes of code that they have left in cells.
    left_bytes: usize,
    retries: TimeoutRetries,
}

impl SeatUsage {
    /// Counts the bytes that a run has written: its answer and a copy. Returns an error if the seat leaves more than
    /// its share, or if the Array, which has this many bytes, may not grow any more.
    fn leave(&mut self, written: [usize; 2], share: usize, array_bytes: usize) -> Result<(), String> {
        let counted: usize = written.into_iter().filter(|&bytes| bytes > LITTLE_BYTES).sum();
        self.left_bytes += counted;
        if self.left_bytes > share {
            return Err(format!("more than {} MiB of code in one match", share >> 20));
        }
        if counted > 0 && array_bytes + counted > MAX_ARRAY_BYTES {
            return Err(format!("more than {} MiB of code in the Array", MAX_ARRAY_BYTES >> 20));
        }
        Ok(())
    }
}

impl AnyPlayers for Snippets {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let unreadable =
            || Void { cause: "the game asked something that is not a valid question of PerlWar".into() };
        let request = Request::read(question).ok_or_else(unreadable)?;
        let own = request.code_at(0).unwrap_or_default();
        if has_code_in_pattern(own) {
            return Ok(Reply::Answer(encoded(&Answer::Died)));
        }
        let ran = self.run_patiently(seat, question).map_err(|error| Void { cause: error.to_string() })?;
        Ok(match self.reply(&request, ran) {
            Reply::Answer(answer) => self.charged(seat, &request, &answer),
            Reply::Fault(kind, detail) => Reply::Fault(kind, detail),
        })
    }

    fn processor_time(&self, seat: Seat) -> Duration {
        self.accounts.get(seat).map(|account| account.used).unwrap_or_default()
    }
}

impl Snippets {
    /// Repeats a run that took too long on another processor (P9). The seat pays only for the last try.
    fn run_patiently(&mut self, seat: Seat, question: &[u8]) -> Result<RunOutcome, SandboxError> {
        let mut retries = self.accounts.get(seat).map(|account| account.retries).unwrap_or_default();
        let is_late = |ran: &RunOutcome| matches!(ran, RunOutcome::Failed(Run::Failed(Failure::Time)));
        let mut used = Duration::ZERO;
        let ran = retries.ask(is_late, |nth| {
            let resting = self.resting(question.len(), nth);
            // A large Array also costs the host time. This time counts as part of the run.
            let before = (question.len() > LEAST_REQUEST_BYTES).then(thread_time);
            let ran = resting.runner.run(question);
            // If a perl had to be ended, its time is lost with it.
            let total = resting.runner.processor_time();
            used = total.saturating_sub(std::mem::replace(&mut resting.used, total));
            used += before.map_or(Duration::ZERO, |before| thread_time().saturating_sub(before));
            ran
        });
        if let Some(account) = self.accounts.get_mut(seat) {
            account.retries = retries;
            account.used += used;
        }
        ran
    }

    /// Returns a perl for requests of this many bytes, on the processor for this try. Its limits depend on nothing
    /// else, in particular not on earlier runs.
    fn resting(&mut self, bytes: usize, nth: u32) -> &mut Idle {
        let request_bytes = bytes.next_power_of_two().max(LEAST_REQUEST_BYTES);
        let heap_bytes = (self.memory_mib << 20) + HEAP_BYTES_PER_REQUEST_BYTE * request_bytes as u64;
        let limits = Limits { time: self.time, heap_bytes, request_bytes };
        let processor = self.bound.as_ref().map(|bound| bound.processor(nth));
        let isolation = self.settings.isolation;
        let fits = |resting: &Idle| {
            (resting.limits, resting.isolation, resting.processor) == (limits, isolation, processor)
        };
        if let Some(other) = self.resting.take_if(|resting| !fits(resting)) {
            let bytes = other.runner.bytes();
            self.kept.put(other, bytes);
        }
        self.resting.get_or_insert_with(|| {
            self.kept.take(fits).unwrap_or_else(|| Idle {
                limits,
                isolation,
                processor,
                runner: Runner::new(self.perl, limits, self.settings, processor, &self.notices),
                used: Duration::ZERO,
            })
        })
    }

    /// The reply, unless the seat would leave more code in the match than it may.
    fn charged(&mut self, seat: Seat, request: &Request<'_>, answer: &Answer) -> Reply<Vec<u8>> {
        let bytes = encoded(answer);
        let written = [bytes.len(), copied_bytes(request, answer)];
        let account = self.accounts.get_mut(seat);
        match account.map_or(Ok(()), |account| account.leave(written, self.left_bytes, request.bytes)) {
            Ok(()) => Reply::Answer(bytes),
            Err(detail) => Reply::Fault(FaultKind::Memory, detail),
        }
    }

    fn reply(&self, request: &Request<'_>, ran: RunOutcome) -> Reply<Answer> {
        match ran {
            RunOutcome::Ended { own, cell, returned } => Reply::Answer(left(request, &own, cell, &returned)),
            RunOutcome::Died { .. } => Reply::Answer(Answer::Died),
            RunOutcome::Failed(Run::OutOfMemory) => {
                Reply::Fault(FaultKind::Memory, format!("more than {} MiB of memory", self.memory_mib))
            }
            RunOutcome::Failed(Run::Failed(failure)) => {
                let (kind, detail) = fault(&failure, self.time);
                Reply::Fault(kind, detail)
            }
            RunOutcome::Failed(Run::Answered(_)) | RunOutcome::Garbled => {
                Reply::Fault(FaultKind::Exit, "it ended without an answer that can be read".into())
            }
        }
    }
}

impl Drop for Snippets {
    /// Keeps a usable perl for later matches.
    fn drop(&mut self) {
        if let Some(resting) = self.resting.take() {
            let bytes = resting.runner.bytes();
            self.kept.put(resting, bytes);
        }
    }
}

fn encoded(answer: &Answer) -> Vec<u8> {
    let mut bytes = Vec::new();
    answer.encode(&mut bytes);
    bytes
}

/// The bytes of code that a run copies from cell to cell and that are not in its answer. Code that may run is free: the
/// match's parameters bound how much of it fits into the Array. There is no use in copying code that is too long to
/// run.
fn copied_bytes(request: &Request<'_>, answer: &Answer) -> usize {
    let Answer::Ran(run) = answer else { return 0 };
    let size = usize::try_from(request.size).unwrap_or(usize::MAX);
    let Some(Instruction::Copy { source, .. }) = Instruction::parse(&run.returned, size) else { return 0 };
    let there = || u32::try_from(source).ok().and_then(|source| request.code_at(source)).unwrap_or_default();
    let text = match (source, &run.own, &run.cell) {
        (0, Some(own), _) => own,
        (0, None, _) | (_, _, None) => there(),
        (_, _, Some(_)) => return 0,
    };
    let may_run = text.chars().nth(request.max_len as usize).is_none();
    if may_run { 0 } else { text.len() }
}

/// The code that a run has left, if it differs from the code that was there. Code that cannot be kept kills (P8).
fn left(request: &Request<'_>, own: &[u8], cell: Option<(u32, Vec<u8>)>, returned: &[u8]) -> Answer {
    let kept = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes).ok();
        text.filter(|text| text.chars().count() <= MAX_STORED).map(String::from)
    };
    let changed =
        |text: String, index: u32| (text != request.code_at(index).unwrap_or_default()).then(|| text.into());
    let Some(own) = kept(own) else { return Answer::Died };
    let cell = match cell {
        None => None,
        Some((index, bytes)) => {
            let Some(text) = kept(&bytes) else { return Answer::Died };
            changed(text, index)
        }
    };
    // A longer text is not an instruction, because the driver shortens the numbers of instructions.
    let returned = std::str::from_utf8(returned).ok().filter(|text| text.len() <= MAX_RETURNED_BYTES);
    Answer::Ran(Left { own: changed(own, 0), cell, returned: returned.unwrap_or_default().to_owned() })
}

#[cfg(test)]
mod tests {
    use game::SeededRng;

    use super::super::runner::RunRequest;
    use super::*;

    /// Only copies of code that is too long to run count, and nothing counts twice.
    #[test]
    fn what_a_run_copies_is_counted() {
        let long = "x".repeat(1000);
        let question = RunRequest { rand_seed: 1, max_len: 100, rounds: 9, round: 1, size: 9 };
        let bytes = |code: &str, own: Option<&str>, cell: Option<&str>, returned: &str| {
            let question = question.cells(code, 3);
            let request = Request::read(&question).expect("it is a question");
            let run =
                Left { own: own.map(Into::into), cell: cell.map(Into::into), returned: returned.into() };
            copied_bytes(&request, &Answer::Ran(run))
        };
        assert_eq!(bytes(&long, None, None, ":1"), 1000);
        assert_eq!(bytes(&long, None, None, "2:1"), 1000);
        // The cell is empty.
        assert_eq!(bytes(&long, None, None, "5:1"), 0);
        assert_eq!(bytes("1", Some(&long), None, ":1"), 1000);
        assert_eq!(bytes(&long, Some("1"), None, ":1"), 0);
        // This code is already in the answer.
        assert_eq!(bytes("1", None, Some(&long), "1:2"), 0);
        assert_eq!(bytes("1", None, Some(&long), "~1"), 0);
        assert_eq!(bytes(&long, None, None, "^1"), 0);
        assert_eq!(bytes(&"x".repeat(100), None, None, ":1"), 0);
        assert_eq!(bytes(&"\u{1f40d}".repeat(101), None, None, ":1"), 404);
    }

    #[test]
    fn a_seat_leaves_no_more_than_its_share_and_the_array_has_a_bound() {
        let mut account = SeatUsage::default();
        for _ in 0..1000 {
            assert_eq!(account.leave([256, 256], 1 << 20, 1 << 30), Ok(()));
        }
        assert_eq!(account.left_bytes, 0);
        assert_eq!(account.leave([100, 1 << 19], 1 << 20, 0), Ok(()));
        assert_eq!(account.leave([1 << 19, 0], 1 << 20, 0), Ok(()));
        let said = account.leave([257, 0], 1 << 20, 0).expect_err("it is too much");
        assert_eq!(said, "more than 1 MiB of code in one match");
        let said = SeatUsage::default().leave([0, 257], 1 << 20, MAX_ARRAY_BYTES - 256);
        assert_eq!(said.expect_err("it is too much"), "more than 64 MiB of code in the Array");
        assert_eq!(SeatUsage::default().leave([0, 256], 1 << 20, MAX_ARRAY_BYTES - 256), Ok(()));
    }

    /// For any bytes that one run leaves, the game receives a valid answer (P8).
    #[test]
    fn whatever_is_left_is_an_answer_of_the_game() {
        let question =
            RunRequest { rand_seed: 1, max_len: 100, rounds: 9, round: 1, size: 9 }.cells("':1'", 3);
        let request = Request::read(&question).expect("it is a question");
        let mut rng = SeededRng::for_setup(2);
        let (mut died, mut ran) = (0, 0);
        for _ in 0..50_000 {
            let mut below = |bound| usize::try_from(rng.below(bound)).expect("a small number");
            let mut text = || -> Vec<u8> {
                match below(4) {
                    0 => (0..below(12)).map(|_| u8::try_from(below(256)).expect("a byte")).collect(),
                    1 => "\u{263a}".repeat(below(100)).into_bytes(),
                    2 => vec![b'x'; below(3) * 40_000],
                    _ => b"':1'".to_vec(),
                }
            };
            let (own, cell, returned) = (text(), text(), text());
            let cell = match below(3) {
                0 => None,
                1 => Some((u32::try_from(below(9)).expect("a small number"), cell)),
                _ => Some((u32::MAX - u32::try_from(below(9)).expect("a small number"), cell)),
            };
            let left = left(&request, &own, cell, &returned);
            if left == Answer::Died {
                died += 1;
            } else {
                ran += 1;
            }
            let mut bytes = Vec::new();
            left.encode(&mut bytes);
            assert_eq!(Answer::decode(&bytes), Some(left));
        }
        assert!(died > 1000 && ran > 1000, "{died} {ran}");
    }
}

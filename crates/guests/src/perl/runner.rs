//! Runs of snippets.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};
use std::time::Duration;

use sandbox::snapshot::{DoneBy, Run};
use sandbox::{Isolation, SandboxError};

use super::instance::{LIGHT_WARM_UP, Launch, PerlInstance, WARM_UP};
use super::interpreter::Perl;
use super::request::Request;
use crate::methods::WarnOnce;
use crate::settings::IsolationSettings;

/// The parameters of a run, without the snippet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunRequest {
    /// The seed of `rand`.
    pub rand_seed: u32,
    /// `$W`.
    pub max_len: u32,
    /// `$R`.
    pub rounds: u32,
    /// `$r`.
    pub round: u32,
    /// The number of cells.
    pub size: u32,
}

/// The offset of the flags in a request.
const FLAGS: usize = 20;
/// The flag that says that some code is not ASCII.
const NOT_ASCII: u8 = 1;
/// The flag that asks whether a snippet died while it was compiled.
const WATCHES_COMPILER: u8 = 2;
impl RunRequest {
    /// The bytes of a request whose Array contains only this snippet. They equal the bytes of a
    /// [`games::perlwar::Question`].
    ///
    /// # Panics
    /// If the snippet is longer than 4 GiB.
    #[must_use]
    pub fn alone(self, code: &str) -> Vec<u8> {
        self.cells(code, 1)
    }

    /// The bytes of a request with a copy of the snippet in each of the first `count` cells.
    pub(super) fn cells(self, code: &str, count: u32) -> Vec<u8> {
        let flags = if code.is_ascii() { 0 } else { NOT_ASCII.into() };
        let numbers = [self.rand_seed, self.max_len, self.rounds, self.round, self.size, flags, count];
        let mut bytes: Vec<u8> = numbers.into_iter().chain(0..count).flat_map(u32::to_le_bytes).collect();
        let length = u32::try_from(code.len()).expect("snippets are short");
        for _ in 0..count {
            bytes.extend(length.to_le_bytes());
            bytes.extend(code.bytes());
        }
        bytes
    }
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunOutcome {
    /// It ran to its end.
    Ended {
        /// The value of `$_`.
        own: Vec<u8>,
        /// The cell that the returned instruction uses, if it is not the snippet's own, and the value of `@_` there.
        cell: Option<(u32, Vec<u8>)>,
        /// The returned text; empty if it is not an instruction. Long numbers may be shortened.
        returned: Vec<u8>,
    },
    /// It died.
    Died {
        /// Whether it was still being compiled, if the request asked for this.
        while_compiling: bool,
        /// Perl's message.
        message: Vec<u8>,
    },
    /// A limit or a signal ended it.
    Failed(Run),
    /// It wrote something that is not a valid answer.
    Garbled,
}

/// How many pages are restored before every run: here for a light snippet, below for a heavy one. Nearly all snippets
/// of a hundred characters are light. The pages that a run writes to depend on how perl was built. If this number is
/// too small for a perl, its light snippets run among the heavy ones.
pub(super) const LIGHT_PAGES: usize = 96;
pub(super) const HEAVY_PAGES: usize = 512;
/// After this many runs among the heavy snippets, a snippet is tried among the light ones. A failed trial is costly,
/// and many snippets that change themselves run only once.
const RUNS_BEFORE_TRIAL: u8 = 3;
/// The most snippets that are remembered. After that, all are forgotten.
const MAX_KNOWN: usize = 1 << 16;

/// Limits of runs of snippets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Processor time.
    pub time: Duration,
    /// The heap beyond perl's own, in bytes.
    pub heap_bytes: u64,
    /// The longest question, in bytes.
    pub request_bytes: usize,
}

impl Limits {
    /// Limits for runs of our own, outside any match.
    pub(super) fn of_own_runs() -> Self {
        Self { time: Duration::from_secs(10), heap_bytes: 64 << 20, request_bytes: 1 << 18 }
    }
}

/// What a runner knows about a snippet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// It has run this often among the heavy snippets.
    Unknown(u8),
    /// It runs among the light snippets. Whenever it writes to a new page, their perl learns that page, up to
    /// [`LIGHT_PAGES`]. The pages that a run writes to grow with the Array, by one or two pages at a time.
    Light,
    /// The perl for light snippets could not learn the pages that it writes to.
    Heavy,
}

/// Perls that are ready to run snippets. Each snippet runs as if it were alone in the world.
///
/// Snippets that write to few pages have a perl of their own: it would be a waste to restore for them the pages that
/// other snippets write to.
#[derive(Debug)]
pub struct Runner {
    light: PerlInstance,
    heavy: PerlInstance,
    /// What is known about snippets, by their hashes.
    known: HashMap<u64, Weight>,
    /// The bytes for the driver. Their memory is reused for every run.
    told: Vec<u8>,
}

impl Runner {
    /// Makes a runner, which starts its perls when it needs them. They end when the thread that started them ends, if
    /// not earlier. The runner notes everything that does not work on this machine.
    #[must_use]
    pub fn new(
        perl: &'static Perl,
        limits: Limits,
        settings: IsolationSettings,
        processor: Option<usize>,
        notices: &WarnOnce,
    ) -> Self {
        let lane = |warm_up, hot_pages| {
            let launch = Launch { perl, limits, settings, processor, hot_pages };
            PerlInstance::new(launch, warm_up, notices.clone())
        };
        Self {
            light: lane(LIGHT_WARM_UP, LIGHT_PAGES),
            heavy: lane(&WARM_UP, HEAVY_PAGES),
            known: HashMap::new(),
            told: Vec::new(),
        }
    }

    /// The approximate memory in bytes that it takes up while nothing runs.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.light.bytes() + self.heavy.bytes()
    }

    /// The processor time that runs have used.
    #[must_use]
    pub fn processor_time(&self) -> Duration {
        self.light.processor_time() + self.heavy.processor_time()
    }

    /// Runs a snippet, given by the bytes of a [`games::perlwar::Question`].
    ///
    /// # Errors
    /// If our own machinery fails, or the host is overloaded.
    pub fn run(&mut self, question: &[u8]) -> Result<RunOutcome, SandboxError> {
        self.choose(question)
    }

    /// Runs a snippet like [`Runner::run`]. If the snippet died, also says whether it was still being compiled. The
    /// snippet can see a difference.
    ///
    /// # Errors
    /// If our own machinery fails, or the host is overloaded.
    pub fn run_watched(&mut self, question: &[u8]) -> Result<RunOutcome, SandboxError> {
        let mut watched = question.to_vec();
        watched[FLAGS] |= WATCHES_COMPILER;
        self.choose(&watched)
    }

    /// Runs a snippet among snippets of its weight. Its result does not depend on this.
    fn choose(&mut self, question: &[u8]) -> Result<RunOutcome, SandboxError> {
        let Some(request) = Request::read(question) else { return Ok(RunOutcome::Garbled) };
        let code = request.code_at(0).unwrap_or_default();
        request.write_for_driver(&mut self.told);
        let told = &self.told;
        if self.light.launch.settings.isolation == Isolation::Fork {
            return Ok(outcome(self.light.run(told)?.run));
        }
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        let weight = self.known.entry(name_of(code)).or_insert(Weight::Unknown(0));
        let instance = match weight {
            Weight::Unknown(RUNS_BEFORE_TRIAL..) | Weight::Light => &mut self.light,
            Weight::Unknown(_) | Weight::Heavy => &mut self.heavy,
        };
        let ran = instance.run(told)?;
        *weight = match (*weight, ran.done_by) {
            (Weight::Unknown(runs @ ..RUNS_BEFORE_TRIAL), _) => Weight::Unknown(runs + 1),
            (Weight::Heavy, _) | (_, DoneBy::Child) => Weight::Heavy,
            (_, DoneBy::Worker | DoneBy::LearningChild) => Weight::Light,
        };
        Ok(outcome(ran.run))
    }
}

/// The outcome of a run, as the driver reports it.
fn outcome(run: Run) -> RunOutcome {
    match run {
        Run::Answered(answer) => read(&answer).unwrap_or(RunOutcome::Garbled),
        failed => RunOutcome::Failed(failed),
    }
}

/// The hash under which a snippet is remembered.
fn name_of(code: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(code.as_bytes());
    hasher.finish()
}

/// Reads the bytes that the driver wrote. `None` if the driver never writes such bytes.
pub(super) fn read(answer: &[u8]) -> Option<RunOutcome> {
    let (&kind, mut rest) = answer.split_first()?;
    match kind {
        b'D' | b'C' => Some(RunOutcome::Died { while_compiling: kind == b'C', message: rest.to_vec() }),
        b'R' => {
            let own = text(&mut rest)?.to_vec();
            let (&has_cell, after) = rest.split_first()?;
            rest = after;
            let cell = if has_cell == 0 {
                None
            } else {
                let index = u32::from_le_bytes(take(&mut rest, 4)?.try_into().ok()?);
                Some((index, text(&mut rest)?.to_vec()))
            };
            Some(RunOutcome::Ended { own, cell, returned: rest.to_vec() })
        }
        _ => None,
    }
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

fn text<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = u32::from_le_bytes(take(bytes, 4)?.try_into().ok()?);
    take(bytes, usize::try_from(length).ok()?)
}

#[cfg(test)]
mod tests {
    use game::SeededRng;
    use sandbox::IsolationFeatures;

    use super::super::prove::OWN_REQUEST;
    use super::*;

    /// Runs a snippet in a growing Array, with this limit on the pages that light snippets may write to. Returns what
    /// is then known about the snippet.
    fn weight_in_a_growing_array(light_pages: usize) -> Weight {
        const CODE: &str = "':1'";
        let perl = Perl::find().expect("perl is installed");
        let settings =
            IsolationSettings { isolation: Isolation::Reset, features: IsolationFeatures::available() };
        let mut runner = Runner::new(perl, Limits::of_own_runs(), settings, None, &WarnOnce::silent());
        runner.light.launch.hot_pages = light_pages;
        for count in 1..=OWN_REQUEST.size {
            let ran = runner.run(&OWN_REQUEST.cells(CODE, count)).expect("the machinery works");
            let expected = RunOutcome::Ended { own: CODE.into(), cell: None, returned: ":1".into() };
            assert_eq!(ran, expected, "{count} cells");
        }
        runner.known[&name_of(CODE)]
    }

    #[test]
    fn a_snippet_stays_light_while_its_array_grows() {
        assert_eq!(weight_in_a_growing_array(HEAVY_PAGES), Weight::Light);
    }

    #[test]
    fn a_snippet_is_heavy_where_light_ones_may_write_to_too_little() {
        assert_eq!(weight_in_a_growing_array(1), Weight::Heavy);
    }

    /// An answer that the driver would not write: pieces of real answers, with lengths that may be right.
    fn noise(rng: &mut SeededRng) -> Vec<u8> {
        let mut bytes = vec![b"DCR\0x"[below(rng, 5)]];
        for _ in 0..below(rng, 6) {
            match below(rng, 5) {
                0 => bytes.extend(number(rng, 12).to_le_bytes()),
                1 => bytes.extend((number(rng, 1 << 30) * 4).to_le_bytes()),
                2 => bytes.extend([1, 0, 0, 0, 0]),
                3 => bytes.extend("a\u{263a}\u{10ffff}".as_bytes()),
                _ => bytes.extend(
                    (0..below(rng, 9)).map(|_| number(rng, 256).to_le_bytes()[0]).collect::<Vec<_>>(),
                ),
            }
        }
        bytes
    }

    fn number(rng: &mut SeededRng, bound: u64) -> u32 {
        u32::try_from(rng.below(bound)).expect("bounds here are small")
    }

    fn below(rng: &mut SeededRng, bound: u64) -> usize {
        usize::try_from(rng.below(bound)).expect("a small number")
    }

    #[test]
    fn whatever_perl_says_is_read_or_is_garbled() {
        let mut rng = SeededRng::for_setup(1);
        let (mut read_well, mut garbled) = (0, 0);
        for _ in 0..200_000 {
            let bytes = noise(&mut rng);
            match outcome(Run::Answered(bytes.clone())) {
                RunOutcome::Ended { own, cell, returned } => {
                    read_well += 1;
                    // The reader reads no byte twice, and no byte outside the answer.
                    let cell = cell.map_or(0, |(_, text)| 8 + text.len());
                    assert_eq!(1 + 4 + own.len() + 1 + cell + returned.len(), bytes.len(), "{bytes:?}");
                }
                RunOutcome::Died { message, .. } => assert_eq!(message.len() + 1, bytes.len()),
                RunOutcome::Garbled => garbled += 1,
                failed @ RunOutcome::Failed(_) => panic!("{bytes:?}: {failed:?}"),
            }
        }
        assert!(read_well > 1000 && garbled > 1000, "{read_well} {garbled}");
    }
}

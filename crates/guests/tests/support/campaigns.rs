//! Campaigns: many hostile inputs for the checker of bots in C.

use game::{AnyGame as _, Rules};
use games::snakes::Snakes;
use guests::c::{BuildCache, BuildError, ObjectChecker};
use guests::{GuestError, Kind, WarnOnce, kind};
use referee::Lineup;
use sandbox::Isolation;

use crate::choices::{Choices as _, SplitMix};
use crate::{objects, sources};

/// On average, one in this many accepted object files is also started.
const STARTED: usize = 500;
/// The number of turns per match.
const TURNS: u64 = 6;

/// The counts of a campaign.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Counts {
    pub(crate) accepted: u64,
    pub(crate) refused: u64,
    /// How many of the accepted inputs were also started or played.
    pub(crate) played: u64,
}

/// Checks and links object files that were changed at random.
pub(crate) struct Objects {
    checker: ObjectChecker,
    bases: Vec<Vec<u8>>,
}

impl Objects {
    /// Compiles the object files that are going to be changed.
    pub(crate) fn new() -> Result<Self, String> {
        let checker = ObjectChecker::new().ok_or("bots in C do not run on this machine")?;
        let build_cache = BuildCache::new(None).map_err(|error| error.to_string())?;
        let mut choices = SplitMix(7);
        let legal = std::iter::repeat_with(|| sources::any(&mut choices)).filter(|source| source.is_legal);
        let compiled = legal.take(3).map(|source| Ok(build_cache.examine(source.text.as_bytes())?.1.object));
        let bases: Result<Vec<Vec<u8>>, BuildError> = compiled.collect();
        Ok(Self { checker, bases: bases.map_err(|error| error.to_string())? })
    }

    /// Tries this many inputs, which are drawn from `seed`; returns the first failure, if there is one.
    pub(crate) fn run(&self, seed: u64, runs: u64) -> Result<Counts, String> {
        let mut counts = Counts::default();
        for run in 0..runs {
            let seed = game::match_seed(seed, run);
            let mut choices = SplitMix(seed);
            let base = &self.bases[choices.below(self.bases.len())];
            let object = objects::mutated(base, &mut choices);
            let failed = |why: &str| format!("the object file of SplitMix({seed}): {why}");
            match self.checker.executable(&object) {
                Ok((_, executable)) => {
                    counts.accepted += 1;
                    objects::check_executable(&executable).map_err(|why| failed(&why))?;
                    if choices.once_in(STARTED) {
                        self.start(&object).map_err(|why| failed(&why))?;
                        counts.played += 1;
                    }
                }
                Err(BuildError::Refused(reasons)) if reasons.has_errors() => counts.refused += 1,
                Err(error) => return Err(failed(&error.to_string())),
            }
        }
        Ok(counts)
    }

    /// Checks that a bot can be started and asked. Its answer, or how it dies, does not matter.
    fn start(&self, object: &[u8]) -> Result<(), String> {
        use sandbox::IsolationFeatures;
        use sandbox::calls::{CallLimits, ForkServer};
        let bot = self.checker.bot(object).map_err(|error| error.to_string())?;
        let limits = CallLimits {
            call_time: std::time::Duration::from_millis(50),
            heap_bytes: 1 << 20,
            stack_bytes: 1 << 20,
            calls: 4,
        };
        let fork_server =
            ForkServer::start(&bot.image, Isolation::Fork, limits, IsolationFeatures::available(), None);
        let mut fork_server = fork_server.map_err(|error| format!("it cannot be started: {error}"))?;
        fork_server.begin();
        let called = fork_server.call(&[0; 1 + 4 * 512], 1);
        called.map(|_| ()).map_err(|error| format!("it cannot be asked: {error}"))
    }
}

/// Compiles and plays sources in C that a grammar generates.
pub(crate) struct Sources {
    kind: Box<dyn Kind>,
}

impl Sources {
    pub(crate) fn new() -> Result<Self, String> {
        let kind = kind("snakes", None).map_err(|error| error.to_string())?;
        Ok(Self { kind: kind.ok_or("Snakes asks foreign code")? })
    }

    /// Tries this many inputs, which are drawn from `seed`; returns the first failure, if there is one.
    pub(crate) fn run(&self, seed: u64, runs: u64) -> Result<Counts, String> {
        let mut counts = Counts::default();
        for run in 0..runs {
            let source = sources::any(&mut SplitMix(game::match_seed(seed, run)));
            let failed = |why: String| format!("{why}, with this source:\n{}", source.text);
            match self.kind.examine(source.text.as_bytes()) {
                Ok(_) => {
                    counts.accepted += 1;
                    self.play(&source.text).map_err(failed)?;
                    counts.played += 1;
                }
                Err(GuestError::Refused(reasons)) if source.is_legal => {
                    let said: Vec<&str> = reasons.iter().map(|one| one.message.as_str()).collect();
                    return Err(failed(format!("what is legal is refused ({})", said.join("; "))));
                }
                Err(GuestError::Refused(_)) => counts.refused += 1,
                Err(GuestError::Machine(why)) => return Err(failed(why)),
            }
        }
        Ok(counts)
    }

    fn play(&self, source: &str) -> Result<(), String> {
        let program = Snakes.read(source.as_bytes()).into_program()?;
        let rules = Rules::parse(&[format!("turns={TURNS}")]).map_err(|error| error.to_string())?;
        let lineup = Lineup::new(&Snakes, vec![program; 2], &rules).map_err(|error| error.to_string())?;
        let factory = self.kind.factory(Isolation::Reset, &WarnOnce::silent());
        let mut players = factory.players(&lineup, 1).map_err(|void| format!("void: {void}"))?;
        let finished = lineup.runner().play(&lineup.draw_setup(1), players.as_mut(), &|| false);
        finished.map(|_| ()).map_err(|error| error.to_string())
    }
}

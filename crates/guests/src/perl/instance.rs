//! A perl that has started and is known to work, and how it learns which pages of its memory runs use.

use std::time::Duration;

use sandbox::snapshot::{self, REQUEST_OFFSET, RunLimits, RunMode, Snapshot};
use sandbox::{Isolation, SandboxError};

use super::interpreter::Perl;
use super::prove::{OWN_REQUEST, prove};
use super::request::for_driver;
use super::runner::{HEAVY_PAGES, Limits};
use crate::methods::WarnOnce;
use crate::settings::IsolationSettings;

/// Snippets of our own that run first, so that the host learns which pages of perl's memory runs write to.
pub(super) const WARM_UP: [&str; 12] = [
    "\":1\"",
    "return '!'.(1+int rand@_)",
    "$pos = 1; s/\\d+/$&+1/e; return \"^$pos\";",
    "my @a = grep { !defined $_[$_] } 1..$#_; @a ? ':'.$a[rand @a] : '!'.int(1+rand $#_)",
    "my %h; $h{$_ // ''}++ for @_; my ($k) = sort { $h{$b} <=> $h{$a} || $a cmp $b } keys %h; $_[1] = $k; '~1'",
    "sub f { my ($n) = @_; $n < 2 ? $n : f($n-1) + f($n-2) } ':'.f(5)",
    "$_ = reverse; tr/a-z/b-za/; y/b-za/a-z/; $_ = reverse; ':'.length",
    "eval { die [1] }; ref $@ ? '^'.@{$@} : 0",
    "for my $i (1..$#_) { next unless defined $_[$i]; return \"!$i\" if $_[$i] ne $_ } sprintf ':%d', $r % @_",
    "@x = map { $_ * 2 } 1..50; $y = join ',', @x; ($z) = $y =~ /(\\d+),(\\d+)$/; push @_, split /,/, $y; shift @_; ':'.lc uc $z",
    "local $_ = \"\\x{263a}\" x 20; s/./x/g; $_[1] .= 'x' x 500; '1:2'",
    "BEGIN { $b = 1 } my $s = sub { $b++ }; $s->() for 1..9; warn 'x'; '!' . substr $b, 0",
];

/// The warm-up of the perl for light snippets. It is short because every page that is restored costs time in every run,
/// and every page that is copied costs time in every fork. The host learns the pages that other snippets write to when
/// these first run.
pub(super) const LIGHT_WARM_UP: &[&str] = WARM_UP.split_at(1).0;

/// The settings with which a perl starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Launch {
    pub(super) perl: &'static Perl,
    pub(super) limits: Limits,
    pub(super) settings: IsolationSettings,
    pub(super) processor: Option<usize>,
    pub(super) hot_pages: usize,
}

impl Launch {
    pub(super) fn launch(&self) -> Result<Snapshot, SandboxError> {
        let Limits { time, heap_bytes, request_bytes } = self.limits;
        let limits = RunLimits { time, heap_bytes, request_bytes, hot_pages: self.hot_pages };
        let interpreter = self.perl.interpreter(REQUEST_OFFSET + 4 + request_bytes);
        let IsolationSettings { isolation, features } = self.settings;
        Snapshot::start(&interpreter, &self.perl.agent, isolation, limits, features, self.processor)
    }
}

/// A perl, and the runs that it is for.
#[derive(Debug)]
pub(super) struct PerlInstance {
    pub(super) launch: Launch,
    /// Snippets of our own that it runs first, so that the host learns from them.
    warm_up: &'static [&'static str],
    notices: WarnOnce,
    started: Option<Snapshot>,
    /// The processor time of all its runs, measured after the last run. It is kept because each measurement costs a
    /// system call.
    used: Duration,
}

impl PerlInstance {
    /// A perl that starts when it is needed.
    pub(super) fn new(launch: Launch, warm_up: &'static [&'static str], notices: WarnOnce) -> Self {
        Self { launch, warm_up, notices, started: None, used: Duration::ZERO }
    }

    /// The approximate memory in bytes that it takes up while nothing runs.
    pub(super) fn bytes(&self) -> u64 {
        self.started.as_ref().map_or(0, Snapshot::bytes)
    }

    /// The processor time of all runs, measured after the last one.
    pub(super) fn processor_time(&self) -> Duration {
        self.used
    }

    pub(super) fn run(&mut self, told: &[u8]) -> Result<snapshot::FinishedRun, SandboxError> {
        let mut snapshot = match self.started.take().filter(Snapshot::is_usable) {
            Some(snapshot) => snapshot,
            None => self.start()?,
        };
        let ran = snapshot.run(told);
        self.used = snapshot.processor_time();
        self.started = Some(snapshot);
        ran
    }

    /// Starts a perl and tests it with runs of our own, whose results must be right. If the quick way does not work on
    /// this machine, every run gets a child of its own.
    fn start(&mut self) -> Result<Snapshot, SandboxError> {
        if self.launch.settings.isolation == Isolation::Fork {
            return start_forking(self.launch);
        }
        let quick =
            self.launch.launch().and_then(|mut perl| self.warm_up_and_prove(&mut perl).map(|()| perl));
        quick.or_else(|why| {
            self.launch.settings.isolation = Isolation::Fork;
            let plain = start_forking(self.launch)?;
            self.notices.note(format!(
                "bout cannot use one process for many runs of snippets on this machine ({why}); every run gets a process of its \
                 own, which is slower and plays the same"
            ));
            Ok(plain)
        })
    }

    /// Runs the warm-up, and checks that a child and a worker return the right answers.
    fn warm_up_and_prove(&self, perl: &mut Snapshot) -> Result<(), SandboxError> {
        learn(perl, self.warm_up)?;
        prove(perl, RunMode::Child)?;
        // A perl for light runs may have too few hot pages even for our own runs. The other perl's test of workers
        // applies to this one, too.
        if self.launch.hot_pages < HEAVY_PAGES { Ok(()) } else { prove(perl, RunMode::Worker) }
    }
}

/// Makes a perl learn which pages runs use.
pub(super) fn learn(perl: &mut Snapshot, warm_up: &[&str]) -> Result<(), SandboxError> {
    for snippet in warm_up {
        perl.run_own(RunMode::Learning, &for_driver(&OWN_REQUEST.cells(snippet, OWN_REQUEST.size)))?;
    }
    Ok(())
}

/// Starts a perl that forks for every run, and tests it. If it cannot learn which pages runs use, forks take longer but
/// still work.
pub(super) fn start_forking(launch: Launch) -> Result<Snapshot, SandboxError> {
    let start = |warm_up| {
        let mut perl = launch.launch()?;
        learn(&mut perl, warm_up)?;
        prove(&mut perl, RunMode::Child)?;
        Ok(perl)
    };
    start(LIGHT_WARM_UP).or_else(|_: SandboxError| start(&[]))
}

#[cfg(test)]
mod tests {
    use sandbox::IsolationFeatures;
    use sandbox::snapshot::Run;

    use super::super::runner::LIGHT_PAGES;
    use super::*;

    /// The number of page faults of the children of this thread's only process.
    fn page_faults_so_far() -> u64 {
        let children = std::fs::read_to_string("/proc/thread-self/children").expect("Linux");
        let [child] = children.split_whitespace().collect::<Vec<_>>()[..] else { panic!("{children}") };
        let stat = std::fs::read_to_string(format!("/proc/{child}/stat")).expect("it lives");
        // Count fields from the state, which is the third, since the name before it may contain any characters. The
        // faults of children are the eleventh field.
        let mut fields = stat.rsplit_once(") ").expect("a name").1.split_whitespace();
        fields.nth(11 - 3).and_then(|faults| faults.parse().ok()).expect("a number")
    }

    /// The number of page faults of a perl's children in 20 runs, after a first run.
    fn page_faults(mut perl: Snapshot) -> u64 {
        let request = for_driver(&OWN_REQUEST.cells(WARM_UP[0], OWN_REQUEST.size));
        let mut run = || assert!(matches!(perl.run(&request).expect("it works").run, Run::Answered(_)));
        run();
        let before = page_faults_so_far();
        (0..20).for_each(|_| run());
        page_faults_so_far() - before
    }

    #[test]
    fn a_fork_need_not_look_up_what_runs_are_known_to_use() {
        let settings =
            IsolationSettings { isolation: Isolation::Fork, features: IsolationFeatures::available() };
        let perl = Perl::find().expect("perl is installed");
        let limits = Limits::of_own_runs();
        let launch = Launch { perl, limits, settings, processor: None, hot_pages: LIGHT_PAGES };
        let plain = page_faults(launch.launch().expect("perl starts"));
        let learnt = page_faults(start_forking(launch).expect("perl starts"));
        // Kernels can be built without the file that says which code nothing has written to.
        if std::path::Path::new("/proc/self/smaps").exists() {
            assert!(learnt + 20 * 8 < plain, "{learnt} and {plain} in 20 runs");
        }
    }
}

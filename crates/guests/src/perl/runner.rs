//! Runs of snippets.

use sandbox::snapshot::{REQUEST_OFFSET, Run, RunLimits, Snapshot};
use sandbox::{Isolation, SandboxError, Walls};

use super::interpreter::Perl;

/// What a run is made of, beside the snippet's own words for it in `question`.
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
    /// How many cells there are.
    pub size: u32,
}

/// Where in a request the flags are.
const FLAGS: usize = 20;
/// Set in the flags where some code is not ASCII.
const NOT_ASCII: u8 = 1;
/// Set in the flags if it is to be said whether a snippet died while it was compiled.
const WATCHES_COMPILER: u8 = 2;

impl RunRequest {
    /// The bytes of a request in whose Array there is nothing but this snippet: the same as those of a
    /// [`games::perlwar::Question`].
    #[must_use]
    pub fn alone(self, code: &str) -> Vec<u8> {
        let flags = if code.is_ascii() { 0 } else { NOT_ASCII.into() };
        let numbers = [self.rand_seed, self.max_len, self.rounds, self.round, self.size, flags, 1, 0];
        let length = u32::try_from(code.len()).expect("snippets are short");
        let numbers = numbers.into_iter().chain([length]).flat_map(u32::to_le_bytes);
        numbers.chain(code.bytes()).collect()
    }
}

/// What became of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ran {
    /// It came to its end.
    Ended {
        /// What `$_` is.
        own: Vec<u8>,
        /// The cell that the returned instruction uses, if it is not the snippet's own, and what `@_` has there.
        cell: Option<(u32, Vec<u8>)>,
        /// The returned text, or nothing if it is no instruction. Long numbers may be shortened.
        returned: Vec<u8>,
    },
    /// It died.
    Died {
        /// Whether it was still being compiled, as far as that was to be said.
        while_compiling: bool,
        /// Perl's message.
        message: Vec<u8>,
    },
    /// A limit or a signal ended it.
    Failed(Run),
    /// What it says is no answer.
    Garbled,
}

/// What runs of our own do, so that it is known which pages of perl's memory runs write to.
const LESSONS: [&str; 12] = [
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

/// A perl, ready to run snippets, each as if it were alone in the world.
#[derive(Debug)]
pub struct Runner {
    snapshot: Snapshot,
}

impl Runner {
    /// Starts a perl. It ends with the calling thread at the latest.
    ///
    /// # Errors
    /// If the machine lacks a required wall, or perl does not start.
    pub fn start(
        perl: &Perl,
        isolation: Isolation,
        limits: RunLimits,
        walls: Walls,
        processor: Option<usize>,
    ) -> Result<Self, SandboxError> {
        let mail_bytes = REQUEST_OFFSET + 4 + limits.request_bytes;
        let interpreter = perl.interpreter(mail_bytes);
        let mut snapshot = Snapshot::start(&interpreter, &perl.agent, isolation, limits, walls, processor)?;
        if isolation != Isolation::Fork {
            for (nth, lesson) in LESSONS.iter().enumerate() {
                let rand_seed = u32::try_from(nth).expect("there are few");
                let request = RunRequest { rand_seed, max_len: 100, rounds: 100, round: 1, size: 100 };
                snapshot.learn(&request.alone(lesson))?;
            }
        }
        Ok(Self { snapshot })
    }

    /// Whether it can be used on: not after a run that had to be killed, or a failure of ours.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.snapshot.is_usable()
    }

    /// The processor time that runs have used.
    #[must_use]
    pub fn processor_time(&mut self) -> std::time::Duration {
        self.snapshot.processor_time()
    }

    /// Runs a snippet, by the bytes of a [`games::perlwar::Question`].
    ///
    /// # Errors
    /// If our own machinery fails, or the host is overloaded.
    pub fn run(&mut self, question: &[u8]) -> Result<Ran, SandboxError> {
        Ok(match self.snapshot.run(question)? {
            Run::Answered(answer) => read(&answer).unwrap_or(Ran::Garbled),
            failed => Ran::Failed(failed),
        })
    }

    /// The same, and says of a snippet that died whether it was still being compiled. The snippet can see a difference.
    ///
    /// # Errors
    /// If our own machinery fails, or the host is overloaded.
    pub fn run_watched(&mut self, question: &[u8]) -> Result<Ran, SandboxError> {
        let mut question = question.to_vec();
        question[FLAGS] |= WATCHES_COMPILER;
        self.run(&question)
    }
}

/// What the driver wrote; nothing if it never writes so.
fn read(answer: &[u8]) -> Option<Ran> {
    let (&kind, mut rest) = answer.split_first()?;
    match kind {
        b'D' | b'C' => Some(Ran::Died { while_compiling: kind == b'C', message: rest.to_vec() }),
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
            Some(Ran::Ended { own, cell, returned: rest.to_vec() })
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

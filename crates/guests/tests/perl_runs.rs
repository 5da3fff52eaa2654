//! Runs of snippets: each behaves as if it were the first, and the same in a worker and in a child process.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
// Calls prctl to forbid large pages and system calls.
#![allow(unsafe_code)]

mod support {
    pub(crate) mod perl;
}

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use game::{Game as _, Rules};
use games::perlwar::PerlWar;
use guests::perl::{Limits, Perl, RunOutcome, RunRequest, Runner, operations};
use guests::{IsolationSettings, WarnOnce};
use sandbox::{Isolation, IsolationFeatures};
use support::perl::{factory, players, round};

const LIMITS: Limits =
    Limits { time: Duration::from_millis(500), heap_bytes: 64 << 20, request_bytes: 1 << 18 };
const REQUEST: RunRequest = RunRequest { rand_seed: 1, max_len: 100, rounds: 100, round: 1, size: 10 };

fn runner(isolation: Isolation) -> Runner {
    let settings = IsolationSettings { isolation, features: IsolationFeatures::available() };
    Runner::new(Perl::find().expect("perl is installed"), LIMITS, settings, None, &WarnOnce::silent())
}

fn run(runner: &mut Runner, code: &str) -> RunOutcome {
    runner.run(&REQUEST.alone(code)).expect("the machinery works")
}

/// Runs a snippet that changes only `$_` and returns what it leaves there.
fn left(runner: &mut Runner, code: &str) -> String {
    match run(runner, code) {
        RunOutcome::Ended { own, .. } => String::from_utf8(own).expect("text"),
        other => panic!("{code}: {other:?}"),
    }
}

/// A snippet that puts everything it can see of its perl into one text: the names and values of all variables
/// of all packages, including special ones, addresses, `rand`, the order of hashes, and the last match.
const WITNESS: &str = r#"
    my @said = ("$&|$1|$`|$'|@-|@+|$^N|" . join ',', %+);
    my %seen;
    my @stashes = ('main::');
    while (defined(my $stash = shift @stashes)) {
        next if $seen{$stash}++;
        for my $name (keys %$stash) {
            my $full = $stash . $name;
            if ($name =~ /::\z/) { push @stashes, $full if $full ne 'main::main::'; next }
            my $glob = \$stash->{$name};
            push @said, "$full $glob";
            next if ref $glob ne 'GLOB';
            for my $kind (qw(SCALAR ARRAY HASH CODE IO FORMAT)) {
                my $thing = *$glob{$kind};
                next unless defined $thing;
                push @said, "$full $thing";
                eval { push @said, "$full = $$thing" if defined $$thing } if $kind eq 'SCALAR';
                eval { push @said, map { "$full @ " . (defined $_ ? $_ : 'undef') } @$thing } if $kind eq 'ARRAY' && $full ne 'main::_';
                eval { push @said, map { "$full % $_ " . (defined $$thing{$_} ? $$thing{$_} : 'undef') } keys %$thing } if $kind eq 'HASH' && $name !~ /::/;
            }
        }
    }
    my %order = map { $_ => 1 } 'a' .. 'z';
    push @said, keys %order;
    push @said, \my $new, [], {}, sub { 1 }, rand, rand 100, __FILE__, __LINE__, __PACKAGE__, wantarray;
    push @said, "$! $@ $? $$ $< $> $( $) $0 $^T $^X $^O $^V $] $; $, $/ $\ $| $^W $^H $^F $^P $^A $^L $^D $^S $^R";
    $_ = join "\n", map { defined $_ ? $_ : 'undef' } @said;
    1
"#;

/// Snippets that change every kind of state that perl keeps (P11).
const LEAVERS: &[(&str, &str)] = &[
    ("package variables", "$x = 1; @x = (1, 2); %x = (1, 2); $other::y = 3; 1"),
    ("symbolic references", "${'z'} = 1; @{'main::zz'} = 2; *{'new'} = sub { 7 }; 1"),
    ("@ARGV, %ENV, @INC, %INC", "@ARGV = 1; %ENV = (A => 1); @INC = 5; $INC{x} = 1; 1"),
    ("$? $! $@", "$? = 42; $! = 5; eval { die 7 }; 1"),
    ("$| $^W $, $; $\" $/ $\\", "$| = 1; $^W = 1; $, = $; = $\" = $/ = $\\ = 'x'; 1"),
    ("$^A $^F $^L $^P $^D $^T $0", "$^A = $^L = 'x'; $^F = 9; $^T = 3; $0 = 'y'; 1"),
    ("%_ and &_", "$_{k} = 1; sub _ { 5 } 1"),
    ("hash iterators", "%h = (1 .. 8); each %h; each %main::; each %ENV; 1"),
    ("the last match", "'abc' =~ /(b)/; 'name' =~ /(?<n>a)/; 1"),
    ("rand", "rand for 1 .. 9; 1"),
    ("pos", "$p = 'aaa'; $p =~ /a/g; $0 =~ /./g; 1"),
    ("handlers", "$SIG{__DIE__} = sub { 1 }; $SIG{__WARN__} = sub { 2 }; $SIG{ALRM} = sub { 3 }; 1"),
    ("redefined built-ins", "BEGIN { *CORE::GLOBAL::rand = sub { 4 }; *CORE::GLOBAL::keys = sub { 4 } } 1"),
    ("redefined functions", "*utf8::encode = *utf8::decode = sub { 4 }; undef &UNIVERSAL::isa; 1"),
    ("DESTROY", "*Regexp::DESTROY = sub { $gone++ }; qr/x/; 1"),
    ("overloads", "*{'Regexp::((' } = sub {}; *{'Regexp::(\"\"'} = sub { 'text' }; 1"),
    ("constants", "*PI = \\3; *c = \\5; sub K () { 8 } 1"),
    ("formats", "*STDOUT{FORMAT}; $^ = 'top'; $~ = 'now'; $= = 5; 1"),
    ("handles", "*STDOUT = *STDERR; undef *STDIN; *H = *STDOUT{IO}; 1"),
    ("hints", "BEGIN { $^H |= 2; $^H{x} = 1 } 1"),
    ("the symbol table", "delete $main::{ENV}; delete $main::{'utf8::'}; undef %UNIVERSAL::; 1"),
    ("everything", "undef %main::; 1"),
    ("inheritance", "@ISA = 'Regexp'; @UNIVERSAL::ISA = 'X'; *UNIVERSAL::can = sub { 1 }; 1"),
    ("$_ and @_ themselves", "*_ = sub { 1 }; *_ = \\5; undef @_; 1"),
    ("numbers that are read-only", "*main::y = \\'constant'; *_ = \\'constant'; 1"),
    ("much memory", "@big = (1) x 200_000; $big{$_} = 1 for 1 .. 20_000; 1"),
    ("a deep stack", "sub deep { $_[0] ? deep($_[0] - 1) : 1 } deep(5000)"),
    ("a death", "local $_ = 5; local $x{1}; die { a => 1 }"),
    ("a syntax error", "sub f { if (1) { 'x"),
    ("a signal of its own making", "$x = sub { my $y = $x; sub { $y } }->() for 1 .. 80_000; undef $x; 1"),
    ("no memory at all", "$x = 'x' x 1e9; 1"),
];

#[test]
fn nothing_passes_from_a_run_to_the_next() {
    let alone = left(&mut runner(Isolation::Fork), WITNESS);
    assert!(alone.lines().count() > 300, "the witness sees much");
    let (mut reset, mut fork) = (runner(Isolation::Reset), runner(Isolation::Fork));
    for (what, leaver) in LEAVERS {
        let quick = run(&mut reset, leaver);
        assert_eq!(quick, run(&mut fork, leaver), "{what}: the same by a worker and by a child");
        for (how, runner) in [("worker", &mut reset), ("child", &mut fork)] {
            let after = left(runner, WITNESS);
            assert!(after == alone, "after {what}, a {how} sees:\n{}", difference(&alone, &after));
        }
    }
}

/// Checks that the witness can see changes at all: it must notice those that the leavers make in its own run.
#[test]
fn the_witness_sees_what_is_left() {
    let mut fork = runner(Isolation::Fork);
    let alone = left(&mut fork, WITNESS);
    // These end the run, break the witness itself, leave more than it can report, or leave nothing that is
    // visible in plain perl.
    let unseen = [
        "everything",
        "much memory",
        "redefined built-ins",
        "$_ and @_ themselves",
        "numbers that are read-only",
        "a death",
        "a syntax error",
        "a signal of its own making",
        "no memory at all",
        "hints",
        "a deep stack",
        "overloads",
        "hash iterators",
        "pos",
        "the symbol table",
        "DESTROY",
        "the last match",
    ];
    for (what, leaver) in LEAVERS.iter().filter(|(what, _)| !unseen.contains(what)) {
        let leaver = leaver.strip_suffix("; 1").or_else(|| leaver.strip_suffix(" 1")).expect("it ends so");
        let after = left(&mut fork, &format!("{leaver};\n{WITNESS}"));
        assert!(difference(&alone, &after).lines().any(|line| !line.contains("0x")), "{what} is seen");
    }
}

/// Returns the lines that only one of the two texts has, at most 20 of them.
fn difference(before: &str, after: &str) -> String {
    let [one, other] = [before, after].map(|text| text.lines().collect::<BTreeSet<_>>());
    let gone = one.difference(&other).map(|line| format!("- {line}"));
    let come = other.difference(&one).map(|line| format!("+ {line}"));
    gone.chain(come).take(20).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_run_is_the_same_in_every_perl() {
    let one = left(&mut runner(Isolation::Reset), WITNESS);
    let other = left(&mut runner(Isolation::Fork), WITNESS);
    assert!(one == other, "{}", difference(&one, &other));
}

#[test]
fn a_run_that_fails_costs_only_itself() {
    for isolation in [Isolation::Reset, Isolation::Fork] {
        let mut runner = runner(isolation);
        for code in [
            "1 while 1",
            "$x = 'x' x 1e9",
            "sub f { f() } f()",
            "$x = sub { my $y = $x; sub { $y } }->() for 1 .. 80_000; undef $x",
        ] {
            assert!(matches!(run(&mut runner, code), RunOutcome::Failed(_)), "{isolation:?}: {code}");
            assert_eq!(left(&mut runner, "$_ = 6 * 7; 1"), "42", "{isolation:?}: after {code}");
        }
    }
}

/// The list must allow exactly those operations of this perl that the ruling P10 allows.
#[test]
fn every_operation_that_perl_knows_is_allowed_or_not() {
    let wanted = Command::new("perl").args(["-e", ALLOWED_BY_P10]).output().expect("perl runs");
    let wanted: BTreeSet<String> =
        String::from_utf8(wanted.stdout).expect("names").split_whitespace().map(String::from).collect();
    assert!(wanted.len() > 200, "{wanted:?}");
    let perl = Perl::find().expect("perl is installed");
    for name in perl.operation_names() {
        let listed = operations().iter().find(|operation| operation.name == name);
        let listed = listed.unwrap_or_else(|| panic!("`{name}` is not in operations.txt"));
        assert_eq!(listed.is_allowed, wanted.contains(name), "{name}");
    }
}

const ALLOWED_BY_P10: &str = r#"
    use Opcode qw(opset opset_to_ops);
    my %without = map { $_ => 1 } qw(
        srand bless crypt tie untie dbmopen dbmclose sselect select prtf sockpair pipe_op getppid getpgrp setpgrp
        getpriority setpriority localtime gmtime custom);
    print "$_\n" for grep { !$without{$_} }
        opset_to_ops(opset(qw(:base_core :base_mem :base_loop :base_math :base_orig sort)));
"#;

/// For operations that can be written as a piece of Perl: perl compiles them exactly if the list allows them.
#[test]
fn the_mask_is_the_list() {
    let calls = [
        ("srand", "srand 1"),
        ("bless", "bless []"),
        ("crypt", "crypt 1, 2"),
        ("tie", "tie $x, 'X'"),
        ("untie", "untie $x"),
        ("sselect", "select undef, undef, undef, 0"),
        ("select", "select STDOUT"),
        ("prtf", "printf 'x'"),
        ("time", "time"),
        ("localtime", "localtime"),
        ("gmtime", "gmtime 1"),
        ("entereval", "eval '1'"),
        ("require", "require X"),
        ("dofile", "do 'x'"),
        ("unpack", "unpack 'A', 1"),
        ("pack", "pack 'A', 1"),
        ("print", "print 1"),
        ("open", "open F, 'x'"),
        ("system", "system 'x'"),
        ("exec", "exec 'x'"),
        ("fork", "fork"),
        ("kill", "kill 9, 1"),
        ("backtick", "`x`"),
        ("glob", "<*>"),
        ("readline", "<F>"),
        ("caller", "caller"),
        ("reset", "reset 'x'"),
        ("exit", "exit"),
        ("sleep", "sleep 1"),
        ("alarm", "alarm 1"),
        ("syscall", "syscall 1"),
        ("socket", "socket S, 1, 1, 1"),
        ("stat", "stat 'x'"),
        ("unlink", "unlink 'x'"),
        ("lock", "lock $x"),
        ("sort", "sort 1, 2"),
        ("rand", "rand"),
        ("sprintf", "sprintf 'x'"),
        ("warn", "warn 1"),
        ("sin", "sin 1"),
        ("atan2", "atan2 1, 1"),
        ("anoncode", "sub { 1 }"),
        ("splice", "splice @x, 0"),
        ("study", "study"),
    ];
    let mut runner = runner(Isolation::Reset);
    for (name, code) in calls {
        let listed = operations().iter().find(|operation| operation.name == name).expect("it is listed");
        let ran = run(&mut runner, &format!("if (0) {{ {code} }} 1"));
        let is_trapped = matches!(&ran, RunOutcome::Died { message, .. } if contains(message, "trapped by operation mask"));
        assert_eq!(is_trapped, !listed.is_allowed, "{name}: {ran:?}");
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    String::from_utf8_lossy(bytes).contains(text)
}

#[test]
fn a_match_asks_as_little_of_time_and_place_as_of_threads() {
    let parameters = PerlWar::parameters(&Rules::new(), &[]).expect("legal");
    let cells =
        [(0, 0, "$_ = rand . \\$x . $$ . join '', keys %{{map { $_ => 1 } 1 .. 50}}; ':1'"), (50, 1, "':1'")];
    let one = |isolation| {
        let factory = factory(isolation);
        round(parameters, &cells, players(&factory, &Rules::new()).as_mut())
    };
    let first = one(Isolation::Reset);
    assert_eq!(first, one(Isolation::Fork));
    let threads = [(); 2].map(|()| std::thread::spawn(move || round_in_thread(cells)));
    for thread in threads {
        assert_eq!(thread.join().expect("no panic"), first);
    }
}

fn round_in_thread(cells: [(usize, usize, &str); 2]) -> support::perl::Round {
    let parameters = PerlWar::parameters(&Rules::new(), &[]).expect("legal");
    let factory = factory(Isolation::Reset);
    round(parameters, &cells, players(&factory, &Rules::new()).as_mut())
}

/// A large Array does not count as the snippet's memory, and a cell with the longest possible code is copied
/// in full.
#[test]
fn large_arrays_are_handed_over() {
    let mut rules = Rules::new();
    rules.add("size", 40).expect("a new key");
    rules.add("memory_mib", 16).expect("a new key");
    let parameters = PerlWar::parameters(&rules, &[]).expect("legal");
    let long = "☺".repeat(65_536);
    let mut cells: Vec<(usize, usize, &str)> = (2..40).map(|cell| (cell, 1, long.as_str())).collect();
    cells.push((0, 0, "'2:1'"));
    let factory = factory(Isolation::Reset);
    let played = round(parameters, &cells, players(&factory, &rules).as_mut());
    assert_eq!(played.reports[0].result.word(), "copied");
    assert_eq!(played.cells[1], Some((0, long)));
}

/// Runs some snippets, each in its own process, and returns the outcomes.
fn come_to_by_forks() -> [RunOutcome; 3] {
    let mut runner = runner(Isolation::Fork);
    [WITNESS, "$_ = join ',', map { $_ ** 2 } 1 .. 1000; '!2'", "die 'x'"].map(|code| run(&mut runner, code))
}

#[test]
fn without_large_pages_runs_come_to_the_same() {
    const PR_SET_THP_DISABLE: i32 = 41;
    let with = come_to_by_forks();
    // This process and those that it starts get no large pages from now on.
    // SAFETY: the call takes plain numbers.
    assert_eq!(unsafe { libc::prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0) }, 0);
    assert_eq!(come_to_by_forks(), with);
}

/// If the kernel refuses to let the parent of all runs rearrange its memory, the runs must still give the
/// same outcomes.
#[test]
fn where_memory_must_stay_as_it_is_runs_come_to_the_same() {
    const ARGUMENT_3: u32 = 16 + 8 * 3;
    let laid_out = come_to_by_forks();
    // The filter refuses `mmap` of a shared file at a fixed address.
    let map = u32::try_from(libc::SYS_mmap).expect("a small number");
    let shared_and_fixed = (libc::MAP_SHARED | libc::MAP_FIXED).unsigned_abs();
    let (load, compare, give) = (0x20, 0x15, 0x06);
    let instruction = |code, jt, jf, k| libc::sock_filter { code, jt, jf, k };
    let mut filter = [
        instruction(load, 0, 0, 0),
        instruction(compare, 0, 3, map),
        instruction(load, 0, 0, ARGUMENT_3),
        instruction(compare, 0, 1, shared_and_fixed),
        instruction(give, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM.unsigned_abs()),
        instruction(give, 0, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let length = u16::try_from(filter.len()).expect("a short one");
    let program = libc::sock_fprog { len: length, filter: filter.as_mut_ptr() };
    // The filter applies to this thread and the processes that it starts.
    // SAFETY: the calls take plain numbers and a filter that outlives them.
    let is_filtered = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) == 0
    };
    assert!(is_filtered, "{}", std::io::Error::last_os_error());
    assert_eq!(come_to_by_forks(), laid_out);
}

#[test]
fn no_process_is_left() {
    let children = || {
        let tasks = std::fs::read_dir("/proc/self/task").expect("Linux").flatten();
        let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        children.collect::<String>().split_whitespace().count()
    };
    for isolation in [Isolation::Reset, Isolation::Fork] {
        let mut runner = runner(isolation);
        // A light run, heavy ones, and some that fail.
        for code in ["1", "@x = (1) x 9999; 1", "@x = (1) x 9999; 1", "1 while 1", "$x = 'x' x 1e9"] {
            run(&mut runner, code);
        }
        assert!(children() > 0, "{isolation:?}");
        drop(runner);
        assert_eq!(children(), 0, "{isolation:?}");
    }
}

//! Tests the functions that are built into perl. Snippets can call them without an operation that the mask
//! sees.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use guests::perl::{Limits, Perl, RunOutcome, RunRequest, Runner, functions};
use guests::{IsolationSettings, WarnOnce};
use sandbox::{Isolation, IsolationFeatures};

const ALONE: RunRequest = RunRequest { rand_seed: 1, max_len: 100, rounds: 100, round: 1, size: 100 };

/// A snippet that walks perl's symbol table and leaves the names of everything that can be called. An entry
/// that is not a glob is a function or a constant in short form.
const WALK: &str = r#"
    @places = (['', \%main::]);
    while ($place = shift @places) {
        ($name, $stash) = @$place;
        next if $seen{$stash}++;
        for $key (keys %$stash) {
            $entry = \$stash->{$key};
            if ($key =~ /::\z/) {
                push @places, ["$name$key", *$entry{HASH}] if ref $entry eq 'GLOB' && *$entry{HASH};
            }
            elsif (ref $entry ne 'GLOB' || *$entry{CODE}) {
                push @found, "$name$key";
            }
        }
    }
    $_ = join "\n", sort @found;
    1"#;

fn runner(isolation: Isolation) -> Runner {
    let limits = Limits { time: Duration::from_secs(2), heap_bytes: 64 << 20, request_bytes: 1 << 18 };
    let settings = IsolationSettings { isolation, features: IsolationFeatures::available() };
    Runner::new(Perl::find().expect("perl is installed"), limits, settings, None, &WarnOnce::silent())
}

fn run(runner: &mut Runner, code: &str) -> RunOutcome {
    runner.run(&ALONE.alone(code)).expect("the machinery works")
}

/// Runs a snippet and returns what it leaves in `$_`.
fn left(runner: &mut Runner, code: &str) -> String {
    match run(runner, code) {
        RunOutcome::Ended { own, .. } => String::from_utf8(own).expect("text"),
        other => panic!("{code}: {other:?}"),
    }
}

#[test]
fn whatever_a_snippet_can_call_is_on_the_list() {
    for isolation in [Isolation::Reset, Isolation::Fork] {
        let found = left(&mut runner(isolation), WALK);
        let found: BTreeSet<&str> = found.lines().collect();
        let allowed: BTreeSet<&str> =
            functions().iter().filter(|one| one.is_allowed).map(|one| one.name).collect();
        let beyond: Vec<_> = found.difference(&allowed).collect();
        assert!(beyond.is_empty(), "{isolation:?}: {beyond:?}");
        for needed in ["UNIVERSAL::can", "UNIVERSAL::isa", "utf8::decode", "utf8::upgrade"] {
            assert!(found.contains(needed), "{isolation:?}: {needed} is gone");
        }
    }
}

/// Every function of this perl, before modules add more, must be on the list. In matches, functions that are
/// not on it are removed without notice; this test reports those that a new perl has added.
#[test]
fn the_list_has_a_reason_for_every_function_of_this_perl() {
    let script = format!("{WALK}; print");
    let output = Command::new("perl").args(["-e", &script]).output().expect("perl runs");
    let found = String::from_utf8(output.stdout).expect("names");
    assert!(found.lines().count() > 50, "{found}");
    // These belong to modules that perl loads for itself.
    let modules = ["DynaLoader::", "main::"];
    for name in found.lines().filter(|name| !modules.iter().any(|module| name.starts_with(module))) {
        assert!(functions().iter().any(|one| one.name == name), "`{name}` is not in functions.txt");
    }
}

#[test]
fn what_is_taken_away_cannot_be_called_in_any_way() {
    for isolation in [Isolation::Reset, Isolation::Fork] {
        let mut runner = runner(isolation);
        for one in functions().iter().filter(|one| !one.is_allowed) {
            let (package, name) = one.name.rsplit_once("::").expect("functions have packages");
            let mut ways =
                vec![format!("&{{q~{}~}}(\\my $x, 1)", one.name), format!("goto &{{q~{}~}}", one.name)];
            // Perl ignores calls of a missing `import` method, so that call would always succeed.
            if name != "import" {
                ways.push(format!("$m = q~{name}~; q~{package}~->$m(1)"));
            }
            for code in ways {
                let ran = run(&mut runner, &format!("eval {{ {code}; $_ = 'called' }}; 1"));
                let RunOutcome::Ended { own, .. } = &ran else { panic!("{code}: {ran:?}") };
                assert_ne!(own, b"called", "{isolation:?}: {code}");
            }
        }
    }
}

/// A snippet once escaped the mask in this way: it freed a scalar that a glob still referred to, so that perl
/// reused the scalar's memory.
#[test]
fn nothing_can_be_freed_that_is_still_named() {
    let code = "$x = 'named'; eval { &Internals::SvREFCNT(\\$x, 0) }; $_ = \"$x $@\"; 1";
    let left = left(&mut runner(Isolation::Fork), code);
    assert!(left.starts_with("named Undefined subroutine &Internals::SvREFCNT called"), "{left}");
    // These functions take a glob or an object unchecked; here they get a number and a class name.
    for code in ["Tie::Hash::NamedCapture::_tie_it(4096); 1", "Tie::Hash::NamedCapture->TIEHASH; 1"] {
        let ran = run(&mut runner(Isolation::Fork), code);
        assert!(matches!(ran, RunOutcome::Died { .. }), "{ran:?}");
    }
}

#[test]
fn what_the_functions_were_for_goes_on_working() {
    for isolation in [Isolation::Reset, Isolation::Fork] {
        let mut runner = runner(isolation);
        for (code, expected) in [
            ("'a-b' =~ /(?<x>.)-(?<y>.)/; $_ = join ',', map { \"$_$+{$_}\" } sort keys %+; 1", "xa,yb"),
            ("'ab' =~ /(?<x>.)(?<x>.)/; $_ = \"@{$-{x}} $+{x}\"; 1", "a b a"),
            ("$_ = $^V =~ /^v5\\.\\d+\\.\\d+\\z/ ? 'a version' : \"$^V\"; 1", "a version"),
            ("$_ = $] > 5 ? 'a number' : $]; 1", "a number"),
            (
                "sub A::f { 1 } @B::ISA = 'A'; $_ = join ',', B->can('f') ? 1 : 0, B->isa('A'), B->DOES('A'); 1",
                "1,1,1",
            ),
            ("$_ = \"\\xc3\\xa4\"; utf8::decode($_); $_ = ord; 1", "228"),
            ("$_ = ref(qr/x/) . (('x' =~ qr/x/) ? 1 : 0); 1", "Regexp1"),
            (
                "$_ = eval { Opcode->can('opset') } || eval { DynaLoader->can('dl_install_xsub') } || 'nothing'; 1",
                "nothing",
            ),
        ] {
            assert_eq!(left(&mut runner, code), expected, "{isolation:?}: {code}");
        }
    }
}

/// Calls every remaining function with every kind of value that a snippet can get. Each call must fail or
/// return something, but perl must survive. (References to `vec` are left out: perl 5.36 crashes if one is
/// the argument of a function in an `eval` block.)
#[test]
fn what_stays_takes_everything_that_it_is_given() {
    let kept: Vec<&str> = functions().iter().filter(|one| one.is_allowed).map(|one| one.name).collect();
    let code = format!(
        r#"
        $text = "\x{{263a}}"; $cow = 'x' x 1000; $copy = $cow; $self = \$self; @list = (1, \@list); $odd = "\xff";
        @things = (undef, 0, -1, 1e300, 'inf', '', 'UNIVERSAL', 'version', $text, $odd, \'', \$text, \$self, \@list, \%+, \%-, \%main::,
            \%UNIVERSAL::, sub {{ 1 }}, \&UNIVERSAL::can, qr/x/, \qr/x/, *STDIN, \*STDIN, *STDIN{{IO}}, \substr($cow, 1, 2), \pos($cow),
            $^V, \$^V, \$!, \$1, \$^H, \%SIG, \@ISA, \$#list, \undef, \*+, '*main::x', "\0", 18446744073709551615, \1);
        for $name (qw({})) {{
            next unless defined &$name;
            for $one (@things) {{
                eval {{ &$name() }}; eval {{ &$name($one) }}; eval {{ $x = &$name($$one) }}; eval {{ @x = &$name(@$one) }};
                for $other (@things) {{ eval {{ &$name($one, $other) }}; eval {{ @x = &$name($one, $other, $one) }} }}
                $calls++;
            }}
        }}
        for $name (qw(utf8::decode utf8::upgrade utf8::encode utf8::downgrade)) {{
            for $one (\$x[0], \$#x, \substr($cow, 3, 4), \pos($cow), \$h{{x}}, \local $h{{y}}, \$0, \$;, \$,, \$/) {{
                eval {{ &$name($$one) }}; eval {{ &$name($$one, 1) }};
            }}
        }}
        $_ = $calls > 100 ? 'sound' : 'few'; 1"#,
        kept.join(" ")
    );
    for isolation in [Isolation::Reset, Isolation::Fork] {
        assert_eq!(left(&mut runner(isolation), &code), "sound", "{isolation:?}");
    }
}

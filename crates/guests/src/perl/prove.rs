//! Tests each way of running snippets on this machine, with snippets of bout's own whose answers are known.

use sandbox::snapshot::{RunMode, Snapshot};
use sandbox::{Isolation, IsolationFeatures, SandboxError};

use super::instance::{Launch, WARM_UP, learn, start_forking};
use super::interpreter::Perl;
use super::operations::functions;
use super::request::for_driver;
use super::runner::{HEAVY_PAGES, Limits, RunOutcome, RunRequest, read};
use crate::methods::{MethodCheck, Necessity};
use crate::settings::IsolationSettings;

/// The Array of our own runs: full of copies of the snippet.
pub(super) const OWN_REQUEST: RunRequest =
    RunRequest { rand_seed: 1, max_len: 100, rounds: 100, round: 1, size: 100 };

/// A snippet, the code that it must leave in its own cell, and the text that it must return.
type Known<'a> = (&'a str, &'a str, &'a str);

/// Snippets that write to few pages.
const LIGHT: Known<'static> = (r#"":1""#, r#"":1""#, ":1");
const CHANGED: Known<'static> =
    (r#"$pos = 1; s/\d+/$&+1/e; return "^$pos";"#, r#"$pos = 2; s/\d+/$&+1/e; return "^$pos";"#, "^1");
/// A snippet that sees the whole Array, uses functions of several kinds, and needs a growing heap.
const DEMANDING: Known<'static> = (
    "$_ = join ',', $#_, $W, $R, $r, 7 * 6, lc 'OK', length('x' x 1_000_000), map { $_ * 2 } 1 .. 3; '!2'",
    "99,100,100,1,42,ok,1000000,2,4,6",
    "!2",
);
/// A snippet that builds a regular expression with code while it runs, which a hint allows (P10).
const COMPILES: &str = r#"BEGIN { $^H |= 0x200000 } $code = "(?" . "{1})"; "" =~ $code; "!2""#;
/// How often a worker may write to a page for the first time before the way counts as not working.
const MAX_SURPRISES: usize = 3;

/// Does runs of our own in the given way.
///
/// # Errors
/// If a run has the wrong result. Then the way does not work on this machine.
pub(super) fn prove(perl: &mut Snapshot, way: RunMode) -> Result<(), SandboxError> {
    if way == RunMode::Worker {
        // Repeat the test, because no traces of a run may reach the next run.
        return (0..3).try_for_each(|_| prove_worker(perl));
    }
    for known in [LIGHT, CHANGED, DEMANDING] {
        let answer = perl.run_own(way, &for_driver(&OWN_REQUEST.cells(known.0, OWN_REQUEST.size)))?;
        compared(known, &answer, way)?;
    }
    let answer = perl.run_own(way, &for_driver(&OWN_REQUEST.alone(COMPILES)))?;
    if !matches!(read(&answer), Some(RunOutcome::Died { .. })) {
        let why = format!("the snippet {COMPILES} compiled a text, and did not die of it");
        return Err(SandboxError::OwnRun { way: way.name(), why });
    }
    let walk = walk();
    let answer = perl.run_own(way, &for_driver(&OWN_REQUEST.alone(&walk)))?;
    compared((&walk, "", "!2"), &answer, way)
}

/// A snippet that walks through all packages and leaves the names of functions that are not on the list (P10). There
/// must be no such functions.
fn walk() -> String {
    let kept: Vec<&str> = functions().iter().filter(|one| one.is_allowed).map(|one| one.name).collect();
    let kept = kept.join(" ");
    format!(
        r#"$kept{{$_}} = 1 for split ' ', '{kept}';
        @places = (['', \%main::]);
        while ($place = shift @places) {{
            ($name, $stash) = @$place;
            next if $seen{{$stash}}++;
            for $key (keys %$stash) {{
                $entry = \$stash->{{$key}};
                $is_glob = ref $entry eq 'GLOB';
                if ($key =~ /::\z/) {{ push @places, ["$name$key", *$entry{{HASH}}] if $is_glob && *$entry{{HASH}} }}
                elsif (!$kept{{"$name$key"}}) {{ push @found, "$name$key" if !$is_glob || *$entry{{CODE}} }}
            }}
        }}
        $_ = join ' ', sort @found;
        '!2'"#
    )
}

/// A worker dies when it writes to a page that it does not restore, and the next worker may write to that page, as in
/// matches.
fn prove_worker(perl: &mut Snapshot) -> Result<(), SandboxError> {
    let request = for_driver(&OWN_REQUEST.alone(LIGHT.0));
    let mut surprises = 0;
    loop {
        match perl.run_own(RunMode::Worker, &request) {
            Ok(answer) => return compared(LIGHT, &answer, RunMode::Worker),
            Err(SandboxError::OwnRun { .. }) if surprises < MAX_SURPRISES && perl.is_usable() => {
                surprises += 1;
                let answer = perl.run_own(RunMode::Learning, &request)?;
                compared(LIGHT, &answer, RunMode::Learning)?;
            }
            Err(error) => return Err(error),
        }
    }
}

fn compared(known: Known<'_>, answer: &[u8], way: RunMode) -> Result<(), SandboxError> {
    let (code, own, returned) = known;
    let expected = RunOutcome::Ended { own: own.into(), cell: None, returned: returned.into() };
    match read(answer) {
        Some(came) if came == expected => Ok(()),
        came => {
            let why = format!("the snippet {code} came to {came:?}, not to {expected:?}");
            Err(SandboxError::OwnRun { way: way.name(), why })
        }
    }
}

/// Tries every way of running snippets.
pub(super) fn proofs(perl: &'static Perl, features: IsolationFeatures) -> Vec<MethodCheck> {
    let launch = |isolation| {
        let settings = IsolationSettings { isolation, features };
        Launch { perl, limits: Limits::of_own_runs(), settings, processor: None, hot_pages: HEAVY_PAGES }
    };
    let snapshot_of = "perl, and a snapshot of it";
    let failed = |why: SandboxError| MethodCheck {
        way: snapshot_of,
        part: Necessity::Needed,
        seen: Err(why.to_string()),
    };
    let mut snapshot = match launch(Isolation::Reset).launch() {
        Ok(snapshot) => snapshot,
        Err(why) => return vec![failed(why)],
    };
    let start = "perl came as far as to the first line of a snippet".to_owned();
    let mut proofs = vec![MethodCheck { way: snapshot_of, part: Necessity::Needed, seen: Ok(start) }];
    for (name, part, way) in [
        ("snippets, a process for every run (fork)", Necessity::Alternative, RunMode::Child),
        ("snippets, learning which memory runs write to", Necessity::Extra, RunMode::Learning),
        ("snippets, one process for many runs (reset)", Necessity::Alternative, RunMode::Worker),
    ] {
        if !snapshot.is_usable() {
            match launch(Isolation::Reset).launch() {
                Ok(another) => snapshot = another,
                Err(why) => return proofs.into_iter().chain([failed(why)]).collect(),
            }
        }
        let seen = match way {
            // If every run has a child of its own, perl forks in a different way.
            RunMode::Child => start_forking(launch(Isolation::Fork)).map(drop),
            RunMode::Learning => learn(&mut snapshot, &WARM_UP).and_then(|()| prove(&mut snapshot, way)),
            RunMode::Worker => prove(&mut snapshot, way),
        };
        let seen = seen.map(|()| "snippets of bout's own came to what they must".into());
        proofs.push(MethodCheck { way: name, part, seen: seen.map_err(|why| why.to_string()) });
    }
    proofs
}

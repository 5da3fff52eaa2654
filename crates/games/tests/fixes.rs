//! The fixes of diagnostics do what they say: after an editor applies one, that diagnostic is gone.

use game::{Diagnostic, Fix};
use games::{REGISTRY, RegisteredGame};

fn diagnostics(game: &dyn RegisteredGame, source: &[u8]) -> Vec<Diagnostic> {
    game.read(source).diagnostics.iter().cloned().collect()
}

fn game(name: &str) -> &'static dyn RegisteredGame {
    REGISTRY.iter().copied().find(|game| game.info().name == name).unwrap()
}

fn fixed(source: &[u8], fix: &Fix) -> Vec<u8> {
    let (before, after) = (&source[..fix.span.start], &source[fix.span.end..]);
    [before, fix.replacement.as_bytes(), after].concat()
}

/// How many diagnostics of this kind there are.
fn count(all: &[Diagnostic], one: &Diagnostic) -> usize {
    all.iter().filter(|other| (other.code, &other.message) == (one.code, &one.message)).count()
}

/// Applies every fix of a source by itself, and returns their titles.
fn titles(name: &str, source: &str) -> Vec<String> {
    let game = game(name);
    let before = diagnostics(game, source.as_bytes());
    let mut titles = Vec::new();
    for one in &before {
        for fix in &one.fixes {
            let source = fixed(source.as_bytes(), fix);
            let after = diagnostics(game, &source);
            assert!(count(&after, one) < count(&before, one), "{fix:?} of {one:?}: {after:?}");
            titles.push(fix.title.clone());
        }
    }
    titles
}

#[test]
fn a_fix_resolves_its_diagnostic() {
    let removed = ["remove it", "make the rest of the line a comment"];
    assert_eq!(titles("esowar", "[+]x+[]"), removed);
    assert_eq!(titles("esowar", "[+]+[] é"), removed);
    assert_eq!(titles("esowar", "; nothing"), ["begin with a base that waits"]);
    assert_eq!(titles("esowar", "[+]+[]]"), ["remove this bracket"]);
    assert_eq!(titles("crash", ""), ["begin with a program that waits"]);
    assert_eq!(titles("crash", "Stor [i]-1 i"), ["replace it with `store`"]);
    assert_eq!(titles("crash", "write writee [i]\nstore [i]-1 i"), ["replace it with `write`"; 0]);
    assert_eq!(titles("crash", "write crush [i]+9\nstore [i]-1 i"), ["replace it with `crash`"]);
    assert_eq!(titles("crash", "store [i]-1 I"), ["replace it with `i`"]);
    assert_eq!(titles("crash", "noop ; a comment"), ["let it wait there for ever"]);
    let rest = ["remove the rest of the line", "make the rest of the line a comment"];
    assert_eq!(titles("crash", "store [i]-1 i for ever ; so"), rest);
    assert_eq!(titles("crash", "store [i] - 1 i"), ["replace it with `i`"; 0]);
}

/// A diagnostic that is not kept has no fix, and gives none to another.
#[test]
fn fixes_of_errors_that_are_not_kept_are_dropped() {
    let source = "x".repeat(game::MAX_DIAGNOSTICS + 10);
    let all = diagnostics(game("esowar"), source.as_bytes());
    assert_eq!(all.len(), game::MAX_DIAGNOSTICS);
    assert!(all.iter().all(|one| one.fixes.len() == 2));
}

//! What every game holds to whose programs can be bred.

use game::{Breeding, Draw};
use games::{REGISTRY, RegisteredGame};

/// The games whose programs can be bred.
fn bred() -> impl Iterator<Item = (&'static dyn RegisteredGame, &'static dyn Breeding)> {
    REGISTRY.iter().filter_map(|game| Some((*game, game.breeding()?)))
}

/// The longest programs that are bred, as `crates/bout/manual/breeding.md` and `crates/games/src/crash/manual.md` have it.
fn longest(game: &str) -> usize {
    match game {
        "esowar" => 400,
        "crash" => 128,
        other => panic!("nothing says how long programs of {other} are"),
    }
}

/// Bred over and over from each other, programs stay legal and canonical, and are never too long.
#[test]
fn what_is_bred_is_legal() {
    for (game, breeding) in bred() {
        let mut draw = Draw::for_setup(5);
        let mut pool: Vec<String> = (0..40).map(|_| breeding.random(&mut draw)).collect();
        for nth in 0..20_000 {
            let [one, other] = [draw.index_below(pool.len()), draw.index_below(pool.len())];
            let child = match nth % 3 {
                0 => breeding.random(&mut draw),
                1 => breeding.mutated(&pool[one], &mut draw),
                _ => breeding.crossed(&pool[one], &pool[other], &mut draw),
            };
            let legal = game.read(child.as_bytes()).program.unwrap_or_else(|| panic!("not legal:\n{child}"));
            assert_eq!(*legal.canonical, *child);
            assert!(legal.length <= longest(game.info().name), "{} in:\n{child}", legal.length);
            pool[one] = child;
        }
    }
}

#[test]
fn a_parent_that_is_not_legal_is_replaced() {
    for (game, breeding) in bred() {
        let mut draw = Draw::for_setup(5);
        for bad in ["", "x", "[+", "jump", "store 5000 a"] {
            for child in [breeding.mutated(bad, &mut draw), breeding.crossed(bad, bad, &mut draw)] {
                assert!(game.read(child.as_bytes()).program.is_some(), "{child}");
            }
        }
    }
}

#[test]
fn the_same_draws_breed_the_same_program() {
    for (_, breeding) in bred() {
        let child = |seed| {
            let mut draw = Draw::for_setup(seed);
            let [mother, father] = [(); 2].map(|()| breeding.random(&mut draw));
            let crossed = breeding.crossed(&mother, &father, &mut draw);
            breeding.mutated(&crossed, &mut draw)
        };
        assert_eq!((0..50).map(child).collect::<Vec<_>>(), (0..50).map(child).collect::<Vec<_>>());
    }
}

//! Properties of every game whose programs can be bred.

use game::{Breeding, SeededRng};
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
        let mut rng = SeededRng::for_setup(5);
        let mut pool: Vec<String> = (0..40).map(|_| breeding.random(&mut rng)).collect();
        for nth in 0..20_000 {
            let [one, other] = [rng.index_below(pool.len()), rng.index_below(pool.len())];
            let child = match nth % 3 {
                0 => breeding.random(&mut rng),
                1 => breeding.mutated(&pool[one], &mut rng),
                _ => breeding.crossed(&pool[one], &pool[other], &mut rng),
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
        let mut rng = SeededRng::for_setup(5);
        for bad in ["", "x", "[+", "jump", "store 5000 a"] {
            for child in [breeding.mutated(bad, &mut rng), breeding.crossed(bad, bad, &mut rng)] {
                assert!(game.read(child.as_bytes()).program.is_some(), "{child}");
            }
        }
    }
}

#[test]
fn the_same_draws_breed_the_same_program() {
    for (_, breeding) in bred() {
        let child = |seed| {
            let mut rng = SeededRng::for_setup(seed);
            let [mother, father] = [(); 2].map(|()| breeding.random(&mut rng));
            let crossed = breeding.crossed(&mother, &father, &mut rng);
            breeding.mutated(&crossed, &mut rng)
        };
        assert_eq!((0..50).map(child).collect::<Vec<_>>(), (0..50).map(child).collect::<Vec<_>>());
    }
}

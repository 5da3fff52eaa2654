//! The dispersion, and the test whether strengths explain the results.

use tournament::ratings::Dispersion;
use tournament::simulation::{SharedLuck, SimulatedField};
use tournament::{Encounter, EncounterResult, Tally};

use super::{by_setups, rated};

/// An encounter whose setups have these half-points, from decided games only.
fn of_setups(members: [usize; 2], setups: &[usize]) -> EncounterResult {
    let mut tally = Tally::new(2);
    for (&half_points, first) in setups.iter().zip((0..).step_by(2)) {
        let wins = [half_points >= 2, half_points == 4];
        // Member 0 sits in seat 0 first, and then in seat 1.
        tally.add(first, if wins[0] { &[1, 2] } else { &[2, 1] }, None);
        tally.add(first + 1, if wins[1] { &[2, 1] } else { &[1, 2] }, None);
    }
    EncounterResult { encounter: Encounter::new(members.to_vec(), 0, 2 * setups.len() as u64), tally }
}

/// Worked out by hand: of 40 setups, a quarter ended 2-0 and a quarter 0-2. The squares are 20 times 4, or 80. A game is
/// even, so its variance is 1, and a setup's is 2, times 39. The part that shares from 80 games lack is added: 80 / 80.
#[test]
fn the_dispersion_is_a_ratio_of_sums() {
    let setups: Vec<usize> = [4, 0, 2, 2].repeat(10);
    let dispersion = Dispersion::of(&[of_setups([0, 1], &setups)]);
    assert_eq!(dispersion.degrees_of_freedom(), 39);
    assert!((dispersion.ratio() - 80.0 / 79.0).abs() < 1e-12, "{dispersion:?}");
    assert!((dispersion.information() * dispersion.ratio() - 1.0).abs() < 1e-12);
    let doubled = Dispersion::of(&[of_setups([0, 1], &[4, 0].repeat(20))]);
    assert!((doubled.ratio() - 2.0).abs() < 1e-12, "160 / 80: {doubled:?}");
}

#[test]
fn the_same_two_are_one_pairing() {
    let (one, other) = (of_setups([0, 1], &[4; 30]), of_setups([0, 1], &[0; 30]));
    // Each alone has no spread and no chance; together they have both.
    assert_eq!(Dispersion::of(std::slice::from_ref(&one)).degrees_of_freedom(), 0);
    assert_eq!(Dispersion::of(&[one, other]).degrees_of_freedom(), 59);
}

#[test]
fn what_is_hardly_known_is_not_used() {
    let level = |setups: usize| Dispersion::of(&[of_setups([2, 5], &vec![2; setups])]).ratio();
    assert!((level(30) - 1.0).abs() < 1e-12, "29 degrees of freedom");
    assert!((level(31) - 0.2).abs() < 1e-12, "6 / 30, though no setup was off level");
    assert!((level(100_000) - 0.01).abs() < 1e-12);
    assert!((Dispersion::of(&[]).ratio() - 1.0).abs() < 1e-12);
}

/// On average the estimate is the true ratio, even where each pair has few setups.
#[test]
fn the_dispersion_is_found() {
    for (luck, ratio) in
        [(SharedLuck::Independent, 1.0), (SharedLuck::Cancels(0.6), 0.4), (SharedLuck::Doubles(0.5), 1.5)]
    {
        let field = SimulatedField::plain("equals", vec![0.0; 8]).with_luck(luck);
        for games in [6, 40] {
            let found = |seed| Dispersion::of(&field.played(|_, _| games, seed)).ratio();
            let mean = (0..60).map(found).sum::<f64>() / 60.0;
            assert!((mean - ratio).abs() < 0.04, "{luck:?}, {games} games: {mean}");
        }
    }
}

/// How many of 60 tournaments are said not to fit: as a whole, and by their worst pair.
fn misfits(field: &SimulatedField, games: u64) -> [u32; 2] {
    let mut counts = [0, 0];
    for seed in 0..60 {
        let played = field.played(|_, _| games, seed);
        let ratings = by_setups(field.entrants(), &played);
        let fit = ratings.goodness_of_fit(59, seed);
        counts[0] += u32::from(fit.likelihood <= 0.05);
        counts[1] += u32::from(fit.pairs[0].likelihood <= 0.05);
    }
    counts
}

/// If each tournament has a 5% chance to be called a misfit, more than 9 of 60 are called so once in five hundred times.
#[test]
fn what_strengths_explain_fits() {
    for luck in [SharedLuck::Independent, SharedLuck::Cancels(0.7), SharedLuck::Doubles(0.8)] {
        for field in [SimulatedField::even_gaps(6), SimulatedField::one_outlier(6).with_draws(1.0)] {
            let counts = misfits(&field.with_luck(luck), 20);
            assert!(counts.iter().all(|&count| count <= 9), "{luck:?}: {counts:?}");
        }
    }
}

#[test]
fn circles_are_a_misfit() {
    for luck in [SharedLuck::Independent, SharedLuck::Cancels(0.7), SharedLuck::Doubles(0.8)] {
        let counts = misfits(&SimulatedField::circles(6).with_luck(luck), 40);
        assert!(counts.iter().all(|&count| count >= 55), "{luck:?}: {counts:?}");
    }
}

#[test]
fn pairs_that_fit_least_are_named_first() {
    let field = SimulatedField::even_gaps(6);
    let mut pairs = field.results(|_, _| 100, 1).pairs().to_vec();
    // The last one beats the first.
    let odd = pairs.iter_mut().find(|pair| (pair.one, pair.other) == (0, 5)).unwrap();
    (odd.wins, odd.losses) = (20.0, 80.0);
    let ratings = rated(6, &pairs);
    let fit = ratings.goodness_of_fit(99, 1);
    assert_eq!((fit.pairs[0].result.one, fit.pairs[0].result.other), (0, 5));
    assert!(fit.pairs[0].residual < -3.0 && fit.pairs[0].likelihood <= 0.01, "{:?}", fit.pairs[0]);
    assert!(fit.likelihood <= 0.01);
    assert_eq!(fit.simulations, 99);
    let squares: f64 = fit.pairs.iter().map(|pair| pair.residual.powi(2)).sum();
    assert!((squares - fit.deviance).abs() < 1e-9);
}

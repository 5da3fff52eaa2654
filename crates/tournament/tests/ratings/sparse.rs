//! Fields in which most entrants never met: all values stay finite.

use game::SeededRng;
use tournament::EntrantIndex;
use tournament::ratings::{Confidence, PairResult, Ratings, Results};

/// A number from 0 to 1.
fn uniform(rng: &mut SeededRng) -> f64 {
    f64::from(u32::try_from(rng.below(1 << 30)).unwrap()) / f64::from(1_u32 << 30)
}

/// A field of these strengths in Elo points, in which `meets` says how many games each pair plays.
fn played(strengths: &[f64], meets: impl Fn(EntrantIndex, EntrantIndex) -> u64, seed: u64) -> Results {
    let mut rng = SeededRng::for_setup(seed);
    let mut pairs = Vec::new();
    for one in 0..strengths.len() {
        for other in one + 1..strengths.len() {
            let games = meets(one, other);
            if games == 0 {
                continue;
            }
            let chance = 1.0 / (1.0 + 10_f64.powf((strengths[other] - strengths[one]) / 400.0));
            let mut result = PairResult { one, other, wins: 0.0, draws: 0.0, losses: 0.0 };
            for _ in 0..games {
                if uniform(&mut rng) < chance { result.wins += 1.0 } else { result.losses += 1.0 }
            }
            pairs.push(result);
        }
    }
    Results::new(strengths.len(), pairs, [])
}

fn all_are_numbers(results: Results) {
    let entrants = results.entrants();
    let ratings = Ratings::new(results);
    for (one, interval) in ratings.intervals(Confidence::P95).into_iter().enumerate() {
        let elo = ratings.elo(one);
        assert!(
            interval.low.is_finite() && interval.high.is_finite(),
            "{one} of {entrants}: {elo} in {interval:?}"
        );
        assert!(interval.low <= elo && elo <= interval.high, "{one} of {entrants}: {elo} in {interval:?}");
    }
    let likelihoods = ratings.likelihoods();
    for one in 0..entrants {
        for other in 0..entrants {
            let better = likelihoods.better(one, other);
            assert!((0.0..=1.0).contains(&better), "{one} against {other}: {better}");
        }
    }
}

/// Rings in which everybody meets some neighbours, with strengths that are far apart or close.
#[test]
fn rings_have_intervals() {
    for seed in 0..60 {
        let mut rng = SeededRng::for_setup(1000 + seed);
        let entrants = 50 + usize::try_from(seed % 20).unwrap();
        let spread = [0.0, 100.0, 300.0, 800.0][usize::try_from(seed % 4).unwrap()];
        let strengths: Vec<f64> = (0..entrants).map(|_| spread * (uniform(&mut rng) - 0.5) * 3.5).collect();
        let near = 2 + usize::try_from(seed % 3).unwrap();
        let games = [1, 2, 10][usize::try_from(seed % 3).unwrap()];
        let meets = |one: usize, other: usize| {
            let apart = (other - one).min(entrants - (other - one));
            if apart <= near / 2 + 1 { games } else { 0 }
        };
        all_are_numbers(played(&strengths, meets, seed));
    }
}

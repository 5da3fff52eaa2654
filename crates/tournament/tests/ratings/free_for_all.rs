//! Matches of three or more whose setups share their luck.

use std::array;

use game::SeededRng;
use tournament::ratings::Confidence;
use tournament::{ChanceSource, Encounter, EncounterResult, Estimate, Seating, Tally};

/// How far each is above the next, in natural logarithms of strength.
const GAP: f64 = 0.15;

/// A number between 0 and 1, excluding both.
fn uniform(rng: &mut SeededRng) -> f64 {
    let steps = u32::try_from(rng.below(1 << 30)).expect("it is below 2^30");
    (f64::from(steps) + 0.5) / f64::from(1 << 30)
}

/// Luck as in the model: the entrant with the greatest sum of strength and luck comes first.
fn luck<const SEATS: usize>(rng: &mut SeededRng) -> [f64; SEATS] {
    array::from_fn(|_| -(-uniform(rng).ln()).ln())
}

/// Matches of the whole field. In each setup, a `shared` part of games has the luck of the setup instead of its own.
fn play<const SEATS: usize>(setups: u64, shared: f64, seed: u64) -> Vec<EncounterResult> {
    let mut rng = SeededRng::for_setup(seed);
    let mut tally = Tally::new(SEATS);
    let seats = SEATS as u64;
    for setup in 0..setups {
        let common: [f64; SEATS] = luck(&mut rng);
        for game in setup * seats..(setup + 1) * seats {
            let own: [f64; SEATS] = luck(&mut rng);
            let chance = if uniform(&mut rng) < shared { common } else { own };
            let strength: Vec<f64> =
                (0_u32..).map(|at| -GAP * f64::from(at)).zip(chance).map(|(s, c)| s + c).collect();
            let seated: Vec<f64> =
                Seating::default().members(SEATS, game).into_iter().map(|member| strength[member]).collect();
            let ahead = |one: &f64| seated.iter().filter(|other| *other > one).count();
            let places: Vec<u32> = seated.iter().map(|one| u32::try_from(ahead(one) + 1).unwrap()).collect();
            tally.add(game, &places, None);
        }
    }
    vec![EncounterResult { encounter: Encounter::new((0..SEATS).collect(), 0, setups * seats), tally }]
}

/// The share of ratings whose interval contains the true rating.
fn coverage<const SEATS: usize>(setups: u64, shared: f64, runs: u32) -> f64 {
    let elo = 400.0 / std::f64::consts::LN_10;
    let seats = u32::try_from(SEATS).expect("seats are few");
    let middle = f64::from(seats - 1) / 2.0;
    let mut covered = 0;
    for run in 0..runs {
        let estimate =
            Estimate::new(SEATS, &play::<SEATS>(setups, shared, run.into()), ChanceSource::InSetups, 1);
        for (one, below) in (0..SEATS).zip(0_u32..) {
            let truth = elo * GAP * (middle - f64::from(below));
            let interval = estimate.interval(one, Confidence::P95);
            covered += u32::from(interval.low <= truth && truth <= interval.high);
        }
    }
    f64::from(covered) / f64::from(runs * seats)
}

/// Without an allowance for shared luck, fewer than three quarters are covered in either case.
#[test]
fn intervals_cover_where_luck_is_shared() {
    let four = coverage::<4>(20, 0.9, 40);
    assert!(four >= 0.86, "4 seats: {four}");
    let sixteen = coverage::<16>(34, 0.5, 3);
    assert!(sixteen >= 0.86, "16 seats: {sixteen}");
}

/// Longer measurements of these figures.
#[test]
#[ignore = "takes a minute with optimisation"]
fn coverage_at_length() {
    for shared in [0.0, 0.5, 0.9] {
        let four = coverage::<4>(40, shared, 200);
        let sixteen = coverage::<16>(34, shared, 20);
        println!("{shared}: 4 seats {four:.3}, 16 seats {sixteen:.3}");
        for covered in [four, sixteen] {
            assert!((0.91..=0.985).contains(&covered), "{shared} of luck is shared: {covered}");
        }
    }
}

/// 64 games of 64 entrants are rated with a normal distribution. Following their likelihood took most of a minute.
#[test]
fn many_seats_have_ratings() {
    let estimate = Estimate::new(64, &play::<64>(1, 0.0, 1), ChanceSource::InSetups, 1);
    for one in 0..64 {
        let interval = estimate.interval(one, Confidence::P95);
        assert!(interval.low < estimate.elo(one) && estimate.elo(one) < interval.high);
    }
}

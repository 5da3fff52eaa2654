//! Properties that hold for any results.

use proptest::prelude::*;
use tournament::EntrantIndex;
use tournament::ratings::{Confidence, ELO, NoMaximum, PairResult, Ratings, ResampledFieldRatings, Results};
use tournament::simulation::SimulatedField;

use super::{elos, pair, placing, rated};

/// Ratings without a prior, in closed form: the odds of two entrants give the distance between their ratings.
#[test]
fn two_are_apart_by_their_odds() {
    let results = |wins, losses| Results::new(2, [pair(0, 1, wins, 0, losses)], []);
    let ratings = Ratings::without_prior(results(10, 1)).unwrap();
    assert!((ratings.elo(0) - 200.0).abs() < 1e-8, "400 points are odds of ten to one");
    assert!((ratings.elo(1) + 200.0).abs() < 1e-8);
    let error = (1.0 + 0.1_f64).sqrt() / 2.0 * ELO;
    assert!((ratings.standard_error(0) - error).abs() < 1e-8, "the variance of log odds is 1/10 + 1/1");
    assert_eq!(
        Ratings::without_prior(results(3, 0)).unwrap_err(),
        NoMaximum::Unbeaten(vec![0]),
        "without a prior there is no rating"
    );
}

/// If the chance to win is 1 minus a billionth, its logarithm must not be that of the rounded number.
#[test]
fn games_won_a_billion_to_one_have_most_likely_ratings() {
    let chain = [(0, 1), (1, 2)].map(|(one, other)| pair(one, other, 1_000_000_000, 0, 1));
    let ratings = Ratings::without_prior(Results::new(3, chain, [])).unwrap();
    let apart = (ratings.elo(0) - ratings.elo(2)) / ELO;
    assert!((apart - 2.0 * 1e9_f64.ln()).abs() < 1e-6, "{apart}");
}

/// Ratings predict points: 9 wins and 6 draws of 19 games make 12 to 7, the same as 12 wins. The expected share of draws is
/// the observed one, lowered as if there were two more decisive games.
#[test]
fn draws_are_half_a_win_and_half_a_loss() {
    let of = |wins, draws, losses| {
        Ratings::without_prior(Results::new(2, [pair(0, 1, wins, draws, losses)], [])).unwrap()
    };
    let (ratings, decided) = (of(9, 6, 4), of(12, 0, 7));
    let elo = 400.0 * (12.0_f64 / 7.0).log10();
    for ratings in [&ratings, &decided] {
        assert!((ratings.elo(0) - ratings.elo(1) - elo).abs() < 1e-7);
    }
    let expected = ratings.expected(0, 1);
    assert!((expected.score() - 12.0 / 19.0).abs() < 1e-9 && (expected.draw - 6.0 / 21.0).abs() < 1e-5);
    assert!(ratings.tie_prevalence(3).abs() < 1e-300 && decided.tie_prevalence(2).abs() < 1e-300);
    // The variance of a game (there are 19), over the square of the variance of wins and losses.
    let (win, draw): (f64, f64) = (12.0 / 19.0 - 3.0 / 21.0, 6.0 / 21.0);
    let loss = 1.0 - win - draw;
    let variance = win * loss + draw * (win + loss) / 4.0;
    let error = (variance / 19.0).sqrt() / (12.0 / 19.0 * 7.0 / 19.0) / 2.0 * ELO;
    assert!((ratings.standard_error(0) / error - 1.0).abs() < 1e-4, "{error}");
}

/// The example of the two conventions: 550 points of 1000 games are 34.9 Elo points, as in `bout compare`.
#[test]
fn many_draws_do_not_stretch_ratings() {
    let ratings = Ratings::new(Results::new(2, [pair(0, 1, 150, 800, 50)], []));
    let elo = ratings.elo(0) - ratings.elo(1);
    assert!((elo - 400.0 * (0.55_f64 / 0.45).log10()).abs() < 0.01, "{elo}");
}

#[test]
fn who_won_or_lost_everything_has_a_rating() {
    let ratings = rated(3, &[pair(0, 1, 10, 0, 0), pair(0, 2, 10, 0, 0), pair(1, 2, 10, 0, 0)]);
    let intervals = ratings.intervals(Confidence::P95);
    assert_eq!(ratings.order(), [0, 1, 2]);
    for (one, interval) in intervals.iter().enumerate() {
        assert!(ratings.elo(one).abs() < 3000.0, "{one}: {}", ratings.elo(one));
        assert!(interval.low.is_finite() && interval.high.is_finite() && interval.holds(ratings.elo(one)));
    }
    // It is hardly known how much better the program is, but it is known to be better.
    assert!(intervals[0].width() > 500.0);
    assert!(ratings.likelihood_better(0, 2) > 0.999);
    let ties = rated(3, &[pair(0, 1, 0, 9, 0), pair(1, 2, 0, 9, 0)]);
    assert!(elos(&ties).iter().all(|elo| elo.abs() < 1e-6), "all drawn: {:?}", elos(&ties));
}

#[test]
fn small_fields_have_ratings() {
    let none = rated(0, &[]);
    assert!(none.order().is_empty() && none.intervals(Confidence::P95).is_empty());
    assert!(none.ranks(Confidence::P95, 1).is_empty());
    let alone = rated(1, &[]);
    assert!(alone.elo(0).abs() < 1e-12);
    assert!(alone.intervals(Confidence::P95)[0].holds(0.0));
    let rank = alone.ranks(Confidence::P95, 1)[0];
    assert_eq!((rank.best, rank.worst), (1, 1));
    let strangers = rated(2, &[]);
    let interval = strangers.intervals(Confidence::P95)[0];
    assert!(interval.holds(0.0) && interval.width() > 2000.0, "nothing is known: {interval:?}");
    assert!((strangers.likelihood_better(0, 1) - 0.5).abs() < 1e-6);
    let none = ResampledFieldRatings::new(&Results::new(0, [], []), 99, 1);
    assert!(none.intervals(Confidence::P95).is_empty() && none.ranks(Confidence::P95).is_empty());
    let alone = ResampledFieldRatings::new(&Results::new(1, [], []), 99, 1);
    assert!(alone.intervals(Confidence::P95)[0].holds(0.0));
    assert!(alone.ranks(Confidence::P95)[0].is_settled());
}

/// Nothing is known about the comparison of two groups that never met. Comparisons within each group are known.
#[test]
fn groups_that_never_met() {
    let ratings = rated(4, &[pair(0, 1, 60, 0, 40), pair(2, 3, 90, 0, 10)]);
    assert!(ratings.likelihood_better(2, 3) > 0.999);
    assert!((0.2..0.8).contains(&ratings.likelihood_better(0, 3)));
    let ranks = ratings.ranks(Confidence::P95, 1);
    assert_eq!((ranks[0].best, ranks[0].worst), (1, 4));
    assert!(ratings.intervals(Confidence::P95).iter().all(|interval| interval.width() > 2000.0));
    let alone = Ratings::without_prior(Results::new(4, [pair(0, 1, 6, 0, 4), pair(2, 3, 9, 0, 1)], []));
    assert!(matches!(alone, Err(NoMaximum::Unbeaten(group)) if group == [2, 3]));
}

#[test]
fn equals_are_rated_the_same() {
    let all = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let ratings = rated(4, &all.map(|(one, other)| pair(one, other, 8, 4, 8)));
    let intervals = ratings.intervals(Confidence::P95);
    for (one, interval) in intervals.iter().enumerate() {
        assert!(ratings.elo(one).abs() < 1e-9);
        assert!((interval.low + interval.high).abs() < 1e-3, "{interval:?}");
        assert!((interval.width() - intervals[0].width()).abs() < 1e-3);
    }
    assert!(ratings.ranks(Confidence::P95, 3).iter().all(|rank| (rank.best, rank.worst) == (1, 4)));
}

#[test]
fn with_many_games_everything_is_normal() {
    let field = SimulatedField::heavy_draws(8);
    let ratings = Ratings::new(field.results(|_, _| 2000, 1));
    for (one, interval) in ratings.intervals(Confidence::P95).into_iter().enumerate() {
        let error = ratings.standard_error(one);
        let ends = [interval.low, interval.high].map(|end| (end - ratings.elo(one)) / error);
        assert!((ends[0] + 1.96).abs() < 0.03 && (ends[1] - 1.96).abs() < 0.03, "{ends:?}");
    }
}

/// Large fields are rated by other methods, which must give nearly the same results.
#[test]
fn large_fields_are_rated_as_small_ones() {
    let small = SimulatedField::even_gaps(12).results(|_, _| 10, 5);
    let pairs = small.pairs().to_vec();
    // This field has the same twelve, and forty others who only played each other, so often that their ratings are firm.
    let others = (12..52).flat_map(|one| (one + 1..52).map(move |other| pair(one, other, 500, 0, 500)));
    let large = Ratings::new(Results::new(52, pairs.iter().copied().chain(others), []));
    let small = Ratings::new(small);
    for (one, other) in [(0, 1), (0, 11), (3, 7), (10, 11)] {
        let (alone, among) = (small.likelihood_better(one, other), large.likelihood_better(one, other));
        assert!((alone - among).abs() < 0.01, "{one}, {other}: {alone} and {among}");
    }
}

#[test]
fn scaled_results_are_as_many_games() {
    let results = SimulatedField::heavy_draws(5).results(|_, _| 30, 2);
    let four_times = Results::new(5, [&results; 4].into_iter().flat_map(|each| each.pairs().to_vec()), []);
    let (scaled, played) = (Ratings::new(results.scaled(4.0)), Ratings::new(four_times));
    assert_eq!(elos(&scaled), elos(&played));
    assert_eq!(scaled.intervals(Confidence::P95), played.intervals(Confidence::P95));
}

/// A number of entrants, and results of pairs among them.
fn results() -> impl Strategy<Value = (usize, Vec<PairResult>)> {
    (2..7_usize).prop_flat_map(|entrants| {
        let two = (0..entrants, 1..entrants).prop_map(move |(one, by)| (one, (one + by) % entrants));
        let counts = prop_oneof![(0..12_u32, 0..4_u32, 0..12_u32), (0..900_u32, Just(0), 0..2_u32)];
        let result = (two, counts).prop_map(|((one, other), (w, d, l))| pair(one, other, w, d, l));
        (Just(entrants), prop::collection::vec(result, 0..12))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn intervals_hold_their_ratings((entrants, pairs) in results()) {
        let ratings = rated(entrants, &pairs);
        let wide = ratings.intervals(Confidence::P95);
        let narrow = ratings.intervals(Confidence::new(0.5).unwrap());
        for one in 0..entrants {
            prop_assert!(ratings.elo(one).is_finite() && ratings.standard_error(one) > 0.0);
            prop_assert!(wide[one].low < narrow[one].low && narrow[one].high < wide[one].high);
            prop_assert!(wide[one].holds(ratings.elo(one)), "{:?} {}", wide[one], ratings.elo(one));
        }
        let outside = ratings.outside_centre();
        let sum: f64 = (0..entrants).filter(|one| !outside.contains(one)).map(|one| ratings.elo(one)).sum();
        prop_assert!(sum.abs() < 1e-6, "the mean is 0");
        let ranks = ratings.ranks(Confidence::P95, 1);
        for (at, &one) in ratings.order().iter().enumerate() {
            prop_assert!(ranks[one].best <= at + 1 && at < ranks[one].worst, "{:?}", ranks);
        }
    }

    #[test]
    fn one_of_two_is_better((entrants, pairs) in results()) {
        let ratings = rated(entrants, &pairs);
        for one in 0..entrants {
            for other in 0..entrants {
                let both = [ratings.likelihood_better(one, other), ratings.likelihood_better(other, one)];
                prop_assert!((both[0] + both[1] - 1.0).abs() < 1e-6, "{:?}", both);
            }
        }
    }

    #[test]
    fn the_order_of_results_has_no_say((entrants, pairs) in results(), seed in any::<u64>()) {
        let order = game::SeededRng::for_setup(seed).order(pairs.len());
        let mixed: Vec<PairResult> = order.iter().map(|&at| {
            if at % 2 == 0 { pairs[at] } else { pairs[at].reversed() }
        }).collect();
        let (one, other) = (rated(entrants, &pairs), rated(entrants, &mixed));
        prop_assert_eq!(elos(&one), elos(&other), "bit for bit");
        prop_assert_eq!(one.intervals(Confidence::P95), other.intervals(Confidence::P95));
        prop_assert_eq!(one.ranks(Confidence::P95, 1), other.ranks(Confidence::P95, 1));
    }

    #[test]
    fn numbers_of_entrants_have_no_say((entrants, pairs) in results(), seed in any::<u64>()) {
        let number = game::SeededRng::for_setup(seed).order(entrants);
        let renumbered: Vec<PairResult> =
            pairs.iter().map(|pair| PairResult { one: number[pair.one], other: number[pair.other], ..*pair }).collect();
        let (one, other) = (rated(entrants, &pairs), rated(entrants, &renumbered));
        for (entrant, &number) in number.iter().enumerate() {
            let both = [one.elo(entrant), other.elo(number)];
            prop_assert!((both[0] - both[1]).abs() < 1e-6, "{:?}", both);
        }
    }

    /// One more win never lowers the winner's rating relative to the mean of all. (The mean that is set to 0 may then be
    /// that of other entrants: those whom points connect.)
    #[test]
    fn a_win_raises_a_rating((entrants, pairs) in results(), winner in 0..7_usize) {
        let winner: EntrantIndex = winner % entrants;
        let more = [pairs.clone(), vec![pair(winner, (winner + 1) % entrants, 1, 0, 0)]].concat();
        let above = |ratings: &Ratings| {
            let all = elos(ratings);
            all[winner] - all.iter().sum::<f64>() / f64::from(u32::try_from(entrants).unwrap())
        };
        let gain = above(&rated(entrants, &more)) - above(&rated(entrants, &pairs));
        prop_assert!(gain > -1e-6, "{}", gain);
    }
}

#[test]
fn places_of_many_are_rated_in_their_order() {
    let ratings = Ratings::new(Results::new(
        4,
        [],
        [placing(&[&[2], &[0, 3], &[1]], 5), placing(&[&[2], &[0], &[3], &[1]], 3)],
    ));
    assert_eq!(ratings.order(), [2, 0, 3, 1]);
    assert!(ratings.tie_prevalence(2) > 0.0);
    assert!(ratings.intervals(Confidence::P95).iter().all(|interval| interval.width().is_finite()));
}

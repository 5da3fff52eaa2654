//! The test whether a new version is better: error rates, games needed, and properties that hold for any results.

mod gsprt;

use game::{SeededRng, match_seed};
use gsprt::Gsprt;
use proptest::prelude::*;
use tournament::sequential::simulation::{CERTAIN, Scenario, scenarios};
use tournament::sequential::{
    Conclusion, DifferenceInterval, Hypotheses, HypothesesError, PairDifference, Progress, Sequential,
};

const HYPOTHESES: Hypotheses = Hypotheses { not_better: 0.0, better: 0.05, alpha: 0.05, beta: 0.05 };
const RUNS: u32 = 500;
const ROUNDS: usize = 20_000;
const SEED: u64 = 1;

/// If each of the runs goes wrong with a chance of 5%, more than this many go wrong once in a thousand times.
const ALLOWED: u32 = 41;

fn scenario(name: &str) -> Scenario {
    scenarios(500).into_iter().find(|scenario| scenario.name == name).unwrap()
}

/// Checks that a scenario keeps to the promised error rates, and to a mean number of observations.
fn check(name: &str, most_observations: u64) {
    let scenario = scenario(name);
    let counts = scenario.test(&HYPOTHESES, RUNS, ROUNDS, SEED).unwrap();
    let difference = scenario.difference();
    println!("{name}: {difference:.4} {counts:?}");
    if difference <= HYPOTHESES.not_better {
        assert!(counts.better <= ALLOWED, "{counts:?}");
    }
    if difference >= HYPOTHESES.better {
        assert!(counts.not_better <= ALLOWED, "{counts:?}");
    }
    assert!(counts.outside <= 2 * ALLOWED, "{counts:?}");
    assert_eq!(counts.better + counts.not_better, RUNS, "none stays open: {counts:?}");
    assert!(counts.observations <= u64::from(RUNS) * most_observations, "{counts:?}");
}

#[test]
fn equals() {
    check("equal programs", 620);
    check("one opponent, equal", 600);
    check("draws, equal", 110);
}

#[test]
fn just_better() {
    check("just better", 620);
    check("one opponent, just better", 600);
    check("draws, just better", 250);
}

#[test]
fn in_between() {
    check("half better", 1300);
}

#[test]
fn far_apart() {
    check("much better", 70);
    check("much worse", 50);
}

#[test]
fn opponents_that_differ() {
    check("rivals, equal", 460);
    check("rivals, just better", 460);
    check("wide field, equal", 460);
    check("wide field, just better", 460);
}

#[test]
fn what_happens_rarely() {
    check("rare wins", 110);
    check("rare losses, equal", 80);
}

#[test]
fn scenarios_are_what_they_are_called() {
    for gain in (2..=1000).step_by(2) {
        for scenario in scenarios(gain) {
            for opponent in &scenario.opponents {
                assert!(opponent.a.win + opponent.a.draw <= CERTAIN, "{gain}: {scenario:?}");
                assert!(opponent.b.win + opponent.b.draw <= CERTAIN, "{gain}: {scenario:?}");
            }
            let least = f64::from(gain) / 10_000.0;
            let times = match scenario.name {
                name if name.ends_with("just better") || name == "rare wins" => 1.0,
                name if name.ends_with("equal") || name == "equal programs" || name == "identical" => 0.0,
                "half better" => 0.5,
                "much better" => 4.0,
                "much worse" => -4.0,
                name => panic!("{name}"),
            };
            assert!((scenario.difference() - times * least).abs() < 1e-12, "{gain}: {scenario:?}");
        }
    }
}

/// The results of the usual test: the number of runs with each verdict, and the mean number of observations.
fn usual(name: &str, verdict: fn(&Gsprt) -> Conclusion) -> [u64; 3] {
    let scenario = scenario(name);
    let (mut better, mut not_better, mut observations) = (0, 0, 0);
    for run in 0..RUNS {
        let mut rng = SeededRng::for_setup(match_seed(SEED, run.into()));
        let mut test = Gsprt::new(HYPOTHESES);
        let mut found = Conclusion::Undecided;
        while found == Conclusion::Undecided {
            let round = scenario.round(&mut rng);
            observations += round.len() as u64;
            for difference in round {
                test.add(difference);
            }
            found = verdict(&test);
        }
        better += u64::from(found == Conclusion::Better);
        not_better += u64::from(found == Conclusion::NotBetter);
    }
    [better, not_better, observations / u64::from(RUNS)]
}

/// The results of our test, in the same form.
fn ours(name: &str) -> [u64; 3] {
    let counts = scenario(name).test(&HYPOTHESES, RUNS, ROUNDS, SEED).unwrap();
    [counts.better.into(), counts.not_better.into(), counts.observations / u64::from(RUNS)]
}

#[test]
fn beside_the_usual_test() {
    // Each with the share, in percent, of the usual test's observations that ours may take.
    for (name, percent) in
        [("equal programs", 120), ("just better", 120), ("much worse", 65), ("rivals, equal", 50)]
    {
        let (ours, usual) = (ours(name), usual(name, Gsprt::verdict));
        println!("{name}: {ours:?} {usual:?}");
        assert!(100 * ours[2] <= percent * usual[2], "{name}: {ours:?} {usual:?}");
    }
}

#[test]
fn by_variance_the_usual_test_is_wrong_where_wins_are_rare() {
    let [_, wrong, _] = usual("rare wins", Gsprt::verdict_by_variance);
    assert!(wrong > u64::from(RUNS) / 2, "{wrong} of {RUNS}");
}

#[test]
fn no_worse_can_be_asked_too() {
    let no_worse = Hypotheses { not_better: -0.05, better: 0.0, alpha: 0.01, beta: 0.1 };
    let counts = scenario("equal programs").test(&no_worse, RUNS, ROUNDS, SEED).unwrap();
    assert!(counts.not_better <= 70, "at most a tenth, but once in a thousand times: {counts:?}");
    let worse = scenario("much worse").test(&no_worse, RUNS, ROUNDS, SEED).unwrap();
    assert!(worse.better <= 12, "at most a hundredth, likewise: {worse:?}");
}

#[test]
fn identical_programs_are_found_not_to_be_better() {
    let same = [PairDifference::default(); 5];
    let mut test = Sequential::new(&HYPOTHESES, 5).unwrap();
    while test.verdict() == Conclusion::Undecided {
        assert!(test.progress().rounds < 20);
        test.add_round(&same);
    }
    assert_eq!(test.verdict(), Conclusion::NotBetter);
    let interval = test.interval();
    assert!(interval.lower < 0.0 && interval.upper > 0.0 && interval.upper < 0.05 + 1e-8, "{interval:?}");
}

#[test]
fn before_the_first_round_nothing_is_known() {
    let test = Sequential::new(&HYPOTHESES, 3).unwrap();
    assert_eq!(test.progress(), Progress { rounds: 0, difference: 0.0, better: 0.0, not_better: 0.0 });
    assert_eq!(test.interval(), DifferenceInterval { lower: -1.0, upper: 1.0 });
}

#[test]
fn hypotheses_are_checked() {
    let refused = |change: fn(&mut Hypotheses)| {
        let mut hypotheses = HYPOTHESES;
        change(&mut hypotheses);
        Sequential::new(&hypotheses, 1).err()
    };
    assert_eq!(refused(|_| ()), None);
    assert_eq!(refused(|given| given.better = 0.0), Some(HypothesesError::Scores));
    assert_eq!(refused(|given| given.better = 1.0), Some(HypothesesError::Scores));
    assert_eq!(refused(|given| given.not_better = -1.0), Some(HypothesesError::Scores));
    assert_eq!(refused(|given| given.not_better = f64::NAN), Some(HypothesesError::Scores));
    assert_eq!(refused(|given| given.alpha = 0.0), Some(HypothesesError::Errors));
    assert_eq!(refused(|given| given.beta = 0.6), Some(HypothesesError::Errors));
    assert_eq!(refused(|given| given.beta = f64::NAN), Some(HypothesesError::Errors));
}

fn played(hypotheses: &Hypotheses, rounds: &[Vec<PairDifference>]) -> Sequential {
    let mut test = Sequential::new(hypotheses, rounds[0].len()).unwrap();
    for round in rounds {
        test.add_round(round);
    }
    test
}

fn difference() -> impl Strategy<Value = PairDifference> + Clone {
    (0..=4_u8, 0..=4_u8).prop_map(|(a, b)| PairDifference::new(a, b).unwrap())
}

/// Rounds of any differences, and rounds in which each opponent always has the same difference.
fn rounds() -> impl Strategy<Value = Vec<Vec<PairDifference>>> {
    (1..6_usize).prop_flat_map(|opponents| {
        let round = prop::collection::vec(difference(), opponents);
        let any = prop::collection::vec(round.clone(), 1..80);
        prop_oneof![any, (round, 1..200_usize).prop_map(|(round, count)| vec![round; count])]
    })
}

fn hypotheses() -> impl Strategy<Value = Hypotheses> {
    let score = prop_oneof![-0.999..0.999, -1e-9..1e-9];
    let error = prop_oneof![Just(1e-300), 1e-6..0.5];
    (score.clone(), score, error.clone(), error)
        .prop_map(|(one, other, alpha, beta): (f64, f64, f64, f64)| Hypotheses {
            not_better: one.min(other),
            better: one.max(other),
            alpha,
            beta,
        })
        .prop_filter("two hypotheses", |given| given.not_better < given.better)
}

proptest! {
    #[test]
    fn whatever_comes_has_numbers(hypotheses in hypotheses(), rounds in rounds()) {
        let test = played(&hypotheses, &rounds);
        let (progress, interval) = (test.progress(), test.interval());
        prop_assert!(progress.better.is_finite() && progress.not_better.is_finite(), "{:?}", progress);
        prop_assert!(-1.0 <= progress.difference && progress.difference <= 1.0, "{:?}", progress);
        prop_assert!(-1.0 <= interval.lower && interval.lower <= interval.upper, "{:?}", interval);
        prop_assert!(interval.upper <= 1.0, "{:?}", interval);
    }

    #[test]
    fn verdict_and_interval_agree(rounds in rounds()) {
        let test = played(&HYPOTHESES, &rounds);
        let (progress, interval) = (test.progress(), test.interval());
        prop_assert_eq!(progress.better >= 1.0, interval.lower > HYPOTHESES.not_better - 1e-8);
        prop_assert_eq!(progress.not_better >= 1.0, interval.upper < HYPOTHESES.better + 1e-8);
        prop_assert!(test.verdict() != Conclusion::Undecided || progress.better.max(progress.not_better) < 1.0);
    }

    #[test]
    fn what_is_known_stays_known(rounds in rounds()) {
        let mut test = Sequential::new(&HYPOTHESES, rounds[0].len()).unwrap();
        let mut known = Conclusion::Undecided;
        for round in &rounds {
            test.add_round(round);
            prop_assert!(known == Conclusion::Undecided || test.verdict() == known);
            known = test.verdict();
        }
    }

    #[test]
    fn who_is_called_a_has_no_say(hypotheses in hypotheses(), rounds in rounds()) {
        let Hypotheses { not_better, better, alpha, beta } = hypotheses;
        let turned = Hypotheses { not_better: -better, better: -not_better, alpha: beta, beta: alpha };
        let swapped: Vec<Vec<PairDifference>> = rounds
            .iter()
            .map(|round| round.iter().map(|one| of_half_points(-one.half_points())).collect())
            .collect();
        let (one, other) = (played(&hypotheses, &rounds), played(&turned, &swapped));
        let (progress, interval) = (other.progress(), other.interval());
        let turned_back = Progress {
            rounds: progress.rounds,
            difference: -progress.difference,
            better: progress.not_better,
            not_better: progress.better,
        };
        prop_assert_eq!(one.progress(), turned_back);
        prop_assert_eq!(one.interval(), DifferenceInterval { lower: -interval.upper, upper: -interval.lower });
    }

    #[test]
    fn the_order_of_opponents_has_no_say(rounds in rounds()) {
        let turned: Vec<Vec<PairDifference>> =
            rounds.iter().map(|round| round.iter().rev().copied().collect()).collect();
        let (one, other) = (played(&HYPOTHESES, &rounds).progress(), played(&HYPOTHESES, &turned).progress());
        prop_assert!((one.better - other.better).abs() < 1e-6, "{:?} {:?}", one, other);
        prop_assert!((one.not_better - other.not_better).abs() < 1e-6, "{:?} {:?}", one, other);
    }

    #[test]
    fn a_better_last_round_speaks_for_a(rounds in rounds()) {
        let mut more = rounds.clone();
        for one in more.last_mut().unwrap() {
            *one = of_half_points((one.half_points() + 1).min(4));
        }
        let (less, more) = (played(&HYPOTHESES, &rounds), played(&HYPOTHESES, &more));
        prop_assert!(less.progress().better <= more.progress().better);
        prop_assert!(less.progress().not_better >= more.progress().not_better);
        prop_assert!(less.interval().lower <= more.interval().lower);
        prop_assert!(less.interval().upper <= more.interval().upper);
    }
}

fn of_half_points(half_points: i8) -> PairDifference {
    let [a, b] = [half_points.max(0), (-half_points).max(0)].map(i8::unsigned_abs);
    PairDifference::new(a, b).unwrap()
}

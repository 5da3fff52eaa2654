//! How often intervals contain the truth. `cargo xtask simulate` does the same on more fields, and more often.
//!
//! Seeds are fixed. If an interval is right in 95% of all cases, a mean over thousands of them outside 93% to 97% does not
//! come from chance.

use tournament::EntrantIndex;
use tournament::ratings::{Confidence, Ratings, ResampledFieldRatings, Results};
use tournament::simulation::{Coverage, SharedLuck, SimulatedField, coverage, coverage_of};

use super::by_setups;

const RUNS: u64 = 150;

/// The mean coverage of ratings over the fields, and the lowest coverage of ranks.
fn overall(found: &[Coverage]) -> (f64, f64) {
    let count = f64::from(u32::try_from(found.len()).unwrap());
    let ratings = found.iter().map(|one| one.ratings).sum::<f64>() / count;
    (ratings, found.iter().map(|one| one.ranks).fold(1.0, f64::min))
}

fn check(fields: &[SimulatedField], games: impl Fn(EntrantIndex, EntrantIndex) -> u64 + Copy) {
    let found: Vec<Coverage> =
        fields.iter().map(|field| coverage(field, games, Confidence::P95, RUNS, 1)).collect();
    for (field, found) in fields.iter().zip(&found) {
        println!("{}: {found:?}", field.name);
        assert!(found.ratings > 0.92, "{}: {found:?}", field.name);
    }
    let (ratings, ranks) = overall(&found);
    assert!((0.93..0.97).contains(&ratings), "{ratings}");
    assert!(ranks >= 0.93, "{ranks}");
}

#[test]
fn with_ten_games_a_pair() {
    check(&SimulatedField::all(7), |_, _| 10);
}

#[test]
fn with_two_games_a_pair() {
    let fields = [SimulatedField::even_gaps(9), SimulatedField::clusters(9), SimulatedField::circles(9)];
    check(&fields, |_, _| 2);
}

#[test]
fn with_unequal_numbers_of_games() {
    let fields = [SimulatedField::even_gaps(6), SimulatedField::even_gaps(6).with_draws(0.7)];
    check(&fields, |one, other| if one == 0 { 40 } else { 2 + 3 * (other as u64 % 4) });
}

/// The first meets all others, who do not meet each other, and wins nearly all of its games: at least nine of ten. Each of
/// the many other ratings might also be far lower, so corrections to the likelihood are no longer small.
#[test]
fn in_a_gauntlet_whose_first_is_far_above_the_others() {
    let strengths = (0..16).map(|one| if one == 0 { 400.0 } else { 0.0 }).collect();
    let games = |one: EntrantIndex, _: EntrantIndex| if one == 0 { 10 } else { 0 };
    let found = coverage(&SimulatedField::plain("gauntlet", strengths), games, Confidence::P95, RUNS, 1);
    // The results say little, so intervals are wide.
    assert!(found.ratings > 0.93 && found.worst > 0.9 && found.ranks > 0.93, "{found:?}");
}

/// Coverage where the games of a setup share their luck: with plain counts, and with scaled counts.
fn of_setups(field: &SimulatedField, games: u64) -> [Coverage; 2] {
    let games = |_: EntrantIndex, _: EntrantIndex| games;
    let truth = field.true_ratings(games);
    let covered = |rated: &dyn Fn(u64) -> Ratings| coverage_of(&truth, rated, Confidence::P95, RUNS, 1);
    let results = |run| (field.played(games, run), field.entrants());
    let plain = covered(&|run| {
        let (played, entrants) = results(run);
        Ratings::new(Results::of(entrants, &played))
    });
    let scaled = covered(&|run| {
        let (played, entrants) = results(run);
        by_setups(entrants, &played)
    });
    [plain, scaled]
}

#[test]
fn where_the_luck_of_setups_cancels() {
    let fields = [
        SimulatedField::even_gaps(7),
        SimulatedField::even_gaps(7).with_draws(1.0),
        // Against the outlier luck cannot cancel.
        SimulatedField::one_outlier(7),
    ];
    for field in fields {
        let [plain, scaled] = of_setups(&field.with_luck(SharedLuck::Cancels(0.8)), 20);
        println!("{plain:?} {scaled:?}");
        assert!(plain.ratings > 0.975, "by counts alone, intervals are too wide: {plain:?}");
        assert!((0.93..0.97).contains(&scaled.ratings), "{scaled:?}");
        assert!(scaled.ranks >= 0.93, "{scaled:?}");
        assert!(scaled.width < 0.85 * plain.width, "{plain:?} {scaled:?}");
    }
}

#[test]
fn where_the_luck_of_setups_doubles() {
    for field in [SimulatedField::even_gaps(7), SimulatedField::even_gaps(7).with_draws(1.0)] {
        let [plain, scaled] = of_setups(&field.with_luck(SharedLuck::Doubles(0.9)), 20);
        assert!(plain.ratings < 0.9, "by counts alone, intervals are too narrow: {plain:?}");
        assert!((0.93..0.97).contains(&scaled.ratings), "{scaled:?}");
        assert!(scaled.ranks >= 0.93, "{scaled:?}");
    }
}

/// Four games per pair are two setups, so there are fewer than thirty degrees of freedom. Many setups tell nothing, since
/// somebody won them all. Luck that doubles must still be noticed.
#[test]
fn where_luck_doubles_in_few_setups() {
    for (entrants, games) in [(8, 4), (5, 8), (3, 10)] {
        let field = SimulatedField::even_gaps(entrants).with_luck(SharedLuck::Doubles(1.0));
        let [plain, scaled] = of_setups(&field, games);
        assert!(plain.ratings < 0.92, "by counts alone, intervals are too narrow: {plain:?}");
        assert!((0.925..0.98).contains(&scaled.ratings), "{entrants}: {scaled:?}");
        assert!(scaled.ranks >= 0.93, "{entrants}: {scaled:?}");
    }
}

#[test]
fn where_setups_have_no_say_nothing_changes() {
    let [plain, scaled] = of_setups(&SimulatedField::even_gaps(7), 20);
    assert!((scaled.width / plain.width - 1.0).abs() < 0.03, "{plain:?} {scaled:?}");
    assert!((0.93..0.97).contains(&scaled.ratings), "{scaled:?}");
}

/// Each pair plays one game, which is the same whenever they play it. Results then depend on which opponents happen to be in
/// the field, as much as any game depends on luck. The field's intervals must contain the strengths that made the games.
#[test]
fn fields_of_other_opponents() {
    for entrants in [12, 20] {
        let field = SimulatedField::even_gaps(entrants);
        let truth = field.true_ratings(|_, _| 1);
        let (mut held, mut all) = (0.0, 0.0);
        for run in 0..60 {
            let ratings = ResampledFieldRatings::new(&field.results(|_, _| 1, run), 199, run);
            for (interval, truth) in ratings.intervals(Confidence::P95).iter().zip(&truth) {
                held += if interval.holds(*truth) { 1.0 } else { 0.0 };
                all += 1.0;
            }
        }
        let share: f64 = held / all;
        assert!((0.91..0.985).contains(&share), "{entrants}: {share}");
    }
}

/// One program's setups suit it in both seats, or in none, while the luck of all others cancels.
#[test]
fn where_luck_doubles_for_one_and_cancels_for_others() {
    for (entrants, games) in [(6, 20), (12, 10)] {
        let field = SimulatedField::even_gaps(entrants).with_luck(SharedLuck::DoublesForOne(0.9));
        let truth = field.true_ratings(|_, _| games);
        let (mut all, mut of_one) = (0, 0);
        for run in 0..RUNS {
            let ratings = by_setups(entrants, &field.played(|_, _| games, run));
            let intervals = ratings.intervals(Confidence::P95);
            let held = |one: &EntrantIndex| intervals[*one].holds(truth[*one]);
            all += (0..entrants).filter(held).count();
            of_one += usize::from(held(&field.in_the_middle()));
        }
        let runs = usize::try_from(RUNS).unwrap();
        assert!(10 * of_one >= 9 * runs, "{of_one} of {runs}");
        assert!(100 * all >= 93 * runs * entrants && 100 * all <= 97 * runs * entrants, "{all}");
    }
}

/// One setup per pair: in a field of twelve, scores that are too far from ratings show that luck doubles.
#[test]
fn where_luck_doubles_in_one_setup() {
    let doubled = SimulatedField::even_gaps(12).with_luck(SharedLuck::Doubles(1.0));
    let [plain, printed] = of_setups(&doubled, 2);
    assert!(plain.ratings < 0.9 && printed.ratings > 0.93 && printed.ranks >= 0.93, "{plain:?} {printed:?}");
    let [plain, printed] = of_setups(&SimulatedField::even_gaps(12), 2);
    assert!(printed.ratings < 0.98 && printed.width < 1.1 * plain.width, "{plain:?} {printed:?}");
}

/// A program that beats all others does not count in the mean, and the ratings of the others are as certain as without it.
#[test]
fn one_unbeatable_program_makes_nobody_else_less_sure() {
    let strengths = |first: f64| [vec![first], vec![0.0; 6]].concat();
    let width = |first: f64| {
        let field = SimulatedField::plain("one above", strengths(first));
        let ratings = Ratings::new(field.results(|_, _| 20, 1));
        let intervals = ratings.intervals(Confidence::P95);
        (
            ratings.outside_centre(),
            intervals[1..].iter().map(tournament::ratings::EloInterval::width).sum::<f64>() / 6.0,
        )
    };
    let (unbeatable, equal) = (width(4000.0), width(0.0));
    assert_eq!((unbeatable.0, equal.0), (vec![0], vec![]));
    assert!(unbeatable.1 < 1.2 * equal.1, "{} and {}", unbeatable.1, equal.1);
}

/// With an anchor, intervals are those of the distances from it.
#[test]
fn distances_from_an_anchor() {
    let field = SimulatedField::even_gaps(8).with_draws(0.8);
    let truth = field.true_ratings(|_, _| 10);
    let (mut held, mut all) = (0, 0);
    for run in 0..RUNS {
        let ratings = Ratings::new(field.results(|_, _| 10, run));
        let intervals =
            ratings.intervals_from(2, Confidence::P95, tournament::ratings::ProgressMonitor::none()).unwrap();
        assert!(intervals[2].width().abs() < 1e-12);
        for one in (0..8).filter(|&one| one != 2) {
            all += 1;
            held += usize::from(intervals[one].holds(truth[one] - truth[2]));
        }
    }
    assert!(100 * held >= 93 * all && 100 * held <= 98 * all, "{held} of {all}");
}

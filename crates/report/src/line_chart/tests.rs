use super::*;
use crate::{HistoryLine, HistoryPoint, Rating};

fn rating(elo: f64) -> Rating {
    Rating { elo, low: elo - 10.0, high: elo + 10.0, ..Rating::default() }
}

fn history(lines: &[(bool, &[Option<f64>])]) -> History {
    let moments = lines.iter().map(|line| line.1.len()).max().unwrap_or_default() as u64;
    History {
        moments: (1..=moments).map(|number| HistoryPoint { number, what: String::new() }).collect(),
        lines: lines
            .iter()
            .map(|&(is_on_hill, elos)| HistoryLine {
                program: "p".to_owned(),
                is_on_hill,
                ratings: elos.iter().map(|elo| elo.map(rating)).collect(),
            })
            .collect(),
    }
}

fn chart(lines: &[(bool, &[Option<f64>])]) -> ChartView {
    ChartView::new(&Lines::new(&history(lines))).unwrap()
}

#[test]
fn a_line_has_a_piece_for_every_stay_and_ends_where_its_program_falls() {
    let chart = chart(&[(true, &[Some(0.0), Some(9.0), None, Some(4.0), Some(5.0)])]);
    let path = &chart.lines[0].path;
    assert_eq!((path.matches('M').count(), path.matches('L').count()), (2, 2));
    assert_eq!(chart.lines[0].falls.len(), 1);
    assert_eq!(chart.lines[0].falls[0].0, "25.00%");
    let fallen = [(false, &[Some(0.0), Some(9.0)][..])];
    assert_eq!(self::chart(&fallen).lines[0].falls[0].0, "100.00%");
}

#[test]
fn one_moment_is_a_dot_in_the_middle() {
    let chart = chart(&[(true, &[Some(12.0)])]);
    assert_eq!(chart.lines[0].path, "M500.0 500.0h0");
    assert_eq!(chart.moments.iter().map(|tick| tick.label.as_str()).collect::<Vec<_>>(), ["1"]);
}

#[test]
fn colours_are_for_those_who_were_at_the_top() {
    let elos: Vec<[Option<f64>; 1]> = (0..20).map(|at| [Some(f64::from(at))]).collect();
    let lines: Vec<(bool, &[Option<f64>])> = elos.iter().map(|elo| (true, &elo[..])).collect();
    let lines = Lines::new(&history(&lines));
    assert_eq!([19, 12, 11].map(|line| lines.colours[line]), [Some(0), Some(7), None]);
}

#[test]
fn the_first_with_most_moments_have_a_colour_if_too_many_were_first() {
    // Line `at` is in first place for `at + 1` moments, and no other line is there then.
    let moments = 20 * 21 / 2;
    let mut from = 0;
    let elos: Vec<Vec<Option<f64>>> = (0..20)
        .map(|at| {
            let stay = from..=from + at;
            from += at + 1;
            (0..moments).map(|moment| stay.contains(&moment).then_some(1.0)).collect()
        })
        .collect();
    let lines: Vec<(bool, &[Option<f64>])> = elos.iter().map(|elo| (false, &elo[..])).collect();
    let lines = Lines::new(&history(&lines));
    let coloured: Vec<usize> = (0..20).filter(|&line| lines.colours[line].is_some()).collect();
    assert_eq!(coloured, (12..20).collect::<Vec<_>>());
}

#[test]
fn names_keep_apart_and_stay_on_the_chart() {
    let mut state = 7_u64;
    for count in 0..=22 {
        for _ in 0..50 {
            let mut wanted: Vec<f64> = (0..count)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    f64::from(u32::try_from(state >> 33).unwrap() % 1000) / 10.0
                })
                .collect();
            wanted.sort_by(f64::total_cmp);
            let places = spread(&wanted, NAME_GAPS[0]);
            assert_eq!(places.len(), count);
            assert!(
                places.windows(2).all(|two| two[1] - two[0] > NAME_GAPS[0] - 1e-6),
                "{wanted:?} {places:?}"
            );
            assert!(places.iter().all(|place| (-1e-6..=100.0 + 1e-6).contains(place)), "{places:?}");
        }
    }
    assert_eq!(spread(&[10.0, 50.0], 5.0), [10.0, 50.0]);
    assert_eq!(spread(&[50.0, 50.0], 4.0), [48.0, 52.0]);
}

#[test]
fn no_more_names_than_fit_and_those_with_a_colour_first() {
    let elos: Vec<[Option<f64>; 1]> = (0..60).map(|at| [Some(f64::from(at))]).collect();
    let lines: Vec<(bool, &[Option<f64>])> = elos.iter().map(|elo| (true, &elo[..])).collect();
    let chart = chart(&lines);
    assert!(chart.is_tall);
    assert_eq!(chart.names.len(), names_that_fit(NAME_GAPS[1]));
    assert_eq!(chart.names.iter().filter(|name| !name.colour.is_empty()).count(), COLOURS);
}

#[test]
fn few_round_challenges_are_numbered() {
    for count in [1, 2, 7, 8, 30, 99, 300, 5000] {
        let numbers: Vec<u64> = (1..=count).collect();
        let ticks = moment_ticks(&numbers);
        assert!((1..=9).contains(&ticks.len()), "{count}: {}", ticks.len());
    }
    assert_eq!(moment_ticks(&[u64::MAX, 0, u64::MAX]).len(), 3);
    assert!(moment_ticks(&[]).is_empty());
}

#[test]
fn numbers_that_cannot_be_drawn_break_nothing() {
    let (infinite, huge) = (Some(f64::INFINITY), Some(-1e300));
    let chart = chart(&[(true, &[infinite, huge, Some(f64::NAN)]), (true, &[None, None, infinite])]);
    assert!(chart.lines.iter().all(|line| !line.path.contains("NaN") && !line.path.contains("inf")));
}

#[test]
fn names_are_cut_by_their_width() {
    assert_eq!(short("usual name"), "usual name");
    assert_eq!(short(&"x".repeat(21)).chars().count(), 21);
    assert_eq!(short(&"雪".repeat(21)).chars().count(), 11);
}

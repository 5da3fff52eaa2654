//! Computes the paths of a history's lines, their colours, and the positions of their names.

use std::fmt::Write;

use crate::History;
use crate::forest::TickView;
use crate::rating::{FiniteRating, is_bounded, plain, signed};
use crate::scale::{Scale, round_step};
use crate::text::clean;

/// The number of coloured lines: as many as there are colours that everybody can tell apart.
const COLOURS: usize = 8;

/// Lines are drawn on a square of this size, which the page stretches.
const SIDE: f64 = 1000.0;

/// The distance between names, in percent of the height of a chart and of a tall chart; the style defines the heights.
const NAME_GAPS: [f64; 2] = [4.6, 2.6];

/// The number of letters of a name that fit beside the chart; wide letters count twice.
const NAME_WIDTH: usize = 20;

/// The parts of a history that its lines share with its table.
pub(crate) struct Lines {
    pub(crate) names: Vec<String>,
    /// By line, then by moment.
    pub(crate) ratings: Vec<Vec<Option<FiniteRating>>>,
    pub(crate) colours: Vec<Option<usize>>,
    numbers: Vec<u64>,
    on_hill: Vec<bool>,
}

/// A line chart. All positions are relative to its width and height, since the width of the page is not known.
pub(crate) struct ChartView {
    /// The ratings at the bottom and at the top.
    pub(crate) scale: Scale,
    pub(crate) is_tall: bool,
    pub(crate) ratings: Vec<TickView>,
    pub(crate) moments: Vec<TickView>,
    /// Grey lines first, so that they lie under the others.
    pub(crate) lines: Vec<LineView>,
    pub(crate) names: Vec<NameView>,
}

/// A line of the chart.
pub(crate) struct LineView {
    pub(crate) program: String,
    /// Its index in the history.
    pub(crate) at: usize,
    pub(crate) colour: String,
    pub(crate) path: String,
    /// Where it falls from the hill.
    pub(crate) falls: Vec<(String, String)>,
    /// Where it has only just entered the hill, so that there is no line yet.
    pub(crate) comes: Option<(String, String)>,
}

/// The name of a line beside its end.
pub(crate) struct NameView {
    pub(crate) program: String,
    /// The index of its line.
    pub(crate) at: usize,
    pub(crate) colour: String,
    pub(crate) from: String,
    pub(crate) to: String,
}

impl Lines {
    pub(crate) fn new(history: &History) -> Self {
        let moments = history.moments.len();
        let ratings: Vec<Vec<Option<FiniteRating>>> = history
            .lines
            .iter()
            .map(|line| {
                let rating = |at: usize| FiniteRating::new(line.ratings.get(at)?.as_ref()?);
                (0..moments).map(rating).collect()
            })
            .collect();
        let colours = colours(&ratings, moments);
        Self {
            names: history.lines.iter().map(|line| clean(&line.program)).collect(),
            ratings,
            colours,
            numbers: history.moments.iter().map(|moment| moment.number).collect(),
            on_hill: history.lines.iter().map(|line| line.is_on_hill).collect(),
        }
    }

    fn colour(&self, line: usize) -> String {
        self.colours[line].map(|number| format!(" c{number}")).unwrap_or_default()
    }
}

/// Gives colours to the lines that reached the highest rank. Among lines that reached the same rank, those that held it
/// longest come first.
fn colours(ratings: &[Vec<Option<FiniteRating>>], moments: usize) -> Vec<Option<usize>> {
    // For each line, the best rank that it ever had, and minus the number of moments for which it had that rank.
    let mut best = vec![(usize::MAX, 0_i64); ratings.len()];
    for moment in 0..moments {
        let mut there: Vec<(usize, f64)> = ratings
            .iter()
            .enumerate()
            .filter_map(|(line, ratings)| Some((line, ratings[moment]?.elo)))
            .collect();
        there.sort_by(|one, two| two.1.total_cmp(&one.1));
        for (rank, (line, _)) in there.into_iter().enumerate() {
            let (had, times) = best[line];
            best[line] = if rank < had { (rank, -1) } else { (had, times - i64::from(rank == had)) };
        }
    }
    let mut order: Vec<usize> = (0..ratings.len()).filter(|&line| best[line].0 < usize::MAX).collect();
    order.sort_by_key(|&line| best[line]);
    let mut colours = vec![None; ratings.len()];
    for (colour, line) in order.into_iter().take(COLOURS).enumerate() {
        colours[line] = Some(colour);
    }
    colours
}

impl ChartView {
    /// `None` if there is no point to draw.
    pub(crate) fn new(lines: &Lines) -> Option<Self> {
        let all = || lines.ratings.iter().flatten().flatten().map(|rating| rating.elo);
        all().next()?;
        let bounded = || all().filter(|&elo| is_bounded(elo));
        let (from, to) = bounded().fold((f64::MAX, f64::MIN), |(from, to), elo| (from.min(elo), to.max(elo)));
        let scale = if from > to { Scale::around(0.0, 0.0) } else { Scale::around(from, to) };
        let on_hill = lines.on_hill.iter().filter(|&&is| is).count();
        let is_tall = on_hill > names_that_fit(NAME_GAPS[0]);
        let tick = |tick: crate::scale::Tick| TickView {
            at: format!("{:.1}%", 100.0 - tick.at),
            label: signed(tick.value),
            is_zero: plain(tick.value) == "0",
        };
        let mut order: Vec<usize> = (0..lines.names.len()).collect();
        order.sort_by_key(|&line| lines.colours[line].map_or(0, |colour| COLOURS - colour));
        Some(Self {
            scale,
            is_tall,
            ratings: scale.ticks().into_iter().map(tick).collect(),
            moments: moment_ticks(&lines.numbers),
            lines: order.into_iter().filter_map(|line| LineView::new(lines, line, &scale)).collect(),
            names: names(lines, &scale, NAME_GAPS[usize::from(is_tall)]),
        })
    }
}

/// The horizontal position of a moment, in percent from the left.
fn across(moment: usize, moments: usize) -> f64 {
    let number = |at: usize| f64::from(u32::try_from(at).unwrap_or(u32::MAX));
    if moments < 2 { 50.0 } else { number(moment) / number(moments - 1) * 100.0 }
}

/// Round numbers of challenges, few enough to fit beside each other.
fn moment_ticks(numbers: &[u64]) -> Vec<TickView> {
    let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    let mut step = round_step(f64::from(count) / 8.0);
    let every = |step: f64| -> Vec<usize> {
        let is_round =
            |number: u64| format!("{step:.0}").parse().is_ok_and(|step: u64| number.is_multiple_of(step));
        (0..numbers.len()).filter(|&at| is_round(numbers[at])).collect()
    };
    let mut ticked = every(step);
    while ticked.len() > 9 {
        step = round_step(step * 2.0);
        ticked = every(step);
    }
    if ticked.is_empty() {
        ticked.extend((!numbers.is_empty()).then_some(0));
    }
    let tick = |at: usize| TickView {
        at: format!("{:.1}%", across(at, numbers.len())),
        label: numbers[at].to_string(),
        is_zero: false,
    };
    ticked.into_iter().map(tick).collect()
}

impl LineView {
    /// `None` if it was never rated.
    fn new(lines: &Lines, line: usize, scale: &Scale) -> Option<Self> {
        let ratings = &lines.ratings[line];
        let place = |moment: usize, elo| (across(moment, ratings.len()), 100.0 - scale.place(elo));
        let mut path = String::new();
        let mut falls = Vec::new();
        let mut comes = None;
        for (moment, rating) in ratings.iter().enumerate() {
            let Some(rating) = rating else { continue };
            let (x, y) = place(moment, rating.elo);
            let begins = moment == 0 || ratings[moment - 1].is_none();
            let ends = ratings.get(moment + 1).is_none_or(Option::is_none);
            let (x_drawn, y_drawn) = (x * SIDE / 100.0, y * SIDE / 100.0);
            let letter = if begins { 'M' } else { 'L' };
            write!(path, "{letter}{x_drawn:.1} {y_drawn:.1}").expect("a string takes all text");
            if begins && ends {
                // A line of zero length, of which only the round ends are visible.
                path.push_str("h0");
            }
            let place = || (format!("{x:.2}%"), format!("{y:.2}%"));
            if ends && !(lines.on_hill[line] && moment + 1 == ratings.len()) {
                falls.push(place());
            } else if begins && ends {
                comes = Some(place());
            }
        }
        (!path.is_empty()).then(|| Self {
            program: lines.names[line].clone(),
            at: line,
            colour: lines.colour(line),
            path,
            falls,
            comes,
        })
    }
}

fn names_that_fit(gap: f64) -> usize {
    (0..=100).take_while(|&at| f64::from(at) * gap <= 100.0).count()
}

/// The names of the programs on the hill, each as near to the end of its line as the other names allow. If there are too many,
/// those with a colour take precedence.
fn names(lines: &Lines, scale: &Scale, gap: f64) -> Vec<NameView> {
    let mut ends: Vec<(usize, f64)> = (0..lines.names.len())
        .filter(|&line| lines.on_hill[line])
        .filter_map(|line| Some((line, 100.0 - scale.place(lines.ratings[line].last()?.as_ref()?.elo))))
        .collect();
    ends.sort_by_key(|&(line, _)| lines.colours[line].unwrap_or(COLOURS));
    ends.truncate(names_that_fit(gap));
    ends.sort_by(|one, two| one.1.total_cmp(&two.1));
    let wanted: Vec<f64> = ends.iter().map(|end| end.1).collect();
    let name = |(&(line, from), to): (&(usize, f64), f64)| NameView {
        program: short(&lines.names[line]),
        at: line,
        colour: lines.colour(line),
        from: format!("{from:.1}%"),
        to: format!("{to:.1}%"),
    };
    ends.iter().zip(spread(&wanted, gap)).map(name).collect()
}

/// Places from 0 to 100 that are `gap` apart, each near its wanted place. The wanted places ascend.
fn spread(wanted: &[f64], gap: f64) -> Vec<f64> {
    // Names that touch form a group in the middle of their wanted places: (sum of wanted places, count).
    let mut groups: Vec<(f64, f64)> = Vec::new();
    let first = |&(sum, count): &(f64, f64)| {
        let half = (count - 1.0) * gap / 2.0;
        (sum / count).clamp(half.min(50.0), (100.0 - half).max(50.0)) - half
    };
    for &place in wanted {
        groups.push((place, 1.0));
        while let [.., one, two] = &groups[..] {
            if first(two) >= first(one) + one.1 * gap {
                break;
            }
            let joined = (one.0 + two.0, one.1 + two.1);
            groups.truncate(groups.len() - 2);
            groups.push(joined);
        }
    }
    let mut places = Vec::with_capacity(wanted.len());
    for group in &groups {
        let mut place = first(group);
        let mut left = group.1;
        while left > 0.5 {
            places.push(place);
            place += gap;
            left -= 1.0;
        }
    }
    places
}

/// As much of a name as fits beside the chart.
fn short(name: &str) -> String {
    let mut width = 0;
    let mut kept = String::new();
    for character in name.chars() {
        width += if u32::from(character) < 0x1100 { 1 } else { 2 };
        if width > NAME_WIDTH {
            kept.push('…');
            break;
        }
        kept.push(character);
    }
    kept
}

#[cfg(test)]
mod tests;

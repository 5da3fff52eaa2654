//! Formats ratings for people.

use game::text::grouped;
use tournament::ratings::{Cycle, EloInterval, PairFit, RankInterval};
use tournament::{IntervalBasis, NoRankRanges, Rankings, Rated};

use crate::fitted_table::{Column, Importance};
use crate::names;

/// The p-value below which ratings are reported not to fit.
const UNLIKELY: f64 = 0.05;

/// The largest number of pairs listed when ratings do not fit.
const MOST_PAIRS: usize = 3;

/// The width of a drawn interval, in characters.
const PLOT_WIDTH: u16 = 25;

/// Formats a probability for people, in percent. It is never shown as 0% or 100%.
fn rounded_percent(likelihood: f64) -> String {
    match likelihood {
        small if small < 0.005 => "<1%".to_owned(),
        great if great > 0.995 => ">99%".to_owned(),
        share => format!("{:.0}%", share * 100.0),
    }
}

/// Returns the column with the probabilities that each program is better than the next.
pub(crate) fn better_than_next(likelihoods: &[f64]) -> Column {
    let cells = likelihoods.iter().map(|&likelihood| rounded_percent(likelihood)).collect();
    Column::new("better than next", Importance::Least, cells)
}

/// Formats an interval for people.
pub(crate) fn ends(interval: EloInterval) -> String {
    format!("{} to {}", signed(interval.low), signed(interval.high))
}

/// How a table for people shows the uncertainty of ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Margins {
    /// As an interval in a column of its own, and as a drawing.
    Intervals,
    /// As half the width of the interval, after the rating.
    PlusMinus,
}

/// Returns the columns of ratings for people, with a cell for each of these entrants.
pub(crate) fn columns(rankings: &Rankings, entrants: &[usize], margins: Margins) -> Vec<Column> {
    let rated = || entrants.iter().map(|&entrant| &rankings.entrants[entrant]);
    let ranks = rated().map(|rated| ranks_in_words(rankings, rated.ranks)).collect();
    let ranks = Column::new("ranks", Importance::Some, ranks);
    if margins == Margins::PlusMinus {
        let cell = |rated: &Rated| {
            format!("{} ±{:.0}", signed(rated.elo), (rated.interval.high - rated.interval.low) / 2.0)
        };
        let title = format!("elo ± {}", percent(rankings));
        return vec![Column::new(title, Importance::Much, rated().map(cell).collect()), ranks];
    }
    let (low, high) = scale(rankings);
    let (left, right) = (signed(low), signed(high));
    let between = usize::from(PLOT_WIDTH).saturating_sub(right.len());
    let plots = rated().map(|rated| plot(rated, (low, high))).collect();
    vec![
        Column::new("elo", Importance::Much, rated().map(|rated| signed(rated.elo)).collect()),
        Column::new(percent(rankings), Importance::Some, rated().map(|rated| ends(rated.interval)).collect()),
        Column::new(format!("{left:<between$}{right}"), Importance::Least, plots),
        ranks,
        better_than_next(&rankings.likelihoods_in_order(entrants)),
    ]
}

fn ranks_in_words(rankings: &Rankings, ranks: RankInterval) -> String {
    if !rankings.ranks_hold() {
        return "-".to_owned();
    }
    if ranks.is_settled() { ranks.best.to_string() } else { format!("{}-{}", ranks.best, ranks.worst) }
}

/// Returns the lowest and the highest end of all intervals.
fn scale(rankings: &Rankings) -> (f64, f64) {
    let intervals = rankings.entrants.iter().map(|rated| rated.interval);
    let ends = intervals.map(|interval| (interval.low, interval.high));
    ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
}

/// Draws an interval on the common scale: `├──●──┤`.
fn plot(rated: &Rated, (low, high): (f64, f64)) -> String {
    let last = PLOT_WIDTH - 1;
    let column = |elo: f64| {
        let share = if high > low { (elo - low) / (high - low) } else { 0.5 };
        (1..=last).filter(|&step| share * f64::from(last) >= f64::from(step) - 0.5).count()
    };
    let (from, at, to) = (column(rated.interval.low), column(rated.elo), column(rated.interval.high));
    let sign = |column: usize| match column {
        _ if column == at => '●',
        _ if column == from => '├',
        _ if column == to => '┤',
        _ if (from..to).contains(&column) => '─',
        _ => ' ',
    };
    (0..usize::from(PLOT_WIDTH)).map(sign).collect()
}

/// Formats Elo points for people: whole numbers with a sign.
pub(crate) fn signed(elo: f64) -> String {
    names::signed(elo, 0)
}

/// Formats the confidence of intervals.
pub(crate) fn percent(rankings: &Rankings) -> String {
    let text = format!("{:.3}", rankings.confidence.share() * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Explains the ratings in a sentence or two.
pub(crate) fn about(rankings: &Rankings, names: &[String]) -> String {
    let level = level(rankings, names);
    let percent = percent(rankings);
    // Only repeated games can show that games are deterministic.
    let exact = if rankings.exact > 0 {
        "every setup of every pair was counted, so scores are exact"
    } else if rankings.repeats > 0 {
        "repeated games all had the same result, so scores are exact"
    } else {
        "no game was played twice, and games are assumed to be deterministic"
    };
    let interval = match rankings.basis {
        IntervalBasis::Setups => {
            format!("each interval contains the rating over all setups with {percent} probability")
        }
        IntervalBasis::Field => {
            format!("{exact}; the {percent} intervals are about other fields like this one")
        }
        IntervalBasis::Results => format!("{exact}; the {percent} intervals treat every result as random"),
    };
    let ranks = match rankings.withheld {
        None => "All ranges of ranks are right together with that probability.",
        Some(NoRankRanges::PairedByResults) => {
            "There are no rank ranges, because earlier results decided who met whom, and no range is known to hold then."
        }
        Some(NoRankRanges::OneSetupPerPair) => {
            "There are no rank ranges: with one setup per pair, so small a field does not show whether luck counts \
             double; use --games 4 or more."
        }
    };
    format!("Elo: {level}, and a program scores 64% against one that has 100 less; {interval}. {ranks}")
}

/// Describes the reference point of the ratings. `names` are those of the entrants.
fn level(rankings: &Rankings, names: &[String]) -> String {
    if let Some((anchor, elo)) = rankings.anchor {
        return format!("{} has {}, and all others are told from it", names[anchor], trimmed(elo));
    }
    match &rankings.outside_centre[..] {
        [] => "the mean of this field is 0".to_owned(),
        [one] => format!("the mean of all but {} is 0, who won or lost everything", names[*one]),
        many => format!(
            "the mean of {} programs is 0; {} others only won or only lost against them",
            rankings.entrants.len() - many.len(),
            many.len()
        ),
    }
}

/// Formats a rating that the user gave.
fn trimmed(elo: f64) -> String {
    let text = format!("{elo:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Returns further notes: repeated games, cycles, and results that ratings cannot explain. `names` are those of the
/// entrants.
pub(crate) fn notes(rankings: &Rankings, names: &[String]) -> Vec<String> {
    let repeats = (rankings.repeats > 0).then(|| {
        let games = grouped(rankings.repeats);
        format!("Ratings leave out {games} games that repeat another game: same programs, seats and answers.")
    });
    let cycles = rankings.cycles.iter().map(|cycle| circle(cycle, names));
    exact_scores(rankings).into_iter().chain(repeats).chain(cycles).chain(misfit(rankings, names)).collect()
}

/// Returns true if some scores are exact and others are sampled.
pub(crate) fn is_mixed(rankings: &Rankings) -> bool {
    rankings.exact > 0 && rankings.sampled > 0
}

/// Explains the fractions of games if scores are exact.
fn exact_scores(rankings: &Rankings) -> Option<String> {
    let shares = "the games of such a pair are divided in proportion to the results of all its setups, so there are fractions";
    if is_mixed(rankings) {
        let [exact, all] =
            [rankings.exact, rankings.exact + rankings.sampled].map(|pairs| grouped(pairs as u64));
        return Some(format!(
            "Scores of {exact} of {all} pairs are exact: {shares}. The others are sampled; \
             intervals take all for sampled."
        ));
    }
    (rankings.exact > 0).then(|| format!("Scores are exact: {shares}."))
}

fn circle(cycle: &Cycle, names: &[String]) -> String {
    let beats: Vec<String> = cycle
        .beats
        .iter()
        .map(|pair| {
            let (wins, losses) = (pair.wins, pair.losses);
            format!("{} beats {} ({wins:.0}-{losses:.0})", names[pair.one], names[pair.other])
        })
        .collect();
    format!("A cycle that no rating can express: {}.", beats.join(", "))
}

/// Reports if results do not depend on strength alone.
fn misfit(rankings: &Rankings, names: &[String]) -> Option<String> {
    let fit = rankings.fit.as_ref().filter(|fit| fit.likelihood < UNLIKELY)?;
    let mut surprises: Vec<&PairFit> = fit.pairs.iter().filter(|pair| pair.likelihood < UNLIKELY).collect();
    surprises.sort_by(|one, two| difference(two).abs().total_cmp(&difference(one).abs()));
    let worst: Vec<String> =
        surprises.into_iter().take(MOST_PAIRS).map(|pair| surprise(pair, names)).collect();
    let worst = if worst.is_empty() { String::new() } else { format!(": {}", worst.join("; ")) };
    let likelihood = fit.likelihood;
    let cause = if fit.allows_for_luck {
        "results depend on match-ups, not only on strength"
    } else {
        "results depend on match-ups, or on luck that both games of a setup share"
    };
    Some(format!("Ratings do not fit well (p {likelihood:.3}): {cause}{worst}."))
}

/// Returns by how much the first one's score exceeded the expectation.
fn difference(pair: &PairFit) -> f64 {
    pair.result.score() / pair.result.games() - pair.expected.score()
}

fn surprise(pair: &PairFit, names: &[String]) -> String {
    let percent = |share: f64| (share * 100.0).round();
    format!(
        "{} scored {}% against {}, but {}% were expected",
        names[pair.result.one],
        percent(pair.result.score() / pair.result.games()),
        names[pair.result.other],
        percent(pair.expected.score())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_points_have_a_sign() {
        assert_eq!([0.4, -0.4, 12.5, -12.6].map(signed), ["0", "0", "+13", "-13"]);
    }
}

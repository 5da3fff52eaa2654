//! `bout rate`: rates the results of any games, from a file.

mod file;
mod report;

use std::collections::BTreeMap;

use contests::{ContestEvent, Failure};
use tournament::ratings::{
    Confidence, EloInterval, Interrupted, PairResult, ProgressMonitor, RankInterval, Ratings, Results, Stage,
};

use crate::cli::{Prior, RateArgs};
use crate::client::client;
use crate::{input, interrupt};

use file::{Line, read};
use report::Report;

/// The seed of the random numbers for computing rank ranges. The ranges hardly depend on it.
const SEED: u64 = 1;

/// The most players. Rating needs several square matrices, of 200 MB each at this size.
const MAX_PLAYERS: usize = 5000;

/// The largest file that is read.
const MAX_BYTES: u64 = 256 << 20;

pub(crate) fn run(args: &RateArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let bytes = input::read_at_most(MAX_BYTES, &args.file)?;
    let refused = |why: String| Failure::Refused(format!("{}: {why}", args.file.display()));
    let lines = read(&bytes).map_err(|error| refused(error.to_string()))?;
    let names = names_of(&lines);
    if names.len() > MAX_PLAYERS {
        let why = format!("{} players are too many to rate at once; the most are {MAX_PLAYERS}", names.len());
        return Err(refused(why));
    }
    let rated = rated(args, &lines, &names)?;
    let players: Vec<&str> = names.into_keys().collect();
    Report { args, players: &players, rated: &rated }.print()
}

/// Ratings with the possible ranks of all players.
struct Rated {
    ratings: Ratings,
    /// The rating and the interval of each player.
    elos: Vec<(f64, EloInterval)>,
    ranks: Vec<RankInterval>,
    /// For each player but the last in order of rating, the probability that it is better than the
    /// next.
    better_than_next: Vec<f64>,
}

/// Numbers the players in alphabetical order.
fn names_of(lines: &[Line]) -> BTreeMap<&str, usize> {
    let both = lines.iter().flat_map(|line| [line.one.as_str(), line.other.as_str()]);
    let mut names: BTreeMap<&str, usize> = both.map(|name| (name, 0)).collect();
    names.values_mut().enumerate().for_each(|(at, number)| *number = at);
    names
}

fn rated(args: &RateArgs, lines: &[Line], names: &BTreeMap<&str, usize>) -> Result<Rated, Failure> {
    let pair = |line: &Line| PairResult {
        one: names[line.one.as_str()],
        other: names[line.other.as_str()],
        wins: line.wins,
        draws: line.draws,
        losses: line.losses,
    };
    let by_name = names.iter().map(|(&name, &number)| (number, vec![name]));
    let anchor = args.anchor.as_ref().map(|anchor| Ok::<_, Failure>((anchor.find(by_name)?, anchor.elo)));
    let anchor = anchor.transpose()?;
    let results = Results::new(names.len(), lines.iter().map(pair), []);
    let client = client();
    let told = |Stage { what, done, all }: Stage| {
        client.tell(ContestEvent::Stage { task: "rating", what, done: done as u64, all: all as u64 });
    };
    let waiting = ProgressMonitor::new(&interrupt::was_requested, &told);
    let stopped = |_| Failure::Interrupted("nothing was rated".into());
    let ratings = match args.prior {
        Prior::Weak => Ratings::compute(results, waiting).map_err(stopped)?,
        Prior::None => Ratings::without_prior(results).map_err(|why| no_maximum(&why, names))?,
    };
    let elos = elos(&ratings, anchor, args.confidence, waiting).map_err(stopped);
    let ranks = ratings.compute_ranks(args.confidence, SEED, waiting).map_err(stopped);
    client.tell(ContestEvent::Finished);
    let better_than_next = ratings.likelihoods_in_order(&ratings.order());
    Ok(Rated { elos: elos?, ranks: ranks?, better_than_next, ratings })
}

/// Returns the ratings and their intervals, relative to the mean or to the anchor.
fn elos(
    ratings: &Ratings,
    anchor: Option<(usize, f64)>,
    confidence: Confidence,
    waiting: ProgressMonitor,
) -> Result<Vec<(f64, EloInterval)>, Interrupted> {
    let own = |one: usize| ratings.elo(one);
    Ok(match anchor {
        Some((anchor, elo)) => {
            let intervals = ratings.intervals_from(anchor, confidence, waiting)?;
            let apart = |one: usize| own(one) - own(anchor) + elo;
            intervals
                .into_iter()
                .enumerate()
                .map(|(one, interval)| (apart(one), interval.raised(elo)))
                .collect()
        }
        None => ratings
            .compute_intervals(confidence, waiting)?
            .into_iter()
            .enumerate()
            .map(|(one, interval)| (own(one), interval))
            .collect(),
    })
}

/// Explains why there are no most likely ratings, and names the players that cause this.
fn no_maximum(why: &tournament::ratings::NoMaximum, names: &BTreeMap<&str, usize>) -> Failure {
    let tournament::ratings::NoMaximum::Unbeaten(unbeaten) = why else {
        return Failure::Refused(format!("there are no ratings without a prior: {why}; use --prior weak"));
    };
    let of: Vec<&str> =
        names.iter().filter(|(_, number)| unbeaten.contains(number)).map(|(&name, _)| name).collect();
    let of = of.join(", ");
    Failure::Refused(format!(
        "there are no ratings without a prior: no other player has a point against these: {of}; use --prior weak"
    ))
}

//! Decides which children play on: all play a few games, and those that may still succeed play more (successive halving:
//! Jamieson and Talwalkar, 2016, with the score that they would have to beat as the bar).

use crate::breed::Child;
use crate::search::Search;
use crate::{Evaluator, Member, Request, WinDrawLoss};

/// The approximate number of games per program after each round of a race, against all opponents together.
const GAMES_AFTER: [u64; 3] = [32, 120, 400];

/// After each round, at least this percentage of the children stay.
const AT_LEAST_STAY: usize = 5;

/// The result of a race.
pub(crate) struct Raced {
    /// All children, with the games that they played.
    pub(crate) children: Vec<Child>,
    /// The results of the elders that played along, in the order of the elders.
    pub(crate) elders: Vec<WinDrawLoss>,
    /// How many games were played.
    pub(crate) games: u64,
}

/// Plays all children, each until it is clearly too weak, and `elders` until the end, all from the same setups.
/// `None` if the evaluator was stopped.
pub(crate) fn run(
    search: &Search,
    mut children: Vec<Child>,
    elders: &[&Member],
    setups: u64,
    evaluator: &dyn Evaluator,
) -> Option<Raced> {
    let bars: Vec<f64> = children.iter().map(|child| search.bar(child)).collect();
    let mut running: Vec<usize> = (0..children.len()).collect();
    let mut raced =
        Raced { children: Vec::new(), elders: vec![WinDrawLoss::default(); elders.len()], games: 0 };
    let mut from = 0;
    for games in GAMES_AFTER {
        // In every round, each opponent plays at least one pair of games.
        let to = (games / 2 / evaluator.opponents() as u64).max(from + 1);
        let programs = running.iter().map(|&child| &children[child].member).chain(elders.iter().copied());
        let requests: Vec<Request> =
            programs.map(|member| Request { program: &member.program, setups, pairs: from..to }).collect();
        let tallies: Vec<WinDrawLoss> =
            evaluator.play(&requests)?.into_iter().map(|each| each.into_iter().sum()).collect();
        raced.games += tallies.iter().map(|tally| tally.games()).sum::<u64>();
        for (&child, &tally) in running.iter().zip(&tallies) {
            children[child].member.tally += tally;
        }
        for (elder, &tally) in raced.elders.iter_mut().zip(&tallies[running.len()..]) {
            *elder += tally;
        }
        running = hopeful(&children, &running, &bars);
        from = to;
    }
    raced.children = children;
    Some(raced)
}

/// Returns the children that play on: the best, and all others that may be better than what they have to beat.
fn hopeful(children: &[Child], running: &[usize], bars: &[f64]) -> Vec<usize> {
    let mut ranked = running.to_vec();
    ranked.sort_by(|&one, &other| children[one].member.better_first(&children[other].member));
    let best = (running.len() * AT_LEAST_STAY).div_ceil(100);
    let has_scored = |child: usize| children[child].member.tally.score() > 0.0;
    let mut stay: Vec<usize> = ranked
        .into_iter()
        .enumerate()
        .filter(|&(rank, child)| {
            has_scored(child) && (rank < best || children[child].member.hoped() > bars[child])
        })
        .map(|(_, child)| child)
        .collect();
    stay.sort_unstable();
    stay
}

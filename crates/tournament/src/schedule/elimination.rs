//! Knock-out tournaments: an entrant is out after one loss, or after two.

use game::SeededRng;

use super::Schedule;
pub use super::bracket::MAX_EXTRA;
use super::bracket::{Bracket, Source};
use crate::{Encounter, EncounterResult, EntrantIndex, Ranking, Scoring};

/// Single elimination: an entrant that loses an encounter is out.
///
/// The field is drawn from the seed. If it does not fill the bracket, the first drawn have a bye in the first
/// round; the bracket is laid out such that the first drawn meet last. An encounter that ends level is
/// played on with as many games, at most [`MAX_EXTRA`] times; then the better drawn goes on.
#[derive(Debug, Clone)]
pub struct SingleElimination {
    bracket: Bracket,
}

impl SingleElimination {
    /// A bracket of `entrants`, each encounter of `games` games, an even number.
    #[must_use]
    pub fn new(entrants: usize, games: u64, seed: u64, scoring: Scoring) -> Self {
        let order = SeededRng::for_setup(seed).order(entrants);
        let mut bracket = Bracket::new(places_in(&order), games, scoring);
        add_winners_rounds(&mut bracket, laid_out(&order));
        Self { bracket }
    }
}

impl Schedule for SingleElimination {
    fn next_round(&mut self, played: &[EncounterResult]) -> Vec<Encounter> {
        self.bracket.next_round(played)
    }

    /// All but one are put out.
    fn matches(&self) -> u64 {
        self.bracket.least_matches(1)
    }

    fn pairs_by_results(&self) -> bool {
        true
    }

    fn ranking(&self, played: &[EncounterResult]) -> Ranking {
        Ranking::Stage(self.bracket.stages(played, 1))
    }
}

/// Double elimination: an entrant that loses two encounters is out.
///
/// Drawn, laid out and played on as in [`SingleElimination`]. An entrant that loses in the winners' bracket continues in the
/// losers' bracket, at a place as far as can be from those it may have met. The last of both meet in the
/// grand final; if the unbeaten one loses it, they meet once more.
#[derive(Debug, Clone)]
pub struct DoubleElimination {
    bracket: Bracket,
}

impl DoubleElimination {
    /// A bracket of `entrants`, each encounter of `games` games, an even number.
    #[must_use]
    pub fn new(entrants: usize, games: u64, seed: u64, scoring: Scoring) -> Self {
        let order = SeededRng::for_setup(seed).order(entrants);
        let mut bracket = Bracket::new(places_in(&order), games, scoring);
        let winners = add_winners_rounds(&mut bracket, laid_out(&order));
        if let Some(&[last_winner]) = winners.last().map(Vec::as_slice) {
            let last_loser = add_losers_rounds(&mut bracket, &winners);
            let grand_final = bracket.add([Source::WinnerOf(last_winner), last_loser], 1);
            bracket.add([Source::WinnerOf(grand_final), Source::FirstSideIfLoserOf(grand_final)], 1);
        }
        Self { bracket }
    }
}

impl Schedule for DoubleElimination {
    fn next_round(&mut self, played: &[EncounterResult]) -> Vec<Encounter> {
        self.bracket.next_round(played)
    }

    /// All but one lose twice.
    fn matches(&self) -> u64 {
        self.bracket.least_matches(2)
    }

    fn pairs_by_results(&self) -> bool {
        true
    }

    fn ranking(&self, played: &[EncounterResult]) -> Ranking {
        Ranking::Stage(self.bracket.stages(played, 2))
    }
}

/// For each entrant its place in an order.
fn places_in(order: &[EntrantIndex]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &entrant)| places[entrant] = place);
    places
}

/// The first round from top to bottom: 1 v 16, 8 v 9, 4 v 13, …, so that of any best 2, 4, 8, … drawn, no two
/// meet before they have to. There is nobody where the field does not fill the bracket.
fn laid_out(order: &[EntrantIndex]) -> Vec<Source> {
    let mut places = vec![0];
    while places.len() < order.len() {
        let last = 2 * places.len() - 1;
        places = places.iter().flat_map(|&place| [place, last - place]).collect();
    }
    places.iter().map(|&place| Source::Draw(order.get(place).copied())).collect()
}

/// Adds the rounds of a knock-out and returns the numbers of their duels.
fn add_winners_rounds(bracket: &mut Bracket, mut sides: Vec<Source>) -> Vec<Vec<usize>> {
    let mut rounds = Vec::new();
    while sides.len() > 1 {
        let stage = sides.len().ilog2();
        let round = add_round(bracket, pairs_of(&sides), stage);
        sides = round.iter().copied().map(Source::WinnerOf).collect();
        rounds.push(round);
    }
    rounds
}

/// Adds the losers' bracket, and returns its winner.
///
/// A minor round, those who are left among themselves, and a major round, against those who just lost in
/// the winners' bracket, take turns.
fn add_losers_rounds(bracket: &mut Bracket, winners: &[Vec<usize>]) -> Source {
    let losers_of = |round: &[usize]| round.iter().copied().map(Source::LoserOf).collect::<Vec<_>>();
    let mut left = losers_of(&winners[0]);
    let mut crossing = Crossing::default();
    for winners_round in &winners[1..] {
        // The last round of the losers' bracket puts out the third: stage 2.
        let stage = 2 * winners_round.len().ilog2() + 2;
        let minor = add_round(bracket, pairs_of(&left), stage + 1);
        let new = losers_of(winners_round);
        let mask = crossing.next(new.len());
        let sides = minor.iter().enumerate().map(|(at, &duel)| [Source::WinnerOf(duel), new[at ^ mask]]);
        let major = add_round(bracket, sides.collect(), stage);
        left = major.into_iter().map(Source::WinnerOf).collect();
    }
    left[0]
}

fn add_round(bracket: &mut Bracket, pairs: Vec<[Source; 2]>, stage: u32) -> Vec<usize> {
    pairs.into_iter().map(|sides| bracket.add(sides, stage)).collect()
}

fn pairs_of(sides: &[Source]) -> Vec<[Source; 2]> {
    sides.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Where those who lose in the winners' bracket drop into the losers' bracket.
///
/// Loser `i` drops to duel `i ^ mask`. Two who were in the same part of the winners' bracket may have met there. If
/// they dropped with masks `a` and `b`, they can meet again as soon as `a` and `b`, halved in each minor round, are
/// the same: after as many minor rounds as `a ^ b` has bits. So each mask is chosen to put this off for as long as
/// possible and, second, to keep away from those who dropped last, since most of them are still there. The first mask
/// turns the order round, as is usual.
#[derive(Debug, Default)]
struct Crossing {
    /// The masks of those who are left, those of the first round having dropped straight.
    masks: Vec<usize>,
}

impl Crossing {
    fn next(&mut self, duels: usize) -> usize {
        if self.masks.is_empty() {
            self.masks.push(0);
        }
        self.masks.iter_mut().for_each(|mask| *mask /= 2);
        let bits = |number: usize| usize::BITS - number.leading_zeros();
        let rounds_until = |mask: usize| self.masks.iter().map(move |&other| bits(mask ^ other));
        let key = |&mask: &usize| (rounds_until(mask).min(), rounds_until(mask).next_back());
        let best = (0..duels).max_by_key(key).unwrap_or(0);
        self.masks.push(best);
        best
    }
}

impl Bracket {
    /// The matches of a bracket in which everybody but the winner loses this many encounters.
    fn least_matches(&self, losses: u64) -> u64 {
        let encounters = (self.entrants() as u64).saturating_sub(1) * losses;
        encounters.saturating_mul(self.games())
    }
}

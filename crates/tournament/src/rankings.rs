//! Rankings of a contest: ratings, ranks and their intervals.

use std::cell::OnceCell;

use crate::ratings::{
    BalancedRatings, Confidence, Cycle, Dispersion, EloInterval, GoodnessOfFit, HierarchicalRatings,
    Interrupted, Likelihoods, OutcomeProbabilities, ProgressMonitor, RankInterval, Ratings,
    ResampledFieldRatings, Results, unstopped,
};
use crate::{EncounterResult, EntrantIndex};

/// Fields that are drawn where the field is what is uncertain, and how many in fields of more than forty, where each
/// takes its time and intervals are of many opponents anyway.
const DRAWN_FIELDS: usize = 1000;
const DRAWN_LARGE_FIELDS: usize = 400;

/// The least field of which others can be drawn. With fewer, one opponent more or less changes everything.
const LEAST_FIELD: usize = 5;

/// Results that are drawn to find whether the ratings fit.
const SIMULATIONS: u64 = 199;

/// The largest field for which that is done, and for which other fields are drawn: the time grows with the cube.
const LARGEST_DRAWN: usize = 200;

/// Circles that are named, at the most.
const MOST_CYCLES: usize = 3;

/// What intervals cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntervalBasis {
    /// Setups were drawn: the expected score over all setups, against this field.
    Setups,
    /// Every game comes out the same whenever it is played, or every setup was counted, so that scores are exact: how
    /// programs would do against other opponents of the same kinds.
    Field,
    /// Results are not random, but the field is too small or too large to draw other fields from it. Intervals are as wide
    /// as if every result were random.
    Results,
}

/// Why there are no rank ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRankRanges {
    /// The schedule paired by results.
    PairedByResults,
    /// Each pair played one setup, and the field is too small to see by its scores whether luck counted double.
    OneSetupPerPair,
}

/// The rating and the ranks of an entrant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    /// The rating in Elo points; the mean of the field is 0.
    pub elo: f64,
    /// The interval of the rating, which holds individually with the requested confidence.
    pub interval: EloInterval,
    /// The possible ranks. The rank ranges of all entrants hold jointly with that confidence.
    pub ranks: RankInterval,
}

/// Ratings of a field, their intervals, and signs that results depend on match-ups and not only on strength.
#[derive(Debug, Clone)]
pub struct Rankings {
    /// What intervals are about.
    pub basis: IntervalBasis,
    /// The confidence of the intervals.
    pub confidence: Confidence,
    /// The number of repeated games, in which the same programs in the same seats gave the same answers. Repeats do not
    /// count.
    pub repeats: u64,
    /// Encounters whose scores are exact, since every setup was counted.
    pub exact: usize,
    /// Encounters that were sampled.
    pub sampled: usize,
    /// Why rank ranges are not known to hold jointly, so that every rank is left to every entrant. `None` if they hold.
    pub withheld: Option<NoRankRanges>,
    /// The entrant that ratings are told from, and its rating.
    pub anchor: Option<(EntrantIndex, f64)>,
    /// Without an anchor, the entrants whose ratings do not count in the mean that is 0
    /// ([`Ratings::outside_centre`]).
    pub outside_centre: Vec<EntrantIndex>,
    /// The standing of every entrant.
    pub entrants: Vec<Rated>,
    /// The clearest cycles of three.
    pub cycles: Vec<Cycle>,
    /// How well the ratings agree with the results; `None` if results are not random, for fields of more than 200, and where
    /// the schedule paired by results.
    pub fit: Option<GoodnessOfFit>,
    estimate: Estimate,
    balanced: Option<BalancedRatings>,
    hierarchical: Option<HierarchicalRatings>,
    /// Worked out when the first one is asked for.
    likelihoods: OnceCell<Likelihoods>,
}

impl Rankings {
    /// Computes rankings from the results of these encounters. Random numbers are drawn from `seed`.
    #[must_use]
    pub fn new(
        entrants: usize,
        played: &[EncounterResult],
        luck: ChanceSource,
        confidence: Confidence,
        seed: u64,
    ) -> Self {
        unstopped(|monitor| Self::compute(entrants, played, luck, confidence, seed, monitor))
    }

    /// Computes rankings like [`Rankings::new`], and can be stopped. It takes seconds for a thousand entrants, and longer for
    /// more.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute(
        entrants: usize,
        played: &[EncounterResult],
        luck: ChanceSource,
        confidence: Confidence,
        seed: u64,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        let estimate = Estimate::compute(entrants, played, luck, seed, monitor)?;
        let Estimate { basis, ratings, field, .. } = &estimate;
        let (intervals, ranks) = match field {
            Some(field) => (field.intervals(confidence), field.ranks(confidence)),
            None => (
                ratings.compute_intervals(confidence, monitor)?,
                ratings.compute_ranks(confidence, seed, monitor)?,
            ),
        };
        let is_seen = estimate.dispersion.as_ref().is_none_or(|luck| luck.is_seen_in(&estimate.games));
        let withheld = (!is_seen && entrants > 1).then_some(NoRankRanges::OneSetupPerPair);
        let all = RankInterval { best: 1, worst: entrants };
        let rated = |(entrant, (interval, ranks)): (EntrantIndex, (EloInterval, RankInterval))| Rated {
            elo: ratings.elo(entrant),
            interval,
            ranks: if withheld.is_some() { all } else { ranks },
        };
        let is_testable = *basis == IntervalBasis::Setups && entrants <= LARGEST_DRAWN;
        let fit =
            if is_testable { Some(ratings.compute_goodness(SIMULATIONS, seed, monitor)?) } else { None };
        monitor.at("circles", 0, 1)?;
        let outside_centre = ratings.outside_centre();
        Ok(Self {
            basis: *basis,
            confidence,
            repeats: played.iter().map(|played| played.tally.repeats()).sum(),
            exact: played.iter().filter(|played| played.tally.census.is_some()).count(),
            sampled: played.iter().filter(|played| played.tally.census.is_none()).count(),
            entrants: intervals.into_iter().zip(ranks).enumerate().map(rated).collect(),
            cycles: estimate.cycles(confidence),
            fit,
            estimate,
            balanced: None,
            hierarchical: None,
            withheld,
            anchor: None,
            outside_centre,
            likelihoods: OnceCell::new(),
        })
    }

    /// Whether rank ranges hold jointly.
    #[must_use]
    pub fn ranks_hold(&self) -> bool {
        self.withheld.is_none()
    }

    /// Computes rankings for a schedule that chose pairings by earlier results, and therefore supplies the possible `ranks`
    /// of each entrant itself. Ratings are then those of a round robin.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn of_chosen_games(
        mut self,
        ranks: Vec<RankInterval>,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        self.withheld = None;
        for (rated, ranks) in self.entrants.iter_mut().zip(ranks) {
            rated.ranks = ranks;
        }
        if self.basis == IntervalBasis::Setups {
            let balanced = BalancedRatings::compute(&self.estimate.ratings.worth(), monitor)?;
            let intervals = balanced.intervals(self.confidence);
            for (entrant, (rated, interval)) in self.entrants.iter_mut().zip(intervals).enumerate() {
                (rated.elo, rated.interval) = (balanced.elo(entrant), interval);
            }
            self.balanced = Some(balanced);
        }
        Ok(self)
    }

    /// Computes rankings for a schedule that chose pairings by earlier results and says nothing about ranks. Ratings then
    /// have a prior as wide as the field ([`HierarchicalRatings`]). All ranks are left to all entrants and the fit is not
    /// tested, since what is known of both holds for fixed pairings.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn of_games_paired_by_results(mut self, monitor: ProgressMonitor) -> Result<Self, Interrupted> {
        self.withheld = Some(NoRankRanges::PairedByResults);
        self.fit = None;
        let all = RankInterval { best: 1, worst: self.entrants.len() };
        self.entrants.iter_mut().for_each(|rated| rated.ranks = all);
        if self.basis == IntervalBasis::Setups {
            let hierarchical = HierarchicalRatings::compute(&self.estimate.ratings.worth(), monitor)?;
            let intervals = hierarchical.intervals(self.confidence);
            for (entrant, (rated, interval)) in self.entrants.iter_mut().zip(intervals).enumerate() {
                (rated.elo, rated.interval) = (hierarchical.elo(entrant), interval);
            }
            self.hierarchical = Some(hierarchical);
            self.outside_centre = Vec::new();
        }
        Ok(self)
    }

    /// Tells ratings from one of the entrants, whose rating is `elo` by definition. Intervals are then those of distances from
    /// it. Ranks and likelihoods stay as they are.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn anchored(
        mut self,
        anchor: EntrantIndex,
        elo: f64,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        let intervals = match (&self.hierarchical, &self.balanced, &self.estimate.field) {
            (Some(hierarchical), _, _) => hierarchical.intervals_from(anchor, self.confidence),
            (None, Some(balanced), _) => balanced.intervals_from(anchor, self.confidence),
            (None, None, Some(field)) => field.intervals_from(anchor, self.confidence),
            (None, None, None) => self.estimate.ratings.intervals_from(anchor, self.confidence, monitor)?,
        };
        let by = elo - self.entrants[anchor].elo;
        for (rated, interval) in self.entrants.iter_mut().zip(intervals) {
            (rated.elo, rated.interval) = (rated.elo + by, interval.raised(elo));
        }
        self.entrants[anchor].elo = elo;
        self.anchor = Some((anchor, elo));
        Ok(self)
    }

    /// Prepares the values of [`Rankings::likelihood_better`], which takes long in a large field. Callers that need them call
    /// this first, since it can be stopped.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute_likelihoods(&self, monitor: ProgressMonitor) -> Result<(), Interrupted> {
        let is_needed =
            self.estimate.field.is_none() && self.balanced.is_none() && self.hierarchical.is_none();
        if is_needed && self.likelihoods.get().is_none() {
            let likelihoods = self.estimate.ratings.compute_likelihoods(monitor)?;
            // They are not there yet, and nobody else can have put any in.
            let _ = self.likelihoods.set(likelihoods);
        }
        Ok(())
    }

    /// The likelihood that one entrant is better than another, from 0 to 1.
    #[must_use]
    pub fn likelihood_better(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        if let Some(hierarchical) = &self.hierarchical {
            return hierarchical.likelihood_better(one, other);
        }
        match (&self.estimate.field, &self.balanced) {
            (Some(field), _) => field.likelihood_better(one, other),
            (None, Some(balanced)) => balanced.likelihood_better(one, other),
            (None, None) => {
                self.likelihoods.get_or_init(|| self.estimate.ratings.likelihoods()).better(one, other)
            }
        }
    }

    /// The likelihood that one entrant is better than the next, from 0 to 1, for each but the last of these. It takes less time
    /// than to know it of all pairs.
    #[must_use]
    pub fn likelihoods_in_order(&self, order: &[EntrantIndex]) -> Vec<f64> {
        let is_of_ratings =
            self.estimate.field.is_none() && self.balanced.is_none() && self.hierarchical.is_none();
        if is_of_ratings && self.likelihoods.get().is_none() {
            return self.estimate.ratings.likelihoods_in_order(order);
        }
        order.windows(2).map(|two| self.likelihood_better(two[0], two[1])).collect()
    }

    /// The chances of a game between two entrants, from their ratings alone.
    #[must_use]
    pub fn expected(&self, one: EntrantIndex, other: EntrantIndex) -> OutcomeProbabilities {
        match (&self.balanced, &self.hierarchical) {
            (Some(balanced), _) => balanced.expected(one, other),
            (None, Some(hierarchical)) => hierarchical.expected(one, other),
            (None, None) => self.estimate.ratings.expected(one, other),
        }
    }
}

/// Ratings of a field, with intervals on request. They are the first step of [`Rankings`] and give equal values, but take
/// much less time, since nothing is simulated.
#[derive(Debug, Clone)]
pub struct Estimate {
    basis: IntervalBasis,
    /// The games as they were played; those that the ratings count are spread.
    games: Results,
    /// How far games are spread, where there is any chance in them.
    dispersion: Option<Dispersion>,
    ratings: Ratings,
    field: Option<ResampledFieldRatings>,
}

impl Estimate {
    /// Computes ratings from these encounters. Random numbers are drawn from `seed`.
    #[must_use]
    pub fn new(entrants: usize, played: &[EncounterResult], luck: ChanceSource, seed: u64) -> Self {
        unstopped(|monitor| Self::compute(entrants, played, luck, seed, monitor))
    }

    /// Computes ratings like [`Estimate::new`], and can be stopped. It takes a second for a thousand entrants, and longer for
    /// more.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute(
        entrants: usize,
        played: &[EncounterResult],
        luck: ChanceSource,
        seed: u64,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        monitor.check()?;
        let games = Results::of(entrants, played);
        let basis = match luck {
            ChanceSource::InAnswers if nothing_varies(played) => IntervalBasis::of_fixed_results(entrants),
            ChanceSource::InSetups if all_are_exact(played) => IntervalBasis::of_fixed_results(entrants),
            ChanceSource::InAnswers | ChanceSource::InSetups => IntervalBasis::Setups,
        };
        // Where nothing is left to chance, there is nothing that could be spread.
        let dispersion = (basis == IntervalBasis::Setups).then(|| Dispersion::of(played));
        monitor.check()?;
        let ratings = match &dispersion {
            Some(dispersion) => Ratings::of_setups(&games, dispersion, monitor)?,
            None => Ratings::compute(games.clone(), monitor)?,
        };
        let drawn_fields = if entrants <= 40 { DRAWN_FIELDS } else { DRAWN_LARGE_FIELDS };
        let field = if basis == IntervalBasis::Field {
            Some(ResampledFieldRatings::compute(ratings.results(), drawn_fields, seed, monitor)?)
        } else {
            None
        };
        Ok(Self { basis, games, dispersion, ratings, field })
    }

    /// The clearest circles, told by the games as they were played.
    fn cycles(&self, confidence: Confidence) -> Vec<Cycle> {
        match &self.dispersion {
            // The sign test is one of games: they may be fewer than there were, but not more.
            Some(_) => {
                let found = self.ratings.discounted().cycles(confidence, MOST_CYCLES);
                let as_played = |cycle: Cycle| Cycle {
                    beats: cycle.beats.map(|pair| self.games.between(pair.one, pair.other).unwrap_or(pair)),
                };
                found.into_iter().map(as_played).collect()
            }
            None => self.games.exact_cycles(MOST_CYCLES),
        }
    }

    /// The rating of an entrant in Elo points; the mean of the field is 0.
    #[must_use]
    pub fn elo(&self, entrant: EntrantIndex) -> f64 {
        self.ratings.elo(entrant)
    }

    /// The interval of the rating with this confidence.
    #[must_use]
    pub fn interval(&self, entrant: EntrantIndex, confidence: Confidence) -> EloInterval {
        match &self.field {
            Some(field) => field.interval(entrant, confidence),
            None => self.ratings.interval(entrant, confidence),
        }
    }
}

/// The source of chance in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChanceSource {
    /// Setups are drawn, and each is another game.
    InSetups,
    /// Setups only influence the answers of foreign code; games with equal answers are equal.
    InAnswers,
}

impl IntervalBasis {
    fn of_fixed_results(entrants: usize) -> Self {
        if (LEAST_FIELD..=LARGEST_DRAWN).contains(&entrants) { Self::Field } else { Self::Results }
    }
}

/// Whether every setup of every encounter was counted.
fn all_are_exact(played: &[EncounterResult]) -> bool {
    !played.is_empty() && played.iter().all(|played| played.tally.census.is_some())
}

/// Whether no two entrants ever had two different games with the same seats.
fn nothing_varies(played: &[EncounterResult]) -> bool {
    let distinct = played
        .iter()
        .map(|EncounterResult { encounter, tally }| (encounter.members.as_slice(), tally.distinct_games()));
    let mut distinct: Vec<(&[EntrantIndex], u64)> = distinct.collect();
    distinct.sort_unstable();
    let games = |same: &[(&[EntrantIndex], u64)]| same.iter().map(|(_, games)| games).sum::<u64>();
    distinct.chunk_by(|one, next| one.0 == next.0).all(|same| games(same) <= same[0].0.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Encounter, Tally};

    /// Each beats all later ones in both seats; `games` a pairing, of which all but two are repeats.
    fn ladder(entrants: usize, games: u64) -> Vec<EncounterResult> {
        let pairs = (0..entrants).flat_map(|one| (one + 1..entrants).map(move |two| (one, two)));
        let meeting = |(one, two)| {
            let mut tally = Tally::new(2);
            for game in 0..games {
                let places: [u32; 2] = if game % 2 == 0 { [1, 2] } else { [2, 1] };
                if game < 2 { tally.add(game, &places, None) } else { tally.add_repeat(game, &places, None) }
            }
            EncounterResult { encounter: Encounter::new(vec![one, two], 0, games), tally }
        };
        pairs.map(meeting).collect()
    }

    #[test]
    fn games_over_again_make_nobody_surer() {
        let once = Rankings::new(6, &ladder(6, 2), ChanceSource::InAnswers, Confidence::P95, 1);
        let often = Rankings::new(6, &ladder(6, 40), ChanceSource::InAnswers, Confidence::P95, 1);
        assert_eq!(once.entrants, often.entrants);
        assert_eq!((once.repeats, often.repeats), (0, 15 * 38));
        assert_eq!(often.basis, IntervalBasis::Field);
    }

    #[test]
    fn where_anything_varies_chance_is_what_is_uncertain() {
        let mut played = ladder(6, 2);
        played[3].tally.add(2, &[2, 1], None);
        let rankings = Rankings::new(6, &played, ChanceSource::InAnswers, Confidence::P95, 1);
        assert_eq!(rankings.basis, IntervalBasis::Setups);
        let drawn = Rankings::new(6, &ladder(6, 2), ChanceSource::InSetups, Confidence::P95, 1);
        assert_eq!(drawn.basis, IntervalBasis::Setups);
        assert!(drawn.fit.is_some());
    }

    /// Each wins three quarters of all setups against every later one; the rest is lost.
    fn exact_ladder(entrants: usize, games: u64, setups: u64) -> Vec<EncounterResult> {
        let counts = |wins: [u64; 2]| game::Counts { wins: wins.map(|part| setups / 4 * part), draws: 0 };
        let score = |one: &EncounterResult| EncounterResult {
            encounter: one.encounter.clone(),
            tally: Tally::exact(games, [counts([3, 1]), counts([1, 3])]),
        };
        ladder(entrants, games).iter().map(score).collect()
    }

    #[test]
    fn an_exact_score_is_worth_the_games_that_it_counts_for() {
        let rankings = |setups| {
            Rankings::new(6, &exact_ladder(6, 10, setups), ChanceSource::InSetups, Confidence::P95, 1)
        };
        let (few, many) = (rankings(40), rankings(16_000_000));
        assert_eq!((many.basis, many.exact, many.sampled), (IntervalBasis::Field, 15, 0));
        for (few, many) in few.entrants.iter().zip(&many.entrants) {
            assert!((few.elo - many.elo).abs() < 1e-6, "{few:?} {many:?}");
        }
    }

    #[test]
    fn one_sampled_pair_makes_setups_what_is_uncertain() {
        let mut played = exact_ladder(6, 10, 16_000_000);
        played[2] = ladder(6, 10)[2].clone();
        let rankings = Rankings::new(6, &played, ChanceSource::InSetups, Confidence::P95, 1);
        assert_eq!((rankings.basis, rankings.exact, rankings.sampled), (IntervalBasis::Setups, 14, 1));
    }

    #[test]
    fn a_field_too_small_to_draw_others_is_said_to_be() {
        let rankings = Rankings::new(3, &ladder(3, 2), ChanceSource::InAnswers, Confidence::P95, 1);
        assert_eq!((rankings.basis, rankings.fit), (IntervalBasis::Results, None));
    }

    /// Setups in which both games come out the same are as many games as there are setups.
    #[test]
    fn circles_are_told_by_what_games_are_worth() {
        let circle = |setups: u64| -> Vec<EncounterResult> {
            let meeting = |(one, two, first_wins): (usize, usize, bool)| {
                let mut tally = Tally::new(2);
                for setup in 0..setups {
                    // One setup of each pairing goes the other way: else nothing would be left to chance.
                    let wins = first_wins != (setup == 0);
                    let places = |is_won: bool| if is_won { [1, 2] } else { [2, 1] };
                    tally.add(2 * setup, &places(wins), None);
                    tally.add(2 * setup + 1, &places(!wins), None);
                }
                EncounterResult { encounter: Encounter::new(vec![one, two], 0, 2 * setups), tally }
            };
            [(0, 1, true), (1, 2, true), (0, 2, false)].map(meeting).to_vec()
        };
        let cycles = |setups: u64| {
            Rankings::new(3, &circle(setups), ChanceSource::InSetups, Confidence::P95, 1).cycles.len()
        };
        // By the sign test, 7 of 8 and 14 of 16 have chances of 0.07 and 0.004.
        assert_eq!(cycles(8), 0);
        assert_eq!(Results::of(3, &circle(8)).cycles(Confidence::P95, 3).len(), 1);
        assert_eq!(cycles(16), 1, "15 of 16, 0.0005");
    }

    /// Of six programs with one setup per pair, nobody knows whether luck doubles; with two setups it is seen.
    #[test]
    fn without_a_second_setup_small_fields_have_no_ranks() {
        let field = crate::simulation::SimulatedField::even_gaps(6);
        let rankings = |games: u64| {
            Rankings::new(6, &field.played(|_, _| games, 1), ChanceSource::InSetups, Confidence::P95, 1)
        };
        assert_eq!(rankings(2).withheld, Some(NoRankRanges::OneSetupPerPair));
        assert_eq!(rankings(4).withheld, None);
    }

    #[test]
    fn an_anchor_moves_all_ratings_and_has_no_interval() {
        let played = crate::simulation::SimulatedField::even_gaps(6).played(|_, _| 10, 1);
        let plain = Rankings::new(6, &played, ChanceSource::InSetups, Confidence::P95, 1);
        let moved = plain.clone().anchored(2, 1500.0, ProgressMonitor::none()).unwrap();
        for (one, rated) in moved.entrants.iter().enumerate() {
            let apart = plain.entrants[one].elo - plain.entrants[2].elo;
            assert!((rated.elo - 1500.0 - apart).abs() < 1e-9 && rated.ranks == plain.entrants[one].ranks);
            assert!(rated.interval.holds(rated.elo) && (one == 2) == (rated.interval.width() < 1e-9));
        }
    }

    #[test]
    fn an_estimate_says_what_rankings_say() {
        for (luck, entrants) in
            [(ChanceSource::InSetups, 4), (ChanceSource::InAnswers, 6), (ChanceSource::InAnswers, 3)]
        {
            let played = ladder(entrants, 2);
            let rankings = Rankings::new(entrants, &played, luck, Confidence::P95, 1);
            let estimate = Estimate::new(entrants, &played, luck, 1);
            for (entrant, rated) in rankings.entrants.iter().enumerate() {
                assert_eq!(rated.elo.to_bits(), estimate.elo(entrant).to_bits());
                assert_eq!(rated.interval, estimate.interval(entrant, Confidence::P95));
            }
        }
    }

    #[test]
    fn nobody_and_one_have_rankings() {
        for entrants in 0..2 {
            let rankings = Rankings::new(entrants, &[], ChanceSource::InSetups, Confidence::P95, 1);
            assert_eq!(rankings.entrants.len(), entrants);
            assert!(rankings.entrants.iter().all(|rated| rated.ranks.is_settled()));
        }
    }

    /// Everything that takes long asks at every turn whether it is to stop: whenever that is said, nothing else comes of it.
    #[test]
    fn what_takes_long_can_be_stopped_at_any_moment() {
        let mut varied = ladder(8, 4);
        varied[3].tally.add(4, &[2, 1], None);
        for (played, luck) in [(varied, ChanceSource::InSetups), (ladder(8, 2), ChanceSource::InAnswers)] {
            let asked = std::cell::Cell::new(0);
            let work = |most: usize| {
                asked.set(0);
                let stop = || asked.replace(asked.get() + 1) >= most;
                let monitor = ProgressMonitor::new(&stop, &|_| ());
                let rankings = Rankings::compute(8, &played, luck, Confidence::P95, 1, monitor)?;
                rankings.compute_likelihoods(monitor)?;
                rankings.of_chosen_games(vec![RankInterval { best: 1, worst: 8 }; 8], monitor)
            };
            assert!(work(usize::MAX).is_ok());
            let all = asked.get();
            assert!(all > 100, "it is asked {all} times");
            for most in (0..all).step_by(all / 50) {
                assert_eq!(work(most).err(), Some(Interrupted));
                assert_eq!(asked.get(), most + 1, "it goes on after it was told to stop");
            }
        }
    }
}

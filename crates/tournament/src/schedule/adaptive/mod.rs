//! The adaptive schedule: games go where they decide the first ranks.
//!
//! # What a rank is
//!
//! The truth is the table of a round robin without end: who scores more per game when all opponents are met equally often
//! (Borda's count, which for ratings by maximum likelihood is the same order). A round robin finds it out slowly, since it plays
//! most of its games where the result is known, or decides no rank that anybody asked for.
//!
//! # What is played
//!
//! The first round is a round robin of a few games per pair. After it, and after each round that follows, the first
//! ranks are read from the scores, and each of their holders is compared with everybody below (`evidence`). The games
//! of the next round go where they make the variance of the comparisons that are still open smallest (`worth`): to
//! all pairs of an open comparison's entrants, most where results are uncertain, none where they are not. An entrant that is
//! clearly below the first ranks is in no open comparison, and plays only as a contender's opponent. It ends when
//! nothing is open, or with the budget; equals stay open until then.
//!
//! # What is concluded, and what is not used for it
//!
//! A score is the mean, over all opponents, of the mean points against each: so it does not matter that some were met a hundred
//! times as often as others, nor whether any model of strength is true. Ratings are asked only where games are likely to be worth
//! most, and for pairs that never met because the budget was smaller than one round. A wrong model costs games, not truth. This
//! is what speaks against methods that rank by a rating while the rating chooses who meets (R. Herbrich, T. Minka & T. Graepel,
//! "`TrueSkill`", 2006; X. Chen et al., "Pairwise ranking aggregation in a crowdsourced setting", 2013): where A beats B beats C
//! beats A, the rating depends on who was met how often, and games without end lead to a wrong rank. To test the model's fit
//! first, and to be careful if it is bad, would be honest only as far as the test is strong. Real programs fail it nearly always,
//! and there would be two methods.
//!
//! The frame is that of R. Heckel et al. ("Active ranking from pairwise comparisons and when parametric assumptions do
//! not help", Annals of Statistics 47, 2019): Borda scores, comparisons that are dropped once they are clear. They draw
//! opponents at random, and prove that knowing a model gains little over that. Opponents here are strata of a sample
//! instead, each with a mean of its own, which removes the luck of who was drawn, and each gets games by its
//! variance (Neyman 1934).
//!
//! # Why one may look at the results after every round
//!
//! A comparison counts as clear where the lead exceeds a number of standard deviations (`bounds`) that is so large that all
//! errors together, over all comparisons that matter and all looks that there can be, have at most the chance that the confidence
//! leaves.
//!
//! **Looks** are after numbers of games that are known from the start, so that there are some fifty of them (`looks`). What is seen at
//! one look is mostly what was seen at the one before: the chance of an error at any of them is bounded by that of an error at
//! the first and of a new one at each that follows, for the least correlation that there can be.
//!
//! **Comparisons** that can still err are those that are not clear (`verdicts`). At each look the bound is first that of all of
//! them; those that are clear then no longer count, which lowers the bound for the others, and so on (S. Holm, "A simple
//! sequentially rejective multiple test procedure", 1979). At first there are hundreds, in the end a few. The proof is for
//! comparisons of equals: no error can be made but by one of them, all of which count until then. Of two that are not equal,
//! the true order being clear means that the false one cannot become so at that look; that such comparisons count no
//! longer is proven where comparisons are independent (J. P. Shaffer, "Control of directional errors with stagewise
//! multiple test procedures", 1980), and was simulated for these ([`crate::simulation::claim_rows`]).
//!
//! Without a gap, the comparisons that matter are those of the true holders of the first `k` ranks with everybody truly below
//! them: `(n - 1) + … + (n - k)`. For say that rank `r ≤ k` was given to somebody whose true rank is another one, `t`. Who has
//! rank `r` leads clearly over all but `r - 1`. If `t > r`, not all of the true first `r` are among these `r - 1`, so that a lead
//! over one of them is clear, and false. If `t < r`, then `r - 1` lead clearly over one who has fewer above, so one of these
//! leads is false, over a holder of rank `t ≤ k`. Equals have no order: whichever order is made up for them, one who is given a
//! rank clearly leads over or trails all of its equals, and that is false either in this order or in the reverse. Hence twice as
//! many (M. Mogstad et al., "Inference for ranks with applications to mobility across neighbourhoods and academic achievement
//! across countries", 2024, bound all comparisons of a field for the sake of all ranks). An entrant that is clearly behind `k`
//! others has none of the first ranks, or one of those leads is false: the result of two such entrants against each other no
//! longer matters.
//!
//! Of the **set** of the first `k`, the comparisons of its members with all others matter, `k (n - k)`. Somebody is clearly among them
//! if fewer than `n - k` others would be left if it was not, and clearly not if more than `k` would belong to them if it did.
//!
//! # Where two are as good as equal
//!
//! Equals are never clear. With a gap, two are called equal once their lead is clearly less than the gap. Claims of either kind
//! have half of the errors each. A comparison that was called equal still counts among those that may wrongly be called clear, and
//! one that is clear among those that may wrongly be called equal, until its two are clearly farther apart than the gap: otherwise
//! the ones that remain would be those with the worst luck, under a bound for their few. All comparisons of those who may have
//! one of the first ranks count then, since claims are made about all of them.
//!
//! That leads are about normal though the numbers of games depend on earlier results is so as far as these numbers
//! settle down (V. F. Melfi & C. Page, "Estimation after adaptive allocation", 2000); by what the variance is
//! estimated, so that few games say nothing clear, stands with [`Evidence::lead`]. It was simulated: see
//! [`crate::simulation::adaptive_rows`].

mod bounds;
mod evidence;
mod looks;
mod target;
mod verdicts;
mod worth;

use super::Schedule;
use super::history::History;
use crate::ratings::{Dispersion, RankInterval, Results};
use crate::{Encounter, EncounterResult, EntrantIndex, Ranking};
pub(crate) use bounds::Bounds;
pub(crate) use evidence::Evidence;
use looks::Looks;
pub use target::{Goal, Target};
pub(crate) use verdicts::Verdicts;

/// A tournament that plays until its target is reached, or its budget is spent.
///
/// A rank is that in a round robin without end. It is settled if its holder scores, against the whole field, clearly more than
/// everybody below and clearly less than everybody above. In at most as many tournaments as the confidence leaves, any of the
/// first ranks is wrongly called settled at any time: whichever round one looks after, and whatever is true of the field. The
/// same holds for the set of the first ones. With a gap, it holds for all claims together that one of the first is better than
/// another entrant, or as good within the gap. No model of strength is relied on.
///
/// The rounds depend on the size of the field and the results, and on nothing else; there is nothing to draw.
#[derive(Debug, Clone)]
pub struct Adaptive {
    entrants: usize,
    target: Target,
    bounds: Bounds,
    looks: Looks,
    handed_out: u64,
}

/// The state of an adaptive tournament, for display.
#[derive(Debug, Clone, PartialEq)]
pub struct AdaptiveState {
    /// The first entrants, the best first, with the ranks that each may have. One that may be below the ranks that were
    /// asked for may have the last of all. Within a set, ranks are not told apart.
    pub ranks: Vec<(EntrantIndex, RankInterval)>,
    /// Where there is a gap, who of the first is as good as an entrant below it, or as one outside the set.
    pub equal: Vec<[EntrantIndex; 2]>,
    /// The comparisons that the answer still hangs on, the better one by score first.
    pub open: Vec<[EntrantIndex; 2]>,
    /// The games that were handed out so far.
    pub games: u64,
    /// The greatest possible number of games.
    pub budget: u64,
}

impl AdaptiveState {
    /// Whether everything that was asked is answered.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether it is over though something is open.
    #[must_use]
    pub fn is_out_of_budget(&self) -> bool {
        self.games >= self.budget && !self.is_settled()
    }
}

impl Adaptive {
    /// A tournament of `entrants` with this target, of at most `budget` games (rounded down to an even number).
    #[must_use]
    pub fn new(entrants: usize, target: Target, budget: u64) -> Self {
        let looks = Looks::new(entrants, budget, looks::ROUNDS);
        let bounds = Bounds::joint(&target, looks.count(), looks.growth());
        Self { entrants, target, bounds, looks, handed_out: 0 }
    }

    /// A tournament like those of versions in which every comparison at every look had its own share of the errors. It
    /// needs more games, and plays those that such a tournament played.
    #[must_use]
    pub fn with_fixed_bounds(entrants: usize, target: Target, budget: u64) -> Self {
        let looks = Looks::new(entrants, budget, looks::OLD_ROUNDS);
        let bounds = Bounds::fixed(entrants, &target, looks.count());
        Self { entrants, target, bounds, looks, handed_out: 0 }
    }

    /// What is settled after these encounters, which are those of whole rounds: what is promised of settled ranks holds
    /// for looks between rounds, whose number is known.
    #[must_use]
    pub fn state(&self, played: &[EncounterResult]) -> AdaptiveState {
        let verdicts = self.verdicts(played);
        AdaptiveState {
            ranks: verdicts.ranks(),
            equal: verdicts.equal(),
            open: verdicts.open(),
            games: games(played),
            budget: self.looks.budget(),
        }
    }

    fn verdicts(&self, played: &[EncounterResult]) -> Verdicts {
        Verdicts::of(&Evidence::of(&self.results(played)), &self.target, &self.bounds)
    }

    /// The variance that results which were not seen may have, times the number of games, as far as it decides where games are
    /// played; 0 where no claim depends on it. It is a sixteenth of what [`evidence::Lead::margin`] adds. In simulated fields
    /// of fifty with a gap, adding all of it took four tenths more games where nobody is equal, and adding none of it up to
    /// nine times as many where many are.
    fn unseen(&self) -> f64 {
        let bound = self.bounds.of(1);
        if self.target.gap > 0.0 { bound * bound / 64.0 } else { 0.0 }
    }

    /// The results that everything is concluded from: as many games as the played ones are worth.
    fn results(&self, played: &[EncounterResult]) -> Results {
        Dispersion::of(played).applied_to(&Results::of(self.entrants, played))
    }
}

impl Schedule for Adaptive {
    fn next_round(&mut self, played: &[EncounterResult]) -> Vec<Encounter> {
        let mut history = History::of(played);
        let wishes = if played.is_empty() {
            self.looks.first_round(self.entrants)
        } else {
            let results = self.results(played);
            let open = Verdicts::of(&Evidence::of(&results), &self.target, &self.bounds).open();
            let games = if open.is_empty() { 0 } else { self.looks.next_round(games(played)) };
            worth::wishes(&results, &open, |one, other| history.games(&[one, other]), games, self.unseen())
        };
        let round: Vec<Encounter> =
            wishes.into_iter().map(|(pair, games)| history.meet(pair.to_vec(), games)).collect();
        self.handed_out = games(played) + round.iter().map(Encounter::matches).sum::<u64>();
        round
    }

    /// The matches that are known so far: the more it plays, the more they become.
    fn matches(&self) -> u64 {
        self.handed_out.max(self.looks.next_round(0))
    }

    /// The settled first ranks. Every other entrant may have any rank that is not settled.
    fn ranks(&self, played: &[EncounterResult]) -> Option<Vec<RankInterval>> {
        Some(self.verdicts(played).ranks_of_all())
    }

    fn adaptive_state(&self, played: &[EncounterResult]) -> Option<AdaptiveState> {
        Some(self.state(played))
    }

    fn ranking(&self, played: &[EncounterResult]) -> Ranking {
        Ranking::Rated(Evidence::of(&self.results(played)).rounded_scores())
    }
}

fn games(played: &[EncounterResult]) -> u64 {
    played.iter().map(|played| played.encounter.matches()).sum()
}

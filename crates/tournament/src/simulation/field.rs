//! Fields of programs that are nothing but their chances against each other.

use game::SeededRng;

use crate::ratings::{ELO, OutcomeProbabilities, PairResult, Ratings, Results, uniform};
use crate::schedule::Schedule;
use crate::{Encounter, EncounterResult, EntrantIndex, Tally, rounded_up};

/// A field whose true chances are known.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulatedField {
    /// What it is called.
    pub name: &'static str,
    /// How strong each entrant is, in Elo points.
    strengths: Vec<f64>,
    /// The prevalence of draws; with 1, equals draw a third of their games.
    draws: f64,
    /// In each three that follow each other, the first is stronger against the second by this many Elo points more than
    /// strengths say, the second against the third, and the third against the first.
    circles: f64,
    luck: SharedLuck,
}

/// What the two games of a setup have in common. Chances of each game by itself are as strengths say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SharedLuck {
    /// Nothing.
    Independent,
    /// In this share of setups, what luck gives a program in one game it takes in the other: a good seat.
    Cancels(f64),
    /// In this share of setups, luck is the same in both: a setup that suits a program in either seat.
    Doubles(f64),
    /// In this share of setups, luck is the same in both games of the program in the middle of the field, and that of all
    /// others cancels.
    DoublesForOne(f64),
}

impl SimulatedField {
    /// One of each kind, of this many entrants.
    #[must_use]
    pub fn all(entrants: usize) -> Vec<Self> {
        vec![
            Self::even_gaps(entrants),
            Self::clusters(entrants),
            Self::circles(entrants),
            Self::one_outlier(entrants),
            Self::heavy_draws(entrants),
        ]
    }

    /// Each 40 points above the next.
    #[must_use]
    pub fn even_gaps(entrants: usize) -> Self {
        Self::plain("even gaps", (0..entrants).map(|one| -40.0 * steps(one)).collect())
    }

    /// Groups of five equals, each 150 points above the next.
    #[must_use]
    pub fn clusters(entrants: usize) -> Self {
        Self::plain("clusters", (0..entrants).map(|one| -150.0 * steps(one / 5)).collect())
    }

    /// Groups of three, each 120 points above the next, and in each the first beats the second, the second the
    /// third and the third the first, as if by 300 points.
    #[must_use]
    pub fn circles(entrants: usize) -> Self {
        let strengths = (0..entrants).map(|one| -120.0 * steps(one / 3)).collect();
        Self { circles: 300.0, ..Self::plain("rock-paper-scissors blocks", strengths) }
    }

    /// One 600 points above all others, who are 10 points apart.
    #[must_use]
    pub fn one_outlier(entrants: usize) -> Self {
        let above = |one: EntrantIndex| if one == 0 { 600.0 } else { 0.0 };
        Self::plain("one outlier", (0..entrants).map(|one| above(one) - 10.0 * steps(one)).collect())
    }

    /// Each 30 points above the next; equals draw three of four games.
    #[must_use]
    pub fn heavy_draws(entrants: usize) -> Self {
        let strengths = (0..entrants).map(|one| -30.0 * steps(one)).collect();
        Self { draws: 6.0, ..Self::plain("heavy draws", strengths) }
    }

    /// A field of these strengths, in Elo points, in which nothing else counts and nothing is drawn.
    #[must_use]
    pub fn plain(name: &'static str, strengths: Vec<f64>) -> Self {
        Self { name, strengths, draws: 0.0, circles: 0.0, luck: SharedLuck::Independent }
    }

    /// This field under another name.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// This field with draws of this prevalence.
    #[must_use]
    pub fn with_draws(self, draws: f64) -> Self {
        Self { draws, ..self }
    }

    /// This field, with setups of this luck.
    #[must_use]
    pub fn with_luck(self, luck: SharedLuck) -> Self {
        Self { luck, ..self }
    }

    /// How many there are.
    #[must_use]
    pub fn entrants(&self) -> usize {
        self.strengths.len()
    }

    /// The true chances of a game.
    #[must_use]
    pub fn chances(&self, one: EntrantIndex, other: EntrantIndex) -> OutcomeProbabilities {
        let difference = self.strengths[one] - self.strengths[other] + self.circles * around(one, other);
        OutcomeProbabilities::of(difference / ELO, (self.draws > 0.0).then(|| libm::log(self.draws)))
    }

    /// The results of this many games of two, whatever the luck of setups: each has its own.
    #[must_use]
    pub fn play(
        &self,
        one: EntrantIndex,
        other: EntrantIndex,
        games: u64,
        rng: &mut SeededRng,
    ) -> PairResult {
        let chances = self.chances(one, other);
        let mut result = PairResult { one, other, wins: 0.0, draws: 0.0, losses: 0.0 };
        for _ in 0..games {
            result.add_game(chances, uniform(rng));
        }
        result
    }

    /// The results of a tournament in which two play as many games as `games` says.
    #[must_use]
    pub fn results(&self, games: impl Fn(EntrantIndex, EntrantIndex) -> u64, seed: u64) -> Results {
        let mut rng = SeededRng::for_setup(seed);
        let played =
            pairs(self.entrants()).map(|(one, other)| self.play(one, other, games(one, other), &mut rng));
        Results::new(self.entrants(), played.collect::<Vec<_>>(), [])
    }

    /// The games of such a tournament, two a setup: in half of them the first of two sits in seat 0. Numbers of games
    /// are rounded up to whole setups.
    #[must_use]
    pub fn played(
        &self,
        games: impl Fn(EntrantIndex, EntrantIndex) -> u64,
        seed: u64,
    ) -> Vec<EncounterResult> {
        let mut rng = SeededRng::for_setup(seed);
        let mut played = |(one, other)| {
            let games = rounded_up(games(one, other), 2);
            self.meet(Encounter::new(vec![one, other], 0, games), &mut rng)
        };
        pairs(self.entrants()).map(&mut played).collect()
    }

    /// The games of a tournament whose schedule says who meets whom, each encounter of whole setups of two.
    #[must_use]
    pub fn played_by(&self, schedule: &mut dyn Schedule, seed: u64) -> Vec<EncounterResult> {
        let mut rng = SeededRng::for_setup(seed);
        let mut played = Vec::new();
        loop {
            let round = schedule.next_round(&played);
            if round.is_empty() {
                return played;
            }
            played.extend(round.into_iter().map(|encounter| self.meet(encounter, &mut rng)));
        }
    }

    fn meet(&self, encounter: Encounter, rng: &mut SeededRng) -> EncounterResult {
        let chances = self.chances(encounter.members[0], encounter.members[1]);
        let mut tally = Tally::new(2);
        for first in encounter.games.clone().step_by(2) {
            let luck = self.luck_of_setup(&encounter.members, rng);
            tally.add(first, &places(chances, luck[0]), None);
            let [of_one, of_other] = places(chances, luck[1]);
            tally.add(first + 1, &[of_other, of_one], None);
        }
        EncounterResult { encounter, tally }
    }

    /// What luck gives the first of two in the two games of a setup, each from 0, the best, to 1.
    fn luck_of_setup(&self, members: &[EntrantIndex], rng: &mut SeededRng) -> [f64; 2] {
        let [first, own, is_shared] = std::array::from_fn(|_| uniform(rng));
        let luck = match self.luck {
            SharedLuck::DoublesForOne(share) if members.contains(&self.in_the_middle()) => {
                SharedLuck::Doubles(share)
            }
            SharedLuck::DoublesForOne(share) => SharedLuck::Cancels(share),
            same_for_all => same_for_all,
        };
        let second = match luck {
            SharedLuck::Cancels(share) if is_shared < share => 1.0 - first,
            SharedLuck::Doubles(share) if is_shared < share => first,
            _ => own,
        };
        [first, second]
    }

    /// The program whose luck may differ from that of all others.
    #[must_use]
    pub fn in_the_middle(&self) -> EntrantIndex {
        self.entrants() / 2
    }

    /// The ratings that results approach with more games: those of the exact scores. Where strength is not all that
    /// counts, they depend on how many games each two play.
    ///
    /// # Panics
    /// If somebody's games lead to nobody else.
    #[must_use]
    pub fn true_ratings(&self, games: impl Fn(EntrantIndex, EntrantIndex) -> u64) -> Vec<f64> {
        let exact = pairs(self.entrants()).map(|(one, other)| {
            let chances = self.chances(one, other);
            let games = crate::ratings::to_f64(games(one, other));
            PairResult {
                one,
                other,
                wins: games * chances.win,
                draws: games * chances.draw,
                losses: games * chances.loss,
            }
        });
        let results = Results::new(self.entrants(), exact.collect::<Vec<_>>(), []);
        let ratings = Ratings::without_prior(results).expect("everybody has a chance against everybody");
        (0..self.entrants()).map(|one| ratings.elo(one)).collect()
    }
}

/// The places of the first and the second of two.
fn places(chances: OutcomeProbabilities, luck: f64) -> [u32; 2] {
    if luck < chances.win {
        [1, 2]
    } else if luck < chances.win + chances.draw {
        [1, 1]
    } else {
        [2, 1]
    }
}

fn pairs(entrants: usize) -> impl Iterator<Item = (EntrantIndex, EntrantIndex)> {
    (0..entrants).flat_map(move |one| (one + 1..entrants).map(move |other| (one, other)))
}

/// 1 if one comes right before the other in a circle of three, -1 if right after, and 0 if they are in no circle.
fn around(one: EntrantIndex, other: EntrantIndex) -> f64 {
    match (one / 3 == other / 3, (3 + other % 3 - one % 3) % 3) {
        (true, 1) => 1.0,
        (true, 2) => -1.0,
        _ => 0.0,
    }
}

fn steps(count: usize) -> f64 {
    crate::ratings::to_f64(count as u64)
}

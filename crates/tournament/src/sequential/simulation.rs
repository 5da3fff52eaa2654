//! Fields in which the truth is known, to see how often the test is wrong and how long it takes.

use game::{SeededRng, match_seed};

use super::{Conclusion, Hypotheses, HypothesesError, PairDifference, Sequential};

/// Chances are counted in ten thousandths.
pub const CERTAIN: u32 = 10_000;

/// The result of a game for a program against an opponent: chances in [`CERTAIN`] of a win and a draw, at most all of
/// them together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameOdds {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
}

/// An opponent, by what both programs do against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opponent {
    /// The chances of A.
    pub a: GameOdds,
    /// The chances of B.
    pub b: GameOdds,
    /// The chance in [`CERTAIN`] that the same luck meets A and B in a game, as the same setup may.
    pub same_luck: u32,
}

/// A field with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// The name.
    pub name: &'static str,
    /// The opponents.
    pub opponents: Vec<Opponent>,
}

/// The results of many tests of one scenario.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Tests.
    pub runs: u32,
    /// Those that found A to be better.
    pub better: u32,
    /// Those that found A not to be better.
    pub not_better: u32,
    /// Those at whose end the truth lay outside the interval.
    pub outside: u32,
    /// The differences that all of them took: each is a pair of games of A and one of B.
    pub observations: u64,
}

impl GameOdds {
    /// The half points of a game with this luck, below [`CERTAIN`].
    fn half_points(self, luck: u64) -> u8 {
        match luck {
            luck if luck < self.win.into() => 2,
            luck if luck < (self.win + self.draw).into() => 1,
            _ => 0,
        }
    }
}

impl Opponent {
    /// A pair of games of both.
    fn play(&self, rng: &mut SeededRng) -> PairDifference {
        let (mut a, mut b) = (0, 0);
        for _ in 0..2 {
            let luck = rng.below(CERTAIN.into());
            let same = rng.below(CERTAIN.into()) < self.same_luck.into();
            a += self.a.half_points(luck);
            b += self.b.half_points(if same { luck } else { rng.below(CERTAIN.into()) });
        }
        PairDifference::new(a, b).expect("two games have four half points")
    }
}

impl Scenario {
    /// How far A's score per game is above that of B.
    #[must_use]
    pub fn difference(&self) -> f64 {
        let half_points = |chances: GameOdds| f64::from(2 * chances.win + chances.draw);
        let gains = self.opponents.iter().map(|one| half_points(one.a) - half_points(one.b));
        let opponents: f64 = self.opponents.iter().map(|_| 1.0).sum();
        gains.sum::<f64>() / (f64::from(2 * CERTAIN) * opponents)
    }

    /// A round of games.
    #[must_use]
    pub fn round(&self, rng: &mut SeededRng) -> Vec<PairDifference> {
        self.opponents.iter().map(|opponent| opponent.play(rng)).collect()
    }

    /// Tests it this many times, for at most this many rounds each.
    ///
    /// # Errors
    /// If the hypotheses cannot be tested.
    pub fn test(
        &self,
        hypotheses: &Hypotheses,
        runs: u32,
        rounds: usize,
        seed: u64,
    ) -> Result<Counts, HypothesesError> {
        let mut counts = Counts { runs, ..Counts::default() };
        let truth = self.difference();
        for run in 0..runs {
            let mut rng = SeededRng::for_setup(match_seed(seed, run.into()));
            let mut test = Sequential::new(hypotheses, self.opponents.len())?;
            while test.verdict() == Conclusion::Undecided && test.progress().rounds < rounds {
                test.add_round(&self.round(&mut rng));
            }
            counts.better += u32::from(test.verdict() == Conclusion::Better);
            counts.not_better += u32::from(test.verdict() == Conclusion::NotBetter);
            let interval = test.interval();
            counts.outside += u32::from(truth < interval.lower || truth > interval.upper);
            counts.observations += (test.progress().rounds * self.opponents.len()) as u64;
        }
        Ok(counts)
    }
}

/// The scenarios. `gain` is the least difference that counts as better, in [`CERTAIN`], an even number up
/// to 1000; the other hypothesis is 0.
#[must_use]
pub fn scenarios(gain: u32) -> Vec<Scenario> {
    let scenario = |name, opponents| Scenario { name, opponents };
    let never = GameOdds { win: 0, draw: 0 };
    let level = GameOdds { win: 0, draw: CERTAIN };
    let always = GameOdds { win: CERTAIN, draw: 0 };
    vec![
        scenario("equal programs", alike(10, 4_500, 4_500, 1_000)),
        scenario("just better", alike(10, 4_500 + gain, 4_500, 1_000)),
        scenario("half better", alike(10, 4_500 + gain / 2, 4_500, 1_000)),
        scenario("much better", alike(10, 4_500 + 4 * gain, 4_500, 1_000)),
        scenario("much worse", alike(10, 4_500, 4_500 + 4 * gain, 1_000)),
        scenario("draws, equal", alike(10, 300, 300, 9_400)),
        scenario("draws, just better", alike(10, 100 + gain, 100, 8_900)),
        scenario("one opponent, equal", alike(1, 4_500, 4_500, 1_000)),
        scenario("one opponent, just better", alike(1, 4_500 + gain, 4_500, 1_000)),
        scenario("rivals, equal", rivals(4, 0)),
        scenario("rivals, just better", rivals(4, gain)),
        scenario("wide field, equal", ladder(40, 0)),
        scenario("wide field, just better", ladder(40, gain)),
        // What tells the programs apart is so rare that at first it seems never to happen.
        scenario(
            "rare wins",
            vec![Opponent { a: GameOdds { win: gain, draw: 0 }, b: never, same_luck: 0 }; 4],
        ),
        scenario(
            "rare losses, equal",
            [
                vec![Opponent { a: GameOdds { win: 80, draw: CERTAIN - 80 }, b: level, same_luck: 0 }; 2],
                vec![Opponent { a: GameOdds { win: CERTAIN - 40, draw: 0 }, b: always, same_luck: 0 }; 2],
            ]
            .concat(),
        ),
        scenario("identical", {
            let chances = GameOdds { win: 5_000, draw: 2_000 };
            vec![Opponent { a: chances, b: chances, same_luck: CERTAIN }; 5]
        }),
    ]
}

/// Opponents against whom A and B win and draw this often.
fn alike(count: usize, a: u32, b: u32, draw: u32) -> Vec<Opponent> {
    vec![Opponent { a: GameOdds { win: a, draw }, b: GameOdds { win: b, draw }, same_luck: 0 }; count]
}

/// Half of the opponents lose to A and beat B, the other half beat A and lose to B.
fn rivals(count: usize, gain: u32) -> Vec<Opponent> {
    let strong = Opponent {
        a: GameOdds { win: 7_500 + gain, draw: 500 },
        b: GameOdds { win: 2_500, draw: 500 },
        same_luck: 3_000,
    };
    let weak = Opponent {
        a: GameOdds { win: 2_500 + gain, draw: 500 },
        b: GameOdds { win: 7_500, draw: 500 },
        same_luck: 3_000,
    };
    [strong, weak].into_iter().cycle().take(count).collect()
}

/// Opponents from weak to strong; A does as well as B against each, but for the gain.
fn ladder(count: u32, gain: u32) -> Vec<Opponent> {
    (0..count)
        .map(|step| 1_500 + step * 5_500 / count)
        .map(|win| Opponent {
            a: GameOdds { win: win + gain, draw: 1_000 },
            b: GameOdds { win, draw: 1_000 },
            same_luck: 3_000,
        })
        .collect()
}

//! Checks reports before their results are taken: some games are played again, and games of foreign code must follow from
//! their answers.

use std::ops::Range;
use std::time::{Duration, Instant};

use dispatch::{
    BatchId, BatchResult, PartResult, RemoteCounts, RemoteGame, RemotePlaces, Unverified, Verifier,
};
use jobs::PlayedPiece;
use tournament::Encounter;

/// Replaying games of foreign code takes at most this share of the workers' playing time, for each audited game.
const ANEW_SHARE: f64 = 0.02;

/// The weight of a new report in the mean length of reports.
const MEAN_WEIGHT: f64 = 0.05;

/// A report to check.
pub(crate) struct Check {
    pub(crate) id: BatchId,
    pub(crate) worker: String,
    /// The encounter of each part of the batch.
    pub(crate) encounters: Vec<usize>,
    pub(crate) result: BatchResult,
    pub(crate) extent: Extent,
    /// Whether a game of foreign code is played anew.
    pub(crate) anew: bool,
}

/// The part of a report that is played again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// This many games, chosen at random, and the other games of their setups.
    Games(u32),
    /// All of it.
    Everything,
}

/// What a check has found.
pub(crate) struct Verified {
    /// The results, in the form of results of this process.
    pub(crate) played: Vec<PlayedPiece>,
    /// A game of foreign code that was played anew.
    pub(crate) anew: Option<Anew>,
}

/// A game of foreign code that was played anew.
pub(crate) struct Anew {
    pub(crate) game: u64,
    /// The encounter.
    pub(crate) encounter: usize,
    pub(crate) is_as_reported: bool,
    pub(crate) took: Duration,
}

/// The extent of audits, and the time that they take.
#[derive(Debug, Default)]
pub(crate) struct AuditPlan {
    /// The mean number of games per report.
    mean: Option<f64>,
    /// How long workers played foreign code, and how long replaying it took.
    reported: Duration,
    anew: Duration,
}

impl AuditPlan {
    /// Returns how many games of a report are audited. A report of usual length has `wanted`. A longer one has proportionally more.
    /// Otherwise, a worker could hide false games in long reports. A fraction is rounded at random.
    pub(crate) fn games(&mut self, wanted: u32, games: u64, random: Random<'_>) -> u32 {
        let games = u32::try_from(games).map_or(f64::from(u32::MAX), f64::from);
        let mean = self.mean.map_or(games, |mean| mean + MEAN_WEIGHT * (games - mean));
        // A report that is longer than all earlier ones must not make itself usual.
        let times = games / self.mean.unwrap_or(games).max(1.0);
        self.mean = Some(mean);
        if times <= 1.0 || wanted == 0 {
            return wanted;
        }
        let exactly = f64::from(wanted) * times;
        let mut number = wanted;
        while f64::from(number) + 1.0 <= exactly && number < MOST_AUDITED {
            number += 1;
        }
        // The top half of the random bits as a fraction.
        let fraction =
            random().map_or(0.0, |bits| f64::from(u32::try_from(bits >> 32).unwrap_or(0)) / 2_f64.powi(32));
        number + u32::from(fraction < exactly - f64::from(number))
    }

    /// Returns whether a game of the next report of foreign code is played anew.
    pub(crate) fn is_anew_due(&self, wanted: u32) -> bool {
        self.anew.as_secs_f64() <= self.reported.as_secs_f64() * ANEW_SHARE * f64::from(wanted) && wanted > 0
    }

    /// Adds the time of a report, and the time for playing its game anew.
    pub(crate) fn add(&mut self, reported: Duration, anew: Duration) {
        self.reported = self.reported.saturating_add(reported);
        self.anew = self.anew.saturating_add(anew);
    }
}

/// The largest number of audited games per report.
const MOST_AUDITED: u32 = 1000;

/// Draws random bits; `None` if there are none.
pub(crate) type Random<'r> = &'r mut dyn FnMut() -> Option<u64>;

/// Returns random bits from the operating system, which no worker can foresee. No result depends on them.
pub(crate) fn unforeseen() -> Option<u64> {
    getrandom::u64().ok()
}

impl Check {
    /// Checks the report, and returns its results in the form of results of this process.
    pub(crate) fn run<E>(
        &self,
        verifier: &Verifier<'_, '_, E>,
        round: &[Encounter],
    ) -> Result<Verified, Unverified<E>> {
        let members = |part: usize| round[self.encounters[part]].members.as_slice();
        for (places, setup) in self.audited() {
            verifier.audit(members(places.part), places, setup)?;
        }
        for (counts, part) in self.counted_again(&mut unforeseen) {
            verifier.count_again(members(counts.part), counts, part)?;
        }
        let mut played = Vec::new();
        for part in &self.result.parts {
            played.extend(verifier.piece(
                self.encounters[part.part()],
                members(part.part()),
                part.clone(),
            )?);
        }
        let anew = match self.drawn_anew(&mut unforeseen) {
            Some((part, game)) if self.anew => {
                let start = Instant::now();
                let is_as_reported = verifier.play_anew(members(part), game)?;
                is_as_reported.map(|is_as_reported| Anew {
                    game: game.game,
                    encounter: self.encounters[part],
                    is_as_reported,
                    took: start.elapsed(),
                })
            }
            _ => None,
        };
        Ok(Verified { played, anew })
    }

    /// Returns the setups to play again, each with the result that contains its games.
    fn audited(&self) -> Vec<(&RemotePlaces, Range<u64>)> {
        let places = self.result.parts.iter().filter_map(|part| match part {
            PartResult::Places(places) => Some(places),
            PartResult::Games { .. } | PartResult::Counts(_) => None,
        });
        let places: Vec<&RemotePlaces> = places.collect();
        match self.extent {
            Extent::Everything => places
                .iter()
                .flat_map(|&places| {
                    let seats = round_seats(places);
                    let setups = places.games.clone().step_by(usize::try_from(seats).unwrap_or(1));
                    setups.map(move |start| (places, start..start + seats))
                })
                .collect(),
            Extent::Games(number) => (0..number).filter_map(|_| drawn(&places, &mut unforeseen)).collect(),
        }
    }

    /// Returns the parts of a census to count again, each with the result that contains it.
    fn counted_again(&self, random: Random<'_>) -> Vec<(&RemoteCounts, u64)> {
        let counts = self.result.parts.iter().filter_map(|part| match part {
            PartResult::Counts(counts) => Some(counts),
            PartResult::Places(_) | PartResult::Games { .. } => None,
        });
        let all: Vec<(&RemoteCounts, u64)> =
            counts.flat_map(|counts| counts.parts.clone().map(move |part| (counts, part))).collect();
        let draw = |_| {
            let at = random()?.checked_rem(all.len() as u64)?;
            all.get(usize::try_from(at).ok()?).copied()
        };
        match self.extent {
            Extent::Everything => all,
            Extent::Games(number) => (0..number).filter_map(draw).collect(),
        }
    }

    /// Returns a randomly drawn game of foreign code, with its part.
    fn drawn_anew(&self, random: Random<'_>) -> Option<(usize, &RemoteGame)> {
        let number = |part: &PartResult| match part {
            PartResult::Places(_) | PartResult::Counts(_) => 0,
            PartResult::Games { games, .. } => games.len() as u64,
        };
        let all: u64 = self.result.parts.iter().map(number).sum();
        let mut left = usize::try_from(random()?.checked_rem(all)?).ok()?;
        for part in &self.result.parts {
            let PartResult::Games { part, games, .. } = part else { continue };
            match games.get(left) {
                Some(game) => return Some((*part, game)),
                None => left -= games.len(),
            }
        }
        None
    }
}

/// Returns the number of seats of the games.
fn round_seats(places: &RemotePlaces) -> u64 {
    places.places.games().next().map_or(1, |game| game.len() as u64)
}

/// Returns the setup of a randomly drawn game. Each game has an equal chance.
fn drawn<'p>(places: &[&'p RemotePlaces], random: Random<'_>) -> Option<(&'p RemotePlaces, Range<u64>)> {
    let all: u64 = places.iter().map(|places| places.games.end - places.games.start).sum();
    let mut left = random()?.checked_rem(all)?;
    for places in places {
        let games = places.games.end - places.games.start;
        if left < games {
            let seats = round_seats(places);
            let game = places.games.start + left;
            let start = game - game % seats;
            return Some((places, start..start + seats));
        }
        left -= games;
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use game::SeededRng;
    use tournament::Places;

    use super::*;

    /// The number of workers that forge in a simulation.
    const WORKERS: u64 = 2000;

    /// The number of reports within which a worker that forges a hundredth of its games must be caught.
    const REPORTS: u64 = 500;

    fn report(parts: &[u64]) -> Vec<RemotePlaces> {
        let part = |(part, &games): (usize, &u64)| {
            let places = Places::parse(&"12".repeat(usize::try_from(games).unwrap()), 2).unwrap();
            RemotePlaces { part, games: 0..games, places, turns: 1, elapsed: Duration::ZERO }
        };
        parts.iter().enumerate().map(part).collect()
    }

    /// Returns the share of workers that are caught if report number `n` has these parts, with `forged` false setups.
    fn caught(parts_of: &dyn Fn(u64) -> Vec<u64>, forged_of: &dyn Fn(u64) -> u64) -> f64 {
        let kinds: Vec<Vec<RemotePlaces>> = (0..10).map(|number| report(&parts_of(number))).collect();
        let is_caught = |worker: &u64| {
            let mut random = SeededRng::for_setup(*worker);
            let mut audit = AuditPlan::default();
            (0..REPORTS).any(|number| {
                let kind = usize::try_from(number % 10).unwrap();
                let places: Vec<&RemotePlaces> = kinds[kind].iter().collect();
                let games: u64 = places.iter().map(|one| one.games.end).sum();
                let mut forged = HashSet::new();
                while (forged.len() as u64) < forged_of(number % 10) {
                    // Both games of a setup, which is best for the forger.
                    let at = random.index_below(places.len());
                    forged.insert((at, 2 * random.below(places[at].games.end / 2)));
                }
                let audited = audit.games(1, games, &mut || Some(random.next_u64()));
                (0..audited).any(|_| {
                    let (places, setup) = drawn(&places, &mut || Some(random.next_u64())).unwrap();
                    forged.contains(&(places.part, setup.start))
                })
            })
        };
        let number = (1..=WORKERS).filter(is_caught).count();
        f64::from(u32::try_from(number).unwrap()) / f64::from(u32::try_from(WORKERS).unwrap())
    }

    /// 1 - 0.99^500 is 0.9934; with 2000 workers, at most 2 in a million simulations find fewer than 0.985.
    const LEAST: f64 = 0.985;

    #[test]
    fn a_worker_that_forges_a_hundredth_of_its_games_is_caught_within_500_reports() {
        let even = caught(&|_| vec![200, 150, 50], &|_| 2);
        assert!(even >= LEAST, "{even}");
        // The worker forges only a tenth of every tenth report.
        let rarely = caught(&|_| vec![400], &|number| if number == 0 { 20 } else { 0 });
        assert!(rarely >= LEAST, "{rarely}");
    }

    #[test]
    fn long_reports_do_not_hide_false_games() {
        // Every second report is ten times as long as the others, and contains all false games.
        let lengths = |number: u64| vec![if number.is_multiple_of(2) { 2000 } else { 200 }];
        let hidden = caught(&lengths, &|number| if number.is_multiple_of(2) { 11 } else { 0 });
        assert!(hidden >= LEAST, "{hidden}");
    }

    #[test]
    fn half_the_games_are_too_few_for_that() {
        let few = caught(&|_| vec![400], &|_| 1);
        assert!(few < 0.95, "the simulation can tell: {few}");
    }

    #[test]
    fn reports_of_usual_length_have_the_wanted_number_of_audits() {
        let mut audit = AuditPlan::default();
        let mut random = SeededRng::for_setup(1);
        for _ in 0..100 {
            assert_eq!(audit.games(1, 500, &mut || Some(random.next_u64())), 1);
            assert_eq!(audit.games(0, 500, &mut || Some(random.next_u64())), 0);
        }
    }

    #[test]
    fn foreign_code_is_played_anew_for_a_part_of_the_time() {
        let mut audit = AuditPlan::default();
        assert!(audit.is_anew_due(1) && !audit.is_anew_due(0));
        audit.add(Duration::from_secs(10), Duration::from_secs(1));
        assert!(!audit.is_anew_due(1));
        audit.add(Duration::from_secs(50), Duration::ZERO);
        assert!(audit.is_anew_due(1));
    }
}

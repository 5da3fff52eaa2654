//! Ratings without ranks: the first step of rankings.

use super::{ChanceSource, IntervalBasis};
use crate::ratings::{
    Confidence, Cycle, Dispersion, EloInterval, Interrupted, ProgressMonitor, Ratings, ResampledFieldRatings,
    Results, unstopped,
};
use crate::{EncounterResult, EntrantIndex};

/// The number of fields drawn where the field itself is uncertain, and their number for fields of more than forty,
/// where each takes its time and intervals rest on many opponents anyway.
const DRAWN_FIELDS: usize = 1000;
const DRAWN_LARGE_FIELDS: usize = 400;

/// At most this many circles are named.
const MOST_CYCLES: usize = 3;

/// Ratings of a field, with intervals on request. They are the first step of [`Rankings`](super::Rankings) and give equal
/// values, but take much less time, since nothing is simulated.
#[derive(Debug, Clone)]
pub struct Estimate {
    pub(super) basis: IntervalBasis,
    /// The games as they were played; the ratings use these games and their spread.
    pub(super) games: Results,
    /// How far games are spread, where there is any chance in them.
    pub(super) dispersion: Option<Dispersion>,
    pub(super) ratings: Ratings,
    pub(super) field: Option<ResampledFieldRatings>,
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
        let basis = IntervalBasis::of(entrants, played, luck);
        // Where nothing is left to chance, games have no spread.
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

    /// The clearest circles, judged by the games as they were played.
    pub(super) fn cycles(&self, confidence: Confidence) -> Vec<Cycle> {
        match &self.dispersion {
            // The sign test counts games: there may be fewer than were played, but not more.
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

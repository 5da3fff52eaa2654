//! The likelihood of a rating, or of a difference of two, with all else as likely as it can be: the profile.
//!
//! A normal distribution about the most likely rating is right where there are many games. Where there are few, or
//! a program won nearly all of its games, the likelihood leans to one side: ten wins of ten say surely that the winner
//! is better, and nearly nothing of how much. So intervals and likelihoods here go by the signed root of twice the
//! fall of the profile's logarithm, corrected for its bent and for what the other ratings cost (`r*`: Barndorff-Nielsen
//! 1986; Brazzale, Davison & Reid 2007, "Applied Asymptotics", chapter 2), which has a normal distribution already for
//! a handful of games. In fields of up to `MAX_EXACT` all of the likelihood is followed. In larger ones, of those
//! whose likelihood leans, only the few that matter most move along the true one, all others along the normal one.

use super::fitted::Ratings;
use super::matrix::{Factor, SquareMatrix, dot};
use super::model::{Coordinates, Curve, Parameters};
use super::results::{PairResult, Placing, to_f64};
use crate::EntrantIndex;

/// Fields of up to this many entrants are followed along their true likelihood.
const MAX_EXACT: usize = 48;

/// In larger fields, this many move beside those that are asked for.
const MAX_LEANING: usize = 6;

/// A likelihood leans if its information changes by more than this share within a standard deviation.
const LEANING: f64 = 0.1;

/// Others matter if their correlation with what is asked for is greater than this.
const MATTERS: f64 = 0.1;

/// In larger fields those who move are followed with all others standing still, and how others go along is taken into
/// account as it is at the top. That serves where others hold one fast: where its variance is at most this many times
/// what it would be if others were known. A group that hardly met the rest is not held by its own members.
const HELD: f64 = 2.0;

/// More different placings than this would take long to follow, and are enough for a normal distribution.
const MAX_PLACINGS: usize = 2000;

/// The work of a placing grows with the cube of its seats. More than this together would take long to follow, too: 64
/// games of 64 are 17 million, and are enough for a normal distribution.
const MAX_CUBES: usize = 1 << 19;

/// This close to the top, in standard deviations, corrections are taken from a little further away.
const NEAR_TOP: f64 = 0.1;

/// A value whose root is as near as this to the one asked for, in standard deviations, is found.
const NEAR_ENOUGH: f64 = 1e-3;

/// A correction is at most this many standard deviations: it is the first term of a series, and where it is greater the
/// series says nothing. In a gauntlet whose first program wins nearly all of a few games, the likelihood of many ratings
/// is nearly flat on one side at once; what they cost together then moved intervals past the truth in nearly half of
/// all cases.
const FARTHEST: f64 = 1.0;

/// What the likelihood is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quantity {
    /// A rating, measured from the mean of the field.
    Rating(EntrantIndex),
    /// How far one is above another.
    Difference(EntrantIndex, EntrantIndex),
}

impl Quantity {
    fn entrants(self) -> Vec<EntrantIndex> {
        match self {
            Self::Rating(one) => vec![one],
            Self::Difference(one, other) => vec![one, other],
        }
    }
}

/// The profiles of all that can be asked for.
pub(super) struct Profiles<'a> {
    ratings: &'a Ratings,
    /// The one profile of a small field.
    whole: Option<Profile>,
    /// Those whose likelihood leans, in a large one.
    leaning: Vec<EntrantIndex>,
    /// Whether others hold an entrant, in a large one.
    held: Vec<bool>,
    /// For each entrant its results, as positions among all: looking through those of the whole field for each profile
    /// would take a time that grows with the fourth power of the field.
    met: Vec<Vec<usize>>,
}

impl<'a> Profiles<'a> {
    pub(super) fn of(ratings: &'a Ratings) -> Self {
        let entrants = ratings.working().entrants();
        let is_small = (2..=MAX_EXACT).contains(&entrants);
        if is_small {
            let all_but_last: Vec<EntrantIndex> = (0..entrants - 1).collect();
            let met = met(ratings);
            let whole = Profile::moving(ratings, &all_but_last, &met);
            return Self { ratings, whole, leaning: Vec::new(), held: Vec::new(), met };
        }
        let informations = informations(ratings);
        let variance = |one: EntrantIndex| ratings.working_variance(Quantity::Rating(one));
        let held: Vec<bool> = (0..entrants).map(|one| variance(one) * informations[one][1] <= HELD).collect();
        let leaning = (0..entrants).filter(|&one| held[one] && leans(informations[one])).collect();
        Self { ratings, whole: None, leaning, held, met: met(ratings) }
    }

    /// By how many standard deviations, signed, what was asked for is above `value`, in natural logarithms.
    pub(super) fn deviations_above(&self, asked: Quantity, value: f64) -> f64 {
        let found = self.ratings.value(asked);
        let working = self
            .first_of(asked, |profile| profile.deviations_at(&profile.contrast(asked), found - value))
            .unwrap_or_else(|| (found - value) / self.ratings.working_variance(asked).sqrt());
        working / self.ratings.stretch(asked)
    }

    /// The value that is this many standard deviations above what was asked for.
    pub(super) fn value_at(&self, asked: Quantity, deviations: f64) -> f64 {
        let deviations = deviations * self.ratings.stretch(asked);
        let normal = self.ratings.working_variance(asked).sqrt() * deviations;
        let away =
            self.first_of(asked, |profile| profile.shift_of(&profile.contrast(asked), deviations, normal));
        self.ratings.value(asked) + away.unwrap_or(normal)
    }

    /// Asks profiles, the most exact one first, until one can answer. `None` if the likelihood is as good as normal, or
    /// no profile is: in a large field, those who do not move follow a normal distribution, and where a sparse field's
    /// likelihood flattens, the likelihood of all together may then have no maximum in a plane.
    fn first_of<T>(&self, asked: Quantity, ask: impl Fn(&Profile) -> Option<T>) -> Option<T> {
        if let Some(whole) = &self.whole {
            return ask(whole);
        }
        let moving = self.moving_for(asked)?;
        [moving, asked.entrants()]
            .iter()
            .find_map(|moving| ask(&Profile::moving(self.ratings, moving, &self.met)?))
    }

    /// The entrants that move: those asked for, and of those whose likelihood leans, the ones that matter most.
    fn moving_for(&self, asked: Quantity) -> Option<Vec<EntrantIndex>> {
        let mut moving = asked.entrants();
        if moving.iter().any(|&one| !self.held[one]) {
            return None;
        }
        let mut mattering: Vec<(f64, EntrantIndex)> = self
            .leaning
            .iter()
            .filter(|one| !moving.contains(one))
            .map(|&one| (self.ratings.working_correlation(asked, one).abs(), one))
            .filter(|(correlation, _)| *correlation > MATTERS)
            .collect();
        mattering.sort_by(|a, b| b.0.total_cmp(&a.0));
        let is_plain = mattering.is_empty() && !moving.iter().any(|one| self.leaning.contains(one));
        moving.extend(mattering.iter().take(MAX_LEANING).map(|(_, one)| *one));
        (!is_plain).then_some(moving)
    }
}

/// For each entrant its results, as positions among all, rising.
fn met(ratings: &Ratings) -> Vec<Vec<usize>> {
    let mut met = vec![Vec::new(); ratings.working().entrants()];
    for (at, pair) in ratings.working().pairs().iter().enumerate() {
        met[pair.one].push(at);
        met[pair.other].push(at);
    }
    met
}

/// How much games tell about each entrant by itself, a standard deviation below its rating, at it, and as far above.
fn informations(ratings: &Ratings) -> Vec<[f64; 3]> {
    let entrants = ratings.working().entrants();
    let mut informations = vec![[0.0; 3]; entrants];
    let shift = |one: EntrantIndex, by: usize| {
        ratings.working_variance(Quantity::Rating(one)).sqrt() * (to_f64(by as u64) - 1.0)
    };
    for pair in ratings.working().pairs() {
        for one in [pair.one, pair.other] {
            for (by, sum) in informations[one].iter_mut().enumerate() {
                let sign = if one == pair.one { 1.0 } else { -1.0 };
                let chances = ratings.parameters().scores_apart(pair.one, pair.other, sign * shift(one, by));
                *sum += pair.games() * chances.variance();
            }
        }
    }
    for placing in followed_placings(ratings) {
        for &one in placing.groups.iter().flatten() {
            let only = Coordinates::of(&[one], entrants);
            for (by, sum) in informations[one].iter_mut().enumerate() {
                let mut there = ratings.parameters().clone();
                there.strengths[one] += shift(one, by);
                *sum += Curve::of([], [placing], &there, &only).information.at(0, 0);
            }
        }
    }
    informations
}

/// Whether information changes within a standard deviation.
fn leans([below, here, above]: [f64; 3]) -> bool {
    [below, above].iter().any(|there| (there - here).abs() > LEANING * here)
}

fn followed_placings(ratings: &Ratings) -> &[Placing] {
    let placings = ratings.working().placings();
    let seats = |placing: &Placing| placing.groups.iter().map(Vec::len).sum::<usize>();
    let cubes =
        placings.iter().fold(0_usize, |sum, placing| sum.saturating_add(seats(placing).saturating_pow(3)));
    if placings.len() > MAX_PLACINGS || cubes > MAX_CUBES { &[] } else { placings }
}

/// The fall of the likelihood's logarithm when the strengths of some entrants move against the mean of all others.
struct Profile {
    /// The most likely parameters.
    top: Parameters,
    /// Which of those who move, by their positions, are among those whose mean rating is 0, and how many these are.
    centred: Vec<usize>,
    centre: f64,
    coordinates: Coordinates,
    /// The results that are followed along their true likelihood.
    pairs: Vec<PairResult>,
    placings: Vec<Placing>,
    /// The likelihood curve of these results at the maximum.
    there: Curve,
    /// The curvature of everything else.
    rest: SquareMatrix,
    /// The covariance of what moves.
    covariance: SquareMatrix,
    /// The logarithm of the determinant of its inverse.
    log_determinant: f64,
}

/// A point on the profile.
struct Point {
    at: Vec<f64>,
    /// How much less likely it is than the top: a difference of logarithms.
    fall: f64,
    /// How fast the fall grows with what is asked for.
    slope: f64,
    /// What a standard deviation of what is asked for would be if the likelihood were bent everywhere as it is here, and
    /// there as it is at the top in all other directions.
    deviation: f64,
}

impl Point {
    /// The signed root of twice the fall.
    fn root(&self, shift: f64) -> f64 {
        (2.0 * self.fall.max(0.0)).sqrt() * shift.signum()
    }

    /// The root, corrected.
    fn corrected_root(&self, shift: f64) -> f64 {
        let root = self.root(shift);
        let correction = libm::log(shift / self.deviation / root) / root;
        if correction.is_finite() { root + correction.clamp(-FARTHEST, FARTHEST) } else { root }
    }
}

impl Profile {
    /// The profile in which these entrants move, not all of the field.
    /// `None` if floating-point precision does not suffice.
    fn moving(ratings: &Ratings, moving: &[EntrantIndex], met: &[Vec<usize>]) -> Option<Self> {
        let coordinates = Coordinates::of(moving, ratings.working().entrants());
        let moves = |one: EntrantIndex| coordinates.of_entrant(one).is_some();
        // In the order of all results, whichever entrants move: sums depend on the order.
        let mut followed: Vec<usize> = moving.iter().flat_map(|&one| met[one].iter().copied()).collect();
        followed.sort_unstable();
        followed.dedup();
        let pairs: Vec<PairResult> = followed.iter().map(|&at| ratings.working().pairs()[at]).collect();
        let placings: Vec<Placing> = followed_placings(ratings)
            .iter()
            .filter(|placing| placing.groups.iter().flatten().any(|&one| moves(one)))
            .cloned()
            .collect();
        let top = ratings.parameters().clone();
        let there = Curve::of(&pairs, &placings, &top, &coordinates);
        let centre = ratings.centre();
        let centred = (0..moving.len()).filter(|&at| centre.has(moving[at])).collect();
        let mut staying: Vec<EntrantIndex> =
            centre.members().iter().copied().filter(|&one| !moves(one)).collect();
        if staying.is_empty() {
            // Then what is asked for is a difference of those who move, no matter who stays.
            staying = (0..ratings.working().entrants()).filter(|&one| !moves(one)).collect();
        }
        let covariance = ratings.covariance_against(moving, &staying);
        let factor = Factor::of(covariance.clone())?;
        let log_determinant = -factor.log_determinant();
        let mut rest = factor.inverse_of_product();
        for row in 0..rest.size() {
            for column in 0..rest.size() {
                rest.add(row, column, -there.information.at(row, column));
            }
        }
        Some(Self {
            top,
            centred,
            centre: centre.count(),
            coordinates,
            pairs,
            placings,
            there,
            rest,
            covariance,
            log_determinant,
        })
    }

    /// Nothing has moved.
    fn still(&self) -> Vec<f64> {
        vec![0.0; self.rest.size()]
    }

    /// What is asked for, as multiples of what moves. The mean of those who stay is 0 here, and the mean of all whose mean
    /// rating is 0 is not.
    fn contrast(&self, asked: Quantity) -> Vec<f64> {
        let mut contrast = self.still();
        let (up, down) = match asked {
            Quantity::Rating(one) => {
                for &member in &self.centred {
                    contrast[member] = -1.0 / self.centre;
                }
                (one, None)
            }
            Quantity::Difference(one, other) => (one, Some(other)),
        };
        if let Some(at) = self.coordinates.of_entrant(up) {
            contrast[at] += 1.0;
        }
        if let Some(at) = down.and_then(|other| self.coordinates.of_entrant(other)) {
            contrast[at] -= 1.0;
        }
        contrast
    }

    /// How far what is asked for must move until the corrected root is `deviations`; a normal distribution would say
    /// `guess`. Newton's method; the root is nearly straight.
    /// `None` if there is no such shift.
    fn shift_of(&self, contrast: &[f64], deviations: f64, guess: f64) -> Option<f64> {
        let mut shift = guess;
        let mut start = self.still();
        let mut missing = f64::INFINITY;
        for _ in 0..40 {
            let point = self.lowest_fall(contrast, shift, &start)?;
            missing = deviations - point.corrected_root(shift);
            if missing.abs() < 1e-6 {
                break;
            }
            let next = shift + missing * point.root(shift) / point.slope;
            shift *= Some(next / shift).filter(|by| by.is_finite())?.clamp(0.25, 4.0);
            start = point.at;
        }
        (missing.abs() < NEAR_ENOUGH).then_some(shift)
    }

    /// The corrected root where what is asked for has moved down by `shift`. Very near the top, where it is a quotient
    /// of vanishing numbers, the correction is that of a little further away. `None` if there is no root.
    fn deviations_at(&self, contrast: &[f64], shift: f64) -> Option<f64> {
        let near = NEAR_TOP * dot(contrast, &self.covariance.times(contrast)).sqrt();
        if shift.abs() >= near {
            return Some(-self.lowest_fall(contrast, -shift, &self.still())?.corrected_root(-shift));
        }
        let aside = near.copysign(-shift);
        let point = self.lowest_fall(contrast, aside, &self.still())?;
        Some(shift / near * NEAR_TOP - (point.corrected_root(aside) - point.root(aside)))
    }

    /// The least fall where what is asked for has moved by `shift`: Newton's method within that plane. `None` if the
    /// fall is not convex there, or not below the plane: then there is none, or another one far away.
    fn lowest_fall(&self, contrast: &[f64], shift: f64, start: &[f64]) -> Option<Point> {
        let spread = self.covariance.times(contrast);
        let missing = (shift - dot(contrast, start)) / dot(contrast, &spread);
        let at: Vec<f64> = start.iter().zip(&spread).map(|(x, by)| x + missing * by).collect();
        let mut fall = self.fall(&at);
        let mut point = Point { at, fall: fall.value, slope: 0.0, deviation: f64::INFINITY };
        for _ in 0..60 {
            let factor = Factor::of(fall.information.clone())?;
            let (down, across) = (factor.solve(&fall.gradient), factor.solve(contrast));
            let variance = dot(contrast, &across);
            point.slope = dot(contrast, &down) / variance;
            let volume = libm::exp((factor.log_determinant() - self.log_determinant) / 2.0);
            point.deviation = volume * variance.sqrt();
            let step: Vec<f64> =
                down.iter().zip(&across).map(|(down, across)| point.slope * across - down).collect();
            let Some((next, there)) = self.descend(&point.at, fall.value, &step) else { break };
            point = Point { at: next, fall: there.value, ..point };
            fall = there;
            if step.iter().all(|part| part.abs() < 1e-6) {
                break;
            }
        }
        (point.fall > 0.0 && point.slope.is_finite()).then_some(point)
    }

    /// Follows a step as far as the fall does not grow.
    fn descend(&self, from: &[f64], fall: f64, step: &[f64]) -> Option<(Vec<f64>, Curve)> {
        let highest = fall + 1e-10 * (1.0 + fall.abs());
        let mut share = 1.0;
        while share > 1e-9 {
            let next: Vec<f64> = from.iter().zip(step).map(|(x, by)| x + share * by).collect();
            let there = self.fall(&next);
            if there.value <= highest {
                return Some((next, there));
            }
            share /= 2.0;
        }
        None
    }

    /// The fall when everything has moved so far, with its derivatives; their `information` is the curvature of
    /// the fall.
    fn fall(&self, at: &[f64]) -> Curve {
        let parameters = self.top.moved(&self.coordinates, at);
        let mut curve = Curve::of(&self.pairs, &self.placings, &parameters, &self.coordinates);
        let bend = self.rest.times(at);
        let of_rest = dot(at, &bend) / 2.0 + dot(&self.there.gradient, at);
        curve.value = of_rest + (self.there.value - curve.value);
        for (place, slope) in curve.gradient.iter_mut().enumerate() {
            *slope = bend[place] + self.there.gradient[place] - *slope;
        }
        for row in 0..at.len() {
            for column in 0..at.len() {
                curve.information.add(row, column, self.rest.at(row, column));
            }
        }
        curve
    }
}

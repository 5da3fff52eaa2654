//! Checks reports before their results are taken: some games are played again, and those of foreign code follow from
//! their answers.

use std::ops::Range;

use dispatch::{BatchId, BatchResult, DistantPlaces, PartResult, Unverified, Verifier};
use jobs::PlayedPiece;
use tournament::Encounter;

/// A report to check.
pub(crate) struct Check {
    pub(crate) id: BatchId,
    pub(crate) worker: String,
    /// The encounter of each part of the batch.
    pub(crate) encounters: Vec<usize>,
    pub(crate) result: BatchResult,
    pub(crate) extent: Extent,
}

/// How much of a report is played again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// This many games, chosen at random, and the other games of their setups.
    Games(u32),
    /// All of it.
    Everything,
}

impl Check {
    /// Checks the report, and returns its results as results of this process.
    pub(crate) fn run<E>(
        &self,
        verifier: &Verifier<'_, '_, E>,
        round: &[Encounter],
    ) -> Result<Vec<PlayedPiece>, Unverified<E>> {
        let members = |part: usize| round[self.encounters[part]].members.as_slice();
        for (places, setup) in self.audited() {
            verifier.audit(members(places.part), places, setup)?;
        }
        let mut played = Vec::new();
        for part in &self.result.parts {
            played.extend(verifier.piece(
                self.encounters[part.part()],
                members(part.part()),
                part.clone(),
            )?);
        }
        Ok(played)
    }

    /// The setups to play again, each with the result that has its games.
    fn audited(&self) -> Vec<(&DistantPlaces, Range<u64>)> {
        let places = self.result.parts.iter().filter_map(|part| match part {
            PartResult::Places(places) => Some(places),
            PartResult::Games { .. } => None,
        });
        let places: Vec<&DistantPlaces> = places.collect();
        let seats = |places: &DistantPlaces| round_seats(places);
        match self.extent {
            Extent::Everything => places
                .iter()
                .flat_map(|&places| {
                    let seats = seats(places);
                    let setups = places.games.clone().step_by(usize::try_from(seats).unwrap_or(1));
                    setups.map(move |start| (places, start..start + seats))
                })
                .collect(),
            Extent::Games(number) => (0..number).filter_map(|_| drawn(&places)).collect(),
        }
    }
}

/// How many seats the games have.
fn round_seats(places: &DistantPlaces) -> u64 {
    places.places.games().next().map_or(1, |game| game.len() as u64)
}

/// The setup of a game that is drawn at random. A worker must not be able to foresee it, so the operating system
/// draws it; no result depends on it.
fn drawn<'p>(places: &[&'p DistantPlaces]) -> Option<(&'p DistantPlaces, Range<u64>)> {
    let all: u64 = places.iter().map(|places| places.games.end - places.games.start).sum();
    let mut left = getrandom::u64().ok()?.checked_rem(all)?;
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

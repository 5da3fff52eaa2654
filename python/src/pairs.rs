//! Games between pairs of programs, as in tournaments of the command line: they use the same seeds, and play
//! every setup from both seats.

use std::convert::Infallible;

use ::games::RegisteredGame;
use game::{Digest, NoPlayers, Participant, Rules};
use jobs::{Parallelism, PlayContext, play_round};
use pyo3::prelude::*;
use referee::{Conditions, Detail};
use tournament::{Encounter, EncounterResult, Field, Seating, pairing_seed, rounded_up};

use crate::interruptible::Stop;
use crate::program::Program;
use crate::{arguments, errors};

/// The number of programs in a pair.
const SEATS: usize = 2;

/// Programs of one game, ordered by identity. Schedules refer to an entrant by its index in this order.
pub(crate) struct Entrants {
    pub(crate) game: &'static dyn RegisteredGame,
    pub(crate) rules: Rules,
    pub(crate) seed: u64,
    programs: Vec<Participant>,
    ids: Vec<Digest>,
    /// For each entrant, its position in the input.
    pub(crate) handed_in: Vec<usize>,
}

impl Entrants {
    /// Orders the programs, and checks the parameters.
    pub(crate) fn new(
        py: Python<'_>,
        game: &'static dyn RegisteredGame,
        given: &[Program],
        rules: Rules,
        seed: u64,
    ) -> PyResult<Self> {
        let ids: Vec<Digest> = given.iter().map(|program| program.participant.id()).collect();
        let (_, handed_in) = Field::new(&ids);
        let programs: Vec<Participant> = handed_in.iter().map(|&at| given[at].participant.clone()).collect();
        let ids = handed_in.iter().map(|&at| ids[at]).collect();
        if let Some(one) = given.first() {
            // Reports invalid parameters before any game is played.
            arguments::lineup(py, game, &[one.clone(), one.clone()], &rules)?;
        }
        Ok(Self { game, rules, seed, programs, ids, handed_in })
    }

    /// For each position in the input, its entrant: the inverse of `handed_in`.
    pub(crate) fn by_place(&self) -> Vec<usize> {
        let mut entrants = vec![0; self.handed_in.len()];
        for (entrant, &place) in self.handed_in.iter().enumerate() {
            entrants[place] = entrant;
        }
        entrants
    }

    /// The programs of two entrants.
    pub(crate) fn pair(&self, one: usize, other: usize) -> [Participant; SEATS] {
        [one, other].map(|entrant| self.programs[entrant].clone())
    }

    /// The number of threads to use, limited by the memory that their matches need.
    pub(crate) fn threads(&self, py: Python<'_>, wanted: Option<usize>) -> PyResult<usize> {
        let wanted = arguments::threads(py, wanted)?;
        match self.programs.first() {
            Some(one) => {
                let lineup = referee::Lineup::new(self.game, vec![one.clone(), one.clone()], &self.rules);
                Ok(lineup.map_err(|error| errors::settings(py, error))?.threads(wanted))
            }
            None => Ok(wanted),
        }
    }

    /// Plays these encounters. Returns `None` if it was stopped.
    pub(crate) fn play(
        &self,
        round: Vec<Encounter>,
        threads: usize,
        stop: Stop,
    ) -> Result<Option<Vec<EncounterResult>>, String> {
        let seed_of = |members: &[usize]| {
            let ids: Vec<Digest> = members.iter().map(|&member| self.ids[member]).collect();
            pairing_seed(self.seed, &ids, Seating::default())
        };
        let conditions = Conditions { factory: &NoPlayers, match_budget: None, detail: Detail::Result, stop };
        let context: PlayContext<Infallible> = PlayContext {
            game: self.game,
            rules: &self.rules,
            programs: &self.programs,
            seating: Seating::default(),
            seed_of: &seed_of,
            conditions,
            watcher: None,
        };
        let parallelism = Parallelism { threads, chunk: 1, stop };
        play_round(&context, round, parallelism).map_err(|error| error.to_string())
    }
}

/// The number of games per pair, rounded up to play every setup from both seats.
pub(crate) fn games_per_pair(py: Python<'_>, games: u64) -> PyResult<u64> {
    Ok(rounded_up(arguments::games(py, games)?, SEATS))
}

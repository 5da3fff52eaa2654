//! A hill whose programs have all played: its table, its ratings, and their stored form.

use game::Digest;
use serde_json::Number;
use store::Store;
use tournament::schedule::{RoundRobin, Schedule};
use tournament::{Games, Row};

use super::{Challenge, Folder, HillRank, PastRating, State};
use crate::Failure;
use crate::contest::{Contest, KnownResults, PlayOptions, RatingDetail, Results};
use crate::programs::Entrant;

/// The programs of a hill and their results against each other.
pub struct RatedHill {
    /// The contest of the programs on the hill.
    pub contest: Contest,
    /// Its results, which are complete and rated.
    pub results: Results,
}

impl Folder {
    /// Plays all unknown games of a round robin of these programs, and rates them.
    ///
    /// Fails if it was stopped, or if matches stay void: then no program is ranked.
    pub fn play(&self, store: &mut Store, members: &[Entrant], threads: usize) -> Result<RatedHill, Failure> {
        self.play_contest(self.contest(members, self.isolation)?, store, threads)
    }

    /// Plays all unknown games of a contest of the hill, as [`Folder::play`] does.
    pub(super) fn play_contest(
        &self,
        contest: Contest,
        store: &mut Store,
        threads: usize,
    ) -> Result<RatedHill, Failure> {
        if !self.is_held() {
            self.copy_known(&contest, store);
        }
        let options = PlayOptions {
            threads,
            known: KnownResults::Use,
            only: Vec::new(),
            records: false,
            task: "hill",
            dispatcher: self.dispatcher.as_ref(),
        };
        let schedule = || -> Result<Box<dyn Schedule>, Failure> {
            Ok(Box::new(RoundRobin::new(contest.field.len(), self.config.games)))
        };
        let results = contest.play_trusted(&schedule, store, &options, contest.client.stop())?;
        if results.left.is_some() {
            let why = "the hill is unchanged, and the results so far are stored";
            return Err(Failure::Interrupted(why.into()));
        }
        if results.voids > 0 {
            let why =
                "so the hill is unchanged; no program is affected; run the same command to try them again";
            let (voids, cause) = (results.voids, results.void_cause_in_words());
            return Err(Failure::Machine(format!("{voids} matches stayed void{cause}, {why}")));
        }
        results.rate(RatingDetail::Entrants)?;
        Ok(RatedHill { contest, results })
    }

    /// Returns a line of the history after a change that is not a challenge. It has no program.
    pub(super) fn history_line(&self, change: &str, hill: &RatedHill) -> Challenge {
        Challenge {
            number: self.state.challenges,
            change: change.into(),
            program: String::new(),
            id: String::new(),
            rank: None,
            pushed_off: Vec::new(),
            ratings: hill.ratings(),
            replaces: None,
            submission: None,
            why: None,
            environment: None,
        }
    }

    /// Returns the state of the hill with this table, after a change that is not a challenge.
    pub(super) fn state_of(&self, hill: &RatedHill) -> State {
        State {
            challenges: self.state.challenges,
            programs: self.places(hill, 0),
            environments: self.environments_of(&hill.contest),
        }
    }

    /// Returns the places of all programs, with ages increased by `older` challenges.
    pub(super) fn places(&self, hill: &RatedHill, older: u64) -> Vec<HillRank> {
        let place = |row: &Row| {
            let id = hill.contest.field.program(row.entrant).to_string();
            HillRank {
                rank: row.rank,
                file: hill.contest.entrants[row.entrant].source.file.clone(),
                age: self.state.age(&id) + older,
                id,
                points: row.standing.points.to_string(),
                wins: number_of(row.standing.wins),
                draws: number_of(row.standing.draws),
                losses: number_of(row.standing.losses),
            }
        };
        hill.results.table.rows.iter().map(place).collect()
    }
}

impl RatedHill {
    pub(super) fn rank_of(&self, id: Digest) -> usize {
        let rows = &self.results.table.rows;
        let row = rows.iter().find(|row| self.contest.field.program(row.entrant) == id);
        row.map_or(rows.len() + 1, |row| row.rank)
    }

    /// Returns all ratings, best first.
    fn ratings(&self) -> Vec<PastRating> {
        let rating = |row: &Row| {
            let file = &self.contest.entrants[row.entrant].source.file;
            let id = self.contest.field.program(row.entrant).to_string();
            PastRating::new(file, id, &self.results.rankings().entrants[row.entrant])
        };
        let mut ratings: Vec<PastRating> = self.results.table.rows.iter().map(rating).collect();
        ratings.sort_by(|one, two| two.elo.total_cmp(&one.elo));
        ratings
    }
}

/// Returns games as a number for files and other programs, with all their decimals.
#[must_use]
pub fn number_of(games: Games) -> Number {
    // Their text is a plain number: digits, with or without a decimal point.
    serde_json::from_str(&games.to_string()).unwrap_or_else(|_| 0.into())
}

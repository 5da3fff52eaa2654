//! A version of the watched program, and its results.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::contest::records::play_again;
use crate::contest::{Contest, PlayOptions, Results};
use crate::programs::Entrant;
use crate::recorder::Recorder;
use crate::{Failure, ScoreKind};
use store::Store;
use tournament::schedule::{Gauntlet, Schedule};
use tournament::{Encounter, EncounterResult};

use super::{HillField, Opponent, ShouldStop, StageResults};

/// A saved version. Its results stay in memory, because a save is not a challenge and would make the hill's database
/// grow.
pub struct Version {
    /// The program.
    pub entrant: Entrant,
    /// The results of the stages that were shown, in order.
    pub stages: Vec<StageResults>,
    results: Store,
    /// Its opponents, as entrants of the hill.
    opponents: Vec<usize>,
    contest: Contest,
    /// How the hill determines scores.
    score: ScoreKind,
    records: BTreeMap<(usize, u64), PathBuf>,
}

impl Version {
    /// Creates a version without results. A program on the hill with the same file name or the same code is treated as
    /// a version of it and not played.
    pub fn new(entrant: Entrant, hill: &HillField) -> Result<Self, Failure> {
        let meets = |&member: &usize| !is_version_of(&hill.members()[member], &entrant);
        let opponents: Vec<usize> = (0..hill.members().len()).filter(meets).collect();
        let contest = hill.contest_with(&opponents, &entrant)?;
        let (results, stages, records) = (Store::in_memory()?, Vec::new(), BTreeMap::new());
        Ok(Self { entrant, stages, results, opponents, score: contest.score, contest, records })
    }

    /// Returns true if this is the same program, except for comments.
    #[must_use]
    pub fn is_of(&self, entrant: &Entrant) -> bool {
        self.entrant.program.id() == entrant.program.id()
    }

    /// Returns the files on the hill that are treated as versions of this program.
    #[must_use]
    pub fn left_out(&self, hill: &HillField) -> Vec<String> {
        let left_out = hill.members().iter().filter(|member| is_version_of(member, &self.entrant));
        left_out.map(|member| member.source.file.clone()).collect()
    }

    /// Returns true if there are no opponents.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.opponents.is_empty()
    }

    /// Returns the number of games per pairing of the next stage: 2, and then doubled each time, up to the number that
    /// the hill plays.
    pub fn next_stage(&self, all_games: u64) -> Option<u64> {
        let next = self.stages.last().map_or(2, |stage| stage.games.saturating_mul(2));
        let is_over = self.is_alone() || self.stages.last().is_some_and(StageResults::is_final);
        (!is_over).then_some(next.min(all_games))
    }

    /// Plays its own games of a stage; `None` if it was stopped. Exact scores wait for the last stage, because earlier
    /// stages should be quick.
    pub fn play(
        &mut self,
        games: u64,
        hill: &HillField,
        options: &PlayOptions,
        stop: ShouldStop,
    ) -> Result<Option<Results>, Failure> {
        let is_last = games == hill.folder.config.games;
        self.contest.score = if is_last { self.score } else { ScoreKind::Sampled };
        let (programs, own) = (self.contest.field.len(), self.entrant_number());
        let gauntlet =
            || -> Result<Box<dyn Schedule>, Failure> { Ok(Box::new(Gauntlet::new(programs, own, games))) };
        let results = self.contest.play_trusted(&gauntlet, &mut self.results, options, stop)?;
        Ok(results.left.is_none().then_some(results))
    }

    /// Returns the results of its own games while those of the others are unknown.
    pub fn own_figures(&self, own: &Results, hill: &HillField, games: u64) -> StageResults {
        StageResults::without_place(&hill.folder, &self.contest, own, self.entrant_number(), games)
    }

    /// Returns the results of its own games and those of the hill.
    pub fn figures(
        &self,
        own: Results,
        theirs: &[EncounterResult],
        hill: &HillField,
        games: u64,
    ) -> StageResults {
        let played = own.played.into_iter().chain(self.among_opponents(theirs)).collect();
        let results = self.contest.results_of(played);
        StageResults::new(&hill.folder, &self.contest, &results, self.entrant_number(), games)
    }

    /// Returns its entrant number in its contest.
    fn entrant_number(&self) -> usize {
        self.contest.entrant_at(self.opponents.len())
    }

    /// Returns the encounters of the hill between its opponents, with entrant numbers of the contest with this version.
    /// Both fields have the same order of programs, so the order within an encounter stays.
    fn among_opponents(&self, played: &[EncounterResult]) -> Vec<EncounterResult> {
        let numbers: BTreeMap<usize, usize> =
            self.opponents.iter().enumerate().map(|(at, &one)| (one, self.contest.entrant_at(at))).collect();
        let renumbered = |one: &EncounterResult| {
            let members: Option<Vec<usize>> =
                one.encounter.members.iter().map(|member| numbers.get(member).copied()).collect();
            let encounter = Encounter { members: members?, games: one.encounter.games.clone() };
            Some(EncounterResult { encounter, tally: one.tally.clone() })
        };
        played.iter().filter_map(renumbered).collect()
    }

    /// Returns the record of the first game lost to an opponent, if there is one.
    pub fn record(&mut self, opponent: &Opponent, folder: &Path) -> Result<Option<PathBuf>, Failure> {
        let Some(game) = opponent.lost_game else { return Ok(None) };
        if let Some(known) = self.records.get(&(opponent.entrant, game)) {
            return Ok(Some(known.clone()));
        }
        let members = Encounter::new(vec![self.entrant_number(), opponent.entrant], 0, 0).members;
        let record = play_again(&self.contest, &self.results, &members, game, game)?;
        let path = Recorder::new(folder)?.write(&record)?;
        self.records.insert((opponent.entrant, game), path.clone());
        Ok(Some(path))
    }
}

fn is_version_of(member: &Entrant, entrant: &Entrant) -> bool {
    member.source.file == entrant.source.file || member.program.id() == entrant.program.id()
}

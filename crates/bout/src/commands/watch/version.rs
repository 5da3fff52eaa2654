//! A version of the watched program, and what is known of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use store::Store;
use tournament::schedule::Gauntlet;
use tournament::{Encounter, Played};

use super::Stop;
use super::figures::{Figures, Opponent};
use super::ring::Ring;
use crate::cli::ScoreKind;
use crate::contest::records::play_again;
use crate::contest::{Contest, PlayOptions, Results};
use crate::failure::Failure;
use crate::programs::Entrant;
use crate::recorder::Recorder;

/// A version that was saved. Its results live in memory: a save is no challenge, and the hill's database would grow
/// with every one.
pub(super) struct Version {
    pub(super) entrant: Entrant,
    /// What was shown of it, one after the other.
    pub(super) stages: Vec<Figures>,
    results: Store,
    /// Those it meets, as entrants of the ring.
    opponents: Vec<usize>,
    contest: Contest,
    /// How the hill finds scores.
    score: ScoreKind,
    records: BTreeMap<(usize, u64), PathBuf>,
}

impl Version {
    /// A version that nothing is known of yet. Who on the hill has its file's name or is the same program is taken for
    /// a version of it, and not met.
    pub(super) fn new(entrant: Entrant, ring: &Ring) -> Result<Self, Failure> {
        let meets = |&member: &usize| !is_version_of(&ring.members()[member], &entrant);
        let opponents: Vec<usize> = (0..ring.members().len()).filter(meets).collect();
        let contest = ring.contest_with(&opponents, &entrant)?;
        let (results, stages, records) = (Store::in_memory()?, Vec::new(), BTreeMap::new());
        Ok(Self { entrant, stages, results, opponents, score: contest.score, contest, records })
    }

    /// Whether this is the same program, whatever its comments say.
    pub(super) fn is_of(&self, entrant: &Entrant) -> bool {
        self.entrant.program.id() == entrant.program.id()
    }

    /// The files on the hill that are taken for versions of this program.
    pub(super) fn left_out(&self, ring: &Ring) -> Vec<String> {
        let left_out = ring.members().iter().filter(|member| is_version_of(member, &self.entrant));
        left_out.map(|member| member.source.file.clone()).collect()
    }

    /// Whether there is nobody to play against.
    pub(super) fn is_alone(&self) -> bool {
        self.opponents.is_empty()
    }

    /// The games a pairing of the next stage: 2, and then always twice as many, up to those that the hill plays.
    pub(super) fn next_stage(&self, all_games: u64) -> Option<u64> {
        let next = self.stages.last().map_or(2, |stage| stage.games.saturating_mul(2));
        let is_over = self.is_alone() || self.stages.last().is_some_and(Figures::is_final);
        (!is_over).then_some(next.min(all_games))
    }

    /// Plays its own games of a stage; nothing if that was stopped. Exact scores wait for the last stage: the others are
    /// there to say something soon.
    pub(super) fn play(
        &mut self,
        games: u64,
        ring: &Ring,
        options: &PlayOptions,
        stop: Stop,
    ) -> Result<Option<Results>, Failure> {
        let is_last = games == ring.folder.config.games;
        self.contest.score = if is_last { self.score } else { ScoreKind::Sampled };
        let mut gauntlet = Gauntlet::new(self.contest.field.len(), self.entrant_number(), games);
        let results = self.contest.play_until(&mut gauntlet, &mut self.results, options, stop)?;
        Ok(results.left.is_none().then_some(results))
    }

    /// What its own games come to as long as those of the others are not known.
    pub(super) fn own_figures(&self, own: &Results, ring: &Ring, games: u64) -> Figures {
        Figures::without_place(&ring.folder, &self.contest, own, self.entrant_number(), games)
    }

    /// What its own games and those of the ring come to.
    pub(super) fn figures(&self, own: Results, theirs: &[Played], ring: &Ring, games: u64) -> Figures {
        let played = own.played.into_iter().chain(self.among_opponents(theirs)).collect();
        let results = self.contest.results_of(played);
        Figures::new(&ring.folder, &self.contest, &results, self.entrant_number(), games)
    }

    /// Its number in its contest, in which it was named last.
    fn entrant_number(&self) -> usize {
        self.contest.entrant_named(self.opponents.len())
    }

    /// The encounters of the ring between those who are met, by their numbers in the contest with this version. Both
    /// fields are in the order of programs, so members of an encounter keep theirs.
    fn among_opponents(&self, played: &[Played]) -> Vec<Played> {
        let numbers: BTreeMap<usize, usize> = self
            .opponents
            .iter()
            .enumerate()
            .map(|(at, &one)| (one, self.contest.entrant_named(at)))
            .collect();
        let renumbered = |one: &Played| {
            let members: Option<Vec<usize>> =
                one.encounter.members.iter().map(|member| numbers.get(member).copied()).collect();
            let encounter = Encounter { members: members?, games: one.encounter.games.clone() };
            Some(Played { encounter, tally: one.tally.clone() })
        };
        played.iter().filter_map(renumbered).collect()
    }

    /// The record of the first game that was lost to an opponent, if there is one.
    pub(super) fn record(&mut self, opponent: &Opponent, folder: &Path) -> Result<Option<PathBuf>, Failure> {
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

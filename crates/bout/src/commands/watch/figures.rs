//! What a stage came to, and what changed since the version before.

use std::cmp::Reverse;

use tournament::ratings::Interval;
use tournament::{HeadToHead, Standing};

use crate::commands::hill::pushed_off;
use crate::contest::{Contest, Results};
use crate::hill::Folder;

/// What the watched program came to after so many games a pairing. Everything that is shown of a stage is worked out
/// here, from the results of all who are compared.
#[derive(Debug, Clone)]
pub(super) struct Figures {
    /// Games a pairing, and those that the hill plays.
    pub(super) games: u64,
    pub(super) all_games: u64,
    /// Its place on the hill; nothing before the hill's own games are known.
    pub(super) place: Option<Place>,
    /// What it has reached against those who would stay.
    pub(super) standing: Standing,
    /// Matches of the stage that stayed void, of all programs.
    pub(super) voids: u64,
    /// How it did against each on the hill, in the order of their files' names.
    pub(super) opponents: Vec<Opponent>,
}

/// A place on the hill, as `bout hill test` says it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) rank: usize,
    /// How many are on the hill after it has come.
    pub(super) of: usize,
    pub(super) would_enter: bool,
    /// Its rating among those who are then there, and where that may be with more games.
    pub(super) elo: f64,
    pub(super) interval: Interval,
    /// Files of those who would go.
    pub(super) pushed_off: Vec<String>,
}

/// One on the hill.
#[derive(Debug, Clone)]
pub(super) struct Opponent {
    /// The file.
    pub(super) program: String,
    pub(super) score: HeadToHead,
    /// The entrant's number, and the first game that the watched program lost to it.
    pub(super) entrant: usize,
    pub(super) lost_game: Option<u64>,
}

/// An opponent against whom something changed.
pub(super) struct Change<'a> {
    pub(super) opponent: &'a Opponent,
    /// Thousandths of the points that there were.
    pub(super) before: u64,
    pub(super) now: u64,
}

impl Figures {
    /// The figures of the entrant `watched` after `games` games a pairing of all who are compared.
    pub(super) fn new(
        folder: &Folder,
        contest: &Contest,
        results: &Results,
        watched: usize,
        games: u64,
    ) -> Self {
        let id = contest.field.program(watched);
        let gone = pushed_off(folder, contest, &results.table, id);
        let would_enter = !gone.contains(&watched);
        // As on the hill itself, games against those who go no longer count for one who enters.
        let stays = |members: &[usize]| !would_enter || !members.iter().any(|member| gone.contains(member));
        let counted = results.played.iter().filter(|one| stays(&one.encounter.members)).cloned().collect();
        let counted = contest.results_of(counted);
        let row = counted.table.row_of(watched).clone();
        let is_counted = |entrant: &usize| !would_enter || !gone.contains(entrant);
        let stay: Vec<usize> = (0..contest.field.len()).filter(is_counted).collect();
        let (elo, interval) = contest.rated_among(&stay, watched, &counted.played);
        let others = gone.iter().filter(|&&one| one != watched);
        let place = Place {
            rank: row.rank,
            of: contest.field.len() - gone.len(),
            would_enter,
            elo,
            interval,
            pushed_off: others.map(|&one| contest.entrants[one].source.file.clone()).collect(),
        };
        let own = Self::without_place(folder, contest, results, watched, games);
        Self { place: Some(place), standing: row.standing, ..own }
    }

    /// The same without a place: where the hill's own games are not known yet, its own say something already.
    pub(super) fn without_place(
        folder: &Folder,
        contest: &Contest,
        results: &Results,
        watched: usize,
        games: u64,
    ) -> Self {
        Self {
            games,
            all_games: folder.config.games,
            place: None,
            standing: results.table.row_of(watched).standing.clone(),
            voids: results.voids,
            opponents: opponents(contest, results, watched),
        }
    }

    pub(super) fn rank(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.rank)
    }

    /// Whether nothing sharper will come.
    pub(super) fn is_final(&self) -> bool {
        self.games == self.all_games && self.place.is_some()
    }

    /// The share of points in thousandths, draws counting half, over all games that count.
    pub(super) fn score_thousandths(&self) -> Option<u64> {
        let Standing { wins, draws, losses, .. } = self.standing;
        HeadToHead { ahead: wins, level: draws, behind: losses, is_exact: false }.score_thousandths()
    }

    /// Against whom it does worse than `before`: the largest fall first.
    pub(super) fn lost<'a>(&'a self, before: &Self) -> Vec<Change<'a>> {
        let mut lost: Vec<Change> =
            self.changes(before).into_iter().filter(|one| one.now < one.before).collect();
        lost.sort_by_key(|one| Reverse(one.before - one.now));
        lost
    }

    /// Against whom it does better than `before`: the largest rise first.
    pub(super) fn gained<'a>(&'a self, before: &Self) -> Vec<Change<'a>> {
        let mut gained: Vec<Change> =
            self.changes(before).into_iter().filter(|one| one.now > one.before).collect();
        gained.sort_by_key(|one| Reverse(one.now - one.before));
        gained
    }

    fn changes<'a>(&'a self, before: &Self) -> Vec<Change<'a>> {
        let change = |opponent: &'a Opponent| {
            let then = before.opponents.iter().find(|one| one.program == opponent.program)?;
            let (before, now) = (then.score.score_thousandths()?, opponent.score.score_thousandths()?);
            Some(Change { opponent, before, now })
        };
        self.opponents.iter().filter_map(change).collect()
    }

    /// The opponents that it does worst against, of those who do not lose everything to it.
    pub(super) fn worst(&self) -> Vec<&Opponent> {
        let is_beaten = |one: &&Opponent| one.score.score_thousandths().is_none_or(|score| score == 1000);
        let mut worst: Vec<&Opponent> = self.opponents.iter().filter(|one| !is_beaten(one)).collect();
        worst.sort_by_key(|one| one.score.score_thousandths());
        worst
    }
}

fn opponents(contest: &Contest, results: &Results, watched: usize) -> Vec<Opponent> {
    let met = results.played.iter().filter(|played| played.encounter.members.contains(&watched));
    let opponent = |played: &tournament::Played| {
        let members = &played.encounter.members;
        let at = usize::from(members[0] == watched);
        let entrant = members[at];
        Opponent {
            program: contest.entrants[entrant].source.file.clone(),
            score: results.cross.of(watched, entrant),
            entrant,
            lost_game: played.tally.member(at).first_win,
        }
    };
    let mut opponents: Vec<Opponent> = met.map(opponent).collect();
    opponents.sort_by(|one, two| one.program.cmp(&two.program));
    opponents
}

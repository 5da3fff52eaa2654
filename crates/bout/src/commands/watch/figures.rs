//! The results of a stage, and the changes since the previous version.

use std::cmp::Reverse;

use contests::contest::{Contest, Results};
use contests::hill::Folder;
use tournament::ratings::Interval;
use tournament::{HeadToHead, Standing};

/// The results of the watched program after some number of games per pairing. Everything that is shown of a stage is
/// computed here from the results of all compared programs.
#[derive(Debug, Clone)]
pub(super) struct StageResults {
    /// Games per pairing so far, and the number that the hill plays.
    pub(super) games: u64,
    pub(super) all_games: u64,
    /// Its place on the hill; `None` until the hill's own games are known.
    pub(super) place: Option<Place>,
    /// Its results against the programs that would stay.
    pub(super) standing: Standing,
    /// Matches of the stage that stayed void, of all programs.
    pub(super) voids: u64,
    /// Its results against each program on the hill, in the order of file names.
    pub(super) opponents: Vec<Opponent>,
}

/// A place on the hill, as in `bout hill test`.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) rank: usize,
    /// The number of programs on the hill after it has entered.
    pub(super) of: usize,
    pub(super) would_enter: bool,
    /// Its rating among those programs, with its interval.
    pub(super) elo: f64,
    pub(super) interval: Interval,
    /// Files of the programs that would leave.
    pub(super) pushed_off: Vec<String>,
}

/// An opponent on the hill.
#[derive(Debug, Clone)]
pub(super) struct Opponent {
    /// The file.
    pub(super) program: String,
    pub(super) score: HeadToHead,
    /// The entrant's number, and the first game that the watched program lost to it.
    pub(super) entrant: usize,
    pub(super) lost_game: Option<u64>,
}

/// An opponent with a changed result.
pub(super) struct Change<'a> {
    pub(super) opponent: &'a Opponent,
    /// Shares of points in thousandths.
    pub(super) before: u64,
    pub(super) now: u64,
}

impl StageResults {
    /// Computes the results of the entrant `watched` after `games` games per pairing.
    pub(super) fn new(
        folder: &Folder,
        contest: &Contest,
        results: &Results,
        watched: usize,
        games: u64,
    ) -> Self {
        let id = contest.field.program(watched);
        let gone = folder.pushed_off(contest, &results.table, id);
        let would_enter = !gone.contains(&watched);
        // As on the hill itself, games against programs that leave do not count for a program that enters.
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

    /// Computes the results without a place, from the program's own games, before the hill's own games are known.
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

    /// Returns true if this is the last stage.
    pub(super) fn is_final(&self) -> bool {
        self.games == self.all_games && self.place.is_some()
    }

    /// Returns the share of points over all games that count, in thousandths. Draws count half.
    pub(super) fn score_thousandths(&self) -> Option<u64> {
        let Standing { wins, draws, losses, .. } = self.standing;
        HeadToHead { ahead: wins, level: draws, behind: losses, is_exact: false }.score_thousandths()
    }

    /// Returns the opponents against which it does worse than `before`, largest loss first.
    pub(super) fn lost<'a>(&'a self, before: &Self) -> Vec<Change<'a>> {
        let mut lost: Vec<Change> =
            self.changes(before).into_iter().filter(|one| one.now < one.before).collect();
        lost.sort_by_key(|one| Reverse(one.before - one.now));
        lost
    }

    /// Returns the opponents against which it does better than `before`, largest gain first.
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

    /// Returns the opponents that it does worst against, except those that lose every game to it.
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

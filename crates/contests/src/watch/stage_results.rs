//! The results of a stage, and the changes since the previous version.

use std::cmp::Reverse;

use crate::contest::{Contest, Results};
use crate::hill::Folder;
use tournament::ratings::EloInterval;
use tournament::{HeadToHead, Standing};

/// The results of the watched program after some number of games per pairing. All displayed values of a stage are
/// computed here from the results of all compared programs.
#[derive(Debug, Clone)]
pub struct StageResults {
    /// Games per pairing so far.
    pub games: u64,
    /// Games per pairing that the hill plays.
    pub all_games: u64,
    /// Its place on the hill; `None` until the hill's own games are known.
    pub place: Option<StageRank>,
    /// Its results against the programs that would stay.
    pub standing: Standing,
    /// Matches of the stage that stayed void, of all programs.
    pub voids: u64,
    /// Its results against each program on the hill, in the order of file names.
    pub opponents: Vec<Opponent>,
}

/// A place on the hill, as in `bout hill test`.
#[derive(Debug, Clone)]
pub struct StageRank {
    /// The rank, 1 for the best.
    pub rank: usize,
    /// The number of programs on the hill after it has entered.
    pub of: usize,
    /// Whether it is good enough to enter.
    pub would_enter: bool,
    /// Its rating among those programs, in Elo points.
    pub elo: f64,
    /// The interval of its rating.
    pub interval: EloInterval,
    /// Files of the programs that would leave.
    pub pushed_off: Vec<String>,
}

/// An opponent on the hill.
#[derive(Debug, Clone)]
pub struct Opponent {
    /// The file.
    pub program: String,
    /// The results of the watched program against it.
    pub score: HeadToHead,
    /// The entrant's number.
    pub entrant: usize,
    /// The first game that the watched program lost to it.
    pub lost_game: Option<u64>,
}

/// An opponent with a changed result.
pub struct ChangedOpponent<'a> {
    /// The opponent, with the present result.
    pub opponent: &'a Opponent,
    /// The previous share of the points, in thousandths.
    pub before: u64,
    /// The present share of the points, in thousandths.
    pub now: u64,
}

impl StageResults {
    /// Computes the results of the entrant `watched` after `games` games per pairing.
    pub fn new(folder: &Folder, contest: &Contest, results: &Results, watched: usize, games: u64) -> Self {
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
        let place = StageRank {
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
    pub fn without_place(
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

    /// Returns the rank, if it is known yet.
    #[must_use]
    pub fn rank(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.rank)
    }

    /// Returns true if this is the last stage.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.games == self.all_games && self.place.is_some()
    }

    /// Returns the share of points over all games that count, in thousandths. Draws count half.
    #[must_use]
    pub fn score_thousandths(&self) -> Option<u64> {
        let Standing { wins, draws, losses, .. } = self.standing;
        HeadToHead { ahead: wins, level: draws, behind: losses, is_exact: false }.score_thousandths()
    }

    /// Returns the opponents against which it does worse than `before`, largest loss first.
    #[must_use]
    pub fn lost<'a>(&'a self, before: &Self) -> Vec<ChangedOpponent<'a>> {
        let mut lost: Vec<ChangedOpponent> =
            self.changes(before).into_iter().filter(|one| one.now < one.before).collect();
        lost.sort_by_key(|one| Reverse(one.before - one.now));
        lost
    }

    /// Returns the opponents against which it does better than `before`, largest gain first.
    #[must_use]
    pub fn gained<'a>(&'a self, before: &Self) -> Vec<ChangedOpponent<'a>> {
        let mut gained: Vec<ChangedOpponent> =
            self.changes(before).into_iter().filter(|one| one.now > one.before).collect();
        gained.sort_by_key(|one| Reverse(one.now - one.before));
        gained
    }

    fn changes<'a>(&'a self, before: &Self) -> Vec<ChangedOpponent<'a>> {
        let change = |opponent: &'a Opponent| {
            let then = before.opponents.iter().find(|one| one.program == opponent.program)?;
            let (before, now) = (then.score.score_thousandths()?, opponent.score.score_thousandths()?);
            Some(ChangedOpponent { opponent, before, now })
        };
        self.opponents.iter().filter_map(change).collect()
    }

    /// Returns the opponents that it does worst against, except those that lose every game to it.
    #[must_use]
    pub fn worst(&self) -> Vec<&Opponent> {
        let is_beaten = |one: &&Opponent| one.score.score_thousandths().is_none_or(|score| score == 1000);
        let mut worst: Vec<&Opponent> = self.opponents.iter().filter(|one| !is_beaten(one)).collect();
        worst.sort_by_key(|one| one.score.score_thousandths());
        worst
    }
}

fn opponents(contest: &Contest, results: &Results, watched: usize) -> Vec<Opponent> {
    let met = results.played.iter().filter(|played| played.encounter.members.contains(&watched));
    let opponent = |played: &tournament::EncounterResult| {
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

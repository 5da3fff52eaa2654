//! Challenges of a hill: who enters, who leaves, and with which rank.

use std::path::PathBuf;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use game::Digest;
use serde_json::Number;
use store::Store;
use tournament::schedule::{RoundRobin, Schedule};
use tournament::{Games, HeadToHead, Row, Table};

use super::{Batch, Challenge, FALLEN, Folder, HillChange, HillRank, PROGRAMS, PastRating, State, Tie};
use crate::Failure;
use crate::contest::records::{drawn_win, play_again, why_no_records};
use crate::contest::{Contest, KnownResults, PlayOptions, RatingDetail, Results};
use crate::file_name::FileName;
use crate::programs::Entrant;
use crate::recorder::Recorder;

/// The number of worst opponents of a challenger that are listed.
const MAX_WORST: usize = 3;

/// The records of lost games that a hill keeps: the newest ones.
const MAX_RECORDS: usize = 1000;

/// The programs of a hill and their results against each other.
pub struct RatedHill {
    /// The contest of the programs on the hill.
    pub contest: Contest,
    /// Its results, which are complete and rated.
    pub results: Results,
}

/// What a challenge has come to.
pub struct Challenged {
    /// The hill after the challenge, or as it would be after it.
    pub hill: RatedHill,
    /// What becomes of the challenger.
    pub verdict: ChallengeResult,
    /// The opponents that the challenger did worst against.
    pub worst: Vec<WorstOpponent>,
}

/// What becomes of a challenger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChallengeResult {
    /// It challenged the hill.
    Judged {
        /// Its file name on the hill.
        program: String,
        /// True if it is good enough.
        is_in: bool,
        /// Its rank.
        rank: usize,
        /// The number of programs on the hill afterwards.
        of: usize,
        /// The files and the ages of the programs that leave.
        pushed_off: Vec<(String, u64)>,
    },
    /// It is on the hill already.
    Known {
        /// Its file name on the hill.
        program: String,
    },
}

/// An opponent that a challenger did badly against.
#[derive(Debug)]
pub struct WorstOpponent {
    /// Its file name on the hill.
    pub program: String,
    /// The challenger's games against it.
    pub score: HeadToHead,
    /// The record of a game that the challenger lost.
    pub record: Option<PathBuf>,
}

/// A program that challenges a hill.
pub struct Challenger<'e> {
    /// The program.
    pub entrant: &'e Entrant,
    /// The file on the hill of an older version of it. If that is on the hill, the new version plays instead of it, and
    /// takes its place and its file name if it is good enough.
    pub replaces: Option<&'e str>,
}

/// The purpose of a challenge.
pub enum Purpose {
    /// To enter the hill; holds the progress of the command afterwards.
    Enter(Batch),
    /// To enter the hill; holds the name of the submission, which the history keeps.
    Submission(String),
    /// To see the result without changing the hill.
    Try,
}

/// The older version of a challenger, which leaves if the challenger is good enough.
struct OlderVersion(Entrant);

impl Folder {
    /// Plays all unknown games of a round robin of these programs, and rates them.
    ///
    /// Fails if it was stopped, or if matches stay void: then nobody is ranked.
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

    /// Lets a program challenge the hill.
    pub fn challenge(
        &mut self,
        store: &mut Store,
        challenger: &Challenger<'_>,
        threads: usize,
        purpose: &Purpose,
    ) -> Result<Challenged, Failure> {
        let residents = self.residents()?;
        let id = challenger.entrant.program.id();
        let mut members = match purpose {
            Purpose::Try => residents.able_to_play()?,
            Purpose::Enter(batch) => {
                let before = batch.with(batch.done.saturating_sub(1), &self.state);
                self.retire(store, residents, threads, Some(before))?
            }
            Purpose::Submission(_) => self.retire(store, residents, threads, None)?,
        };
        if let Some(known) = members.iter().find(|member| member.program.id() == id) {
            let verdict = ChallengeResult::Known { program: known.source.file.clone() };
            let hill = self.play(store, &members, threads)?;
            return Ok(Challenged { hill, verdict, worst: Vec::new() });
        }
        let is_older = |member: &Entrant| Some(member.source.file.as_ref()) == challenger.replaces;
        let older = members.iter().position(is_older).map(|at| OlderVersion(members.remove(at)));
        let newcomer = self.newcomer(challenger.entrant, older.as_ref())?;
        members.push(newcomer.clone());
        let all = self.play(store, &members, threads)?;
        let pushed_off = self.pushed_off(&all.contest, &all.results.table, id);
        let is_in = pushed_off.iter().all(|&entrant| all.contest.field.program(entrant) != id);
        let place = all.contest.entrant_at(members.len() - 1);
        let worst = self.worst(store, &all, place)?;
        let entrant = |entrant: usize| &all.contest.entrants[entrant];
        let gone: Vec<(Entrant, u64)> = pushed_off
            .iter()
            .filter(|&&one| one != place)
            .map(|&one| (entrant(one).clone(), self.age(&all.contest, one)))
            .collect();
        let goes = |file: &String| pushed_off.iter().any(|&one| entrant(one).source.file == *file);
        let mut stay: Vec<Entrant> =
            members.iter().filter(|member| !goes(&member.source.file)).cloned().collect();
        if let Some(OlderVersion(older)) = older.as_ref().filter(|_| !is_in) {
            stay.push(older.clone());
        }
        // The table covers only the programs that stay: games against others no longer count.
        let hill = self.play(store, &stay, threads)?;
        let rank = if is_in { hill.rank_of(id) } else { all.results.table.row_of(place).rank };
        let verdict = ChallengeResult::Judged {
            program: newcomer.source.file.clone(),
            is_in,
            rank,
            of: stay.len(),
            pushed_off: gone.iter().map(|(entrant, age)| (entrant.source.file.clone(), *age)).collect(),
        };
        if !matches!(purpose, Purpose::Try) {
            let change = self.entering(&newcomer, &hill, (is_in, rank), &gone, purpose, older)?;
            change.make(&self.inside)?;
            self.state = change.state;
        }
        Ok(Challenged { hill, verdict, worst })
    }

    /// Removes a program from the hill, given by its file name with or without extension, or by its own name. Returns
    /// its file name, and the hill without it.
    pub fn remove(
        &mut self,
        store: &mut Store,
        name: &str,
        threads: usize,
    ) -> Result<(String, RatedHill), Failure> {
        let residents = self.residents()?;
        let members = residents.readable();
        let gone = only_one_named(&members, name)?;
        let file = gone.source.file.clone();
        let stay: Vec<Entrant> =
            self.in_table(&residents)?.into_iter().filter(|member| member.source.file != file).collect();
        let hill = self.play(store, &stay, threads)?;
        let change = HillChange {
            remove: vec![self.leaves(&file)?],
            ..HillChange::new(
                self.state_of(&hill),
                Challenge {
                    pushed_off: vec![file.clone()],
                    ..self.history_line("remove", &hill).of_program(&file, &gone.program.id().to_string())
                },
            )
        };
        change.make(&self.inside)?;
        self.state = change.state;
        Ok((file, hill))
    }

    /// Returns the entrants that leave: those that are too old, and the last ones that exceed the hill's size.
    #[must_use]
    pub fn pushed_off(&self, contest: &Contest, table: &Table, challenger: Digest) -> Vec<usize> {
        let config = &self.config;
        // The challenge ages every program except the challenger, which is the youngest.
        let age_of = |entrant: usize| {
            (contest.field.program(entrant) != challenger).then(|| self.age(contest, entrant) + 1)
        };
        let is_too_old =
            |row: &&Row| config.max_age.is_some_and(|max| age_of(row.entrant).is_some_and(|age| age > max));
        let mut gone: Vec<usize> = table.rows.iter().filter(is_too_old).map(|row| row.entrant).collect();
        let mut rest: Vec<&Row> = table.rows.iter().filter(|row| !gone.contains(&row.entrant)).collect();
        // The worst first; ties are broken by age.
        rest.sort_by(|one, two| {
            let by_age = age_of(one.entrant).cmp(&age_of(two.entrant));
            let by_age = if config.tie == Tie::Oldest { by_age.reverse() } else { by_age };
            two.rank.cmp(&one.rank).then(by_age)
        });
        let too_many = rest.len().saturating_sub(config.size);
        gone.extend(rest[..too_many].iter().map(|row| row.entrant));
        gone
    }

    /// Returns a challenger with the name that it would have on the hill.
    fn newcomer(&self, challenger: &Entrant, older: Option<&OlderVersion>) -> Result<Entrant, Failure> {
        let mut newcomer = challenger.clone();
        let wanted = if challenger.source.file == "-" { "challenger" } else { &challenger.source.file };
        newcomer.source.file = match older {
            Some(OlderVersion(older)) => older.source.file.clone(),
            None => self.free_name(&PROGRAMS, wanted)?.into(),
        };
        newcomer.path.clone_from(&newcomer.source.file);
        Ok(newcomer)
    }

    fn age(&self, contest: &Contest, entrant: usize) -> u64 {
        self.state.age(&contest.field.program(entrant).to_string())
    }

    /// Returns the worst opponents of a challenger, each with a record of a lost game.
    fn worst(
        &self,
        database: &Store,
        played: &RatedHill,
        challenger: usize,
    ) -> Result<Vec<WorstOpponent>, Failure> {
        let RatedHill { contest, results } = played;
        let mut opponents: Vec<usize> =
            (0..contest.field.len()).filter(|&other| other != challenger).collect();
        let score = |other: usize| results.cross.of(challenger, other).score_thousandths();
        opponents.retain(|&other| score(other).is_some_and(|score| score < 1000));
        opponents.sort_by_key(|&other| (score(other), contest.entrants[other].source.file.clone()));
        opponents.truncate(MAX_WORST);
        // Without the lock, no records are written.
        let recorder = self.is_held().then(|| self.records().map(Recorder::within)).transpose()?;
        let worst = |other: usize| {
            let record = match &recorder {
                Some(recorder) => played.lost_game(database, challenger, other, recorder)?,
                None => None,
            };
            let program = contest.entrants[other].source.file.clone();
            Ok(WorstOpponent { program, score: results.cross.of(challenger, other), record })
        };
        let worst = opponents.into_iter().map(worst).collect();
        if self.is_held() {
            self.records()?.keep_newest(record::EXTENSION, MAX_RECORDS)?;
        }
        worst
    }

    /// Returns the change of a challenge: the new program, those that left, and all ages.
    fn entering(
        &self,
        newcomer: &Entrant,
        hill: &RatedHill,
        (is_in, rank): (bool, usize),
        gone: &[(Entrant, u64)],
        purpose: &Purpose,
        older: Option<OlderVersion>,
    ) -> Result<HillChange, Failure> {
        let name = newcomer.source.file.clone();
        let id = newcomer.program.id().to_string();
        let challenges = self.state.challenges + 1;
        let environments = self.environments_of(&hill.contest);
        let mut state = State { challenges, programs: self.places(hill, 1), environments };
        for place in state.programs.iter_mut().filter(|place| place.id == id) {
            place.age = 0;
        }
        let bytes = |entrant: &Entrant| BASE64_STANDARD.encode(&entrant.source.bytes);
        let file = name_on_hill(&name)?;
        let replaced = older.filter(|_| is_in);
        let (batch, submission) = match purpose {
            Purpose::Enter(batch) => (Some(batch.with(batch.done, &state)), None),
            Purpose::Submission(submission) => (None, Some(submission.clone())),
            Purpose::Try => (None, None),
        };
        Ok(HillChange {
            batch,
            add: is_in.then(|| (file, bytes(newcomer))),
            replaced: replaced
                .as_ref()
                .map(|OlderVersion(older)| Ok::<_, Failure>((self.free_name(&FALLEN, &name)?, bytes(older))))
                .transpose()?,
            remove: gone
                .iter()
                .map(|(entrant, _)| self.leaves(&entrant.source.file))
                .collect::<Result<_, _>>()?,
            ..HillChange::new(
                state,
                Challenge {
                    number: challenges,
                    rank: Some(rank),
                    pushed_off: gone.iter().map(|(entrant, _)| entrant.source.file.clone()).collect(),
                    replaces: replaced.map(|OlderVersion(older)| older.program.id().to_string()),
                    submission,
                    ..self.history_line("add", hill).of_program(&name, &id)
                },
            )
        })
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

    /// Returns a file to move to `fallen/`: its name on the hill, and its new name.
    pub(super) fn leaves(&self, file: &str) -> Result<(FileName, FileName), Failure> {
        Ok((name_on_hill(file)?, self.free_name(&FALLEN, file)?))
    }

    /// Returns the places of all programs, with ages increased by `older` challenges.
    fn places(&self, hill: &RatedHill, older: u64) -> Vec<HillRank> {
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
    fn rank_of(&self, id: Digest) -> usize {
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

    /// Writes the record of a game that `other` won against the challenger, and returns its path. With exact scores, it
    /// may be that no drawn game is one.
    fn lost_game(
        &self,
        database: &Store,
        challenger: usize,
        other: usize,
        recorder: &Recorder,
    ) -> Result<Option<PathBuf>, Failure> {
        let is_theirs = |members: &[usize]| members.contains(&challenger) && members.contains(&other);
        let played = self.results.played.iter().find(|played| is_theirs(&played.encounter.members));
        let Some(played) = played else { return Ok(None) };
        let members = &played.encounter.members;
        if why_no_records(&self.contest, members).is_some() {
            return Ok(None);
        }
        let at = members.iter().position(|&member| member == other).expect("it takes part");
        let record = match (played.tally.member(at).first_win, played.tally.census) {
            (Some(game), _) => Some(play_again(&self.contest, database, members, game, game)?),
            (None, Some(_)) => drawn_win(&self.contest, database, members, at)?,
            (None, None) => None,
        };
        record.map(|record| recorder.write(&record)).transpose()
    }
}

/// Returns the only program of this name.
fn only_one_named<'m>(members: &'m [Entrant], name: &str) -> Result<&'m Entrant, Failure> {
    let is_it = |member: &&Entrant| {
        let stem = member.source.file.rsplit_once('.').map_or(member.source.file.as_str(), |(stem, _)| stem);
        member.source.file == name || stem == name || member.name == name
    };
    let found: Vec<&Entrant> = members.iter().filter(is_it).collect();
    let [one] = found[..] else {
        let files: Vec<&str> = members.iter().map(|member| member.source.file.as_str()).collect();
        let number = if found.is_empty() { "no program" } else { "more than one program" };
        return Err(Failure::Usage(format!(
            "{name}: {number} on the hill has this name; the programs are: {}",
            files.join(", ")
        )));
    };
    Ok(one)
}

/// Returns the name of a file in `programs/`, which was valid when it was read.
fn name_on_hill(file: &str) -> Result<FileName, Failure> {
    FileName::new(file).map_err(Failure::Refused)
}

/// Returns games as a number for files and other programs, with all their decimals.
#[must_use]
pub fn number_of(games: Games) -> Number {
    // Their text is a plain number: digits, with or without a decimal point.
    serde_json::from_str(&games.to_string()).unwrap_or_else(|_| 0.into())
}

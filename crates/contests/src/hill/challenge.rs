//! Challenges of a hill: which programs enter, which leave, and with which ranks.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use game::Digest;
use store::Store;
use tournament::{Row, Table};

use super::remove::name_on_hill;
use super::{Batch, Challenge, FALLEN, Folder, HillChange, PROGRAMS, RatedHill, State, Tie, WorstOpponent};
use crate::Failure;
use crate::contest::Contest;
use crate::programs::Entrant;

/// The outcome of a challenge.
pub struct Challenged {
    /// The hill after the challenge, or as it would be after it.
    pub hill: RatedHill,
    /// The challenger's fate.
    pub verdict: ChallengeResult,
    /// The opponents that the challenger did worst against.
    pub worst: Vec<WorstOpponent>,
}

/// The fate of a challenger.
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

/// A program that challenges a hill.
pub struct Challenger<'e> {
    /// The program.
    pub entrant: &'e Entrant,
    /// The file on the hill of an older version of it. If this file is on the hill, the new version plays instead of it, and
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

    /// Returns the change that a challenge makes: the new program, the programs that left, and all ages.
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
}

//! `contest.lock`: everything that defines a contest, so that it can be played and verified again.

use std::path::Path;

use game::Digest;
use serde::{Deserialize, Serialize};
use tournament::Seating;

use super::environment::{tools_as_text, tools_of_text};
use super::{AcceptedEnvironments, Contest};
use crate::confined_folder::read_named;
use crate::recorder::write_durably;
use crate::{Failure, ScoreKind};

/// The name of the lock file in a folder of results.
pub const LOCK_FILE: &str = "contest.lock";

/// The name of the database in the same folder.
pub const DATABASE_FILE: &str = "contest.db";

/// The schedule in which the first program on the command line has a special role.
const GAUNTLET: &str = "gauntlet";

/// The version of the lock file that this build writes, and the only one that it reads.
const VERSION: u32 = 1;

/// Everything that the results of a contest depend on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    version: u32,
    /// The name of the game.
    pub game: String,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// The seed as text, because TOML integers cannot hold every seed.
    seed: String,
    /// The processor time that foreign code may use per match, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_budget: Option<u64>,
    /// The environments that the contest accepts; empty if it accepts only that of the compilers below.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environments: Vec<String>,
    /// The schedule.
    pub schedule: LockedSchedule,
    /// All parameters of the game by key.
    pub parameters: toml::Table,
    /// Compilers and interpreters of foreign code by name.
    #[serde(default)]
    pub compilers: toml::Table,
    /// The programs in the order of their paths. In a gauntlet, the challenger comes first.
    #[serde(default, rename = "program")]
    pub programs: Vec<LockedProgram>,
}

/// Which programs meet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockedSchedule {
    /// The name of the schedule.
    pub kind: String,
    /// The number of programs per match.
    pub seats: usize,
    /// The number of games per encounter.
    pub games: u64,
    /// The number of rounds, if the schedule needs one.
    pub rounds: Option<u64>,
    /// How scores are determined. `None` if they are sampled, as in all locks from before exact scores existed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreKind>,
    /// Who sits where in matches of three or more; `None` for two. Locks of older versions lack this, and rotate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seating: Option<LockedSeating>,
    /// The conditions that end an adaptive schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<LockedEnd>,
}

/// The name of a seating.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LockedSeating {
    /// [`Seating::Rotating`].
    #[default]
    Rotating,
    /// [`Seating::Reversing`].
    Reversing,
}

impl LockedSeating {
    /// Returns the seating with this name.
    #[must_use]
    pub fn seating(self) -> Seating {
        match self {
            Self::Rotating => Seating::Rotating,
            Self::Reversing => Seating::Reversing,
        }
    }
}

/// The largest number of games per pair and of rounds that the command line accepts, and so the largest in a lock.
const MAX_GAMES: u64 = 1_000_000_000;

impl LockedSchedule {
    /// Checks that all numbers are in the ranges of the command line. The file may have been edited by hand.
    fn check_ranges(&self) -> Result<(), String> {
        let end = self.end.as_ref();
        let numbers = [
            ("games", Some(self.games)),
            ("rounds", self.rounds),
            ("seats", Some(self.seats as u64)),
            ("top", end.map(|end| end.top as u64)),
        ];
        for (name, number) in numbers {
            if let Some(number) = number.filter(|number| !(1..=MAX_GAMES).contains(number)) {
                return Err(format!("the schedule's `{name}` is {number}; expected 1 to {MAX_GAMES}"));
            }
        }
        let most = MAX_GAMES * MAX_GAMES;
        match end.map(|end| end.budget).filter(|budget| *budget > most) {
            Some(budget) => Err(format!("the schedule's `budget` is {budget}; expected at most {most}")),
            None => Ok(()),
        }
    }
}

/// The conditions that end an adaptive schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockedEnd {
    /// The number of top ranks to settle …
    pub top: usize,
    /// … as ranks or as a set, …
    #[serde(default, skip_serializing_if = "LockedQuestion::is_of_ranks")]
    pub question: LockedQuestion,
    /// … where programs count as equal if their scores differ by at most this many points per game, …
    #[serde(default, skip_serializing_if = "is_zero")]
    pub gap: f64,
    /// … with this confidence, from 0 to 1, …
    pub confidence: f64,
    /// … or the number of games after which it ends in any case.
    pub budget: u64,
    /// How errors are bounded. Locks of older versions lack this.
    #[serde(default, skip_serializing_if = "LockedBounds::are_fixed")]
    pub bounds: LockedBounds,
}

/// What an adaptive schedule settles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LockedQuestion {
    /// The rank of each program.
    #[default]
    Ranks,
    /// Which programs are among the first, in any order.
    Set,
}

impl LockedQuestion {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
    fn is_of_ranks(&self) -> bool {
        *self == Self::Ranks
    }
}

/// How an adaptive schedule bounds its errors, and how often it looks at the results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LockedBounds {
    /// One bound for every comparison and every look.
    #[default]
    Fixed,
    /// Joint bounds over looks, stepped down over comparisons.
    Joint,
}

impl LockedBounds {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
    fn are_fixed(&self) -> bool {
        *self == Self::Fixed
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(gap: &f64) -> bool {
    *gap == 0.0
}

impl std::fmt::Display for LockedEnd {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { top, question, gap, confidence, budget, bounds } = self;
        write!(out, "top {top}")?;
        if *question == LockedQuestion::Set {
            out.write_str(" as a set")?;
        }
        if *gap > 0.0 {
            write!(out, ", gap {gap}")?;
        }
        write!(out, ", confidence {confidence}, budget {budget}")?;
        match bounds {
            LockedBounds::Fixed => out.write_str(", fixed bounds"),
            LockedBounds::Joint => Ok(()),
        }
    }
}

/// A program of the contest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LockedProgram {
    /// The path as given on the command line.
    pub file: String,
    /// The program's identity.
    pub id: String,
}

impl Lock {
    /// Creates the lock of a contest with this schedule.
    pub fn new(contest: &Contest, schedule: LockedSchedule) -> Result<Self, Failure> {
        let parameters = contest.parameters(schedule.seats)?.into_iter();
        let number = |value: u64| match i64::try_from(value) {
            Ok(value) => toml::Value::Integer(value),
            Err(_) => toml::Value::String(value.to_string()),
        };
        let mut programs: Vec<(bool, LockedProgram)> = contest
            .entrants
            .iter()
            .zip(&contest.named)
            .enumerate()
            .map(|(at, (entrant, &named))| {
                let id = contest.field.program(at).to_string();
                let challenges = schedule.kind == GAUNTLET && named == 0;
                (!challenges, LockedProgram { file: entrant.path.clone(), id })
            })
            .collect();
        programs.sort();
        let accepted = contest.accepted_explicitly();
        let here = if accepted.is_empty() { contest.foreign.environment.as_slice() } else { &[] };
        let compilers = here.iter();
        Ok(Self {
            version: VERSION,
            game: contest.game.info().name.into(),
            rules_version: contest.game.info().rules_version,
            seed: contest.seed.to_string(),
            match_budget: contest.match_budget,
            environments: accepted.iter().map(|tools| tools_as_text(tools)).collect(),
            schedule,
            parameters: parameters.map(|(key, value)| (key.to_owned(), number(value))).collect(),
            compilers: compilers.map(|(name, value)| (name.clone(), value.clone().into())).collect(),
            programs: programs.into_iter().map(|(_, program)| program).collect(),
        })
    }

    /// Returns the environments that the contest accepts.
    #[must_use]
    pub fn accepted(&self) -> AcceptedEnvironments {
        AcceptedEnvironments::new(self.environments.iter().map(|text| tools_of_text(text)).collect())
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        let content = toml::to_string_pretty(self).expect("a lock is plain data");
        format!(
            "# Everything that this contest's results depend on, written by bout. `bout tournament --locked` refuses\n\
             # what differs; `bout rejudge {LOCK_FILE}` plays the contest again and says what changed.\n\n{content}"
        )
    }

    /// Reads a lock file. It follows no links, because an error message shows parts of the file, and these must not be
    /// somebody else's secret.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        Self::parse(path, read_named(path)?)
    }

    /// Parses the content of a lock file that was read from `path`.
    pub fn parse(path: &Path, bytes: Vec<u8>) -> Result<Self, Failure> {
        let refused = |why: String| Failure::Refused(format!("{}: {why}", path.display()));
        let text = String::from_utf8(bytes)
            .map_err(|_| refused("this is not a lock file: it is not UTF-8 text".into()))?;
        let version = text.parse::<toml::Table>().ok().and_then(|table| table.get("version")?.as_integer());
        if version.is_some_and(|version| version > i64::from(VERSION)) {
            return Err(refused("it was written by a newer version of bout; use that version".into()));
        }
        let lock: Self =
            toml::from_str(&text).map_err(|error| refused(format!("this is not a lock file: {error}")))?;
        lock.schedule.check_ranges().map_err(refused)?;
        Ok(lock)
    }

    /// Writes it into a folder of results. If the folder has the lock of another contest, that lock is kept under another
    /// name, which is returned.
    pub fn write(&self, folder: &Path) -> Result<Option<String>, Failure> {
        let path = folder.join(LOCK_FILE);
        let text = self.text();
        let before = match std::fs::symlink_metadata(&path) {
            Ok(_) => Some(read_named(&path)?).filter(|before| *before != text.as_bytes()),
            Err(_) => None,
        };
        let other = before.map(|before| {
            let name = format!("contest-{}.lock", &Digest::of(&before).to_string()[..12]);
            write_durably(&folder.join(&name), &before).map(|()| name)
        });
        let other = other.transpose()?;
        write_durably(&path, text.as_bytes())?;
        Ok(other)
    }

    /// Returns the seed of the contest.
    pub fn seed(&self) -> Result<u64, Failure> {
        let wrong =
            || Failure::Refused(format!("the lock's seed is `{}`, which is not a valid seed", self.seed));
        self.seed.parse().map_err(|_| wrong())
    }

    /// Returns the differences from `now`, in words.
    #[must_use]
    pub fn differences(&self, now: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, locked: &dyn std::fmt::Display, now: &dyn std::fmt::Display| {
            let (locked, now) = (locked.to_string(), now.to_string());
            if locked != now {
                differences.push(format!("{what}: locked {locked}, now {now}"));
            }
        };
        compare("game", &self.game, &now.game);
        compare("rules version", &self.rules_version, &now.rules_version);
        compare("seed", &self.seed, &now.seed);
        compare("schedule", &self.schedule.kind, &now.schedule.kind);
        compare("seats", &self.schedule.seats, &now.schedule.seats);
        compare("games", &self.schedule.games, &now.schedule.games);
        let budget = |lock: &Self| lock.match_budget.map_or("none".into(), |seconds| format!("{seconds} s"));
        compare("match budget", &budget(self), &budget(now));
        let rounds = |lock: &Self| lock.schedule.rounds.map_or("none".into(), |rounds| rounds.to_string());
        compare("rounds", &rounds(self), &rounds(now));
        let score = |lock: &Self| lock.schedule.score.unwrap_or(ScoreKind::Sampled).name();
        compare("score", &score(self), &score(now));
        let end = |lock: &Self| {
            lock.schedule.end.as_ref().map_or("the schedule's own".into(), LockedEnd::to_string)
        };
        compare("end", &end(self), &end(now));
        let seating = |lock: &Self| match lock.schedule.seating.unwrap_or_default() {
            _ if lock.schedule.seats <= 2 => "of two",
            LockedSeating::Rotating => "rotating",
            LockedSeating::Reversing => "reversing",
        };
        compare("seating", &seating(self), &seating(now));
        let listed =
            |table: &toml::Table| table.iter().map(|(key, value)| format!("{key} {value}")).collect();
        let lists: [Vec<String>; 4] =
            [&self.parameters, &now.parameters, &self.compilers, &now.compilers].map(listed);
        compare("parameters", &lists[0].join(", "), &lists[1].join(", "));
        compare("compilers", &lists[2].join(", "), &lists[3].join(", "));
        compare("environments", &self.environments.join(", "), &now.environments.join(", "));
        differences.extend(program_differences(&self.programs_in_order(), &now.programs_in_order()));
        differences
    }

    /// Returns the programs in the order of their paths, with the challenger of a gauntlet first. Locks of earlier
    /// versions have the order of the command line.
    fn programs_in_order(&self) -> Vec<&LockedProgram> {
        let mut programs: Vec<&LockedProgram> = self.programs.iter().collect();
        let from = if self.schedule.kind == GAUNTLET { 1.min(programs.len()) } else { 0 };
        programs[from..].sort();
        programs
    }
}

fn program_differences(locked: &[&LockedProgram], now: &[&LockedProgram]) -> Vec<String> {
    let mut differences = Vec::new();
    for program in locked {
        if !now.iter().any(|other| other.file == program.file) {
            differences.push(format!("{} is missing", program.file));
        } else if !now.contains(program) {
            differences.push(format!("{} has been changed", program.file));
        }
    }
    let is_new = |program: &&&LockedProgram| !locked.iter().any(|other| other.file == program.file);
    differences
        .extend(now.iter().filter(is_new).map(|program| format!("{} is not in the lock", program.file)));
    if differences.is_empty() && locked != now {
        differences.push("the programs are in a different order or number".into());
    }
    differences
}

//! `[contests.NAME]`: contests with a date.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use contests::confined_folder::ConfinedFolder;
use contests::dated::{FinalSchedule, Terms, Times};
use contests::file_name::FileName;
use contests::{Failure, ScoreKind, hill};
use game::AnyGame;
use game::text::one_line;
use games::registry;
use serde::Deserialize;
use toml::value::{Datetime, Offset};

use super::{Config, Count, HillName, Submissions, refused};
use crate::site::hill_folders;
use crate::{new_hills, times};

/// A contest with a date, as given in the settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContestTable {
    /// The hill on which programs practise.
    hill: HillName,
    /// The title on pages; by default, its name.
    title: Option<String>,
    /// When authors can start to register; by default, when it opens.
    registration_opens: Option<Moment>,
    opens: Moment,
    closes: Moment,
    /// How many programs an author may submit; by default, any number.
    submissions_per_author: Option<Count<1_000_000>>,
    /// Whether sources and fights of the hill are hidden until the close.
    #[serde(default = "yes")]
    hidden_sources: bool,
    #[serde(default)]
    entrants: EntrantsFrom,
    #[serde(default, rename = "final")]
    last: FinalTable,
}

/// Where the entrants of a final come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EntrantsFrom {
    /// The programs that are on the hill at the close.
    #[default]
    Hill,
    /// The last program that each participating author submitted.
    Authors,
}

/// The final, as given in the settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FinalTable {
    games: Count<1_000_000>,
    schedule: FinalSchedule,
    rounds: Option<Count<100_000>>,
    score: ScoreKind,
}

impl Default for FinalTable {
    fn default() -> Self {
        let (schedule, rounds) = (FinalSchedule::default(), None);
        Self { games: Count::new(100), schedule, rounds, score: ScoreKind::Auto }
    }
}

fn yes() -> bool {
    true
}

/// A moment, in seconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "Datetime")]
struct Moment(u64);

impl TryFrom<Datetime> for Moment {
    type Error = String;

    fn try_from(moment: Datetime) -> Result<Self, String> {
        let wrong = || {
            format!(
                "{moment} is not a moment; write one such as 2026-12-01T18:00:00Z or 2026-12-01T19:00:00+01:00"
            )
        };
        let (Some(date), Some(time), Some(offset)) = (moment.date, moment.time, moment.offset) else {
            return Err(wrong());
        };
        let minutes = match offset {
            Offset::Z => 0,
            Offset::Custom { minutes } => i64::from(minutes),
        };
        let at = humantime::parse_rfc3339(&format!("{date}T{time}Z")).map_err(|_| wrong())?;
        let seconds = i64::try_from(times::since_1970(at)).ok();
        let seconds = seconds.and_then(|seconds| seconds.checked_sub(minutes * 60));
        seconds.and_then(|seconds| u64::try_from(seconds).ok()).map(Self).ok_or_else(wrong)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&times::in_words(self.0))
    }
}

/// The checked settings of a contest with a date.
#[derive(Debug, Clone)]
pub(crate) struct DatedContest {
    /// The name of the contest, which is also the name of its folder.
    pub(crate) name: FileName,
    pub(crate) title: String,
    pub(crate) hill: String,
    /// The folder of the hill.
    pub(crate) hill_folder: std::path::PathBuf,
    pub(crate) times: Times,
    pub(crate) submissions_per_author: Option<u64>,
    pub(crate) hidden_sources: bool,
    pub(crate) entrants: EntrantsFrom,
    pub(crate) terms: Terms,
    /// The line and the column of its table in the file.
    pub(crate) place: String,
}

impl Config {
    /// Returns the contests with a date whose hills exist. Leaves out contests on hills that a new site has still to create,
    /// and refuses those on any other hill.
    pub(crate) fn dated_contests(&self, folder: &Path) -> Result<Vec<DatedContest>, Failure> {
        let hills: BTreeMap<_, _> = hill_folders(folder)?.into_iter().collect();
        let contest = |(name, table): (&FileName, &toml::Spanned<ContestTable>)| {
            let place = self.place(table.span().start);
            let wrong = |why: &str| refused(folder, &format!("{place}: [contests.{name}]: {why}"));
            let table = table.get_ref();
            table.check().map_err(|why| wrong(&why))?;
            if table.submissions_per_author.is_some() && self.submissions == Submissions::Closed {
                return Err(wrong(
                    "submissions_per_author counts what authors submit, but submissions = \"closed\" lets nobody submit anything; \
                     leave submissions_per_author out, or set submissions to \"members\"",
                ));
            }
            let hill = table.hill.file_name().as_str();
            let Some(there) = hills.get(hill) else {
                if is_to_come(folder, hill) {
                    return Ok(None);
                }
                let names: Vec<&str> = hills.keys().map(String::as_str).collect();
                return Err(wrong(&format!(
                    "there is no hill {hill:?}; the hills are: {}",
                    names.join(", ")
                )));
            };
            let hill_config = hill::Config::read(&ConfinedFolder::open(there)?)?;
            Ok(Some(DatedContest {
                name: name.clone(),
                title: table.title.as_deref().map_or_else(|| name.to_string(), one_line),
                hill: hill.to_owned(),
                hill_folder: there.clone(),
                times: table.times(),
                submissions_per_author: table.submissions_per_author.map(Count::get),
                hidden_sources: table.hidden_sources,
                entrants: table.entrants,
                terms: table.terms(name, &hill_config),
                place,
            }))
        };
        self.contests.iter().filter_map(|one| contest(one).transpose()).collect()
    }
}

/// Returns true if this is a hill that a new site has still to create.
pub(super) fn is_to_come(folder: &Path, hill: &str) -> bool {
    new_hills::are_unfinished(folder) && registry::by_name(hill).is_some_and(AnyGame::runs_foreign_code)
}

impl DatedContest {
    /// Returns an error about its settings.
    pub(crate) fn wrong(&self, site: &Path, why: &str) -> Failure {
        refused(site, &format!("{}: [contests.{}]: {why}", self.place, self.name))
    }
}

impl ContestTable {
    fn check(&self) -> Result<(), String> {
        if self.title.as_ref().is_some_and(|title| title.trim().is_empty()) {
            return Err(
                "title is empty; write one, or leave it out, and the contest is called by its name".into()
            );
        }
        let (opens, closes) = (self.opens, self.closes);
        if let Some(registration) = self.registration_opens.filter(|registration| *registration > opens) {
            return Err(format!(
                "registration_opens is {registration}, but must not be later than opens, {opens}"
            ));
        }
        if closes <= opens {
            return Err(format!("closes is {closes}, but must be later than opens, {opens}"));
        }
        let FinalTable { schedule, rounds, score, .. } = self.last;
        if rounds.is_some() && schedule != FinalSchedule::Swiss {
            return Err("[final] rounds is for schedule = \"swiss\" only".into());
        }
        if score == ScoreKind::Exact {
            return Err("[final] score must be \"auto\" or \"sampled\"".into());
        }
        Ok(())
    }

    fn times(&self) -> Times {
        let registration_opens = self.registration_opens.unwrap_or(self.opens).0;
        Times { registration_opens, opens: self.opens.0, closes: self.closes.0 }
    }

    fn terms(&self, name: &FileName, hill: &hill::Config) -> Terms {
        let FinalTable { games, schedule, rounds, score } = self.last;
        Terms {
            contest: name.clone(),
            game: hill.game.info().name.into(),
            closes: times::in_words(self.closes.0),
            schedule,
            games: games.get().next_multiple_of(2),
            rounds: rounds.map(Count::get),
            score: if schedule.needs_games() { ScoreKind::Sampled } else { score },
            rules: hill.rules.iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "[contests.spring]\nhill = \"small\"\n";

    fn site() -> tempfile::TempDir {
        let site = tempfile::tempdir().unwrap();
        std::fs::create_dir(site.path().join("small")).unwrap();
        let hill = "game = \"crash\"\n[rules]\nmax_turns = 99\n";
        std::fs::write(site.path().join("small").join("hill.toml"), hill).unwrap();
        site
    }

    fn contest(text: &str) -> Result<DatedContest, String> {
        let site = site();
        let config = Config::parse(text)?;
        let mut contests = config.dated_contests(site.path()).map_err(|failure| failure.to_string())?;
        Ok(contests.remove(0))
    }

    #[test]
    fn a_contest_waits_for_a_hill_that_a_new_site_has_still_to_create() {
        const TIMES: &str = "opens = 2026-01-01T00:00:00Z\ncloses = 2026-01-02T00:00:00Z\n";
        let contests = |site: &Path, hill: &str| {
            let config = Config::parse(&format!("[contests.spring]\nhill = \"{hill}\"\n{TIMES}")).unwrap();
            config.dated_contests(site).map(|contests| contests.len()).map_err(|failure| failure.to_string())
        };
        let (new, site) = (site(), site());
        new_hills::begin(new.path()).unwrap();
        assert_eq!(contests(new.path(), "small"), Ok(1));
        assert_eq!(contests(new.path(), "snakes"), Ok(0));
        for (site, hill) in [(&new, "large"), (&new, "crash"), (&site, "snakes")] {
            let error = contests(site.path(), hill).unwrap_err();
            assert!(error.contains("there is no hill"), "{error}");
        }
    }

    #[test]
    fn moments_have_an_offset() {
        let text = format!("{HEAD}opens = 1970-01-01T01:00:10+01:00\ncloses = 1970-01-01 00:00:20Z\n");
        let contest = contest(&text).unwrap();
        assert_eq!(contest.times, Times { registration_opens: 10, opens: 10, closes: 20 });
        assert_eq!((contest.title.as_str(), contest.hidden_sources), ("spring", true));
        let Terms { closes, games, rules, .. } = &contest.terms;
        assert_eq!((closes.as_str(), games), ("1970-01-01T00:00:20Z", &100));
        assert_eq!(rules.iter().collect::<Vec<_>>(), [(&"max_turns".to_owned(), &99)]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_column() {
        let times = "opens = 2026-01-01T00:00:00Z\ncloses = 2026-01-02T00:00:00Z\n";
        for (rest, words) in [
            ("opens = 2026-01-01\n".to_owned(), ["line 3, column 9", "2026-01-01 is not a moment", "+01:00"]),
            ("opens = 2026-01-01T00:00:00\n".into(), ["line 3, column 9", "is not a moment", "Z"]),
            ("opens = \"soon\"\n".into(), ["line 3, column 9", "soon", "must be a moment"]),
            ("opens = 2026-01-01T00:00:00Z\n".into(), ["line 1, column 1", "missing", "closes"]),
            (format!("title = \" \"\n{times}"), ["line 1, column 1", "title is empty", "leave it out"]),
            (format!("{times}colour = 1\n"), ["line 5, column 1", "colour", "expected one of"]),
            (format!("{times}entrants = \"all\"\n"), ["line 5, column 12", "all", "authors"]),
            (
                format!("registration_opens = 2026-01-01T00:00:01Z\n{times}"),
                ["line 1, column 1", "registration_opens", "not be later"],
            ),
            (
                "opens = 2026-01-02T00:00:00Z\ncloses = 2026-01-01T00:00:00Z\n".into(),
                ["line 1, column 1", "closes", "later than opens"],
            ),
            (
                format!("{times}[contests.spring.final]\nrounds = 3\n"),
                ["line 1, column 1", "rounds", "swiss"],
            ),
            (
                format!("{times}[contests.spring.final]\nscore = \"exact\"\n"),
                ["line 1, column 1", "score", "sampled"],
            ),
            (format!("{times}[contests.spring.final]\ngames = 0\n"), ["line 6, column 9", "0", "from 1"]),
            (
                format!("{times}[contests.spring.final]\nschedule = \"odd\"\n"),
                ["line 6, column 12", "odd", "swiss"],
            ),
        ] {
            let error = contest(&format!("{HEAD}{rest}")).unwrap_err();
            assert!(words.iter().all(|word| error.contains(word)), "{words:?}: {error}");
        }
        let limit = format!("{HEAD}{times}submissions_per_author = 3\n");
        assert_eq!(contest(&limit).unwrap().submissions_per_author, Some(3));
        let error = contest(&format!("submissions = \"closed\"\n{limit}")).unwrap_err();
        assert!(error.contains("line 2, column 1") && error.contains("submissions_per_author"), "{error}");
        let error = contest(&format!("[contests.spring]\nhill = \"large\"\n{times}")).unwrap_err();
        assert!(error.contains("line 1, column 1") && error.contains("the hills are: small"), "{error}");
    }
}

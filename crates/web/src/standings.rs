//! The results of a hill as a worker reports them: the rows that the command line prints as JSON.

use contests::contest::Environment;
use contests::hill::{Folder, RatedHill, Renewal, UnableResident};
use contests::program_file::ProgramFile;
use contests::rows::{EnvironmentRow, Standings, UnableRow};
use contests::{Client, Failure};
use game::Digest;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A hill with all its results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct HillStandings {
    /// The fingerprint of the files that the results belong to.
    pub(crate) fingerprint: String,
    /// The rows of the table.
    pub(crate) table: Vec<Place>,
    /// The results of all pairs.
    pub(crate) cross: Vec<Pair>,
    /// Information about the ratings as a whole.
    pub(crate) ratings: Value,
    /// The environments in which pairs have played, and the present one.
    #[serde(default)]
    pub(crate) environments: Vec<EnvironmentRow>,
    /// The programs that can no longer play.
    #[serde(default)]
    pub(crate) unable: Vec<UnableRow>,
    /// The renewal of the hill, if there is one.
    #[serde(default)]
    pub(crate) renewal: Option<RenewalStandings>,
}

/// The progress of a renewal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RenewalStandings {
    /// The number of all pairs.
    pub(crate) pairs: usize,
    /// The number of pairs that have played all their games in the new environment.
    pub(crate) pairs_done: usize,
    /// The new environment, in words.
    pub(crate) words: String,
    /// The table of the results so far.
    pub(crate) table: Vec<Place>,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) rank: usize,
    pub(crate) program: String,
    pub(crate) name: String,
    pub(crate) author: String,
    pub(crate) points: Value,
    pub(crate) wins: Value,
    pub(crate) draws: Value,
    pub(crate) losses: Value,
    pub(crate) games: u64,
    pub(crate) voids: u64,
    pub(crate) faults: u64,
    pub(crate) age: Option<u64>,
    pub(crate) elo: Value,
    pub(crate) elo_low: Value,
    pub(crate) elo_high: Value,
    pub(crate) best_rank: usize,
    pub(crate) worst_rank: usize,
    pub(crate) better_than_next: Option<Value>,
}

/// The results of a program against an opponent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pair {
    pub(crate) program: String,
    pub(crate) opponent: String,
    pub(crate) wins: Value,
    pub(crate) draws: Value,
    pub(crate) losses: Value,
    pub(crate) expected: f64,
    pub(crate) likelihood_better: f64,
    pub(crate) exact: bool,
}

impl Pair {
    /// Returns the program's share of the points, where a draw is half a win; `None` without games.
    pub(crate) fn share(&self) -> Option<f64> {
        let [wins, draws, losses] = [&self.wins, &self.draws, &self.losses].map(number);
        let all = wins + draws + losses;
        (all > 0.0).then(|| (wins + draws / 2.0) / all)
    }
}

/// Returns a number. JSON has no infinite numbers: text such as `inf` stands for them.
pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().or_else(|| value.as_str()?.parse().ok()).unwrap_or(f64::NAN)
}

impl HillStandings {
    /// Returns the results of a hill, in the order of its table.
    pub(crate) fn of(
        folder: &Folder,
        hill: &RatedHill,
        unable: &[UnableResident],
        renewal: Option<&Renewal>,
    ) -> Result<Self, Failure> {
        let RatedHill { contest, results } = hill;
        let (schedule, ages) = (folder.schedule(contest), Some(folder.ages(contest)));
        let standings = Standings { contest, schedule: &schedule, results, elapsed: None, ages };
        let unreadable = |error: serde_json::Error| unreadable(&error);
        Ok(Self {
            fingerprint: fingerprint(folder, &folder.programs()?),
            table: places(&standings)?,
            cross: serde_json::to_value(standings.cross())
                .and_then(serde_json::from_value)
                .map_err(unreadable)?,
            ratings: serde_json::to_value(standings.ratings()).map_err(unreadable)?,
            environments: EnvironmentRow::of(contest),
            unable: unable.iter().map(UnableRow::from).collect(),
            renewal: renewal.map(|renewal| RenewalStandings::of(folder, renewal)).transpose()?,
        })
    }

    /// Returns true if results are from an earlier environment, or programs can no longer play.
    pub(crate) fn is_outdated(&self) -> bool {
        !self.unable.is_empty() || self.environments.iter().any(|one| !one.present && one.pairs > 0)
    }
}

impl RenewalStandings {
    fn of(folder: &Folder, renewal: &Renewal) -> Result<Self, Failure> {
        let RatedHill { contest, results } = &renewal.hill;
        let (schedule, ages) = (folder.schedule(contest), Some(folder.ages(contest)));
        let standings = Standings { contest, schedule: &schedule, results, elapsed: None, ages };
        Ok(Self {
            pairs: renewal.pairs,
            pairs_done: renewal.done,
            words: renewal.to.iter().map(Environment::words).collect::<Vec<_>>().join(" or "),
            table: places(&standings)?,
        })
    }
}

/// Returns the rows of a table.
fn places(standings: &Standings<'_>) -> Result<Vec<Place>, Failure> {
    let rows = serde_json::to_value(standings.table()).and_then(serde_json::from_value);
    rows.map_err(|error| unreadable(&error))
}

fn unreadable(error: &serde_json::Error) -> Failure {
    Failure::Refused(format!("the rows of the hill: {error}"))
}

/// Returns a hash of what the results of a hill depend on: its settings and its programs, as they
/// were read.
pub(crate) fn fingerprint(folder: &Folder, programs: &[ProgramFile]) -> String {
    let mut all = format!(
        "{:?}\n",
        (
            &folder.config.game.info().name,
            folder.config.games,
            folder.config.seed,
            &folder.config.rules,
            folder.config.scoring,
            folder.config.score,
            folder.state.challenges,
            &folder.state.environments,
            &folder.config.accept_environments
        )
    )
    .into_bytes();
    for program in programs {
        all.extend_from_slice(Digest::of(program.file_name().as_bytes()).as_bytes());
        all.extend_from_slice(Digest::of(&program.bytes).as_bytes());
    }
    Digest::of(&all).to_string()
}

/// Returns a client that ignores all events, for reading files.
pub(crate) fn silent() -> Client {
    struct Nobody;
    impl contests::Subscriber for Nobody {
        fn on_event(&self, _: contests::ContestEvent<'_>) {}
        fn save_record(&self, _: &record::Record) -> Result<(), Failure> {
            Ok(())
        }
    }
    Client::new(std::sync::Arc::new(Nobody), || false)
}

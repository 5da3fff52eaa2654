//! Reports what an upgrade of the machine or of bout means for a site, for `bout admin check`. It
//! changes nothing.

use std::path::Path;

use accounts::{Accounts, AccountsError};
use contests::contest::duration;
use contests::contest::lock_file::{LOCK_FILE, Lock};
use contests::dated;
use contests::foreign::ForeignCode;
use contests::hill::{self, UnableResident, UpgradePreview};
use contests::rows::EnvironmentRow;
use contests::{Client, Failure, Isolation, war};
use game::text::grouped;
use games::RegisteredGame;
use games::perlwar::PerlWar;
use serde::Serialize;

use crate::config::Config;
use crate::site::hill_folders;
use crate::standings::silent;
use crate::store;
use crate::wars::war_folders;

/// What an upgrade means for a part of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckRow {
    /// `settings`, `store`, `accounts`, `hill`, `war` or `contest`.
    pub part: &'static str,
    /// The name of the hill, the war or the contest; empty for the others.
    pub name: String,
    /// True if a host must do or know something.
    pub attention: bool,
    /// The findings, in sentences.
    pub says: Vec<String>,
}

impl CheckRow {
    fn new(part: &'static str, name: &str, attention: bool, says: Vec<String>) -> Self {
        Self { part, name: name.to_owned(), attention, says }
    }

    fn of_failure(part: &'static str, name: &str, failure: &Failure) -> Self {
        Self::new(part, name, true, vec![failure.to_string()])
    }
}

/// Returns what an upgrade means for every part of the site in a folder.
///
/// Fails only if the folder cannot be read or the client stops it.
pub fn check(folder: &Path, threads: usize, client: &Client) -> Result<Vec<CheckRow>, Failure> {
    let mut rows = vec![check_settings(folder)];
    rows.extend(check_store(folder));
    rows.extend(check_accounts(folder));
    for (name, hill) in hill_folders(folder)? {
        rows.push(match check_hill(&hill, threads, client) {
            Ok(foreseen) => row_of_hill(&name, &foreseen),
            Err(stopped @ Failure::Interrupted(_)) => return Err(stopped),
            Err(failure) => CheckRow::of_failure("hill", &name, &failure),
        });
    }
    for (name, war) in war_folders(folder)? {
        let checked = check_war(&name, &war);
        rows.push(checked.unwrap_or_else(|failure| CheckRow::of_failure("war", &name, &failure)));
    }
    rows.extend(check_contests(folder));
    Ok(rows)
}

fn check_settings(folder: &Path) -> CheckRow {
    match Config::read(folder) {
        Ok(_) => CheckRow::new("settings", "", false, vec!["They are valid.".into()]),
        Err(failure) => CheckRow::of_failure("settings", "", &failure),
    }
}

/// Tests the server that `[store]` names.
#[cfg(feature = "postgres")]
fn check_store(folder: &Path) -> Option<CheckRow> {
    Some(match crate::results::try_server(folder)? {
        Ok(says) => CheckRow::new("store", "", says.len() > 1, says),
        Err(why) => CheckRow::new("store", "", true, vec![why]),
    })
}

#[cfg(not(feature = "postgres"))]
const fn check_store(_: &Path) -> Option<CheckRow> {
    None
}

fn check_accounts(folder: &Path) -> Option<CheckRow> {
    let file = folder.join(".bout").join(store::FILE);
    let is_old = if file.is_file() { Some(Accounts::must_be_updated(&file)) } else { on_server(folder) };
    Some(match is_old? {
        Ok(false) => CheckRow::new("accounts", "", false, vec!["The database is up to date.".into()]),
        Ok(true) => {
            let says = "The next bout serve or bout admin brings the database up to date. Older versions of bout cannot read it \
                        then: back it up first (bout man operations)."
                .into();
            CheckRow::new("accounts", "", true, vec![says])
        }
        Err(error) => CheckRow::new("accounts", "", true, vec![error.to_string()]),
    })
}

/// Returns whether the tables on the server are outdated; `None` if the accounts are not on one.
#[cfg(feature = "postgres")]
fn on_server(folder: &Path) -> Option<Result<bool, AccountsError>> {
    // `check_settings` reports errors in the settings.
    let config = Config::read(folder).ok()?;
    let settings = store::server(folder, config.store.as_ref()?).ok()?;
    Some(Accounts::must_be_updated_on_server(settings))
}

#[cfg(not(feature = "postgres"))]
fn on_server(_: &Path) -> Option<Result<bool, AccountsError>> {
    None
}

fn check_hill(path: &Path, threads: usize, client: &Client) -> Result<UpgradePreview, Failure> {
    hill::Folder::open_read_only(path, client)?.with_isolation(Isolation::Fork).preview_upgrade(threads)
}

fn row_of_hill(name: &str, foreseen: &UpgradePreview) -> CheckRow {
    let UpgradePreview { updates_database, environments, unable, pairs, games, time } = foreseen;
    let mut says = EnvironmentRow::sentences(environments);
    if *updates_database {
        says.push("The next command brings the database of results up to date; older versions of bout cannot read it then.".into());
    }
    if let (true, Some(present)) = (says.is_empty(), environments.last()) {
        says.push(format!("All pairs have played under {}, or would.", present.words));
    }
    for UnableResident { file, why, .. } in unable {
        let why = why.lines().next().unwrap_or_default();
        says.push(format!("{file} cannot play any more, and would be retired: {why}"));
    }
    if let (true, Some(time)) = (foreseen.needs_attention(), time) {
        let time = duration(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let games = grouped(*games);
        let pairs = if *pairs == 1 { "1 pair".into() } else { format!("{pairs} pairs") };
        says.push(format!("A renewal would play {games} games of {pairs}, which takes about {time}."));
    }
    CheckRow::new("hill", name, foreseen.needs_attention(), says)
}

/// Compares the environment of the last round with the present one.
fn check_war(name: &str, path: &Path) -> Result<CheckRow, Failure> {
    let then = war::Folder::look(path, &silent())?.last_environment();
    let now = ForeignCode::of(&PerlWar, Isolation::Fork, &silent())?.environment;
    let changed = differences(&then, &now);
    let says = match (then.is_empty(), changed.is_empty()) {
        (true, _) => vec!["No round has been played yet.".into()],
        (false, true) => vec!["The next round plays as the last one did.".into()],
        (false, false) => vec![
            format!("The last round was played with other tools: {}.", changed.join(", ")),
            "Rounds that were played stay as they are. The next ones play in the present environment, and say so.".into(),
        ],
    };
    Ok(CheckRow::new("war", name, !then.is_empty() && !changed.is_empty(), says))
}

/// Checks the finals of all contests. A final that has begun must go on in its environment.
fn check_contests(folder: &Path) -> Vec<CheckRow> {
    let Ok(config) = Config::read(folder) else { return Vec::new() };
    let Ok(contests) = config.dated_contests(folder) else { return Vec::new() };
    let checked = |contest: crate::config::DatedContest| {
        let name = contest.name.as_str();
        match check_contest(folder, &contest) {
            Ok(row) => row,
            Err(failure) => CheckRow::of_failure("contest", name, &failure),
        }
    };
    contests.into_iter().map(checked).collect()
}

fn check_contest(site: &Path, contest: &crate::config::DatedContest) -> Result<CheckRow, Failure> {
    let name = contest.name.as_str();
    let path = dated::Folder::path_in(site, &contest.name);
    let quiet = |says: &str| Ok(CheckRow::new("contest", name, false, vec![says.into()]));
    if !path.is_dir() {
        return quiet("It is not announced yet.");
    }
    let folder = dated::Folder::make(&path)?;
    if folder.progress()? == dated::Progress::Finished {
        return quiet("The final is played, and stays as it is.");
    }
    let Some(text) = folder.locked()? else { return quiet("The final has not begun.") };
    let lock = Lock::parse(Path::new(LOCK_FILE), text)?;
    let game = games::registry::by_name(&lock.game);
    let changed = game.map_or_else(|| Ok(Vec::new()), |game| changed_since(&lock, game))?;
    if changed.is_empty() {
        return quiet("The final goes on in the environment in which it began.");
    }
    let says = vec![
        format!("The final has begun in another environment: {}.", changed.join(", ")),
        "A final has one environment: with the present one, all its games are played again. To keep what was played, let the \
         old environment finish it first."
            .into(),
    ];
    Ok(CheckRow::new("contest", name, true, says))
}

/// Returns what has changed in the environment since a lock file was written.
fn changed_since(lock: &Lock, game: &'static dyn RegisteredGame) -> Result<Vec<String>, Failure> {
    let text = |value: &toml::Value| value.as_str().unwrap_or_default().to_owned();
    let then: Vec<(String, String)> =
        lock.compilers.iter().map(|(name, value)| (name.clone(), text(value))).collect();
    let mut changed = differences(&then, &ForeignCode::of(game, Isolation::Fork, &silent())?.environment);
    let now = game.info().rules_version;
    if lock.rules_version != now {
        changed.push(format!("version {} of the rules, now {now}", lock.rules_version));
    }
    Ok(changed)
}

/// Describes the entries that have another value now.
fn differences(then: &[(String, String)], now: &[(String, String)]) -> Vec<String> {
    let changed = |(name, value): &(String, String)| {
        let (_, present) = now.iter().find(|(other, _)| other == name)?;
        (present != value).then(|| format!("{name} {value}, now {present}"))
    };
    then.iter().filter_map(changed).collect()
}

//! Submits the programs of members. Pages and the API share these rules.

use std::sync::Arc;
use std::time::Duration;

use accounts::{
    Account, AccountId, AccountsError, DAY_S, Mode, NewSubmission, Submission, SubmissionState, SubmitOutcome,
};
use contests::file_name::FileName;
use contests::program_file::ProgramFile;
use contests::rows::FileRow;
use game::Diagnostics;
use games::{RegisteredGame, registry};
use serde_json::{Value, json};

use crate::config::Submissions;
use crate::dated;
use crate::hill_view::HillView;
use crate::members::{Viewer, off_thread};
use crate::site::{HillUpdate, Site};
use crate::standings::number;
use crate::throttle::{Action, Who};
use crate::times;

/// The maximum length of a file name, in bytes.
const MAX_FILE_NAME: usize = 100;

/// The length of a minute, in seconds.
#[cfg(feature = "postgres")]
const MINUTE_S: u64 = 60;

/// The prefixes of file names that the site gives to programs of deleted accounts and to hidden
/// programs.
const RESERVED: [&str; 2] = ["deleted-", "hidden-"];

/// A program to submit.
#[derive(Debug, Clone)]
pub(crate) struct AcceptedSubmission {
    /// The hill.
    pub(crate) hill: String,
    /// The name of its file.
    pub(crate) file: String,
    /// Its source.
    pub(crate) source: Vec<u8>,
    /// Whether it enters the hill or is only tested.
    pub(crate) mode: Mode,
    /// True if only its author may read it.
    pub(crate) is_secret: bool,
    /// A key that identifies a repeated request.
    pub(crate) idempotency_key: Option<String>,
}

/// Why a program is not accepted for the queue.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The hill does not exist.
    #[error("there is no such hill")]
    NoHill,
    /// The account may not submit anything.
    #[error("{0}")]
    NotAllowed(&'static str),
    /// The file name is not valid for a program of this game.
    #[error("{0}")]
    FileName(String),
    /// It is not a valid program; the diagnostics are those of `bout check`.
    #[error("this is not a legal program")]
    Invalid(Value),
    /// The author submits programs too often.
    #[error("you hand in programs too fast; please wait for {} s", .0.as_secs() + 1)]
    TooFast(Duration),
    /// An open contest on the hill does not accept it.
    #[error("{0}")]
    Contest(String),
    /// A limit of the author is reached, or the database fails.
    #[error("{}", crate::failures::of_accounts(.0))]
    Accounts(#[from] AccountsError),
}

/// Enforces the limit of submissions per minute across all processes of the site.
#[cfg(feature = "postgres")]
async fn keep_limit_of_all_processes(site: &Arc<Site>, account: &Account) -> Result<(), Refusal> {
    if site.accounts.pool().is_none() {
        return Ok(());
    }
    let (id, since) = (account.id, times::now().saturating_sub(MINUTE_S));
    let handed_in = off_thread(site, move |site| site.accounts.submitted_since(id, since)).await?;
    if handed_in < site.config.limits.submissions_per_minute.get() {
        Ok(())
    } else {
        Err(Refusal::TooFast(Duration::from_secs(MINUTE_S)))
    }
}

/// Puts a program into the queue of its hill.
pub(crate) async fn submit_program(
    site: &Arc<Site>,
    account: Account,
    new: AcceptedSubmission,
) -> Result<SubmitOutcome, Refusal> {
    let hill = site.hill(&new.hill, &Viewer::of(&account)).ok_or(Refusal::NoHill)?;
    if hill.moderation.access.excludes(&account) {
        return Err(Refusal::NotAllowed("a host of this hill has excluded you from it"));
    }
    match site.config.submissions {
        Submissions::Closed => return Err(Refusal::NotAllowed("this site accepts no programs")),
        Submissions::Hosts if !account.is_host() => {
            return Err(Refusal::NotAllowed("only the hosts of this site may submit programs"));
        }
        Submissions::Hosts | Submissions::Members => {}
    }
    let Ok(files) = &hill.files else {
        return Err(Refusal::NotAllowed("the folder of this hill cannot be read at present"));
    };
    let file = file_name(files.game, &new.file)?;
    site.throttle.count(Action::Submit, Who::Name(&account.name)).map_err(Refusal::TooFast)?;
    #[cfg(feature = "postgres")]
    keep_limit_of_all_processes(site, &account).await?;
    let present: Vec<String> = files.programs.iter().map(|program| program.file.clone()).collect();
    let past = files.history.files().map(str::to_owned);
    let known: Vec<String> = present.iter().cloned().chain(past).collect();
    let (max_programs, max_waiting) =
        (site.config.limits.programs_per_author.get(), site.config.limits.waiting_per_author.get());
    let game = files.game;
    let checked = ProgramFile { path: file.as_str().into(), bytes: new.source.clone(), game };
    let handed = tokio::task::spawn_blocking(move || {
        let diagnostics = game.read(&checked.bytes).diagnostics;
        if diagnostics.has_errors() { Err(Refusal::Invalid(rows(&checked, &diagnostics))) } else { Ok(()) }
    });
    handed.await.map_err(|error| AccountsError::Hash(error.to_string()))??;
    if new.mode == Mode::Enter {
        keep_contest_limits(site, &new.hill, &account.name).await?;
    }
    let hill_name = new.hill.clone();
    let handed = off_thread(site, move |site| {
        let new = NewSubmission {
            account: account.id,
            hill: &new.hill,
            given: &file,
            source: &new.source,
            mode: new.mode,
            is_secret: new.is_secret,
            idempotency_key: new.idempotency_key.as_deref(),
            known_files: &known,
            present_files: &present,
            max_programs,
            max_waiting,
        };
        let handed = site.accounts.submit(&new, times::now())?;
        let entered = match (&handed, new.mode) {
            (SubmitOutcome::New(_), Mode::Enter) => enter_contests(site, &new, &account.name),
            _ => Ok(()),
        };
        Ok((handed, entered))
    })
    .await?;
    site.tell(&hill_name, HillUpdate::Submissions);
    let (handed, entered) = handed;
    if let SubmitOutcome::New(new) = &handed {
        site.metrics.submitted();
        tracing::info!(submission = new.public, hill = hill_name, "submission accepted");
    }
    entered.map(|()| handed)
}

/// Refuses a program if an open contest on the hill accepts no more programs of this author.
async fn keep_contest_limits(site: &Arc<Site>, hill: &str, author: &str) -> Result<(), Refusal> {
    let (at, hill, author) = (Arc::clone(site), hill.to_owned(), author.to_owned());
    let asked = tokio::task::spawn_blocking(move || dated::is_at_limit(&at, &hill, &author)).await;
    match asked {
        Ok(Ok(None)) => Ok(()),
        Ok(Ok(Some(why))) => Err(Refusal::Contest(why)),
        Ok(Err(failure)) => Err(Refusal::Contest(failure.to_string())),
        Err(error) => Err(AccountsError::Hash(error.to_string()).into()),
    }
}

/// Makes a program the entrant of its author in the open contests on the hill.
fn enter_contests(site: &Site, new: &NewSubmission<'_>, author: &str) -> Result<(), Refusal> {
    let file = FileName::new(new.given).map_err(Refusal::FileName)?;
    dated::enter(site, new.hill, author, &file, new.source).map_err(|refused| {
        let why = "it plays on the hill, but is not your entrant in the contest";
        Refusal::Contest(format!("{why}: {refused}"))
    })
}

/// Checks a file name, and adds the extension of the game if it has none.
pub(crate) fn file_name(game: &dyn RegisteredGame, wanted: &str) -> Result<String, Refusal> {
    let endings: Vec<&str> = registry::extensions(game).collect();
    let wanted = wanted.trim();
    let name = match wanted.rsplit_once('.') {
        Some((_, ending)) if endings.contains(&ending) => wanted.to_owned(),
        Some(_) => {
            let endings = endings.join(" or .");
            let why =
                format!("the name of a file with a program of {} ends with .{endings}", game.info().title);
            return Err(Refusal::FileName(why));
        }
        None => format!("{wanted}.{}", endings[0]),
    };
    let name = FileName::new(&name).map_err(Refusal::FileName)?;
    if RESERVED.iter().any(|prefix| name.as_str().to_ascii_lowercase().starts_with(prefix)) {
        let why = format!("names of files that begin with {} are given by the site", RESERVED.join(" or "));
        return Err(Refusal::FileName(why));
    }
    if name.as_str().len() > MAX_FILE_NAME || name.as_str().starts_with('.') {
        let why = format!("a file name has at most {MAX_FILE_NAME} bytes, and does not begin with a dot");
        return Err(Refusal::FileName(why));
    }
    Ok(name.to_string())
}

/// Withdraws a waiting submission.
pub(crate) async fn withdraw(site: &Arc<Site>, submission: Submission) -> Result<(), AccountsError> {
    off_thread(site, move |site| {
        site.accounts.withdraw(submission.id, times::now())?;
        site.tell(&submission.hill, HillUpdate::Submissions);
        Ok(())
    })
    .await
}

/// Checks a program without submitting it. Returns the diagnostics of `bout check` that need no
/// compiler.
pub(crate) fn check(game: &'static dyn RegisteredGame, file: &str, source: Vec<u8>) -> Value {
    let file = ProgramFile { path: file.into(), bytes: source, game };
    let reading = game.read(&file.bytes);
    json!({ "valid": reading.program.is_some(), "diagnostics": rows(&file, &reading.diagnostics) })
}

fn rows(file: &ProgramFile, diagnostics: &Diagnostics) -> Value {
    serde_json::to_value(FileRow::new(file, diagnostics).diagnostics).unwrap_or_default()
}

/// Returns everything that the author of a submission may know about it.
pub(crate) fn described(site: &Site, submission: &Submission) -> Result<Value, AccountsError> {
    let hill = site.any_hill(&submission.hill);
    let place = match submission.state {
        SubmissionState::Queued => {
            let queue = site.accounts.queue(&submission.hill)?;
            queue.iter().position(|one| one.id == submission.id).map(|at| at + 1)
        }
        _ => None,
    };
    let waits_for = match (place, submission.account) {
        (Some(_), Some(author)) if ProcessorTime::of(site, author)?.is_used_up() => {
            Some(used_up(times::now()))
        }
        (Some(place), _) => Some(waits_for(hill.as_deref(), place)),
        (None, _) => None,
    };
    let progress = match (&hill, submission.state) {
        (Some(hill), SubmissionState::Playing) => hill.progress,
        _ => None,
    };
    let outcome = submission.outcome.as_ref();
    let worst = outcome.map_or(&[][..], |outcome| &outcome.worst);
    let score = |one: &accounts::WorstOpponent| json!({ "opponent": one.opponent, "score": f64::from(one.score_thousandths) / 1000.0 });
    Ok(json!({
        "id": submission.public,
        "hill": submission.hill,
        "file": submission.given,
        "author": submission.author,
        "mode": submission.mode,
        "secret": submission.is_secret,
        "state": submission.state,
        "place": place,
        "waits_for": waits_for,
        "games_done": progress.map(|(done, _)| done),
        "games_total": progress.map(|(_, total)| total),
        "rank": outcome.map(|outcome| outcome.rank),
        "of": outcome.map(|outcome| outcome.of),
        "elo": hill.as_ref().and_then(|hill| elo(hill, submission)),
        "pushed_off": outcome.map_or(&[][..], |outcome| &outcome.pushed_off),
        "worst": worst.iter().map(score).collect::<Vec<_>>(),
        "why": submission.why,
        "retired": hill.as_ref().and_then(|hill| hill.retirement(&submission.public)),
        "program": outcome.filter(|outcome| outcome.is_in && submission.mode == Mode::Enter).map(|outcome| &outcome.program),
        "submitted": times::in_words(submission.submitted_s),
        "finished": submission.finished_s.map(times::in_words),
        "url": format!("/submissions/{}", submission.public),
    }))
}

/// The daily processor time of an author.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProcessorTime {
    /// The time used today, in milliseconds.
    pub(crate) used_ms: u64,
    /// The daily limit, in milliseconds.
    pub(crate) most_ms: u64,
    /// When the next day begins, in seconds since 1970.
    pub(crate) until_s: u64,
}

impl ProcessorTime {
    /// Returns the processor time of an account.
    pub(crate) fn of(site: &Site, account: AccountId) -> Result<Self, AccountsError> {
        let now = times::now();
        let used_ms = site.accounts.processor_used_ms(account, now)?;
        Ok(Self { used_ms, most_ms: site.config.limits.processor_ms(), until_s: next_day(now) })
    }

    /// Returns true if no time is left.
    pub(crate) fn is_used_up(self) -> bool {
        self.used_ms >= self.most_ms
    }

    /// Returns it as JSON for the API.
    pub(crate) fn json(self) -> Value {
        let seconds = |ms: u64| json!(ms / 1000);
        json!({
            "limit_s": seconds(self.most_ms),
            "used_s": seconds(self.used_ms),
            "left_s": seconds(self.most_ms.saturating_sub(self.used_ms)),
            "renewed": times::in_words(self.until_s),
        })
    }

    /// Returns the headers `RateLimit-Policy` and `RateLimit` as defined in the draft of the IETF.
    pub(crate) fn headers(self) -> [(&'static str, String); 2] {
        let left = self.most_ms.saturating_sub(self.used_ms) / 1000;
        let wait = self.until_s.saturating_sub(times::now());
        [
            ("ratelimit-policy", format!("\"processor\";q={};w={DAY_S}", self.most_ms / 1000)),
            ("ratelimit", format!("\"processor\";r={left};t={wait}")),
        ]
    }
}

fn next_day(now_s: u64) -> u64 {
    (now_s / DAY_S + 1) * DAY_S
}

fn used_up(now_s: u64) -> String {
    let until = times::for_people(next_day(now_s));
    format!("its author's processor time for today is used up; it is played after {until}")
}

/// Returns the present rating of a program that entered; `None` if it is not known.
fn elo(hill: &HillView, submission: &Submission) -> Option<f64> {
    let entered = submission.state == SubmissionState::Entered;
    let place = hill.table().iter().find(|place| entered && place.program == submission.file)?;
    Some(number(&place.elo)).filter(|elo| elo.is_finite())
}

/// Explains why a submission at this place in the queue is not played yet.
fn waits_for(hill: Option<&HillView>, place: usize) -> String {
    let trouble = hill.is_some_and(|hill| hill.trouble.is_some());
    let is_playing = hill.is_some_and(|hill| hill.progress.is_some());
    match (trouble, place, is_playing) {
        (true, ..) => "the last attempt to play on this hill failed, and is repeated".into(),
        (_, 1, true) => "the games of the program before it are being played".into(),
        (_, 1, false) => "it is the next one; a worker is about to take it".into(),
        (_, 2, _) => "one program is played before it".into(),
        (_, place, _) => format!("{} programs are played before it; authors take turns", place - 1),
    }
}

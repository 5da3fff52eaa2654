//! `bout submit`: submits programs to a hill of a site, and follows them.

mod report;

use std::path::{Path, PathBuf};

use contests::Failure;
use games::{RegisteredGame, registry};

use crate::cli::{OutputOption, SubmitArgs};
use crate::failure::with_continuation;
use crate::input;
use crate::interrupt;
use crate::names::shell_word;
use crate::site_client::{
    ConnectionRules, Followed, NewSubmission, SiteAddress, SiteClient, SiteError, Submission, SubmissionMode,
    SubmissionState, TokenFolder, random_key,
};

pub(super) use report::Report;

/// What to submit, and where.
pub(super) struct Order<'a> {
    pub(super) site: &'a str,
    pub(super) hill: &'a str,
    pub(super) programs: &'a [PathBuf],
    /// The name of the only program on the site, if it differs from the file name.
    pub(super) name: Option<&'a str>,
    pub(super) mode: SubmissionMode,
    pub(super) is_secret: bool,
    pub(super) waiting: Waiting,
    /// The key that the user chose.
    pub(super) key: Option<&'a str>,
    pub(super) rules: ConnectionRules,
}

/// Whether a command waits for the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    UntilFinished,
    UntilQueued,
}

pub(crate) fn run(args: &SubmitArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let order = Order {
        site: &args.to,
        hill: &args.hill,
        programs: &args.programs,
        name: args.name.as_deref(),
        mode: if args.test { SubmissionMode::Test } else { SubmissionMode::Enter },
        is_secret: args.secret,
        waiting: if args.no_wait { Waiting::UntilQueued } else { Waiting::UntilFinished },
        key: args.key.as_deref(),
        rules: args.connection.rules(),
    };
    submit(&order, &args.output)
}

/// Returns a client with the token for the site.
pub(super) fn member_client(site: &str, rules: ConnectionRules) -> Result<SiteClient, Failure> {
    let site = SiteAddress::parse(site)?;
    let token = TokenFolder::token_for(&site)?;
    let token = token.ok_or_else(|| SiteError::NoToken { site: site.to_string() })?;
    Ok(SiteClient::new(site, Some(token), rules)?)
}

/// Returns the game of a hill.
pub(super) fn game_of(client: &SiteClient, hill: &str) -> Result<&'static dyn RegisteredGame, Failure> {
    let about = client.hill(hill)?;
    let name = about["game"].as_str().unwrap_or("none");
    registry::by_name(name).ok_or_else(|| {
        let name: String = name.chars().take(100).collect();
        Failure::Usage(format!(
            "the hill {hill} plays `{name}`, a game that bout here does not have; update bout"
        ))
    })
}

/// Submits programs one after the other, and follows them.
pub(super) fn submit(order: &Order, output: &OutputOption) -> Result<(), Failure> {
    let client = member_client(order.site, order.rules)?;
    let game = game_of(&client, order.hill)?;
    // An error in any of the files is reported before anything is sent.
    let news = programs(order, game)?;
    let mut report = Report::new(output.form);
    let mut sent = Vec::new();
    for new in &news {
        match client.submit(new) {
            Ok(submission) => {
                report.sent(&submission, &client.page_of(&submission))?;
                sent.push((submission, new));
            }
            Err(SiteError::Invalid { detail, diagnostics, .. }) => {
                report.refused(new, &detail, &diagnostics)?;
            }
            Err(error) => return Err(again(error.into(), order, &news)),
        }
    }
    for (submission, new) in sent {
        match order.waiting {
            Waiting::UntilQueued => report.last(&submission)?,
            Waiting::UntilFinished => follow(&client, submission, order, new, &mut report)?,
        }
    }
    report.finish()
}

/// Reads the programs.
fn programs(order: &Order, game: &'static dyn RegisteredGame) -> Result<Vec<NewSubmission>, Failure> {
    let files = input::programs(order.programs, Some(game))?;
    let reads_input = order.programs.iter().any(|path| path.as_os_str() == "-");
    match order.name {
        Some(_) if files.len() > 1 => {
            return Err(Failure::Usage("--name names one program, but several were given".into()));
        }
        None if reads_input => {
            let why = "standard input has no file name; --name says what the program is called on the hill";
            return Err(Failure::Usage(why.into()));
        }
        _ => {}
    }
    let key = match order.key {
        Some(key) => key.to_owned(),
        None => random_key()?,
    };
    let new = |file: &input::Named| {
        let file = file.read()?;
        Ok(NewSubmission {
            hill: order.hill.to_owned(),
            file: order.name.map_or_else(|| file.file_name(), str::to_owned),
            source: file.bytes,
            mode: order.mode,
            is_secret: order.is_secret,
            key: key.clone(),
        })
    };
    files.iter().map(new).collect()
}

/// Follows a submission to its end.
fn follow(
    client: &SiteClient,
    submission: Submission,
    order: &Order,
    new: &NewSubmission,
    report: &mut Report,
) -> Result<(), Failure> {
    let page = client.page_of(&submission);
    let followed =
        client.follow(submission, &interrupt::was_requested, &mut |submission| report.step(submission));
    match followed {
        Ok(Followed::Finished(submission)) => report.last(&submission),
        Ok(Followed::Stopped(submission)) => {
            let why = format!("the submission of {} goes on; look at {page}", submission.file);
            Err(again(Failure::Interrupted(why), order, std::slice::from_ref(new)))
        }
        Err(Failure::Machine(why)) => Err(Failure::Machine(format!(
            "{why}. The submission goes on without this command: look at {page}"
        ))),
        Err(failure) => Err(failure),
    }
}

/// Adds the command that continues an interrupted one. With the same key, the site recognises the
/// submission instead of creating another.
fn again(failure: Failure, order: &Order, news: &[NewSubmission]) -> Failure {
    let Some(key) = news.first().map(|new| &new.key) else { return failure };
    let mut words = vec!["bout".to_owned(), "submit".to_owned()];
    words.extend(order.programs.iter().map(|path| shell_word(path.as_os_str())));
    let word = |text: &str| shell_word(Path::new(text).as_os_str());
    words.extend(["--to".into(), word(order.site), "--hill".into(), word(order.hill)]);
    words.extend(order.name.iter().flat_map(|name| ["--name".into(), word(name)]));
    words.extend((order.mode == SubmissionMode::Test).then(|| "--test".into()));
    words.extend(order.is_secret.then(|| "--secret".into()));
    words.extend(["--key".into(), word(key)]);
    with_continuation(failure, "follow it from here", &words.join(" "))
}

/// Returns the failure for a submission that was refused or withdrawn, or that the site could not
/// play.
pub(super) fn failure_of(submission: &Submission) -> Option<Failure> {
    let file = &submission.file;
    match submission.state {
        SubmissionState::Refused => Some(Failure::Refused(format!("the site refuses {file}"))),
        SubmissionState::Withdrawn => Some(Failure::Refused(format!("{file} was withdrawn"))),
        SubmissionState::Failed => Some(Failure::Machine(format!(
            "the site could not play {file}; nothing is held against the program, submit it again"
        ))),
        _ => None,
    }
}

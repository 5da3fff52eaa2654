//! `bout watch` against a hill of a site: every save becomes a test submission.

use contests::Failure;

use super::file_watcher::FileWatcher;
use super::interrupted;
use crate::cli::WatchArgs;
use crate::commands::hill::name_of;
use crate::commands::submit::{Report, game_of, member_client};
use crate::interrupt;
use crate::output::note;
use crate::site_client::{Followed, NewSubmission, SiteClient, SiteError, SubmissionMode, random_key};

/// Tests the program on the site on every save.
pub(super) fn watch(args: &WatchArgs, site: &str) -> Result<(), Failure> {
    let hill = name_of(&args.hill)?;
    let client = member_client(site, args.remote.site_options().rules())?;
    // Asks the site before the first save, so that a wrong name is reported immediately.
    let game = game_of(&client, hill)?;
    let watcher = FileWatcher::new(&args.program, None);
    let mut watch = RemoteWatch { args, client, report: Report::new(args.output.form), last: None };
    if !args.once {
        let (program, site) = (args.program.display(), watch.client.site());
        note(&format!(
            "watching {program} against {hill} at {site}, a hill of {}; press Ctrl-C to end",
            game.info().name
        ));
    }
    let new = NewSubmission {
        hill: hill.to_owned(),
        file: args.program.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        source: Vec::new(),
        mode: SubmissionMode::Test,
        is_secret: false,
        // One key for the whole watch: saving identical content again is the same submission.
        key: random_key()?,
    };
    loop {
        let tested = watch.look(&new, &watcher);
        if interrupt::was_requested() {
            return Err(interrupted(args));
        }
        if args.once {
            return tested.and_then(|()| watch.report.finish());
        }
        watch.report.forget();
        if let Err(failure) = tested {
            match failure {
                Failure::OutputClosed | Failure::Interrupted(_) => return Err(failure),
                _ => note(&format!("{failure}; waiting for the next save")),
            }
        }
        if watcher.wait().is_none() {
            return Err(interrupted(args));
        }
    }
}

/// A watch.
struct RemoteWatch<'a> {
    args: &'a WatchArgs,
    client: SiteClient,
    report: Report,
    /// The content that was tested last.
    last: Option<Vec<u8>>,
}

impl RemoteWatch<'_> {
    /// Tests the program if it has changed, until the next save.
    fn look(&mut self, new: &NewSubmission, watcher: &FileWatcher) -> Result<(), Failure> {
        let source = super::read_patiently(&self.args.program)?;
        if self.last.as_ref() == Some(&source) {
            return Ok(());
        }
        self.last = Some(source.clone());
        let new = NewSubmission { source, ..new.clone() };
        let submission = match self.client.submit(&new) {
            Ok(submission) => submission,
            Err(SiteError::Invalid { detail, diagnostics, .. }) => {
                return self.report.refused(&new, &detail, &diagnostics);
            }
            Err(error) => {
                // Lets the next save try again, even if it changes nothing.
                self.last = None;
                return Err(error.into());
            }
        };
        let stop = || interrupt::was_requested() || watcher.has_noticed();
        let report = &mut self.report;
        match self.client.follow(submission, &stop, &mut |submission| report.step(submission))? {
            Followed::Finished(submission) => self.report.last(&submission),
            Followed::Stopped(submission) => {
                // The result of the old version is not needed. If its games have started, it stays.
                let _ = self.client.withdraw(&submission.id);
                Ok(())
            }
        }
    }
}

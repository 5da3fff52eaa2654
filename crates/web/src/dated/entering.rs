//! Lets members enter contests with a date: they register, and the last program that they submit to
//! the hill is their entrant.

use std::sync::Arc;

use contests::Failure;
use contests::dated::{EntryRefused, Phase, Submission};
use contests::file_name::FileName;

use super::ContestView;
use crate::config::EntrantsFrom;
use crate::site::Site;
use crate::standings::silent;
use crate::times;

/// Registers a member for a contest.
pub(crate) fn register(site: &Site, contest: &str, author: &str) -> Result<(), EntryRefused> {
    let no_contest = || EntryRefused::Name("there is no such contest".into());
    let contest = site.contests.get(contest).ok_or_else(no_contest)?;
    if contest.about.entrants != EntrantsFrom::Authors {
        let why = "everybody whose program is on the hill at the close takes part; nobody needs to register";
        return Err(EntryRefused::Name(why.into()));
    }
    contest.folder.register(&contest.about.times, times::now(), author, &silent())?;
    renew(site, &contest)?;
    Ok(())
}

/// Returns why an author may not submit another program to a hill, if a contest that is open there
/// has a limit and the author has reached it.
pub(crate) fn is_at_limit(site: &Site, hill: &str, author: &str) -> Result<Option<String>, Failure> {
    for contest in open_contests(site, hill) {
        let Some(limit) = contest.about.submissions_per_author else { continue };
        let entries = contest.folder.entries()?;
        let own = entries.into_iter().find(|entry| entry.author == author);
        if own.is_some_and(|entry| entry.submissions >= limit) {
            let author = author.to_owned();
            return Ok(Some(EntryRefused::LimitReached { author, limit }.to_string()));
        }
    }
    Ok(None)
}

/// Enters a program that an author submitted to a hill into the contests that are open there.
pub(crate) fn enter(
    site: &Site,
    hill: &str,
    author: &str,
    file: &FileName,
    bytes: &[u8],
) -> Result<(), EntryRefused> {
    for contest in open_contests(site, hill) {
        let terms = (&contest.about.times, contest.about.submissions_per_author);
        let program = Submission::new(file.clone(), bytes);
        match contest.folder.enter(terms, times::now(), author, program, &silent()) {
            // The contest closed at this very moment. The submission to the hill is still valid.
            Ok(_) | Err(EntryRefused::TooLate) => renew(site, &contest)?,
            Err(refused) => return Err(refused),
        }
    }
    Ok(())
}

fn open_contests(site: &Site, hill: &str) -> Vec<Arc<ContestView>> {
    let now = times::now();
    let is_open = |contest: &Arc<ContestView>| {
        contest.about.hill == hill
            && contest.about.entrants == EntrantsFrom::Authors
            && contest.phase(now) == Phase::Open
    };
    site.contests.all().into_iter().filter(is_open).collect()
}

/// Reads a contest again, so that pages show who takes part.
fn renew(site: &Site, contest: &ContestView) -> Result<(), Failure> {
    let mut renewed = contest.clone();
    renewed.refresh()?;
    site.contests.put(renewed);
    Ok(())
}

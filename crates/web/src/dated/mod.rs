//! Contests with a date: announced when the site starts, closed and played by a supervisor of their own.

mod entering;
mod forgetting;
mod news;
mod supervisor;
mod view;

use std::sync::{Arc, PoisonError, RwLock};

use contests::Failure;
use contests::dated::{Folder, Phase};

use crate::config::EntrantsFrom;
use crate::hill_view::{HillView, ProgramView};
use crate::members::Viewer;
use crate::site::Site;
use crate::standings::silent;
use crate::times;

pub(crate) use entering::{enter, is_at_limit, register};
pub(crate) use news::{ContestNews, news};
pub(crate) use supervisor::play;
pub(crate) use view::ContestView;

/// The contests with a date, by name.
#[derive(Default)]
pub(crate) struct Contests(RwLock<Vec<Arc<ContestView>>>);

impl Contests {
    /// Returns all of them, sorted by name.
    pub(crate) fn all(&self) -> Vec<Arc<ContestView>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the contest of this name.
    pub(crate) fn get(&self, name: &str) -> Option<Arc<ContestView>> {
        self.all().into_iter().find(|contest| contest.about.name.as_str() == name)
    }

    /// Replaces the contest of the same name, or adds it.
    pub(crate) fn put(&self, contest: ContestView) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.retain(|known| known.about.name != contest.about.name);
        all.push(Arc::new(contest));
        all.sort_by(|one, two| one.about.name.cmp(&two.about.name));
    }
}

impl Site {
    /// Announces the contests in the settings that are not announced yet, and draws the secrets of new
    /// ones. A new site calls this again when it has created the hills of foreign code.
    pub(crate) fn announce_contests(&self) -> Result<(), Failure> {
        for about in self.config.dated_contests(&self.folder)? {
            if self.contests.get(about.name.as_str()).is_some() {
                continue;
            }
            let path = Folder::path_in(&self.folder, &about.name);
            // A contest that is over stays in the settings for its pages, so the site starts all the same.
            if !path.exists() && about.times.closes <= times::now() {
                let contest = about.name.as_str();
                tracing::warn!(
                    contest,
                    "the contest is new, but has closed already; look at `closes` in bout.toml"
                );
            }
            let folder = Folder::make(&path)?;
            let announced = match folder.announce(&about.terms, random_bytes, &silent()) {
                Err(Failure::Refused(why)) => return Err(about.wrong(&self.folder, &why)),
                announced => announced?,
            };
            self.contests.put(ContestView::read(about, folder, announced.commitment())?);
        }
        Ok(())
    }

    /// Returns the contests that a viewer may see, sorted by name: all but those on private hills
    /// to which the viewer has no access.
    pub(crate) fn visible_contests(&self, viewer: &Viewer) -> Vec<Arc<ContestView>> {
        let mut contests = self.contests.all();
        contests.retain(|contest| self.is_contest_visible(contest, viewer));
        contests
    }

    /// Returns the contest of this name if the viewer may see it.
    pub(crate) fn visible_contest(&self, name: &str, viewer: &Viewer) -> Option<Arc<ContestView>> {
        self.contests.get(name).filter(|contest| self.is_contest_visible(contest, viewer))
    }

    fn is_contest_visible(&self, contest: &ContestView, viewer: &Viewer) -> bool {
        self.any_hill(&contest.about.hill).is_none_or(|hill| hill.is_visible_to(viewer))
    }

    /// Returns the contest that currently hides the sources of a hill.
    pub(crate) fn hidden_by(&self, hill: &str) -> Option<Arc<ContestView>> {
        let now = times::now();
        let hides = |contest: &Arc<ContestView>| {
            contest.about.hidden_sources && contest.about.hill == hill && contest.phase(now) < Phase::Closed
        };
        self.contests.all().into_iter().find(hides)
    }

    /// Returns the source of a program on a hill if the viewer may read it now. Its author and the
    /// hosts always may.
    pub(crate) fn shown_source<'p>(
        &self,
        hill: &HillView,
        program: &'p ProgramView,
        viewer: &Viewer,
    ) -> Option<&'p [u8]> {
        if program.is_of(viewer) || hill.is_host(viewer) {
            return Some(&program.source);
        }
        let game = hill.files.as_ref().map_or("", |files| files.game.info().name);
        let is_hidden = program.hidden.is_some() || self.hidden_by(&hill.name).is_some();
        self.public_source(game, program).filter(|_| !is_hidden)
    }

    /// Returns true if a hill must not change, because the entrants of a closed contest are being
    /// fixed.
    pub(crate) fn must_rest(&self, hill: &str) -> bool {
        let now = times::now();
        self.contests.all().iter().any(|contest| {
            contest.about.entrants == EntrantsFrom::Hill
                && contest.about.hill == hill
                && contest.frozen.is_none()
                && contest.phase(now) == Phase::Closed
        })
    }
}

/// Returns 32 random bytes from the operating system.
fn random_bytes() -> Result<[u8; 32], Failure> {
    let mut bytes = [0; 32];
    let failed = |error| {
        Failure::Machine(format!("the system has no random bytes for the secret of a contest: {error}"))
    };
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Returns the message for visitors who ask for something hidden.
pub(crate) fn hidden_words(contest: &ContestView) -> String {
    format!(
        "Sources and fights of this hill are hidden until the contest {} closes, at {}.",
        contest.about.title,
        times::in_words(contest.about.times.closes)
    )
}

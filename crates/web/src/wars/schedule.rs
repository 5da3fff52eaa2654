//! Decides when the rounds of a war are played: by a schedule, or at a host's request.

use std::path::Path;

use contests::Failure;
use contests::confined_folder::{ConfinedFolder, create_durably};
use contests::file_name::FileName;

use super::view::WarView;
use super::{existing, site_folder_of};
use crate::site::Site;

/// The file with the number of the last round that a host requested. It is never deleted: once that round is
/// played, the request has no effect. So no request is lost, and no round is played twice.
const REQUESTED: FileName = FileName::own("requested-round");

/// The reason why a round cannot be requested.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RequestError {
    /// There is no such war.
    #[error("there is no such war")]
    NoWar,
    /// The state of the war does not permit it.
    #[error("{0}")]
    NotAllowed(String),
    /// The request cannot be stored.
    #[error("{}", crate::failures::for_visitors(.0))]
    Failure(#[from] Failure),
}

/// Requests the next round of a war, and returns its number. The round is played as soon as a worker is free.
/// Another request before then is for the same round.
pub(crate) fn request_round(site: &Site, war: &str) -> Result<u64, RequestError> {
    let war = site.wars.get(war).ok_or(RequestError::NoWar)?;
    let not_allowed = |why: &str| Err(RequestError::NotAllowed(why.into()));
    match &war.files {
        Err(_) => return not_allowed("the folder of this war cannot be read"),
        Ok(files) if files.ended.is_some() => return not_allowed("the war is over"),
        Ok(files) if !files.can_go_on() => return not_allowed("a war needs snippets of at least 2 players"),
        Ok(_) => {}
    }
    let round = war.rounds() + 1;
    let own = site_folder_of(&site.folder, &war.name);
    create_durably(&own)?;
    ConfinedFolder::make(&own)?.write_durably(&REQUESTED, round.to_string().as_bytes())?;
    site.wars.change(&war.name, |war| war.requested = Some(round));
    Ok(round)
}

/// Returns the round that a host last requested, even if it has been played since.
pub(super) fn requested(own: &Path) -> Option<u64> {
    let text = existing(own).ok()??.read(&REQUESTED).ok()??;
    std::str::from_utf8(&text).ok()?.parse().ok()
}

impl WarView {
    /// Returns when the next round is due by the schedule, in seconds since 1970; `None` without a schedule,
    /// or if no round can be played.
    pub(crate) fn next_due(&self, now: u64) -> Option<u64> {
        let every = self.every_s?;
        self.files.as_ref().ok().filter(|files| files.can_go_on())?;
        let last = *self.seen.last()?;
        // If the clock was set back, wait no longer than one interval.
        Some(last.saturating_add(every).min(now.saturating_add(every)))
    }

    /// Returns true if a round should be played now.
    pub(crate) fn is_due(&self, now: u64) -> bool {
        let can_go_on = self.files.as_ref().is_ok_and(|files| files.can_go_on());
        can_go_on && (self.requested.is_some() || self.next_due(now).is_some_and(|due| due <= now))
    }
}

//! A contest with a date as pages show it: read from its files.

use contests::Failure;
use contests::contest::lock_file::LOCK_FILE;
use contests::dated::{ENTRANTS, Folder, Frozen, Phase, RESULTS_FILE, REVEAL_FILE, Reveal};
use contests::file_name::FileName;
use serde::Deserialize;
use serde_json::Value;

use crate::config::{DatedContest, EntrantsFrom};
use crate::standings::{Pair, Place};
use crate::times;

/// The maximum size of a published file of the final, in bytes.
const MAX_RESULTS: u64 = 1 << 30;

/// A contest with a date.
#[derive(Clone)]
pub(crate) struct ContestView {
    /// Its settings.
    pub(crate) about: DatedContest,
    /// Its folder.
    pub(crate) folder: Folder,
    /// The hash of the secret and the terms.
    pub(crate) commitment: String,
    /// The authors who are registered.
    pub(crate) authors: Vec<String>,
    /// The entrants, once they are fixed.
    pub(crate) frozen: Option<Frozen>,
    /// What was revealed, once the final is played.
    pub(crate) reveal: Option<Reveal>,
    /// The results of the final, if it had any games.
    pub(crate) standings: Option<FinalStandings>,
    /// When the final was over, in seconds since 1970.
    pub(crate) finished_at: Option<u64>,
    /// True if all games of the final were played again, because a compiler, an interpreter or the rules had changed.
    pub(crate) was_played_again: bool,
    /// The progress of the final: games done, and all games.
    pub(crate) progress: Option<(u64, u64)>,
    /// Why the last work on it failed.
    pub(crate) trouble: Option<String>,
}

/// The results of a final.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct FinalStandings {
    pub(crate) table: Vec<Place>,
    pub(crate) cross: Vec<Pair>,
    pub(crate) ratings: Value,
}

impl ContestView {
    /// Reads an announced contest.
    pub(crate) fn read(about: DatedContest, folder: Folder, commitment: String) -> Result<Self, Failure> {
        let mut view = Self {
            about,
            folder,
            commitment,
            authors: Vec::new(),
            frozen: None,
            reveal: None,
            standings: None,
            finished_at: None,
            was_played_again: false,
            progress: None,
            trouble: None,
        };
        view.refresh()?;
        Ok(view)
    }

    /// Reads what may have changed. Entrants that are fixed and results are not read again.
    pub(crate) fn refresh(&mut self) -> Result<(), Failure> {
        if self.frozen.is_none() {
            self.frozen = self.folder.frozen()?;
            if self.about.entrants == EntrantsFrom::Authors {
                self.authors = self.folder.entries()?.into_iter().map(|entry| entry.author).collect();
            }
        }
        if self.reveal.is_none()
            && let Some(reveal) = self.folder.revealed()?
        {
            let rows = self.folder.standings()?.map(serde_json::from_value::<FinalStandings>).transpose();
            let wrong =
                |error: serde_json::Error| Failure::Refused(format!("the rows of the final: {error}"));
            self.standings = rows.map_err(wrong)?;
            self.finished_at = self.time_of_reveal();
            self.was_played_again = self.folder.was_played_again()?;
            self.reveal = Some(reveal);
        }
        Ok(())
    }

    /// Reads everything again, after names were changed.
    pub(super) fn read_again(&mut self) -> Result<(), Failure> {
        (self.frozen, self.reveal) = (None, None);
        self.refresh()
    }

    /// Returns the phase at a moment.
    pub(crate) fn phase(&self, now: u64) -> Phase {
        let progress = match (&self.frozen, &self.reveal) {
            (_, Some(_)) => contests::dated::Progress::Finished,
            (Some(_), None) => contests::dated::Progress::Frozen,
            (None, None) => contests::dated::Progress::NotFrozen,
        };
        self.about.times.phase(progress, now)
    }

    fn time_of_reveal(&self) -> Option<u64> {
        let path = self.folder.of_final().ok()??.path_of(&REVEAL_FILE);
        let changed = std::fs::symlink_metadata(path).and_then(|about| about.modified());
        changed.ok().map(times::since_1970)
    }

    /// Returns `contest.lock`, once the final is played.
    pub(crate) fn lock(&self) -> Option<Vec<u8>> {
        self.published(&FileName::own(LOCK_FILE))
    }

    /// Returns the results as an export, once the final is played.
    pub(crate) fn results(&self) -> Option<Vec<u8>> {
        self.published(&RESULTS_FILE)
    }

    /// Returns `reveal.json`, once the final is played.
    pub(crate) fn revealed(&self) -> Option<Vec<u8>> {
        self.published(&REVEAL_FILE)
    }

    /// Returns a file of the final; `None` before the final is over.
    fn published(&self, name: &FileName) -> Option<Vec<u8>> {
        self.reveal.as_ref()?;
        self.folder.of_final().ok()??.read_at_most(MAX_RESULTS, name).ok()?
    }

    /// Returns the program of an entrant, once the entrants are fixed.
    pub(crate) fn source(&self, file: &str) -> Option<Vec<u8>> {
        let entered = self.frozen.as_ref()?.entrants.iter().find(|entered| entered.file.as_str() == file)?;
        self.folder.of_final().ok()??.folder(&ENTRANTS).ok()??.read(&entered.file).ok()?
    }

    /// Returns what a program scored against another in the final.
    pub(crate) fn pair(&self, program: &str, opponent: &str) -> Option<&Pair> {
        let cross = &self.standings.as_ref()?.cross;
        cross.iter().find(|pair| pair.program == program && pair.opponent == opponent)
    }
}

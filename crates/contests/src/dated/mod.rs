//! A dated contest: it opens and closes at given times, and ends in a final whose result nobody can claim was rigged.
//!
//! When it is announced, a secret is drawn, and a hash of the secret and of the terms is published. When it closes, the
//! entrants are fixed. The seed of the final follows from the secret and from the identities of all entrants. After the final,
//! the secret is published, and everybody can check that nothing was changed in between.
//!
//! ```text
//! announced.json           the terms and the secret: nobody else may read it
//! entries/AUTHOR.json      the last program of each author who entered through the site
//! final/entrants.json      the entrants, fixed at the close
//! final/entrants/FILE      their programs
//! final/contest.lock       what `bout rejudge` judges, with
//! final/contest.db         all results, and
//! final/results.jsonl      the same as `bout export` writes them
//! final/standings.json     the table, the cross table and the ratings
//! final/reveal.json        the secret and what follows from it; it is written last
//! ```

mod commitment;
mod entries;
mod final_tournament;
mod folder;
mod forget;
mod freeze;
mod reveal;

pub use commitment::{FinalSchedule, Secret, Terms, commitment, commitment_text, seed, seed_text};
pub use entries::{Entry, EntryRefused, Submission};
pub use final_tournament::{ENTRANTS, RESULTS_FILE};
pub use folder::{Announced, Folder};
pub use forget::Renamed;
pub use freeze::{Candidates, Entered, Frozen, LeftOut};
pub use reveal::{REVEAL_FILE, Reveal, RevealError};

/// The times when a dated contest changes its phase, in seconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// Authors can register.
    pub registration_opens: u64,
    /// Authors can submit.
    pub opens: u64,
    /// Submissions end, and the final begins.
    pub closes: u64,
}

/// How far the files of a dated contest have got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The entrants are not fixed yet.
    NotFrozen,
    /// The entrants are fixed.
    Frozen,
    /// The final is played, and the secret is published.
    Finished,
}

/// Phases of a dated contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Only the times and the commitment are known.
    Announced,
    /// Authors can register.
    Registration,
    /// Authors can submit.
    Open,
    /// The final is being played.
    Closed,
    /// The final is played, and the secret is published.
    Finished,
}

impl Phase {
    /// Returns the name used in the interface for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Announced => "announced",
            Self::Registration => "registration",
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Finished => "finished",
        }
    }
}

impl Times {
    /// Returns the phase at a moment. The files take precedence over the clock, so setting the clock back reopens nothing.
    #[must_use]
    pub fn phase(&self, progress: Progress, now: u64) -> Phase {
        match progress {
            Progress::Finished => Phase::Finished,
            Progress::Frozen => Phase::Closed,
            Progress::NotFrozen if now >= self.closes => Phase::Closed,
            Progress::NotFrozen if now >= self.opens => Phase::Open,
            Progress::NotFrozen if now >= self.registration_opens => Phase::Registration,
            Progress::NotFrozen => Phase::Announced,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_phase_begins_at_its_second_and_never_comes_again() {
        let times = Times { registration_opens: 10, opens: 20, closes: 30 };
        let phases = [
            (9, Phase::Announced),
            (10, Phase::Registration),
            (19, Phase::Registration),
            (20, Phase::Open),
            (29, Phase::Open),
            (30, Phase::Closed),
            (u64::MAX, Phase::Closed),
        ];
        for (now, phase) in phases {
            assert_eq!(times.phase(Progress::NotFrozen, now), phase, "{now}");
            assert_eq!(times.phase(Progress::Frozen, now), Phase::Closed, "{now}");
            assert_eq!(times.phase(Progress::Finished, now), Phase::Finished, "{now}");
        }
    }
}

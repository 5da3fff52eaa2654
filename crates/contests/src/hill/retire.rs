//! Retires a program that can no longer play: it leaves the hill, and its history stays.

use store::Store;

use super::state::RETIRE;
use super::{Batch, Challenge, FALLEN, Folder, HillChange, RatedHill, Residents, UnableResident};
use crate::Failure;
use crate::file_name::FileName;
use crate::programs::Entrant;

impl Folder {
    /// Moves the programs that can no longer play to `fallen/`, and returns the others. `batch` is the progress of the
    /// command, if it has more to do.
    ///
    /// A challenger must play all programs on the hill, so those that cannot play leave before a challenge.
    pub(super) fn retire(
        &mut self,
        store: &mut Store,
        residents: Residents,
        threads: usize,
        batch: Option<Batch>,
    ) -> Result<Vec<Entrant>, Failure> {
        let unable = residents.unable.clone();
        let able = residents.able_to_play()?;
        if unable.is_empty() {
            return Ok(able);
        }
        let hill = self.play(store, &able, threads)?;
        let mut lines = self.retirements(&unable, &hill).into_iter();
        let Some(first) = lines.next() else { return Ok(able) };
        let change = HillChange {
            remove: self.all_leave(&unable)?,
            more: lines.collect(),
            batch,
            ..HillChange::new(self.state_of(&hill), first)
        };
        change.make(&self.inside)?;
        self.state = change.state;
        self.tell_retired(&unable);
        Ok(able)
    }

    /// Returns the lines of the history for programs that leave a hill with this table.
    pub(super) fn retirements(&self, unable: &[UnableResident], hill: &RatedHill) -> Vec<Challenge> {
        let line = |one: &UnableResident| Challenge {
            pushed_off: vec![one.file.clone()],
            why: Some(one.why.clone()),
            ..self.history_line(RETIRE, hill).of_program(&one.file, &one.id)
        };
        unable.iter().map(line).collect()
    }

    /// Returns the files to move to `fallen/`.
    pub(super) fn all_leave(&self, unable: &[UnableResident]) -> Result<Vec<(FileName, FileName)>, Failure> {
        let mut leave: Vec<(FileName, FileName)> = Vec::new();
        for one in unable {
            let (file, mut there) = self.leaves(&one.file)?;
            // Another program that leaves may take a name that seems free.
            while leave.iter().any(|(_, taken)| taken.as_str().eq_ignore_ascii_case(there.as_str())) {
                let (stem, ending) = there.as_str().rsplit_once('.').unwrap_or((there.as_str(), ""));
                there = self.free_name(&FALLEN, &format!("{stem}-2.{ending}"))?;
            }
            leave.push((file, there));
        }
        Ok(leave)
    }

    pub(super) fn tell_retired(&self, unable: &[UnableResident]) {
        for UnableResident { file, why, .. } in unable {
            self.client.note(&format!("{file} cannot play any more, and is retired: {why}"));
        }
    }
}

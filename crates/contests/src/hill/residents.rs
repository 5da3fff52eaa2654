//! The programs on a hill, including those that can no longer play here.

use std::collections::BTreeSet;

use game::{Diagnostic, Diagnostics, LineIndex, Severity};

use store::Store;

use super::{Folder, PROGRAMS, RESULTS, RatedHill, STANDINGS_FILE};
use crate::contest::{Contest, Environment};
use crate::program_file::ProgramFile;
use crate::programs::{Entrant, Judged, judged};
use crate::{ContestEvent, Failure};

/// The number of errors kept for a program that can no longer play.
const MAX_ERRORS: usize = 5;

/// The programs on a hill.
pub struct Residents {
    /// The programs that can play.
    pub able: Vec<Entrant>,
    /// The programs that could play when they entered, but no longer can. Their results stay valid.
    pub unable: Vec<UnableResident>,
}

/// The table of a hill as it is shown, without files that have errors.
pub struct HillTable {
    /// The programs of the table, rated.
    pub hill: RatedHill,
    /// The programs that can no longer play.
    pub unable: Vec<UnableResident>,
    /// The names of files with errors, which the table leaves out.
    pub refused: Vec<String>,
}

/// A program on a hill that can no longer play, because the compiler, the interpreter or the rules have changed.
#[derive(Debug, Clone)]
pub struct UnableResident {
    /// Its file on the hill.
    pub file: String,
    /// Its identity.
    pub id: String,
    /// Why it cannot play, a line per error.
    pub why: String,
    /// The program; `None` if even the game can no longer read it.
    pub(super) entrant: Option<Entrant>,
}

impl Residents {
    /// Returns all programs that the game can read, including those that can no longer play.
    #[must_use]
    pub fn readable(&self) -> Vec<Entrant> {
        let unable = self.unable.iter().filter_map(|unable| unable.entrant.clone());
        self.able.iter().cloned().chain(unable).collect()
    }

    /// Returns the programs that can play.
    ///
    /// Fails if there are several and none can play: then the fault is in the machine.
    pub(super) fn able_to_play(self) -> Result<Vec<Entrant>, Failure> {
        match (self.able.is_empty(), self.unable.first()) {
            (true, Some(one)) => {
                let (number, file, why) = (self.unable.len(), &one.file, &one.why);
                let why = format!(
                    "none of the {number} programs on the hill can play on this machine any more, so nothing was changed; \
                     see `bout doctor`; {file}: {why}"
                );
                Err(Failure::Machine(why))
            }
            _ => Ok(self.able),
        }
    }
}

impl Folder {
    /// Reads and checks the programs on the hill. It is not an error if a program that was on the hill before is refused now:
    /// the program has not changed, but something else has.
    pub fn residents(&self) -> Result<Residents, Failure> {
        self.residents_of(&self.programs()?)
    }

    /// Reads and checks the programs in these files of the hill.
    pub fn residents_of(&self, files: &[ProgramFile]) -> Result<Residents, Failure> {
        let (residents, refused) = self.checked(files)?;
        if refused.is_empty() {
            return Ok(residents);
        }
        let have = if refused.len() == 1 { "has" } else { "have" };
        Err(Failure::Refused(format!(
            "{}: {} {have} errors, so nothing was played; correct or remove what has errors in {PROGRAMS}",
            self.inside.path().display(),
            refused.join(", ")
        )))
    }

    /// Reads and checks the programs in these files of the hill. Also returns the names of the files with errors, after
    /// telling the client what is wrong with them.
    fn checked(&self, files: &[ProgramFile]) -> Result<(Residents, Vec<String>), Failure> {
        let mut residents = Residents { able: Vec::new(), unable: Vec::new() };
        let mut refused = Vec::new();
        for file in files {
            match judged(file, &self.client)? {
                Judged::Accepted(entrant) => residents.able.push(on_hill(entrant)),
                Judged::Refused { diagnostics, readable } => {
                    if let Some(unable) = self.unable(file, &diagnostics, readable) {
                        residents.unable.push(unable);
                    } else {
                        self.client.tell(ContestEvent::Refused { file, diagnostics: &diagnostics });
                        refused.push(file.file_name());
                    }
                }
            }
        }
        Ok((residents, refused))
    }

    /// Returns the resident in a file that is refused now; `None` if it never was one, or somebody has changed the file.
    fn unable(
        &self,
        file: &ProgramFile,
        diagnostics: &Diagnostics,
        readable: Option<Entrant>,
    ) -> Option<UnableResident> {
        let name = file.file_name();
        let id = if let Some(entrant) = &readable {
            entrant.program.id().to_string()
        } else {
            // The identity is that of what the game reads, so other rules may have read another identity from the same file.
            let rules = file.game.info().rules_version;
            let has_other_rules = |one: &Environment| one.rules_version != rules;
            let is_by_other_rules = self.state.environments.iter().any(has_other_rules);
            let place = self.state.programs.iter().find(|place| place.file == name);
            place.filter(|_| is_by_other_rules)?.id.clone()
        };
        let was_here = self.state.programs.iter().any(|place| place.id == id);
        let why = errors(file, diagnostics);
        was_here.then(|| UnableResident { file: name, id, why, entrant: readable.map(on_hill) })
    }
}

impl Folder {
    /// Returns the programs of the table: those that can play, and those that no longer can but have played all their
    /// games.
    pub fn in_table(&self, residents: &Residents) -> Result<Vec<Entrant>, Failure> {
        let mut members = residents.able.clone();
        let unable: Vec<&Entrant> = residents.unable.iter().filter_map(|one| one.entrant.as_ref()).collect();
        if unable.is_empty() {
            return Ok(members);
        }
        let Some(store) = self.existing_store()? else { return Ok(members) };
        for one in unable {
            let mut with_it = members.clone();
            with_it.push(one.clone());
            let contest = self.contest(&with_it, self.isolation)?;
            let entrant = contest.entrant_at(members.len());
            let mut has_played_all = true;
            for pair in contest.pairs().filter(|pair| pair.contains(&entrant)) {
                has_played_all &= contest.earlier(&pair).is_some()
                    || contest.is_known_under(&contest.present_of(&pair), pair, self.config.games, &store)?;
            }
            if has_played_all {
                members = with_it;
            }
        }
        Ok(members)
    }

    /// Plays all unknown games of the programs on the hill, and rates them. Also returns the programs that can no longer
    /// play.
    pub fn play_residents(
        &mut self,
        store: &mut Store,
        threads: usize,
    ) -> Result<(RatedHill, Vec<UnableResident>), Failure> {
        let residents = self.residents()?;
        let (hill, unable) = self.play_these(residents, store, threads)?;
        self.note_environments(&hill)?;
        Ok((hill, unable))
    }

    /// As [`Folder::play_residents`], but files with errors are left out of the table. This is for showing it only: the
    /// environments of the hill are not noted without the pairs of those files.
    pub fn play_table(&mut self, store: &mut Store, threads: usize) -> Result<HillTable, Failure> {
        let (residents, refused) = self.checked(&self.programs()?)?;
        let (hill, unable) = self.play_these(residents, store, threads)?;
        if refused.is_empty() {
            self.note_environments(&hill)?;
        }
        Ok(HillTable { hill, unable, refused })
    }

    fn play_these(
        &self,
        residents: Residents,
        store: &mut Store,
        threads: usize,
    ) -> Result<(RatedHill, Vec<UnableResident>), Failure> {
        let members = self.in_table(&residents)?;
        let unable = residents.unable.clone();
        if members.is_empty() {
            residents.able_to_play()?;
        }
        Ok((self.play(store, &members, threads)?, unable))
    }

    /// Stores environments that the table does not name yet, such as those of programs added by hand. Otherwise such
    /// programs would play again after the next upgrade.
    fn note_environments(&mut self, hill: &RatedHill) -> Result<(), Failure> {
        let environments = self.environments_of(&hill.contest);
        let is_new = environments.iter().any(|one| !self.state.environments.contains(one));
        if !self.is_held() || self.state.environments.is_empty() || !is_new {
            return Ok(());
        }
        self.set_environments(environments)
    }

    /// Writes the environments of the table.
    pub(super) fn set_environments(&mut self, environments: Vec<Environment>) -> Result<(), Failure> {
        self.state.environments = environments;
        self.state.write(&self.inside.make_folder(&RESULTS)?, &STANDINGS_FILE)
    }

    /// Returns the environments in which the pairs of a contest of the hill have played, in order of precedence.
    pub(super) fn environments_of(&self, contest: &Contest) -> Vec<Environment> {
        let used: BTreeSet<Environment> =
            contest.pairs().map(|members| contest.environment_of(&members)).collect();
        if used.is_empty() {
            return contest.presents();
        }
        let (listed, new): (Vec<Environment>, Vec<Environment>) =
            used.into_iter().partition(|one| self.state.environments.contains(one));
        let place = |one: &Environment| self.state.environments.iter().position(|other| other == one);
        let mut all = listed;
        all.sort_by_key(place);
        // Earlier environments that no table names yet come before the present ones.
        let (present, earlier): (Vec<_>, Vec<_>) = new.into_iter().partition(|one| contest.accepts(one));
        all.extend(earlier);
        all.extend(present);
        all
    }
}

/// Returns a program with the name that it has on the hill.
fn on_hill(mut entrant: Entrant) -> Entrant {
    entrant.path.clone_from(&entrant.source.file);
    entrant
}

/// Returns the errors of a program, a line each, with their places.
fn errors(file: &ProgramFile, diagnostics: &Diagnostics) -> String {
    let index = LineIndex::new(&file.bytes);
    let errors = diagnostics.iter().filter(|one| one.severity == Severity::Error).take(MAX_ERRORS);
    let line = |one: &Diagnostic| {
        let place = one.span.map(|span| index.position(span.start));
        let place = place.map_or_else(String::new, |at| format!("line {}, column {}: ", at.line, at.column));
        format!("{place}{}", one.message)
    };
    errors.map(line).collect::<Vec<_>>().join("\n")
}

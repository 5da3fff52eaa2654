//! Leaving a hill: where the file of a program goes, and the removal of a program by hand.

use store::Store;

use super::{Challenge, FALLEN, Folder, HillChange, RatedHill};
use crate::Failure;
use crate::file_name::FileName;
use crate::programs::Entrant;

impl Folder {
    /// Removes a program from the hill, given by its file name with or without extension, or by its own name. Returns
    /// its file name, and the hill without it.
    pub fn remove(
        &mut self,
        store: &mut Store,
        name: &str,
        threads: usize,
    ) -> Result<(String, RatedHill), Failure> {
        let residents = self.residents()?;
        let members = residents.readable();
        let gone = only_one_named(&members, name)?;
        let file = gone.source.file.clone();
        let stay: Vec<Entrant> =
            self.in_table(&residents)?.into_iter().filter(|member| member.source.file != file).collect();
        let hill = self.play(store, &stay, threads)?;
        let change = HillChange {
            remove: vec![self.leaves(&file)?],
            ..HillChange::new(
                self.state_of(&hill),
                Challenge {
                    pushed_off: vec![file.clone()],
                    ..self.history_line("remove", &hill).of_program(&file, &gone.program.id().to_string())
                },
            )
        };
        change.make(&self.inside)?;
        self.state = change.state;
        Ok((file, hill))
    }

    /// Returns a file to move to `fallen/`: its name on the hill, and its new name.
    pub(super) fn leaves(&self, file: &str) -> Result<(FileName, FileName), Failure> {
        Ok((name_on_hill(file)?, self.free_name(&FALLEN, file)?))
    }
}

/// Returns the only program of this name.
fn only_one_named<'m>(members: &'m [Entrant], name: &str) -> Result<&'m Entrant, Failure> {
    if members.is_empty() {
        return Err(Failure::Usage(format!("{name}: the hill has no programs")));
    }
    let is_it = |member: &&Entrant| {
        let stem = member.source.file.rsplit_once('.').map_or(member.source.file.as_str(), |(stem, _)| stem);
        member.source.file == name || stem == name || member.name == name
    };
    let found: Vec<&Entrant> = members.iter().filter(is_it).collect();
    let [one] = found[..] else {
        let files: Vec<&str> = members.iter().map(|member| member.source.file.as_str()).collect();
        let number = if found.is_empty() { "no program" } else { "more than one program" };
        return Err(Failure::Usage(format!(
            "{name}: {number} on the hill has this name; the programs are: {}",
            files.join(", ")
        )));
    };
    Ok(one)
}

/// Returns the name of a file in `programs/`, which was valid when it was read.
pub(super) fn name_on_hill(file: &str) -> Result<FileName, Failure> {
    FileName::new(file).map_err(Failure::Refused)
}

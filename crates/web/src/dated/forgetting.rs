//! Removes the names of deleted accounts and hidden programs from contests.

use std::path::Path;

use accounts::FormerNames;
use contests::Failure;
use contests::dated::{Entered, Renamed};
use contests::file_name::FileName;

use super::ContestView;
use crate::config::EntrantsFrom;
use crate::site::{Site, failed};
use crate::standings::silent;

/// Removes the entries of deleted accounts, and renames entrants. Only the thread that closes
/// contests and has their finals played does this, so nothing else changes them at the same time.
pub(super) fn forget_names(site: &Site, contest: &ContestView) -> Result<(), Failure> {
    let former = site.accounts.former_names().map_err(|error| failed(&error))?;
    let gone: Vec<&String> =
        contest.authors.iter().filter(|author| former.author(author).is_some()).collect();
    for author in &gone {
        contest.folder.remove_entry(author, &silent())?;
    }
    let entrants = contest.frozen.iter().flat_map(|frozen| &frozen.entrants);
    let renamed: Vec<Renamed> = entrants.filter_map(|entered| renamed(contest, entered, &former)).collect();
    if !renamed.is_empty() {
        contest.folder.rename_entrants(&renamed, &silent())?;
    }
    if !gone.is_empty() || !renamed.is_empty() {
        let mut view = contest.clone();
        view.read_again()?;
        site.contests.put(view);
    }
    Ok(())
}

/// Returns the new names of an entrant whose old name must be forgotten.
fn renamed(contest: &ContestView, entered: &Entered, former: &FormerNames) -> Option<Renamed> {
    let file = entered.file.as_str();
    let (to, author) = match contest.about.entrants {
        EntrantsFrom::Hill => (former.file(&contest.about.hill, file)?.to_owned(), String::new()),
        EntrantsFrom::Authors => {
            let author = former.author(&entered.author)?;
            let ending = Path::new(file).extension()?.to_str()?;
            (format!("{author}.{ending}"), author.to_owned())
        }
    };
    Some(Renamed { file: entered.file.clone(), to: FileName::new(&to).ok()?, author })
}

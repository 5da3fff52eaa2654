//! The folder of a dated contest.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::commitment::commitment;
use super::{Frozen, Progress, REVEAL_FILE, Reveal, Secret, Terms};
use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::internal_folder::INTERNAL_FOLDER;
use crate::{Client, Failure};

const CONTESTS: &str = "contests";
const ANNOUNCED_FILE: FileName = FileName::own("announced.json");
const LOCK_FILE: FileName = FileName::own("lock");
const FINAL: FileName = FileName::own("final");
pub(super) const FROZEN_FILE: FileName = FileName::own("entrants.json");

/// The folder of a dated contest.
#[derive(Debug, Clone)]
pub struct Folder {
    pub(super) inside: ConfinedFolder,
}

/// The announced terms, and the secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announced {
    /// The terms.
    pub terms: Terms,
    /// The secret, which nobody may see before the final is played.
    pub secret: Secret,
}

impl Announced {
    /// Returns the commitment, for everybody to see.
    #[must_use]
    pub fn commitment(&self) -> String {
        commitment(&self.terms, self.secret).to_string()
    }
}

impl Folder {
    /// Returns the path of a contest's folder in the folder of a site.
    #[must_use]
    pub fn path_in(site: &Path, contest: &FileName) -> PathBuf {
        site.join(INTERNAL_FOLDER).join(CONTESTS).join(contest)
    }

    /// Opens the folder, and creates it if it does not exist.
    pub fn make(path: &Path) -> Result<Self, Failure> {
        ConfinedFolder::make(path).map(|inside| Self { inside })
    }

    /// Lets nobody else change the contest until the returned file is dropped.
    pub(super) fn lock(&self, client: &Client) -> Result<File, Failure> {
        self.inside.lock(&LOCK_FILE, "contest", client)
    }

    /// Announces a contest. The first time, `draw` returns 32 random bytes for the secret. They are on the disk before
    /// anybody can see the commitment, and never change after that.
    ///
    /// Fails if the contest was announced with other terms.
    pub fn announce(
        &self,
        terms: &Terms,
        draw: impl FnOnce() -> Result<[u8; 32], Failure>,
        client: &Client,
    ) -> Result<Announced, Failure> {
        let _lock = self.lock(client)?;
        if let Some(announced) = self.announced()? {
            return if announced.terms == *terms {
                Ok(announced)
            } else {
                Err(Failure::Refused(other_terms(&announced.terms, terms)))
            };
        }
        let announced = Announced { terms: terms.clone(), secret: Secret::new(draw()?) };
        let text = serde_json::to_vec_pretty(&announced).expect("it is plain data");
        self.inside.write_secret(&ANNOUNCED_FILE, &text)?;
        Ok(announced)
    }

    /// Returns what was announced, if the contest was.
    pub fn announced(&self) -> Result<Option<Announced>, Failure> {
        read_json(&self.inside, &ANNOUNCED_FILE)
    }

    /// Returns the announcement of a contest that is in progress.
    pub(super) fn promise(&self) -> Result<Announced, Failure> {
        let missing =
            || Failure::File(format!("{}: it is missing", self.inside.path_of(&ANNOUNCED_FILE).display()));
        self.announced()?.ok_or_else(missing)
    }

    /// Returns the folder of the final, if there is one.
    pub fn of_final(&self) -> Result<Option<ConfinedFolder>, Failure> {
        self.inside.folder(&FINAL)
    }

    /// Returns the folder of the final, and creates it if it does not exist.
    pub(super) fn make_final(&self) -> Result<ConfinedFolder, Failure> {
        self.inside.make_folder(&FINAL)
    }

    /// Returns the entrants, once they are fixed.
    pub fn frozen(&self) -> Result<Option<Frozen>, Failure> {
        self.of_final()?.map_or(Ok(None), |inside| read_json(&inside, &FROZEN_FILE))
    }

    /// Returns the revealed secret and its consequences, once the final is played.
    pub fn revealed(&self) -> Result<Option<Reveal>, Failure> {
        self.of_final()?.map_or(Ok(None), |inside| read_json(&inside, &REVEAL_FILE))
    }

    /// Returns how far the contest has progressed.
    pub fn progress(&self) -> Result<Progress, Failure> {
        Ok(match self.of_final()? {
            Some(inside) if inside.has(&REVEAL_FILE)? => Progress::Finished,
            Some(inside) if inside.has(&FROZEN_FILE)? => Progress::Frozen,
            _ => Progress::NotFrozen,
        })
    }
}

/// Reads a file of JSON, if it exists.
pub(super) fn read_json<T: DeserializeOwned>(
    folder: &ConfinedFolder,
    name: &FileName,
) -> Result<Option<T>, Failure> {
    let Some(bytes) = folder.read(name)? else { return Ok(None) };
    let refused = |error| Failure::Refused(format!("{}: {error}", folder.path_of(name).display()));
    serde_json::from_slice(&bytes).map(Some).map_err(refused)
}

fn other_terms(announced: &Terms, now: &Terms) -> String {
    let lines = |terms: &Terms| terms.text().lines().map(str::to_owned).collect::<Vec<_>>();
    let (then, now) = (lines(announced), lines(now));
    let only = |these: &[String], others: &[String]| {
        let lines: Vec<&str> =
            these.iter().filter(|line| !others.contains(line)).map(String::as_str).collect();
        if lines.is_empty() { "nothing of this".to_owned() } else { lines.join(", ") }
    };
    format!(
        "it was announced with `{}`, and now has `{}`; the commitment covers these terms, so set them as they were, or \
         announce a contest of another name",
        only(&then, &now),
        only(&now, &then)
    )
}

#[cfg(test)]
mod tests {
    use super::super::final_tournament;
    use super::*;
    use crate::dated::entries::tests::silent;

    fn terms(games: u64) -> Terms {
        Terms { games, ..final_tournament::tests::terms() }
    }

    #[test]
    fn the_secret_is_drawn_once_and_only_its_owner_may_read_it() {
        let site = tempfile::tempdir().unwrap();
        let path = Folder::path_in(site.path(), &FileName::own("spring"));
        let first = Folder::make(&path).unwrap().announce(&terms(10), || Ok([7; 32]), &silent()).unwrap();
        let second = Folder::make(&path).unwrap();
        let never = || panic!("it is known");
        assert_eq!(second.announce(&terms(10), never, &silent()).unwrap(), first);
        assert_eq!(second.progress().unwrap(), Progress::NotFrozen);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(path.join("announced.json")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let refused = second.announce(&terms(12), never, &silent()).unwrap_err().to_string();
        assert!(refused.contains("`games 10`") && refused.contains("`games 12`"), "{refused}");
    }

    #[test]
    fn a_secret_that_cannot_be_drawn_announces_nothing() {
        let site = tempfile::tempdir().unwrap();
        let folder = Folder::make(&site.path().join("spring")).unwrap();
        let failed = || Err(Failure::Machine("no random bytes".into()));
        assert!(folder.announce(&terms(10), failed, &silent()).is_err());
        assert_eq!(folder.announced().unwrap(), None);
    }
}

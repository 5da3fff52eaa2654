//! Snippets that players submit through the site. Each waits in its own file until no other process is
//! changing the war, and is then added to the war.

use std::path::Path;
use std::sync::PoisonError;
use std::time::Duration;

use contests::Failure;
use contests::confined_folder::{ConfinedFolder, create_durably};
use contests::file_name::FileName;
use contests::war::{Folder, Submission, SubmissionError};
use game::{Diagnostics, Digest};
use serde::{Deserialize, Serialize};

use super::{existing, site_folder_of};
use crate::site::Site;
use crate::standings::silent;

/// The largest accepted file, in bytes: the longest snippet that can be stored, at four bytes per character.
const MAX_BYTES: usize = 256 << 10;

/// The most files that may wait for one war.
const MAX_WAITING: usize = 64;

/// The folder with the waiting files, in the site's folder for the war.
const HANDED_IN: &str = "handed-in";

/// The file that names the snippet being added to the war, so that it is not added twice if the site is
/// killed meanwhile.
const TAKING: FileName = FileName::own("taking.json");

/// The reason why a file was not accepted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SubmitError {
    /// There is no such war.
    #[error("there is no such war")]
    NoWar,
    /// The file name is not valid for a snippet.
    #[error("{0}")]
    File(String),
    /// The file is too large.
    #[error("the file has {0} bytes, more than the limit of {MAX_BYTES}")]
    TooLarge(usize),
    /// The site accepts no snippets from this account.
    #[error("this site accepts no snippets of yours")]
    Closed,
    /// The account exceeds the rate limit.
    #[error("you hand in snippets too fast; please wait for {} s", .0.as_secs() + 1)]
    TooFast(Duration),
    /// Too many files are waiting already.
    #[error("many snippets are being taken into the war; please try again in a moment")]
    Busy,
    /// The rules of the war do not permit it.
    #[error("{0}")]
    NotAllowed(String),
    /// The program has errors.
    #[error("{why}, so nothing was submitted")]
    Program {
        /// A short summary.
        why: &'static str,
        /// The errors and their positions.
        diagnostics: Diagnostics,
    },
    /// The file cannot be stored.
    #[error("{}", crate::failures::for_visitors(.0))]
    Failure(#[from] Failure),
}

impl From<SubmissionError> for SubmitError {
    fn from(error: SubmissionError) -> Self {
        match error {
            SubmissionError::Name(why) | SubmissionError::Alike(why) | SubmissionError::NotAllowed(why) => {
                Self::NotAllowed(why)
            }
            SubmissionError::Program { why, diagnostics } => Self::Program { why, diagnostics },
        }
    }
}

/// Stores a player's snippet, or plan of snippets, for the next rounds of a war. Returns the rounds in which
/// the snippets are to enter. A snippet for the next round enters a round later if that round is already
/// being played. This replays all stored rounds, so it may take a moment.
pub(crate) fn save_snippet(
    site: &Site,
    war: &str,
    owner: &str,
    file: &str,
    bytes: &[u8],
) -> Result<Vec<u64>, SubmitError> {
    let war = site.wars.get(war).ok_or(SubmitError::NoWar)?;
    let file = FileName::new(file).map_err(SubmitError::File)?;
    if file.as_str().strip_suffix(".pl").is_none() {
        return Err(SubmitError::File(format!("the name of the file ends in .pl, but this is {file}")));
    }
    if bytes.len() > MAX_BYTES {
        return Err(SubmitError::TooLarge(bytes.len()));
    }
    // A player's name must be a valid file name on every machine.
    FileName::new(&format!("{owner}.pl")).map_err(SubmitError::NotAllowed)?;
    let submission = submission(&war.folder, owner, bytes)??;
    let path = site_folder_of(&site.folder, &war.name).join(HANDED_IN);
    create_durably(&path)?;
    #[cfg(feature = "postgres")]
    let _no_other_process = crate::replicas::alone(site, "handing in for wars")?;
    let _one_at_a_time = site.wars.handing_in.lock().unwrap_or_else(PoisonError::into_inner);
    let inbox = ConfinedFolder::make(&path)?;
    let waiting = files(&inbox)?;
    if waiting.len() >= MAX_WAITING {
        return Err(SubmitError::Busy);
    }
    let number =
        waiting.iter().filter_map(|name| Some(number_and_player(name)?.0)).max().map_or(0, |last| last + 1);
    let name = FileName::new(&format!("{number:06}-{owner}.pl")).map_err(SubmitError::NotAllowed)?;
    inbox.write_durably(&name, bytes)?;
    let handed_in = self::waiting(&site_folder_of(&site.folder, &war.name));
    site.wars.change(&war.name, |war| war.handed_in = handed_in);
    Ok(submission.entering.iter().map(|one| one.round).collect())
}

/// Checks a file against the current state of the war.
fn submission(war: &Path, owner: &str, bytes: &[u8]) -> Result<Result<Submission, SubmissionError>, Failure> {
    let folder = Folder::look(war, &silent())?;
    let state = folder.replay(|_| {})?;
    Ok(folder.submission(&state, owner, bytes))
}

/// Returns the players with waiting files, in the order of submission.
pub(super) fn waiting(own: &Path) -> Vec<String> {
    let inbox = existing(&own.join(HANDED_IN)).ok().flatten();
    let files = inbox.and_then(|inbox| files(&inbox).ok()).unwrap_or_default();
    files.iter().filter_map(|file| Some(number_and_player(file)?.1.to_owned())).collect()
}

/// Returns the waiting files, in the order of submission.
fn files(inbox: &ConfinedFolder) -> Result<Vec<FileName>, Failure> {
    let mut files = inbox.files(|ending| ending == "pl")?;
    files.sort_by_key(|file| number_and_player(file).map(|(number, _)| number));
    Ok(files)
}

fn number_and_player(file: &FileName) -> Option<(u64, &str)> {
    let (number, player) = file.as_str().strip_suffix(".pl")?.split_once('-')?;
    Some((number.parse().ok()?, player))
}

/// Adds all waiting files to the war, unless another process is changing it. Returns the players whose files
/// were refused, and why.
pub(super) fn take_in(war: &Path, own: &Path) -> Vec<(String, String)> {
    let mut refused = Vec::new();
    // The next refresh retries what fails now.
    if let Err(failure) = take_in_all(war, own, &mut refused) {
        let war = war.to_string_lossy();
        tracing::warn!(war = war.as_ref(), why = failure.to_string(), "snippets cannot be taken in");
    }
    refused
}

fn take_in_all(war: &Path, own: &Path, refused: &mut Vec<(String, String)>) -> Result<(), Failure> {
    let Some(inbox) = existing(&own.join(HANDED_IN))? else { return Ok(()) };
    for file in files(&inbox)? {
        let Some((_, player)) = number_and_player(&file) else { continue };
        // Open the folder again for each file, because the previous file changed the war.
        let Some(folder) = Folder::open_if_free(war, &silent())? else { return Ok(()) };
        let Some(bytes) = inbox.read(&file)? else { continue };
        if !Taking::was_done(&inbox, &file, &folder)? {
            let state = folder.replay(|_| {})?;
            match folder.submission(&state, player, &bytes) {
                Ok(submission) => {
                    Taking::begin(&inbox, &file, &submission)?;
                    folder.keep_player(player, &submission.snippets)?;
                }
                Err(error) => refused.push((player.to_owned(), error.to_string())),
            }
        }
        inbox.remove(&file)?;
        inbox.remove(&TAKING)?;
    }
    Ok(())
}

/// A file that is being added to a war, and the snippets that the player will then have.
#[derive(Serialize, Deserialize)]
struct Taking {
    file: String,
    player: String,
    /// The digests of the snippets, with the rounds in which they enter.
    snippets: Vec<(u64, String)>,
}

impl Taking {
    fn begin(inbox: &ConfinedFolder, file: &FileName, submission: &Submission) -> Result<(), Failure> {
        let taking = Self {
            file: file.to_string(),
            player: submission.player.clone(),
            snippets: submission.entering.iter().map(|one| (one.round, digest(one.code.text()))).collect(),
        };
        inbox.write_durably(&TAKING, &serde_json::to_vec(&taking).expect("it is plain data"))
    }

    /// Returns true if the file was already added to the war before the site was killed.
    fn was_done(inbox: &ConfinedFolder, file: &FileName, folder: &Folder) -> Result<bool, Failure> {
        let Some(text) = inbox.read(&TAKING)? else { return Ok(false) };
        let Ok(taking) = serde_json::from_slice::<Self>(&text) else { return Ok(false) };
        let player = folder.players.iter().find(|player| player.name == taking.player);
        let Some(player) = player.filter(|_| taking.file == file.as_str()) else { return Ok(false) };
        let is_there = |(round, known): &(u64, String)| {
            player.snippets.entering(*round).is_some_and(|code| digest(code.text()) == *known)
        };
        Ok(taking.snippets.iter().all(is_there))
    }
}

fn digest(code: &str) -> String {
    Digest::of(code.as_bytes()).to_string()
}

//! A war as pages show it. It is read from the war's files by replaying the stored rounds, without running
//! any program.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use accounts::FormerNames;
use contests::Failure;
use contests::war::{Folder, WarPlayer};
use game::{Engine as _, StorySentence};
use games::perlwar::Engine;

use super::{schedule, submit};
use crate::standings::silent;

/// The number of a player in a war, from 0.
pub(crate) type Seat = usize;

/// The most refused submissions that a page shows.
const MAX_REFUSED: usize = 8;

/// A war, with its state on this site.
#[derive(Clone)]
pub(crate) struct WarView {
    /// Its name: the name of its folder.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// The contents of its files, or why they cannot be read.
    pub(crate) files: Result<Arc<WarFiles>, String>,
    /// The times, in seconds since 1970, when the site first saw that the war could begin, and then each
    /// round.
    pub(crate) seen: Vec<u64>,
    /// The interval between rounds in seconds; `None` without a schedule.
    pub(crate) every_s: Option<u64>,
    /// The round that a host requested.
    pub(crate) requested: Option<u64>,
    /// True while a worker is playing a round.
    pub(crate) is_playing: bool,
    /// Why the last attempt to play a round failed.
    pub(crate) trouble: Option<String>,
    /// The players whose submitted snippets are not yet in the war.
    pub(crate) handed_in: Vec<String>,
    /// The players whose snippets were refused, and why.
    pub(crate) refused: Vec<(String, String)>,
    /// The number of accounts and files whose names were removed. If it is unchanged, names need not be
    /// looked up again.
    pub(super) former_names: usize,
    /// The sizes and modification times of its files. If they are unchanged, the files need not be read
    /// again.
    stamp: String,
}

/// The contents of the files of a war.
pub(crate) struct WarFiles {
    /// The number of cells of the Array.
    pub(crate) size: usize,
    /// The length limit of snippets that run, in characters.
    pub(crate) max_len: usize,
    /// The number of the last round.
    pub(crate) last_round: u64,
    /// All parameters of the rules, by key.
    pub(crate) rules: Vec<(&'static str, u64)>,
    /// The players, by seat.
    pub(crate) players: Vec<PlayerView>,
    /// The played rounds, oldest first.
    pub(crate) rounds: Vec<RoundView>,
    /// How the war ended; `None` while it goes on.
    pub(crate) ended: Option<String>,
}

/// A player of a war.
pub(crate) struct PlayerView {
    pub(crate) name: String,
    /// The round in which the player was eliminated.
    pub(crate) out: Option<u64>,
    /// The rounds in which snippets are to enter.
    pub(crate) waiting: Vec<u64>,
}

/// A round that was played.
pub(crate) struct RoundView {
    pub(crate) number: u64,
    /// The number of cells of each player after the round.
    pub(crate) cells: Vec<u64>,
    /// The players eliminated in the round.
    pub(crate) out: Vec<Seat>,
    /// The snippets to enter: the player, and the cell or `None` if no cell was free.
    pub(crate) entered: Vec<(Seat, Option<usize>)>,
    /// The number of runs per player and result.
    pub(crate) runs: Vec<BTreeMap<&'static str, u64>>,
    /// A description in sentences.
    pub(crate) story: Vec<String>,
    /// Runs of adjacent cells with one owner: the number of cells and the owner.
    pub(crate) owners: Vec<(usize, Option<Seat>)>,
    /// The state hash after the round.
    pub(crate) state: String,
}

impl WarView {
    /// Reads a war. Copies the state that is not in its files from `known`.
    pub(crate) fn read(
        name: &str,
        folder: &Path,
        own: &Path,
        known: Option<&Self>,
        every_s: Option<u64>,
        former: &FormerNames,
    ) -> Self {
        let (stamp, former_names) = (stamp(folder), former.len());
        let unchanged = known.filter(|known| known.stamp == stamp && known.former_names == former_names);
        let files = unchanged.map_or_else(
            || WarFiles::read(folder, former).map(Arc::new).map_err(|failure| failure.to_string()),
            |known| known.files.clone(),
        );
        let rounds = files.as_ref().map_or(0, |files| files.rounds.len() as u64);
        Self {
            name: name.to_owned(),
            folder: folder.to_owned(),
            files,
            seen: known.map(|known| known.seen.clone()).unwrap_or_default(),
            every_s,
            requested: schedule::requested(own).filter(|round| *round > rounds),
            is_playing: known.is_some_and(|known| known.is_playing),
            trouble: known.and_then(|known| known.trouble.clone()),
            handed_in: submit::waiting(own).into_iter().map(|name| shown(former, name)).collect(),
            refused: known.map(|known| known.refused.clone()).unwrap_or_default(),
            former_names,
            stamp,
        }
    }

    /// Returns true if all data that was read is equal.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.stamp == other.stamp
            && self.former_names == other.former_names
            && self.requested == other.requested
            && self.handed_in == other.handed_in
            && self.refused == other.refused
            && self.every_s == other.every_s
    }

    /// Adds refused submissions, and drops the oldest ones beyond [`MAX_REFUSED`].
    pub(super) fn note_refused(&mut self, refused: Vec<(String, String)>) {
        self.refused.extend(refused);
        self.refused.drain(..self.refused.len().saturating_sub(MAX_REFUSED));
    }

    /// Returns the number of rounds that were played.
    pub(crate) fn rounds(&self) -> u64 {
        self.files.as_ref().map_or(0, |files| files.rounds.len() as u64)
    }

    /// Returns a round that was played.
    pub(crate) fn round(&self, number: &str) -> Option<(&WarFiles, &RoundView)> {
        // Do not accept `+1` or `01` as round 1.
        let round = number.parse::<u64>().ok().filter(|round| round.to_string() == number)?;
        let files = self.files.as_ref().ok()?;
        let at = usize::try_from(round.checked_sub(1)?).ok()?;
        Some((files, files.rounds.get(at)?))
    }

    /// Returns when the site first saw a round, in seconds since 1970.
    pub(crate) fn seen_at(&self, round: u64) -> u64 {
        usize::try_from(round).ok().and_then(|at| self.seen.get(at)).copied().unwrap_or(0)
    }
}

impl WarFiles {
    fn read(path: &Path, former: &FormerNames) -> Result<Self, Failure> {
        let mut folder = Folder::look(path, &silent())?;
        folder.show_as(|name| former.author(name));
        let players = folder.players.len();
        let mut rounds = Vec::new();
        let state = folder.replay_narrated(|engine, story| {
            rounds.push(RoundView::of(engine, players, folder.config.parameters.size, story));
        })?;
        let ended = folder.ended_in_words(&state);
        let is_over = ended.is_some();
        let player = |(seat, player): (usize, &WarPlayer)| {
            let out = state.engine.eliminated()[seat];
            let waiting = player.waiting(state.rounds()).filter(|_| out.is_none() && !is_over);
            PlayerView {
                name: player.shown_name.clone(),
                out,
                waiting: waiting.map(|(round, _)| round).collect(),
            }
        };
        let parameters = folder.config.parameters;
        Ok(Self {
            size: parameters.size,
            max_len: parameters.max_len,
            last_round: parameters.rounds,
            rules: folder.config.values(),
            players: folder.players.iter().enumerate().map(player).collect(),
            rounds,
            ended,
        })
    }

    /// Returns true if a round can be played: the war is not over and has enough players.
    pub(crate) fn can_go_on(&self) -> bool {
        self.ended.is_none() && (self.players.len() > 1 || !self.rounds.is_empty())
    }

    /// Returns the number of recorded times: one when the war could begin, and one per round.
    pub(crate) fn moments(&self) -> usize {
        let could_begin = self.players.len() > 1 || !self.rounds.is_empty();
        usize::from(could_begin) + self.rounds.len()
    }

    /// Returns the number of cells of each player after the last round.
    pub(crate) fn cells(&self) -> Vec<u64> {
        self.rounds.last().map_or_else(|| vec![0; self.players.len()], |round| round.cells.clone())
    }

    /// Returns the name of the player at a seat.
    pub(crate) fn player(&self, seat: Seat) -> &str {
        self.players.get(seat).map_or("", |player| player.name.as_str())
    }
}

impl RoundView {
    fn of(engine: &Engine, players: usize, size: usize, story: &[StorySentence]) -> Self {
        let number = engine.turn();
        let mut runs = vec![BTreeMap::new(); players];
        for report in engine.last_round() {
            *runs[report.owner].entry(report.result.word()).or_default() += 1;
        }
        let mut owners: Vec<(usize, Option<Seat>)> = Vec::new();
        for cell in 0..size {
            let owner = engine.cell(cell).map(|(seat, _)| seat);
            match owners.last_mut() {
                Some((cells, last)) if *last == owner => *cells += 1,
                _ => owners.push((1, owner)),
            }
        }
        let out = engine.eliminated().iter().enumerate();
        Self {
            number,
            cells: engine.snippets().to_vec(),
            out: out.filter(|(_, round)| **round == Some(number)).map(|(seat, _)| seat).collect(),
            entered: engine.last_entries().iter().map(|entry| (entry.seat, entry.cell)).collect(),
            runs,
            story: story.iter().map(|told| told.text.clone()).collect(),
            owners,
            state: engine.state_hash().map(|hash| hash.to_string()).unwrap_or_default(),
        }
    }
}

/// Returns the public name of a player: a replacement if the original name was removed.
fn shown(former: &FormerNames, name: String) -> String {
    former.author(&name).map_or(name, str::to_owned)
}

/// Returns the sizes and modification times of a war's files. Follows no links.
fn stamp(folder: &Path) -> String {
    let mut files = vec![folder.join("war.toml"), folder.join("rounds.jsonl")];
    let players = std::fs::read_dir(folder.join("players")).into_iter().flatten();
    files.extend(players.filter_map(|entry| Some(entry.ok()?.path())));
    files.sort();
    let mut stamp = String::new();
    for file in files {
        let about = std::fs::symlink_metadata(&file).ok();
        let changed = about.as_ref().and_then(|about| about.modified().ok()?.duration_since(UNIX_EPOCH).ok());
        let bytes = about.map(|about| about.len());
        let _ = writeln!(stamp, "{} {bytes:?} {changed:?}", file.display());
    }
    stamp
}

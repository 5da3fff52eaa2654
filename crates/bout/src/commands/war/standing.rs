//! The standings of a war and its outcome, in words and as rows.

use contests::war::{FinishedWar, Folder, WarState};
use game::Engine as _;
use games::perlwar::{Engine, Entry};
use serde::Serialize;

/// The standing of a player.
#[derive(Serialize)]
pub(super) struct WarStanding<'f> {
    pub(super) player: &'f str,
    pub(super) snippets: u64,
    /// The round in which the player was eliminated.
    pub(super) out: Option<u64>,
}

impl WarStanding<'_> {
    pub(super) fn words(&self) -> String {
        match (self.out, self.snippets) {
            (Some(round), _) => format!("out since round {round}"),
            (None, 1) => "1 snippet".into(),
            (None, snippets) => format!("{snippets} snippets"),
        }
    }
}

/// Returns the standings of all players, by seats.
pub(super) fn standing<'f>(folder: &'f Folder, engine: &Engine) -> Vec<WarStanding<'f>> {
    let numbers = engine.snippets().iter().zip(engine.eliminated());
    let places = names(folder).into_iter().zip(numbers);
    places.map(|(player, (&snippets, &out))| WarStanding { player, snippets, out }).collect()
}

/// Returns the names of the players, by seats.
pub(super) fn names(folder: &Folder) -> Vec<&str> {
    folder.players.iter().map(|player| player.name.as_str()).collect()
}

/// The outcome of a finished war.
#[derive(Serialize)]
pub(super) struct OutcomeRow<'f> {
    outcome: &'static str,
    winner: Option<&'f str>,
    tied: Vec<&'f str>,
    reason: &'static str,
    rounds: u64,
    places: Vec<u32>,
    digest: String,
    record: Option<String>,
}

impl<'f> OutcomeRow<'f> {
    /// Returns `None` while the war continues.
    pub(super) fn new(folder: &'f Folder, state: &WarState, ending: Option<&FinishedWar>) -> Option<Self> {
        let (outcome, ending) = (state.engine.outcome()?, ending?);
        let names = names(folder);
        Some(Self {
            outcome: if outcome.winner().is_some() { "win" } else { "draw" },
            winner: outcome.winner().map(|winner| names[winner]),
            tied: outcome.tied().iter().map(|&seat| names[seat]).collect(),
            reason: outcome.reason,
            rounds: outcome.turns,
            places: outcome.places.clone(),
            digest: ending.digest.to_string(),
            record: ending.record.as_ref().map(|record| record.display().to_string()),
        })
    }
}

/// A snippet that entered, or found no free cell.
#[derive(Serialize)]
pub(super) struct EntryRow<'f> {
    pub(super) player: &'f str,
    pub(super) cell: Option<usize>,
}

impl<'f> EntryRow<'f> {
    pub(super) fn new(entry: &Entry, names: &[&'f str]) -> Self {
        Self { player: names[entry.seat], cell: entry.cell }
    }
}

/// Describes the digest and the record of a finished war.
pub(super) fn record_in_words(ending: &FinishedWar) -> String {
    let record = ending.record.as_ref().map(|record| format!(", record {}", record.display()));
    format!("digest {}{}", ending.digest, record.unwrap_or_default())
}

//! The standings of a war and its outcome, in words and in JSON.

use contests::war::{Ending, Folder, WarState};
use game::Engine as _;
use games::perlwar::Engine;
use serde_json::{Value, json};

/// The standing of a player.
pub(super) struct Place<'f> {
    pub(super) player: &'f str,
    pub(super) snippets: u64,
    /// The round in which the player was eliminated.
    pub(super) out: Option<u64>,
}

impl Place<'_> {
    pub(super) fn words(&self) -> String {
        match (self.out, self.snippets) {
            (Some(round), _) => format!("out since round {round}"),
            (None, 1) => "1 snippet".into(),
            (None, snippets) => format!("{snippets} snippets"),
        }
    }

    pub(super) fn json(&self) -> Value {
        json!({"player": self.player, "snippets": self.snippets, "out": self.out})
    }
}

/// Returns the standings of all players, by seats.
pub(super) fn standing<'f>(folder: &'f Folder, engine: &Engine) -> Vec<Place<'f>> {
    let numbers = engine.snippets().iter().zip(engine.eliminated());
    let places = names(folder).into_iter().zip(numbers);
    places.map(|(player, (&snippets, &out))| Place { player, snippets, out }).collect()
}

/// Returns the names of the players, by seats.
pub(super) fn names(folder: &Folder) -> Vec<&str> {
    folder.players.iter().map(|player| player.name.as_str()).collect()
}

/// Describes the outcome of a finished war.
pub(super) fn ended_in_words(folder: &Folder, state: &WarState) -> Option<String> {
    let outcome = state.engine.outcome()?;
    let names = names(folder);
    let how = format!("({}) after round {}", outcome.reason, outcome.turns);
    if let Some(winner) = outcome.winner() {
        return Some(format!("{} has won {how}", names[winner]));
    }
    let tied: Vec<&str> = outcome.tied().iter().map(|&seat| names[seat]).collect();
    Some(format!("a draw between {} {how}", tied.join(", ")))
}

/// Returns the outcome as JSON; null while the war continues.
pub(super) fn ended_in_json(folder: &Folder, state: &WarState, ending: Option<&Ending>) -> Value {
    let (Some(outcome), Some(ending)) = (state.engine.outcome(), ending) else { return Value::Null };
    let names = names(folder);
    let tied: Vec<&str> = outcome.tied().iter().map(|&seat| names[seat]).collect();
    json!({
        "outcome": if outcome.winner().is_some() { "win" } else { "draw" },
        "winner": outcome.winner().map(|winner| names[winner]),
        "tied": tied,
        "reason": outcome.reason,
        "rounds": outcome.turns,
        "places": outcome.places,
        "digest": ending.digest.to_string(),
        "record": ending.record.as_ref().map(|record| record.display().to_string()),
    })
}

/// Describes the digest and the record of a finished war.
pub(super) fn record_in_words(ending: &Ending) -> String {
    let record = ending.record.as_ref().map(|record| format!(", record {}", record.display()));
    format!("digest {}{}", ending.digest, record.unwrap_or_default())
}

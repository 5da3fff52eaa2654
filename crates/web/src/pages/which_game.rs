//! Chooses which game of two programs a page shows.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use record::Record;

use crate::hill_view::HillView;
use crate::records::{Fight, Wanted};
use crate::site::Site;

/// How long a page waits between two looks for the record of its game, and how often it looks. Most records
/// are there much sooner.
const STEP: Duration = Duration::from_millis(50);
const MAX_STEPS: usize = 20;

/// The longest setup on a page, in characters.
const MAX_SETUP: usize = 200;

/// The query of an address.
pub(super) type Query = BTreeMap<String, String>;

/// Returns the fight that an address asks for; `game=1` is the first game. Without a valid number, the
/// `game` field is `None`: the first game that the first program won.
pub(super) fn fight(hill: &HillView, one: &str, two: &str, query: &Query) -> Fight {
    let files = hill.files.as_ref();
    let games = files.map_or(0, |files| files.games);
    let number = query.get("game").and_then(|number| number.parse::<u64>().ok());
    Fight {
        hill: hill.name.clone(),
        one: one.to_owned(),
        two: two.to_owned(),
        game: number.and_then(|number| number.checked_sub(1)).filter(|game| *game < games),
        fingerprint: files.map(|files| files.fingerprint.clone()).unwrap_or_default(),
    }
}

/// Returns the query of an address that leads to this game.
pub(super) fn query_of(fight: &Fight) -> String {
    fight.game.map_or_else(String::new, |game| format!("?game={}", game + 1))
}

/// Returns the record of a game, if it becomes available soon.
pub(super) async fn record(site: &Site, fight: &Fight) -> Option<Record> {
    for _ in 0..MAX_STEPS {
        match site.records.want(fight) {
            Wanted::There(_, bytes) => return record::read(&bytes).ok(),
            Wanted::Soon => tokio::time::sleep(STEP).await,
            Wanted::Never(_) | Wanted::Busy => return None,
        }
    }
    None
}

/// Returns the facts that distinguish a game from the other games of the two programs.
pub(super) fn facts(record: &Record, hill: &HillView) -> Vec<(&'static str, String)> {
    let games = hill.files.as_ref().map_or(0, |files| files.games);
    let mut facts = vec![("game", format!("{} of {games}", record.match_index + 1))];
    if let Some(seed) = record.seed {
        facts.push(("seed", seed.to_string()));
    }
    let mut setup = String::new();
    for (name, numbers) in record.setup.iter() {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let _ = write!(setup, "{}{name}={}", if setup.is_empty() { "" } else { " " }, numbers.join(","));
    }
    if !setup.is_empty() && setup.len() <= MAX_SETUP {
        facts.push(("setup", setup));
    }
    facts
}

/// Returns links to the previous and the next game. `here` is the address of the fight.
pub(super) fn neighbours(record: &Record, hill: &HillView, here: &str) -> Vec<(&'static str, String)> {
    let games = hill.files.as_ref().map_or(0, |files| files.games);
    let number = record.match_index + 1;
    let link = |words, number: u64| (words, format!("{here}?game={number}"));
    let before = (number > 1 && number <= games).then(|| link("the game before", number - 1));
    let after = (number < games).then(|| link("the next game", number + 1));
    before.into_iter().chain(after).collect()
}

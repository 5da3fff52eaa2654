//! The rounds of a war, as events.

use report::url_segment;
use serde::Serialize;

use super::view::{RoundView, WarView};
use crate::events::stable_id;
use crate::feed::Entry;
use crate::times;

/// A round that was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct RoundEvent {
    /// A stable ID.
    pub(crate) id: String,
    /// The name of the war.
    pub(crate) war: String,
    /// The number of the round.
    pub(crate) round: u64,
    /// The kind of event.
    pub(crate) happened: WarEventKind,
    /// A description in sentences.
    pub(crate) what: String,
    /// When the site first saw it.
    pub(crate) seen: String,
    /// When the site first saw it, in seconds since 1970.
    #[serde(skip)]
    pub(crate) at: u64,
}

/// The kinds of events in a war.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WarEventKind {
    /// A round was played.
    RoundPlayed,
}

impl From<RoundEvent> for Entry {
    fn from(event: RoundEvent) -> Self {
        Self {
            title: format!("{}: round {} played", event.war, event.round),
            content: event.what,
            page: format!("/wars/{}/rounds/{}", url_segment(&event.war), event.round),
            at: event.at,
            id: event.id,
        }
    }
}

/// Returns the rounds of a war of the site at `base`, newest first. IDs depend on `base`, so a copy of the
/// war on another site has other IDs.
pub(crate) fn of_war(war: &WarView, base: &str) -> Vec<RoundEvent> {
    let rounds = war.files.as_ref().map_or(&[][..], |files| &files.rounds);
    rounds.iter().rev().map(|round| event(war, round, base)).collect()
}

fn event(war: &WarView, round: &RoundView, base: &str) -> RoundEvent {
    let number = round.number;
    let is_last = number == war.rounds();
    let mut sentences: Vec<String> = round.story.iter().map(|told| format!("{told}.")).collect();
    if let (true, Some(how)) = (is_last, war.files.as_ref().ok().and_then(|files| files.ended.as_ref())) {
        sentences.push(format!("The war is over: {how}."));
    }
    if sentences.is_empty() {
        sentences.push("No player attacked another.".into());
    }
    let at = war.seen_at(number);
    RoundEvent {
        id: stable_id(&format!("war {base:?} {:?} {number} {}", war.name, round.state)),
        war: war.name.clone(),
        round: number,
        happened: WarEventKind::RoundPlayed,
        what: sentences.join(" "),
        seen: times::in_words(at),
        at,
    }
}

//! The rounds of a war, as entries of a feed.

use report::url_segment;

use super::view::{RoundView, WarView};
use crate::events::stable_id;
use crate::feed::Entry;

/// Returns the rounds of a war of the site at `base`, newest first. The same war on another site has other ids.
pub(crate) fn entries(war: &WarView, base: &str) -> Vec<Entry> {
    let rounds = war.files.as_ref().map_or(&[][..], |files| &files.rounds);
    rounds.iter().rev().map(|round| entry(war, round, base)).collect()
}

fn entry(war: &WarView, round: &RoundView, base: &str) -> Entry {
    let number = round.number;
    let is_last = number == war.rounds();
    let mut sentences: Vec<String> = round.story.iter().map(|told| format!("{told}.")).collect();
    if let (true, Some(how)) = (is_last, war.files.as_ref().ok().and_then(|files| files.ended.as_ref())) {
        sentences.push(format!("The war is over: {how}."));
    }
    if sentences.is_empty() {
        sentences.push("No player attacked another.".into());
    }
    Entry {
        id: stable_id(&format!("war {base:?} {:?} {number} {}", war.name, round.state)),
        title: format!("{}: round {number} played", war.name),
        content: sentences.join(" "),
        page: format!("/wars/{}/rounds/{number}", url_segment(&war.name)),
        at: war.seen_at(number),
    }
}

//! The news of a hill: which programs came in, and which were pushed off.

use contests::hill::Challenge;
use report::url_segment;

use super::hill::program_address;
use crate::hill_view::HillView;

/// A challenge, in words.
pub(super) struct HillNews {
    pub(super) number: u64,
    /// The program that the news is about: its name and its address; `None` if it is the whole hill.
    pub(super) program: Option<(String, String)>,
    pub(super) what: String,
    /// The programs that were pushed off.
    pub(super) gone: Vec<(String, String)>,
}

/// Returns the last challenges of a hill, the newest first.
pub(super) fn news(hill: &HillView, most: usize) -> Vec<HillNews> {
    let address = format!("/hills/{}", url_segment(&hill.name));
    let link = |file: &String| (hill.name_of(file).to_owned(), program_address(&address, file));
    let told = |challenge: &&Challenge| {
        let Challenge { number, program, pushed_off, .. } = challenge;
        let gone = pushed_off.iter().filter(|gone| *gone != program).map(link).collect();
        let program = (!program.is_empty()).then(|| link(program));
        HillNews { number: *number, program, what: what_happened(challenge), gone }
    };
    hill.recent().iter().rev().take(most).map(told).collect()
}

fn what_happened(challenge: &Challenge) -> String {
    match (challenge.change.as_str(), challenge.rank) {
        ("remove", _) => "was removed".into(),
        _ if challenge.is_retirement() => "was retired, because it cannot play any more".into(),
        _ if challenge.is_renewal() => "All programs have played again, and the ranks are new".into(),
        (_, Some(_)) if !challenge.has_entered() => "was not good enough".into(),
        (_, Some(rank)) if challenge.replaces.is_some() => format!("has a new version, at rank {rank}"),
        (_, Some(rank)) => format!("came in at rank {rank}"),
        _ => "challenged the hill".into(),
    }
}

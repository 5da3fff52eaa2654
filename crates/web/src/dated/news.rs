//! What happened in contests with a date, for feeds.

use contests::dated::Phase;
use serde::Serialize;

use super::ContestView;
use crate::events::stable_id;
use crate::times;

/// The news that a contest opened, closed or ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ContestNews {
    /// A stable id, as a URN.
    pub(crate) id: String,
    /// The name of the contest.
    pub(crate) contest: String,
    /// Its title.
    pub(crate) title: String,
    /// The step.
    pub(crate) happened: Step,
    /// What happened, in a sentence without a full stop.
    pub(crate) what: String,
    /// When it happened.
    pub(crate) seen: String,
    /// When, in seconds since 1970.
    #[serde(skip)]
    pub(crate) at: u64,
}

/// A step of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Step {
    /// Programs can be submitted.
    Opened,
    /// The entrants are known.
    Closed,
    /// The final is played.
    Finished,
}

/// Returns what happened in a contest of the site at `base` until now, newest first.
pub(crate) fn news(contest: &ContestView, base: &str, now: u64) -> Vec<ContestNews> {
    let about = &contest.about;
    let one = |happened: Step, what: String, at: u64| ContestNews {
        // The commitment distinguishes it from a contest of the same name on another site.
        id: stable_id(&format!("{base:?} {} {} {what}", about.name, contest.commitment)),
        contest: about.name.to_string(),
        title: about.title.clone(),
        happened,
        what,
        seen: times::in_words(at),
        at,
    };
    let phase = contest.phase(now);
    let mut news = Vec::new();
    if phase == Phase::Finished {
        let best = contest.standings.as_ref().and_then(|standings| standings.table.first());
        let what =
            best.map_or_else(|| "ended".into(), |best| format!("ended, and {} is first", best.program));
        news.push(one(Step::Finished, what, contest.finished_at.unwrap_or(about.times.closes)));
    }
    if phase >= Phase::Closed {
        let entrants = contest.frozen.as_ref().map(|frozen| frozen.entrants.len());
        let what = entrants.map(|entrants| format!("closed with {entrants} entrants"));
        news.extend(what.map(|what| one(Step::Closed, what, about.times.closes)));
    }
    if phase >= Phase::Open {
        news.push(one(
            Step::Opened,
            format!("opened, and closes at {}", times::in_words(about.times.closes)),
            about.times.opens,
        ));
    }
    news
}

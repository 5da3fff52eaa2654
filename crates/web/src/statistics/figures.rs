//! The data of the hosts' statistics page.

use accounts::AccountsError;
use serde::Serialize;

use super::{Disk, WorkerLine};
use crate::launcher::WorkerFeature;
use crate::mail::Mail;
use crate::site::Site;
use crate::times::{self, now};

/// The most slow programs that are shown.
const MAX_SLOWEST: usize = 20;

/// The number of days that are shown.
const DAYS: u64 = 14;

/// All statistics of a site.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Figures {
    /// The waiting submissions, by hill.
    pub(crate) queues: Vec<Queue>,
    /// The workers.
    pub(crate) workers: Vec<Worker>,
    /// Their isolation features.
    pub(crate) isolation: Vec<WorkerFeature>,
    /// Failures, by kind.
    pub(crate) failures: Vec<Failures>,
    /// The submissions whose games used the most processor time.
    pub(crate) slowest: Vec<Slow>,
    /// The disk usage of the site.
    pub(crate) disk: Disk,
    /// Submissions and visits on the last days.
    pub(crate) days: Vec<Day>,
    /// The current alerts.
    pub(crate) alerts: Vec<Alert>,
}

/// The queue of a hill.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Queue {
    pub(crate) hill: String,
    pub(crate) waiting: u64,
    /// The arrival time of the oldest submission.
    pub(crate) oldest: String,
}

/// A worker.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Worker {
    pub(crate) role: &'static str,
    pub(crate) running: bool,
    pub(crate) doing: Option<String>,
    /// When it began its current work.
    pub(crate) since: Option<String>,
    pub(crate) started: u64,
    pub(crate) lost: u64,
    /// The reason and time of the last loss.
    pub(crate) last_loss: Option<String>,
}

/// Failures of one kind.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Failures {
    /// `void-games`, `workers-lost`, `submissions-set-aside`, `mail`, `webhooks` or `sign-ins`.
    pub(crate) kind: &'static str,
    /// The number of failures; `None` if only the last one is known.
    pub(crate) count: Option<u64>,
    /// The last failure and its time.
    pub(crate) last: Option<String>,
}

/// A submission whose games used much processor time.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Slow {
    pub(crate) submission: String,
    pub(crate) hill: String,
    pub(crate) file: String,
    pub(crate) processor_ms: u64,
    pub(crate) games: u64,
    pub(crate) ms_per_game: u64,
}

/// Submissions and visits on one day.
#[expect(clippy::struct_field_names, reason = "the interface has this name")]
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Day {
    pub(crate) day: String,
    pub(crate) submissions: u64,
    pub(crate) visitors: u64,
    pub(crate) requests: u64,
}

/// A current alert.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Alert {
    pub(crate) kind: String,
    pub(crate) what: String,
    pub(crate) since: String,
}

impl Figures {
    /// Returns the current statistics of a site.
    pub(crate) fn of(site: &Site) -> Result<Self, AccountsError> {
        let queues = site.accounts.queue_lengths(site.config.limits.processor_ms(), now())?;
        let queue = |(hill, queue): (String, accounts::QueueLength)| Queue {
            hill,
            waiting: queue.waiting,
            oldest: times::in_words(queue.oldest_s),
        };
        let slow = |cost: accounts::Cost| Slow {
            ms_per_game: cost.processor_ms / cost.games.max(1),
            submission: cost.submission,
            hill: cost.hill,
            file: cost.file,
            processor_ms: cost.processor_ms,
            games: cost.games,
        };
        let day = |(begin_s, counts): (u64, accounts::DayCounts)| Day {
            day: times::in_words(begin_s).chars().take_while(|one| *one != 'T').collect(),
            submissions: counts.submissions,
            visitors: counts.visitors,
            requests: counts.requests,
        };
        let alert = |alert: super::alerts::ActiveAlert| Alert {
            kind: alert.kind,
            what: alert.what,
            since: times::in_words(alert.since_s),
        };
        let workers = site.board.workers();
        Ok(Self {
            queues: queues.into_iter().map(queue).collect(),
            isolation: site.board.isolation(),
            failures: failures(site, &workers)?,
            workers: workers.into_iter().map(worker).collect(),
            slowest: site.accounts.most_expensive(MAX_SLOWEST)?.into_iter().map(slow).collect(),
            disk: site.board.disk(),
            days: site.accounts.days(DAYS, now())?.into_iter().rev().map(day).collect(),
            alerts: site.alerts.active().into_iter().map(alert).collect(),
        })
    }
}

fn worker(line: WorkerLine) -> Worker {
    let (doing, since) = line.doing.map(|(what, since)| (what, times::in_words(since))).unzip();
    Worker {
        role: line.role,
        running: line.is_running,
        doing,
        since,
        started: line.started,
        lost: line.lost,
        last_loss: line.last_loss.map(dated),
    }
}

fn dated((at_s, what): (u64, String)) -> String {
    format!("{}: {what}", times::for_people(at_s))
}

fn failures(site: &Site, workers: &[WorkerLine]) -> Result<Vec<Failures>, AccountsError> {
    let hills = site.all_hills();
    let voids = hills.iter().flat_map(|hill| hill.table()).map(|place| place.voids).sum::<u64>();
    let last_loss = workers.iter().filter_map(|worker| worker.last_loss.clone()).max();
    let webhooks = site.board.webhook_failures();
    let one = |kind, count, last: Option<(u64, String)>| Failures { kind, count, last: last.map(dated) };
    Ok(vec![
        one("void-games", Some(voids), None),
        one("workers-lost", Some(workers.iter().map(|worker| worker.lost).sum()), last_loss),
        one("submissions-set-aside", Some(site.accounts.set_aside(0)?), None),
        one("mail", None, site.mail.as_ref().and_then(Mail::last_failure)),
        one("webhooks", Some(webhooks.0), webhooks.1),
        one("sign-ins", None, site.providers.last_failure()),
    ])
}

/// Formats a number of bytes for display.
pub(crate) fn in_bytes(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "kB", "MB", "GB", "TB"];
    let mut unit = 0;
    let (mut whole, mut tenths) = (bytes, 0);
    while whole >= 1000 && unit + 1 < UNITS.len() {
        tenths = whole % 1000 / 100;
        whole /= 1000;
        unit += 1;
    }
    if unit == 0 { format!("{whole} {}", UNITS[unit]) } else { format!("{whole}.{tenths} {}", UNITS[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_shown_in_a_unit_that_fits() {
        let shown = [0, 999, 1000, 1_234_567, u64::MAX].map(in_bytes);
        assert_eq!(shown, ["0 bytes", "999 bytes", "1.0 kB", "1.2 MB", "18446744.0 TB"]);
    }
}

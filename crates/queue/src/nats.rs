//! Plays on machines elsewhere: the coordinator of a contest.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::Message;
use dispatch::{DispatchError, Dispatcher, Ended, Ledger, Order};
use futures_util::StreamExt;
use game::Digest;
use tokio::runtime::Runtime;

use crate::batches::Pace;
use crate::coordinator::Coordinator;
use crate::link::{Link, PULL_TIME};
use crate::presence::Workers;
use crate::seen::Seen;
use crate::subjects::{coordinator, short};
use crate::{Address, QueueError};

/// How many reports are asked for at once.
const REPORTS_AT_ONCE: usize = 64;

/// How long another coordinator of the same contest has to answer.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// How long to wait before trying again what did not work.
pub(crate) const RETRY_WAIT: Duration = Duration::from_millis(500);

/// How a contest is played over a queue.
#[derive(Debug, Clone)]
pub struct NatsOptions {
    /// Where the queue is.
    pub address: Address,
    /// What identifies the contest and its database: the same for every command that continues it, another for every
    /// other.
    pub contest: Digest,
    /// How many games of a report are played again here, if no foreign code runs.
    pub audited_games: u32,
}

/// Machines that pull batches from a queue.
pub struct Nats {
    pub(crate) runtime: Runtime,
    pub(crate) link: Link,
    pub(crate) contest: String,
    pub(crate) audited_games: u32,
    pub(crate) workers: Workers,
    pub(crate) events: Mutex<Receiver<Event>>,
    pub(crate) session: Mutex<Session>,
}

/// What reaches the coordinator from the queue.
#[derive(Debug)]
pub(crate) enum Event {
    /// A report.
    Report(Box<Message>),
    /// There are no more reports at the moment.
    NoReports,
}

/// What lasts from one order to the next.
#[derive(Default)]
pub(crate) struct Session {
    pub(crate) pace: Pace,
    pub(crate) seen: Seen,
    /// The programs that are in the bucket.
    pub(crate) programs: HashSet<Digest>,
    /// Workers that gave a false result, and what was false.
    pub(crate) dismissed: HashMap<String, String>,
    /// Whether reports of an earlier coordinator were taken.
    pub(crate) has_begun: bool,
    /// What people were told about workers.
    pub(crate) said: HashSet<String>,
}

impl Nats {
    /// Connects to the queue.
    ///
    /// # Errors
    /// If the server does not answer, refuses, or another coordinator plays this contest.
    pub fn connect(options: &NatsOptions) -> Result<Self, QueueError> {
        let runtime = runtime()?;
        let contest = short(options.contest);
        let link = runtime.block_on(async {
            let link = Link::open(&options.address, "bout tournament").await?;
            be_the_only_one(&link, &contest).await?;
            // Whatever the last coordinator did not acknowledge is delivered to this one.
            let removed = link.remove_report_consumer(&contest).await;
            removed.map_err(|error| options.address.unreachable(&error.to_string()))?;
            Ok::<_, QueueError>(link)
        })?;
        let workers = Workers::default();
        runtime.spawn(workers.clone().listen(link.clone()));
        let (sender, events) = mpsc::channel();
        runtime.spawn(pull_reports(link.clone(), contest.clone(), sender));
        Ok(Self {
            runtime,
            link,
            contest,
            audited_games: options.audited_games,
            workers,
            events: Mutex::new(events),
            session: Mutex::default(),
        })
    }

    /// Removes what the contest has left in the queue, once it is over.
    pub fn finish(self) {
        // What stays is removed by its age.
        let _ = self.runtime.block_on(self.link.remove_reports(&self.contest));
    }
}

impl<E: Send> Dispatcher<E> for Nats {
    fn play(&self, order: &Order<'_, E>, ledger: &mut dyn Ledger<E>) -> Result<Ended, DispatchError<E>> {
        let events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        Coordinator::new(self, order, ledger, &events, &mut session).play()
    }
}

/// The threads that speak to the server.
pub(crate) fn runtime() -> Result<Runtime, QueueError> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("queue")
        .enable_all()
        .build()
        .map_err(|error| QueueError::Machine(format!("cannot start threads: {error}")))
}

/// Refuses to start if another coordinator of this contest answers, and answers the next one.
async fn be_the_only_one(link: &Link, contest: &str) -> Result<(), QueueError> {
    let subject = coordinator(contest);
    let request = link.client.request(subject.clone(), "".into());
    if let Ok(Ok(_)) = tokio::time::timeout(ANSWER_TIME, request).await {
        return Err(QueueError::Busy);
    }
    let client = link.client.clone();
    tokio::spawn(async move {
        loop {
            if let Ok(mut questions) = client.subscribe(subject.clone()).await {
                while let Some(question) = questions.next().await {
                    if let Some(reply) = question.reply {
                        // Who asked and hears nothing starts, and both play; no result depends on it.
                        let _ = client.publish(reply, "busy".into()).await;
                    }
                }
            }
            tokio::time::sleep(RETRY_WAIT).await;
        }
    });
    Ok(())
}

/// Passes reports on, until nobody takes them.
async fn pull_reports(link: Link, contest: String, sender: Sender<Event>) {
    loop {
        let Ok(consumer) = link.report_consumer(&contest).await else {
            // The coordinator notices a server without its data, and makes what is missing.
            tokio::time::sleep(RETRY_WAIT).await;
            continue;
        };
        let now = consumer.fetch().max_messages(REPORTS_AT_ONCE).messages().await;
        let Ok(now) = now else {
            tokio::time::sleep(RETRY_WAIT).await;
            continue;
        };
        match pass_on(now, &sender).await {
            Ok(0) => {}
            Ok(_) => continue,
            Err(Closed) => return,
        }
        if sender.send(Event::NoReports).is_err() {
            return;
        }
        if let Ok(later) = consumer.batch().max_messages(1).expires(PULL_TIME).messages().await
            && pass_on(later, &sender).await.is_err()
        {
            return;
        }
    }
}

/// Nobody takes reports any more.
struct Closed;

async fn pass_on(
    mut messages: async_nats::jetstream::consumer::pull::Batch,
    sender: &Sender<Event>,
) -> Result<usize, Closed> {
    let mut passed = 0;
    while let Some(Ok(message)) = messages.next().await {
        sender.send(Event::Report(Box::new(message))).map_err(|_| Closed)?;
        passed += 1;
    }
    Ok(passed)
}

//! The coordinator's connection to the queue, for one contest.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::message::Acker;
use async_nats::jetstream::{Message, consumer::pull::Batch};
use futures_util::StreamExt;
use tokio::runtime::Runtime;

use crate::link::{Link, PULL_TIME, RETRY_WAIT, TransientError};
use crate::presence::Workers;
use crate::subjects::{self, Channel, LONG_REPORTS, PROGRAMS, coordinator, is_token, parts_of_work};
use crate::transport::{Acknowledged, Answer, Delivery, Event, Outgoing, Request, Transport};
use crate::{Address, QueueError};

/// How many reports are requested at once.
const REPORTS_AT_ONCE: usize = 64;

/// The most bytes of reports that are passed on at once. At least one report is passed on.
const BYTES_AT_ONCE: usize = 8 << 20;

/// A request for reports without any answer for this long was lost, for example because the connection broke at that moment.
/// The library would wait forever.
const SILENCE: Duration = Duration::from_secs(10);

/// How long another coordinator of the same contest has to answer.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// A connection for a contest.
pub(crate) struct Connection {
    runtime: Runtime,
    link: Link,
    contest: String,
    workers: Workers,
    reports: Mutex<Receiver<Arrival>>,
    unacknowledged: Mutex<Unacknowledged>,
}

/// An arrival from the queue.
enum Arrival {
    Report(Box<Message>),
    NoReports,
}

/// Reports that were passed on, and are delivered again unless they are acknowledged.
#[derive(Default)]
struct Unacknowledged {
    next: u64,
    by_number: HashMap<u64, Acker>,
}

impl Connection {
    /// Connects, and refuses if there is another coordinator of this contest.
    pub(crate) fn open(address: &Address, contest: &str) -> Result<Self, QueueError> {
        let runtime = runtime()?;
        let contest = contest.to_owned();
        let link = runtime.block_on(async {
            let link = Link::open(address, "bout").await?;
            be_the_only_one(&link, &contest).await?;
            // Reports that the last coordinator did not acknowledge are delivered to this one.
            let removed = link.remove_report_consumer(&contest).await;
            removed.map_err(|error| address.unreachable(&error.to_string()))?;
            Ok::<_, QueueError>(link)
        })?;
        let workers = Workers::default();
        runtime.spawn(workers.clone().listen(link.clone()));
        let (sender, reports) = mpsc::channel();
        runtime.spawn(pull_reports(link.clone(), contest.clone(), sender));
        Ok(Self {
            runtime,
            link,
            contest,
            workers,
            reports: Mutex::new(reports),
            unacknowledged: Mutex::default(),
        })
    }

    /// Returns the events that have arrived, after waiting for the first one.
    fn events(&self, wait: Duration) -> Result<Vec<Event>, TransientError> {
        let reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        let mut arrival = match reports.recv_timeout(wait) {
            Ok(arrival) => Some(arrival),
            Err(mpsc::RecvTimeoutError::Timeout) => None,
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err(TransientError("the connection to the queue has ended".into()));
            }
        };
        let (mut events, mut bytes) = (Vec::new(), 0);
        while let Some(now) = arrival {
            match now {
                Arrival::NoReports => events.push(Event::NoReports),
                Arrival::Report(message) => {
                    bytes += message.payload.len();
                    events.push(Event::Report(self.passed_on(*message)));
                }
            }
            arrival = if bytes < BYTES_AT_ONCE { reports.try_recv().ok() } else { None };
        }
        Ok(events)
    }

    fn passed_on(&self, message: Message) -> Delivery {
        let (message, acker) = message.split();
        let mut unacknowledged = self.unacknowledged.lock().unwrap_or_else(PoisonError::into_inner);
        let number = unacknowledged.next;
        unacknowledged.next += 1;
        unacknowledged.by_number.insert(number, acker);
        Delivery { number, payload: message.payload.into() }
    }

    fn acknowledge(&self, reports: Vec<Acknowledged>) {
        for Acknowledged { number, long } in reports {
            let mut unacknowledged = self.unacknowledged.lock().unwrap_or_else(PoisonError::into_inner);
            let acker = unacknowledged.by_number.remove(&number);
            drop(unacknowledged);
            if let Some(acker) = acker {
                // An unacknowledged report comes again, and is known then.
                let _ = self.runtime.block_on(acker.ack());
            }
            if let Some(name) = long {
                self.runtime.block_on(self.link.remove(LONG_REPORTS, &name));
            }
        }
    }

    fn waiting(&self, channel: &Channel) -> Result<Vec<String>, TransientError> {
        let filter = channel.work_of(&self.contest);
        let subjects = self.runtime.block_on(self.link.work_subjects(&filter))?;
        let id = |subject: &String| parts_of_work(subject).map(|(_, _, id)| id.to_owned());
        Ok(subjects.iter().filter_map(id).collect())
    }
}

/// Checks a name from a coordinator, because it becomes part of a subject. A coordinator in another process may send any name.
fn checked(name: &str) -> Result<&str, TransientError> {
    if is_token(name) {
        Ok(name)
    } else {
        Err(TransientError(format!("{} is not a valid name", name.escape_debug())))
    }
}

impl Transport for Connection {
    fn ask(&self, request: Request) -> Result<Answer, TransientError> {
        let Self { runtime, link, contest, .. } = self;
        match request {
            Request::Begin => {}
            Request::MakeMissing => runtime.block_on(link.make_missing())?,
            Request::PutProgram { id, source } => {
                runtime.block_on(link.put(PROGRAMS, checked(&id)?, &source))?;
            }
            Request::Publish(batches) => {
                let message = |Outgoing { channel, id, batch }| {
                    Ok((Channel::named(&channel)?.work(contest, checked(&id)?), batch))
                };
                let messages = batches.into_iter().map(message).collect::<Result<_, TransientError>>()?;
                runtime.block_on(link.publish_all(messages))?;
            }
            Request::Waiting { channel } => {
                return Ok(Answer::Batches(self.waiting(&Channel::named(&channel)?)?));
            }
            Request::Withdraw { channel } => {
                runtime.block_on(link.purge_work(&Channel::named(&channel)?.work_of(contest)))?;
            }
            Request::Events { wait_ms } => {
                return Ok(Answer::Events(self.events(Duration::from_millis(wait_ms))?));
            }
            Request::LongReport { name } => {
                let report = runtime.block_on(link.get(LONG_REPORTS, checked(&name)?));
                return Ok(Answer::Bytes(report?));
            }
            Request::Acknowledge(reports) => self.acknowledge(reports),
            Request::Dismiss { worker, why } => {
                let told = link.client.publish(subjects::dismissal(checked(&worker)?), why.into());
                // A worker that does not hear this is ignored all the same.
                let _ = runtime.block_on(told);
            }
            Request::Workers => return Ok(Answer::Workers(self.workers.present())),
            Request::Finish => runtime.block_on(link.remove_reports(contest))?,
        }
        Ok(Answer::Done)
    }
}

/// Makes the threads that talk to the server.
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
                        // If the other one asks but hears nothing, it starts, and both play. No result depends on this.
                        let _ = client.publish(reply, "busy".into()).await;
                    }
                }
            }
            tokio::time::sleep(RETRY_WAIT).await;
        }
    });
    Ok(())
}

/// Passes on reports until nobody takes them.
async fn pull_reports(link: Link, contest: String, sender: Sender<Arrival>) {
    loop {
        let Ok(consumer) = link.report_consumer(&contest).await else {
            // The coordinator notices when a server has lost its data, and makes what is missing.
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
        if sender.send(Arrival::NoReports).is_err() {
            return;
        }
        if let Ok(later) = consumer.batch().max_messages(1).expires(PULL_TIME).messages().await
            && pass_on(later, &sender).await.is_err()
        {
            return;
        }
    }
}

/// The error that nobody takes reports any more.
struct Closed;

async fn pass_on(mut messages: Batch, sender: &Sender<Arrival>) -> Result<usize, Closed> {
    let mut passed = 0;
    while let Ok(Some(Ok(message))) = tokio::time::timeout(SILENCE, messages.next()).await {
        sender.send(Arrival::Report(Box::new(message))).map_err(|_| Closed)?;
        passed += 1;
    }
    Ok(passed)
}

//! The connection to the server: its streams, consumers and buckets.

use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context};
use futures_util::TryStreamExt;
use tokio::io::AsyncReadExt;

use crate::address::in_words;
use crate::subjects::{
    ALL_REPORTS, ALL_WORK, Channel, LONG_REPORTS, PROGRAMS, REPORT_STREAM, WORK_STREAM, report_consumer,
    reports_of,
};
use crate::{Address, QueueError};

/// A batch is delivered to another worker if there was no sign of it for this long.
pub(crate) const WORK_ACK_WAIT: Duration = Duration::from_secs(10);

/// How often a worker reports that it is still playing.
pub(crate) const STILL_PLAYING: Duration = Duration::from_secs(2);

/// A report is delivered again if it was not acknowledged for this long.
const REPORT_ACK_WAIT: Duration = Duration::from_mins(1);

/// How long batches and reports of abandoned contests are kept.
const KEPT: Duration = Duration::from_hours(7 * 24);

/// How long programs are kept. A coordinator that finds one missing stores it again.
const PROGRAMS_KEPT: Duration = Duration::from_hours(30 * 24);

/// How long a request for messages waits for one.
pub(crate) const PULL_TIME: Duration = Duration::from_secs(2);

/// The pause before another attempt after a failure.
pub(crate) const RETRY_WAIT: Duration = Duration::from_millis(500);

/// A number larger than the number of messages that workers ever hold at once.
const MOST_HELD: i64 = 100_000;

/// The largest part of an object that is read.
const MAX_OBJECT_BYTES: u64 = dispatch::wire::MAX_MESSAGE_BYTES as u64;

/// A failure that may pass: the server is away, or has lost its data.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub(crate) struct TransientError(pub(crate) String);

/// Converts any error of the library.
fn trouble(error: impl std::error::Error) -> TransientError {
    TransientError(in_words(&error))
}

/// A connection.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
}

impl Link {
    /// Connects, and makes the streams if they are missing.
    pub(crate) async fn open(address: &Address, name: &str) -> Result<Self, QueueError> {
        let client = address.connect(name).await?;
        let link = Self { jetstream: jetstream::new(client.clone()), client };
        let hint = "is JetStream switched on (`nats-server -js`), and may this user use it?";
        let made = link.make_missing().await;
        made.map_err(|error| address.unreachable(&format!("{error}; {hint}")))?;
        Ok(link)
    }

    /// Makes the missing streams and buckets.
    pub(crate) async fn make_missing(&self) -> Result<(), TransientError> {
        let one_per_subject = 1;
        self.make_stream(WORK_STREAM, ALL_WORK, one_per_subject).await?;
        let any_number = -1;
        self.make_stream(REPORT_STREAM, ALL_REPORTS, any_number).await?;
        self.make_bucket(PROGRAMS, PROGRAMS_KEPT).await?;
        self.make_bucket(LONG_REPORTS, KEPT).await
    }

    async fn make_stream(&self, name: &str, subjects: &str, per_subject: i64) -> Result<(), TransientError> {
        let config = stream::Config {
            name: name.into(),
            subjects: vec![subjects.into()],
            retention: RetentionPolicy::WorkQueue,
            max_messages_per_subject: per_subject,
            max_age: KEPT,
            storage: StorageType::File,
            ..stream::Config::default()
        };
        self.jetstream.get_or_create_stream(config).await.map(drop).map_err(trouble)
    }

    async fn make_bucket(&self, bucket: &str, max_age: Duration) -> Result<(), TransientError> {
        if self.jetstream.get_object_store(bucket).await.is_ok() {
            return Ok(());
        }
        let config =
            object_store::Config { bucket: bucket.into(), max_age, ..object_store::Config::default() };
        self.jetstream.create_object_store(config).await.map(drop).map_err(trouble)
    }

    /// Returns the consumer that all workers of a channel share.
    pub(crate) async fn work_consumer(&self, channel: &Channel) -> Result<PullConsumer, TransientError> {
        let config = pull::Config {
            durable_name: Some(channel.consumer()),
            filter_subject: channel.all_work(),
            ..Self::consumer(WORK_ACK_WAIT)
        };
        let stream = self.jetstream.get_stream(WORK_STREAM).await.map_err(trouble)?;
        stream.get_or_create_consumer(&channel.consumer(), config).await.map_err(trouble)
    }

    /// Returns the consumer of a contest's reports.
    pub(crate) async fn report_consumer(&self, contest: &str) -> Result<PullConsumer, TransientError> {
        let name = report_consumer(contest);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: reports_of(contest),
            ..Self::consumer(REPORT_ACK_WAIT)
        };
        let stream = self.jetstream.get_stream(REPORT_STREAM).await.map_err(trouble)?;
        stream.get_or_create_consumer(&name, config).await.map_err(trouble)
    }

    fn consumer(ack_wait: Duration) -> pull::Config {
        pull::Config {
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            max_ack_pending: MOST_HELD,
            ..pull::Config::default()
        }
    }

    /// Removes the consumer of a contest's reports. Reports that were delivered but not acknowledged are then
    /// delivered to the next consumer at once.
    pub(crate) async fn remove_report_consumer(&self, contest: &str) -> Result<(), TransientError> {
        let stream = self.jetstream.get_stream(REPORT_STREAM).await.map_err(trouble)?;
        // It need not exist.
        let _ = stream.delete_consumer(&report_consumer(contest)).await;
        Ok(())
    }

    /// Removes the reports of a contest, and their consumer.
    pub(crate) async fn remove_reports(&self, contest: &str) -> Result<(), TransientError> {
        self.remove_report_consumer(contest).await?;
        let stream = self.jetstream.get_stream(REPORT_STREAM).await.map_err(trouble)?;
        stream.purge().filter(reports_of(contest)).await.map(drop).map_err(trouble)
    }

    /// Publishes a message, and returns once the server has it.
    pub(crate) async fn publish(&self, subject: String, payload: Vec<u8>) -> Result<(), TransientError> {
        let stored = self.jetstream.publish(subject, payload.into()).await.map_err(trouble)?;
        stored.await.map(drop).map_err(trouble)
    }

    /// Publishes messages, each with its subject, and returns once the server has all of them.
    pub(crate) async fn publish_all(&self, messages: Vec<(String, Vec<u8>)>) -> Result<(), TransientError> {
        let mut stored = Vec::with_capacity(messages.len());
        for (subject, payload) in messages {
            stored.push(self.jetstream.publish(subject, payload.into()).await.map_err(trouble)?);
        }
        for one in stored {
            one.await.map_err(trouble)?;
        }
        Ok(())
    }

    /// Returns the subjects in the work stream that match a filter.
    pub(crate) async fn work_subjects(&self, filter: &str) -> Result<Vec<String>, TransientError> {
        let stream = self.jetstream.get_stream(WORK_STREAM).await.map_err(trouble)?;
        let subjects = stream.info_with_subjects(filter).await.map_err(trouble)?;
        subjects.map_ok(|(subject, _)| subject).try_collect().await.map_err(trouble)
    }

    /// Returns a batch that no worker has acknowledged, as bytes; `None` if this subject has none any more.
    pub(crate) async fn waiting_batch(&self, subject: &str) -> Option<Vec<u8>> {
        let stream = self.jetstream.get_stream(WORK_STREAM).await.ok()?;
        let message = stream.get_last_raw_message_by_subject(subject).await.ok()?;
        Some(message.payload.to_vec())
    }

    /// Removes the messages in the work stream that match a filter.
    pub(crate) async fn purge_work(&self, filter: &str) -> Result<(), TransientError> {
        let stream = self.jetstream.get_stream(WORK_STREAM).await.map_err(trouble)?;
        stream.purge().filter(filter).await.map(drop).map_err(trouble)
    }

    async fn bucket(&self, bucket: &str) -> Result<ObjectStore, TransientError> {
        self.jetstream.get_object_store(bucket).await.map_err(trouble)
    }

    /// Puts an object into a bucket, unless one of this name is there already.
    pub(crate) async fn put(&self, bucket: &str, name: &str, mut bytes: &[u8]) -> Result<(), TransientError> {
        let bucket = self.bucket(bucket).await?;
        if bucket.info(name).await.is_ok_and(|info| !info.deleted) {
            return Ok(());
        }
        bucket.put(name, &mut bytes).await.map(drop).map_err(trouble)
    }

    /// Returns an object in a bucket.
    pub(crate) async fn get(&self, bucket: &str, name: &str) -> Result<Vec<u8>, TransientError> {
        let bucket = self.bucket(bucket).await?;
        let object = bucket.get(name).await.map_err(trouble)?;
        let mut bytes = Vec::new();
        object.take(MAX_OBJECT_BYTES).read_to_end(&mut bytes).await.map_err(trouble)?;
        Ok(bytes)
    }

    /// Removes an object from a bucket, if it is there.
    pub(crate) async fn remove(&self, bucket: &str, name: &str) {
        if let Ok(bucket) = self.bucket(bucket).await {
            // Objects that stay are removed when they are old enough.
            let _ = bucket.delete(name).await;
        }
    }
}

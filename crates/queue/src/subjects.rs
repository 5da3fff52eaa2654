//! The names of streams, consumers and subjects.

use dispatch::{ENVIRONMENT_NAME_DIGITS, Terms, wire};
use game::Digest;

use crate::link::TransientError;

/// The stream of batches that nobody has played yet.
pub(crate) const WORK_STREAM: &str = "BOUT_WORK";
/// The stream of reports that no coordinator has taken yet.
pub(crate) const REPORT_STREAM: &str = "BOUT_REPORTS";
/// The subjects of all batches.
pub(crate) const ALL_WORK: &str = "bout.work.>";
/// The subjects of all reports.
pub(crate) const ALL_REPORTS: &str = "bout.reports.>";
/// The bucket of programs, by identity.
pub(crate) const PROGRAMS: &str = "bout-programs";
/// The bucket of reports that are too long for a message.
pub(crate) const LONG_REPORTS: &str = "bout-long-reports";
/// The subjects on which workers report their presence.
pub(crate) const ALL_PRESENCE: &str = "bout.presence.*";

/// The properties that a worker and a batch must share: the versions of bout and of the messages, and the environment of
/// foreign code. They are part of the subject, so no batch reaches a worker that would have to refuse it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Channel(String);

impl Channel {
    pub(crate) fn of(terms: &Terms) -> Self {
        Self::new(&terms.engine_version, terms.environment_id())
    }

    pub(crate) fn new(engine_version: &str, environment: Digest) -> Self {
        let version = token(engine_version);
        let environment = short(environment);
        Self(format!("{version}-w{}.{environment}", wire::VERSION))
    }

    /// Returns the channel with this name, which may come from elsewhere.
    pub(crate) fn named(name: &str) -> Result<Self, TransientError> {
        match name.split_once('.') {
            Some((version, environment)) if is_token(version) && is_token(environment) => {
                Ok(Self(name.to_owned()))
            }
            _ => Err(TransientError(format!("{} is no channel", name.escape_debug()))),
        }
    }

    /// Returns its name.
    pub(crate) fn name(&self) -> &str {
        &self.0
    }

    /// Returns the subjects of all batches of this channel.
    pub(crate) fn all_work(&self) -> String {
        format!("bout.work.{}.>", self.0)
    }

    /// Returns the subjects of a contest's batches.
    pub(crate) fn work_of(&self, contest: &str) -> String {
        format!("bout.work.{}.{contest}.>", self.0)
    }

    /// Returns the subject of a batch.
    pub(crate) fn work(&self, contest: &str, batch: &str) -> String {
        format!("bout.work.{}.{contest}.{batch}", self.0)
    }

    /// Returns the name of the consumer that the workers share.
    pub(crate) fn consumer(&self) -> String {
        format!("workers-{}", self.0.replace('.', "-"))
    }

    /// Returns the name of the environment for people.
    pub(crate) fn environment_name(&self) -> String {
        self.0.split('.').nth(1).unwrap_or_default().chars().take(ENVIRONMENT_NAME_DIGITS).collect()
    }

    /// Returns the version part, for comparison.
    pub(crate) fn version(&self) -> &str {
        self.0.split('.').next().unwrap_or_default()
    }
}

/// Returns the first half of a hash, which is long enough for a name.
pub(crate) fn short(digest: Digest) -> String {
    digest.to_string()[..32].to_owned()
}

/// Converts text to a part of a subject.
pub(crate) fn token(text: &str) -> String {
    text.chars().map(|one| if one.is_ascii_alphanumeric() || one == '-' { one } else { '-' }).collect()
}

/// Returns whether text can be one part of a subject, and the name of an object.
pub(crate) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|one| one.is_ascii_alphanumeric() || one == '-')
}

/// Returns the parts of the subject of a batch: its channel, its contest and its identity.
pub(crate) fn parts_of_work(subject: &str) -> Option<(Channel, &str, &str)> {
    let rest = subject.strip_prefix("bout.work.")?;
    let mut parts = rest.split('.');
    let (version, environment) = (parts.next()?, parts.next()?);
    Some((Channel(format!("{version}.{environment}")), parts.next()?, parts.next()?))
}

/// Returns the subjects of a contest's reports.
pub(crate) fn reports_of(contest: &str) -> String {
    format!("bout.reports.{contest}.>")
}

/// Returns the subject of a report.
pub(crate) fn report(contest: &str, batch: &str) -> String {
    format!("bout.reports.{contest}.{batch}")
}

/// Returns the name of the consumer of a contest's reports.
pub(crate) fn report_consumer(contest: &str) -> String {
    format!("contest-{contest}")
}

/// Returns the subject on which a worker reports its presence.
pub(crate) fn presence(worker: &str) -> String {
    format!("bout.presence.{worker}")
}

/// Returns the subject on which a worker hears that it is dismissed.
pub(crate) fn dismissal(worker: &str) -> String {
    format!("bout.dismissed.{worker}")
}

/// Returns the subject on which the coordinator of a contest answers.
pub(crate) fn coordinator(contest: &str) -> String {
    format!("bout.coordinator.{contest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_subject_are_found_again() {
        let channel = Channel::new("1.2.3+dirty", Digest::of(b"gcc"));
        let id = Digest::of(b"batch").to_string();
        let subject = channel.work("cafe", &id);
        assert_eq!(parts_of_work(&subject), Some((channel.clone(), "cafe", id.as_str())));
        assert_eq!(channel.version(), "1-2-3-dirty-w3");
        assert_eq!(Channel::named(channel.name()).unwrap(), channel);
    }

    #[test]
    fn names_from_elsewhere_cannot_name_other_subjects() {
        for name in ["", "one", "one.>", "one.*", "one.two.three", "one. two", ".two"] {
            assert!(Channel::named(name).is_err(), "{name}");
        }
    }
}

//! Sends news to the webhooks of members.

use std::sync::Arc;
use std::time::Duration;

use accounts::{AuthorWebhook, News, WebhookForm};
use serde_json::Value;
use ureq::Agent;
use ureq::unversioned::transport::DefaultConnector;

use super::addresses::{NotPublic, PublicResolver};
use crate::config::{AuthorWebhooks, WebhookFormat};
use crate::site::Site;
use crate::supervisor::TICK;
use crate::times;
use crate::webhooks::{Receiver, post};

/// The time limit for the answer of a receiver.
const MAX_ANSWER: Duration = Duration::from_secs(10);

/// The maximum size of the head of an answer, in bytes. The body is not read.
const MAX_HEAD_BYTES: usize = 16 << 10;

/// The maximum number of messages that are sent at the same time.
const AT_A_TIME: usize = 8;

/// The longest pause before another attempt after a failure.
const LONGEST_PAUSE_S: u64 = 6 * 3600;

/// Sends news to webhooks until `stop` returns true.
pub(crate) fn deliver(site: &Arc<Site>, stop: fn() -> bool) {
    let agent = agent(&site.config.author_webhooks);
    while !stop() {
        let due = site.accounts.due_webhooks(times::now()).unwrap_or_default();
        for some in due.chunks(AT_A_TIME) {
            if stop() {
                return;
            }
            std::thread::scope(|scope| {
                for (webhook, news) in some {
                    scope.spawn(|| tell(site, &agent, webhook, news));
                }
            });
        }
        if due.is_empty() {
            std::thread::sleep(TICK);
        }
    }
}

fn agent(settings: &AuthorWebhooks) -> Agent {
    let config = Agent::config_builder()
        .timeout_global(Some(MAX_ANSWER))
        .max_response_header_size(MAX_HEAD_BYTES)
        // A redirect may lead to an address that nobody has checked, and a signed message is for
        // its own receiver only.
        .max_redirects(0)
        // A proxy may connect to addresses that nobody has checked.
        .proxy(None)
        .https_only(!settings.private_addresses)
        .http_status_as_error(true)
        .max_idle_connections(0)
        .build();
    let resolver = PublicResolver { allows_private: settings.private_addresses };
    Agent::with_parts(config, DefaultConnector::default(), resolver)
}

/// Sends one piece of news to a webhook if it subscribes to such news. If the result cannot be
/// saved, the news is sent again later.
fn tell(site: &Site, agent: &Agent, webhook: &AuthorWebhook, news: &News) {
    if webhook.events.contains(&news.event)
        && let Err(error) = send(agent, webhook, news)
    {
        let now = times::now();
        let next = pause_s(&site.config.author_webhooks, webhook.failures).map(|pause| now + pause);
        let _ = site.accounts.webhook_failed(webhook.id, &in_words(&error), next, now);
        return;
    }
    let _ = site.accounts.webhook_told(webhook.id, news.id);
}

fn send(agent: &Agent, webhook: &AuthorWebhook, news: &News) -> Result<(), ureq::Error> {
    let message: Value = serde_json::from_str(&news.message).unwrap_or_default();
    let receiver = Receiver {
        url: &webhook.url,
        format: match webhook.form {
            WebhookForm::Json => WebhookFormat::Json,
            WebhookForm::Discord => WebhookFormat::Discord,
        },
        secret: Some(&webhook.secret).filter(|_| webhook.form == WebhookForm::Json).map(String::as_str),
    };
    post(agent, &receiver, &news.event, &message)
}

/// Returns the pause in seconds after one more failure; `None` if there are no further attempts.
fn pause_s(settings: &AuthorWebhooks, failures: u64) -> Option<u64> {
    if failures + 1 >= settings.attempts.get() {
        return None;
    }
    let doubled = settings.first_pause_s.get().saturating_mul(1 << failures.min(32));
    Some(doubled.min(LONGEST_PAUSE_S.max(settings.first_pause_s.get())))
}

/// Describes why an attempt failed. Members read this, so it reveals nothing about the network of
/// this machine.
fn in_words(error: &ureq::Error) -> String {
    match error {
        ureq::Error::StatusCode(status) => format!("it answered with the status {status}"),
        ureq::Error::Timeout(_) => format!("it did not answer within {} s", MAX_ANSWER.as_secs()),
        ureq::Error::HostNotFound => "there is no such host".into(),
        ureq::Error::Other(why) if why.is::<NotPublic>() => why.to_string(),
        _ => "it cannot be reached, or does not speak HTTP as it should".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;

    use super::*;
    use crate::config::Config;

    fn settings(text: &str) -> AuthorWebhooks {
        toml::from_str::<Config>(&format!("[author_webhooks]\n{text}")).unwrap().author_webhooks
    }

    fn webhook(url: &str) -> AuthorWebhook {
        AuthorWebhook {
            id: 1,
            url: url.into(),
            form: WebhookForm::Json,
            events: vec!["pushed-off".into()],
            secret: "s".into(),
            failures: 0,
            off_s: None,
            trouble: None,
        }
    }

    fn news() -> News {
        News { id: 1, uid: "u".into(), event: "pushed-off".into(), message: "{\"id\":\"u\"}".into(), at_s: 1 }
    }

    #[test]
    fn pauses_grow_until_a_webhook_is_switched_off() {
        let settings = settings("first_pause_s = 10\nattempts = 4");
        let pauses: Vec<_> = (0..4).map(|failures| pause_s(&settings, failures)).collect();
        assert_eq!(pauses, [Some(10), Some(20), Some(40), None]);
        let long = self::settings("first_pause_s = 3600\nattempts = 100");
        assert_eq!(pause_s(&long, 90), Some(LONGEST_PAUSE_S));
    }

    #[test]
    fn nothing_is_sent_to_what_is_not_public_whatever_it_is_called() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let agent = agent(&settings(""));
        for host in [
            "127.0.0.1",
            "localhost",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "0.0.0.0",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "127.1",
            "169.254.169.254",
        ] {
            let error = send(&agent, &webhook(&format!("https://{host}:{port}/")), &news()).unwrap_err();
            let words = in_words(&error);
            let is_refused = ["public internet", "no such host", "cannot be reached"];
            assert!(is_refused.iter().any(|one| words.contains(one)), "{host}: {words}");
            assert!(listener.accept().is_err(), "{host} was connected to");
        }
        let plain = send(&agent, &webhook(&format!("http://127.0.0.1:{port}/")), &news());
        assert!(plain.is_err() && listener.accept().is_err());
    }

    #[test]
    fn a_redirect_is_not_followed_and_is_a_failure() {
        let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
        elsewhere.set_nonblocking(true).unwrap();
        let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
        let (from, to) = (receiver.local_addr().unwrap(), elsewhere.local_addr().unwrap());
        let answer = std::thread::spawn(move || {
            let (mut stream, _) = receiver.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let head = "HTTP/1.1 302 -\r\ncontent-length: 0\r\nconnection: close\r\n";
            write!(stream, "{head}location: http://{to}/\r\n\r\n").unwrap();
        });
        let agent = agent(&settings("private_addresses = true"));
        let sent = send(&agent, &webhook(&format!("http://{from}/")), &news());
        answer.join().unwrap();
        assert!(sent.is_err(), "{sent:?}");
        assert!(elsewhere.accept().is_err());
    }
}

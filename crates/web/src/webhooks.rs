//! Webhooks: tells other programs about events on hills and in wars, and about alerts, by HTTP
//! requests to their addresses.
//!
//! Every event is sent at least once, in order. `.bout/webhooks.json` stores how many events each
//! receiver has had. If a receiver does not answer, the site tries again later. A new receiver gets
//! no earlier events.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use accounts::Visibility;
use contests::Failure;
use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;
use data_encoding::HEXLOWER;
use game::Digest;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use toml::Spanned;
use ureq::Agent;

use crate::config::{Webhook, WebhookEvent, WebhookFormat};
use crate::events::{self, Event, HillEventKind};
use crate::feed::Entry;
use crate::hill_view::HillView;
use crate::metrics::FailureKind;
use crate::site::Site;
use crate::statistics::AlertEvent;
use crate::times;
use crate::wars::{self, WarView};

/// The file in `.bout` with the positions of the receivers.
const POSITIONS_FILE: FileName = FileName::own("webhooks.json");

/// The timeout for the answer of a receiver.
const MAX_ANSWER: Duration = Duration::from_secs(10);

/// The shortest and the longest pause before another attempt to reach a receiver that failed.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(5);

/// The pause between two checks for news.
const TICK: Duration = Duration::from_millis(100);

/// The maximum length of a message to Discord, in characters.
const MAX_DISCORD_CHARS: usize = 2000;

/// How many events each receiver has had, by receiver and place: a hill, a war or the alerts.
type Positions = BTreeMap<String, BTreeMap<String, usize>>;

/// A receiver that failed.
struct Failed {
    /// When to try again.
    again: Instant,
    /// The pause after the next failure.
    pause: Duration,
}

/// Sends events to the receivers in the settings until `stop` returns true.
pub(crate) fn deliver(site: &Arc<Site>, stop: fn() -> bool) {
    if site.config.webhooks.is_empty() {
        return;
    }
    let agent = Agent::config_builder()
        .timeout_global(Some(MAX_ANSWER))
        // Does not follow redirects: a signed message goes only to the address in the settings.
        .max_redirects(0)
        .http_status_as_error(true)
        .build()
        .new_agent();
    let mut positions = read_positions(site).unwrap_or_default();
    let mut failed: BTreeMap<String, Failed> = BTreeMap::new();
    while !stop() {
        for hook in site.config.webhooks.iter().map(Spanned::get_ref) {
            let key = key_of(hook);
            if failed.get(&key).is_some_and(|failed| Instant::now() < failed.again) {
                continue;
            }
            let told = positions.entry(key.clone()).or_default();
            let news = tell_news(site, hook, told, &agent, stop);
            // Uses the hash of the address for the log: an address may be a secret, as with
            // Discord.
            let news = news.map_err(|error| NotTold::of(&error));
            match site.note(FailureKind::Webhook, &key, news) {
                Ok(News::Nothing) => {}
                Ok(News::Told) => {
                    failed.remove(&key);
                    // If the positions cannot be written, they are kept in memory only.
                    let _ = site.note(FailureKind::Folder, "webhooks", write_positions(site, &positions));
                }
                Err(error) => {
                    site.board.webhook_failed(&error.to_string(), times::now());
                    let _ = site.note(FailureKind::Folder, "webhooks", write_positions(site, &positions));
                    let pause = failed.get(&key).map_or(FIRST_PAUSE, |failed| failed.pause);
                    let next = (pause * 2).min(LONGEST_PAUSE);
                    failed.insert(key, Failed { again: Instant::now() + pause, pause: next });
                }
            }
        }
        std::thread::sleep(TICK);
    }
}

/// Why a receiver was not reached. The text omits its address, which the original error may quote.
#[derive(Debug, thiserror::Error)]
enum NotTold {
    #[error("the receiver answered with status {0}")]
    Status(u16),
    #[error("the receiver did not answer in time")]
    Late,
    #[error("the receiver cannot be reached")]
    Unreachable,
}

impl NotTold {
    const fn of(error: &ureq::Error) -> Self {
        match error {
            ureq::Error::StatusCode(status) => Self::Status(*status),
            ureq::Error::Timeout(_) => Self::Late,
            _ => Self::Unreachable,
        }
    }
}

/// Whether there was something to tell.
enum News {
    Nothing,
    Told,
}

/// The events of a hill, a war or the alerts, for one receiver.
struct Place<'a> {
    /// Its name in the file of positions.
    key: String,
    /// True if the receiver wants its events.
    is_wanted: bool,
    /// The number of events so far.
    events: usize,
    /// How many of them a new receiver does not get; `None` for all.
    before: Option<usize>,
    /// Returns the messages for the events from a position on, oldest first; `None` if they cannot
    /// be read at present.
    messages: Box<dyn Fn(usize) -> Option<Vec<Vec<Message>>> + 'a>,
}

/// The kind and the content of a message.
type Message = (WebhookEvent, Value);

/// Sends a receiver all new events, place by place. Updates `told` after every event.
fn tell_news(
    site: &Site,
    hook: &Webhook,
    told: &mut BTreeMap<String, usize>,
    agent: &Agent,
    stop: fn() -> bool,
) -> Result<News, ureq::Error> {
    let (hills, wars) = (site.all_hills(), site.wars.all());
    let hills = hills.iter().filter_map(|hill| place_of_hill(site, hook, hill));
    let wars = wars.iter().map(|war| place_of_war(site, hook, war));
    let mut news = News::Nothing;
    for place in hills.chain(wars).chain([place_of_alerts(site, hook)]) {
        let known = told.get(&place.key).copied().or(place.before);
        if told.get(&place.key) == Some(&place.events) {
            continue;
        }
        if let Some(known) = known.filter(|known| *known < place.events && place.is_wanted) {
            // Events that cannot be read now are sent later.
            let Some(messages) = (place.messages)(known) else { continue };
            news = News::Told;
            for (at, messages) in messages.into_iter().enumerate() {
                if stop() {
                    return Ok(news);
                }
                for (kind, message) in messages.iter().filter(|(kind, _)| hook.events.contains(kind)) {
                    let sent = send(agent, hook, *kind, message);
                    site.metrics.told(if sent.is_ok() { "sent" } else { "failed" });
                    sent?;
                }
                told.insert(place.key.clone(), known + at + 1);
            }
        }
        news = News::Told;
        told.insert(place.key, place.events);
    }
    Ok(news)
}

fn place_of_hill<'a>(site: &'a Site, hook: &Webhook, hill: &'a HillView) -> Option<Place<'a>> {
    let is_wanted = if hook.hills.is_empty() {
        // Events of a private hill go only to receivers that name it.
        hook.wars.is_empty() && hill.moderation.access.visibility == Visibility::Everybody
    } else {
        hook.hills.contains(&hill.name)
    };
    let messages = |known: usize| {
        let events = events::of_hill(hill, known..hill.changes(), site.config.own_base()).ok()?;
        let message = |event: &Event| kinds(event).map(|kind| (kind, message(site, event, kind))).collect();
        // `events::of_hill` returns the newest first.
        Some(events.iter().rev().map(message).collect())
    };
    let events = hill.files.as_ref().ok()?.history.len();
    Some(Place { key: hill.name.clone(), is_wanted, events, before: None, messages: Box::new(messages) })
}

fn place_of_war<'a>(site: &'a Site, hook: &Webhook, war: &'a WarView) -> Place<'a> {
    let is_wanted = if hook.wars.is_empty() { hook.hills.is_empty() } else { hook.wars.contains(&war.name) };
    let messages = |known: usize| {
        let rounds = wars::of_war(war, site.config.own_base());
        let rounds: Vec<Entry> = rounds.into_iter().map(Entry::from).collect();
        let message = |round: &Entry| vec![(WebhookEvent::RoundPlayed, message_of_round(site, war, round))];
        Some(rounds.iter().rev().skip(known).map(message).collect())
    };
    Place {
        // A slash cannot occur in the name of a hill.
        key: format!("wars/{}", war.name),
        is_wanted,
        events: war.files.as_ref().map_or(0, |files| files.rounds.len()),
        before: None,
        messages: Box::new(messages),
    }
}

fn place_of_alerts<'a>(site: &'a Site, hook: &Webhook) -> Place<'a> {
    let messages = |known: usize| {
        let message = |event: &AlertEvent| vec![(WebhookEvent::Alert, message_of_alert(site, event))];
        Some(site.alerts.after(known).iter().map(message).collect())
    };
    Place {
        // A slash cannot occur in the name of a hill.
        key: "alerts/".into(),
        is_wanted: hook.events.contains(&WebhookEvent::Alert),
        events: site.alerts.total(),
        before: Some(site.alerts.before()),
        messages: Box::new(messages),
    }
}

fn message_of_alert(site: &Site, event: &AlertEvent) -> Value {
    json!({
        "event": WebhookEvent::Alert,
        "site": site.config.title,
        "kind": event.kind,
        "state": event.state,
        "url": format!("{}/hosts/statistics", site.config.own_base()),
        "what": if event.state == "over" { format!("over: {}", event.what) } else { event.what.clone() },
        "id": event.id,
        "time": times::in_words(event.at_s),
    })
}

fn message_of_round(site: &Site, war: &WarView, round: &Entry) -> Value {
    json!({
        "event": WebhookEvent::RoundPlayed,
        "site": site.config.title,
        "war": war.name,
        "url": format!("{}{}", site.config.own_base(), round.page),
        "what": format!("{}. {}", round.title, round.content),
        "id": round.id,
        "time": times::in_words(round.at),
    })
}

/// Returns the kinds of messages that a change of a hill causes.
fn kinds(event: &Event) -> impl Iterator<Item = WebhookEvent> {
    let entered = event.happened == HillEventKind::Entered;
    let all = [
        (entered, WebhookEvent::Entered),
        (!event.pushed_off.is_empty(), WebhookEvent::PushedOff),
        (event.happened == HillEventKind::Retired, WebhookEvent::Retired),
        (event.happened == HillEventKind::Renewed, WebhookEvent::Renewed),
        (entered && event.rank == Some(1), WebhookEvent::NewKing),
    ];
    all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, kind)| kind)
}

fn message(site: &Site, event: &Event, kind: WebhookEvent) -> Value {
    let base = site.config.own_base();
    json!({
        "event": kind,
        "site": site.config.title,
        "hill": event.hill,
        "url": format!("{base}/hills/{}", report::url_segment(&event.hill)),
        "program": event.program,
        "rank": event.rank,
        "pushed_off": event.pushed_off,
        "what": event.what,
        "id": event.id,
        "time": event.seen,
    })
}

fn send(agent: &Agent, hook: &Webhook, kind: WebhookEvent, message: &Value) -> Result<(), ureq::Error> {
    let receiver = Receiver { url: hook.url.as_str(), format: hook.format, secret: hook.secret.as_deref() };
    post(agent, &receiver, kind.as_str(), message)
}

/// The destination and the format of a message.
pub(crate) struct Receiver<'a> {
    pub(crate) url: &'a str,
    pub(crate) format: WebhookFormat,
    /// The key that signs the message.
    pub(crate) secret: Option<&'a str>,
}

/// Sends a message.
pub(crate) fn post(
    agent: &Agent,
    receiver: &Receiver<'_>,
    kind: &str,
    message: &Value,
) -> Result<(), ureq::Error> {
    let body = body(receiver.format, message).to_string();
    let mut request = agent
        .post(receiver.url)
        .header("Content-Type", "application/json")
        .header("User-Agent", concat!("bout/", env!("CARGO_PKG_VERSION")))
        .header("X-Bout-Event", kind)
        .header("X-Bout-Delivery", message["id"].as_str().unwrap_or_default());
    if let Some(secret) = receiver.secret {
        request = request.header("X-Bout-Signature", signature(secret, &body));
    }
    let answer = request.send(body.as_bytes())?;
    // A redirect is not followed, so the message did not arrive.
    if answer.status().is_success() { Ok(()) } else { Err(ureq::Error::StatusCode(answer.status().as_u16())) }
}

/// Returns the message in the format of the receiver.
fn body(format: WebhookFormat, message: &Value) -> Value {
    match format {
        WebhookFormat::Json => message.clone(),
        WebhookFormat::Discord => {
            let text = |key: &str| escaped(message[key].as_str().unwrap_or_default());
            let url = message["url"].as_str().unwrap_or_default();
            // A link without the address of the site would lead nowhere.
            let link = if url.starts_with("http") { format!("\n<{url}>") } else { String::new() };
            let is_there = |key: &&str| message[*key].is_string();
            let place = ["war", "contest", "hill", "kind"].into_iter().find(is_there).unwrap_or("site");
            let content = format!("**{}**: {}{link}", text(place), text("what"));
            let content: String = content.chars().take(MAX_DISCORD_CHARS).collect();
            json!({ "content": content, "allowed_mentions": { "parse": [] } })
        }
    }
}

/// Escapes Discord's Markdown in a text by a stranger.
fn escaped(text: &str) -> String {
    let mark = |one: char| one.is_ascii_punctuation() && !matches!(one, '.' | ',' | '\'' | '"' | '/' | '%');
    text.chars().flat_map(|one| mark(one).then_some('\\').into_iter().chain([one])).collect()
}

/// Signs a body with HMAC-SHA-256, so that a receiver can verify that the site sent it.
fn signature(secret: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key may have any length");
    mac.update(body.as_bytes());
    format!("sha256={}", HEXLOWER.encode(&mac.finalize().into_bytes()))
}

/// Returns the key of a receiver in the file of positions: a hash, which does not reveal its
/// address.
fn key_of(hook: &Webhook) -> String {
    Digest::of(hook.url.as_str().as_bytes()).to_string()
}

fn read_positions(site: &Site) -> Option<Positions> {
    let folder = ConfinedFolder::open(&site.folder.join(".bout")).ok()?;
    serde_json::from_slice(&folder.read(&POSITIONS_FILE).ok()??).ok()
}

fn write_positions(site: &Site, positions: &Positions) -> Result<(), Failure> {
    let text = serde_json::to_vec(positions).expect("positions are plain data");
    ConfinedFolder::open(&site.folder.join(".bout"))?.write_durably(&POSITIONS_FILE, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_rfc_4231() {
        // Test case 2 of the RFC.
        let expected = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(signature("Jefe", "what do ya want for nothing?"), expected);
    }

    #[test]
    fn names_of_strangers_are_no_marks() {
        assert_eq!(escaped("a_b*c @everyone [x](y)"), "a\\_b\\*c \\@everyone \\[x\\]\\(y\\)");
        let message = json!({ "hill": "crash", "what": "**x**", "url": "/hills/crash" });
        let body = body(WebhookFormat::Discord, &message);
        assert_eq!(body["content"], "**crash**: \\*\\*x\\*\\*");
        assert_eq!(body["allowed_mentions"]["parse"], json!([]));
    }
}

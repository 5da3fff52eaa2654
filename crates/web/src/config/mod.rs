//! `bout.toml`: the settings of a site.

mod alerts;
mod author_webhooks;
mod dated;
mod hills;
mod mail;
mod place;
mod queue;
mod secret_file;
mod sign_in;
mod stop;
mod store;
mod values;
mod wars;
mod webhooks;
mod workers;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;

use contests::file_name::FileName;
use contests::{Failure, hill};
use serde::Deserialize;
use toml::Spanned;

pub(crate) use alerts::Alerts;
pub(crate) use author_webhooks::AuthorWebhooks;
use dated::ContestTable;
pub(crate) use dated::{DatedContest, EntrantsFrom};
pub(crate) use mail::{MailSettings, Security};
pub(crate) use queue::QueueSettings;
pub(crate) use secret_file::read_secret;
pub(crate) use sign_in::ProviderSettings;
pub(crate) use stop::{MetricsSettings, Stop};
pub(crate) use store::StoreSettings;
pub(crate) use values::{BaseUrl, BindAddress, Count, HillName, Proxies, SignUp, Submissions};
pub(crate) use wars::WarSettings;
pub(crate) use webhooks::{Webhook, WebhookEvent, WebhookFormat};
pub(crate) use workers::{IsolationPolicy, Workers};

/// The name of the file with the settings, in the folder that is served.
pub(crate) const CONFIG_FILE: &str = "bout.toml";

/// The maximum size of the file, in bytes.
const MAX_CONFIG_BYTES: u64 = 1 << 20;

/// The settings of a site.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    /// The address and the port to listen on.
    pub(crate) bind: BindAddress,
    /// The name of the site, on every page.
    pub(crate) title: String,
    /// The address under which people reach the site; `None` to take it from each request.
    pub(crate) base_url: Option<BaseUrl>,
    /// The proxies whose `X-Forwarded-*` headers are trusted.
    pub(crate) trusted_proxies: Vec<Proxies>,
    /// Who may submit programs through the site.
    pub(crate) submissions: Submissions,
    /// Who may create an account. With `None`, everybody may if the site is only for this machine,
    /// and otherwise nobody.
    pub(crate) sign_up: Option<SignUp>,
    /// Whether the example programs challenge new hills.
    pub(crate) examples: bool,
    /// The upper limits of what the site accepts.
    pub(crate) limits: Limits,
    /// How matches are played.
    pub(crate) workers: Workers,
    /// The queue of the machines that play for the site; `None` if the site plays itself.
    pub(crate) queue: Option<Spanned<QueueSettings>>,
    /// How much memory records may take.
    pub(crate) records: RecordMemory,
    /// How long temporary data is kept.
    pub(crate) retention: Retention,
    /// How long the site waits for work in progress when it stops.
    pub(crate) stop: Stop,
    /// Who may read the metrics.
    pub(crate) metrics: MetricsSettings,
    /// The thresholds at which hosts are alerted.
    pub(crate) alerts: Alerts,
    /// Receivers of events.
    pub(crate) webhooks: Vec<Spanned<Webhook>>,
    /// The webhooks of members.
    pub(crate) author_webhooks: AuthorWebhooks,
    /// The providers with which people can sign in.
    pub(crate) sign_in: BTreeMap<HillName, Spanned<ProviderSettings>>,
    /// The database server with the accounts; `None` if they are in a file of the site.
    pub(crate) store: Option<StoreSettings>,
    /// How the site sends messages; `None` if it sends none.
    pub(crate) mail: Option<Spanned<MailSettings>>,
    /// Hills, which are created if they do not exist.
    pub(crate) hills: BTreeMap<HillName, Spanned<hill::Config>>,
    /// Wars, which are created if they do not exist.
    pub(crate) wars: BTreeMap<HillName, Spanned<WarSettings>>,
    /// Contests with a date.
    pub(crate) contests: BTreeMap<FileName, Spanned<ContestTable>>,
    /// The text of the file, for errors and for the files of new hills.
    #[serde(skip)]
    text: String,
}

/// The upper limits of what the site accepts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Limits {
    /// Connections at a time. Further clients are asked to come back.
    pub(crate) connections: Count<65_535>,
    /// Requests per visitor that are answered at a time, live pages included.
    pub(crate) requests_per_visitor: Count<65_535>,
    /// The seconds that a client has for sending the head of a request.
    pub(crate) header_timeout_s: Count<3_600>,
    /// The seconds that a client has for sending the body of a request.
    pub(crate) body_timeout_s: Count<3_600>,
    /// The maximum size of the body of a request, in bytes.
    pub(crate) body_bytes: Count<{ 1 << 30 }>,
    /// Requests for fights that may wait for a worker.
    pub(crate) waiting_fights: Count<65_535>,
    /// Programs per author on a hill.
    pub(crate) programs_per_author: Count<65_535>,
    /// Programs per author that may wait for a hill.
    pub(crate) waiting_per_author: Count<65_535>,
    /// Programs that an author may submit per minute.
    pub(crate) submissions_per_minute: Count<65_535>,
    /// Programs that a visitor may check per minute without submitting them.
    pub(crate) checks_per_minute: Count<65_535>,
    /// Requests that a member may make in the playground per minute.
    pub(crate) practices_per_minute: Count<65_535>,
    /// Attempts to sign in per minute, for each visitor and for each account.
    pub(crate) sign_ins_per_minute: Count<65_535>,
    /// Accounts that a visitor may create per minute.
    pub(crate) sign_ups_per_minute: Count<65_535>,
    /// The processor time per day for the submissions and the practice of an author, in seconds.
    pub(crate) processor_s_per_author_per_day: Count<{ 1 << 40 }>,
}

/// How much memory records may take.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RecordMemory {
    /// The bytes of records in memory. The oldest records are dropped first.
    pub(crate) keep_bytes: Count<{ 1 << 40 }>,
}

/// How long temporary data is kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Retention {
    /// The days after which the sources of submissions and tests are deleted. The results of
    /// submissions stay.
    pub(crate) source_days: Count<36_500>,
}

impl Default for Retention {
    fn default() -> Self {
        Self { source_days: Count::new(365) }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: BindAddress::try_from("127.0.0.1:8080".to_owned()).expect("it is an address"),
            title: "bout".into(),
            base_url: None,
            trusted_proxies: Vec::new(),
            submissions: Submissions::Members,
            sign_up: None,
            examples: true,
            limits: Limits::default(),
            workers: Workers::default(),
            queue: None,
            records: RecordMemory::default(),
            retention: Retention::default(),
            stop: Stop::default(),
            metrics: MetricsSettings::default(),
            alerts: Alerts::default(),
            webhooks: Vec::new(),
            author_webhooks: AuthorWebhooks::default(),
            sign_in: BTreeMap::new(),
            store: None,
            mail: None,
            hills: BTreeMap::new(),
            wars: BTreeMap::new(),
            contests: BTreeMap::new(),
            text: String::new(),
        }
    }
}

impl Limits {
    /// Returns the processor time of an author per day, in milliseconds.
    pub(crate) fn processor_ms(&self) -> u64 {
        self.processor_s_per_author_per_day.get() * 1000
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: Count::new(512),
            requests_per_visitor: Count::new(128),
            header_timeout_s: Count::new(10),
            body_timeout_s: Count::new(60),
            body_bytes: Count::new(1 << 20),
            waiting_fights: Count::new(32),
            programs_per_author: Count::new(10),
            waiting_per_author: Count::new(100),
            submissions_per_minute: Count::new(60),
            checks_per_minute: Count::new(120),
            practices_per_minute: Count::new(240),
            sign_ins_per_minute: Count::new(10),
            sign_ups_per_minute: Count::new(5),
            processor_s_per_author_per_day: Count::new(14_400),
        }
    }
}

impl Default for RecordMemory {
    fn default() -> Self {
        Self { keep_bytes: Count::new(64 << 20) }
    }
}

impl Config {
    /// Reads the `bout.toml` in a folder. Without one, returns the defaults.
    pub(crate) fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(CONFIG_FILE);
        let too_large = || Failure::Refused(format!("{}: the file is larger than 1 MiB", path.display()));
        match std::fs::metadata(&path) {
            Ok(about) if about.len() > MAX_CONFIG_BYTES => return Err(too_large()),
            _ => {}
        }
        match std::fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text).map_err(|why| refused(folder, &why)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(Failure::file(&path, "read", &error)),
        }
    }

    /// Returns who may create an account on a site that listens on this address.
    pub(crate) fn who_signs_up(&self, bind: SocketAddr) -> SignUp {
        let is_local = bind.ip().is_loopback() && self.base_url.is_none() && self.trusted_proxies.is_empty();
        self.sign_up.unwrap_or(if is_local { SignUp::Open } else { SignUp::Closed })
    }

    /// Returns the address of the site in the settings; empty without one.
    pub(crate) fn own_base(&self) -> &str {
        self.base_url.as_ref().map_or("", BaseUrl::as_str)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let config: Self = toml::from_str(text).map_err(|error| place::unreadable(text, &error))?;
        let config = Self { text: text.to_owned(), ..config };
        if config.title.trim().is_empty() {
            return Err(
                "`title` is empty, but every page begins with it; write one, or leave `title` out".into()
            );
        }
        if let (Some(provider), None) = (config.sign_in.values().next(), &config.base_url) {
            let place = config.place(provider.span().start);
            return Err(format!("{place}: {}", sign_in::NEEDS_BASE_URL));
        }
        if let Some(queue) = &config.queue {
            let place = config.place(queue.span().start);
            queue.get_ref().check().map_err(|why| format!("{place}: {why}"))?;
        }
        if let Some(mail) = &config.mail {
            let place = config.place(mail.span().start);
            mail.get_ref().check(&config).map_err(|why| format!("{place}: {why}"))?;
        }
        if let Some(store) = &config.store {
            let place = config.place(store.postgres.span().start);
            store.check().map_err(|why| format!("{place}: {why}"))?;
        }
        Ok(config)
    }

    /// Converts a position in the file to a line and a column, both counted from 1.
    fn place(&self, at: usize) -> String {
        place::place_in(&self.text, at)
    }
}

/// Returns the error for settings that cannot be used.
fn refused(folder: &Path, why: &str) -> Failure {
    let path = folder.join(CONFIG_FILE);
    let why = why.trim_end();
    Failure::Refused(format!("{}: {why}\nevery setting is explained by: bout man serve", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_all_defaults() {
        let config = Config::parse("").unwrap();
        assert_eq!(config.bind.as_str(), "127.0.0.1:8080");
        assert_eq!((config.limits.connections.get(), config.workers.silence_s.get()), (512, 60));
        assert!(config.hills.is_empty() && config.base_url.is_none() && config.examples);
        assert_eq!(Config::parse("bind = \"[::1]:80\"").unwrap().bind.as_str(), "[::1]:80");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_column() {
        for (text, words) in [
            ("title = \" \"", ["`title` is empty", "leave", "out"]),
            ("title = 5", ["line 1, column 9: this is the number `5`", "a text in", "title = 5"]),
            (
                "[[webhooks]]\nurl = \"http://a/\"\nevents = [\"won\"]",
                ["line 3, column 11", "won", "`entered`"],
            ),
            (
                "[mail]\nserver = \"smtp://a\"\nfrom = \"a@b.c\"",
                ["line 2, column 10", "smtp://a", "mail.example.org"],
            ),
            ("title = \"a\"\ncolour = 1", ["line 2, column 1", "colour", "expected one of"]),
            ("\n\n[limits]\nconnections = \"many\"", ["line 4, column 15", "many", "from 1 to 65535"]),
            ("[limits]\nconnections = -1", ["line 2, column 15", "-1", "from 1 to 65535"]),
            ("[workers]\nisolation = \"some\"", ["line 2, column 13", "some", "`available` or `required`"]),
            ("[alerts]\nqueue_minutes = 0", ["line 2, column 17", "0 is not", "from 1 to"]),
            ("[workers]\n  threads = 0", ["line 2, column 13", "0 is not", "from 1 to 1024"]),
            ("bind = \"8080\"", ["line 1, column 8", "8080", "127.0.0.1:8080"]),
            ("base_url = \"bout.example\"", ["line 1, column 12", "bout.example", "https://"]),
            ("base_url = \"https://a/b\"", ["line 1, column 12", "https://a/b", "no path"]),
            ("trusted_proxies = [\"::1\", \"home\"]", ["line 1, column 19", "home", "10.0.0.0/8"]),
            ("submissions = \"open\"", ["line 1, column 15", "open", "\"closed\""]),
            ("sign_up = \"maybe\"", ["line 1, column 11", "maybe", "\"invitation\""]),
            ("\n[mail]\nserver = \"a\"\nfrom = \"x\"", ["line 4, column 8", "`x`", "bout@example.org"]),
            ("\n[mail]\nserver = \"a\"\nfrom = \"a@b.c\"", ["line 2, column 1", "base_url", "links"]),
            ("\n[sign_in.a]\nissuer = \"http://a.example\"", ["line 3, column 10", "a.example", "https://"]),
            (
                "[sign_in.a]\nissuer = \"https://a.example\"\nclient_id = \"b\"",
                ["line 1, column 1", "base_url", "providers"],
            ),
            ("[author_webhooks]\nattempts = 0", ["line 2, column 12", "0 is not", "from 1 to 100"]),
            ("[queue]\nport = 1", ["line 2, column 1", "port", "expected one of"]),
            (
                "[queue]\naddress = \"nats://a\"\nkey_file = \"k\"",
                ["line 1, column 1", "certificate_file", "together"],
            ),
            ("[[webhooks]]\nurl = \"x\"", ["line 2, column 7", "`x`", "https://"]),
            ("[hills.a]\ngame = \"chess\"", ["line 1, column 1", "chess", "must be one of"]),
            ("[hills.a]\ngame = \"crash\"\ncolour = 1", ["line 3, column 1", "colour", "expected one of"]),
            ("[hills.a]\ngame = \"crash\"\nsize = 0", ["line 1, column 1", "size is 0", "from 1 to 1000"]),
            ("[stop]\nanswers_s = 0", ["line 2, column 13", "0 is not", "from 1 to 3600"]),
            ("[wars.a]\nround_every_s = 0", ["line 2, column 17", "0 is not", "from 1 to"]),
            ("[wars.a]\ncolour = 1", ["line 2, column 1", "colour", "expected one of"]),
            ("\n[wars.a.rules]\nsize = 1", ["line 2, column 7", "size", "2 to 10000"]),
            ("[wars.a.rules]\nsise = 9", ["line 1, column 7", "sise", "size"]),
            ("[wars.\"../a\"]", ["line 1, column 7", "../a", "valid file name"]),
            ("[hills.\"../a\"]\ngame = \"crash\"", ["line 1, column 8", "../a", "valid file name"]),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert!(words.iter().all(|word| error.contains(word)), "{words:?}: {error}");
        }
    }

    #[test]
    fn the_base_of_links_has_no_slash_at_its_end() {
        let config = Config::parse("base_url = \"https://bout.example/\"").unwrap();
        assert_eq!(config.base_url.unwrap().as_str(), "https://bout.example");
    }

    #[test]
    fn a_network_of_proxies_contains_its_addresses() {
        let config = Config::parse("trusted_proxies = [\"10.0.0.0/8\", \"::1\"]").unwrap();
        let is_trusted =
            |text: &str| config.trusted_proxies.iter().any(|proxies| proxies.contains(text.parse().unwrap()));
        assert!(["10.1.2.3", "::1", "::ffff:10.0.0.1"].into_iter().all(is_trusted));
        assert!(!["11.0.0.1", "::2"].into_iter().any(is_trusted));
    }

    #[test]
    fn the_example_in_the_manual_has_every_setting() {
        let manual = include_str!("../../../bout/manual/serve.md");
        let section = manual.split("\n## ").find(|section| section.starts_with("Settings\n")).unwrap();
        let lines: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("    ")).collect();
        let example = lines.join("\n");
        let config = Config::parse(&example).unwrap();
        let defaults = Config::default();
        assert_eq!((config.bind, config.title), (defaults.bind, defaults.title));
        assert_eq!((config.limits, config.alerts), (defaults.limits, defaults.alerts));
        let with_user = Workers { user: Some("bout-worker".into()), ..defaults.workers };
        assert_eq!(config.workers, with_user);
        assert_eq!(config.author_webhooks, defaults.author_webhooks);
        assert_eq!((config.records, config.examples), (defaults.records, defaults.examples));
        assert_eq!(config.retention, defaults.retention);
        assert_eq!(config.stop.answers_s, defaults.stop.answers_s);
        assert_eq!((config.hills.len(), config.wars.len()), (1, 1));
        assert_eq!((config.webhooks.len(), config.contests.len()), (1, 1));
        assert!(config.mail.is_some() && config.queue.is_some());
        assert_eq!(config.sign_in.len(), 1);
        let sections = [
            "",
            "[limits]\n",
            "[workers]\n",
            "[queue]\n",
            "[records]\n",
            "[retention]\n",
            "[stop]\n",
            "[metrics]\n",
            "[alerts]\n",
            "[contests.a]\n",
            "[contests.a.final]\n",
            "[[webhooks]]\nurl = \"http://a/\"\n",
            "[author_webhooks]\n",
            "[mail]\n",
            "[store]\n",
            "[sign_in.a]\n",
        ];
        for section in sections {
            let error = Config::parse(&format!("{section}x = 1")).unwrap_err();
            let keys = error.split_once("expected").unwrap().1.split('`').skip(1).step_by(2);
            for key in keys {
                let is_there = |line: &str| {
                    line.trim_start_matches('[').starts_with(key) || line.ends_with(&format!(".{key}]"))
                };
                assert!(example.lines().any(is_there), "{key}");
            }
        }
    }
}

//! Mail from the site: links for new passwords, links for confirming addresses, and notices to
//! former addresses.
//!
//! Requests only add orders to a queue, and a separate thread carries them out. So a page answers
//! just as fast for an account that does not exist, and nobody waits for a mail server.

mod letter;
mod outbox;

use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use accounts::AccountsError;
use contests::Failure;
use game::{Canonical, Digest};
use governor::clock::DefaultClock;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, SmtpTransport, Transport as _};

use crate::config::{Config, MailSettings, Security, read_secret};
use crate::error_chain::with_causes;
use crate::metrics::FailureKind;
use crate::site::Site;
use crate::times;

use letter::Letter;
use outbox::{Order, Outbox};

/// The lifetime of a link for a new password, in seconds.
const RESET_S: u64 = 3600;

/// The time to confirm an address, in seconds.
pub(crate) const CONFIRM_S: u64 = 24 * 3600;

/// The maximum length of an address, in bytes (RFC 5321, 4.5.3.1.3, without the angle brackets).
const MAX_ADDRESS_BYTES: usize = 254;

/// The maximum number of messages per address and hour, so that strangers cannot flood an address.
const MESSAGES_PER_HOUR: NonZeroU32 = NonZeroU32::new(4).expect("it is not zero");

/// The number of remembered addresses above which those without recent messages are removed.
const MAX_REMEMBERED: usize = 100_000;

/// The timeout for each answer of the mail server.
const MAX_ANSWER: Duration = Duration::from_secs(10);

/// The pause between two checks of the queue.
const TICK: Duration = Duration::from_millis(100);

/// Sends messages.
pub(crate) struct Mail {
    transport: SmtpTransport,
    settings: MailSettings,
    outbox: Mutex<Outbox>,
    /// When the site last gave up on a message, in seconds since 1970, and why.
    failure: Mutex<Option<(u64, String)>>,
    recipients: RateLimiter<Digest, HashMapStateStore<Digest>, DefaultClock>,
}

/// Why a message is not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotSent {
    /// What was typed is not an address.
    #[error("this is not a mail address, such as anna@example.org")]
    NotAnAddress,
    /// The address got too many messages.
    #[error("this address got several messages from here within an hour; please try again later")]
    TooMany,
    /// The queue is full.
    #[error("too many messages are waiting; please try again later")]
    Full,
}

impl Mail {
    /// Creates the mailer from the settings of a site; `None` without `[mail]`.
    pub(crate) fn new(config: &Config, folder: &Path) -> Result<Option<Self>, Failure> {
        let Some(settings) = config.mail.as_ref().map(|mail| mail.get_ref().clone()) else { return Ok(None) };
        Ok(Some(Self {
            transport: transport(&settings, config, folder)?,
            settings,
            outbox: Mutex::default(),
            failure: Mutex::default(),
            recipients: RateLimiter::hashmap(Quota::per_hour(MESSAGES_PER_HOUR)),
        }))
    }

    /// Orders links for new passwords: for the account with this name, or for all accounts with
    /// this address. They are looked up later, so that the answer does not reveal whether there are
    /// any.
    pub(crate) fn order_reset(&self, typed: &str) -> Result<(), NotSent> {
        self.outbox().push(Order::Reset { typed: typed.trim().to_owned() })
    }

    /// Checks that an address is valid and may get another message, and counts that message.
    pub(crate) fn count_recipient(&self, typed: &str) -> Result<Address, NotSent> {
        let typed = typed.trim();
        let address = typed.parse::<Address>().map_err(|_| NotSent::NotAnAddress)?;
        if typed.len() > MAX_ADDRESS_BYTES {
            return Err(NotSent::NotAnAddress);
        }
        let mut all = Canonical::new("recipient");
        all.text("address", &typed.to_ascii_lowercase());
        if self.recipients.len() > MAX_REMEMBERED {
            self.recipients.retain_recent();
        }
        self.recipients.check_key(&all.finish()).map_err(|_| NotSent::TooMany)?;
        Ok(address)
    }

    /// Orders a message that asks the owner of an address to confirm it by a link.
    pub(crate) fn order_confirmation(
        &self,
        site: &Site,
        account: &str,
        address: Address,
        link: &str,
    ) -> Result<(), NotSent> {
        self.outbox().push(Order::Letter(Letter::confirmation(site, account, address, link)))
    }

    /// Orders a message to the former address of an account.
    pub(crate) fn order_farewell(&self, site: &Site, account: &str, address: &str) -> Result<(), NotSent> {
        let address = address.parse().map_err(|_| NotSent::NotAnAddress)?;
        self.outbox().push(Order::Letter(Letter::farewell(site, account, address)))
    }

    /// Returns when the site last gave up on a message, in seconds since 1970, and why.
    pub(crate) fn last_failure(&self) -> Option<(u64, String)> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn give_up(&self, why: String) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some((times::now(), why));
    }

    /// Returns the number of waiting orders.
    pub(crate) fn waiting(&self) -> usize {
        self.outbox().len()
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Carries out orders until `stop` returns true. Orders that still wait then are lost; users can
/// request them again.
pub(crate) fn deliver(site: &Arc<Site>, stop: fn() -> bool) {
    let Some(mail) = &site.mail else { return };
    while !stop() {
        let due = mail.outbox().next(Instant::now());
        match due {
            Some(waiting) => match waiting.order {
                Order::Reset { ref typed } => {
                    let written = site.note(FailureKind::Database, "mail", write_resets(site, mail, typed));
                    if let Err(error) = written {
                        mail.give_up(error.to_string());
                    }
                }
                Order::Letter(ref letter) => match send(mail, letter) {
                    Ok(()) => {
                        site.metrics.mailed("sent");
                        let _ = site.note(FailureKind::Mail, "server", Ok::<(), Refused>(()));
                        tracing::info!("message sent by mail");
                    }
                    Err(refused) => {
                        site.metrics.mailed("failed");
                        let is_over = refused.is_final || !mail.outbox().again(waiting, Instant::now());
                        // Does not log the server's own text, which may contain the recipient's
                        // address.
                        let _ = site.note(FailureKind::Mail, "server", Err::<(), _>(&refused));
                        if is_over {
                            site.metrics.mailed("given-up");
                            mail.give_up(refused.why);
                        }
                    }
                },
            },
            None => std::thread::sleep(TICK),
        }
    }
}

/// Creates links for new passwords, and orders the messages with them.
fn write_resets(site: &Site, mail: &Mail, typed: &str) -> Result<(), AccountsError> {
    for (account, address) in site.accounts.accounts_to_mail(typed)? {
        // Skips messages over the limit silently: an error would reveal that the account exists.
        let Ok(address) = mail.count_recipient(&address) else { continue };
        let link = site.accounts.make_reset_by_mail(account.id, times::now() + RESET_S)?;
        let letter = Letter::reset(site, &account.name, address, link.text());
        let _ = mail.outbox().push(Order::Letter(letter));
    }
    Ok(())
}

/// Why the server did not accept a message.
#[derive(Debug, thiserror::Error)]
#[error("{}", if *is_final { "the server refused a message" } else { "the server takes no message at present" })]
struct Refused {
    why: String,
    /// True if another attempt would fail as well.
    is_final: bool,
}

fn send(mail: &Mail, letter: &Letter) -> Result<(), Refused> {
    let refused = |why: String| Refused { why, is_final: true };
    let message = letter.message(&mail.settings.from.0).map_err(refused)?;
    match mail.transport.send(&message) {
        Ok(_) => Ok(()),
        Err(error) => Err(Refused { is_final: error.is_permanent(), why: with_causes(&error) }),
    }
}

fn transport(settings: &MailSettings, config: &Config, folder: &Path) -> Result<SmtpTransport, Failure> {
    let server = settings.server.as_str();
    let builder = match settings.security {
        Security::Tls => SmtpTransport::relay(server),
        Security::Starttls => SmtpTransport::starttls_relay(server),
        Security::None => Ok(SmtpTransport::builder_dangerous(server)),
    };
    let unusable = |error| {
        Failure::Refused(format!("[mail] server = {server:?} cannot be used: {}", with_causes(&error)))
    };
    let mut builder = builder.map_err(unusable)?.timeout(Some(MAX_ANSWER));
    let host = config.own_base().split("://").nth(1).unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
    builder = builder.hello_name(ClientId::Domain(host.to_owned()));
    if let Some(port) = settings.port {
        builder = builder.port(u16::try_from(port.get()).expect("a port is checked when it is read"));
    }
    if let (Some(user), Some(file)) = (&settings.user, &settings.password_file) {
        builder = builder.credentials(Credentials::new(user.clone(), read_secret(&folder.join(file))?));
    }
    Ok(builder.build())
}

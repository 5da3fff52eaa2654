//! Messages of the site: links for forgotten passwords, and links by which people confirm their address.
//!
//! Requests only put orders into a queue; a thread of its own carries them out. So a page answers as fast for an account
//! that does not exist as for one that does, and nobody waits for a server of mail.

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

use crate::causes::with_causes;
use crate::config::{Config, MailSettings, Security, read_secret};
use crate::metrics::FailureKind;
use crate::site::Site;
use crate::times;

use letter::Letter;
use outbox::{Order, Outbox};

/// The seconds in which a link for a new password can be used.
const RESET_S: u64 = 3600;

/// The seconds in which an address can be confirmed.
pub(crate) const CONFIRM_S: u64 = 24 * 3600;

/// The longest address (RFC 5321, 4.5.3.1.3, without the angle brackets).
const MAX_ADDRESS_BYTES: usize = 254;

/// The messages that one address gets within an hour, no matter who asks for them.
const MESSAGES_PER_HOUR: NonZeroU32 = NonZeroU32::new(4).expect("it is not zero");

/// The most addresses that are remembered at a time.
const MAX_REMEMBERED: usize = 100_000;

/// The time that the server has for each answer.
const MAX_ANSWER: Duration = Duration::from_secs(10);

/// The pause between two looks at the queue.
const TICK: Duration = Duration::from_millis(100);

/// Sends messages.
pub(crate) struct Mail {
    transport: SmtpTransport,
    settings: MailSettings,
    outbox: Mutex<Outbox>,
    /// When a message was last given up, in seconds since 1970, and why.
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
    /// Returns what sends messages by the settings of a site; `None` without `[mail]`.
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

    /// Orders a link for a new password of the account with this name, or of those with this address. Whether there is
    /// one is found out later.
    pub(crate) fn order_reset(&self, typed: &str) -> Result<(), NotSent> {
        self.outbox().push(Order::Reset { typed: typed.trim().to_owned() })
    }

    /// Checks that an address may get a message, and counts it.
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

    /// Orders a message to an address that an account does not use any more.
    pub(crate) fn order_farewell(&self, site: &Site, account: &str, address: &str) -> Result<(), NotSent> {
        let address = address.parse().map_err(|_| NotSent::NotAnAddress)?;
        self.outbox().push(Order::Letter(Letter::farewell(site, account, address)))
    }

    /// Returns when a message was last given up, in seconds since 1970, and why.
    pub(crate) fn last_failure(&self) -> Option<(u64, String)> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn give_up(&self, why: String) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some((times::now(), why));
    }

    /// Returns the number of messages that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.outbox().len()
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Carries out orders until `stop` returns true. What waits then is lost: who asked for it asks again.
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
                        // The server's own words may have the address of the recipient.
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

/// Makes links for new passwords, and orders the messages with them.
fn write_resets(site: &Site, mail: &Mail, typed: &str) -> Result<(), AccountsError> {
    for (account, address) in site.accounts.accounts_to_mail(typed)? {
        // Nobody is told that there was one message too many: it would say that the account exists.
        let Ok(address) = mail.count_recipient(&address) else { continue };
        let link = site.accounts.make_reset_by_mail(account.id, times::now() + RESET_S)?;
        let letter = Letter::reset(site, &account.name, address, link.text());
        let _ = mail.outbox().push(Order::Letter(letter));
    }
    Ok(())
}

/// Why the server did not take a message.
#[derive(Debug, thiserror::Error)]
#[error("{}", if *is_final { "the server refused a message" } else { "the server takes no message at present" })]
struct Refused {
    why: String,
    /// Whether another attempt would be refused, too.
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

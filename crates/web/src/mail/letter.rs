//! The text of mail messages.

use data_encoding::HEXLOWER;
use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};

use crate::site::Site;

/// A message. Its only text from users is the name of an account, so nobody can use the site to
/// send text of their own.
pub(super) struct Letter {
    to: Address,
    subject: String,
    text: String,
}

impl Letter {
    /// Creates a message with a link for choosing a new password.
    pub(super) fn reset(site: &Site, account: &str, to: Address, secret: &str) -> Self {
        let (title, base) = (&site.config.title, site.config.own_base());
        Self {
            to,
            subject: format!("A new password for {title}"),
            text: format!(
                "Somebody, probably you, asked for a new password for the account {account} on {title}.\n\n\
                 Choose it here within an hour:\n\n{base}/links/{secret}\n\n\
                 If it was not you, ignore this message. Nothing changes then.\n"
            ),
        }
    }

    /// Creates a message with a link for confirming that an address belongs to an account.
    pub(super) fn confirmation(site: &Site, account: &str, to: Address, secret: &str) -> Self {
        let (title, base) = (&site.config.title, site.config.own_base());
        Self {
            to,
            subject: format!("Your address on {title}"),
            text: format!(
                "The account {account} on {title} names this address for the case that its password is forgotten.\n\n\
                 If this is your account, confirm the address here within a day:\n\n{base}/mail/{secret}\n\n\
                 If it is not yours, ignore this message. The address is not used then.\n"
            ),
        }
    }

    /// Creates a message to the former address of an account, in case somebody else changed the
    /// address.
    pub(super) fn farewell(site: &Site, account: &str, to: Address) -> Self {
        let (title, base) = (&site.config.title, site.config.own_base());
        Self {
            to,
            subject: format!("Your address on {title} has changed"),
            text: format!(
                "The account {account} on {title} has another mail address from now on.\n\n\
                 If you did not change it, somebody else knows your password. Ask a host of the site for help: {base}\n"
            ),
        }
    }

    /// Returns the message in the form that is sent. Fails with a description of what is wrong with
    /// it.
    pub(super) fn message(&self, from: &Mailbox) -> Result<Message, String> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|error| error.to_string())?;
        let id = format!("<{}@{}>", HEXLOWER.encode(&random), from.email.domain());
        // Stops programs from replying automatically (RFC 3834).
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        let message = Message::builder()
            .from(from.clone())
            .to(Mailbox::new(None, self.to.clone()))
            .subject(&self.subject)
            .message_id(Some(id))
            .header(ContentType::TEXT_PLAIN)
            .raw_header(HeaderValue::new(automatic, "auto-generated".into()))
            .body(self.text.clone());
        message.map_err(|error| error.to_string())
    }
}

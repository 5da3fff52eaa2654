//! `bout login` and `bout logout`: tokens of sites.

use std::io::{self, IsTerminal, Read};

use contests::Failure;

use crate::cli::{LoginArgs, LogoutArgs};
use crate::interrupt;
use crate::output::Output;
use crate::site_client::{
    SiteAddress, SiteClient, SiteError, StoredToken, TOKEN_VARIABLE, TokenFolder, token_from,
};

/// The most bytes of standard input that are read.
const MAX_INPUT: u64 = 1 << 12;

/// Reads a token, asks the site for its account, and stores it.
pub(crate) fn log_in(args: &LoginArgs) -> Result<(), Failure> {
    let site = SiteAddress::parse(&args.site)?;
    let token = read_token(&site)?;
    interrupt::watch()?;
    let client = SiteClient::new(site.clone(), Some(token.clone()), args.connection.rules())?;
    let account = client.account().map_err(|error| match error {
        // The usual message suggests `bout login`, which would not help here.
        SiteError::Unauthorised { site, detail } => {
            Failure::Refused(format!("{site} does not know this token, and nothing is stored: {detail}"))
        }
        error => error.into(),
    })?;
    let stored = StoredToken { site: site.to_string(), account: account.name.clone(), token };
    let path = TokenFolder::of_user()?.store(&site, &stored)?;
    let ends = account.expires.map_or("has no end".into(), |when| format!("is valid until {when}"));
    let scopes = account.scopes.join(", ");
    let mut output = Output::of_a_change();
    output.people(format_args!("You act on {site} as {} ({}) now.", account.name, account.role))?;
    output.people(format_args!("The token {ends}, and may: {scopes}. It is in {}.", path.display()))?;
    output.flush()
}

/// Deletes the stored token of a site.
pub(crate) fn log_out(args: &LogoutArgs) -> Result<(), Failure> {
    let site = SiteAddress::parse(&args.site)?;
    let mut output = Output::of_a_change();
    if TokenFolder::of_user()?.remove(&site)? {
        output.people(format_args!(
            "The token for {site} is forgotten here. It stays valid until you delete it at {site}/account."
        ))?;
    } else {
        output.people(format_args!("There was no token for {site}."))?;
    }
    output.flush()?;
    if std::env::var_os(TOKEN_VARIABLE).is_some() {
        crate::output::note("BOUT_TOKEN is still set, and is used instead of stored tokens");
    }
    Ok(())
}

/// Reads the token from the terminal, without echoing it, or from standard input.
fn read_token(site: &SiteAddress) -> Result<String, Failure> {
    let cannot = |error: io::Error| Failure::File(format!("standard input: cannot read a token: {error}"));
    let text = if io::stdin().is_terminal() {
        let prompt = format!("Token of {site} (make one at {site}/account): ");
        rpassword::prompt_password(prompt).map_err(cannot)?
    } else {
        let mut text = String::new();
        io::stdin().lock().take(MAX_INPUT).read_to_string(&mut text).map_err(cannot)?;
        text
    };
    Ok(token_from(&text)?)
}

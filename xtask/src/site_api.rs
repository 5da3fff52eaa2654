//! Tests the API of a site with requests that its `OpenAPI` description allows, and with others.
//!
//! schemathesis makes the requests, and checks every response against the description.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use accounts::{AccountName, Accounts, NewToken, Password, Role, Scope, Scopes};
use clap::Args;

use crate::site::{Site, runtime};
use crate::workspace::done;

/// Settings with a hill that is played in a moment.
const SETTINGS: &str = "[limits]
submissions_per_minute = 60000
checks_per_minute = 60000
waiting_per_author = 60000
[hills.small]
game = \"crash\"
size = 6
games = 10
score = \"sampled\"
[contests.cup]
hill = \"small\"
opens = 2020-01-01T00:00:00Z
closes = 9999-01-01T00:00:00Z
entrants = \"authors\"
";

/// The accepted statuses without a token. The description cannot list valid cursors, so an invented one gives
/// an error.
const ANY: &str =
    "[checks.positive_data_acceptance]\nexpected-statuses = [\"2xx\", \"3xx\", \"400\", \"401\", \"404\"]\n";

/// The accepted statuses with a token. A well-formed request may still be refused for its contents, such as
/// an illegal program or an account that does not exist.
const WITH_TOKEN: &str = "[checks.positive_data_acceptance]
expected-statuses = [\"2xx\", \"3xx\", \"400\", \"403\", \"404\", \"409\", \"422\", \"429\"]
";

/// Parameters that schemathesis must not invent: existing names, since random ones find nothing, and no
/// cursor.
const NAMES: &str = "[parameters]\n\"path.hill\" = \"small\"\n\"path.game\" = \"crash\"\n\"path.contest\" = \"cup\"\n\"query.cursor\" = \"\"\n";

#[derive(Args)]
pub(crate) struct Options {
    /// The program that asks: `pip install schemathesis` in a virtual environment.
    #[arg(long, default_value = "schemathesis")]
    schemathesis: PathBuf,
    /// The bout that serves.
    #[arg(long, default_value = "target/debug/bout")]
    bout: PathBuf,
    /// The most requests for each resource, in each half.
    #[arg(long, default_value_t = 100)]
    requests: u32,
    /// What the requests are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    match ask(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn ask(options: &Options) -> io::Result<()> {
    let site = Site::start(&options.bout, SETTINGS)?;
    runtime()?.block_on(site.wait_for("/api/v1/hills/small", "\"complete\":true"))?;
    let programs = runtime()?.block_on(names_of_programs(&site))?;
    let named = format!("{NAMES}{programs}");
    ask_all(options, &site, ANY, None)?;
    ask_all(options, &site, &format!("{ANY}{named}"), None)?;
    for token in tokens(site.folder())? {
        ask_all(options, &site, WITH_TOKEN, Some(token.as_str()))?;
        ask_all(options, &site, &format!("{WITH_TOKEN}{named}"), Some(token.as_str()))?;
    }
    Ok(())
}

/// Runs schemathesis on the whole API, with a token or without.
fn ask_all(options: &Options, site: &Site, settings: &str, token: Option<&str>) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("schemathesis.toml");
    fs::write(&file, settings)?;
    let mut command = Command::new(&options.schemathesis);
    command
        .arg("--config-file")
        .arg(&file)
        .arg("run")
        .arg(format!("http://{}/api/openapi.json", site.address))
        .args(["--checks", "all", "--max-examples", &options.requests.to_string()])
        .args(["--seed", &options.seed.to_string(), "--no-color"])
        .current_dir(folder.path());
    if let Some(token) = token {
        // These could revoke the token or close its account, and all further requests would fail.
        for operation in ["endToken", "changeAccount"] {
            command.args(["--exclude-operation-id", operation]);
        }
        command.args(["-H", &format!("Authorization: Bearer {token}")]);
    }
    done(&mut command)
}

/// Creates accounts of a player and a host on a site, and returns a token for each.
fn tokens(folder: &Path) -> io::Result<[String; 2]> {
    let accounts = Accounts::open(&folder.join(".bout").join("accounts.db")).map_err(io::Error::other)?;
    let token = |name: &str, role, scopes: &[Scope]| {
        let name = AccountName::new(name).map_err(io::Error::other)?;
        let password = Password::choose("correct horse battery", name.as_str()).map_err(io::Error::other)?;
        let account = accounts.create(&name, &password, role, 0).map_err(io::Error::other)?;
        let new = NewToken { label: "xtask", scopes: Scopes::new(scopes), expires_s: None };
        accounts.make_token(account.id, &new, 0).map_err(io::Error::other)
    };
    Ok([
        token("player", Role::Player, &[Scope::Submit])?,
        token("hostess", Role::Host, &[Scope::Submit, Scope::Manage])?,
    ])
}

/// Returns the settings that name two programs of the hill.
async fn names_of_programs(site: &Site) -> io::Result<String> {
    let mut connection = crate::site::Connection::open(&site.address).await?;
    let (_, body) = connection.get("/api/v1/hills/small/programs?limit=2").await?;
    let page: serde_json::Value = serde_json::from_slice(&body)?;
    let file = |at: usize| page["programs"][at]["program"].as_str().unwrap_or_default().to_owned();
    let (one, two) = (file(0), file(1));
    Ok(format!("\"path.program\" = \"{one}\"\n\"path.one\" = \"{one}\"\n\"path.two\" = \"{two}\"\n"))
}

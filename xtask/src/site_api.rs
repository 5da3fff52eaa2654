//! Asks everything of the interface of a site that its description allows, and what it does not.
//!
//! The requests come from schemathesis, which compares every answer with the description.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::site::{Site, runtime};
use crate::workspace::done;

/// A hill that is played in a moment.
const SETTINGS: &str = "[hills.small]\ngame = \"crash\"\nsize = 6\ngames = 10\nscore = \"sampled\"\n";

/// For the first half of the requests. The description cannot say which cursors there are, so an invented one is an error.
const ANY: &str =
    "[checks.positive_data_acceptance]\nexpected-statuses = [\"2xx\", \"3xx\", \"400\", \"404\"]\n";

/// For the second half: names that exist, because random ones find nothing, and no cursor.
const NAMES: &str =
    "[parameters]\n\"path.hill\" = \"small\"\n\"path.game\" = \"crash\"\n\"query.cursor\" = \"\"\n";

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
    let folder = tempfile::tempdir()?;
    let programs = runtime()?.block_on(names_of_programs(&site))?;
    for settings in [ANY, &format!("{NAMES}{programs}")] {
        let file = folder.path().join("schemathesis.toml");
        fs::write(&file, settings)?;
        done(
            Command::new(&options.schemathesis)
                .arg("--config-file")
                .arg(&file)
                .arg("run")
                .arg(format!("http://{}/api/openapi.json", site.address))
                .args(["--checks", "all", "--max-examples", &options.requests.to_string()])
                .args(["--seed", &options.seed.to_string(), "--no-color"])
                .current_dir(folder.path()),
        )?;
    }
    Ok(())
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

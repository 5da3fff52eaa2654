//! `bout hill --at`: commands for a hill on a site.

use std::path::{Path, PathBuf};

use contests::Failure;
use contests::rows::EnvironmentRow;
use serde::Serialize;
use serde_json::Value;

use crate::cli::{HillCommand, OutputOption, RemoteHillOptions};
use crate::commands::submit::{Order, Waiting, submit};
use crate::fitted_table::{self, Column, Importance};
use crate::names::signed;
use crate::output::{Output, Printer, Row};
use crate::site_client::{ConnectionRules, SiteAddress, SiteClient, SiteError, SubmissionMode, TokenFolder};
use crate::window;

/// The CSV columns, as for a local hill.
const COLUMNS: [&str; 15] = [
    "rank", "program", "name", "author", "points", "wins", "draws", "losses", "games", "voids", "faults",
    "age", "elo", "elo_low", "elo_high",
];

/// A hill on a site.
pub(super) struct RemoteHill<'a> {
    site: &'a str,
    rules: ConnectionRules,
}

/// The JSON document of a hill.
#[derive(Serialize)]
struct Document<'a> {
    change: &'static str,
    hill: &'a str,
    at: String,
    #[serde(flatten)]
    state: State,
}

/// The state of a hill, as the site reports it.
#[derive(Serialize)]
struct State {
    complete: Value,
    waiting: Value,
    table: Value,
    ratings: Value,
    environments: Value,
    unable: Value,
    renewal: Value,
}

/// A row of the table.
#[derive(Serialize)]
#[serde(transparent)]
struct PlaceRow<'a>(&'a Value);

impl Row for PlaceRow<'_> {}

impl<'a> RemoteHill<'a> {
    /// Returns the hill that a command addresses on a site; `None` if the hill is local.
    pub(super) fn of(command: &'a HillCommand) -> Result<Option<Self>, Failure> {
        let (remote, options): (&RemoteHillOptions, _) = match command {
            HillCommand::Add { remote, options, .. }
            | HillCommand::Test { remote, options, .. }
            | HillCommand::Show { remote, options, .. } => (remote, options),
            HillCommand::Remove { .. } | HillCommand::Renew { .. } => return Ok(None),
        };
        let Some(site) = remote.at.as_deref() else { return Ok(None) };
        if options.queue.is_given() {
            let why = "--queue is for hills in folders of this machine; a site has a queue of its own";
            return Err(Failure::Usage(why.into()));
        }
        Ok(Some(Self { site, rules: remote.site_options().rules() }))
    }

    pub(super) fn run(&self, command: &HillCommand) -> Result<(), Failure> {
        match command {
            HillCommand::Add { folder, programs, options, .. } => {
                self.submit(folder, programs, SubmissionMode::Enter, &options.output)
            }
            HillCommand::Test { folder, programs, options, .. } => {
                self.submit(folder, programs, SubmissionMode::Test, &options.output)
            }
            HillCommand::Show { folder, options, .. } => self.show(name_of(folder)?, &options.output),
            HillCommand::Remove { .. } | HillCommand::Renew { .. } => Ok(()),
        }
    }

    fn submit(
        &self,
        hill: &Path,
        programs: &[PathBuf],
        mode: SubmissionMode,
        output: &OutputOption,
    ) -> Result<(), Failure> {
        let order = Order {
            site: self.site,
            hill: name_of(hill)?,
            programs,
            name: None,
            mode,
            is_secret: false,
            waiting: Waiting::UntilFinished,
            key: None,
            rules: self.rules,
        };
        submit(&order, output)
    }

    fn show(&self, hill: &str, output: &OutputOption) -> Result<(), Failure> {
        let site = SiteAddress::parse(self.site)?;
        let client = self.reader(&site)?;
        let mut about = client.hill(hill)?;
        let mut take = |key: &str| about.get_mut(key).map(Value::take).unwrap_or_default();
        let state = State {
            complete: take("complete"),
            waiting: take("waiting"),
            table: take("table"),
            ratings: take("ratings"),
            environments: take("environments"),
            unable: take("unable"),
            renewal: take("renewal"),
        };
        let mut printer = Printer::new(output.form, Output::stdout());
        printer.text(|out| out.text(&in_words(hill, &site, &state, window::table_width(output.wide))))?;
        printer.columns(&COLUMNS)?;
        for place in state.table.as_array().into_iter().flatten() {
            printer.csv_row(&PlaceRow(place))?;
        }
        printer.single(&Document { change: "show", hill, at: site.to_string(), state })?;
        printer.flush()
    }

    /// Returns a client for reading. Tables are public, so it works without the token if the
    /// connection is not encrypted.
    fn reader(&self, site: &SiteAddress) -> Result<SiteClient, Failure> {
        let token = TokenFolder::token_for(site)?;
        match SiteClient::new(site.clone(), token, self.rules) {
            Err(SiteError::Unencrypted(_)) => Ok(SiteClient::new(site.clone(), None, self.rules)?),
            made => Ok(made?),
        }
    }
}

/// Returns the name of a hill on a site.
pub(crate) fn name_of(hill: &Path) -> Result<&str, Failure> {
    hill.to_str().ok_or_else(|| Failure::Usage("with --at, DIR is the name of a hill on the site".into()))
}

/// Formats a hill for people.
fn in_words(hill: &str, site: &SiteAddress, state: &State, width: Option<usize>) -> String {
    let places: Vec<&Value> = state.table.as_array().into_iter().flatten().collect();
    let line = |text: String| game::text::one_line(&text) + "\n";
    if places.is_empty() {
        return line(format!("{hill} at {site} has no table yet: its first games are being played."));
    }
    let cells = |key: &str| places.iter().map(|place| cell(&place[key])).collect::<Vec<String>>();
    let elo = places.iter().map(|place| place["elo"].as_f64().map_or_else(String::new, |elo| signed(elo, 0)));
    let columns = vec![
        Column::new("rank", Importance::Most, cells("rank")),
        Column::new("program", Importance::Most, cells("program")),
        Column::new("author", Importance::Little, cells("author")),
        Column::new("points", Importance::Much, cells("points")),
        Column::new("wins", Importance::Some, cells("wins")),
        Column::new("draws", Importance::Some, cells("draws")),
        Column::new("losses", Importance::Some, cells("losses")),
        Column::new("elo", Importance::Much, elo.collect()),
        Column::new("age", Importance::Little, cells("age")),
    ];
    let table = fitted_table::formatted(columns, &["rank", "program", "author"], width);
    let more = match (&state.complete, state.waiting.as_u64()) {
        (Value::Bool(true), _) => String::new(),
        (_, Some(waiting)) if waiting > 0 => line(format!("{waiting} programs wait.")),
        _ => line("Games are being played; the table will change.".into()),
    };
    let environments: Vec<EnvironmentRow> =
        serde_json::from_value(state.environments.clone()).unwrap_or_default();
    let upgrades: String = EnvironmentRow::sentences(&environments).into_iter().map(line).collect();
    format!("{table}\n{more}{upgrades}")
}

/// Formats a value from the site as the text of a cell, and cuts it if it is long.
fn cell(value: &Value) -> String {
    const MAX_CHARS: usize = 100;
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    text.chars().take(MAX_CHARS).collect()
}

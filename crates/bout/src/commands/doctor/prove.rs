//! `bout doctor --prove`: tests what each isolation feature stops on this machine.

use contests::Failure;
use sandbox::{Catch, Seen};
use serde_json::{Value, json};

use crate::cli::DoctorArgs;
use crate::output::{Form, Output};

pub(super) fn run(args: &DoctorArgs) -> Result<(), Failure> {
    let catches = sandbox::prove().map_err(|error| Failure::Machine(error.to_string()))?;
    let mut output = Output::stdout();
    match args.output.form {
        Form::Text => text(&mut output, &catches)?,
        Form::Json => output.document(&json!({
            "probes": catches.iter().map(json_one).collect::<Vec<_>>(),
            "walls": walls(&catches).iter().map(|feature| json_wall(feature, &catches)).collect::<Vec<_>>(),
        }))?,
        Form::Jsonl => catches.iter().try_for_each(|catch| output.json_line(&json_one(catch)))?,
        Form::Csv => csv(&mut output, &catches)?,
    }
    output.flush()?;
    let escaped: Vec<&str> = catches
        .iter()
        .filter(|catch| !catch.stopped_by_all && catch.stoppers().next().is_some())
        .map(|catch| catch.probe)
        .collect();
    if escaped.is_empty() {
        return Ok(());
    }
    Err(Failure::Machine(format!(
        "all isolation features together do not stop what one of them stops alone: {}",
        escaped.join(", ")
    )))
}

/// An isolation feature, and whether this machine has it.
type Standing = (&'static str, bool);

fn walls(catches: &[Catch]) -> Vec<Standing> {
    let first = catches.first().map(|catch| catch.features.as_slice()).unwrap_or_default();
    first.iter().map(|(feature, seen)| (*feature, *seen != Seen::Lacking)).collect()
}

/// Returns the actions that a feature stops alone.
fn caught<'a>(feature: &'a str, catches: &'a [Catch]) -> impl Iterator<Item = &'static str> + 'a {
    catches.iter().filter(move |catch| catch.stoppers().any(|one| one == feature)).map(|catch| catch.probe)
}

fn outcome(is_stopped: bool) -> &'static str {
    if is_stopped { "stopped" } else { "gets through" }
}

fn word(seen: Seen) -> Option<&'static str> {
    match seen {
        Seen::Stopped => Some("stopped"),
        Seen::GotThrough => Some("gets through"),
        Seen::Covered => Some("stopped by what it needs"),
        Seen::Lacking => None,
    }
}

fn text(output: &mut Output, catches: &[Catch]) -> Result<(), Failure> {
    output.line("Forbidden actions, tested just now without isolation, with each isolation feature alone, and with all:")?;
    for catch in catches {
        let stoppers: Vec<&str> = catch.stoppers().collect();
        let alone = match stoppers.as_slice() {
            _ if catch.stopped_without => {
                "fails here even without isolation, so the test shows nothing".into()
            }
            [] => "gets through without isolation; no feature stops it alone".into(),
            features => format!("gets through without isolation; stopped alone by {}", features.join(", ")),
        };
        let all = outcome(catch.stopped_by_all);
        output.people(format_args!("  {}: {alone}; with all features: {all}", catch.probe))?;
    }
    output.line("What each isolation feature stops alone:")?;
    for (feature, stands) in walls(catches) {
        let caught: Vec<&str> = caught(feature, catches).collect();
        let what = match caught.as_slice() {
            _ if !stands => "not available here".into(),
            [] => "none of these".into(),
            caught => caught.join("; "),
        };
        output.people(format_args!("  {feature}: {what}"))?;
    }
    Ok(())
}

fn csv(output: &mut Output, catches: &[Catch]) -> Result<(), Failure> {
    output.csv(&["probe", "walls", "outcome"].map(String::from))?;
    for catch in catches {
        let alone = catch.features.iter().filter_map(|(feature, seen)| Some((*feature, word(*seen)?)));
        let rows = [("none", outcome(catch.stopped_without))].into_iter().chain(alone);
        for (features, outcome) in rows.chain([("all", outcome(catch.stopped_by_all))]) {
            output.csv(&[catch.probe, features, outcome].map(String::from))?;
        }
    }
    Ok(())
}

fn json_one(catch: &Catch) -> Value {
    let alone = catch.features.iter().map(|(feature, seen)| ((*feature).to_owned(), json!(word(*seen))));
    json!({
        "probe": catch.probe,
        "none": outcome(catch.stopped_without),
        "alone": alone.collect::<serde_json::Map<String, Value>>(),
        "all": outcome(catch.stopped_by_all),
    })
}

fn json_wall((feature, stands): &Standing, catches: &[Catch]) -> Value {
    json!({"wall": feature, "present": stands, "stops": caught(feature, catches).collect::<Vec<_>>()})
}

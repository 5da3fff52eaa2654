//! `bout doctor --prove`: tests what each isolation feature stops on this machine.

use contests::Failure;
use sandbox::{ProbeReport, ProbeResult};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::cli::DoctorArgs;
use crate::output::{Output, Printer, Row};

pub(super) fn run(args: &DoctorArgs) -> Result<(), Failure> {
    let catches = sandbox::prove().map_err(|error| Failure::Machine(error.to_string()))?;
    let mut printer = Printer::new(args.output.form, Output::stdout());
    printer.text(|output| text(output, &catches))?;
    printer.columns(&["probe", "walls", "outcome"])?;
    catches.iter().try_for_each(|catch| printer.row(&ProbeRow::new(catch)))?;
    let walls = features(&catches).into_iter().map(|feature| FeatureRow::new(feature, &catches)).collect();
    printer.document(|probes| Document { probes, walls })?;
    printer.flush()?;
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
type FeatureState = (&'static str, bool);

fn features(catches: &[ProbeReport]) -> Vec<FeatureState> {
    let first = catches.first().map(|catch| catch.features.as_slice()).unwrap_or_default();
    first.iter().map(|(feature, seen)| (*feature, *seen != ProbeResult::Lacking)).collect()
}

/// Returns the actions that a feature stops alone.
fn caught<'a>(feature: &'a str, catches: &'a [ProbeReport]) -> impl Iterator<Item = &'static str> + 'a {
    catches.iter().filter(move |catch| catch.stoppers().any(|one| one == feature)).map(|catch| catch.probe)
}

fn outcome(is_stopped: bool) -> &'static str {
    if is_stopped { "stopped" } else { "gets through" }
}

fn word(seen: ProbeResult) -> Option<&'static str> {
    match seen {
        ProbeResult::Stopped => Some("stopped"),
        ProbeResult::GotThrough => Some("gets through"),
        ProbeResult::Covered => Some("stopped by what it needs"),
        ProbeResult::Lacking => None,
    }
}

fn text(output: &mut Output, catches: &[ProbeReport]) -> Result<(), Failure> {
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
    for (feature, stands) in features(catches) {
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

/// A forbidden action, and what stops it.
#[derive(Serialize)]
struct ProbeRow<'a> {
    probe: &'static str,
    none: &'static str,
    alone: Alone<'a>,
    all: &'static str,
}

/// The outcome with each isolation feature alone; null for features that this machine lacks.
struct Alone<'a>(&'a [(&'static str, ProbeResult)]);

/// An isolation feature, and the actions that it stops alone.
#[derive(Serialize)]
struct FeatureRow {
    wall: &'static str,
    present: bool,
    stops: Vec<&'static str>,
}

/// The JSON document.
#[derive(Serialize)]
struct Document {
    probes: Vec<Value>,
    walls: Vec<FeatureRow>,
}

impl Serialize for Alone<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(feature, seen)| (feature, word(*seen))))
    }
}

impl<'a> ProbeRow<'a> {
    fn new(catch: &'a ProbeReport) -> Self {
        Self {
            probe: catch.probe,
            none: outcome(catch.stopped_without),
            alone: Alone(&catch.features),
            all: outcome(catch.stopped_by_all),
        }
    }
}

impl Row for ProbeRow<'_> {
    /// Returns a line without features, one for each available feature, and one with all features.
    fn lines(&self, _columns: &[&str]) -> Vec<Vec<String>> {
        let alone = self.alone.0.iter().filter_map(|(feature, seen)| Some((*feature, word(*seen)?)));
        let lines = [("none", self.none)].into_iter().chain(alone).chain([("all", self.all)]);
        lines.map(|(features, outcome)| [self.probe, features, outcome].map(String::from).to_vec()).collect()
    }
}

impl FeatureRow {
    fn new((wall, present): FeatureState, catches: &[ProbeReport]) -> Self {
        Self { wall, present, stops: caught(wall, catches).collect() }
    }
}

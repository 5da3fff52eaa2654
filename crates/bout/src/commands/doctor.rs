//! `bout doctor`: what this machine can run, what is missing, and what to do about it.

use games::{REGISTRY, RegisteredGame};
use guests::c::Compiler;
use guests::perl::Perl;
use serde_json::{Value, json};

use crate::cli::DoctorArgs;
use crate::failure::Failure;
use crate::foreign::cache_folder;
use crate::output::{Form, Output};

/// One thing that a machine has or lacks.
struct Finding {
    name: &'static str,
    about: String,
    /// Whether foreign code is refused without it,
    required: bool,
    /// in this game, or in all.
    game: Option<&'static str>,
    present: bool,
    remedy: String,
}

/// How far a game can be played.
enum Playable {
    Fully,
    /// With these programs only.
    With(&'static str),
    Not,
}

pub(crate) fn run(args: &DoctorArgs) -> Result<(), Failure> {
    let findings = findings();
    let playable: Vec<(&'static str, Playable)> =
        REGISTRY.iter().map(|game| (game.name(), playable(*game, &findings))).collect();
    let mut output = Output::stdout();
    match args.output.form {
        Form::Text => text(&mut output, &findings, &playable)?,
        Form::Json => output.document(&json!({
            "findings": findings.iter().map(json_one).collect::<Vec<_>>(),
            "games": playable.iter().map(json_game).collect::<Vec<_>>(),
        }))?,
        Form::Jsonl => findings.iter().try_for_each(|finding| output.line(json_one(finding)))?,
        Form::Csv => {
            output.csv(&["name", "required", "present", "about", "remedy"].map(String::from))?;
            for one in &findings {
                let fields = [
                    one.name.into(),
                    one.required.to_string(),
                    one.present.to_string(),
                    one.about.clone(),
                    one.remedy.clone(),
                ];
                output.csv(&fields)?;
            }
        }
    }
    output.flush()?;
    let missing: Vec<&str> =
        findings.iter().filter(|one| one.required && !one.present).map(|one| one.name).collect();
    let cannot: Vec<&str> =
        playable.iter().filter(|(_, how)| matches!(how, Playable::Not)).map(|(name, _)| *name).collect();
    if cannot.is_empty() {
        return Ok(());
    }
    let (missing, cannot) = (missing.join(", "), cannot.join(" and "));
    Err(Failure::Machine(format!("this machine lacks {missing}: {cannot} cannot be played here")))
}

fn playable(game: &dyn RegisteredGame, findings: &[Finding]) -> Playable {
    let is_needed = |finding: &&Finding| finding.game.is_none_or(|needing| needing == game.name());
    let mut needed = findings.iter().filter(|finding| finding.required).filter(is_needed);
    if !game.runs_foreign_code() || needed.all(|finding| finding.present) {
        return Playable::Fully;
    }
    guests::needs_no_walls(game.name()).map_or(Playable::Not, Playable::With)
}

fn findings() -> Vec<Finding> {
    let walls = sandbox::report().into_iter().map(|wall| Finding {
        name: wall.name,
        about: wall.about.into(),
        required: wall.required,
        game: None,
        present: wall.present,
        remedy: wall.remedy.into(),
    });
    let compiler = Compiler::find();
    let compiler = Finding {
        name: "C compiler",
        about: compiler
            .as_ref()
            .map_or_else(|_| "compiles bots in C".into(), |found| found.version().to_owned()),
        required: true,
        game: Some("snakes"),
        present: compiler.is_ok(),
        remedy: compiler
            .err()
            .map_or_else(|| "apt-get install gcc libc6-dev".into(), |error| error.to_string()),
    };
    let perl = Perl::find();
    let perl = Finding {
        name: "Perl",
        about: perl.as_ref().map_or_else(
            |_| "runs snippets".into(),
            |found| format!("runs snippets (perl {})", found.version()),
        ),
        required: true,
        game: Some("perlwar"),
        present: perl.is_ok(),
        remedy: perl.err().map_or_else(|| "apt-get install perl".into(), |error| error.to_string()),
    };
    walls.chain([compiler, perl]).collect()
}

fn text(
    output: &mut Output,
    findings: &[Finding],
    playable: &[(&'static str, Playable)],
) -> Result<(), Failure> {
    output.line("For games that run foreign code:")?;
    for Finding { name, about, required, present, remedy, game } in findings {
        let state = match (present, required) {
            (true, _) => "yes     ",
            (false, true) => "MISSING ",
            (false, false) => "no      ",
        };
        let need = match (required, game) {
            (false, _) => String::new(),
            (true, None) => ", required".into(),
            (true, Some(game)) => match guests::needs_no_walls(game) {
                Some(others) => format!(", required for {game} (not for {others})"),
                None => format!(", required for {game}"),
            },
        };
        output.people(format_args!("  {state} {name}: {about}{need}"))?;
        if !present {
            output.people(format_args!("           remedy: {remedy}"))?;
        }
    }
    for (game, how) in playable {
        match how {
            Playable::Fully => output.line(format_args!("{game}: can be played here"))?,
            Playable::With(only) => {
                output.line(format_args!("{game}: can be played here with {only} only"))?;
            }
            Playable::Not => output.line(format_args!("{game}: cannot be played here"))?,
        }
    }
    if let Some(folder) = cache_folder() {
        output.people(format_args!("Compiled programs are kept in {}", folder.display()))?;
    }
    Ok(())
}

fn json_game((game, how): &(&'static str, Playable)) -> Value {
    let only = if let Playable::With(only) = how { Some(only) } else { None };
    json!({"game": game, "playable": !matches!(how, Playable::Not), "only": only})
}

fn json_one(finding: &Finding) -> Value {
    json!({
        "name": finding.name,
        "about": finding.about,
        "required": finding.required,
        "present": finding.present,
        "remedy": finding.remedy,
    })
}

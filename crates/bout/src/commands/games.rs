//! `bout games`: lists the games and their parameters.

use contests::Failure;
use game::seats_in_words;
use games::{REGISTRY, RegisteredGame};
use serde_json::{Value, json};

use crate::cli::GamesArgs;
use crate::output::{Form, Output};

pub(crate) fn run(args: &GamesArgs) -> Result<(), Failure> {
    let mut output = Output::stdout();
    match args.output.form {
        Form::Text => text(&mut output)?,
        Form::Json => {
            output
                .document(&json!({"games": REGISTRY.iter().map(|game| json(*game)).collect::<Vec<_>>()}))?;
        }
        Form::Jsonl => {
            for game in REGISTRY {
                output.json_line(&json(*game))?;
            }
        }
        Form::Csv => csv(&mut output)?,
    }
    output.flush()
}

fn text(output: &mut Output) -> Result<(), Failure> {
    for game in REGISTRY {
        output.line(format_args!("{}  {}", game.info().name, game.info().summary))?;
        output.line(format_args!(
            "  programs    *.{}; {} play",
            game.info().extension,
            seats_in_words(&game.info().seats)
        ))?;
        output.line(format_args!("  setup       {}", game.info().setup_lists.join(", ")))?;
        for parameter in game.info().parameters {
            let (key, help) = (parameter.key, parameter.help);
            output.line(format_args!("  --rules {key}=N  {help}"))?;
            output.line(format_args!("              default {}; {}", parameter.default, parameter.range))?;
        }
        for warning in game.warnings() {
            output.line(format_args!("  --allow {}  {}", warning.code, warning.about))?;
        }
        output.line("")?;
    }
    output.line("`bout man GAME` prints a game's manual; `bout new GAME DIR` writes examples to start from.")
}

fn json(game: &dyn RegisteredGame) -> Value {
    let parameter = |parameter: &game::Parameter| {
        json!({
            "key": parameter.key,
            "help": parameter.help,
            "default": parameter.default,
            "range": parameter.range,
        })
    };
    json!({
        "game": game.info().name,
        "summary": game.info().summary,
        "extension": game.info().extension,
        "rules_version": game.info().rules_version,
        "min_players": game.info().seats.start(),
        "max_players": game.info().seats.end(),
        "parameters": game.info().parameters.iter().map(parameter).collect::<Vec<_>>(),
        "setup": game.info().setup_lists,
        "reasons": game.info().reasons,
        "warnings": game.warnings().iter().map(|w| json!({"code": w.code, "about": w.about})).collect::<Vec<_>>(),
    })
}

fn csv(output: &mut Output) -> Result<(), Failure> {
    output.csv(&["game", "key", "default", "range", "help"].map(String::from))?;
    for game in REGISTRY {
        for parameter in game.info().parameters {
            let fields =
                [game.info().name, parameter.key, parameter.default, parameter.range, parameter.help];
            output.csv(&fields.map(String::from))?;
        }
    }
    Ok(())
}

//! `bout games`: lists the games and their parameters.

use contests::Failure;
use game::{Parameter, seats_in_words};
use games::{REGISTRY, RegisteredGame};
use serde::Serialize;
use serde_json::Value;

use crate::cli::GamesArgs;
use crate::output::{Output, Printer, Row, cells};

/// A game.
#[derive(Serialize)]
struct GameRow {
    game: &'static str,
    summary: &'static str,
    extension: &'static str,
    rules_version: u32,
    min_players: usize,
    max_players: usize,
    parameters: Vec<ParameterRow>,
    setup: &'static [&'static str],
    reasons: &'static [&'static str],
    warnings: Vec<WarningRow>,
}

/// A parameter of a game.
#[derive(Serialize)]
struct ParameterRow {
    key: &'static str,
    help: &'static str,
    default: &'static str,
    range: &'static str,
}

/// A warning that `bout check` can give.
#[derive(Serialize)]
struct WarningRow {
    code: &'static str,
    about: &'static str,
}

/// The JSON document.
#[derive(Serialize)]
struct Document {
    games: Vec<Value>,
}

impl GameRow {
    fn new(game: &dyn RegisteredGame) -> Self {
        let info = game.info();
        let parameter = |&Parameter { key, help, default, range, .. }: &Parameter| ParameterRow {
            key,
            help,
            default,
            range,
        };
        let warnings = game.warnings().iter();
        Self {
            game: info.name,
            summary: info.summary,
            extension: info.extension,
            rules_version: info.rules_version,
            min_players: *info.seats.start(),
            max_players: *info.seats.end(),
            parameters: info.parameters.iter().map(parameter).collect(),
            setup: info.setup_lists,
            reasons: info.reasons,
            warnings: warnings.map(|one| WarningRow { code: one.code, about: one.about }).collect(),
        }
    }
}

impl Row for GameRow {
    /// Returns one line per parameter of the game.
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let line = |parameter: &ParameterRow| {
            let mut line = cells(parameter, columns);
            if let Some(at) = columns.iter().position(|column| *column == "game") {
                self.game.clone_into(&mut line[at]);
            }
            line
        };
        self.parameters.iter().map(line).collect()
    }
}

pub(crate) fn run(args: &GamesArgs) -> Result<(), Failure> {
    let mut printer = Printer::new(args.output.form, Output::stdout());
    printer.text(text)?;
    printer.columns(&["game", "key", "default", "range", "help"])?;
    REGISTRY.iter().try_for_each(|game| printer.row(&GameRow::new(*game)))?;
    printer.document(|games| Document { games })?;
    printer.flush()
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

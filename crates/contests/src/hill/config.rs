//! `hill.toml`: the settings of a hill.

use std::path::Path;

use game::Rules;
use games::{RegisteredGame, registry};
use serde::Deserialize;
use tournament::{Points, Scoring, rounded_up};

use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::{Failure, ScoreKind, rules_table};

/// The name of the file that makes a folder a hill.
pub const CONFIG_FILE: FileName = FileName::own("hill.toml");

/// The largest `hill.toml`.
const MAX_CONFIG_BYTES: u64 = 1 << 20;

/// The largest hill. Every challenger plays all programs on it.
const MAX_SIZE: usize = 1000;

/// The settings of a hill.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "ConfigFile")]
pub struct Config {
    /// The game.
    pub game: &'static dyn RegisteredGame,
    /// The largest number of programs.
    pub size: usize,
    /// The number of games per pairing.
    pub games: u64,
    /// The seed for drawing setups.
    pub seed: u64,
    /// The points of a game.
    pub scoring: Scoring,
    /// Which program leaves if several are last.
    pub tie: Tie,
    /// The number of challenges after which a program retires; `None` means never.
    pub max_age: Option<u64>,
    /// How scores of pairs are determined.
    pub score: ScoreKind,
    /// When a site renews the hill.
    pub renew: Renew,
    /// The names of the environments in which pairs may play; empty if only that of the machine with the hill.
    pub accept_environments: Vec<String>,
    /// The parameters that were given; the others have their defaults.
    pub rules: Rules,
}

/// Which program leaves if several are last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// The youngest program leaves, so a challenger must beat some program.
    #[default]
    Youngest,
    /// The oldest program leaves, so the hill stays fresh.
    Oldest,
}

/// When a site renews a hill whose results are from an earlier environment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Renew {
    /// When a host asks for it.
    #[default]
    Asked,
    /// As soon as there is nothing else to play.
    Auto,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigFile {
    game: String,
    #[serde(default = "default_size")]
    size: usize,
    #[serde(default = "default_games")]
    games: u64,
    #[serde(default = "default_seed")]
    seed: u64,
    #[serde(default)]
    tie: Tie,
    #[serde(default)]
    max_age: u64,
    #[serde(default = "default_score")]
    score: ScoreKind,
    #[serde(default)]
    renew: Renew,
    #[serde(default)]
    accept_environments: Vec<String>,
    #[serde(default)]
    scoring: Option<ScoringTable>,
    #[serde(default)]
    rules: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoringTable {
    win: f64,
    draw: f64,
    loss: f64,
}

fn default_size() -> usize {
    20
}

fn default_games() -> u64 {
    100
}

fn default_seed() -> u64 {
    1
}

fn default_score() -> ScoreKind {
    ScoreKind::Auto
}

impl Config {
    /// Reads the `hill.toml` of a folder.
    pub fn read(folder: &ConfinedFolder) -> Result<Self, Failure> {
        let path = folder.path_of(&CONFIG_FILE);
        let bytes = folder.read_at_most(MAX_CONFIG_BYTES, &CONFIG_FILE)?.ok_or_else(|| missing(&path))?;
        let refused = |why: String| Failure::Refused(format!("{}: {why}", path.display()));
        let text = String::from_utf8(bytes).map_err(|_| refused("this is not text in UTF-8".into()))?;
        let file: ConfigFile = toml::from_str(&text).map_err(|error| refused(error.to_string()))?;
        Self::check(&file).map_err(refused)
    }

    /// Returns the keys of the settings that have other values in `other`.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        [
            ("game", self.game.info().name == other.game.info().name),
            ("size", self.size == other.size),
            ("games", self.games == other.games),
            ("seed", self.seed == other.seed),
            ("scoring", self.scoring == other.scoring),
            ("tie", self.tie == other.tie),
            ("max_age", self.max_age == other.max_age),
            ("score", self.score == other.score),
            ("renew", self.renew == other.renew),
            ("accept_environments", self.accept_environments == other.accept_environments),
            ("rules", self.rules == other.rules),
        ]
        .into_iter()
        .filter_map(|(key, is_same)| (!is_same).then_some(key))
        .collect()
    }

    fn check(file: &ConfigFile) -> Result<Self, String> {
        let names = registry::names().join(", ");
        let game = registry::by_name(&file.game)
            .ok_or_else(|| format!("game is \"{}\", but must be one of: {names}", file.game))?;
        in_range("size", file.size as u64, 1, MAX_SIZE as u64)?;
        in_range("games", file.games, 1, 1_000_000)?;
        let rules = rules_table::read(&file.rules)?;
        if !file.accept_environments.is_empty() && !game.runs_foreign_code() {
            return Err(format!(
                "accept_environments is for games with foreign code, and {} has none",
                file.game
            ));
        }
        Ok(Self {
            game,
            size: file.size,
            games: rounded_up(file.games, 2),
            seed: file.seed,
            scoring: file.scoring.as_ref().map_or(Ok(Scoring::default()), ScoringTable::scoring)?,
            tie: file.tie,
            max_age: (file.max_age > 0).then_some(file.max_age),
            score: file.score,
            renew: file.renew,
            accept_environments: file.accept_environments.clone(),
            rules,
        })
    }
}

impl TryFrom<ConfigFile> for Config {
    type Error = String;

    fn try_from(file: ConfigFile) -> Result<Self, String> {
        Self::check(&file)
    }
}

/// The error for a folder without `hill.toml`.
pub(super) fn missing(path: &Path) -> Failure {
    let games = registry::names().join("\" or \"");
    Failure::File(format!(
        "{}: there is no such file, so this is not a hill; one line in it makes the folder a hill: game = \"{games}\"; \
         or `bout new GAME DIR` writes one with every setting explained",
        path.display()
    ))
}

fn in_range(key: &str, value: u64, min: u64, max: u64) -> Result<(), String> {
    if (min..=max).contains(&value) {
        Ok(())
    } else {
        Err(format!("{key} is {value}, but must be from {min} to {max}"))
    }
}

impl ScoringTable {
    fn scoring(&self) -> Result<Scoring, String> {
        Ok(Scoring {
            win: points("win", self.win)?,
            draw: Some(points("draw", self.draw)?),
            loss: points("loss", self.loss)?,
        })
    }
}

/// Parses points, which are thousandths from 0 to 1000.
fn points(key: &str, value: f64) -> Result<Points, String> {
    let wrong =
        || format!("[scoring] {key} is {value}, but must be from 0 to 1000, with at most three decimals");
    // Converted through text, so that 0.1 is exactly a tenth, as the user typed it.
    let text = format!("{value:.3}");
    let is_exact = text.parse::<f64>().is_ok_and(|parsed| parsed.total_cmp(&value).is_eq());
    let digits: String = text.chars().filter(|c| *c != '.').collect();
    let thousandths = digits.parse::<u32>().ok().filter(|&thousandths| is_exact && thousandths <= 1_000_000);
    thousandths.map(Points::thousandths).ok_or_else(wrong)
}

/// Returns the text of a new `hill.toml` that explains every setting.
pub fn template(game: &dyn RegisteredGame) -> String {
    let parameters: Vec<String> = game
        .info()
        .parameters
        .iter()
        .map(|one| format!("# {} = …   # {}; {}", one.key, one.help, one.range))
        .collect();
    // Foreign code is slower, because it runs for every move.
    let games = if game.runs_foreign_code() { 10 } else { 100 };
    let environments = if game.runs_foreign_code() {
        "# accept_environments = [\"here\"]  # the environments that pairs may be played in over a queue\n"
    } else {
        ""
    };
    format!(
        "# A hill: the best programs stay, and a good challenger replaces the worst one.\n\
         #   bout hill add . PROGRAM     challenge the hill\n\
         #   bout hill show .            print the table\n\
         # The programs on the hill are the files in programs/; you can also add and remove them by hand.\n\n\
         game = \"{}\"\n\
         size = 20          # the number of programs\n\
         games = {games:<10} # games per pairing, half in each order\n\
         seed = 1           # the seed for drawing setups\n\
         score = \"auto\"     # \"auto\": exact if all setups of a pair can be counted quickly; or \"exact\", \"sampled\"\n\
         tie = \"youngest\"   # the program that leaves if several are last: \"youngest\" or \"oldest\"\n\
         max_age = 0        # number of challenges after which a program retires; 0 means never\n\
         renew = \"asked\"    # when a site plays all games again after an upgrade: \"asked\" (by a host) or \"auto\"\n{environments}\n\
         # [scoring]          # by default, a win is 1 point and a draw is half a point\n\
         # win = 3\n\
         # draw = 1\n\
         # loss = 0\n\n\
         # [rules]            # parameters of the game\n\
         {}\n",
        game.info().name,
        parameters.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> Result<Config, String> {
        toml::from_str(text)
            .map_err(|error: toml::de::Error| error.to_string())
            .and_then(|file| Config::check(&file))
    }

    #[test]
    fn one_line_is_a_hill() {
        let config = config("game = \"crash\"").unwrap();
        assert_eq!((config.size, config.games, config.seed, config.max_age), (20, 100, 1, None));
        assert_eq!((config.scoring, config.score), (Scoring::default(), ScoreKind::Auto));
    }

    #[test]
    fn the_template_of_every_game_is_a_hill() {
        for game in registry::REGISTRY {
            assert_eq!(config(&template(*game)).unwrap().game.info().name, game.info().name);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, word) in [
            ("game = \"chess\"", "chess"),
            ("game = \"crash\"\nsize = 0", "size"),
            ("game = \"crash\"\ncolour = 1", "colour"),
            ("game = \"crash\"\nscore = \"best\"", "sampled"),
            ("game = \"crash\"\nrenew = \"often\"", "asked"),
            ("game = \"crash\"\naccept_environments = [\"here\"]", "foreign code"),
            ("game = \"crash\"\n[scoring]\nwin = 0.0001\ndraw = 0\nloss = 0", "win"),
            ("game = \"crash\"\n[scoring]\nwin = nan\ndraw = 0\nloss = 0", "win"),
            ("game = \"crash\"\n[scoring]\nwin = -1\ndraw = 0\nloss = 0", "win"),
            ("game = \"crash\"\n[rules]\nmax_turns = \"many\"", "max_turns"),
        ] {
            let error = config(text).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn differences_are_named_by_their_keys() {
        let one = config("game = \"crash\"").unwrap();
        let same = config("game = \"crash\"\nsize = 20\ngames = 99").unwrap();
        assert!(one.differences(&same).is_empty());
        let other = config("game = \"esowar\"\nmax_age = 3\n[rules]\nmax_turns = 9").unwrap();
        assert_eq!(one.differences(&other), ["game", "max_age", "rules"]);
    }

    #[test]
    fn tenths_are_tenths() {
        assert_eq!(points("win", 0.1), Ok(Points::thousandths(100)));
        assert_eq!(points("win", 3.0), Ok(Points::thousandths(3000)));
    }
}

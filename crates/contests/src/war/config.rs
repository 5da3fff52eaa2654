//! `war.toml`: the settings of a war.

use std::path::Path;

use game::{Canonical, Digest, Game, Rules, RulesError, SeededRng};
use games::perlwar::{Parameters, PerlWar, Setup};
use serde::Deserialize;

use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::{Failure, rules_table};

/// The name of the file that makes a folder a war.
pub const CONFIG_FILE: FileName = FileName::own("war.toml");

/// The largest `war.toml`.
const MAX_CONFIG_BYTES: u64 = 1 << 20;

/// The version of the folder's format: the only one so far.
const VERSION: u32 = 1;

/// The settings of a war.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// The seed of the match.
    pub seed: u64,
    /// The match's parameters.
    pub parameters: Parameters,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigFile {
    version: u32,
    rules_version: u32,
    /// As text, because TOML has no unsigned 64-bit numbers.
    seed: String,
    #[serde(default)]
    rules: toml::Table,
}

impl Config {
    /// Creates the settings of a war with these parameters, and defaults for the others.
    pub fn new(rules: &Rules, seed: u64) -> Result<Self, RulesError> {
        Ok(Self { seed, parameters: PerlWar::parameters(rules, &[])? })
    }

    /// Creates the settings of a war from a table of parameters, with defaults for the others; or says what is wrong with one.
    pub fn of_table(rules: &toml::Table, seed: u64) -> Result<Self, String> {
        Self::new(&rules_table::read(rules)?, seed).map_err(|error| error.to_string())
    }

    /// Reads the `war.toml` of a folder.
    pub fn read(folder: &ConfinedFolder) -> Result<Self, Failure> {
        let path = folder.path_of(&CONFIG_FILE);
        let bytes = folder.read_at_most(MAX_CONFIG_BYTES, &CONFIG_FILE)?.ok_or_else(|| missing(&path))?;
        let refused = |why: String| Failure::Refused(format!("{}: {why}", path.display()));
        let text = String::from_utf8(bytes).map_err(|_| refused("this is not text in UTF-8".into()))?;
        Self::parse(&text).map_err(refused)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let version = text.parse::<toml::Table>().ok().and_then(|table| table.get("version")?.as_integer());
        if version.is_some_and(|version| version > i64::from(VERSION)) {
            return Err("it was written by a newer version of bout; use that version".into());
        }
        let file: ConfigFile = toml::from_str(text).map_err(|error| error.to_string())?;
        if file.version != VERSION {
            return Err(format!("version is {}, but must be {VERSION}", file.version));
        }
        if file.rules_version != PerlWar::INFO.rules_version {
            let (theirs, ours) = (file.rules_version, PerlWar::INFO.rules_version);
            return Err(format!(
                "the war is played by version {theirs} of the rules, but this bout plays version {ours}"
            ));
        }
        let seed = file.seed.parse();
        let seed = seed.map_err(|_| {
            format!("seed is \"{}\", but must be a number from 0 to 18446744073709551615", file.seed)
        })?;
        Self::of_table(&file.rules, seed)
    }

    /// Returns the text of the file. It lists every parameter, so that a changed default in a later version affects no war.
    #[must_use]
    pub fn text(&self) -> String {
        let explained = |(key, value): (&str, u64)| {
            let about = PerlWar::INFO.parameters.iter().find(|parameter| parameter.key == key);
            let about = about.map_or_else(String::new, |one| format!("{}; {}", one.help, one.range));
            format!("{:<24} # {about}\n", format!("{key} = {value}"))
        };
        let parameters: String = self.values().into_iter().map(explained).collect();
        format!(
            "# A war: a match of PerlWar to which players can submit snippets while it lasts.\n\
             #   bout war submit . SNIPPET.pl    submit a snippet for the next round\n\
             #   bout war round .                play the next round\n\
             #   bout war show .                 show the war\n\
             # After the first round, nothing in this file may be changed.\n\n\
             version = {VERSION}\n\
             rules_version = {}\n\
             seed = \"{}\"\n\n\
             [rules]\n\
             {parameters}",
            PerlWar::INFO.rules_version,
            self.seed,
        )
    }

    /// Returns all parameters by key.
    #[must_use]
    pub fn values(&self) -> Vec<(&'static str, u64)> {
        PerlWar::parameter_values(&self.parameters)
    }

    /// Returns all parameters as rules of a match.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let mut rules = Rules::new();
        for (key, value) in self.values() {
            rules.add(key, value).expect("each is there once");
        }
        rules
    }

    /// Returns the setup of the match.
    #[must_use]
    pub fn setup(&self) -> Setup {
        PerlWar::draw_setup(&self.parameters, &[], &mut SeededRng::for_setup(self.seed))
    }

    /// Returns a digest of all settings.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut canonical = Canonical::new("war");
        canonical.number("rules_version", PerlWar::INFO.rules_version.into());
        for (key, value) in self.values() {
            canonical.text("parameter", key);
            canonical.number("value", value);
        }
        canonical.number("seed", self.seed);
        canonical.finish()
    }
}

/// The error for a folder without `war.toml`.
pub(super) fn missing(path: &Path) -> Failure {
    let why = "there is no such file, so this is not a war; `bout war new DIR` creates one";
    Failure::File(format!("{}: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for (rules, seed) in [(&[][..], 1), (&["size=7", "mambo=1"], u64::MAX)] {
            let config = Config::new(&Rules::parse(rules).unwrap(), seed).unwrap();
            assert_eq!(Config::parse(&config.text()), Ok(config));
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let text = Config::new(&Rules::new(), 1).unwrap().text();
        for (from, to, word) in [
            ("version = 1\n", "version = 2\n", "newer"),
            ("version = 1\n", "version = 0\n", "version"),
            ("rules_version = 1", "rules_version = 9", "version 9 of the rules"),
            ("seed = \"1\"", "seed = \"-1\"", "seed"),
            ("size = 100", "size = 1", "size"),
            ("size = 100", "size = \"many\"", "size"),
            ("size = 100", "sise = 100", "sise"),
            ("[rules]", "[rulse]", "rulse"),
        ] {
            let error = Config::parse(&text.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(word), "{to}: {error}");
        }
    }
}

//! `bout.toml`: the settings of a site.

use std::path::Path;

use contests::Failure;
use serde::Deserialize;

/// The name of the file with the settings, in the folder that is served.
pub const CONFIG_FILE: &str = "bout.toml";

/// The settings of a site.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The address and the port to listen on.
    pub bind: String,
    /// The name of the site, on every page.
    pub title: String,
    /// What the site accepts at most.
    pub limits: Limits,
    /// How matches are played.
    pub workers: Workers,
}

/// What the site accepts at most.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Connections at a time; others get an answer that asks them to come back.
    pub connections: u16,
    /// The seconds within which a client must have sent the head of a request.
    pub header_timeout_s: u16,
    /// Requests for fights that wait for a worker.
    pub waiting_fights: u16,
}

/// How matches are played.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Workers {
    /// The threads of the worker that plays.
    pub threads: u16,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: "127.0.0.1:8080".into(),
            title: "bout".into(),
            limits: Limits::default(),
            workers: Workers::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 512, header_timeout_s: 10, waiting_fights: 32 }
    }
}

impl Default for Workers {
    fn default() -> Self {
        Self { threads: 1 }
    }
}

impl Config {
    /// Reads the `bout.toml` in a folder; the defaults if there is none.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(CONFIG_FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                Self::parse(&text).map_err(|why| Failure::Refused(format!("{}: {why}", path.display())))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(Failure::file(&path, "read", &error)),
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        let config: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        for (key, value) in [
            ("limits.connections", config.limits.connections),
            ("limits.header_timeout_s", config.limits.header_timeout_s),
            ("limits.waiting_fights", config.limits.waiting_fights),
            ("workers.threads", config.workers.threads),
        ] {
            if value == 0 {
                return Err(format!("{key} is 0, but must be at least 1"));
            }
        }
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_all_defaults() {
        assert_eq!(Config::parse(""), Ok(Config::default()));
        assert_eq!(Config::parse("bind = \"[::1]:80\"").unwrap().bind, "[::1]:80");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, words) in [
            ("title = \"a\"\ncolour = 1", ["line 2", "colour"]),
            ("\n\n[limits]\nconnections = \"many\"", ["line 4", "connections"]),
            ("[workers]\nthreads = 0", ["workers.threads", "at least 1"]),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert!(words.iter().all(|word| error.contains(word)), "{error}");
        }
    }
}

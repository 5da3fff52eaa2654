//! The password: from a file, never from the settings.

use std::io::ErrorKind;
use std::path::Path;

use tokio_postgres::Config;
use tokio_postgres::config::Host;

use super::PostgresError;
use super::settings::usual_password_file;

/// Returns the password in a file, or the one that libpq would find; `None` if there is none.
pub(super) fn of(config: &Config, file: Option<&Path>) -> Result<Option<String>, PostgresError> {
    let wrong = |path: &Path, why: &str| PostgresError::Settings(format!("{}: {why}", path.display()));
    let Some(path) = file else {
        let Some(path) = usual_password_file() else { return Ok(None) };
        return match std::fs::read_to_string(&path) {
            Ok(text) if is_private(&path) => Ok(in_list(&text, config)),
            // libpq has the same rule, and reports it, too.
            Ok(_) => Err(wrong(&path, "other users can read the passwords in it; chmod 600 changes that")),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(wrong(&path, &error.to_string())),
        };
    };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(path, &error.to_string()))?;
    if !is_private(path) {
        return Err(wrong(path, "other users can read the password in it; chmod 600 changes that"));
    }
    let password = text.trim_end_matches(['\n', '\r']);
    if password.is_empty() {
        Err(wrong(path, "the file with the password is empty"))
    } else {
        Ok(Some(password.into()))
    }
}

#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let of_others = std::fs::metadata(path).map_or(0o077, |about| about.permissions().mode() & 0o077);
    of_others == 0
}

#[cfg(not(unix))]
fn is_private(_: &Path) -> bool {
    true
}

/// Returns the password of the first line that matches: `host:port:database:user:password`, where `*` matches everything and
/// `\` stands before a `:` that is part of a word.
fn in_list(text: &str, config: &Config) -> Option<String> {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        #[cfg(unix)]
        Some(Host::Unix(folder)) => folder.display().to_string(),
        None => config.get_hostaddrs().first().map(ToString::to_string).unwrap_or_default(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    let wanted =
        [&host, &port, config.get_dbname().unwrap_or_default(), config.get_user().unwrap_or_default()];
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(words).find_map(|words| {
        let [first @ .., password] = words.as_slice() else { return None };
        let fits = |(word, wanted): (&String, &&str)| word == "*" || word == wanted;
        (first.len() == wanted.len() && first.iter().zip(&wanted).all(fits)).then(|| password.clone())
    })
}

fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, words.last_mut()) {
            (':', _) => words.push(String::new()),
            ('\\', Some(word)) => word.extend(letters.next()),
            (letter, Some(word)) => word.push(letter),
            (_, None) => {}
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_counts() {
        let text = "# mine\ndb:5432:other:bout:no\ndb:*:bout:bout:a\\:b\\\\c\n*:*:*:*:rest";
        let config: Config = "host=db dbname=bout user=bout".parse().unwrap();
        assert_eq!(in_list(text, &config).as_deref(), Some("a:b\\c"));
        let config: Config = "host=else dbname=bout user=bout".parse().unwrap();
        assert_eq!(in_list(text, &config).as_deref(), Some("rest"));
        assert_eq!(in_list("db:5432:bout:anna:no", &config), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("password");
        std::fs::write(&path, "hunter2\n").unwrap();
        let config = Config::new();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(of(&config, Some(&path)).unwrap().as_deref(), Some("hunter2"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        let why = of(&config, Some(&path)).unwrap_err().to_string();
        assert!(why.contains("chmod 600") && !why.contains("hunter2"), "{why}");
    }
}

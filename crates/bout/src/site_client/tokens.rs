//! Stores tokens in the user's settings folder: one file per site, readable only by the user.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use super::{SiteAddress, SiteError, TOKEN_VARIABLE};

/// The prefix of every token.
const PREFIX: &str = "bout_";

/// The longest token.
const MAX_TOKEN: usize = 200;

/// The largest file with a token.
const MAX_FILE: u64 = 1 << 16;

/// A token of a site.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct StoredToken {
    /// The only site to which the token is sent.
    pub(crate) site: String,
    /// The account of the token.
    pub(crate) account: String,
    pub(crate) token: String,
}

/// Parses a token as the user typed it.
pub(crate) fn token_from(text: &str) -> Result<String, SiteError> {
    let token = text.trim();
    if token.is_empty() {
        return Err(SiteError::Token("it is empty"));
    }
    if !token.starts_with(PREFIX) {
        return Err(SiteError::Token("it does not begin with `bout_`"));
    }
    if token.len() > MAX_TOKEN || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(SiteError::Token("it has other characters than letters and digits, or too many"));
    }
    Ok(token.to_owned())
}

/// The folder with the tokens.
pub(crate) struct TokenFolder(PathBuf);

impl TokenFolder {
    /// Returns the folder of the user.
    pub(crate) fn of_user() -> Result<Self, SiteError> {
        let folders = ProjectDirs::from("", "", "bout").ok_or_else(|| {
            SiteError::File(format!("there is no home folder for tokens; set HOME, or use {TOKEN_VARIABLE}"))
        })?;
        Ok(Self(folders.config_dir().join("sites")))
    }

    /// Returns the token for a site, from the environment or else from its file.
    pub(crate) fn token_for(site: &SiteAddress) -> Result<Option<String>, SiteError> {
        match std::env::var(TOKEN_VARIABLE) {
            Ok(text) if !text.is_empty() => token_from(&text).map(Some),
            Err(std::env::VarError::NotUnicode(_)) => Err(SiteError::Token("it is not text")),
            _ => Ok(Self::of_user()?.load(site)?.map(|stored| stored.token)),
        }
    }

    /// Returns the stored token for a site.
    pub(crate) fn load(&self, site: &SiteAddress) -> Result<Option<StoredToken>, SiteError> {
        let path = self.path(site);
        let mut text = String::new();
        match File::open(&path).and_then(|file| file.take(MAX_FILE).read_to_string(&mut text)) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(wrong(&path, "read", &error)),
        }
        let stored: Option<StoredToken> = serde_json::from_str(&text).ok();
        let stored = stored.filter(|stored| stored.site == site.to_string());
        let stored = stored.ok_or_else(|| {
            let path = path.display();
            SiteError::File(format!("{path}: this is not a token for {site}; run `bout login {site}` again"))
        })?;
        token_from(&stored.token)?;
        Ok(Some(stored))
    }

    /// Stores a token, and replaces an older one for this site.
    pub(crate) fn store(&self, site: &SiteAddress, stored: &StoredToken) -> Result<PathBuf, SiteError> {
        let path = self.path(site);
        create_private(&self.0)
            .and_then(|()| self.replace(&path, stored))
            .map_err(|error| wrong(&path, "write", &error))?;
        Ok(path)
    }

    fn replace(&self, path: &Path, stored: &StoredToken) -> io::Result<()> {
        // A temporary file is readable only by its owner from the start.
        let mut file = NamedTempFile::new_in(&self.0)?;
        serde_json::to_writer_pretty(&mut file, stored)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }

    /// Removes the token for a site. Returns false if there is none.
    pub(crate) fn remove(&self, site: &SiteAddress) -> Result<bool, SiteError> {
        let path = self.path(site);
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(wrong(&path, "remove", &error)),
        }
    }

    fn path(&self, site: &SiteAddress) -> PathBuf {
        self.0.join(site.file_name())
    }
}

fn wrong(path: &Path, doing: &str, error: &io::Error) -> SiteError {
    SiteError::File(format!("{}: cannot {doing}: {error}", path.display()))
}

fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tokens_are_tokens() {
        assert_eq!(token_from(" bout_abc123\n").unwrap(), "bout_abc123");
        for text in
            ["", "\n", "secret", "bout_a b", "bout_a\u{1b}", "bout_ä", &format!("bout_{}", "a".repeat(200))]
        {
            assert!(token_from(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_token_is_for_one_site_only() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = TokenFolder(folder.path().join("sites"));
        let site = |text| SiteAddress::parse(text).unwrap();
        let (ours, theirs) = (site("https://a.example"), site("https://b.example"));
        let stored = StoredToken { site: ours.to_string(), account: "anna".into(), token: "bout_1".into() };
        let path = tokens.store(&ours, &stored).unwrap();
        assert_eq!(tokens.load(&ours).unwrap().unwrap().token, "bout_1");
        assert!(tokens.load(&theirs).unwrap().is_none());
        // Renaming the file must not redirect the token to another site.
        fs::rename(&path, tokens.path(&theirs)).unwrap();
        assert!(tokens.load(&theirs).is_err());
        assert!(tokens.remove(&theirs).unwrap());
        assert!(!tokens.remove(&theirs).unwrap());
    }

    #[cfg(unix)]
    #[test]
    fn only_the_user_may_read_a_token() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let tokens = TokenFolder(folder.path().join("sites"));
        let site = SiteAddress::parse("https://a.example").unwrap();
        let stored = StoredToken { site: site.to_string(), account: "anna".into(), token: "bout_1".into() };
        let path = tokens.store(&site, &stored).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(&tokens.0)), (0o600, 0o700));
    }
}

//! The address of the server, and the credentials for it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use super::PostgresError;
use super::password;

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Data that gets no answer for this long means that the connection is lost.
const LOST_AFTER: Duration = Duration::from_secs(15);

/// The interval for asking a silent connection for a sign of life.
const KEEPALIVE: Duration = Duration::from_secs(10);

/// The address of the server, and the credentials for it.
#[derive(Clone)]
pub struct Settings {
    pub(super) config: Config,
    pub(super) tls: Option<Arc<rustls::ClientConfig>>,
    /// The largest number of connections at a time.
    pub(super) connections: usize,
    place: String,
}

impl Settings {
    /// Checks the text of the settings only. If it fails, it returns the fault.
    pub fn check(text: &str) -> Result<(), String> {
        parsed(text).map(drop)
    }

    /// Reads the settings, and the files that they name.
    pub fn read(
        text: &str,
        password_file: Option<&Path>,
        ca_file: Option<&Path>,
        connections: usize,
    ) -> Result<Self, PostgresError> {
        let mut config = parsed(text).map_err(PostgresError::Settings)?;
        config.connect_timeout(CONNECT_TIMEOUT).tcp_user_timeout(LOST_AFTER);
        config
            .keepalives(true)
            .keepalives_idle(KEEPALIVE)
            .keepalives_interval(KEEPALIVE)
            .keepalives_retries(2);
        if config.get_application_name().is_none() {
            config.application_name("bout");
        }
        if let Some(password) = password::of(&config, password_file)? {
            config.password(password);
        }
        let place = place_of(&config);
        let is_plain = config.get_ssl_mode() == SslMode::Disable || is_local(&config);
        let tls = if is_plain { None } else { Some(Arc::new(tls(ca_file)?)) };
        config.ssl_mode(if is_plain { SslMode::Disable } else { SslMode::Require });
        Ok(Self { config, tls, connections: connections.max(2), place })
    }

    /// Returns the location of the database in words, without any secret.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Settings").field(&self.place).finish()
    }
}

fn parsed(text: &str) -> Result<Config, String> {
    // The library's message may repeat its input, including a password.
    let config: Config = text.parse().map_err(|_| {
        "it is not a connection to PostgreSQL, such as \"host=/run/postgresql dbname=bout user=bout\" or \
         \"postgresql://bout@db.example.org/bout\""
            .to_owned()
    })?;
    if config.get_password().is_some() {
        return Err("it has a password, which belongs into a file of its own: `password_file`".into());
    }
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        return Err(
            "it names no `host`: the folder of the server's socket, such as /run/postgresql, or a name"
                .into(),
        );
    }
    if config.get_dbname().is_none() || config.get_user().is_none() {
        return Err("it must name the database and its user: `dbname` and `user`".into());
    }
    Ok(config)
}

/// Returns true if the server is on this machine, where nobody can listen in on the connection.
fn is_local(config: &Config) -> bool {
    let is_here = |host: &Host| match host {
        #[cfg(unix)]
        Host::Unix(_) => true,
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
        }
    };
    config.get_hosts().iter().all(is_here) && config.get_hostaddrs().iter().all(std::net::IpAddr::is_loopback)
}

fn place_of(config: &Config) -> String {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        #[cfg(unix)]
        Some(Host::Unix(folder)) => folder.display().to_string(),
        None => config.get_hostaddrs().first().map(ToString::to_string).unwrap_or_default(),
    };
    format!("the PostgreSQL database {} at {host}", config.get_dbname().unwrap_or_default())
}

/// Trusts the usual authorities, and those in a file.
fn tls(ca_file: Option<&Path>) -> Result<rustls::ClientConfig, PostgresError> {
    let wrong =
        |path: &Path, why: &dyn fmt::Display| PostgresError::Settings(format!("{}: {why}", path.display()));
    let mut roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    if let Some(path) = ca_file {
        let certificates = CertificateDer::pem_file_iter(path).map_err(|error| wrong(path, &error))?;
        for certificate in certificates {
            let certificate = certificate.map_err(|error| wrong(path, &error))?;
            roots.add(certificate).map_err(|error| wrong(path, &error))?;
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| PostgresError::Settings(error.to_string()))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// The file with passwords that libpq reads.
pub(super) fn usual_password_file() -> Option<PathBuf> {
    let named = std::env::var_os("PGPASSFILE").map(PathBuf::from);
    named.or_else(|| std::env::home_dir().map(|home| home.join(".pgpass")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_checked_and_its_secrets_are_not_repeated() {
        for good in
            ["host=/run/postgresql dbname=bout user=bout", "postgresql://bout@db.example.org:6432/bout"]
        {
            Settings::check(good).unwrap();
        }
        for (text, word) in [
            ("host=/run dbname=bout", "`user`"),
            ("dbname=bout user=bout", "`host`"),
            ("host=a dbname=b user=c password=hunter2", "password_file"),
            ("postgresql://bout:hunter2@db.example.org/bout", "password_file"),
            ("host=a password=hunter2 colour=1", "postgresql://"),
            ("bout.db", "postgresql://"),
        ] {
            let why = Settings::check(text).unwrap_err();
            assert!(why.contains(word) && !why.contains("hunter2"), "{text}: {why}");
        }
    }

    #[test]
    fn only_connections_within_the_machine_go_without_tls() {
        let has_tls = |text: &str| Settings::read(text, None, None, 4).unwrap().tls.is_some();
        assert!(has_tls("host=db.example.org dbname=bout user=bout"));
        assert!(has_tls("host=db.example.org dbname=bout user=bout sslmode=prefer"));
        assert!(!has_tls("host=db.example.org dbname=bout user=bout sslmode=disable"));
        assert!(!has_tls("host=127.0.0.1 dbname=bout user=bout"));
        assert!(!has_tls("host=/run/postgresql dbname=bout user=bout"));
        let settings = Settings::read("host=/run/postgresql dbname=bout user=anna", None, None, 4).unwrap();
        assert_eq!(settings.place(), "the PostgreSQL database bout at /run/postgresql");
    }
}

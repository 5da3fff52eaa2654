//! An OpenID Connect provider for tests, which gives the answers that a test sets.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKeyId, PkceCodeChallenge, PkceCodeVerifier, PrivateSigningKey};
use serde_json::{Value, json};

/// Test keys, used nowhere else.
const KEYS: [&str; 2] = [
    "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIL6wyWFUF/eZ8EObI4nE0cF+9TlB6AFEnS1C+Cnx8QPC\n-----END PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g\n-----END PRIVATE KEY-----\n",
];

/// A provider.
pub(crate) struct Provider {
    /// The provider's address.
    pub(crate) issuer: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The index of the key that signs.
    key: usize,
    /// The index of the published key.
    published: usize,
    /// The token behind each code.
    codes: BTreeMap<String, Grant>,
    /// The paths of all requests so far.
    asked: Vec<String>,
    /// The answer to everything, if the provider is broken.
    broken: Option<Vec<u8>>,
}

/// What a code stands for.
#[derive(Clone)]
struct Grant {
    challenge: String,
    token: String,
}

impl Provider {
    /// Starts a provider on a free port.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State::default()));
        let (address, shared) = (issuer.clone(), Arc::clone(&state));
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                // If a connection ends early, the site has given it up.
                let _ = answer(connection.unwrap(), &address, &shared);
            }
        });
        Self { issuer, state }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Switches to another key, and publishes it.
    pub(crate) fn change_keys(&self) {
        let mut state = self.state();
        state.key = 1 - state.key;
        state.published = state.key;
    }

    /// Answers everything with these bytes from now on; `None` restores normal answers.
    pub(crate) fn break_with(&self, bytes: Option<&[u8]>) {
        self.state().broken = bytes.map(<[u8]>::to_vec);
    }

    /// Returns how often a path was requested.
    pub(crate) fn times_asked(&self, path: &str) -> usize {
        self.state().asked.iter().filter(|asked| *asked == path).count()
    }

    /// Returns the claims of a valid token.
    pub(crate) fn claims(&self, subject: &str, going: &Going) -> Value {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        json!({
            "iss": self.issuer, "aud": "bout", "sub": subject, "nonce": going.query["nonce"],
            "iat": now, "exp": now + 300, "preferred_username": subject,
        })
    }

    /// Returns a token with these claims, signed with the current key.
    pub(crate) fn token(&self, claims: &Value) -> String {
        let number = self.state().key;
        signed_with(number, claims)
    }

    /// Assigns a token to a code.
    pub(crate) fn grant(&self, code: &str, going: &Going, token: String) {
        let challenge = going.query["code_challenge"].clone();
        self.state().codes.insert(code.to_owned(), Grant { challenge, token });
    }
}

/// Returns a token signed with one of the keys.
pub(crate) fn signed_with(number: usize, claims: &Value) -> String {
    let head = json!({ "alg": "EdDSA", "kid": "key", "typ": "JWT" });
    let body = encoded(&head, claims);
    let signature = key(number).sign(&CoreJwsSigningAlgorithm::EdDsa, body.as_bytes()).unwrap();
    format!("{body}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
}

/// Returns the encoded header and claims of a token, which are the text to sign.
pub(crate) fn encoded(head: &Value, claims: &Value) -> String {
    let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}", part(head), part(claims))
}

fn key(number: usize) -> CoreEdDsaPrivateSigningKey {
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(KEYS[number], Some(JsonWebKeyId::new("key".into()))).unwrap()
}

/// Where the site sends a browser to sign in.
#[derive(Debug)]
pub(crate) struct Going {
    /// The complete address.
    pub(crate) address: String,
    /// The parameters of the query.
    pub(crate) query: BTreeMap<String, String>,
}

impl Going {
    pub(crate) fn to(address: &str) -> Self {
        let query = address.split_once('?').map_or("", |(_, query)| query);
        Self { address: address.to_owned(), query: serde_urlencoded::from_str(query).unwrap() }
    }
}

fn answer(connection: TcpStream, issuer: &str, state: &Mutex<State>) -> std::io::Result<()> {
    let mut out = connection.try_clone()?;
    let mut reader = BufReader::new(connection);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let (mut length, mut authorization) = (0, String::new());
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? <= 2 {
            break;
        }
        let (name, value) = header.trim().split_once(": ").unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().unwrap_or(0),
            "authorization" => value.clone_into(&mut authorization),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    state.asked.push(path.clone());
    if let Some(bytes) = &state.broken {
        return out.write_all(bytes);
    }
    let said = match path.as_str() {
        "/.well-known/openid-configuration" => Some(json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/keys"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            // Providers list all algorithms that they support, and sites must not
            // accept unsafe ones.
            "id_token_signing_alg_values_supported": ["EdDSA", "HS256", "none"],
        })),
        "/keys" => Some(json!({ "keys": [key(state.published).as_verification_key()] })),
        "/token" => exchanged(&state, &authorization, &body),
        _ => None,
    };
    let (status, said) = match said {
        Some(said) => ("200 OK", said),
        None => ("400 Bad Request", json!({ "error": "invalid_grant" })),
    };
    let said = said.to_string();
    write!(
        out,
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{said}",
        said.len()
    )
}

/// Exchanges a code for its token, if the site knows its secret and the verifier of the challenge.
fn exchanged(state: &State, authorization: &str, body: &[u8]) -> Option<Value> {
    let form: BTreeMap<String, String> = serde_urlencoded::from_bytes(body).ok()?;
    let grant = state.codes.get(form.get("code")?)?;
    let verifier = PkceCodeVerifier::new(form.get("code_verifier")?.clone());
    let is_same = PkceCodeChallenge::from_code_verifier_sha256(&verifier).as_str() == grant.challenge;
    // `bout:the secret`
    let knows_secret = authorization == "Basic Ym91dDp0aGUrc2VjcmV0";
    let fits =
        is_same && knows_secret && form["redirect_uri"] == "http://bout.example/sign-in/with/club/answer";
    fits.then(|| json!({ "access_token": "x", "token_type": "Bearer", "id_token": grant.token }))
}

//! A provider of OpenID Connect, and the requests to it.

use std::io::Read as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use accounts::Identity;
use contests::Failure;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreIdTokenClaims, CoreJwsSigningAlgorithm, CoreProviderMetadata,
};
use openidconnect::{
    AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, Nonce, PkceCodeChallenge, PkceCodeVerifier,
    RedirectUrl, Scope, TokenResponse as _,
};
use ureq::Agent;

use super::Known;
use crate::config::{ProviderSettings, SignUp, read_secret};
use crate::error_chain::with_causes;

/// The timeout for each answer of a provider.
const MAX_ANSWER: Duration = Duration::from_secs(10);

/// The maximum size of a provider's answer, in bytes.
const MAX_ANSWER_BYTES: u64 = 1 << 20;

/// How long a provider's description is used before it is read again.
const MAX_DESCRIPTION_AGE: Duration = Duration::from_mins(10);

/// The maximum length of a person's identifier at a provider, in bytes (OpenID Connect Core 1.0,
/// section 2).
const MAX_SUBJECT_BYTES: usize = 255;

/// The accepted signature algorithms. None of them needs a secret that the site and the provider
/// share.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 6] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// Why a provider could not identify somebody, through no fault of the visitor.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProviderFailed {
    /// Its description cannot be read.
    #[error("its description cannot be read: {0}")]
    Description(String),
    /// It rejected the code that it had issued.
    #[error("it does not take its code: {0}")]
    Code(String),
    /// Its ID token is missing, or cannot be trusted.
    #[error("what it says cannot be believed: {0}")]
    NotBelieved(String),
}

/// The address at which a visitor signs in, and the values that the answer must match.
pub(crate) struct AuthorizationRequest {
    pub(crate) address: String,
    pub(crate) state: String,
    pub(crate) nonce: Nonce,
    pub(crate) verifier: PkceCodeVerifier,
}

/// A provider.
pub(crate) struct Provider {
    /// Its name in addresses.
    pub(crate) name: String,
    /// Its title on pages.
    pub(crate) title: String,
    settings: ProviderSettings,
    secret: Option<ClientSecret>,
    answers: RedirectUrl,
    agent: Agent,
    /// Its description with its addresses and keys, and when it was read.
    description: Mutex<Option<(Instant, CoreProviderMetadata)>>,
}

impl Provider {
    pub(super) fn new(
        name: &str,
        settings: &ProviderSettings,
        base: &str,
        folder: &Path,
    ) -> Result<Self, Failure> {
        let secret = settings.client_secret_file.as_ref().map(|file| read_secret(&folder.join(file)));
        let answers = format!("{base}/sign-in/with/{}/answer", report::url_segment(name));
        let unusable = |error| Failure::Refused(format!("{answers}: {error}; `base_url` must be an address"));
        Ok(Self {
            name: name.to_owned(),
            title: settings.title.clone().unwrap_or_else(|| name.to_owned()),
            settings: settings.clone(),
            secret: secret.transpose()?.map(ClientSecret::new),
            answers: RedirectUrl::new(answers.clone()).map_err(unusable)?,
            agent: Agent::config_builder()
                .timeout_global(Some(MAX_ANSWER))
                // Does not follow redirects: they could make the site send requests to internal
                // machines.
                .max_redirects(0)
                .http_status_as_error(false)
                .build()
                .new_agent(),
            description: Mutex::default(),
        })
    }

    /// Returns its issuer address.
    pub(crate) fn issuer(&self) -> &str {
        self.settings.issuer.0.as_str()
    }

    /// Returns which of its users may create an account; `None` if the setting of the site applies.
    pub(crate) fn sign_up(&self) -> Option<SignUp> {
        self.settings.sign_up
    }

    /// Returns the address at which a visitor signs in. Queries the provider, and blocks meanwhile.
    pub(crate) fn welcome(&self) -> Result<AuthorizationRequest, ProviderFailed> {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let flow = CoreAuthenticationFlow::AuthorizationCode;
        let client = self.client(self.description(MAX_DESCRIPTION_AGE)?);
        let request = client.authorize_url(flow, CsrfToken::new_random, Nonce::new_random);
        let (address, state, nonce) =
            request.add_scope(Scope::new("profile".into())).set_pkce_challenge(challenge).url();
        Ok(AuthorizationRequest { address: address.into(), state: state.into_secret(), nonce, verifier })
    }

    /// Returns the person whom a code of the provider identifies. Queries the provider, and blocks
    /// meanwhile.
    pub(crate) fn known(
        &self,
        code: String,
        nonce: &Nonce,
        verifier: PkceCodeVerifier,
    ) -> Result<Known, ProviderFailed> {
        let client = self.client(self.description(MAX_DESCRIPTION_AGE)?);
        let refused = |error: &dyn std::error::Error| ProviderFailed::Code(with_causes(error));
        let request = client.exchange_code(AuthorizationCode::new(code)).map_err(|error| refused(&error))?;
        let http = |request| self.ask(request);
        let answer = request.set_pkce_verifier(verifier).request(&http).map_err(|error| refused(&error))?;
        let not_believed = |why: String| ProviderFailed::NotBelieved(why);
        let token = answer.id_token().ok_or_else(|| not_believed("its answer has no ID token".into()))?;
        let verify = client.id_token_verifier().set_allowed_algs(ALGORITHMS);
        let claims = match token.claims(&verify, nonce) {
            Err(ClaimsVerificationError::SignatureVerification(_)) => {
                // The provider may have changed its keys since its description was read.
                let client = self.client(self.description(Duration::ZERO)?);
                let verify = client.id_token_verifier().set_allowed_algs(ALGORITHMS);
                token.claims(&verify, nonce).map(known)
            }
            claims => claims.map(known),
        };
        let known = claims.map_err(|error| not_believed(with_causes(&error)))?;
        known.ok_or_else(|| not_believed("its name for the person is empty or too long".into()))
    }

    fn client(&self, description: CoreProviderMetadata) -> Client {
        let id = ClientId::new(self.settings.client_id.clone());
        let client = CoreClient::from_provider_metadata(description, id, self.secret.clone());
        client.set_redirect_uri(self.answers.clone())
    }

    /// Returns the provider's description with its addresses and keys. Reads it again if it is
    /// older than `max_age`.
    fn description(&self, max_age: Duration) -> Result<CoreProviderMetadata, ProviderFailed> {
        let kept = || self.description.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((since, description)) = &*kept()
            && since.elapsed() < max_age
        {
            return Ok(description.clone());
        }
        let http = |request| self.ask(request);
        let read = CoreProviderMetadata::discover(&self.settings.issuer.0, &http)
            .map_err(|error| ProviderFailed::Description(with_causes(&error)))?;
        *kept() = Some((Instant::now(), read.clone()));
        Ok(read)
    }

    fn ask(&self, request: HttpRequest) -> Result<HttpResponse, ureq::Error> {
        let (head, body) = self.agent.run(request)?.into_parts();
        let mut bytes = Vec::new();
        body.into_with_config().limit(MAX_ANSWER_BYTES).reader().read_to_end(&mut bytes)?;
        Ok(HttpResponse::from_parts(head, bytes))
    }
}

fn known(claims: &CoreIdTokenClaims) -> Option<Known> {
    let subject = claims.subject().as_str();
    if subject.is_empty() || subject.len() > MAX_SUBJECT_BYTES {
        return None;
    }
    let suggested = claims.preferred_username().map_or("", |name| name.as_str());
    let identity = Identity { issuer: claims.issuer().to_string(), subject: subject.to_owned() };
    let fits = accounts::AccountName::new(suggested).is_ok();
    Some(Known { identity, suggested: if fits { suggested.to_owned() } else { String::new() } })
}

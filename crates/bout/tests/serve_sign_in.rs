//! `bout serve`: signing in with an OpenID Connect provider.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use serde_json::{Value, json};
use support::Sandbox;
use support::members::{Browser, QUIET, hidden, make_host};
use support::provider::{Going, Provider, encoded, signed_with};
use support::site::{Answer, Site};

const ANSWER: &str = "/sign-in/with/club/answer";

/// Creates a site with a provider. `settings` come first, `of_provider` are further lines of
/// the provider's table.
fn site(provider: &Provider, settings: &str, of_provider: &str) -> (Sandbox, Site) {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/club-secret", "the secret\nanother line\n");
    let wide = "[limits]\nsign_ins_per_minute = 60000\nsign_ups_per_minute = 60000\n";
    let issuer = &provider.issuer;
    sandbox.file(
        "site/bout.toml",
        format!(
            "base_url = \"http://bout.example\"\n{settings}\n{QUIET}{wide}[sign_in.club]\ntitle = \"The <b>club</b>\"\n\
             issuer = \"{issuer}\"\nclient_id = \"bout\"\nclient_secret_file = \"club-secret\"\n{of_provider}\n"
        ),
    );
    let site = Site::start(&sandbox, "site");
    (sandbox, site)
}

/// Stores every cookie of an answer, as browsers do.
fn take_cookies(browser: &mut Browser, answer: &Answer) {
    for line in answer.whole_head.lines() {
        let Some((name, value)) = line.split_once(": ") else { continue };
        if !name.eq_ignore_ascii_case("set-cookie") {
            continue;
        }
        let new = value.split(';').next().unwrap();
        let key = new.split('=').next().unwrap();
        let kept =
            browser.cookie.split("; ").filter(|old| !old.is_empty() && old.split('=').next() != Some(key));
        browser.cookie = kept.chain([new]).collect::<Vec<_>>().join("; ");
    }
}

/// Starts to sign in, with a query such as `?next=/`.
fn go(browser: &mut Browser, site: &Site, query: &str) -> Going {
    let sent = browser.get(site, &format!("/sign-in/with/club{query}"));
    assert_eq!(sent.status, 303, "{sent:?}");
    take_cookies(browser, &sent);
    Going::to(sent.header("location"))
}

/// Comes back from the provider with a code.
fn come_back(browser: &mut Browser, site: &Site, going: &Going, code: &str) -> Answer {
    let answer = browser.get(site, &format!("{ANSWER}?state={}&code={code}", going.query["state"]));
    take_cookies(browser, &answer);
    answer
}

/// Signs in as a user that the provider knows, and returns the site's answer.
fn sign_in(browser: &mut Browser, site: &Site, provider: &Provider, subject: &str) -> Answer {
    let going = go(browser, site, "");
    provider.grant("code", &going, provider.token(&provider.claims(subject, &going)));
    come_back(browser, site, &going, "code")
}

/// Creates an account from the page that asks for its name.
fn create(browser: &mut Browser, site: &Site, page: &Answer, name: &str) -> Answer {
    let pending = hidden(&page.text(), "pending");
    let answer = browser.post(site, "/sign-in/finish", &[("pending", &pending), ("name", name)]);
    take_cookies(browser, &answer);
    answer
}

#[test]
fn an_account_is_created_and_found_again_by_who_the_provider_says_it_is() {
    let provider = Provider::start();
    let (_sandbox, site) = site(&provider, "sign_up = \"open\"", "");
    let page = Browser::default().get(&site, "/sign-in?next=/contests").text();
    assert!(
        page.contains("href=\"/sign-in/with/club?next=%2Fcontests\"") && page.contains("The &#60;b&#62;club"),
        "{page}"
    );

    let mut anna = Browser::default();
    let going = go(&mut anna, &site, "?next=/contests");
    assert!(going.address.starts_with(&format!("{}/authorize?", provider.issuer)), "{going:?}");
    assert_eq!(going.query["redirect_uri"], "http://bout.example/sign-in/with/club/answer");
    assert_eq!(
        (going.query["response_type"].as_str(), going.query["code_challenge_method"].as_str()),
        ("code", "S256")
    );
    provider.grant("a", &going, provider.token(&provider.claims("anna", &going)));
    let asked = come_back(&mut anna, &site, &going, "a");
    assert_eq!(asked.status, 200, "{asked:?}");
    assert!(!anna.is_signed_in(&site), "nobody is signed in before there is an account");
    assert!(asked.text().contains("value=\"anna\""), "the provider's name for the person is suggested");
    assert_eq!(create(&mut anna, &site, &asked, "-").status, 422, "a name must be one");
    let created = create(&mut anna, &site, &asked, "anna");
    assert_eq!((created.status, created.header("location")), (303, "/contests"), "{created:?}");
    assert!(anna.is_signed_in(&site));
    assert_eq!(create(&mut anna, &site, &asked, "anna2").status, 403, "a form is of one session");

    let mut elsewhere = Browser::default();
    let entered = sign_in(&mut elsewhere, &site, &provider, "anna");
    assert_eq!((entered.status, entered.header("location")), (303, "/account"), "{entered:?}");
    assert!(elsewhere.get(&site, "/account").text().contains(">anna</bdi></h1>"));
    assert_eq!(
        provider.times_asked("/.well-known/openid-configuration"),
        1,
        "a description is kept for a while"
    );

    // Another user of the provider gets another account, whatever name they ask for.
    let mut eve = Browser::default();
    let asked = sign_in(&mut eve, &site, &provider, "eve");
    assert_eq!(create(&mut eve, &site, &asked, "Anna").status, 409);
    assert_eq!(create(&mut eve, &site, &asked, "eve").status, 303);
}

/// Makes a token from honest claims and a function that changes one of them.
type Forgery = fn(&Provider, &Value, &dyn Fn(&Value, &str, Value) -> Value) -> String;

#[test]
fn nothing_of_a_forged_answer_is_believed() {
    let provider = Provider::start();
    let (sandbox, site) = site(&provider, "sign_up = \"open\"", "");
    let mut anna = Browser::default();
    let asked = sign_in(&mut anna, &site, &provider, "anna");
    assert_eq!(create(&mut anna, &site, &asked, "anna").status, 303);
    make_host(&sandbox, "anna");

    let with = |claims: &Value, key: &str, value: Value| {
        let mut claims = claims.clone();
        claims[key] = value;
        claims
    };
    let forgeries: [(&str, Forgery); 10] = [
        ("another nonce", |provider, claims, with| provider.token(&with(claims, "nonce", json!("other")))),
        ("no nonce", |provider, claims, with| provider.token(&with(claims, "nonce", Value::Null))),
        ("for another site", |provider, claims, with| provider.token(&with(claims, "aud", json!("other")))),
        ("for others, too", |provider, claims, with| {
            provider.token(&with(claims, "aud", json!(["bout", "other"])))
        }),
        ("of another provider", |provider, claims, with| {
            provider.token(&with(claims, "iss", json!("https://other.example")))
        }),
        ("too old", |provider, claims, with| provider.token(&with(claims, "exp", json!(1_000_000_000)))),
        ("of nobody", |provider, claims, with| provider.token(&with(claims, "sub", json!("")))),
        ("signed with another key", |_, claims, _| signed_with(1, claims)),
        ("not signed", |_, claims, _| format!("{}.", encoded(&json!({ "alg": "none" }), claims))),
        ("signed with what everybody knows", |_, claims, _| {
            // With HS256, the shared secret of site and provider would be the key.
            let body = encoded(&json!({ "alg": "HS256" }), claims);
            let mac = openidconnect::core::CoreHmacKey::new("the secret");
            let alg = openidconnect::core::CoreJwsSigningAlgorithm::HmacSha256;
            let signature = openidconnect::PrivateSigningKey::sign(&mac, &alg, body.as_bytes()).unwrap();
            let signature = base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, signature);
            format!("{body}.{signature}")
        }),
    ];
    for (what, forge) in forgeries {
        let mut eve = Browser::default();
        let going = go(&mut eve, &site, "");
        let token = forge(&provider, &provider.claims("anna", &going), &with);
        provider.grant("forged", &going, token);
        let answer = come_back(&mut eve, &site, &going, "forged");
        assert_eq!(answer.status, 502, "{what}: {answer:?}");
        assert!(!eve.is_signed_in(&site), "{what}");
    }
    let hosts = anna.get(&site, "/hosts").text();
    assert!(
        hosts.contains("Somebody could not sign in with a provider"),
        "hosts see that something is wrong"
    );
}

#[test]
fn an_answer_counts_once_and_in_the_browser_that_asked() {
    let provider = Provider::start();
    let (_sandbox, site) = site(&provider, "sign_up = \"open\"", "");
    let mut anna = Browser::default();
    let asked = sign_in(&mut anna, &site, &provider, "anna");
    assert_eq!(create(&mut anna, &site, &asked, "anna").status, 303);

    // An attacker who sends a victim the address of the attacker's own answer does not sign
    // the victim in.
    let mut eve = Browser::default();
    let going = go(&mut eve, &site, "");
    provider.grant("own", &going, provider.token(&provider.claims("anna", &going)));
    let mut other = Browser::default();
    assert_eq!(come_back(&mut other, &site, &going, "own").status, 410, "no cookie");
    go(&mut other, &site, "");
    assert_eq!(come_back(&mut other, &site, &going, "own").status, 410, "another browser's cookie");
    assert!(!other.is_signed_in(&site));

    let mut once = Browser::default();
    let going = go(&mut once, &site, "");
    provider.grant("once", &going, provider.token(&provider.claims("anna", &going)));
    assert_eq!(come_back(&mut once, &site, &going, "once").status, 303);
    assert_eq!(come_back(&mut once, &site, &going, "once").status, 410, "an answer counts once");
    for path in [
        format!("{ANSWER}?state=x&code=y"),
        ANSWER.to_owned(),
        format!("{ANSWER}?state={0}&state={0}", going.query["state"]),
        "/sign-in/with/nobody".to_owned(),
        "/sign-in/with/nobody/answer?state=x&code=y".to_owned(),
    ] {
        let answer = once.get(&site, &path);
        assert!([400, 404, 410].contains(&answer.status), "{path}: {answer:?}");
    }

    // A code from one browser is useless in another sign-in, because the challenge differs.
    let mut thief = Browser::default();
    let [stolen, own] = [go(&mut eve, &site, ""), go(&mut thief, &site, "")];
    provider.grant("stolen", &stolen, provider.token(&provider.claims("anna", &own)));
    assert_eq!(come_back(&mut thief, &site, &own, "stolen").status, 502);
    assert!(!thief.is_signed_in(&site));

    let mut refused = Browser::default();
    let going = go(&mut refused, &site, "");
    let hostile = "access_denied%3Cscript%3E";
    let answer = refused.get(&site, &format!("{ANSWER}?state={}&error={hostile}", going.query["state"]));
    assert_eq!(answer.status, 403);
    assert!(answer.text().contains("access_denied&#60;script&#62;"), "{}", answer.text());
    let answer = refused.get(&site, "/sign-in/with/club?next=https://evil.example/");
    take_cookies(&mut refused, &answer);
    let going = Going::to(answer.header("location"));
    provider.grant("next", &going, provider.token(&provider.claims("anna", &going)));
    assert_eq!(
        come_back(&mut refused, &site, &going, "next").header("location"),
        "/account",
        "never another site"
    );
}

#[test]
fn a_member_connects_an_identity_and_disconnects_it() {
    let provider = Provider::start();
    let (_sandbox, site) = site(&provider, "sign_up = \"open\"", "");
    let mut anna = Browser::join(&site, "anna");
    assert!(anna.get(&site, "/account").text().contains("href=\"/sign-in/with/club\""));
    let asked = sign_in(&mut anna, &site, &provider, "1");
    assert!(asked.text().contains("Connect the account"), "{}", asked.text());
    let pending = hidden(&asked.text(), "pending");
    let forged = Browser { proof: "x".into(), ..anna.clone() };
    assert_eq!(
        forged.post(&site, "/sign-in/finish", &[("pending", &pending)]).status,
        403,
        "a form of another site"
    );
    let connected = anna.post(&site, "/sign-in/finish", &[("pending", &pending)]);
    assert_eq!((connected.status, connected.header("location")), (303, "/account"), "{connected:?}");

    let mut elsewhere = Browser::default();
    assert_eq!(sign_in(&mut elsewhere, &site, &provider, "1").status, 303);
    let mut bert = Browser::join(&site, "bert");
    let entered = sign_in(&mut bert, &site, &provider, "1");
    assert_eq!(entered.status, 303, "who signs in as anna is anna");
    assert!(bert.get(&site, "/account").text().contains(">anna</bdi></h1>"));

    let issuer = [("issuer", provider.issuer.as_str())];
    assert_eq!(anna.post(&site, "/account/identities/disconnect", &issuer).status, 303);
    let mut later = Browser::default();
    assert_eq!(
        sign_in(&mut later, &site, &provider, "1").status,
        200,
        "the identity belongs to nobody again"
    );
}

#[test]
fn an_account_without_a_password_does_what_others_do() {
    let provider = Provider::start();
    let (sandbox, site) = site(&provider, "sign_up = \"open\"", "");
    let mut anna = Browser::default();
    let asked = sign_in(&mut anna, &site, &provider, "anna");
    let created = create(&mut anna, &site, &asked, "anna");
    anna.take(&site, &created);
    for password in ["", "x"] {
        let signed_in =
            Browser::default().post(&site, "/sign-in", &[("name", "anna"), ("password", password)]);
        assert_eq!(signed_in.status, 422, "no password is not an empty one");
    }
    let issuer = [("issuer", provider.issuer.as_str())];
    let last = anna.post(&site, "/account/identities/disconnect", &issuer);
    assert!(last.status == 409 && last.text().contains("choose a password first"), "{last:?}");
    let changed = anna.post(&site, "/account/password", &[("new", "a long enough one")]);
    assert_eq!(changed.status, 303, "{changed:?}");
    anna.take(&site, &changed);
    assert_eq!(anna.post(&site, "/account/identities/disconnect", &issuer).status, 303);
    assert!(Browser::sign_in(&site, "anna", "a long enough one").is_signed_in(&site));

    // Somebody else may be using an old session, so it cannot delete an account that
    // has no password.
    let mut bert = Browser::default();
    let asked = sign_in(&mut bert, &site, &provider, "bert");
    let created = create(&mut bert, &site, &asked, "bert");
    bert.take(&site, &created);
    let database = rusqlite::Connection::open(sandbox.path("site/.bout/accounts.db")).unwrap();
    database.execute("UPDATE sessions SET created = created - 601", []).unwrap();
    let refused = bert.post(&site, "/account/delete", &[]);
    assert!(refused.status == 422 && refused.text().contains("sign in again"), "{refused:?}");
    database.execute("UPDATE sessions SET created = created + 301", []).unwrap();
    assert_eq!(bert.post(&site, "/account/delete", &[]).status, 303);
    let mut again = Browser::default();
    assert_eq!(
        sign_in(&mut again, &site, &provider, "bert").status,
        200,
        "the identity went with the account"
    );
}

#[test]
fn who_may_create_an_account_is_asked_of_the_provider_and_of_links() {
    let provider = Provider::start();
    let (sandbox, site_closed) = site(&provider, "sign_up = \"invitation\"", "");
    let mut anna = Browser::default();
    let asked = sign_in(&mut anna, &site_closed, &provider, "anna");
    assert!(asked.text().contains("without an invitation"), "{}", asked.text());
    assert_eq!(create(&mut anna, &site_closed, &asked, "anna").status, 410, "the page has no form");

    // The link for the first host works once, with a provider, too.
    let said = sandbox.bout(&["admin", "host-link", "--site", "site"]).ok();
    let secret = said.out.split("/links/").nth(1).unwrap().trim().to_owned();
    let page = anna.get(&site_closed, &format!("/links/{secret}")).text();
    assert!(page.contains(&format!("/sign-in/with/club?link={secret}")), "{page}");
    let going = go(&mut anna, &site_closed, &format!("?link={secret}"));
    provider.grant("host", &going, provider.token(&provider.claims("anna", &going)));
    let asked = come_back(&mut anna, &site_closed, &going, "host");
    let created = create(&mut anna, &site_closed, &asked, "anna");
    assert_eq!(created.status, 303, "{created:?}");
    assert_eq!(anna.get(&site_closed, "/hosts").status, 200, "anna is a host");
    let mut eve = Browser::default();
    let going = go(&mut eve, &site_closed, &format!("?link={secret}"));
    provider.grant("eve", &going, provider.token(&provider.claims("eve", &going)));
    let asked = come_back(&mut eve, &site_closed, &going, "eve");
    assert_eq!(create(&mut eve, &site_closed, &asked, "eve").status, 410, "a link works once");

    // A site that is closed to strangers may be open to everybody whom a provider knows.
    let (_sandbox, site_of_club) = site(&provider, "sign_up = \"closed\"", "sign_up = \"open\"");
    let mut bert = Browser::default();
    let asked = sign_in(&mut bert, &site_of_club, &provider, "bert");
    assert_eq!(create(&mut bert, &site_of_club, &asked, "bert").status, 303);
    assert!(bert.is_signed_in(&site_of_club));
}

#[test]
fn closed_accounts_stay_closed_and_broken_providers_break_nothing() {
    let provider = Provider::start();
    let (sandbox, site) = site(&provider, "sign_up = \"open\"", "");
    let mut anna = Browser::default();
    let asked = sign_in(&mut anna, &site, &provider, "anna");
    assert_eq!(create(&mut anna, &site, &asked, "anna").status, 303);
    provider.change_keys();
    assert_eq!(sign_in(&mut Browser::default(), &site, &provider, "anna").status, 303, "new keys are read");

    let mut host = Browser::join(&site, "hanna");
    make_host(&sandbox, "hanna");
    host.proof = hidden(&host.get(&site, "/account").text(), "proof");
    let closed = host.post(&site, "/hosts/accounts/anna", &[("what", "close"), ("why", "for a test")]);
    assert!(closed.status == 303 || closed.status == 200, "{closed:?}");
    let mut again = Browser::default();
    let refused = sign_in(&mut again, &site, &provider, "anna");
    assert!(refused.status == 403 && refused.text().contains("for a test"), "{refused:?}");
    assert!(!again.is_signed_in(&site));

    // The provider answers nonsense while the code is exchanged.
    let huge = [b"HTTP/1.1 200 OK\r\n\r\n{\"access_token\":\"".to_vec(), vec![b'x'; 4 << 20]].concat();
    let elsewhere = b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n";
    for nonsense in [&b""[..], b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}", elsewhere, &huge] {
        let mut browser = Browser::default();
        let going = go(&mut browser, &site, "");
        provider.break_with(Some(nonsense));
        assert_eq!(come_back(&mut browser, &site, &going, "x").status, 502);
        provider.break_with(None);
    }
    assert_eq!(site.get("/").status, 200);
}

//! `bout serve`: accounts and submissions under attack by malicious users.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::collections::BTreeSet;

use support::members::{
    Browser, FORM, PASSWORD, QUIET, UPLOAD, ask, form, hidden, make_host, multipart, quiet, site_with, submit,
};

/// Every route that takes a form. The names in the paths are those of `routes_for`.
const POSTS: [&str; 29] = [
    "/sign-in",
    "/sign-in/finish",
    "/account/identities/disconnect",
    "/sign-out",
    "/join",
    "/links/{secret}",
    "/forgot",
    "/mail/{secret}",
    "/account/mail",
    "/account/news/feed",
    "/account/news/webhooks",
    "/account/news/webhooks/{id}",
    "/account/tokens",
    "/account/tokens/{id}/delete",
    "/account/password",
    "/account/sessions/end",
    "/account/delete",
    "/hosts/invitations",
    "/hosts/accounts/{name}",
    "/hills/{hill}/look-after",
    "/hills/{hill}/programs/{program}/report",
    "/hill-links/{secret}",
    "/hills/{hill}/submit",
    "/submissions/{submission}/withdraw",
    "/wars/{war}/submit",
    "/wars/{war}/rounds",
    "/contests/{contest}/entry",
    "/playground/games",
    "/playground/lessons",
];

#[test]
fn the_table_has_every_route_that_takes_a_form() {
    let source = include_str!("../../web/src/server.rs");
    let routes = source.split(".route(").skip(1).filter(|route| route.contains("post(pages::"));
    let routes: BTreeSet<&str> = routes.filter_map(|route| route.split('"').nth(1)).collect();
    assert_eq!(routes, BTreeSet::from(POSTS));
}

#[test]
fn no_form_of_another_site_is_accepted() {
    let (sandbox, site) = quiet();
    let anna = Browser::join(&site, "anna");
    make_host(&sandbox, "anna");
    let bert = Browser::join(&site, "bert");
    let token = anna.token(&site, true);
    let waits = submit(&site, &token, "small", "mine.crash", "crash\n");
    assert_eq!(waits.status, 201, "{waits:?}");
    let submission = waits.json()["id"].as_str().unwrap().to_owned();
    let link = anna.post(&site, "/hosts/accounts/bert", &[("what", "reset")]).text();
    let link = link.split("/links/").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let fields = [
        ("name", "eve"),
        ("password", PASSWORD),
        ("old", PASSWORD),
        ("new", "another good one"),
        ("label", "x"),
        ("days", "never"),
        ("what", "host"),
        ("file", "a.crash"),
        ("source", "crash"),
        ("mode", "enter"),
    ];
    let before = sandbox.bout(&["admin", "accounts", "--site", "site", "--output", "json"]).ok().out;
    for route in POSTS {
        let path = route
            .replace("{secret}", &link)
            .replace("{id}", "1")
            .replace("{name}", "bert")
            .replace("{hill}", "small")
            .replace("{program}", "mine.crash")
            .replace("{war}", "ring")
            .replace("{contest}", "cup")
            .replace("{submission}", &submission);
        let send = |browser: &Browser, proof: Option<&str>, headers: &[(&str, &str)]| {
            let proof: Vec<(&str, &str)> = proof.map(|proof| ("proof", proof)).into_iter().collect();
            let all = [&proof[..], &fields[..]].concat();
            let (kind, body) = if route.ends_with("/submit") {
                let all: Vec<_> = all.iter().map(|(key, value)| (*key, None, *value)).collect();
                (UPLOAD, multipart(&all))
            } else {
                (FORM, form(&all).into_bytes())
            };
            browser.send(&site, "POST", &path, &[headers, &[("content-type", kind)]].concat(), &body)
        };
        let refused = |what: &str, answer: support::site::Answer| {
            assert_eq!(answer.status, 403, "{route}, {what}: {answer:?}");
            assert_eq!(answer.header("set-cookie"), "", "{route}, {what}");
        };
        // The browser reports where a form comes from; the hidden value is correct, as if
        // it had leaked.
        let own = format!("http://{}", site.address);
        let near = format!("http://{}0", site.address);
        for headers in [
            &[("origin", "https://evil.example")][..],
            &[("origin", "null")],
            &[("origin", near.as_str())],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site"), ("origin", own.as_str())],
        ] {
            refused(&format!("{headers:?}"), send(&anna, Some(&anna.proof), headers));
        }
        // The browser reports nothing, and the hidden value is missing, wrong,
        // or another session's.
        let cut = &anna.proof[..anna.proof.len() - 1];
        for proof in [None, Some(""), Some("x"), Some(cut), Some(bert.proof.as_str())] {
            refused(&format!("{proof:?}"), send(&anna, proof, &[]));
        }
        // Without a session, a forged form can neither act for a member nor sign anybody in.
        let stranger = send(&Browser::default(), None, &[("origin", "https://evil.example")]);
        let asked = stranger.status == 303 && stranger.header("location").starts_with("/sign-in?");
        assert!(stranger.status == 403 || asked, "{route}: {stranger:?}");
        assert_eq!(stranger.header("set-cookie"), "", "{route}");
    }
    assert_eq!(sandbox.bout(&["admin", "accounts", "--site", "site", "--output", "json"]).ok().out, before);
    assert!(anna.is_signed_in(&site) && bert.is_signed_in(&site));
    assert_eq!(ask(&site, &token, "GET", "/api/v1/account", None).status, 200);
    assert_eq!(
        ask(&site, &token, "GET", "/api/v1/submissions", None).json()["submissions"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    Browser::sign_in(&site, "bert", PASSWORD);
}

#[test]
fn forged_and_stolen_cookies_are_worth_nothing() {
    let (sandbox, site) = quiet();
    let anna = Browser::join(&site, "anna");
    let (name, secret) = anna.cookie.split_once('=').unwrap();
    for forged in [
        String::new(),
        "x".into(),
        secret[1..].into(),
        secret[..secret.len() - 1].into(),
        format!("{secret}A"),
        secret.to_uppercase(),
        "A".repeat(43),
        "A".repeat(7000),
        format!("\"{secret}\""),
        "' OR 1=1 --".into(),
    ] {
        let browser = Browser { cookie: format!("{name}={forged}"), proof: anna.proof.clone() };
        let answer = browser.get(&site, "/account");
        assert_eq!((answer.status, answer.header("location")), (303, "/sign-in?next=%2Faccount"), "{forged}");
        assert_eq!(browser.post(&site, "/account/delete", &[("password", PASSWORD)]).status, 303, "{forged}");
    }
    assert!(anna.is_signed_in(&site));

    let stolen = anna.clone();
    assert_eq!(anna.post(&site, "/sign-out", &[]).status, 303);
    assert!(!stolen.is_signed_in(&site), "after signing out");

    let (mut anna, stolen) =
        (Browser::sign_in(&site, "anna", PASSWORD), Browser::sign_in(&site, "anna", PASSWORD));
    let changed = anna.post(&site, "/account/password", &[("old", PASSWORD), ("new", "another good one")]);
    assert_eq!(changed.status, 303, "{changed:?}");
    assert!(!stolen.is_signed_in(&site) && !anna.is_signed_in(&site), "after a change of the password");
    anna.take(&site, &changed);
    assert!(anna.is_signed_in(&site));

    let other = Browser::sign_in(&site, "anna", "another good one");
    assert_eq!(other.post(&site, "/account/sessions/end", &[]).status, 303);
    assert!(!anna.is_signed_in(&site) && other.is_signed_in(&site));

    let host = Browser::join(&site, "hosts");
    make_host(&sandbox, "hosts");
    let token = other.token(&site, true);
    assert_eq!(
        host.post(&site, "/hosts/accounts/anna", &[("what", "close"), ("why", "<b>spam</b>")]).status,
        303
    );
    assert!(!other.is_signed_in(&site), "after a ban");
    assert_eq!(ask(&site, &token, "GET", "/api/v1/account", None).status, 401);
    let fields = [("name", "anna"), ("password", "another good one")];
    let banned = Browser::default().post(&site, "/sign-in", &fields);
    assert!(banned.status == 403 && banned.text().contains("&#60;b&#62;spam"), "{}", banned.text());
    // Actions that players may not take.
    let bert = Browser::join(&site, "bert");
    assert_eq!(bert.get(&site, "/hosts").status, 403);
    assert_eq!(bert.post(&site, "/hosts/accounts/anna", &[("what", "open")]).status, 403);
    assert_eq!(bert.post(&site, "/hosts/invitations", &[]).status, 403);
    // The only host can neither lose the role nor delete the account.
    assert_eq!(host.post(&site, "/hosts/accounts/hosts", &[("what", "player")]).status, 409);
    assert_eq!(host.post(&site, "/account/delete", &[("password", PASSWORD)]).status, 409);
}

#[test]
fn tokens_end_and_do_no_more_than_they_may() {
    let (_sandbox, site) = quiet();
    let (anna, bert) = (Browser::join(&site, "anna"), Browser::join(&site, "bert"));
    let (submits, reads) = (anna.token(&site, true), anna.token(&site, false));
    assert_eq!(submit(&site, &reads, "small", "a.crash", "crash\n").status, 403);
    let id = submit(&site, &submits, "small", "a.crash", "crash\n").json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/submissions/{id}");
    assert_eq!(ask(&site, &reads, "GET", &path, None).status, 200);
    assert_eq!(ask(&site, &reads, "DELETE", &path, None).status, 403);
    // Other members' submissions look as if they did not exist: by token, on pages,
    // and when withdrawing.
    let other = bert.token(&site, true);
    for method in ["GET", "DELETE"] {
        assert_eq!(ask(&site, &other, method, &path, None).status, 404);
    }
    for page in ["", "/live"] {
        assert_eq!(bert.get(&site, &format!("/submissions/{id}{page}")).status, 404);
    }
    assert_eq!(bert.post(&site, &format!("/submissions/{id}/withdraw"), &[]).status, 404);
    // Other members' tokens cannot be deleted.
    let number = hidden_number(&anna.get(&site, "/account").text());
    assert_eq!(bert.post(&site, &format!("/account/tokens/{number}/delete"), &[]).status, 303);
    assert_eq!(ask(&site, &reads, "GET", "/api/v1/account", None).status, 200);
    assert_eq!(anna.post(&site, &format!("/account/tokens/{number}/delete"), &[]).status, 303);
    assert_eq!(ask(&site, &reads, "GET", "/api/v1/account", None).status, 401);
    // A token does not work as a session, nor a session as a token.
    let page = Browser { cookie: format!("bout={submits}"), proof: String::new() };
    assert_eq!(page.get(&site, "/account").status, 303);
    assert_eq!(
        ask(&site, anna.cookie.split_once('=').unwrap().1, "GET", "/api/v1/account", None).status,
        401
    );
    let with_cookie = anna.get(&site, "/api/v1/account");
    assert_eq!(with_cookie.status, 401, "a script of another site could use the cookie");
    for days in ["0", "3651", "-1", "soon", ""] {
        assert_eq!(
            anna.post(&site, "/account/tokens", &[("label", "x"), ("days", days)]).status,
            400,
            "{days}"
        );
    }
}

/// Returns the number of the first token on the page of an account, which is the newest.
fn hidden_number(page: &str) -> String {
    page.split("/account/tokens/").find_map(|rest| rest.split_once("/delete")).unwrap().0.to_owned()
}

#[test]
fn nobody_learns_which_names_exist_by_signing_in() {
    let (_sandbox, site) = quiet();
    Browser::join(&site, "anna");
    let attempt = |name: &str| {
        let answer =
            Browser::default().post(&site, "/sign-in", &[("name", name), ("password", "wrong password")]);
        let page = answer.text().replace(name, "NAME");
        // The content length (it depends on the name), the date and the request id differ.
        let head = ["content-length", "date", "x-request-id"]
            .iter()
            .fold(answer.head.clone(), |head, name| head.replace(&answer.header(name).to_lowercase(), ""));
        (answer.status, page, head)
    };
    // Whether an unknown name takes as long as a wrong password is not checked here: no test
    // depends on timing.
    assert_eq!(attempt("anna"), attempt("nora"));
    assert_eq!(attempt("anna").0, 422);
    // Links that never existed look like expired ones.
    let links: Vec<_> = ["x", &"A".repeat(43)]
        .iter()
        .map(|link| {
            let answer = Browser::default().get(&site, &format!("/links/{link}"));
            (answer.status, answer.text())
        })
        .collect();
    assert_eq!(links[0], links[1]);
    assert_eq!(links[0].0, 410);
}

#[test]
fn attempts_to_sign_in_are_counted_by_address_and_by_name() {
    let settings =
        "trusted_proxies = [\"127.0.0.1\"]\nsign_up = \"open\"\n[limits]\nsign_ins_per_minute = 3\n";
    let (_sandbox, site) =
        site_with(&format!("examples = false\n{settings}[hills.small]\ngame = \"crash\"\n"));
    let attempt = |from: &str, name: &str, password: &str| {
        let body = form(&[("name", name), ("password", password)]);
        let headers = [("x-forwarded-for", from), ("content-type", FORM)];
        Browser::default().send(&site, "POST", "/sign-in", &headers, body.as_bytes()).status
    };
    Browser::join(&site, "anna");
    Browser::join(&site, "bert");
    for number in 0..3 {
        assert_eq!(attempt(&format!("10.0.0.{number}"), "Anna", "wrong password"), 422);
    }
    assert_eq!(attempt("10.0.0.9", "anna", PASSWORD), 429, "this name was tried too often");
    assert_eq!(attempt("10.0.0.9", "bert", PASSWORD), 303, "another one was not");
    for name in ["a", "b", "c"] {
        assert_eq!(attempt("10.1.0.1", name, "wrong password"), 422);
    }
    assert_eq!(attempt("10.1.0.1", "bert", PASSWORD), 429, "this address tried too often");
    // Typing an address as a name does not lock that address out.
    for number in 0..3 {
        assert_eq!(attempt(&format!("10.2.0.{number}"), "10.3.0.1", "wrong password"), 422);
    }
    assert_eq!(attempt("10.3.0.1", "bert", PASSWORD), 303);
}

#[test]
fn the_pages_of_members_are_kept_by_nobody_and_their_cookies_are_not_for_scripts() {
    let settings =
        QUIET.replace("examples", "trusted_proxies = [\"127.0.0.1\"]\nsign_up = \"open\"\nexamples");
    let (sandbox, site) = site_with(&settings);
    let body = form(&[("name", "anna"), ("password", PASSWORD)]);
    let https = [("x-forwarded-proto", "https"), ("content-type", FORM)];
    let joined = Browser::default().send(&site, "POST", "/join", &https, body.as_bytes());
    let cookie = joined.header("set-cookie");
    assert!(cookie.starts_with("__Host-bout="), "{cookie}");
    for flag in ["; Path=/;", "; HttpOnly", "; SameSite=Lax", "; Secure"] {
        assert!(cookie.contains(flag), "{cookie}");
    }
    let anna = Browser::sign_in(&site, "anna", PASSWORD);
    make_host(&sandbox, "anna");
    let token = anna.token(&site, true);
    let id = submit(&site, &token, "small", "a.crash", "crash\n").json()["id"].as_str().unwrap().to_owned();
    let link = anna.post(&site, "/hosts/accounts/anna", &[("what", "reset")]);
    let path = format!("/links/{}", link.text().split("/links/").nth(1).unwrap().split('<').next().unwrap());
    let mut answers =
        vec![link, Browser::default().get(&site, &path), Browser::default().get(&site, "/sign-in")];
    for path in
        ["/account", "/hosts", "/hills/small/submit", "/hills/small", "/", &format!("/submissions/{id}")]
    {
        answers.push(anna.get(&site, path));
    }
    answers.push(ask(&site, &token, "GET", "/api/v1/submissions", None));
    for answer in answers {
        assert!([200, 201].contains(&answer.status), "{answer:?}");
        assert_eq!(answer.header("cache-control"), "no-store", "{answer:?}");
        assert!(
            answer
                .header("content-security-policy")
                .starts_with("default-src 'none'; style-src 'self'; script-src 'self'")
        );
        assert!(!answer.header("content-security-policy").contains("unsafe"));
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
    // Error responses of the framework's router and extractors have these headers, too.
    for (method, path) in [
        ("POST", "/account/tokens/x/delete"),
        ("PUT", "/account"),
        ("GET", "/submissions/%ff"),
        ("GET", "/sign-in?next=1&next=2"),
    ] {
        let answer = anna.send(&site, method, path, &[], b"");
        assert!(
            (400..500).contains(&answer.status) && answer.head.contains("content-security-policy"),
            "{answer:?}"
        );
    }
}

#[test]
fn nobody_is_sent_to_another_site_after_signing_in() {
    let (_sandbox, site) = quiet();
    Browser::join(&site, "anna");
    for next in [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "\\/evil.example",
        "javascript:alert(1)",
        "/a\r\nset-cookie: x=y",
        " //evil.example",
        "",
    ] {
        let fields = [("name", "anna"), ("password", PASSWORD), ("next", next)];
        let answer = Browser::default().post(&site, "/sign-in", &fields);
        assert_eq!((answer.status, answer.header("location")), (303, "/account"), "{next:?}");
        assert!(!answer.head.contains("set-cookie: x"), "{next:?}");
    }
    let page = Browser::default().get(&site, "/sign-in?next=%22%3E%3Cscript%3E").text();
    assert!(
        !page.contains("\"><script>") && hidden(&page, "next").contains("&#34;&#62;&#60;script"),
        "{page}"
    );
}

//! `bout serve`: links for forgotten passwords, sent by mail.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use support::Sandbox;
use support::members::{Browser, PASSWORD, QUIET, make_host, site_with};
use support::site::Site;

const NEW_PASSWORD: &str = "another good password";

/// How long a message may take before the test fails. On an idle machine each takes less
/// than a second.
const PATIENCE: Duration = Duration::from_mins(1);

/// A message as the mail server received it.
struct Message {
    to: String,
    text: String,
}

impl Message {
    /// Returns the path of the link in the message.
    fn link(&self) -> String {
        let at = self.text.find("http://bout.example/").expect("a link begins with the base_url");
        self.text[at + "http://bout.example".len()..].split_whitespace().next().unwrap().to_owned()
    }
}

/// Starts a mail server. It gives the first recipients the answers in `answers`, and
/// accepts all others.
fn server(mut answers: Vec<&'static str>) -> (u16, Receiver<Message>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            // If a connection ends early, the site has given it up.
            let _ = serve(connection.unwrap(), &mut answers, &sender);
        }
    });
    (port, receiver)
}

fn serve(
    connection: TcpStream,
    answers: &mut Vec<&'static str>,
    messages: &Sender<Message>,
) -> std::io::Result<()> {
    let mut out = connection.try_clone()?;
    let mut lines = BufReader::new(connection).lines();
    out.write_all(b"220 mail.example\r\n")?;
    let mut to = String::new();
    while let Some(line) = lines.next().transpose()? {
        let command = line.to_ascii_uppercase();
        let answer = if command.starts_with("RCPT") {
            line.clone_into(&mut to);
            if answers.is_empty() { "250 ok" } else { answers.remove(0) }
        } else if command == "DATA" {
            out.write_all(b"354 go on\r\n")?;
            let mut text = String::new();
            for line in lines.by_ref() {
                match line? {
                    line if line == "." => break,
                    line => text.extend([line.as_str(), "\n"]),
                }
            }
            let _ = messages.send(Message { to: std::mem::take(&mut to), text });
            "250 ok"
        } else if command == "QUIT" {
            return out.write_all(b"221 bye\r\n");
        } else {
            "250 ok"
        };
        out.write_all(format!("{answer}\r\n").as_bytes())?;
    }
    Ok(())
}

fn site(port: u16) -> (Sandbox, Site) {
    let wide = "sign_ins_per_minute = 60000\nsign_ups_per_minute = 60000\n";
    site_with(&format!(
        "base_url = \"http://bout.example\"\nsign_up = \"open\"\n{QUIET}[limits]\n{wide}\
         [mail]\nserver = \"127.0.0.1\"\nport = {port}\nsecurity = \"none\"\nfrom = \"The site <bout@bout.example>\"\n"
    ))
}

/// Confirms a member's address.
fn confirm(browser: &Browser, site: &Site, messages: &Receiver<Message>, address: &str) {
    let asked = browser.post(site, "/account/mail", &[("address", address), ("password", PASSWORD)]);
    assert_eq!((asked.status, asked.header("location")), (303, "/account"), "{asked:?}");
    let message = messages.recv_timeout(PATIENCE).unwrap();
    assert!(message.to.contains(address), "{}", message.to);
    let path = message.link();
    for _ in 0..2 {
        let shown = browser.get(site, &path).text();
        assert!(
            shown.contains(address) && shown.contains("Confirm the address"),
            "looking confirms nothing: {shown}"
        );
    }
    let confirmed = browser.post(site, &path, &[]);
    assert_eq!(confirmed.status, 200, "{confirmed:?}");
    assert_eq!(browser.get(site, &path).status, 410, "the link works once");
}

#[test]
fn a_forgotten_password_is_replaced_by_mail() {
    let (port, messages) = server(Vec::new());
    let (_sandbox, site) = site(port);
    let anna = Browser::join(&site, "anna");
    let refused =
        anna.post(&site, "/account/mail", &[("address", "anna@example.org"), ("password", "not my own")]);
    assert_eq!(refused.status, 422, "who finds an open browser cannot take the account over");
    confirm(&anna, &site, &messages, "anna@example.org");
    assert!(anna.get(&site, "/account").text().contains("anna@example.org"));

    let stranger = Browser::default();
    let known = stranger.post(&site, "/forgot", &[("who", "ANNA")]);
    let unknown = stranger.post(&site, "/forgot", &[("who", "nobody")]);
    let by_address = stranger.post(&site, "/forgot", &[("who", "Anna@Example.org")]);
    assert_eq!(
        (known.status, known.text()),
        (200, unknown.text()),
        "the answer does not say who has an account"
    );
    assert_eq!(known.text(), by_address.text());
    let [one, other] = [(), ()].map(|()| messages.recv_timeout(PATIENCE).unwrap());
    assert!(one.to.contains("anna@example.org") && one.text.contains("account anna"), "{}", one.text);
    assert!(
        one.text.contains("From: \"The site\" <bout@bout.example>")
            && one.text.contains("Auto-Submitted: auto-generated"),
        "{}",
        one.text
    );

    let shown = stranger.get(&site, &one.link());
    assert!(shown.status == 200 && shown.text().contains("anna"), "{shown:?}");
    let changed = stranger.post(&site, &one.link(), &[("password", NEW_PASSWORD)]);
    assert_eq!((changed.status, changed.header("location")), (303, "/sign-in"), "{changed:?}");
    assert!(!anna.is_signed_in(&site), "other browsers are signed out");
    assert_eq!(stranger.get(&site, &other.link()).status, 410, "the other link has ended with it");
    Browser::sign_in(&site, "anna", NEW_PASSWORD);
}

#[test]
fn an_address_that_changes_is_told() {
    let (port, messages) = server(Vec::new());
    let (_sandbox, site) = site(port);
    let anna = Browser::join(&site, "anna");
    confirm(&anna, &site, &messages, "old@example.org");
    confirm(&anna, &site, &messages, "new@example.org");
    let told = messages.recv_timeout(PATIENCE).unwrap();
    assert!(
        told.to.contains("old@example.org") && told.text.contains("another mail address"),
        "{}",
        told.text
    );
    assert!(
        !told.text.contains("new@example.org"),
        "the old address does not learn the new one: {}",
        told.text
    );
    let removed = anna.post(&site, "/account/mail", &[("address", ""), ("password", PASSWORD)]);
    assert_eq!(removed.status, 303);
    assert!(!anna.get(&site, "/account").text().contains("new@example.org"));
    Browser::default().post(&site, "/forgot", &[("who", "anna")]);
    // A message to another member shows that the one before was not sent.
    let bert = Browser::join(&site, "bert");
    confirm(&bert, &site, &messages, "bert@example.org");
}

#[test]
fn nobody_is_sent_many_messages_and_nothing_that_somebody_typed() {
    let (port, messages) = server(Vec::new());
    let (_sandbox, site) = site(port);
    let anna = Browser::join(&site, "anna");
    let ask =
        |address: &str| anna.post(&site, "/account/mail", &[("address", address), ("password", PASSWORD)]);
    for wrong in [
        "anna",
        "a@b@c",
        "a@example.org\r\nBcc: eve@example.org",
        "<a@example.org>",
        "a@example.org, b@example.org",
    ] {
        assert_eq!(ask(wrong).status, 422, "{wrong:?}");
    }
    assert_eq!(ask(&format!("{}@example.org", "a".repeat(300))).status, 422);
    let answers: Vec<u16> = (0..5).map(|_| ask("victim@example.org").status).collect();
    assert_eq!(answers, [303, 303, 303, 303, 429]);
    assert_eq!(ask("VICTIM@example.org").status, 429);
    for _ in 0..4 {
        assert!(messages.recv_timeout(PATIENCE).unwrap().to.contains("victim@example.org"));
    }
}

#[test]
fn a_server_that_is_busy_is_asked_again_and_hosts_see_what_failed() {
    let (port, messages) = server(vec!["451 try later", "250 ok", "550 no such person"]);
    let (sandbox, site) = site(port);
    let anna = Browser::join(&site, "anna");
    make_host(&sandbox, "anna");
    confirm(&anna, &site, &messages, "busy@example.org");
    assert!(!anna.get(&site, "/hosts").text().contains("could not be sent"));
    let asked =
        anna.post(&site, "/account/mail", &[("address", "nobody@example.org"), ("password", PASSWORD)]);
    assert_eq!(asked.status, 303);
    let end = Instant::now() + PATIENCE;
    while !anna.get(&site, "/hosts").text().contains("no such person") {
        assert!(Instant::now() < end, "hosts do not see what failed");
        std::thread::sleep(Duration::from_millis(50));
    }
    let account = anna.get(&site, "/account").text();
    assert!(account.contains("busy@example.org") && account.contains("nobody@example.org"), "{account}");
}

#[test]
fn a_site_without_mail_says_who_helps() {
    let (_sandbox, site) = site_with(QUIET);
    let stranger = Browser::default();
    let page = stranger.get(&site, "/forgot");
    assert!(page.status == 404 && page.text().contains("A host can give you a link"), "{page:?}");
    assert!(!stranger.get(&site, "/sign-in").text().contains("/forgot"));
}

#[test]
fn a_password_that_cannot_be_read_stops_the_site_before_it_starts() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    let settings = "base_url = \"http://bout.example\"\n[mail]\nserver = \"mail.example\"\nfrom = \"a@b.example\"\n\
                    user = \"a\"\npassword_file = \"secret\"\n";
    sandbox.file("site/bout.toml", settings);
    let start = || sandbox.bout(&["serve", "site", "--bind", "127.0.0.1:0"]);
    start().fails(3).says(&["site/secret"]);
    sandbox.file("site/secret", "\n");
    start().fails(1).says(&["site/secret", "the first line must be the secret"]);
}

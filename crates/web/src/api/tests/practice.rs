//! Practice responds as described, even where no games can be played.

use accounts::Scope;

use super::members::{asked, token};
use super::*;
use crate::orders::{Message, Order};
use crate::practice::PracticeResult;

const GAMES: &str = "/api/v1/playground/games";
const LESSONS: &str = "/api/v1/playground/lessons";
const GOOD: &str = r#"{"game": "crash", "program": {"source": "crash"}}"#;

/// Answers the next order in place of a worker.
fn answer_next(site: &Arc<Site>) -> std::thread::JoinHandle<()> {
    let site = Arc::clone(site);
    std::thread::spawn(move || {
        let job = site.practice.next(std::time::Duration::from_mins(1)).expect("somebody asks");
        job.answer(match &job.order {
            Order::Practise(_) => {
                let nothing = PracticeResult {
                    diagnostics: json!([]),
                    opponent_diagnostics: json!([]),
                    cut_short: Some("it was too long".into()),
                    ..PracticeResult::default()
                };
                Ok(Message::PracticeResult { practised: Box::new(nothing) })
            }
            Order::CheckLesson(_) => Err("there is no compiler".into()),
            _ => panic!("nothing else is asked"),
        });
    })
}

#[test]
fn practising_answers_as_described() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let token = token(&site, "anna", &[Scope::Submit]);
    let headers = [("authorization", token.as_str()), ("content-type", "application/json")];
    let worker = answer_next(&site);
    let played = asked(&site, ("post", GAMES), GAMES, &headers, GOOD, 200).json();
    worker.join().unwrap();
    assert_eq!((&played["won"], &played["cut_short"]), (&json!(0), &json!("it was too long")));
    for wrong in [r#"{"game": "crash"}"#, r#"{"game": "chess", "program": {"source": ""}}"#] {
        asked(&site, ("post", GAMES), GAMES, &headers, wrong, 422);
    }
    asked(&site, ("post", GAMES), GAMES, &headers, "{", 400);
    let lesson = lessons::files("crash")[0].0.clone();
    let body = json!({ "lesson": lesson, "source": "crash" }).to_string();
    let worker = answer_next(&site);
    let failed = asked(&site, ("post", LESSONS), LESSONS, &headers, &body, 503);
    worker.join().unwrap();
    assert_eq!(failed.json()["detail"], "There is no compiler.");
    let missing =
        asked(&site, ("post", LESSONS), LESSONS, &headers, r#"{"lesson": "crash/x", "source": ""}"#, 422);
    assert!(missing.json()["detail"].as_str().unwrap().contains(&lesson));
}

#[test]
fn whoever_has_used_up_the_day_is_told_when_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let token = token(&site, "anna", &[Scope::Submit]);
    let anna = site.accounts.account("anna").unwrap().unwrap().id;
    site.accounts.charge_account(anna, site.config.limits.processor_ms(), crate::times::now()).unwrap();
    let headers = [("authorization", token.as_str()), ("content-type", "application/json")];
    let refused = asked(&site, ("post", GAMES), GAMES, &headers, GOOD, 429);
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 0);
}

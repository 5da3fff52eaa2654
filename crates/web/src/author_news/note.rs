//! Records news about programs for their owners. A message never names programs of others: they may
//! be hidden, or their authors may delete their accounts.

use std::collections::BTreeMap;

use accounts::{Account, AccountsError, NewNews, OwnedProgram, Submission, SubmissionState};
use report::url_segment;
use serde_json::json;

use super::AuthorEvent;
use crate::config::EntrantsFrom;
use crate::dated::ContestView;
use crate::events::{self, Event, HillEventKind, stable_id};
use crate::hill_view::HillView;
use crate::members::Viewer;
use crate::pages::result_in_words;
use crate::site::Site;
use crate::supervisor::TICK;
use crate::times;

/// A place in the database that marks a site as seen before. What happened before the first look is
/// not news.
const BEGUN: &str = "begun";

/// The maximum number of submissions that one pass handles.
const MAX_SUBMISSIONS: usize = 100;

/// How many changes of each place have been handled. A place is a hill or a contest.
type Positions = BTreeMap<String, u64>;

/// Records news until `stop` returns true.
pub(crate) fn note(site: &Site, stop: fn() -> bool) {
    let mut positions = None;
    while !stop() {
        // After an error, the next pass reads the positions again and retries.
        if note_once(site, &mut positions).is_err() {
            positions = None;
        }
        std::thread::sleep(TICK);
    }
}

/// Records what is new. `known` caches the positions from the database.
fn note_once(site: &Site, known: &mut Option<Positions>) -> Result<(), AccountsError> {
    let mut positions = match known.take() {
        Some(positions) => positions,
        None => site.accounts.news_positions()?,
    };
    let is_first = !positions.contains_key(BEGUN);
    for hill in site.all_hills() {
        let Ok(files) = &hill.files else { continue };
        let place = format!("hills/{}", hill.name);
        let (seen, all) = (positions.get(&place).copied(), files.history.len() as u64);
        if seen == Some(all) {
            continue;
        }
        // A history that has become shorter is a different one, so all of it is new.
        let seen = seen.filter(|seen| *seen <= all).unwrap_or(if is_first { all } else { 0 });
        let seen = usize::try_from(seen).unwrap_or(usize::MAX);
        // The next pass retries a history that cannot be read now.
        let Ok(events) = events::of_hill(&hill, seen..hill.changes(), site.config.own_base()) else {
            continue;
        };
        let news = of_hill(site, &hill, events)?;
        site.accounts.keep_news(&place, all, &news, times::now())?;
        positions.insert(place, all);
    }
    for contest in site.contests.all().into_iter().filter(|contest| contest.reveal.is_some()) {
        let place = format!("contests/{}/{}", contest.about.name, contest.commitment);
        if positions.contains_key(&place) {
            continue;
        }
        let news = if is_first { Vec::new() } else { of_contest(site, &contest)? };
        site.accounts.keep_news(&place, 1, &news, times::now())?;
        positions.insert(place, 1);
    }
    if is_first {
        site.accounts.keep_news(BEGUN, 1, &[], times::now())?;
        positions.insert(BEGUN.to_owned(), 1);
    }
    for submission in site.accounts.untold_submissions(MAX_SUBMISSIONS)? {
        let news = of_submission(site, &submission);
        site.accounts.keep_result(submission.id, news.as_ref(), times::now())?;
    }
    *known = Some(positions);
    Ok(())
}

/// Returns the news of a submission; `None` if it has no account or was withdrawn.
fn of_submission(site: &Site, submission: &Submission) -> Option<NewNews> {
    let account = submission.account.filter(|_| submission.state != SubmissionState::Withdrawn)?;
    let result = result_in_words(submission, None);
    let what = format!("{}: {}", submission.given, result.trim_end_matches('.'));
    let about = About {
        place: ("hill", &submission.hill),
        program: &submission.given,
        rank: submission.outcome.as_ref().map(|outcome| outcome.rank),
        what,
        page: format!("/submissions/{}", submission.public),
        key: &submission.public,
    };
    Some(about.news(site, account, AuthorEvent::SubmissionDone))
}

/// The subject of a piece of news.
struct About<'a> {
    /// The kind of the place, and its name.
    place: (&'static str, &'a str),
    /// The file name of the program.
    program: &'a str,
    rank: Option<usize>,
    /// What happened, in a sentence without a full stop.
    what: String,
    /// The path of the page about it.
    page: String,
    /// Identifies what happened. It makes the id of the news stable.
    key: &'a str,
}

impl About<'_> {
    fn news(&self, site: &Site, account: accounts::AccountId, event: AuthorEvent) -> NewNews {
        let base = site.config.own_base();
        let uid = stable_id(&format!("{base:?} {event:?} {} {:?} {}", self.key, self.place, self.program));
        let mut message = json!({
            "event": event,
            "site": site.config.title,
            "program": self.program,
            "rank": self.rank,
            "what": game::text::one_line(&self.what),
            "page": self.page,
            "url": format!("{base}{}", self.page),
            "id": uid,
            "time": times::in_words(times::now()),
        });
        message[self.place.0] = json!(self.place.1);
        NewNews { account, uid, event: event.as_str().to_owned(), message: message.to_string() }
    }
}

/// Converts events of a hill (newest first) to news (oldest first).
fn of_hill(site: &Site, hill: &HillView, mut events: Vec<Event>) -> Result<Vec<NewNews>, AccountsError> {
    if events.is_empty() {
        return Ok(Vec::new());
    }
    events.reverse();
    let owned = site.accounts.programs_of_hill(&hill.name)?;
    let mut news = Vec::new();
    for event in &events {
        for (program, kind, rank) in changes(event) {
            let Some(account) = owner(site, hill, &owned, program)? else { continue };
            let what = match kind {
                AuthorEvent::PushedOff => format!("{program} was pushed off the hill"),
                AuthorEvent::Retired if event.happened == HillEventKind::Retired => {
                    format!("{program} was retired, because it cannot play any more")
                }
                AuthorEvent::Retired => format!("{program} was removed from the hill"),
                _ => format!("{program} is the best program of the hill"),
            };
            let about = About {
                place: ("hill", &hill.name),
                program,
                rank,
                what,
                page: format!("/hills/{}", url_segment(&hill.name)),
                key: &event.id,
            };
            news.push(about.news(site, account.id, kind));
        }
    }
    Ok(news)
}

/// Returns the news in a change of a hill: the file of the program, the kind of news and the new
/// rank.
fn changes(event: &Event) -> Vec<(&str, AuthorEvent, Option<usize>)> {
    let mut changes = Vec::new();
    if matches!(event.happened, HillEventKind::Removed | HillEventKind::Retired) {
        changes.push((event.program.as_str(), AuthorEvent::Retired, None));
    }
    changes.extend(event.pushed_off.iter().map(|file| (file.as_str(), AuthorEvent::PushedOff, None)));
    if event.happened == HillEventKind::Entered && event.rank == Some(1) {
        changes.push((&event.program, AuthorEvent::NewKing, Some(1)));
    }
    let risen = event.moved.iter().filter(|moved| moved.to == 1);
    changes.extend(risen.map(|moved| (moved.program.as_str(), AuthorEvent::NewKing, Some(1))));
    changes
}

/// Returns the account that owns a program, if it may see the hill.
fn owner(
    site: &Site,
    hill: &HillView,
    owned: &BTreeMap<String, OwnedProgram>,
    file: &str,
) -> Result<Option<Account>, AccountsError> {
    let Some(program) = owned.get(file) else { return Ok(None) };
    let account = site.accounts.account(&program.author)?.filter(|account| account.id == program.account);
    let may_see =
        |account: &Account| hill.is_visible_to(&Viewer { account: Some(account.clone()), links: Vec::new() });
    Ok(account.filter(may_see))
}

/// Returns the news of each entrant's result in a contest.
fn of_contest(site: &Site, contest: &ContestView) -> Result<Vec<NewNews>, AccountsError> {
    let Some(standings) = &contest.standings else { return Ok(Vec::new()) };
    let owned = site.accounts.programs_of_hill(&contest.about.hill)?;
    let entrants = contest.frozen.iter().flat_map(|frozen| &frozen.entrants);
    let mut news = Vec::new();
    for entrant in entrants {
        let Some(place) = standings.table.iter().find(|place| place.program == entrant.file.as_str()) else {
            continue;
        };
        let author = match contest.about.entrants {
            EntrantsFrom::Authors => Some(entrant.author.as_str()),
            EntrantsFrom::Hill => owned.get(entrant.file.as_str()).map(|owned| owned.author.as_str()),
        };
        let Some(author) = author else { continue };
        let Some(account) = site.accounts.account(author)? else { continue };
        let name = contest.about.name.as_str();
        let about = About {
            place: ("contest", name),
            program: entrant.file.as_str(),
            rank: Some(place.rank),
            what: format!(
                "{} has rank {} of {} in {}",
                entrant.file,
                place.rank,
                standings.table.len(),
                contest.about.title
            ),
            page: format!("/contests/{}", url_segment(name)),
            key: &contest.commitment,
        };
        news.push(about.news(site, account.id, AuthorEvent::ContestResult));
    }
    Ok(news)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::Move;

    fn event(happened: HillEventKind, rank: Option<usize>, pushed_off: &[&str], moved: Vec<Move>) -> Event {
        Event {
            id: "urn:uuid:0".into(),
            hill: "small".into(),
            challenge: 1,
            happened,
            program: "new.crash".into(),
            rank,
            pushed_off: pushed_off.iter().map(|file| (*file).to_owned()).collect(),
            moved,
            what: String::new(),
            seen: String::new(),
            at: 0,
        }
    }

    #[test]
    fn a_change_is_news_of_those_whom_it_concerns() {
        let king = event(HillEventKind::Entered, Some(1), &["old.crash"], Vec::new());
        let expected =
            [("old.crash", AuthorEvent::PushedOff, None), ("new.crash", AuthorEvent::NewKing, Some(1))];
        assert_eq!(changes(&king), expected);
        let up = Move { program: "heir.crash".into(), from: 2, to: 1 };
        let removed = event(HillEventKind::Removed, None, &[], vec![up]);
        let expected =
            [("new.crash", AuthorEvent::Retired, None), ("heir.crash", AuthorEvent::NewKing, Some(1))];
        assert_eq!(changes(&removed), expected);
        let retired = event(HillEventKind::Retired, None, &[], Vec::new());
        assert_eq!(changes(&retired), [("new.crash", AuthorEvent::Retired, None)]);
        assert!(changes(&event(HillEventKind::Renewed, None, &[], Vec::new())).is_empty());
        assert!(changes(&event(HillEventKind::NotGoodEnough, None, &[], Vec::new())).is_empty());
    }
}

//! Practice requests of members. The page and the API share these rules.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use accounts::{Account, AccountsError};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use games::{RegisteredGame, registry};
use playground::Score;
use serde::Deserialize;
use serde_json::{Value, json};

use super::orders::{
    GameResult, Keep, LessonChecked, PracticeGames, PracticeLesson, PracticeResult, SentProgram,
};
use super::queue::PracticeQueueRefusal;
use crate::config::Submissions;
use crate::members::off_thread;
use crate::orders::{Message, Order};
use crate::site::Site;
use crate::submissions::{ProcessorTime, Refusal, file_name};
use crate::throttle::{Action, Who};

/// The most games per request. Long games may use up the budget earlier.
const MAX_GAMES: u64 = 100;

/// The highest game number. The limit keeps numbers exact in every client, including JavaScript.
const MAX_GAME: u64 = 1 << 40;

/// A program in a request: either as text or in base64.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Program {
    file: Option<String>,
    source: Option<String>,
    source_base64: Option<String>,
    /// The name of an example to use instead of a source.
    example: Option<String>,
}

/// A request for practice games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GamesBody {
    game: String,
    program: Program,
    opponent: Option<Program>,
    #[serde(default)]
    seat: usize,
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default)]
    from: u64,
    #[serde(default = "one_game")]
    games: u64,
    #[serde(default)]
    record: bool,
}

const fn first_seed() -> u64 {
    1
}

const fn one_game() -> u64 {
    1
}

/// A request to check a program against a lesson.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonBody {
    lesson: String,
    source: String,
}

/// The reason why a practice request is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PracticeRefusal {
    /// The site or the role of the account does not permit it.
    #[error("{0}")]
    NotAllowed(&'static str),
    /// The request is invalid.
    #[error("{0}")]
    Unfitting(String),
    /// The account exceeds the rate limit.
    #[error("you practise too fast; please wait for {} s", .0.as_secs() + 1)]
    TooFast(Duration),
    /// The account has used up its processor time.
    #[error("your processor time for today is used up; it is renewed at midnight, universal time")]
    UsedUp(ProcessorTime),
    /// The practice queue is full, or already has an order of this account.
    #[error(transparent)]
    PracticeQueue(#[from] PracticeQueueRefusal),
    /// The worker failed.
    #[error("{0}")]
    Failed(String),
    /// The account database failed.
    #[error("{}", crate::failures::of_accounts(.0))]
    Accounts(#[from] AccountsError),
}

/// Plays practice games of a program.
pub(crate) async fn play_games(
    site: &Arc<Site>,
    account: &Account,
    body: GamesBody,
) -> Result<PracticeResult, PracticeRefusal> {
    let order = Order::Practise(Box::new(body.order()?));
    match carried_out(site, account, order).await? {
        Message::PracticeResult { practised } => Ok(*practised),
        _ => Err(PracticeRefusal::Failed("the worker answered something else".into())),
    }
}

/// Checks a program against a lesson.
pub(crate) async fn check_lesson(
    site: &Arc<Site>,
    account: &Account,
    body: LessonBody,
) -> Result<LessonChecked, PracticeRefusal> {
    let LessonBody { lesson, source } = body;
    let game = lesson.split('/').next().unwrap_or_default();
    let known = lessons::files(game);
    if !known.iter().any(|(path, _)| *path == lesson) {
        let all: Vec<&str> = known.iter().map(|(path, _)| path.as_str()).collect();
        let all = if all.is_empty() { "it looks like snakes/01-NAME.toml".into() } else { all.join(", ") };
        return Err(PracticeRefusal::Unfitting(format!("there is no such lesson: {all}")));
    }
    let order = Order::CheckLesson(PracticeLesson { lesson, source: BASE64_STANDARD.encode(source) });
    match carried_out(site, account, order).await? {
        Message::LessonChecked { checked } => Ok(*checked),
        _ => Err(PracticeRefusal::Failed("the worker answered something else".into())),
    }
}

/// Has the worker carry out an order, if the account may practise now.
async fn carried_out(site: &Arc<Site>, account: &Account, order: Order) -> Result<Message, PracticeRefusal> {
    match site.config.submissions {
        Submissions::Closed => return Err(PracticeRefusal::NotAllowed("this site accepts no programs")),
        Submissions::Hosts if !account.is_host() => {
            return Err(PracticeRefusal::NotAllowed("only the hosts of this site may submit programs"));
        }
        Submissions::Hosts | Submissions::Members => {}
    }
    site.throttle.count(Action::Practise, Who::Name(&account.name)).map_err(PracticeRefusal::TooFast)?;
    let id = account.id;
    let used = off_thread(site, move |site| ProcessorTime::of(site, id)).await?;
    if used.is_used_up() {
        return Err(PracticeRefusal::UsedUp(used));
    }
    // If the client disconnects, this future is dropped, and the queue skips the order.
    let answer = site.practice.ask(id, order)?;
    let answer = answer.await.map_err(|_| PracticeRefusal::Failed("the site stops".into()))?;
    answer.map_err(PracticeRefusal::Failed)
}

impl GamesBody {
    fn order(self) -> Result<PracticeGames, PracticeRefusal> {
        let unfitting = |why: &str| PracticeRefusal::Unfitting(why.into());
        let game = registry::by_name(&self.game)
            .ok_or_else(|| PracticeRefusal::Unfitting(format!("there is no game `{}`", self.game)))?;
        if self.seat > 1 {
            return Err(unfitting("`seat` is 0 or 1: who plays first"));
        }
        if !(1..=MAX_GAMES).contains(&self.games) {
            return Err(PracticeRefusal::Unfitting(format!("`games` is from 1 to {MAX_GAMES}")));
        }
        if self.from > MAX_GAME {
            return Err(PracticeRefusal::Unfitting(format!("`from` is at most {MAX_GAME}")));
        }
        if self.record && self.games != 1 {
            return Err(unfitting("a record is of one game: ask for `games` 1"));
        }
        Ok(PracticeGames {
            game: self.game,
            program: self.program.sent(game)?,
            opponent: self.opponent.map(|one| one.sent(game)).transpose()?,
            seat: self.seat,
            seed: self.seed,
            from: self.from,
            games: self.games,
            keep: if self.record { Keep::Record } else { Keep::Results },
        })
    }
}

impl Program {
    fn sent(self, game: &'static dyn RegisteredGame) -> Result<SentProgram, PracticeRefusal> {
        let unfitting = |why: String| PracticeRefusal::Unfitting(why);
        match self {
            Self { example: Some(name), file: None, source: None, source_base64: None } => {
                example(game, &name)
            }
            Self { example: None, file, source, source_base64 } => {
                let source = match (source, source_base64) {
                    (Some(text), None) => BASE64_STANDARD.encode(text),
                    (None, Some(coded)) => coded,
                    _ => return Err(unfitting("either `source` or `source_base64` is needed".into())),
                };
                if let Err(error) = BASE64_STANDARD.decode(&source) {
                    return Err(unfitting(format!("`source_base64` is not base64: {error}")));
                }
                let file = file_name(game, file.as_deref().unwrap_or("program"));
                let file = file.map_err(|refusal: Refusal| unfitting(refusal.to_string()))?;
                Ok(SentProgram { file, source })
            }
            _ => Err(unfitting("a program is either an `example` or a `source`".into())),
        }
    }
}

fn example(game: &'static dyn RegisteredGame, name: &str) -> Result<SentProgram, PracticeRefusal> {
    let all = lessons::examples(game.info().name);
    let stem = |file: &str| Path::new(file).file_stem().is_some_and(|stem| stem == name);
    let found = all.iter().find(|(file, _)| *file == name || stem(file));
    let Some((file, text)) = found else {
        let all: Vec<&str> = all.iter().map(|(file, _)| *file).collect();
        return Err(PracticeRefusal::Unfitting(format!(
            "there is no example `{name}`: expected one of {}",
            all.join(", ")
        )));
    };
    Ok(SentProgram { file: (*file).to_owned(), source: BASE64_STANDARD.encode(text) })
}

/// Returns the results of games as JSON, with the score of the program and its confidence interval.
pub(crate) fn games_answer(practised: &PracticeResult) -> Value {
    let count = |wanted| practised.games.iter().filter(|one| one.result == wanted).count() as u64;
    let [won, drawn, lost] = [GameResult::Won, GameResult::Drawn, GameResult::Lost].map(count);
    let (points, low, high) = Score { won, drawn, lost }.points();
    json!({
        "diagnostics": practised.diagnostics,
        "opponent_diagnostics": practised.opponent_diagnostics,
        "program": practised.program,
        "games": practised.games,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "score": { "points": points, "low": low, "high": high },
        "cut_short": practised.cut_short,
        "record_base64": practised.record,
    })
}

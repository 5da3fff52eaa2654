//! The worker's side of lessons: checks a program against a lesson and runs the lesson's opponents.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use contests::foreign::{self, Checked, ForeignCode};
use contests::program_file::ProgramFile;
use contests::{Client, Failure, Isolation};
use game::{Diagnostics, Void};
use games::RegisteredGame;
use lessons::{Checking, Finding, Lesson};
use playground::record_of_fight;
use referee::PlayerFactory;

use super::budget::Budget;
use super::orders::{LessonChecked, LessonFinding, PracticeLesson};
use super::playing::{MAX_RECORD_BYTES, bytes_of, game_of};

/// The number of turns between two checks of the budget.
const TURNS: u64 = 200;

/// Checks a program against a lesson of this build, as long as the budget lasts.
pub(crate) fn check(
    order: &PracticeLesson,
    budget: &Budget,
    client: &Client,
) -> Result<LessonChecked, Failure> {
    let lesson = Arc::new(lesson_of(&order.lesson)?);
    let guests = Guests::of(game_of(lesson.game)?, client)?;
    let failed = |error: &dyn std::fmt::Display| Failure::Machine(error.to_string());
    let mut checking = Checking::start(lesson, &bytes_of(&order.source)?).map_err(|error| failed(&error))?;
    while !checking.work(TURNS, &guests).map_err(|error| failed(&error))?.finished {
        if budget.is_spent() {
            return Ok(too_long());
        }
    }
    let verdict = checking.verdict();
    let shown = verdict.findings.last().filter(|_| !verdict.passed).and_then(|last| last.fight.as_ref());
    let record = shown.and_then(|fight| {
        let ForeignCode { factory, environment } = &guests.code;
        // Ignore errors: the verdict is valid without a record.
        let record = record_of_fight(fight, factory.as_ref(), environment, &|| budget.is_spent()).ok();
        record.filter(|record| record.len() <= MAX_RECORD_BYTES)
    });
    Ok(LessonChecked {
        passed: verdict.passed,
        findings: verdict.findings.iter().map(finding).collect(),
        record: record.map(|record| BASE64_STANDARD.encode(record)),
    })
}

fn finding(found: &Finding) -> LessonFinding {
    LessonFinding {
        passed: found.passed,
        sentence: found.sentence.clone(),
        advice: found.advice.clone(),
        turn: found.fight.as_ref().map(|fight| fight.turn),
    }
}

fn too_long() -> LessonChecked {
    let sentence =
        "The games of this check take too long for the site: your program thinks too much in each turn.";
    let finding = LessonFinding { passed: false, sentence: sentence.into(), advice: None, turn: None };
    LessonChecked { passed: false, findings: vec![finding], record: None }
}

/// Returns the lesson with this path.
fn lesson_of(path: &str) -> Result<Lesson, Failure> {
    let wrong = |why: String| Failure::Usage(why);
    let missing = || wrong(format!("there is no lesson {path}"));
    let (game, _) = path.split_once('/').ok_or_else(missing)?;
    let found = lessons::files(game).into_iter().find(|(name, _)| name == path);
    let (_, text) = found.ok_or_else(missing)?;
    Lesson::parse(path, text).map_err(|error| wrong(error.to_string()))
}

/// The foreign code of a game, in the form that lessons use.
struct Guests<'c> {
    game: &'static dyn RegisteredGame,
    code: ForeignCode,
    client: &'c Client,
}

impl<'c> Guests<'c> {
    fn of(game: &'static dyn RegisteredGame, client: &'c Client) -> Result<Self, Failure> {
        Ok(Self { game, code: ForeignCode::of(game, Isolation::Reset, client)?, client })
    }
}

impl lessons::ForeignCode for Guests<'_> {
    fn examine(&self, source: &[u8]) -> Result<Diagnostics, Void> {
        let file = ProgramFile { path: "program".into(), bytes: source.to_vec(), game: self.game };
        match foreign::examine(&file, self.client) {
            Ok(Checked::NotForeign) => Ok(Diagnostics::default()),
            Ok(Checked::Accepted(checked)) => Ok(checked.diagnostics),
            Ok(Checked::Refused(reasons)) => Ok(reasons),
            Err(failure) => Err(Void { cause: failure.to_string() }),
        }
    }

    fn factory(&self) -> &dyn PlayerFactory {
        self.code.factory.as_ref()
    }
}

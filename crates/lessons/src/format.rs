//! Reads the file of a lesson.

mod check;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::lesson::{Check, Lesson, WrongAnswer};

/// Why a file is not a lesson.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}, line {line}: {message}")]
pub struct LessonError {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// What is wrong, and the bytes of the file that it is about.
struct Wrong {
    at: Range<usize>,
    message: String,
}

impl Wrong {
    fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }
}

impl From<toml::de::Error> for Wrong {
    fn from(error: toml::de::Error) -> Self {
        Self::new(error.span().unwrap_or_default(), error.message())
    }
}

/// The keys of a lesson, except for its checks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonTable {
    title: Spanned<String>,
    goal: Spanned<String>,
    hints: Spanned<Vec<String>>,
    start: Spanned<String>,
    solution: Spanned<String>,
    afterword: Spanned<String>,
    #[serde(default)]
    opponents: BTreeMap<String, Spanned<String>>,
    wrong: Spanned<Vec<WrongTable>>,
}

/// The keys of a wrong answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrongTable {
    source: Spanned<String>,
    check: Spanned<usize>,
    says: Spanned<String>,
}

/// The place of a lesson, as its path says.
struct Place<'p> {
    game: &'static dyn games::RegisteredGame,
    number: u32,
    name: &'p str,
}

impl Lesson {
    /// Reads a lesson. Its path ends in `GAME/NN-name.toml`.
    ///
    /// # Errors
    /// Names the line with the mistake, and what was expected there.
    pub fn parse(path: &str, text: &str) -> Result<Self, LessonError> {
        read(path, text).map_err(|wrong| LessonError {
            path: path.to_owned(),
            line: text.get(..wrong.at.start).unwrap_or_default().matches('\n').count() + 1,
            message: wrong.message,
        })
    }
}

fn read(path: &str, text: &str) -> Result<Lesson, Wrong> {
    let place = Place::of(path)?;
    let root = DeTable::parse(text)?;
    let span = root.span();
    let mut table = root.into_inner();
    let checks = table.remove("check").ok_or_else(|| Wrong::new(0..0, "a lesson needs a [[check]]"))?;
    let rest: LessonTable = read_value(Spanned::new(span, DeValue::Table(table)))?;
    not_empty("title", &rest.title)?;
    not_empty("goal", &rest.goal)?;
    not_empty("afterword", &rest.afterword)?;
    if rest.hints.get_ref().is_empty() {
        return Err(Wrong::new(rest.hints.span(), "a lesson needs a hint"));
    }
    let opponents = opponents(&place, &rest.opponents)?;
    let solution = program(&place, &rest.solution)?;
    let context = check::Context { game: place.game, opponents: &opponents, solution: &solution };
    let checks = context.checks(checks)?;
    let wrong = wrong_answers(&rest.wrong, &checks)?;
    Ok(Lesson {
        game: place.game.info().name,
        number: place.number,
        name: place.name.to_owned(),
        title: rest.title.into_inner(),
        goal: rest.goal.into_inner(),
        hints: rest.hints.into_inner(),
        start: rest.start.into_inner(),
        checks,
        solution: rest.solution.into_inner(),
        afterword: rest.afterword.into_inner(),
        wrong,
    })
}

impl<'p> Place<'p> {
    fn of(path: &'p str) -> Result<Self, Wrong> {
        let parts = || {
            let (folder, file) = path.rsplit_once('/')?;
            let game = games::registry::by_name(folder.rsplit('/').next()?)?;
            let (number, name) = file.strip_suffix(".toml")?.split_once('-')?;
            let is_number = number.len() == 2 && number.bytes().all(|digit| digit.is_ascii_digit());
            let number = number.parse().ok().filter(|number| is_number && *number > 0)?;
            let is_name = !name.is_empty() && name.bytes().all(|c| c.is_ascii_lowercase() || c == b'-');
            is_name.then_some(Self { game, number, name })
        };
        parts().ok_or_else(|| {
            let games = games::registry::names().join(", ");
            Wrong::new(
                0..0,
                format!("a lesson is called GAME/NN-short-name.toml, with one of the games {games}"),
            )
        })
    }
}

/// Reads a value of the file into a type.
fn read_value<T: DeserializeOwned>(value: Spanned<DeValue<'_>>) -> Result<T, Wrong> {
    let at = value.span();
    T::deserialize(ValueDeserializer::from(value)).map_err(|error| {
        let at = error.span().unwrap_or(at);
        Wrong::new(at, error.message())
    })
}

fn not_empty(key: &str, text: &Spanned<String>) -> Result<(), Wrong> {
    if text.get_ref().trim().is_empty() {
        return Err(Wrong::new(text.span(), format!("`{key}` is empty, but must be a text for the learner")));
    }
    Ok(())
}

/// Reads the program in a text, or returns the first error in it.
fn program(place: &Place, text: &Spanned<String>) -> Result<game::Participant, Wrong> {
    let reading = place.game.read(text.get_ref().as_bytes());
    let refused = |message| Wrong::new(text.span(), format!("this must be a legal program: {message}"));
    reading.into_program().map_err(refused)
}

/// The sources of the opponents that the file defines, by name.
fn opponents(
    place: &Place,
    given: &BTreeMap<String, Spanned<String>>,
) -> Result<BTreeMap<String, String>, Wrong> {
    let mut sources = BTreeMap::new();
    for (name, source) in given {
        program(place, source)?;
        sources.insert(name.clone(), source.get_ref().clone());
    }
    Ok(sources)
}

fn wrong_answers(tables: &Spanned<Vec<WrongTable>>, checks: &[Check]) -> Result<Vec<WrongAnswer>, Wrong> {
    if tables.get_ref().len() < 2 {
        return Err(Wrong::new(tables.span(), "a lesson needs at least two wrong answers"));
    }
    let answer = |table: &WrongTable| {
        not_empty("says", &table.says)?;
        let check = *table.check.get_ref();
        if check > checks.len() {
            let message = format!(
                "`check` is {check}, but must be from 0 (not legal) to {}, the last one",
                checks.len()
            );
            return Err(Wrong::new(table.check.span(), message));
        }
        let (source, says) = (table.source.get_ref().clone(), table.says.get_ref().clone());
        Ok(WrongAnswer { source, check, says })
    };
    tables.get_ref().iter().map(answer).collect()
}

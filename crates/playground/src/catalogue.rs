//! The initial content of the page, before anybody has written a program: games, examples and lessons.

use games::{REGISTRY, RegisteredGame};
use lessons::{Lesson, LessonError};
use serde_json::{Value, json};

use crate::markdown::html;

/// All games as JSON: their names, the file endings of their programs, whether the page itself can play them, their examples
/// and their lessons.
///
/// # Errors
/// If a lesson of this build is not valid.
pub fn catalogue() -> Result<Value, LessonError> {
    REGISTRY.iter().map(|game| course(*game)).collect()
}

/// One game as JSON, in the form of the [`catalogue`]. A page has the examples and lessons of the games that it can play
/// itself; a site has those of all games.
///
/// # Errors
/// If a lesson of this build is not valid.
pub fn course(game: &dyn RegisteredGame) -> Result<Value, LessonError> {
    let info = game.info();
    let examples = lessons::examples(info.name).into_iter();
    let examples: Value = examples.map(|(file, text)| json!({ "file": file, "text": text })).collect();
    let of_file = |(path, text): (String, _)| Ok(lesson(&path, &Lesson::parse(&path, text)?));
    let lessons: Vec<Value> = lessons::files(info.name).into_iter().map(of_file).collect::<Result<_, _>>()?;
    Ok(json!({
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "extension": info.extension,
        "plays_modules": info.also_extensions.contains(&"wasm"),
        "asks_programs": game.runs_foreign_code(),
        "examples": examples,
        "lessons": lessons,
    }))
}

/// A lesson as JSON, with HTML instead of Markdown.
fn lesson(path: &str, lesson: &Lesson) -> Value {
    json!({
        "path": path,
        "game": lesson.game,
        "number": lesson.number,
        "title": lesson.title,
        "goal": html(&lesson.goal),
        "hints": lesson.hints.iter().map(|hint| html(hint)).collect::<Vec<_>>(),
        "start": lesson.start,
        "solution": lesson.solution,
        "afterword": html(&lesson.afterword),
    })
}

/// A lesson that somebody adds to the page, as JSON. `path` is its file, such as `crash/03-mine.toml`.
///
/// # Errors
/// Says what is wrong with the lesson, and where.
pub fn own_lesson(path: &str, text: &str) -> Result<Value, LessonError> {
    Lesson::parse(path, text).map(|one| lesson(path, &one))
}

//! Plays a lesson as learners do.

use std::sync::Arc;

use lessons::{Checking, ForeignCode, Lesson, Verdict};

/// What is wrong with the lessons of a game, lesson by lesson.
pub(crate) fn problems(game: &str, foreign: &dyn ForeignCode) -> Vec<String> {
    let lessons = lessons::lessons(game).expect("the lessons can be read");
    lessons.into_iter().flat_map(|lesson| problems_of(lesson, foreign)).collect()
}

fn problems_of(lesson: Lesson, foreign: &dyn ForeignCode) -> Vec<String> {
    let lesson = Arc::new(lesson);
    let place = format!("{}/{:02}-{}", lesson.game, lesson.number, lesson.name);
    let verdict = |source: &str| {
        Checking::run(Arc::clone(&lesson), source.as_bytes(), foreign).expect("the machinery works")
    };
    let mut problems = Vec::new();
    let solution = verdict(&lesson.solution);
    if !solution.passed {
        problems.push(format!("{place}: the solution is refused: {}", told(&solution)));
    }
    if verdict(&lesson.start).passed {
        problems.push(format!("{place}: the program that learners start with passes"));
    }
    for (number, wrong) in (1..).zip(&lesson.wrong) {
        let verdict = verdict(&wrong.source);
        let refused = verdict.findings.last().filter(|_| !verdict.passed).map(|finding| finding.check);
        if refused != Some(wrong.check) || !told(&verdict).contains(&wrong.says) {
            let (check, says) = (wrong.check, &wrong.says);
            let found = told(&verdict);
            problems.push(format!(
                "{place}: wrong answer {number} must be refused by check {check} with {says:?}, but comes to {refused:?}: {found}"
            ));
        }
    }
    problems
}

/// What the learner reads last.
fn told(verdict: &Verdict) -> String {
    let last = verdict.findings.last().expect("there is a finding");
    format!("{} {}", last.sentence, last.advice.as_deref().unwrap_or_default())
}

//! `bout compare`: is a new version of a program better than the old one?

mod course;
mod field;
mod play;
mod progress;
mod report;
mod rounds;

use std::time::Instant;

use tournament::sequential::Hypotheses;

use crate::cli::{CompareArgs, Question};
use crate::failure::Failure;
use crate::interrupt;
use crate::recorder::Recorder;

use course::{Answer, Course};
use field::Field;
use play::{Ending, Player};
use progress::Progress;
use report::Report;

pub(crate) fn run(args: &CompareArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let field = Field::read(args)?;
    let recorder = args.playing.record.as_deref().map(Recorder::new).transpose()?;
    let start = Instant::now();
    let mut course = Course::new(&hypotheses(args), field.opponents.len());
    let mut report = Report::new(args, &field)?;
    let ending = if field.is_same_program() {
        course.settle_as_same();
        Ending::Decided
    } else {
        let mut progress = Progress::new(&field, args.question(), args.playing.output.form);
        let player = Player { args, field: &field, recorder: recorder.as_ref() };
        let ending = player.play(&mut course, |course, round| {
            report.add(course, round)?;
            progress.show(course);
            Ok(())
        });
        progress.finish();
        ending?
    };
    report.finish(&course, args.playing.timings.then(|| start.elapsed()))?;
    match ending {
        Ending::Decided if course.answer() == Answer::Yes => Ok(()),
        // What there is to say is in the report.
        Ending::Decided | Ending::Capped => Err(Failure::Refused(String::new())),
        Ending::Interrupted => {
            let (rounds, again) = (course.rounds(), interrupt::command());
            let why = format!("{rounds} rounds were played, and none is kept; this plays all: {again}");
            Err(Failure::Interrupted(why))
        }
        Ending::Void(cause) => Err(Failure::Machine(format!(
            "{} rounds had matches that stayed void, and the answer is still open; no program lost by them. The last: {cause}",
            course.skipped()
        ))),
    }
}

/// Each of the two answers may be wrong as rarely as the other, and the interval as rarely as both together.
fn hypotheses(args: &CompareArgs) -> Hypotheses {
    let error = (1.0 - args.confidence) / 2.0;
    let (not_better, better) = match args.question() {
        Question::Better => (0.0, args.gap),
        Question::NoWorse => (-args.gap, 0.0),
    };
    Hypotheses { not_better, better, alpha: error, beta: error }
}

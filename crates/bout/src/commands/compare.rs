//! `bout compare`: is a new version of a program better than the old one?

mod field;
mod play;
mod progress;
mod report;
mod rounds;
mod state;

use std::time::Instant;

use tournament::sequential::Hypotheses;

use crate::cli::{CompareArgs, Question};
use crate::failure::Failure;
use crate::interrupt;
use crate::recorder::Recorder;

use field::Field;
use play::{ComparisonPlayer, Ending};
use progress::Progress;
use report::Report;
use state::{Answer, ComparisonState};

pub(crate) fn run(args: &CompareArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let field = Field::read(args)?;
    let recorder = args.playing.record.as_deref().map(Recorder::new).transpose()?;
    let start = Instant::now();
    let mut state = ComparisonState::new(&hypotheses(args), field.opponents.len());
    let mut report = Report::new(args, &field)?;
    let ending = if field.is_same_program() {
        state.settle_as_same();
        Ending::Decided
    } else {
        let mut progress = Progress::new(&field, args.question(), args.playing.output.form);
        let player = ComparisonPlayer { args, field: &field, recorder: recorder.as_ref() };
        let ending = player.play(&mut state, |state, round| {
            report.add(state, round)?;
            progress.show(state);
            Ok(())
        });
        progress.finish();
        ending?
    };
    report.finish(&state, args.playing.timings.then(|| start.elapsed()))?;
    match ending {
        Ending::Decided if state.answer() == Answer::Yes => Ok(()),
        // The report says everything.
        Ending::Decided | Ending::Capped => Err(Failure::Refused(String::new())),
        Ending::Interrupted => {
            let (rounds, again) = (state.rounds(), interrupt::command());
            let why =
                format!("{rounds} rounds were played, and none is stored; to start again, run: {again}");
            Err(Failure::Interrupted(why))
        }
        Ending::Void(cause) => Err(Failure::Machine(format!(
            "{} rounds had matches that stayed void, and the answer is still open; no program is affected. The last cause: {cause}",
            state.skipped()
        ))),
    }
}

/// Both answers have the same error probability, and the interval has that of both together.
fn hypotheses(args: &CompareArgs) -> Hypotheses {
    let error = (1.0 - args.confidence) / 2.0;
    let (not_better, better) = match args.question() {
        Question::Better => (0.0, args.gap),
        Question::NoWorse => (-args.gap, 0.0),
    };
    Hypotheses { not_better, better, alpha: error, beta: error }
}

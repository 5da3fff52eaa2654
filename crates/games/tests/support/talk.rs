//! Matches of `PerlWar` in which the code of a snippet states its own result: `RETURNED`, `RETURNED|OWN` or
//! `RETURNED|OWN|CELL`, where an empty part means unchanged.

use std::convert::Infallible;

use game::{Engine as _, FaultKind, Game, Players, Reply, Rules, Seat, Unobserved};
use games::perlwar::{Answer, Engine, Parameters, PerlWar, Question, Run, RunResult, Setup, Snippets};

/// Answers as the snippets say, and keeps what it was asked.
#[derive(Default)]
pub(crate) struct Talk(pub(crate) Vec<(Seat, Question)>);

impl Players<Question, Answer> for Talk {
    type Failure = Infallible;

    fn ask(&mut self, seat: Seat, question: &Question) -> Result<Reply<Answer>, Infallible> {
        self.0.push((seat, question.clone()));
        let code = question.cells().next().flatten().expect("the running cell holds a snippet").text();
        let mut parts = code.split('|');
        let returned = parts.next().unwrap_or_default().to_owned();
        let mut changed = || parts.next().filter(|text| !text.is_empty()).map(Into::into);
        let run = Run { own: changed(), cell: changed(), returned };
        Ok(match code {
            "die" => Reply::Answer(Answer::Died),
            "loop" => Reply::Fault(FaultKind::Time, "101 ms".into()),
            _ => Reply::Answer(Answer::Ran(run)),
        })
    }
}

pub(crate) fn parameters(pairs: &[&str]) -> Parameters {
    <PerlWar as Game>::parameters(&Rules::parse(pairs).unwrap(), &[]).unwrap()
}

/// An Array of 6 cells that starts with these snippets: cell, owner, code.
pub(crate) fn six(cells: &[(usize, Seat, &str)]) -> Engine {
    let players = 1 + cells.iter().map(|(_, owner, _)| *owner).max().unwrap();
    Engine::on_array(parameters(&["size=6", "rounds=9"]), players, cells)
}

pub(crate) fn play(engine: &mut Engine, rounds: u64) -> Vec<(Seat, Question)> {
    let mut talk = Talk::default();
    let Ok(()) = engine.advance(engine.turn() + rounds, &mut talk, &mut Unobserved);
    talk.0
}

/// The results of the runs of the last round, such as `2: copied 2 to 5`.
pub(crate) fn happened(engine: &Engine) -> Vec<String> {
    let result = |result: &RunResult| match result {
        RunResult::Segfault(_) => "segfault".to_owned(),
        RunResult::Noop => "noop".to_owned(),
        RunResult::Copied { source, target } => format!("copied {source} to {target}"),
        RunResult::Refused { target } => format!("refused {target}"),
        RunResult::Nuked { target } => format!("nuked {target}"),
        RunResult::Updated { target } => format!("updated {target}"),
        RunResult::Claimed { target } => format!("claimed {target}"),
    };
    engine.last_round().iter().map(|run| format!("{}: {}", run.cell, result(&run.result))).collect()
}

/// The cells that are not empty, such as `2: 0 !1` for player 0's `!1` in cell 2.
pub(crate) fn cells(engine: &Engine) -> Vec<String> {
    let size = engine.frame().cells.iter().map(|run| run.count).sum();
    let cell = |cell| engine.cell(cell).map(|(owner, code)| format!("{cell}: {owner} {code}"));
    (0..size).filter_map(cell).collect()
}

pub(crate) fn snippets(text: &str) -> Snippets {
    games::perlwar::read(text.as_bytes()).program.unwrap()
}

/// A match of these files, begun.
pub(crate) fn begun(rules: &[&str], files: &[&str], key: u64) -> Engine {
    let files: Vec<Snippets> = files.iter().map(|file| snippets(file)).collect();
    let mut engine = PerlWar::engine(&parameters(rules), &files.iter().collect::<Vec<_>>());
    PerlWar::begin(&mut engine, &Setup { key });
    engine
}

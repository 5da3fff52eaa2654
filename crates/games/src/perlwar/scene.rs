//! How a match is shown: the ring of cells by owner, and the runs of the last round.

use game::{
    Agent, Event, EventKind, Frame, Glyph, LineRole, Moment, Notable, NotableKind, Panel, PanelLine, Score,
    Seat, SeatNames, Shape, Storyteller,
};

use super::board::owner_of;
use super::engine::{ELIMINATION, EMPTY_TEXT, SNIPPETS};
use super::explainer::Explainer;
use super::reconstruction::{CellChange, Reconstruction, RoundEvent, cells_run, retell, text_of};
use super::round::{RunResult, Segfault};
use super::setup::{Parameters, Setup};
use super::story::Teller;

/// How many runs of a round are told; a crowded Array has thousands.
const MAX_RUNS: usize = 24;
/// How many lines are shown of a code, and of each side of a change.
const MAX_CODE_LINES: usize = 8;

/// The scene of a match.
pub(super) struct Scene {
    parameters: Parameters,
    seats: usize,
    setup: Setup,
}

impl Scene {
    pub(super) fn new(parameters: Parameters, seats: usize, setup: Setup) -> Self {
        Self { parameters, seats, setup }
    }

    fn scores(&self, moment: &Moment<'_>) -> Panel {
        let Moment { frame, names, .. } = moment;
        let number = |name, seat| frame.register(name).get(seat).copied().unwrap_or(0);
        let line = |seat| match number(ELIMINATION, seat) {
            0 => PanelLine::plain(format!(
                "{}: {} of {}",
                names.of(seat),
                number(SNIPPETS, seat),
                self.parameters.size
            )),
            round => PanelLine::new(format!("{}: out in round {round}", names.of(seat)), LineRole::Failure),
        };
        Panel { title: "snippets".into(), seat: None, lines: (0..self.seats).map(line).collect() }
    }
}

/// Snippets that came or went without a run, and what is not told.
fn round_panel(moment: &Moment<'_>, happenings: &[RoundEvent]) -> Panel {
    let (round, runs) = (moment.frame.turn, moment.asked.len());
    let line = |happening| without_run(happening, moment.names);
    let mut lines: Vec<PanelLine> = happenings.iter().filter_map(line).take(MAX_RUNS).collect();
    lines.push(PanelLine::plain(format!("snippets run {runs}")));
    if runs > MAX_RUNS {
        let more = format!("{} more runs are not shown", runs - MAX_RUNS);
        lines.push(PanelLine::new(more, LineRole::Quiet));
    }
    Panel { title: format!("round {round}"), seat: None, lines }
}

fn without_run(happening: &RoundEvent, names: &SeatNames) -> Option<PanelLine> {
    match *happening {
        RoundEvent::Entered { seat, cell } => {
            Some(PanelLine::plain(format!("{} enters cell {cell}", names.of(seat))).of_cell(cell))
        }
        RoundEvent::TooLong { seat, cell } => {
            let text = format!("cell {cell} of {}: segfaults, too long", names.of(seat));
            Some(PanelLine::new(text, LineRole::Failure).of_cell(cell))
        }
        RoundEvent::Unreadable { seat } => {
            let text = format!("a run of {} cannot be read: of another version?", names.of(seat));
            Some(PanelLine::new(text, LineRole::Quiet))
        }
        RoundEvent::Ran(_) => None,
    }
}

fn run_panel(run: &Reconstruction, names: &SeatNames) -> Panel {
    let Reconstruction { seat, cell, code, returned, result, changes } = run;
    let mut lines: Vec<PanelLine> =
        code_lines(code, LineRole::Current).into_iter().map(|line| line.of_cell(*cell)).collect();
    if let Some(returned) = returned {
        lines.push(PanelLine::plain(format!("returns {returned:?}")));
    }
    lines.push(result_line(result));
    for change in changes {
        lines.extend(difference(change));
    }
    Panel { title: format!("cell {cell}, {}", names.of(*seat)), seat: Some(*seat), lines }
}

/// The lines of a code, at most [`MAX_CODE_LINES`] of them.
fn code_lines(code: &str, role: LineRole) -> Vec<PanelLine> {
    let mut lines: Vec<PanelLine> =
        code.split('\n').take(MAX_CODE_LINES).map(|line| PanelLine::new(line, role)).collect();
    let more = code.split('\n').count() - lines.len();
    if more > 0 {
        lines.push(PanelLine::new(format!("({more} more lines)"), LineRole::Quiet));
    }
    lines
}

fn result_line(result: &RunResult) -> PanelLine {
    let (text, role) = match result {
        RunResult::Segfault(Segfault::Fault { kind, detail }) => {
            (format!("segfaults, {}: {detail}", kind.word()), LineRole::Failure)
        }
        RunResult::Segfault(segfault) => (format!("segfaults, {}", segfault.word()), LineRole::Failure),
        RunResult::Noop => ("nothing to carry out".into(), LineRole::Plain),
        RunResult::Copied { source, target } => {
            (format!("copies cell {source} to {target}"), LineRole::Plain)
        }
        RunResult::Refused { target } => {
            (format!("copies nothing: cell {target} is another's"), LineRole::Failure)
        }
        RunResult::Nuked { target } => (format!("empties cell {target}"), LineRole::Plain),
        RunResult::Updated { target } => (format!("rewrites cell {target}"), LineRole::Plain),
        RunResult::Claimed { target } => (format!("claims cell {target}"), LineRole::Plain),
    };
    let line = PanelLine::new(text, role);
    match result.target() {
        Some(target) => line.of_cell(target),
        None => line,
    }
}

/// What is gone from a cell and what is new in it, without the unchanged lines at the beginning and at the end.
fn difference(change: &CellChange) -> Vec<PanelLine> {
    let (before, after) = (text_of(change.before.as_ref()), text_of(change.after.as_ref()));
    let (old, new): (Vec<&str>, Vec<&str>) = (before.split('\n').collect(), after.split('\n').collect());
    let same_first = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[same_first..], &new[same_first..]);
    let same_last = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let side = |lines: &[&str], role| code_lines(&lines[..lines.len() - same_last].join("\n"), role);
    let mut lines = vec![PanelLine::new(format!("cell {}:", change.cell), LineRole::Quiet)];
    if old.len() > same_last {
        lines.extend(side(old, LineRole::Removed));
    }
    if new.len() > same_last {
        lines.extend(side(new, LineRole::Added));
    }
    lines.into_iter().map(|line| line.of_cell(change.cell)).collect()
}

impl game::Scene for Scene {
    fn shape(&self) -> Shape {
        Shape::Ring { cells: self.parameters.size }
    }

    /// The number of its owner, of which there are 16 at most, as one digit of base 16.
    fn glyph(&self, text: &str) -> Glyph {
        let seat: Option<Seat> = text.split(' ').next().and_then(|number| number.parse().ok());
        let owner = seat.filter(|seat| *seat < self.seats);
        let digit = owner.and_then(|seat| char::from_digit(u32::try_from(seat).ok()?, 16));
        Glyph { symbol: digit.unwrap_or('.'), owner, is_blank: text == EMPTY_TEXT }
    }

    fn home(&self, _: usize) -> Option<Seat> {
        None
    }

    /// None: only the questions tell which snippets ran.
    fn agents(&self, _: &Frame) -> Vec<Agent> {
        Vec::new()
    }

    fn agents_at(&self, moment: &Moment<'_>) -> Vec<Agent> {
        let cells = cells_run(self.parameters, self.setup, moment);
        let run = moment.asked.iter().zip(cells);
        run.filter_map(|(asked, cell)| Some(Agent { seat: asked.seat, role: "snippet", cell: cell? }))
            .collect()
    }

    /// A capture is a claim or a nuke of another player's cell; a hit rewrites another player's snippet.
    fn notable(&self, event: &Event) -> Option<Notable> {
        let EventKind::Write { before, after, .. } = event.kind else { return Notable::death(event) };
        let victim = owner_of(before, self.seats).filter(|victim| *victim != event.seat)?;
        let kind = if before == after { NotableKind::Hit } else { NotableKind::Capture };
        Some(Notable { kind, seat: event.seat, victim: Some(victim) })
    }

    fn panels(&self, moment: &Moment<'_>) -> Vec<Panel> {
        let mut panels = vec![self.scores(moment)];
        if moment.frame.turn > 0 {
            let happenings = retell(self.parameters, self.setup, self.seats, moment, MAX_RUNS);
            panels.push(round_panel(moment, &happenings));
            panels.extend(happenings.iter().filter_map(|happening| match happening {
                RoundEvent::Ran(run) => Some(run_panel(run, moment.names)),
                _ => None,
            }));
        }
        panels
    }

    fn storyteller(&self, names: &SeatNames) -> Box<dyn Storyteller> {
        Box::new(Teller::new(names))
    }

    fn score(&self, frame: &Frame) -> Option<Score> {
        Some(Score { unit: "snippets", of: frame.register(SNIPPETS).to_vec() })
    }

    fn explainer(&self) -> Option<Box<dyn game::Explainer>> {
        Some(Box::new(Explainer::new(self.parameters, self.seats, self.setup)))
    }
}

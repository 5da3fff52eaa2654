//! Reconstructs the events of a round from its questions and answers.
//!
//! A question tells the codes of all cells, but neither their owners nor which cell is run. The cell follows from the
//! seed of `rand` (P12). The owners follow from those after the round, by going back through the events to its
//! beginning.

use game::{Event, EventKind, Exchange, Moment, Reply, Seat, WireFormat};

use super::board::{Board, Watched, owner_of};
use super::code::{Code, Codes};
use super::effect::carry_out;
use super::engine::EMPTY_TEXT;
use super::question::{Answer, Question};
use super::round::{RunResult, Segfault};
use super::setup::{Parameters, Setup, rand_seed};

/// Something that happened in a round.
pub(super) enum RoundEvent {
    /// A snippet came in (P14).
    Entered { seat: Seat, cell: usize },
    /// A snippet was erased unrun (P8).
    TooLong { seat: Seat, cell: usize },
    /// A snippet was run.
    Ran(Reconstruction),
    /// A player's question or answer cannot be read.
    Unreadable { seat: Seat },
}

/// A run.
pub(super) struct Reconstruction {
    pub(super) seat: Seat,
    pub(super) cell: usize,
    /// The code that was run.
    pub(super) code: String,
    /// The returned text; `None` if it segfaulted.
    pub(super) returned: Option<String>,
    pub(super) result: RunResult,
    /// The cells that it changed.
    pub(super) changes: Vec<CellChange>,
}

/// What a cell held before a run and after it: owner and code.
pub(super) struct CellChange {
    pub(super) cell: usize,
    pub(super) before: Option<(Seat, Code)>,
    pub(super) after: Option<(Seat, Code)>,
}

/// Which cells were run, by the seeds in the questions. Cells are visited in order, so each seed is looked for behind
/// the previous cell. If two cells had the same seed, which almost never happens, the first is taken.
pub(super) fn cells_run(parameters: Parameters, setup: Setup, moment: &Moment<'_>) -> Vec<Option<usize>> {
    let mut next = 0;
    let cell = |asked: &Exchange| {
        let seed = u32::from_le_bytes(*asked.question.first_chunk()?);
        let cell =
            (next..parameters.size).find(|cell| rand_seed(setup.key, moment.frame.turn, *cell) == seed)?;
        next = cell + 1;
        Some(cell)
    };
    moment.asked.iter().map(cell).collect()
}

/// What happened, up to this many runs.
pub(super) fn retell(
    parameters: Parameters,
    setup: Setup,
    seats: usize,
    moment: &Moment<'_>,
    most_runs: usize,
) -> Vec<RoundEvent> {
    let writes: Vec<Event> =
        moment.events.iter().copied().filter(|event| cell_written(event).is_some()).collect();
    let mut round = Round {
        seats,
        owners: owners_before(parameters, seats, moment),
        writes: &writes,
        happenings: Vec::new(),
    };
    let cells = cells_run(parameters, setup, moment);
    for (asked, cell) in moment.asked.iter().zip(&cells).take(most_runs) {
        let question =
            Question::decode(&asked.question).filter(|question| question.size() == parameters.size);
        let told = question.zip(*cell).and_then(|(question, cell)| {
            let codes = absolute(&question, cell);
            round.catch_up(&codes);
            round.run(asked, cell, codes, u64::from(question.round))
        });
        round.happenings.push(told.unwrap_or(RoundEvent::Unreadable { seat: asked.seat }));
    }
    if moment.asked.len() <= most_runs {
        round.go_on(writes.len());
    }
    round.happenings
}

/// The owner of each cell before the round.
fn owners_before(parameters: Parameters, seats: usize, moment: &Moment<'_>) -> Vec<Option<Seat>> {
    let owner = |text: &str| text.split(' ').next()?.parse().ok().filter(|seat| *seat < seats);
    let cells = moment.frame.cells_from(0).take(parameters.size);
    let mut owners: Vec<Option<Seat>> = cells.map(|text| owner(text)).collect();
    owners.resize(parameters.size, None);
    for event in moment.events.iter().rev() {
        if let EventKind::Write { cell, before, .. } = event.kind
            && let Some(owner) = owners.get_mut(cell)
        {
            *owner = owner_of(before, seats);
        }
    }
    owners
}

/// The codes of all cells from cell 0 on, of a question that counts them from `cell`.
fn absolute(question: &Question, cell: usize) -> Vec<Option<Code>> {
    let mut codes: Vec<Option<Code>> = question.cells().map(Option::<&Code>::cloned).collect();
    codes.rotate_right(cell);
    codes
}

/// A round, as far as it has been told.
struct Round<'a> {
    seats: usize,
    owners: Vec<Option<Seat>>,
    /// The writes that have not been applied yet.
    writes: &'a [Event],
    happenings: Vec<RoundEvent>,
}

impl Round<'_> {
    /// Applies everything that needs no run, until the cells that hold something are those of the next question.
    fn catch_up(&mut self, codes: &[Option<Code>]) {
        let is_as_asked = |owners: &[Option<Seat>]| {
            owners.iter().map(Option::is_some).eq(codes.iter().map(Option::is_some))
        };
        while !is_as_asked(&self.owners) && !self.writes.is_empty() {
            self.go_on(1);
        }
    }

    /// Applies this many writes, none of which belongs to a run.
    fn go_on(&mut self, writes: usize) {
        let (now, later) = self.writes.split_at(writes.min(self.writes.len()));
        self.writes = later;
        for &Event { seat, kind, .. } in now {
            if let EventKind::Write { cell, after, .. } = kind
                && let Some(owner) = self.owners.get_mut(cell)
            {
                *owner = owner_of(after, self.seats);
                let happening = match owner {
                    Some(_) => RoundEvent::Entered { seat, cell },
                    None => RoundEvent::TooLong { seat, cell },
                };
                self.happenings.push(happening);
            }
        }
    }

    /// Applies the result of a run again. `None` if the answer cannot be read.
    fn run(
        &mut self,
        asked: &Exchange,
        cell: usize,
        codes: Vec<Option<Code>>,
        round: u64,
    ) -> Option<RoundEvent> {
        let seat = Some(asked.seat).filter(|seat| *seat < self.seats)?;
        let code = codes[cell].as_ref()?.text().to_owned();
        // The owners are certain, unless something was changed by hand.
        let owner =
            |(owner, code): (&Option<Seat>, &Option<Code>)| code.as_ref().map(|_| owner.unwrap_or(seat));
        let mut owners: Vec<Option<Seat>> = self.owners.iter().zip(&codes).map(owner).collect();
        owners[cell] = Some(seat);
        let before = Board::of(Codes::new(codes), owners, self.seats);
        let (mut board, mut events) = (before.clone(), Vec::new());
        let watched = &mut Watched { observer: &mut events, round, seat };
        let mut erase = |segfault| {
            board.write(cell, None, watched);
            (None, RunResult::Segfault(segfault))
        };
        let (returned, result) = match &asked.reply {
            Reply::Fault(kind, detail) => erase(Segfault::Fault { kind: *kind, detail: detail.clone() }),
            Reply::Answer(bytes) => match Answer::decode(bytes)? {
                Answer::Died => erase(Segfault::Died),
                Answer::Ran(run) => {
                    let returned = run.returned.clone();
                    (Some(returned), carry_out(&mut board, cell, seat, run, watched))
                }
            },
        };
        self.skip(&events);
        self.owners = board.owners().to_vec();
        let mut written: Vec<usize> = events.iter().filter_map(cell_written).collect();
        written.dedup();
        let held = |board: &Board, cell: usize| board.owners()[cell].zip(board.code(cell).cloned());
        let change = |cell| CellChange { cell, before: held(&before, cell), after: held(&board, cell) };
        let changes = written.into_iter().map(change).collect();
        Some(RoundEvent::Ran(Reconstruction { seat, cell, code, returned, result, changes }))
    }

    /// Skips the writes of a run. Any writes before them are snippets that entered over one of the same owner (P14), which
    /// fills no empty cell.
    fn skip(&mut self, of_run: &[Event]) {
        let place = self.writes.windows(of_run.len().max(1)).position(|writes| writes == of_run);
        if let Some(place) = place {
            self.go_on(place);
            self.writes = &self.writes[of_run.len()..];
        }
    }
}

fn cell_written(event: &Event) -> Option<usize> {
    match event.kind {
        EventKind::Write { cell, .. } => Some(cell),
        EventKind::Death { .. } => None,
    }
}

/// What a cell holds, as a frame has it.
pub(super) fn text_of(held: Option<&(Seat, Code)>) -> String {
    held.map_or(EMPTY_TEXT.into(), |(seat, code)| format!("{seat} {}", code.text()))
}

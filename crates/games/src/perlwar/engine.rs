//! Plays matches.

use std::borrow::Cow;

use game::{
    Canonical, Change, ChangeError, Digest, EventKind, Frame, Observer, Outcome, Players, Reply,
    Run as FrameRun, Seat, Unobserved,
};

use super::board::{Board, Content, Watched};
use super::code::Code;
use super::effect::carry_out;
use super::outcome::{ELIMINATED, judge};
use super::program::Snippets;
use super::question::{Answer, Question};
use super::round::{Entry, RunReport, RunResult, Segfault};
use super::setup::{MAX_STORED, Parameters, Setup, entering_draw, rand_seed};

/// The names of the registers in a frame.
pub(super) const SNIPPETS: &str = "snippets";
pub(super) const ELIMINATION: &str = "eliminated";

/// The text of an empty cell in a frame.
pub(super) const EMPTY_TEXT: &str = ".";

/// Plays matches of these players by fixed parameters, one after the other.
#[derive(Debug, Clone)]
pub struct Engine {
    parameters: Parameters,
    players: Vec<Snippets>,
    key: u64,
    board: Board,
    /// For each player, the round in which he was eliminated.
    eliminated: Vec<Option<u64>>,
    round: u64,
    outcome: Option<Outcome>,
    /// Which cells held a snippet when the running of this round began (P2).
    held: Vec<bool>,
    entries: Vec<Entry>,
    reports: Vec<RunReport>,
}

impl Engine {
    pub(super) fn new(parameters: Parameters, programs: &[&Snippets]) -> Self {
        Self {
            parameters,
            players: programs.iter().map(|program| (*program).clone()).collect(),
            key: 0,
            board: Board::new(parameters.size, programs.len()),
            eliminated: vec![None; programs.len()],
            round: 0,
            outcome: None,
            held: vec![false; parameters.size],
            entries: Vec::new(),
            reports: Vec::new(),
        }
    }

    /// An engine before round 1 of a match in which these snippets stand in the Array, each given as its
    /// cell, owner and code, and in which nobody enters any.
    ///
    /// # Panics
    /// If a cell or an owner is out of range, or a code is blank.
    #[must_use]
    pub fn on_array(parameters: Parameters, players: usize, cells: &[(usize, Seat, &str)]) -> Self {
        let nothing = Snippets::default();
        let mut engine = Self::new(parameters, &vec![&nothing; players]);
        for &(cell, owner, code) in cells {
            let code = Code::new(code.into()).expect("the code of a snippet is not blank");
            let watched = &mut Watched { observer: &mut Unobserved, round: 0, seat: owner };
            engine.board.write(cell, Some((owner, code)), watched);
        }
        engine
    }

    pub(super) fn begin(&mut self, setup: Setup) {
        let seats = self.players.len();
        self.key = setup.key;
        self.board = Board::new(self.parameters.size, seats);
        self.eliminated.fill(None);
        self.round = 0;
        self.outcome = None;
        self.entries.clear();
        self.reports.clear();
    }

    /// What a cell holds: whose snippet, and its code.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn cell(&self, cell: usize) -> Option<(Seat, &str)> {
        self.board.owners()[cell].zip(self.board.code(cell).map(Code::text))
    }

    /// How many snippets each player has.
    #[must_use]
    pub fn snippets(&self) -> &[u64] {
        self.board.snippets()
    }

    /// The entries of the last round that was played, in order.
    #[must_use]
    pub fn last_entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The results of all snippets' turns in the last round that was played, in order.
    #[must_use]
    pub fn last_round(&self) -> &[RunReport] {
        &self.reports
    }

    /// For each player, the round in which he was eliminated, if he was (P15).
    #[must_use]
    pub fn eliminated(&self) -> &[Option<u64>] {
        &self.eliminated
    }

    /// Snippets enter, and then every cell is visited.
    fn play_round<P, O>(&mut self, players: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Question, Answer>,
        O: Observer,
    {
        self.entries.clear();
        self.reports.clear();
        self.enter(observer);
        self.eliminate(observer);
        for (held, owner) in self.held.iter_mut().zip(self.board.owners()) {
            *held = owner.is_some();
        }
        for cell in 0..self.held.len() {
            // P2: a snippet that came into an empty cell waits for the next round; one whose cell was emptied is
            // gone.
            if let Some(owner) = self.board.owners()[cell].filter(|_| self.held[cell]) {
                let watched = &mut Watched { observer: &mut *observer, round: self.round, seat: owner };
                let result = self.visit(cell, owner, players, watched)?;
                self.reports.push(RunReport { cell, owner, result });
            }
        }
        self.eliminate(observer);
        self.outcome = judge(self.round, self.parameters.rounds, &self.eliminated, self.board.snippets());
        Ok(())
    }

    /// Enters each player's snippet for this round (P14).
    fn enter<O: Observer>(&mut self, observer: &mut O) {
        let Self { players, eliminated, round, .. } = self;
        let entering = |seat: Seat| players[seat].entering(*round).filter(|_| eliminated[seat].is_none());
        if (0..players.len()).all(|seat| entering(seat).is_none()) {
            return;
        }
        let mut draw = entering_draw(self.key, *round);
        for seat in draw.order(players.len()) {
            let Some(code) = entering(seat) else { continue };
            let snippets = self.board.snippets();
            let empty = self.board.owners().len() as u64 - snippets.iter().sum::<u64>();
            let (owner, open) = if empty > 0 { (None, empty) } else { (Some(seat), snippets[seat]) };
            let draw_cell = |open: u64| {
                let nth = usize::try_from(draw.below(open)).expect("it is below the number of cells");
                self.board.nth_of(owner, nth)
            };
            let cell = Some(open).filter(|open| *open > 0).and_then(draw_cell);
            if let Some(cell) = cell {
                let watched = &mut Watched { observer: &mut *observer, round: *round, seat };
                self.board.write(cell, Some((seat, code.clone())), watched);
            }
            self.entries.push(Entry { seat, cell });
        }
    }

    /// Eliminates every player without a snippet (P15).
    fn eliminate<O: Observer>(&mut self, observer: &mut O) {
        for (seat, eliminated) in self.eliminated.iter_mut().enumerate() {
            if eliminated.is_none() && self.board.snippets()[seat] == 0 {
                *eliminated = Some(self.round);
                if O::WATCHES {
                    let mut watched = Watched { observer: &mut *observer, round: self.round, seat };
                    watched.tell(EventKind::Death { reason: ELIMINATED });
                }
            }
        }
    }

    /// Runs the snippet in a cell, and does what it says.
    fn visit<P, O>(
        &mut self,
        cell: usize,
        owner: Seat,
        players: &mut P,
        watched: &mut Watched<'_, O>,
    ) -> Result<RunResult, P::Failure>
    where
        P: Players<Question, Answer>,
        O: Observer,
    {
        let longest = self.parameters.longest(self.round);
        let is_too_long = self.board.code(cell).is_some_and(|code| code.characters() > longest);
        let run = if is_too_long {
            Err(Segfault::TooLong)
        } else {
            match players.ask(owner, &self.question(cell))? {
                Reply::Answer(Answer::Ran(run)) => Ok(run),
                Reply::Answer(Answer::Died) => Err(Segfault::Died),
                Reply::Fault(kind, detail) => Err(Segfault::Fault { kind, detail }),
            }
        };
        Ok(match run {
            Ok(run) => carry_out(&mut self.board, cell, owner, run, watched),
            Err(segfault) => {
                self.board.write(cell, None, watched);
                RunResult::Segfault(segfault)
            }
        })
    }

    fn question(&self, cell: usize) -> Question {
        let number = |value: u64| u32::try_from(value).expect("parameters are bounded");
        let longest = self.parameters.longest(self.round) as u64;
        let numbers = [number(longest), number(self.parameters.rounds), number(self.round)];
        Question::new(rand_seed(self.key, self.round, cell), numbers, cell, self.board.codes().clone())
    }

    /// The round of each player's elimination, or 0.
    fn rounds_of_elimination(&self) -> Vec<u64> {
        self.eliminated.iter().map(|round| round.unwrap_or(0)).collect()
    }

    /// Reads what a cell holds from its text in a frame; an error says what it can hold.
    fn content(&self, text: &str) -> Result<Content, &'static str> {
        if text == EMPTY_TEXT {
            return Ok(None);
        }
        let expected = "`.`, or the number of a program, a space and its code";
        let (number, code) = text.split_once(' ').ok_or(expected)?;
        let seat = (0..self.players.len()).find(|seat| seat.to_string() == number).ok_or(expected)?;
        let code = Code::new(code.into()).ok_or("code is not blank: an empty cell is `.` (P6)")?;
        if code.characters() > MAX_STORED {
            return Err("code has 65536 characters at most (P8)");
        }
        Ok(Some((seat, code)))
    }
}

impl game::Engine for Engine {
    type Question = Question;
    type Answer = Answer;

    fn turn(&self) -> u64 {
        self.round
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn advance<P, O>(&mut self, until: u64, players: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Question, Answer>,
        O: Observer,
    {
        while self.round < until && self.outcome.is_none() {
            self.round += 1;
            self.play_round(players, observer)?;
        }
        Ok(())
    }

    /// A cell's text is `.` if it is empty, and otherwise the seat of its owner, a space and its code.
    fn frame(&self) -> Frame {
        let cells: Vec<_> = (0..self.parameters.size).map(|cell| self.cell(cell)).collect();
        let runs = cells.chunk_by(|left, right| left == right);
        let cells = runs.map(|run| FrameRun { text: text_of(run[0]), count: run.len() }).collect();
        Frame { turn: self.round, registers: self.registers(), cells }
    }

    fn registers(&self) -> Vec<(&'static str, Vec<u64>)> {
        vec![(SNIPPETS, self.board.snippets().to_vec()), (ELIMINATION, self.rounds_of_elimination())]
    }

    fn cell_text(&self, cell: usize) -> Option<Cow<'static, str>> {
        (cell < self.parameters.size).then(|| text_of(self.cell(cell)))
    }

    /// Changes cells, but a player that is out stays out (P15). A player left without a snippet goes out in the next
    /// round, unless one enters.
    fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        let Change::Cell { cell, text } = change else {
            return Err(change.refused("nothing but cells can be"));
        };
        if *cell >= self.parameters.size {
            return Err(ChangeError::Cell { cell: *cell, last: self.parameters.size - 1 });
        }
        let content = self.content(text).map_err(|expected| change.refused(expected))?;
        let owner = content.as_ref().map(|(seat, _)| *seat);
        if let Some(seat) = owner.filter(|seat| self.eliminated[*seat].is_some()) {
            return Err(ChangeError::Seat { seat });
        }
        let watched = &mut Watched { observer: &mut Unobserved, round: self.round, seat: owner.unwrap_or(0) };
        self.board.write(*cell, content, watched);
        Ok(())
    }

    fn state_hash(&self) -> Option<Digest> {
        let mut canonical = Canonical::new("perlwar state");
        canonical.number("round", self.round);
        let owners = self.board.owners().iter().map(|owner| owner.map_or(0, |seat| seat as u64 + 1));
        canonical.numbers("owner", &owners.collect::<Vec<_>>());
        for code in self.board.codes().cells().iter().flatten() {
            canonical.text("code", code.text());
        }
        canonical.numbers("eliminated", &self.rounds_of_elimination());
        Some(canonical.finish())
    }
}

/// What a cell holds, as a frame has it.
fn text_of(cell: Option<(Seat, &str)>) -> Cow<'static, str> {
    cell.map_or(EMPTY_TEXT.into(), |(owner, code)| format!("{owner} {code}").into())
}

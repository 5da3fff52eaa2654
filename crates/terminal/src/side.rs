//! A film, and what it looks like at its turn.

use std::cell::OnceCell;

use game::{Agent, Frame, Glyph, Moment, Panel, Run, Seat};
use viewer::Film;

/// A film, and what it looks like at its turn, asked for once a turn and drawn many times.
pub(crate) struct Side<'g> {
    pub(crate) film: Film<'g>,
    pub(crate) frame: Frame,
    pub(crate) agents: Vec<Agent>,
    /// The first cell of every [`STRIDE`]th run of the frame: boards of many players have millions of runs.
    marks: Vec<usize>,
    /// Made when they are first drawn: of many players they take longer than everything else.
    panels: OnceCell<Vec<Panel>>,
}

/// How many runs are gone through to find a cell.
const STRIDE: usize = 64;

impl<'g> Side<'g> {
    pub(crate) fn new(film: Film<'g>) -> Self {
        let mut side = Self {
            frame: Frame { turn: 0, registers: Vec::new(), cells: Vec::new() },
            film,
            agents: Vec::new(),
            marks: Vec::new(),
            panels: OnceCell::new(),
        };
        side.look();
        side
    }

    /// Goes to a turn, or as near as there is one.
    pub(crate) fn seek(&mut self, turn: u64) {
        self.film.seek(turn);
        self.look();
    }

    fn look(&mut self) {
        self.frame = self.film.frame();
        self.agents = self.film.scene().agents_at(&self.film.moment(&self.frame));
        self.panels.take();
        self.marks.clear();
        let mut first = 0;
        for (index, run) in self.frame.cells.iter().enumerate() {
            if index % STRIDE == 0 {
                self.marks.push(first);
            }
            first += run.count;
        }
    }

    /// The runs from the one that holds a cell on, each with its first cell.
    pub(crate) fn runs_from(&self, cell: usize) -> impl Iterator<Item = (usize, &Run)> {
        let mark = self.marks.partition_point(|first| *first <= cell).saturating_sub(1);
        let runs = self.frame.cells.get(mark * STRIDE..).unwrap_or_default();
        let mut next = self.marks.get(mark).copied().unwrap_or(0);
        let placed = runs.iter().map(move |run| {
            next += run.count;
            (next - run.count, run)
        });
        placed.skip_while(move |(first, run)| first + run.count <= cell)
    }

    /// What the cells from one on hold; after the last comes cell 0.
    pub(crate) fn texts_from<'s>(&'s self, cell: usize) -> impl Iterator<Item = &'s str> {
        let rest = move |(first, run): (usize, &'s Run)| (run.count - cell.saturating_sub(first), run);
        let to_the_end = self.runs_from(cell).map(rest);
        let from_start = self.frame.cells.iter().map(|run| (run.count, run));
        to_the_end.chain(from_start).flat_map(|(count, run)| std::iter::repeat_n(run.text.as_ref(), count))
    }

    /// What a cell holds, if there is one.
    pub(crate) fn text(&self, cell: usize) -> Option<&str> {
        self.runs_from(cell).next().map(|(_, run)| run.text.as_ref())
    }

    fn moment(&self) -> Moment<'_> {
        self.film.moment(&self.frame)
    }

    /// What is told beside the board.
    pub(crate) fn panels(&self) -> &[Panel] {
        self.panels.get_or_init(|| self.film.scene().panels(&self.moment()))
    }

    pub(crate) fn cells(&self) -> usize {
        self.film.scene().shape().cells()
    }

    pub(crate) fn seats(&self) -> usize {
        self.film.lineup().programs().len()
    }

    /// Whose a cell is: by what it holds, or who wrote it last, or whose program stood there.
    pub(crate) fn owner(&self, cell: usize, glyph: &Glyph) -> Option<Seat> {
        let at_first = || if glyph.is_blank { None } else { self.film.scene().home(cell) };
        glyph.owner.or_else(|| self.film.writer(cell)).or_else(at_first)
    }

    /// Who stands on a cell.
    pub(crate) fn agents_on(&self, cell: usize) -> impl Iterator<Item = &Agent> {
        self.agents.iter().filter(move |agent| agent.cell == cell)
    }
}

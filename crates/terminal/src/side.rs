//! A replay, and what it looks like at its turn.

use std::cell::OnceCell;

use game::{Agent, Cells, Frame, Glyph, Moment, Panel, Seat};
use viewer::Replay;
use viewer::lead::{LeadSearch, Standing};

use crate::explanation::Explained;
use crate::walk::Walk;

/// A replay, and what it looks like at its turn, computed once per turn and drawn many times.
pub(crate) struct Side<'g> {
    pub(crate) replay: Replay<'g>,
    pub(crate) frame: Frame,
    pub(crate) agents: Vec<Agent>,
    /// The paths that they walked in the last turn.
    pub(crate) walks: Vec<Walk>,
    /// Why the match ended as it did, once the user has asked for it.
    pub(crate) explained: Option<Explained>,
    lead: Option<LeadSearch>,
    /// Who was ahead when; empty while it is not known.
    pub(crate) standings: Vec<Standing>,
    pub(crate) knows_lead: bool,
    /// Made when they are first drawn: for many players they take longer than everything else.
    panels: OnceCell<Vec<Panel>>,
}

impl<'g> Side<'g> {
    pub(crate) fn new(replay: Replay<'g>) -> Self {
        let mut side = Self {
            frame: Frame { turn: 0, registers: Vec::new(), cells: Cells::default() },
            replay,
            agents: Vec::new(),
            walks: Vec::new(),
            explained: None,
            lead: None,
            standings: Vec::new(),
            knows_lead: false,
            panels: OnceCell::new(),
        };
        side.refresh();
        side
    }

    /// Goes to a turn, or to the nearest that exists, until `stop` ends it. Returns whether it arrived.
    pub(crate) fn seek(&mut self, turn: u64, stop: &dyn Fn() -> bool) -> bool {
        let is_whole = self.replay.seek_until(turn, stop);
        self.refresh();
        is_whole
    }

    fn refresh(&mut self) {
        self.frame = self.replay.frame();
        self.agents = self.replay.scene().agents_at(&self.replay.moment(&self.frame));
        self.walks = Walk::between(self.replay.agents_before(), &self.agents, self.replay.scene().shape());
        self.panels.take();
    }

    /// The texts of the cells from `cell` on; cell 0 follows the last one.
    pub(crate) fn texts_from(&self, cell: usize) -> impl Iterator<Item = &str> {
        self.frame.cells_from(cell).map(AsRef::as_ref)
    }

    /// The text of a cell, if the cell exists.
    pub(crate) fn text(&self, cell: usize) -> Option<&str> {
        self.frame.cell(cell).map(AsRef::as_ref)
    }

    /// Finds out more about who was ahead when, once the match was surveyed.
    pub(crate) fn find_lead(&mut self, stop: &dyn Fn() -> bool) {
        let Self { replay, lead, .. } = self;
        if self.knows_lead || !replay.is_surveyed() {
            return;
        }
        if lead.is_none() {
            *lead = LeadSearch::new(replay);
        }
        while !self.knows_lead && !stop() {
            self.knows_lead = lead.as_mut().is_none_or(|lead| lead.step(replay, stop));
        }
        if let (true, Some(lead)) = (self.knows_lead, lead) {
            self.standings = lead.curve().standings(replay.timeline().deaths());
        }
    }

    fn moment(&self) -> Moment<'_> {
        self.replay.moment(&self.frame)
    }

    /// The panels beside the board.
    pub(crate) fn panels(&self) -> &[Panel] {
        self.panels.get_or_init(|| self.replay.scene().panels(&self.moment()))
    }

    pub(crate) fn cells(&self) -> usize {
        self.replay.scene().shape().cells()
    }

    pub(crate) fn seats(&self) -> usize {
        self.replay.lineup().programs().len()
    }

    /// The owner of a cell: the seat that its content shows, or the seat that wrote it last, or the seat whose program stood
    /// there at the start.
    pub(crate) fn owner(&self, cell: usize, glyph: &Glyph) -> Option<Seat> {
        let at_first = || if glyph.is_blank { None } else { self.replay.scene().home(cell) };
        glyph.owner.or_else(|| self.replay.writer(cell)).or_else(at_first)
    }

    /// The agents on a cell.
    pub(crate) fn agents_on(&self, cell: usize) -> impl Iterator<Item = &Agent> {
        self.agents.iter().filter(move |agent| agent.cell == cell)
    }
}

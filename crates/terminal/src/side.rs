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
    /// What they walked in the last turn.
    pub(crate) walks: Vec<Walk>,
    /// Why it ended as it did, once that was asked for.
    pub(crate) explained: Option<Explained>,
    lead: Option<LeadSearch>,
    /// Who was ahead when; nothing as long as that is not known.
    pub(crate) standings: Vec<Standing>,
    pub(crate) knows_lead: bool,
    /// Made when they are first drawn: of many players they take longer than everything else.
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

    /// Goes to a turn, or as near as there is one, or until `stop` says so. Says whether it came there.
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

    /// What the cells from one on hold; after the last comes cell 0.
    pub(crate) fn texts_from(&self, cell: usize) -> impl Iterator<Item = &str> {
        self.frame.cells_from(cell).map(AsRef::as_ref)
    }

    /// What a cell holds, if there is one.
    pub(crate) fn text(&self, cell: usize) -> Option<&str> {
        self.frame.cell(cell).map(AsRef::as_ref)
    }

    /// Finds out more about who was ahead when, once the match was looked through.
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

    /// What is told beside the board.
    pub(crate) fn panels(&self) -> &[Panel] {
        self.panels.get_or_init(|| self.replay.scene().panels(&self.moment()))
    }

    pub(crate) fn cells(&self) -> usize {
        self.replay.scene().shape().cells()
    }

    pub(crate) fn seats(&self) -> usize {
        self.replay.lineup().programs().len()
    }

    /// Whose a cell is: by what it holds, or who wrote it last, or whose program stood there.
    pub(crate) fn owner(&self, cell: usize, glyph: &Glyph) -> Option<Seat> {
        let at_first = || if glyph.is_blank { None } else { self.replay.scene().home(cell) };
        glyph.owner.or_else(|| self.replay.writer(cell)).or_else(at_first)
    }

    /// Who stands on a cell.
    pub(crate) fn agents_on(&self, cell: usize) -> impl Iterator<Item = &Agent> {
        self.agents.iter().filter(move |agent| agent.cell == cell)
    }
}

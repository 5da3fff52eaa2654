//! The match that a page shows.

use game::{AnyGame, Frame, Moment, Seat, StoryNames};
use games::registry;
use record::Record;
use serde_json::{Value, json};
use viewer::explain::explain;
use viewer::lead::LeadSearch;
use viewer::painting::Painting;
use viewer::{Condition, Different, Direction, End, Found, Replay, SearchStep, TurnSearch, different};

use crate::manual_moves::{ManualMoves, move_letters};
use crate::{json, paint};

/// The most columns of a timeline.
const MAX_COLUMNS: usize = 4096;
/// The most cells that one call describes.
const MAX_CELLS_PER_CALL: usize = 4096;
/// The most turns that one call plays while it looks for breakpoints.
const MAX_TURNS_PER_PLAY: u64 = 1 << 16;

/// A record's match, the turn that is shown, and its fork, if it was changed.
pub struct MatchView {
    record: Record,
    replay: Replay<'static>,
    /// The other side, if something was changed: the original match, or its fork if `replay` is the original match.
    other: Option<Replay<'static>>,
    is_original_shown: bool,
    breakpoints: Vec<Condition>,
    search: Option<(Direction, TurnSearch)>,
    manual_moves: Option<ManualMoves>,
    /// Who was ahead when, as far as it is known for the original match.
    lead: Option<LeadSearch>,
    frame: Frame,
    different: Vec<Different>,
    painting: Painting,
}

impl MatchView {
    /// Opens the match in a record's bytes, before its first turn.
    ///
    /// # Errors
    /// Says what is wrong with the record: damaged, of a newer format, or of a game or rules that this page does not have.
    pub fn open(bytes: &[u8]) -> Result<Self, String> {
        let record = record::read(bytes).map_err(|error| error.to_string())?;
        let find_game = |name: &str| registry::by_name(name).map(|game| game as &dyn AnyGame);
        let replay = Replay::open(&record, find_game).map_err(|error| error.to_string())?;
        let frame = replay.frame();
        let painting = Painting::new(&replay, paint::MAX_SPOTS);
        let mut view = Self {
            record,
            replay,
            other: None,
            is_original_shown: false,
            breakpoints: Vec::new(),
            search: None,
            manual_moves: None,
            lead: None,
            frame,
            different: Vec::new(),
            painting,
        };
        view.refresh();
        Ok(view)
    }

    /// Everything that stays the same in all turns, as JSON: game, programs, parameters, the layout of cells, the outcome.
    #[must_use]
    pub fn about(&self) -> Value {
        let cells = self.replay.scene().shape().cells();
        let mut about = json::match_of(&self.record, &self.replay);
        about["cells_per_spot"] = paint::cells_per_spot(cells).into();
        let moves = move_letters(&self.record).iter();
        about["moves"] = moves.map(ToString::to_string).collect::<Vec<_>>().into();
        about
    }

    /// The turn that is shown.
    #[must_use]
    pub fn turn(&self) -> u64 {
        self.replay.turn()
    }

    /// Goes to a turn, or to the nearest that exists; the other side follows.
    pub fn seek(&mut self, turn: u64) {
        self.replay.seek(turn);
        let turn = self.replay.turn();
        if let Some(other) = &mut self.other {
            other.seek(turn);
        }
        self.refresh();
    }

    /// Why a seat did not win, as JSON: the sentences that `bout explain` prints. It takes as long as surveying the match and
    /// playing some forks of it. The turn that is shown does not change.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn explain(&mut self, seat: Option<Seat>) -> Result<Value, String> {
        let explanation = explain(&mut self.replay, seat, &|| false).map_err(|error| error.to_string())?;
        Ok(json::explanation(&explanation))
    }

    /// Computes what is shown of a turn, once per turn.
    fn refresh(&mut self) {
        self.frame = self.replay.frame();
        // A fork has nothing to compare before its first turn.
        self.different = match &self.other {
            Some(other) if other.first_turn() <= self.replay.turn() => different(&self.frame, &other.frame()),
            _ => Vec::new(),
        };
    }

    /// Surveys `turns` more turns, or finds out who wrote the cells that are shown. Returns whether nothing is left to find
    /// out.
    pub fn survey(&mut self, turns: u64) -> bool {
        if self.replay.can_learn() {
            self.replay.find_writers(turns, &|| false);
        } else {
            let until = self.replay.surveyed().saturating_add(turns);
            self.replay.survey(until, &|| false);
        }
        self.is_settled()
    }

    /// Whether nothing is left to find out until another turn is shown.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.replay.is_settled()
    }

    /// Finds out more about who was ahead when, once the match was surveyed. Returns whether nothing of that is left to find
    /// out. It finds out nothing about a changed match.
    pub fn find_lead(&mut self) -> bool {
        if self.other.is_some() || !self.replay.is_surveyed() {
            return true;
        }
        if self.lead.is_none() {
            self.lead = LeadSearch::new(&self.replay);
        }
        let Self { lead, replay, .. } = self;
        lead.as_mut().is_none_or(|lead| lead.step(replay, &|| false))
    }

    /// Who was ahead when, and the moments that mattered, as JSON; `null` if it is not known.
    #[must_use]
    pub fn lead(&self) -> Value {
        match &self.lead {
            Some(lead) if self.other.is_none() => json::lead(&self.replay, lead.curve()),
            _ => Value::Null,
        }
    }

    /// Whether it is known who wrote each cell at the turn that is shown. After a long jump, this becomes known during the
    /// survey of the match.
    #[must_use]
    pub fn knows_writers(&self) -> bool {
        self.replay.knows_writers()
    }

    /// Paints the board; cells that were written in the last `span` turns glow most. The constants of this crate name the bits
    /// of a spot.
    pub fn paint(&mut self, span: u64) -> &[u16] {
        self.painting.paint(&self.replay, &self.frame, span);
        let cells = self.replay.scene().shape().cells();
        paint::mark_different(&mut self.painting.spots, cells, &self.different);
        &self.painting.spots
    }

    /// For each seat, how many of the spots that were painted last belong to it and have its colour.
    #[must_use]
    pub fn owned(&self) -> &[u32] {
        &self.painting.owned
    }

    /// The turn that is shown, as JSON: [`MatchView::shown_briefly`], panels, events.
    #[must_use]
    pub fn shown(&self) -> Value {
        let mut shown = self.shown_briefly();
        json::add_texts(&mut shown, &self.replay, &self.moment());
        shown
    }

    /// The part of [`MatchView::shown`] that changes with every picture: the turn, agents, differences to the other side, the
    /// end.
    #[must_use]
    pub fn shown_briefly(&self) -> Value {
        let mut shown = json::place(&self.replay, &self.moment());
        shown["is_fork"] = self.other.is_some().into();
        shown["is_original_shown"] = self.is_original_shown.into();
        let forked_at = self.other.as_ref().map(|other| other.first_turn().max(self.replay.first_turn()));
        shown["forked_at"] = forked_at.into();
        shown["differences"] = json::differences(&self.different);
        shown["end"] = self.ending();
        shown
    }

    fn moment(&self) -> Moment<'_> {
        self.replay.moment(&self.frame)
    }

    /// How the match ends, once that is known. For the original match, also whether the record says the same.
    fn ending(&self) -> Value {
        match self.replay.end() {
            None => Value::Null,
            Some(End::CutOff { turn, cause }) => json!({"turn": turn, "text": cause, "is_cut_off": true}),
            Some(End::Outcome(outcome)) => {
                let (names, game) = (&StoryNames::new(self.replay.names()), self.replay.lineup().game());
                let text = json::outcome(&outcome.into(), names, game);
                let result = json::result(&outcome.into(), names, game);
                let is_recorded = self.other.is_none() || self.is_original_shown;
                let is_true = !self.replay.contradicts_record();
                let agrees = is_recorded.then_some(is_true);
                json!({"turn": outcome.turns, "text": text, "result": result, "is_cut_off": false, "agrees": agrees})
            }
        }
    }

    /// The state hash of the turn that is shown, in hexadecimal digits; `None` if the game has none.
    #[must_use]
    pub fn state_hash(&self) -> Option<String> {
        self.replay.state_hash().map(|hash| hash.to_string())
    }

    /// `count` cells from `first` on, wrapping around, as JSON: their content, their owners, and who wrote them when.
    #[must_use]
    pub fn cells(&self, first: usize, count: usize) -> Value {
        let cells = self.replay.scene().shape().cells();
        let count = count.min(cells).min(MAX_CELLS_PER_CALL);
        let texts = self.frame.cells_from(first).take(count);
        let numbers = (0..count).map(|nth| (first + nth) % cells.max(1));
        numbers.zip(texts).map(|(cell, text)| json::cell(&self.replay, cell, text)).collect()
    }

    /// The texts of `count` cells from `first` on, wrapping around, as JSON.
    #[must_use]
    pub fn texts(&self, first: usize, count: usize) -> Value {
        let count = count.min(self.replay.scene().shape().cells()).min(MAX_CELLS_PER_CALL);
        self.frame.cells_from(first).take(count).map(|text| json::readable(text)).collect()
    }

    /// The symbols of all cells, one character each.
    #[must_use]
    pub fn symbols(&self) -> String {
        let scene = self.replay.scene();
        let runs = self.frame.cells.iter();
        runs.flat_map(|run| std::iter::repeat_n(scene.glyph(&run.text).symbol, run.count)).collect()
    }

    /// What happens when, in at most `columns` columns of equally many turns, and how the match ends, as JSON.
    #[must_use]
    pub fn timeline(&self, columns: usize) -> Value {
        let mut timeline = json::timeline(&self.replay, columns.clamp(1, MAX_COLUMNS));
        timeline["end"] = self.ending();
        timeline
    }

    /// The story of the match in sentences, as far as it was surveyed, as JSON: turn, kind, seat, cell, weight and text of
    /// each sentence.
    #[must_use]
    pub fn story(&self) -> Value {
        json::story(&self.replay)
    }

    /// Replaces the breakpoints, one per line. Lines that are not valid are left out. Returns, as JSON, the breakpoints that
    /// now exist, and what is wrong with the other lines.
    pub fn set_breakpoints(&mut self, lines: &[&str]) -> Value {
        let read = |line: &&str| -> Result<Condition, String> {
            // The dialog already says what is expected.
            let condition =
                Condition::parse(line).map_err(|_| format!("`{line}` is not a valid condition"))?;
            condition.check(&self.replay).map_err(|error| format!("`{line}`: {error}"))?;
            Ok(condition)
        };
        let (mut breakpoints, mut errors) = (Vec::new(), Vec::<String>::new());
        for line in lines.iter().map(read) {
            match line {
                Ok(condition) => breakpoints.push(condition),
                Err(error) => errors.push(error),
            }
        }
        self.breakpoints = breakpoints;
        let texts: Vec<String> = self.breakpoints.iter().map(ToString::to_string).collect();
        json!({"breakpoints": texts, "errors": errors})
    }

    /// Plays on to a turn, or to the first breakpoint before it, and returns the text of that breakpoint. With breakpoints, it
    /// plays at most `MAX_TURNS_PER_PLAY` turns, so that other requests do not have to wait long.
    pub fn play_to(&mut self, turn: u64) -> Option<String> {
        if self.breakpoints.is_empty() || turn <= self.turn() {
            self.seek(turn);
            return None;
        }
        let turn = turn.min(self.turn().saturating_add(MAX_TURNS_PER_PLAY));
        let search = TurnSearch::new(&self.replay, self.breakpoints.clone(), Direction::Forwards).until(turn);
        let found = self.replay.search(search, &|| false);
        self.seek(found.map_or(turn, |found| found.turn));
        found.and_then(|found| self.breakpoints.get(found.condition)).map(ToString::to_string)
    }

    /// Starts to search for `event`, for `breakpoint`, or for a condition in the syntax of breakpoints, such as `write CELL`.
    ///
    /// # Errors
    /// If this is not a valid condition, or there are no breakpoints.
    pub fn start_search(&mut self, what: &str, direction: Direction) -> Result<(), String> {
        self.search = None;
        let conditions = match what {
            "event" => Condition::notable_events(),
            "breakpoint" if self.breakpoints.is_empty() => {
                return Err("there are no breakpoints: add one first".into());
            }
            "breakpoint" => self.breakpoints.clone(),
            condition => vec![Condition::parse(condition).map_err(|error| error.to_string())?],
        };
        self.search = Some((direction, TurnSearch::new(&self.replay, conditions, direction)));
        Ok(())
    }

    /// Searches about `turns` more turns. If it finds a turn, it shows that turn and returns `None`; otherwise it returns the
    /// turn that the search has reached.
    ///
    /// # Errors
    /// If there is no such turn, or no search.
    pub fn continue_search(&mut self, turns: u64) -> Result<Option<u64>, String> {
        let (direction, search) = self.search.as_mut().ok_or("there is no search")?;
        match search.step(&mut self.replay, turns) {
            SearchStep::Searching(turn) => return Ok(Some(turn)),
            // A fork also knows writes from before its first turn.
            SearchStep::Found(Found { turn, .. }) if turn > self.replay.first_turn() => {
                self.search = None;
                self.seek(turn);
                return Ok(None);
            }
            SearchStep::Found(_) | SearchStep::NotFound => {}
        }
        let where_to = match direction {
            Direction::Forwards => "after",
            Direction::Backwards => "before",
        };
        self.search = None;
        Err(format!("there is none {where_to} this turn"))
    }

    /// Stops the search, if there is one.
    pub fn stop_search(&mut self) {
        self.search = None;
    }

    /// Continues from the turn that is shown with a change: `cell 12 = TEXT`, `0 a = 5`.
    ///
    /// # Errors
    /// If the change is not possible, or the game asks programs that no page can run.
    pub fn change(&mut self, text: &str) -> Result<(), String> {
        let change = viewer::change(text).map_err(|error| error.to_string())?;
        if self.replay.lineup().game().runs_foreign_code() {
            let name = self.record.game.as_str();
            return Err(format!(
                "programs of {name} do not run in a page: change it with `bout view` in a terminal"
            ));
        }
        self.search = None;
        let fork = self.replay.fork(&[change], None).map_err(|error| error.to_string())?;
        let before = std::mem::replace(&mut self.replay, fork);
        // A change to the original match replaces the existing fork.
        if self.other.is_none() || self.is_original_shown {
            self.other = Some(before);
        }
        self.is_original_shown = false;
        self.refresh();
        Ok(())
    }

    /// Plays the turn after the one that is shown with these moves, and shows it. Each move is a letter from `moves` of that
    /// seat in [`MatchView::about`]. A seat without a manual move makes its recorded move; if the record has no more moves, it
    /// stays where it is. Manual moves for later turns are taken back; without any manual moves, the recorded moves alone are
    /// played again.
    ///
    /// # Errors
    /// If the game has no manual moves, a move is not valid, or the match is over at this turn.
    pub fn move_by_hand(&mut self, moves: &[(Seat, char)]) -> Result<(), String> {
        if self.is_original_shown {
            self.drop_fork();
        }
        let turn = self.replay.turn();
        self.search = None;
        let mut manual_moves = self.manual_moves.take().unwrap_or_else(|| ManualMoves::starting_after(turn));
        let added = manual_moves.add(&self.record, turn, moves);
        let forked = added.and_then(|()| self.fork_with_moves(&manual_moves));
        // After an error nothing has changed, except that moves of later turns were taken back.
        if self.other.is_some() {
            self.manual_moves = Some(manual_moves);
        }
        forked?;
        self.seek(turn + 1);
        Ok(())
    }

    fn fork_with_moves(&mut self, moves: &ManualMoves) -> Result<(), String> {
        let original = self.other.as_mut().unwrap_or(&mut self.replay);
        let shown = original.turn();
        original.seek(moves.first_turn);
        let forked = original.fork(&[], Some(moves.players(&self.record)));
        if forked.is_err() {
            original.seek(shown);
        }
        let left = std::mem::replace(&mut self.replay, forked.map_err(|error| error.to_string())?);
        if self.other.is_none() {
            self.other = Some(left);
        }
        Ok(())
    }

    /// Shows the other side at the same turn, if something was changed: the original match, or the changed one again.
    pub fn show_other(&mut self) {
        let Some(other) = &mut self.other else { return };
        self.search = None;
        std::mem::swap(&mut self.replay, other);
        self.is_original_shown = !self.is_original_shown;
        self.seek(self.replay.turn());
    }

    /// Returns to the original match.
    pub fn drop_fork(&mut self) {
        self.search = None;
        let other = self.other.take();
        if let Some(original) = other.filter(|_| !self.is_original_shown) {
            self.replay = original;
        }
        self.is_original_shown = false;
        self.manual_moves = None;
        self.refresh();
    }
}

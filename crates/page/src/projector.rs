//! The match that a page shows.

use game::{AnyGame, Frame, Moment, Seat};
use games::registry;
use record::Record;
use serde_json::{Value, json};
use viewer::{Condition, Different, End, Replay, different};

use crate::hand::{self, ByHand};
use crate::paint::Painting;
use crate::search::{Search, Searched, Way};
use crate::{paint, told};

/// The most columns of a timeline.
const MAX_COLUMNS: usize = 4096;
/// The most cells that one call describes.
const MAX_CELLS_TOLD: usize = 4096;

/// A record's match, the turn of it that is shown, and what it was changed to, if it was.
pub struct Projector {
    record: Record,
    replay: Replay<'static>,
    /// The other side, if something was changed: the match as it was, or its fork, if `replay` is the match as it was.
    other: Option<Replay<'static>>,
    is_original_shown: bool,
    conditions: Vec<Condition>,
    search: Option<Search>,
    by_hand: Option<ByHand>,
    frame: Frame,
    different: Vec<Different>,
    painting: Painting,
}

impl Projector {
    /// The match of a record's bytes, before its first turn.
    ///
    /// # Errors
    /// Says what is wrong with it: damaged, of a newer format, of a game or rules that this page does not have.
    pub fn open(bytes: &[u8]) -> Result<Self, String> {
        let record = record::read(bytes).map_err(|error| error.to_string())?;
        let find_game = |name: &str| registry::by_name(name).map(|game| game as &dyn AnyGame);
        let replay = Replay::open(&record, find_game).map_err(|error| error.to_string())?;
        let frame = replay.frame();
        let painting = Painting::new(&replay);
        let mut projector = Self {
            record,
            replay,
            other: None,
            is_original_shown: false,
            conditions: Vec::new(),
            search: None,
            by_hand: None,
            frame,
            different: Vec::new(),
            painting,
        };
        projector.look();
        Ok(projector)
    }

    /// What does not change from turn to turn, as JSON: game, programs, parameters, how cells lie, the outcome.
    #[must_use]
    pub fn about(&self) -> Value {
        let cells = self.replay.scene().shape().cells();
        let mut about = told::match_of(&self.record, &self.replay);
        about["cells_a_spot"] = paint::cells_a_spot(cells).into();
        let moves = hand::letters_of(&self.record).iter();
        about["moves"] = moves.map(ToString::to_string).collect::<Vec<_>>().into();
        about
    }

    /// The turn that is shown.
    #[must_use]
    pub fn turn(&self) -> u64 {
        self.replay.turn()
    }

    /// Goes to a turn, or as near as there is one; the other side goes with it.
    pub fn seek(&mut self, turn: u64) {
        self.replay.seek(turn);
        let turn = self.replay.turn();
        if let Some(other) = &mut self.other {
            other.seek(turn);
        }
        self.look();
    }

    /// Looks at the turn that is shown, once.
    fn look(&mut self) {
        self.frame = self.replay.frame();
        // Before its first turn a fork has nothing to compare.
        self.different = match &self.other {
            Some(other) if other.first_turn() <= self.replay.turn() => different(&self.frame, &other.frame()),
            _ => Vec::new(),
        };
    }

    /// Looks through so many more turns, or finds out who wrote what is shown. Says whether nothing is left to find out.
    pub fn survey(&mut self, turns: u64) -> bool {
        if self.replay.can_learn() {
            self.replay.learn(turns, &|| false);
        } else {
            let until = self.replay.surveyed().saturating_add(turns);
            self.replay.survey(until, &|| false);
        }
        self.is_settled()
    }

    /// Whether nothing is left to find out, until another turn is gone to.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.replay.is_settled()
    }

    /// Whether it is known who wrote what at the turn that is shown. After a long jump that becomes so while the match is
    /// looked through.
    #[must_use]
    pub fn knows_writers(&self) -> bool {
        self.replay.knows_writers()
    }

    /// Paints the board; what was written in the last `span` turns glows most. The bits of a spot are the constants of
    /// this crate.
    pub fn paint(&mut self, span: u64) -> &[u16] {
        self.painting.paint(&self.replay, &self.frame, span);
        let cells = self.replay.scene().shape().cells();
        paint::mark_different(&mut self.painting.spots, cells, &self.different);
        &self.painting.spots
    }

    /// How many of the spots painted last are whose, by seat: they have its colour.
    #[must_use]
    pub fn owned(&self) -> &[u32] {
        &self.painting.owned
    }

    /// What there is to be told of the turn that is shown, as JSON: [`Projector::shown_briefly`], panels, events.
    #[must_use]
    pub fn shown(&self) -> Value {
        let mut shown = self.shown_briefly();
        told::add_words(&mut shown, &self.replay, &self.moment());
        shown
    }

    /// As much of it as changes with every picture: the turn, agents, differences to the other side, the end.
    #[must_use]
    pub fn shown_briefly(&self) -> Value {
        let mut shown = told::place(&self.replay, &self.moment());
        shown["is_fork"] = self.other.is_some().into();
        shown["is_original_shown"] = self.is_original_shown.into();
        let forked_at = self.other.as_ref().map(|other| other.first_turn().max(self.replay.first_turn()));
        shown["forked_at"] = forked_at.into();
        shown["differences"] = told::differences(&self.different);
        shown["end"] = self.ending();
        shown
    }

    fn moment(&self) -> Moment<'_> {
        self.replay.moment(&self.frame)
    }

    /// How the match ends, once that is known; of one that was not forked also whether that is what the record says.
    fn ending(&self) -> Value {
        match self.replay.end() {
            None => Value::Null,
            Some(End::CutOff { turn, cause }) => json!({"turn": turn, "text": cause, "is_cut_off": true}),
            Some(End::Outcome(outcome)) => {
                let text = told::outcome(&outcome.into());
                let digest = self.replay.lineup().digest(self.replay.setup(), &self.record.answers, outcome);
                let is_recorded = self.other.is_none() || self.is_original_shown;
                let agrees = is_recorded.then_some(digest == self.record.digest);
                json!({"turn": outcome.turns, "text": text, "is_cut_off": false, "agrees": agrees})
            }
        }
    }

    /// The state hash of the turn that is shown, in hexadecimal digits; `None` if the game has none.
    #[must_use]
    pub fn state_hash(&self) -> Option<String> {
        self.replay.state_hash().map(|hash| hash.to_string())
    }

    /// So many cells from `first` on, round and round, as JSON: what they hold, whose they are, who wrote them when.
    #[must_use]
    pub fn cells(&self, first: usize, count: usize) -> Value {
        let cells = self.replay.scene().shape().cells();
        let count = count.min(cells).min(MAX_CELLS_TOLD);
        let texts = self.frame.cells_from(first).take(count);
        let numbers = (0..count).map(|nth| (first + nth) % cells.max(1));
        numbers.zip(texts).map(|(cell, text)| told::cell(&self.replay, cell, text)).collect()
    }

    /// What so many cells from `first` on hold, round and round, as JSON: a text each.
    #[must_use]
    pub fn texts(&self, first: usize, count: usize) -> Value {
        let count = count.min(self.replay.scene().shape().cells()).min(MAX_CELLS_TOLD);
        self.frame.cells_from(first).take(count).map(|text| told::readable(text)).collect()
    }

    /// The symbols of all cells, a character each.
    #[must_use]
    pub fn symbols(&self) -> String {
        let scene = self.replay.scene();
        let runs = self.frame.cells.iter();
        runs.flat_map(|run| std::iter::repeat_n(scene.glyph(&run.text).symbol, run.count)).collect()
    }

    /// What happens where, in at most so many columns of equally many turns, and how it ends, as JSON.
    #[must_use]
    pub fn timeline(&self, columns: usize) -> Value {
        let mut timeline = told::timeline(&self.replay, columns.clamp(1, MAX_COLUMNS));
        timeline["end"] = self.ending();
        timeline
    }

    /// Replaces the conditions to stop at: one a text.
    ///
    /// # Errors
    /// If a text is not a valid condition. Then the conditions stay as they were.
    pub fn set_conditions(&mut self, texts: &[&str]) -> Result<(), String> {
        let conditions: Result<_, _> = texts.iter().map(|text| Condition::parse(text)).collect();
        self.conditions = conditions.map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Begins to look for the next turn where something happens, or the last one before: `notable` or the word of
    /// one kind of it, `condition`, or `write CELL`.
    ///
    /// # Errors
    /// If it cannot be searched for.
    pub fn begin_search(&mut self, what: &str, way: Way) -> Result<(), String> {
        self.end_search();
        self.search = Some(Search::new(what, way, &self.conditions, self.replay.turn())?);
        Ok(())
    }

    /// Goes on with the search for about so many turns; what is found is shown. Until then the replay is on its way:
    /// nothing else may be asked but to go on or to end it.
    ///
    /// # Errors
    /// Says that there is nothing; the turn from which it was searched is shown then.
    pub fn search_on(&mut self, turns: u64) -> Result<Searched, String> {
        let search = self.search.as_ref().ok_or("nothing is searched for")?;
        let searched = search.go_on(&mut self.replay, turns);
        match searched {
            Ok(Searched::Going(_)) => {}
            Ok(Searched::Found(turn)) => {
                self.search = None;
                self.seek(turn);
            }
            Err(_) => self.end_search(),
        }
        searched
    }

    /// Gives up a search, if there is one: back to the turn from which it was searched.
    pub fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            self.seek(search.origin);
        }
    }

    /// Goes on from the turn that is shown with something changed: `cell 12 = TEXT`, `0 a = 5`.
    ///
    /// # Errors
    /// If it cannot be changed, or the game asks programs that no page can run.
    pub fn change(&mut self, text: &str) -> Result<(), String> {
        let change = viewer::change(text).map_err(|error| error.to_string())?;
        if self.replay.lineup().game().runs_foreign_code() {
            let name = self.record.game.as_str();
            return Err(format!(
                "programs of {name} do not run in a page: change it with `bout view` in a terminal"
            ));
        }
        let fork = self.replay.fork(&[change], None).map_err(|error| error.to_string())?;
        let before = std::mem::replace(&mut self.replay, fork);
        // A change of the match as it was takes the place of the one that there is.
        if self.other.is_none() || self.is_original_shown {
            self.other = Some(before);
        }
        self.is_original_shown = false;
        self.look();
        Ok(())
    }

    /// Plays the turn after the one that is shown with these moves, each the letter of [`Projector::about`]'s `moves` of a
    /// seat, and shows it. Who is not moved does as the record has it, and stays where that ends. Moves that were made by
    /// hand for later turns are taken back; without any there are recorded moves alone again.
    ///
    /// # Errors
    /// If the game has no moves by hand, one is none, or the match is over at this turn.
    pub fn move_by_hand(&mut self, moves: &[(Seat, char)]) -> Result<(), String> {
        if self.is_original_shown {
            self.drop_fork();
        }
        let turn = self.replay.turn();
        let mut by_hand = self.by_hand.take().unwrap_or_else(|| ByHand::since(turn));
        let made = by_hand.make(&self.record, turn, moves);
        let forked = made.and_then(|()| self.fork_by_hand(&by_hand));
        // After a mistake everything is as it was, but for moves of later turns that were taken back.
        if self.other.is_some() {
            self.by_hand = Some(by_hand);
        }
        forked?;
        self.seek(turn + 1);
        Ok(())
    }

    fn fork_by_hand(&mut self, by_hand: &ByHand) -> Result<(), String> {
        let original = self.other.as_mut().unwrap_or(&mut self.replay);
        let shown = original.turn();
        original.seek(by_hand.since);
        let forked = original.fork(&[], Some(by_hand.players(&self.record)));
        if forked.is_err() {
            original.seek(shown);
        }
        let left = std::mem::replace(&mut self.replay, forked.map_err(|error| error.to_string())?);
        if self.other.is_none() {
            self.other = Some(left);
        }
        Ok(())
    }

    /// Shows the other side, if something was changed: the match as it was, or the changed one again, at the same turn.
    pub fn show_other(&mut self) {
        let Some(other) = &mut self.other else { return };
        std::mem::swap(&mut self.replay, other);
        self.is_original_shown = !self.is_original_shown;
        self.seek(self.replay.turn());
    }

    /// Back to the match as it was.
    pub fn drop_fork(&mut self) {
        let other = self.other.take();
        if let Some(original) = other.filter(|_| !self.is_original_shown) {
            self.replay = original;
        }
        self.is_original_shown = false;
        self.by_hand = None;
        self.look();
    }
}

//! The match that a page shows.

use std::sync::atomic::{AtomicU32, Ordering};

use game::{AnyGame, Frame, Moment, NotableKind};
use games::registry;
use record::Record;
use serde_json::{Value, json};
use viewer::{Condition, Different, End, Film, different};

use crate::{paint, told};

/// The most columns of a timeline.
const MAX_COLUMNS: usize = 4096;
/// The most cells that are told of at once.
const MAX_CELLS_TOLD: usize = 4096;

/// A record's match, the turn of it that is shown, and what it was changed to, if it was.
pub struct Projector {
    record: Record,
    film: Film<'static>,
    /// The match as it was, where `film` is a fork of it.
    original: Option<Film<'static>>,
    conditions: Vec<Condition>,
    frame: Frame,
    different: Vec<Different>,
    spots: Vec<u16>,
}

impl Projector {
    /// The match of a record's bytes, before its first turn.
    ///
    /// # Errors
    /// Says what is wrong with it: damaged, of a newer format, of a game or rules that this page does not have.
    pub fn open(bytes: &[u8]) -> Result<Self, String> {
        let record = record::read(bytes).map_err(|error| error.to_string())?;
        let find_game = |name: &str| registry::by_name(name).map(|game| game as &dyn AnyGame);
        let film = Film::open(&record, find_game)
            .map_err(|error| format!("this record cannot be shown: {error}"))?;
        let frame = film.frame();
        let mut projector = Self {
            record,
            film,
            original: None,
            conditions: Vec::new(),
            frame,
            different: Vec::new(),
            spots: Vec::new(),
        };
        projector.look();
        Ok(projector)
    }

    /// What does not change from turn to turn, as JSON: game, programs, parameters, how cells lie, the outcome.
    #[must_use]
    pub fn about(&self) -> Value {
        let cells = self.film.scene().shape().cells();
        let mut about = told::match_of(&self.record, &self.film);
        about["cells_a_spot"] = paint::cells_a_spot(cells).into();
        about
    }

    /// The turn that is shown.
    #[must_use]
    pub fn turn(&self) -> u64 {
        self.film.turn()
    }

    /// Goes to a turn, or as near as there is one; the original goes with a fork.
    pub fn seek(&mut self, turn: u64) {
        self.film.seek(turn);
        let turn = self.film.turn();
        if let Some(original) = &mut self.original {
            original.seek(turn);
        }
        self.look();
    }

    /// Looks at the turn that is shown, once.
    fn look(&mut self) {
        self.frame = self.film.frame();
        self.different = match &self.original {
            Some(original) => different(&self.frame, &original.frame()),
            None => Vec::new(),
        };
    }

    /// Looks through so many more turns. Says whether nothing is left to look through.
    pub fn survey(&mut self, turns: u64) -> bool {
        let until = self.film.surveyed().saturating_add(turns);
        self.film.survey(until, &|| false);
        self.film.is_surveyed()
    }

    /// Paints the board; what was written in the last `span` turns glows most. The bits of a spot are the constants of
    /// this crate.
    pub fn paint(&mut self, span: u64) -> &[u16] {
        paint::paint(&mut self.spots, &self.film, &self.frame, span);
        let cells = self.film.scene().shape().cells();
        paint::mark_different(&mut self.spots, cells, &self.different);
        &self.spots
    }

    /// What there is to be told of the turn that is shown, as JSON: agents, panels, events, differences to the original.
    #[must_use]
    pub fn shown(&self) -> Value {
        let mut shown = told::moment(&self.film, &self.moment());
        shown["is_fork"] = self.original.is_some().into();
        shown["differences"] = told::differences(&self.different);
        shown["end"] = self.ending();
        shown
    }

    fn moment(&self) -> Moment<'_> {
        self.film.moment(&self.frame)
    }

    /// How the match ends, once that is known; of one that was not forked also whether that is what the record says.
    fn ending(&self) -> Value {
        match self.film.end() {
            None => Value::Null,
            Some(End::CutOff { turn, cause }) => json!({"turn": turn, "text": cause, "is_cut_off": true}),
            Some(End::Outcome(outcome)) => {
                let text = told::outcome(&outcome.into());
                let digest = self.film.lineup().digest(self.film.setup(), &self.record.answers, outcome);
                let agrees = self.original.is_none().then_some(digest == self.record.digest);
                json!({"turn": outcome.turns, "text": text, "is_cut_off": false, "agrees": agrees})
            }
        }
    }

    /// The state hash of the turn that is shown, in hexadecimal digits; nothing if the game has none.
    #[must_use]
    pub fn state_hash(&self) -> Option<String> {
        self.film.state_hash().map(|hash| hash.to_string())
    }

    /// So many cells from `first` on, round and round, as JSON: what they hold, whose they are, who wrote them when.
    #[must_use]
    pub fn cells(&self, first: usize, count: usize) -> Value {
        let cells = self.film.scene().shape().cells();
        let count = count.min(cells).min(MAX_CELLS_TOLD);
        let texts = self.frame.cells_from(first).take(count);
        let numbers = (0..count).map(|nth| (first + nth) % cells.max(1));
        numbers.zip(texts).map(|(cell, text)| told::cell(&self.film, cell, text)).collect()
    }

    /// The symbols of all cells, a character each.
    #[must_use]
    pub fn symbols(&self) -> String {
        let scene = self.film.scene();
        let runs = self.frame.cells.iter();
        runs.flat_map(|run| std::iter::repeat_n(scene.glyph(&run.text).symbol, run.count)).collect()
    }

    /// What happens where, in at most so many columns of equally many turns, and how it ends, as JSON.
    #[must_use]
    pub fn timeline(&self, columns: usize) -> Value {
        let mut timeline = told::timeline(&self.film, columns.clamp(1, MAX_COLUMNS));
        timeline["end"] = self.ending();
        timeline
    }

    /// Replaces the conditions to stop at: one a text.
    ///
    /// # Errors
    /// If a text is no condition; they stay as they were then.
    pub fn set_conditions(&mut self, texts: &[&str]) -> Result<(), String> {
        let conditions: Result<_, _> = texts.iter().map(|text| Condition::parse(text)).collect();
        self.conditions = conditions.map_err(|error| error.to_string())?;
        Ok(())
    }

    /// The next turn where something happens, or the last one before: `notable`, `condition`, or `write CELL`. Goes there.
    /// Looks at some thousand turns at a time, `patience` times.
    ///
    /// # Errors
    /// Says that there is none, or that patience has run out.
    pub fn find(&mut self, what: &str, way: Way, patience: u32) -> Result<u64, String> {
        let looks = AtomicU32::new(0);
        let stop = || looks.fetch_add(1, Ordering::Relaxed) >= patience;
        let found = self.search(what, way, &stop)?;
        match found {
            Some(turn) => {
                self.seek(turn);
                Ok(turn)
            }
            None if looks.into_inner() > patience => {
                Err("nothing was found yet, and the search was given up: go on from farther away".into())
            }
            None => Err(match way {
                Way::Forwards => "there is none after this turn".into(),
                Way::Backwards => "there is none before this turn".into(),
            }),
        }
    }

    fn search(&mut self, what: &str, way: Way, stop: &dyn Fn() -> bool) -> Result<Option<u64>, String> {
        let Self { film, conditions, .. } = self;
        let all = &NotableKind::ALL;
        Ok(match (what, way) {
            ("notable", Way::Forwards) => film.next_notable(all, stop),
            ("notable", Way::Backwards) => film.previous_notable(all, stop),
            ("condition", _) if conditions.is_empty() => {
                return Err("there are no conditions to stop at: add one first".into());
            }
            ("condition", Way::Forwards) => film.next_where(conditions, stop).map(|(turn, _)| turn),
            ("condition", Way::Backwards) => film.previous_where(conditions, stop).map(|(turn, _)| turn),
            (other, _) => {
                let cell = other.strip_prefix("write ").and_then(|cell| cell.parse().ok());
                let cell = cell.ok_or_else(|| format!("`{other}` cannot be searched for"))?;
                match way {
                    Way::Forwards => film.next_write(cell, stop),
                    Way::Backwards => film.previous_write(cell, stop),
                }
            }
        })
    }

    /// Goes on from the turn that is shown with something changed: `cell 12 = TEXT`, `0 a = 5`.
    ///
    /// # Errors
    /// If it cannot be changed, or the game asks programs that no page can run.
    pub fn change(&mut self, text: &str) -> Result<(), String> {
        let change = viewer::change(text).map_err(|error| error.to_string())?;
        if self.film.lineup().game().runs_foreign_code() {
            let name = self.record.game.as_str();
            return Err(format!(
                "programs of {name} do not run in a page: change it with `bout view` in a terminal"
            ));
        }
        let fork = self.film.fork(&[change], None).map_err(|error| error.to_string())?;
        let before = std::mem::replace(&mut self.film, fork);
        if self.original.is_none() {
            self.original = Some(before);
        }
        self.look();
        Ok(())
    }

    /// Back to the match as it was.
    pub fn drop_fork(&mut self) {
        if let Some(original) = self.original.take() {
            self.film = original;
        }
        self.look();
    }
}

/// Where to search from the turn that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Later turns.
    Forwards,
    /// Earlier ones.
    Backwards,
}

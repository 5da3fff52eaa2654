//! A replay: a match that can be shown at any turn.

mod find_writers;
mod seek;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use game::{
    Agent, AnyGame, Change, Event, Exchange, Frame, Moment, NamedLists, Outcome, Scene, Seat, SeatNames,
    StorySentence, Void,
};
use record::{Record, RecordedProgram};
use referee::{Lineup, Played, ReplayDifference, ReplayError};

use crate::answer_source::AnswerSource;
use crate::copies::Copies;
use crate::last_writes::LastWrite;
use crate::narration::Narration;
use crate::snapshot::Snapshot;
use crate::timeline::Timeline;

/// Turns that are watched between two checks whether to stop.
const SLICE: u64 = 1 << 14;

/// A match that can be viewed at any turn.
pub struct Replay<'g> {
    lineup: Arc<Lineup<'g>>,
    names: SeatNames,
    scene: Arc<dyn Scene>,
    setup: NamedLists,
    pub(crate) answers: AnswerSource,
    pub(crate) copies: Copies,
    /// The match at the turn up to which it was surveyed.
    head: Snapshot,
    timeline: Timeline,
    narration: Narration,
    end: Option<End>,
    /// The record, without the sources of its programs.
    claimed: Option<Record>,
    /// The differences between the record and the match as it was played, once the end is known.
    differences: OnceLock<Vec<ReplayDifference>>,
    /// The match at the turn that is shown.
    here: Snapshot,
    /// The match on its way to that turn, if it is not known who wrote its cells.
    learner: Option<Snapshot>,
    last_turn_events: LastTurn,
    /// The events of the turn that the replay starts after: for a fork, those of the original.
    first_turn_events: LastTurn,
    /// In a fork, which cells were changed by hand, and after which turn.
    by_hand: BTreeMap<usize, u64>,
}

/// The events of a turn, in addition to the state of the match after it.
#[derive(Default, Clone)]
struct LastTurn {
    happened: Vec<Event>,
    asked: Vec<Exchange>,
    /// The positions of agents one turn earlier.
    before: Vec<Agent>,
}

/// The end of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Outcome(Outcome),
    /// The match could not be played further.
    CutOff {
        /// The last turn that was played completely.
        turn: u64,
        /// Why.
        cause: String,
    },
}

impl End {
    /// The last turn.
    #[must_use]
    pub fn turn(&self) -> u64 {
        match self {
            Self::Outcome(outcome) => outcome.turns,
            Self::CutOff { turn, .. } => *turn,
        }
    }
}

impl<'g> Replay<'g> {
    /// The replay of a record, before its first turn. `find_game` is the registry.
    ///
    /// # Errors
    /// If the record cannot be played, because this build does not have its game, rules, programs or setup.
    pub fn open(
        record: &Record,
        find_game: impl Fn(&str) -> Option<&'g dyn AnyGame>,
    ) -> Result<Self, ReplayError> {
        let lineup = Lineup::of_record(record, find_game)?;
        let scene: Arc<dyn Scene> = lineup.scene(&record.setup)?.into();
        let mut played = lineup.new_match();
        played.begin(&record.setup)?;
        let start = Snapshot::new(played);
        let answers = AnswerSource::recorded(&record.answers);
        let names = lineup.names(record.programs.iter().map(|program| program.file.as_str()));
        let mut replay = Self::starting(Arc::new(lineup), names, scene, record.setup.clone(), start, answers);
        let programs = record
            .programs
            .iter()
            .map(|program| RecordedProgram { file: program.file.clone(), source: Vec::new() });
        replay.claimed = Some(Record { programs: programs.collect(), ..record.clone() });
        Ok(replay)
    }

    /// A replay that starts here.
    pub(crate) fn starting(
        lineup: Arc<Lineup<'g>>,
        names: SeatNames,
        scene: Arc<dyn Scene>,
        setup: NamedLists,
        start: Snapshot,
        answers: AnswerSource,
    ) -> Self {
        let timeline = Timeline::new(start.turn(), lineup.programs().len());
        let narration = Narration::new(scene.storyteller(&names));
        let (head, here) = (start.copy(), start.copy());
        let bytes = lineup.match_bytes();
        let copies = if lineup.game().runs_foreign_code() {
            Copies::new(start, bytes)
        } else {
            Copies::of_fast_turns(start, bytes)
        };
        Self {
            lineup,
            names,
            scene,
            setup,
            answers,
            copies,
            head,
            timeline,
            narration,
            end: None,
            claimed: None,
            differences: OnceLock::new(),
            here,
            last_turn_events: LastTurn::default(),
            first_turn_events: LastTurn::default(),
            by_hand: BTreeMap::new(),
            learner: None,
        }
    }

    /// The game and its players.
    #[must_use]
    pub fn lineup(&self) -> &Lineup<'g> {
        &self.lineup
    }

    /// The names of the programs.
    #[must_use]
    pub fn names(&self) -> &SeatNames {
        &self.names
    }

    /// The description of how to show the match.
    #[must_use]
    pub fn scene(&self) -> &dyn Scene {
        self.scene.as_ref()
    }

    /// The setup from which the match started.
    #[must_use]
    pub fn setup(&self) -> &NamedLists {
        &self.setup
    }

    /// The turn that the replay starts after: 0, except in a fork.
    #[must_use]
    pub fn first_turn(&self) -> u64 {
        self.copies.first().turn()
    }

    /// The turn that is shown: the number of turns played.
    #[must_use]
    pub fn turn(&self) -> u64 {
        self.here.turn()
    }

    /// The turn up to which the match was surveyed.
    #[must_use]
    pub fn surveyed(&self) -> u64 {
        self.head.turn()
    }

    /// Whether the whole match was surveyed.
    #[must_use]
    pub fn is_surveyed(&self) -> bool {
        self.end.as_ref().is_some_and(|end| self.surveyed() >= end.turn())
    }

    /// The end of the match, once it is known.
    #[must_use]
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The last turn: the end of the match if it is known, or else the last turn in the record, or else the last one surveyed.
    #[must_use]
    pub fn last_turn(&self) -> u64 {
        let known = self.end.as_ref().map(End::turn).or(self.claimed_turns());
        known.unwrap_or_else(|| self.surveyed()).max(self.first_turn())
    }

    fn claimed_turns(&self) -> Option<u64> {
        self.claimed.as_ref().map(|claimed| claimed.outcome.turns)
    }

    /// Whether the match is known to differ from its record.
    #[must_use]
    pub fn contradicts_record(&self) -> bool {
        !self.differences().is_empty()
    }

    /// The differences between the record and the match as it was played. Everything in the record that is shown is compared.
    /// Empty for a fork, and as long as the end is not known.
    #[must_use]
    pub fn differences(&self) -> &[ReplayDifference] {
        match (&self.claimed, &self.end) {
            (Some(record), Some(end)) => self.differences.get_or_init(|| self.compared(record, end)),
            _ => &[],
        }
    }

    fn compared(&self, record: &Record, end: &End) -> Vec<ReplayDifference> {
        match end {
            End::Outcome(outcome) => {
                let digest = self.lineup.digest(&self.setup, &record.answers, outcome);
                let asked = [&self.head, &self.here].map(|snapshot| snapshot.played().asked());
                let answers_left = record.answers.replies.len().saturating_sub(asked[0].max(asked[1]));
                referee::differences(record, &self.lineup, Played { outcome, digest, answers_left })
            }
            End::CutOff { turn, cause } => vec![ReplayDifference {
                what: "turns",
                recorded: record.outcome.turns.to_string(),
                replayed: format!("{turn}, and then: {cause}"),
            }],
        }
    }

    /// The events over time, as far as the match was surveyed.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The story in sentences, in order, as far as the match was surveyed. The story of a fork begins at its first turn.
    #[must_use]
    pub fn story(&self) -> &[StorySentence] {
        self.narration.told()
    }

    /// The board and the registers at the turn that is shown.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.here.played().frame()
    }

    /// [`Frame::registers`] alone.
    #[must_use]
    pub fn registers(&self) -> Vec<(&'static str, Vec<u64>)> {
        self.here.played().registers()
    }

    /// The text of a cell at the turn that is shown, without computing a whole frame; `None` if there is no such cell.
    #[must_use]
    pub fn text_of(&self, cell: usize) -> Option<Cow<'static, str>> {
        self.here.played().cell_text(cell)
    }

    /// A frame of the turn that is shown, with the events of that turn.
    #[must_use]
    pub fn moment<'m>(&'m self, frame: &'m Frame) -> Moment<'m> {
        Moment {
            frame,
            events: &self.last_turn_events.happened,
            asked: &self.last_turn_events.asked,
            names: &self.names,
        }
    }

    /// The events of the turn that is shown.
    #[must_use]
    pub fn happened(&self) -> &[Event] {
        &self.last_turn_events.happened
    }

    /// The positions of agents before the turn that is shown was played; empty if no turn was played.
    #[must_use]
    pub fn agents_before(&self) -> &[Agent] {
        &self.last_turn_events.before
    }

    /// The last write of a cell up to the turn that is shown; `None` if nobody wrote it, or if that is not known.
    #[must_use]
    pub fn last_write(&self, cell: usize) -> Option<LastWrite> {
        self.here.last_writes()?.last(cell)
    }

    /// The turn after which a cell was changed by hand in a fork, if its content still comes from that change.
    #[must_use]
    pub fn by_hand(&self, cell: usize) -> Option<u64> {
        let is_untouched = self.knows_writers() && self.last_write(cell).is_none();
        self.by_hand.get(&cell).copied().filter(|_| is_untouched)
    }

    /// The last writes in a range of cells, for those that somebody wrote. Fast on large boards.
    pub fn last_writes(&self, cells: Range<usize>) -> impl Iterator<Item = (usize, LastWrite)> {
        self.here.last_writes().into_iter().flat_map(move |last_writes| last_writes.written(cells.clone()))
    }

    /// Who wrote a cell last, without the turn.
    #[must_use]
    pub fn writer(&self, cell: usize) -> Option<Seat> {
        self.here.last_writes()?.writer(cell)
    }

    /// Whether it is known who wrote which cell at the turn that is shown.
    #[must_use]
    pub fn knows_writers(&self) -> bool {
        self.here.last_writes().is_some()
    }

    /// The state hash at the turn that is shown.
    #[must_use]
    pub fn state_hash(&self) -> Option<game::Digest> {
        self.here.played().state_hash()
    }

    /// Surveys the match from where the survey stopped, up to `turn` or until `stop` ends it; `stop` is called every few
    /// thousand turns. Returns whether it reached `turn` or the end.
    pub fn survey(&mut self, turn: u64, stop: &dyn Fn() -> bool) -> bool {
        // The end of the match may already be known from skipping turns.
        while self.head.turn() < turn && !self.is_surveyed() {
            if stop() {
                return false;
            }
            self.survey_slice(turn);
        }
        true
    }

    fn survey_slice(&mut self, turn: u64) {
        let slice = if self.may_be_cut_off() { 1 } else { SLICE };
        let mut until = turn.min(self.copies.next_turn()).min(self.head.turn().saturating_add(slice));
        // If turns were skipped to reach the one that is shown, the survey learns on its way who wrote its cells.
        let may_learn = self.here.last_writes().is_none() && self.head.turn() < self.here.turn();
        if may_learn {
            until = until.min(self.here.turn());
        }
        let before = self.may_be_cut_off().then(|| self.head.copy());
        let Self { head, answers, timeline, narration, scene, .. } = self;
        let played = head.watch(until, answers, &mut |event| {
            timeline.note(event, scene.notable(event).as_ref());
            narration.note(event);
        });
        narration.end_turn();
        if let Err(Void { cause }) = played {
            self.head = before.unwrap_or_else(|| self.copies.before(until).copy());
            self.end = Some(End::CutOff { turn: self.head.turn(), cause });
        } else if let Some(outcome) = self.head.played().outcome() {
            self.end = Some(End::Outcome(outcome.clone()));
        }
        self.copies.take(&self.head);
        if may_learn && self.head.turn() == self.here.turn() && self.head.last_writes().is_some() {
            self.here = self.head.copy();
        }
    }

    /// A match of foreign code may need an answer that nobody has. It has few turns, and each is surveyed separately.
    fn may_be_cut_off(&self) -> bool {
        self.lineup.game().runs_foreign_code()
    }

    /// Stores which cells were changed by hand, in the original replay and in this fork of it.
    pub(crate) fn changed_by_hand(mut self, original: &Self, changes: &[Change]) -> Self {
        let cells = changes.iter().filter_map(|change| match change {
            Change::Cell { cell, .. } => Some((*cell, original.turn())),
            Change::Register { .. } => None,
        });
        self.by_hand = original.by_hand.iter().map(|(cell, turn)| (*cell, *turn)).chain(cells).collect();
        self
    }

    /// Starts as a fork of another replay: its first turn has the events of that replay.
    pub(crate) fn with_events_of(self, original: &Self) -> Self {
        Self {
            last_turn_events: original.last_turn_events.clone(),
            first_turn_events: original.last_turn_events.clone(),
            ..self
        }
    }

    /// A copy of the match at the turn that is shown.
    pub(crate) fn snapshot_here(&self) -> Snapshot {
        self.here.copy()
    }

    pub(crate) fn shared(&self) -> (Arc<Lineup<'g>>, Arc<dyn Scene>) {
        (Arc::clone(&self.lineup), Arc::clone(&self.scene))
    }
}

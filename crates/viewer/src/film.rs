//! A match as a film: any turn of it can be gone to.

use std::sync::Arc;

use game::{AnyGame, Asked, Event, Frame, Moment, NamedLists, Outcome, Scene, Seat, Void};
use record::Record;
use referee::{Lineup, ReplayError};

use crate::copies::Copies;
use crate::ledger::LastWrite;
use crate::still::Still;
use crate::tape::Tape;
use crate::timeline::Timeline;

/// Up to so many turns beyond what was looked through are looked through on the way, a fraction of a second; farther
/// ones are gone to the fast way.
const WATCHED_AHEAD: u64 = 1 << 21;

/// Turns between two looks at whether to stop.
const SLICE: u64 = 1 << 14;

/// A match that can be looked at at any turn.
pub struct Film<'g> {
    lineup: Arc<Lineup<'g>>,
    scene: Arc<dyn Scene>,
    setup: NamedLists,
    pub(crate) tape: Tape,
    pub(crate) copies: Copies,
    /// The match as far as it was looked through.
    head: Still,
    timeline: Timeline,
    end: Option<End>,
    /// What the record says of its length.
    claimed_turns: Option<u64>,
    /// The match at the turn that is shown.
    here: Still,
    happened: Vec<Event>,
    asked: Vec<Asked>,
}

/// Where a match ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// By the rules.
    Outcome(Outcome),
    /// It could not be played on.
    CutOff {
        /// The last turn that was played whole.
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

impl<'g> Film<'g> {
    /// The film of a record, before its first turn. `find_game` is the registry.
    ///
    /// # Errors
    /// If the record cannot be played: its game, rules, programs or setup are not ours.
    pub fn open(
        record: &Record,
        find_game: impl Fn(&str) -> Option<&'g dyn AnyGame>,
    ) -> Result<Self, ReplayError> {
        let lineup = Lineup::of_record(record, find_game)?;
        let scene: Arc<dyn Scene> = lineup.scene(&record.setup)?.into();
        let mut played = lineup.played();
        played.begin(&record.setup)?;
        let start = Still::new(played);
        let tape = Tape::recorded(&record.answers);
        let mut film = Self::starting(Arc::new(lineup), scene, record.setup.clone(), start, tape);
        film.claimed_turns = Some(record.outcome.turns);
        Ok(film)
    }

    /// A film that starts here.
    pub(crate) fn starting(
        lineup: Arc<Lineup<'g>>,
        scene: Arc<dyn Scene>,
        setup: NamedLists,
        start: Still,
        tape: Tape,
    ) -> Self {
        let timeline = Timeline::new(start.turn(), lineup.programs().len());
        let (head, here) = (start.copy(), start.copy());
        let copies = Copies::new(start, lineup.table_bytes());
        Self {
            lineup,
            scene,
            setup,
            tape,
            copies,
            head,
            timeline,
            end: None,
            claimed_turns: None,
            here,
            happened: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// Who plays.
    #[must_use]
    pub fn lineup(&self) -> &Lineup<'g> {
        &self.lineup
    }

    /// How it is shown.
    #[must_use]
    pub fn scene(&self) -> &dyn Scene {
        self.scene.as_ref()
    }

    /// What the match started from.
    #[must_use]
    pub fn setup(&self) -> &NamedLists {
        &self.setup
    }

    /// The turn that the film starts after: 0, but for a fork.
    #[must_use]
    pub fn first_turn(&self) -> u64 {
        self.copies.first().turn()
    }

    /// The turn that is shown: how many have been played.
    #[must_use]
    pub fn turn(&self) -> u64 {
        self.here.turn()
    }

    /// Up to where the match was looked through.
    #[must_use]
    pub fn surveyed(&self) -> u64 {
        self.head.turn()
    }

    /// Whether the whole match was looked through.
    #[must_use]
    pub fn is_surveyed(&self) -> bool {
        self.end.as_ref().is_some_and(|end| self.surveyed() >= end.turn())
    }

    /// Where the match ends, once that is known.
    #[must_use]
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The last turn: where the match ends, or what the record says of it, or else what was looked through.
    #[must_use]
    pub fn last_turn(&self) -> u64 {
        let known = self.end.as_ref().map(End::turn).or(self.claimed_turns);
        known.unwrap_or_else(|| self.surveyed()).max(self.first_turn())
    }

    /// What happens where, as far as the match was looked through.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// What the match looks like at the turn that is shown.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.here.played().frame()
    }

    /// [`Frame::registers`] alone.
    #[must_use]
    pub fn registers(&self) -> Vec<(&'static str, Vec<u64>)> {
        self.here.played().registers()
    }

    /// That frame, and what happened in its turn.
    #[must_use]
    pub fn moment<'m>(&'m self, frame: &'m Frame) -> Moment<'m> {
        Moment { frame, events: &self.happened, asked: &self.asked }
    }

    /// What happened in the turn that is shown.
    #[must_use]
    pub fn happened(&self) -> &[Event] {
        &self.happened
    }

    /// Who wrote a cell last, up to the turn that is shown; nothing if nobody did, or nobody looked.
    #[must_use]
    pub fn last_write(&self, cell: usize) -> Option<LastWrite> {
        self.here.ledger()?.last(cell)
    }

    /// Who wrote a cell last, without the turn.
    #[must_use]
    pub fn writer(&self, cell: usize) -> Option<Seat> {
        self.here.ledger()?.writer(cell)
    }

    /// Whether it is known who wrote what at the turn that is shown.
    #[must_use]
    pub fn knows_writers(&self) -> bool {
        self.here.ledger().is_some()
    }

    /// The state hash at the turn that is shown.
    #[must_use]
    pub fn state_hash(&self) -> Option<game::Digest> {
        self.here.played().state_hash()
    }

    /// Looks through the match from where it was left, to `turn` at most or until `stop` says so, asked every
    /// thousand turns. Says whether it came there, or to the end.
    pub fn survey(&mut self, turn: u64, stop: &dyn Fn() -> bool) -> bool {
        // Where the match ends may be known from having gone there the fast way.
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
        let until = turn.min(self.copies.next_turn()).min(self.head.turn().saturating_add(slice));
        let before = self.may_be_cut_off().then(|| self.head.copy());
        let Self { head, tape, timeline, scene, .. } = self;
        let played =
            head.watch(until, tape, &mut |event| timeline.note(event, scene.notable(event).as_ref()));
        if let Err(Void { cause }) = played {
            self.head = before.unwrap_or_else(|| self.copies.before(until).copy());
            self.end = Some(End::CutOff { turn: self.head.turn(), cause });
        } else if let Some(outcome) = self.head.played().outcome() {
            self.end = Some(End::Outcome(outcome.clone()));
        }
        self.copies.take(&self.head);
    }

    /// A match of foreign code may want an answer that nobody has. Its turns are few, and each is looked at by itself.
    fn may_be_cut_off(&self) -> bool {
        self.lineup.game().runs_foreign_code()
    }

    /// Goes to a turn, or as near as there is one. What happened in it can be asked for then.
    pub fn seek(&mut self, turn: u64) {
        let turn = turn.max(self.first_turn());
        if turn > self.surveyed() && (turn - self.surveyed() <= WATCHED_AHEAD || self.may_be_cut_off()) {
            self.survey(turn, &|| false);
        }
        let turn = self.end.as_ref().map_or(turn, |end| turn.min(end.turn()));
        if turn != self.turn() {
            self.go(turn);
        }
    }

    /// Goes to a turn that there is.
    fn go(&mut self, turn: u64) {
        self.happened.clear();
        self.asked.clear();
        let last = turn.saturating_sub(1);
        let before = self.copies.before(last);
        // One that skipped turns does not know who wrote what, which copies do.
        let knows_less = self.here.ledger().is_none() && before.ledger().is_some();
        let is_on_the_way = self.here.turn() < turn && self.here.turn() >= before.turn();
        let is_skipping = turn - before.turn() > WATCHED_AHEAD;
        if !is_on_the_way || (knows_less && !is_skipping) {
            self.here = before.copy();
        }
        let Self { here, tape, happened, asked, .. } = self;
        let arrived = if turn <= here.turn() {
            Ok(())
        } else if is_skipping {
            here.skip(last, tape).and_then(|()| here.step(tape, happened, asked))
        } else {
            here.watch(last, tape, &mut |_| {}).and_then(|()| here.step(tape, happened, asked))
        };
        if arrived.is_err() {
            // It was looked through without a failure, so that this does not happen; if it does, nothing is lost.
            self.here = self.copies.first().copy();
        } else if let Some(outcome) = self.here.played().outcome() {
            self.end = Some(End::Outcome(outcome.clone()));
        }
    }

    /// A copy of the match at the turn that is shown.
    pub(crate) fn still_here(&self) -> Still {
        self.here.copy()
    }

    pub(crate) fn shared(&self) -> (Arc<Lineup<'g>>, Arc<dyn Scene>) {
        (Arc::clone(&self.lineup), Arc::clone(&self.scene))
    }
}

//! Forks: continue a match from a turn with something changed.

use std::sync::Arc;

use game::text::one_line;
use game::{
    AnyMatch, AnyPlayers, Change, ChangeError, Frame, LineupError, Participant, Rules, RulesError, Scene,
    Seat, SeatNames, SetupError,
};
use referee::Lineup;

use crate::Replay;
use crate::snapshot::Snapshot;

/// Neighbouring cells whose content differs from another frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Different {
    /// The first of these cells.
    pub cell: usize,
    /// The number of these cells.
    pub count: usize,
}

/// Why a program cannot take another's place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplaceError {
    /// There is no such seat.
    #[error("there is no player {seat}: they are 0 to {last}")]
    Seat {
        /// Which one was asked for.
        seat: Seat,
        /// The last one.
        last: Seat,
    },
    /// It is a program of another game, or the parameters are not legal with it.
    #[error(transparent)]
    Contest(#[from] LineupError),
    /// The parameters of the match cannot be set again.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The match could not begin as it did: the new program may be too long for its place.
    #[error("this program cannot begin as the match did: {0}")]
    Setup(#[from] SetupError),
    /// The code of the program is nowhere on the board: its effect was settled when the match began.
    #[error(
        "in this game a program can be replaced in turn 0 only: afterwards change cells, `cell CELL = TEXT`"
    )]
    Late,
    /// A cell cannot hold it, or the match is over.
    #[error(transparent)]
    Change(#[from] ChangeError),
}

impl<'g> Replay<'g> {
    /// Makes a separate replay that starts at the turn that is shown, with these changes. From there on, programs are asked
    /// again: `players` answer. `None` is for games that ask nobody.
    ///
    /// # Errors
    /// Says what cannot be changed. Nothing is changed then.
    pub fn fork(
        &self,
        changes: &[Change],
        players: Option<Box<dyn AnyPlayers>>,
    ) -> Result<Self, ChangeError> {
        let snapshot = self.changed(changes)?;
        let (lineup, scene) = self.shared();
        let names = self.names().clone();
        Ok(self.continued(lineup, names, scene, snapshot, players).changed_by_hand(self, changes))
    }

    /// The programs of this replay, with one of them replaced.
    ///
    /// # Errors
    /// If there is no such seat, or they cannot play together.
    pub fn lineup_with(&self, seat: Seat, program: Participant) -> Result<Lineup<'g>, ReplaceError> {
        let lineup = self.lineup();
        let mut programs = lineup.programs().to_vec();
        let last = programs.len().saturating_sub(1);
        *programs.get_mut(seat).ok_or(ReplaceError::Seat { seat, last })? = program;
        let mut rules = Rules::new();
        for (key, value) in lineup.parameter_values() {
            rules.add(key, value)?;
        }
        Ok(Lineup::new(lineup.game(), programs, &rules)?)
    }

    /// Forks the replay with another program for `seat` ([`Replay::lineup_with`]) from the turn that is shown. At turn
    /// 0 the fork is a new match with this one's setup. Later the new program is asked from that turn on, or its code
    /// replaces the old program's initial code, and the remaining cells of that become blank. The seat's agents stay
    /// where they are.
    ///
    /// # Errors
    /// Says why the program cannot take over.
    pub fn fork_with(
        &self,
        seat: Seat,
        lineup: Lineup<'g>,
        players: Option<Box<dyn AnyPlayers>>,
    ) -> Result<Self, ReplaceError> {
        let setup = lineup.check_setup(self.setup())?;
        let name = lineup.programs().get(seat).and_then(|program| program.metadata.name.as_deref());
        let names = self.names().clone().with(seat, one_line(name.unwrap_or("the new program")));
        let scene: Arc<dyn Scene> = lineup.scene(&setup)?.into();
        let mut restarted = lineup.new_match();
        restarted.begin(&setup)?;
        if self.turn() == 0 {
            return Ok(self.continued(Arc::new(lineup), names, scene, Snapshot::new(restarted), players));
        }
        // In some games, programs affect the match only through their answers.
        let is_asked = self.lineup().game().info().answers_tell_all;
        let code =
            if is_asked { Vec::new() } else { self.code_of(seat, restarted.as_ref(), scene.as_ref())? };
        let fork = self.continued(Arc::new(lineup), names, scene, self.changed(&code)?, players);
        Ok(fork.changed_by_hand(self, &code))
    }

    /// The changes that replace the code of a seat's program by the code that stands there in `restarted`, a match with the
    /// new program.
    fn code_of(
        &self,
        seat: Seat,
        restarted: &dyn AnyMatch,
        scene: &dyn Scene,
    ) -> Result<Vec<Change>, ReplaceError> {
        let frame = restarted.frame();
        let is_home =
            |cell: &usize| [scene, self.scene()].iter().any(|scene| scene.home(*cell) == Some(seat));
        let change = |cell| Some(Change::Cell { cell, text: frame.cell(cell)?.to_string() });
        let changes: Vec<Change> = (0..scene.shape().cells()).filter(is_home).filter_map(change).collect();
        if changes.is_empty() { Err(ReplaceError::Late) } else { Ok(changes) }
    }

    /// The match at the turn that is shown, with these changes.
    pub(crate) fn changed(&self, changes: &[Change]) -> Result<Snapshot, ChangeError> {
        let mut snapshot = self.snapshot_here();
        for change in changes {
            snapshot.change(change)?;
        }
        if snapshot.is_over() { Err(ChangeError::Over) } else { Ok(snapshot) }
    }

    /// A replay that starts with a match at the turn that is shown.
    fn continued(
        &self,
        lineup: Arc<Lineup<'g>>,
        names: SeatNames,
        scene: Arc<dyn Scene>,
        start: Snapshot,
        players: Option<Box<dyn AnyPlayers>>,
    ) -> Self {
        let answers = self.answers.forked(start.played().asked(), players);
        Self::starting(lineup, names, scene, self.setup().clone(), start, answers).with_events_of(self)
    }
}
/// Finds where two frames of one board differ, in stretches from the left.
#[must_use]
pub fn different(one: &Frame, other: &Frame) -> Vec<Different> {
    let mut found: Vec<Different> = Vec::new();
    let mut cell = 0;
    let (mut ones, mut others) = (one.cells.iter(), other.cells.iter());
    let (mut left, mut right) = (ones.next(), others.next());
    let (mut left_used, mut right_used) = (0, 0);
    while let (Some(here), Some(there)) = (left, right) {
        let count = (here.count - left_used).min(there.count - right_used);
        if here.text != there.text && count > 0 {
            match found.last_mut() {
                Some(last) if last.cell + last.count == cell => last.count += count,
                _ => found.push(Different { cell, count }),
            }
        }
        cell += count;
        left_used += count;
        right_used += count;
        if left_used == here.count {
            (left, left_used) = (ones.next(), 0);
        }
        if right_used == there.count {
            (right, right_used) = (others.next(), 0);
        }
    }
    found
}

//! Going on from a turn with something changed.

use game::{Change, ChangeError, Frame, Guests};

use crate::Film;

/// Cells next to each other that hold something else in another frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Different {
    /// The first one.
    pub cell: usize,
    /// How many there are.
    pub count: usize,
}

impl Film<'_> {
    /// A film of its own that starts at the turn that is shown, with these changes. Programs are asked again from there
    /// on: `guests` answer, or nobody, where the game asks nobody.
    ///
    /// # Errors
    /// Says what cannot be changed; nothing is changed then.
    pub fn fork(&self, changes: &[Change], guests: Option<Box<dyn Guests>>) -> Result<Self, ChangeError> {
        let mut still = self.still_here();
        for change in changes {
            still.played_mut().change(change)?;
        }
        if still.is_over() {
            return Err(ChangeError::Over);
        }
        let tape = self.tape.forked(still.played().asked(), guests);
        let (lineup, scene) = self.shared();
        Ok(Self::starting(lineup, scene, self.setup().clone(), still, tape))
    }
}

/// Where two frames of one board differ, in stretches from the left.
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

//! Many cells shown as one character.

use std::ops::Range;

use game::{Glyph, Scene, Seat};

use crate::side::Side;

/// The content of several cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Crowd {
    pub(super) first: usize,
    pub(super) cells: usize,
    /// The number of cells that are not blank.
    full: usize,
    /// For each seat that owns some of the cells, their number.
    owned: Vec<(Seat, usize)>,
}

/// How full cells are, from nearly empty to full.
const SHADES: [char; 4] = ['░', '▒', '▓', '█'];
/// The approximate number of cells per character whose owners are looked up.
const MAX_ASKED: usize = 256;
/// Blank cells that somebody wrote.
const WRITTEN: char = '-';
/// Blank cells that nobody wrote.
const UNTOUCHED: char = '·';

impl Crowd {
    /// The content of a range of cells, in crowds of `each` cells.
    pub(super) fn on(side: &Side, range: Range<usize>, each: usize) -> Vec<Self> {
        let mut crowds: Vec<Self> = range
            .clone()
            .step_by(each)
            .map(|first| Self { first, cells: each.min(range.end - first), ..Self::default() })
            .collect();
        let scene = side.replay.scene();
        // Of millions of cells, a sample shows who owns most.
        let step = each.div_ceil(MAX_ASKED);
        let mut glyphs = Glyphs { scene, known: Vec::new() };
        for (first, run) in
            side.frame.cells.runs_from(range.start).take_while(|(first, _)| *first < range.end)
        {
            let cells = first.max(range.start)..(first + run.count).min(range.end);
            if cells.is_empty() {
                continue;
            }
            let glyph = glyphs.of(&run.text);
            let is_anybodys = glyph.owner.is_some() || !glyph.is_blank || side.replay.knows_writers();
            let (from, to) = ((cells.start - range.start) / each, (cells.end - 1 - range.start) / each);
            for crowd in &mut crowds[from..=to] {
                let here = cells.start.max(crowd.first)..cells.end.min(crowd.first + crowd.cells);
                crowd.full += if glyph.is_blank { 0 } else { here.len() };
                if is_anybodys {
                    let asked = here.start.next_multiple_of(step)..here.end;
                    asked.step_by(step).for_each(|cell| crowd.add(side.owner(cell, &glyph)));
                }
            }
        }
        crowds
    }

    fn add(&mut self, owner: Option<Seat>) {
        let Some(owner) = owner else { return };
        match self.owned.iter_mut().find(|(seat, _)| *seat == owner) {
            Some((_, cells)) => *cells += 1,
            None => self.owned.push((owner, 1)),
        }
    }

    /// The seat that owns most of the cells; among equals, the first.
    pub(super) fn owner(&self) -> Option<Seat> {
        let most = self.owned.iter().min_by_key(|(seat, cells)| (std::cmp::Reverse(*cells), *seat));
        most.map(|(seat, _)| *seat)
    }

    /// The character that shows how full the cells are.
    pub(super) fn shade(&self) -> char {
        match (self.full, self.owner()) {
            (0, None) => UNTOUCHED,
            (0, Some(_)) => WRITTEN,
            _ => SHADES[(self.full * SHADES.len()).div_ceil(self.cells.max(1)).clamp(1, SHADES.len()) - 1],
        }
    }

    /// The letter of the owner.
    pub(super) fn letter(&self) -> char {
        match (self.owner(), self.full) {
            (Some(owner), _) => crate::theme::letter(owner).to_ascii_lowercase(),
            (None, 0) => UNTOUCHED,
            (None, _) => '?',
        }
    }
}

/// Glyphs that were requested recently: a board has millions of runs, but few different texts.
struct Glyphs<'a> {
    scene: &'a dyn Scene,
    known: Vec<(&'a str, Glyph)>,
}

/// The most glyphs that are remembered.
const MAX_GLYPHS: usize = 16;

impl<'a> Glyphs<'a> {
    fn of(&mut self, text: &'a str) -> Glyph {
        if let Some((_, glyph)) = self.known.iter().find(|(known, _)| *known == text) {
            return *glyph;
        }
        let glyph = self.scene.glyph(text);
        if self.known.len() < MAX_GLYPHS {
            self.known.push((text, glyph));
        }
        glyph
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_is_as_full_as_it_is() {
        let crowd = |full, owned: &[(Seat, usize)]| Crowd { first: 0, cells: 8, full, owned: owned.to_vec() };
        let shades = [0, 1, 2, 3, 5, 7, 8].map(|full| crowd(full, &[]).shade());
        assert_eq!(shades, ['·', '░', '░', '▒', '▓', '█', '█']);
        assert_eq!(crowd(0, &[(1, 2)]).shade(), '-');
        let shared = crowd(6, &[(2, 3), (1, 3)]);
        assert_eq!((shared.owner(), shared.letter()), (Some(1), 'b'));
    }
}

//! How planes were played, and the lines that came apart from them.
//!
//! A line is not kept when it comes apart. It is made when it is played, from the turns and writes of its plane until
//! it came apart.

use super::bases::Bases;
use super::cells::{Cell, time_of};
use super::extent::{Axis, Key, KnownPlaneSum, KnownSum, Line, Plane, Shares};
use super::group::{Executor, Group, Turn};
use super::layers::{Layer, noted_from};
use super::spare::Spare;

/// How a plane was played. Every line that came apart from it begins like this.
#[derive(Debug)]
pub(super) struct History {
    pub(super) programs: [Vec<u16>; 2],
    pub(super) places: Vec<[(u8, u16); 2]>,
    pub(super) writes: Vec<(u8, u16, Cell)>,
    pub(super) lines: Vec<Start>,
    /// All matches that the plane had at first.
    pub(super) extent: Plane,
    /// What was taken out of the plane, in order, and how many lines had come apart by then.
    pub(super) gone: Vec<(usize, Key)>,
}

/// A line that came apart from a plane.
#[derive(Debug, Clone)]
pub(super) struct Start {
    pub(super) key: Key,
    pub(super) turn: u32,
    pub(super) executors: [Executor; 2],
    /// What was known about each sum of cells in all matches of the plane.
    pub(super) sums: Vec<KnownPlaneSum>,
}

impl History {
    pub(super) fn note(&mut self, turn: Turn) {
        let small = |(layer, offset): (usize, usize)| {
            (u8::try_from(layer).expect("it is below 3"), u16::try_from(offset).expect("it has twelve bits"))
        };
        self.places.push(turn.places.map(small));
        for written in turn.writes.into_iter().flatten() {
            let (layer, offset) = small((written.layer, written.offset));
            self.writes.push((layer, offset, written.cell));
        }
    }
}

/// Makes the lines that came apart from a plane, one after the other.
pub(super) struct Replay<'a> {
    history: &'a History,
    layers: [Layer; 3],
    turn: u32,
    written: usize,
    /// What is left of the plane, and how many entries of [`History::gone`] have been taken out of it.
    left: Plane,
    gone: usize,
}

impl<'a> Replay<'a> {
    pub(super) fn new(history: &'a History) -> Self {
        let [one, two] = history.programs.each_ref().map(|program| Layer::with_program(program));
        let (layers, left) = ([Layer::new(), one, two], history.extent.clone());
        Self { history, layers, turn: 0, written: 0, left, gone: 0 }
    }

    /// Makes a line. Lines must be asked for in the order in which they came apart.
    pub(super) fn line(&mut self, nth: usize, spare: &mut Spare) -> Group<Line> {
        let Start { key, turn, executors, ref sums } = self.history.lines[nth];
        self.go_on(turn);
        let Key { axis, at } = key;
        let extent = Line::of(self.bases(nth));
        let [absolute, one, two] = self.layers.each_ref();
        let mut layers = spare.take();
        let [of_absolute, of_relative] = &mut layers;
        let (below, above, over, alone, apart) = match axis {
            Axis::One => (absolute, one, of_absolute, two, of_relative),
            Axis::Two => (absolute, two, of_absolute, one, of_relative),
            Axis::Distance => (one, two, of_relative, absolute, of_absolute),
        };
        apart.copy(alone, noted_from(turn));
        over.copy(below, noted_from(turn));
        over.lay_over(above, at);
        let executors = executors.map(|executor| {
            executor.map(|symbol| match axis {
                Axis::One => symbol.with_one(at),
                Axis::Two => symbol.with_two(at),
                Axis::Distance => symbol.with_distance(at),
            })
        });
        let known = |sum: &KnownPlaneSum| KnownSum { value: sum.known.map(Shares::sum), since: sum.since };
        Group { extent, layers, executors, turn, sums: sums.iter().map(known).collect() }
    }

    fn go_on(&mut self, turn: u32) {
        for places in &self.history.places[self.turn as usize..turn as usize] {
            let now = time_of(self.turn, 0) - 1;
            for &(layer, offset) in places {
                self.layers[usize::from(layer)].know(offset.into(), now);
            }
            self.turn += 1;
            let until = time_of(self.turn, 0);
            while let Some(&(layer, offset, cell)) = self.history.writes.get(self.written) {
                if cell.time() >= until {
                    break;
                }
                self.layers[usize::from(layer)].write(offset.into(), cell);
                self.written += 1;
            }
        }
    }

    /// The bases of a line: those of its matches that were still in the plane when it came apart.
    fn bases(&mut self, nth: usize) -> Bases {
        while let Some(&(_, key)) = self.history.gone.get(self.gone).filter(|gone| gone.0 <= nth) {
            self.left.take_out(key);
            self.gone += 1;
        }
        self.left.line(self.history.lines[nth].key)
    }
}

//! The path of an agent in the last turn, where it is longer than one step.

use game::{Agent, Shape};

/// A path along cells in the last turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Walk {
    /// The agent that walked, at the end of its path.
    pub(crate) agent: Agent,
    from: usize,
    /// The number of cells walked, always more than one; negative to the left.
    way: isize,
    cells: usize,
}

impl Walk {
    /// The paths of agents that stood elsewhere one turn earlier. On a ring, the direction in which an agent went is not
    /// known: the shorter path is shown.
    pub(crate) fn between(before: &[Agent], after: &[Agent], shape: Shape) -> Vec<Self> {
        let cells = shape.cells();
        let walk = |agent: &Agent| {
            let from = before.iter().find(|one| (one.seat, one.role) == (agent.seat, agent.role))?.cell;
            let straight = agent.cell.checked_signed_diff(from)?;
            let way = match shape {
                Shape::Grid { .. } => return None,
                Shape::Row { .. } => straight,
                Shape::Ring { .. } => shorter(straight, cells.try_into().ok()?),
            };
            (way.unsigned_abs() > 1).then_some(Self { agent: *agent, from, way, cells })
        };
        after.iter().filter_map(walk).collect()
    }

    /// The mark on a cell of the path: an arrow on each cell before its end, where the agent stands.
    pub(crate) fn mark(&self, cell: usize) -> Option<char> {
        let ahead = if self.way > 0 { cell + self.cells - self.from } else { self.from + self.cells - cell };
        let walked = if cell < self.cells { ahead % self.cells } else { return None };
        let way = self.way.unsigned_abs();
        match (way.checked_sub(walked)?, self.way > 0) {
            (0, _) => None,
            (1, true) => Some('→'),
            (1, false) => Some('←'),
            _ => Some('─'),
        }
    }
}

/// The shorter of two ways round.
fn shorter(straight: isize, cells: isize) -> isize {
    let round = if straight > 0 { straight - cells } else { straight + cells };
    if round.abs() < straight.abs() { round } else { straight }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(from: usize, to: usize, shape: Shape) -> String {
        let at = |cell| [Agent { seat: 0, role: "commander", cell }];
        let walks = Walk::between(&at(from), &at(to), shape);
        let mark = |cell| walks.first().and_then(|walk| walk.mark(cell)).unwrap_or('.');
        (0..shape.cells()).map(mark).collect()
    }

    #[test]
    fn ways_are_drawn_from_their_start_to_their_end() {
        let (row, ring) = (Shape::Row { cells: 10 }, Shape::Ring { cells: 10 });
        assert_eq!([marks(2, 6, row), marks(6, 2, row)], ["..───→....", "...←───..."]);
        assert_eq!([marks(8, 1, ring), marks(1, 8, ring)], ["→.......──", "──.......←"]);
        assert_eq!(marks(9, 1, row), "..←───────", "a row has ends");
    }

    #[test]
    fn steps_and_grids_have_none() {
        let (row, ring) = (Shape::Row { cells: 10 }, Shape::Ring { cells: 10 });
        let grid = Shape::Grid { rows: 2, columns: 5 };
        let ways = [marks(2, 3, row), marks(3, 3, row), marks(9, 0, ring), marks(0, 9, grid)];
        assert!(ways.iter().all(|way| way == ".........."), "{ways:?}");
    }
}

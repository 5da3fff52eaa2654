//! The timeline: the events of the match over time, across the whole width.

use game::NotableKind;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use viewer::lead::Standing;
use viewer::{Bucket, Condition, Replay};

use crate::app::App;
use crate::screen::print;
use crate::theme::letter;

/// The heights of bars, from empty to full.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Marks columns in which nobody is ahead.
const LEVEL: char = '─';
/// Marks a turn in which a breakpoint began to hold.
const BREAK: char = '◆';
/// Marks turns that are not surveyed yet.
const UNKNOWN: char = '░';
/// Marks the turn that is shown.
const HERE: char = '▲';

impl App<'_> {
    /// Draws who is ahead, the marks, the bars and the position of the turn that is shown. If there are too few lines for all of
    /// these, the bars come first.
    pub(crate) fn draw_timeline(&self, area: Rect, out: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        let replay = &self.side().replay;
        let scale = Scale::of(replay, area.width);
        let area = if area.height > 3 {
            self.draw_lead(scale, Rect { height: 1, ..area }, out);
            Rect { y: area.y + 1, height: area.height - 1, ..area }
        } else {
            area
        };
        let bars_y = if area.height > 1 { area.y + 1 } else { area.y };
        let buckets: Vec<Option<Bucket>> =
            (0..area.width).map(|column| scale.bucket(replay, column)).collect();
        let most = buckets.iter().flatten().map(writes).max().unwrap_or(0);
        for ((x, bucket), column) in (area.x..area.right()).zip(&buckets).zip(0..) {
            let (bar, style) = match bucket {
                None => (UNKNOWN, self.theme.quiet()),
                Some(bucket) => (bar(writes(bucket), most), self.theme.seat(bucket.busiest())),
            };
            put(x, bars_y, bar, style, out);
            if let (Some(bucket), true) = (bucket, area.height > 1 && scale.ends_a_turn(column)) {
                let (mark, style) = self.mark(bucket);
                put(x, area.y, mark, style, out);
            }
        }
        let turns = self.conditions.iter().filter_map(|condition| match condition {
            Condition::Turn(turn) => Some(*turn),
            _ => None,
        });
        for turn in turns.chain(self.stops.iter().copied()) {
            if let Some(column) = scale.column(turn) {
                put(area.x + column, area.y, BREAK, Style::new().add_modifier(Modifier::BOLD), out);
            }
        }
        let here = area.x + scale.column(replay.turn()).unwrap_or(0);
        if area.height > 2 {
            put(here, area.y + 2, HERE, Style::new().add_modifier(Modifier::BOLD), out);
            self.draw_key(here, Rect { y: area.y + 2, height: 1, ..area }, out);
        }
        out.set_style(Rect { x: here, y: bars_y, width: 1, height: 1 }, Modifier::REVERSED);
    }

    /// Draws by how much a seat is ahead, in its colour. Where another seat takes the lead, its letter stands.
    fn draw_lead(&self, scale: Scale, line: Rect, out: &mut Buffer) {
        let standings = &self.side().standings;
        let mut before = None;
        for (x, column) in (line.x..line.right()).zip(0..) {
            let turn = scale.turn_at(column);
            let after = standings.partition_point(|standing| standing.turn <= turn);
            let Some(standing) = after.checked_sub(1).and_then(|at| standings.get(at)) else { continue };
            let leader = standing.leader();
            let character = match leader {
                Some(seat) if before != leader => letter(seat),
                Some(_) => bar(margin(standing), 1000),
                None => LEVEL,
            };
            before = leader;
            put(x, line.y, character, self.theme.seat(leader), out);
        }
    }

    /// Draws the meaning of the marks, if there is room beside the marker of the turn that is shown.
    fn draw_key(&self, here: u16, line: Rect, out: &mut Buffer) {
        let key = "✝ death  + capture  × hit  ◆ breakpoint  ░ not seen yet  above: who is ahead";
        let width = u16::try_from(key.chars().count()).unwrap_or(u16::MAX);
        let left = Rect { width: here.saturating_sub(line.x), ..line };
        let right = Rect { x: here + 1, width: line.right().saturating_sub(here + 1), ..line };
        let room = if right.width >= left.width { right } else { left };
        if room.width > width + 1 {
            print(key, self.theme.quiet(), Rect { x: room.x + 1, width: room.width - 1, ..room }, out);
        }
    }

    /// The mark for the gravest event of a column.
    fn mark(&self, bucket: &Bucket) -> (char, Style) {
        let gravest = NotableKind::ALL.into_iter().find(|kind| bucket.notable(*kind) > 0);
        match gravest {
            Some(NotableKind::Death) => ('✝', self.theme.failure()),
            Some(NotableKind::Capture) => ('+', Style::new()),
            Some(NotableKind::Hit) => ('×', Style::new()),
            None => (' ', Style::new()),
        }
    }
}

/// By how many thousandths the first seat leads the second.
fn margin(standing: &Standing) -> u64 {
    let mut shares = standing.shares.clone();
    shares.sort_unstable_by(|one, other| other.cmp(one));
    match shares[..] {
        [first, second, ..] => first - second,
        _ => 0,
    }
}

fn put(x: u16, y: u16, character: char, style: Style, out: &mut Buffer) {
    if let Some(cell) = out.cell_mut((x, y)) {
        cell.set_char(character).set_style(style);
    }
}

/// A bar; any value above zero is visible.
fn bar(writes: u64, most: u64) -> char {
    let top = BARS.len() as u128 - 1;
    let height = if most == 0 { 0 } else { (u128::from(writes) * top).div_ceil(u128::from(most)) };
    BARS[usize::try_from(height.min(top)).unwrap_or(0)]
}

/// Maps turns to columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scale {
    first: u64,
    /// The number of turns, from before the first to the last.
    turns: u64,
    width: u16,
    /// The turn up to which the match is surveyed.
    surveyed: u64,
}

impl Scale {
    pub(crate) fn of(replay: &Replay, width: u16) -> Self {
        let (first, last) = (replay.first_turn(), replay.last_turn().max(replay.turn()));
        Self { first, turns: last - first, width, surveyed: replay.surveyed() }
    }

    /// The last turn to the left of a column.
    fn turn_before(self, column: u16) -> u64 {
        let turns = u128::from(self.turns) * u128::from(column) / u128::from(self.width.max(1));
        self.first + u64::try_from(turns).unwrap_or(self.turns)
    }

    /// The turn that a click on a column goes to.
    pub(crate) fn turn_at(self, column: u16) -> u64 {
        if column == 0 { self.first } else { self.turn_before(column.saturating_add(1).min(self.width)) }
    }

    /// The column of a turn.
    fn column(self, turn: u64) -> Option<u16> {
        let after = turn.checked_sub(self.first).filter(|after| *after <= self.turns)?;
        let columns = (u128::from(after) * u128::from(self.width)).div_ceil(u128::from(self.turns.max(1)));
        u16::try_from(columns.saturating_sub(1)).ok()
    }

    /// Whether a turn ends in this column. In a short match, several columns share one turn, and only the last of them has its
    /// marks.
    fn ends_a_turn(self, column: u16) -> bool {
        self.turn_before(column) < self.turn_before(column + 1)
    }

    /// The events in the turns of a column; `None` if they are not known yet.
    fn bucket(self, replay: &Replay, column: u16) -> Option<Bucket> {
        let after = self.turn_before(column);
        let until = self.turn_before(column + 1).max((after + 1).min(self.first + self.turns));
        (until <= self.surveyed).then(|| replay.timeline().between(after, until))
    }
}

/// The number of writes by all seats.
fn writes(bucket: &Bucket) -> u64 {
    bucket.writes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_lies_in_the_column_whose_turns_hold_it() {
        for (turns, width) in [(1, 40), (7, 40), (40, 40), (201, 40), (2_000_000, 120), (u64::MAX, 300)] {
            let scale = Scale { first: 0, turns, width, surveyed: turns };
            for turn in [1, 2, turns / 3 + 1, turns / 2 + 1, turns].map(|turn| turn.min(turns)) {
                let column = scale.column(turn).expect("it is on the scale");
                assert!(scale.turn_before(column) < turn, "turn {turn} of {turns}");
                assert!(scale.turn_before(column + 1) >= turn, "turn {turn} of {turns}");
            }
            assert_eq!(scale.column(0), Some(0));
            assert_eq!(scale.turn_at(width - 1), turns);
            assert_eq!(scale.turn_at(0), 0);
        }
        let scale = Scale { first: 10, turns: 5, width: 4, surveyed: 15 };
        assert_eq!([9, 16].map(|turn| scale.column(turn)), [None; 2]);
    }

    #[test]
    fn a_single_write_is_seen_beside_many() {
        assert_eq!([bar(0, 9), bar(1, 1_000_000), bar(9, 9), bar(0, 0)], [' ', '▁', '█', ' ']);
    }
}

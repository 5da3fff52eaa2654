//! Composes pictures: the title, a turn, the result.

use game::text::grouped;
use game::{Agent, Seat};
use viewer::seat_look::{Rgb, seat_colour};

use crate::font::{fitted, width, wrapped};
use crate::layout::{Layout, Legend, MAX_NAMED, scaled};
use crate::options::Size;
use crate::picture::{Align, Area, BoardPicture, Item, Picture};
use crate::story::Ending;
use crate::theme::Theme;

/// At most this many agents are drawn: more would hide the board.
const MAX_AGENTS: usize = 256;

/// Everything that stays the same in all turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct About {
    /// The game's name.
    pub(crate) title: String,
    pub(crate) names: Vec<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) size: Size,
    pub(crate) theme: Theme,
}

/// The content of the picture of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TurnShown {
    pub(crate) turn: u64,
    pub(crate) board: BoardPicture,
    /// Agents with their spots.
    pub(crate) agents: Vec<(Agent, usize)>,
    /// The spots where somebody died.
    pub(crate) graves: Vec<(Seat, usize)>,
    pub(crate) dead: Vec<bool>,
    /// How many spots each seat owns, if the game counts them.
    pub(crate) owned: Option<Vec<u32>>,
    pub(crate) caption: String,
}

/// The text styles of this crate.
#[derive(Debug, Clone, Copy)]
struct Style {
    size: i32,
    is_bold: bool,
    colour: Rgb,
}

impl Style {
    fn at(self, x: i32, y: i32, align: Align, text: impl Into<String>) -> Item {
        let Self { size, is_bold, colour } = self;
        Item::Text { x, y, align, size, is_bold, colour, text: text.into() }
    }

    fn fitted(self, text: &str, room: i32) -> String {
        fitted(text, self.size, self.is_bold, room)
    }

    fn width(self, text: &str) -> i32 {
        width(text, self.size, self.is_bold)
    }

    /// How far the base line is below the middle of the line.
    fn drop(self) -> i32 {
        self.size * 36 / 100
    }
}

impl About {
    fn unit(&self, length: i32) -> i32 {
        scaled(self.size, length)
    }

    fn style(&self, size: i32, is_bold: bool, colour: Rgb) -> Style {
        Style { size: self.unit(size), is_bold, colour }
    }

    fn empty_picture(&self) -> Picture {
        Picture { size: self.size, background: self.theme.back(), board: None, items: Vec::new() }
    }

    /// The title card: the game, who plays, the seed.
    pub(crate) fn title_card(&self) -> Picture {
        let (middle, height) = (i32::from(self.size.width) / 2, i32::from(self.size.height));
        let mut picture = self.empty_picture();
        let title = self.style(52, true, self.theme.fore());
        picture.items.push(title.at(middle, height * 20 / 100, Align::Middle, self.title.clone()));
        let quiet = self.style(17, false, self.theme.quiet());
        let count = self.names.len();
        let players = if count > 2 { format!("{count} players") } else { "against each other".into() };
        if count != 2 {
            picture.items.push(quiet.at(middle, height * 29 / 100, Align::Middle, players));
        }
        if count <= 2 {
            self.pair(&mut picture.items);
        } else if count <= MAX_NAMED {
            self.named_field(&mut picture.items);
        } else {
            self.crowd(&mut picture.items);
        }
        let seed = self.seed.map_or_else(|| "bout".to_owned(), |seed| format!("seed {seed} · bout"));
        picture.items.push(quiet.at(middle, height * 93 / 100, Align::Middle, seed));
        picture
    }

    /// The names of two players, one above the other.
    fn pair(&self, items: &mut Vec<Item>) {
        let (full, height) = (i32::from(self.size.width), i32::from(self.size.height));
        let style = self.style(36, true, self.theme.fore());
        let radius = self.unit(17);
        let gap = self.unit(16);
        for (seat, name) in self.names.iter().enumerate() {
            let y = height * if seat == 0 { 44 } else { 70 } / 100;
            let name = style.fitted(name, full - 2 * radius - gap - self.unit(60));
            let left = (full - 2 * radius - gap - style.width(&name)) / 2;
            items.push(self.sign(seat, left + radius, y, radius));
            items.push(style.at(left + 2 * radius + gap, y + style.drop(), Align::Start, name));
        }
        if self.names.len() == 2 {
            let quiet = self.style(20, false, self.theme.quiet());
            items.push(quiet.at(full / 2, height * 57 / 100 + quiet.drop(), Align::Middle, "against"));
        }
    }

    /// Names in two columns.
    fn named_field(&self, items: &mut Vec<Item>) {
        let (full, height) = (i32::from(self.size.width), i32::from(self.size.height));
        let columns = if self.names.len() <= 4 { 1 } else { 2 };
        let rows = i32::try_from(self.names.len().div_ceil(columns)).unwrap_or(1);
        let (top, bottom) = (height * 35 / 100, height * 87 / 100);
        let row_height = ((bottom - top) / rows).min(self.unit(56));
        let size = (row_height * 62 / 100).min(self.unit(30));
        let style = Style { size, is_bold: true, colour: self.theme.fore() };
        let radius = size * 45 / 100;
        let top = top + (bottom - top - rows * row_height) / 2;
        let margin = self.unit(if columns == 1 { 120 } else { 40 });
        let column_width = (full - 2 * margin) / i32::try_from(columns).unwrap_or(1);
        for (seat, name) in self.names.iter().enumerate() {
            let (column, row) = place(seat, columns);
            let x = margin + column * column_width;
            let y = top + row * row_height + row_height / 2;
            items.push(self.sign(seat, x + radius, y, radius));
            let name = style.fitted(name, column_width - 3 * radius - self.unit(10));
            items.push(style.at(x + 3 * radius, y + style.drop(), Align::Start, name));
        }
    }

    /// The signs of the players, without names.
    fn crowd(&self, items: &mut Vec<Item>) {
        let (full, height) = (i32::from(self.size.width), i32::from(self.size.height));
        let columns = 10;
        let rows = i32::try_from(self.names.len().div_ceil(columns)).unwrap_or(1);
        let (top, bottom) = (height * 35 / 100, height * 85 / 100);
        let pitch = ((bottom - top) / rows).min(self.unit(46));
        let left = full / 2 - pitch * 9 / 2;
        for seat in 0..self.names.len() {
            let (column, row) = place(seat, columns);
            items.push(self.sign(
                seat,
                left + column * pitch,
                top + row * pitch + pitch / 2,
                pitch * 36 / 100,
            ));
        }
    }

    fn sign(&self, seat: Seat, x: i32, y: i32, radius: i32) -> Item {
        Item::Sign { seat, x, y, radius, line: self.theme.fore(), halo: self.theme.back() }
    }

    /// The picture of a turn.
    pub(crate) fn turn_picture(&self, layout: &Layout, shown: TurnShown) -> Picture {
        let mut picture = self.empty_picture();
        self.legend(&layout.legend, &shown.dead, &mut picture.items);
        if let Some(owned) = &shown.owned {
            bar(layout.bar, owned, shown.board.colours.len(), self.theme, &mut picture.items);
        }
        self.on_board(&shown, &mut picture.items);
        self.footer(layout, &shown, &mut picture.items);
        picture.board = Some(shown.board);
        picture
    }

    fn legend(&self, legend: &Legend, dead: &[bool], items: &mut Vec<Item>) {
        let count = self.names.len();
        let is_dead = |seat: Seat| dead.get(seat).copied().unwrap_or(false);
        let columns = i32::try_from(legend.columns).unwrap_or(1);
        let pitch = legend.area.width / columns;
        let height = legend.row_height;
        let radius = (height * 30 / 100).min(pitch * 40 / 100);
        for (seat, name) in self.names.iter().enumerate() {
            let (column, row) = place(seat, legend.columns);
            let y = legend.area.y + row * height + height / 2;
            // If there are two players, the second stands on the right.
            let is_right = count == 2 && seat == 1;
            let left = legend.area.x + column * pitch;
            let right = legend.area.x + legend.area.width;
            let x = if is_right { right - radius } else { left + radius };
            items.push(self.sign(seat, x, y, radius));
            if is_dead(seat) {
                let radius = radius * 75 / 100;
                items.push(Item::Cross { x, y, radius, colour: self.theme.fore(), line: self.theme.back() });
            }
            if legend.text_size == 0 {
                continue;
            }
            let colour = if is_dead(seat) { self.theme.quiet() } else { self.theme.fore() };
            let style = Style { size: legend.text_size, is_bold: true, colour };
            let name = style.fitted(name, pitch - 4 * radius - self.unit(6));
            let (from, align) =
                if is_right { (x - 2 * radius, Align::End) } else { (x + 2 * radius, Align::Start) };
            if is_dead(seat) {
                let long = style.width(&name);
                let x = if is_right { from - long } else { from };
                let area = Area { x, y: y - self.unit(1), width: long, height: self.unit(2) };
                items.push(style.at(from, y + style.drop(), align, name));
                items.push(Item::Box { area, radius: 0, colour });
            } else {
                items.push(style.at(from, y + style.drop(), align, name));
            }
        }
    }

    /// Draws the agents, and the places of deaths.
    fn on_board(&self, shown: &TurnShown, items: &mut Vec<Item>) {
        let board = &shown.board;
        let spot = board.area.width / i32::try_from(board.columns).unwrap_or(1).max(1);
        let large = (spot * 44 / 100).max(self.unit(7)).min(self.unit(14));
        let small = (spot * 30 / 100).max(self.unit(4)).min(self.unit(9));
        for &(seat, at) in &shown.graves {
            let (x, y) = board.middle(at);
            items.push(Item::Cross {
                x,
                y,
                radius: large,
                colour: seat_colour(seat),
                line: self.theme.fore(),
            });
        }
        let is_crowded = shown.agents.len() > 3 * self.names.len().max(8);
        for (agent, at) in shown.agents.iter().take(MAX_AGENTS) {
            let (x, y) = board.middle(*at);
            let first = shown.agents.iter().find(|(one, _)| one.seat == agent.seat);
            let is_main = first.is_none_or(|(first, _)| first.role == agent.role);
            let radius = if is_main && !is_crowded { large } else { small };
            items.push(self.sign(agent.seat, x, y, radius));
        }
    }

    fn footer(&self, layout: &Layout, shown: &TurnShown, items: &mut Vec<Item>) {
        let Area { x, y, width, height } = layout.footer;
        let quiet = self.style(17, false, self.theme.quiet());
        let turn = format!("turn {}", grouped(shown.turn));
        let middle = y + height / 2;
        let room = width - quiet.width(&turn) - layout.unit(16);
        items.push(quiet.at(x + width, middle + quiet.drop(), Align::End, turn));
        if shown.caption.is_empty() {
            return;
        }
        let sizes = [19, 17, 15].map(|size| self.style(size, true, self.theme.fore()));
        if let Some(style) = sizes.into_iter().find(|style| style.width(&shown.caption) <= room) {
            items.push(style.at(x, middle + style.drop(), Align::Start, shown.caption.clone()));
            return;
        }
        let style = self.style(15, true, self.theme.fore());
        let lines = wrapped(&shown.caption, style.size, style.is_bold, room, 2);
        let first = middle - i32::try_from(lines.len() - 1).unwrap_or(0) * style.size * 58 / 100;
        for (line, nth) in lines.into_iter().zip(0..) {
            items.push(style.at(x, first + nth * style.size * 116 / 100 + style.drop(), Align::Start, line));
        }
    }

    /// The result above the last turn.
    pub(crate) fn result_card(&self, mut last: Picture, ending: &Ending) -> Picture {
        let (full, height) = (i32::from(self.size.width), i32::from(self.size.height));
        let card = self.unit(220);
        let outer = Area { x: full * 8 / 100, y: (height - card) / 2, width: full * 84 / 100, height: card };
        let border = ending.winner.map_or(self.theme.quiet(), seat_colour);
        let radius = self.unit(16);
        last.items.push(Item::Box { area: outer, radius, colour: border });
        let inner = outer.within(self.unit(4));
        last.items.push(Item::Box {
            area: inner,
            radius: radius - self.unit(4),
            colour: self.theme.raised(),
        });
        let room = inner.width - self.unit(40);
        let sign = if ending.winner.is_some() { self.unit(52) } else { 0 };
        let styles = [38, 32, 26, 22].map(|size| self.style(size, true, self.theme.fore()));
        let verdict =
            styles.into_iter().find(|style| style.width(&ending.verdict) + sign <= room).unwrap_or(styles[3]);
        let text = match ending.verdict.rsplit_once(" wins") {
            // A long name is cut, but never the word `wins`.
            Some((name, "")) => {
                format!("{} wins", verdict.fitted(name, room - sign - verdict.width(" wins")))
            }
            _ => verdict.fitted(&ending.verdict, room - sign),
        };
        let y = inner.y + inner.height * 34 / 100;
        let left = (full - sign - verdict.width(&text)) / 2;
        if let Some(winner) = ending.winner {
            last.items.push(self.sign(winner, left + self.unit(18), y, self.unit(18)));
        }
        last.items.push(verdict.at(left + sign, y + verdict.drop(), Align::Start, text));
        let why = self.style(20, false, self.theme.fore());
        let lines = wrapped(&ending.why, why.size, why.is_bold, room, 2);
        let mut y = inner.y + inner.height * if lines.len() > 1 { 56 } else { 61 } / 100;
        for line in lines {
            last.items.push(why.at(full / 2, y + why.drop(), Align::Middle, line));
            y += why.size * 125 / 100;
        }
        let quiet = self.style(17, false, self.theme.quiet());
        let y = inner.y + inner.height * 84 / 100;
        last.items.push(quiet.at(full / 2, y + quiet.drop(), Align::Middle, after(ending.turns)));
        last
    }
}

/// `after 1,605 turns`.
pub(crate) fn after(turns: u64) -> String {
    if turns == 1 { "after 1 turn".into() } else { format!("after {} turns", grouped(turns)) }
}

fn place(index: usize, columns: usize) -> (i32, i32) {
    let [column, row] = [index % columns, index / columns].map(|number| i32::try_from(number).unwrap_or(0));
    (column, row)
}

/// Draws how many spots each seat owns, as one bar.
fn bar(area: Area, owned: &[u32], spots: usize, theme: Theme, items: &mut Vec<Item>) {
    items.push(Item::Box { area, radius: 0, colour: theme.empty() });
    let spots = u64::try_from(spots).unwrap_or(u64::MAX).max(1);
    let full = u64::try_from(area.width).unwrap_or(0);
    let at = |sum: u64| i32::try_from(full * sum.min(spots) / spots).unwrap_or(0);
    // If there are two players, the second has the right end.
    let mut before = 0;
    for (seat, &count) in owned.iter().enumerate() {
        let count = u64::from(count);
        let (from, to) = match (owned.len(), seat) {
            (2, 1) => (area.width - at(count), area.width),
            _ => (at(before), at(before + count)),
        };
        before += count;
        if to > from {
            let area = Area { x: area.x + from, width: to - from, ..area };
            items.push(Item::Box { area, radius: 0, colour: seat_colour(seat) });
        }
    }
}

impl BoardPicture {
    /// The middle of a spot.
    pub(crate) fn middle(&self, spot: usize) -> (i32, i32) {
        let (column, row) = place(spot, self.columns.max(1));
        let along = |start: i32, length: i32, count: usize, nth: i32| {
            let count = i64::try_from(count.max(1)).unwrap_or(1);
            let at = i64::from(length) * (2 * i64::from(nth) + 1) / (2 * count);
            start + i32::try_from(at).unwrap_or(0)
        };
        (
            along(self.area.x, self.area.width, self.columns, column),
            along(self.area.y, self.area.height, self.rows, row),
        )
    }
}

//! A film as an SVG that is animated by styles alone: browsers, chats and READMEs show it as an image.
//!
//! An item that occurs in several pictures is written once, with the times at which it is visible. After the first board, only
//! changes of the board are written. If the user does not want motion, the picture shows the result.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::Write;

use viewer::seat_look::{Rgb, seat_colour, seat_corners};

use crate::film::{Film, FilmError};
use crate::picture::{Align, Area, BoardPicture, Item};

/// Writes a film as SVG.
///
/// # Errors
/// If it is stopped or cannot be written.
pub fn write_svg(film: &mut Film<'_, '_>, to: &mut dyn Write) -> Result<(), FilmError> {
    let durations = film.durations();
    let mut times = Times::new(&durations);
    let mut items = Items::default();
    let mut board = Board::default();
    let mut background = [0; 3];
    for index in 0..durations.len() {
        let picture = film.picture(index)?;
        background = picture.background;
        picture.items.into_iter().for_each(|item| items.add(item, index));
        if let Some(picture) = picture.board {
            board.add(picture, index, durations.len(), &mut times);
        }
    }
    let mut drawn = String::new();
    board.write(background, &mut drawn);
    items.write(&mut times, &mut drawn);
    let size = film.size();
    let (width, height) = (size.width, size.height);
    let description = escaped(&film.description());
    write!(
        to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{description}</title>\n<style>\n\
         text{{font-family:\"DejaVu Sans\",Verdana,sans-serif;white-space:pre}}.b{{font-weight:700}}\n\
         g[class],.a{{animation-duration:{}ms;animation-iteration-count:infinite;animation-timing-function:step-end}}\n\
         {}@media (prefers-reduced-motion:reduce){{*{{animation:none!important}}}}\n</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{drawn}</svg>\n",
        times.total * 10,
        times.styles,
        hex(background),
    )?;
    Ok(())
}

/// Stretches of pictures, as half-open ranges: the first picture, and the one after the last.
type Stretches = [(usize, usize)];

/// The times at which pictures are visible, and the classes of elements that are visible at the same times.
struct Times {
    /// The start of each picture, in hundredths of a second, and the end of the last one.
    starts: Vec<u32>,
    total: u32,
    classes: HashMap<Vec<(usize, usize)>, String>,
    styles: String,
}

impl Times {
    fn new(durations: &[u32]) -> Self {
        let mut starts = vec![0];
        for duration in durations {
            starts.push(starts[starts.len() - 1] + duration);
        }
        let total = starts[starts.len() - 1].max(1);
        Self { starts, total, classes: HashMap::new(), styles: String::new() }
    }

    /// The class of elements that are visible in these stretches of pictures; empty if they are always visible.
    fn class(&mut self, seen: &Stretches) -> String {
        let pictures = self.starts.len() - 1;
        if seen == [(0, pictures)] {
            return String::new();
        }
        if let Some(class) = self.classes.get(seen) {
            return class.clone();
        }
        let class = format!("k{}", self.classes.len());
        let mut frames = String::new();
        if seen.first().is_none_or(|(from, _)| *from > 0) {
            frames.push_str("0%{visibility:hidden}");
        }
        for &(from, to) in seen {
            let _ = write!(frames, "{}{{visibility:visible}}", self.percent(from));
            if to < pictures {
                let _ = write!(frames, "{}{{visibility:hidden}}", self.percent(to));
            }
        }
        // Without motion, the last picture is visible.
        let rest = if seen.last().is_some_and(|(_, to)| *to == pictures) { "visible" } else { "hidden" };
        let _ = writeln!(
            self.styles,
            ".{class}{{visibility:{rest};animation-name:{class}}}@keyframes {class}{{{frames}}}"
        );
        self.classes.insert(seen.to_vec(), class.clone());
        class
    }

    fn percent(&self, picture: usize) -> String {
        let thousandths = u64::from(self.starts[picture]) * 100_000 / u64::from(self.total);
        format!("{}.{:03}%", thousandths / 1000, thousandths % 1000)
    }
}

/// The items of all pictures, and the pictures in which each occurs.
#[derive(Default)]
struct Items {
    seen: HashMap<Item, (usize, Vec<(usize, usize)>)>,
}

impl Items {
    fn add(&mut self, item: Item, picture: usize) {
        let place = self.seen.len();
        let (_, seen) = self.seen.entry(item).or_insert_with(|| (place, Vec::new()));
        match seen.last_mut() {
            // The item may occur twice in the same picture.
            Some((_, to)) if *to > picture => {}
            Some((_, to)) if *to == picture => *to = picture + 1,
            _ => seen.push((picture, picture + 1)),
        }
    }

    /// Writes the items in the order of their first appearance; those that are visible at the same times form one group.
    fn write(&self, times: &mut Times, out: &mut String) {
        let in_order: BTreeMap<_, (_, &Stretches)> =
            self.seen.iter().map(|(item, (place, seen))| (*place, (item, seen.as_slice()))).collect();
        let mut open: Option<&Stretches> = None;
        for (item, seen) in in_order.into_values() {
            if open != Some(seen) {
                if open.is_some() {
                    out.push_str("</g>\n");
                }
                let class = times.class(seen);
                let _ =
                    if class.is_empty() { write!(out, "<g>") } else { write!(out, "<g class=\"{class}\">") };
                open = Some(seen);
            }
            write_item(item, out);
        }
        if open.is_some() {
            out.push_str("</g>\n");
        }
    }
}

/// The board: its first state, and its changes over time.
#[derive(Default)]
struct Board {
    frame: Option<(Area, usize, usize, bool)>,
    class: String,
    before: Vec<Rgb>,
    body: String,
}

impl Board {
    fn add(&mut self, picture: BoardPicture, index: usize, pictures: usize, times: &mut Times) {
        if self.frame.is_none() {
            self.frame = Some((picture.area, picture.columns, picture.rows, picture.has_gaps));
            self.class = times.class(&[(index, pictures)]);
        }
        let changed = changed(&self.before, &picture.colours, picture.columns);
        if !changed.is_empty() {
            let class = times.class(&[(index, pictures)]);
            let _ = writeln!(self.body, "<g class=\"{class}\">");
            for (colour, path) in changed {
                let _ = writeln!(self.body, "<path stroke=\"{}\" d=\"{path}\"/>", hex(colour));
            }
            self.body.push_str("</g>\n");
        }
        self.before = picture.colours;
    }

    fn write(&self, background: Rgb, out: &mut String) {
        let Some((Area { x, y, width, height }, columns, rows, has_gaps)) = self.frame else { return };
        let _ = writeln!(
            out,
            "<svg class=\"a {}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {columns} {rows}\" \
             preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\" fill=\"none\">\n{}",
            self.class, self.body
        );
        if has_gaps {
            write_gaps((columns, rows), width, background, out);
        }
        out.push_str("</svg>\n");
    }
}

/// Lines between the spots, one pixel wide, in the colour of the background behind the board.
fn write_gaps((columns, rows): (usize, usize), width: i32, background: Rgb, out: &mut String) {
    let thousandths = 1000 * i32::try_from(columns).unwrap_or(1) / width.max(1);
    let mut path = String::new();
    for column in 1..columns {
        let _ = write!(path, "M{column} 0v{rows}");
    }
    for row in 1..rows {
        let _ = write!(path, "M0 {row}h{columns}");
    }
    let _ = writeln!(
        out,
        "<path stroke=\"{}\" stroke-width=\".{thousandths:03}\" d=\"{path}\" shape-rendering=\"auto\"/>",
        hex(background)
    );
}

/// The differences between two boards, as lines in the middle of rows, by colour.
fn changed(before: &[Rgb], now: &[Rgb], columns: usize) -> BTreeMap<Rgb, String> {
    let mut paths: BTreeMap<Rgb, String> = BTreeMap::new();
    let columns = columns.max(1);
    for (row, colours) in now.chunks(columns).enumerate() {
        let is_same = |column: usize| before.get(row * columns + column) == colours.get(column);
        let mut column = 0;
        while column < colours.len() {
            if is_same(column) {
                column += 1;
                continue;
            }
            let colour = colours[column];
            let from = column;
            while column < colours.len() && colours[column] == colour && !is_same(column) {
                column += 1;
            }
            let _ = write!(paths.entry(colour).or_default(), "M{from} {row}.5h{}", column - from);
        }
    }
    paths
}

fn write_item(item: &Item, out: &mut String) {
    let _ = match item {
        Item::Box { area: Area { x, y, width, height }, radius, colour } => writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" fill=\"{}\"/>",
            hex(*colour)
        ),
        Item::Sign { seat, x, y, radius, line, halo } => {
            let (fill, line, halo) = (hex(seat_colour(*seat)), hex(*line), hex(*halo));
            let width = (radius * 28 / 10).clamp(10, 40);
            let shape = sign(*seat, *x, *y, *radius);
            // The inner half of the line is covered by the shape.
            writeln!(
                out,
                "<g fill=\"{fill}\" paint-order=\"stroke\">{shape} stroke=\"{halo}\" stroke-width=\"{}\"/>{shape} stroke=\"{line}\" \
                 stroke-width=\"{}\"/></g>",
                decimal(width + 30),
                decimal(width),
            )
        }
        Item::Cross { x, y, radius, colour, line } => {
            let reach = (radius * 8 / 10).max(1);
            let (left, top, twice) = (x - reach, y - reach, 2 * reach);
            let path = format!("M{left} {top}l{twice} {twice}m-{twice} 0l{twice} -{twice}");
            let width = (radius * 4 / 10).max(2);
            writeln!(
                out,
                "<path d=\"{path}\" stroke=\"{}\" stroke-width=\"{}\"/><path d=\"{path}\" stroke=\"{}\" stroke-width=\"{width}\"/>",
                hex(*line),
                width + 3,
                hex(*colour)
            )
        }
        Item::Text { x, y, align, size, is_bold, colour, text } => {
            let anchor = match align {
                Align::Start => "",
                Align::Middle => " text-anchor=\"middle\"",
                Align::End => " text-anchor=\"end\"",
            };
            let weight = if *is_bold { " class=\"b\"" } else { "" };
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{}\"{anchor}{weight}>{}</text>",
                hex(*colour),
                escaped(text)
            )
        }
    };
}

/// The shape of a seat as an element that is not closed yet.
fn sign(seat: usize, x: i32, y: i32, radius: i32) -> String {
    let corners = seat_corners(seat);
    if corners.is_empty() {
        return format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"", decimal(9 * radius));
    }
    let mut points = String::new();
    for (right, down) in corners {
        let (right, down) = (tenths_of(*right, radius), tenths_of(*down, radius));
        let _ = write!(points, "{},{} ", decimal(10 * x + right), decimal(10 * y + down));
    }
    format!("<polygon points=\"{}\"", points.trim_end())
}

/// A part of a length of at most some thousand pixels, in tenths of a pixel.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn tenths_of(part: f32, radius: i32) -> i32 {
    (part * radius as f32 * 11.0).round() as i32
}

fn decimal(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes a program's text for an SVG.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Control characters and non-characters are not allowed in XML.
            _ if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escaped("<a href=\"x\">&\u{1b}"), "&lt;a href=&quot;x&quot;&gt;&amp;\u{fffd}");
    }

    #[test]
    fn only_changes_of_a_board_are_written() {
        let (red, blue) = ([255, 0, 0], [0, 0, 255]);
        let all = changed(&[], &[red, red, blue, blue, red, red], 3);
        assert_eq!(all[&red], "M0 0.5h2M1 1.5h2");
        assert_eq!(all[&blue], "M2 0.5h1M0 1.5h1");
        let some = changed(&[red, red, blue], &[red, blue, blue], 3);
        assert_eq!(some.into_iter().collect::<Vec<_>>(), [(blue, "M1 0.5h1".to_owned())]);
    }

    #[test]
    fn what_is_seen_at_the_same_times_has_one_class() {
        let mut times = Times::new(&[100, 50, 50]);
        assert_eq!(times.class(&[(0, 3)]), "");
        let first = times.class(&[(1, 2)]);
        assert_eq!(times.class(&[(1, 2)]), first);
        assert_ne!(times.class(&[(1, 3)]), first);
        let frames =
            "@keyframes k0{0%{visibility:hidden}50.000%{visibility:visible}75.000%{visibility:hidden}}";
        assert!(times.styles.contains(frames), "{}", times.styles);
    }
}

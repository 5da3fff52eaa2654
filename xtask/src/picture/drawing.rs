//! Draws the boards of a match as an SVG that plays by itself.
//!
//! The styles of the picture do the moving, so it also moves where a page shows it as an image. Squares with the same history are one shape
//! with one animation, which keeps the file small. Where motion is not wanted, the picture shows the end.

use std::collections::BTreeMap;
use std::fmt::Write;

const ROWS: usize = 16;
const COLUMNS: usize = 32;

/// Of a square, in units of the picture.
const SIZE: usize = 20;
/// Around the board.
const MARGIN: usize = 16;
/// Of the part above the board.
const HEAD: usize = 52;

/// How long a turn takes, in seconds.
const TURN_S: f64 = 0.16;
/// How long the end is shown, in seconds.
const END_S: f64 = 4.0;

/// The colours of land: nobody's, X's and O's.
const LAND: [&str; 3] = ["#ececea", "#8fbcee", "#f3b37e"];
/// The colours of bots, and of what is written about them.
const BOTS: [&str; 2] = ["#1a5aa8", "#b3560b"];

/// A board of Snakes.
#[derive(Clone, PartialEq)]
pub(super) struct Board {
    /// Whose land each square is: 0 is nobody's, 1 is X's, 2 is O's.
    owners: Vec<usize>,
    /// The rows and columns of X and O.
    bots: [(usize, usize); 2],
}

impl Board {
    /// Reads a board as the log prints it: sixteen lines of 32 characters.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut board = Self { owners: Vec::new(), bots: [(0, 0); 2] };
        for (row, line) in text.lines().enumerate() {
            for (column, square) in line.chars().enumerate() {
                if let Some(bot) = ['*', '@'].into_iter().position(|bot| bot == square) {
                    board.bots[bot] = (row, column);
                }
                board.owners.push(match square {
                    '.' => 0,
                    'X' | '*' => 1,
                    'O' | '@' => 2,
                    _ => return None,
                });
            }
        }
        (board.owners.len() == ROWS * COLUMNS).then_some(board)
    }

    fn land(&self, player: usize) -> usize {
        self.owners.iter().filter(|&&owner| owner == player + 1).count()
    }
}

/// Returns the picture of a match between X and O, which one of them wins: 0 is X, 1 is O.
pub(super) fn picture(boards: &[Board], names: [&str; 2], winner: usize) -> String {
    let clock = Clock { turns: boards.len().saturating_sub(1) };
    let (mut styles, mut shapes) = (String::new(), String::new());
    squares(boards, &clock, &mut styles, &mut shapes);
    bots(boards, &clock, &mut styles, &mut shapes);
    shares(boards, &clock, &mut styles, &mut shapes);
    let (width, height) = (COLUMNS * SIZE + 2 * MARGIN, HEAD + ROWS * SIZE + MARGIN);
    let said = format!("{} wins in turn {}", names[winner], clock.turns);
    let [x, o] = names;
    let seconds = clock.seconds();
    let at_end = clock.percent(clock.turns);
    let right = width - MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>A match of Snakes: {x} against {o}. {said}.</title>\n\
         <style>\n\
         text{{font:600 17px system-ui,sans-serif}}\n\
         .a{{animation-duration:{seconds}s;animation-iteration-count:infinite;animation-timing-function:step-end}}\n\
         .m{{animation-timing-function:linear}}\n\
         .said{{animation-name:said}}@keyframes said{{0%{{opacity:0}}{at_end}%,100%{{opacity:1}}}}\n\
         {styles}\
         @media (prefers-reduced-motion:reduce){{.a{{animation:none}}}}\n\
         </style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"25\" fill=\"{}\">{x}</text>\n\
         <text x=\"{right}\" y=\"25\" fill=\"{}\" text-anchor=\"end\">{o}</text>\n\
         <text class=\"a said\" x=\"{}\" y=\"25\" fill=\"{}\" text-anchor=\"middle\">{said}</text>\n\
         {shapes}</svg>\n",
        BOTS[0],
        BOTS[1],
        width / 2,
        BOTS[winner],
    )
}

/// When a turn is shown.
struct Clock {
    turns: usize,
}

impl Clock {
    /// The time from the first turn to the next beginning.
    #[allow(clippy::cast_precision_loss, reason = "a match has few turns")]
    fn seconds(&self) -> f64 {
        self.turns as f64 * TURN_S + END_S
    }

    /// The part of that time after which a turn has been played.
    #[allow(clippy::cast_precision_loss, reason = "a match has few turns")]
    fn percent(&self, turn: usize) -> String {
        format!("{:.2}", turn as f64 * TURN_S / self.seconds() * 100.0)
    }
}

/// The land: a shape for all squares that change hands in the same turns.
fn squares(boards: &[Board], clock: &Clock, styles: &mut String, shapes: &mut String) {
    let mut with_history: BTreeMap<Vec<(usize, usize)>, Vec<usize>> = BTreeMap::new();
    for square in 0..ROWS * COLUMNS {
        let mut history: Vec<(usize, usize)> = Vec::new();
        for (turn, board) in boards.iter().enumerate() {
            let owner = board.owners[square];
            if history.last().is_none_or(|&(_, before)| before != owner) {
                history.push((turn, owner));
            }
        }
        with_history.entry(history).or_default().push(square);
    }
    for (number, (history, squares)) in with_history.iter().enumerate() {
        let (_, last) = history[history.len() - 1];
        let mut path = String::new();
        for square in squares {
            let (x, y) = (MARGIN + square % COLUMNS * SIZE, HEAD + square / COLUMNS * SIZE);
            let side = SIZE - 1;
            let _ = write!(path, "M{x} {y}h{side}v{side}h-{side}z");
        }
        let fill = LAND[last];
        if history.len() == 1 {
            let _ = writeln!(shapes, "<path fill=\"{fill}\" d=\"{path}\"/>");
            continue;
        }
        let _ = write!(styles, ".l{number}{{animation-name:l{number}}}@keyframes l{number}{{");
        for &(turn, owner) in history {
            let _ = write!(styles, "{}%{{fill:{}}}", clock.percent(turn), LAND[owner]);
        }
        styles.push_str("}\n");
        let _ = writeln!(shapes, "<path class=\"a l{number}\" fill=\"{fill}\" d=\"{path}\"/>");
    }
}

/// The bots: a round shape each, which walks.
fn bots(boards: &[Board], clock: &Clock, styles: &mut String, shapes: &mut String) {
    for (bot, colour) in BOTS.iter().enumerate() {
        let place = |board: &Board| {
            let (row, column) = board.bots[bot];
            format!(
                "transform:translate({}px,{}px)",
                MARGIN + column * SIZE + SIZE / 2,
                HEAD + row * SIZE + SIZE / 2
            )
        };
        let places: Vec<String> = boards.iter().map(place).collect();
        let last = places.last().cloned().unwrap_or_default();
        let _ = write!(styles, ".b{bot}{{animation-name:b{bot};{last}}}@keyframes b{bot}{{");
        for (turn, place) in places.iter().enumerate() {
            let _ = write!(styles, "{}%{{{place}}}", clock.percent(turn));
        }
        let _ = writeln!(styles, "100%{{{last}}}}}");
        let radius = SIZE / 2 - 2;
        let _ = writeln!(
            shapes,
            "<circle class=\"a m b{bot}\" r=\"{radius}\" fill=\"{colour}\" stroke=\"#fff\" stroke-width=\"2\"/>"
        );
    }
}

/// How much of the board has whose colour, as two bars that grow towards each other.
fn shares(boards: &[Board], clock: &Clock, styles: &mut String, shapes: &mut String) {
    for (player, colour) in BOTS.iter().enumerate() {
        let width =
            |board: &Board| format!("width:{}px", board.land(player) * COLUMNS * SIZE / (ROWS * COLUMNS));
        let last = boards.last().map(width).unwrap_or_default();
        let _ = write!(styles, ".s{player}{{animation-name:s{player};{last}}}@keyframes s{player}{{");
        for (turn, board) in boards.iter().enumerate() {
            let _ = write!(styles, "{}%{{{}}}", clock.percent(turn), width(board));
        }
        styles.push_str("}\n");
        // That of O is drawn from the right, as a mirror image.
        let right = 2 * MARGIN + COLUMNS * SIZE;
        let mirror = if player == 1 {
            format!(" transform=\"translate({right}) scale(-1 1)\"")
        } else {
            String::new()
        };
        let _ = writeln!(
            shapes,
            "<g{mirror}><rect class=\"a s{player}\" x=\"{MARGIN}\" y=\"35\" height=\"8\" fill=\"{colour}\"/></g>"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(first_row: &str) -> Board {
        let empty = ".".repeat(COLUMNS);
        let last = ".".repeat(COLUMNS - 1) + "@";
        let mut rows = vec![format!("{first_row:.<COLUMNS$}")];
        rows.extend(std::iter::repeat_n(empty, ROWS - 2));
        rows.push(last);
        Board::read(&rows.join("\n")).unwrap()
    }

    #[test]
    fn a_board_is_read_as_the_log_prints_it() {
        let read = board("XX*");
        assert_eq!(read.bots, [(0, 2), (ROWS - 1, COLUMNS - 1)]);
        assert_eq!([read.land(0), read.land(1)], [3, 1]);
        assert!(Board::read("X*\n.@").is_none() && Board::read(&"?".repeat(ROWS * COLUMNS)).is_none());
    }

    #[test]
    fn squares_with_the_same_history_are_one_shape() {
        let picture = picture(&[board("*"), board("X*"), board("XX*")], ["A", "B"], 0);
        // The squares that change: one in each turn. The others: X's first, O's, and all of nobody's.
        assert_eq!(picture.matches("<path class=").count(), 2);
        assert_eq!(picture.matches("<path fill=").count(), 3);
        assert!(picture.contains("A wins in turn 2"));
    }

    #[test]
    fn the_end_is_shown_where_motion_is_not_wanted() {
        let picture = picture(&[board("*"), board("X*")], ["A", "B"], 0);
        let place = format!("translate({}px,{}px)", MARGIN + SIZE + SIZE / 2, HEAD + SIZE / 2);
        assert!(picture.contains(&format!(".b0{{animation-name:b0;transform:{place}}}")), "{picture}");
    }
}

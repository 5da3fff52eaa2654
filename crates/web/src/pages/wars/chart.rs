//! The chart of each player's cells over the rounds.

use super::super::charts::{HEIGHT, LABELS, WIDTH, label, label_places};
use crate::wars::WarFiles;

/// The most points of a line: with more, they would be too close together to tell apart.
const MAX_POINTS: usize = 240;

/// The line of a player.
pub(super) struct CountLine {
    pub(super) seat: usize,
    pub(super) player: String,
    pub(super) points: String,
    pub(super) end_x: String,
    pub(super) end_y: String,
    /// The label and its vertical position; only for the players with the most cells.
    pub(super) label: Option<(String, String)>,
}

/// Returns a line for each player, those with the most cells first; none before the second round.
#[expect(clippy::cast_precision_loss, reason = "a place in a drawing")]
pub(super) fn lines(files: &WarFiles) -> Vec<CountLine> {
    let last = files.rounds.len();
    if last < 2 {
        return Vec::new();
    }
    let step = last.div_ceil(MAX_POINTS);
    // Counting from the end makes sure that the last round is one of them.
    let shown: Vec<usize> = (0..last).rev().step_by(step).collect();
    let most = files.rounds.iter().flat_map(|round| round.cells.iter().copied()).max().unwrap_or(0).max(1);
    let x = |round: usize| WIDTH * round as f64 / (last - 1) as f64;
    let y = |cells: u64| HEIGHT - HEIGHT * cells as f64 / most as f64;
    let cells = files.cells();
    let mut seats: Vec<usize> = (0..files.players.len()).collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(cells[seat]));
    let ends: Vec<f64> = seats.iter().take(LABELS).map(|&seat| y(cells[seat])).collect();
    let places = label_places(&ends);
    let line = |(rank, &seat): (usize, &usize)| {
        let point = |&round: &usize| format!("{:.1},{:.1}", x(round), y(files.rounds[round].cells[seat]));
        let name = || label(&format!("{}.pl", files.player(seat)));
        CountLine {
            seat,
            player: files.player(seat).to_owned(),
            points: shown.iter().rev().map(point).collect::<Vec<_>>().join(" "),
            end_x: format!("{:.1}", x(last - 1)),
            end_y: format!("{:.1}", y(cells[seat])),
            label: places.get(rank).map(|place| (name(), format!("{place:.1}"))),
        }
    };
    seats.iter().enumerate().map(line).collect()
}

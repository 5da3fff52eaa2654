//! The numbers of a section as a block of JSON that the page's script reads. Its keys are those of `--output json`.

use serde::{Serialize, Serializer};

use crate::cross::GameView;
use crate::forest::RanksView;
use crate::line_chart::Lines;
use crate::rating::FiniteRating;
use crate::scale::Scale;
use crate::standings::shown_name;
use crate::text::clean;
use crate::{Cell, Column, History, HistoryPoint, Row, Section};

/// The data that a section's script works with.
#[derive(Serialize)]
struct SectionData<'a> {
    /// In the order in which the page shows them.
    table: Vec<RowData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cross: Option<CrossData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<&'a HistoryData>,
}

/// A line of the table.
#[derive(Serialize)]
struct RowData<'a> {
    rank: usize,
    program: String,
    /// The name as shown: the file name stands in for a missing name.
    name: String,
    author: String,
    points: Thousandths,
    wins: Thousandths,
    draws: Thousandths,
    losses: Thousandths,
    games: u64,
    voids: u64,
    faults: u64,
    #[serde(flatten)]
    extra: Extra<'a>,
    #[serde(flatten)]
    rating: Option<RatingData>,
    #[serde(flatten)]
    ranks: Option<RanksData>,
}

/// The numbers in the section's own columns.
struct Extra<'a> {
    columns: &'a [Column],
    numbers: &'a [Option<u64>],
}

/// A rating, to the tenth of a point; at most 100,000 either way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
struct RatingData {
    elo: f64,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

#[derive(Serialize)]
struct RanksData {
    best_rank: usize,
    worst_rank: usize,
}

/// The cross table. Large fields have many pairs, so each is an array.
#[derive(Serialize)]
struct CrossData {
    /// The meaning of each value of a pair. A value that no pair has is left out.
    columns: Vec<&'static str>,
    /// By row and column of the cross table; `None` if the two never met.
    rows: Vec<Vec<Option<Vec<PairValue>>>>,
    /// The records of pairs whose link leads to the page of the game. All other links lead to the record itself.
    records: Vec<RecordData>,
}

/// A value of two programs that met.
#[derive(Serialize)]
#[serde(untagged)]
enum PairValue {
    Number(Thousandths),
    Exact(bool),
    Unknown(()),
}

type PairColumn = (&'static str, fn(&Cell) -> PairValue);

const PAIR_COLUMNS: [PairColumn; 7] = [
    ("wins", |cell| PairValue::Number(Thousandths(cell.wins))),
    ("draws", |cell| PairValue::Number(Thousandths(cell.draws))),
    ("losses", |cell| PairValue::Number(Thousandths(cell.losses))),
    ("score", |cell| PairValue::share(cell.score_thousandths)),
    ("expected", |cell| PairValue::share(cell.expected_thousandths)),
    ("likelihood_better", |cell| PairValue::share(cell.likelihood_better_thousandths)),
    ("exact", |cell| PairValue::Exact(cell.is_exact)),
];

#[derive(Serialize)]
struct RecordData {
    row: usize,
    column: usize,
    href: String,
    /// The file name under which it is saved; empty if `href` already shows it.
    file: String,
}

/// The rating history of a hill, and the scale of its chart.
#[derive(Serialize)]
pub(crate) struct HistoryData {
    scale: Scale,
    moments: Vec<MomentData>,
    lines: Vec<LineData>,
}

#[derive(Serialize)]
struct MomentData {
    challenge: u64,
    what: String,
}

/// A program's history.
#[derive(Serialize)]
struct LineData {
    program: String,
    /// The periods during which it was on the hill.
    stays: Vec<StayData>,
}

/// The ratings of a program during one stay: a value for each moment until it leaves.
#[derive(Serialize)]
struct StayData {
    /// The index of its first moment.
    first: usize,
    elo: Vec<f64>,
    elo_low: Vec<Option<f64>>,
    elo_high: Vec<Option<f64>>,
}

/// A number of thousandths, written as a decimal number: `7`, `6.25`.
#[derive(Clone, Copy)]
struct Thousandths(u64);

/// The block of a section. No text in it can end the element that contains it.
pub(crate) fn block(section: &Section, history: Option<&HistoryData>) -> String {
    let data = SectionData {
        table: section.rows.iter().map(|row| RowData::new(row, &section.columns)).collect(),
        cross: CrossData::new(section),
        history,
    };
    let json = serde_json::to_string(&data).expect("keys are text");
    // In JSON, this character occurs only in strings.
    json.replace('<', "\\u003c")
}

impl<'a> RowData<'a> {
    fn new(row: &'a Row, columns: &'a [Column]) -> Self {
        let ranks = row.rating.as_ref().and_then(RanksView::new);
        Self {
            rank: row.rank,
            program: clean(&row.program),
            name: shown_name(row),
            author: clean(&row.author),
            points: Thousandths(row.points),
            wins: Thousandths(row.wins),
            draws: Thousandths(row.draws),
            losses: Thousandths(row.losses),
            games: row.games,
            voids: row.voids,
            faults: row.faults,
            extra: Extra { columns, numbers: &row.extra },
            rating: row.rating.as_ref().and_then(FiniteRating::new).map(RatingData::new),
            ranks: ranks.map(|it| RanksData { best_rank: it.best, worst_rank: it.worst }),
        }
    }
}

impl Serialize for Extra<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = self.columns.iter().zip(self.numbers);
        serializer.collect_map(numbers.map(|(column, number)| (clean(&column.key), number.map(Thousandths))))
    }
}

impl RatingData {
    fn new(rating: FiniteRating) -> Self {
        let interval = rating.interval.map(|(low, high)| (tenths(low), tenths(high)));
        let (elo_low, elo_high) = interval.unzip();
        Self { elo: tenths(rating.elo), elo_low, elo_high }
    }
}

/// Rounds to tenths, and turns negative zero into zero.
fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

impl CrossData {
    /// `None` if the section has no cross table.
    fn new(section: &Section) -> Option<Self> {
        if section.cross.is_empty() {
            return None;
        }
        let count = section.rows.len();
        let cell = |row: usize, column: usize| {
            let cell = section.cross.get(row)?.get(column)?;
            (row != column && cell.score_thousandths.is_some()).then_some(cell)
        };
        let places = || (0..count).flat_map(|row| (0..count).map(move |column| (row, column)));
        let columns: Vec<PairColumn> = PAIR_COLUMNS
            .into_iter()
            .filter(|(_, value)| {
                places().filter_map(|(row, column)| cell(row, column)).any(|cell| value(cell).is_news())
            })
            .collect();
        let pair = |cell: &Cell| columns.iter().map(|(_, value)| value(cell)).collect();
        Some(Self {
            columns: columns.iter().map(|(name, _)| *name).collect(),
            rows: (0..count)
                .map(|row| (0..count).map(|column| cell(row, column).map(pair)).collect())
                .collect(),
            records: places()
                .filter_map(|(row, column)| RecordData::new(row, column, cell(row, column)?))
                .collect(),
        })
    }
}

impl PairValue {
    fn share(thousandths: Option<u64>) -> Self {
        thousandths.map_or(Self::Unknown(()), |share| Self::Number(Thousandths(share.min(1000))))
    }

    /// Whether the value adds anything, so that its column must not be left out.
    fn is_news(&self) -> bool {
        !matches!(self, Self::Unknown(()) | Self::Exact(false))
    }
}

impl RecordData {
    fn new(row: usize, column: usize, cell: &Cell) -> Option<Self> {
        let game = GameView::new(cell.game.as_ref()?)?;
        let record = game.record.filter(|_| game.page.is_some())?;
        Some(Self { row, column, href: record.href, file: record.file })
    }
}

impl HistoryData {
    pub(crate) fn new(history: &History, lines: &Lines, scale: Scale) -> Self {
        let moment =
            |moment: &HistoryPoint| MomentData { challenge: moment.number, what: clean(&moment.what) };
        Self {
            scale,
            moments: history.moments.iter().map(moment).collect(),
            lines: lines.names.iter().zip(&lines.ratings).map(LineData::new).collect(),
        }
    }
}

impl LineData {
    fn new((program, ratings): (&String, &Vec<Option<FiniteRating>>)) -> Self {
        let mut stays = Vec::new();
        let mut first = 0;
        for stay in ratings.split(Option::is_none) {
            if !stay.is_empty() {
                let ratings: Vec<RatingData> = stay.iter().copied().flatten().map(RatingData::new).collect();
                stays.push(StayData::new(first, &ratings));
            }
            first += stay.len() + 1;
        }
        Self { program: program.clone(), stays }
    }
}

impl StayData {
    fn new(first: usize, ratings: &[RatingData]) -> Self {
        Self {
            first,
            elo: ratings.iter().map(|rating| rating.elo).collect(),
            elo_low: ratings.iter().map(|rating| rating.elo_low).collect(),
            elo_high: ratings.iter().map(|rating| rating.elo_high).collect(),
        }
    }
}

impl Serialize for Thousandths {
    #[expect(clippy::cast_precision_loss, reason = "numbers of scripts have this precision")]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(1000) {
            serializer.serialize_u64(self.0 / 1000)
        } else {
            serializer.serialize_f64(self.0 as f64 / 1000.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(value: impl Serialize) -> String {
        serde_json::to_string(&value).unwrap()
    }

    #[test]
    fn thousandths_are_plain_numbers() {
        let texts = [0, 7000, 6250, 1_667, 999, 1_234_567_000].map(|number| json(Thousandths(number)));
        assert_eq!(texts, ["0", "7", "6.25", "1.667", "0.999", "1234567"]);
        assert_eq!(json(Thousandths(u64::MAX)), "1.844674407370955e+16", "as near as scripts can tell");
    }

    #[test]
    fn a_program_that_came_back_has_two_stays() {
        let rating = |elo| Some(FiniteRating { elo, interval: Some((elo - 1.0, elo + 1.0)) });
        let unsure = Some(FiniteRating { elo: 4.0, interval: None });
        let ratings = vec![None, rating(1.0), rating(2.0), None, None, unsure];
        let line = LineData::new((&"a".to_owned(), &ratings));
        assert_eq!(
            json(line.stays),
            r#"[{"first":1,"elo":[1.0,2.0],"elo_low":[0.0,1.0],"elo_high":[2.0,3.0]},{"first":5,"elo":[4.0],"elo_low":[null],"elo_high":[null]}]"#
        );
    }

    #[test]
    fn what_no_pair_has_is_no_column() {
        let met = Cell { score_thousandths: Some(500), draws: 1000, ..Cell::default() };
        let columns = |cell: Cell| {
            let section = Section {
                rows: vec![Row::default(); 2],
                cross: vec![vec![cell; 2]; 2],
                ..Section::default()
            };
            CrossData::new(&section).unwrap().columns
        };
        assert_eq!(columns(met.clone()), ["wins", "draws", "losses", "score"]);
        assert_eq!(columns(Cell { is_exact: true, ..met.clone() })[4..], ["exact"]);
        assert_eq!(columns(Cell { expected_thousandths: Some(0), ..met })[4..], ["expected"]);
        assert!(columns(Cell::default()).is_empty(), "nobody met");
    }

    #[test]
    fn tenths_have_no_negative_nothing() {
        assert_eq!(
            [-0.04, 0.04, 12.36, -12.36].map(|elo| json(tenths(elo))),
            ["0.0", "0.0", "12.4", "-12.4"]
        );
    }
}

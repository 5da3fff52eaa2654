//! The table and the cross table of a contest.

use std::time::Duration;

use game::text::one_line;
use serde::Serialize;
use tournament::{Games, HeadToHead, Rated, Row};

use super::{Decimal, EnvironmentRow, Parameters, RatingsRow, micros};
use crate::Failure;
use crate::contest::lock_file::{LockedQuestion, LockedSchedule};
use crate::contest::{Contest, Results};

/// A contest with its results.
pub struct Standings<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// Its schedule.
    pub schedule: &'a LockedSchedule,
    /// Its results.
    pub results: &'a Results,
    /// The elapsed time, if it is to be shown.
    pub elapsed: Option<Duration>,
    /// On a hill, the number of challenges that each entrant has survived.
    pub ages: Option<Vec<u64>>,
}

/// A program with its standing.
#[derive(Debug, Clone, Serialize)]
pub struct TableRow {
    rank: usize,
    program: String,
    name: String,
    author: String,
    points: Decimal,
    wins: Decimal,
    draws: Decimal,
    losses: Decimal,
    games: u64,
    voids: u64,
    faults: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    age: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_place: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    buchholz: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bye_games: Option<u64>,
    elo: Decimal,
    elo_low: Decimal,
    elo_high: Decimal,
    best_rank: usize,
    worst_rank: usize,
    /// The probability of being better than the program in the next row; the last row does not have it.
    better_than_next: Option<Decimal>,
}

/// The columns that every table starts with.
const FIRST_COLUMNS: [&str; 11] =
    ["rank", "program", "name", "author", "points", "wins", "draws", "losses", "games", "voids", "faults"];

/// The columns that every table ends with.
const LAST_COLUMNS: [&str; 6] = ["elo", "elo_low", "elo_high", "best_rank", "worst_rank", "better_than_next"];

/// What a program scored against an opponent.
#[derive(Debug, Clone, Serialize)]
pub struct CrossRow<'a> {
    program: &'a str,
    opponent: &'a str,
    #[serde(skip)]
    games: Games,
    wins: Decimal,
    draws: Decimal,
    losses: Decimal,
    expected: f64,
    likelihood_better: f64,
    exact: bool,
}

/// A whole contest.
#[derive(Debug, Clone, Serialize)]
pub struct TournamentRow<'a> {
    game: &'static str,
    schedule: &'a str,
    seats: usize,
    games: u64,
    seed: u64,
    rules: Parameters,
    matches: u64,
    voids: u64,
    void_attempts: u64,
    complete: bool,
    /// Present only if the contest accepts several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    environments: Vec<EnvironmentRow>,
    /// Left out if the rows precede the contest.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Vec<TableRow>>,
    ratings: RatingsRow<'a>,
    cross: Vec<CrossRow<'a>>,
    #[serde(flatten)]
    end: Option<EndFields<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_us: Option<u64>,
}

/// The question of an adaptive schedule, and what it has settled.
#[derive(Debug, Clone, Serialize)]
struct EndFields<'a> {
    top: usize,
    top_set: bool,
    gap: f64,
    budget: u64,
    #[serde(flatten)]
    verdict: Option<VerdictFields<'a>>,
}

/// What the results of an adaptive schedule have settled.
#[derive(Debug, Clone, Serialize)]
struct VerdictFields<'a> {
    settled: bool,
    /// The pairs whose programs count as equal.
    equal: Vec<[&'a str; 2]>,
}

impl<'a> Standings<'a> {
    /// Returns the rows of the table for people: entrants with equal ranks are sorted by file.
    #[must_use]
    pub fn rows(&self) -> Vec<&'a Row> {
        let mut rows: Vec<&Row> = self.results.table.rows.iter().collect();
        let path = |row: &Row| &self.contest.entrants[row.entrant].path;
        rows.sort_by(|one, two| (one.rank, path(one)).cmp(&(two.rank, path(two))));
        rows
    }

    /// Returns the columns that only some tables have, with their meanings.
    #[must_use]
    pub fn extra_columns(&self) -> Vec<(&'static str, &'static str)> {
        let rows = &self.results.table.rows;
        let mut columns = Vec::new();
        if self.ages.is_some() {
            columns.push(("age", "challenges survived"));
        }
        if self.schedule.seats > 2 {
            columns.push(("mean_place", "the mean of the places in all games, 1 for the best"));
        }
        if rows.iter().any(|row| row.tie_break.is_some()) {
            columns.push(("buchholz", "the sum of all opponents' points, which breaks ties"));
        }
        if rows.iter().any(|row| row.standing.bye_games > 0) {
            columns.push(("bye_games", "games of rounds without an opponent, which count as wins"));
        }
        columns
    }

    /// Returns all columns of the table.
    #[must_use]
    pub fn columns(&self) -> Vec<&'static str> {
        let extra = self.extra_columns().into_iter().map(|(column, _)| column);
        FIRST_COLUMNS.into_iter().chain(extra).chain(LAST_COLUMNS).collect()
    }

    /// Returns the table, in the order of [`Standings::rows`].
    #[must_use]
    pub fn table(&self) -> Vec<TableRow> {
        let columns = self.extra_columns();
        let has = |column: &str| columns.iter().any(|(known, _)| *known == column);
        let extra = [has("age"), has("mean_place"), has("buchholz"), has("bye_games")];
        let rows = self.rows();
        let entrants: Vec<usize> = rows.iter().map(|row| row.entrant).collect();
        let better = self.results.rankings().likelihoods_in_order(&entrants);
        let better = better.into_iter().map(|share| Some(Decimal::share(share))).chain([None]);
        rows.into_iter().zip(better).map(|(row, better)| self.table_row(row, extra, better)).collect()
    }

    fn table_row(
        &self,
        row: &Row,
        [age, mean_place, buchholz, bye_games]: [bool; 4],
        better_than_next: Option<Decimal>,
    ) -> TableRow {
        let entrant = &self.contest.entrants[row.entrant];
        let standing = &row.standing;
        let Rated { elo, interval, ranks } = *self.rated(row);
        let nothing = || Decimal::new(String::new());
        TableRow {
            rank: row.rank,
            program: entrant.path.clone(),
            name: entrant.name.clone(),
            author: entrant.program.metadata.author.as_deref().map(one_line).unwrap_or_default(),
            points: standing.points.into(),
            wins: standing.wins.into(),
            draws: standing.draws.into(),
            losses: standing.losses.into(),
            games: standing.games,
            voids: standing.voids,
            faults: standing.faults,
            age: self.ages.as_ref().filter(|_| age).map(|ages| ages[row.entrant]),
            mean_place: mean_place
                .then(|| standing.mean_place_thousandths().map_or_else(nothing, Decimal::thousandths)),
            buchholz: buchholz.then(|| row.tie_break.map_or_else(nothing, Decimal::from)),
            bye_games: bye_games.then_some(standing.bye_games),
            elo: Decimal::elo(elo),
            elo_low: Decimal::elo(interval.low),
            elo_high: Decimal::elo(interval.high),
            best_rank: ranks.best,
            worst_rank: ranks.worst,
            better_than_next,
        }
    }

    /// Returns the rating of a row's program.
    #[must_use]
    pub fn rated(&self, row: &Row) -> &'a Rated {
        &self.results.rankings().entrants[row.entrant]
    }

    /// Returns the results of every program against every opponent that it met, in the order of the table.
    #[must_use]
    pub fn cross(&self) -> Vec<CrossRow<'a>> {
        let rankings = self.results.rankings();
        let (paths, rows) = (self.paths(), self.rows());
        let pairs = rows.iter().flat_map(|one| rows.iter().map(|two| (one.entrant, two.entrant)));
        let mut cross = Vec::new();
        for (one, two) in pairs.filter(|(one, two)| one != two) {
            let cell = self.results.cross.of(one, two);
            let HeadToHead { ahead, level, behind, is_exact } = cell;
            if cell.games() == Games::default() {
                continue;
            }
            cross.push(CrossRow {
                program: paths[one],
                opponent: paths[two],
                games: cell.games(),
                wins: ahead.into(),
                draws: level.into(),
                losses: behind.into(),
                expected: rankings.expected(one, two).score(),
                likelihood_better: rankings.likelihood_better(one, two),
                exact: is_exact,
            });
        }
        cross
    }

    /// Returns the ratings of the whole field.
    #[must_use]
    pub fn ratings(&self) -> RatingsRow<'a> {
        RatingsRow::new(self.results.rankings(), &self.paths())
    }

    /// Returns the whole contest with these rows of its table, if any.
    pub fn tournament(&self, table: Option<Vec<TableRow>>) -> Result<TournamentRow<'a>, Failure> {
        let schedule = self.schedule;
        let paths = self.paths();
        let verdict = self.results.adaptive.as_ref().map(|state| VerdictFields {
            settled: state.is_settled(),
            equal: state.equal.iter().map(|pair| pair.map(|one| paths[one])).collect(),
        });
        let end = schedule.end.as_ref().map(|end| EndFields {
            top: end.top,
            top_set: end.question == LockedQuestion::Set,
            gap: end.gap,
            budget: end.budget,
            verdict,
        });
        Ok(TournamentRow {
            game: self.contest.game.info().name,
            schedule: &schedule.kind,
            seats: schedule.seats,
            games: schedule.games,
            seed: self.contest.seed,
            rules: Parameters(self.contest.parameters(schedule.seats)?),
            matches: self.results.matches,
            voids: self.results.voids,
            void_attempts: self.results.void_attempts,
            complete: self.results.left.is_none(),
            environments: self.environments(),
            table,
            ratings: self.ratings(),
            cross: self.cross(),
            end,
            score: schedule.score.map(crate::ScoreKind::name),
            rounds: schedule.rounds,
            elapsed_us: self.elapsed_us(),
        })
    }

    /// Returns the environments of the games if the contest accepts several; otherwise none.
    #[must_use]
    pub fn environments(&self) -> Vec<EnvironmentRow> {
        match self.contest.accepted() {
            [_] => Vec::new(),
            _ => EnvironmentRow::of_encounters(self.contest, &self.results.played),
        }
    }

    /// Returns the elapsed time in microseconds, if it is to be shown.
    #[must_use]
    pub fn elapsed_us(&self) -> Option<u64> {
        self.elapsed.map(micros)
    }

    fn paths(&self) -> Vec<&'a str> {
        self.contest.entrants.iter().map(|entrant| entrant.path.as_str()).collect()
    }
}

impl TableRow {
    /// Returns the numbers that have a fixed number of decimals, by their columns. In JSON they lose trailing zeros.
    #[must_use]
    pub fn decimals(&self) -> [(&'static str, Option<&str>); 2] {
        let [place, better] = [&self.mean_place, &self.better_than_next];
        [("mean_place", place.as_ref()), ("better_than_next", better.as_ref())]
            .map(|(column, number)| (column, number.map(Decimal::as_str)))
    }
}

impl CrossRow<'_> {
    /// Returns the number of games between the two.
    #[must_use]
    pub const fn games(&self) -> Games {
        self.games
    }

    /// Returns the expected score, and the likelihood that the program is better than its opponent.
    #[must_use]
    pub const fn by_ratings(&self) -> [f64; 2] {
        [self.expected, self.likelihood_better]
    }
}

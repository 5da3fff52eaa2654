//! The HTML report: tables and cross tables on one page, with links to match pages next to it.

mod matches;
mod ratings;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use contests::Failure;
use contests::contest::lock_file::LockedSchedule;
use contests::contest::records::play_again;
use contests::contest::{Contest, Results};
use contests::hill::Challenge;
use contests::program_file::with_slashes;
use contests::recorder::{record_name, write_whole};
use contests::rows::Standings;
use game::text::grouped;
use record::Record;
use report::{Cell, Column, GameLink, Page, RecordLink, Row, Section};
use store::Store;
use tournament::{EncounterResult, Games};

use crate::cli::Pages;
use crate::interrupt;
use crate::overwrite::ReportFile;
use crate::progress::Progress;
use crate::standings::labels;

use matches::MatchPages;

/// The most bytes of records embedded in the report itself. Further records are only in their match
/// pages.
const MAX_EMBEDDED_BYTES: usize = 4 << 20;

/// Writes a page.
pub(crate) fn write(path: &Path, title: &str, sections: Vec<Section>) -> Result<(), Failure> {
    ReportFile::Page.refuse_other_file(path)?;
    let about = vec![("made by".into(), format!("bout {}", env!("CARGO_PKG_VERSION")))];
    let page = Page { title: title.into(), sections, about };
    write_whole(path, report::html(&page).as_bytes())
}

/// Returns the title of a match page: the game and the programs.
pub(crate) fn match_title(record: &Record) -> String {
    let programs: Vec<&str> = record.programs.iter().map(|program| program.file.as_str()).collect();
    format!("{}: {}", record.game, programs.join(", "))
}

/// Creates the section of a contest.
pub(crate) fn section(
    contest: &Contest,
    schedule: &LockedSchedule,
    results: &Results,
    store: &Store,
    beside: MatchPageOptions,
) -> Result<Section, Failure> {
    let standings = Standings { contest, schedule, results, elapsed: None, ages: None };
    section_of(&standings, store, beside)
}

/// Creates the section of a hill, with the ratings after every challenge.
pub(crate) fn section_of_hill(
    standings: &Standings,
    challenges: &[Challenge],
    store: &Store,
    beside: MatchPageOptions,
) -> Result<Section, Failure> {
    let section = section_of(standings, store, beside)?;
    let title = format!("{}: a hill", standings.contest.game.info().name);
    Ok(Section { title, history: Some(ratings::history(challenges, standings.contest)), ..section })
}

fn section_of(standings: &Standings, store: &Store, beside: MatchPageOptions) -> Result<Section, Failure> {
    let Standings { contest, schedule, results, .. } = standings;
    // An empty hill has no matches and so no parameters.
    let parameters =
        if contest.entrants.is_empty() { Vec::new() } else { contest.parameters(schedule.seats)? };
    let parameters = parameters.iter().map(|(key, value)| format!("{key} {}", grouped(*value)));
    let version = format!("version {}", contest.game.info().rules_version);
    let rules: Vec<String> = std::iter::once(version).chain(parameters).collect();
    let facts = [
        ("matches", grouped(results.matches)),
        ("programs", contest.entrants.len().to_string()),
        ("games per pairing", grouped(schedule.games)),
        ("seed", contest.seed.to_string()),
        ("rules", rules.join(", ")),
    ];
    let columns = standings.extra_columns().into_iter().map(|(key, help)| column(key, help));
    let mut cells = Cells::new(standings, store, beside);
    let cross = cells.all()?;
    Ok(Section {
        title: format!("{}: {}", contest.game.info().name, schedule.kind),
        facts: facts.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        columns: columns.collect(),
        rows: standings.rows().into_iter().map(|row| page_row(standings, row)).collect(),
        cross,
        without_game: cells.without_game(),
        ratings: Some(ratings::ratings(results.rankings(), &labels(contest))),
        history: None,
    })
}

fn page_row(standings: &Standings, row: &tournament::Row) -> Row {
    let entrant = &standings.contest.entrants[row.entrant];
    let standing = &row.standing;
    Row {
        rank: row.rank,
        program: entrant.path.clone(),
        name: entrant.name.clone(),
        author: entrant.program.metadata.author.clone().unwrap_or_default(),
        points: number(standing.points.in_thousandths()),
        wins: thousandths(standing.wins),
        draws: thousandths(standing.draws),
        losses: thousandths(standing.losses),
        games: standing.games,
        voids: standing.voids,
        faults: standing.faults,
        extra: standings.extra_columns().into_iter().map(|(key, _)| extra(standings, row, key)).collect(),
        rating: Some(ratings::rating(standings.results.rankings(), row.entrant)),
    }
}

fn column(key: &str, help: &str) -> Column {
    let digits = match key {
        "mean_place" => 3,
        "buchholz" => 1,
        _ => 0,
    };
    Column { key: key.into(), title: key.replace('_', " "), help: help.into(), digits }
}

/// Returns the value of an optional column, in thousandths.
fn extra(standings: &Standings, row: &tournament::Row, key: &str) -> Option<u64> {
    match key {
        "age" => standings.ages.as_ref().map(|ages| ages[row.entrant].saturating_mul(1000)),
        "mean_place" => row.standing.mean_place_thousandths(),
        "buchholz" => row.tie_break.map(|points| number(points.in_thousandths())),
        _ => Some(row.standing.bye_games.saturating_mul(1000)),
    }
}

fn thousandths(games: Games) -> u64 {
    number(games.in_thousandths())
}

fn number(thousandths: u128) -> u64 {
    u64::try_from(thousandths).unwrap_or(u64::MAX)
}

/// Which match pages and records to link, and from which report.
#[derive(Clone, Copy)]
pub(crate) struct MatchPageOptions<'a> {
    /// The path of the report.
    pub(crate) page: &'a Path,
    /// The matches that get pages.
    pub(crate) pages: Pages,
    /// The folder of the written records, if any.
    pub(crate) records: Option<&'a Path>,
}

/// Finds the games to which the cells of the cross table link.
struct Cells<'a> {
    standings: &'a Standings<'a>,
    store: &'a Store,
    names: Vec<String>,
    beside: MatchPageOptions<'a>,
    embedded: usize,
    matches: MatchPages<'a>,
    meetings: Meetings<'a>,
    links: HashMap<[usize; 2], GameLink>,
    /// True if some pairs met but have no match to watch.
    are_some_left_out: bool,
}

impl<'a> Cells<'a> {
    fn new(standings: &'a Standings<'a>, store: &'a Store, beside: MatchPageOptions<'a>) -> Self {
        Self {
            standings,
            store,
            names: labels(standings.contest),
            beside,
            embedded: 0,
            matches: MatchPages::beside(beside.page, beside.pages),
            meetings: Meetings::of(&standings.results.played),
            links: HashMap::new(),
            are_some_left_out: false,
        }
    }

    fn all(&mut self) -> Result<Vec<Vec<Cell>>, Failure> {
        let order: Vec<usize> = self.standings.rows().iter().map(|row| row.entrant).collect();
        self.link_games(&order)?;
        self.matches.finish()?;
        Ok(order.iter().map(|&one| order.iter().map(|&two| self.cell(one, two)).collect()).collect())
    }

    /// Returns the note on pairs without a match to watch.
    fn without_game(&self) -> String {
        match (self.are_some_left_out, interrupt::was_requested()) {
            (false, _) => String::new(),
            (true, true) => {
                "Some pairs have no match to watch, because writing was stopped. Run the same command to write the rest."
                    .into()
            }
            (true, false) => {
                let first = self.matches.programs(self.standings.results.table.rows.len());
                let of_whom = match first {
                    0 | 1 => "No pair has a match to watch".to_owned(),
                    first => format!("Only pairs of the first {first} programs have matches to watch"),
                };
                format!(
                    "{of_whom}. Run the same command with --pages all to write one for every pair in each order."
                )
            }
        }
    }

    /// Finds the games to watch, starting with those of the top programs, which readers open first.
    fn link_games(&mut self, order: &[usize]) -> Result<(), Failure> {
        let reach =
            if self.beside.records.is_some() { order.len() } else { self.matches.programs(order.len()) };
        let progress = Progress::of("report", "pairs");
        progress.start((reach * reach.saturating_sub(1) / 2) as u64);
        for (at, &two) in order[..reach].iter().enumerate() {
            for &one in &order[..at] {
                for pair in [[one, two], [two, one]] {
                    if interrupt::was_requested() || self.matches.are_full() && self.beside.records.is_none()
                    {
                        progress.finish();
                        return Ok(());
                    }
                    if let Some(link) = self.game(pair, at)? {
                        self.links.insert(pair, link);
                    }
                }
                progress.advance(1);
            }
        }
        progress.finish();
        Ok(())
    }

    fn cell(&mut self, one: usize, two: usize) -> Cell {
        let cell = self.standings.results.cross.of(one, two);
        if one == two || cell.games() == Games::default() {
            return Cell::default();
        }
        let game = self.links.remove(&[one, two]);
        self.are_some_left_out |= game.is_none();
        let rankings = self.standings.results.rankings();
        let expected = ratings::thousandths(rankings.expected(one, two).score());
        let likelihood = ratings::thousandths(rankings.likelihood_better(one, two));
        Cell {
            score_thousandths: cell.score_thousandths(),
            wins: thousandths(cell.ahead),
            draws: thousandths(cell.level),
            losses: thousandths(cell.behind),
            is_exact: cell.is_exact,
            game,
            expected_thousandths: Some(expected),
            likelihood_better_thousandths: Some(likelihood),
        }
    }

    /// Returns a game to watch: the first that `one` won, or else the first game of the pair. For
    /// an exact score without a win, this is a sample game. `nth` is the place of the lower-ranked
    /// program in the table.
    fn game(&mut self, [one, two]: [usize; 2], nth: usize) -> Result<Option<GameLink>, Failure> {
        let contest = self.standings.contest;
        let Some((played, first_match)) = self.meetings.first(one, two) else {
            return Ok(None);
        };
        let encounter = &played.encounter;
        let at = encounter.members.iter().position(|&member| member == one).expect("it takes part");
        let won = played.tally.member(at).first_win;
        let game = won.unwrap_or(encounter.games.start);
        let ordinal = first_match + game - encounter.games.start;
        let record = play_again(contest, self.store, &encounter.members, game, ordinal)?;
        let bytes = record::write(&record);
        let (one, two) = (&self.names[one], &self.names[two]);
        let what = match (won, played.tally.census) {
            (Some(_), _) => format!("the first game that {one} won against {two}"),
            (None, None) => format!("the first game that {one} played against {two}"),
            (None, Some(_)) => format!("a sample game of {one} against {two}"),
        };
        let page = if nth < self.matches.programs(self.names.len()) {
            self.matches.write(&record, &bytes)?
        } else {
            None
        };
        Ok(Some(GameLink { what, page, record: self.record(&record, &bytes) }))
    }

    /// Returns the link to the record; `None` if the record is only in the match page.
    fn record(&mut self, record: &Record, bytes: &[u8]) -> Option<RecordLink> {
        let file = record_name(record, bytes);
        if let Some(folder) = self.beside.records {
            let href = with_slashes(&relative(self.beside.page, &folder.join(&file)));
            return Some(RecordLink { href, file });
        }
        if self.embedded > MAX_EMBEDDED_BYTES {
            return None;
        }
        self.embedded += bytes.len();
        Some(RecordLink { href: format!("data:application/octet-stream;base64,{}", base64(bytes)), file })
    }
}

/// An index of the first encounter of each pair.
struct Meetings<'a> {
    played: &'a [EncounterResult],
    /// The members in ascending order, the index in `played`, and the number of its first match.
    found: Vec<([usize; 2], usize, u64)>,
}

impl<'a> Meetings<'a> {
    fn of(played: &'a [EncounterResult]) -> Self {
        let mut first_match = 0;
        let mut found = Vec::with_capacity(played.len());
        for (at, EncounterResult { encounter, tally }) in played.iter().enumerate() {
            let members = &encounter.members;
            for (nth, &one) in members.iter().enumerate().filter(|_| tally.games > 0) {
                found.extend(members[nth + 1..].iter().map(|&two| ([one, two], at, first_match)));
            }
            first_match += encounter.matches();
        }
        found.sort_unstable();
        found.dedup_by_key(|(members, ..)| *members);
        Self { played, found }
    }

    /// Returns the first encounter of two entrants, and the number of its first match.
    fn first(&self, one: usize, two: usize) -> Option<(&'a EncounterResult, u64)> {
        let members = [one.min(two), one.max(two)];
        let at = self.found.binary_search_by_key(&members, |(members, ..)| *members).ok()?;
        let (_, played, first_match) = self.found[at];
        Some((&self.played[played], first_match))
    }
}

/// Returns the path of `file` relative to the folder of `page`.
fn relative(page: &Path, file: &Path) -> PathBuf {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let (page, file) = (absolute(page), absolute(file));
    let relative = page.parent().and_then(|folder| pathdiff::diff_paths(&file, folder));
    // On Windows, a file on another drive has no relative path.
    relative.unwrap_or(file)
}

/// Encodes bytes in base64, for data URLs.
fn base64(bytes: &[u8]) -> String {
    base64::Engine::encode(&base64::prelude::BASE64_STANDARD, bytes)
}

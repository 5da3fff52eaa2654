//! The HTML report: tables and cross tables as one page, which links to pages of matches beside it.

mod matches;
mod ratings;

use std::path::{Component, Path, PathBuf};

use record::Record;
use report::{Cell, Column, GameLink, Page, RecordLink, Row, Section};
use store::Store;
use tournament::{Games, Played};

use crate::contest::lock::LockedSchedule;
use crate::contest::records::play_again;
use crate::contest::{Contest, Results};
use crate::failure::Failure;
use crate::hill::Challenge;
use crate::input::with_slashes;
use crate::names::grouped;
use crate::recorder::{record_name, write_whole};
use crate::standings::{Event, labels};

use matches::MatchPages;

/// Records are put into the page itself up to this number of bytes; beyond, they are in the pages of their matches alone.
const MAX_EMBEDDED_BYTES: usize = 4 << 20;

/// Writes a page.
pub(crate) fn write(path: &Path, title: &str, sections: Vec<Section>) -> Result<(), Failure> {
    let about = vec![("made by".into(), format!("bout {}", env!("CARGO_PKG_VERSION")))];
    let page = Page { title: title.into(), sections, about };
    write_whole(path, report::html(&page).as_bytes())
}

/// What the page of a match is called: its game, and who plays.
pub(crate) fn match_title(record: &Record) -> String {
    let programs: Vec<&str> = record.programs.iter().map(|program| program.file.as_str()).collect();
    format!("{}: {}", record.game, programs.join(", "))
}

/// A contest as a section of the page at `page`. `records` is the folder that records were written into, if any.
pub(crate) fn section(
    contest: &Contest,
    schedule: &LockedSchedule,
    results: &Results,
    store: &Store,
    page: &Path,
    records: Option<&Path>,
) -> Result<Section, Failure> {
    section_of(
        &Event { contest, schedule, results, elapsed: None, ages: None, trends: None },
        store,
        page,
        records,
    )
}

/// A hill with the ratings after every challenge, as a section of the page at `page`.
pub(crate) fn section_of_hill(
    event: &Event,
    challenges: &[Challenge],
    store: &Store,
    page: &Path,
) -> Result<Section, Failure> {
    let section = section_of(event, store, page, None)?;
    let title = format!("{}: a hill", event.contest.game.name());
    Ok(Section { title, history: Some(ratings::history(challenges, event.contest)), ..section })
}

fn section_of(event: &Event, store: &Store, page: &Path, records: Option<&Path>) -> Result<Section, Failure> {
    let Event { contest, schedule, results, .. } = event;
    // An empty hill has no match whose parameters these could be.
    let parameters =
        if contest.entrants.is_empty() { Vec::new() } else { contest.parameters(schedule.seats)? };
    let parameters = parameters.iter().map(|(key, value)| format!("{key} {}", grouped(*value)));
    let version = format!("version {}", contest.game.rules_version());
    let rules: Vec<String> = std::iter::once(version).chain(parameters).collect();
    let facts = [
        ("matches", grouped(results.matches)),
        ("programs", contest.entrants.len().to_string()),
        ("games a pairing", grouped(schedule.games)),
        ("seed", contest.seed.to_string()),
        ("rules", rules.join(", ")),
    ];
    let columns = event.extra_columns().into_iter();
    Ok(Section {
        title: format!("{}: {}", contest.game.name(), schedule.kind),
        facts: facts.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        columns: columns
            .map(|(title, help)| Column { title: title.replace('_', " "), help: help.into() })
            .collect(),
        rows: event.rows().into_iter().map(|row| page_row(event, row)).collect(),
        cross: Cells::new(event, store, page, records).all()?,
        ratings: Some(ratings::ratings(results.rankings(), &labels(contest))),
        history: None,
    })
}

fn page_row(event: &Event, row: &tournament::Row) -> Row {
    let entrant = &event.contest.entrants[row.entrant];
    let standing = &row.standing;
    Row {
        rank: row.rank,
        program: entrant.path.clone(),
        name: entrant.name.clone(),
        author: entrant.program.metadata.author.clone().unwrap_or_default(),
        points: standing.points.to_string(),
        wins: thousandths(standing.wins),
        draws: thousandths(standing.draws),
        losses: thousandths(standing.losses),
        games: standing.games,
        voids: standing.voids,
        faults: standing.faults,
        extra: event.extra(row),
        rating: Some(ratings::rating(&event.results.rankings().entrants[row.entrant])),
    }
}

fn thousandths(games: Games) -> u64 {
    u64::try_from(games.in_thousandths()).unwrap_or(u64::MAX)
}

/// The cells of the cross table, with links to games.
struct Cells<'a> {
    event: &'a Event<'a>,
    store: &'a Store,
    names: Vec<String>,
    page: &'a Path,
    records: Option<&'a Path>,
    embedded: usize,
    matches: MatchPages<'a>,
}

impl<'a> Cells<'a> {
    fn new(event: &'a Event<'a>, store: &'a Store, page: &'a Path, records: Option<&'a Path>) -> Self {
        let (names, matches) = (labels(event.contest), MatchPages::beside(page));
        Self { event, store, names, page, records, embedded: 0, matches }
    }

    fn all(mut self) -> Result<Vec<Vec<Cell>>, Failure> {
        let order: Vec<usize> = self.event.rows().iter().map(|row| row.entrant).collect();
        order.iter().map(|&one| order.iter().map(|&two| self.cell(one, two)).collect()).collect()
    }

    fn cell(&mut self, one: usize, two: usize) -> Result<Cell, Failure> {
        let cell = self.event.results.cross.of(one, two);
        if one == two || cell.games() == Games::default() {
            return Ok(Cell::default());
        }
        let rankings = self.event.results.rankings();
        let expected = ratings::thousandths(rankings.expected(one, two).score());
        let likelihood = ratings::thousandths(rankings.likelihood_better(one, two));
        Ok(Cell {
            score_thousandths: cell.score_thousandths(),
            text: format!(
                "{}-{}-{}{}",
                cell.ahead,
                cell.level,
                cell.behind,
                if cell.is_exact { ", exact" } else { "" }
            ),
            game: self.game(one, two)?,
            expected_thousandths: Some(expected),
            likelihood_better_thousandths: Some(likelihood),
        })
    }

    /// A game to look at: the first game that `one` won, or else the first that both played. Where their score is exact
    /// none was, and it is the first that would be.
    fn game(&mut self, one: usize, two: usize) -> Result<Option<GameLink>, Failure> {
        let contest = self.event.contest;
        if self.matches.are_full() && self.records.is_none() {
            return Ok(None);
        }
        let Some((played, first_match)) = meeting(&self.event.results.played, one, two) else {
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
        let page = self.matches.write(&record, &bytes)?;
        Ok(Some(GameLink { what, page, record: self.record(&record, &bytes) }))
    }

    /// Where the record itself is; nothing if it is nowhere but in the match's page.
    fn record(&mut self, record: &Record, bytes: &[u8]) -> Option<RecordLink> {
        let file = record_name(record, bytes);
        if let Some(folder) = self.records {
            let href = with_slashes(&relative(self.page, &folder.join(&file)));
            return Some(RecordLink { href, file });
        }
        if self.embedded > MAX_EMBEDDED_BYTES {
            return None;
        }
        self.embedded += bytes.len();
        Some(RecordLink { href: format!("data:application/octet-stream;base64,{}", base64(bytes)), file })
    }
}

/// The first encounter of two, and the number of its first match.
fn meeting(played: &[Played], one: usize, two: usize) -> Option<(&Played, u64)> {
    let mut first_match = 0;
    for encounter in played {
        let members = &encounter.encounter.members;
        if members.contains(&one) && members.contains(&two) && encounter.tally.games > 0 {
            return Some((encounter, first_match));
        }
        first_match += encounter.encounter.matches();
    }
    None
}

/// The path of `file` as seen from the folder of `page`.
fn relative(page: &Path, file: &Path) -> PathBuf {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let (page, file) = (absolute(page), absolute(file));
    let folder: Vec<Component> =
        page.parent().map(|folder| folder.components().collect()).unwrap_or_default();
    let parts: Vec<Component> = file.components().collect();
    let shared = folder.iter().zip(&parts).take_while(|(one, two)| one == two).count();
    let up = folder[shared..].iter().map(|_| Component::ParentDir);
    up.chain(parts[shared..].iter().copied()).collect()
}

/// Bytes as text, as in data addresses.
fn base64(bytes: &[u8]) -> String {
    base64::Engine::encode(&base64::prelude::BASE64_STANDARD, bytes)
}

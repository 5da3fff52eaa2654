//! The output of `bout hill`.

use std::path::Path;

use contests::Failure;
use contests::contest::lock_file::LockedSchedule;
use contests::contest::{Contest, Environment, Results};
use contests::file_name::FileName;
use contests::hill::{
    Challenge, ChallengeResult, Folder, RatedHill, Renewal, UnableResident, WorstOpponent, history,
};
use contests::rows::{Decimal, EnvironmentRow, RatingsRow, Standings, TableRow, UnableRow};
use game::text::several_lines;
use serde::Serialize;
use serde_json::Value;
use tournament::HeadToHead;

use super::Mode;
use crate::cli::OutputOption;
use crate::names::shell_word;
use crate::output::{Output, Printer};
use crate::standings::StandingsText;
use crate::window;

/// The outcome of a command.
pub(super) enum Outcome {
    /// A program challenged the hill, or was tested.
    Challenged(ChallengeResult, Mode),
    /// The program challenged the hill before the same command was stopped.
    Done { program: String },
    /// A program was removed.
    Removed { program: String },
    /// The hill was renewed.
    Renewed { old_table: FileName, retired: Vec<UnableResident> },
    /// There was nothing to renew.
    UpToDate,
    /// The hill was only shown.
    Shown,
}

/// The data that is shown with the results of a hill.
pub(super) struct Shown {
    schedule: LockedSchedule,
    ages: Vec<u64>,
    trends: Vec<String>,
}

impl Shown {
    /// Collects the data of a hill. The trends come from these challenges.
    pub(super) fn of(contest: &Contest, folder: &Folder, challenges: &[Challenge]) -> Self {
        let trend = |entrant| history::bars(challenges, &contest.field.program(entrant).to_string());
        Self {
            schedule: folder.schedule(contest),
            ages: folder.ages(contest),
            trends: (0..contest.field.len()).map(trend).collect(),
        }
    }

    /// Combines the data with the results of the hill.
    pub(super) fn standings<'a>(&'a self, contest: &'a Contest, results: &'a Results) -> Standings<'a> {
        Standings { contest, schedule: &self.schedule, results, elapsed: None, ages: Some(self.ages.clone()) }
    }
}

/// The part of the table that the text output shows after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TablePart<'a> {
    Nothing,
    /// The neighbourhood of a program, given by its file.
    Around(&'a str),
    All,
}

/// The output so far.
pub(super) struct Report<'a> {
    /// The width that tables must fit into, if any.
    width: Option<usize>,
    hill: &'a Path,
    printer: Printer,
    upgrade: Upgrade,
}

/// What a command did, and the state of the hill after it.
#[derive(Serialize)]
struct HillRow<'a> {
    #[serde(flatten)]
    change: ChangeRow<'a>,
    hill: String,
    worst: Vec<WorstRow<'a>>,
    table: Vec<TableRow>,
    ratings: RatingsRow<'a>,
    environments: Vec<EnvironmentRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unable: Vec<UnableRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    renewal: Option<RenewalRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<&'a [Challenge]>,
}

/// What a command did.
#[derive(Serialize)]
#[serde(tag = "change", rename_all = "lowercase")]
enum ChangeRow<'a> {
    Show,
    Done { program: &'a str },
    Remove { program: &'a str },
    Known { program: &'a str },
    Renew { retired: Vec<UnableRow>, old_table: Option<String> },
    Add(ChallengerRow<'a>),
    Test(ChallengerRow<'a>),
}

/// The result of a challenge or of a test.
#[derive(Serialize)]
struct ChallengerRow<'a> {
    program: &'a str,
    on_hill: bool,
    rank: usize,
    of: usize,
    pushed_off: Vec<PushedOffRow<'a>>,
}

/// A program that was pushed off.
#[derive(Serialize)]
struct PushedOffRow<'a> {
    program: &'a str,
    age: u64,
}

/// An opponent that the challenger did badly against.
#[derive(Serialize)]
struct WorstRow<'a> {
    program: &'a str,
    wins: Decimal,
    draws: Decimal,
    losses: Decimal,
    record: Option<String>,
}

/// An unfinished renewal, with the table so far in the new environment.
#[derive(Serialize)]
struct RenewalRow {
    pairs: usize,
    pairs_done: usize,
    environment: Environment,
    /// The environments in which pairs play now, in words.
    #[serde(skip)]
    words: String,
    table: Vec<TableRow>,
}

/// The effects of an upgrade of the machine on a hill.
#[derive(Default)]
struct Upgrade {
    unable: Vec<UnableRow>,
    renewal: Option<RenewalRow>,
    /// The table of the renewal as text.
    table: Option<String>,
}

/// The JSON document.
#[derive(Serialize)]
#[serde(untagged)]
enum Document {
    One(Value),
    Many { challenges: Vec<Value> },
}

impl<'a> WorstRow<'a> {
    fn new(opponent: &'a WorstOpponent) -> Self {
        let HeadToHead { ahead, level, behind, .. } = opponent.score;
        Self {
            program: &opponent.program,
            wins: ahead.into(),
            draws: level.into(),
            losses: behind.into(),
            record: opponent.record.as_ref().map(|record| record.display().to_string()),
        }
    }
}

impl Outcome {
    fn in_words(&self) -> Option<String> {
        Some(match self {
            Self::Shown => return None,
            Self::Done { program } => {
                format!("{program} already challenged the hill before this command was stopped.")
            }
            Self::Removed { program } => {
                format!("{program} was removed from the hill; its file is in fallen/.")
            }
            Self::UpToDate => "All pairs have played in the present environment.".into(),
            Self::Renewed { old_table, retired } => {
                let retired: Vec<&str> = retired.iter().map(|one| one.file.as_str()).collect();
                let gone = if retired.is_empty() {
                    String::new()
                } else {
                    format!(" Retired, because they cannot play any more: {}.", retired.join(", "))
                };
                format!("The hill is renewed; the old table is in results/{old_table}.{gone}")
            }
            Self::Challenged(verdict, mode) => verdict_in_words(verdict, *mode),
        })
    }

    fn row(&self) -> ChangeRow<'_> {
        match self {
            Self::Shown => ChangeRow::Show,
            Self::Done { program } => ChangeRow::Done { program },
            Self::Removed { program } => ChangeRow::Remove { program },
            Self::UpToDate => ChangeRow::Renew { retired: Vec::new(), old_table: None },
            Self::Renewed { old_table, retired } => ChangeRow::Renew {
                retired: retired.iter().map(UnableRow::from).collect(),
                old_table: Some(format!("results/{old_table}")),
            },
            Self::Challenged(ChallengeResult::Known { program }, _) => ChangeRow::Known { program },
            Self::Challenged(ChallengeResult::Judged { program, is_in, rank, of, pushed_off }, mode) => {
                let pushed_off = pushed_off.iter().map(|(program, age)| PushedOffRow { program, age: *age });
                let row = ChallengerRow {
                    program,
                    on_hill: *is_in,
                    rank: *rank,
                    of: *of,
                    pushed_off: pushed_off.collect(),
                };
                match mode {
                    Mode::Enter => ChangeRow::Add(row),
                    Mode::Try => ChangeRow::Test(row),
                }
            }
        }
    }
}

fn verdict_in_words(verdict: &ChallengeResult, mode: Mode) -> String {
    let (program, is_in, rank, of, pushed_off) = match verdict {
        ChallengeResult::Known { program } => {
            return format!("This program is already on the hill, as {program}.");
        }
        ChallengeResult::Judged { program, is_in, rank, of, pushed_off } => {
            (program, is_in, rank, of, pushed_off)
        }
    };
    let result = match (is_in, mode) {
        (true, Mode::Enter) => format!("{program} enters the hill with rank {rank} of {of}."),
        (true, Mode::Try) => format!("{program} would enter the hill with rank {rank} of {of}."),
        (false, _) => {
            format!("{program} is not good enough for the hill: rank {rank}, and it has room for {of}.")
        }
    };
    let gone: Vec<String> = pushed_off.iter().map(|(file, age)| format!("{file} (age {age})")).collect();
    let goes = if mode == Mode::Enter { "Pushed off" } else { "It would push off" };
    if gone.is_empty() { result } else { format!("{result} {goes}: {}.", gone.join(", ")) }
}

impl<'a> Report<'a> {
    pub(super) fn new(options: &OutputOption, hill: &'a Path) -> Self {
        let printer = Printer::new(options.form, Output::of_a_change());
        Self { width: window::table_width(options.wide), hill, printer, upgrade: Upgrade::default() }
    }

    pub(super) fn add(
        &mut self,
        hill: &RatedHill,
        folder: &Folder,
        outcome: &Outcome,
        worst: &[WorstOpponent],
        shown_part: TablePart,
    ) -> Result<(), Failure> {
        let RatedHill { contest, results } = hill;
        let challenges = history::last(&folder.inside, history::BARS)?;
        let shown = Shown::of(contest, folder, &challenges);
        let standings = shown.standings(contest, results);
        self.change_text(outcome, worst)?;
        if shown_part != TablePart::Nothing {
            let text = StandingsText::new(&standings).with_trends(&shown.trends);
            let text = match shown_part {
                TablePart::Around(program) => text.around(program),
                TablePart::All | TablePart::Nothing => text,
            };
            self.table_text(&text, folder, contest.entrants.len())?;
            self.upgrade_text(&EnvironmentRow::of(contest))?;
            self.csv(&standings)?;
        }
        if !self.printer.is_json() {
            return Ok(());
        }
        self.printer.json_row(&HillRow {
            change: outcome.row(),
            hill: self.hill.display().to_string(),
            worst: worst.iter().map(WorstRow::new).collect(),
            table: standings.table(),
            ratings: standings.ratings(),
            environments: EnvironmentRow::of(contest),
            unable: std::mem::take(&mut self.upgrade.unable),
            renewal: self.upgrade.renewal.take(),
            history: matches!(outcome, Outcome::Shown).then_some(&challenges),
        })
    }

    /// Stores the programs that can no longer play and the progress of a renewal, for the next
    /// [`Self::add`].
    pub(super) fn upgrade(&mut self, folder: &Folder, unable: &[UnableResident], renewal: Option<&Renewal>) {
        self.upgrade.unable = unable.iter().map(UnableRow::from).collect();
        let Some(Renewal { to, done, pairs, hill }) = renewal else { return };
        let shown = Shown::of(&hill.contest, folder, &[]);
        let standings = shown.standings(&hill.contest, &hill.results);
        self.upgrade.table = (*done > 0).then(|| StandingsText::new(&standings).table(self.width).clone());
        self.upgrade.renewal = Some(RenewalRow {
            pairs: *pairs,
            pairs_done: *done,
            environment: to[0].clone(),
            words: to.iter().map(Environment::words).collect::<Vec<_>>().join(" or "),
            table: standings.table(),
        });
    }

    /// Prints which results are from an earlier environment, which programs can no longer play, and
    /// how far a renewal is.
    fn upgrade_text(&mut self, environments: &[EnvironmentRow]) -> Result<(), Failure> {
        let sentences = EnvironmentRow::sentences(environments);
        let hill = shell_word(self.hill.as_os_str());
        let Upgrade { unable, renewal, table } = &self.upgrade;
        self.printer.text(|output| {
            if !sentences.is_empty() {
                output.line(format_args!("\n{}", sentences.join("\n")))?;
            }
            for UnableRow { program, why } in unable {
                let why = several_lines(why);
                output.people(format_args!("{program} cannot play any more, and is retired at the next change: {why}"))?;
            }
            match renewal {
                None if environments.iter().all(|row| row.present || row.pairs == 0) => Ok(()),
                None => output.line(format_args!("To play all games again: bout hill renew {hill}")),
                Some(RenewalRow { pairs, pairs_done, words, .. }) => {
                    output.line(format_args!(
                        "Renewal: {pairs_done} of {pairs} pairs have played under {words}; the table above counts until all have."
                    ))?;
                    table.as_ref().map_or(Ok(()), |table| output.line(format_args!("\n{table}")))
                }
            }
        })
    }

    fn change_text(&mut self, outcome: &Outcome, worst: &[WorstOpponent]) -> Result<(), Failure> {
        self.printer.text(|output| {
            if let Some(words) = outcome.in_words() {
                output.people(words)?;
            }
            for WorstOpponent { program, score, record } in worst {
                let HeadToHead { ahead, level, behind, .. } = score;
                let look = record.as_ref().map_or(String::new(), |record| {
                    format!("; a game it lost: bout view {}", shell_word(record.as_os_str()))
                });
                output.people(format_args!(
                    "  against {program}: {ahead} won, {level} drawn, {behind} lost{look}"
                ))?;
            }
            Ok(())
        })
    }

    fn table_text(&mut self, text: &StandingsText, folder: &Folder, on_it: usize) -> Result<(), Failure> {
        let (size, challenges) = (folder.config.size, folder.state.challenges);
        self.printer.text(|output| {
            output.people(format_args!(
                "{}: a hill of {}, {on_it} of {size} places taken, {challenges} challenges, {} games per pairing",
                self.hill.display(),
                folder.config.game.info().name,
                folder.config.games
            ))?;
            if on_it == 0 {
                return Ok(());
            }
            output.line(format_args!("\n{}\n", text.table(self.width)))?;
            if text.hidden() == 0 {
                return output.line(window::wrapped(&text.ratings(), self.width));
            }
            let hill = shell_word(self.hill.as_os_str());
            output.line(format_args!("The whole table, with {} more: bout hill show {hill}", text.hidden()))
        })
    }

    fn csv(&mut self, standings: &Standings) -> Result<(), Failure> {
        if !self.printer.is_csv() {
            return Ok(());
        }
        self.printer.columns(&standings.columns())?;
        standings.table().iter().try_for_each(|row| self.printer.csv_row(row))
    }

    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.printer.document(|mut challenges| match challenges.as_mut_slice() {
            [only] => Document::One(only.take()),
            _ => Document::Many { challenges },
        })?;
        self.printer.flush()
    }
}

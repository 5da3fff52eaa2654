//! The output of `bout watch`: one block or line per stage, as soon as it is known.

mod rows;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use contests::Failure;
use contests::program_file::ProgramFile;
use contests::rows::FileRow;
use contests::watch::{ChangedOpponent, Opponent, StageRank, StageResults};
use game::Diagnostics;
use game::text::{one_line, shortened};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tournament::HeadToHead;

use crate::diagnostics;
use crate::names::shell_word;
use crate::output::{Output, OutputFormat, Printer, note};
use crate::rankings::{ends, signed};

use rows::StageRow;

/// The largest number of opponents in a list of the text output, and of records.
pub(super) const MAX_NAMED: usize = 5;

/// The refreshes of the terminal per second: enough to show every update.
const FRAMES: u8 = 255;

/// A stage of a version, with the stages that it is compared with.
pub(super) struct Stage<'a> {
    /// The watched file's name.
    pub(super) program: &'a str,
    pub(super) figures: &'a StageResults,
    /// The previous version after the same number of games.
    pub(super) previous: Option<&'a StageResults>,
    /// The first version, if it is not the previous one.
    pub(super) start: Option<&'a StageResults>,
    /// The opponents against which it does worse than the previous version, each with a record of a lost game.
    pub(super) lost: Vec<(ChangedOpponent<'a>, Option<PathBuf>)>,
    pub(super) gained: Vec<ChangedOpponent<'a>>,
    /// For a first version, its worst opponents.
    pub(super) worst: Vec<(&'a Opponent, Option<PathBuf>)>,
    /// The time from the save to this result, if requested.
    pub(super) elapsed: Option<Duration>,
}

/// The output so far.
pub(super) struct Report {
    printer: Printer,
    /// On a terminal, shows the preliminary stage.
    live: Option<ProgressBar>,
}

impl Report {
    pub(super) fn new(form: OutputFormat) -> Self {
        let is_live = form == OutputFormat::Text && std::io::stdout().is_terminal();
        let live = is_live.then(|| {
            let style = ProgressStyle::with_template("{msg}").expect("the template is right");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout_with_hz(FRAMES)).with_style(style)
        });
        Self { printer: Printer::new(form, Output::stdout()), live }
    }

    /// Prints a status message for the user.
    pub(super) fn say(&mut self, line: &str) -> Result<(), Failure> {
        self.clear();
        if !self.printer.is_text() {
            note(line);
        }
        self.printer.text(|output| output.people(line))?;
        self.printer.flush()
    }

    /// Prints the diagnostics of a file.
    pub(super) fn diagnose(&mut self, file: &ProgramFile, found: &Diagnostics) -> Result<(), Failure> {
        self.clear();
        self.printer.text(|output| {
            let text = diagnostics::text(&file.shown_path(), &file.bytes, found, Output::has_colours());
            output.text(&text)
        })?;
        if found.has_errors() {
            self.printer.json_row(&FileRow::new(file, found))?;
            if self.printer.is_csv() {
                // The CSV table has no column for diagnostics.
                diagnostics::show_errors(file, found.clone());
            }
        }
        self.printer.flush()
    }

    /// Prints a stage. On a terminal, it replaces the previous one.
    pub(super) fn stage(&mut self, stage: &Stage) -> Result<(), Failure> {
        if let Some(live) = self.live.as_ref().filter(|_| !stage.figures.is_final()) {
            live.set_message(format!("{}\n  … playing more games", stage.lines().join("\n")));
            return Ok(());
        }
        self.clear();
        self.printer.text(|output| stage.lines().iter().try_for_each(|line| output.people(line)))?;
        let row = StageRow::new(stage);
        self.printer.columns(&row.columns())?;
        self.printer.row(&row)?;
        self.printer.flush()
    }

    /// Returns true if the output is text for people.
    pub(super) fn is_text(&self) -> bool {
        self.printer.is_text()
    }

    /// Prints why a game was lost.
    pub(super) fn reason(
        &mut self,
        opponent: &Opponent,
        sentences: &[String],
        record: &Path,
    ) -> Result<(), Failure> {
        let title = format!("  why did it lose to {}? The first of those games:", opponent.program);
        let sentences = sentences.iter().map(|sentence| format!("    {}", shortened(sentence)));
        let command = format!("    all of it: bout explain {}", shell_word(record.as_os_str()));
        let lines: Vec<String> = [title].into_iter().chain(sentences).chain([command]).collect();
        self.printer.text(|output| lines.iter().try_for_each(|line| output.people(one_line(line))))?;
        self.printer.flush()
    }

    /// Clears the preliminary stage from the terminal to make room for other output.
    pub(super) fn clear(&mut self) {
        if let Some(live) = &self.live {
            live.set_message("");
            live.finish_and_clear();
            live.reset();
        }
    }

    /// Prints the rest of the output.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.clear();
        self.printer.last_row()?;
        self.printer.flush()
    }
}

impl Stage<'_> {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.headline()];
        for (change, record) in self.lost.iter().take(MAX_NAMED) {
            lines.push(format!("  new losses {}{}", said(change), look_at(record.as_deref())));
        }
        lines.extend(more(self.lost.len(), "new losses against"));
        lines.extend(self.gained.iter().take(MAX_NAMED).map(|change| format!("  new wins {}", said(change))));
        lines.extend(more(self.gained.len(), "new wins against"));
        for (opponent, record) in &self.worst {
            let HeadToHead { ahead, level, behind, .. } = opponent.score;
            let program = &opponent.program;
            let record = look_at(record.as_deref());
            lines.push(format!("  against {program}: {ahead} won, {level} drawn, {behind} lost{record}"));
        }
        // The summary must stay a single line, even if it is long.
        lines.iter().map(|line| one_line(line)).collect()
    }

    fn headline(&self) -> String {
        let StageResults { games, all_games, standing, .. } = self.figures;
        let place = self.place();
        let score = self.figures.score_thousandths().map_or("-".into(), percent);
        let voids = match self.figures.voids {
            0 => String::new(),
            voids => format!("; {voids} matches stayed void"),
        };
        let elapsed = self.elapsed.map_or(String::new(), |elapsed| format!("; {} ms", elapsed.as_millis()));
        format!(
            "{}, {games} of {all_games} games per pairing: {place}; {} points, {score} %: {} won, {} drawn, {} lost{voids}{elapsed}",
            self.program, standing.points, standing.wins, standing.draws, standing.losses
        )
    }

    /// Formats the rank and the earlier ranks.
    fn place(&self) -> String {
        let Some(StageRank { rank, of, would_enter, elo, interval, pushed_off }) = &self.figures.place else {
            return "no rank yet, the hill's own games are being played".into();
        };
        let before = self.previous.and_then(StageResults::rank).map(|rank| format!("{rank} before"));
        let start = self.start.and_then(StageResults::rank).map(|rank| format!("{rank} at the start"));
        let compared: Vec<String> = before.into_iter().chain(start).collect();
        let compared =
            if compared.is_empty() { String::new() } else { format!(" ({})", compared.join(", ")) };
        let elo = format!("Elo {} ({})", signed(*elo), ends(*interval));
        if !would_enter {
            return format!("rank {rank}{compared}, not good enough: the hill has room for {of}; {elo}");
        }
        let gone = if pushed_off.is_empty() {
            String::new()
        } else {
            format!(", would push off {}", pushed_off.join(", "))
        };
        format!("rank {rank} of {of}{compared}{gone}; {elo}")
    }
}

fn said(change: &ChangedOpponent) -> String {
    let (before, now) = (percent(change.before), percent(change.now));
    format!("against {}: {before} % before, {now} % now", change.opponent.program)
}

fn look_at(record: Option<&Path>) -> String {
    let command = |record: &Path| format!("; a game it lost: bout view {}", shell_word(record.as_os_str()));
    record.map_or(String::new(), command)
}

/// Returns a line for the rest of a list that is too long.
fn more(all: usize, what: &str) -> Option<String> {
    (all > MAX_NAMED).then(|| format!("  {what} {} more", all - MAX_NAMED))
}

fn percent(thousandths: u64) -> String {
    format!("{}.{}", thousandths / 10, thousandths % 10)
}

//! `bout watch`: rates a program against a hill on every save.

mod file_watcher;
mod reason;
mod remote;
mod report;

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use contests::Failure;
use contests::contest::{KnownResults, PlayOptions};
use contests::program_file::ProgramFile;
use contests::programs::{Entrant, examined};
use contests::watch::{HillField, Opponent, ShouldStop, StageResults, Version};

use crate::cli::WatchArgs;
use crate::client::client_without_progress;
use crate::output::{OutputFormat, note};
use crate::players::Players;
use crate::{input, interrupt};

use file_watcher::FileWatcher;
use report::{MAX_NAMED, Report, Stage};

/// How long a file may be missing or empty before this counts as intended. While saving, editors
/// may cause either for a moment.
const BETWEEN: Duration = Duration::from_millis(300);

/// The interval for checking the file during that time.
const LOOK: Duration = Duration::from_millis(5);

/// The number of worst opponents of a first version that are listed.
const MAX_WORST: usize = 3;

pub(crate) fn run(args: &WatchArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    refuse(args)?;
    match &args.remote.at {
        Some(site) => remote::watch(args, site),
        None => watch(args),
    }
}

/// Checks the arguments before anything is read.
fn refuse(args: &WatchArgs) -> Result<(), Failure> {
    if args.program.as_os_str() == "-" {
        let why = "standard input cannot be watched; give a file, or use `bout hill test DIR -`";
        return Err(Failure::Usage(why.into()));
    }
    if args.remote.at.is_some() && args.queue.is_given() {
        let why = "with --at, the site plays the games, so --queue cannot be used";
        return Err(Failure::Usage(why.into()));
    }
    if args.output.form == OutputFormat::Json && !args.once {
        let why =
            "--output json writes one document at the end, but a watch does not end; use jsonl, or --once";
        return Err(Failure::Usage(why.into()));
    }
    Ok(())
}

fn watch(args: &WatchArgs) -> Result<(), Failure> {
    let mut noticed = Instant::now();
    let mut session = Session::new(args)?;
    let watcher = FileWatcher::new(&args.program, Some(&args.hill));
    let stop = || interrupt::was_requested() || watcher.has_noticed();
    session.welcome();
    // The file may have been saved before watching started.
    session.look_again()?;
    loop {
        session.play(noticed, &stop)?;
        if interrupt::was_requested() {
            session.report.finish()?;
            session.players.finish();
            return Err(interrupted(args));
        }
        if args.once && session.is_rated() {
            return session.finish();
        }
        let Some(at) = watcher.wait() else { return Err(interrupted(args)) };
        noticed = at;
        session.look_again()?;
    }
}

/// Ctrl-C is the normal end of a watch, so no message is needed.
fn interrupted(args: &WatchArgs) -> Failure {
    let again = || format!("to rate it again, run: {}", interrupt::command());
    Failure::Interrupted(if args.once { again() } else { String::new() })
}

/// A watch: the last state of the program and of the hill, and the results.
struct Session<'a> {
    args: &'a WatchArgs,
    hill: HillField,
    /// The content of the file when it was last processed.
    bytes: Option<Vec<u8>>,
    /// The last message about an unreadable file or hill, so that it is shown only once.
    trouble: Option<String>,
    /// The version in the file; `None` if it has errors.
    current: Option<Version>,
    /// The last earlier version with shown results.
    previous: Option<Version>,
    /// The shown results of the first version, if that is not the previous one.
    start: Option<Vec<StageResults>>,
    /// The programs that were reported as left out.
    left_out: Vec<String>,
    report: Report,
    threads: usize,
    players: Players,
}

impl<'a> Session<'a> {
    fn new(args: &'a WatchArgs) -> Result<Self, Failure> {
        let hill = HillField::read(&args.hill, args.isolation(), client_without_progress())?;
        hill.folder.refuse_other_game(&args.program)?;
        let mut session = Self {
            args,
            hill,
            bytes: None,
            trouble: None,
            current: None,
            previous: None,
            start: None,
            left_out: Vec::new(),
            report: Report::new(args.output.form),
            threads: args.threads(),
            players: Players::of(&args.queue, &args.hill, &format!("watch {}", args.program.display()))?,
        };
        session.process(input::read(&args.program)?)?;
        Ok(session)
    }

    fn welcome(&self) {
        if self.args.once {
            return;
        }
        let config = &self.hill.folder.config;
        note(&format!(
            "watching {} against {}, a hill of {}: {} programs, {} games per pairing; press Ctrl-C to end",
            self.args.program.display(),
            self.args.hill.display(),
            config.game.info().name,
            self.hill.members().len(),
            config.games
        ));
    }

    /// Reads the hill and the file again. If reading fails, it may work later.
    fn look_again(&mut self) -> Result<(), Failure> {
        let looked = self.look_at_hill().and_then(|()| self.look_at_file());
        match looked {
            Err(
                failure @ (Failure::File(_) | Failure::NoRoom(_) | Failure::Refused(_) | Failure::Usage(_)),
            ) => {
                let trouble = format!("{failure}; waiting until this is fixed");
                if self.trouble.as_ref() != Some(&trouble) {
                    self.report.say(&trouble)?;
                    self.trouble = Some(trouble);
                }
                Ok(())
            }
            looked => {
                self.trouble = None;
                looked
            }
        }
    }

    fn look_at_hill(&mut self) -> Result<(), Failure> {
        if !self.hill.look_again()? {
            return Ok(());
        }
        // All comparisons were with the old state of the hill.
        (self.current, self.previous, self.start, self.bytes) = (None, None, None, None);
        self.hill.folder.refuse_other_game(&self.args.program)?;
        let members = self.hill.members().len();
        self.report
            .say(&format!("The hill has changed: {members} programs are on it. Comparisons start again."))
    }

    fn look_at_file(&mut self) -> Result<(), Failure> {
        let bytes = read_patiently(&self.args.program)?;
        if self.bytes.as_ref() == Some(&bytes) {
            return Ok(());
        }
        self.process(bytes)
    }

    /// Processes the content that was just read: a new version, or errors.
    fn process(&mut self, bytes: Vec<u8>) -> Result<(), Failure> {
        self.bytes = Some(bytes.clone());
        let game = self.hill.folder.config.game;
        let file = ProgramFile { path: self.args.program.clone(), bytes, game };
        let (found, entrant) = examined(&file, &client_without_progress())?;
        if found.iter().next().is_some() {
            self.report.diagnose(&file, &found)?;
        }
        if let Some(entrant) = entrant {
            return self.begin_or_go_on(entrant);
        }
        self.shelve();
        if self.args.once {
            Ok(())
        } else {
            self.report.say("The program has errors; waiting for the next save.")
        }
    }

    fn begin_or_go_on(&mut self, entrant: Entrant) -> Result<(), Failure> {
        if self.current.as_ref().is_some_and(|version| version.is_of(&entrant)) {
            return self.report.say("The program is the same; only comments or blanks have changed.");
        }
        self.shelve();
        self.begin(entrant)
    }

    /// Keeps the version that was in the file, for comparisons.
    fn shelve(&mut self) {
        let Some(version) = self.current.take().filter(|version| !version.stages.is_empty()) else { return };
        if let Some(older) = self.previous.replace(version) {
            self.start.get_or_insert(older.stages);
        }
    }

    fn begin(&mut self, entrant: Entrant) -> Result<(), Failure> {
        let version = Version::new(entrant, &self.hill)?;
        let left_out = version.left_out(&self.hill);
        if !left_out.is_empty() && left_out != self.left_out {
            let who = left_out.join(", ");
            self.report
                .say(&format!("{who} on the hill is treated as a version of this program, and left out."))?;
        }
        self.left_out = left_out;
        if version.is_alone() {
            self.report
                .say("There are no other programs on the hill, so there is nothing to compare with yet.")?;
        }
        self.current = Some(version);
        Ok(())
    }

    /// Plays and shows one stage after the other, until the last one or the next save.
    fn play(&mut self, noticed: Instant, stop: ShouldStop) -> Result<(), Failure> {
        let players = self.players.clone();
        let options = PlayOptions {
            threads: self.threads,
            known: KnownResults::Use,
            only: Vec::new(),
            records: false,
            task: "watch",
            dispatcher: players.dispatcher(),
        };
        while let Some(figures) = self.play_stage(noticed, &options, stop)? {
            self.show(&figures, noticed)?;
            let is_rated = figures.is_final();
            if let Some(version) = &mut self.current {
                version.stages.push(figures);
            }
            if is_rated {
                self.explain_worst(stop)?;
            }
        }
        Ok(())
    }

    /// Explains a game lost to the opponent that won most. A save or Ctrl-C stops the search for
    /// the reason.
    fn explain_worst(&mut self, stop: ShouldStop) -> Result<(), Failure> {
        let stages = self.current.as_ref().map_or(&[][..], |version| &version.stages);
        let opponents = stages.last().map_or(&[][..], |stage| &stage.opponents);
        let lost = opponents.iter().filter(|one| one.lost_game.is_some());
        let worst = lost.max_by_key(|one| (one.score.behind, Reverse(&one.program)));
        let Some(worst) = worst.cloned().filter(|_| self.report.is_text()) else { return Ok(()) };
        let Some(record) = self.record(&worst)? else { return Ok(()) };
        match reason::sentences(&record, &stop) {
            Some(sentences) => self.report.reason(&worst, &sentences, &record),
            None => Ok(()),
        }
    }

    /// Plays the next stage, if there is one and nothing was saved in the meantime. If the hill's own games are not
    /// known yet, the results of the program's own games are shown before those are played.
    fn play_stage(
        &mut self,
        noticed: Instant,
        options: &PlayOptions,
        stop: ShouldStop,
    ) -> Result<Option<StageResults>, Failure> {
        let Some(version) = &mut self.current else { return Ok(None) };
        let Some(games) = version.next_stage(self.hill.folder.config.games) else { return Ok(None) };
        let Some(own) = version.play(games, &self.hill, options, stop)? else { return Ok(None) };
        if !self.hill.knows(games, options)? {
            let early = version.own_figures(&own, &self.hill, games);
            self.show(&early, noticed)?;
            if !self.hill.play(games, options, stop)? {
                return Ok(None);
            }
        }
        let Some(version) = &self.current else { return Ok(None) };
        Ok(Some(version.figures(own, self.hill.played(games), &self.hill, games)))
    }

    fn show(&mut self, figures: &StageResults, noticed: Instant) -> Result<(), Failure> {
        let previous =
            self.previous.as_ref().and_then(|version| comparable(&version.stages, figures)).cloned();
        let start = self.start.as_deref().and_then(|stages| comparable(stages, figures)).cloned();
        let lost = previous.as_ref().map_or(Vec::new(), |before| figures.lost(before));
        let gained = previous.as_ref().map_or(Vec::new(), |before| figures.gained(before));
        let worst = if previous.is_some() { Vec::new() } else { figures.worst() };
        // Writing a record takes a game, and the first results should appear quickly.
        let has_records =
            figures.is_final() || self.current.as_ref().is_some_and(|version| !version.stages.is_empty());
        let lost = lost.into_iter().enumerate().map(|(at, change)| {
            let record = if has_records && at < MAX_NAMED { self.record(change.opponent)? } else { None };
            Ok((change, record))
        });
        let lost = lost.collect::<Result<Vec<_>, Failure>>()?;
        let worst = worst.into_iter().take(MAX_WORST).map(|one| {
            let record = if has_records { self.record(one)? } else { None };
            Ok((one, record))
        });
        let worst = worst.collect::<Result<Vec<_>, Failure>>()?;
        let stage = Stage {
            program: &self.args.program.to_string_lossy(),
            figures,
            previous: previous.as_ref(),
            start: start.as_ref(),
            lost,
            gained,
            worst,
            elapsed: self.args.timings.then(|| noticed.elapsed()),
        };
        self.report.stage(&stage)
    }

    /// Writes a record of a lost game. If this fails, the results are shown without it.
    fn record(&mut self, opponent: &Opponent) -> Result<Option<PathBuf>, Failure> {
        let Some(version) = &mut self.current else { return Ok(None) };
        let own = || self.args.hill.join(".bout/records");
        match version.record(opponent, &self.args.record.clone().unwrap_or_else(own)) {
            Err(Failure::File(why) | Failure::NoRoom(why)) => {
                note(&format!("no record: {why}"));
                Ok(None)
            }
            record => record,
        }
    }

    /// Returns true if there is nothing more to play.
    fn is_rated(&self) -> bool {
        let games = self.hill.folder.config.games;
        self.current.as_ref().is_none_or(|version| version.next_stage(games).is_none())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.report.finish()?;
        self.players.finish();
        match &self.current {
            Some(_) => Ok(()),
            None => Err(Failure::Refused("the program has errors, so nothing was played".into())),
        }
    }
}

/// Reads the program. If its file is missing or empty, this waits a little, because an editor may be in the middle of a
/// save.
fn read_patiently(program: &Path) -> Result<Vec<u8>, Failure> {
    let start = Instant::now();
    loop {
        let read = input::read(program);
        let is_there = read.as_ref().is_ok_and(|bytes| !bytes.is_empty());
        if is_there || interrupt::was_requested() || start.elapsed() >= BETWEEN {
            return read;
        }
        thread::sleep(LOOK);
    }
}

/// Returns another version's stage after the same number of games, or the last one before.
fn comparable<'s>(stages: &'s [StageResults], figures: &StageResults) -> Option<&'s StageResults> {
    stages.iter().rfind(|stage| stage.games <= figures.games)
}

//! Checks a learner's program, in steps.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Counts, Diagnostic, Diagnostics, LineIndex, NoPlayers, Participant, Severity, Void};
use games::RegisteredGame;

use crate::match_up::FightPlace;
use crate::player::Player;
use crate::sentences;
use crate::tally::{Count, Matches, Score, SeatResult, seat_result};
use crate::{
    CheckKind, Exact, Fight, Finding, ForeignCode, Lesson, MatchUp, Pairing, Progress, SingleMatch, Verdict,
};

/// The number of turns of a match that take about as long as one part of a count.
const TURNS_PER_PART: u64 = 1 << 16;

/// The longest count, in milliseconds. If a program makes the count take longer, setups are drawn instead, so that nobody
/// waits for minutes.
const MAX_COUNT_MS: u64 = 4_000;

/// The number of setups drawn in that case.
const DRAWN_SETUPS: u64 = 2_000;

/// The seed from which they are drawn.
const DRAWN_SEED: u64 = 1;

/// The number of matches played to find one that shows why a count is not good enough.
const EXAMPLES: u64 = 100;

/// Why a check cannot continue. A learner's program is never the cause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckingError {
    /// Our own machinery failed.
    #[error("the check could not be made: {0}")]
    Void(#[from] Void),
    /// The lesson is about a game that this build does not have.
    #[error("there is no game `{0}`")]
    Game(&'static str),
}

/// Checks a program against a lesson. It stops at the first check that fails.
pub struct Checking {
    lesson: Arc<Lesson>,
    game: &'static dyn RegisteredGame,
    source: Vec<u8>,
    /// `None` until the source has been read.
    program: Option<Participant>,
    diagnostics: Diagnostics,
    findings: Vec<Finding>,
    work: Work,
}

/// The current step.
enum Work {
    /// The program is read next.
    Read,
    /// The check with this index, counted from 0, begins next.
    Begin(usize),
    /// Matches are being played.
    Matches(Matches),
    /// Setups are being counted.
    Count(Count),
    /// Everything is done.
    Finished,
}

impl Checking {
    /// Begins to check a program.
    ///
    /// # Errors
    /// If the build lacks the lesson's game.
    pub fn start(lesson: Arc<Lesson>, source: &[u8]) -> Result<Self, CheckingError> {
        let game = games::registry::by_name(lesson.game).ok_or(CheckingError::Game(lesson.game))?;
        Ok(Self {
            lesson,
            game,
            source: source.to_vec(),
            program: None,
            diagnostics: Diagnostics::default(),
            findings: Vec::new(),
            work: Work::Read,
        })
    }

    /// Checks a program to the end.
    ///
    /// # Errors
    /// If our own machinery failed.
    pub fn run(
        lesson: Arc<Lesson>,
        source: &[u8],
        foreign: &dyn ForeignCode,
    ) -> Result<Verdict, CheckingError> {
        let mut checking = Self::start(lesson, source)?;
        while !checking.work(u64::MAX, foreign)?.finished {}
        Ok(checking.verdict())
    }

    /// Continues for about `turns` turns of matches. It returns earlier when a check is done.
    ///
    /// # Errors
    /// If our own machinery failed. The check cannot continue then.
    pub fn work(&mut self, turns: u64, foreign: &dyn ForeignCode) -> Result<Progress, CheckingError> {
        self.work = match std::mem::replace(&mut self.work, Work::Finished) {
            Work::Read => self.read(foreign)?,
            Work::Begin(check) => self.begin(check, foreign)?,
            Work::Matches(matches) => self.play(matches, turns, foreign)?,
            Work::Count(count) => self.count(count, turns)?,
            Work::Finished => Work::Finished,
        };
        Ok(self.progress())
    }

    /// How far the check has got.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let (check, done, parts) = match &self.work {
            Work::Read => (0, 0, 1),
            Work::Begin(check) => (check + 1, 0, 1),
            Work::Matches(matches) => {
                let number = matches.player.running().map_or(0, |running| running.number);
                (matches.check + 1, number, matches.games)
            }
            Work::Count(count) => (count.check + 1, count.part, count.census.parts()),
            Work::Finished => (self.lesson.checks.len(), 1, 1),
        };
        Progress { check, done, parts, finished: matches!(self.work, Work::Finished) }
    }

    /// The findings so far. They are final when [`Progress::finished`] is true.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        // One for each check, and one for whether the program is legal.
        let all = self.lesson.checks.len() + 1;
        let passed = self.findings.len() == all && self.findings.iter().all(|finding| finding.passed);
        Verdict { passed, findings: self.findings.clone() }
    }

    /// Errors and warnings about the program, known as soon as it has been read.
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Stores the finding of a check, and returns what to do next.
    fn close(&mut self, finding: Finding) -> Work {
        let (next, passed) = (finding.check, finding.passed);
        self.findings.push(finding);
        if passed && next < self.lesson.checks.len() { Work::Begin(next) } else { Work::Finished }
    }

    fn finding(&self, check: usize, passed: bool, sentence: String, fight: Option<Fight>) -> Finding {
        let advice = self.lesson.checks[check].advice.clone().filter(|_| !passed);
        Finding { check: check + 1, passed, sentence, advice, fight }
    }

    fn read(&mut self, foreign: &dyn ForeignCode) -> Result<Work, CheckingError> {
        let reading = self.game.read(&self.source);
        self.diagnostics = reading.diagnostics;
        if !self.diagnostics.has_errors() && self.game.runs_foreign_code() {
            self.diagnostics = foreign.examine(&self.source)?;
        }
        self.program = reading.program.filter(|_| !self.diagnostics.has_errors());
        let first = self.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        let sentence = match first {
            Some(error) => format!("bout cannot read your program. {}", self.in_words(error)),
            None => "Your program has no errors.".to_owned(),
        };
        let passed = self.program.is_some();
        Ok(self.close(Finding { check: 0, passed, sentence, advice: None, fight: None }))
    }

    /// A diagnostic as a sentence, with its place.
    fn in_words(&self, diagnostic: &Diagnostic) -> String {
        let place = diagnostic.span.map_or_else(
            || "The whole file".to_owned(),
            |span| {
                let place = LineIndex::new(&self.source).position(span.start);
                format!("Line {}, column {}", place.line, place.column)
            },
        );
        format!("{place}: {}.", diagnostic.message)
    }

    fn begin(&mut self, check: usize, foreign: &dyn ForeignCode) -> Result<Work, CheckingError> {
        let lesson = Arc::clone(&self.lesson);
        let Some(program) = self.program.clone() else { return Ok(Work::Finished) };
        let begun = match &lesson.checks[check].kind {
            CheckKind::Program(wanted) => {
                let warning = self.diagnostics.iter().next().map(|warning| self.in_words(warning));
                let (passed, sentence) = sentences::of_program(wanted, &program, warning.as_deref());
                let finding = self.finding(check, passed, sentence, None);
                return Ok(self.close(finding));
            }
            CheckKind::Match(single) => single
                .players
                .lineup(self.game, program)
                .map(|lineup| (Player::new(lineup, single.seed, single.setup.clone()), 1)),
            CheckKind::Score(pairing) => pairing
                .players
                .lineup(self.game, program)
                .map(|lineup| (Player::new(lineup, pairing.seed, BTreeMap::new()), pairing.games)),
            CheckKind::Exact(exact) => {
                if let Ok(Some(census)) = exact.players.census(self.game, program.clone())
                    && census.estimated_ms() <= MAX_COUNT_MS
                {
                    return Ok(Work::Count(Count { check, census, part: 0, counts: Counts::default() }));
                }
                exact
                    .players
                    .lineup(self.game, program)
                    .map(|lineup| (Player::new(lineup, DRAWN_SEED, BTreeMap::new()), DRAWN_SETUPS))
            }
        };
        match begun {
            Ok((player, games)) => {
                let player = Box::new(player);
                self.next_match(
                    Matches { check, player, games, score: Score::default(), lost: None },
                    0,
                    foreign,
                )
            }
            Err(why) => Ok(self.refuse(check, &why)),
        }
    }

    /// Ends the check of a program that cannot play in these matches at all, such as one that does not fit on a board.
    fn refuse(&mut self, check: usize, why: &str) -> Work {
        let finding = self.finding(check, false, format!("Your program cannot play here: {why}."), None);
        self.close(finding)
    }

    /// Begins the match with this number, or ends the check if all are played.
    fn next_match(
        &mut self,
        mut matches: Matches,
        number: u64,
        foreign: &dyn ForeignCode,
    ) -> Result<Work, CheckingError> {
        if number == matches.games {
            return Ok(self.judge_score(matches));
        }
        match matches.player.begin(number, foreign.factory())? {
            Ok(()) => Ok(Work::Matches(matches)),
            Err(error) => Ok(self.refuse(matches.check, &error.to_string())),
        }
    }

    fn play(
        &mut self,
        mut matches: Matches,
        mut turns: u64,
        foreign: &dyn ForeignCode,
    ) -> Result<Work, CheckingError> {
        let lesson = Arc::clone(&self.lesson);
        loop {
            let kind = &lesson.checks[matches.check].kind;
            let until = if let CheckKind::Match(single) = kind { single.until } else { None };
            if !matches.player.play(&mut turns, until, foreign.factory())? {
                return Ok(Work::Matches(matches));
            }
            let number = match kind {
                CheckKind::Match(single) => return Ok(self.judge_match(&matches, single)),
                CheckKind::Score(Pairing { players, .. }) | CheckKind::Exact(Exact { players, .. }) => {
                    self.note_match(&mut matches, players)
                }
                CheckKind::Program(_) => return Ok(Work::Finished),
            };
            match self.next_match(matches, number, foreign)? {
                Work::Matches(next) if turns > 0 => matches = next,
                other => return Ok(other),
            }
        }
    }

    fn judge_match(&mut self, matches: &Matches, single: &SingleMatch) -> Work {
        let player = &matches.player;
        let files = single.players.files(self.game.info().extension);
        let names = player.lineup.names(files.iter().map(String::as_str));
        let seen = sentences::Seen { game: self.game, table: player.table.as_ref(), names: &names };
        let (passed, sentence) = seen.judge(single);
        let fight = self.fight(player, &single.players);
        let finding = self.finding(matches.check, passed, sentence, fight);
        self.close(finding)
    }

    /// Counts the finished match, and returns the number of the next one.
    fn note_match(&self, matches: &mut Matches, players: &MatchUp) -> u64 {
        let player = &matches.player;
        if let Some(outcome) = player.table.outcome() {
            let points = seat_result(outcome, players.seat);
            matches.score.add(points);
            // Keeps the first lost match, or, as long as none is lost, the first match that was not won.
            let is_worse = match points {
                SeatResult::Loss => matches.score.losses == 1,
                SeatResult::Draw => matches.score.draws == 1 && matches.score.losses == 0,
                SeatResult::Win => false,
            };
            if is_worse {
                matches.lost = self.fight(player, players);
            }
        }
        player.running().map_or(matches.games, |running| running.number + 1)
    }

    fn judge_score(&mut self, matches: Matches) -> Work {
        let (players, limits, drawn) = match &self.lesson.checks[matches.check].kind {
            CheckKind::Score(pairing) => (&pairing.players, &pairing.limits, ""),
            CheckKind::Exact(exact) => {
                (&exact.players, &exact.limits, " To play all placements would take too long.")
            }
            CheckKind::Program(_) | CheckKind::Match(_) => return Work::Finished,
        };
        let against = sentences::names_of(self.game, &players.against);
        let (passed, sentence) = sentences::of_score(limits, matches.score, &against, "games");
        let lost = matches.lost.filter(|_| !passed);
        let finding = self.finding(matches.check, passed, sentence + drawn, lost);
        self.close(finding)
    }

    fn count(&mut self, mut count: Count, turns: u64) -> Result<Work, CheckingError> {
        count.go_on((turns / TURNS_PER_PART).max(1));
        if count.part < count.census.parts() {
            return Ok(Work::Count(count));
        }
        let lesson = Arc::clone(&self.lesson);
        let CheckKind::Exact(exact) = &lesson.checks[count.check].kind else { return Ok(Work::Finished) };
        let against = sentences::names_of(self.game, &exact.players.against);
        let score = count.score(exact.players.seat);
        let (passed, sentence) = sentences::of_score(&exact.limits, score, &against, "placements");
        let fight = if passed { None } else { self.example(&exact.players)? };
        let finding = self.finding(count.check, passed, sentence, fight);
        Ok(self.close(finding))
    }

    /// Finds a match that is lost, or else drawn, to show why a count is not good enough.
    fn example(&self, players: &MatchUp) -> Result<Option<Fight>, CheckingError> {
        let Some(program) = self.program.clone() else { return Ok(None) };
        let Ok(lineup) = players.lineup(self.game, program) else { return Ok(None) };
        let player = Box::new(Player::new(lineup, DRAWN_SEED, BTreeMap::new()));
        let mut matches = Matches { check: 0, player, games: EXAMPLES, score: Score::default(), lost: None };
        for number in 0..EXAMPLES {
            let mut turns = u64::MAX;
            // Games whose setups can be counted have no foreign code to ask.
            if matches.player.begin(number, &NoPlayers)?.is_ok() {
                matches.player.play(&mut turns, None, &NoPlayers)?;
                self.note_match(&mut matches, players);
            }
            if matches.score.losses > 0 {
                break;
            }
        }
        Ok(matches.lost)
    }

    /// The match that is being played, at its current turn.
    fn fight(&self, player: &Player, players: &MatchUp) -> Option<Fight> {
        let running = player.running()?;
        let place = FightPlace {
            setup: &running.setup,
            seed: running.seed,
            number: running.number,
            turn: player.table.turn(),
        };
        Some(players.fight(&player.lineup, &String::from_utf8_lossy(&self.source), &place))
    }
}

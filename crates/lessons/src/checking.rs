//! Checks a learner's program, in steps.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Census, Counts, Diagnostic, Diagnostics, LineIndex, Outcome, Participant, Severity, Void};
use games::RegisteredGame;

use crate::match_up::FightPlace;
use crate::player::Player;
use crate::sentences::{self, Score};
use crate::{
    CheckKind, Exact, Fight, Finding, ForeignCode, Lesson, MatchUp, Pairing, Progress, SingleMatch, Verdict,
};

/// How many turns of a match a part of a count is worth: both take about as long.
const TURNS_A_PART: u64 = 1 << 16;

/// Why a check cannot go on. No program of a learner is the cause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckingError {
    /// Our own machinery failed.
    #[error("the check could not be made: {0}")]
    Void(#[from] Void),
    /// The lesson is about a game that this build does not have.
    #[error("there is no game `{0}`")]
    Game(&'static str),
}

/// The check of a program by the checks of a lesson. It ends with the first that fails.
pub struct Checking {
    lesson: Arc<Lesson>,
    game: &'static dyn RegisteredGame,
    source: Vec<u8>,
    /// Known when it is read.
    program: Option<Participant>,
    diagnostics: Diagnostics,
    findings: Vec<Finding>,
    work: Work,
}

/// What is being done.
enum Work {
    /// The program is to be read.
    Read,
    /// This check, counted from 0, is to be begun.
    Begin(usize),
    /// Matches are played.
    Matches(Matches),
    /// Setups are counted.
    Count { check: usize, census: Box<dyn Census>, part: u64, counts: Counts },
    /// All is done.
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

    /// Goes on for about so many turns of matches. It returns earlier when a check is done.
    ///
    /// # Errors
    /// If our own machinery failed. The check cannot go on then.
    pub fn work(&mut self, turns: u64, foreign: &dyn ForeignCode) -> Result<Progress, CheckingError> {
        self.work = match std::mem::replace(&mut self.work, Work::Finished) {
            Work::Read => self.read(foreign)?,
            Work::Begin(check) => self.begin(check, foreign)?,
            Work::Matches(matches) => self.play(matches, turns, foreign)?,
            Work::Count { check, census, part, counts } => self.count(check, census, part, counts, turns),
            Work::Finished => Work::Finished,
        };
        Ok(self.progress())
    }

    /// How far the check is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let (check, done, parts) = match &self.work {
            Work::Read => (0, 0, 1),
            Work::Begin(check) => (check + 1, 0, 1),
            Work::Matches(matches) => {
                let number = matches.player.running().map_or(0, |running| running.number);
                (matches.check + 1, number, matches.games)
            }
            Work::Count { check, census, part, .. } => (check + 1, *part, census.parts()),
            Work::Finished => (self.lesson.checks.len(), 1, 1),
        };
        Progress { check, done, parts, finished: matches!(self.work, Work::Finished) }
    }

    /// What was found so far. It is final when [`Progress::finished`] is true.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let is_finished = matches!(self.work, Work::Finished);
        let passed = is_finished && self.findings.iter().all(|finding| finding.passed);
        Verdict { passed, findings: self.findings.clone() }
    }

    /// Errors and warnings about the program, known as soon as it has been read.
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Notes what came of a check, and says what is next.
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
            CheckKind::Exact(exact) => match exact.players.census(self.game, program) {
                Ok(Some(census)) => {
                    return Ok(Work::Count { check, census, part: 0, counts: Counts::default() });
                }
                Ok(None) => Err("the setups of this game cannot be counted".to_owned()),
                Err(why) => Err(why),
            },
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

    /// Ends the check of a program that cannot play in these matches at all, as one that does not fit on a board.
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
                CheckKind::Score(pairing) => self.note_match(&mut matches, pairing),
                CheckKind::Program(_) | CheckKind::Exact(_) => return Ok(Work::Finished),
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

    /// Counts the match that is over, and returns the number of the next one.
    fn note_match(&self, matches: &mut Matches, pairing: &Pairing) -> u64 {
        let player = &matches.player;
        if let Some(outcome) = player.table.outcome() {
            let points = seat_result(outcome, pairing.players.seat);
            matches.score.add(points);
            // The first match that was lost; the first one that was not won, as long as none is lost.
            let is_worse = match points {
                SeatResult::Loss => matches.score.losses == 1,
                SeatResult::Draw => matches.score.draws == 1 && matches.score.losses == 0,
                SeatResult::Win => false,
            };
            if is_worse {
                matches.lost = self.fight(player, &pairing.players);
            }
        }
        player.running().map_or(matches.games, |running| running.number + 1)
    }

    fn judge_score(&mut self, matches: Matches) -> Work {
        let CheckKind::Score(pairing) = &self.lesson.checks[matches.check].kind else {
            return Work::Finished;
        };
        let against = sentences::names_of(self.game, &pairing.players.against);
        let (passed, sentence) = sentences::of_score(&pairing.limits, &matches.score, &against, "games");
        let finding = self.finding(matches.check, passed, sentence, matches.lost.filter(|_| !passed));
        self.close(finding)
    }

    fn count(
        &mut self,
        check: usize,
        census: Box<dyn Census>,
        mut part: u64,
        mut counts: Counts,
        turns: u64,
    ) -> Work {
        let end = part.saturating_add((turns / TURNS_A_PART).max(1)).min(census.parts());
        while part < end {
            if let Some(more) = census.count(part, &|| false) {
                counts += more;
            }
            part += 1;
        }
        if part < census.parts() {
            return Work::Count { check, census, part, counts };
        }
        let lesson = Arc::clone(&self.lesson);
        let CheckKind::Exact(exact) = &lesson.checks[check].kind else { return Work::Finished };
        self.judge_count(check, exact, counts)
    }

    fn judge_count(&mut self, check: usize, exact: &Exact, counts: Counts) -> Work {
        let seat = exact.players.seat;
        let score = Score { wins: counts.wins[seat], draws: counts.draws, losses: counts.wins[1 - seat] };
        let against = sentences::names_of(self.game, &exact.players.against);
        let (passed, sentence) = sentences::of_score(&exact.limits, &score, &against, "placements");
        let finding = self.finding(check, passed, sentence, None);
        self.close(finding)
    }

    /// The match that is being played, as it stands.
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

/// Matches that are played, as far as they are.
struct Matches {
    check: usize,
    player: Box<Player>,
    games: u64,
    score: Score,
    /// A match that shows what goes wrong.
    lost: Option<Fight>,
}

/// What a match came to for one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeatResult {
    Win,
    Draw,
    Loss,
}

/// What an outcome is for this seat.
pub(crate) fn seat_result(outcome: &Outcome, seat: usize) -> SeatResult {
    if outcome.winner() == Some(seat) {
        SeatResult::Win
    } else if outcome.tied().contains(&seat) {
        SeatResult::Draw
    } else {
        SeatResult::Loss
    }
}

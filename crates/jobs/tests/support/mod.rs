//! Two tiny games, and players and factories to play them with.
//!
//! Count asks its programs, which say 1 or 2 in turn. Each number is added to a sum, and the program that brings the sum to
//! the goal or above wins. A program that fails loses at once. Race asks nobody: the program with the highest score wins.

#![allow(dead_code, reason = "every test file uses another part of this")]

use std::convert::Infallible;
use std::time::Duration;

use game::{
    AnyGame, AnyPlayers, Cells, Digest, Engine, Fault, Frame, Game, GameInfo, NamedLists, Observer, Outcome,
    Parameter, Participant, Players, Program, Reading, Reply, Rules, RulesError, Seat, SeededRng, SetupError,
    Verdict, Void, WireFormat,
};
use jobs::{Parallelism, Piece, PieceError, PlayContext, PlayedGame, PlayedResult, Worker};
use referee::{Conditions, Detail, Finished, Lineup, PlayerFactory};
use tournament::Seating;

/// At least the number of turns that a match runs before the stop condition is checked.
pub(crate) const SLICE: u64 = 1 << 20;

/// A program of either game: any text.
#[derive(Clone)]
pub(crate) struct Voice(String);

impl Voice {
    fn read(source: &[u8]) -> Reading<Self> {
        let program = Some(Self(String::from_utf8_lossy(source).into_owned()));
        Reading { program, metadata: game::Metadata::default(), diagnostics: game::Diagnostics::default() }
    }
}

impl Program for Voice {
    fn canonical(&self) -> String {
        self.0.clone()
    }

    fn length(&self) -> usize {
        self.0.len()
    }
}

/// A parameter of a game here, which only has a key.
const fn parameter(key: &'static str) -> Parameter {
    Parameter { key, help: "", default: "", range: "" }
}

pub(crate) struct Count;

/// The sum so far.
pub(crate) struct Question(u64);
/// What to add: 1 or 2.
pub(crate) struct Answer(u8);

impl WireFormat for Question {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.0.to_le_bytes());
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        Some(Self(u64::from_le_bytes(bytes.try_into().ok()?)))
    }
}

impl WireFormat for Answer {
    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.0);
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [number @ 1..=2] => Some(Self(*number)),
            _ => None,
        }
    }
}

#[derive(Clone)]
pub(crate) struct CountParameters {
    goal: u64,
    /// How many turns pass from one question to the next.
    pace: u64,
}

#[derive(Clone)]
pub(crate) struct Counting {
    parameters: CountParameters,
    seats: usize,
    sum: u64,
    turn: u64,
    outcome: Option<Outcome>,
}

impl Counting {
    fn lost_by(&self, fault: Fault) -> Outcome {
        let others: Vec<Seat> = (0..self.seats).filter(|&seat| seat != fault.seat).collect();
        let last = u32::try_from(self.seats).unwrap();
        let places = (0..self.seats).map(|seat| if seat == fault.seat { last } else { 1 }).collect();
        let verdict = match others[..] {
            [winner] => Verdict::Win { winner },
            _ => Verdict::Draw { tied: others },
        };
        let tallies = Vec::new();
        Outcome { verdict, reason: Outcome::FAULT, turns: self.turn, places, fault: Some(fault), tallies }
    }

    fn won_by(&self, winner: Seat) -> Outcome {
        let places = (0..self.seats).map(|seat| if seat == winner { 1 } else { 2 }).collect();
        let verdict = Verdict::Win { winner };
        Outcome { verdict, reason: "goal", turns: self.turn, places, fault: None, tallies: Vec::new() }
    }
}

impl Engine for Counting {
    type Question = Question;
    type Answer = Answer;

    fn turn(&self) -> u64 {
        self.turn
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn advance<P, O>(&mut self, until: u64, players: &mut P, _: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Question, Answer>,
        O: Observer,
    {
        let pace = self.parameters.pace;
        while self.turn < until && self.outcome.is_none() {
            if !self.turn.is_multiple_of(pace) {
                self.turn = until.min(self.turn.next_multiple_of(pace));
                continue;
            }
            let seat = usize::try_from(self.turn / pace).unwrap() % self.seats;
            let reply = players.ask(seat, &Question(self.sum))?;
            self.turn += 1;
            match reply {
                Reply::Answer(Answer(number)) => self.sum += u64::from(number),
                Reply::Fault(kind, detail) => {
                    self.outcome = Some(self.lost_by(Fault { seat, kind, detail }));
                }
            }
            if self.sum >= self.parameters.goal {
                self.outcome = Some(self.won_by(seat));
            }
        }
        Ok(())
    }

    fn frame(&self) -> Frame {
        Frame { turn: self.turn, registers: vec![], cells: Cells::default() }
    }

    fn state_hash(&self) -> Option<Digest> {
        Some(Digest::of(&[self.sum.to_le_bytes(), self.turn.to_le_bytes()].concat()))
    }
}

const GOAL: Parameter = parameter("goal");
const PACE: Parameter = parameter("pace");

impl Game for Count {
    const INFO: GameInfo = GameInfo {
        name: "count",
        title: "Count",
        summary: "a test",
        extension: "count",
        also_extensions: &[],
        comments_are_code: false,
        answers_tell_all: false,
        rules_version: 1,
        seats: 2..=3,
        parameters: &[GOAL, PACE],
        setup_lists: &["head_start"],
        reasons: &["goal"],
    };

    type Program = Voice;
    type Parameters = CountParameters;
    type Setup = u64;
    type Engine = Counting;

    fn read(source: &[u8]) -> Reading<Voice> {
        Voice::read(source)
    }

    fn format(source: &[u8]) -> Option<Vec<u8>> {
        Some(source.to_vec())
    }

    fn parameters(rules: &Rules, _: &[&Voice]) -> Result<CountParameters, RulesError> {
        rules.only(Self::INFO.parameters)?;
        Ok(CountParameters { goal: rules.value(&GOAL, 12, 1, 1000)?, pace: rules.value(&PACE, 1, 1, SLICE)? })
    }

    fn parameter_values(parameters: &CountParameters) -> Vec<(&'static str, u64)> {
        vec![(GOAL.key, parameters.goal), (PACE.key, parameters.pace)]
    }

    fn draw_setup(_: &CountParameters, _: &[&Voice], rng: &mut SeededRng) -> u64 {
        rng.below(4)
    }

    fn check_setup(_: &CountParameters, _: &[&Voice], wished: &NamedLists) -> Result<u64, SetupError> {
        Ok(wished.one_a_seat("head_start", 1)?[0])
    }

    fn setup_lists(setup: &u64) -> NamedLists {
        NamedLists::default().with("head_start", vec![*setup])
    }

    fn engine(parameters: &CountParameters, programs: &[&Voice]) -> Counting {
        let seats = programs.len();
        Counting { parameters: parameters.clone(), seats, sum: 0, turn: 0, outcome: None }
    }

    fn engine_bytes(_: &CountParameters) -> usize {
        size_of::<Counting>()
    }

    fn begin(engine: &mut Counting, setup: &u64) {
        (engine.sum, engine.turn, engine.outcome) = (*setup, 0, None);
    }
}

pub(crate) struct Race;

#[derive(Clone)]
pub(crate) struct RaceParameters {
    /// The turns of a match, in addition to those that the setup draws.
    turns: u64,
    /// The largest legal setup. If some drawn setups are larger, the game has a mistake.
    most: u64,
}

#[derive(Clone)]
pub(crate) struct Racing {
    parameters: RaceParameters,
    /// Each program's number.
    numbers: Vec<u64>,
    setup: u64,
    turn: u64,
    outcome: Option<Outcome>,
}

/// The score of a program of Race in a match with this setup.
pub(crate) fn score(text: &str, setup: u64) -> u64 {
    setup * number(text) % 5
}

fn number(text: &str) -> u64 {
    text.bytes().map(u64::from).sum()
}

impl Engine for Racing {
    type Question = Infallible;
    type Answer = Infallible;

    fn turn(&self) -> u64 {
        self.turn
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn advance<P, O>(&mut self, until: u64, _: &mut P, _: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Infallible, Infallible>,
        O: Observer,
    {
        let turns = self.parameters.turns + self.setup;
        self.turn = until.min(turns);
        if self.turn == turns && self.outcome.is_none() {
            let scores: Vec<u64> = self.numbers.iter().map(|number| self.setup * number % 5).collect();
            let better = |mine: &u64| scores.iter().filter(|other| *other > mine).count();
            let places: Vec<u32> =
                scores.iter().map(|mine| u32::try_from(1 + better(mine)).unwrap()).collect();
            let best: Vec<Seat> = (0..places.len()).filter(|&seat| places[seat] == 1).collect();
            let verdict = match best[..] {
                [winner] => Verdict::Win { winner },
                _ => Verdict::Draw { tied: best },
            };
            let (fault, tallies) = (None, Vec::new());
            self.outcome = Some(Outcome { verdict, reason: "score", turns, places, fault, tallies });
        }
        Ok(())
    }

    fn frame(&self) -> Frame {
        Frame { turn: self.turn, registers: vec![], cells: Cells::default() }
    }

    fn state_hash(&self) -> Option<Digest> {
        Some(Digest::of(&[self.setup.to_le_bytes(), self.turn.to_le_bytes()].concat()))
    }
}

const TURNS: Parameter = parameter("turns");
const MOST: Parameter = parameter("most");

impl Game for Race {
    const INFO: GameInfo = GameInfo {
        name: "race",
        title: "Race",
        summary: "a test",
        extension: "race",
        also_extensions: &[],
        comments_are_code: false,
        answers_tell_all: false,
        rules_version: 1,
        seats: 2..=3,
        parameters: &[TURNS, MOST],
        setup_lists: &["wind"],
        reasons: &["score"],
    };

    type Program = Voice;
    type Parameters = RaceParameters;
    type Setup = u64;
    type Engine = Racing;

    fn read(source: &[u8]) -> Reading<Voice> {
        Voice::read(source)
    }

    fn format(source: &[u8]) -> Option<Vec<u8>> {
        Some(source.to_vec())
    }

    fn parameters(rules: &Rules, _: &[&Voice]) -> Result<RaceParameters, RulesError> {
        rules.only(Self::INFO.parameters)?;
        Ok(RaceParameters {
            turns: rules.value(&TURNS, 0, 0, 16 * SLICE)?,
            most: rules.value(&MOST, 1000, 0, 1000)?,
        })
    }

    fn parameter_values(parameters: &RaceParameters) -> Vec<(&'static str, u64)> {
        vec![(TURNS.key, parameters.turns), (MOST.key, parameters.most)]
    }

    fn draw_setup(_: &RaceParameters, _: &[&Voice], rng: &mut SeededRng) -> u64 {
        1 + rng.below(1000)
    }

    fn check_setup(
        parameters: &RaceParameters,
        _: &[&Voice],
        wished: &NamedLists,
    ) -> Result<u64, SetupError> {
        let (name, value, max) = ("wind", wished.one_a_seat("wind", 1)?[0], parameters.most);
        if value > max {
            return Err(SetupError::TooLarge { name, seat: 0, value, max, why: "a test" });
        }
        Ok(value)
    }

    fn setup_lists(setup: &u64) -> NamedLists {
        NamedLists::default().with("wind", vec![*setup])
    }

    fn engine(parameters: &RaceParameters, programs: &[&Voice]) -> Racing {
        let numbers = programs.iter().map(|program| number(&program.0)).collect();
        Racing { parameters: parameters.clone(), numbers, setup: 0, turn: 0, outcome: None }
    }

    fn engine_bytes(_: &RaceParameters) -> usize {
        size_of::<Racing>()
    }

    fn begin(engine: &mut Racing, setup: &u64) {
        (engine.setup, engine.turn, engine.outcome) = (*setup, 0, None);
    }
}

/// The number that the program with this text says in Count after `asked` questions of the match.
pub(crate) fn says(text: &str, seed: u64, asked: u64) -> u8 {
    let start = seed ^ (asked + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = text
        .bytes()
        .fold(start, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(29));
    if mixed >> 63 == 0 { 1 } else { 2 }
}

/// Returns what a player replies to question `asked` of the match, if that is not [`says`].
type Slip = Box<dyn Fn(u64, Seat) -> Option<Result<Reply<Vec<u8>>, Void>>>;

/// Players for one match of Count. They count the questions, so a match with the players of another match has wrong results.
pub(crate) struct Voices {
    texts: Vec<String>,
    seed: u64,
    asked: u64,
    slip: Slip,
    /// The processor time that each takes for an answer; `used` has the time so far.
    cost: Vec<Duration>,
    used: Vec<Duration>,
}

impl Voices {
    pub(crate) fn new(lineup: &Lineup, seed: u64) -> Self {
        let texts: Vec<String> = texts(lineup);
        let nothing = vec![Duration::ZERO; texts.len()];
        Self { texts, seed, asked: 0, slip: Box::new(|_, _| None), cost: nothing.clone(), used: nothing }
    }

    pub(crate) fn with_slip(
        self,
        slip: impl Fn(u64, Seat) -> Option<Result<Reply<Vec<u8>>, Void>> + 'static,
    ) -> Self {
        Self { slip: Box::new(slip), ..self }
    }

    pub(crate) fn with_cost(self, cost: impl Fn(&str) -> Duration) -> Self {
        Self { cost: self.texts.iter().map(|text| cost(text)).collect(), ..self }
    }

    pub(crate) fn boxed(self) -> Box<dyn AnyPlayers> {
        Box::new(self)
    }
}

impl AnyPlayers for Voices {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let asked = self.asked;
        self.asked += 1;
        self.used[seat] += self.cost[seat];
        let honest = || Ok(Reply::Answer(vec![says(&self.texts[seat], self.seed, asked)]));
        (self.slip)(asked, seat).unwrap_or_else(honest)
    }

    fn processor_time(&self, seat: Seat) -> Duration {
        self.used[seat]
    }
}

/// A factory that makes its players with a closure.
pub(crate) struct Factory<F>(F);

impl<F: Fn(&Lineup, u64) -> Result<Box<dyn AnyPlayers>, Void> + Sync> Factory<F> {
    pub(crate) fn new(players: F) -> Self {
        Self(players)
    }
}

impl<F: Fn(&Lineup, u64) -> Result<Box<dyn AnyPlayers>, Void> + Send + Sync> PlayerFactory for Factory<F> {
    fn players(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        (self.0)(lineup, seed)
    }
}

/// The factory in which nothing goes wrong.
pub(crate) struct GoodFactory;

impl PlayerFactory for GoodFactory {
    fn players(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        Ok(Voices::new(lineup, seed).boxed())
    }
}

/// The programs' texts in the order of their seats.
pub(crate) fn texts(lineup: &Lineup) -> Vec<String> {
    lineup.programs().iter().map(|program| program.canonical.to_string()).collect()
}

pub(crate) fn programs(game: &dyn AnyGame, texts: &[&str]) -> Vec<Participant> {
    texts.iter().map(|text| game.read(text.as_bytes()).program.unwrap()).collect()
}

pub(crate) fn seed_of(members: &[usize]) -> u64 {
    members.iter().fold(77, |seed, &member| seed * 31 + member as u64)
}

/// A context without a watcher, which nobody stops. The errors of its watchers are texts.
pub(crate) fn context<'a>(
    game: &'a dyn AnyGame,
    programs: &'a [Participant],
    rules: &'a Rules,
    factory: &'a dyn PlayerFactory,
) -> PlayContext<'a, String> {
    let (match_budget, watcher) = (None, None);
    let conditions = Conditions { factory, match_budget, detail: Detail::Record, stop: &|| false };
    PlayContext { game, rules, programs, seating: Seating::default(), seed_of: &seed_of, conditions, watcher }
}

pub(crate) fn parallelism(threads: usize) -> Parallelism<'static> {
    Parallelism { threads, chunk: 1, stop: &|| false }
}

/// The number, the void attempts and the result of a game that asks.
pub(crate) type Asked = (u64, u32, Result<Finished, Void>);

pub(crate) fn asked(result: PlayedResult) -> Vec<Asked> {
    let PlayedResult::Games(games) = result else { panic!("a game that asks is handed in by itself") };
    games
        .into_iter()
        .map(|PlayedGame { game, void_attempts, result }| (game, void_attempts, result))
        .collect()
}

/// Plays a piece of Count. `None` if it was stopped.
pub(crate) fn try_asking(
    context: &PlayContext<String>,
    members: &[usize],
    games: std::ops::Range<u64>,
) -> Option<Result<Vec<Asked>, PieceError<String>>> {
    let piece = Piece { encounter: 0, games };
    let played = Worker::new(context).play(members, &piece)?;
    Some(played.map(|played| {
        assert_eq!(played.piece, piece, "a game that asks is never handed in early");
        asked(played.result)
    }))
}

/// Plays a piece of Count to its end.
pub(crate) fn play_asking(
    context: &PlayContext<String>,
    members: &[usize],
    games: std::ops::Range<u64>,
) -> Vec<Asked> {
    try_asking(context, members, games).expect("nobody stops it").expect("nothing fails")
}

/// Plays games of Race to their end, however many pieces are handed in early. Returns all places, and the sum of all turns.
pub(crate) fn play_race(
    context: &PlayContext<String>,
    members: &[usize],
    games: std::ops::Range<u64>,
) -> (tournament::Places, u64) {
    let (mut all_places, mut all_turns, mut next) = (tournament::Places::new(members.len()), 0, games.start);
    while next < games.end {
        let piece = Piece { encounter: 0, games: next..games.end };
        let played = Worker::new(context).play(members, &piece).unwrap().unwrap();
        let PlayedResult::Places { places, turns } = played.result else { panic!("Race asks nobody") };
        assert_eq!(played.piece.games.start, next);
        assert!(played.piece.games.end > next, "at least one setup is played");
        places.games().for_each(|game| all_places.push(game));
        all_turns += turns;
        next = played.piece.games.end;
    }
    (all_places, all_turns)
}

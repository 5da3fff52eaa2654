//! A complete game: programs count to a goal in turns, and the one that says it wins.
//!
//! A program is a list of steps from 1 to 3, which it takes in turn and over again. In its turn, a program adds its next step
//! to the total and claims the cells between, up to the goal.

use std::convert::Infallible;

use game::{
    Agent, Canonical, Change, ChangeError, Diagnostics, Digest, Engine, Event, EventKind, Frame, Game,
    GameInfo, Glyph, Metadata, Moment, NamedLists, Notable, NotableKind, Observer, Outcome, Panel, PanelLine,
    Parameter, Players, Program, Reading, Rules, RulesError, Run, Scene, Seat, SeededRng, SetupError, Shape,
    Span, Verdict, lines,
};
use games::conformance::{CaseError, outcome_keys, play_match};
use games::{CasePlayers, RegisteredGame, Warning};
use serde_json::{Map, Value};

const GOAL: Parameter =
    Parameter { key: "goal", help: "the number to reach", default: "21", range: "1 to 1000" };

/// The reason of every outcome: somebody said the goal.
const GOAL_SAID: &str = "goal";
/// What a cell holds that nobody has counted.
const UNCOUNTED: &str = ".";
/// What a cell holds that was counted before the first turn.
const GIVEN: &str = "#";
/// What a cell holds that a seat has counted.
const OWNERS: [&str; 4] = ["0", "1", "2", "3"];

pub(crate) struct Count;

impl Game for Count {
    const INFO: GameInfo = GameInfo {
        name: "count",
        title: "Count",
        summary: "who says the goal wins",
        extension: "count",
        also_extensions: &[],
        comments_are_code: false,
        answers_tell_all: false,
        rules_version: 1,
        seats: 2..=4,
        parameters: &[GOAL],
        setup_lists: &["start"],
        reasons: &[GOAL_SAID],
    };

    type Program = Steps;
    type Parameters = Parameters;
    type Setup = usize;
    type Engine = Counting;

    fn read(source: &[u8]) -> Reading<Steps> {
        let (mut steps, mut metadata, mut diagnostics) =
            (Vec::new(), Metadata::default(), Diagnostics::default());
        for Span { start, end } in lines(source) {
            let line = &source[start..end];
            if let Some(comment) = line.strip_prefix(b";") {
                metadata.take_comment(comment);
                continue;
            }
            for word in line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
                match word {
                    b"1" | b"2" | b"3" => steps.push(usize::from(word[0] - b'0')),
                    _ => diagnostics.error("step", Some(Span { start, end }), "a step is 1, 2 or 3", ""),
                }
            }
        }
        if steps.is_empty() {
            diagnostics.error("empty", None, "a program has at least one step", "");
        }
        let program = (!diagnostics.has_errors()).then_some(Steps(steps));
        Reading { program, metadata, diagnostics }
    }

    fn format(source: &[u8]) -> Option<Vec<u8>> {
        let Reading { program, metadata, .. } = Self::read(source);
        Some((metadata.header() + &program?.canonical() + "\n").into_bytes())
    }

    fn parameters(rules: &Rules, _: &[&Steps]) -> Result<Parameters, RulesError> {
        rules.only(Self::INFO.parameters)?;
        let goal = rules.value(&GOAL, 21, 1, 1000)?;
        Ok(Parameters { goal: usize::try_from(goal).expect("at most 1000") })
    }

    fn parameter_values(parameters: &Parameters) -> Vec<(&'static str, u64)> {
        vec![(GOAL.key, parameters.goal as u64)]
    }

    fn draw_setup(parameters: &Parameters, _: &[&Steps], rng: &mut SeededRng) -> usize {
        rng.index_below(parameters.goal)
    }

    fn check_setup(parameters: &Parameters, _: &[&Steps], wished: &NamedLists) -> Result<usize, SetupError> {
        let (value, max) = (wished.one_a_seat("start", 1)?[0], parameters.goal as u64 - 1);
        let too_large = SetupError::TooLarge { name: "start", seat: 0, value, max, why: "below the goal" };
        usize::try_from(value).ok().filter(|&start| start < parameters.goal).ok_or(too_large)
    }

    fn setup_lists(setup: &usize) -> NamedLists {
        NamedLists::default().with("start", vec![*setup as u64])
    }

    fn engine(parameters: &Parameters, programs: &[&Steps]) -> Counting {
        let programs = programs.iter().map(|program| (*program).clone()).collect();
        Counting { programs, goal: parameters.goal, start: 0, owners: Vec::new(), turn: 0, outcome: None }
    }

    fn engine_bytes(parameters: &Parameters) -> usize {
        size_of::<Counting>() + parameters.goal
    }

    fn begin(engine: &mut Counting, setup: &usize) {
        engine.start = *setup;
        engine.owners.clear();
        engine.turn = 0;
        engine.outcome = None;
    }

    fn scene(parameters: &Parameters, _: &[&Steps], _: &usize) -> Box<dyn Scene> {
        Box::new(Row { goal: parameters.goal })
    }
}

/// A program: its steps, in order.
#[derive(Clone)]
pub(crate) struct Steps(Vec<usize>);

impl Program for Steps {
    fn canonical(&self) -> String {
        self.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn length(&self) -> usize {
        self.0.len()
    }
}

#[derive(Clone)]
pub(crate) struct Parameters {
    pub(crate) goal: usize,
}

#[derive(Clone)]
pub(crate) struct Counting {
    programs: Vec<Steps>,
    goal: usize,
    /// How many cells were counted before the first turn.
    start: usize,
    /// Who counted the cells after those.
    owners: Vec<Seat>,
    turn: u64,
    outcome: Option<Outcome>,
}

impl Counting {
    fn total(&self) -> usize {
        self.start + self.owners.len()
    }

    fn play_turn(&mut self, observer: &mut impl Observer) {
        let played = usize::try_from(self.turn).expect("there are at most 1000 turns");
        let (seat, round) = (played % self.programs.len(), played / self.programs.len());
        self.turn += 1;
        let steps = &self.programs[seat].0;
        let before = self.total();
        let after = self.goal.min(before + steps[round % steps.len()]);
        for cell in before..after {
            self.owners.push(seat);
            let owner = u32::try_from(seat).expect("at most 4 seats");
            let kind = EventKind::Write { cell, before: 0, after: owner + 1 };
            observer.event(Event { turn: self.turn, seat, kind });
        }
        if after == self.goal {
            self.outcome = Some(self.won_by(seat));
        }
    }

    fn won_by(&self, winner: Seat) -> Outcome {
        let seats = 0..self.programs.len();
        let counted = |seat| self.owners.iter().filter(|owner| **owner == seat).count() as u64;
        Outcome {
            verdict: Verdict::Win { winner },
            reason: GOAL_SAID,
            turns: self.turn,
            places: seats.clone().map(|seat| if seat == winner { 1 } else { 2 }).collect(),
            fault: None,
            tallies: vec![("counted", seats.map(counted).collect())],
        }
    }
}

impl Engine for Counting {
    type Question = Infallible;
    type Answer = Infallible;

    fn turn(&self) -> u64 {
        self.turn
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn advance<P, O>(&mut self, until: u64, _: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Infallible, Infallible>,
        O: Observer,
    {
        while self.turn < until && self.outcome.is_none() {
            self.play_turn(observer);
        }
        Ok(())
    }

    fn frame(&self) -> Frame {
        let given = std::iter::repeat_n(GIVEN, self.start);
        let counted = self.owners.iter().map(|owner| OWNERS[*owner]);
        let rest = std::iter::repeat_n(UNCOUNTED, self.goal - self.total());
        let cells = given.chain(counted).chain(rest).map(|text| Run { text: text.into(), count: 1 });
        let registers = vec![("total", vec![self.total() as u64])];
        Frame { turn: self.turn, registers, cells: cells.collect() }
    }

    /// The total can be raised, as if the match had started at a higher number.
    fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        let Change::Register { name, value, .. } = change else {
            return Err(change.refused("the total can be"));
        };
        let range = format!("{} to {}", self.total(), self.goal - 1);
        let wrong = ChangeError::Value { name: name.clone(), value: *value, range };
        let total = usize::try_from(*value).ok().filter(|total| (self.total()..self.goal).contains(total));
        self.start += total.ok_or(wrong)? - self.total();
        Ok(())
    }

    fn state_hash(&self) -> Option<Digest> {
        let mut canonical = Canonical::new("count state");
        canonical.numbers("counted", &[self.turn, self.start as u64, self.total() as u64]);
        canonical.numbers("owners", &self.owners.iter().map(|&owner| owner as u64).collect::<Vec<_>>());
        Some(canonical.finish())
    }
}

/// How a match is shown: the numbers up to the goal in a row.
struct Row {
    goal: usize,
}

impl Scene for Row {
    fn shape(&self) -> Shape {
        Shape::Row { cells: self.goal }
    }

    fn glyph(&self, text: &str) -> Glyph {
        let owner = OWNERS.iter().position(|owner| *owner == text);
        Glyph { symbol: text.chars().next().unwrap_or(' '), owner, is_blank: text == UNCOUNTED }
    }

    fn home(&self, _: usize) -> Option<Seat> {
        None
    }

    fn agents(&self, frame: &Frame) -> Vec<Agent> {
        let last =
            frame.register("total").first().and_then(|total| usize::try_from(*total).ok()?.checked_sub(1));
        let owner = last.and_then(|cell| Some((cell, self.glyph(frame.cell(cell)?).owner?)));
        owner.map(|(cell, seat)| Agent { seat, role: "counter", cell }).into_iter().collect()
    }

    /// That somebody counts the last cell.
    fn notable(&self, event: &Event) -> Option<Notable> {
        let EventKind::Write { cell, .. } = event.kind else { return Notable::death(event) };
        let capture = Notable { kind: NotableKind::Capture, seat: event.seat, victim: None };
        (cell + 1 == self.goal).then_some(capture)
    }

    fn panels(&self, moment: &Moment<'_>) -> Vec<Panel> {
        let total = moment.frame.register("total").first().copied().unwrap_or_default();
        let lines = vec![PanelLine::plain(format!("{total} of {}", self.goal))];
        vec![Panel { title: "total".into(), seat: None, lines }]
    }
}

impl RegisteredGame for Count {
    fn play_case(
        &self,
        case: &Value,
        _: &CasePlayers<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Map<String, Value>, CaseError> {
        let played = play_match(self, case, "programs", stop)?;
        let mut found = outcome_keys(played.table.outcome().expect("it was played to the end"));
        let board: String = played.table.frame().cells.iter().map(|run| run.text.repeat(run.count)).collect();
        found.insert("board".into(), board.into());
        Ok(found)
    }

    fn manual(&self) -> &'static str {
        "# Count\n\nWho says the goal wins.\n"
    }

    fn warnings(&self) -> &'static [Warning] {
        &[]
    }
}

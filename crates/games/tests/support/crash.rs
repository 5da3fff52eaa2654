//! Matches of Crash that are played twice: by the fast engine and by the reference interpreter.

use game::{Engine as _, Event, EventKind, Game, NamedLists, NoPlayers, Outcome, Program, Rules};
use games::crash::reference::{End, Reference};
use games::crash::{
    BOTH_CRASH, CELLS, CRASH, Code, Crash, Engine, Parameters, SAME_ADDRESS, Setup, TURN_LIMIT,
};

use crate::choices::Choices;

/// A match before its first turn. The programs are canonical source.
#[derive(Debug, Clone)]
pub(crate) struct Match {
    pub(crate) programs: [String; 2],
    pub(crate) start: [usize; 2],
    pub(crate) max_turns: u64,
}

/// Where two programs lie and how long they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) start: [usize; 2],
    pub(crate) length: [usize; 2],
}

impl Layout {
    /// Programs of at most `longest` instructions, somewhere, and mostly in a place where something could go
    /// wrong: at the very end, where `i` counts up to 4096 (C2), at the beginning, next to each other.
    pub(crate) fn any(choices: &mut impl Choices, longest: usize) -> Self {
        let length = [1 + choices.below(longest), 1 + choices.below(longest)];
        Self::of(choices, length)
    }

    /// Programs of these lengths.
    pub(crate) fn of(choices: &mut impl Choices, length: [usize; 2]) -> Self {
        let room = CELLS - length[0] - length[1];
        let (first, gap) = match choices.below(5) {
            0 => (room, 0),
            1 => (0, room),
            2 => (choices.below(room + 1), 0),
            3 => (0, choices.below(room.min(20) + 1)),
            _ => {
                let first = choices.below(room + 1);
                (first, choices.below(room - first + 1))
            }
        };
        let left = choices.below(2);
        let mut start = [first; 2];
        start[1 - left] = first + length[left] + gap;
        Self { start, length }
    }

    /// The address of some cell, mostly in or near a program.
    fn address(self, choices: &mut impl Choices) -> usize {
        let seat = choices.below(2);
        match choices.below(5) {
            0 => choices.below(CELLS),
            1 => choices.pick(&[0, 1, 2, 4093, 4094, 4095]),
            _ => (self.start[seat] + choices.below(self.length[seat] + 2)) % CELLS,
        }
    }
}

/// A number as it stands in an expression: small, large (the same as a small negative one) or any.
fn number(choices: &mut impl Choices) -> usize {
    match choices.below(4) {
        0 => choices.below(CELLS),
        1 => CELLS - 1 - choices.below(8),
        _ => choices.below(8),
    }
}

fn term(choices: &mut impl Choices, layout: Layout) -> String {
    match choices.below(5) {
        0 => "[i]".into(),
        1 => "[a]".into(),
        2 => "[b]".into(),
        3 => format!("[{}]", layout.address(choices)),
        _ => number(choices).to_string(),
    }
}

/// An expression of any terms.
fn terms(choices: &mut impl Choices, layout: Layout, count: usize) -> String {
    let mut text = term(choices, layout);
    for _ in 1..count {
        text.push(choices.pick(&['+', '-']));
        text.push_str(&term(choices, layout));
    }
    text
}

/// An expression: in one of the forms for which the engine has short cuts, or of any terms.
fn expression(choices: &mut impl Choices, layout: Layout) -> String {
    let sign = choices.pick(&["+", "-"]);
    match choices.below(10) {
        0 => format!("[i]{sign}{}", number(choices)),
        1 => format!("[i]+[a]{sign}{}", number(choices)),
        2 => format!("{}+[b]+[i]", number(choices)),
        3 => choices.pick(&["[i]", "[a]", "[b]", "[a]+[a]", "[i]+[i]"]).into(),
        4 => layout.address(choices).to_string(),
        // Terms that cancel, so that another form is left.
        5 => format!("[i]+[a]-[a]{sign}{}", number(choices)),
        6 => format!("[b]-[17]+{}-[b]+[17]+[i]", number(choices)),
        // Registers that go up by no fixed step.
        7 => format!("[a]+[a]+[a]{sign}[b]{sign}{}", number(choices)),
        8 => {
            let count = choices.pick(&[2, 3, 9, 40]);
            terms(choices, layout, count)
        }
        _ => terms(choices, layout, 1),
    }
}

fn store(choices: &mut impl Choices, layout: Layout) -> String {
    let sign = choices.pick(&["+", "-"]);
    match choices.below(16) {
        0 => format!("store {} i", expression(choices, layout)),
        1..3 => format!("store [i]{sign}{} i", choices.below(4)),
        3..6 => format!("store [a]{sign}{} a", number(choices)),
        6..9 => format!("store [b]{sign}{} b", number(choices)),
        9..13 => format!("store {} a", expression(choices, layout)),
        _ => format!("store {} b", expression(choices, layout)),
    }
}

fn instruction(choices: &mut impl Choices, layout: Layout) -> String {
    match choices.below(40) {
        0 => "crash".into(),
        1..6 => "noop".into(),
        6..24 => store(choices, layout),
        kind => {
            let written = match kind {
                24..29 => "crash".into(),
                29..34 => "noop".into(),
                _ => store(choices, layout),
            };
            format!("write {written} {}", expression(choices, layout))
        }
    }
}

impl Match {
    /// Some match.
    pub(crate) fn any(choices: &mut impl Choices) -> Self {
        let longest = choices.pick(&[4, 12, 128]);
        let layout = Layout::any(choices, longest);
        let max_turns = 1 + choices.below(400) as u64;
        let programs = layout.length.map(|length| {
            let mut lines: Vec<String> = (0..length).map(|_| instruction(choices, layout)).collect();
            // Back to the beginning, so that the match lasts.
            if !choices.once_in(8) {
                lines[length - 1] = format!("store [i]-{length} i");
            }
            lines.join("\n") + "\n"
        });
        Self { programs, start: layout.start, max_turns }
    }

    pub(crate) fn code(&self) -> [Code; 2] {
        self.programs.each_ref().map(|source| {
            let code = games::crash::read(source.as_bytes()).program.expect("it is a program");
            assert_eq!(code.canonical(), *source, "the reference reads canonical source only");
            code
        })
    }

    pub(crate) fn parameters(&self, code: &[Code; 2]) -> Parameters {
        let mut rules = Rules::new();
        rules.add("max_turns", self.max_turns).expect("it is given once");
        Crash::parameters(&rules, &[&code[0], &code[1]]).expect("it is legal")
    }

    fn setup(&self, code: &[Code; 2]) -> Setup {
        let start = self.start.map(|start| start as u64).to_vec();
        let wished = NamedLists::default().with("start", start);
        Crash::check_setup(&self.parameters(code), &[&code[0], &code[1]], &wished).expect("it is legal")
    }

    /// The fast engine before the first turn.
    pub(crate) fn engine(&self) -> Engine {
        let code = self.code();
        let mut engine = Crash::engine(&self.parameters(&code), &[&code[0], &code[1]]);
        Crash::begin(&mut engine, &self.setup(&code));
        engine
    }

    /// Puts an engine of these programs back to before the first turn.
    pub(crate) fn begin(&self, engine: &mut Engine) {
        Crash::begin(engine, &self.setup(&self.code()));
    }

    /// The reference interpreter before the first turn.
    pub(crate) fn reference(&self) -> Reference {
        Reference::new(self.programs.each_ref().map(String::as_str), self.start, self.max_turns)
    }

    /// Plays the match turn by turn on both, and compares them after each. Returns how it ended.
    pub(crate) fn compare_every_turn(&self) -> End {
        let (mut engine, mut reference) = (self.engine(), self.reference());
        self.compare(&engine, &reference);
        while reference.step() {
            advance(&mut engine, reference.turns, &mut game::Unobserved);
            self.compare(&engine, &reference);
        }
        advance(&mut engine, u64::MAX, &mut game::Unobserved);
        self.compare(&engine, &reference);
        reference.end().expect("it is over")
    }

    /// Plays the match in a few slices, some of them watched, and compares it with the reference after each. The
    /// engine's fast methods begin after some turns, and slices cut them off anywhere.
    pub(crate) fn compare_in_slices(&self, choices: &mut impl Choices) {
        self.play_in_slices(&mut self.engine(), choices);
    }

    /// Plays in slices with an engine that is before the first turn.
    pub(crate) fn play_in_slices(&self, engine: &mut Engine, choices: &mut impl Choices) {
        let mut reference = self.reference();
        for _ in 0..8 {
            let longest = choices.pick(&[65536, 8192, 512, 40]);
            let until = reference.turns + 1 + choices.below(longest) as u64;
            if choices.below(4) == 3 {
                advance(engine, until, &mut Vec::new());
            } else {
                advance(engine, until, &mut game::Unobserved);
            }
            reference.run(until);
            self.compare(engine, &reference);
        }
        advance(engine, u64::MAX, &mut game::Unobserved);
        reference.run(u64::MAX);
        self.compare(engine, &reference);
    }

    /// Fails if the two differ in anything.
    pub(crate) fn compare(&self, engine: &Engine, reference: &Reference) {
        let turn = reference.turns;
        assert_eq!(engine.turn(), turn, "turns of {self:#?}");
        let frame = engine.frame();
        for (name, expected) in [("i", reference.i), ("a", reference.a), ("b", reference.b)] {
            assert_eq!(
                frame.register(name),
                expected.map(u64::from),
                "`{name}` after turn {turn} of {self:#?}"
            );
        }
        // The reference has each instruction once, so the place tells cells apart; the texts, which
        // cost more, are compared once a run.
        let cells: Vec<_> = (0..CELLS).map(|address| reference.cell(address)).collect();
        let expected = cells.chunk_by(|left, right| std::ptr::eq(*left, *right));
        let expected = expected.map(|run| (run[0].to_string(), run.len()));
        let found = frame.cells.iter().map(|run| (run.text.to_string(), run.count));
        assert!(found.eq(expected), "memory after turn {turn} of {self:#?}");
        assert_eq!(engine.outcome(), outcome(reference).as_ref(), "outcome after turn {turn} of {self:#?}");
    }

    /// Fails unless `events`, replayed onto the memory before the first turn, give the memory and the
    /// outcome of `engine`.
    pub(crate) fn compare_events(&self, events: &[Event], engine: &Engine) {
        let reference = self.reference();
        let mut memory: Vec<String> = (0..CELLS).map(|address| reference.cell(address).to_string()).collect();
        let mut dead = Vec::new();
        let mut last = (0, 0);
        for &Event { turn, seat, kind } in events {
            match kind {
                EventKind::Write { cell, before, after } => {
                    assert!(last < (turn, seat + 1), "out of order in turn {turn} of {self:#?}");
                    last = (turn, seat + 1);
                    assert_eq!(
                        memory[cell],
                        engine.instruction(before).to_string(),
                        "turn {turn} of {self:#?}"
                    );
                    memory[cell] = engine.instruction(after).to_string();
                }
                EventKind::Death { reason } => {
                    assert_eq!((turn, reason), (engine.turn(), CRASH), "{self:#?}");
                    dead.push(seat);
                }
            }
        }
        let found = (0..CELLS).map(|address| engine.cell(address).to_string());
        assert!(found.eq(memory), "the events do not give the final memory of {self:#?}");
        let outcome = engine.outcome().expect("it is over");
        let expected = match outcome.reason {
            CRASH => vec![1 - outcome.winner().expect("somebody won")],
            BOTH_CRASH => vec![0, 1],
            _ => vec![],
        };
        assert_eq!(dead, expected, "the events do not give the end of {self:#?}");
    }
}

/// Advances a match in which nobody is asked anything.
pub(crate) fn advance(engine: &mut Engine, until: u64, observer: &mut impl game::Observer) {
    match engine.advance(until, &mut NoPlayers, observer) {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

/// The outcome that the rules give a match in this state (C5, C6).
fn outcome(reference: &Reference) -> Option<Outcome> {
    let turns = reference.turns;
    Some(match reference.end()? {
        End::Win { winner } => Outcome::win_of_two(winner, CRASH, turns),
        End::BothCrash => Outcome::draw_of_two(BOTH_CRASH, turns),
        End::SameAddress => Outcome::draw_of_two(SAME_ADDRESS, turns),
        End::TurnLimit => Outcome::draw_of_two(TURN_LIMIT, turns),
    })
}

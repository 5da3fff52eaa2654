//! Runs bout's engines in a separate process, with the input and output formats of the plain interpreters in
//! `testdata/plain`.
//!
//! The program is small and linked statically, because the matches of a pair may take less time than the
//! start of a large program.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::io::{self, Read as _, Write as _};

use game::{Engine, Game, NamedLists, NoPlayers, Outcome, Rules, Unobserved, Verdict};
use games::{crash, esowar};

/// How much is printed about a match.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    /// Who won and when, and how each player died.
    Outcome,
    /// Also the registers, and a hash of the board or memory.
    State,
}

/// Plays the matches that it reads from the standard input: `speed-engine GAME [state]`.
///
/// # Panics
/// If the input is not in the format that `cargo xtask speed` writes.
fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next();
    let shown = if arguments.next().as_deref() == Some("state") { Shown::State } else { Shown::Outcome };
    let mut input = String::with_capacity(1 << 16);
    io::stdin().read_to_string(&mut input)?;
    let output = match game.as_deref() {
        Some("esowar") => esowar_matches(&input, shown),
        Some("crash") => crash_matches(&input, shown),
        _ => return Err(io::Error::other("esowar or crash")),
    };
    io::stdout().write_all(output.as_bytes())
}

/// The programs of some matches, and the engine that plays them, which is reused while the rules stay the
/// same.
struct Table<G: Game> {
    programs: Vec<G::Program>,
    held: Option<(Rules, G::Parameters, G::Engine)>,
}

impl<G: Game<Engine: Engine<Question = Infallible>>> Table<G> {
    fn new(sources: impl Iterator<Item = String>) -> Self {
        let read = |source: String| G::read(source.as_bytes()).program.expect("a legal program");
        Self { programs: sources.map(read).collect(), held: None }
    }

    /// Plays a match to its end.
    fn play(&mut self, rules: Rules, lists: &NamedLists) -> &G::Engine {
        let programs: Vec<&G::Program> = self.programs.iter().collect();
        if self.held.as_ref().is_none_or(|(known, ..)| *known != rules) {
            let parameters = G::parameters(&rules, &programs).expect("legal parameters");
            let engine = G::engine(&parameters, &programs);
            self.held = Some((rules, parameters, engine));
        }
        let (_, parameters, engine) = self.held.as_mut().expect("it has just been made");
        G::begin(engine, &G::check_setup(parameters, &programs, lists).expect("a legal setup"));
        let Ok(()) = engine.advance(u64::MAX, &mut NoPlayers, &mut Unobserved);
        engine
    }
}

fn esowar_matches(input: &str, shown: Shown) -> String {
    let mut output = String::new();
    let mut lines = input.lines();
    let mut table: Option<Table<esowar::Esowar>> = None;
    while let Some(line) = lines.next() {
        let (word, numbers) = word_and_numbers(line);
        if word == "bases" {
            let count = usize::try_from(numbers[0]).expect("a few");
            table = Some(Table::new(lines.by_ref().take(count).map(str::to_owned)));
            continue;
        }
        let (start, robots) = numbers[2..].split_at((numbers.len() - 2) / 2);
        let lists = NamedLists::default().with("start", start.to_vec()).with("robots", robots.to_vec());
        let table = table.as_mut().expect("bases stand before matches");
        let engine = table.play(rules(&[("squares", numbers[0]), ("max_turns", numbers[1])]), &lists);
        esowar_line(&mut output, engine, shown).expect("a string takes everything");
    }
    output
}

fn esowar_line(output: &mut String, engine: &esowar::Engine, shown: Shown) -> std::fmt::Result {
    let outcome = engine.outcome().expect("it was played to the end");
    write!(output, "{} turns {} deaths", verdict(outcome), outcome.turns)?;
    for death in engine.deaths() {
        write!(output, " {}:{}:{}", death.seat, death.turn, death.reason)?;
    }
    if shown == Shown::State {
        let frame = engine.frame();
        for register in ["commanders", "robots"] {
            write!(output, " {register}")?;
            frame.register(register).iter().try_for_each(|square| write!(output, " {square}"))?;
        }
        write!(output, " board {:016x}", fnv1a(&engine.squares()))?;
    }
    writeln!(output)
}

fn crash_matches(input: &str, shown: Shown) -> String {
    let mut output = String::new();
    let mut lines = input.lines();
    let mut programs: Vec<String> = Vec::new();
    let mut table: Option<Table<crash::Crash>> = None;
    while let Some(line) = lines.next() {
        let (word, numbers) = word_and_numbers(line);
        if word == "program" {
            let count = usize::try_from(numbers[0]).expect("a few");
            programs.push(lines.by_ref().take(count).fold(String::new(), |text, line| text + line + "\n"));
            continue;
        }
        if !programs.is_empty() {
            table = Some(Table::new(programs.drain(..)));
        }
        let table = table.as_mut().expect("programs stand before matches");
        let lists = NamedLists::default().with("start", numbers[1..].to_vec());
        let engine = table.play(rules(&[("max_turns", numbers[0])]), &lists);
        crash_line(&mut output, engine, shown).expect("a string takes everything");
    }
    output
}

fn crash_line(output: &mut String, engine: &crash::Engine, shown: Shown) -> std::fmt::Result {
    let outcome = engine.outcome().expect("it was played to the end");
    write!(output, "{} {} turns {}", verdict(outcome), outcome.reason, outcome.turns)?;
    // C6: an engine may stop before the turn limit, and then has no state of that turn.
    if shown == Shown::State && outcome.reason != crash::TURN_LIMIT {
        let frame = engine.frame();
        for register in ["i", "a", "b"] {
            write!(output, " {register}")?;
            frame.register(register).iter().try_for_each(|value| write!(output, " {value}"))?;
        }
        let mut memory = String::new();
        (0..crash::CELLS).try_for_each(|address| writeln!(memory, "{}", engine.cell(address)))?;
        write!(output, " memory {:016x}", fnv1a(memory.as_bytes()))?;
    }
    writeln!(output)
}

fn verdict(outcome: &Outcome) -> String {
    match outcome.verdict {
        Verdict::Win { winner } => format!("win {winner}"),
        Verdict::Draw { .. } => "draw -".to_owned(),
    }
}

fn word_and_numbers(line: &str) -> (&str, Vec<u64>) {
    let (word, numbers) = line.split_once(' ').unwrap_or((line, ""));
    (word, numbers.split_ascii_whitespace().map(|number| number.parse().expect("a number")).collect())
}

fn rules(values: &[(&str, u64)]) -> Rules {
    let mut rules = Rules::new();
    for &(key, value) in values {
        rules.add(key, value).expect("each is given once");
    }
    rules
}

/// The 64-bit hash FNV-1a (draft-eastlake-fnv), which is simple to write in C, too.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

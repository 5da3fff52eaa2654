//! Measures how fast the engines are, as ratios to the plain reference interpreters in the same run.
//!
//! Machines are shared and noisy, so every round times both, one after the other. The times shown are those
//! of the fastest round. What counts is the ratio: the median of the rounds' ratios.

mod calls;
mod limits;
mod snakes;
mod snippets;

use std::convert::Infallible;
use std::time::Instant;

use game::{Engine, Game, NamedLists, NoPlayers, Program, Rules, SeededRng, Unobserved};
use games::{crash, esowar};

pub(crate) const SWEEPER: &str = "[+]+[<[+]+]";
pub(crate) const SMART_SWEEPER: &str = "[+]+[[[+]+<++++++][+]+[<][+]+]d";
pub(crate) const WAIT: &str = "store [i]-1 i\n";
pub(crate) const BOMBER: &str =
    "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n";

const COMB: &str = include_str!("../../crates/bout/examples/crash/comb.crash");
const GUARD: &str = include_str!("../../crates/bout/examples/crash/guard.crash");
const FROG: &str = include_str!("../../crates/bout/examples/crash/frog.crash");

/// How many setups of a pair are played per round.
const SETUPS: u64 = 8;

/// Prints all measurements, or those that concern one game.
pub(crate) fn run(rounds: usize, only: Option<&str>) {
    let engines = || println!("{:<34} {:>12} {:>12} {:>8}", "", "engine", "reference", "ratio");
    let games: [(&str, &dyn Fn()); 4] = [
        ("esowar", &|| {
            engines();
            esowar_pairs(rounds);
        }),
        ("crash", &|| {
            engines();
            crash_pairs(rounds);
        }),
        ("snakes", &|| {
            engines();
            snakes::run(rounds);
            calls::run(rounds);
            limits::run(rounds);
        }),
        ("perlwar", &|| {
            snippets::run(rounds);
            limits::run(rounds);
        }),
    ];
    for (_, measure) in games.iter().filter(|(game, _)| only.is_none_or(|only| only == *game)) {
        measure();
    }
}

fn esowar_pairs(rounds: usize) {
    let esowar = |name, bases, max_turns| esowar_pair(name, bases, max_turns, rounds);
    esowar("esowar sweeper, sweeper", [SWEEPER, SWEEPER], None);
    esowar("esowar sweeper, smart sweeper", [SWEEPER, SMART_SWEEPER], None);
    esowar("esowar smart, smart sweeper", [SMART_SWEEPER, SMART_SWEEPER], None);
    let hostile = ">][".repeat(3333);
    esowar("esowar `>][` repeated", [&hostile, &hostile], Some(40_000));
    esowar("esowar `>][`: every walk far", [">][", ">]["], Some(400));
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    esowar("esowar nest 5000 deep", [&deep, &deep], Some(4000));
}

fn crash_pairs(rounds: usize) {
    crash_pair("crash bomber, wait", [BOMBER, WAIT], None, rounds);
    crash_pair("crash bomber, bomber", [BOMBER, BOMBER], None, rounds);
    // Most of these never end.
    crash_pair("crash wait, wait", [WAIT, WAIT], Some(100_000), rounds);
    crash_pair("crash comb, wait", [COMB, WAIT], Some(100_000), rounds);
    crash_pair("crash guard, wait", [GUARD, WAIT], Some(100_000), rounds);
    crash_pair("crash guard, comb", [GUARD, COMB], Some(100_000), rounds);
    crash_pair("crash frog, frog", [FROG, FROG], Some(100_000), rounds);
}

/// What one round measured, in nanoseconds per player's turn.
struct Round {
    engine: f64,
    reference: f64,
}

/// A match on the plain reference, ready to be played. Playing it returns the number of turns.
type Plain = Box<dyn FnOnce() -> u64>;

fn esowar_pair(name: &str, texts: [&str; 2], max_turns: Option<u64>, rounds: usize) {
    let plain = |parameters: &esowar::Parameters, bases: [&esowar::Base; 2], setup: &NamedLists| -> Plain {
        let symbols = bases.map(esowar::Base::symbols);
        let (start, robots) = (indices(setup, "start"), indices(setup, "robots"));
        let max_turns = parameters.max_turns;
        let mut plain =
            esowar::reference::Reference::new(parameters.squares, &symbols, &start, &robots, max_turns);
        // Copying the board touches all its memory pages, so that page faults are not timed. The engine's
        // pages are in memory, too.
        let touched = plain.board.clone();
        plain.board = touched;
        Box::new(move || {
            plain.run(u64::MAX);
            plain.turns
        })
    };
    measure::<esowar::Esowar>(&Pair { name, texts, max_turns, setups: SETUPS, rounds }, 1.0, plain);
}

fn crash_pair(name: &str, texts: [&str; 2], max_turns: Option<u64>, rounds: usize) {
    let plain = |parameters: &crash::Parameters, programs: [&crash::Code; 2], setup: &NamedLists| -> Plain {
        let canonical = programs.map(Program::canonical);
        let start = indices(setup, "start");
        let start = [start[0], start[1]];
        let mut plain =
            crash::reference::Reference::new([&canonical[0], &canonical[1]], start, parameters.max_turns);
        Box::new(move || {
            plain.run(u64::MAX);
            plain.turns
        })
    };
    // In a turn of Crash both players act. Its matches are short, so more of them are played.
    measure::<crash::Crash>(&Pair { name, texts, max_turns, setups: 20 * SETUPS, rounds }, 2.0, plain);
}

/// A pair of programs to measure.
struct Pair<'a> {
    name: &'a str,
    texts: [&'a str; 2],
    max_turns: Option<u64>,
    setups: u64,
    rounds: usize,
}

/// Plays the same matches on the engine and on the reference, and prints their times.
fn measure<G>(
    pair: &Pair,
    players_per_turn: f64,
    plain: impl Fn(&G::Parameters, [&G::Program; 2], &NamedLists) -> Plain,
) where
    G: Game<Engine: Engine<Question = Infallible>>,
{
    let programs = pair.texts.map(|text| G::read(text.as_bytes()).program.expect("a legal program"));
    let programs = programs.each_ref();
    let mut rules = Rules::new();
    if let Some(turns) = pair.max_turns {
        rules.add("max_turns", turns).expect("a new key");
    }
    let parameters = G::parameters(&rules, &programs).expect("legal");
    let draw = |seed| G::draw_setup(&parameters, &programs, &mut SeededRng::for_setup(seed));
    let setups: Vec<G::Setup> = (1..=pair.setups).map(draw).collect();
    let mut engine = G::engine(&parameters, &programs);
    let measured = (0..pair.rounds).map(|_| {
        let mut sums = Sums::default();
        for setup in &setups {
            G::begin(&mut engine, setup);
            let (Ok(()), engine_ns) = time(|| engine.advance(u64::MAX, &mut NoPlayers, &mut Unobserved));
            sums.engine_ns += engine_ns;
            let run = plain(&parameters, programs, &G::setup_lists(setup));
            let (turns, reference_ns) = time(run);
            sums.reference_ns += reference_ns;
            assert_eq!(turns, engine.turn(), "{}: both play the same match", pair.name);
            sums.turns += turns;
        }
        sums.per_turn(players_per_turn)
    });
    print(pair.name, &measured.collect::<Vec<_>>());
}

/// Returns a list of a setup as indices.
fn indices(setup: &NamedLists, name: &str) -> Vec<usize> {
    let list = setup.get(name).expect("it is there");
    list.iter().map(|&number| usize::try_from(number).expect("it is on the board")).collect()
}

#[derive(Default)]
struct Sums {
    engine_ns: f64,
    reference_ns: f64,
    turns: u64,
}

impl Sums {
    #[expect(clippy::cast_precision_loss, reason = "turns of a few matches are far below 2^52")]
    fn per_turn(&self, players_per_turn: f64) -> Round {
        let turns = self.turns as f64 * players_per_turn;
        Round { engine: self.engine_ns / turns, reference: self.reference_ns / turns }
    }
}

/// Returns the result of `work`, and how many nanoseconds it took.
fn time<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64() * 1e9)
}

fn print(name: &str, rounds: &[Round]) {
    let sorted = |of: &dyn Fn(&Round) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let (engine, reference) = (sorted(&|round| round.engine)[0], sorted(&|round| round.reference)[0]);
    let ratio = sorted(&|round| round.reference / round.engine)[rounds.len() / 2];
    println!("{name:<34} {engine:>9.2} ns {reference:>9.2} ns {ratio:>8.2}  a player's turn");
}

//! How fast the engines are, as ratios to the plain references in the same run.
//!
//! Machines are shared and noisy: every round times both, one after the other. The times shown are those
//! of the least disturbed round; what counts is the ratio, the median of the rounds' ratios.

use std::time::Instant;

use game::{Draw, Engine, Game, Nobody, Program, Rules, Unobserved};
use games::{crash, esowar};

const SWEEPER: &str = "[+]+[<[+]+]";
const SMART_SWEEPER: &str = "[+]+[[[+]+<++++++][+]+[<][+]+]d";
const WAIT: &str = "store [i]-1 i\n";
const BOMBER: &str = "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n";

/// How many setups of a pair are played a round.
const SETUPS: u64 = 8;

/// Prints all measurements.
pub(crate) fn run(rounds: usize) {
    println!("{:<34} {:>12} {:>12} {:>8}", "", "engine", "reference", "ratio");
    let esowar = |name, bases, max_turns| esowar_pair(name, bases, max_turns, rounds);
    esowar("esowar sweeper, sweeper", [SWEEPER, SWEEPER], None);
    esowar("esowar sweeper, smart sweeper", [SWEEPER, SMART_SWEEPER], None);
    esowar("esowar smart, smart sweeper", [SMART_SWEEPER, SMART_SWEEPER], None);
    let hostile = ">][".repeat(3333);
    esowar("esowar `>][` repeated", [&hostile, &hostile], Some(40_000));
    esowar("esowar `>][`: every walk far", [">][", ">]["], Some(400));
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    esowar("esowar nest 5000 deep", [&deep, &deep], Some(4000));
    crash_pair("crash bomber, wait", [BOMBER, WAIT], None, rounds);
    crash_pair("crash bomber, bomber", [BOMBER, BOMBER], None, rounds);
    crash_pair("crash wait, wait", [WAIT, WAIT], Some(100_000), rounds);
}

/// Nanoseconds a turn: what one round measured.
struct Round {
    engine: f64,
    reference: f64,
}

fn esowar_pair(name: &str, texts: [&str; 2], max_turns: Option<u64>, rounds: usize) {
    type Esowar = esowar::Esowar;
    let bases = texts.map(|text| esowar::read(text.as_bytes()).program.expect("a base"));
    let bases = [&bases[0], &bases[1]];
    let mut rules = Rules::new();
    if let Some(turns) = max_turns {
        rules.add("max_turns", turns).expect("a new key");
    }
    let parameters = Esowar::parameters(&rules, &bases).expect("legal");
    let setups: Vec<esowar::Setup> = (1..=SETUPS)
        .map(|seed| Esowar::draw_setup(&parameters, &bases, &mut Draw::for_setup(seed)))
        .collect();
    let mut engine = Esowar::engine(&parameters, &bases);
    let measured = (0..rounds).map(|_| {
        let mut sums = Sums::default();
        for setup in &setups {
            Esowar::begin(&mut engine, setup);
            sums.engine_ns += time(|| engine.advance(u64::MAX, &mut Nobody, &mut Unobserved).expect("never"));
            let lists = Esowar::setup_lists(setup);
            let list = |name| {
                lists.get(name).expect("it is there").iter().map(|&n| usize::try_from(n).expect("small"))
            };
            let (start, robots): (Vec<_>, Vec<_>) = (list("start").collect(), list("robots").collect());
            let symbols = [bases[0].symbols(), bases[1].symbols()];
            let mut plain = esowar::reference::Reference::new(
                parameters.squares,
                &symbols,
                &start,
                &robots,
                parameters.max_turns,
            );
            // A copy has all its pages, so the first touch of each is not timed: the engine has its own, too.
            plain.board = plain.board.clone();
            sums.reference_ns += time(|| plain.run(u64::MAX));
            assert_eq!(plain.turns, engine.turn(), "{name}: both play the same match");
            sums.turns += plain.turns;
        }
        sums.a_turn(1.0)
    });
    print(name, &measured.collect::<Vec<_>>());
}

fn crash_pair(name: &str, texts: [&str; 2], max_turns: Option<u64>, rounds: usize) {
    type Crash = crash::Crash;
    let programs = texts.map(|text| crash::read(text.as_bytes()).program.expect("a program"));
    let canonical = [programs[0].canonical(), programs[1].canonical()];
    let programs = [&programs[0], &programs[1]];
    let mut rules = Rules::new();
    if let Some(turns) = max_turns {
        rules.add("max_turns", turns).expect("a new key");
    }
    let parameters = Crash::parameters(&rules, &programs).expect("legal");
    let setups: Vec<crash::Setup> = (1..=20 * SETUPS)
        .map(|seed| Crash::draw_setup(&parameters, &programs, &mut Draw::for_setup(seed)))
        .collect();
    let mut engine = Crash::engine(&parameters, &programs);
    let measured = (0..rounds).map(|_| {
        let mut sums = Sums::default();
        for setup in &setups {
            Crash::begin(&mut engine, setup);
            sums.engine_ns += time(|| engine.advance(u64::MAX, &mut Nobody, &mut Unobserved).expect("never"));
            let lists = Crash::setup_lists(setup);
            let start = lists.get("start").expect("it is there");
            let start = [0, 1].map(|seat| usize::try_from(start[seat]).expect("small"));
            let mut plain =
                crash::reference::Reference::new([&canonical[0], &canonical[1]], start, parameters.max_turns);
            sums.reference_ns += time(|| plain.run(u64::MAX));
            assert_eq!(plain.turns, engine.turn(), "{name}: both play the same match");
            sums.turns += plain.turns;
        }
        // A turn of Crash is a turn of both players.
        sums.a_turn(2.0)
    });
    print(name, &measured.collect::<Vec<_>>());
}

#[derive(Default)]
struct Sums {
    engine_ns: f64,
    reference_ns: f64,
    turns: u64,
}

impl Sums {
    #[expect(clippy::cast_precision_loss, reason = "turns of a few matches are far below 2^52")]
    fn a_turn(&self, players_a_turn: f64) -> Round {
        let turns = self.turns as f64 * players_a_turn;
        Round { engine: self.engine_ns / turns, reference: self.reference_ns / turns }
    }
}

/// Nanoseconds that `work` takes.
fn time(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e9
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

//! The matches that are measured.

use std::fmt::Write as _;
use std::io;

use game::{Game, NamedLists, Program, Rules, SeededRng};
use games::esowar::reference::Reference;
use games::{crash, esowar};

use super::Played;
use crate::bench::{BOMBER, SMART_SWEEPER, SWEEPER, WAIT};
use crate::choices::{Choices, SplitMix};
use crate::loops::{loops, walk};

/// The examples of Esowar.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/bout/examples/esowar");

/// Every match of a random pair lasts at least this many turns.
const LONG: u64 = 100_000;

/// The most squares that the commanders walk over in a match of a random pair. If they went round the ring at
/// every turn, a plain interpreter would need hours.
const FAR: u64 = 200_000_000;

/// Some matches of the same programs.
pub(super) struct Work {
    pub(super) name: String,
    pub(super) game: Played,
    /// The matches, in the input format of the plain interpreters.
    pub(super) text: String,
}

/// A program that bombs random cells, which it computes with both registers, until it hits one of its own.
const TOMBOLA: &str = "write crash [i]+[b]+3\nstore [a]+[a]+[a]+[a]+[a]+4 a\nstore [b]+[b]+[b]+[b]+[b]+[a]+4 b\nstore [i]-4 i\n";

/// A program that reads 64 cells each turn.
const LOOKOUT: &str = include_str!("../../../crates/bout/examples/crash/lookout.crash");

/// A program with a binary counter in twenty cells, so that each pass through its code takes another path.
fn counter() -> String {
    let bit = |bit: usize| {
        let (cell, back) = (97 + 199 * bit, 4 * bit + 3);
        format!("store [i]+[{cell}]+[{cell}] i\nwrite noop {cell}\nstore [i]-{back} i\nwrite crash {cell}\n")
    };
    (0..20).map(bit).collect::<String>() + "store [i]-81 i\n"
}

/// The programs of the games' documents against each other, and programs of Crash whose matches never repeat.
pub(super) fn documents(setups: u64, seed: u64) -> Vec<Work> {
    let esowar = |name, bases| esowar(name, bases, setups, seed);
    let crash = |name, programs| crash(name, programs, setups, seed);
    // This base only searches for brackets, so that a turn takes a plain interpreter long.
    let dense = ">][".repeat(3333);
    let nest = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let few = setups.div_ceil(40);
    let lookout = crash::read(LOOKOUT.as_bytes()).program.expect("a legal program");
    let lookout = lookout.canonical();
    vec![
        esowar("esowar sweeper, sweeper", [SWEEPER, SWEEPER]),
        esowar("esowar sweeper, smart sweeper", [SWEEPER, SMART_SWEEPER]),
        esowar("esowar smart, smart sweeper", [SMART_SWEEPER, SMART_SWEEPER]),
        esowar_turns("esowar `>][` repeated", [&dense, &dense], 40_000, few, seed),
        esowar_turns("esowar nest 5000 deep", [&nest, &nest], 4000, few, seed),
        crash("crash bomber, wait", [BOMBER, WAIT]),
        crash("crash wait, bomber", [WAIT, BOMBER]),
        crash("crash bomber, bomber", [BOMBER, BOMBER]),
        crash("crash tombola, wait", [TOMBOLA, WAIT]),
        crash("crash tombola, bomber", [TOMBOLA, BOMBER]),
        crash("crash tombola, tombola", [TOMBOLA, TOMBOLA]),
        crash("crash lookout, bomber", [&lookout, BOMBER]),
        crash("crash counter, bomber", [&counter(), BOMBER]),
    ]
}

/// Two programs of a game against each other, with setups from a fixed seed.
pub(super) fn of(game: Played, programs: [&str; 2], setups: u64) -> Work {
    match game {
        Played::Esowar => esowar("", programs, setups, 1),
        Played::Crash => crash("", programs, setups, 1),
    }
}

/// The examples of Esowar: their names and symbols.
pub(super) fn example_bases() -> io::Result<Vec<(String, String)>> {
    let mut files: Vec<_> = std::fs::read_dir(EXAMPLES)?.collect::<Result<Vec<_>, _>>()?;
    files.sort_by_key(std::fs::DirEntry::file_name);
    let read = |file: std::fs::DirEntry| {
        let path = file.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, symbols(&std::fs::read(&path)?)?))
    };
    files.into_iter().map(read).collect()
}

/// Every example of Esowar against itself, and against Sweeper.
pub(super) fn examples(setups: u64, seed: u64) -> io::Result<Vec<Work>> {
    let mut pairs = Vec::new();
    for (name, symbols) in example_bases()? {
        pairs.push(esowar(&format!("{name}, {name}"), [&symbols, &symbols], setups, seed));
        pairs.push(esowar(&format!("{name}, sweeper"), [&symbols, SWEEPER], setups, seed));
    }
    Ok(pairs)
}

fn symbols(source: &[u8]) -> io::Result<String> {
    let base = esowar::read(source).into_program().map_err(io::Error::other)?;
    Ok(base.canonical().trim().to_owned())
}

/// Where random bases come from.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Each of up to 40 symbols is any of the seven.
    Symbols,
    /// Made of loops, like those in the test `esowar_closed_form`.
    Loops,
}

impl Kind {
    pub(super) const ALL: [Self; 2] = [Self::Symbols, Self::Loops];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Symbols => "random symbols",
            Self::Loops => "random loops",
        }
    }

    fn base(self, choices: &mut SplitMix) -> String {
        match self {
            Self::Symbols => (0..=choices.below(40)).map(|_| char::from(choices.pick(b"rd><+[]"))).collect(),
            Self::Loops => loops(choices),
        }
    }
}

/// The first pair of random bases from this seed whose matches last.
pub(super) fn random(kind: Kind, seed: u64, setups: u64) -> Work {
    let mut choices = SplitMix(seed);
    loop {
        let bases = [kind.base(&mut choices), kind.base(&mut choices)];
        let bases = bases.each_ref().map(String::as_str);
        if matches_last(bases, setups, seed) {
            return esowar(&format!("{} {seed:016x}", kind.name()), bases, setups, seed);
        }
    }
}

/// Whether all matches of a pair last. This uses the reference interpreter, which is cheaper to set up than
/// the engine: before a match that lasts, thousands end after a few turns.
fn matches_last(bases: [&str; 2], setups: u64, seed: u64) -> bool {
    let symbols = bases.map(|base| esowar::read(base.as_bytes()).program.expect("these are symbols"));
    let symbols = symbols.each_ref().map(esowar::Base::symbols);
    draw::<esowar::Esowar>(bases, setups, seed).iter().all(|setup| {
        let list = |name| -> Vec<usize> {
            setup.get(name).expect("it is there").iter().map(|&number| index(number)).collect()
        };
        let squares = index(2 * esowar::SQUARES_PER_PLAYER);
        let turns = 2 * esowar::TURNS_PER_PLAYER;
        let mut reference = Reference::new(squares, &symbols, &list("start"), &list("robots"), turns);
        walk(&mut reference, FAR) && reference.turns >= LONG
    })
}

fn index(number: u64) -> usize {
    usize::try_from(number).expect("it is on the board")
}

fn esowar(name: &str, bases: [&str; 2], setups: u64, seed: u64) -> Work {
    esowar_turns(name, bases, esowar::TURNS_PER_PLAYER * bases.len() as u64, setups, seed)
}

/// Matches of Esowar with this turn limit.
fn esowar_turns(name: &str, bases: [&str; 2], turns: u64, setups: u64, seed: u64) -> Work {
    let players = bases.len() as u64;
    let squares = esowar::SQUARES_PER_PLAYER * players;
    let mut text = format!("bases {players}\n{}\n{}\n", bases[0], bases[1]);
    for setup in draw::<esowar::Esowar>(bases, setups, seed) {
        let numbers = numbers(&setup, &["start", "robots"]);
        writeln!(text, "match {squares} {turns}{numbers}").expect("a string takes everything");
    }
    Work { name: name.to_owned(), game: Played::Esowar, text }
}

fn crash(name: &str, programs: [&str; 2], setups: u64, seed: u64) -> Work {
    let turns = crash::DEFAULT_MAX_TURNS;
    let mut text = String::new();
    for program in programs {
        write!(text, "program {}\n{program}", program.lines().count()).expect("a string takes everything");
    }
    for setup in draw::<crash::Crash>(programs, setups, seed) {
        writeln!(text, "match {turns}{}", numbers(&setup, &["start"])).expect("a string takes everything");
    }
    Work { name: name.to_owned(), game: Played::Crash, text }
}

/// Setups of these programs with default parameters.
fn draw<G: Game>(programs: [&str; 2], setups: u64, seed: u64) -> Vec<NamedLists> {
    let programs = programs.map(|source| G::read(source.as_bytes()).program.expect("a legal program"));
    let programs = programs.each_ref();
    let parameters = G::parameters(&Rules::new(), &programs).expect("the defaults are legal");
    let setup = |index| {
        let mut rng = SeededRng::for_setup(game::match_seed(seed, index));
        G::setup_lists(&G::draw_setup(&parameters, &programs, &mut rng))
    };
    (0..setups).map(setup).collect()
}

/// The numbers of these lists, each with a space before it.
fn numbers(setup: &NamedLists, lists: &[&str]) -> String {
    let all = lists.iter().flat_map(|list| setup.get(list).unwrap_or_default());
    all.map(|number| format!(" {number}")).collect::<Vec<_>>().concat()
}

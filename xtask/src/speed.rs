//! Measures how fast the engines are, as ratios to plain interpreters in C (`testdata/plain`). Both run as
//! single-threaded processes, play the same matches, and must agree on outcomes, deaths, registers and
//! boards.

mod exact;
mod pairs;
mod plain;
mod slow_set;
mod worst;

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use game::Breeding;
use pairs::Work;
use plain::{Bench, Input, Shown, Side};

/// The games that have a plain interpreter in C.
#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
pub(crate) enum Played {
    Esowar,
    Crash,
}

impl Played {
    fn name(self) -> &'static str {
        match self {
            Self::Esowar => "esowar",
            Self::Crash => "crash",
        }
    }

    fn breeding(self) -> &'static dyn Breeding {
        let game = games::registry::by_name(self.name()).expect("the game is registered");
        game.breeding().expect("its programs can be bred")
    }

    /// How many players act in a turn.
    fn players_per_turn(self) -> u64 {
        match self {
            Self::Esowar => 1,
            Self::Crash => 2,
        }
    }
}

/// What is measured.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Setups per pair; 2000 for the documents' programs, otherwise 8.
    #[arg(long)]
    setups: Option<u64>,
    /// Rounds; ratios are the median of them.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// What setups and random bases are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this game.
    #[arg(long)]
    game: Option<Played>,
    /// Instead of the documents' programs: every example of Esowar against itself and against Sweeper.
    #[arg(long)]
    examples: bool,
    /// Instead of the documents' programs: this many pairs of random bases of Esowar whose matches last, of each kind.
    #[arg(long)]
    random: Option<usize>,
    /// Instead of matches: exact scores of all pairs of examples of Crash, each for so many seconds at most.
    #[arg(long, value_name = "SECONDS")]
    exact: Option<f64>,
    /// Instead of all that: searches for slow programs for so long, and adds what it finds to `testdata/slow`.
    #[arg(long, value_name = "MINUTES")]
    worst: Option<f64>,
    /// Of the search for slow programs only this part.
    #[arg(long, requires = "worst")]
    aim: Option<worst::Aim>,
    /// Instead of all that: the pairs that such searches found.
    #[arg(long)]
    slow: bool,
}

/// Measures and prints. Fails if the results of both sides differ.
pub(crate) fn run(options: &Options) -> ExitCode {
    match measure_all(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure_all(options: &Options) -> io::Result<()> {
    if let Some(most_s) = options.exact {
        return exact::run(most_s);
    }
    if let Some(minutes) = options.worst {
        return worst::run(minutes, (options.game, options.aim), options.seed);
    }
    if options.slow {
        return slow_set::measure(options.game, options.rounds);
    }
    let bench = Bench::new()?;
    let few = options.setups.unwrap_or(8);
    if options.examples || options.random.is_some() {
        if options.examples {
            distribution(&bench, options, "examples", pairs::examples(few, options.seed)?.into_iter())?;
        }
        for kind in pairs::Kind::ALL {
            let work = (0..options.random.unwrap_or(0))
                .map(|index| pairs::random(kind, game::match_seed(options.seed, index as u64), few));
            distribution(&bench, options, kind.name(), work)?;
        }
        return Ok(());
    }
    header();
    for work in pairs::documents(options.setups.unwrap_or(2000), options.seed) {
        if options.game.is_none_or(|game| game == work.game) {
            print(&work, &measure(&bench, options.rounds, &work)?);
        }
    }
    Ok(())
}

/// Measures each, then prints the distribution of the ratios.
fn distribution(
    bench: &Bench,
    options: &Options,
    name: &str,
    pairs: impl Iterator<Item = Work>,
) -> io::Result<()> {
    let mut ratios = Vec::new();
    for work in pairs.filter(|work| options.game.is_none_or(|game| game == work.game)) {
        if ratios.is_empty() {
            header();
        }
        let measured = measure(bench, options.rounds, &work)?;
        print(&work, &measured);
        ratios.push(measured.ratio);
    }
    ratios.sort_by(f64::total_cmp);
    if let (Some(least), Some(most)) = (ratios.first(), ratios.last()) {
        let quantile = |of: usize| ratios[(ratios.len() - 1) * of / 4];
        println!(
            "{name}: {} ratios, least {least:.2}, quartiles {:.2} {:.2} {:.2}, most {most:.2}\n",
            ratios.len(),
            quantile(1),
            quantile(2),
            quantile(3)
        );
    }
    Ok(())
}

/// The measurements of some matches. Times are those of the fastest round.
struct Measured {
    matches: usize,
    turns: u64,
    plain: Duration,
    engine: Duration,
    ratio: f64,
}

fn measure(bench: &Bench, rounds: usize, work: &Work) -> io::Result<Measured> {
    let turns = compare(bench, work)?;
    let input = Input { game: work.game, text: &work.text, shown: Shown::Outcome };
    let (mut plain, mut engine, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds.max(1) {
        let (_, plain_took) = bench.play(Side::Plain, &input)?;
        let (_, engine_took) = bench.play(Side::Engine, &input)?;
        ratios.push(plain_took.as_secs_f64() / engine_took.as_secs_f64());
        plain.push(plain_took);
        engine.push(engine_took);
    }
    ratios.sort_by(f64::total_cmp);
    let least = |times: &[Duration]| times.iter().min().copied().unwrap_or_default();
    let ratio = ratios[ratios.len() / 2];
    Ok(Measured {
        matches: turns.len(),
        turns: turns.iter().sum(),
        plain: least(&plain),
        engine: least(&engine),
        ratio,
    })
}

/// Checks that both sides agree on everything, and returns the number of turns of each match.
fn compare(bench: &Bench, work: &Work) -> io::Result<Vec<u64>> {
    let input = Input { game: work.game, text: &work.text, shown: Shown::State };
    let (plain, _) = bench.play(Side::Plain, &input)?;
    let (engine, _) = bench.play(Side::Engine, &input)?;
    agree(work, &plain, &engine)?;
    Ok(plain.lines().map(turns_of).collect())
}

/// Checks that both sides printed one line per match, and the same lines.
fn agree(work: &Work, plain: &str, engine: &str) -> io::Result<()> {
    let matches: Vec<&str> = work.text.lines().filter(|line| line.starts_with("match ")).collect();
    if plain.lines().count() != matches.len() || engine.lines().count() != matches.len() {
        return Err(io::Error::other(format!("{}: not a line a match", work.name)));
    }
    let differs = |((_, plain), engine): &((&&str, &str), &str)| what_counts(plain) != what_counts(engine);
    if let Some(((of, plain), engine)) = matches.iter().zip(plain.lines()).zip(engine.lines()).find(differs) {
        let programs = work.text.split("match ").next().unwrap_or_default();
        let both = format!("plain:  {plain}\nengine: {engine}");
        return Err(io::Error::other(format!("{}: they differ in\n{programs}{of}\n{both}", work.name)));
    }
    Ok(())
}

/// The part of a line on which both sides must agree. C6: for a match of Crash that reaches the turn limit,
/// the state after it is left out.
fn what_counts(line: &str) -> &str {
    match line.split_once(" turn-limit ") {
        Some((_, rest)) => &line[..line.len() - rest.len()],
        None => line,
    }
}

fn turns_of(line: &str) -> u64 {
    let after = line.split_once("turns ").map_or("", |(_, after)| after);
    after.split(' ').next().and_then(|turns| turns.parse().ok()).unwrap_or(0)
}

fn header() {
    println!(
        "{:<34} {:>7} {:>10} {:>10} {:>12} {:>12} {:>8}",
        "", "setups", "engine", "plain C", "engine", "plain C", "ratio"
    );
}

/// Prints a line with the times of whole processes, also per turn of one player.
fn print(work: &Work, measured: &Measured) {
    let Measured { matches, turns, plain, engine, ratio } = measured;
    #[expect(clippy::cast_precision_loss, reason = "turns of some matches are far below 2^52")]
    let per_turn =
        |time: &Duration| time.as_secs_f64() * 1e9 / (*turns * work.game.players_per_turn()).max(1) as f64;
    println!(
        "{:<34} {matches:>7} {:>8.3} s {:>8.3} s {:>9.3} ns {:>9.3} ns {ratio:>8.2}",
        work.name,
        engine.as_secs_f64(),
        plain.as_secs_f64(),
        per_turn(engine),
        per_turn(plain)
    );
}

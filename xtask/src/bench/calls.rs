//! Measures the overhead of a move of a C bot under each isolation mode, with a bot that returns at once.

use std::time::Duration;

use game::{AnyGame as _, AnyPlayers, Participant, Rules, WireFormat as _};
use games::snakes::{CELLS, Question, Snakes};
use guests::{Kind, WarnOnce};
use referee::Lineup;
use sandbox::{Isolation, Moment};

const STILL: &[u8] = b"char *bot_name = \"still\"; int bot(int board[16][32], char player) { return 'U'; }";

/// Moves per round: enough for a stable median.
const MOVES: usize = 4000;
/// Whole matches per round.
const MATCHES: u32 = 10;

/// Prints a line per isolation mode, or why this machine cannot run bots.
pub(super) fn run(rounds: usize) {
    let kind = match guests::kind("snakes", None) {
        Ok(kind) => kind.expect("Snakes runs foreign code"),
        Err(error) => return println!("moves of C bots cannot be measured here: {error}"),
    };
    println!("{:<34} {:>12} {:>12} {:>18}", "", "move, p50", "move, p99", "matches per second");
    let isolations = [Isolation::Fast, Isolation::Reset, Isolation::Fork];
    let mut measured = isolations.map(|_| Vec::new());
    for _ in 0..rounds {
        for (isolation, measured) in isolations.into_iter().zip(&mut measured) {
            measured.push((moves(kind.as_ref(), isolation), matches(kind.as_ref(), isolation)));
        }
    }
    let fork = least(&measured[2]);
    for (isolation, measured) in isolations.into_iter().zip(&measured) {
        let p50 = least(measured);
        let p99 = measured.iter().map(|((_, p99), _)| *p99).min().unwrap_or_default();
        let most = measured.iter().map(|(_, matches)| *matches).fold(0.0, f64::max);
        println!(
            "{:<34} {:>9.1} µs {:>9.1} µs {most:>18.1}   {:.1} times as fast as fork",
            format!("snakes, --isolation {}", format!("{isolation:?}").to_lowercase()),
            micros(p50),
            micros(p99),
            micros(fork) / micros(p50),
        );
    }
}

type Measured = ((Duration, Duration), f64);

/// The lowest median of all rounds.
fn least(measured: &[Measured]) -> Duration {
    measured.iter().map(|((p50, _), _)| *p50).min().unwrap_or_default()
}

fn micros(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

fn lineup() -> Lineup<'static> {
    let program: Participant = Snakes.read(STILL).into_program().expect("it is legal");
    Lineup::new(&Snakes, vec![program; 2], &Rules::new()).expect("two programs play")
}

/// The median and the 99th percentile of the time of a move.
fn moves(kind: &dyn Kind, isolation: Isolation) -> (Duration, Duration) {
    let lineup = lineup();
    let factory = kind.factory(isolation, &WarnOnce::silent());
    let mut players = factory.players(&lineup, 1).expect("the bot is legal");
    let mut question = Vec::new();
    Question { rand_seed: 1, player: b'X', board: [b'.'; CELLS] }.encode(&mut question);
    let mut times: Vec<Duration> = (0..MOVES).map(|_| one(players.as_mut(), &question)).collect();
    times.sort_unstable();
    (times[MOVES / 2], times[MOVES * 99 / 100])
}

fn one(players: &mut dyn AnyPlayers, question: &[u8]) -> Duration {
    let start = Moment::now();
    players.ask(0, question).expect("the machinery works");
    start.elapsed()
}

/// Whole matches per second, on one core.
fn matches(kind: &dyn Kind, isolation: Isolation) -> f64 {
    let lineup = lineup();
    let factory = kind.factory(isolation, &WarnOnce::silent());
    let mut table = lineup.runner();
    let start = Moment::now();
    for seed in 0..u64::from(MATCHES) {
        let mut players = factory.players(&lineup, seed).expect("the bot is legal");
        table.play(&lineup.draw_setup(seed), players.as_mut(), &|| false).expect("the machinery works");
    }
    f64::from(MATCHES) / start.elapsed().as_secs_f64()
}

//! Plays honest moves while others use up the processor's time. None of the moves may count as too slow.
//!
//! The time is taken by a process with real-time priority, by many busy processes, or by a quota. All of them
//! stay on the one processor on which the bots run, so repeating a move on another processor does not help
//! here.

mod moves;
mod thieves;

use std::io;
use std::process::{Command, ExitCode};

pub(crate) use moves::{Asked, play};
pub(crate) use thieves::spin;
use thieves::{THIEVES, Taken};

/// How many moves, and how much is taken.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many moves of bots and runs of snippets in all.
    #[arg(long, default_value_t = 100_000)]
    moves: u64,
    /// How much of the processor's time is taken, in percent.
    #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=95))]
    share: u32,
    /// Which processor, counted from 0.
    #[arg(long, default_value_t = 0)]
    processor: usize,
}

/// Plays with each thief, and reports faults.
pub(crate) fn run(options: &Options) -> ExitCode {
    let is_there = crate::workspace::require(&[("chrt", "util-linux"), ("taskset", "util-linux")]);
    match is_there.and_then(|()| tried(options)) {
        Ok(sum) => {
            println!("{} moves: {} faults, {} void", sum.moves, sum.faults, sum.voids);
            if sum.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn tried(options: &Options) -> io::Result<moves::Counts> {
    let each = options.moves.div_ceil((THIEVES.len() * Asked::ALL.len()) as u64);
    let mut sum = moves::Counts::default();
    for thief in THIEVES {
        for game in Asked::ALL {
            let taken = Taken::by(thief, options.processor, options.share)?;
            let stolen = thieves::stolen_ms();
            let mut command = taken.command(options.processor)?;
            let counts = asked(command.args(["stolen-moves", game.name(), &each.to_string()]))?;
            println!(
                "{:<8} {:<30} {:>7} moves  {:>3} faults  {:>3} void  longest by the clock {:>5} ms  taken from this machine {} ms",
                game.name(),
                thief.name(),
                counts.moves,
                counts.faults,
                counts.voids,
                counts.longest_ms,
                thieves::stolen_ms().saturating_sub(stolen),
            );
            sum.add(counts);
        }
    }
    Ok(sum)
}

/// Runs the process that plays, and returns its counts.
fn asked(command: &mut Command) -> io::Result<moves::Counts> {
    let said = crate::workspace::said_by(command)?;
    serde_json::from_str(said.trim()).map_err(io::Error::other)
}

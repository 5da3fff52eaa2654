//! Searches for the programs for which bout is slowest, with an evolutionary search whose fitness is
//! slowness.
//!
//! It breeds pairs of programs like a search for strong programs, and keeps the slowest pair of every niche,
//! so that it finds different reasons to be slow. It starts with the set of slow pairs (`slow_set.rs`), and
//! adds what it finds.

mod candidates;
mod population;
mod trial;

use std::io;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use game::SeededRng;
use serde::{Deserialize, Serialize};

use super::Played;
use super::plain::Bench;
use super::slow_set::{self, SlowPair};
use population::Population;
pub(super) use trial::Trials;

/// In what a pair is slow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Aim {
    /// How many times as long as the plain interpreter in C the engine takes for some matches, as whole processes.
    Ratio,
    /// How many milliseconds the engine takes for a match.
    Match,
    /// How many seconds an exact score of Crash takes, by the parts that are counted in a second.
    Exact,
}

impl Aim {
    /// The aims that a game supports.
    fn all(game: Played) -> &'static [Self] {
        match game {
            Played::Esowar => &[Self::Ratio, Self::Match],
            Played::Crash => &[Self::Ratio, Self::Match, Self::Exact],
        }
    }

    /// Formats a score with its unit.
    pub(super) fn words(self, score: f64) -> String {
        match self {
            Self::Ratio => format!("{score:.3} times the time of plain C"),
            Self::Match => format!("{score:.3} ms per match"),
            Self::Exact => format!("{score:.3} s for an exact score"),
        }
    }
}

/// The most pairs that a search adds.
const KEPT: usize = 8;

/// The most pairs in the set per game and aim. It keeps those that were slowest when they were found, even if
/// they are fast now.
const ROOM: usize = 16;

/// How often a pair is measured again after it was found.
const ROUNDS: usize = 3;

/// How often the search reports its progress.
const REPORT: Duration = Duration::from_mins(1);

/// Searches for `minutes`, in equal shares for every game and aim asked for, and adds what it finds to the set.
pub(super) fn run(minutes: f64, only: (Option<Played>, Option<Aim>), seed: u64) -> io::Result<()> {
    let bench = Bench::new()?;
    let all = [Played::Esowar, Played::Crash]
        .into_iter()
        .flat_map(|game| Aim::all(game).iter().map(move |&aim| (game, aim)));
    let searches: Vec<(Played, Aim)> = all
        .filter(|(game, aim)| {
            only.0.is_none_or(|asked| asked == *game) && only.1.is_none_or(|asked| asked == *aim)
        })
        .collect();
    let share = Duration::from_secs_f64(minutes * 60.0 / as_float(searches.len().max(1)));
    for (game, aim) in searches {
        let known = slow_set::read(game)?;
        let trials = Trials::new(&bench, game, aim);
        let population = search(&trials, &known, share, seed)?;
        let found = again(&trials, &population)?;
        slow_set::write(game, &merged(known, found, aim))?;
    }
    Ok(())
}

/// Breeds until the time is over.
fn search(trials: &Trials<'_>, known: &[SlowPair], share: Duration, seed: u64) -> io::Result<Population> {
    let (game, aim) = (trials.game, trials.aim);
    let mut rng = SeededRng::for_setup(seed);
    let mut population = Population::new(game);
    let mut first = candidates::first(game, known, &mut rng)?.into_iter();
    let (start, mut reported, mut tried) = (Instant::now(), Instant::now(), 0_u64);
    while start.elapsed() < share {
        let programs = first.next().unwrap_or_else(|| candidates::child(game, &population, &mut rng));
        tried += 1;
        if let Some(score) = trials.score(&programs)? {
            population.add(programs, score);
        }
        if reported.elapsed() > REPORT {
            reported = Instant::now();
            let slowest = population.slowest(1).first().map_or(0.0, |kept| kept.score);
            println!(
                "{} {aim:?}: {tried} pairs tried, {} niches, slowest {}",
                game.name(),
                population.niches(),
                aim.words(slowest)
            );
        }
    }
    Ok(population)
}

/// Measures the slowest pairs again, since noise may have made a pair look slow. Of pairs with a common
/// program, which are mostly slow for the same reason, only the slowest is returned.
fn again(trials: &Trials<'_>, population: &Population) -> io::Result<Vec<SlowPair>> {
    let mut found: Vec<SlowPair> = Vec::new();
    for kept in population.slowest(usize::MAX) {
        if found.len() == KEPT {
            break;
        }
        let is_known = |program| found.iter().any(|pair| pair.programs.contains(program));
        if kept.programs.iter().any(is_known) {
            continue;
        }
        let Some(score) = trials.median(&kept.programs, ROUNDS)? else { continue };
        let (game, aim) = (trials.game, trials.aim);
        println!("{} {aim:?}: {}\n{}", game.name(), aim.words(score), shown(&kept.programs));
        found.push(SlowPair { aim, programs: kept.programs.clone(), score_when_found: score });
    }
    Ok(found)
}

/// Formats the programs, and shortens long ones.
fn shown(programs: &[String; 2]) -> String {
    let short = |program: &String| -> String {
        let text: String = program.trim().replace('\n', "; ");
        if text.len() > 200 { format!("{}... ({} characters)", &text[..200], text.len()) } else { text }
    };
    format!("    {}\n    {}", short(&programs[0]), short(&programs[1]))
}

/// Adds the pairs found for an aim to the set, and keeps the slowest up to [`ROOM`].
fn merged(known: Vec<SlowPair>, found: Vec<SlowPair>, aim: Aim) -> Vec<SlowPair> {
    let (mut of_aim, others): (Vec<SlowPair>, Vec<SlowPair>) =
        known.into_iter().partition(|pair| pair.aim == aim);
    for pair in found {
        if of_aim.iter().all(|known| known.programs != pair.programs) {
            of_aim.push(pair);
        }
    }
    of_aim.sort_by(|one, two| two.score_when_found.total_cmp(&one.score_when_found));
    of_aim.truncate(ROOM);
    let mut all = [others, of_aim].concat();
    all.sort_by_key(|pair| pair.aim as u8);
    all
}

#[expect(clippy::cast_precision_loss, reason = "there are a few searches")]
fn as_float(number: usize) -> f64 {
    number as f64
}

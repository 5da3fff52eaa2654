//! Measures how slow a pair is.

use std::io;
use std::time::Duration;

use super::super::pairs::{self, Work};
use super::super::plain::{Bench, Input, Shown, Side};
use super::super::{Played, agree, exact};
use super::Aim;

/// Numbers of setups to try, from few to many, until the matches take long enough to measure.
const SETUPS: [u64; 3] = [8, 400, 20_000];

/// How long the plain interpreter must take for the matches to give a meaningful ratio.
const ENOUGH: Duration = Duration::from_millis(30);

/// The time limit for one side in a trial.
const MOST: Duration = Duration::from_secs(4);

/// The time limit for counting an exact score.
const MOST_EXACT: Duration = Duration::from_secs(1);

/// Measures pairs of one game for one aim.
pub(in super::super) struct Trials<'b> {
    bench: &'b Bench,
    pub(in super::super) game: Played,
    pub(in super::super) aim: Aim,
}

impl<'b> Trials<'b> {
    pub(in super::super) fn new(bench: &'b Bench, game: Played, aim: Aim) -> Self {
        Self { bench, game, aim }
    }

    /// How slow a pair is; `None` if that cannot be measured.
    ///
    /// # Errors
    /// If a process fails, or if the engine's results differ from those of the plain interpreter.
    pub(in super::super) fn score(&self, programs: &[String; 2]) -> io::Result<Option<f64>> {
        match self.aim {
            Aim::Ratio => self.ratio(programs),
            Aim::Match => self.milliseconds_per_match(programs),
            Aim::Exact => Ok(Some(exact::seconds(programs, MOST_EXACT)?)),
        }
    }

    /// The median of a pair's scores over several rounds.
    ///
    /// # Errors
    /// Those of [`Trials::score`].
    pub(in super::super) fn median(&self, programs: &[String; 2], rounds: usize) -> io::Result<Option<f64>> {
        let mut scores = Vec::new();
        for _ in 0..rounds.max(1) {
            scores.extend(self.score(programs)?);
        }
        scores.sort_by(f64::total_cmp);
        Ok(scores.get(scores.len() / 2).copied())
    }

    fn ratio(&self, programs: &[String; 2]) -> io::Result<Option<f64>> {
        for setups in SETUPS {
            let work = self.work(programs, setups);
            let Some((plain_said, plain)) = self.play(Side::Plain, &work)? else { return Ok(None) };
            if plain < ENOUGH {
                continue;
            }
            let Some((engine_said, engine)) = self.play(Side::Engine, &work)? else {
                return Ok(Some(MOST.as_secs_f64() / plain.as_secs_f64()));
            };
            // A search plays stranger programs than any test, so it checks the results, too.
            agree(&work, &plain_said, &engine_said)?;
            return Ok(Some(engine.as_secs_f64() / plain.as_secs_f64()));
        }
        Ok(None)
    }

    fn milliseconds_per_match(&self, programs: &[String; 2]) -> io::Result<Option<f64>> {
        let work = self.work(programs, SETUPS[0]);
        let took = self.play(Side::Engine, &work)?.map_or(MOST, |(_, took)| took);
        let matches = u32::try_from(SETUPS[0]).expect("a few");
        Ok(Some((took / matches).as_secs_f64() * 1e3))
    }

    fn work(&self, programs: &[String; 2], setups: u64) -> Work {
        pairs::of(self.game, programs.each_ref().map(String::as_str), setups)
    }

    fn play(&self, side: Side, work: &Work) -> io::Result<Option<(String, Duration)>> {
        let input = Input { game: self.game, text: &work.text, shown: Shown::Outcome };
        self.bench.play_within(side, &input, MOST)
    }
}

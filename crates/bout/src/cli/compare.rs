//! `bout compare` as users type it.

use std::path::PathBuf;

use clap::Args;

use super::{GameOption, PlayingOptions};

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The new version: a file, or `-`
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,

    /// The old version, against the same opponents: a file, or `-`
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,

    /// The opponents of both: files, and folders of the game's programs
    #[arg(long, required = true, num_args = 1.., value_name = "PROGRAM")]
    pub(crate) against: Vec<PathBuf>,

    /// By how many points a game the new version should be better: from 0.001 to 0.9. Half the gap takes four times
    /// the games
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = gap, allow_hyphen_values = true)]
    pub(crate) gap: f64,

    /// Ask whether the new version is no worse than the old one, or by less than the gap
    #[arg(long)]
    no_worse: bool,

    /// How sure the answer must be: from 0.5 to 0.999999
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = confidence, allow_hyphen_values = true)]
    pub(crate) confidence: f64,

    /// At most so many games for each version, rounded up to whole rounds; then it ends undecided
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000), allow_hyphen_values = true)]
    pub(crate) games: u64,

    #[command(flatten)]
    pub(crate) game: GameOption,

    #[command(flatten)]
    pub(crate) playing: PlayingOptions,
}

/// What is asked of the new version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    /// Whether it is better.
    Better,
    /// Whether it is no worse, as after a change that should make it simpler or faster.
    NoWorse,
}

impl CompareArgs {
    pub(crate) fn question(&self) -> Question {
        if self.no_worse { Question::NoWorse } else { Question::Better }
    }
}

fn gap(text: &str) -> Result<f64, String> {
    within(text, 0.001, 0.9)
}

fn confidence(text: &str) -> Result<f64, String> {
    within(text, 0.5, 0.999_999)
}

fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("`{text}` is no number from {least} to {most}"))
}

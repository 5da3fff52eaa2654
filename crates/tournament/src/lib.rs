//! Tournaments as pure functions: who meets whom ([`schedule`]), the points of a match ([`Scoring`]), the results ([`Table`],
//! [`CrossTable`]), and how strong programs are ([`Rankings`], [`ratings`]).
//!
//! Entrants are numbers, their positions in a [`Field`] that is sorted by the content of programs. So nothing here depends on the order in
//! which programs were named, on time or on threads: the same field, seed and results give the same table.
//!
//! - A [`schedule::Schedule`] hands out rounds of [`Encounter`]s. The crate `jobs` plays them on all processors, and hands back an
//!   [`EncounterResult`] with a [`Tally`] for each.
//! - The seeds of a pair's games follow from the two programs ([`pairing_seed`]), so that results can be kept and used in another field.
//!   Every setup is played from all seats ([`Seating`]).
//! - [`Table`] counts points. [`Rankings`] estimates ratings with intervals, and ranges of ranks that hold jointly.
//! - [`sequential`] tests whether one program is better than another, and stops as soon as this is known.
//!
//! Before version 1.0 items may change. Results do not change without a reason that the changelog names.
//!
//! # Find a win rate, and how sure it is
//!
//! ```
//! use game::{AnyGame, NoPlayers, Rules, match_seed};
//! use games::crash::Crash;
//! use referee::Lineup;
//! use tournament::ratings::{Confidence, share_interval};
//!
//! let sources = ["write crash [i]+[a]+2\nstore [a]+2532 a\nstore [i]-3 i", "noop\nnoop\nnoop\nstore [i]-4 i"];
//! let programs = sources.map(|source| Crash.read(source.as_bytes()).into_program());
//! let programs = programs.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let lineup = Lineup::new(&Crash, programs, &Rules::new())?;
//! let mut runner = lineup.runner();
//!
//! let (games, mut won) = (100, 0);
//! for index in 0..games {
//!     let setup = lineup.draw_setup(match_seed(1, index));
//!     let outcome = runner.outcome(&setup, &mut NoPlayers, &|| false)?;
//!     won += u64::from(outcome.winner() == Some(0));
//! }
//! let (low, high) = share_interval(won, games, Confidence::P95);
//! println!("won {won} of {games}: {:.1} to {:.1} %", 100.0 * low, 100.0 * high);
//! assert!(low > 0.5, "it is the better one");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Play a round robin and rate the programs
//!
//! These are the results of `bout tournament --score sampled`.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::convert::Infallible;
//!
//! use game::{AnyGame, Digest, NoPlayers, Rules};
//! use games::crash::Crash;
//! use jobs::{Parallelism, PlayContext, play_round};
//! use referee::{Conditions, Detail};
//! use tournament::ratings::Confidence;
//! use tournament::schedule::{RoundRobin, Schedule};
//! use tournament::{
//!     ChanceSource, Field, Ranking, Rankings, Scoring, Seating, Table, pairing_seed,
//! };
//!
//! let sources = ["write crash [i]+[a]+2\nstore [a]+2532 a\nstore [i]-3 i", "noop\nnoop\nnoop\nstore [i]-4 i", "crash"];
//! let named = sources.map(|source| Crash.read(source.as_bytes()).into_program());
//! let named = named.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let ids: Vec<Digest> = named.iter().map(|program| program.id()).collect();
//! let (field, order) = Field::new(&ids);
//! let programs: Vec<_> = order.iter().map(|&at| named[at].clone()).collect();
//!
//! let seed_of = |members: &[usize]| {
//!     let ids: Vec<Digest> = members.iter().map(|&member| field.program(member)).collect();
//!     pairing_seed(1, &ids, Seating::default())
//! };
//! let conditions =
//!     Conditions { factory: &NoPlayers, match_budget: None, detail: Detail::Result, stop: &|| false };
//! let context: PlayContext<Infallible> = PlayContext {
//!     game: &Crash,
//!     rules: &Rules::new(),
//!     programs: &programs,
//!     seating: Seating::default(),
//!     seed_of: &seed_of,
//!     conditions,
//!     watcher: None,
//! };
//! let parallelism = Parallelism { threads: 2, chunk: 1, stop: &|| false };
//! let round = RoundRobin::new(field.len(), 20).next_round(&[]);
//! let played = play_round(&context, round, parallelism)?.expect("nobody stops it");
//!
//! let table = Table::new(field.len(), &played, &BTreeMap::new(), &Scoring::default(), &Ranking::Score);
//! let rankings = Rankings::new(field.len(), &played, ChanceSource::InSetups, Confidence::P95, 1);
//! for row in &table.rows {
//!     let rated = &rankings.entrants[row.entrant];
//!     let (low, high) = (rated.interval.low, rated.interval.high);
//!     println!("{} {}: {:.0} Elo, {low:.0} to {high:.0}", row.rank, sources[order[row.entrant]], rated.elo);
//! }
//! assert_eq!(order[table.rows[0].entrant], 0, "the first program is the best");
//! assert_eq!(order[table.rows[2].entrant], 2, "the last one executes `crash` at once");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Write a schedule of your own
//!
//! A schedule is a function of the results so far.
//!
//! ```
//! use tournament::schedule::Schedule;
//! use tournament::{Encounter, EncounterResult, Tally};
//!
//! /// The winner stays, and meets the next entrant.
//! struct WinnerStays {
//!     entrants: usize,
//!     games: u64,
//! }
//!
//! impl Schedule for WinnerStays {
//!     fn next_round(&mut self, played: &[EncounterResult]) -> Vec<Encounter> {
//!         let challenger = played.len() + 1;
//!         let champion = played.last().map_or(0, |EncounterResult { encounter, tally }| {
//!             let stays = tally.ahead(0, 1) >= tally.ahead(1, 0);
//!             encounter.members[usize::from(!stays)]
//!         });
//!         let is_over = challenger >= self.entrants;
//!         let next = Encounter::new(vec![champion, challenger], 0, self.games);
//!         if is_over { Vec::new() } else { vec![next] }
//!     }
//!
//!     fn matches(&self) -> u64 {
//!         (self.entrants as u64 - 1) * self.games
//!     }
//! }
//!
//! let mut schedule = WinnerStays { entrants: 3, games: 2 };
//! let [first] = &schedule.next_round(&[])[..] else { unreachable!("two meet at a time") };
//! assert_eq!(first.members, [0, 1]);
//!
//! // Member 1 wins both games: from seat 1, then from seat 0.
//! let mut tally = Tally::new(2);
//! tally.add(0, &[2, 1], None);
//! tally.add(1, &[1, 2], None);
//! let played = [EncounterResult { encounter: first.clone(), tally }];
//! assert_eq!(schedule.next_round(&played)[0].members, [1, 2]);
//! ```

mod cross;
mod encounter;
mod games;
mod gifts;
mod places;
mod points;
mod rankings;
pub mod ratings;
pub mod schedule;
mod seating;
pub mod sequential;
pub mod simulation;
mod table;
mod tally;

pub use cross::{CrossTable, HeadToHead};
pub use encounter::{Encounter, EncounterResult, Field, pairing_seed, rounded_up};
pub use games::Games;
pub use gifts::{Gift, PairScore, gifts};
pub use places::{Places, PlacesError};
pub use points::{Points, Scoring};
pub use rankings::{ChanceSource, Estimate, IntervalBasis, NoRankRanges, Rankings, Rated};
pub use seating::Seating;
pub use table::{Ranking, Row, Standing, Table};
pub use tally::{Tally, half_points};

/// An entrant: its position in the [`Field`].
pub type EntrantIndex = usize;

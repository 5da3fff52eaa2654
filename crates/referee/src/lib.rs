//! Plays one match, or replays a recorded match and checks whether the record is true.
//!
//! - A [`Lineup`] is programs of one game with fixed parameters. It draws setups, and makes a [`MatchRunner`], which
//!   plays match after match in the same memory.
//! - [`MatchRunner::play`] plays to the end and returns a [`Finished`] match: its outcome, its digest and, if foreign
//!   code was asked, the answers. [`MatchRunner::outcome`] returns the outcome alone, in less time.
//! - [`Lineup::record`] makes a record of a finished match. [`replay`] plays a record again and says how the two
//!   differ.
//! - A [`PlayerFactory`] makes players for games that ask foreign code, and [`play_match`] tries again if the machinery
//!   fails.
//!
//! A program's failure can lose a match. A failure of ours ([`MatchError`]) never does. Before version 1.0, items may
//! change. The digests and records of a version of the rules do not change.
//!
//! # Play a match from a seed
//!
//! ```
//! use game::{AnyGame, NoPlayers, Rules};
//! use games::esowar::Esowar;
//! use referee::Lineup;
//!
//! let sources = ["[+]+[<<[+]+] ;name Strider", "+ ;name Sitter"];
//! let programs = sources.map(|source| Esowar.read(source.as_bytes()).into_program());
//! let programs = programs.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let lineup = Lineup::new(&Esowar, programs, &Rules::new())?;
//!
//! let setup = lineup.draw_setup(7);
//! let finished = lineup.runner().play(&setup, &mut NoPlayers, &|| false)?;
//! println!("{:?} after {} turns: {}", finished.outcome.verdict, finished.outcome.turns, finished.digest);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Record a match, and verify the record
//!
//! A record has everything that is needed to play its match again. Replaying it runs no foreign code.
//!
//! ```
//! use game::{AnyGame, NoPlayers, Rules};
//! use games::crash::Crash;
//! use games::registry;
//! use referee::{Depth, Lineup, Provenance, Source, replay};
//!
//! let sources = ["noop", "crash"]
//!     .map(|source| Source { file: format!("{source}.crash"), bytes: source.as_bytes().to_vec() });
//! let programs = sources.iter().map(|source| Crash.read(&source.bytes).into_program());
//! let lineup = Lineup::new(&Crash, programs.collect::<Result<_, _>>()?, &Rules::new())?;
//! let mut runner = lineup.runner();
//! let mut finished = runner.play(&lineup.draw_setup(7), &mut NoPlayers, &|| false)?;
//! finished.state_hash = runner.state_hash();
//!
//! let provenance = Provenance { sources: &sources, seed: Some(7), match_index: 0, environment: &[] };
//! let bytes = record::write(&lineup.record(&finished, provenance));
//!
//! let record = record::read(&bytes)?;
//! let find = |name: &str| registry::by_name(name).map(|game| game as &dyn AnyGame);
//! let replayed = replay(&record, find, Depth::State, &|| false)?;
//! assert!(replayed.differences.is_empty(), "the record is true");
//! assert_eq!(replayed.finished.digest, finished.digest);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Answer the questions of a game yourself
//!
//! A game of foreign code asks [`game::AnyPlayers`], and does not know who answers. The crate `guests` has players that
//! run bots in confinement. A host can have others: people, processes elsewhere, or code of its own.
//!
//! ```
//! use game::{AnyGame, AnyPlayers, Reply, Rules, Seat, Void};
//! use games::RegisteredGame;
//! use games::snakes::Snakes;
//! use referee::Lineup;
//!
//! /// Both go where the first letter leads, for ever.
//! struct Straight;
//!
//! impl AnyPlayers for Straight {
//!     fn ask(&mut self, _: Seat, _question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
//!         let moves = Snakes.manual_moves().expect("Snakes has moves");
//!         Ok(Reply::Answer((moves.answer)(moves.letters.first().copied())))
//!     }
//! }
//!
//! let bot = Snakes.read(b"// played by the host").into_program()?;
//! let lineup = Lineup::new(&Snakes, vec![bot.clone(), bot], &Rules::new())?;
//! let finished = lineup.runner().play(&lineup.draw_setup(1), &mut Straight, &|| false)?;
//! assert!(finished.answers.replies.len() as u64 >= finished.outcome.turns);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asked_turn;
mod attempts;
mod lineup;
mod players;
mod replay;
mod runner;

pub use asked_turn::{AskedTurn, asked_turn};
pub use attempts::{Attempted, Conditions, Detail, MAX_ATTEMPTS, attempt_until_valid, play_match};
pub use lineup::{Lineup, MAX_MATCHES_BYTES, Provenance, Source};
pub use players::{Budgeted, PlayerFactory};
pub use replay::{Depth, Played, ReplayDifference, ReplayError, Replayed, differences, replay};
pub use runner::{Finished, MatchError, MatchRunner};

//! The games of bout, one folder each, and the registry that lists them.
//!
//! [`REGISTRY`] has every game of this build as a [`RegisteredGame`], which is a [`game::AnyGame`] plus what hosts also need: its
//! manual page, its warnings, and how its programs are bred. Find one with [`registry::by_name`] or [`registry::by_extension`].
//! The modules [`esowar`], [`crash`], [`snakes`] and [`perlwar`] have the games with their types. Programs of the last two are
//! foreign code: the crate `guests` confines it and asks it questions. [`conformance`] plays cases whose results are known.
//!
//! Each game has rules with a version ([`game::GameInfo::rules_version`]), which goes up whenever an outcome could change. Other items may
//! change before version 1.0.
//!
//! # Take a step of evolution
//!
//! [`RegisteredGame::breeding`] makes programs at random, changes them and crosses them. An evolver
//! plays the children, and keeps the best.
//!
//! ```
//! use game::SeededRng;
//! use games::registry;
//!
//! let crash = registry::by_name("crash").expect("Crash is in the registry");
//! let breeding = crash.breeding().expect("programs of Crash can be bred");
//! let mut rng = SeededRng::for_setup(1);
//!
//! let mother = breeding.random(&mut rng);
//! let father = "write crash [a]\nstore [a]+4 a\nstore [i]-3 i\n";
//! let child = breeding.crossed(&mother, father, &mut rng);
//! let child = breeding.mutated(&child, &mut rng);
//! crash.read(child.as_bytes()).into_program()?;
//! println!("{}\nniche: {}", child, breeding.niche(&child));
//! # Ok::<(), String>(())
//! ```
//!
//! # Count the exact score of a pair
//!
//! A pair of Crash has some 17 million setups. Playing all of them leaves no luck in its score.
//!
//! ```
//! use game::{AnyGame, Counts, Rules};
//! use games::crash::Crash;
//!
//! let programs = ["noop", "crash"].map(|source| Crash.read(source.as_bytes()).into_program());
//! let programs = programs.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let lineup = Crash.lineup(&programs, &Rules::new())?;
//! let census = lineup.census().expect("setups of Crash can be counted");
//!
//! let mut counts = Counts::default();
//! for part in 0..census.parts() {
//!     counts += census.count(part, &|| false).expect("nobody stops it");
//! }
//! assert_eq!(counts.setups(), census.setups());
//! assert_eq!(counts.wins, [counts.setups(), 0], "the second program executes `crash` at once");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate `jobs` counts the parts on all processors.

pub mod conformance;
pub mod crash;
pub mod esowar;
pub mod perlwar;
mod placement;
pub mod registry;
pub mod snakes;
pub mod source;
mod visits;

pub use registry::{CasePlayers, ManualMoves, REGISTRY, RegisteredGame, TextLog, Warning, Word};

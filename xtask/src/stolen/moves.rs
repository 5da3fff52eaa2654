//! Plays matches of honest programs, and measures each move.

use std::path::Path;
use std::time::{Duration, Instant};

use game::{AnyGame, AnyPlayers, Participant, Reply, Rules, Seat, Void};
use games::perlwar::PerlWar;
use games::snakes::Snakes;
use guests::WarnOnce;
use referee::Lineup;
use sandbox::Isolation;
use serde::{Deserialize, Serialize};

/// A game that asks foreign code.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum Asked {
    /// Bots in C.
    Snakes,
    /// Snippets of Perl.
    Perlwar,
}

impl Asked {
    pub(super) const ALL: [Self; 2] = [Self::Snakes, Self::Perlwar];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Snakes => "snakes",
            Self::Perlwar => "perlwar",
        }
    }

    fn game(self) -> &'static dyn AnyGame {
        match self {
            Self::Snakes => &Snakes,
            Self::Perlwar => &PerlWar,
        }
    }

    /// Fast examples, so that only stolen processor time can make them slow.
    fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Snakes => {
                &["boxer.c", "careful.c", "greedy.c", "raider.c", "random.c", "spiral.c", "wallhugger.c"]
            }
            Self::Perlwar => &["crawler.pl", "barbarian.pl", "guard.pl", "grasshopper.pl", "sleeper.pl"],
        }
    }
}

/// The results of some moves.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Counts {
    pub(super) moves: u64,
    pub(super) faults: u64,
    /// Moves that bout failed to play, which voids their matches.
    pub(super) voids: u64,
    /// The longest move, in milliseconds of elapsed time.
    pub(super) longest_ms: u64,
}

impl Counts {
    pub(super) fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.faults += other.faults;
        self.voids += other.voids;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
    }
}

/// Players that measure and count their moves.
struct Watched<'a> {
    players: Box<dyn AnyPlayers>,
    counts: &'a mut Counts,
    wanted: u64,
}

impl AnyPlayers for Watched<'_> {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        if self.counts.moves == self.wanted {
            return Err(Void { cause: "these are enough".into() });
        }
        let start = Instant::now();
        let reply = self.players.ask(seat, question);
        let longest = Duration::from_millis(self.counts.longest_ms).max(start.elapsed());
        self.counts.longest_ms = u64::try_from(longest.as_millis()).unwrap_or(u64::MAX);
        self.counts.moves += 1;
        match &reply {
            Ok(Reply::Fault(kind, detail)) => {
                eprintln!("a fault of seat {seat}: {kind:?}, {detail}");
                self.counts.faults += 1;
            }
            Err(void) => {
                eprintln!("void: {}", void.cause);
                self.counts.voids += 1;
            }
            Ok(Reply::Answer(_)) => {}
        }
        reply
    }
}

/// Plays this many moves, and prints the counts as JSON.
pub(crate) fn play(asked: Asked, moves: u64) -> Result<(), String> {
    let examples = crate::workspace::root().join("crates/bout/examples").join(asked.name());
    let names = asked.programs();
    let programs: Vec<Participant> =
        names.iter().map(|name| program(asked.game(), &examples.join(name))).collect::<Result<_, _>>()?;
    let kind = guests::kind(asked.name(), None).map_err(|error| error.to_string())?;
    let factory = kind.expect("it runs foreign code").factory(Isolation::Reset, &WarnOnce::silent());
    let mut counts = Counts::default();
    for seed in 0.. {
        if counts.moves == moves {
            break;
        }
        let (one, other) = pair(seed, programs.len());
        let lineup =
            Lineup::new(asked.game(), vec![programs[one].clone(), programs[other].clone()], &Rules::new())
                .map_err(|error| error.to_string())?;
        let players = factory.players(&lineup, seed).map_err(|void| void.cause)?;
        let mut watched = Watched { players, counts: &mut counts, wanted: moves };
        // The result of the match does not matter: `Watched` counts the moves.
        let _ = lineup.runner().play(&lineup.draw_setup(seed), &mut watched, &|| false);
    }
    println!("{}", serde_json::to_string(&counts).expect("counts are plain data"));
    Ok(())
}

fn program(game: &dyn AnyGame, path: &Path) -> Result<Participant, String> {
    let wrong = |why: String| format!("{}: {why}", path.display());
    let source = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    game.read(&source).into_program().map_err(|_| wrong("it is not legal".into()))
}

/// The indices of two different programs.
fn pair(seed: u64, programs: usize) -> (usize, usize) {
    let seed = usize::try_from(seed).expect("there are few matches");
    let one = seed % programs;
    (one, (one + 1 + seed / programs % (programs - 1)) % programs)
}

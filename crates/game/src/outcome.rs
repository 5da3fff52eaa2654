//! How a match ended, and how a program can fail in it.

use crate::Seat;
use crate::text::one_line;

/// Who won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// One seat won.
    Win {
        /// The winner.
        winner: Seat,
    },
    /// Nobody won.
    Draw {
        /// The seats that tie, in order. With more than two players, others may have lost.
        tied: Vec<Seat>,
    },
}

/// How a program failed. The rules judge the failure: the program loses, and the match counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The seat of the program that failed.
    pub seat: Seat,
    /// How it failed.
    pub kind: FaultKind,
    /// The details, such as the signal's name.
    pub detail: String,
}

impl Fault {
    /// Returns what happened as a clause, with the name of the program: "Hawk failed, signal: SIGSEGV".
    #[must_use]
    pub fn in_words(&self, name: &str) -> String {
        let what = format!("{name} failed, {}", self.kind.word());
        let detail = one_line(&self.detail);
        if detail.is_empty() { what } else { format!("{what}: {detail}") }
    }
}

/// The ways in which foreign code can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// It died of a signal.
    Signal,
    /// It used up its processor time.
    Time,
    /// It used up its memory.
    Memory,
    /// It ended although it should have answered.
    Exit,
    /// It asked the kernel for something that is forbidden.
    Syscall,
    /// Its answers depend on earlier calls: it kept state between them.
    State,
}

impl FaultKind {
    /// Every kind, in the order of the manual.
    pub const ALL: [Self; 6] =
        [Self::Signal, Self::Time, Self::Memory, Self::Exit, Self::Syscall, Self::State];

    /// The word used in outputs and records.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Signal => "signal",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Exit => "exit",
            Self::Syscall => "syscall",
            Self::State => "state",
        }
    }

    /// The kind with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Who won.
    pub verdict: Verdict,
    /// Why, in one of the game's words (see [`crate::GameInfo::reasons`]) or `fault`.
    pub reason: &'static str,
    /// The number of turns played. At a turn limit, it is the limit, however the engine found out.
    pub turns: u64,
    /// Each seat's place; 1 is the best. Seats that tie share a place, and the next place is skipped.
    pub places: Vec<u32>,
    /// The program failure that ended the match, if there was one.
    pub fault: Option<Fault>,
    /// Other results that the game reports, one number per seat (such as `territory` in Snakes).
    pub tallies: Vec<(&'static str, Vec<u64>)>,
}

impl Outcome {
    /// The reason of every match that ended because a program failed.
    pub const FAULT: &'static str = "fault";

    /// The outcome of a two-player match that `winner` won.
    #[must_use]
    pub fn win_of_two(winner: Seat, reason: &'static str, turns: u64) -> Self {
        let places = if winner == 0 { vec![1, 2] } else { vec![2, 1] };
        Self { verdict: Verdict::Win { winner }, reason, turns, places, fault: None, tallies: Vec::new() }
    }

    /// The outcome of a drawn two-player match.
    #[must_use]
    pub fn draw_of_two(reason: &'static str, turns: u64) -> Self {
        let verdict = Verdict::Draw { tied: vec![0, 1] };
        Self { verdict, reason, turns, places: vec![1, 1], fault: None, tallies: Vec::new() }
    }

    /// The winner's seat, if somebody won.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        match self.verdict {
            Verdict::Win { winner } => Some(winner),
            Verdict::Draw { .. } => None,
        }
    }

    /// The seats that tie; empty if somebody won.
    #[must_use]
    pub fn tied(&self) -> &[Seat] {
        match &self.verdict {
            Verdict::Win { .. } => &[],
            Verdict::Draw { tied } => tied,
        }
    }
}

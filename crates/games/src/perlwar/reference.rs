//! A plain interpreter of `PerlWar`, written from the rules alone.
//!
//! The engine is compared with it, so it does nothing clever: cells are texts, and whatever can be counted is
//! counted when it is needed. Rulings (`P2` to `P16`) are those of the rules page.

use game::Reply;

use super::question::Answer;
use super::setup::{entering_draw, rand_seed};

/// A snippet in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// Its owner.
    pub owner: usize,
    /// Its code.
    pub code: String,
}

/// One run, as described to the process that runs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Whose snippet it is.
    pub owner: usize,
    /// Where `rand` starts (P12).
    pub rand_seed: u32,
    /// `$W`, `$R` and `$r`.
    pub parameters: [u64; 3],
    /// `@_`.
    pub cells: Vec<Option<String>>,
}

/// The result of a snippet's turn, as conformance cases write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundEvent {
    /// Its cell.
    pub cell: usize,
    /// Who owned it when its turn came.
    pub owner: usize,
    /// A word.
    pub result: &'static str,
    /// The cell that was copied, if one was.
    pub source: Option<usize>,
    /// The cell that was acted on, if one was.
    pub target: Option<usize>,
}

/// How a match ended: why, and who is first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// One of the words for it.
    pub reason: &'static str,
    /// The winner, or the players that tie.
    pub first: Vec<usize>,
    /// Whether there is a winner.
    pub is_win: bool,
}

/// A match of `PerlWar` between two rounds.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The Array.
    pub cells: Vec<Option<Snippet>>,
    /// When each player was eliminated.
    pub eliminated: Vec<Option<u64>>,
    /// The rounds played.
    pub round: u64,
    /// Who entered in the last round, and where.
    pub entered: Vec<(usize, Option<usize>)>,
    /// What happened in the last round.
    pub happened: Vec<RoundEvent>,
    max_len: u64,
    rounds: u64,
    mambo: bool,
    key: u64,
    files: Vec<Vec<(u64, String)>>,
}

impl Reference {
    /// A match before its first round. Each player's file has its snippets with their rounds.
    #[must_use]
    pub fn new([size, max_len, rounds, mambo]: [u64; 4], key: u64, files: Vec<Vec<(u64, String)>>) -> Self {
        Self {
            cells: (0..size).map(|_| None).collect(),
            eliminated: vec![None; files.len()],
            round: 0,
            entered: Vec::new(),
            happened: Vec::new(),
            max_len,
            rounds,
            mambo: mambo == 1,
            key,
            files,
        }
    }

    /// How many snippets a player has.
    #[must_use]
    pub fn count(&self, player: usize) -> u64 {
        self.cells.iter().flatten().filter(|snippet| snippet.owner == player).count() as u64
    }

    /// How the match ended, if it has (P15, P16).
    #[must_use]
    pub fn end(&self) -> Option<End> {
        let players = 0..self.eliminated.len();
        let left: Vec<usize> = players.clone().filter(|player| self.eliminated[*player].is_none()).collect();
        if left.is_empty() {
            let last = |player: &usize| self.eliminated[*player] == Some(self.round);
            return Some(End { reason: "nobody-left", first: players.filter(last).collect(), is_win: false });
        }
        if left.len() == 1 {
            return Some(End { reason: "eliminated", first: left, is_win: true });
        }
        let most = left.iter().map(|player| self.count(*player)).max()?;
        let first: Vec<usize> = left.into_iter().filter(|player| self.count(*player) == most).collect();
        let is_win = first.len() == 1;
        (self.round == self.rounds).then_some(End { reason: "most-snippets", first, is_win })
    }

    /// The place of each player: one more than the number of players who did better.
    #[must_use]
    pub fn places(&self) -> Vec<u32> {
        let better = |one: usize, other: usize| match (self.eliminated[one], self.eliminated[other]) {
            (None, None) => self.count(one) > self.count(other),
            (None, Some(_)) => true,
            (Some(_), None) => false,
            (Some(one), Some(other)) => one > other,
        };
        let players = 0..self.eliminated.len();
        let place = |player| 1 + players.clone().map(|other| u32::from(better(other, player))).sum::<u32>();
        players.clone().map(place).collect()
    }

    /// Plays a round. `perl` runs snippets.
    #[inline(never)] // So that a benchmark times the same machine code for every caller.
    pub fn play_round(&mut self, perl: &mut dyn FnMut(&Asked) -> Reply<Answer>) {
        self.round += 1;
        self.entered.clear();
        self.happened.clear();
        self.enter();
        self.eliminate();
        let held: Vec<bool> = self.cells.iter().map(Option::is_some).collect();
        for (cell, held) in held.into_iter().enumerate() {
            // P2: the cell held a snippet when the running began, and still holds one.
            if held && let Some(snippet) = self.cells[cell].clone() {
                let (result, source, target) = self.turn_of(cell, &snippet, perl);
                self.happened.push(RoundEvent { cell, owner: snippet.owner, result, source, target });
            }
        }
        self.eliminate();
    }

    /// P14.
    fn enter(&mut self) {
        let mut draw = entering_draw(self.key, self.round);
        for player in draw.order(self.files.len()) {
            let snippet = self.files[player].iter().find(|(round, _)| *round == self.round);
            let Some((_, code)) = snippet.filter(|_| self.eliminated[player].is_none()) else { continue };
            let code = code.clone();
            let cells = 0..self.cells.len();
            let empty: Vec<usize> = cells.clone().filter(|cell| self.cells[*cell].is_none()).collect();
            let own = |cell: &usize| self.cells[*cell].as_ref().is_some_and(|there| there.owner == player);
            let own: Vec<usize> = cells.filter(own).collect();
            let open = if empty.is_empty() { own } else { empty };
            let cell = if open.is_empty() { None } else { Some(open[draw.index_below(open.len())]) };
            if let Some(cell) = cell {
                self.store(cell, player, &code);
            }
            self.entered.push((player, cell));
        }
    }

    /// P15.
    fn eliminate(&mut self) {
        for player in 0..self.eliminated.len() {
            if self.eliminated[player].is_none() && self.count(player) == 0 {
                self.eliminated[player] = Some(self.round);
            }
        }
    }

    /// Puts code into a cell; blank code leaves the cell empty (P6).
    fn store(&mut self, cell: usize, owner: usize, code: &str) {
        let snippet = Snippet { owner, code: code.to_owned() };
        self.cells[cell] = if code.trim().is_empty() { None } else { Some(snippet) };
    }

    fn code(&self, cell: usize) -> String {
        self.cells[cell].as_ref().map(|snippet| snippet.code.clone()).unwrap_or_default()
    }

    /// The turn of a snippet: its result, and the source and target of its instruction.
    fn turn_of(
        &mut self,
        here: usize,
        snippet: &Snippet,
        perl: &mut dyn FnMut(&Asked) -> Reply<Answer>,
    ) -> (&'static str, Option<usize>, Option<usize>) {
        let mut longest = self.max_len;
        for _ in 1..self.round {
            if self.mambo && longest > 1 {
                longest -= 1;
            }
        }
        let size = self.cells.len();
        if snippet.code.chars().count() as u64 > longest {
            self.cells[here] = None; // P8
            return ("segfault", None, None);
        }
        let asked = Asked {
            owner: snippet.owner,
            rand_seed: rand_seed(self.key, self.round, here),
            parameters: [longest, self.rounds, self.round],
            cells: (here..here + size)
                .map(|cell| self.cells[cell % size].as_ref().map(|there| there.code.clone()))
                .collect(),
        };
        let Reply::Answer(Answer::Ran(run)) = perl(&asked) else {
            self.cells[here] = None;
            return ("segfault", None, None);
        };
        if let Some(own) = &run.own {
            self.store(here, snippet.owner, own);
        }
        let Some((sign, x, y)) = instruction(&run.returned, size) else { return ("noop", None, None) };
        let used = (here + x) % size;
        // What `@_` holds for the cell after the run; for the running one, that is `$_` (P3).
        let there_after =
            run.cell.filter(|_| x != 0).map_or_else(|| self.code(used), |cell| cell.to_string());
        let there = self.cells[used].clone();
        match (sign, there) {
            (':', _) => {
                let target = (here + y) % size;
                if self.cells[target].as_ref().is_some_and(|other| other.owner != snippet.owner) {
                    return ("refused", None, Some(target));
                }
                self.store(target, snippet.owner, &there_after);
                ("copied", Some(used), Some(target))
            }
            (_, None) => ("noop", None, None),
            ('!', _) => {
                self.cells[used] = None;
                ("nuked", None, Some(used))
            }
            ('~', Some(there)) => {
                self.store(used, there.owner, &there_after);
                ("updated", None, Some(used))
            }
            (_, Some(there)) => {
                self.store(used, snippet.owner, &there.code);
                ("claimed", None, Some(used))
            }
        }
    }
}

/// The sign of an instruction and its numbers, from 0 to `size` - 1, the second only for `:` (P4, P5).
fn instruction(returned: &str, size: usize) -> Option<(char, usize, usize)> {
    let mut text: Vec<char> = returned.chars().collect();
    if text.last() == Some(&'\n') {
        text.pop();
    }
    let sign_at = text.iter().position(|character| ":!~^".contains(*character))?;
    let (before, after) = (&text[..sign_at], &text[sign_at + 1..]);
    if text[sign_at] == ':' {
        return Some((':', number(before, size)?, number(after, size)?));
    }
    if !before.is_empty() {
        return None;
    }
    let x = if after.first() == Some(&'-') && after.len() > 1 {
        let back = number(&after[1..], size)?;
        if back == 0 { 0 } else { size - back }
    } else {
        number(after, size)?
    };
    Some((text[sign_at], x, 0))
}

/// The number below `size` that these characters write.
fn number(characters: &[char], size: usize) -> Option<usize> {
    if characters.iter().any(|character| !character.is_ascii_digit()) {
        return None;
    }
    let digits: String = characters.iter().collect();
    (0..size).find(|number| {
        number.to_string() == digits.trim_start_matches('0') || {
            *number == 0 && digits.trim_start_matches('0').is_empty()
        }
    })
}

//! Measures moves of Snakes and the enclosures that they make: the engine, which works on bit sets, against
//! the reference, which works square by square.

use std::convert::Infallible;
use std::hint::black_box;

use game::{Engine as _, Game, Players, Reply, Rules, Seat, Unobserved};
use games::snakes::reference::{End, Reference};
use games::snakes::{
    Answer, CELLS, COLUMNS, DEFAULT_TURNS, Engine, Question, Setup, Snakes, Squares, X, enclosure,
};

use super::{Round, SETUPS, Sums, print, time};

/// Prints the time of moves, and the time of a search of the whole board on the hardest boards.
pub(super) fn run(rounds: usize) {
    moves("snakes random walks", 1, rounds);
    moves("snakes walks of 4 squares a leg", 4, rounds);
    moves("snakes walks of 9 squares a leg", 9, rounds);
    search("snakes enclosure: columns", &columns(), rounds);
    search("snakes enclosure: rings", &rings(), rounds);
    search("snakes enclosure: noise", &noise(), rounds);
}

/// Measures two bots that walk straight on for `leg` squares on average, onto land that is not theirs if they
/// can. Engine and reference play the same moves.
fn moves(name: &str, leg: u8, rounds: usize) {
    let scripts: Vec<Vec<[u8; 2]>> = (1..=SETUPS).map(|seed| script(&mut Noise(seed), leg)).collect();
    let parameters = Snakes::parameters(&Rules::new(), &[]).expect("legal");
    let mut engine: Engine = Snakes::engine(&parameters, &[]);
    let measured = (0..rounds).map(|_| {
        let mut sums = Sums::default();
        for script in &scripts {
            Snakes::begin(&mut engine, &Setup { key: 0 });
            let answers = script.iter().flatten().map(|letter| Answer::from_letter((*letter).into()));
            let mut answers = Answers(answers.collect::<Vec<_>>().into_iter());
            let (Ok(()), engine_ns) = time(|| engine.advance(u64::MAX, &mut answers, &mut Unobserved));
            sums.engine_ns += engine_ns;
            let mut plain = Reference::new(parameters.turns);
            let ((), reference_ns) = time(|| script.iter().for_each(|answers| plain.turn(*answers)));
            sums.reference_ns += reference_ns;
            assert_eq!(plain.turns, engine.turn(), "{name}: both play the same match");
            let territory = [plain.territory(0), plain.territory(1)];
            assert_eq!(engine.frame().register("territory"), territory, "{name}: to the same end");
            sums.turns += plain.turns;
        }
        sums.per_turn(2.0)
    });
    print(name, &measured.collect::<Vec<_>>());
}

/// Players that give prepared answers, one after the other.
struct Answers(std::vec::IntoIter<Answer>);

impl Players<Question, Answer> for Answers {
    type Failure = Infallible;

    fn ask(&mut self, _: Seat, question: &Question) -> Result<Reply<Answer>, Infallible> {
        black_box(question);
        Ok(Reply::Answer(self.0.next().unwrap_or(Answer::Invalid)))
    }
}

/// The answers of both bots, turn by turn. The bots avoid enclosing each other, so that the match lasts and
/// its board is a busy one.
fn script(noise: &mut Noise, leg: u8) -> Vec<[u8; 2]> {
    let mut played = Reference::new(DEFAULT_TURNS);
    let mut script = Vec::new();
    let mut answers = *b"RL";
    while played.end().is_none() {
        for (seat, answer) in answers.iter_mut().enumerate() {
            if noise.below(leg) == 0 || !leads_to_new_land(&played, seat, *answer) {
                let any = std::array::from_fn::<u8, 4, _>(|_| b"LRUD"[noise.below(4)]);
                let new = any.iter().find(|answer| leads_to_new_land(&played, seat, **answer));
                *answer = *new.unwrap_or(&any[0]);
            }
            let mut ahead = played.clone();
            ahead.half(*answer);
            if matches!(ahead.end(), Some(End::Enclosed { .. })) {
                *answer = b'.';
                played.half(b'.');
            } else {
                played = ahead;
            }
        }
        script.push(answers);
    }
    script
}

fn leads_to_new_land(plain: &Reference, seat: usize, answer: u8) -> bool {
    let (row, column) = plain.bots[seat];
    let target = match answer {
        b'L' => (Some(row), column.checked_sub(1)),
        b'R' => (Some(row), Some(column + 1)),
        b'U' => (row.checked_sub(1), Some(column)),
        _ => (Some(row + 1), Some(column)),
    };
    let owner = || plain.owners.get(target.0?)?.get(target.1?);
    owner().is_some_and(|owner| *owner != b"XO"[seat])
}

/// Measures how long a search of a whole board takes.
fn search(name: &str, territory: &[bool; CELLS], rounds: usize) {
    const TIMES: u32 = 1000;
    let mut rows = [0; CELLS / COLUMNS];
    let mut owners = [[b'.'; COLUMNS]; CELLS / COLUMNS];
    for cell in (0..CELLS).filter(|cell| territory[*cell]) {
        rows[cell / COLUMNS] |= 1 << (cell % COLUMNS);
        owners[cell / COLUMNS][cell % COLUMNS] = b'X';
    }
    let (squares, plain) = (Squares(rows), Reference::on(owners, [(0, 0); 2], 1));
    let measured = (0..rounds).map(|_| {
        let (largest, engine_ns) = time(|| {
            (0..TIMES).map(|_| enclosure(black_box(&squares)).enclosed.count()).max().unwrap_or_default()
        });
        let (regions, reference_ns) =
            time(|| (0..TIMES).map(|_| black_box(&plain).regions(X).len()).max().unwrap_or_default());
        assert_eq!(largest == 0, regions == 1, "{name}: both find the same");
        Round { engine: engine_ns / f64::from(TIMES), reference: reference_ns / f64::from(TIMES) }
    });
    print(name, &measured.collect::<Vec<_>>());
}

/// One path up and down through the whole board, a square wide.
fn columns() -> [bool; CELLS] {
    std::array::from_fn(|cell| {
        let (row, column) = (cell / COLUMNS, cell % COLUMNS);
        let end = if column % 4 == 1 { 15 } else { 0 };
        column % 2 == 1 && row != end
    })
}

/// Rings around the middle, a square wide, each joined with the next.
fn rings() -> [bool; CELLS] {
    std::array::from_fn(|cell| {
        let (row, column) = (cell / COLUMNS, cell % COLUMNS);
        let ring = row.min(15 - row).min(column).min(31 - column);
        let gap = row == ring && column == ring + 1;
        ring % 2 == 1 && !gap
    })
}

/// Random squares: about one in three is the player's.
fn noise() -> [bool; CELLS] {
    let mut noise = Noise(3);
    std::array::from_fn(|_| noise.below(3) == 0)
}

/// The random number generator `SplitMix64`.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: u8) -> usize {
        usize::try_from(self.next() % u64::from(bound)).expect("it is below 256")
    }
}

//! The engine of Snakes against the plain reference, over whole matches, and what holds for every match. Single moves
//! on drawn boards are tested beside the engine.

#[path = "support/choices.rs"]
mod choices;
#[path = "support/snakes.rs"]
mod snakes;

use std::convert::Infallible;

use choices::{Bytes, Choices, SplitMix};
use game::{Engine as _, Event, Fault, FaultKind, Outcome, Players, Reply, Seat, Unobserved, Verdict, Void};
use games::snakes::reference::{End, Reference};
use games::snakes::{Answer, ENCLOSED, Engine, Question, TERRITORY};
use proptest::prelude::*;
use snakes::Match;

fn matches() -> impl Strategy<Value = Match> {
    prop::collection::vec(any::<u8>(), 0..900).prop_map(|bytes| Match::any(&mut Bytes(&bytes)))
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn scripted(x: &str, o: &str, turns: u64) -> Match {
    Match { moves: [x.into(), o.into()], turns, key: 7 }
}

/// Plays a match to its end on both, and gives the outcome.
fn outcome(x: &str, o: &str, turns: u64) -> Outcome {
    let game = scripted(x, o, turns);
    game.compare_every_move();
    let mut engine = game.engine();
    game.advance(&mut engine, u64::MAX, &mut Unobserved);
    engine.outcome().expect("it is over").clone()
}

#[test]
fn every_move_is_the_references_s1_to_s8() {
    let (mut choices, mut ends, mut ties) = (SplitMix(1), [0; 5], 0);
    for _ in 0..2000 {
        let (plain, with_ties) = Match::any(&mut choices).compare_every_move();
        let end = match plain.end().expect("it is over") {
            End::Enclosed { winner } => winner,
            End::Larger { winner } => 2 + winner,
            End::Equal => 4,
        };
        ends[end] += 1;
        ties += usize::from(with_ties > 0);
    }
    assert!(ends.iter().all(|&count| count > 60), "how the matches ended: {ends:?}");
    assert!(ties > 40, "regions tied in {ties} matches");
}

/// All that two bots can do in the first turns, as far as they are on their own.
#[test]
fn every_opening_is_the_references() {
    for opening in 0..4_usize.pow(5) {
        let letters: String =
            (0..5).map(|nth| ['L', 'R', 'U', 'D'][opening / 4_usize.pow(nth) % 4]).collect();
        let turned: String = letters.chars().rev().collect();
        scripted(&format!("RDDRU{letters}"), &format!("LUULD{turned}"), 11).compare_every_move();
    }
}

#[test]
fn x_moves_first_and_o_sees_it_s1() {
    struct Witness(Vec<(Seat, u8, [u8; 4])>);
    impl Players<Question, Answer> for Witness {
        type Failure = Infallible;

        fn ask(&mut self, seat: Seat, question: &Question) -> Result<Reply<Answer>, Infallible> {
            let corners = [question.board[0], question.board[1], question.board[510], question.board[511]];
            self.0.push((seat, question.player, corners));
            Ok(Reply::Answer(if seat == 0 { Answer::Right } else { Answer::Left }))
        }
    }
    let mut engine = scripted("", "", 2).engine();
    let mut witness = Witness(Vec::new());
    let Ok(()) = engine.advance(2, &mut witness, &mut Unobserved);
    let seen = [(0, b'X', *b"*..@"), (1, b'O', *b"X*.@"), (0, b'X', *b"X*@O"), (1, b'O', *b"XX@O")];
    assert_eq!(witness.0, seen);
}

#[test]
fn the_first_program_is_x_s2() {
    assert_eq!(outcome("R", "", 1).winner(), Some(0));
    assert_eq!(outcome("", "L", 1).winner(), Some(1));
}

#[test]
fn the_last_turn_is_played_by_both_and_then_territory_decides_s1() {
    let draw = outcome("RRR", "LLL", 3);
    assert_eq!((draw.verdict, draw.reason, draw.turns), (Verdict::Draw { tied: vec![0, 1] }, TERRITORY, 3));
    assert_eq!(draw.tallies, [("invalid", vec![0, 0]), ("territory", vec![4, 4])]);
    let by_one = outcome("RRL", "LLL", 3);
    assert_eq!((by_one.winner(), by_one.reason, by_one.turns), (Some(1), TERRITORY, 3));
    assert_eq!(by_one.places, [2, 1]);
    assert_eq!(outcome("", "", 1024).tallies, [("invalid", vec![1024, 1024]), ("territory", vec![1, 1])]);
}

/// O stays in its corner. X goes along the top to column 30 and down to the bottom, which cuts off column
/// 31: 31 squares of the top row, 15 below them, and the 16 of column 31.
#[test]
fn a_match_ends_in_the_middle_of_a_turn_s1_s8() {
    let won = outcome(&format!("{}{}", "R".repeat(30), "D".repeat(20)), "", 1024);
    assert_eq!((won.winner(), won.reason, won.turns), (Some(0), ENCLOSED, 45));
    assert_eq!(won.tallies[0], ("invalid", vec![0, 44]), "O is not asked in turn 45");
    assert_eq!(won.tallies[1], ("territory", vec![31 + 15 + 16, 0]));
}

#[test]
fn a_failure_loses_at_once_whoever_it_is_s9() {
    struct Failing(Seat, u64);
    impl Players<Question, Answer> for Failing {
        type Failure = Infallible;

        fn ask(&mut self, seat: Seat, _: &Question) -> Result<Reply<Answer>, Infallible> {
            self.1 -= u64::from(seat == self.0);
            let fails = seat == self.0 && self.1 == 0;
            let failure = || Reply::Fault(FaultKind::Time, "100 ms".into());
            Ok(if fails { failure() } else { Reply::Answer(Answer::Down) })
        }
    }
    for seat in [0, 1] {
        let (mut engine, mut events) = (scripted("", "", 9).engine(), Vec::<Event>::new());
        let Ok(()) = engine.advance(u64::MAX, &mut Failing(seat, 3), &mut events);
        let outcome = engine.outcome().unwrap();
        assert_eq!((outcome.winner(), outcome.reason, outcome.turns), (Some(1 - seat), "fault", 3));
        assert_eq!(engine.turn(), 3);
        let fault = Fault { seat, kind: FaultKind::Time, detail: "100 ms".into() };
        assert_eq!(outcome.fault, Some(fault));
        assert_eq!(outcome.tallies[1].1, [[3, 1], [4, 1]][seat], "X goes down, O stands in its corner");
        let death = Event { turn: 3, seat, kind: game::EventKind::Death { reason: Outcome::FAULT } };
        assert_eq!(events.last(), Some(&death));
    }
}

#[test]
fn a_failure_of_ours_is_nobodys_loss() {
    struct Broken;
    impl Players<Question, Answer> for Broken {
        type Failure = Void;

        fn ask(&mut self, _: Seat, _: &Question) -> Result<Reply<Answer>, Void> {
            Err(Void { cause: "no processor".into() })
        }
    }
    let game = scripted("RD", "LU", 2);
    let mut engine = game.engine();
    assert!(engine.advance(u64::MAX, &mut Broken, &mut Unobserved).is_err());
    assert_eq!(engine.outcome(), None);
    game.begin(&mut engine);
    game.advance(&mut engine, u64::MAX, &mut Unobserved);
    assert_eq!(engine.outcome(), Some(&outcome("RD", "LU", 2)));
}

/// The fields that the manual page lists, put together by hand.
#[test]
fn the_state_hash_is_that_of_the_manual() {
    let game = scripted("Dx", "Lx", 9);
    let mut engine = game.engine();
    let hash = |turn: u64, x: [u64; 2], o: [u64; 2], invalid: [u64; 2], board: &[u8]| {
        let mut canonical = game::Canonical::new("snakes state");
        canonical.number("turn", turn);
        canonical.numbers("row", &[x[0], o[0]]);
        canonical.numbers("column", &[x[1], o[1]]);
        canonical.bytes("board", board);
        canonical.numbers("invalid", &invalid);
        Some(canonical.finish())
    };
    let mut board = [b'.'; 512];
    (board[0], board[511]) = (b'*', b'@');
    assert_eq!(engine.state_hash(), hash(0, [0, 0], [15, 31], [0, 0], &board));
    game.advance(&mut engine, 2, &mut Unobserved);
    (board[0], board[32], board[510], board[511]) = (b'X', b'*', b'@', b'O');
    assert_eq!(engine.state_hash(), hash(2, [1, 0], [15, 30], [1, 1], &board));
    let manual = games::RegisteredGame::manual(&games::snakes::Snakes);
    let mut begun = game.engine();
    game.begin(&mut begun);
    for engine in [engine, begun] {
        let hash = engine.state_hash().expect("it is never absent").to_string();
        assert!(manual.contains(&hash), "the manual's example should be {hash}");
    }
}

/// The events of a match and how it ended, watched in one step.
fn watched(game: &Match) -> (Vec<Event>, Option<Outcome>, Option<game::Digest>) {
    let (mut engine, mut events) = (game.engine(), Vec::new());
    game.advance(&mut engine, u64::MAX, &mut events);
    game.compare_events(&events, &engine);
    (events, engine.outcome().cloned(), engine.state_hash())
}

/// Plays turns of the reference up to a bound.
fn run(plain: &mut Reference, game: &Match, until: u64) {
    while plain.turns < until && plain.end().is_none() {
        let place = usize::try_from(plain.turns).expect("a short match");
        plain.turn(game.moves.each_ref().map(|moves| *moves.as_bytes().get(place).unwrap_or(&b'.')));
    }
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn every_move_of_any_match_is_the_references(game in matches()) {
        game.compare_every_move();
    }

    #[test]
    fn advancing_in_slices_is_advancing_turn_by_turn(game in matches(), seed: u64) {
        let (mut choices, mut engine, mut plain) = (SplitMix(seed), game.engine(), game.reference());
        while plain.end().is_none() {
            let until = plain.turns + choices.below(60) as u64;
            game.advance(&mut engine, until, &mut Unobserved);
            run(&mut plain, &game, until);
            game.compare(&engine, &plain);
        }
    }

    #[test]
    fn watching_a_match_does_not_change_it(game in matches(), seed: u64) {
        let (events, outcome, hash) = watched(&game);
        let mut engine = game.engine();
        game.advance(&mut engine, u64::MAX, &mut Unobserved);
        prop_assert_eq!((engine.outcome(), engine.state_hash()), (outcome.as_ref(), hash));
        // Watched in slices: the same events, none twice, none lost between two slices.
        let (mut choices, mut engine, mut in_slices) = (SplitMix(seed), game.engine(), Vec::new());
        while engine.outcome().is_none() {
            let until = engine.turn() + choices.below(30) as u64;
            game.advance(&mut engine, until, &mut in_slices);
        }
        game.advance(&mut engine, u64::MAX, &mut in_slices);
        prop_assert_eq!(in_slices, events);
        prop_assert_eq!((engine.outcome(), engine.state_hash()), (outcome.as_ref(), hash));
    }

    /// An engine plays match after match: nothing of one may be left over in the next, whether it was broken off or
    /// played to the end.
    #[test]
    fn beginning_again_gives_the_same_match(game in matches(), other in matches(), seed: u64) {
        let (mut choices, expected) = (SplitMix(seed), watched(&game));
        let mut engine: Engine = game.engine();
        for _ in 0..3 {
            other.begin(&mut engine);
            other.advance(&mut engine, choices.below(200) as u64, &mut Unobserved);
            game.begin(&mut engine);
            game.compare(&engine, &game.reference());
            let mut events = Vec::new();
            game.advance(&mut engine, u64::MAX, &mut events);
            prop_assert_eq!((events, engine.outcome().cloned(), engine.state_hash()), expected.clone());
        }
    }

    /// The squares of both bots and the empty ones together are all squares, and no bot loses its own.
    #[test]
    fn territories_are_squares_of_the_board(game in matches()) {
        let mut engine = game.engine();
        game.advance(&mut engine, u64::MAX, &mut Unobserved);
        let outcome = engine.outcome().expect("it is over");
        let [x, o] = outcome.tallies[1].1[..] else { panic!("two players: {outcome:?}") };
        prop_assert!(x + o <= 512);
        match (outcome.reason, outcome.winner()) {
            (TERRITORY, Some(0)) => prop_assert!(x > o && o > 0),
            (TERRITORY, Some(_)) => prop_assert!(o > x && x > 0),
            (TERRITORY, None) => prop_assert_eq!(x, o),
            (reason, winner) => prop_assert!(reason == ENCLOSED && winner.is_some()),
        }
    }
}

//! Results do not depend on how games are divided into pieces, or on the worker that plays a piece. A watcher sees every game.

mod support;

use std::sync::Mutex;
use std::time::Duration;

use game::{LineupError, NoPlayers, Rules, SetupError};
use jobs::{Piece, PieceError, Plan, PlayContext, PlayedPiece, PlayedResult, Worker, in_order};
use referee::{Finished, Lineup};
use support::{
    Asked, Count, GoodFactory, Race, asked, context, parallelism, play_asking, play_race, programs, says,
    score, seed_of, texts, try_asking,
};
use tournament::{Encounter, Places, Seating};

const TEXTS: [&str; 4] = ["a", "b", "c", "dd"];

/// The answers and the winner's seat of a game of Count up to 12, worked out from the rules.
fn count_by_hand(members: &[usize], game: u64, head_start: u64) -> (Vec<u8>, usize) {
    let seats = members.len();
    let seed = Encounter::match_seed(seed_of(members), seats, game);
    let (mut sum, mut answers) = (head_start, Vec::new());
    loop {
        let seat = answers.len() % seats;
        let turned = usize::try_from(game).unwrap() % seats;
        let is_reversed = seats > 2 && (game / seats as u64) % 2 == 1;
        let member = if is_reversed { (turned + seats - seat) % seats } else { (turned + seat) % seats };
        let text = TEXTS[members[member]];
        let number = says(text, seed, answers.len() as u64);
        answers.push(number);
        sum += u64::from(number);
        if sum >= 12 {
            return (answers, seat);
        }
    }
}

#[test]
fn games_that_ask_come_out_by_the_rules() {
    let (programs, rules) = (programs(&Count, &TEXTS), Rules::new());
    for members in [&[0, 1][..], &[1, 3], &[0, 2, 3]] {
        let games = 12;
        let results = play_asking(&context(&Count, &programs, &rules, &GoodFactory), members, 0..games);
        assert_eq!(results.len(), 12);
        let mut setups = Vec::new();
        for (at, (game, void_attempts, result)) in results.into_iter().enumerate() {
            let finished = result.unwrap();
            let setup = finished.setup.get("head_start").unwrap()[0];
            let (answers, winner) = count_by_hand(members, game, setup);
            assert_eq!((game, void_attempts), (at as u64, 0));
            assert_eq!(finished.outcome.winner(), Some(winner), "game {game} of {members:?}");
            let said: Vec<_> = answers.into_iter().map(|number| game::Reply::Answer(vec![number])).collect();
            assert_eq!(finished.answers.replies, said);
            assert!(finished.state_hash.is_some(), "records want it");
            setups.push(setup);
        }
        let of_one_setup: Vec<_> = setups.chunks(members.len()).collect();
        assert!(of_one_setup.iter().all(|same| same.iter().all(|setup| setup == &same[0])), "{setups:?}");
        assert!(of_one_setup.iter().any(|one| one[0] != setups[0]), "{setups:?}");
    }
}

#[test]
fn results_of_games_that_ask_do_not_depend_on_pieces() {
    let (programs, rules) = (programs(&Count, &TEXTS), Rules::new());
    let context = context(&Count, &programs, &rules, &GoodFactory);
    for members in [&[0, 1][..], &[0, 2, 3]] {
        let whole = play_asking(&context, members, 0..24);
        for size in [1, members.len(), 5, 12] {
            let pieces: Vec<Vec<Asked>> = (0..24)
                .step_by(size)
                .map(|first| play_asking(&context, members, first..(first + size as u64).min(24)))
                .collect();
            assert_eq!(pieces.concat(), whole, "pieces of {size}");
        }
        let mut backwards: Vec<Asked> =
            (0..24).rev().flat_map(|game| play_asking(&context, members, game..game + 1)).collect();
        backwards.reverse();
        assert_eq!(backwards, whole, "the last game first");
    }
}

/// The members of each encounter of a round.
const ROUND: [&[usize]; 3] = [&[0, 1], &[0, 1, 3], &[2, 3]];

#[test]
fn a_plan_comes_out_the_same_on_any_number_of_threads() {
    let (programs, rules) = (programs(&Count, &TEXTS), Rules::new());
    let context = context(&Count, &programs, &rules, &GoodFactory);
    let (mut plan, mut expected) = (Plan::default(), Vec::new());
    for (encounter, games) in [(0, 0..2), (0, 4..20), (1, 3..12), (2, 0..20)] {
        let members = ROUND[encounter];
        plan.add(encounter, games.clone(), members.len(), true);
        expected.extend(play_asking(&context, members, games).into_iter().map(|game| (encounter, game)));
    }
    for threads in [1, 2, 5] {
        let mut results = Vec::new();
        let work = |worker: &mut Worker<String>, number: u64| {
            let piece = plan.piece(number);
            worker.play(ROUND[piece.encounter], &piece)
        };
        let take = |number, played: Result<PlayedPiece, PieceError<String>>| -> Result<(), ()> {
            let played = played.unwrap();
            assert_eq!(played.piece, plan.piece(number));
            results.extend(asked(played.result).into_iter().map(|game| (played.piece.encounter, game)));
            Ok(())
        };
        let end =
            in_order(0..plan.pieces(), parallelism(threads), || Worker::new(&context), work, take).unwrap();
        assert_eq!(end, plan.pieces());
        assert_eq!(results, expected, "{threads} threads");
    }
}

/// The places and turns of games of Race, worked out from the rules.
fn race_by_hand(members: &[usize], games: std::ops::Range<u64>) -> (Places, u64) {
    let (mut all_places, mut turns) = (Places::new(members.len()), 0);
    for game in games {
        let seating = Seating::default().members(members.len(), game);
        let seed = Encounter::match_seed(seed_of(members), members.len(), game);
        let setup = 1 + game::SeededRng::for_setup(seed).below(1000);
        let scores: Vec<u64> = seating.iter().map(|&member| score(TEXTS[members[member]], setup)).collect();
        let place =
            |mine: &u64| 1 + u32::try_from(scores.iter().filter(|other| *other > mine).count()).unwrap();
        all_places.push(&scores.iter().map(place).collect::<Vec<_>>());
        turns += setup;
    }
    (all_places, turns)
}

#[test]
fn results_of_games_that_ask_nobody_do_not_depend_on_pieces() {
    let (programs, rules) = (programs(&Race, &TEXTS), Rules::new());
    let context = context(&Race, &programs, &rules, &NoPlayers);
    for members in [&[0, 1][..], &[1, 2, 3]] {
        let whole = race_by_hand(members, 0..60);
        assert_eq!(play_race(&context, members, 0..60), whole);
        for size in [members.len(), 12, 30] {
            let piece = |first: u64| play_race(&context, members, first..(first + size as u64).min(60));
            let pieces: Vec<_> = (0..60).step_by(size).map(piece).collect();
            let places: String = pieces.iter().map(|(places, _)| places.to_string()).collect();
            let turns: u64 = pieces.iter().map(|(_, turns)| turns).sum();
            assert_eq!((places, turns), (whole.0.to_string(), whole.1), "pieces of {size}");
        }
    }
}

#[test]
fn a_piece_that_takes_long_is_handed_in_after_a_whole_setup() {
    let (programs, rules) = (programs(&Race, &TEXTS), Rules::new());
    let slow_watcher = |_: &Lineup, _: &Finished, _: &Piece, game: u64| {
        if game == 3 {
            std::thread::sleep(Duration::from_millis(300));
        }
        Ok(())
    };
    let context =
        PlayContext { watcher: Some(&slow_watcher), ..context(&Race, &programs, &rules, &NoPlayers) };
    let members = [0, 1, 3];
    let piece = Piece { encounter: 5, games: 3..30 };
    let played = Worker::new(&context).play(&members, &piece).unwrap().unwrap();
    assert_eq!(played.piece, Piece { encounter: 5, games: 3..6 }, "the setup of the game that took long");
    let PlayedResult::Places { places, turns } = played.result else { panic!("Race asks nobody") };
    assert_eq!((places, turns), race_by_hand(&members, 3..6));
    assert_eq!(play_race(&context, &members, 3..30), race_by_hand(&members, 3..30), "the rest comes later");
}

/// What a watcher saw of a game: its piece, its number, the programs by seat, and the result.
type Seen = (Piece, u64, Vec<String>, Finished);

/// Plays a piece with a watcher, which fails at the game `fails_at` if there is one.
fn watch(game: &dyn game::AnyGame, fails_at: Option<u64>) -> (Vec<Seen>, Result<PlayedPiece, String>) {
    let (programs, rules) = (programs(game, &TEXTS), Rules::new());
    let seen = Mutex::new(Vec::new());
    let watcher = |lineup: &Lineup, finished: &Finished, piece: &Piece, game: u64| {
        seen.lock().unwrap().push((piece.clone(), game, texts(lineup), finished.clone()));
        if fails_at == Some(game) { Err(format!("full at {game}")) } else { Ok(()) }
    };
    let context = PlayContext { watcher: Some(&watcher), ..context(game, &programs, &rules, &GoodFactory) };
    let piece = Piece { encounter: 3, games: 4..10 };
    let played = Worker::new(&context).play(&[1, 3], &piece).expect("nobody stops it");
    let played = played.map_err(|error| match error {
        PieceError::Watcher(error) => error,
        other => panic!("{other}"),
    });
    (seen.into_inner().unwrap(), played)
}

#[test]
fn who_watches_sees_every_game_in_order() {
    for game in [&Count as &dyn game::AnyGame, &Race] {
        let (seen, played) = watch(game, None);
        let played = played.unwrap();
        assert_eq!(seen.len() as u64, played.piece.games.end - 4, "once each");
        let mut places = Places::new(2);
        for (at, (piece, number, texts, finished)) in (4..).zip(&seen) {
            assert_eq!((piece, *number), (&Piece { encounter: 3, games: 4..10 }, at));
            let seated = if at % 2 == 0 { ["b", "dd"] } else { ["dd", "b"] };
            assert_eq!(texts, &seated, "game {at}");
            assert!(finished.state_hash.is_some(), "records want it");
            places.push(&finished.outcome.places);
        }
        match played.result {
            PlayedResult::Places { places: handed_in, .. } => assert_eq!(handed_in, places),
            PlayedResult::Games(games) => {
                let results = games.into_iter().map(|game| game.result.unwrap());
                assert!(results.eq(seen.into_iter().map(|(_, _, _, finished)| finished)));
            }
            PlayedResult::Counts(_) => panic!("nothing was to be counted"),
        }
    }
}

#[test]
fn a_watcher_that_fails_ends_its_piece() {
    for game in [&Count as &dyn game::AnyGame, &Race] {
        for fails_at in [4, 5] {
            let (seen, played) = watch(game, Some(fails_at));
            assert_eq!(played.unwrap_err(), format!("full at {fails_at}"), "its own error comes back");
            assert_eq!(seen.last().unwrap().1, fails_at, "nothing is played after it");
        }
        watch(game, Some(10)).1.expect("a game of another piece");
    }
}

#[test]
fn who_cannot_meet_is_told_so() {
    let (four, rules) = (programs(&Count, &TEXTS), Rules::new());
    let played = try_asking(&context(&Count, &four, &rules, &GoodFactory), &[0, 1, 2, 3], 0..4).unwrap();
    let error = played.unwrap_err();
    assert!(matches!(error, PieceError::Contest(LineupError::Seats { found: 4, .. })), "{error}");
}

#[test]
fn a_setup_that_is_not_legal_is_a_mistake_in_the_game() {
    let (programs, rules) = (programs(&Race, &TEXTS), Rules::parse(&["most=0"]).unwrap());
    let context = context(&Race, &programs, &rules, &NoPlayers);
    let error =
        Worker::new(&context).play(&[0, 1], &Piece { encounter: 0, games: 0..2 }).unwrap().unwrap_err();
    assert!(matches!(error, PieceError::Setup(SetupError::TooLarge { max: 0, .. })), "{error}");
}

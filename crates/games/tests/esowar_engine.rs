//! The fast engine of Esowar against the reference interpreter, which does everything the plain way.

#[path = "support/choices.rs"]
mod choices;
#[path = "support/esowar.rs"]
mod esowar;

use choices::{Bytes, Choices, SplitMix};
use esowar::{Match, advance, base, parts};
use game::{Engine as _, Event, Outcome, SeededRng, Unobserved, Verdict};
use games::esowar::Base;
use games::esowar::reference::{DeathReason, End, Reference};
use proptest::prelude::*;

/// Values of symbols, from the table of the rules.
const R: u8 = 0;
const OPEN: u8 = 5;
const CLOSE: u8 = 6;

/// Squares in a leaf of the engine's index of brackets: sizes round its multiples are the ones where
/// it could go wrong.
const LEAF: usize = 64;

/// Sizes at the borders of leaves, and with one, two, three and four leaves, full or not.
const LEAF_SIZES: [usize; 15] = [2, 3, 63, 64, 65, 66, 127, 128, 129, 130, 191, 192, 193, 256, 257];

fn small_matches() -> impl Strategy<Value = Match> {
    prop::collection::vec(any::<u8>(), 0..400).prop_map(|bytes| Match::small(&mut Bytes(&bytes)))
}

/// Matches that are easy to shrink, and as many of them as a second allows.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// What came up in matches, so that a test can show that it really tested something.
#[derive(Debug, Default)]
struct Seen {
    walks: u64,
    /// Walks that crossed the edge of the board.
    over_the_edge: u64,
    /// Walks that went further than a leaf, without the edge between.
    far: u64,
    /// Brackets that came or went.
    bracket_changes: u64,
    read_d: usize,
    no_match: usize,
    turn_limits: u64,
}

impl Seen {
    fn turn(&mut self, before: &Reference, after: &Reference) {
        for (seat, &robot) in before.robots.iter().enumerate() {
            let (from, to) = (before.commanders[seat], after.commanders[seat]);
            let walks_right = before.board[from] == OPEN && before.board[robot] == R && from != to;
            let walks_left = before.board[from] == CLOSE && from != to;
            self.walks += u64::from(walks_right || walks_left);
            self.over_the_edge += u64::from(walks_right && to < from || walks_left && to > from);
            self.far += u64::from(walks_right && to > from + LEAF || walks_left && to + LEAF < from);
            let changed = before.board[robot] != after.board[robot];
            self.bracket_changes += u64::from(changed && before.board[robot] >= OPEN);
        }
        if after.end().is_some() {
            let died = |reason| after.deaths.iter().filter(|death| death.reason == reason).count();
            self.read_d += died(DeathReason::ReadD);
            self.no_match += died(DeathReason::NoMatch);
            self.turn_limits += u64::from(matches!(after.end(), Some(End::TurnLimit { .. })));
        }
    }
}

#[test]
fn every_turn_is_the_references_on_boards_of_2_to_200_squares_e1_to_e7() {
    let (mut choices, mut seen) = (SplitMix(1), Seen::default());
    for squares in 2..=200 {
        for _ in 0..24 {
            let players = 2 + choices.below(squares.min(8) - 1);
            let game = Match::crowded(&mut choices, players, squares);
            game.compare_every_turn(|before, after| seen.turn(before, after));
        }
    }
    let enough = seen.over_the_edge > 10_000 && seen.far > 1000 && seen.bracket_changes > 10_000;
    assert!(enough && seen.read_d > 1000 && seen.no_match > 1000 && seen.turn_limits > 1000, "{seen:?}");
}

#[test]
fn every_turn_is_the_references_on_boards_at_the_borders_of_the_index_e3() {
    let mut choices = SplitMix(2);
    for squares in LEAF_SIZES {
        for _ in 0..40 {
            let players = 2 + choices.below(squares.min(4) - 1);
            let lengths = parts(&mut choices, squares, players, 1);
            Match::any(&mut choices, &lengths, squares).turns(200).compare_every_turn(|_, _| {});
        }
    }
}

/// Boards whose leaves make a tree of some height, with the last leaves missing.
#[test]
fn every_turn_is_the_references_on_boards_of_thousands_of_squares_e3() {
    let (mut choices, mut seen) = (SplitMix(5), Seen::default());
    for _ in 0..150 {
        let squares = 300 + choices.below(6000);
        let players = 2 + choices.below(3);
        let game = Match::crowded(&mut choices, players, squares);
        game.compare_every_turn(|before, after| seen.turn(before, after));
    }
    assert!(seen.far > 500 && seen.over_the_edge > 200, "{seen:?}");
}

/// Players whose commanders walk from one end of their bases to the other and back again, and players whose robots
/// change those bases meanwhile: what an engine remembers of a walk must not outlive a change on its path. Some bases
/// lie 1024 squares apart, a distance that an engine may take for none.
fn sabotage(choices: &mut impl Choices) -> Match {
    let mut game = Match { squares: 0, max_turns: 2000, bases: vec![], start: vec![], robots: vec![] };
    let longest = choices.pick(&[60, 300, 2000]);
    let length = if choices.once_in(3) { 1017 } else { 2 + choices.below(longest) };
    let between = choices.pick(&["rrrrrrrrrr[]+", "++++r", "[]", "[]+<>r", "[[[]]]++"]);
    for _ in 0..=choices.below(3) {
        // One square stays r. The robot goes there and back to the first symbol of the base, so
        // that the second `[` skips what lies between, and the last `]` does not end the loop.
        game.squares += 1;
        game.start.push(game.squares);
        game.robots.push(game.squares);
        game.bases.push(base(&format!("[<[{}]>]", text(choices, between, length))));
        game.squares += length + 6;
    }
    for _ in 0..=choices.below(2) {
        let length = 1 + choices.below(1000);
        game.start.push(game.squares);
        game.robots.push(choices.below(game.squares));
        game.bases.push(base(&text(choices, "+++>><", length)));
        game.squares += length;
    }
    game.squares += choices.below(200);
    game
}

/// Any of `symbols`, which are ASCII, `length` times.
fn text(choices: &mut impl Choices, symbols: &str, length: usize) -> String {
    (0..length).map(|_| char::from(choices.pick(symbols.as_bytes()))).collect()
}

#[test]
fn walks_through_code_that_changes_are_the_references_e3_e5() {
    let (mut choices, mut seen) = (SplitMix(6), Seen::default());
    for _ in 0..80 {
        let game = sabotage(&mut choices);
        game.compare_every_turn(|before, after| seen.turn(before, after));
        compare_in_slices(&game, 300, &mut choices);
        watched(&game);
    }
    assert!(seen.far > 2000 && seen.bracket_changes > 5000, "{seen:?}");
}

#[test]
fn every_turn_is_the_references_with_up_to_64_players_e10() {
    let mut choices = SplitMix(3);
    for squares in [64, 65, 130, 200, 640] {
        for players in [9, 33, 63, 64] {
            let game = Match::crowded(&mut choices, players, squares.max(players));
            game.turns(2000).compare_every_turn(|_, _| {});
        }
    }
}

/// A bracket at one end of the board and its partner at the other, with every distance between: a
/// search must look at each of the other squares, once, and not at the bracket itself.
#[test]
fn the_search_ends_just_before_it_comes_back_e3() {
    for squares in [2, 3, 63, 64, 65, 128, 129] {
        for at in [0, 1, squares / 2, squares - 2, squares - 1] {
            for partner in (0..squares).filter(|&partner| partner != at) {
                // The first player walks at once; her robot is on r unless the board has no r.
                let robot = (0..squares).find(|&square| square != at && square != partner).unwrap_or(at);
                for symbols in ["[]", "][", "[[", "]]"] {
                    let (own, other) = symbols.split_at(1);
                    let bases = vec![base(own), base(other)];
                    let (start, robots) = (vec![at, partner], vec![robot; 2]);
                    Match { squares, max_turns: 6, bases, start, robots }.compare_every_turn(|_, _| {});
                }
            }
        }
    }
}

/// Compares a match that advances by slices with the reference at the end of every slice.
fn compare_in_slices(game: &Match, longest: usize, choices: &mut impl Choices) {
    let (mut engine, mut reference) = (game.engine(), game.reference());
    while reference.end().is_none() {
        let until = reference.turns + 1 + choices.below(longest) as u64;
        advance(&mut engine, until, &mut Unobserved);
        reference.run(until);
        game.compare(&engine, &reference);
    }
}

/// The events of a match and how it ended, watched in one step.
fn watched(game: &Match) -> (Vec<Event>, Option<Outcome>, Option<game::Digest>) {
    let (mut engine, mut events) = (game.engine(), Vec::new());
    advance(&mut engine, u64::MAX, &mut events);
    game.compare_events(&events, &engine);
    (events, engine.outcome().cloned(), engine.state_hash())
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn every_turn_is_the_references_e1_to_e7(game in small_matches()) {
        game.compare_every_turn(|_, _| {});
    }

    #[test]
    fn advancing_in_slices_is_advancing_turn_by_turn(game in small_matches(), seed: u64) {
        compare_in_slices(&game, 40, &mut SplitMix(seed));
        compare_in_slices(&game, 1000, &mut SplitMix(seed));
    }

    #[test]
    fn watching_a_match_does_not_change_it(game in small_matches(), seed: u64) {
        let (events, outcome, hash) = watched(&game);
        let mut engine = game.engine();
        advance(&mut engine, u64::MAX, &mut Unobserved);
        prop_assert_eq!((engine.outcome(), engine.state_hash()), (outcome.as_ref(), hash));
        // Watched in slices: the same events, none twice, none lost between two slices.
        let (mut choices, mut engine, mut in_slices) = (SplitMix(seed), game.engine(), Vec::new());
        while engine.outcome().is_none() {
            let until = engine.turn() + choices.below(50) as u64;
            advance(&mut engine, until, &mut in_slices);
        }
        advance(&mut engine, u64::MAX, &mut in_slices);
        prop_assert_eq!(in_slices, events);
        prop_assert_eq!((engine.outcome(), engine.state_hash()), (outcome.as_ref(), hash));
    }

    /// An engine plays match after match: nothing of one may be left over in the next, whether it was broken off or
    /// played to the end.
    #[test]
    fn beginning_again_gives_the_same_match(game in small_matches(), seed: u64) {
        let (mut choices, expected) = (SplitMix(seed), watched(&game));
        let mut engine = game.engine();
        for _ in 0..3 {
            let robots = game.robots.iter().map(|_| choices.below(game.squares)).collect();
            let other = Match { robots, ..game.clone() };
            other.begin(&mut engine);
            advance(&mut engine, choices.below(700) as u64, &mut Unobserved);
            game.begin(&mut engine);
            game.compare(&engine, &game.reference());
            let mut events = Vec::new();
            advance(&mut engine, u64::MAX, &mut events);
            prop_assert_eq!((events, engine.outcome().cloned(), engine.state_hash()), expected.clone());
        }
    }

    /// Places by the rules, without a look at the reference (E7): all seats have one; the living share the first, the
    /// dead follow, later deaths before earlier ones.
    #[test]
    fn places_follow_the_deaths_e7(game in small_matches()) {
        let mut engine = game.engine();
        advance(&mut engine, u64::MAX, &mut Unobserved);
        let outcome = engine.outcome().expect("it is over");
        let mut dead: Vec<usize> = engine.deaths().iter().map(|death| death.seat).collect();
        let living: Vec<usize> = (0..game.bases.len()).filter(|seat| !dead.contains(seat)).collect();
        prop_assert!(living.iter().all(|&seat| outcome.places[seat] == 1));
        dead.reverse();
        for (place, seat) in (living.len() + 1..).zip(dead) {
            prop_assert_eq!(outcome.places[seat] as usize, place);
        }
        match &outcome.verdict {
            Verdict::Win { winner } => prop_assert_eq!(&living, &[*winner]),
            Verdict::Draw { tied } => prop_assert!(tied == &living && tied.len() > 1),
        }
    }
}

/// The document's two bases against each other on the document's boards, placed as seeds say.
#[test]
fn long_matches_on_full_boards_are_the_references() {
    let known = [base("[+]+[<[+]+]"), base("[+]+[[[+]+<++++++][+]+[<][+]+]d")];
    for (seed, players) in (0..).zip([2, 2, 2, 2, 2, 2, 3, 3, 8]) {
        let (mut rng, squares) = (SeededRng::for_setup(seed), 100_000 * players);
        let bases: Vec<Base> = known.iter().cycle().take(players).cloned().collect();
        let lengths: Vec<usize> = bases.iter().map(|base| base.symbols().len()).collect();
        let start = rng.placement(&lengths, squares);
        let robots = bases.iter().map(|_| rng.index_below(squares)).collect();
        let game = Match { squares, max_turns: 500_000, bases, start, robots };
        compare_in_slices(&game, 40_000, &mut SplitMix(seed));
    }
}

/// Bases of the greatest length, which consist only of work for the search: the reference walks up to the whole board
/// in a turn, so these matches are short.
#[test]
fn hostile_matches_on_full_boards_are_the_references_e3() {
    let (mut choices, mut lasted) = (SplitMix(4), 0);
    for players in [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 5, 8] {
        let squares = 100_000 * players;
        let game = Match::any(&mut choices, &vec![10_000; players], squares).turns(4000);
        compare_in_slices(&game, 200, &mut choices);
        let mut engine = game.engine();
        advance(&mut engine, u64::MAX, &mut Unobserved);
        lasted += u64::from(engine.turn() > 1000);
    }
    assert!(lasted > 4, "only {lasted} of these matches went on for long enough");
}

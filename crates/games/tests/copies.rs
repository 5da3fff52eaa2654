//! Copies of a match go on as the original does, whichever of the two goes on first.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/choices.rs"]
mod choices;

use choices::{Choices, SplitMix};
use game::{
    AnyGame, AnyMatch, AnyPlayers, Digest, FaultKind, Frame, Outcome, Reply, Rules, Seat, SeededRng, Void,
    WireFormat,
};
use games::registry::REGISTRY;
use games::{perlwar, snakes};

/// Gives any answers, but always the same answer to the same question.
struct Anything;

impl AnyPlayers for Anything {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let mixed = question.iter().fold(seat as u64, |mixed, byte| {
            (mixed ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(29)
        });
        let choices = &mut SplitMix(mixed);
        let mut bytes = Vec::new();
        if snakes::Question::decode(question).is_some() {
            if choices.once_in(200) {
                return Ok(Reply::Fault(FaultKind::Time, "100 ms".into()));
            }
            snakes::Answer::from_letter(choices.pick(b"LRUD.").into()).encode(&mut bytes);
        } else {
            let returned = choices.pick(&[":1", ":3", "!2", "~1", "^1", "x"]).to_owned();
            let own = choices.once_in(4).then(|| "own".into());
            perlwar::Answer::Ran(perlwar::Run { own, cell: None, returned }).encode(&mut bytes);
        }
        Ok(Reply::Answer(bytes))
    }
}

/// Programs of every game, with parameters that keep its matches short.
fn lineup(game: &str) -> ([&'static str; 2], &'static [&'static str]) {
    match game {
        "esowar" => (["[+]+[<[+]+]", "[>+]<[+]+[[+]>]"], &["squares=300", "max_turns=200000"]),
        "crash" => {
            (["write crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-3 i", "store [i]-1 i"], &["max_turns=90000"])
        }
        "snakes" => (["/* X */", "/* O */"], &["turns=60"]),
        "perlwar" => (["':1'", "'!1'"], &["size=12", "rounds=20"]),
        other => panic!("{other} needs programs here"),
    }
}

fn play(table: &mut dyn AnyMatch, until: u64, choices: &mut impl Choices) {
    if choices.once_in(3) {
        table.advance_watched(until, &mut Anything, &mut |_| ()).unwrap();
    } else {
        table.advance(until, &mut Anything).unwrap();
    }
}

type End = (Option<Outcome>, Option<Digest>, Frame, usize);

fn end(table: &dyn AnyMatch) -> End {
    (table.outcome().cloned(), table.state_hash(), table.frame(), table.asked())
}

/// Plays a match to its end, and again with a copy taken after a few slices.
fn compare(game: &dyn AnyGame, choices: &mut impl Choices) {
    let (sources, rules) = lineup(game.info().name);
    let programs = sources.map(|source| game.read(source.as_bytes()).program.expect("it is a program"));
    let contest = game.lineup(&programs, &Rules::parse(rules).unwrap()).unwrap();
    let setup = contest.draw_setup(SeededRng::for_setup(choices.below(1 << 30) as u64));
    let [mut whole, mut table] = [contest.new_match(), contest.new_match()];
    whole.begin(&setup).unwrap();
    whole.advance(u64::MAX, &mut Anything).unwrap();
    let expected = end(&*whole);
    table.begin(&setup).unwrap();
    let turns = usize::try_from(expected.2.turn).unwrap();
    for _ in 0..choices.below(3) {
        let until = choices.below(turns + 1) as u64;
        play(&mut *table, until, choices);
    }
    let here = end(&*table);
    let mut copies = [table.copy(), table.copy().copy()];
    for copy in &copies {
        assert_eq!(end(&**copy), here, "{}", game.info().name);
        assert!(copy.answers().replies.is_empty());
    }
    let [first, second] = &mut copies;
    let halfway = here.2.turn + choices.below(turns + 1) as u64 / 2;
    play(&mut **first, halfway, choices);
    play(&mut *table, u64::MAX, choices);
    assert_eq!(end(&**second), here, "{}: what the others do does not bear on it", game.info().name);
    play(&mut **first, u64::MAX, choices);
    play(&mut **second, u64::MAX, choices);
    for played in [&*table, &**first, &**second] {
        assert_eq!(end(played), expected, "{}", game.info().name);
    }
}

#[test]
fn copies_go_on_as_the_original_does() {
    let mut choices = SplitMix(1);
    for game in REGISTRY {
        for _ in 0..60 {
            compare(*game, &mut choices);
        }
    }
}

//! What the registry needs for Snakes: conformance cases, the manual page, the log.

use game::{
    AnyGame, AnyMatch, AnyPlayers, Digest, Event, Frame, NamedLists, Outcome, Reply, Rules, Seat, Void,
    WireFormat, play_to_end,
};
use serde_json::{Map, Value};

use super::question::Answer;
use super::squares::COLUMNS;
use super::{O, Snakes, X};
use crate::conformance::{CaseError, outcome_keys};
use crate::registry::{CasePlayers, ManualMoves, RegisteredGame, TextLog, Warning};

impl RegisteredGame for Snakes {
    fn play_case(
        &self,
        case: &Value,
        _: &CasePlayers<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Map<String, Value>, CaseError> {
        let script = Script { letters: [letters(case, "X")?, letters(case, "O")?] };
        let mut table = table(case)?;
        let mut events = Vec::new();
        let watched = play(table.as_mut(), &script, stop, &mut |table, until, players| {
            table.advance_watched(until, players, &mut |event| events.push(event))
        })?;
        let unwatched =
            play(table.as_mut(), &script, stop, &mut |table, until, players| table.advance(until, players))?;
        let (in_steps, events_in_steps, frames) = play_in_steps(table.as_mut(), &script, stop)?;
        if watched != unwatched || watched != in_steps || events != events_in_steps {
            return Err(CaseError::Watching);
        }
        let frame = table.frame();
        let mut found = outcome_keys(&unwatched.outcome);
        let winner = unwatched.outcome.winner().map(|seat| ["X", "O"][seat]);
        found.insert("winner".into(), winner.into());
        let territory = frame.register("territory");
        let territory = [("X".into(), territory[X].into()), ("O".into(), territory[O].into())];
        found.insert("territory".into(), Map::from_iter(territory).into());
        found.insert("board".into(), lines(&frame).into());
        found.insert("frames".into(), named_frames(case, &frames).into());
        Ok(found)
    }

    fn manual(&self) -> &'static str {
        include_str!("manual.md")
    }

    fn warnings(&self) -> &'static [Warning] {
        &[
            Warning { code: "compiler", about: "the C compiler gives a warning" },
            Warning { code: "invalid-answer", about: "the answer for the first move is invalid (S6)" },
        ]
    }

    /// S13.
    fn text_log(&self) -> Option<TextLog> {
        Some(|frame| lines(frame).join("\n") + "\n\n")
    }

    /// Both are asked in every turn, X before O (S1).
    fn manual_moves(&self) -> Option<ManualMoves> {
        Some(ManualMoves { letters: &['L', 'U', 'D', 'R'], answer: answer_bytes })
    }
}

/// The answer that moves by a letter; without one, or with one that is not a move, the invalid answer.
fn answer_bytes(letter: Option<char>) -> Vec<u8> {
    let code = letter.and_then(|letter| i32::try_from(u32::from(letter)).ok());
    let mut bytes = Vec::new();
    code.map_or(Answer::Invalid, Answer::from_letter).encode(&mut bytes);
    bytes
}

/// The sixteen rows of the board, as text.
fn lines(frame: &Frame) -> Vec<String> {
    let board: String = frame.cells.iter().map(|run| run.text.repeat(run.count)).collect();
    let characters: Vec<char> = board.chars().collect();
    characters.chunks(COLUMNS).map(|row| row.iter().collect()).collect()
}

/// The moves of a case: one letter per turn for X and for O; then `.`, which is invalid.
struct Script {
    letters: [Vec<char>; 2],
}

fn letters(case: &Value, player: &str) -> Result<Vec<char>, CaseError> {
    let wrong = || CaseError::Key { key: format!("moves.{player}"), expected: "a text of moves" };
    Ok(case["moves"][player].as_str().ok_or_else(wrong)?.chars().collect())
}

/// Answers with the letters of a script, one after the other.
struct Reader<'a> {
    letters: [std::slice::Iter<'a, char>; 2],
}

impl Script {
    fn reader(&self) -> Reader<'_> {
        Reader { letters: self.letters.each_ref().map(|letters| letters.iter()) }
    }
}

impl AnyPlayers for Reader<'_> {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        Ok(Reply::Answer(answer_bytes(self.letters[seat].next().copied())))
    }
}

/// A table for the case's parameters. The programs in its seats do not matter: the script answers.
fn table(case: &Value) -> Result<Box<dyn AnyMatch>, CaseError> {
    let read = |seat| {
        let reading = AnyGame::read(&Snakes, b"/* The moves stand in the case. */");
        reading.into_program().map_err(|message| CaseError::Program { seat, message })
    };
    let mut rules = Rules::new();
    let wrong = || CaseError::Key { key: "params".into(), expected: "an object of whole numbers" };
    for (key, value) in case["params"].as_object().ok_or_else(wrong)? {
        rules.add(key, value.as_u64().ok_or_else(wrong)?)?;
    }
    Ok(Snakes.lineup(&[read(X)?, read(O)?], &rules)?.new_match())
}

/// What must be the same however a match is played.
#[derive(PartialEq)]
struct Played {
    outcome: Outcome,
    state_hash: Option<Digest>,
    frame: Frame,
}

/// Plays turns up to a bound, watched or not.
type Advance<'a> = dyn FnMut(&mut dyn AnyMatch, u64, &mut dyn AnyPlayers) -> Result<(), Void> + 'a;

fn begin(table: &mut dyn AnyMatch) -> Result<(), CaseError> {
    // The key gives seeds to `rand`, which no script calls.
    Ok(table.begin(&NamedLists::default().with("key", vec![0]))?)
}

/// Plays the match from its start to its end.
fn play(
    table: &mut dyn AnyMatch,
    script: &Script,
    stop: &dyn Fn() -> bool,
    advance: &mut Advance<'_>,
) -> Result<Played, CaseError> {
    begin(table)?;
    let mut players = script.reader();
    if !play_to_end(table, stop, |table, until| advance(table, until, &mut players))? {
        return Err(CaseError::Stopped);
    }
    Ok(played(table))
}

/// Plays the match turn by turn, watched, and keeps the boards from before the first turn on.
fn play_in_steps(
    table: &mut dyn AnyMatch,
    script: &Script,
    stop: &dyn Fn() -> bool,
) -> Result<(Played, Vec<Event>, Vec<Frame>), CaseError> {
    begin(table)?;
    let (mut players, mut events, mut frames) = (script.reader(), Vec::new(), vec![table.frame()]);
    while table.outcome().is_none() {
        if stop() {
            return Err(CaseError::Stopped);
        }
        table.advance_watched(table.turn() + 1, &mut players, &mut |event| events.push(event))?;
        frames.push(table.frame());
    }
    Ok((played(table), events, frames))
}

fn played(table: &dyn AnyMatch) -> Played {
    let outcome = table.outcome().expect("it was played to the end").clone();
    Played { outcome, state_hash: table.state_hash(), frame: table.frame() }
}

/// The boards after the turns that the case names, as far as the match went.
fn named_frames(case: &Value, frames: &[Frame]) -> Map<String, Value> {
    let turns = case["expect"]["frames"].as_object().into_iter().flat_map(Map::keys);
    let board = |turn: &String| {
        let frame = frames.get(turn.parse::<usize>().ok()?)?;
        Some((turn.clone(), lines(frame).into()))
    };
    turns.filter_map(board).collect()
}

//! Everything except the board, as JSON for the page's scripts.

use game::text::grouped;
use game::{
    Agent, AnyGame, DEATH_WEIGHT, Event, EventKind, ExplanationStep, LineRole, Moment, NotableKind, Outcome,
    Panel, PanelLine, Seat, Shape, StoryNames, StorySentence,
};
use record::{Record, RecordedOutcome};
use serde_json::{Value, json};
use viewer::explain::{BetterMove, Counterfactual, Explanation};
use viewer::lead::{LeadCurve, MatchMoment, Standing, moments};
use viewer::{Different, Replay};

use crate::paint;

/// The most events of a turn that are listed.
const MAX_EVENTS: usize = 64;
/// The most tied programs that are listed.
const MAX_TIED: usize = 8;
/// The most stretches of differing cells that are listed.
const MAX_STRETCHES: usize = 256;

/// Everything that stays the same in all turns.
pub(crate) fn match_of(record: &Record, replay: &Replay<'_>) -> Value {
    let lineup = replay.lineup();
    let programs = record.programs.iter().zip(lineup.programs()).zip(replay.names().all());
    let programs = programs.map(|((recorded, program), name)| {
        let author = &program.metadata.author;
        json!({"file": recorded.file, "name": name, "author": author, "length": program.length})
    });
    let names = StoryNames::new(replay.names());
    let parameters = record.parameters.iter().map(|(key, value)| json!([key, value]));
    json!({
        "game": record.game,
        "title": lineup.game().info().title,
        "summary": lineup.game().info().summary,
        "programs": programs.collect::<Value>(),
        "parameters": parameters.collect::<Value>(),
        "seed": record.seed,
        "match_index": record.match_index,
        "shape": shape(replay.scene().shape()),
        "last_turn": replay.last_turn(),
        "outcome": outcome(&record.outcome, &names, lineup.game()),
        "result": result(&record.outcome, &names, lineup.game()),
        "score_unit": replay.scene().score(&replay.frame()).map(|score| score.unit),
        "asks_programs": lineup.game().runs_foreign_code(),
    })
}

fn shape(shape: Shape) -> Value {
    match shape {
        Shape::Ring { cells } => json!({"kind": "ring", "cells": cells}),
        Shape::Row { cells } => json!({"kind": "row", "cells": cells}),
        Shape::Grid { rows, columns } => {
            json!({"kind": "grid", "cells": rows * columns, "rows": rows, "columns": columns})
        }
    }
}

/// How a match ended, in a sentence.
pub(crate) fn outcome(outcome: &RecordedOutcome, names: &StoryNames, game: &dyn AnyGame) -> String {
    let turns = match outcome.turns {
        1 => "1 turn".to_owned(),
        turns => format!("{} turns", grouped(turns)),
    };
    format!("{} after {turns}: {}", verdict(outcome, names), why(outcome, names, game))
}

/// An outcome in parts: the places by seat, who wins, and the reason.
pub(crate) fn result(outcome: &RecordedOutcome, names: &StoryNames, game: &dyn AnyGame) -> Value {
    json!({
        "winner": outcome.winner,
        "verdict": verdict(outcome, names),
        "why": why(outcome, names, game),
        "turns": outcome.turns,
        "places": outcome.places,
    })
}

fn verdict(RecordedOutcome { winner, tied, .. }: &RecordedOutcome, names: &StoryNames) -> String {
    match winner {
        Some(winner) => format!("{} wins", names.of(*winner)),
        None if tied.is_empty() => "nobody wins".into(),
        None if tied.len() > MAX_TIED => format!("a draw of {} programs", tied.len()),
        None => {
            let tied: Vec<_> = tied.iter().map(|&seat| names.of(seat)).collect();
            format!("a draw between {}", tied.join(", "))
        }
    }
}

fn why(outcome: &RecordedOutcome, names: &StoryNames, game: &dyn AnyGame) -> String {
    match &outcome.fault {
        Some((seat, kind, detail)) => format!("{} failed, {kind}: {detail}", names.of(*seat)),
        None => game.reason_in_words(&outcome.reason).to_owned(),
    }
}

/// The turn of a replay, and the positions of its agents.
pub(crate) fn place(replay: &Replay<'_>, moment: &Moment<'_>) -> Value {
    let agents = replay.scene().agents_at(moment);
    json!({
        "turn": replay.turn(),
        "first_turn": replay.first_turn(),
        "last_turn": replay.last_turn(),
        "agents": agents.iter().map(agent).collect::<Value>(),
        "score": replay.scene().score(moment.frame).map(|score| score.of),
    })
}

/// Adds the texts of a turn, panels and events, to its position.
pub(crate) fn add_texts(shown: &mut Value, replay: &Replay<'_>, moment: &Moment<'_>) {
    let panels = replay.scene().panels(moment);
    let events = moment.events.iter().take(MAX_EVENTS).map(|event| event_json(replay, moment, event));
    shown["panels"] = panels.iter().map(panel).collect();
    shown["events"] = events.collect();
    shown["events_omitted"] = moment.events.len().saturating_sub(MAX_EVENTS).into();
}

fn agent(&Agent { seat, role, cell }: &Agent) -> Value {
    json!([seat, role, cell])
}

fn panel(panel: &Panel) -> Value {
    let lines = panel.lines.iter().map(|line: &PanelLine| json!([line.text, role(line.role), line.cell]));
    json!({"title": panel.title, "seat": panel.seat, "lines": lines.collect::<Value>()})
}

/// The class for a role in the page's style sheet.
fn role(role: LineRole) -> &'static str {
    match role {
        LineRole::Plain => "plain",
        LineRole::Current => "current",
        LineRole::Quiet => "quiet",
        LineRole::Added => "added",
        LineRole::Removed => "removed",
        LineRole::Failure => "failure",
    }
}

fn event_json(replay: &Replay<'_>, moment: &Moment<'_>, event: &Event) -> Value {
    let notable = replay.scene().notable(event);
    let (text, cell) = match event.kind {
        EventKind::Death { .. } => (death(replay, moment, event), None),
        EventKind::Write { cell, .. } => {
            let now = moment.frame.cell(cell).map_or("", |text| text.as_ref());
            let victim = notable.as_ref().and_then(|one| one.victim).filter(|victim| *victim != event.seat);
            let whose =
                victim.map_or(String::new(), |victim| format!(", which was {}'s", moment.names.of(victim)));
            let who = moment.names.of(event.seat);
            let place = replay.scene().shape().place_in_words(cell);
            (format!("{who} writes {place}{whose}: {}", readable(now)), Some(cell))
        }
    };
    json!({"text": text, "cell": cell, "seat": event.seat, "kind": notable.map(|one| one.kind.word())})
}

/// The story's sentence about a death.
fn death(replay: &Replay<'_>, moment: &Moment<'_>, event: &Event) -> String {
    let is_this =
        |told: &&StorySentence| (told.turn, told.seat, told.weight) == (event.turn, event.seat, DEATH_WEIGHT);
    let told = replay.story().iter().rfind(is_this);
    told.map_or_else(|| format!("{} is out", moment.names.of(event.seat)), |told| told.text.clone())
}

/// The story of the match in sentences, as far as it was surveyed.
pub(crate) fn story(replay: &Replay<'_>) -> Value {
    let told = |told: &StorySentence| {
        json!({
            "turn": told.turn,
            "kind": told.kind.word(),
            "seat": told.seat,
            "cell": told.cell,
            "weight": told.weight,
            "text": told.text,
        })
    };
    replay.story().iter().map(told).collect()
}

/// A cell's text without control characters, cut if it is too long.
pub(crate) fn readable(text: &str) -> String {
    text.chars().map(|c| if game::is_unsafe_to_print(c) { '·' } else { c }).take(200).collect()
}

/// A cell in detail.
pub(crate) fn cell(replay: &Replay<'_>, cell: usize, text: &str) -> Value {
    let scene = replay.scene();
    let write = replay.last_write(cell);
    json!({
        "cell": cell,
        "name": scene.shape().place_in_words(cell),
        "text": readable(text),
        "symbol": scene.glyph(text).symbol.to_string(),
        "is_blank": scene.glyph(text).is_blank,
        "owner": paint::owner_of(replay, scene, cell, text),
        "home": scene.home(cell),
        "written": write.map(|write| json!([write.turn, write.seat])),
    })
}

/// How many cells differ, and which ones.
pub(crate) fn differences(different: &[Different]) -> Value {
    let stretches = different.iter().take(MAX_STRETCHES).map(|one| json!([one.cell, one.count]));
    json!({
        "cells": different.iter().map(|one| one.count).sum::<usize>(),
        "stretches": stretches.collect::<Value>(),
    })
}

/// What happens when, in columns of equally many turns.
pub(crate) fn timeline(replay: &Replay<'_>, columns: usize) -> Value {
    let (first, last) = (replay.first_turn(), replay.last_turn());
    let count = u64::try_from(columns).unwrap_or(u64::MAX);
    let width = (last - first).div_ceil(count).max(1);
    let mut buckets = Vec::new();
    let mut after = first;
    while after < replay.surveyed() {
        let bucket = replay.timeline().between(after, after + width);
        buckets.push(json!([bucket.writes, NotableKind::ALL.map(|kind| bucket.notable(kind))]));
        after += width;
    }
    let seats: Seat = replay.lineup().programs().len();
    json!({"first": first, "last": last, "width": width, "seats": seats, "surveyed": replay.surveyed(), "columns": buckets})
}

/// Who was ahead when, in thousandths by seat, and the moments that mattered.
pub(crate) fn lead(replay: &Replay<'_>, curve: &LeadCurve) -> Value {
    let point = |standing: Standing| json!([standing.turn, standing.shares]);
    let moment = |moment: MatchMoment| json!({"turn": moment.turn, "seat": moment.seat, "cell": moment.cell, "text": moment.text});
    json!({
        "what": curve.what,
        "points": curve.standings(replay.timeline().deaths()).into_iter().map(point).collect::<Value>(),
        "moments": moments(replay, curve).into_iter().map(moment).collect::<Value>(),
    })
}

/// An explanation: its sentences with what they refer to, the write that was left out, and who was ahead when.
pub(crate) fn explanation(explanation: &Explanation) -> Value {
    let link = |link: &ExplanationStep| {
        json!({
            "kind": link.kind.word(), "sentence": link.sentence, "turn": link.turn, "cell": link.cell, "seat": link.seat,
        })
    };
    let ahead = explanation.ahead.as_ref().map(|ahead| {
        let points = ahead.points.iter().map(|(turn, seats)| json!({"turn": turn, "seats": seats}));
        json!({"what": ahead.what, "points": points.collect::<Vec<_>>()})
    });
    let cause = explanation.cause.as_ref().map(|Counterfactual { write, outcome }| {
        json!({
            "turn": write.turn, "cell": write.cell, "seat": write.seat, "before": write.before, "after": write.after,
            "without": {
                "winner": outcome.winner(), "turns": outcome.turns, "reason": outcome.reason, "places": outcome.places,
            },
        })
    });
    json!({
        "seat": explanation.seat,
        "links": explanation.links.iter().map(link).collect::<Vec<_>>(),
        "cause": cause,
        "forks": explanation.forks,
        "better_move": explanation.better_move.as_ref().map(better_move),
        "ahead": ahead,
    })
}

fn better_move(better: &BetterMove) -> Value {
    let text = |answer: &[u8]| String::from_utf8_lossy(answer).into_owned();
    let end = |outcome: &Outcome| json!({"winner": outcome.winner(), "turns": outcome.turns, "reason": outcome.reason, "places": outcome.places});
    json!({
        "turn": better.turn, "seat": better.seat, "answer": text(&better.answer), "given": text(&better.given),
        "outcome": end(&better.outcome), "otherwise": end(&better.otherwise),
    })
}

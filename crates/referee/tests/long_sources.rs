//! What a record keeps of a source that is too long to be kept as it is.

use game::{AnyGame, AnyPlayers, FaultKind, Metadata, Reply, Rules, Seat, Void};
use games::esowar::Esowar;
use games::perlwar::PerlWar;
use record::{MAX_SOURCE_BYTES, Record};
use referee::{Depth, Lineup, Source, replay};

/// Players who fail at every question.
struct Failing;

impl AnyPlayers for Failing {
    fn ask(&mut self, _: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        Ok(Reply::Fault(FaultKind::Signal, "SIGSEGV".into()))
    }
}

/// The record of a match in which this source plays against itself.
fn recorded(game: &'static dyn AnyGame, source: &[u8], rules: &str) -> Record {
    let program = game.read(source).program.expect("it is legal");
    let lineup = Lineup::new(game, vec![program; 2], &Rules::parse(&[rules]).unwrap()).unwrap();
    let finished = lineup.runner().play(&lineup.draw_setup(1), &mut Failing, &|| false).unwrap();
    let sources = [1, 2].map(|number| Source { file: format!("{number}.x"), bytes: source.to_vec() });
    lineup.record(
        &finished,
        referee::Provenance { sources: &sources, seed: Some(1), match_index: 0, environment: &[] },
    )
}

/// Checks the record by a replay. Returns the one source that it keeps, and the metadata in that source.
fn kept(game: &'static dyn AnyGame, record: &Record) -> (String, Metadata) {
    let find = |name: &str| (name == game.info().name).then_some(game);
    assert_eq!(replay(record, find, Depth::Outcome, &|| false).unwrap().differences, []);
    assert_eq!(record.programs[0].source, record.programs[1].source);
    let source = String::from_utf8(record.programs[0].source.clone()).unwrap();
    let metadata = game.read(source.as_bytes()).metadata;
    (source, metadata)
}

#[test]
fn comments_are_left_out_but_for_what_they_say_of_the_program() {
    let source = format!(";name Long\n;author A\n[]{}\n", " ;nothing\n".repeat(MAX_SOURCE_BYTES / 10));
    let (kept, metadata) = kept(&Esowar, &recorded(&Esowar, source.as_bytes(), "squares=100"));
    assert_eq!(kept, ";name Long\n;author A\n[]");
    assert_eq!((metadata.name.as_deref(), metadata.author.as_deref()), (Some("Long"), Some("A")));
}

/// In a snippet, comments are code: one more line would make another snippet.
#[test]
fn nothing_is_added_where_comments_are_code() {
    let blanks = " ".repeat(MAX_SOURCE_BYTES);
    let source = format!("#name Long\n':1'\n=round {blanks}2\n'!1' # again\n");
    let (kept, metadata) = kept(&PerlWar, &recorded(&PerlWar, source.as_bytes(), "size=5"));
    assert_eq!(kept, "#name Long\n':1'\n=round 2\n'!1' # again\n");
    assert_eq!(metadata.name.as_deref(), Some("Long"));
}

#[test]
fn a_source_that_is_not_too_long_is_kept_as_it_is() {
    let source = format!("[]{}", " ".repeat(MAX_SOURCE_BYTES - 2));
    assert_eq!(kept(&Esowar, &recorded(&Esowar, source.as_bytes(), "squares=100")).0, source);
}

//! The state hashes of a record's match after some turns, played plainly from the first turn, for tests of the page: a line of
//! JSON a turn, `[turn, hash]`. `cargo run -p bout-page --example hashes -- RECORD TURN...`, with rising turns.

use std::error::Error;
use std::io::{self, Write as _};

use game::{AnyGame, RecordedAnswers};
use games::registry;
use referee::Lineup;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: hashes RECORD TURN...")?;
    let record = record::read(&std::fs::read(path)?)?;
    let find_game = |name: &str| registry::by_name(name).map(|game| game as &dyn AnyGame);
    let lineup = Lineup::of_record(&record, find_game)?;
    let mut played = lineup.new_match();
    played.begin(&record.setup)?;
    let mut script = RecordedAnswers::new(&record.answers);
    for turn in arguments {
        played.advance(turn.parse()?, &mut script).map_err(|void| void.cause)?;
        let hash = played.state_hash().map(|hash| hash.to_string());
        writeln!(io::stdout(), "{}", serde_json::json!([played.turn(), hash]))?;
    }
    Ok(())
}

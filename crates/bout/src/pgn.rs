//! Results as PGN, for users of Ordo and `BayesElo`.

use std::fmt::Write as _;
use std::path::Path;

use contests::Failure;
use contests::contest::{Contest, Results};
use contests::recorder::write_whole;

use crate::overwrite::ReportFile;
use crate::standings::labels;

/// Writes every game between two programs, without moves. Each program is White in half of the
/// games.
pub(crate) fn write(path: &Path, contest: &Contest, results: &Results) -> Result<(), Failure> {
    ReportFile::Pgn.refuse_other_file(path)?;
    let names: Vec<String> = labels(contest).iter().map(|name| name.replace(['"', '\\'], "'")).collect();
    let mut text = String::new();
    for played in &results.played {
        let [one, two] = played.encounter.members[..] else {
            return Err(Failure::Usage(
                "--pgn is for matches of two; PGN cannot represent a free-for-all".into(),
            ));
        };
        let tally = &played.tally;
        let (won, lost) = (tally.ahead(0, 1), tally.ahead(1, 0));
        let drawn = tally.games - won - lost;
        for (count, result) in [(won, "1-0"), (drawn, "1/2-1/2"), (lost, "0-1")] {
            for _ in 0..count {
                let _ = write!(
                    text,
                    "[Event \"{}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n\n{result}\n\n",
                    contest.game.info().name,
                    names[one],
                    names[two]
                );
            }
        }
    }
    write_whole(path, text.as_bytes())
}

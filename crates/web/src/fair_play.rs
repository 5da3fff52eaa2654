//! Finds what hosts may want to look at: programs that are nearly the same as another author's, and
//! results that look like gifts. The site itself takes no action.

use std::collections::BTreeMap;
use std::sync::Arc;

use contests::behaviour::{self, Agreement, Behaviour, SimilarPlay};
use contests::similarity::{self, Candidate, SimilarTexts};
use tournament::{Gift, PairScore, gifts};

use crate::behaviours::Behaviours;
use crate::hill_view::{HillFiles, HillView, ProgramView};
use crate::standings::{Pair, number};

/// Two programs of different authors that are nearly the same.
pub(crate) struct TextMatch<'h> {
    pub(crate) programs: [&'h ProgramView; 2],
    /// How alike they are, from 0 to 1.
    pub(crate) resemblance: f64,
    /// The numbers behind it.
    pub(crate) reason: String,
}

/// Two programs of different authors that play alike.
pub(crate) struct PlayMatch<'h> {
    pub(crate) programs: [&'h ProgramView; 2],
    /// In how many of the fixed setups they act alike.
    pub(crate) agreement: Agreement,
}

/// An author whose programs lose to the best program more often than expected.
pub(crate) struct Suspicion<'h> {
    /// The author's programs.
    pub(crate) programs: Vec<&'h ProgramView>,
    /// The best program.
    pub(crate) king: &'h ProgramView,
    /// The numbers behind it.
    pub(crate) gift: Gift,
}

/// Returns the pairs of similar programs on a hill, the most similar first.
pub(crate) fn text_matches(files: &HillFiles) -> Vec<TextMatch<'_>> {
    let candidates: Vec<Candidate<'_>> = files
        .programs
        .iter()
        .map(|program| Candidate { author: &program.author, source: &program.source })
        .collect();
    let row = |pair: SimilarTexts| TextMatch {
        programs: [pair.one, pair.two].map(|at| &files.programs[at]),
        resemblance: pair.resemblance(),
        reason: pair.reason(),
    };
    similarity::similar_texts(files.game, &candidates).into_iter().map(row).collect()
}

/// Returns the pairs of programs on a hill that play alike, the most alike first.
pub(crate) fn play_matches<'h>(files: &'h HillFiles, known: &Behaviours) -> Vec<PlayMatch<'h>> {
    let behaviours: Vec<Option<Arc<Behaviour>>> = files.programs.iter().map(|one| known.of(one)).collect();
    let candidates: Vec<behaviour::Candidate<'_>> = files
        .programs
        .iter()
        .zip(&behaviours)
        .map(|(program, behaviour)| behaviour::Candidate {
            author: &program.author,
            source: &program.source,
            behaviour: behaviour.as_deref(),
        })
        .collect();
    let row = |pair: SimilarPlay| PlayMatch {
        programs: [pair.one, pair.two].map(|at| &files.programs[at]),
        agreement: pair.agreement,
    };
    behaviour::similar_play(files.game, &candidates).into_iter().map(row).collect()
}

/// Returns the number of programs on a hill that have not played the fixed setups.
pub(crate) fn not_compared_yet(files: &HillFiles, known: &Behaviours) -> usize {
    files.programs.iter().filter(|program| known.of(program).is_none()).count()
}

/// Returns the authors whose results on a hill look like gifts to the author of its best program,
/// the most unusual first.
pub(crate) fn suspicions(hill: &HillView) -> Vec<Suspicion<'_>> {
    let (Ok(files), Some(standings)) = (&hill.files, &hill.standings) else { return Vec::new() };
    let programs = &files.programs;
    let at: BTreeMap<&str, usize> =
        programs.iter().enumerate().map(|(at, program)| (program.file.as_str(), at)).collect();
    let Some(best) = standings.table.first().and_then(|place| at.get(place.program.as_str())) else {
        return Vec::new();
    };
    let authors = authors(programs);
    let score = |pair: &Pair| {
        let [wins, draws, losses] = [&pair.wins, &pair.draws, &pair.losses].map(number);
        Some(PairScore {
            program: *at.get(pair.program.as_str())?,
            opponent: *at.get(pair.opponent.as_str())?,
            games: wins + draws + losses,
            share: pair.share()?,
            expected: pair.expected,
        })
    };
    let scores: Vec<PairScore> = standings.cross.iter().filter_map(score).collect();
    let king = &programs[*best];
    let suspicion = |gift: Gift| {
        let of_giver = programs.iter().zip(&authors).filter(|(_, author)| **author == gift.giver);
        Suspicion { king, programs: of_giver.map(|(program, _)| program).collect(), gift }
    };
    gifts(&authors, &scores, *best).into_iter().map(suspicion).collect()
}

/// Returns a number for the author of each program. A program without an author gets a number of
/// its own.
fn authors<'p>(programs: &'p [ProgramView]) -> Vec<usize> {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    let mut number = |(at, program): (usize, &'p ProgramView)| match program.author.as_str() {
        "" => at,
        author => *known.entry(author).or_insert(at),
    };
    programs.iter().enumerate().map(&mut number).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::config::Config;
    use crate::site::Site;
    use crate::standings::HillStandings;

    /// The authors of the programs, the best first. Fred's program lets Kim's win.
    const AUTHORS: [&str; 8] = ["kim", "fred", "ann", "bob", "cy", "dan", "eve", "gus"];

    const STRENGTHS: [f64; 8] = [0.2, 0.15, 0.1, 0.05, 0.0, -0.05, -0.1, -0.15];

    fn file(at: usize) -> String {
        format!("{}.crash", AUTHORS[at])
    }

    /// Results in which all programs score as expected, except for Fred's against Kim's.
    fn standings() -> HillStandings {
        let place = |at: usize| {
            json!({
                "rank": at + 1, "program": file(at), "name": "", "author": "", "points": 0, "wins": 0, "draws": 0,
                "losses": 0, "games": 0, "voids": 0, "faults": 0, "age": null, "elo": 0, "elo_low": 0, "elo_high": 0,
                "best_rank": 1, "worst_rank": 8, "better_than_next": null,
            })
        };
        let expected = |one: usize, two: usize| 0.5 + STRENGTHS[one] - STRENGTHS[two];
        let pair = |one: usize, two: usize| {
            let given = match (AUTHORS[one], AUTHORS[two]) {
                ("fred", "kim") => 0.0,
                ("kim", "fred") => 1.0,
                _ => expected(one, two),
            };
            json!({
                "program": file(one), "opponent": file(two), "wins": given * 100.0, "draws": 0,
                "losses": 100.0 - given * 100.0, "expected": expected(one, two), "likelihood_better": 0.5, "exact": false,
            })
        };
        let pairs = (0..8).flat_map(|one| (0..8).map(move |two| (one, two))).filter(|(one, two)| one != two);
        let cross: Vec<Value> = pairs.map(|(one, two)| pair(one, two)).collect();
        let table: Vec<Value> = (0..8).map(place).collect();
        serde_json::from_value(json!({ "fingerprint": "", "table": table, "cross": cross, "ratings": null }))
            .unwrap()
    }

    #[test]
    fn who_gives_games_to_the_king_is_named_with_the_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let programs = folder.path().join("small").join("programs");
        std::fs::create_dir_all(&programs).unwrap();
        std::fs::write(folder.path().join("small").join("hill.toml"), "game = \"crash\"\n").unwrap();
        for (at, author) in AUTHORS.iter().enumerate() {
            std::fs::write(programs.join(file(at)), format!(";author {author}\nstore [i]-{at} i\n")).unwrap();
        }
        let site = Site::new(folder.path(), Config::default(), |_| Vec::new()).unwrap();
        site.refresh(|_| true).unwrap();
        let hill = site.any_hill("small").unwrap();
        assert!(suspicions(&hill).is_empty(), "nothing was played");
        site.put(HillView { standings: Some(standings()), ..(*hill).clone() });
        let hill = site.any_hill("small").unwrap();
        let found = suspicions(&hill);
        assert_eq!(found.len(), 1);
        let Suspicion { programs, king, gift } = &found[0];
        assert_eq!((programs[0].author.as_str(), king.author.as_str()), ("fred", "kim"));
        assert_eq!((gift.games, gift.share), (100.0, 0.0));
        assert!(gift.expected > 0.3 && gift.deviations > gift.bound, "{gift:?}");
    }
}

//! The final of a dated contest: a tournament of its entrants.

use dispatch::Dispatcher;
use games::RegisteredGame;
use serde_json::json;
use store::Store;
use tournament::Scoring;
use tournament::schedule::default_rounds;

use super::commitment::seed;
use super::freeze::game_named;
use super::{Announced, FinalSchedule, Folder, Frozen, Progress, REVEAL_FILE, Reveal, Terms};
use crate::confined_folder::ConfinedFolder;
use crate::contest::lock_file::{DATABASE_FILE, LOCK_FILE, Lock, LockedSchedule};
use crate::contest::{Contest, KnownResults, PlayOptions, RatingDetail};
use crate::file_name::FileName;
use crate::program_file::ProgramFile;
use crate::programs::entrants;
use crate::rows::Standings;
use crate::{Client, Failure, Isolation, ScoreKind};

/// The folder with the programs of the entrants.
pub const ENTRANTS: FileName = FileName::own("entrants");
/// The file with all results, as `bout export` writes them.
pub const RESULTS_FILE: FileName = FileName::own("results.jsonl");
/// The files of the database, and their names after a change of the environment.
const FORMER_FILES: [(&str, &str); 3] = [
    ("contest.db-wal", "former-contest.db-wal"),
    ("contest.db-shm", "former-contest.db-shm"),
    (DATABASE_FILE, FORMER_DATABASE),
];
const FORMER_DATABASE: &str = "former-contest.db";
pub(super) const STANDINGS_FILE: FileName = FileName::own("standings.json");

impl Folder {
    /// Returns true if all games of the final were played again, because it had begun in another environment.
    pub fn was_played_again(&self) -> Result<bool, Failure> {
        self.of_final()?.map_or(Ok(false), |inside| inside.has(&FileName::own(FORMER_DATABASE)))
    }

    /// Plays the final, and writes the files to publish; `reveal.json` comes last. After a kill at any moment, the next call
    /// continues, and the resulting files have the same bytes. If the final is already played, nothing happens.
    ///
    /// Fails if matches stayed void: they count against nobody, and the next call tries them again.
    pub fn play_final(
        &self,
        threads: usize,
        players: &dyn Dispatcher<Failure>,
        client: &Client,
    ) -> Result<(), Failure> {
        if self.progress()? == Progress::Finished {
            return Ok(());
        }
        let Announced { terms, secret } = self.promise()?;
        let not_closed = || Failure::Usage("the contest is not closed yet".into());
        let frozen = self.frozen()?.ok_or_else(not_closed)?;
        let inside = self.make_final()?;
        let reveal = Reveal::new(&terms, secret, &frozen)?;
        if frozen.entrants.len() > 1 {
            let ids = frozen.identities()?;
            let contest = contest(&inside, &terms, &frozen, seed(&terms.contest, secret, &ids), client)?;
            play(&inside, &contest, &terms, threads, players)?;
        }
        inside.write_durably(&REVEAL_FILE, &serde_json::to_vec_pretty(&reveal).expect("it is plain data"))
    }

    /// Returns the table, the cross table and the ratings of the final, once it is played.
    pub fn standings(&self) -> Result<Option<serde_json::Value>, Failure> {
        self.of_final()?.map_or(Ok(None), |inside| super::folder::read_json(&inside, &STANDINGS_FILE))
    }

    /// Returns the lock of the final, once it is played.
    pub fn locked(&self) -> Result<Option<Vec<u8>>, Failure> {
        self.of_final()?.map_or(Ok(None), |inside| inside.read(&FileName::own(LOCK_FILE)))
    }
}

/// Returns the contest of the entrants.
fn contest(
    inside: &ConfinedFolder,
    terms: &Terms,
    frozen: &Frozen,
    seed: u64,
    client: &Client,
) -> Result<Contest, Failure> {
    let game = game_named(&terms.game)?;
    let mut rules = game::Rules::new();
    for (key, value) in &terms.rules {
        rules.add(key, *value).map_err(|error| Failure::Refused(error.to_string()))?;
    }
    let programs = entrants(&programs(inside, frozen, game)?, client)?;
    let contest = Contest::new(game, rules, seed, Scoring::default(), &programs, Isolation::Fork, client)?;
    contest.with_score(if terms.schedule.needs_games() { ScoreKind::Sampled } else { terms.score })
}

fn programs(
    inside: &ConfinedFolder,
    frozen: &Frozen,
    game: &'static dyn RegisteredGame,
) -> Result<Vec<ProgramFile>, Failure> {
    let folder = inside.make_folder(&ENTRANTS)?;
    let program = |entered: &super::Entered| {
        let bytes = folder.read(&entered.file)?.unwrap_or_default();
        if game::Digest::of(&bytes).to_string() != entered.blake3 {
            let path = folder.path_of(&entered.file);
            let why = "this file was changed after the close; put the one back that was there";
            return Err(Failure::Refused(format!("{}: {why}", path.display())));
        }
        Ok(ProgramFile { path: entered.file.as_str().into(), bytes, game })
    };
    frozen.entrants.iter().map(program).collect()
}

fn play(
    inside: &ConfinedFolder,
    contest: &Contest,
    terms: &Terms,
    threads: usize,
    players: &dyn Dispatcher<Failure>,
) -> Result<(), Failure> {
    let schedule = LockedSchedule {
        kind: terms.schedule.name().into(),
        seats: 2,
        games: terms.games,
        rounds: (terms.schedule == FinalSchedule::Swiss)
            .then(|| terms.rounds.unwrap_or_else(|| default_rounds(contest.field.len()))),
        score: contest.locked_score(),
        seating: None,
        end: None,
    };
    let lock = Lock::new(contest, schedule)?;
    put_former_results_aside(inside, &lock, contest)?;
    let mut store = Store::open(&inside.path_of(&FileName::own(DATABASE_FILE)))?;
    contest.keep_programs(&mut store)?;
    store.keep_contest(&lock.text())?;
    lock.write(inside.path())?;
    let options = PlayOptions {
        threads,
        known: KnownResults::Use,
        only: Vec::new(),
        records: false,
        task: contest.game.info().name,
        dispatcher: players,
    };
    let schedule = || contest.schedule(&lock.schedule);
    let results = contest.play_trusted(&schedule, &mut store, &options, contest.client.stop())?;
    if results.left.is_some() {
        return Err(Failure::Interrupted("the final goes on when the site runs again".into()));
    }
    if results.voids > 0 {
        let cause = results.void_cause_in_words();
        return Err(Failure::Machine(format!("{} matches stayed void{cause}", results.voids)));
    }
    results.rate(RatingDetail::Pairs)?;
    let standings =
        Standings { contest, schedule: &lock.schedule, results: &results, elapsed: None, ages: None };
    let rows = json!({
        "table": standings.table(),
        "cross": standings.cross(),
        "ratings": standings.ratings(),
    });
    inside.write_durably(&STANDINGS_FILE, rows.to_string().as_bytes())?;
    let mut export = Vec::new();
    store.export(&mut export).map_err(|error| Failure::File(error.to_string()))?;
    inside.write_durably(&RESULTS_FILE, &export)
}

/// Prepares a final whose environment has changed, for example in an upgrade. A final has one environment. If it began in
/// another one, this puts those results aside, and all games are played again. `Lock::write` keeps the former lock.
fn put_former_results_aside(inside: &ConfinedFolder, lock: &Lock, contest: &Contest) -> Result<(), Failure> {
    let path = FileName::own(LOCK_FILE);
    let Some(former) = inside.read(&path)? else { return Ok(()) };
    let former = Lock::parse(&inside.path_of(&path), former)?;
    if (former.rules_version, &former.compilers) == (lock.rules_version, &lock.compilers) {
        return Ok(());
    }
    // Without its log, a database shows an older state of itself. A log must never exist without its database.
    for (file, aside) in FORMER_FILES {
        inside.move_into(&FileName::own(file), inside, &FileName::own(aside))?;
    }
    inside.sync_names()?;
    // From now on, the database belongs to the new lock.
    lock.write(inside.path())?;
    contest.client.note(
        "the final has begun under other rules or with another compiler or interpreter, so all its games are played again",
    );
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use dispatch::Local;

    use super::super::entries::tests::silent;
    use super::super::{Candidates, RevealError, Secret, commitment};
    use super::*;

    const PROGRAMS: [(&str, &str); 3] = [
        ("bomber.crash", "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n"),
        ("crash.crash", "crash\n"),
        ("wait.crash", "store [i]-1 i\n"),
    ];

    pub(in super::super) fn terms() -> Terms {
        Terms {
            contest: FileName::own("spring"),
            game: "crash".into(),
            closes: "2026-12-01T18:00:00Z".into(),
            schedule: FinalSchedule::RoundRobin,
            games: 4,
            rounds: None,
            score: ScoreKind::Sampled,
            rules: BTreeMap::from([("max_turns".into(), 500)]),
        }
    }

    /// Creates a closed contest of these programs.
    pub(in super::super) fn closed(site: &Path, programs: &[(&str, &str)]) -> Folder {
        let hill = site.join("hill");
        std::fs::create_dir_all(hill.join("programs")).unwrap();
        std::fs::write(hill.join("hill.toml"), "game = \"crash\"\n").unwrap();
        for (file, text) in programs {
            std::fs::write(hill.join("programs").join(file), text).unwrap();
        }
        let folder = Folder::make(&site.join("contest")).unwrap();
        folder.announce(&terms(), || Ok([3; 32]), &silent()).unwrap();
        folder.freeze(Candidates::Hill(&hill), &silent()).unwrap();
        folder
    }

    pub(in super::super) fn published(folder: &Folder) -> Vec<Vec<u8>> {
        let inside = folder.of_final().unwrap().unwrap();
        let file = |name: FileName| inside.read(&name).unwrap().unwrap_or_default();
        [FileName::own(LOCK_FILE), RESULTS_FILE, STANDINGS_FILE, REVEAL_FILE].map(file).into()
    }

    #[test]
    fn a_final_that_is_played_again_after_a_kill_ends_with_the_same_bytes() {
        let site = tempfile::tempdir().unwrap();
        let folder = closed(site.path(), &PROGRAMS);
        folder.play_final(1, &Local, &silent()).unwrap();
        let whole = published(&folder);
        assert!(whole.iter().all(|file| !file.is_empty()));
        let inside = site.path().join("contest").join("final");
        for lost in [
            &["reveal.json"][..],
            &["reveal.json", "results.jsonl"],
            &["reveal.json", "results.jsonl", "standings.json", "contest.lock", "contest.db"],
        ] {
            for file in lost {
                std::fs::remove_file(inside.join(file)).unwrap();
            }
            assert_eq!(folder.progress().unwrap(), Progress::Frozen);
            folder.play_final(2, &Local, &silent()).unwrap();
            assert!(published(&folder) == whole, "{lost:?}");
        }
    }

    #[test]
    fn a_final_that_began_in_another_environment_is_played_in_the_present_one() {
        let site = tempfile::tempdir().unwrap();
        let folder = closed(site.path(), &PROGRAMS);
        folder.play_final(1, &Local, &silent()).unwrap();
        let whole = published(&folder);
        assert!(!folder.was_played_again().unwrap());
        let inside = site.path().join("contest").join("final");
        std::fs::remove_file(inside.join("reveal.json")).unwrap();
        let lock = std::fs::read_to_string(inside.join("contest.lock")).unwrap();
        let former = lock.replace("rules_version = 1", "rules_version = 0");
        assert_ne!(former, lock);
        std::fs::write(inside.join("contest.lock"), former).unwrap();
        folder.play_final(1, &Local, &silent()).unwrap();
        assert!(published(&folder) == whole, "nothing of the former environment is in the results");
        assert!(inside.join("former-contest.db").is_file());
        assert!(folder.was_played_again().unwrap());
    }

    #[test]
    fn a_program_that_was_changed_after_the_close_does_not_play() {
        let site = tempfile::tempdir().unwrap();
        let folder = closed(site.path(), &PROGRAMS);
        std::fs::write(site.path().join("contest/final/entrants/wait.crash"), "crash\n").unwrap();
        let refused = folder.play_final(1, &Local, &silent()).unwrap_err().to_string();
        assert!(refused.contains("wait.crash"), "{refused}");
        assert_eq!(folder.progress().unwrap(), Progress::Frozen);
    }

    #[test]
    fn with_one_entrant_the_secret_is_revealed_and_nothing_is_played() {
        let site = tempfile::tempdir().unwrap();
        let folder = closed(site.path(), &PROGRAMS[..1]);
        folder.play_final(1, &Local, &silent()).unwrap();
        assert_eq!(folder.progress().unwrap(), Progress::Finished);
        assert_eq!((folder.locked().unwrap(), folder.standings().unwrap()), (None, None));
    }

    #[test]
    fn whatever_is_changed_after_the_announcement_is_found() {
        let site = tempfile::tempdir().unwrap();
        let folder = closed(site.path(), &PROGRAMS);
        let announced = folder.announced().unwrap().unwrap();
        let promised = commitment(&announced.terms, announced.secret);
        folder.play_final(1, &Local, &silent()).unwrap();
        let honest = folder.revealed().unwrap().unwrap();
        let inside = folder.of_final().unwrap().unwrap();
        let path = inside.path_of(&FileName::own(LOCK_FILE));
        let text = String::from_utf8(inside.read(&FileName::own(LOCK_FILE)).unwrap().unwrap()).unwrap();
        let store = Store::open(&inside.path_of(&FileName::own(DATABASE_FILE))).unwrap();
        let check = |reveal: &Reveal, lock: &str| {
            reveal.check(&promised)?;
            let lock = Lock::parse(&path, lock.into()).unwrap();
            let contest = Contest::of_lock(&lock, &store, &dispatch::Local, &silent()).unwrap();
            reveal.check_lock(&lock, &contest)
        };
        assert_eq!(check(&honest, &text), Ok(()));
        let changed = |change: fn(&mut Reveal)| {
            let mut reveal = honest.clone();
            change(&mut reveal);
            check(&reveal, &text).unwrap_err()
        };
        let secret = changed(|reveal| reveal.secret = Secret::new([4; 32]));
        assert!(matches!(secret, RevealError::Commitment { .. }), "{secret}");
        let terms = changed(|reveal| reveal.terms.games = 6);
        assert!(matches!(terms, RevealError::Commitment { .. }), "{terms}");
        let entrants = changed(|reveal| reveal.entrants.truncate(2));
        assert!(matches!(entrants, RevealError::Seed { place: "reveal.json", .. }), "{entrants}");
        let seed = changed(|reveal| reveal.seed = "1".into());
        assert!(matches!(seed, RevealError::Seed { place: "reveal.json", .. }), "{seed}");
        let with_lock = |from: &str, to: &str| {
            assert!(text.contains(from), "{text}");
            check(&honest, &text.replace(from, to)).unwrap_err()
        };
        let other_seed = with_lock(&format!("seed = \"{}\"", honest.seed), "seed = \"1\"");
        assert!(matches!(other_seed, RevealError::Seed { place: "contest.lock", .. }), "{other_seed}");
        for (from, to) in
            [("games = 4", "games = 2"), ("round-robin", "swiss"), ("max_turns = 500", "max_turns = 501")]
        {
            let terms = with_lock(from, to);
            assert!(matches!(terms, RevealError::Terms { .. }), "{from}: {terms}");
        }
        let renamed = with_lock("wait.crash", "other.crash");
        assert!(matches!(renamed, RevealError::Entrants(_)), "{renamed}");
    }
}

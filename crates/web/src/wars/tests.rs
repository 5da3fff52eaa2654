//! Tests the wars of a site without workers.

use std::path::Path;
use std::sync::Arc;

use contests::war::Folder;

use super::schedule::{RequestError, request_round};
use super::submit::{self, SubmitError, save_snippet};
use super::*;
use crate::standings::silent;

/// A war of 12 cells after two rounds. A snippet of alice waits for the third.
const WAR: &str = include_str!("../../tests/played-war/war.toml");
const ROUNDS: &str = include_str!("../../tests/played-war/rounds.jsonl");
const PLAYERS: [(&str, &str); 2] = [
    ("alice.pl", include_str!("../../tests/played-war/players/alice.pl")),
    ("bob.pl", include_str!("../../tests/played-war/players/bob.pl")),
];

/// Writes the folder of a war after its first `rounds` rounds.
pub(crate) fn played_war(folder: &Path, rounds: usize) {
    std::fs::create_dir_all(folder.join("players")).unwrap();
    std::fs::write(folder.join("war.toml"), WAR).unwrap();
    let lines: String = ROUNDS.split_inclusive('\n').take(rounds).collect();
    std::fs::write(folder.join("rounds.jsonl"), lines).unwrap();
    for (file, text) in PLAYERS {
        std::fs::write(folder.join("players").join(file), text).unwrap();
    }
}

fn site(folder: &Path, settings: &str) -> Arc<Site> {
    std::fs::write(folder.join("bout.toml"), settings).unwrap();
    let site = Arc::new(Site::new(folder, Config::read(folder).unwrap(), |_| Vec::new()).unwrap());
    site.wars.refresh(&site).unwrap();
    site
}

fn ring(site: &Site) -> Arc<WarView> {
    site.wars.get("ring").unwrap()
}

#[test]
fn a_war_is_shown_as_its_rounds_were_played() {
    let folder = tempfile::tempdir().unwrap();
    played_war(&folder.path().join("ring"), 2);
    let site = site(folder.path(), "");
    let war = ring(&site);
    let files = war.files.as_ref().unwrap();
    assert_eq!((files.size, files.rounds.len(), files.last_round), (12, 2, 9));
    let names: Vec<&str> = files.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["alice", "bob"]);
    assert_eq!(
        (files.players[0].waiting.as_slice(), files.players[1].waiting.as_slice()),
        (&[3][..], &[][..])
    );
    for round in &files.rounds {
        assert_eq!(round.owners.iter().map(|(cells, _)| cells).sum::<usize>(), 12);
        for (seat, cells) in round.cells.iter().enumerate() {
            let owned = round.owners.iter().filter(|(_, owner)| *owner == Some(seat));
            assert_eq!(owned.map(|(cells, _)| *cells as u64).sum::<u64>(), *cells);
        }
    }
    // Each player's snippet entered in the first round.
    let entered: Vec<Seat> = files.rounds[0].entered.iter().map(|(seat, _)| *seat).collect();
    assert!(entered.contains(&0) && entered.contains(&1) && entered.len() == 2, "{entered:?}");
    assert!(war.round("2").is_some());
    assert!(["0", "3", "+1", "01", "x", ""].iter().all(|number| war.round(number).is_none()));
}

#[test]
fn the_record_of_a_round_is_true_and_has_no_snippet_that_enters_later() {
    let folder = tempfile::tempdir().unwrap();
    let ring = folder.path().join("ring");
    played_war(&ring, 2);
    let war = Folder::look(&ring, &silent()).unwrap();
    let waiting = war.players[0].snippets.entering(3).unwrap().text().to_owned();
    for round in [1, 2] {
        let record = war.record_until(round).unwrap().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(record.programs.iter().all(|program| !text(&program.source).contains(&waiting)));
        assert!(record.parameters.contains(&("rounds".to_owned(), round)));
        assert!(record::read(&record::write(&record)).is_ok());
    }
    assert!(war.record_until(0).unwrap().is_none() && war.record_until(3).unwrap().is_none());
}

#[test]
fn rounds_are_due_by_the_schedule_and_restarts_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ring");
    let settings = "[wars.ring]\nround_every_s = 100\n";
    played_war(&path, 0);
    let begun = ring(&site(folder.path(), settings)).seen.clone();
    let war = ring(&site(folder.path(), settings));
    assert_eq!((war.seen.as_slice(), begun.len()), (begun.as_slice(), 1));
    let due = war.next_due(begun[0]).unwrap();
    assert_eq!(due, begun[0] + 100);
    assert!(!war.is_due(due - 1) && war.is_due(due) && war.is_due(due + 1000));
    // Once the round is stored, the next one is due a full interval later, however often the site restarts.
    played_war(&path, 1);
    let war = ring(&site(folder.path(), settings));
    let war_again = ring(&site(folder.path(), settings));
    assert_eq!((war.seen.len(), &war.seen), (2, &war_again.seen));
    assert_eq!(war.next_due(war.seen[1]), Some(war.seen[1] + 100));
    assert!(!war.is_due(war.seen[1] + 99));
    // The clock was set back.
    assert_eq!(war.next_due(5), Some(105));
    // Without a schedule, and with one player, no round is due.
    assert_eq!(ring(&site(folder.path(), "")).next_due(u64::MAX), None);
    played_war(&path, 0);
    std::fs::remove_file(path.join("players").join("bob.pl")).unwrap();
    assert!(!ring(&site(folder.path(), settings)).is_due(u64::MAX));
}

#[test]
fn a_round_that_a_host_asked_for_is_remembered_until_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ring");
    played_war(&path, 1);
    let one = site(folder.path(), "");
    assert!(!ring(&one).is_due(u64::MAX));
    assert_eq!((request_round(&one, "ring").unwrap(), request_round(&one, "ring").unwrap()), (2, 2));
    assert!(matches!(request_round(&one, "nowhere"), Err(RequestError::NoWar)));
    let after_restart = site(folder.path(), "");
    assert!(ring(&after_restart).is_due(0));
    played_war(&path, 2);
    after_restart.wars.refresh(&after_restart).unwrap();
    assert_eq!(ring(&after_restart).requested, None);
    assert!(!ring(&after_restart).is_due(u64::MAX) && !ring(&site(folder.path(), "")).is_due(u64::MAX));
}

#[test]
fn what_is_handed_in_enters_in_the_next_round_and_is_taken_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ring");
    played_war(&path, 1);
    let site = site(folder.path(), "");
    let first = PLAYERS[1].1;
    assert_eq!(save_snippet(&site, "ring", "bob", "new.pl", b"'!1'").unwrap(), [2]);
    assert_eq!(ring(&site).handed_in, ["bob"]);
    // While another process changes the war, the file waits.
    let busy = Folder::open(&path, &silent()).unwrap();
    site.wars.refresh(&site).unwrap();
    assert_eq!(ring(&site).handed_in, ["bob"]);
    drop(busy);
    site.wars.refresh(&site).unwrap();
    let war = ring(&site);
    assert_eq!((war.handed_in.len(), war.refused.len()), (0, 0));
    let bob = std::fs::read_to_string(path.join("players").join("bob.pl")).unwrap();
    assert!(bob.starts_with(first.trim_end()) && bob.contains("=round 2\n'!1'"), "{bob}");
}

#[test]
fn a_site_that_is_killed_while_it_takes_a_snippet_takes_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ring");
    played_war(&path, 0);
    let site = site(folder.path(), "");
    // Replaces the snippet of round 1 with itself.
    save_snippet(&site, "ring", "bob", "new.pl", PLAYERS[1].1.as_bytes()).unwrap();
    let inbox = site_folder_of(folder.path(), "ring").join("handed-in");
    let file = inbox.join("000000-bob.pl");
    let bytes = std::fs::read(&file).unwrap();
    // The site was killed after the snippet was stored, and a round is played before the next start.
    let digest = game::Digest::of(PLAYERS[1].1.trim_end().as_bytes());
    let taking = format!(r#"{{"file":"000000-bob.pl","player":"bob","snippets":[[1,"{digest}"]]}}"#);
    std::fs::write(inbox.join("taking.json"), taking).unwrap();
    played_war(&path, 1);
    assert_eq!(submit::take_in(&path, &site_folder_of(folder.path(), "ring")), []);
    assert_eq!(std::fs::read_to_string(path.join("players").join("bob.pl")).unwrap(), PLAYERS[1].1);
    assert!(!file.exists() && !inbox.join("taking.json").exists());
    // The site was killed before the snippet was stored: it enters in the next round.
    std::fs::write(&file, bytes).unwrap();
    submit::take_in(&path, &site_folder_of(folder.path(), "ring"));
    assert!(std::fs::read_to_string(path.join("players").join("bob.pl")).unwrap().contains("=round 2\n"));
}

#[test]
fn what_the_rules_refuse_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    played_war(&folder.path().join("ring"), 1);
    let site = site(folder.path(), "");
    let of =
        |owner: &str, file: &str, bytes: &[u8]| save_snippet(&site, "ring", owner, file, bytes).unwrap_err();
    assert!(matches!(save_snippet(&site, "nowhere", "bob", "a.pl", b"1"), Err(SubmitError::NoWar)));
    assert!(matches!(of("bob", "../a.pl", b"1"), SubmitError::File(_)));
    assert!(matches!(of("bob", "a.txt", b"1"), SubmitError::File(_)));
    assert!(matches!(of("bob", "a.pl", &vec![b'1'; 300_000]), SubmitError::TooLarge(300_000)));
    assert!(matches!(of("../bob", "a.pl", b"1"), SubmitError::NotAllowed(_)));
    assert!(matches!(of("Bob", "a.pl", b"1"), SubmitError::NotAllowed(_)));
    // New players cannot join after the first round (P15), and snippets of played rounds cannot be changed
    // (P14).
    assert!(of("carol", "a.pl", b"1").to_string().contains("P15"));
    assert!(matches!(of("bob", "a.pl", b"=round 1\n1"), SubmitError::Program { .. }));
    assert!(matches!(of("bob", "a.pl", b"\xff"), SubmitError::Program { .. }));
    assert_eq!(ring(&site).handed_in, [""; 0]);
}

#[test]
fn settings_create_wars_and_do_not_contradict_existing_ones() {
    let folder = tempfile::tempdir().unwrap();
    let read = |settings: &str| {
        std::fs::write(folder.path().join("bout.toml"), settings).unwrap();
        Config::read(folder.path()).unwrap().make_wars(folder.path()).map_err(|error| error.to_string())
    };
    read("[wars.ring]\nseed = 5\n[wars.ring.rules]\nsize = 40\n").unwrap();
    let made = Folder::look(&folder.path().join("ring"), &silent()).unwrap();
    assert_eq!((made.config.seed, made.config.parameters.size, made.config.parameters.rounds), (5, 40, 100));
    read("[wars.ring]\nround_every_s = 9\n[wars.ring.rules]\nsize = 40\n").unwrap();
    for (settings, words) in [
        ("\n[wars.ring.rules]\nsize = 41\n", ["line 2, column 7", "`size`", "war.toml"]),
        ("[wars.ring]\nseed = 6\n", ["line 1, column 1", "`seed`", "war.toml"]),
        ("[hills.a]\ngame = \"crash\"\n[wars.a]\n", ["line 3, column 1", "[wars.a]", "the name of a hill"]),
    ] {
        let error = read(settings).unwrap_err();
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    }
}

//! Every lesson: its solution passes, and its wrong answers and the program that it starts with are refused.

mod support;

use std::path::Path;

use game::{NoPlayers, Rules, match_seed};
use referee::Lineup;

#[test]
fn lessons_of_esowar() {
    assert_eq!(support::problems("esowar", &NoPlayers), Vec::<String>::new());
}

/// The last of the first five lessons of Esowar ends with a program that beats Sweeper in at least 60% of 1,000 matches, with
/// the seeds of `bout play --games 1000`. Counted here without the check of the lesson.
#[test]
fn the_fifth_lesson_of_esowar_beats_sweeper() {
    let lesson = lessons::lessons("esowar").expect("the lessons can be read").swap_remove(4);
    let sweeper = lessons::example("esowar", "sweeper").expect("it is an example");
    let game = games::registry::by_name("esowar").expect("it is a game");
    let read = |source: &str| game.read(source.as_bytes()).into_program().expect("it is legal");
    let programs = vec![read(&lesson.solution), read(sweeper)];
    let lineup = Lineup::new(game, programs, &Rules::new()).expect("they can play");
    let mut runner = lineup.runner();
    let mut wins = |index| {
        let setup = lineup.draw_setup(match_seed(1, index));
        runner.outcome(&setup, &mut NoPlayers, &|| false).expect("it is played").winner() == Some(0)
    };
    let won = (0..1000).filter(|index| wins(*index)).count();
    assert!(won >= 600, "{won} of 1,000");
}

#[test]
fn every_game_has_ten_to_twenty_lessons_numbered_without_gaps() {
    for game in games::registry::names() {
        let lessons = lessons::lessons(game).expect("the lessons can be read");
        let numbers: Vec<u32> = lessons.iter().map(|lesson| lesson.number).collect();
        assert_eq!(numbers, (1..).take(lessons.len()).collect::<Vec<u32>>(), "{game}");
        assert!((10..=20).contains(&lessons.len()), "{game} has {} lessons", lessons.len());
    }
}

#[test]
fn lessons_of_crash() {
    assert_eq!(support::problems("crash", &NoPlayers), Vec::<String>::new());
}

/// New files are part of the build only when the crate is compiled again.
#[test]
fn the_build_has_every_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
    for game in games::registry::names() {
        let Ok(entries) = std::fs::read_dir(folder.join(game)) else { continue };
        let mut on_disk: Vec<String> = entries
            .map(|entry| format!("{game}/{}", entry.expect("it can be read").file_name().to_string_lossy()))
            .collect();
        on_disk.sort();
        let built: Vec<String> = lessons::files(game).into_iter().map(|(path, _)| path).collect();
        assert_eq!(on_disk, built, "touch crates/lessons/src/embedded.rs and build again");
    }
}

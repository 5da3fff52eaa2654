use std::path::Path;

use games::registry;

use super::*;

fn game(name: &str) -> &'static dyn RegisteredGame {
    *games::REGISTRY.iter().find(|game| game.info().name == name).unwrap()
}

fn example(name: &str) -> Vec<u8> {
    let ending = name.rsplit_once('.').unwrap().1;
    let game = registry::by_extension(ending).unwrap().info().name;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bout/examples").join(game);
    std::fs::read(folder.join(name)).unwrap()
}

fn named(of: &str, programs: &[(&str, &[u8])]) -> Vec<SimilarTexts> {
    let candidates: Vec<Candidate<'_>> =
        programs.iter().map(|&(author, source)| Candidate { author, source }).collect();
    similar_texts(game(of), &candidates)
}

#[test]
fn few_pairs_of_examples_are_named() {
    // The examples of Snakes share functions, so they really are alike.
    for one in games::REGISTRY.iter().filter(|game| game.info().name != "snakes") {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bout/examples").join(one.info().name);
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        let sources: Vec<Vec<u8>> = files.iter().map(|file| std::fs::read(file).unwrap()).collect();
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let programs: Vec<(&str, &[u8])> =
            names.iter().zip(&sources).map(|(name, source)| (name.as_str(), &source[..])).collect();
        let found = named(one.info().name, &programs);
        let words: Vec<String> = found
            .iter()
            .map(|pair| format!("{} {} {:.2}", names[pair.one], names[pair.two], pair.resemblance()))
            .collect();
        let all = names.len() * (names.len() - 1) / 2;
        assert!(words.len() * 100 <= all, "of {all} pairs: {words:#?}");
    }
}

#[test]
fn a_copy_with_other_comments_and_one_other_number_is_named() {
    let original = example("radar.crash");
    let copy = String::from_utf8(original.clone()).unwrap();
    let copy = copy.lines().filter(|line| !line.starts_with(';')).collect::<Vec<_>>().join("\n");
    let copy = copy.replace("2532", "2612");
    let found =
        named("crash", &[("ann", &original), ("bob", &example("comb.crash")), ("cy", copy.as_bytes())]);
    assert_eq!(found.iter().map(|pair| (pair.one, pair.two)).collect::<Vec<_>>(), [(0, 2)]);
    assert!(found[0].resemblance() > 0.9 && found[0].resemblance() < 1.0, "{found:?}");
}

#[test]
fn a_bot_in_c_with_other_names_is_named_as_the_same() {
    let original = example("greedy.c");
    let copy = String::from_utf8(original.clone()).unwrap().replace("best", "winner") + "\n// mine\n";
    assert_ne!(copy.as_bytes(), original);
    let found = named("snakes", &[("ann", &original), ("bob", copy.as_bytes())]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].shared, found[0].all);
}

#[test]
fn programs_of_one_author_and_short_or_broken_programs_are_not_named() {
    let radar = example("radar.crash");
    assert!(named("crash", &[("ann", &radar), ("ann", &radar)]).is_empty());
    assert!(named("crash", &[("ann", b"noop\nnoop\n"), ("bob", b"noop\nnoop\n")]).is_empty());
    assert!(named("crash", &[("ann", b"what is this"), ("bob", b"what is this")]).is_empty());
}

#[test]
fn a_pair_says_its_numbers() {
    let pair = SimilarTexts { one: 0, two: 1, shared: 30, all: 40 };
    assert!((pair.resemblance() - 0.75).abs() < 1e-12);
    assert_eq!(
        pair.reason(),
        "Without names and comments, 30 of 40 rows of 5 tokens stand in both programs."
    );
}

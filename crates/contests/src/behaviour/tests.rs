use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::*;
use crate::ContestEvent;

struct Nobody;

impl crate::Subscriber for Nobody {
    fn on_event(&self, _: ContestEvent<'_>) {}
    fn save_record(&self, _: &record::Record) -> Result<(), Failure> {
        Ok(())
    }
}

fn game(name: &str) -> &'static dyn RegisteredGame {
    *games::REGISTRY.iter().find(|game| game.info().name == name).unwrap()
}

/// Returns the games whose programs this machine can run.
fn games_here() -> Vec<&'static str> {
    let foreign = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    let mut names = vec!["crash", "esowar"];
    names.extend(["snakes", "perlwar"].into_iter().filter(|_| foreign));
    names
}

fn behaviour(name: &str, bytes: &[u8]) -> Behaviour {
    let client = Client::new(Arc::new(Nobody), || false);
    of(&ProgramFile { path: "x".into(), bytes: bytes.to_vec(), game: game(name) }, &client).unwrap()
}

/// Returns the examples of a game: their files and their contents.
fn examples(game: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bout/examples").join(game);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let named = |file: PathBuf| {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read(&file).unwrap())
    };
    files.into_iter().map(named).collect()
}

fn example(game: &str, name: &str) -> String {
    let (_, source) = examples(game).into_iter().find(|(file, _)| file == name).unwrap();
    String::from_utf8(source).unwrap()
}

/// Returns the names of the pairs that are named if every program has a different author.
fn named(of: &str, programs: &[(String, Vec<u8>)]) -> Vec<[String; 2]> {
    let known: Vec<Behaviour> = programs.iter().map(|(_, source)| behaviour(of, source)).collect();
    let candidate = |((name, source), behaviour): (&'_ (String, Vec<u8>), &'_ Behaviour)| {
        (name.clone(), source.clone(), behaviour.clone())
    };
    let all: Vec<_> = programs.iter().zip(&known).map(candidate).collect();
    let candidates: Vec<Candidate<'_>> = all
        .iter()
        .map(|(author, source, behaviour)| Candidate { author, source, behaviour: Some(behaviour) })
        .collect();
    let names = |pair: SimilarPlay| [pair.one, pair.two].map(|at| programs[at].0.clone());
    similar_play(game(of), &candidates).into_iter().map(names).collect()
}

/// Returns a copy that starts with code that does nothing.
fn padded(game: &str, source: &[u8]) -> Vec<u8> {
    let before: &[u8] = match game {
        "crash" => b"noop\nnoop\n",
        "esowar" => b"><r><",
        "perlwar" => b"1; ",
        _ => b"static int padding(int n) { return n ? n - 1 : 0; }\n",
    };
    [before, source].concat()
}

/// Replaces pieces of an example; it must contain each of them.
fn changed(game: &str, name: &str, pieces: &[(&str, &str)]) -> Vec<u8> {
    let change = |text: String, (from, to): &(&str, &str)| {
        assert!(text.contains(from), "{from} in {name}");
        text.replace(from, to)
    };
    pieces.iter().fold(example(game, name), change).into_bytes()
}

/// Copies of examples, rewritten so that their text differs.
fn disguised() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    // The two registers swap roles, lines whose order is free are reordered, and `noop`s stand between them.
    let radar = changed(
        "crash",
        "radar.crash",
        &[
            (
                "write noop 1024 ; weight 2\nwrite noop 1536 ; weight 3\n",
                "write noop 1024\nnoop\nwrite noop 1536\n",
            ),
            ("[a]", "[x]"),
            ("[b]", "[a]"),
            ("[x]", "[b]"),
            (" a ;", " x ;"),
            (" b ;", " a ;"),
            (" x ;", " b ;"),
        ],
    );
    // A commander who walks over `r` and sends her robot back and forth does nothing.
    let trapper = padded("esowar", example("esowar", "trapper.esowar").as_bytes());
    let greedy = changed(
        "snakes",
        "greedy.c",
        &[("best", "winner"), ("char *bot_name", "static const int unused = 3;\nchar *bot_name")],
    );
    let vampire = changed(
        "perlwar",
        "vampire.pl",
        &[
            ("($n)=", "$z=1; my ($who)="),
            ("@e=", "@free="),
            ("$n:", "$who:"),
            ("$e[rand@e]", "$free[rand @free]"),
        ],
    );
    vec![
        ("crash", "radar.crash", radar),
        ("esowar", "trapper.esowar", trapper),
        ("snakes", "greedy.c", greedy),
        ("perlwar", "vampire.pl", vampire),
    ]
}

#[test]
fn copies_that_are_written_differently_are_named_and_independent_programs_are_not() {
    for (of, original, copy) in disguised().into_iter().filter(|(of, ..)| games_here().contains(of)) {
        let mut programs = examples(of);
        programs.push(("the copy".to_owned(), copy));
        assert_eq!(named(of, &programs), [[original.to_owned(), "the copy".to_owned()]], "{of}");
    }
}

#[test]
fn programs_that_die_at_once_or_do_nothing_are_not_named() {
    let idle = [
        // Long enough to be compared by what they do.
        ("crash", vec!["crash\n".repeat(30), "noop\n".repeat(30), "store [i]-1 i\n".repeat(30)]),
        ("esowar", vec!["d".repeat(30), "r".repeat(30), format!("[{}]", "r".repeat(30))]),
        ("snakes", vec![
            "int bot(int board[16][32], char player) { int x = 0; return 'R' + x; }\nchar *bot_name = \"a\";".into(),
            "int bot(int board[16][32], char player) { return player == 'Y' ? 'L' : 'R'; }\nchar *bot_name = \"b\";".into(),
            "int bot(int board[16][32], char player) { return board[99][player * 999999]; }\nchar *bot_name = \"c\";".into(),
            "int bot(int board[16][32], char player) { return board[99][player * 9999990]; }\nchar *bot_name = \"d\";".into(),
        ]),
        ("perlwar", vec!["die; 1+1+1+1+1+1+1+1+1+1+1+1".into(), "die 2; 1+1+1+1+1+1+1+1+1+1+1+1+2".into(), "0*1*1*1*1*1*1*1*1*1*1*1*1*1".into(), "0+0*1*1*1*1*1*1*1*1*1*1*1*1*1".into()]),
    ];
    for (of, sources) in idle.into_iter().filter(|(of, _)| games_here().contains(of)) {
        let programs: Vec<(String, Vec<u8>)> = sources
            .into_iter()
            .enumerate()
            .map(|(at, source)| (at.to_string(), source.into_bytes()))
            .collect();
        assert!(programs.iter().all(|(_, source)| similarity_compares(of, source)), "{of}");
        assert!(named(of, &programs).is_empty(), "{of}");
    }
}

fn similarity_compares(of: &str, source: &[u8]) -> bool {
    crate::similarity::is_long_enough(game(of), source)
}

#[test]
fn the_fixed_programs_are_legal_and_the_lists_are_those_of_their_games() {
    let lists: BTreeSet<Digest> = games::REGISTRY.iter().map(|game| list(*game)).collect();
    assert_eq!(lists.len(), games::REGISTRY.len());
    for (of, text) in [("crash", memory::BESIDE.to_vec()), ("esowar", ring::BESIDE.to_vec())]
        .into_iter()
        .flat_map(|(of, texts)| texts.into_iter().map(move |text| (of, text)))
    {
        assert!(game(of).read(text.as_bytes()).program.is_some(), "{text}");
    }
    // The longest program finds room in every setup.
    let longest = "noop\n".repeat(128);
    assert_eq!(behaviour("crash", longest.as_bytes()).busy(), 0);
    assert_eq!(behaviour("esowar", "r".repeat(10_000).as_bytes()).busy(), 0);
}

#[test]
fn what_a_program_does_is_kept_as_text_and_is_the_same_again() {
    let source = example("crash", "guard.crash");
    let first = behaviour("crash", source.as_bytes());
    let kept = serde_json::to_string(&first).unwrap();
    assert_eq!(serde_json::from_str::<Behaviour>(&kept).unwrap(), first);
    assert_eq!(behaviour("crash", source.as_bytes()), first);
}

#[test]
fn a_share_is_that_of_the_setups_in_which_somebody_acts() {
    let actions = |setups: &[&str]| {
        Behaviour::of_actions(setups.iter().map(|actions| actions.bytes().map(|one| vec![one]).collect()))
    };
    let one = actions(&["abc", "abcd", "", "abc"]);
    let two = actions(&["abc", "xbcd", "", ""]);
    let agreement = one.agreement(&two);
    assert_eq!(agreement, Agreement { same: 1, of: 3 });
    assert!((agreement.share() - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!((one.busy(), one.variety()), (3, 2));
}

/// Prints the numbers in the manual: how alike the examples are, and which of them are still recognised when padded.
#[test]
#[ignore = "it prints the numbers in the manual: cargo test -p bout-contests --lib behaviour -- --ignored --nocapture"]
fn what_the_examples_reach() {
    for of in games_here() {
        let programs = examples(of);
        let known: Vec<Behaviour> = programs.iter().map(|(_, source)| behaviour(of, source)).collect();
        let is_compared = |at: usize| {
            known[at].busy() >= MIN_BUSY
                && known[at].variety() >= MIN_VARIETY
                && similarity_compares(of, &programs[at].1)
        };
        let mut pairs = Vec::new();
        let compared: Vec<usize> = (0..known.len()).filter(|&at| is_compared(at)).collect();
        for (nth, &one) in compared.iter().enumerate() {
            for &two in &compared[nth + 1..] {
                let Agreement { same, of } = known[one].agreement(&known[two]);
                pairs.push((same, of, &programs[one].0, &programs[two].0));
            }
        }
        pairs.sort();
        println!("{of}: {} of {} examples are compared; the most alike:", compared.len(), known.len());
        pairs.iter().rev().take(4).for_each(|pair| println!("  {pair:?}"));
        let found = |&at: &usize| {
            let agreement = known[at].agreement(&behaviour(of, &padded(of, &programs[at].1)));
            println!("  padded {}: {agreement:?}", programs[at].0);
            agreement.share() >= NAMED_FROM
        };
        let found = compared.iter().filter(|at| found(at)).count();
        println!("  {found} of {} padded copies are found", compared.len());
    }
}

//! Tests of searches in a game made up for the purpose: its programs are words, and the true value of each word is known.

use std::cell::Cell;

use game::{Breeding, SeededRng, match_seed};

use crate::{Evaluator, Member, Request, Search, Settings, WinDrawLoss};

/// Words of eight letters `0` and `1`; their niche is the first letter.
struct Words;

const LETTERS: usize = 8;

fn letter(rng: &mut SeededRng) -> char {
    if rng.below(2) == 0 { '0' } else { '1' }
}

impl Breeding for Words {
    fn random(&self, rng: &mut SeededRng) -> String {
        // Few letters are 1 by chance, so that the search has something to find.
        (0..LETTERS).map(|_| if rng.below(4) == 0 { '1' } else { '0' }).collect()
    }

    fn mutated(&self, parent: &str, rng: &mut SeededRng) -> String {
        let at = rng.index_below(LETTERS);
        let changed = letter(rng);
        parent.chars().enumerate().map(|(nth, old)| if nth == at { changed } else { old }).collect()
    }

    fn crossed(&self, mother: &str, father: &str, rng: &mut SeededRng) -> String {
        let at = rng.index_below(LETTERS);
        format!("{}{}", &mother[..at], &father[at..])
    }

    fn niche(&self, program: &str) -> String {
        format!("begins with {}", &program[..1])
    }

    fn quick_rules(&self) -> &'static [(&'static str, u64)] {
        &[]
    }
}

/// Two opponents; a word wins each game with a chance that depends on it.
struct Luck<C: Fn(&str) -> u64> {
    /// The chance in percent.
    chance: C,
    /// How many more calls the evaluator answers before it stops.
    patience: Cell<u64>,
    /// The setups of the last games.
    last_setups: Cell<Option<u64>>,
}

fn luck<C: Fn(&str) -> u64>(chance: C) -> Luck<C> {
    Luck { chance, patience: Cell::new(u64::MAX), last_setups: Cell::new(None) }
}

impl<C: Fn(&str) -> u64> Evaluator for Luck<C> {
    fn opponents(&self) -> usize {
        2
    }

    fn play(&self, requests: &[Request]) -> Option<Vec<Vec<WinDrawLoss>>> {
        self.patience.set(self.patience.get().checked_sub(1)?);
        self.last_setups.set(requests.last().map(|request| request.setups));
        Some(
            requests.iter().map(|request| vec![self.against(request, 0), self.against(request, 1)]).collect(),
        )
    }

    /// The first opponent's games can be counted: a hundred, of which the program wins as many as its chance says.
    fn count(&self, program: &str) -> Option<Vec<Option<WinDrawLoss>>> {
        let wins = (self.chance)(program);
        Some(vec![Some(WinDrawLoss { wins, draws: 0, losses: 100 - wins }), None])
    }
}

impl<C: Fn(&str) -> u64> Luck<C> {
    fn against(&self, request: &Request, opponent: u64) -> WinDrawLoss {
        let word = request.program.bytes().fold(1, |sum, byte| 2 * sum + u64::from(byte & 1));
        let mut tally = WinDrawLoss::default();
        for game in 2 * request.pairs.start..2 * request.pairs.end {
            let luck = match_seed(request.setups ^ (word << 20), 2 * game + opponent + 1);
            if luck % 100 < (self.chance)(request.program) { tally.wins += 1 } else { tally.losses += 1 }
        }
        tally
    }
}

/// A word is better the more of its letters are 1.
fn by_ones(word: &str) -> u64 {
    10 * word.matches('1').count() as u64
}

fn settings(seed: u64) -> Settings {
    Settings { seed, islands: 2, population: 8, starts: Vec::new() }
}

fn after(generations: u64, evaluator: &dyn Evaluator) -> Search {
    let mut search = Search::new(settings(1));
    for _ in 0..generations {
        assert!(search.next_generation(&Words, evaluator));
    }
    search
}

#[test]
fn the_best_word_is_found_and_one_of_every_idea_is_kept() {
    let search = after(12, &luck(by_ones));
    let best = search.choose(&luck(by_ones)).unwrap();
    assert_eq!(&*best.program, "11111111");
    let niches: Vec<&str> = search.elites().iter().map(|elite| elite.niche.as_str()).collect();
    assert_eq!(niches, ["begins with 0", "begins with 1"]);
    assert_eq!(search.check(), Ok(()));
    // The true score of the best word is 80 %. The interval from separate setups contains it.
    let interval = search.confirm(best, 2000, &luck(by_ones)).unwrap().interval();
    assert!(interval.low < 0.8 && 0.8 < interval.high, "{interval:?}");
}

#[test]
fn what_can_be_counted_is_not_sampled() {
    let search = after(12, &luck(by_ones));
    let best = search.choose(&luck(by_ones)).unwrap();
    let confirmed = search.confirm(best, 199, &luck(by_ones)).unwrap();
    let games: Vec<(u64, bool)> =
        confirmed.against.iter().map(|against| (against.tally.games(), against.is_exact)).collect();
    assert_eq!(games, [(100, true), (200, false)]);
    assert_eq!(confirmed.against[0].tally.wins, 80);
    let evaluator = luck(by_ones);
    evaluator.patience.set(0);
    assert_eq!(search.confirm(best, 200, &evaluator), None, "it was stopped");
}

/// The report on a search does not include the games that decided to end it.
#[test]
fn what_decides_is_not_what_confirms() {
    let evaluator = luck(by_ones);
    let search = after(12, &evaluator);
    assert!(search.has_reached(0.7, 2000, &evaluator));
    assert!(!search.has_reached(0.8, 2000, &evaluator), "the truth is 80 %");
    let best = search.choose(&evaluator).unwrap();
    let setups = |play: &dyn Fn()| {
        evaluator.last_setups.set(None);
        play();
        evaluator.last_setups.get().expect("games were played")
    };
    let deciding = setups(&|| assert!(search.has_reached(0.7, 2000, &evaluator)));
    let confirming = setups(&|| assert!(search.confirm(best, 2000, &evaluator).is_some()));
    let choosing = setups(&|| assert!(search.choose(&evaluator).is_some()));
    let purposes = std::collections::BTreeSet::from([deciding, confirming, choosing]);
    assert_eq!(purposes.len(), 3);
}

#[test]
fn the_same_settings_are_the_same_search_and_another_seed_is_another() {
    let search = after(4, &luck(by_ones));
    assert_eq!(search, after(4, &luck(by_ones)));
    let mut other = Search::new(settings(2));
    assert!(other.next_generation(&Words, &luck(by_ones)));
    assert_ne!(other, after(1, &luck(by_ones)));
}

#[test]
fn a_search_that_was_written_and_read_goes_on_as_if_nothing_had_been() {
    let halfway = after(3, &luck(by_ones));
    let text = serde_json::to_string(&halfway).unwrap();
    let mut read: Search = serde_json::from_str(&text).unwrap();
    assert_eq!(read, halfway);
    for _ in 0..3 {
        assert!(read.next_generation(&Words, &luck(by_ones)));
    }
    assert_eq!(read, after(6, &luck(by_ones)));
}

#[test]
fn a_generation_that_is_stopped_has_not_been() {
    let mut search = after(2, &luck(by_ones));
    let before = search.clone();
    for patience in 0..3 {
        let evaluator = luck(by_ones);
        evaluator.patience.set(patience);
        assert!(!search.next_generation(&Words, &evaluator));
        assert_eq!(search, before);
    }
    assert!(search.next_generation(&Words, &luck(by_ones)));
    assert_eq!(search, after(3, &luck(by_ones)));
}

/// If all words have the same value, the first program is first by luck. It plays again until its score is reliable.
#[test]
fn luck_keeps_nobody_on_top() {
    let search = after(40, &luck(|_| 50));
    let best: &Member = search.best()[0];
    let score = best.tally.score();
    assert!(best.tally.games() > 400 && (0.5..0.56).contains(&score), "{score} of {}", best.tally.games());
}

#[test]
fn hopeless_words_play_few_games() {
    let hopeless = after(1, &luck(|_| 0));
    assert_eq!(hopeless.games() / hopeless.bred(), 32, "the first round of the race and no more");
    assert_eq!(hopeless.members().count(), 0, "who never scored is not kept");
    assert_eq!(hopeless.choose(&luck(|_| 0)), None);
}

#[test]
fn starts_are_in_the_first_generation() {
    let starts = vec!["11111110".to_owned(), "11111110".to_owned()];
    let mut search = Search::new(Settings { starts, ..settings(1) });
    assert!(search.next_generation(&Words, &luck(by_ones)));
    let start = search.members().find(|member| &*member.program == "11111110").unwrap();
    assert_eq!((start.id, start.depth, start.parents.len()), (0, 0, 0));
}

#[test]
fn a_search_that_somebody_changed_is_noticed() {
    let search = after(2, &luck(by_ones));
    let change = |from: &str, to: &str| {
        let text = serde_json::to_string(&search).unwrap();
        assert!(text.contains(from), "{from}");
        serde_json::from_str::<Search>(&text.replacen(from, to, 1)).map(|search| search.check().is_ok())
    };
    assert!(change("\"bred\":", "\"bred\": ").unwrap());
    assert!(!change("\"islands\":2", "\"islands\":3").unwrap());
    assert!(!change("\"bred\":1", "\"bred\":0,\"bred\":1").is_ok_and(|sound| sound));
    assert!(!change("\"games\":", "\"games\":9999999999999").unwrap());
    assert!(!change("\"archive\":{\"begins with 0\":", "\"archive\":{\"begins with 0\":77777").unwrap());
    assert!(!change("\"archive\":{\"begins with 0\":", "\"archive\":{\"elsewhere\":").unwrap());
    assert!(change("\"generation\"", "\"age\"").is_err());
}

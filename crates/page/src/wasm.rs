//! [`Projector`] as the page's scripts see it. JSON goes over as text; turns are `BigInt`s.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Projector, Searched, Way};

/// A match in a page.
#[wasm_bindgen]
pub struct Match(Projector);

#[wasm_bindgen]
impl Match {
    /// [`Projector::open`].
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Match, String> {
        Projector::open(bytes).map(Match)
    }

    /// [`Projector::about`].
    pub fn about(&self) -> String {
        self.0.about().to_string()
    }

    /// [`Projector::turn`].
    pub fn turn(&self) -> u64 {
        self.0.turn()
    }

    /// [`Projector::seek`].
    pub fn seek(&mut self, turn: u64) {
        self.0.seek(turn);
    }

    /// [`Projector::survey`].
    pub fn survey(&mut self, turns: u64) -> bool {
        self.0.survey(turns)
    }

    /// [`Projector::is_settled`].
    pub fn is_settled(&self) -> bool {
        self.0.is_settled()
    }

    /// [`Projector::knows_writers`].
    pub fn knows_writers(&self) -> bool {
        self.0.knows_writers()
    }

    /// [`Projector::paint`]: a copy of the spots.
    pub fn paint(&mut self, span: u64) -> Vec<u16> {
        self.0.paint(span).to_vec()
    }

    /// [`Projector::owned`].
    pub fn owned(&self) -> Vec<u32> {
        self.0.owned().to_vec()
    }

    /// [`Projector::shown`].
    pub fn shown(&self) -> String {
        self.0.shown().to_string()
    }

    /// [`Projector::shown_briefly`].
    pub fn shown_briefly(&self) -> String {
        self.0.shown_briefly().to_string()
    }

    /// [`Projector::state_hash`].
    pub fn state_hash(&self) -> Option<String> {
        self.0.state_hash()
    }

    /// [`Projector::cells`].
    pub fn cells(&self, first: usize, count: usize) -> String {
        self.0.cells(first, count).to_string()
    }

    /// [`Projector::texts`].
    pub fn texts(&self, first: usize, count: usize) -> String {
        self.0.texts(first, count).to_string()
    }

    /// [`Projector::symbols`].
    pub fn symbols(&self) -> String {
        self.0.symbols()
    }

    /// [`Projector::timeline`].
    pub fn timeline(&self, columns: usize) -> String {
        self.0.timeline(columns).to_string()
    }

    /// [`Projector::set_conditions`], one a line.
    pub fn set_conditions(&mut self, lines: &str) -> Result<(), String> {
        self.0.set_conditions(&lines.lines().collect::<Vec<_>>())
    }

    /// [`Projector::begin_search`], for later turns.
    pub fn search_forwards(&mut self, what: &str) -> Result<(), String> {
        self.0.begin_search(what, Way::Forwards)
    }

    /// [`Projector::begin_search`], for earlier ones.
    pub fn search_backwards(&mut self, what: &str) -> Result<(), String> {
        self.0.begin_search(what, Way::Backwards)
    }

    /// [`Projector::search_on`]: the turn that the search has reached, or `None` once it has found something.
    pub fn search_on(&mut self, turns: u64) -> Result<Option<u64>, String> {
        Ok(match self.0.search_on(turns)? {
            Searched::Found(_) => None,
            Searched::Going(turn) => Some(turn),
        })
    }

    /// [`Projector::end_search`].
    pub fn end_search(&mut self) {
        self.0.end_search();
    }

    /// [`Projector::move_by_hand`], two characters per move: a seat's digit and a letter.
    pub fn move_by_hand(&mut self, moves: &str) -> Result<(), String> {
        let letters: Vec<char> = moves.chars().collect();
        let read = |pair: &[char]| Some((pair.first()?.to_digit(10)? as usize, *pair.get(1)?));
        let moves: Option<Vec<_>> = letters.chunks(2).map(read).collect();
        self.0.move_by_hand(&moves.ok_or("moves are a digit and a letter each")?)
    }

    /// [`Projector::change`].
    pub fn change(&mut self, text: &str) -> Result<(), String> {
        self.0.change(text)
    }

    /// [`Projector::show_other`].
    pub fn show_other(&mut self) {
        self.0.show_other();
    }

    /// [`Projector::drop_fork`].
    pub fn drop_fork(&mut self) {
        self.0.drop_fork();
    }
}

/// Plays the conformance cases of a file: how many there are, and a line for each that did not pass. No script of the page
/// asks for it; it is there so that the engines of a page itself are tested, not those of another build.
#[expect(unreachable_pub, reason = "scripts reach it")]
#[wasm_bindgen]
pub fn conform(text: &[u8]) -> Result<String, String> {
    use game::{AnyPlayers, NoPlayers, Rules, Void};

    let cases = games::conformance::cases(text).map_err(|error| error.to_string())?;
    let nobody = |_: &Rules| -> Result<Box<dyn AnyPlayers>, Void> { Ok(Box::new(NoPlayers)) };
    let results: Vec<_> = cases.iter().map(|case| case.play(&nobody, &|| false)).collect();
    let failed = results.iter().filter(|result| !result.passed());
    let failed: Vec<_> = failed.map(|one| format!("{}: {:?}", one.name, one.verdict)).collect();
    Ok(serde_json::json!({"cases": results.len(), "failed": failed}).to_string())
}

//! The interface of [`MatchView`] for the page's scripts. JSON is passed as text; turns are `BigInt`s.

use viewer::Direction;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::MatchView;

/// A match in a page.
#[wasm_bindgen]
pub struct Match(MatchView);

#[wasm_bindgen]
impl Match {
    /// [`MatchView::open`].
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Match, String> {
        MatchView::open(bytes).map(Match)
    }

    /// [`MatchView::about`].
    pub fn about(&self) -> String {
        self.0.about().to_string()
    }

    /// [`MatchView::turn`].
    pub fn turn(&self) -> u64 {
        self.0.turn()
    }

    /// [`MatchView::seek`].
    pub fn seek(&mut self, turn: u64) {
        self.0.seek(turn);
    }

    /// [`MatchView::survey`].
    pub fn survey(&mut self, turns: u64) -> bool {
        self.0.survey(turns)
    }

    /// [`MatchView::is_settled`].
    pub fn is_settled(&self) -> bool {
        self.0.is_settled()
    }

    /// [`MatchView::knows_writers`].
    pub fn knows_writers(&self) -> bool {
        self.0.knows_writers()
    }

    /// [`MatchView::paint`]: a copy of the spots.
    pub fn paint(&mut self, span: u64) -> Vec<u16> {
        self.0.paint(span).to_vec()
    }

    /// [`MatchView::owned`].
    pub fn owned(&self) -> Vec<u32> {
        self.0.owned().to_vec()
    }

    /// [`MatchView::shown`].
    pub fn shown(&self) -> String {
        self.0.shown().to_string()
    }

    /// [`MatchView::shown_briefly`].
    pub fn shown_briefly(&self) -> String {
        self.0.shown_briefly().to_string()
    }

    /// [`MatchView::state_hash`].
    pub fn state_hash(&self) -> Option<String> {
        self.0.state_hash()
    }

    /// [`MatchView::cells`].
    pub fn cells(&self, first: usize, count: usize) -> String {
        self.0.cells(first, count).to_string()
    }

    /// [`MatchView::texts`].
    pub fn texts(&self, first: usize, count: usize) -> String {
        self.0.texts(first, count).to_string()
    }

    /// [`MatchView::symbols`].
    pub fn symbols(&self) -> String {
        self.0.symbols()
    }

    /// [`MatchView::timeline`].
    pub fn timeline(&self, columns: usize) -> String {
        self.0.timeline(columns).to_string()
    }

    /// [`MatchView::story`].
    pub fn story(&self) -> String {
        self.0.story().to_string()
    }

    /// [`MatchView::find_lead`].
    pub fn find_lead(&mut self) -> bool {
        self.0.find_lead()
    }

    /// [`MatchView::lead`].
    pub fn lead(&self) -> String {
        self.0.lead().to_string()
    }

    /// [`MatchView::set_breakpoints`], one per line.
    pub fn set_breakpoints(&mut self, lines: &str) -> String {
        self.0.set_breakpoints(&lines.lines().collect::<Vec<_>>()).to_string()
    }

    /// [`MatchView::play_to`].
    pub fn play_to(&mut self, turn: u64) -> Option<String> {
        self.0.play_to(turn)
    }

    /// [`MatchView::start_search`], for later turns.
    pub fn search_forwards(&mut self, what: &str) -> Result<(), String> {
        self.0.start_search(what, Direction::Forwards)
    }

    /// [`MatchView::start_search`], for earlier turns.
    pub fn search_backwards(&mut self, what: &str) -> Result<(), String> {
        self.0.start_search(what, Direction::Backwards)
    }

    /// [`MatchView::continue_search`].
    pub fn continue_search(&mut self, turns: u64) -> Result<Option<u64>, String> {
        self.0.continue_search(turns)
    }

    /// [`MatchView::stop_search`].
    pub fn stop_search(&mut self) {
        self.0.stop_search();
    }

    /// [`MatchView::move_by_hand`], two characters per move: a seat's digit and a letter.
    pub fn move_by_hand(&mut self, moves: &str) -> Result<(), String> {
        let letters: Vec<char> = moves.chars().collect();
        let read = |pair: &[char]| Some((pair.first()?.to_digit(10)? as usize, *pair.get(1)?));
        let moves: Option<Vec<_>> = letters.chunks(2).map(read).collect();
        self.0.move_by_hand(&moves.ok_or("moves are a digit and a letter each")?)
    }

    /// [`MatchView::change`].
    pub fn change(&mut self, text: &str) -> Result<(), String> {
        self.0.change(text)
    }

    /// [`MatchView::show_other`].
    pub fn show_other(&mut self) {
        self.0.show_other();
    }

    /// [`MatchView::explain`].
    pub fn explain(&mut self, seat: Option<usize>) -> Result<String, String> {
        Ok(self.0.explain(seat)?.to_string())
    }

    /// [`MatchView::drop_fork`].
    pub fn drop_fork(&mut self) {
        self.0.drop_fork();
    }
}

/// [`crate::keys()`].
#[expect(unreachable_pub, reason = "scripts reach it")]
#[wasm_bindgen]
pub fn keys() -> String {
    crate::keys().to_string()
}

/// Plays the conformance cases of a file. Returns how many there are, and a line for each that did not pass. No script of the
/// page calls it. It exists so that tests check the engines of the page itself, not those of another build.
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

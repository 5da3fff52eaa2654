//! [`Projector`] as the page's scripts see it. JSON goes over as text; turns are `BigInt`s.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Projector, Way};

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

    /// [`Projector::paint`]: a copy of the spots.
    pub fn paint(&mut self, span: u64) -> Vec<u16> {
        self.0.paint(span).to_vec()
    }

    /// [`Projector::shown`].
    pub fn shown(&self) -> String {
        self.0.shown().to_string()
    }

    /// [`Projector::state_hash`].
    pub fn state_hash(&self) -> Option<String> {
        self.0.state_hash()
    }

    /// [`Projector::cells`].
    pub fn cells(&self, first: usize, count: usize) -> String {
        self.0.cells(first, count).to_string()
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

    /// [`Projector::find`].
    pub fn find_next(&mut self, what: &str, patience: u32) -> Result<u64, String> {
        self.0.find(what, Way::Forwards, patience)
    }

    /// [`Projector::find`].
    pub fn find_previous(&mut self, what: &str, patience: u32) -> Result<u64, String> {
        self.0.find(what, Way::Backwards, patience)
    }

    /// [`Projector::change`].
    pub fn change(&mut self, text: &str) -> Result<(), String> {
        self.0.change(text)
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
    use game::{Guests, Nobody, Rules, Void};

    let cases = games::conformance::cases(text).map_err(|error| error.to_string())?;
    let nobody = |_: &Rules| -> Result<Box<dyn Guests>, Void> { Ok(Box::new(Nobody)) };
    let results: Vec<_> = cases.iter().map(|case| case.play(&nobody, &|| false)).collect();
    let failed = results.iter().filter(|result| !result.passed());
    let failed: Vec<_> = failed.map(|one| format!("{}: {:?}", one.name, one.verdict)).collect();
    Ok(serde_json::json!({"cases": results.len(), "failed": failed}).to_string())
}

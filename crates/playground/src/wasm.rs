//! The interface of the playground for the page's scripts. JSON is passed as text; turns and games are `BigInt`s.

use games::{RegisteredGame, registry};
use referee::Source;
use wasm_bindgen::prelude::wasm_bindgen;

// The functions that the viewer's scripts call are part of the same module.
use page as _;

use crate::{FightError, diagnose, format};

fn game(name: &str) -> Result<&'static dyn RegisteredGame, String> {
    registry::by_name(name).ok_or_else(|| format!("there is no game called {name}"))
}

fn in_words(error: FightError) -> String {
    error.to_string()
}

/// [`crate::diagnose`].
#[expect(unreachable_pub, reason = "scripts reach it")]
#[wasm_bindgen]
pub fn diagnosis(game_name: &str, source: &str) -> Result<String, String> {
    Ok(diagnose(game(game_name)?, source).to_string())
}

/// [`crate::format`].
#[expect(unreachable_pub, reason = "scripts reach it")]
#[wasm_bindgen]
pub fn canonical(game_name: &str, source: &str) -> Result<Option<String>, String> {
    Ok(format(game(game_name)?, source))
}

/// [`crate::catalogue`].
#[expect(unreachable_pub, reason = "scripts reach it")]
#[wasm_bindgen]
pub fn games() -> Result<String, String> {
    crate::catalogue().map(|all| all.to_string()).map_err(|error| error.to_string())
}

/// [`crate::own_lesson`].
#[expect(unreachable_pub, reason = "scripts reach it")]
#[wasm_bindgen]
pub fn own_lesson(path: &str, text: &str) -> Result<String, String> {
    crate::own_lesson(path, text).map(|lesson| lesson.to_string()).map_err(|error| error.to_string())
}

/// [`crate::LessonCheck`].
#[wasm_bindgen]
pub struct LessonCheck(crate::LessonCheck);

#[wasm_bindgen]
impl LessonCheck {
    /// [`crate::LessonCheck::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(path: &str, own: Option<String>, source: &str) -> Result<LessonCheck, String> {
        crate::LessonCheck::new(path, own.as_deref(), source).map(LessonCheck).map_err(in_words)
    }

    /// [`crate::LessonCheck::work`].
    pub fn work(&mut self, turns: u64) -> Result<Option<String>, String> {
        Ok(self.0.work(turns).map_err(in_words)?.map(|verdict| verdict.to_string()))
    }

    /// [`crate::LessonCheck::progress`].
    pub fn progress(&self) -> String {
        self.0.progress().to_string()
    }

    /// [`crate::LessonCheck::record`].
    pub fn record(&self, finding: usize) -> Result<Vec<u8>, String> {
        self.0.record(finding).map_err(in_words)
    }
}

/// [`crate::Score::points`]: the points, and both ends of the interval.
#[expect(unreachable_pub, reason = "scripts reach it")]
#[wasm_bindgen]
pub fn points(won: u64, drawn: u64, lost: u64) -> Vec<f64> {
    let (points, low, high) = crate::Score { won, drawn, lost }.points();
    vec![points, low, high]
}

/// [`crate::Fight`].
#[wasm_bindgen]
pub struct Fight(crate::Fight);

#[wasm_bindgen]
impl Fight {
    /// [`crate::Fight::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(
        game_name: &str,
        file: String,
        source: Vec<u8>,
        other_file: String,
        other_source: Vec<u8>,
    ) -> Result<Fight, String> {
        let sources =
            [(file, source), (other_file, other_source)].map(|(file, bytes)| Source { file, bytes });
        crate::Fight::new(game(game_name)?, sources).map(Fight).map_err(in_words)
    }

    /// [`crate::Fight::record`].
    pub fn record(&self, seed: u64, number: u64) -> Result<Vec<u8>, String> {
        self.0.record(seed, number).map_err(in_words)
    }
}

/// [`crate::Duel`].
#[wasm_bindgen]
pub struct Duel(crate::Duel);

#[wasm_bindgen]
impl Duel {
    /// [`crate::Duel::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(fight: &Fight, seat: usize, seed: u64) -> Result<Duel, String> {
        crate::Duel::new(&fight.0, seat, seed).map(Duel).map_err(in_words)
    }

    /// [`crate::Duel::work`].
    pub fn work(&mut self, turns: u64, games: u64) -> Result<bool, String> {
        self.0.work(turns, games).map_err(in_words)
    }

    /// [`crate::Duel::games`].
    pub fn games(&self) -> u64 {
        self.0.games()
    }

    /// [`crate::Duel::summary`].
    pub fn summary(&self, most_lost: usize) -> String {
        self.0.summary(most_lost).to_string()
    }
}

/// [`crate::Exact`].
#[wasm_bindgen]
pub struct Exact(crate::Exact);

#[wasm_bindgen]
impl Exact {
    /// [`crate::Exact::new`].
    pub fn of(fight: &Fight, seat: usize) -> Result<Option<Exact>, String> {
        Ok(crate::Exact::new(&fight.0, seat).map_err(in_words)?.map(Exact))
    }

    /// [`crate::Exact::estimated_ms`].
    pub fn estimated_ms(&self) -> u64 {
        self.0.estimated_ms()
    }

    /// [`crate::Exact::work`].
    pub fn work(&mut self) -> bool {
        self.0.work()
    }

    /// [`crate::Exact::summary`].
    pub fn summary(&self) -> String {
        self.0.summary().to_string()
    }
}

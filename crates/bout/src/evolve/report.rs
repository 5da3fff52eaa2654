//! What a search says at its end: how the best program does against each opponent.

use comfy_table::{Table, presets};
use evolve::{Confirmed, Member, Search, Tally};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::names::{align_numbers, grouped, trimmed};
use crate::output::{Form, Output};
use crate::programs::Entrant;

/// The best program of a search, confirmed.
pub(crate) struct Report<'a> {
    pub(crate) game: &'static str,
    pub(crate) search: &'a Search,
    pub(crate) best: &'a Member,
    pub(crate) confirmed: &'a Confirmed,
    pub(crate) opponents: &'a [Entrant],
    /// Where it was written.
    pub(crate) file: String,
}

impl Report<'_> {
    /// How the best was found, for the comments of its file.
    pub(crate) fn how(&self) -> Vec<String> {
        let settings = self.search.settings();
        let mut lines = vec![
            format!(
                "found by `bout evolve {}`: seed {}, {} generations on {} islands of {}, {} programs bred, {} games",
                self.game,
                settings.seed,
                grouped(self.search.generation()),
                settings.islands,
                settings.population,
                grouped(self.search.bred()),
                grouped(self.search.games()),
            ),
            format!("confirmed on setups that nothing was chosen by: {}", self.score()),
        ];
        lines.extend(self.against().map(|(opponent, tally)| {
            format!(
                "against {}: {} % ({} won, {} drawn, {} lost)",
                opponent.name,
                percent(tally.score()),
                tally.wins,
                tally.draws,
                tally.losses
            )
        }));
        lines
    }

    fn against(&self) -> impl Iterator<Item = (&Entrant, &Tally)> {
        self.opponents.iter().zip(&self.confirmed.tallies)
    }

    /// The confirmed score in a line.
    fn score(&self) -> String {
        let interval = self.confirmed.interval();
        let games = self.confirmed.tallies.first().map_or(0, |tally| tally.games());
        format!(
            "{} % of all points (95 %: {} % to {} %), {} games an opponent; {} of {} beaten",
            percent(interval.mean),
            percent(interval.low),
            percent(interval.high),
            grouped(games),
            self.confirmed.beaten(),
            self.opponents.len(),
        )
    }

    /// Prints it.
    pub(crate) fn print(&self, form: Form) -> Result<(), Failure> {
        let mut output = Output::stdout();
        match form {
            Form::Text => self.print_text(&mut output)?,
            Form::Json => output.document(&self.document())?,
            Form::Jsonl => output.line(self.document())?,
            Form::Csv => self.print_csv(&mut output)?,
        }
        output.flush()
    }

    fn print_text(&self, output: &mut Output) -> Result<(), Failure> {
        let search = self.search;
        output.people(format_args!(
            "{}: {} generations, {} programs bred, {} games, {} ideas kept",
            self.game,
            grouped(search.generation()),
            grouped(search.bred()),
            grouped(search.games()),
            search.elites().len()
        ))?;
        output.people(format_args!("best: {} ({})", self.file, self.best.niche))?;
        output.people(format_args!("confirmed: {}", self.score()))?;
        output.line("")?;
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["against", "wins", "draws", "losses", "%"]);
        for (opponent, tally) in self.against() {
            table.add_row([
                opponent.name.clone(),
                tally.wins.to_string(),
                tally.draws.to_string(),
                tally.losses.to_string(),
                percent(tally.score()),
            ]);
        }
        align_numbers(&mut table, 1);
        for line in trimmed(&table).lines() {
            output.people(line)?;
        }
        Ok(())
    }

    fn document(&self) -> Value {
        let search = self.search;
        let interval = self.confirmed.interval();
        let against = self.against().map(|(opponent, tally)| {
            json!({
                "file": opponent.path,
                "name": opponent.name,
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "score": tally.score(),
            })
        });
        json!({
            "game": self.game,
            "seed": search.settings().seed,
            "generations": search.generation(),
            "bred": search.bred(),
            "games": search.games(),
            "ideas": search.elites().len(),
            "best": {
                "file": self.file,
                "program": &*self.best.program,
                "niche": self.best.niche,
                "score": interval.mean,
                "low": interval.low,
                "high": interval.high,
                "beaten": self.confirmed.beaten(),
                "against": against.collect::<Vec<_>>(),
            },
        })
    }

    fn print_csv(&self, output: &mut Output) -> Result<(), Failure> {
        output.csv(&["file", "name", "wins", "draws", "losses", "score"].map(String::from))?;
        for (opponent, tally) in self.against() {
            let numbers = [tally.wins, tally.draws, tally.losses].map(|number| number.to_string());
            let names = [opponent.path.clone(), opponent.name.clone()];
            output.csv(&[&names[..], &numbers, &[tally.score().to_string()]].concat())?;
        }
        Ok(())
    }
}

/// A share in percent.
fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

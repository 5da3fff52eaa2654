//! Reads the checks of a lesson.

use std::collections::BTreeMap;
use std::ops::Range;

use game::{NamedLists, Participant};
use games::RegisteredGame;
use referee::Lineup;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Wrong, read_value};
use crate::embedded;
use crate::lesson::{
    Check, CheckKind, Exact, Expected, Limits, MatchUp, OpponentProgram, Pairing, SingleMatch, Static,
    WantedResult,
};

/// The seed of checks that name none: the default of `bout play`.
const DEFAULT_SEED: u64 = 1;

/// The most matches of a check: a browser plays them while the learner waits.
const MAX_GAMES: u64 = 10_000;

/// Everything that a check may refer to.
pub(super) struct Context<'a> {
    pub(super) game: &'static dyn RegisteredGame,
    /// The opponents that the file defines, by name.
    pub(super) opponents: &'a BTreeMap<String, String>,
    pub(super) solution: &'a Participant,
}

/// The keys that every kind of check may have.
struct Common {
    kind: Spanned<String>,
    advice: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramTable {
    #[serde(default)]
    no_warnings: bool,
    max_length: Option<usize>,
    #[serde(default)]
    contains: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchTable {
    against: Spanned<Names>,
    seat: Option<Spanned<usize>>,
    rules: Option<Spanned<BTreeMap<String, u64>>>,
    seed: Option<u64>,
    setup: Option<Spanned<BTreeMap<String, Vec<u64>>>>,
    until: Option<u64>,
    result: Option<WantedResult>,
    reason: Option<Spanned<String>>,
    min_turns: Option<u64>,
    max_turns: Option<u64>,
    #[serde(default)]
    cells: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    min_cells: BTreeMap<String, usize>,
    #[serde(default)]
    min_registers: BTreeMap<String, Spanned<u64>>,
    #[serde(default)]
    max_registers: BTreeMap<String, Spanned<u64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoreTable {
    against: Spanned<Names>,
    seat: Option<Spanned<usize>>,
    rules: Option<Spanned<BTreeMap<String, u64>>>,
    seed: Option<u64>,
    games: Spanned<u64>,
    min_wins_percent: Option<Spanned<u64>>,
    min_points_percent: Option<Spanned<u64>>,
    max_losses_percent: Option<Spanned<u64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExactTable {
    against: Spanned<Names>,
    seat: Option<Spanned<usize>>,
    rules: Option<Spanned<BTreeMap<String, u64>>>,
    min_wins_percent: Option<Spanned<u64>>,
    min_points_percent: Option<Spanned<u64>>,
    max_losses_percent: Option<Spanned<u64>>,
}

/// One name or several.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected the name of an opponent, or a list of names")]
enum Names {
    One(String),
    Several(Vec<String>),
}

impl Context<'_> {
    /// Reads all checks of a file.
    pub(super) fn checks(&self, value: Spanned<DeValue<'_>>) -> Result<Vec<Check>, Wrong> {
        let at = value.span();
        let DeValue::Array(tables) = value.into_inner() else {
            return Err(Wrong::new(at, "expected one or several tables [[check]]"));
        };
        let checks: Vec<Check> =
            tables.into_iter().map(|table| self.check(table)).collect::<Result<_, _>>()?;
        if checks.is_empty() { Err(Wrong::new(at, "a lesson needs a [[check]]")) } else { Ok(checks) }
    }

    fn check(&self, value: Spanned<DeValue<'_>>) -> Result<Check, Wrong> {
        let at = value.span();
        let DeValue::Table(mut table) = value.into_inner() else {
            return Err(Wrong::new(at, "expected a table [[check]]"));
        };
        let common = Common::take(&mut table, &at)?;
        let rest = Spanned::new(at.clone(), DeValue::Table(table));
        let kind = match common.kind.get_ref().as_str() {
            "program" => CheckKind::Program(program(read_value(rest)?, at)?),
            "match" => CheckKind::Match(self.single_match(read_value(rest)?, at)?),
            "score" => CheckKind::Score(self.pairing(read_value(rest)?, at)?),
            "exact" => CheckKind::Exact(self.exact(read_value(rest)?, at)?),
            other => {
                let message =
                    format!("`{other}` is not a kind of check: expected program, match, score or exact");
                return Err(Wrong::new(common.kind.span(), message));
            }
        };
        Ok(Check { kind, advice: common.advice })
    }

    fn single_match(&self, table: MatchTable, at: Range<usize>) -> Result<SingleMatch, Wrong> {
        let (players, lineup) = self.match_up(&table.against, table.seat.as_ref(), table.rules.as_ref())?;
        let seed = table.seed.unwrap_or(DEFAULT_SEED);
        let mut setup = lineup.draw_setup(seed);
        let given = table.setup.as_ref().map(|setup| setup.get_ref().clone()).unwrap_or_default();
        for (name, numbers) in &given {
            setup.set(name, numbers.clone());
        }
        if let Err(error) = lineup.check_setup(&setup) {
            let at = table.setup.map_or(at, |setup| setup.span());
            return Err(Wrong::new(at, error.to_string()));
        }
        let reason = table.reason.map(|reason| self.reason(reason)).transpose()?;
        let cells = table.cells.into_iter().map(cell).collect::<Result<_, _>>()?;
        let expected = Expected {
            result: table.result,
            reason,
            min_turns: table.min_turns,
            max_turns: table.max_turns,
            cells,
            min_cells: table.min_cells,
            min_registers: registers(&lineup, &setup, table.min_registers)?,
            max_registers: registers(&lineup, &setup, table.max_registers)?,
        };
        if expected == Expected::default() {
            return Err(Wrong::new(at, "a check of a match must expect something, such as result = \"win\""));
        }
        Ok(SingleMatch { players, seed, setup: given, until: table.until, expected })
    }

    fn pairing(&self, table: ScoreTable, at: Range<usize>) -> Result<Pairing, Wrong> {
        let (players, _) = self.match_up(&table.against, table.seat.as_ref(), table.rules.as_ref())?;
        let games = *table.games.get_ref();
        if !(1..=MAX_GAMES).contains(&games) {
            let message = format!("`games` is {games}, but must be from 1 to {MAX_GAMES}");
            return Err(Wrong::new(table.games.span(), message));
        }
        let limits =
            limits([table.min_wins_percent, table.min_points_percent, table.max_losses_percent], at)?;
        Ok(Pairing { players, seed: table.seed.unwrap_or(DEFAULT_SEED), games, limits })
    }

    fn exact(&self, table: ExactTable, at: Range<usize>) -> Result<Exact, Wrong> {
        let (players, _) = self.match_up(&table.against, table.seat.as_ref(), table.rules.as_ref())?;
        let limits =
            limits([table.min_wins_percent, table.min_points_percent, table.max_losses_percent], at.clone())?;
        if !matches!(players.census(self.game, self.solution.clone()), Ok(Some(_))) {
            let name = self.game.info().name;
            return Err(Wrong::new(
                at,
                format!("the setups of {name} cannot be counted: use kind = \"score\""),
            ));
        }
        Ok(Exact { players, limits })
    }

    /// Reads who plays. The result is checked with the solution in the place of the learner's program.
    fn match_up(
        &self,
        against: &Spanned<Names>,
        seat: Option<&Spanned<usize>>,
        rules: Option<&Spanned<BTreeMap<String, u64>>>,
    ) -> Result<(MatchUp, Lineup<'static>), Wrong> {
        let names = match against.get_ref() {
            Names::One(name) => std::slice::from_ref(name),
            Names::Several(names) => names.as_slice(),
        };
        let opponent =
            |name: &String| self.opponent(name).map_err(|message| Wrong::new(against.span(), message));
        let opponents: Vec<OpponentProgram> = names.iter().map(opponent).collect::<Result<_, _>>()?;
        let learner = seat.map_or(0, |seat| *seat.get_ref());
        if let Some(seat) = seat.filter(|seat| *seat.get_ref() > opponents.len()) {
            let message = format!("`seat` is {learner}, but must be from 0 to {}", opponents.len());
            return Err(Wrong::new(seat.span(), message));
        }
        let wanted = rules.map(|rules| rules.get_ref().clone()).unwrap_or_default();
        let at = rules.map_or(against.span(), Spanned::span);
        let match_up = MatchUp { against: opponents, seat: learner, rules: wanted };
        let lineup = match_up.lineup(self.game, self.solution.clone());
        Ok((match_up, lineup.map_err(|message| Wrong::new(at, message))?))
    }

    fn opponent(&self, name: &str) -> Result<OpponentProgram, String> {
        let game = self.game.info().name;
        let own = self.opponents.get(name).map(String::as_str);
        let source = own.or_else(|| embedded::example(game, name)).ok_or_else(|| {
            let examples = embedded::example_names(game).join(", ");
            format!("there is no opponent `{name}`: expected one of [opponents], or an example: {examples}")
        })?;
        Ok(OpponentProgram { name: name.to_owned(), source: source.to_owned() })
    }

    fn reason(&self, reason: Spanned<String>) -> Result<String, Wrong> {
        let known = self.game.info().reasons;
        if known.contains(&reason.get_ref().as_str()) {
            return Ok(reason.into_inner());
        }
        let message = format!("`{}` is not a reason: expected one of {}", reason.get_ref(), known.join(", "));
        Err(Wrong::new(reason.span(), message))
    }
}

impl Common {
    /// Takes the common keys out of a table.
    fn take(table: &mut DeTable<'_>, at: &Range<usize>) -> Result<Self, Wrong> {
        let kind = table.remove("kind").ok_or_else(|| {
            Wrong::new(at.clone(), "a check needs a `kind`: program, match, score or exact")
        })?;
        let span = kind.span();
        let kind = Spanned::new(span, read_value(kind)?);
        let advice = table.remove("advice").map(read_value).transpose()?;
        Ok(Self { kind, advice })
    }
}

fn program(table: ProgramTable, at: Range<usize>) -> Result<Static, Wrong> {
    let ProgramTable { no_warnings, max_length, contains, lacks } = table;
    let read = Static { no_warnings, max_length, contains, lacks };
    if read == Static::default() {
        return Err(Wrong::new(at, "a check of the program must expect something, such as max_length = 10"));
    }
    Ok(read)
}

fn cell((cell, text): (String, Spanned<String>)) -> Result<(usize, String), Wrong> {
    let Ok(number) = cell.parse() else {
        let message = format!("`{cell}` is not a cell: expected a whole number from 0");
        return Err(Wrong::new(text.span(), message));
    };
    Ok((number, text.into_inner()))
}

fn registers(
    lineup: &Lineup,
    setup: &NamedLists,
    wanted: BTreeMap<String, Spanned<u64>>,
) -> Result<BTreeMap<String, u64>, Wrong> {
    let mut table = lineup.new_match();
    // The setup has already been checked.
    let known: Vec<&str> = match table.begin(setup) {
        Ok(()) => table.registers().into_iter().map(|(name, _)| name).collect(),
        Err(_) => Vec::new(),
    };
    let register = |(name, value): (String, Spanned<u64>)| {
        if known.contains(&name.as_str()) {
            return Ok((name, value.into_inner()));
        }
        let message = format!("`{name}` is not a register: expected one of {}", known.join(", "));
        Err(Wrong::new(value.span(), message))
    };
    wanted.into_iter().map(register).collect()
}

fn limits(percents: [Option<Spanned<u64>>; 3], at: Range<usize>) -> Result<Limits, Wrong> {
    if let Some(high) = percents.iter().flatten().find(|percent| *percent.get_ref() > 100) {
        return Err(Wrong::new(high.span(), format!("{} is more than 100 percent", high.get_ref())));
    }
    let [wins, points, losses] = percents.map(|percent| percent.map(Spanned::into_inner));
    let limits = Limits { min_wins_percent: wins, min_points_percent: points, max_losses_percent: losses };
    if limits == Limits::default() {
        let keys = "min_wins_percent, min_points_percent or max_losses_percent";
        return Err(Wrong::new(at, format!("this check needs {keys}")));
    }
    Ok(limits)
}

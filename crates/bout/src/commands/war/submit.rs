//! `bout war submit`: submits snippets.

use std::path::Path;

use contests::Failure;
use contests::program_file::ProgramFile;
use contests::war::{Folder, WarState, check_name, same_in_other_case};
use game::{Diagnostics, Game};
use games::perlwar::{self, Code, PerlWar, Snippets};
use serde::Serialize;

use super::standing::ended_in_words;
use crate::client::client;
use crate::output::{Output, OutputFormat, Printer, Row, cells, note};
use crate::{diagnostics, input};

/// A submitted snippet.
struct Entering {
    round: u64,
    code: Code,
    /// True if it replaces a snippet that was submitted before.
    replaces: bool,
}

pub(super) fn run(
    path: &Path,
    program: &Path,
    player: Option<&str>,
    form: OutputFormat,
) -> Result<(), Failure> {
    let name = player_name(program, player)?;
    // Standard input is read before the folder is locked, because it may be slow and other commands should not wait.
    let file = ProgramFile { path: program.to_path_buf(), bytes: input::read(program)?, game: &PerlWar };
    let folder = Folder::open(path, &client())?;
    let state = folder.replay(|_| {})?;
    folder.end(&state)?;
    check_may_submit(&folder, &state, &name)?;
    let before = folder.players.iter().find(|player| player.name == name);
    let before = before.map(|player| player.snippets.clone()).unwrap_or_default();
    let is_waiting = |round| before.entering(round).is_some();
    let entering: Vec<Entering> = handed_in(&file, state.rounds() + 1)?
        .into_iter()
        .map(|(round, code)| Entering { round, code, replaces: is_waiting(round) })
        .collect();
    let with = |snippets: Snippets, one: &Entering| snippets.with(one.round, one.code.clone());
    let snippets = entering.iter().fold(before, with);
    folder.keep_player(&name, &snippets)?;
    warn(&folder, &name, &entering, &snippets);
    report(&name, &entering, form)
}

/// Returns the player of a snippet: from the command line, or the file name.
fn player_name(program: &Path, player: Option<&str>) -> Result<String, Failure> {
    let stem = || program.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = match player {
        Some(name) => name.to_owned(),
        None if program.as_os_str() == "-" => {
            let why = "standard input has no name; name the player with --player NAME";
            return Err(Failure::Usage(why.into()));
        }
        None => stem().unwrap_or_default(),
    };
    check_name(&name)
        .map_err(|why| Failure::Usage(format!("{why}; choose another name with --player NAME")))?;
    Ok(name)
}

/// Checks that the player may submit: an eliminated player stays out, and no player can join after the first round
/// (P15).
fn check_may_submit(folder: &Folder, state: &WarState, name: &str) -> Result<(), Failure> {
    let refused = |why: String| Err(Failure::Refused(format!("{}: {why}", folder.inside.path().display())));
    if let Some(how) = ended_in_words(folder, state) {
        return refused(format!("the war is over: {how}"));
    }
    if let Some(seat) = folder.players.iter().position(|player| player.name == name) {
        return match state.engine.eliminated()[seat] {
            Some(round) => {
                refused(format!("{name} was eliminated in round {round} and is out for good (P15)"))
            }
            None => Ok(()),
        };
    }
    if let Some(other) = folder.players.iter().find(|player| same_in_other_case(&player.name, name)) {
        let why =
            format!("there is already a player {}; {name} differs only in upper and lower case", other.name);
        return refused(format!("{why}; choose another name with --player NAME"));
    }
    if state.rounds() > 0 {
        let names: Vec<&str> = folder.players.iter().map(|player| player.name.as_str()).collect();
        let why = "and no player can join after the first round (P15)";
        return refused(format!("there is no player {name}, {why}; the players are: {}", names.join(", ")));
    }
    let most = *PerlWar::INFO.seats.end();
    if folder.players.len() == most {
        return refused(format!("there are already {most} players, the most that a war allows"));
    }
    Ok(())
}

/// Returns the snippets that a file submits when `next` is the next round.
fn handed_in(file: &ProgramFile, next: u64) -> Result<Vec<(u64, Code)>, Failure> {
    let refused = |diagnostics: Diagnostics, why: &str| {
        diagnostics::show_errors(file, diagnostics);
        Failure::Refused(format!("{why}, so nothing was submitted"))
    };
    let reading = perlwar::read(&file.bytes);
    let Some(snippets) = reading.program else {
        return Err(refused(reading.diagnostics, "the program has errors"));
    };
    let names_rounds = perlwar::names_rounds(&file.bytes);
    let round_of = |round| if names_rounds { round } else { next };
    let entering: Vec<(u64, Code)> =
        snippets.iter().map(|(round, code)| (round_of(round), code.clone())).collect();
    if entering.iter().all(|(round, _)| *round >= next) {
        return Ok(entering);
    }
    let mut past = Diagnostics::default();
    for (round, place) in perlwar::places(&file.bytes).into_iter().filter(|(round, _)| *round < next) {
        let message = format!("round {round} was already played, and its snippet cannot be changed");
        let help =
            format!("submit only snippets that enter from round {next} on, each after a line `=round N`");
        past.error("P14", Some(place), message, help);
    }
    Err(refused(past, "the file has snippets for rounds that were already played"))
}

/// Prints notes on probable mistakes.
fn warn(folder: &Folder, name: &str, entering: &[Entering], snippets: &Snippets) {
    let parameters = folder.config.parameters;
    for Entering { round, code, .. } in entering {
        let (length, longest) = (code.characters(), parameters.longest(*round));
        if *round > parameters.rounds {
            note(&format!(
                "note: the snippet for round {round} never enters: there are {} rounds",
                parameters.rounds
            ));
        } else if length > longest {
            let why = format!("has {length} characters, and runs only with {longest} or fewer");
            note(&format!("note: the snippet for round {round} {why}: it segfaults (P8)"));
        }
    }
    if snippets.entering(1).is_none() {
        note(&format!("note: {name} has no snippet for round 1 and would be eliminated in it (P15)"));
    }
}

fn report(name: &str, entering: &[Entering], form: OutputFormat) -> Result<(), Failure> {
    let mut printer = Printer::new(form, Output::of_a_change());
    printer.text(|output| {
        for Entering { round, code, replaces } in entering {
            let length = code.characters();
            let place = if *replaces { ", replacing the one submitted before" } else { "" };
            output.people(format_args!(
                "{name}: a snippet of {length} characters enters in round {round}{place}"
            ))?;
        }
        Ok(())
    })?;
    let rows: Vec<EnteringRow> = entering.iter().map(|one| EnteringRow::new(name, one)).collect();
    printer.columns(&["player", "round", "characters", "replaces"])?;
    rows.iter().try_for_each(|row| printer.csv_row(row))?;
    printer.single(&SubmissionRow { player: name, enters: rows })?;
    printer.flush()
}

/// What a player submitted.
#[derive(Serialize)]
struct SubmissionRow<'a> {
    player: &'a str,
    enters: Vec<EnteringRow<'a>>,
}

/// A snippet that enters.
#[derive(Serialize)]
struct EnteringRow<'a> {
    #[serde(skip)]
    player: &'a str,
    round: u64,
    characters: usize,
    replaces: bool,
}

impl<'a> EnteringRow<'a> {
    fn new(player: &'a str, Entering { round, code, replaces }: &Entering) -> Self {
        Self { player, round: *round, characters: code.characters(), replaces: *replaces }
    }
}

impl Row for EnteringRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let mut line = cells(self, columns);
        if let Some(at) = columns.iter().position(|column| *column == "player") {
            self.player.clone_into(&mut line[at]);
        }
        vec![line]
    }
}

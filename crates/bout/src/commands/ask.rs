//! `bout ask`: asks a bot one question from a recorded match. The bot may use the whole C library.

use std::borrow::Cow;

use contests::Failure;
use contests::program_file::ProgramFile;
use game::text::several_lines;
use game::{Game as _, Participant, WireFormat as _};
use games::registry;
use games::snakes::{Answer, COLUMNS, Question, Snakes};
use guests::{BotReply, GuestError};
use record::Record;
use referee::{AskedTurn, ReplayError, asked_turn};
use serde::Serialize;

use crate::cli::AskArgs;
use crate::output::{Output, Printer, Row, note};
use crate::{diagnostics, input};

/// The question and the bot's answer.
#[derive(Serialize)]
struct AnswerRow<'a> {
    turn: u64,
    seat: usize,
    player: char,
    answer: Option<char>,
    returned: Option<i32>,
    recorded: Option<char>,
    stdout: Cow<'a, str>,
    stderr: Cow<'a, str>,
    failure: Option<&'a str>,
}

impl Row for AnswerRow<'_> {}

pub(crate) fn run(args: &AskArgs) -> Result<(), Failure> {
    if [&args.program, &args.record].iter().all(|path| path.as_os_str() == "-") {
        return Err(Failure::Usage("`-` (standard input) can be given only once".into()));
    }
    let record = read_record(args)?;
    if record.game != Snakes::INFO.name {
        let why = format!(
            "{}: this is a record of {}, whose programs are not asked",
            args.record.display(),
            record.game
        );
        return Err(Failure::Usage(why));
    }
    let bytes = input::read(&args.program)?;
    let file = ProgramFile { path: args.program.clone(), bytes, game: &Snakes };
    let reading = file.game.read(&file.bytes);
    let Some(program) = reading.program else {
        diagnostics::show_errors(&file, reading.diagnostics);
        return Err(Failure::Refused("the bot has errors, so it was not asked".into()));
    };
    if games::snakes::is_wasm(&file.bytes) {
        let path = file.shown_path();
        return Err(Failure::Usage(format!(
            "{path}: `bout ask` is for bots in C only, which can print debugging output"
        )));
    }
    let seat = seat(args, &record, &program)?;
    let asked_turn = asked_turn(
        &record,
        |name| registry::by_name(name).map(|game| game as &dyn game::AnyGame),
        args.turn,
        seat,
    )
    .map_err(|error| unplayable(args, &error))?;
    let question = asked_turn.question.as_deref().and_then(Question::decode);
    let question = question.ok_or_else(|| {
        let turns = record.outcome.turns;
        Failure::Usage(format!("seat {seat} is not asked in turn {}: the match has {turns} turns", args.turn))
    })?;
    let asked = match guests::c::ask(&file.bytes, &question) {
        Ok(asked) => asked,
        Err(GuestError::Refused(reasons)) => {
            diagnostics::show_errors(&file, reasons);
            return Err(Failure::Refused("the bot has errors, so it was not asked".into()));
        }
        Err(error @ GuestError::Machine(_)) => return Err(Failure::Machine(error.to_string())),
    };
    report(args, seat, &question, &asked_turn, &asked)?;
    warn_if_slow(&record, &asked);
    Ok(())
}

fn read_record(args: &AskArgs) -> Result<Record, Failure> {
    let bytes = input::read(&args.record)?;
    record::read(&bytes).map_err(|error| Failure::Refused(format!("{}: {error}", args.record.display())))
}

/// Returns the requested seat. By default, this is the seat where the program played, or seat 0 if
/// it did not play.
fn seat(args: &AskArgs, record: &Record, program: &Participant) -> Result<usize, Failure> {
    let seats = record.programs.len();
    match args.seat {
        Some(seat) if seat < seats => Ok(seat),
        Some(seat) => {
            Err(Failure::Usage(format!("--seat {seat}: the match has the seats 0 to {}", seats - 1)))
        }
        None => {
            let source = games::snakes::source_bytes(&program.canonical);
            Ok(record.programs.iter().position(|one| one.source == source).unwrap_or(0))
        }
    }
}

fn unplayable(args: &AskArgs, error: &ReplayError) -> Failure {
    Failure::Refused(format!("{}: {error}", args.record.display()))
}

fn report(
    args: &AskArgs,
    seat: usize,
    question: &Question,
    asked_turn: &AskedTurn,
    asked: &BotReply,
) -> Result<(), Failure> {
    let recorded = asked_turn.answer.as_deref().and_then(Answer::decode).map(letter);
    let row = AnswerRow {
        turn: args.turn,
        seat,
        player: char::from(question.player),
        answer: asked.answer.map(letter),
        returned: asked.returned,
        recorded,
        stdout: String::from_utf8_lossy(&asked.output),
        stderr: String::from_utf8_lossy(&asked.errors),
        failure: asked.failure.as_deref(),
    };
    let mut printer = Printer::new(args.output.form, Output::stdout());
    printer.text(|output| text(output, question, asked, &row))?;
    printer.single_line(&row)?;
    printer.columns(&["turn", "seat", "player", "answer", "recorded"])?;
    printer.csv_row(&row)?;
    printer.flush()?;
    match &asked.failure {
        None => Ok(()),
        Some(failure) => Err(Failure::Refused(failure.clone())),
    }
}

/// Warns if the bot would have lost the match by its time. Here it has more, because printing takes time.
fn warn_if_slow(record: &Record, asked: &BotReply) {
    let allowed_ms = record.parameters.iter().find(|(key, _)| key == "move_time_ms").map(|(_, value)| *value);
    let used_ms = asked.processor_time.map_or(0, |used| used.as_millis());
    if let Some(allowed_ms) = allowed_ms.filter(|allowed_ms| used_ms > u128::from(*allowed_ms)) {
        let why = "the bot used more processor time than the match allows";
        note(&format!("warning: {why}: {used_ms} ms of {allowed_ms} ms"));
    }
}

fn text(output: &mut Output, question: &Question, asked: &BotReply, row: &AnswerRow) -> Result<(), Failure> {
    let AnswerRow { turn, seat, player, .. } = row;
    output.text(&board(question))?;
    output.line(format_args!("turn {turn}, seat {seat}, player {player}"))?;
    for (name, printed) in [("printed", &row.stdout), ("printed to standard error", &row.stderr)] {
        if !printed.is_empty() {
            output.line(format_args!("{name}:"))?;
            let text = several_lines(printed);
            text.lines().try_for_each(|line| output.line(format_args!("  {line}")))?;
        }
    }
    if let Some(answer) = asked.answer {
        let returned = asked.returned.unwrap_or_default();
        let invalid = if answer == Answer::Invalid {
            format!(" ({returned} is not a valid move)")
        } else {
            String::new()
        };
        output.line(format_args!("answer: {}{invalid}", letter(answer)))?;
    }
    row.recorded.map_or(Ok(()), |recorded| output.line(format_args!("in the match: {recorded}")))
}

/// Formats the board that the bot sees, as in a log.
fn board(question: &Question) -> String {
    let row = |row: &[u8]| String::from_utf8_lossy(row).into_owned() + "\n";
    question.board.chunks(COLUMNS).map(row).collect::<String>() + "\n"
}

fn letter(answer: Answer) -> char {
    char::from(answer.letter())
}

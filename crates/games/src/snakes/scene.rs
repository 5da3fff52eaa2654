//! How a match is shown: the board, and the questions and answers of the bots.

use game::{
    Agent, Event, EventKind, Exchange, Frame, Glyph, LineRole, Moment, Notable, NotableKind, Panel,
    PanelLine, Reply, Score, Seat, SeatNames, Shape, Storyteller, WireFormat,
};

use super::adviser::Minimax;
use super::board::{BOT, EMPTY, LAND};
use super::engine::ENCLOSED;
use super::explainer::Explainer;
use super::lookahead::Position;
use super::question::{Answer, Question};
use super::squares::{COLUMNS, ROWS, STARTS};
use super::story::Teller;

/// The scene of any match.
pub(super) struct Scene;

fn panel(seat: Seat, moment: &Moment<'_>) -> Panel {
    let number = |name| moment.frame.register(name).get(seat).copied().unwrap_or(0);
    let mut lines = vec![PanelLine::plain(format!("territory {}", number("territory")))];
    if number("invalid") > 0 {
        lines.push(PanelLine::plain(format!("invalid answers {}", number("invalid"))));
    }
    for asked in moment.asked.iter().filter(|asked| asked.seat == seat) {
        lines.extend(told(asked));
    }
    if let Some(reason) = moment.death_of(seat) {
        let why = if reason == ENCLOSED { "its bot was enclosed" } else { reason };
        lines.push(PanelLine::new(format!("lost: {why}"), LineRole::Failure));
    }
    Panel { title: format!("{}, {}", moment.names.of(seat), char::from(LAND[seat])), seat: Some(seat), lines }
}

/// What a bot was asked, and what it answered.
fn told(asked: &Exchange) -> Vec<PanelLine> {
    let unreadable =
        |what| PanelLine::new(format!("{what} cannot be read: of another version?"), LineRole::Quiet);
    let question = Question::decode(&asked.question);
    let mut lines: Vec<PanelLine> =
        question.is_none().then(|| unreadable("the question")).into_iter().collect();
    lines.push(match &asked.reply {
        Reply::Fault(kind, detail) => PanelLine::new(format!("{}: {detail}", kind.word()), LineRole::Failure),
        Reply::Answer(bytes) => match Answer::decode(bytes) {
            Some(answer) => moved(answer, question.as_ref()),
            None => unreadable("the answer"),
        },
    });
    lines
}

/// The effect of an answer, as far as the question tells where the bots stood.
fn moved(answer: Answer, question: Option<&Question>) -> PanelLine {
    let way = match answer {
        Answer::Left => "left",
        Answer::Right => "right",
        Answer::Up => "up",
        Answer::Down => "down",
        Answer::Invalid => return PanelLine::new("invalid answer: stays", LineRole::Failure), // S6
    };
    let standing = question.and_then(|question| {
        let own = LAND.iter().position(|player| *player == question.player)?;
        let place = |seat: Seat| question.board.iter().position(|shown| *shown == BOT[seat]);
        Some((place(own)?, place(1 - own)?))
    });
    let Some((here, other)) = standing else {
        return PanelLine::new(format!("answers {way}"), LineRole::Current);
    };
    match answer.target(here) {
        None => PanelLine::new(format!("{way} is off the board: stays"), LineRole::Current),
        // S5
        Some(target) if target == other => {
            PanelLine::new(format!("{way} is the other bot: stays"), LineRole::Current)
        }
        Some(target) => PanelLine::new(format!("moves {way}"), LineRole::Current).of_cell(target),
    }
}

impl game::Scene for Scene {
    fn shape(&self) -> Shape {
        Shape::Grid { rows: ROWS, columns: COLUMNS }
    }

    fn glyph(&self, text: &str) -> Glyph {
        let shown = text.bytes().next().unwrap_or(EMPTY);
        let owner = [0, 1].into_iter().find(|&seat: &Seat| [LAND[seat], BOT[seat]].contains(&shown));
        Glyph { symbol: shown.into(), owner, is_blank: shown == EMPTY }
    }

    /// Where the bots start: those two squares are theirs.
    fn home(&self, cell: usize) -> Option<Seat> {
        STARTS.iter().position(|start| *start == cell)
    }

    fn agents(&self, frame: &Frame) -> Vec<Agent> {
        let places = frame.register("row").iter().zip(frame.register("column"));
        let cell = |row: u64, column: u64| usize::try_from(row * COLUMNS as u64 + column).ok();
        let agent = |(seat, (row, column)): (Seat, (&u64, &u64))| {
            Some(Agent { seat, role: "bot", cell: cell(*row, *column)? })
        };
        places.enumerate().filter_map(agent).collect()
    }

    /// A capture is an enclosed square: the other bot's land, or one that was nobody's. Squares that a bot paints as it walks
    /// are ordinary steps and not notable.
    fn notable(&self, event: &Event) -> Option<Notable> {
        let EventKind::Write { before, after, .. } = event.kind else { return Notable::death(event) };
        let enemy = 1usize.checked_sub(event.seat)?;
        let victim = (before == u32::from(LAND[enemy])).then_some(enemy);
        let is_enclosed = victim.is_some() || before == u32::from(EMPTY);
        let is_capture = is_enclosed && after == u32::from(LAND[event.seat]);
        is_capture.then_some(Notable { kind: NotableKind::Capture, seat: event.seat, victim })
    }

    fn panels(&self, moment: &Moment<'_>) -> Vec<Panel> {
        (0..LAND.len()).map(|seat| panel(seat, moment)).collect()
    }

    fn storyteller(&self, names: &SeatNames) -> Box<dyn Storyteller> {
        Box::new(Teller::new(names))
    }

    fn score(&self, frame: &Frame) -> Option<Score> {
        Some(Score { unit: "squares", of: frame.register("territory").to_vec() })
    }

    /// Territory alone misleads: most bots that lose are enclosed in the middle of it.
    fn advantage(&self, frame: &Frame) -> Option<Score> {
        let of = Position::in_frame(frame)?.room().map(u64::from).to_vec();
        Some(Score { unit: "squares of its own or nearer to it than to the other bot", of })
    }

    fn explainer(&self) -> Option<Box<dyn game::Explainer>> {
        Some(Box::new(Explainer::default()))
    }

    fn adviser(&self) -> Option<&dyn game::Adviser> {
        Some(&Minimax)
    }
}

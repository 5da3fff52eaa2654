//! A film of a replay: its pictures, one after the other.

use game::{Agent, Frame, Outcome, Seat};
use viewer::painting::{Painting, cells_per_spot};
use viewer::{End, Replay};

use crate::cards::{About, TurnShown, after};
use crate::layout::{Layout, laid_out};
use crate::options::{Options, Size};
use crate::picture::{BoardPicture, Picture};
use crate::plan::{Step, plan};
use crate::story::{self, CaptionedTurn, Ending};
use crate::theme::Theme;

/// How long the title card is shown, in hundredths of a second.
const TITLE: u32 = 200;
/// How long the result card is shown, in hundredths of a second.
const RESULT: u32 = 350;
/// How long a caption stays, in hundredths of a second, unless another one follows.
const CAPTION: u32 = 180;
/// Spots of at least this size, in pixels, have gaps between them.
const GAP_FROM: i32 = 8;
/// The number of hundredths in a second.
const HUNDREDTHS: u32 = 100;

/// The reasons why a film cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// It was stopped.
    #[error("the film was not finished")]
    Stopped,
    /// The match cannot be played to its end, because answers are missing.
    #[error("the match cannot be played to its end: {0}")]
    CutOff(String),
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}

/// A film. It composes one picture at a time, so that memory never holds more than one.
pub struct Film<'f, 'g> {
    replay: &'f mut Replay<'g>,
    stop: &'f dyn Fn() -> bool,
    about: About,
    layout: Layout,
    shots: Vec<Shot>,
    graves: Vec<Grave>,
    ending: Ending,
    painting: Painting,
    /// How many cells share one spot.
    cells_per_spot: usize,
    /// Whether the content of cells shows their owners: then the game counts the cells of each seat.
    counts_cells: bool,
}

/// A turn that is shown, with its caption.
struct Shot {
    step: Step,
    caption: String,
    /// How many turns are between this picture and the one before.
    span: u64,
}

/// A death, and where it happened.
struct Grave {
    turn: u64,
    seat: Seat,
    cell: Option<usize>,
}

impl<'f, 'g> Film<'f, 'g> {
    /// Surveys a match and plans its film. `seed` is shown on the title card.
    ///
    /// # Errors
    /// If `stop` ends it, or the match cannot be played to its end.
    pub fn new(
        replay: &'f mut Replay<'g>,
        seed: Option<u64>,
        options: Options,
        stop: &'f dyn Fn() -> bool,
    ) -> Result<Self, FilmError> {
        if !replay.survey(u64::MAX, stop) {
            return Err(FilmError::Stopped);
        }
        let outcome = match replay.end() {
            Some(End::Outcome(outcome)) => outcome.clone(),
            Some(End::CutOff { cause, .. }) => return Err(FilmError::CutOff(cause.clone())),
            None => return Err(FilmError::Stopped),
        };
        let graves = graves(replay, stop);
        let events = story::events(replay);
        let ending = story::ending(&outcome, replay);
        let about = About {
            title: replay.lineup().game().info().title.to_owned(),
            names: replay.names().all().to_vec(),
            seed,
            size: options.size,
            theme: options.theme,
        };
        replay.seek(0);
        let counts_cells = counts_cells(replay);
        let layout = Layout::new(options.size, about.names.len(), counts_cells);
        let most = most_spots(&layout, options);
        let shots = shots(replay, &events, &outcome, options);
        let painting = Painting::new(replay, most);
        let cells_per_spot = cells_per_spot(replay.scene().shape().cells(), most);
        Ok(Self {
            replay,
            stop,
            about,
            layout,
            shots,
            graves,
            ending,
            painting,
            cells_per_spot,
            counts_cells,
        })
    }

    /// The size of its pictures.
    #[must_use]
    pub fn size(&self) -> Size {
        self.about.size
    }

    pub(crate) fn theme(&self) -> Theme {
        self.about.theme
    }

    pub(crate) fn seats(&self) -> usize {
        self.about.names.len()
    }

    /// How many pictures it has.
    #[must_use]
    pub fn pictures(&self) -> usize {
        self.shots.len() + 2
    }

    /// How long each picture is shown, in hundredths of a second.
    #[must_use]
    pub fn durations(&self) -> Vec<u32> {
        let turns = self.shots.iter().map(|shot| shot.step.hundredths);
        std::iter::once(TITLE).chain(turns).chain([RESULT]).collect()
    }

    /// The title and the result in one sentence, for people who do not see the film.
    #[must_use]
    pub fn description(&self) -> String {
        let names = match self.about.names.as_slice() {
            [one, other] => format!("{one} against {other}"),
            names => format!("{} programs", names.len()),
        };
        format!("{}: {names}. {}", self.about.title, self.result_sentence())
    }

    fn result_sentence(&self) -> String {
        let Ending { verdict, why, turns, .. } = &self.ending;
        format!("{verdict} {}: {why}", after(*turns))
    }

    /// The picture at an index, from 0 on. Fast if pictures are requested in order.
    ///
    /// # Errors
    /// If the film was stopped.
    pub fn picture(&mut self, index: usize) -> Result<Picture, FilmError> {
        if (self.stop)() {
            return Err(FilmError::Stopped);
        }
        if index == 0 {
            return Ok(self.about.title_card());
        }
        let last = self.shots.len() - 1;
        let picture = self.turn_picture((index - 1).min(last))?;
        Ok(if index > self.shots.len() { self.about.result_card(picture, &self.ending) } else { picture })
    }

    /// One picture of the whole match: the board at the end, who played, and the result.
    ///
    /// # Errors
    /// If the film was stopped.
    pub fn poster(&mut self) -> Result<Picture, FilmError> {
        let last = self.shots.len() - 1;
        self.shots[last].caption = self.result_sentence();
        self.turn_picture(last)
    }

    fn turn_picture(&mut self, index: usize) -> Result<Picture, FilmError> {
        let Shot { step, caption, span } = &self.shots[index];
        let (turn, span) = (step.turn, *span);
        if !self.replay.seek_until(turn, self.stop) {
            return Err(FilmError::Stopped);
        }
        while !self.replay.knows_writers() && self.replay.can_learn() && !(self.stop)() {
            self.replay.find_writers(u64::MAX, self.stop);
        }
        let frame = self.replay.frame();
        self.painting.paint(self.replay, &frame, span);
        let shape = self.replay.scene().shape();
        let spots = &self.painting.spots;
        let (columns, rows, area) = laid_out(shape, spots.len(), self.layout.board);
        let has_gaps = area.width / i32::try_from(columns).unwrap_or(1).max(1) >= self.layout.unit(GAP_FROM);
        let colours = spots.iter().map(|&spot| self.about.theme.spot(spot)).collect();
        let dead: Vec<bool> = (0..self.about.names.len())
            .map(|seat| self.graves.iter().any(|grave| grave.seat == seat && grave.turn <= turn))
            .collect();
        let fallen = self.graves.iter().filter(|grave| grave.turn <= turn);
        let shown = TurnShown {
            turn,
            board: BoardPicture { area, columns, rows, has_gaps, colours },
            agents: self.agents(&frame, &dead),
            graves: fallen.filter_map(|grave| Some((grave.seat, self.spot(grave.cell?)))).collect(),
            dead,
            owned: self.counts_cells.then(|| self.painting.owned.clone()),
            caption: caption.clone(),
        };
        Ok(self.about.turn_picture(&self.layout, shown))
    }

    fn agents(&self, frame: &Frame, dead: &[bool]) -> Vec<(Agent, usize)> {
        let agents = self.replay.scene().agents_at(&self.replay.moment(frame));
        let living = agents.into_iter().filter(|agent| !dead.get(agent.seat).copied().unwrap_or(false));
        living.map(|agent| (agent, self.spot(agent.cell))).collect()
    }

    /// The spot of a cell. For cells past the end, it is the last spot.
    fn spot(&self, cell: usize) -> usize {
        (cell / self.cells_per_spot).min(self.painting.spots.len().saturating_sub(1))
    }
}

/// Whether the content of cells shows their owners at the beginning, in which case the game counts them.
fn counts_cells(replay: &Replay<'_>) -> bool {
    let frame = replay.frame();
    frame.cells.iter().any(|run| replay.scene().glyph(&run.text).owner.is_some())
}

/// The most spots of the board for which each spot still has some pixels.
fn most_spots(layout: &Layout, options: Options) -> usize {
    let side = layout.unit(3);
    let room = (layout.board.width / side) * (layout.board.height / side);
    usize::try_from(room).unwrap_or(1).min(options.pace.most_spots()).max(1)
}

/// All deaths in order, with their places.
fn graves(replay: &mut Replay<'_>, stop: &dyn Fn() -> bool) -> Vec<Grave> {
    let deaths = replay.timeline().deaths().to_vec();
    let mut graves = Vec::new();
    for death in deaths {
        replay.seek_until(death.turn, stop);
        let stood = replay.agents_before().iter().find(|agent| agent.seat == death.seat);
        graves.push(Grave { turn: death.turn, seat: death.seat, cell: stood.map(|agent| agent.cell) });
    }
    graves
}

fn shots(replay: &Replay<'_>, events: &[CaptionedTurn], outcome: &Outcome, options: Options) -> Vec<Shot> {
    let last = outcome.turns.min(replay.last_turn());
    let keys = story::key_turns(events);
    let stretches = story::stretches(replay.timeline(), last);
    let budget = (options.seconds * HUNDREDTHS).saturating_sub(TITLE + RESULT);
    let steps = plan(&keys, &stretches, last, budget, options.pace.frame());
    let (mut shots, mut before, mut said_until, mut elapsed) = (Vec::<Shot>::new(), 0, 0, 0);
    for step in steps {
        let told = events.iter().filter(|event| event.turn > before && event.turn <= step.turn);
        let told = told.max_by_key(|event| (event.importance, event.turn));
        let is_start = shots.is_empty();
        let caption = match (told, shots.last()) {
            (Some(event), _) if !is_start => {
                said_until = elapsed + CAPTION.max(step.hundredths);
                event.caption.clone()
            }
            (_, Some(shot)) if elapsed < said_until => shot.caption.clone(),
            _ => String::new(),
        };
        let span = step.turn.saturating_sub(before).max(1);
        before = step.turn;
        elapsed += step.hundredths;
        shots.push(Shot { step, caption, span });
    }
    shots
}

//! Matches, and windows that show them.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::path::Path;

use game::{AnyGame, AnyPlayers, NamedLists, Participant, Reply, Rules, Seat, Void, WireFormat};
use games::perlwar::{Answer, Run};
use record::Record;
use referee::{Lineup, Source};
use terminal::ratatui::buffer::Buffer;
use terminal::ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use terminal::ratatui::layout::Rect;
use terminal::ratatui::style::Color;
use terminal::{App, ForkPlayers, NoPrograms, Options, Theme};
use viewer::Replay;

/// Answers the same to every question of a seat.
struct Always(Vec<Vec<u8>>);

impl AnyPlayers for Always {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        Ok(Reply::Answer(self.0[seat].clone()))
    }
}

fn find(name: &str) -> Option<&'static dyn AnyGame> {
    games::registry::by_name(name).map(|game| game as &dyn AnyGame)
}

fn record(
    name: &str,
    sources: &[&str],
    parameters: &[(&str, u64)],
    lists: &[(&str, &[u64])],
    answers: &[Vec<u8>],
) -> Record {
    let game = find(name).expect("it is registered");
    let read = |source: &&str| game.read(source.as_bytes()).into_program().expect("it is legal");
    let programs = sources.iter().map(read).collect();
    let mut rules = Rules::new();
    for &(key, value) in parameters {
        rules.add(key, value).expect("a new key");
    }
    let lineup = Lineup::new(game, programs, &rules).expect("a legal contest");
    let mut setup = lineup.draw_setup(1);
    for (list, numbers) in lists {
        setup.set(*list, numbers.to_vec());
    }
    let setup: NamedLists = lineup.check_setup(&setup).expect("a legal setup");
    let mut players = Always(answers.to_vec());
    let finished = lineup.runner().play(&setup, &mut players, &|| false).expect("it is played");
    let files = ["first", "second"].iter().cycle().zip(sources);
    let sources: Vec<Source> =
        files.map(|(file, source)| Source { file: (*file).into(), bytes: (*source).into() }).collect();
    lineup.record(
        &finished,
        referee::Provenance { sources: &sources, seed: None, match_index: 0, environment: &[] },
    )
}

/// The one on 100 to 102 writes ever farther, the other one on 2000 stays where it is.
pub(crate) fn crash() -> Record {
    let writer = "write noop [i]+[a]+9\nstore [a]+7 a\nstore [i]-3 i\n";
    record("crash", &[writer, "store [i]-1 i\n"], &[], &[("start", &[100, 2000])], &[vec![], vec![]])
}

/// A ring of 90 squares; the one on 60 dies in its first turn.
pub(crate) fn esowar() -> Record {
    let lists: [(&str, &[u64]); 2] = [("start", &[10, 60]), ("robots", &[30, 80])];
    record("esowar", &["+>+", "d+"], &[("squares", 90)], &lists, &[vec![], vec![]])
}

/// So many players whose commanders read `+` and then walk on.
pub(crate) fn crowd(players: usize) -> Record {
    let parameters = [("squares", 10 * players as u64), ("max_turns", 500)];
    record("esowar", &vec!["+"; players], &parameters, &[], &vec![vec![]; players])
}

/// X goes right and O left, always.
pub(crate) fn snakes() -> Record {
    let bot = "int f(void) { return 0; }";
    record("snakes", &[bot, bot], &[], &[], &[b"R".to_vec(), b"L".to_vec()])
}

/// Snippets that do nothing, in an Array of eight cells.
pub(crate) fn perlwar() -> Record {
    let mut nothing = Vec::new();
    Answer::Ran(Run::default()).encode(&mut nothing);
    record("perlwar", &["'a'", "'b'"], &[("size", 8), ("rounds", 3)], &[], &[nothing.clone(), nothing])
}

/// Players always give the recorded answer; a file's name stands for the program in it.
struct AsEver(Vec<Vec<u8>>);

impl ForkPlayers for AsEver {
    fn players(&self, _: &Lineup<'_>) -> Result<Box<dyn AnyPlayers>, String> {
        Ok(Box::new(Always(self.0.clone())))
    }

    fn program(&self, game: &dyn AnyGame, file: &Path) -> Result<Participant, String> {
        let source = file.to_str().expect("it was typed");
        game.read(source.as_bytes()).into_program().map_err(|_| format!("`{source}` is no program"))
    }
}

/// A match in a window.
pub(crate) struct Screen<'g> {
    pub(crate) app: App<'g>,
    picture: Buffer,
}

impl Screen<'static> {
    pub(crate) fn of(record: &Record, width: u16, height: u16) -> Self {
        Self::with_look(record, Theme::Colours, width, height)
    }

    pub(crate) fn with_look(record: &Record, theme: Theme, width: u16, height: u16) -> Self {
        let replay = Replay::open(record, find).expect("a record of ours");
        let names = record.programs.iter().map(|program| program.file.clone()).collect();
        Self::showing(Options { replay, names, fork_players: &NoPrograms, theme }, width, height)
    }

    /// In forks, seats answer so.
    pub(crate) fn with_answers(record: &Record, answers: Vec<Vec<u8>>) -> Self {
        let replay = Replay::open(record, find).expect("a record of ours");
        let names = record.programs.iter().map(|program| program.file.clone()).collect();
        let fork_players = Box::leak(Box::new(AsEver(answers)));
        Self::showing(Options { replay, names, fork_players, theme: Theme::Colours }, 120, 30)
    }

    fn showing(options: Options<'static>, width: u16, height: u16) -> Self {
        let app = App::new(options);
        let mut screen = Self { app, picture: Buffer::empty(Rect::ZERO) };
        screen.resize(width, height);
        screen
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.picture = Buffer::empty(Rect { x: 0, y: 0, width, height });
        self.app.fit(self.picture.area);
        self.redraw()
    }

    pub(crate) fn redraw(&mut self) -> &mut Self {
        self.picture.reset();
        self.app.draw(&mut self.picture);
        self
    }

    /// Presses a key: a character, or the name of another one.
    pub(crate) fn press(&mut self, key: &str) -> &mut Self {
        let code = match key {
            "→" => KeyCode::Right,
            "←" => KeyCode::Left,
            "Tab" => KeyCode::Tab,
            "BackTab" => KeyCode::BackTab,
            "Home" => KeyCode::Home,
            "End" => KeyCode::End,
            "Esc" => KeyCode::Esc,
            "Enter" => KeyCode::Enter,
            character => KeyCode::Char(character.chars().next().expect("a character")),
        };
        self.app.key(&KeyEvent::new(code, KeyModifiers::NONE), &|| false);
        self.redraw()
    }

    /// Presses a key that asks for a line, and types it.
    pub(crate) fn type_in(&mut self, key: &str, line: &str) -> &mut Self {
        self.press(key).type_more(line)
    }

    pub(crate) fn type_more(&mut self, line: &str) -> &mut Self {
        for character in line.chars() {
            self.press(&character.to_string());
        }
        self.press("Enter")
    }

    /// So many columns of a line, from some on.
    pub(crate) fn at(&self, x: u16, y: u16, columns: u16) -> String {
        let area = self.picture.area;
        (x..(x + columns).min(area.width)).map(|x| self.picture[(x, y)].symbol()).collect()
    }

    /// All lines.
    pub(crate) fn text(&self) -> String {
        let area = self.picture.area;
        (0..area.height).map(|y| self.at(0, y, area.width) + "\n").collect()
    }

    /// The first line that has a text.
    pub(crate) fn row_of(&self, text: &str) -> u16 {
        let width = self.picture.area.width;
        let found = (0..self.picture.area.height).find(|y| self.at(0, *y, width).contains(text));
        found.unwrap_or_else(|| panic!("`{text}` is not in\n{}", self.text()))
    }

    pub(crate) fn has(&self, y: u16, text: &str) {
        let line = self.at(0, y, self.picture.area.width);
        assert!(line.contains(text), "`{text}` is not in line {y} of\n{}", self.text());
    }

    pub(crate) fn has_anywhere(&self, text: &str) {
        self.row_of(text);
    }

    /// The last lines say this.
    pub(crate) fn says(&self, text: &str) {
        self.has_anywhere(text);
    }

    pub(crate) fn has_colours(&self) -> bool {
        let is_plain = |colour| colour == Color::Reset;
        self.picture.content().iter().any(|cell| !is_plain(cell.fg) || !is_plain(cell.bg))
    }
}

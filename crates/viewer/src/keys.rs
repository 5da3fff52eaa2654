//! The keys of the viewers: one table for the terminal, the page and the manual.

mod shown;

/// The effect of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Plays or pauses.
    PlayOrPause,
    /// Plays faster.
    Faster,
    /// Plays more slowly.
    Slower,
    /// Goes this many turns forward, or back if negative.
    Turns(i64),
    /// Goes this many twentieths of the match forward, or back if negative.
    Twentieths(i64),
    /// Goes before the first turn.
    Start,
    /// Goes to the last turn.
    End,
    /// Asks for a turn to go to.
    GoTo,
    /// Goes to the next death, capture or hit.
    NextEvent,
    /// Goes to the previous death, capture or hit.
    PreviousEvent,
    /// Follows the next agent.
    NextAgent,
    /// Follows the previous agent.
    PreviousAgent,
    /// Follows an agent, or stays where the cursor is.
    Follow,
    /// Moves the cursor this many cells.
    Cursor(i64),
    /// Moves the cursor this many rows.
    CursorRows(i64),
    /// Shows fewer cells, and more of each.
    ZoomIn,
    /// Shows more cells.
    ZoomOut,
    /// Shows the whole board by how much is on it, or by whose it is.
    Overview,
    /// Shows or hides the panels.
    Panels,
    /// Scrolls panels and help by this many steps.
    Scroll(i64),
    /// Says who wrote the cell under the cursor last.
    WhoWrote,
    /// Goes to the turn of that last write.
    GoToWrite,
    /// Goes to the next write to that cell.
    NextWrite,
    /// Goes to the previous write to that cell.
    PreviousWrite,
    /// Asks for a breakpoint to add.
    AddBreakpoint,
    /// Lists the breakpoints.
    ListBreakpoints,
    /// Edits all breakpoints at once.
    EditBreakpoints,
    /// Runs to the next turn in which a breakpoint begins to hold.
    NextBreakpoint,
    /// Runs back to the previous such turn.
    PreviousBreakpoint,
    /// Asks for a change, and forks the match with it.
    Fork,
    /// Switches to the other side: the original or the fork.
    OtherSide,
    /// Drops the fork.
    DropFork,
    /// Tells why the match ended as it did.
    Explain,
    /// Shows the keys.
    Help,
    /// Closes what is open, and stops a search.
    Close,
    /// Quits.
    Quit,
}

/// A key of a keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// The key that types a character. Shift is part of the character.
    Char(char),
    /// →
    Right,
    /// ←
    Left,
    /// ↑
    Up,
    /// ↓
    Down,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
    /// Tab.
    Tab,
    /// Escape.
    Escape,
    /// A function key.
    Function(u8),
}

/// The modifiers that a key is pressed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Modifiers {
    /// None.
    None,
    /// Shift.
    Shift,
    /// Control.
    Control,
    /// Control and Shift.
    ControlShift,
    /// Alt.
    Alt,
}

/// A viewer of matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// `bout view` in a terminal.
    Terminal,
    /// The page of `bout view -o`.
    Page,
}

/// A key with its modifiers, and where it works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyPress {
    /// The key.
    pub key: Key,
    /// The modifiers that are held with it.
    pub modifiers: Modifiers,
    /// The one viewer that has it; `None` if both do.
    pub only_in: Option<Viewer>,
    /// Whether help and manual list it.
    pub is_listed: bool,
}

/// The keys of a command.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    /// The command.
    pub command: Command,
    /// Its name, as on a button with the same effect.
    pub name: &'static str,
    /// The keys.
    pub keys: &'static [KeyPress],
}

/// A line of the help: commands that belong together.
#[derive(Debug, Clone, Copy)]
pub struct HelpLine {
    /// The commands.
    pub bindings: &'static [Binding],
    /// The effects of the commands, in the same order.
    pub help: &'static str,
}

const fn key(character: char) -> KeyPress {
    special(Key::Char(character))
}

const fn special(key: Key) -> KeyPress {
    KeyPress { key, modifiers: Modifiers::None, only_in: None, is_listed: true }
}

impl KeyPress {
    const fn with(self, modifiers: Modifiers) -> Self {
        Self { modifiers, ..self }
    }

    const fn only_in(self, viewer: Viewer) -> Self {
        Self { only_in: Some(viewer), ..self }
    }

    const fn unlisted(self) -> Self {
        Self { is_listed: false, ..self }
    }

    /// Whether the key works in a viewer.
    #[must_use]
    pub fn is_in(&self, viewer: Viewer) -> bool {
        self.only_in.is_none_or(|only| only == viewer)
    }
}

const fn line(bindings: &'static [Binding], help: &'static str) -> HelpLine {
    HelpLine { bindings, help }
}

const fn bind(command: Command, name: &'static str, keys: &'static [KeyPress]) -> Binding {
    Binding { command, name, keys }
}

use Modifiers::{Alt, Control, ControlShift, Shift};
use Viewer::{Page, Terminal};

/// All keys, in the order in which the help shows them.
pub const HELP: &[HelpLine] = &[
    line(&[bind(Command::PlayOrPause, "play or pause", &[key(' ')])], "play, pause"),
    line(
        &[
            bind(Command::Faster, "faster", &[key('+'), key('=').unlisted()]),
            bind(Command::Slower, "slower", &[key('-')]),
        ],
        "faster, slower",
    ),
    line(
        &[
            bind(Command::Turns(1), "1 turn forward", &[special(Key::Right)]),
            bind(Command::Turns(-1), "1 turn back", &[special(Key::Left)]),
        ],
        "1 turn forward, back",
    ),
    line(
        &[
            bind(Command::Turns(10), "10 turns forward", &[special(Key::Right).with(Shift), key('.')]),
            bind(Command::Turns(-10), "10 turns back", &[special(Key::Left).with(Shift), key(',')]),
        ],
        "10 turns forward, back",
    ),
    line(
        &[
            bind(Command::Turns(100), "100 turns forward", &[special(Key::Right).with(Control), key('>')]),
            bind(Command::Turns(-100), "100 turns back", &[special(Key::Left).with(Control), key('<')]),
        ],
        "100 turns forward, back",
    ),
    line(
        &[
            bind(
                Command::Turns(1000),
                "1000 turns forward",
                &[
                    special(Key::Right).with(Alt).only_in(Terminal),
                    key(')'),
                    special(Key::Right).with(ControlShift).only_in(Page).unlisted(),
                ],
            ),
            bind(
                Command::Turns(-1000),
                "1000 turns back",
                &[
                    special(Key::Left).with(Alt).only_in(Terminal),
                    key('('),
                    special(Key::Left).with(ControlShift).only_in(Page).unlisted(),
                ],
            ),
        ],
        "1000 turns forward, back",
    ),
    line(
        &[
            bind(Command::Twentieths(1), "a twentieth forward", &[special(Key::PageDown)]),
            bind(Command::Twentieths(-1), "a twentieth back", &[special(Key::PageUp)]),
        ],
        "a twentieth of the match forward, back",
    ),
    line(
        &[
            bind(Command::Start, "start", &[special(Key::Home)]),
            bind(Command::End, "end", &[special(Key::End)]),
        ],
        "to the start, the end",
    ),
    line(&[bind(Command::GoTo, "go to", &[key('g')])], "go to a turn: a number, +10, 50%, end"),
    line(
        &[
            bind(Command::NextEvent, "next event", &[key('e')]),
            bind(Command::PreviousEvent, "previous event", &[key('E')]),
        ],
        "next, previous death, capture or hit",
    ),
    line(
        &[
            bind(Command::NextAgent, "follow the next agent", &[special(Key::Tab).only_in(Terminal)]),
            bind(
                Command::PreviousAgent,
                "follow the previous agent",
                &[special(Key::Tab).with(Shift).only_in(Terminal)],
            ),
        ],
        "follow the next, previous agent",
    ),
    // In browsers, Tab has another purpose.
    line(
        &[bind(Command::NextAgent, "follow the next agent", &[key('a').only_in(Page)])],
        "follow the next agent",
    ),
    line(&[bind(Command::Follow, "follow or stay", &[key('f')])], "follow an agent, or stay"),
    line(
        &[
            bind(Command::Cursor(-1), "cursor left", &[key('h')]),
            bind(Command::Cursor(1), "cursor right", &[key('l')]),
            bind(Command::CursorRows(-1), "cursor up", &[key('k'), special(Key::Up)]),
            bind(Command::CursorRows(1), "cursor down", &[key('j'), special(Key::Down)]),
        ],
        "cursor left, right, up, down",
    ),
    line(
        &[bind(Command::ZoomIn, "zoom in", &[key('z')]), bind(Command::ZoomOut, "zoom out", &[key('Z')])],
        "zoom in (to whole cells), out",
    ),
    line(
        &[bind(Command::Overview, "overview", &[key('v').only_in(Terminal)])],
        "whole board: by fullness, by owner",
    ),
    line(&[bind(Command::Panels, "panels", &[key('p')])], "panels: show, hide"),
    line(
        &[
            bind(Command::Scroll(-1), "scroll up", &[key('[').only_in(Terminal)]),
            bind(Command::Scroll(1), "scroll down", &[key(']').only_in(Terminal)]),
        ],
        "scroll panels and help",
    ),
    line(
        &[bind(Command::WhoWrote, "who wrote this cell", &[key('w')])],
        "who wrote the cell under the cursor",
    ),
    line(&[bind(Command::GoToWrite, "go to that write", &[key('W')])], "back to that turn"),
    line(
        &[
            bind(Command::NextWrite, "next write to this cell", &[key('n')]),
            bind(Command::PreviousWrite, "previous write to this cell", &[key('N')]),
        ],
        "next, previous write to that cell",
    ),
    line(
        &[bind(Command::AddBreakpoint, "add a breakpoint", &[key('b').only_in(Terminal)])],
        "add a breakpoint",
    ),
    line(
        &[bind(Command::ListBreakpoints, "list breakpoints", &[key('B').only_in(Terminal)])],
        "list breakpoints, remove some",
    ),
    line(
        &[bind(
            Command::EditBreakpoints,
            "edit breakpoints",
            &[key('b').only_in(Page), key('B').only_in(Page)],
        )],
        "edit the breakpoints",
    ),
    line(
        &[
            bind(Command::NextBreakpoint, "next breakpoint", &[key('c')]),
            bind(Command::PreviousBreakpoint, "previous breakpoint", &[key('C')]),
        ],
        "run to the next, previous breakpoint",
    ),
    line(&[bind(Command::Fork, "fork", &[key('x')])], "fork: change something, go on from here"),
    line(&[bind(Command::OtherSide, "other side", &[key('o')])], "switch sides: original, fork"),
    line(&[bind(Command::DropFork, "drop the fork", &[key('X')])], "drop the fork"),
    line(
        &[bind(Command::Explain, "why", &[key('y')])],
        "why the match ended so: sentences that lead to turns",
    ),
    line(
        &[bind(Command::Help, "help", &[key('?'), special(Key::Function(1)).only_in(Terminal).unlisted()])],
        "these keys",
    ),
    line(&[bind(Command::Close, "close", &[special(Key::Escape)])], "close; stop a search"),
    line(
        &[bind(
            Command::Quit,
            "quit",
            &[key('q').only_in(Terminal), key('c').with(Control).only_in(Terminal)],
        )],
        "quit",
    ),
];

/// The command of a key in a viewer, if it has one there.
#[must_use]
pub fn command(viewer: Viewer, key: Key, modifiers: Modifiers) -> Option<Command> {
    let is_pressed =
        |press: &KeyPress| press.is_in(viewer) && (press.key, press.modifiers) == (key, modifiers);
    let mut bindings = HELP.iter().flat_map(|line| line.bindings);
    bindings.find(|binding| binding.keys.iter().any(is_pressed)).map(|binding| binding.command)
}

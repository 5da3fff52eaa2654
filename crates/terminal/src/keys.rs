//! What each key does: the one table that keys are looked up in and the help screen is made from.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::prompt::Question;

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Plays or pauses.
    Pause,
    /// Plays faster.
    Faster,
    /// Plays more slowly.
    Slower,
    /// Goes so many turns forward or back.
    Turns(i64),
    /// Goes so many twentieths of the match forward or back.
    Parts(i64),
    /// Goes before the first turn.
    Start,
    /// Goes to the last turn.
    End,
    /// Goes to the next death, capture or hit.
    NextEvent,
    /// Goes to the last one before.
    PreviousEvent,
    /// Asks for a text.
    Ask(Question),
    /// Follows the next agent.
    NextAgent,
    /// Follows the one before.
    PreviousAgent,
    /// Follows an agent, or stays where the cursor is.
    Follow,
    /// Moves the cursor so many cells.
    Cursor(i64),
    /// Moves the cursor so many rows.
    CursorRows(i64),
    /// Shows fewer cells, and more of each.
    ZoomIn,
    /// Shows more cells.
    ZoomOut,
    /// Shows the whole board by how much is on it, or by whose it is.
    Overview,
    /// Shows the panels beside the board, alone, or not at all.
    Panels,
    /// Moves the lines of panels and help.
    Scroll(i64),
    /// Says who wrote the cell under the cursor last.
    WhoWrote,
    /// Goes to the turn in which that was.
    ToWrite,
    /// Goes to the next write to that cell.
    NextWrite,
    /// Goes to the last one before.
    PreviousWrite,
    /// Lists the breakpoints.
    Breakpoints,
    /// Runs to the next turn in which a breakpoint begins to hold.
    NextBreak,
    /// Runs back to the last one.
    PreviousBreak,
    /// Looks at the other side: the original or the fork.
    OtherSide,
    /// Drops the fork.
    DropFork,
    /// Shows the keys.
    Help,
    /// Closes what is open, and forgets messages.
    Close,
    /// Ends.
    Quit,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    /// The keys.
    pub keys: &'static [(KeyCode, KeyModifiers)],
    /// What each of them does, in the same order; or what all of them do.
    pub actions: &'static [Action],
    /// The keys as help shows them.
    pub shown: &'static str,
    /// What they do, in words.
    pub help: &'static str,
}

const PLAIN: KeyModifiers = KeyModifiers::NONE;
const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
const ALT: KeyModifiers = KeyModifiers::ALT;

const fn key(letter: char) -> (KeyCode, KeyModifiers) {
    (KeyCode::Char(letter), PLAIN)
}

const fn binding(
    keys: &'static [(KeyCode, KeyModifiers)],
    actions: &'static [Action],
    shown: &'static str,
    help: &'static str,
) -> Binding {
    Binding { keys, actions, shown, help }
}

/// All keys.
pub const KEYS: &[Binding] = &[
    binding(&[key(' ')], &[Action::Pause], "Space", "play, pause"),
    binding(
        &[key('+'), key('='), key('-')],
        &[Action::Faster, Action::Faster, Action::Slower],
        "+ -",
        "faster, slower",
    ),
    binding(
        &[(KeyCode::Right, PLAIN), (KeyCode::Left, PLAIN)],
        &[Action::Turns(1), Action::Turns(-1)],
        "→ ←",
        "a turn forward, back",
    ),
    binding(
        &[(KeyCode::Right, SHIFT), (KeyCode::Left, SHIFT), key('.'), key(',')],
        &[Action::Turns(10), Action::Turns(-10), Action::Turns(10), Action::Turns(-10)],
        "Shift-→ ←, . ,",
        "10 turns",
    ),
    binding(
        &[(KeyCode::Right, CONTROL), (KeyCode::Left, CONTROL), key('>'), key('<')],
        &[Action::Turns(100), Action::Turns(-100), Action::Turns(100), Action::Turns(-100)],
        "Ctrl-→ ←, > <",
        "100 turns",
    ),
    binding(
        &[(KeyCode::Right, ALT), (KeyCode::Left, ALT), key(')'), key('(')],
        &[Action::Turns(1000), Action::Turns(-1000), Action::Turns(1000), Action::Turns(-1000)],
        "Alt-→ ←, ) (",
        "1000 turns",
    ),
    binding(
        &[(KeyCode::PageDown, PLAIN), (KeyCode::PageUp, PLAIN)],
        &[Action::Parts(1), Action::Parts(-1)],
        "PgDn PgUp",
        "a twentieth of the match",
    ),
    binding(
        &[(KeyCode::Home, PLAIN), (KeyCode::End, PLAIN)],
        &[Action::Start, Action::End],
        "Home End",
        "to the start, the end",
    ),
    binding(&[key('g')], &[Action::Ask(Question::Turn)], "g", "to a turn: a number, 50%, end"),
    binding(
        &[key('e'), key('E')],
        &[Action::NextEvent, Action::PreviousEvent],
        "e E",
        "next, previous death, capture or hit",
    ),
    binding(
        &[(KeyCode::Tab, PLAIN), (KeyCode::BackTab, PLAIN)],
        &[Action::NextAgent, Action::PreviousAgent],
        "Tab, Shift-Tab",
        "follow the next, previous agent",
    ),
    binding(&[key('f')], &[Action::Follow], "f", "follow the agent, or stay"),
    binding(
        &[key('h'), key('l'), key('k'), key('j')],
        &[Action::Cursor(-1), Action::Cursor(1), Action::CursorRows(-1), Action::CursorRows(1)],
        "h l k j",
        "cursor left, right, up, down",
    ),
    binding(
        &[(KeyCode::Up, PLAIN), (KeyCode::Down, PLAIN)],
        &[Action::CursorRows(-1), Action::CursorRows(1)],
        "↑ ↓",
        "cursor up, down",
    ),
    binding(
        &[key('z'), key('Z')],
        &[Action::ZoomIn, Action::ZoomOut],
        "z Z",
        "zoom in (to whole cells), out",
    ),
    binding(&[key('v')], &[Action::Overview], "v", "whole board: how much, or whose"),
    binding(&[key('p')], &[Action::Panels], "p", "panels: beside, alone, none"),
    binding(&[key('['), key(']')], &[Action::Scroll(-1), Action::Scroll(1)], "[ ]", "scroll panels and help"),
    binding(&[key('w')], &[Action::WhoWrote], "w", "who wrote the cell under the cursor"),
    binding(&[key('W')], &[Action::ToWrite], "W", "back to that turn"),
    binding(
        &[key('n'), key('N')],
        &[Action::NextWrite, Action::PreviousWrite],
        "n N",
        "next, previous write to that cell",
    ),
    binding(&[key('b')], &[Action::Ask(Question::Breakpoint)], "b", "add a breakpoint"),
    binding(&[key('B')], &[Action::Breakpoints], "B", "list breakpoints, remove some"),
    binding(
        &[key('c'), key('C')],
        &[Action::NextBreak, Action::PreviousBreak],
        "c C",
        "run to the next, previous breakpoint",
    ),
    binding(&[key('x')], &[Action::Ask(Question::Change)], "x", "fork: change something, go on from here"),
    binding(&[key('o')], &[Action::OtherSide], "o", "keys work on the other side: original, fork"),
    binding(&[key('X')], &[Action::DropFork], "X", "drop the fork"),
    binding(&[key('?'), (KeyCode::F(1), PLAIN)], &[Action::Help], "?", "this help"),
    binding(&[(KeyCode::Esc, PLAIN)], &[Action::Close], "Esc", "close; stop a search"),
    binding(&[key('q'), (KeyCode::Char('c'), CONTROL)], &[Action::Quit], "q, Ctrl-C", "quit"),
];

/// What a key does, if it does anything.
#[must_use]
pub fn action(event: &KeyEvent) -> Option<Action> {
    let modifiers = match event.code {
        // Terminals differ in whether a capital letter or a sign comes with Shift.
        KeyCode::Char(_) | KeyCode::BackTab => event.modifiers - SHIFT,
        _ => event.modifiers,
    };
    KEYS.iter().find_map(|binding| {
        let place = binding.keys.iter().position(|key| *key == (event.code, modifiers))?;
        binding.actions.get(place).or(binding.actions.last()).copied()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_stands_in_the_table_twice() {
        let keys: Vec<_> = KEYS.iter().flat_map(|binding| binding.keys).collect();
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{key:?}");
        }
    }

    #[test]
    fn every_key_has_an_action() {
        for binding in KEYS {
            assert!([1, binding.keys.len()].contains(&binding.actions.len()), "{}", binding.shown);
        }
    }

    #[test]
    fn signs_are_known_with_shift_and_without() {
        for modifiers in [PLAIN, SHIFT] {
            let sign = KeyEvent::new(KeyCode::Char('+'), modifiers);
            assert_eq!(action(&sign), Some(Action::Faster));
            let capital = KeyEvent::new(KeyCode::Char('E'), modifiers);
            assert_eq!(action(&capital), Some(Action::PreviousEvent));
        }
        assert_eq!(action(&KeyEvent::new(KeyCode::Right, SHIFT)), Some(Action::Turns(10)));
        assert_eq!(action(&KeyEvent::new(KeyCode::Char('c'), CONTROL)), Some(Action::Quit));
        assert_eq!(action(&KeyEvent::new(KeyCode::Char('y'), PLAIN)), None);
    }
}

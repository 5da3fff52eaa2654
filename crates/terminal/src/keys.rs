//! Translates the key events of the terminal into the keys of [`viewer::keys`].

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use viewer::keys::{self, Command, Key, KeyPress, Modifiers, Viewer};

/// The command of a key, if it has one.
#[must_use]
pub fn command(event: &KeyEvent) -> Option<Command> {
    let (key, modifiers) = match event.code {
        // Some terminals report Shift with a capital letter or a sign, and some do not.
        KeyCode::Char(character) => (Key::Char(character), event.modifiers - KeyModifiers::SHIFT),
        KeyCode::BackTab => (Key::Tab, event.modifiers | KeyModifiers::SHIFT),
        code => (special_key(code)?, event.modifiers),
    };
    keys::command(Viewer::Terminal, key, known_modifiers(modifiers)?)
}

fn special_key(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Right => Key::Right,
        KeyCode::Left => Key::Left,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Tab => Key::Tab,
        KeyCode::Esc => Key::Escape,
        KeyCode::F(number) => Key::Function(number),
        _ => return None,
    })
}

fn known_modifiers(modifiers: KeyModifiers) -> Option<Modifiers> {
    let known =
        [Modifiers::None, Modifiers::Shift, Modifiers::Control, Modifiers::ControlShift, Modifiers::Alt];
    known.into_iter().find(|one| terminal_modifiers(*one) == modifiers)
}

fn terminal_modifiers(modifiers: Modifiers) -> KeyModifiers {
    match modifiers {
        Modifiers::None => KeyModifiers::NONE,
        Modifiers::Shift => KeyModifiers::SHIFT,
        Modifiers::Control => KeyModifiers::CONTROL,
        Modifiers::ControlShift => KeyModifiers::CONTROL | KeyModifiers::SHIFT,
        Modifiers::Alt => KeyModifiers::ALT,
    }
}

/// The event of a terminal for a key of the table.
#[must_use]
pub fn event(press: &KeyPress) -> KeyEvent {
    let code = match press.key {
        Key::Char(character) => KeyCode::Char(character),
        Key::Right => KeyCode::Right,
        Key::Left => KeyCode::Left,
        Key::Up => KeyCode::Up,
        Key::Down => KeyCode::Down,
        Key::PageUp => KeyCode::PageUp,
        Key::PageDown => KeyCode::PageDown,
        Key::Home => KeyCode::Home,
        Key::End => KeyCode::End,
        Key::Tab if press.modifiers == Modifiers::Shift => KeyCode::BackTab,
        Key::Tab => KeyCode::Tab,
        Key::Escape => KeyCode::Esc,
        Key::Function(number) => KeyCode::F(number),
    };
    KeyEvent::new(code, terminal_modifiers(press.modifiers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_arrives_as_its_command() {
        let mut keys = 0;
        for binding in keys::HELP.iter().flat_map(|line| line.bindings) {
            for press in binding.keys.iter().filter(|press| press.is_in(Viewer::Terminal)) {
                assert_eq!(command(&event(press)), Some(binding.command), "{press}");
                keys += 1;
            }
        }
        assert!(keys > 50, "{keys}");
    }

    #[test]
    fn signs_are_known_with_shift_and_without() {
        for modifiers in [KeyModifiers::NONE, KeyModifiers::SHIFT] {
            let sign = KeyEvent::new(KeyCode::Char('+'), modifiers);
            assert_eq!(command(&sign), Some(Command::Faster));
            let capital = KeyEvent::new(KeyCode::Char('E'), modifiers);
            assert_eq!(command(&capital), Some(Command::PreviousEvent));
            let tab = KeyEvent::new(KeyCode::BackTab, modifiers);
            assert_eq!(command(&tab), Some(Command::PreviousAgent));
        }
        let right = |modifiers| command(&KeyEvent::new(KeyCode::Right, modifiers));
        assert_eq!(right(KeyModifiers::SHIFT), Some(Command::Turns(10)));
        assert_eq!(right(KeyModifiers::ALT), Some(Command::Turns(1000)));
        assert_eq!(right(KeyModifiers::ALT | KeyModifiers::CONTROL), None);
        let letter = |letter, modifiers| command(&KeyEvent::new(KeyCode::Char(letter), modifiers));
        assert_eq!(letter('c', KeyModifiers::CONTROL), Some(Command::Quit));
        assert_eq!(letter('r', KeyModifiers::NONE), None);
        assert_eq!(letter('a', KeyModifiers::NONE), None, "a is a key of the page");
    }
}

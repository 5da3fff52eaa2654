//! The keys of the page, as JSON for its scripts.

use serde_json::{Value, json};
use viewer::keys::{HELP, Key, KeyPress, Modifiers, Viewer};

/// The lines of the help that have keys on the page. `keys` has the keys as the help shows them, in groups; `commands` has the
/// name of each command and all its keys, in the names that browsers use.
#[must_use]
pub fn keys() -> Value {
    let lines = HELP.iter().filter_map(|line| {
        let on_page = |press: &&KeyPress| press.is_in(Viewer::Page);
        let commands =
            line.bindings.iter().filter(|binding| binding.keys.iter().any(|press| on_page(&press)));
        let commands = commands.map(|binding| {
            let presses = binding.keys.iter().filter(on_page).map(press);
            json!({"name": binding.name, "presses": presses.collect::<Value>()})
        });
        let commands: Vec<Value> = commands.collect();
        let keys =
            line.keys(Viewer::Page).into_iter().map(|group| group.iter().map(KeyPress::to_string).collect());
        let keys: Vec<Vec<String>> = keys.collect();
        (!commands.is_empty()).then(|| json!({"help": line.help, "keys": keys, "commands": commands}))
    });
    lines.collect()
}

fn press(press: &KeyPress) -> Value {
    let Modified { shift, control } = modified(press.modifiers);
    json!({"key": browser_key(press.key), "shift": shift, "ctrl": control, "shown": press.to_string()})
}

struct Modified {
    shift: bool,
    control: bool,
}

fn modified(modifiers: Modifiers) -> Modified {
    Modified {
        shift: matches!(modifiers, Modifiers::Shift | Modifiers::ControlShift),
        control: matches!(modifiers, Modifiers::Control | Modifiers::ControlShift),
    }
}

/// The value of `KeyboardEvent.key` for a key.
fn browser_key(key: Key) -> String {
    match key {
        Key::Char(character) => character.into(),
        Key::Right => "ArrowRight".into(),
        Key::Left => "ArrowLeft".into(),
        Key::Up => "ArrowUp".into(),
        Key::Down => "ArrowDown".into(),
        Key::PageUp => "PageUp".into(),
        Key::PageDown => "PageDown".into(),
        Key::Home => "Home".into(),
        Key::End => "End".into(),
        Key::Tab => "Tab".into(),
        Key::Escape => "Escape".into(),
        Key::Function(number) => format!("F{number}"),
    }
}

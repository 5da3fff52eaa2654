//! The prompt for a line of text.

use viewer::Condition;

use crate::change::CHANGE_SYNTAX;

/// The kind of input that a prompt asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptKind {
    /// A turn to go to.
    Turn,
    /// A breakpoint.
    Breakpoint,
    /// A change with which to fork the match.
    Change,
}

/// A line that is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) kind: PromptKind,
    pub(crate) text: String,
    /// What was wrong with the line when it was last submitted.
    pub(crate) error: Option<String>,
    /// How many lines back in the history the prompt is.
    pub(crate) back: usize,
}

/// Explains how to write the cell under the cursor.
const POINT: &str = "`.` is the cell under the cursor";

/// The maximum length of a line.
const MAX_CHARACTERS: usize = 1 << 12;

impl Prompt {
    pub(crate) fn new(kind: PromptKind) -> Self {
        Self { kind, text: String::new(), error: None, back: 0 }
    }

    pub(crate) fn push(&mut self, character: char) {
        if !character.is_control() && self.text.chars().count() < MAX_CHARACTERS {
            self.text.push(character);
        }
        self.error = None;
    }

    pub(crate) fn delete(&mut self) {
        self.text.pop();
        self.error = None;
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.error = None;
    }

    /// Goes `lines` back in the lines typed earlier at prompts of this kind, or forward again up to an empty line.
    pub(crate) fn recall(&mut self, typed: &[(PromptKind, String)], lines: isize) {
        let same: Vec<&str> =
            typed.iter().rev().filter(|(asked, _)| *asked == self.kind).map(|(_, text)| &text[..]).collect();
        self.back = self.back.saturating_add_signed(lines).min(same.len());
        let line = self.back.checked_sub(1).and_then(|index| same.get(index));
        self.text = line.map_or(String::new(), |line| (*line).to_owned());
        self.error = None;
    }

    /// The text before the line.
    pub(crate) fn title(&self) -> &'static str {
        match self.kind {
            PromptKind::Turn => "turn: ",
            PromptKind::Breakpoint => "break where: ",
            PromptKind::Change => "change: ",
        }
    }

    /// The error, or the syntax of what can be typed.
    pub(crate) fn hint(&self) -> String {
        if let Some(error) = &self.error {
            return error.clone();
        }
        match self.kind {
            _ if !self.text.is_empty() => "Enter does it, Esc leaves it".into(),
            PromptKind::Turn => "a number, +10, -10, 50% or end".into(),
            PromptKind::Breakpoint => format!("{}; {POINT}", conditions_that_can_be_typed()),
            PromptKind::Change => format!("{CHANGE_SYNTAX}; {POINT}"),
        }
    }
}

/// The part of the error about an empty condition that says what is expected.
fn conditions_that_can_be_typed() -> String {
    let message = Condition::parse("").err().map(|error| error.to_string()).unwrap_or_default();
    message.split_once("expected ").map_or(message.clone(), |(_, expected)| expected.to_owned())
}

/// Replaces `.` in a breakpoint or a change by the number of the cell under the cursor: `cell . = d`, `write .`, `at 0 .`.
pub(crate) fn with_cursor(text: &str, cursor: usize) -> String {
    let place = match text.split_whitespace().next() {
        Some("cell" | "write") => 1,
        Some("at") => 2,
        _ => return text.to_owned(),
    };
    let mut words = 0;
    let placed = text.split_inclusive(char::is_whitespace).map(|piece| {
        words += usize::from(!piece.trim().is_empty());
        match piece.strip_prefix('.') {
            Some(rest) if words == place + 1 => format!("{cursor}{rest}"),
            _ => piece.to_owned(),
        }
    });
    placed.collect()
}

/// The turn that a text names: a number, `+10`, `-10`, `50%` or `end`. The match is at `turn`, and its last turn is `last`.
///
/// # Errors
/// Says what is expected, if the text names no turn.
pub fn turn_of(text: &str, turn: u64, last: u64) -> Result<u64, String> {
    let text = text.trim().replace([',', '_'], "");
    let read = if text == "end" {
        Some(last)
    } else if let Some(percent) = text.strip_suffix('%') {
        percent.parse::<u32>().ok().filter(|percent| *percent <= 100).map(|percent| share(last, percent))
    } else if let Some(more) = text.strip_prefix('+') {
        more.parse::<u64>().ok().map(|more| turn.saturating_add(more))
    } else if let Some(fewer) = text.strip_prefix('-') {
        fewer.parse::<u64>().ok().map(|fewer| turn.saturating_sub(fewer))
    } else {
        text.parse().ok()
    };
    read.ok_or_else(|| {
        format!("`{text}` is not a valid turn: expected a number, +10, -10, 0% to 100%, or end")
    })
}

/// `percent` hundredths of a number.
fn share(whole: u64, percent: u32) -> u64 {
    u64::try_from(u128::from(whole) * u128::from(percent) / 100).unwrap_or(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_as_they_are_typed() {
        let read = |text| turn_of(text, 30, 201);
        assert_eq!(
            ["7", " 1,000", "end", "50%", "100%", "+5", "-31"].map(read),
            [7, 1000, 201, 100, 201, 35, 0].map(Ok)
        );
        for wrong in ["", "x", "101%", "-", "5.5", "99999999999999999999"] {
            assert!(read(wrong).is_err_and(|why| why.contains("end")), "{wrong}");
        }
        assert_eq!(turn_of("100%", 0, u64::MAX), Ok(u64::MAX));
    }

    #[test]
    fn a_point_is_the_cell_under_the_cursor() {
        let read = |text| with_cursor(text, 12);
        assert_eq!(read("cell . = d"), "cell 12 = d");
        assert_eq!(read(" cell  .=."), " cell  12=.");
        assert_eq!(["write .", "at 0 ."].map(read), ["write 12", "at 0 12"]);
        for other in ["", "cell 7 = .", "at . 0", "run 0 .", "turn .", "0 a = 5"] {
            assert_eq!(read(other), other);
        }
    }

    #[test]
    fn lines_typed_before_are_recalled() {
        let typed =
            [("turn 1", PromptKind::Breakpoint), ("7", PromptKind::Turn), ("turn 2", PromptKind::Breakpoint)];
        let typed = typed.map(|(text, kind)| (kind, text.to_owned()));
        let mut prompt = Prompt::new(PromptKind::Breakpoint);
        let mut recalls = |lines| {
            prompt.recall(&typed, lines);
            prompt.text.clone()
        };
        assert_eq!([recalls(1), recalls(1), recalls(1)], ["turn 2", "turn 1", "turn 1"]);
        assert_eq!([recalls(-1), recalls(-1), recalls(-1)], ["turn 2", "", ""]);
    }

    #[test]
    fn an_empty_prompt_says_what_can_be_typed() {
        assert!(Prompt::new(PromptKind::Breakpoint).hint().starts_with("`turn N`"));
        assert!(Prompt::new(PromptKind::Change).hint().contains("cell CELL = TEXT"));
        assert!(Prompt::new(PromptKind::Turn).hint().contains("50%"));
    }
}

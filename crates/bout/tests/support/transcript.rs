//! What a page asks its readers to do: files to save, and commands to type, with their output.
//!
//! A code block on a page is one of these:
//!
//! - A file, if the paragraph before it asks to save it. The file's name is the last one
//!   in backquotes there.
//! - Commands with output, if the first line starts with `$ `, as every command then does. A line
//!   `…` stands for any number of lines, and `…` within a line for any text. If no output follows a
//!   command, it may print anything.
//! - Commands alone, if lines start with a command that newcomers type, such as `bout`.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// A step that a reader takes.
#[derive(Debug, PartialEq)]
pub(crate) enum Step {
    Save { name: String, text: String },
    Run { command: String, printed: Vec<String> },
}

/// The commands that pages show without `$ `.
const COMMANDS: [&str; 3] = ["bout ", "echo ", "cp "];

/// Returns the steps of a page in order.
pub(crate) fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut words, mut quoted, mut block) = (String::new(), String::new(), None);
    for event in Parser::new(page) {
        match event {
            Event::Start(Tag::Paragraph | Tag::Item | Tag::Heading { .. }) => words.clear(),
            Event::Start(Tag::CodeBlock(_)) => block = Some(String::new()),
            Event::Text(text) => block.as_mut().unwrap_or(&mut words).push_str(&text),
            Event::Code(code) => quoted = code.into_string(),
            Event::End(TagEnd::CodeBlock) => {
                let block = block.take().unwrap_or_default();
                if words.contains("Save ") || words.contains("save ") {
                    steps.push(Step::Save { name: quoted.clone(), text: block });
                } else {
                    steps.extend(commands(&block));
                }
            }
            _ => {}
        }
    }
    steps
}

fn commands(block: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let is_transcript = block.starts_with("$ ");
    for line in block.lines() {
        let command = line.strip_prefix("$ ").or_else(|| {
            let is_command = COMMANDS.iter().any(|start| line.starts_with(start));
            (!is_transcript && is_command).then_some(line)
        });
        match (command, steps.last_mut()) {
            (Some(command), _) => steps.push(Step::Run { command: command.into(), printed: Vec::new() }),
            (None, Some(Step::Run { printed, .. })) if is_transcript => printed.push(line.into()),
            _ => {}
        }
    }
    for step in &mut steps {
        if let Step::Run { printed, .. } = step {
            let end = printed.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
            printed.truncate(end);
        }
    }
    steps
}

/// Whether a command printed what the page shows.
pub(crate) fn is_as_shown(shown: &[String], printed: &[&str]) -> bool {
    let Some((first, rest)) = shown.split_first() else { return printed.is_empty() };
    if first == "…" {
        return (0..=printed.len()).any(|skipped| is_as_shown(rest, &printed[skipped..]));
    }
    let Some((line, others)) = printed.split_first() else { return false };
    is_line_as_shown(first, line.trim_end()) && is_as_shown(rest, others)
}

fn is_line_as_shown(shown: &str, line: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(end) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(end)
}

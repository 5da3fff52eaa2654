//! Comments: the keywords that they begin with, and labels.
//!
//! A comment `;label NAME` names a place, and `@NAME` in any comment mentions it. The game ignores both.
//! They help readers, and editors can follow and rename them.

use game::Span;
use games::source;

/// The word that makes a comment a label.
pub(crate) const LABEL: &str = "label";

/// The keywords that comments can begin with, and their descriptions.
pub(crate) const KEYS: [(&str, &str); 5] = [
    ("name", "The name of the program in tables."),
    ("author", "Who wrote the program."),
    ("strategy", "How the program plays, in one line."),
    ("allow", "Warnings to silence in this file, separated by spaces."),
    (LABEL, "Names this place. In comments, `@NAME` mentions it. Only editors know labels."),
];

/// All comments of a program.
#[derive(Debug, Default)]
pub(crate) struct Comments {
    pub(crate) all: Vec<Comment>,
    pub(crate) labels: Vec<Name>,
    pub(crate) mentions: Vec<Name>,
}

/// A comment. The span includes the semicolon.
#[derive(Debug)]
pub(crate) struct Comment {
    pub(crate) span: Span,
    /// The keyword that it begins with, as an index into [`KEYS`], and the keyword's span.
    pub(crate) key: Option<(usize, Span)>,
    /// Whether its line has code before the comment.
    pub(crate) follows_code: bool,
}

/// One occurrence of a label's name.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// The first byte of its line.
    pub(crate) line_start: usize,
}

impl Comments {
    pub(crate) fn of(source: &str) -> Self {
        let mut comments = Self::default();
        for line in source::split(source.as_bytes()) {
            let Some(body) = line.comment else { continue };
            let text = &source[body.start..body.end];
            let key = key_of(text, body.start);
            if key.is_some_and(|(key, _)| KEYS[key].0 == LABEL) {
                let name = label_in(text, body.start);
                comments.labels.extend(name.map(|(text, span)| Name {
                    text,
                    span,
                    line_start: line.code.start,
                }));
            }
            let mentioned = mentions_in(text, body.start);
            comments.mentions.extend(mentioned.map(|(text, span)| Name {
                text,
                span,
                line_start: line.code.start,
            }));
            let follows_code = !source[line.code.start..line.code.end].trim().is_empty();
            let span = Span { start: body.start - 1, end: body.end };
            comments.all.push(Comment { span, key, follows_code });
        }
        comments
    }

    /// The first label with this name.
    pub(crate) fn label(&self, name: &str) -> Option<&Name> {
        self.labels.iter().find(|label| label.text == name)
    }

    /// The label or mention at a byte.
    pub(crate) fn name_at(&self, at: usize) -> Option<&Name> {
        self.labels.iter().chain(&self.mentions).find(|name| super::touches(name.span, at))
    }

    /// The names in a span: first the labels, then the mentions.
    pub(crate) fn names_within(&self, span: Span) -> impl Iterator<Item = &Name> {
        [&self.labels, &self.mentions].into_iter().flat_map(move |names| {
            let first = names.partition_point(|name| name.span.start < span.start);
            names[first..].iter().take_while(move |name| name.span.end <= span.end)
        })
    }

    /// All occurrences of a name.
    pub(crate) fn places_of(&self, name: &str) -> impl Iterator<Item = Span> {
        let named = self.labels.iter().chain(&self.mentions);
        named.filter(move |place| place.text == name).map(|place| place.span)
    }

    /// The comment at a byte.
    pub(crate) fn at(&self, at: usize) -> Option<&Comment> {
        let next = self.all.partition_point(|comment| comment.span.start < at);
        self.all[..next].last().filter(|comment| super::touches(comment.span, at))
    }
}

/// The keyword that a comment begins with, as an index into [`KEYS`].
fn key_of(text: &str, start: usize) -> Option<(usize, Span)> {
    let word = text.split(char::is_whitespace).next()?;
    let key = KEYS.iter().position(|(key, _)| key.eq_ignore_ascii_case(word))?;
    Some((key, Span { start, end: start + word.len() }))
}

/// The name that follows the word `label`.
fn label_in(text: &str, start: usize) -> Option<(String, Span)> {
    let after = text.find(char::is_whitespace)?;
    let name = text.split_whitespace().nth(1).filter(|name| is_name(name))?;
    let at = start + after + text[after..].find(name)?;
    Some((name.to_owned(), Span { start: at, end: at + name.len() }))
}

/// The names that follow an `@`. An `@` in the middle of a word does not count: it may belong to an email
/// address.
fn mentions_in(text: &str, start: usize) -> impl Iterator<Item = (String, Span)> {
    text.match_indices('@').filter_map(move |(at, _)| {
        if text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '@') {
            return None;
        }
        let rest = &text[at + 1..];
        let length = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
        let name = &rest[..length];
        let span = Span { start: start + at + 1, end: start + at + 1 + length };
        is_name(name).then(|| (name.to_owned(), span))
    })
}

fn is_in_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// Whether a text can be the name of a label.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(is_in_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_mentions_are_found_in_comments_only() {
        let source = "noop ;LABEL  bomb the rest\n;label\n;label 9\nnoop @x ;to @bomb, not a@b or @@c @9\n";
        let comments = Comments::of(source);
        let texts = |names: &[Name]| names.iter().map(|name| name.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&comments.labels), ["bomb"]);
        assert_eq!(texts(&comments.mentions), ["bomb"]);
        for place in comments.places_of("bomb") {
            assert_eq!(&source[place.start..place.end], "bomb");
        }
        assert_eq!(comments.all[0].key.map(|(key, _)| KEYS[key].0), Some("label"));
        assert!(comments.all[0].follows_code && !comments.all[1].follows_code);
    }
}

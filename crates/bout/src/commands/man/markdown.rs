//! Renders pages of the manual, which are in Markdown, as text for a terminal.

use anstyle::{AnsiColor, Style};
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{ContentArrangement, Table};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use textwrap::WordSplitter;

/// How a page is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// The width of lines, in columns. Code is never wrapped, so that users can copy it.
    pub(super) width: usize,
    /// True if the terminal supports styles.
    pub(super) has_styles: bool,
}

/// Renders a page. `page_of` returns the page of the manual that a link leads to.
pub(super) fn rendered(markdown: &str, look: Look, page_of: &dyn Fn(&str) -> Option<String>) -> String {
    let mut renderer = Renderer {
        look,
        page_of,
        text: String::new(),
        inline: String::new(),
        lists: Vec::new(),
        item_start: None,
        links: Vec::new(),
        code_block: false,
        table: None,
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    Parser::new_ext(markdown, options).for_each(|event| renderer.take(event));
    renderer.text.truncate(renderer.text.trim_end().len());
    renderer.text + "\n"
}

/// A page that is being rendered.
struct Renderer<'a> {
    look: Look,
    page_of: &'a dyn Fn(&str) -> Option<String>,
    /// The finished blocks.
    text: String,
    /// The text of the current block.
    inline: String,
    /// For each open list, the next number, or `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The bullet or number of the current item, until its first block is written.
    item_start: Option<String>,
    /// The targets of the open links.
    links: Vec<String>,
    code_block: bool,
    table: Option<TableText>,
}

/// A table that is being read.
#[derive(Default)]
struct TableText {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    cells: Vec<String>,
}

impl Renderer<'_> {
    fn take(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.inline.push_str(&text),
            Event::Code(code) => self.styled_code(&code),
            Event::SoftBreak => self.inline.push(' '),
            Event::HardBreak => self.inline.push('\n'),
            Event::Rule => {
                let line = "─".repeat(self.look.width);
                self.block(&line);
            }
            // The manual does not use these, except for HTML, which a terminal cannot show.
            Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: Tag) {
        match tag {
            Tag::Strong => self.style(Style::new().bold(), true),
            Tag::Emphasis => self.style(Style::new().italic(), true),
            Tag::Link { dest_url, .. } => self.links.push(dest_url.into_string()),
            Tag::Image { .. } => self.inline.push_str("[picture: "),
            Tag::CodeBlock(_) => {
                self.write_paragraph();
                self.code_block = true;
            }
            Tag::List(first) => {
                self.write_paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                let start = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "• ".to_owned(),
                };
                self.item_start = Some(start);
            }
            Tag::Table(_) => self.table = Some(TableText::default()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.write_heading(level),
            TagEnd::Paragraph | TagEnd::Item => self.write_paragraph(),
            TagEnd::Strong => self.style(Style::new().bold(), false),
            TagEnd::Emphasis => self.style(Style::new().italic(), false),
            TagEnd::Link => self.end_link(),
            TagEnd::Image => self.inline.push(']'),
            TagEnd::CodeBlock => self.write_code(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.end_block();
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.inline);
                self.rows().cells.push(cell);
            }
            TagEnd::TableHead => {
                let cells = std::mem::take(&mut self.rows().cells);
                self.rows().header = cells;
            }
            TagEnd::TableRow => {
                let cells = std::mem::take(&mut self.rows().cells);
                self.rows().rows.push(cells);
            }
            TagEnd::Table => self.write_table(),
            _ => {}
        }
    }

    fn rows(&mut self) -> &mut TableText {
        self.table.get_or_insert_default()
    }

    /// Switches a style on or off. Tables have no styles, because escape codes would count as
    /// width.
    fn style(&mut self, style: Style, on: bool) {
        if self.look.has_styles && self.table.is_none() {
            let code = if on { style.render().to_string() } else { style.render_reset().to_string() };
            self.inline.push_str(&code);
        }
    }

    fn styled_code(&mut self, code: &str) {
        if self.look.has_styles && self.table.is_none() {
            let style = AnsiColor::Cyan.on_default();
            self.inline.extend([
                style.render().to_string().as_str(),
                code,
                style.render_reset().to_string().as_str(),
            ]);
        } else {
            self.inline.extend(["`", code, "`"]);
        }
    }

    /// Writes the target of a link: for a page of the manual the command that shows it, for a web
    /// page its address. Links to source files are omitted, because users do not have those files.
    fn end_link(&mut self) {
        let Some(target) = self.links.pop() else { return };
        let (path, _) = target.split_once('#').unwrap_or((&target, ""));
        if target.starts_with("http") {
            self.inline.extend([" <", &target, ">"]);
        } else if let Some(page) = (self.page_of)(path) {
            self.inline.extend([" [bout man ", &page, "]"]);
        }
    }

    fn write_heading(&mut self, level: HeadingLevel) {
        let title = std::mem::take(&mut self.inline);
        let bold = if self.look.has_styles { Style::new().bold() } else { Style::new() };
        let width = textwrap::core::display_width(&title).min(self.look.width);
        let under = match level {
            HeadingLevel::H1 => format!("\n{}", "═".repeat(width)),
            HeadingLevel::H2 => format!("\n{}", "─".repeat(width)),
            _ => String::new(),
        };
        let lines = self.wrapped(&title, "", "");
        self.block(&format!("{bold}{lines}{bold:#}{under}"));
    }

    /// Writes the text since the last block, if any, after the bullet or number of its list item.
    fn write_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.inline);
        if paragraph.trim().is_empty() {
            return;
        }
        let depth = self.lists.len();
        if depth == 0 {
            let lines = self.wrapped(&paragraph, "", "");
            self.block(&lines);
            return;
        }
        let indent = "  ".repeat(depth);
        let first = match self.item_start.take() {
            Some(start) => format!("{}{start}", "  ".repeat(depth - 1)),
            None => indent.clone(),
        };
        let lines = self.wrapped(&paragraph, &first, &indent);
        self.text.push_str(&lines);
        self.text.push('\n');
    }

    fn write_code(&mut self) {
        self.code_block = false;
        let code = std::mem::take(&mut self.inline);
        let indent = "  ".repeat(self.lists.len() + 2);
        let lines: Vec<String> = code.lines().map(|line| format!("{indent}{line}")).collect();
        self.block(&lines.join("\n"));
    }

    fn write_table(&mut self) {
        let Some(TableText { header, rows, .. }) = self.table.take() else { return };
        let mut table = Table::new();
        table
            .load_style(UTF8_HORIZONTAL_ONLY)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(u16::try_from(self.look.width).unwrap_or(u16::MAX));
        // In Markdown, even a table without titles has a header, which is then empty.
        if header.iter().any(|title| !title.is_empty()) {
            table.set_header(header);
        }
        table.add_rows(rows);
        let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
        self.block(&lines.join("\n"));
    }

    fn wrapped(&self, text: &str, first: &str, next: &str) -> String {
        let options = textwrap::Options::new(self.look.width)
            .initial_indent(first)
            .subsequent_indent(next)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation);
        textwrap::fill(text, options)
    }

    /// Appends a block and an empty line.
    fn block(&mut self, lines: &str) {
        self.text.push_str(lines);
        self.end_block();
    }

    fn end_block(&mut self) {
        self.text.truncate(self.text.trim_end_matches('\n').len());
        self.text.push_str("\n\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(markdown: &str, width: usize) -> String {
        let page_of = |path: &str| path.strip_suffix(".md").map(String::from);
        rendered(markdown, Look { width, has_styles: false }, &page_of)
    }

    #[test]
    fn headings_are_underlined_and_paragraphs_wrapped() {
        assert_eq!(
            plain("# Hills\n\nThe best programs stay\nhere.\n\n## Who leaves\n", 20),
            "Hills\n═════\n\nThe best programs\nstay here.\n\nWho leaves\n──────────\n"
        );
    }

    #[test]
    fn lists_hang_and_may_lie_in_each_other() {
        assert_eq!(
            plain("- one two three\n  - four\n- five\n\n1. six\n2. seven\n\nend", 12),
            "• one two\n  three\n  • four\n• five\n\n1. six\n2. seven\n\nend\n"
        );
    }

    #[test]
    fn code_is_never_wrapped() {
        assert_eq!(
            plain("Try\n\n    bout play a b --games 100\n\n`x y`", 10),
            "Try\n\n    bout play a b --games 100\n\n`x y`\n"
        );
    }

    #[test]
    fn links_say_which_command_shows_their_page() {
        assert_eq!(
            plain("See [hills](hills.md#x), [code](../src/x.rs) and [Rust](https://r.org).", 90),
            "See hills [bout man hills], code and Rust <https://r.org>.\n"
        );
    }

    #[test]
    fn tables_fit_the_width() {
        let table =
            "| option | meaning |\n|---|---|\n| `--seed N` | the seed from which setups are drawn |\n";
        for width in [30, 60] {
            let text = plain(table, width);
            assert!(text.contains("option") && text.contains("`--seed N`"), "{text}");
            assert!(text.lines().all(|line| textwrap::core::display_width(line) <= width), "{text}");
        }
    }

    #[test]
    fn styles_end_where_they_begin() {
        let text = rendered("A **bold** `word`.", Look { width: 80, has_styles: true }, &|_| None);
        assert_eq!(text, "A \u{1b}[1mbold\u{1b}[0m \u{1b}[36mword\u{1b}[0m.\n");
    }
}

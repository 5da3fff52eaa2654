//! The page as a whole.

use askama::Template;

use crate::cross::{CellView, CrossView};
use crate::data;
use crate::history::HistoryView;
use crate::standings::StandingsView;
use crate::text::clean;
use crate::{Page, Section};

/// The order matters: later files use names from earlier ones.
const SCRIPT: &str = concat!(
    include_str!("../templates/base.js"),
    include_str!("../templates/tables.js"),
    include_str!("../templates/cross.js"),
    include_str!("../templates/opponents.js"),
    include_str!("../templates/history.js"),
);
const STYLE: &str = concat!(
    include_str!("../templates/style.css"),
    include_str!("../templates/heat.css"),
    include_str!("../templates/rating.css"),
    include_str!("../templates/opponents.css"),
    include_str!("../templates/history.css"),
);

/// The content security policy: the page may only run this script and use this style. A test compares the hashes with
/// the files.
const POLICY: &str = "default-src 'none'; \
    script-src 'sha256-GVtvRW8csoWuoaBA33kH/57B84iydBqD9a2wKm87jig='; \
    style-src 'sha256-d7AS+PbSu889iZlPGoSHYiAotxNRmPizGN0nXzXkodk='; \
    img-src data:; base-uri 'none'; form-action 'none'";

#[derive(Template)]
#[template(path = "page.html", whitespace = "minimize")]
struct Document {
    title: String,
    sections: Vec<SectionView>,
    about: Vec<(String, String)>,
    policy: &'static str,
    script: &'static str,
    style: &'static str,
}

/// A tournament, ready for its template.
struct SectionView {
    title: String,
    /// Whether it has its own heading. It needs none if the heading of the page already says the same.
    is_headed: bool,
    facts: Vec<(String, String)>,
    standings: StandingsView,
    cross: Option<CrossView>,
    history: Option<HistoryView>,
    /// Its numbers as JSON, for the script.
    data: String,
}

impl SectionView {
    /// The level of the headings in it.
    fn level(&self) -> u8 {
        if self.is_headed { 3 } else { 2 }
    }

    fn new(section: &Section, page: &Page) -> Self {
        let history = section.history.as_ref().and_then(HistoryView::new);
        let title = clean(&section.title);
        Self {
            is_headed: page.sections.len() > 1 || title != clean(&page.title),
            title,
            data: data::block(section, history.as_ref().map(|history| &history.data)),
            facts: pairs(&section.facts),
            standings: StandingsView::new(section),
            cross: CrossView::new(section),
            history,
        }
    }
}

fn pairs(facts: &[(String, String)]) -> Vec<(String, String)> {
    facts.iter().map(|(name, value)| (clean(name), clean(value))).collect()
}

pub(crate) fn render(page: &Page) -> String {
    let document = Document {
        title: clean(&page.title),
        sections: page.sections.iter().map(|section| SectionView::new(section, page)).collect(),
        about: pairs(&page.about),
        policy: POLICY,
        script: SCRIPT,
        style: STYLE,
    };
    document.render().expect("a string takes all text")
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    /// The hash as the policy writes it. Browsers hash the text after parsing, where all line ends are the same.
    fn hash(text: &str) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let digest = Sha256::digest(text.replace("\r\n", "\n"));
        let mut bits = String::new();
        for three in digest.chunks(3) {
            let number = three.iter().fold(0_usize, |sum, &byte| sum << 8 | usize::from(byte))
                << (8 * (3 - three.len()));
            for at in 0..4 {
                let digit = DIGITS[number >> (18 - 6 * at) & 63];
                bits.push(if at > three.len() { '=' } else { char::from(digit) });
            }
        }
        format!("'sha256-{bits}'")
    }

    #[test]
    fn the_policy_lets_in_the_script_and_the_style() {
        for (what, text) in [("script-src ", SCRIPT), ("style-src ", STYLE)] {
            let wanted = format!("{what}{}", hash(text));
            assert!(POLICY.contains(&wanted), "src/page.rs needs: {wanted}");
        }
    }

    #[test]
    fn script_and_style_do_not_end_before_their_end() {
        assert!(!SCRIPT.contains("</") && !SCRIPT.contains("<!--") && !STYLE.contains("</"));
    }
}

//! The rules of a game for players: its page of the manual without sections for implementers, and
//! with links that work outside the manual.

use std::collections::BTreeSet;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The mark in a game's page before a section that only implementers need.
const FOR_IMPLEMENTERS: &str = "<!-- for implementers -->";

/// Returns the rules of a game for players, from its page of the manual.
pub(super) fn rules_for_players(game: &str, page: &str) -> String {
    let kept = without_sections_for_implementers(page);
    let anchors = anchors_of(&kept);
    let mut text = String::with_capacity(kept.len());
    let mut copied = 0;
    let parser = Parser::new_ext(&kept, Options::ENABLE_TABLES).into_offset_iter();
    let mut link_text = None;
    for (event, place) in parser {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) if !leads_somewhere(&dest_url, &anchors) => {
                link_text = Some((place.start, page_of(game, &dest_url).to_owned()));
            }
            Event::End(TagEnd::Link) => {
                let Some((start, page)) = link_text.take() else { continue };
                let words = kept[start + 1..place.end].split("](").next().unwrap_or_default();
                text.push_str(&kept[copied..start]);
                text.extend([words, " (`bout man ", &page, "`)"]);
                copied = place.end;
            }
            _ => {}
        }
    }
    text.push_str(&kept[copied..]);
    text
}

fn without_sections_for_implementers(page: &str) -> String {
    let mut parts = page.split(FOR_IMPLEMENTERS);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // The section ends where the next one of its level begins.
        let heading_end = part.find("\n## ").map_or(0, |at| at + 1);
        let next = part[heading_end..].find("\n## ").map(|at| heading_end + at + 1);
        kept.push_str(next.map_or("", |next| &part[next..]));
    }
    kept.trim_end().to_owned() + "\n"
}

/// Returns the anchors of all headings, derived from the titles as usual in Markdown.
fn anchors_of(markdown: &str) -> BTreeSet<String> {
    let titles = markdown.lines().filter(|line| line.starts_with('#'));
    titles.map(|title| anchor(title.trim_start_matches('#').trim())).collect()
}

fn anchor(title: &str) -> String {
    let kept = title
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .collect::<String>();
    kept.replace(' ', "-")
}

fn leads_somewhere(target: &str, anchors: &BTreeSet<String>) -> bool {
    match target.strip_prefix('#') {
        Some(anchor) => anchors.contains(anchor),
        None => target.starts_with("http"),
    }
}

/// Returns the page of the manual that a link leads to.
fn page_of<'a>(game: &'a str, target: &'a str) -> &'a str {
    let path = target.split('#').next().unwrap_or_default();
    let mut names = path.trim_end_matches(".md").rsplit('/');
    match names.next() {
        None | Some("") => game,
        // A game's page is `manual.md` in the folder of the game.
        Some("manual") => names.next().unwrap_or(game),
        Some(name) => name,
    }
}

#[cfg(test)]
mod tests {
    use games::REGISTRY;

    use super::*;

    #[test]
    fn links_lead_somewhere_and_sections_for_implementers_are_left_out() {
        let page = "# A\n\nSee [b](#b), [seeds](../../bout/manual/seeds.md#x), [hash](#hash), [r](https://r.org).\n\n\
                    ## B\n\ntext\n\n<!-- for implementers -->\n## Hash\n\nbytes\n\n## C\n\nend\n";
        assert_eq!(
            rules_for_players("crash", page),
            "# A\n\nSee [b](#b), seeds (`bout man seeds`), hash (`bout man crash`), [r](https://r.org).\n\n\
             ## B\n\ntext\n\n## C\n\nend\n"
        );
    }

    #[test]
    fn no_rules_have_a_dead_link() {
        for game in REGISTRY {
            let rules = rules_for_players(game.info().name, game.manual());
            assert!(!rules.contains("](..") && !rules.contains(FOR_IMPLEMENTERS), "{}", game.info().name);
            let anchors = anchors_of(&rules);
            for link in rules.split("](#").skip(1) {
                let anchor = link.split(')').next().unwrap();
                assert!(anchors.contains(anchor), "{}: #{anchor}", game.info().name);
            }
            assert!(
                !rules.contains("State hash\n") && !rules.contains("state hash\n\n"),
                "{}",
                game.info().name
            );
            assert!(rules.len() > game.manual().len() / 2);
        }
    }
}

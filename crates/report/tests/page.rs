//! Text from strangers must not escape from its place in the page, and the page must be self-contained.

use html5gum::{DefaultEmitter, Token, Tokenizer};
use report::{
    Cell, Column, GameLink, History, HistoryLine, HistoryPoint, Page, Rating, Ratings, RecordLink, Row,
    Section, html,
};
use serde_json::{Value, json};

/// The elements and attributes of a page, and its text.
struct Parsed {
    tags: Vec<(String, Vec<(String, String)>)>,
    text: String,
}

impl Parsed {
    fn new(page: &str) -> Self {
        let mut parsed = Self { tags: Vec::new(), text: String::new() };
        let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        for token in Tokenizer::new_with_emitter(page, emitter) {
            match token.unwrap() {
                Token::StartTag(tag) => {
                    let attributes =
                        tag.attributes.iter().map(|(name, value)| (string(name), string(value))).collect();
                    parsed.tags.push((string(&tag.name), attributes));
                }
                Token::String(text) => parsed.text.push_str(&string(&text)),
                Token::Error(error) => panic!("the page is not well-formed: {error:?}"),
                Token::EndTag(_) | Token::Comment(_) | Token::Doctype(_) => {}
            }
        }
        parsed
    }

    fn count(&self, tag: &str) -> usize {
        self.tags.iter().filter(|(name, _)| name == tag).count()
    }

    /// All values of an attribute.
    fn values<'a>(&'a self, attribute: &'a str) -> impl Iterator<Item = &'a str> {
        let attributes = self.tags.iter().flat_map(|(_, attributes)| attributes);
        attributes.filter(move |(name, _)| name == attribute).map(|(_, value)| value.as_str())
    }

    /// The elements and the names of their attributes, without the values.
    fn shape<'a>(&'a self) -> Vec<(&'a str, Vec<&'a str>)> {
        let names =
            |attributes: &'a [(String, String)]| attributes.iter().map(|(name, _)| name.as_str()).collect();
        self.tags.iter().map(|(name, attributes)| (name.as_str(), names(attributes))).collect()
    }
}

/// The data of each section, as the script reads it.
fn blocks(page: &str) -> Vec<Value> {
    let blocks = page.split("<script type=\"application/json\">").skip(1);
    blocks
        .map(|rest| serde_json::from_str(rest.split_once("</script>").expect("it ends").0).unwrap())
        .collect()
}

fn rating(elo: f64) -> Rating {
    Rating { elo, low: elo - 43.0, high: elo + 43.0, best_rank: 1, worst_rank: 3 }
}

/// One program stays on the hill, the other falls from it.
fn history(text: &str) -> History {
    let moment = |number| HistoryPoint { number, what: text.to_owned() };
    let line = |is_on_hill, ratings| HistoryLine { program: text.to_owned(), is_on_hill, ratings };
    let stays = vec![Some(rating(123.0)), Some(rating(100.0)), Some(rating(-45.0))];
    let falls = vec![Some(rating(0.0)), Some(rating(7.0)), None];
    History { moments: (1..=3).map(moment).collect(), lines: vec![line(true, stays), line(false, falls)] }
}

/// A page in which every text that comes from outside is `text`.
fn page_of(text: &str, rows: usize) -> Page {
    let row = |rank| Row {
        rank,
        program: format!("{text}.red"),
        name: text.to_owned(),
        author: text.to_owned(),
        points: 8_500,
        wins: 7000,
        draws: 2000,
        losses: 1000,
        games: 10,
        voids: 1,
        faults: 1,
        extra: vec![Some(1_250)],
        rating: Some(rating(0.0)),
    };
    let pair = || vec![(text.to_owned(), text.to_owned())];
    let record = RecordLink { href: "records/1.bout".to_owned(), file: text.to_owned() };
    let game =
        GameLink { what: text.to_owned(), page: Some("games/1.html".to_owned()), record: Some(record) };
    let rated =
        Cell { expected_thousandths: Some(512), likelihood_better_thousandths: Some(734), ..Cell::default() };
    let counts = Cell { wins: 6250, draws: 1667, losses: 2083, is_exact: true, ..rated };
    let cell = Cell { score_thousandths: Some(708), game: Some(game), ..counts };
    let section = Section {
        title: text.to_owned(),
        facts: pair(),
        columns: vec![Column {
            key: "mean_place".to_owned(),
            title: text.to_owned(),
            help: text.to_owned(),
            digits: 3,
        }],
        rows: (1..=rows).map(row).collect(),
        cross: vec![vec![cell; rows]; rows],
        without_game: text.to_owned(),
        ratings: Some(Ratings { about: text.to_owned(), notes: vec![text.to_owned(); 6], percent: 95.0 }),
        history: Some(history(text)),
    };
    Page { title: text.to_owned(), sections: vec![section.clone(), section], about: pair() }
}

/// The links of a page whose only record is at `href`.
fn links(href: &str) -> Vec<String> {
    let record = Some(RecordLink { href: href.to_owned(), file: "x".to_owned() });
    links_to(GameLink { what: "x".to_owned(), page: None, record })
}

/// The links of a page that links to this one game.
fn links_to(game: GameLink) -> Vec<String> {
    let mut page = page_of("x", 2);
    page.sections.truncate(1);
    page.sections[0].cross = vec![vec![Cell::default(); 2]; 2];
    page.sections[0].cross[0][1] =
        Cell { score_thousandths: Some(0), losses: 1000, game: Some(game), ..Cell::default() };
    Parsed::new(&html(&page))
        .values("href")
        .filter(|href| !href.starts_with("#t"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn what_is_said_of_pairs_without_a_game_is_read_and_found_by_the_script() {
    let mut page = page_of("x", 2);
    page.sections.truncate(1);
    page.sections[0].without_game = "Ask for \"all\"".to_owned();
    let text = html(&page);
    assert!(text.contains("<table data-without-game=\"Ask for &#34;all&#34;\">"), "{text}");
    assert!(text.contains("<p class=\"lead\">Ask for &#34;all&#34;</p>"));
    page.sections[0].without_game = String::new();
    assert!(!html(&page).contains("data-without-game"));
}

#[test]
fn hostile_text_changes_nothing_but_text() {
    let tame = html(&page_of("x", 3));
    let tame = Parsed::new(&tame);
    for hostile in [
        "<script>alert(1)</script>",
        "</script><script>alert(1)</script>",
        "</title></style></textarea><img src=x onerror=alert(1)>",
        "\" onmouseover=\"alert(1)",
        "' onfocus='alert(1)' autofocus='",
        "--><svg/onload=alert(1)><!--",
        "]]>&lt;b&gt;&quot;&#60;",
        "{{ title }}{% include \"x\" %}${1}`",
        "=\u{feff}x\\",
    ] {
        let page = html(&page_of(hostile, 3));
        let parsed = Parsed::new(&page);
        assert_eq!(parsed.shape(), tame.shape(), "{hostile}");
        let shown = hostile.replace('\u{feff}', "");
        assert!(parsed.text.matches(&shown).count() > 10, "{hostile} is shown as it is");
        assert!(parsed.values("title").any(|title| title == shown), "{hostile} is whole in a title");
    }
}

#[test]
fn hostile_text_is_text_in_the_data_too() {
    for hostile in
        ["</script><script>alert(1)</script>", "<!--<script>", "]]>", "\"}],\"x\":\"", "\\", "\\u003c"]
    {
        let blocks = blocks(&html(&page_of(hostile, 2)));
        assert_eq!(blocks.len(), 2);
        for data in &blocks {
            assert_eq!(data["table"][1]["name"], hostile);
            assert_eq!(data["table"][1]["author"], hostile);
            assert_eq!(data["table"][1]["program"], format!("{hostile}.red"));
            assert_eq!(data["history"]["moments"][2]["what"], hostile);
            assert_eq!(data["history"]["lines"][1]["program"], hostile);
            let file = data["cross"]["records"][0]["file"].as_str().unwrap();
            assert_eq!(file, hostile.replace(['/', '\\'], "_"));
        }
    }
}

#[test]
fn the_data_of_a_section_are_its_numbers() {
    let mut page = page_of("x", 3);
    page.sections.truncate(1);
    let section = &mut page.sections[0];
    section.rows[1].name = String::new();
    section.rows[1].extra = vec![None];
    section.rows[2].rating = Some(Rating { elo: -0.04, low: f64::NEG_INFINITY, high: 12.36, ..rating(0.0) });
    section.cross[0][2] = Cell::default();
    section.cross[1][0] = Cell { score_thousandths: Some(1000), wins: 12_000, ..Cell::default() };
    let data = &blocks(&html(&page))[0];
    let first = json!({
        "rank": 1, "program": "x.red", "name": "x", "author": "x", "points": 8.5,
        "wins": 7, "draws": 2, "losses": 1, "games": 10, "voids": 1, "faults": 1, "mean_place": 1.25,
        "elo": 0.0, "elo_low": -43.0, "elo_high": 43.0, "best_rank": 1, "worst_rank": 3,
    });
    assert_eq!(data["table"][0], first);
    assert_eq!(data["table"][1]["name"], "x.red", "as it is shown");
    assert_eq!(data["table"][1]["mean_place"], Value::Null);
    let third = &data["table"][2];
    assert_eq!([&third["elo"], &third["elo_low"], &third["elo_high"]], [0.0, -100_000.0, 12.4]);
    let columns = ["wins", "draws", "losses", "score", "expected", "likelihood_better", "exact"];
    assert_eq!(data["cross"]["columns"], json!(columns));
    let pair = json!([6.25, 1.667, 2.083, 0.708, 0.512, 0.734, true]);
    let other = json!([12, 0, 0, 1, null, null, false]);
    assert_eq!(data["cross"]["rows"], json!([[null, pair, null], [other, null, pair], [pair, pair, null]]));
    let records = data["cross"]["records"].as_array().unwrap().iter();
    let places: Vec<Value> = records.map(|record| json!([record["row"], record["column"]])).collect();
    assert_eq!(json!(places), json!([[0, 1], [1, 2], [2, 0], [2, 1]]));
    let history = &data["history"];
    assert_eq!(history["moments"][1], json!({"challenge": 2, "what": "x"}));
    let stay = json!({"first": 0, "elo": [0.0, 7.0], "elo_low": [-43.0, -36.0], "elo_high": [43.0, 50.0]});
    assert_eq!(history["lines"][1], json!({"program": "x", "stays": [stay]}));
    // A twentieth of the drawn range, 168 points, stays free on either side.
    assert_eq!(history["scale"], json!({"low": -45.0 - 8.4, "high": 123.0 + 8.4}));
}

#[test]
fn a_section_that_the_page_is_named_after_has_no_heading_of_its_own() {
    let mut page = page_of("x", 2);
    assert_eq!(html(&page).matches("<h2").count(), 2, "two sections");
    page.sections.truncate(1);
    let alone = html(&page);
    assert!(alone.contains("<section id=\"t1\" aria-labelledby=\"title\">"));
    assert!(!alone.contains("id=\"t1-title\"") && !alone.contains("<h3"), "no level of headings is left out");
    page.title = "y".to_owned();
    assert!(html(&page).contains("<h2 id=\"t1-title\">") && html(&page).contains("<h3"));
}

#[test]
fn what_steers_the_direction_of_writing_is_gone_and_names_are_kept_apart() {
    let page = html(&page_of("a\u{202e}b\u{0}c\u{1b}d\u{2067}e\u{200f}f\ng", 2));
    let controls = |character: &char| character.is_control() && *character != '\n';
    assert_eq!(page.chars().filter(controls).count(), 0);
    for steering in ['\u{202e}', '\u{2067}', '\u{200f}', '\u{feff}'] {
        assert!(!page.contains(steering));
    }
    assert!(page.contains(r#"<bdi class="name">abcdef g</bdi>"#));
    assert_eq!(page.matches("<bdi").count(), page.matches("</bdi>").count());
}

#[test]
fn the_page_needs_nothing_else() {
    let page = html(&page_of("x", 3));
    let parsed = Parsed::new(&page);
    let types: Vec<&str> = parsed.values("type").filter(|kind| kind.contains('/')).collect();
    assert_eq!(types, ["application/json"; 2], "data, which browsers do not run");
    assert_eq!((parsed.count("script") - types.len(), parsed.count("style")), (1, 1));
    for tag in ["link", "img", "iframe", "object", "embed", "base", "form"] {
        assert_eq!(parsed.count(tag), 0, "{tag}");
    }
    assert_eq!(parsed.values("src").chain(parsed.values("style")).count(), 0);
    assert!(!page.contains("url(") && !page.contains("@import"));
    assert!(parsed.values("content").any(|policy| policy.starts_with("default-src 'none'; ")));
    assert!(!page.contains("unsafe-inline"));
    assert!(parsed.values("href").all(|href| href == "games/1.html" || href.starts_with("#t")));
    for data in blocks(&page) {
        let records = data["cross"]["records"].as_array().unwrap();
        assert!(records.len() == 6 && records.iter().all(|record| record["href"] == "records/1.bout"));
    }
}

#[test]
fn tables_say_what_their_heads_are_for() {
    let page = html(&page_of("x", 3));
    let parsed = Parsed::new(&page);
    assert_eq!(parsed.count("caption"), parsed.count("table"));
    let heads = parsed.tags.iter().filter(|(name, _)| name == "th");
    assert!(heads.clone().count() > 0);
    assert!(
        heads.flat_map(|(_, attributes)| attributes).filter(|(name, _)| name == "scope").count()
            == parsed.count("th")
    );
}

#[test]
fn links_lead_to_records_only() {
    assert_eq!(links("records/a b.bout"), ["records/a%20b.bout"]);
    let data = "data:application/octet-stream;base64,QUJD";
    assert_eq!(links(data), [data]);
    for hostile in
        ["javascript:alert(1)", "data:text/html;base64,QUJD", "https://example.org", "//example.org", ""]
    {
        assert_eq!(links(hostile), [""; 0], "{hostile}");
        let page = |page: &str| GameLink { page: Some(page.to_owned()), ..GameLink::default() };
        assert_eq!(links_to(page(hostile)), [""; 0], "{hostile}");
    }
}

#[test]
fn a_game_that_has_a_page_is_watched_there_and_its_record_stays_at_hand() {
    let record = RecordLink { href: "r/1.bout".to_owned(), file: "1.bout".to_owned() };
    let page = Some("games/a b.html".to_owned());
    let game = GameLink { what: "the first".to_owned(), page: page.clone(), record: Some(record) };
    assert_eq!(links_to(game.clone()), ["games/a%20b.html"]);
    assert_eq!(links_to(GameLink { record: None, ..game.clone() }), ["games/a%20b.html"]);
    assert_eq!(links_to(GameLink { page: None, ..game.clone() }), ["r/1.bout"]);
    let hostile = Some(RecordLink { href: "javascript:alert(1)".to_owned(), file: String::new() });
    let mut page = page_of("x", 2);
    page.sections[0].cross[0][1].game = Some(GameLink { record: hostile, ..game });
    assert!(!html(&page).contains("javascript:"));
}

#[test]
fn nothing_at_all_is_a_page_too() {
    assert!(Parsed::new(&html(&Page::default())).text.contains("No tournament."));
    let empty = Page { sections: vec![Section::default()], ..Page::default() };
    let parsed = Parsed::new(&html(&empty));
    assert!(parsed.text.contains("No games yet."));
    assert_eq!(parsed.count("table"), 0);
    let mut alone = page_of("x", 1);
    alone.sections[0].cross = Vec::new();
    assert_eq!(Parsed::new(&html(&alone)).count("table"), 5);
}

#[test]
fn those_who_tie_have_the_same_medal() {
    let mut page = page_of("x", 4);
    page.sections.truncate(1);
    for (row, rank) in page.sections[0].rows.iter_mut().zip([1, 1, 3, 3]) {
        row.rank = rank;
    }
    let page = html(&page);
    let count = |medal: &str| page.matches(&format!(r#"class="medal {medal}""#)).count();
    assert_eq!(["gold", "silver", "bronze"].map(count), [2, 0, 2]);
}

#[test]
fn columns_that_would_hold_nothing_but_zeros_are_left_out() {
    let mut page = page_of("x", 2);
    assert!(html(&page).contains("Faults") && html(&page).contains(">Void<"));
    for row in page.sections.iter_mut().flat_map(|section| &mut section.rows) {
        (row.faults, row.voids) = (0, 0);
    }
    assert!(!html(&page).contains("Faults") && !html(&page).contains(">Void<"));
}

#[test]
fn two_hundred_programs_fit_into_some_megabytes() {
    let mut page = page_of("A name of usual length", 200);
    page.sections.truncate(1);
    for cell in page.sections[0].cross.iter_mut().flatten() {
        (cell.wins, cell.draws, cell.losses, cell.is_exact) = (7000, 2000, 1000, false);
        let what = "first game that one name won against another".to_owned();
        // If there are this many games, their pages contain the records.
        cell.game = Some(GameLink { what, page: Some("records/1.html".to_owned()), record: None });
    }
    let linked = html(&page).len();
    for cell in page.sections[0].cross.iter_mut().flatten() {
        cell.game = None;
    }
    let plain = html(&page).len();
    for cell in page.sections[0].cross.iter_mut().flatten() {
        (cell.expected_thousandths, cell.likelihood_better_thousandths) = (None, None);
    }
    let unrated = html(&page).len();
    println!("200 programs: {unrated} bytes, with ratings {plain}, with games too {linked}");
    assert!(unrated < 2_500_000 && plain < 4_500_000 && linked < 8_500_000, "{unrated}, {plain}, {linked}");
}

#[test]
fn ratings_and_their_intervals_are_written_and_drawn() {
    let page = html(&page_of("x", 2));
    let parsed = Parsed::new(&page);
    assert!(page.contains("<b>0</b>") && page.contains("[\u{2212}43, 43]") && page.contains(">1–3</td>"));
    assert!(page.contains("(expected 51.2 %, better with 73.4 %)"));
    assert!(parsed.text.contains("3 more notes"));
    let places: Vec<&str> = parsed.values("cx").collect();
    assert_eq!(places.iter().filter(|&&place| place == "50.0%").count(), 4, "{places:?}");
}

#[test]
fn without_ratings_there_is_no_word_of_them() {
    let mut page = page_of("x", 2);
    for section in &mut page.sections {
        (section.ratings, section.history) = (None, None);
        section.rows.iter_mut().for_each(|row| row.rating = None);
        for cell in section.cross.iter_mut().flatten() {
            (cell.expected_thousandths, cell.likelihood_better_thousandths) = (None, None);
        }
    }
    let page = html(&page);
    let body = &page[page.find("<body").unwrap()..page.find("<script>").unwrap()];
    for word in ["class=\"notes", "class=\"rating", "class=\"forest", "class=\"ranks", "history", "expected"]
    {
        assert!(!body.contains(word), "{word}");
    }
}

#[test]
fn numbers_that_are_none_reach_no_attribute() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 5e-324] {
        let mut page = page_of("x", 3);
        let hostile =
            Rating { elo: number, low: -number, high: number, best_rank: 0, worst_rank: usize::MAX };
        for section in &mut page.sections {
            section.ratings.as_mut().unwrap().percent = number;
            section.rows[1].rating = Some(hostile.clone());
            section.history.as_mut().unwrap().lines[0].ratings[1] = Some(hostile.clone());
        }
        let page = html(&page);
        let parsed = Parsed::new(&page);
        for (name, value) in parsed.tags.iter().flat_map(|(_, attributes)| attributes) {
            let drawn = ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "d", "width"].contains(&name.as_str());
            assert!(!drawn || !value.contains("NaN") && !value.contains("inf"), "{number}: {name}={value}");
            assert!(value.len() < 2000 || name == "content", "{number}: {name}");
        }
    }
}

#[test]
fn a_table_of_a_thousand_and_a_history_of_anything_are_pages() {
    let mut page = page_of("x", 1000);
    page.sections.truncate(1);
    page.sections[0].cross = Vec::new();
    assert_eq!(html(&page).matches("<td class=\"forest\">").count(), 1000);
    for (moments, lines) in [(0, 0), (0, 3), (3, 0), (1, 1), (300, 60)] {
        let line = HistoryLine { ratings: vec![Some(rating(1.0)); moments], ..HistoryLine::default() };
        let history = History { moments: vec![HistoryPoint::default(); moments], lines: vec![line; lines] };
        page.sections[0].history = Some(history);
        let page = html(&page);
        let drawn = page.matches("<path class=\"line").count();
        assert_eq!(drawn, if moments == 0 { 0 } else { lines });
        assert!(page.len() < 2_500_000, "{moments} {lines}: {}", page.len());
    }
}

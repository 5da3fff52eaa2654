//! Writes sample pages: `cargo run -p bout-report --example sample -- FOLDER`.

mod ratings;

use std::fs;
use std::path::Path;

use report::{Cell, Column, GameLink, Page, RecordLink, Row, Section, html};

const NAMES: [&str; 18] = [
    "Kulpan",
    "Snowball",
    "Tarpit",
    "Old Faithful",
    "Ærøskøbing",
    "Pendulum",
    "مُسَافِر",
    "Quiet Riot",
    "Lichen",
    "Bead Game",
    "The Program Whose Author Could Not Stop Writing Its Name",
    "Vortex 2.1",
    "雪だるま",
    "Moth",
    "<b>Bold</b>",
    "Hedgehog",
    "Zero",
    "sleeper",
];
const AUTHORS: [&str; 6] = ["Ada M.", "", "Jürgen", "the twins", "R. Okonkwo", "anonymous"];
const GAMES: u64 = 10;

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    for (name, counts) in [("18", &[18, 5][..]), ("100", &[100]), ("200", &[200]), ("none", &[0])] {
        let page = Page {
            title: "Summer cup 2026".to_owned(),
            sections: counts.iter().map(|&count| section(count)).collect(),
            about: vec![
                ("bout".to_owned(), "0.1.0".to_owned()),
                ("crash".to_owned(), "rules 3".to_owned()),
                ("written".to_owned(), "2026-07-01".to_owned()),
            ],
        };
        let path = Path::new(&folder).join(format!("sample-{name}.html"));
        let text = html(&page);
        fs::write(&path, &text).expect("the folder can be written to");
        println!("{} {} kB", path.display(), text.len() / 1000);
    }
}

/// A round robin of programs that differ in strength, but not so much that nothing surprises.
fn section(count: usize) -> Section {
    let results = results(count);
    let strengths = ratings::strengths(&results);
    let mut order: Vec<usize> = (0..count).collect();
    let half_points =
        |program: usize| -> u64 { results[program].iter().flatten().map(|it| 2 * it[0] + it[1]).sum() };
    order.sort_by_key(|&program| std::cmp::Reverse(half_points(program)));
    let mut rows: Vec<Row> = Vec::new();
    for (at, &program) in order.iter().enumerate() {
        let sum = |index: usize| results[program].iter().flatten().map(|it| it[index]).sum::<u64>();
        let points = half_points(program);
        let points = points * 500;
        let rank = rows.last().filter(|before| before.points == points).map_or(at + 1, |before| before.rank);
        rows.push(Row {
            rank,
            program: format!("programs/{program:03}.red"),
            name: name(program),
            author: AUTHORS[program % AUTHORS.len()].to_owned(),
            points,
            wins: sum(0) * 1000,
            draws: sum(1) * 1000,
            losses: sum(2) * 1000,
            games: sum(0) + sum(1) + sum(2),
            voids: 0,
            faults: u64::from(program % 7 == 3) * 4,
            extra: vec![Some(1000 + (at * 997 / count) as u64)],
            rating: Some(ratings::rating(&strengths, program)),
        });
    }
    let judged = |row: usize, column: usize| {
        let mut cell = cell(row, column, results[row][column]);
        if cell.score_thousandths.is_some() {
            ratings::judge(&mut cell, strengths[row], strengths[column]);
        }
        cell
    };
    let cross = order.iter().map(|&row| order.iter().map(|&column| judged(row, column)).collect());
    Section {
        title: if count == 5 { "esowar: final" } else { "crash: round robin" }.to_owned(),
        facts: [
            ("Matches", "1,530"),
            ("Seed", "1"),
            ("Scoring", "win 1, draws shared"),
            ("Rules", "max_turns 1,000,000, memory 4,096"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into(),
        columns: vec![Column {
            key: "mean_place".into(),
            title: "Mean place".into(),
            help: "The mean of the places in all games; 1 is best.".into(),
            digits: 3,
        }],
        cross: cross.collect(),
        without_game: "no match of this pair is kept here".into(),
        rows,
        ratings: Some(ratings::about()),
        history: match count {
            5 => Some(ratings::history(1, 5, name)),
            18 => Some(ratings::history(40, 12, name)),
            100 => Some(ratings::history(300, 25, name)),
            _ => None,
        },
    }
}

/// Wins, draws and losses of all against all, by row and column; some pairs never meet.
fn results(count: usize) -> Vec<Vec<Option<[u64; 3]>>> {
    let mut state = count as u64 + 1;
    let mut below = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut results = vec![vec![None; count]; count];
    let pairs = (0..count).flat_map(|row| (row + 1..count).map(move |column| (row, column)));
    for (row, column) in pairs {
        if below(40) == 0 {
            continue;
        }
        let edge = 500 + (column - row) as u64 * 520 / count as u64;
        let (mut wins, mut draws) = (0, 0);
        for _ in 0..GAMES {
            match below(1100) {
                luck if luck < edge => wins += 1,
                luck if luck < edge + 90 => draws += 1,
                _ => {}
            }
        }
        let losses = GAMES - wins - draws;
        results[row][column] = Some([wins, draws, losses]);
        results[column][row] = Some([losses, draws, wins]);
    }
    results
}

fn name(program: usize) -> String {
    let name = NAMES[program % NAMES.len()];
    if program < NAMES.len() { name.to_owned() } else { format!("{name} {}", program / NAMES.len() + 1) }
}

fn cell(row: usize, column: usize, result: Option<[u64; 3]>) -> Cell {
    let Some([wins, draws, losses]) = result else { return Cell::default() };
    let file = format!("crash-{row:03}-{column:03}.bout");
    let what = format!("first game that {} won against {}", name(row), name(column));
    let record = || RecordLink { href: format!("records/{file}"), file: file.clone() };
    Cell {
        score_thousandths: Some((2 * wins + draws) * 1000 / (2 * GAMES)),
        wins: wins * 1000,
        draws: draws * 1000,
        losses: losses * 1000,
        game: (wins > 0).then(|| GameLink { what, page: None, record: Some(record()) }),
        ..Cell::default()
    }
}

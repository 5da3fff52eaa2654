//! Files of results: CSV with a header, or JSON lines.

use std::collections::BTreeMap;

use serde_json::Value;

/// A line of the file: the games of two players.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) one: String,
    pub(super) other: String,
    pub(super) wins: f64,
    pub(super) draws: f64,
    pub(super) losses: f64,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum FileError {
    #[error("the file has no results; expected a header such as {EXAMPLE}, and a line per pairing or game")]
    Empty,
    #[error("line {line}: {what}")]
    Line { line: u64, what: String },
}

/// The header that messages show as an example.
const EXAMPLE: &str = "program,opponent,wins,draws,losses";

/// The names that a column may have.
const ONE: [&str; 5] = ["program", "one", "a", "white", "player1"];
const OTHER: [&str; 5] = ["opponent", "other", "b", "black", "player2"];
const RESULT: [&str; 1] = ["result"];
const WINS: [&str; 1] = ["wins"];
const DRAWS: [&str; 1] = ["draws"];
const LOSSES: [&str; 1] = ["losses"];

/// Columns of the cross table of `bout tournament`, which are computed from the others.
const COMPUTED: [&str; 4] = ["games", "expected", "likelihood_better", "exact"];

/// Parses a file of results. A file that begins with `{` has JSON lines, any other is CSV.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Line>, FileError> {
    let lines = match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => return Err(FileError::Empty),
        Some(b'{') => json_lines(bytes)?,
        Some(_) => csv_lines(bytes)?,
    };
    if lines.is_empty() { Err(FileError::Empty) } else { Ok(lines) }
}

fn csv_lines(bytes: &[u8]) -> Result<Vec<Line>, FileError> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
    let header = reader.headers().map_err(|error| of_csv(&error))?.clone();
    let columns = Columns::of(&header)?;
    let mut lines = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| of_csv(&error))?;
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |column: usize| record.get(column).unwrap_or_default();
        let read = columns.line(&cell).map_err(|what| FileError::Line { line, what })?;
        lines.extend(read);
    }
    Ok(lines)
}

fn of_csv(error: &csv::Error) -> FileError {
    let line = error.position().map_or(1, csv::Position::line);
    let what = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("expected {expected_len} cells, as in the header, but got {len}")
        }
        csv::ErrorKind::Utf8 { .. } => "this is not text in UTF-8".to_owned(),
        _ => error.to_string(),
    };
    FileError::Line { line, what }
}

/// Where the columns of a file are.
#[derive(Debug)]
struct Columns {
    one: usize,
    other: usize,
    games: Games,
    /// True if the file is a cross table. It has two lines per pair, one from either side, of which
    /// only one counts.
    is_cross_table: bool,
}

#[derive(Debug)]
enum Games {
    /// A line per pairing, with the columns of wins, draws (which may be missing) and losses.
    Counts { wins: usize, draws: Option<usize>, losses: usize },
    /// A line per game, with the column of its result.
    Result(usize),
}

impl Columns {
    fn of(header: &csv::StringRecord) -> Result<Self, FileError> {
        let wrong = |what: String| FileError::Line { line: 1, what };
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        for (at, name) in header.iter().enumerate() {
            let name = name.to_lowercase();
            let known = [&ONE[..], &OTHER, &RESULT, &WINS, &DRAWS, &LOSSES, &COMPUTED].concat();
            if !known.contains(&name.as_str()) {
                return Err(wrong(format!(
                    "`{name}` is not the name of a column; expected a header such as {EXAMPLE}, or white,black,result"
                )));
            }
            if found.insert(name.clone(), at).is_some() {
                return Err(wrong(format!("the column `{name}` is there twice")));
            }
        }
        let find = |names: &[&str]| names.iter().find_map(|name| found.get(*name).copied());
        let needed = |names: &[&str], what: &str| {
            find(names)
                .ok_or_else(|| wrong(format!("there is no column for {what}: `{}`", names.join("` or `"))))
        };
        let games = match find(&RESULT) {
            Some(result) => Games::Result(result),
            None => Games::Counts {
                wins: needed(&WINS, "the games that the first player won")?,
                draws: find(&DRAWS),
                losses: needed(&LOSSES, "the games that the first player lost")?,
            },
        };
        Ok(Self {
            one: needed(&ONE, "the first player")?,
            other: needed(&OTHER, "the second player")?,
            games,
            is_cross_table: found.contains_key("likelihood_better"),
        })
    }

    /// Returns the results of a line; `None` if the line repeats another one.
    fn line<'c>(&self, cell: &impl Fn(usize) -> &'c str) -> Result<Option<Line>, String> {
        let counts = match self.games {
            Games::Result(at) => result(cell(at))?,
            Games::Counts { wins, draws, losses } => [
                count("wins", cell(wins))?,
                draws.map_or(Ok(0.0), |draws| count("draws", cell(draws)))?,
                count("losses", cell(losses))?,
            ],
        };
        let line = line_of(cell(self.one), cell(self.other), counts)?;
        Ok((!self.is_cross_table || line.one < line.other).then_some(line))
    }
}

fn line_of(one: &str, other: &str, [wins, draws, losses]: [f64; 3]) -> Result<Line, String> {
    for name in [one, other] {
        if name.is_empty() {
            return Err("a player has no name".into());
        }
    }
    if one == other {
        return Err(format!("{one} plays against itself"));
    }
    Ok(Line { one: one.to_owned(), other: other.to_owned(), wins, draws, losses })
}

/// Parses a number of games. Exact scores have fractions of games.
fn count(column: &str, text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && (0.0..=1e12).contains(number));
    number.ok_or_else(|| format!("{column} is `{text}`; expected a number of games from 0 on"))
}

/// Parses the result of a game for the first player, as wins, draws and losses.
fn result(text: &str) -> Result<[f64; 3], String> {
    match text {
        "win" | "1-0" | "1" => Ok([1.0, 0.0, 0.0]),
        "draw" | "1/2-1/2" | "½-½" | "0.5" | "1/2" => Ok([0.0, 1.0, 0.0]),
        "loss" | "0-1" | "0" => Ok([0.0, 0.0, 1.0]),
        _ => Err(format!(
            "the result is `{text}`; expected win, draw or loss of the first player (or 1-0, 1/2-1/2, 0-1)"
        )),
    }
}

fn json_lines(bytes: &[u8]) -> Result<Vec<Line>, FileError> {
    let mut lines = Vec::new();
    for (at, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let wrong = |what: String| FileError::Line { line: at as u64 + 1, what };
        let value: Value =
            serde_json::from_slice(line).map_err(|error| wrong(format!("this is not JSON: {error}")))?;
        lines.push(json_line(&value).map_err(wrong)?);
    }
    Ok(lines)
}

fn json_line(value: &Value) -> Result<Line, String> {
    let object = value.as_object().ok_or("this is not a JSON object")?;
    let known = [&ONE[..], &OTHER, &RESULT, &WINS, &DRAWS, &LOSSES, &COMPUTED].concat();
    if let Some(key) = object.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("`{key}` is not a key; expected keys such as {EXAMPLE}"));
    }
    let text = |names: &[&str]| {
        let found = names.iter().find_map(|name| object.get(*name)).and_then(Value::as_str);
        found
            .map(|name| name.trim().to_owned())
            .ok_or_else(|| format!("there is no text `{}`", names.join("` or `")))
    };
    let number = |name: &str| match object.get(name) {
        None if name == "draws" => Ok(0.0),
        None => Err(format!("there is no number `{name}`")),
        Some(value) => count(name, &value.to_string()),
    };
    let counts = match object.get("result") {
        Some(Value::String(text)) => result(text)?,
        Some(other) => return Err(format!("the result is {other}; expected a text such as \"win\"")),
        None => [number("wins")?, number("draws")?, number("losses")?],
    };
    line_of(&text(&ONE)?, &text(&OTHER)?, counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(one: &str, other: &str, counts: [f64; 3]) -> Line {
        line_of(one, other, counts).unwrap()
    }

    #[test]
    fn columns_are_found_by_their_names() {
        let expected = vec![line("a", "b", [3.0, 1.0, 2.0]), line("b", "c", [0.0, 0.0, 5.0])];
        for text in [
            "program,opponent,wins,draws,losses\na,b,3,1,2\nb,c,0,0,5\n",
            "losses,draws,wins,opponent,program\n2,1,3,b,a\n5,0,0,c,b\n",
            "Wins, Losses ,one,other,draws\r\n3,2, a ,b,1\r\n0,5,b,c,0\r\n",
            "{\"program\":\"a\",\"opponent\":\"b\",\"wins\":3,\"draws\":1,\"losses\":2}\n\n{\"one\":\"b\",\"other\":\" c\",\"losses\":5,\"wins\":0}",
        ] {
            assert_eq!(read(text.as_bytes()), Ok(expected.clone()), "{text}");
        }
    }

    #[test]
    fn a_line_may_be_a_game() {
        let games = read(b"white,black,result\na,b,1-0\na,b,draw\nb,a,loss\n").unwrap();
        assert_eq!(
            games,
            [
                line("a", "b", [1.0, 0.0, 0.0]),
                line("a", "b", [0.0, 1.0, 0.0]),
                line("b", "a", [0.0, 0.0, 1.0])
            ]
        );
    }

    #[test]
    fn in_a_cross_table_each_pair_counts_once() {
        let table = "program,opponent,games,wins,draws,losses,expected,likelihood_better,exact\n\
                     a,b,4,3,0,1,0.7,0.9,false\nb,a,4,1,0,3,0.3,0.1,false\n";
        assert_eq!(read(table.as_bytes()), Ok(vec![line("a", "b", [3.0, 0.0, 1.0])]));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, number, words) in [
            ("a,b,3,1,2\n", 1, "`3` is not the name of a column"),
            ("program,wins,losses\nx,1,2\n", 1, "second player"),
            ("program,opponent,wins\nx,y,1\n", 1, "lost"),
            ("program,opponent,wins,wins,losses\nx,y,1,1,1\n", 1, "twice"),
            ("program,opponent,wins,losses\nx,y,1,1\nx,x,1,1\n", 3, "x plays against itself"),
            ("program,opponent,wins,losses\nx,y,-1,1\n", 2, "wins is `-1`"),
            ("program,opponent,wins,losses\nx,y,NaN,1\n", 2, "wins is `NaN`"),
            ("program,opponent,wins,losses\nx,y,1\n", 2, "expected 4 cells"),
            ("program,opponent,wins,losses\n\"\",y,1,1\n", 2, "no name"),
            ("a,b,result\nx,y,won\n", 2, "the result is `won`"),
            ("{\"a\":\"x\",\"b\":\"y\",\"result\":\"win\"}\n{\"a\":1}\n", 2, "there is no"),
            ("{\"a\":\"x\",\"b\":\"y\",\"wins\":1,\"loses\":2}\n", 1, "`loses`"),
            ("{nonsense\n", 1, "not JSON"),
        ] {
            let Err(FileError::Line { line, what }) = read(text.as_bytes()) else { panic!("{text}") };
            assert!(line == number && what.contains(words), "{text:?}: line {line}: {what}");
        }
        for text in ["", " \n", "program,opponent,wins,losses\n"] {
            assert_eq!(read(text.as_bytes()), Err(FileError::Empty), "{text:?}");
        }
        assert!(read(b"program,opponent,wins,losses\n\xff,y,1,1\n").is_err());
    }
}

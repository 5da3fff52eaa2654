//! Prints the results as a table, with a row per command and a column per machine.

use std::path::Path;
use std::time::Duration;

use super::cases::{Case, RunOutcome};
use super::report::Report;

/// A machine and its results.
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) report: Report,
    pub(crate) took: Duration,
}

/// How the result of a command on a machine compares with that on this machine.
#[derive(Debug, PartialEq)]
enum Verdict {
    /// The output equals this machine's; `said` is its standard error, if that differs.
    Same { said: Option<String> },
    /// The output differs, or the exit code.
    Other { word: String, said: String },
    /// The command did not finish.
    Missing,
}

impl Verdict {
    fn of(case: &Case, here: &RunOutcome, there: Option<&RunOutcome>) -> Self {
        let Some(there) = there else { return Self::Missing };
        if !case.is_compared {
            // `bout doctor` exits with 4 if the machine lacks something, which is not a fault of bout.
            let (word, said) = (format!("exit {}", there.code), there.output.clone());
            return if [0, 4].contains(&there.code) {
                Self::Same { said: None }
            } else {
                Self::Other { word, said }
            };
        }
        if (there.code, &there.output) == (here.code, &here.output) {
            return Self::Same { said: (there.errors != here.errors).then(|| there.errors.clone()) };
        }
        let word = match there.code {
            0 => "differs".to_owned(),
            code if code > 128 => format!("signal {}", code - 128),
            code => format!("exit {code}"),
        };
        Self::Other { word, said: format!("{}{}", there.output, there.errors) }
    }

    fn word(&self) -> &str {
        match self {
            Self::Same { said: None } => "ok",
            Self::Same { said: Some(_) } => "ok, but",
            Self::Other { word, .. } => word,
            Self::Missing => "no end",
        }
    }

    fn said(&self) -> Option<&str> {
        match self {
            Self::Same { said } => said.as_deref(),
            Self::Other { said, .. } => Some(said),
            Self::Missing => None,
        }
    }
}

/// Prints the table, and below it what went wrong. Returns whether everything succeeded.
pub(crate) fn print(cases: &[Case], here: &[RunOutcome], columns: &[Column], folder: &Path) -> bool {
    let heads: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    print_row("", &heads);
    let mut words = Vec::new();
    let mut is_good = columns.iter().all(|column| column.report.is_whole);
    for (case, here) in cases.iter().zip(here) {
        let mut row = Vec::new();
        for column in columns {
            let there = column.report.of(&case.name);
            let verdict = Verdict::of(case, here, there.map(|(ran, _)| ran));
            is_good &= matches!(verdict, Verdict::Same { .. });
            let seconds = there.map_or(String::new(), |(_, took)| format!(" ({:.0} s)", took.as_secs_f64()));
            row.push(format!("{}{seconds}", verdict.word()));
            if let Some(said) = verdict.said() {
                words.push(format!(
                    "{} on {}: {}\n{}",
                    case.name,
                    column.name,
                    verdict.word(),
                    said.trim_end()
                ));
            }
        }
        print_row(&case.name, &row);
    }
    let minutes: Vec<String> =
        columns.iter().map(|column| format!("{:.1} min", column.took.as_secs_f64() / 60.0)).collect();
    print_row("in all", &minutes);
    for word in &words {
        println!("\n{word}");
    }
    println!("\nWhat each machine said is in {}.", folder.display());
    is_good
}

fn print_row(name: &str, cells: &[impl AsRef<str>]) {
    let cells: Vec<String> = cells.iter().map(|cell| format!("{:<14}", cell.as_ref())).collect();
    println!("{name:<24} {}", cells.join(" ").trim_end());
}

#[cfg(test)]
mod tests {
    use super::super::cases;
    use super::*;

    fn ran(code: i32, output: &str, errors: &str) -> RunOutcome {
        RunOutcome { code, output: output.into(), errors: errors.into() }
    }

    #[test]
    fn only_the_same_output_is_good() {
        let cases = cases::matches();
        let case = cases.iter().find(|case| case.name == "snakes-reset").unwrap();
        let word = |there: Option<&RunOutcome>| Verdict::of(case, &ran(0, "a", ""), there).word().to_owned();
        assert_eq!(word(Some(&ran(0, "a", ""))), "ok");
        assert_eq!(word(Some(&ran(0, "a", "slower"))), "ok, but");
        assert_eq!(word(Some(&ran(0, "b", ""))), "differs");
        assert_eq!(word(Some(&ran(4, "a", ""))), "exit 4");
        assert_eq!(word(Some(&ran(132, "", ""))), "signal 4");
        assert_eq!(word(None), "no end");
    }

    #[test]
    fn doctor_may_find_that_something_is_missing() {
        let cases = cases::matches();
        let word =
            |there: &RunOutcome| Verdict::of(&cases[0], &ran(0, "a", ""), Some(there)).word().to_owned();
        assert_eq!(cases[0].name, "doctor");
        assert_eq!([0, 4].map(|code| word(&ran(code, "b", ""))), ["ok", "ok"]);
        assert_eq!(word(&ran(101, "", "")), "exit 101");
    }
}

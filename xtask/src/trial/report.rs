//! Reads the results of the commands on another machine from the output of its shell.

use std::time::Duration;

use super::cases::RunOutcome;

/// The results of a machine's commands.
#[derive(Debug, PartialEq)]
pub(crate) struct Report {
    /// The name, the result and the duration of each command, in the order in which they ran.
    pub(crate) runs: Vec<(String, RunOutcome, Duration)>,
    /// Whether the machine finished its list of commands.
    pub(crate) is_whole: bool,
}

impl Report {
    pub(crate) fn of(&self, case: &str) -> Option<(&RunOutcome, Duration)> {
        self.runs.iter().find(|(name, ..)| name == case).map(|(_, ran, took)| (ran, *took))
    }
}

/// Reads what `try.sh` printed.
pub(crate) fn read(results: &str) -> Report {
    let text = results.replace('\r', "");
    let mut runs = Vec::new();
    for block in text.split("@@ran ").skip(1) {
        let Some((ran, _)) = block.split_once("@@end\n") else { continue };
        runs.extend(read_run(ran));
    }
    Report { runs, is_whole: text.ends_with("@@done\n") }
}

fn read_run(block: &str) -> Option<(String, RunOutcome, Duration)> {
    let (head, rest) = block.split_once('\n')?;
    let (output, errors) = rest.split_once("@@errors\n")?;
    let mut words = head.split(' ');
    let name = words.next()?.to_owned();
    let code = words.next()?.parse().ok()?;
    let mut seconds = || words.next()?.parse::<f64>().ok();
    let (before, after) = (seconds()?, seconds()?);
    let took = Duration::try_from_secs_f64(after - before).unwrap_or_default();
    Some((name, RunOutcome { code, output: output.to_owned(), errors: errors.to_owned() }, took))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_machine_prints_is_read() {
        let printed = "@@kernel 6.1\r\n@@ran doctor 4 1.50 3.75\r\nno\r\nno\r\n@@errors\r\n@@end\r\n\
                       @@ran crash 0 4.0 5.0\r\n{}\r\n@@errors\r\nslow\r\n@@end\r\n@@done\r\n";
        let ran = |code, output: &str, errors: &str| RunOutcome {
            code,
            output: output.into(),
            errors: errors.into(),
        };
        let report = read(printed);
        assert_eq!(
            report.runs,
            [
                ("doctor".into(), ran(4, "no\nno\n", ""), Duration::from_millis(2250)),
                ("crash".into(), ran(0, "{}\n", "slow\n"), Duration::from_secs(1)),
            ]
        );
        assert!(report.is_whole);
    }

    #[test]
    fn what_a_machine_did_not_finish_is_missing() {
        let report = read("@@ran crash 0 4.0 5.0\n{}\n@@errors\n@@end\n@@ran snakes 0 5.0 6.0\n{");
        assert_eq!(report.runs.len(), 1);
        assert!(!report.is_whole && report.of("crash").is_some() && report.of("snakes").is_none());
        assert!(!read("").is_whole);
    }
}

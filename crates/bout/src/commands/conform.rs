//! `bout conform`: conformance cases of any game.

use games::conformance::{self, CaseResult};
use serde_json::{Value, json};

use crate::cli::ConformArgs;
use crate::failure::Failure;
use crate::input;
use crate::interrupt;
use crate::output::{Form, Output};

pub(crate) fn run(args: &ConformArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let form = args.output.form;
    let mut output = Output::stdout();
    if form == Form::Csv {
        output.csv(&["file", "case", "passed", "detail"].map(String::from))?;
    }
    let (mut passed, mut failed, mut documents) = (0, 0, Vec::new());
    for file in &args.files {
        let text = input::read(file)?;
        let cases = conformance::cases(&text).map_err(|error| {
            Failure::Refused(format!("{}: no conformance cases: {error}", file.display()))
        })?;
        for case in cases {
            if interrupt::wanted() {
                output.flush()?;
                return Err(Failure::Interrupted(format!(
                    "{passed} passed, {failed} failed, the rest was not played"
                )));
            }
            let result = case.play();
            *(if result.passed() { &mut passed } else { &mut failed }) += 1;
            let shown_file = file.display().to_string();
            match form {
                Form::Text => text_one(&mut output, &shown_file, &result)?,
                Form::Json => documents.push(json_one(&shown_file, &result)),
                Form::Jsonl => output.line(json_one(&shown_file, &result))?,
                Form::Csv => output.csv(&[
                    shown_file,
                    result.name.clone(),
                    result.passed().to_string(),
                    detail(&result),
                ])?,
            }
        }
    }
    let summary = json!({"passed": passed, "failed": failed});
    match form {
        Form::Text => output.line(format_args!("{passed} passed, {failed} failed"))?,
        Form::Json => output.document(&json!({"cases": documents, "summary": summary}))?,
        Form::Jsonl => output.line(json!({"summary": summary}))?,
        Form::Csv => {}
    }
    output.flush()?;
    if failed == 0 {
        Ok(())
    } else {
        Err(Failure::Refused(format!("{failed} of {} cases failed", passed + failed)))
    }
}

fn text_one(output: &mut Output, file: &str, result: &CaseResult) -> Result<(), Failure> {
    if result.passed() {
        return Ok(());
    }
    output.line(format_args!("FAIL {file}: {}", result.name))?;
    output.line(format_args!("  why       {}", result.why))?;
    match &result.verdict {
        Err(error) => output.line(format_args!("  it cannot be played: {error}")),
        Ok(mismatches) => mismatches.iter().try_for_each(|mismatch| {
            output.line(format_args!("  {}", mismatch.key))?;
            output.line(format_args!("    expected {}", mismatch.expected))?;
            output.line(format_args!("    came     {}", mismatch.found))
        }),
    }
}

fn json_one(file: &str, result: &CaseResult) -> Value {
    let mut object = json!({"file": file, "case": result.name, "passed": result.passed()});
    match &result.verdict {
        Err(error) => object["error"] = error.to_string().into(),
        Ok(mismatches) if !mismatches.is_empty() => {
            let mismatch =
                |m: &conformance::Mismatch| json!({"key": m.key, "expected": m.expected, "found": m.found});
            object["mismatches"] = mismatches.iter().map(mismatch).collect();
        }
        Ok(_) => {}
    }
    object
}

fn detail(result: &CaseResult) -> String {
    match &result.verdict {
        Err(error) => error.to_string(),
        Ok(mismatches) => {
            mismatches.iter().map(|mismatch| mismatch.key.as_str()).collect::<Vec<_>>().join(" ")
        }
    }
}

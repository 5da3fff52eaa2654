//! The one place that writes results as JSON, JSON lines and CSV.

use contests::Failure;
use serde::Serialize;
use serde_json::Value;

use super::{Output, OutputFormat, PLAIN};

/// A row of a result. Serde defines its JSON.
pub(crate) trait Row: Serialize {
    /// Returns the CSV lines of this row: by default one, with the fields named like the columns.
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        vec![cells(self, columns)]
    }
}

/// Returns the fields of a row with these names, as text. Missing or null fields become empty.
pub(crate) fn cells(row: &(impl Serialize + ?Sized), columns: &[&str]) -> Vec<String> {
    let row = json(row);
    columns.iter().map(|column| row.get(column).map_or_else(String::new, text)).collect()
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn json(row: &(impl Serialize + ?Sized)) -> Value {
    serde_json::to_value(row).expect(PLAIN)
}

/// Prints the result of a command in the format that the user chose. A command makes the calls for
/// all formats, and each call prints only if it concerns the chosen one.
pub(crate) struct Printer {
    form: OutputFormat,
    output: Output,
    /// The columns of CSV.
    columns: Vec<&'static str>,
    /// With JSON, the rows so far, which are printed together at the end.
    rows: Vec<Value>,
}

/// The last JSON line.
#[derive(Serialize)]
struct LastLine<'a, S> {
    summary: &'a S,
}

impl Printer {
    pub(crate) fn new(form: OutputFormat, output: Output) -> Self {
        Self { form, output, columns: Vec::new(), rows: Vec::new() }
    }

    /// Returns true if the result is printed for people.
    pub(crate) fn is_text(&self) -> bool {
        self.form == OutputFormat::Text
    }

    /// Returns true if the result is printed as JSON or as JSON lines.
    pub(crate) fn is_json(&self) -> bool {
        matches!(self.form, OutputFormat::Json | OutputFormat::Jsonl)
    }

    /// Returns true if the result is printed as CSV.
    pub(crate) fn is_csv(&self) -> bool {
        self.form == OutputFormat::Csv
    }

    /// Sets the columns of CSV, and prints them as a header if they are new.
    pub(crate) fn columns(&mut self, columns: &[&'static str]) -> Result<(), Failure> {
        if self.form != OutputFormat::Csv || self.columns == columns {
            return Ok(());
        }
        columns.clone_into(&mut self.columns);
        self.output.csv(&columns.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    /// Adds a row to JSON, JSON lines and CSV.
    pub(crate) fn row(&mut self, row: &impl Row) -> Result<(), Failure> {
        self.json_row(row)?;
        self.csv_row(row)
    }

    /// Adds a row to JSON and JSON lines.
    pub(crate) fn json_row(&mut self, row: &impl Serialize) -> Result<(), Failure> {
        match self.form {
            OutputFormat::Json => self.rows.push(json(row)),
            OutputFormat::Jsonl => self.output.json_line(row)?,
            OutputFormat::Text | OutputFormat::Csv => {}
        }
        Ok(())
    }

    /// Prints a JSON line that no other format has.
    pub(crate) fn line(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        if self.form == OutputFormat::Jsonl { self.output.json_line(line) } else { Ok(()) }
    }

    /// Adds a row to CSV.
    pub(crate) fn csv_row(&mut self, row: &impl Row) -> Result<(), Failure> {
        if self.form != OutputFormat::Csv {
            return Ok(());
        }
        row.lines(&self.columns).iter().try_for_each(|line| self.output.csv(line))
    }

    /// Writes text for people.
    pub(crate) fn text(
        &mut self,
        write: impl FnOnce(&mut Output) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.is_text() { write(&mut self.output) } else { Ok(()) }
    }

    /// Prints the last JSON line, after all rows.
    pub(crate) fn summary(&mut self, summary: &impl Serialize) -> Result<(), Failure> {
        self.line(&LastLine { summary })
    }

    /// Prints the JSON document, built from the rows so far.
    pub(crate) fn document<D: Serialize>(
        &mut self,
        document: impl FnOnce(Vec<Value>) -> D,
    ) -> Result<(), Failure> {
        if self.form != OutputFormat::Json {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.rows);
        self.output.document(&document(rows))
    }

    /// Prints the last row as the JSON document, if there is one.
    pub(crate) fn last_row(&mut self) -> Result<(), Failure> {
        let last = self.rows.pop();
        self.rows.clear();
        last.map_or(Ok(()), |row| self.output.document(&row))
    }

    /// Prints a result that is a single document: as JSON, or as the only JSON line.
    pub(crate) fn single(&mut self, document: &impl Serialize) -> Result<(), Failure> {
        match self.form {
            OutputFormat::Json => self.output.document(document),
            OutputFormat::Jsonl => self.output.json_line(document),
            OutputFormat::Text | OutputFormat::Csv => Ok(()),
        }
    }

    /// Prints a result that is a single line both as JSON and as JSON lines.
    pub(crate) fn single_line(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        if self.is_json() { self.output.json_line(line) } else { Ok(()) }
    }

    /// Flushes the output.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_the_fields_of_a_row() {
        let row =
            json!({"name": "a\"b", "games": 3, "share": 0.5, "won": true, "none": null, "list": [1, 2]});
        let columns = ["list", "share", "none", "missing", "name", "won", "games"];
        assert_eq!(cells(&row, &columns), ["[1,2]", "0.5", "", "", "a\"b", "true", "3"]);
    }
}

//! `bout licenses`: prints the licences of everything that is linked into bout.

use contests::Failure;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cli::LicensesArgs;
use crate::output::{Form, Output};

/// The file that `cargo xtask licenses` wrote.
const LICENSES: &str = include_str!("../../licenses.json");

#[derive(Deserialize)]
struct Licenses {
    packages: Vec<Package>,
    texts: Vec<String>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    /// `None` if it has the version of the package that contains it.
    version: Option<String>,
    license: String,
    /// Indices into the list of texts.
    texts: Vec<usize>,
}

impl Package {
    fn named(&self) -> String {
        let version = self.version.iter().map(|version| format!(" {version}"));
        std::iter::once(self.name.clone()).chain(version).collect()
    }

    fn json(&self) -> Value {
        json!({"name": self.name, "version": self.version, "license": self.license, "texts": self.texts})
    }
}

pub(crate) fn run(args: &LicensesArgs) -> Result<(), Failure> {
    let licenses: Licenses = serde_json::from_str(LICENSES).expect("a test reads the file, too");
    let mut output = Output::stdout();
    match args.output.form {
        Form::Text => text(&mut output, &licenses)?,
        Form::Json => output.document(&json!({
            "packages": licenses.packages.iter().map(Package::json).collect::<Vec<_>>(),
            "texts": licenses.texts,
        }))?,
        Form::Jsonl => {
            for package in &licenses.packages {
                output.json_line(&package.json())?;
            }
            for (place, text) in licenses.texts.iter().enumerate() {
                output.json_line(&json!({"place": place, "text": text}))?;
            }
        }
        Form::Csv => {
            output.csv(&["name", "version", "license"].map(String::from))?;
            for package in &licenses.packages {
                let version = package.version.clone().unwrap_or_default();
                output.csv(&[package.name.clone(), version, package.license.clone()])?;
            }
        }
    }
    output.flush()
}

/// Prints the packages, and then every text once with its packages.
fn text(output: &mut Output, licenses: &Licenses) -> Result<(), Failure> {
    output.line("These packages are linked into bout on at least one platform:")?;
    output.line("")?;
    for package in &licenses.packages {
        output.line(format_args!("  {}: {}", package.named(), package.license))?;
    }
    for (place, text) in licenses.texts.iter().enumerate() {
        let of = licenses.packages.iter().filter(|package| package.texts.contains(&place));
        let of: Vec<String> = of.map(Package::named).collect();
        output.line("")?;
        output.line("-".repeat(80))?;
        output.line(of.join(", "))?;
        output.line("-".repeat(80))?;
        output.line("")?;
        output.line(text)?;
    }
    Ok(())
}

//! `bout licenses`: lists everything linked into bout, with the licence texts. `xtask` tests that
//! nothing is missing.

mod support;

use serde_json::Value;
use support::Sandbox;

#[test]
fn every_package_comes_with_its_licence_and_a_text() {
    let sandbox = Sandbox::new();
    let said = sandbox.bout(&["licenses", "--output", "json"]).ok().json();
    let packages = said["packages"].as_array().unwrap();
    let texts = said["texts"].as_array().unwrap();
    for package in packages {
        assert!(!package["license"].as_str().unwrap().is_empty(), "{package}");
        let places = package["texts"].as_array().unwrap();
        assert!(!places.is_empty(), "{package}");
        for place in places {
            let text =
                usize::try_from(place.as_u64().unwrap()).ok().and_then(|place| texts.get(place)?.as_str());
            assert!(text.is_some_and(|text| !text.is_empty()), "{package}");
        }
    }
    let license = |name: &str| {
        let found = packages.iter().find(|package| package["name"] == name);
        found.unwrap_or_else(|| panic!("{name}"))["license"].clone()
    };
    assert_eq!(license("bout"), "MIT OR Apache-2.0");
    assert_eq!(license("serde"), "MIT OR Apache-2.0");
    assert_eq!(license("Rust's standard library"), "MIT OR Apache-2.0");
}

#[test]
fn all_forms_name_the_same_packages() {
    let sandbox = Sandbox::new();
    let run = |form| sandbox.bout(&["licenses", "--output", form]).ok();
    let document = run("json").json();
    let (packages, texts) = (document["packages"].as_array().unwrap(), document["texts"].as_array().unwrap());
    let lines = run("jsonl").jsonl();
    assert_eq!(lines[..packages.len()], packages[..]);
    let texts_in_lines: Vec<&Value> = lines[packages.len()..].iter().map(|line| &line["text"]).collect();
    assert_eq!(texts_in_lines, texts.iter().collect::<Vec<_>>());
    let (header, rows) = run("csv").csv();
    assert_eq!(header, ["name", "version", "license"]);
    assert_eq!(rows.len(), packages.len());
    let text = run("text").out;
    for (package, row) in packages.iter().zip(rows) {
        let name = package["name"].as_str().unwrap();
        // A spreadsheet would read an npm name, which begins with `@`, as a formula, so it is
        // marked as text.
        let marked = if name.starts_with('@') { format!("'{name}") } else { name.to_owned() };
        assert_eq!(row[0], marked);
        assert_eq!(package["version"].as_str().unwrap_or_default(), row[1]);
        let line = format!("  {}: {}\n", format!("{name} {}", row[1]).trim_end(), row[2]);
        assert!(text.contains(&line), "{line}");
    }
    for one in texts {
        assert!(text.contains(one.as_str().unwrap()), "{one}");
    }
}

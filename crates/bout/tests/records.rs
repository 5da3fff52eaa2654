//! Records: what `--record` writes, and what `bout replay` reports about true, damaged
//! and forged ones.

mod support;

use std::fs;

use game::Digest;
use record::Record;
use serde_json::{Value, json};
use support::{FORMS, Sandbox, ends_in};

/// Records some matches of both games in the folder `r`, and returns the paths.
fn recorded(sandbox: &Sandbox) -> Vec<String> {
    let esowar = ["sweeper.esowar", "smart.esowar", "--rules", "squares=500", "--games", "2"];
    let crash = ["bomber.crash", "wait.crash", "--games", "2"];
    for programs in [&esowar[..], &crash] {
        sandbox.bout(&[&["play", "--record", "r"], programs].concat()).ok();
    }
    let names = sandbox.names("r");
    assert_eq!(names.len(), 4);
    names.iter().map(|name| format!("r/{name}")).collect()
}

/// Returns one record of each game.
fn one_each(sandbox: &Sandbox) -> [Record; 2] {
    let names = recorded(sandbox);
    [&names[0], &names[2]].map(|name| record::read(&sandbox.read(name)).unwrap())
}

/// Returns what `bout replay` reports about these files.
fn verdicts(sandbox: &Sandbox, names: &[String], more: &[&str]) -> Vec<Value> {
    let mut args = [&["replay", "--output", "jsonl"], more].concat();
    args.extend(names.iter().map(String::as_str));
    let run = sandbox.bout(&args);
    let lines = run.jsonl();
    assert_eq!(lines.len(), names.len(), "{run:#?}");
    let all_true = lines.iter().all(|line| line["true"] == true);
    assert_eq!(run.code, Some(i32::from(!all_true)), "{run:#?}");
    lines
}

/// Replays one file, and expects that it is refused.
#[track_caller]
fn refused(sandbox: &Sandbox, content: &[u8], more: &[&str]) -> String {
    sandbox.file("x.bout", content);
    let verdict = verdicts(sandbox, &["x.bout".into()], more).remove(0);
    assert_eq!(verdict["true"], false, "{verdict:#}");
    let text = sandbox.bout(&[&["replay", "x.bout"], more].concat()).fails(1);
    assert!(text.out.contains("x.bout: "), "{text:#?}");
    verdict.to_string()
}

/// Returns the file with a changed first line and a matching checksum.
fn with_header(file: &[u8], change: impl Fn(&mut Value)) -> Vec<u8> {
    let end = file.iter().position(|&byte| byte == b'\n').unwrap();
    let mut header: Value = serde_json::from_slice(&file[..end]).unwrap();
    change(&mut header);
    let body = &file[end..file.len() - 72];
    signed([header.to_string().as_bytes(), body].concat())
}

/// Appends a matching checksum.
fn signed(mut content: Vec<u8>) -> Vec<u8> {
    let line = format!("blake3:{}\n", Digest::of(&content));
    content.extend_from_slice(line.as_bytes());
    content
}

#[test]
fn a_true_record_is_true_in_every_form_and_depth() {
    let sandbox = Sandbox::with_programs();
    let names = recorded(&sandbox);
    assert!(verdicts(&sandbox, &names, &[]).iter().all(|line| line["true"] == true));
    assert!(verdicts(&sandbox, &names, &["--deep"]).iter().all(|line| line["true"] == true));
    sandbox.file("no.bout", "{}\n");
    for more in [&[][..], &["no.bout"]] {
        let mut args = vec!["replay"];
        args.extend(names.iter().map(String::as_str).chain(more.iter().copied()));
        let run = |form| sandbox.bout(&[&args[..], &["--output", form]].concat());
        let lines = run("jsonl").jsonl();
        assert_eq!(run("json").json()["records"], Value::Array(lines.clone()));
        let (header, rows) = run("csv").csv();
        assert_eq!((header[0].as_str(), header[1].as_str(), rows.len()), ("record", "true", lines.len()));
        for (row, line) in rows.iter().zip(&lines) {
            assert_eq!((&json!(row[0]), row[1] == "true"), (&line["record"], line["true"] == true));
        }
        let text = run("text");
        assert_eq!(text.out.matches(": verified").count(), 4);
        for form in FORMS {
            assert_eq!(run(form).code, Some(i32::from(!more.is_empty())), "{form}");
        }
    }
}

#[test]
fn a_record_holds_everything_and_its_header_is_json() {
    let sandbox = Sandbox::with_programs();
    let lines = sandbox.bout(&[
        "play",
        "bomber.crash",
        "wait.crash",
        "--record",
        "deep/er",
        "--seed",
        "5",
        "--games",
        "2",
        "--output",
        "jsonl",
    ]);
    let lines = lines.ok().jsonl();
    let names = sandbox.names("deep/er");
    assert_eq!(names.len(), 2);
    for (line, name) in lines.iter().zip(&names) {
        assert!(ends_in(name, "bout"));
        assert_eq!(line["record"], format!("deep/er/{name}"));
        let file = sandbox.read(format!("deep/er/{name}"));
        assert!(file.len() < 2048, "small");
        let header: Value =
            serde_json::from_slice(file.split(|&byte| byte == b'\n').next().unwrap()).unwrap();
        assert_eq!((&header["game"], &header["match"]), (&json!("crash"), &line["match"]));
        assert_eq!((&header["seed"], &header["digest"]), (&line["seed"], &line["digest"]));
        assert_eq!(
            (&header["outcome"]["winner"], &header["outcome"]["turns"]),
            (&line["winner"], &line["turns"])
        );
        assert_eq!(header["parameters"]["max_turns"], 1_000_000);
        let record = record::read(&file).unwrap();
        assert_eq!(record.programs[0].source, sandbox.read("bomber.crash"));
    }
}

#[test]
fn records_need_nothing_but_themselves_and_can_come_from_standard_input() {
    let sandbox = Sandbox::with_programs();
    let args = ["play", "-", "wait.crash", "--game", "crash", "--start", "7,70", "--record", "r"];
    sandbox.bout_with(&args, b";name from stdin\nnoop\nstore [i]-2 i\n").ok();
    fs::remove_file(sandbox.path("wait.crash")).unwrap();
    let record = sandbox.read(format!("r/{}", sandbox.names("r")[0]));
    sandbox.bout_with(&["replay", "-", "--deep"], &record).ok().prints(&["verified"]);
}

#[test]
fn every_altered_byte_is_noticed() {
    let sandbox = Sandbox::with_programs();
    let file = sandbox.read(&recorded(&sandbox)[0]);
    let mut names = Vec::new();
    for at in (0..file.len()).step_by(3) {
        for change in [0x01, 0x20] {
            let mut altered = file.clone();
            altered[at] ^= change;
            let name = format!("{at}-{change}.bout");
            sandbox.file(&name, altered);
            names.push(name);
        }
    }
    for verdict in verdicts(&sandbox, &names, &[]) {
        assert_eq!(verdict["true"], false, "{verdict}");
        assert!(!verdict["error"].as_str().expect("an error").is_empty());
    }
    let mut altered = file.clone();
    let middle = altered.len() - 100;
    altered[middle] ^= 1;
    assert!(refused(&sandbox, &altered, &[]).contains("altered"));
}

#[test]
fn every_cut_off_record_is_noticed_as_that() {
    let sandbox = Sandbox::with_programs();
    let file = sandbox.read(&recorded(&sandbox)[2]);
    let cuts = (0..file.len()).step_by(7).chain(file.len() - 80..file.len());
    let names: Vec<String> = cuts
        .map(|length| {
            let name = format!("{length}.bout");
            sandbox.file(&name, &file[..length]);
            name
        })
        .collect();
    for verdict in verdicts(&sandbox, &names, &[]) {
        assert_eq!(verdict["true"], false, "{verdict}");
        let length: usize = verdict["record"].as_str().unwrap().trim_end_matches(".bout").parse().unwrap();
        assert!(length < 24 || verdict["error"].as_str().unwrap().contains("cut off"), "{verdict}");
    }
    assert!(refused(&sandbox, &[&file[..], b"more"].concat(), &[]).contains("after its end"));
    assert!(refused(&sandbox, &[&file[..], &file].concat(), &[]).contains("after its end"));
}

#[test]
fn a_newer_record_asks_for_a_newer_bout() {
    let sandbox = Sandbox::with_programs();
    let file = sandbox.read(&recorded(&sandbox)[0]);
    let newer = with_header(&file, |header| header["version"] = 3.into());
    let why = refused(&sandbox, &newer, &[]);
    assert!(why.contains("version 3") && why.contains("newer"), "{why}");
    let other = signed(b"{\"format\":\"bout-record\",\"version\":9,\"new\":{}}\nwhatever\n".to_vec());
    assert!(refused(&sandbox, &other, &[]).contains("version 9"));
}

#[test]
fn other_rules_and_unknown_games_are_told() {
    let sandbox = Sandbox::with_programs();
    let [_, esowar] = one_each(&sandbox);
    let old = Record { rules_version: 99, ..esowar.clone() };
    let why = refused(&sandbox, &record::write(&old), &[]);
    assert!(why.contains("99") && why.contains("rules"), "{why}");
    let unknown = Record { game: "chess".into(), ..esowar };
    assert!(refused(&sandbox, &record::write(&unknown), &[]).contains("chess"));
}

#[test]
fn a_forged_record_with_the_right_checksum_is_not_true() {
    let sandbox = Sandbox::with_programs();
    for record in one_each(&sandbox) {
        let forge = |change: &dyn Fn(&mut Record)| {
            let mut forged = record.clone();
            change(&mut forged);
            assert_ne!(forged, record);
            refused(&sandbox, &record::write(&forged), &[])
        };
        let winner = record.outcome.winner.unwrap();
        assert!(forge(&|r| r.outcome.winner = Some(1 - winner)).contains("winner"));
        let why = forge(&|r| {
            r.outcome.winner = Some(1 - winner);
            r.outcome.places.reverse();
            r.programs.swap(0, 1);
        });
        assert!(why.contains("differences") || why.contains("error"), "{why}");
        forge(&|r| r.outcome.winner = Some(99));
        forge(&|r| r.outcome.winner = None);
        forge(&|r| r.outcome.tied = vec![0, 1]);
        forge(&|r| r.outcome.places = vec![]);
        assert!(forge(&|r| r.outcome.turns += 1).contains("turns"));
        assert!(forge(&|r| r.outcome.reason = "turn-limit".into()).contains("reason"));
        forge(&|r| r.outcome.fault = Some((0, "time".into(), String::new())));
        forge(&|r| r.outcome.tallies = vec![("territory".into(), vec![1])]);
        assert!(forge(&|r| r.seed = Some(12345)).contains("setup"));
        forge(&|r| r.digest = Digest::of(b""));
        forge(&|r| r.setup.set("start", vec![0, 100]));
        forge(&|r| r.setup.set("start", vec![0, 0]));
        forge(&|r| r.setup.set("start", vec![0]));
        forge(&|r| r.setup.set("nonsense", vec![0]));
        forge(&|r| r.programs[0].source = b"bad".to_vec());
        forge(&|r| r.programs[0].source = r.programs[1].source.clone());
        forge(&|r| drop(r.programs.pop()));
        forge(&|r| r.programs = vec![r.programs[0].clone(); 65]);
        forge(&|r| r.parameters[0].1 += 1);
        forge(&|r| r.parameters.iter_mut().for_each(|(_, value)| *value = 0));
        forge(&|r| r.parameters.push(("nonsense".into(), 1)));
        forge(&|r| r.answers.replies.push(game::Reply::Answer(vec![1])));
    }
}

#[test]
fn a_forged_state_is_seen_by_a_deep_replay() {
    let sandbox = Sandbox::with_programs();
    for record in one_each(&sandbox) {
        let forged = Record { state_hash: Some(Digest::of(b"x")), ..record };
        assert!(refused(&sandbox, &record::write(&forged), &["--deep"]).contains("state hash"));
    }
}

#[test]
fn headers_that_make_no_sense_are_refused() {
    let sandbox = Sandbox::with_programs();
    let file = sandbox.read(&recorded(&sandbox)[0]);
    let max = json!(u64::MAX);
    let mut accepted = Vec::new();
    for (pointer, value) in [
        ("/body/bytes", max.clone()),
        ("/body/unpacked", max.clone()),
        ("/body/unpacked", json!(0)),
        ("/body/unpacked", json!(64 << 20)),
        ("/programs/0/bytes", json!(1)),
        ("/programs", json!([])),
        ("/digest", json!("")),
        ("/digest", json!("é".repeat(32))),
        ("/state_hash", json!("00")),
        ("/setup", json!({})),
        ("/parameters", json!([])),
        ("/outcome/turns", json!(-1)),
        ("/version", json!(-1)),
        ("/version", json!("1")),
        ("/version", json!(0)),
        ("/format", json!("other")),
        ("/seed", json!(1.5)),
    ] {
        let odd = with_header(&file, |header| *header.pointer_mut(pointer).unwrap() = value.clone());
        sandbox.file("x.bout", &odd);
        let run = sandbox.bout(&["replay", "x.bout"]);
        if run.code != Some(1) {
            accepted.push(format!("{pointer} {value}: {run:#?}"));
        }
    }
    assert!(accepted.is_empty(), "{}", accepted.join("\n"));
    for junk in [
        &b""[..],
        b"\n",
        b"{}",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b"\0\0\0\n",
        b"\xff\n",
        b"{\"format\":\"bout-record\"}\n",
    ] {
        refused(&sandbox, junk, &[]);
    }
}

/// A record cannot control the reader's terminal, whatever it contains.
#[test]
fn a_record_cannot_steer_a_terminal() {
    let sandbox = Sandbox::with_programs();
    let [crash, _] = one_each(&sandbox);
    let evil = "\x1b]0;EVIL\x07\nx.bout: verified";
    let file = record::write(&crash);
    let mut files = vec![
        record::write(&Record { game: evil.into(), ..crash.clone() }),
        with_header(&file, |header| header["format"] = evil.into()),
        with_header(&file, |header| header[evil] = 1.into()),
        [&file[..file.len() - 72], b"blake3:\x1b]0;EVIL\x07", "0".repeat(72 - 7 - 9).as_bytes()].concat(),
    ];
    for change in [
        |r: &mut Record, evil: &str| r.outcome.reason = evil.into(),
        |r: &mut Record, evil: &str| r.outcome.fault = Some((0, evil.into(), evil.into())),
        |r: &mut Record, evil: &str| r.parameters.push((evil.into(), 1)),
        |r: &mut Record, evil: &str| r.setup.set(evil, vec![1]),
        |r: &mut Record, evil: &str| {
            r.programs[0].file = evil.into();
            r.programs[0].source = b"bad".to_vec();
        },
    ] {
        let mut forged = crash.clone();
        change(&mut forged, evil);
        files.push(record::write(&forged));
    }
    let mut found = Vec::new();
    for file in files {
        sandbox.file("x.bout", file);
        let mut command = sandbox.command(&["replay", "x.bout"]);
        let run = support::Run::of(command.env("CLICOLOR_FORCE", "1").output().unwrap()).fails(1);
        if run.out.contains("\x1b]") || run.out.contains("\nx.bout: verified") {
            found.push(run.out);
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_still_judged() {
    let sandbox = Sandbox::with_programs();
    let names = recorded(&sandbox);
    let whole_folder = sandbox.bout(&["replay", "r"]).ok();
    assert!(
        names.iter().all(|name| whole_folder.out.contains(&format!("{name}: verified"))),
        "{whole_folder:#?}"
    );
    for form in FORMS {
        let args = ["replay", &names[0], "gone.bout", &names[1], "--output", form];
        let run = sandbox.bout(&args).fails(3).says(&["gone.bout"]);
        assert!(run.out.contains(names[0].as_str()), "{form}: the verdict on the first is lost: {run:#?}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_told_before_anything_is_played() {
    let sandbox = Sandbox::with_programs();
    sandbox.file("file", "x");
    for folder in ["file", "file/deeper", "/proc/no/such"] {
        let run = sandbox.bout(&["play", "bomber.crash", "wait.crash", "--record", folder]).fails(3);
        assert!(run.err.contains(folder), "{run:#?}");
        assert_eq!(run.out, "");
    }
    assert_eq!(sandbox.read("file"), b"x");
}

#[test]
fn records_replace_nothing_but_the_same_match() {
    let sandbox = Sandbox::with_programs();
    for _ in 0..2 {
        sandbox.bout(&["play", "bomber.crash", "wait.crash", "--record", "r"]).ok();
    }
    sandbox.bout(&["play", "bomber.crash", "wait.crash", "--record", "r", "--seed", "2"]).ok();
    sandbox.bout(&["play", "wait.crash", "bomber.crash", "--record", "r"]).ok();
    assert_eq!(sandbox.names("r").len(), 3);
}

#[test]
fn a_page_has_in_it_the_record_that_it_plays() {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    let sandbox = Sandbox::with_programs();
    let name = recorded(&sandbox).remove(0);
    sandbox.bout(&["view", &name, "-o", "fight.html"]).ok();
    let page = String::from_utf8(sandbox.read("fight.html")).unwrap();
    let (_, rest) = page.split_once("id=\"record\">").unwrap();
    let (held, _) = rest.split_once("</script>").unwrap();
    assert_eq!(STANDARD.decode(held).unwrap(), sandbox.read(&name));
    let Record { game, programs, .. } = record::read(&sandbox.read(&name)).unwrap();
    let title = format!("<title>{game}: {}, {}</title>", programs[0].file, programs[1].file);
    assert!(page.contains(&title), "{title}");

    sandbox.file("broken.bout", &sandbox.read(&name)[..200]);
    sandbox.bout(&["view", "broken.bout", "-o", "broken.html"]).fails(1).says(&["cut off"]);
    assert!(!sandbox.path("broken.html").exists(), "nothing is written of what cannot be played");
}

//! `bout lsp` as an editor starts it: over standard input and output, with real fights,
//! hills and compilers.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use support::{BOMBER, Sandbox, WAIT, wait_for};

/// The longest that an editor waits for a message.
const PATIENCE: Duration = Duration::from_mins(2);

/// A minimal editor.
struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
}

impl Editor {
    fn start(sandbox: &Sandbox, args: &[&str]) -> Self {
        let mut command = sandbox.command(args);
        let mut server = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("bout starts");
        let mut output = BufReader::new(server.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let input = server.stdin.take();
        Self { server, input, messages }
    }

    fn begun(sandbox: &Sandbox) -> Self {
        let mut editor = Self::start(sandbox, &["lsp"]);
        editor.ask("initialize", &json!({ "capabilities": {} }));
        editor.tell("initialized", &json!({}));
        editor
    }

    fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": method, "method": method, "params": params }));
        self.wait(|message| message["id"] == method)
    }

    fn wait(&self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("a message from the server");
            if is_it(&message) {
                return message;
            }
        }
    }

    fn open(&mut self, path: &Path, language: &str, text: &str) -> String {
        let uri = format!("file://{}", path.display());
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
        uri
    }

    /// Runs a command, and returns its answer.
    fn run(&mut self, command: &str, arguments: &Value) -> Value {
        self.ask("workspace/executeCommand", &json!({ "command": command, "arguments": arguments }))
    }

    /// Waits until the diagnostics of a file match `fit`.
    fn diagnostics(&self, uri: &str, fit: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let found = self.wait(|message| {
            let params = &message["params"];
            params["uri"] == uri && params["diagnostics"].as_array().is_some_and(|found| fit(found))
        });
        found["params"]["diagnostics"].as_array().unwrap().clone()
    }

    fn exit_code(mut self) -> Option<i32> {
        self.input = None;
        wait_for(&mut self.server, PATIENCE).expect("the server ends").code()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // It has usually ended.
        let _ = self.server.kill();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok()?,
            _ if line.trim_end().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

#[test]
fn a_session_ends_with_the_code_that_the_protocol_names() {
    let sandbox = Sandbox::new();
    let mut editor = Editor::start(&sandbox, &["lsp", "--stdio"]);
    editor.write(b"nonsense\r\n\r\nContent-Length: 3\r\n\r\n{\"a");
    let answer = editor.wait(|message| message["id"].is_null());
    assert_eq!(answer["error"]["code"], -32700);
    let answer = editor.ask("initialize", &json!({ "capabilities": {} }));
    assert_eq!(answer["result"]["serverInfo"]["name"], "bout");
    editor.ask("shutdown", &Value::Null);
    editor.tell("exit", &Value::Null);
    assert_eq!(editor.exit_code(), Some(0));
    let mut abrupt = Editor::begun(&sandbox);
    abrupt.tell("exit", &Value::Null);
    assert_eq!(abrupt.exit_code(), Some(1), "without `shutdown`");
    assert_eq!(Editor::begun(&sandbox).exit_code(), Some(1), "the editor is gone");
}

#[test]
fn a_program_fights_and_is_ranked_as_it_is_in_the_editor() {
    let sandbox = Sandbox::new();
    sandbox.bout(&["new", "crash", "arena"]).ok();
    sandbox.file("arena/rival.crash", WAIT);
    let mut editor = Editor::begun(&sandbox);
    // An editor's text may differ from the file, and need not be saved at all.
    let uri = editor.open(&sandbox.path("arena/mine.crash"), "crash", BOMBER);
    let lenses = editor.ask("textDocument/codeLens", &json!({ "textDocument": { "uri": uri } }));
    let titles: Vec<&str> = lenses["result"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|lens| lens["command"]["title"].as_str())
        .collect();
    assert_eq!(titles, ["fight phoenix", "fight bomber", "rank on the hill"]);
    // The example bomber hits a waiting program nearly everywhere.
    let fought = editor.run("bout.fight", &json!([uri, "rival"]));
    let said = fought["result"].as_str().unwrap_or_else(|| panic!("{fought}")).to_owned();
    assert!(said.ends_with("against rival: 100 won, 0 drawn, 0 lost of 100 games"), "{said}");
    let empty = editor.run("bout.rankOnHill", &json!([uri]));
    assert_eq!(empty["result"], "There are no other programs on the hill arena.");
    for program in ["arena/wait.crash", "arena/kamikaze.crash"] {
        sandbox.bout(&["hill", "add", "arena", program]).ok();
    }
    let ranked = editor.run("bout.rankOnHill", &json!([uri]));
    let said = ranked["result"].as_str().unwrap_or_else(|| panic!("{ranked}"));
    assert!(said.contains("would enter the hill arena with rank 1 of 3"), "{said}");
    // A program that cannot play is reported with the reason.
    let broken = editor.open(&sandbox.path("arena/broken.crash"), "crash", "stroe 1 a\n");
    let refused = editor.run("bout.fight", &json!([broken, "rival"]));
    let why = refused["error"]["message"].as_str().unwrap();
    assert!(why.starts_with("broken.crash cannot play: `stroe` does not fit here"), "{why}");
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn foreign_code_is_checked_on_save_in_folders_of_bots() {
    let sandbox = Sandbox::new();
    sandbox.bout(&["new", "snakes", "garden"]).ok();
    sandbox.bout(&["new", "perlwar", "ring"]).ok();
    let mut editor = Editor::begun(&sandbox);
    let bot = String::from_utf8(sandbox.read("garden/starter.c")).unwrap();
    let uri = editor.open(&sandbox.path("garden/mine.c"), "c", &bot.replacen("return", "retrun", 1));
    let found = editor.diagnostics(&uri, |found| !found.is_empty());
    let messages = found.iter().filter_map(|one| one["message"].as_str()).collect::<Vec<_>>().join("\n");
    assert!(messages.contains("retrun"), "{messages}");
    let document = json!({ "uri": uri, "version": 2 });
    editor.tell(
        "textDocument/didChange",
        &json!({ "textDocument": document, "contentChanges": [{ "text": bot }] }),
    );
    editor.diagnostics(&uri, <[Value]>::is_empty);
    let snippet = editor.open(&sandbox.path("ring/mine.pl"), "perl", "open F, '/etc/passwd'");
    let found = editor.diagnostics(&snippet, |found| !found.is_empty());
    assert_eq!(found[0]["source"], "bout");
    // The message is the one of `bout check`.
    sandbox.file("ring/mine.pl", "open F, '/etc/passwd'");
    let checked = sandbox.bout(&["check", "ring/mine.pl", "--output", "jsonl"]).jsonl();
    let expected = checked[0]["diagnostics"][0]["message"].as_str().unwrap();
    assert!(found[0]["message"].as_str().unwrap().starts_with(expected), "{found:?}");
    let elsewhere = editor.open(&sandbox.path("main.c"), "c", "int main(void) { return 1 }");
    editor.tell("textDocument/didSave", &json!({ "textDocument": { "uri": elsewhere } }));
    assert!(editor.diagnostics(&elsewhere, |_| true).is_empty(), "not a bot");
}

#[test]
#[cfg(unix)]
fn neovim_can_do_all_that_its_script_asks_for() {
    let sandbox = Sandbox::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/neovim/test.lua");
    let bout = Path::new(env!("CARGO_BIN_EXE_bout")).parent().unwrap();
    let path = std::env::join_paths(
        std::iter::once(bout.to_owned()).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let mut command = Command::new("nvim");
    command.args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"]);
    command.arg(format!("luafile {}", script.display())).arg(sandbox.path("mine.crash"));
    command.env("PATH", path.unwrap()).env("HOME", sandbox.path("home")).current_dir(sandbox.path("."));
    let done = command
        .stdin(Stdio::null())
        .output()
        .expect("Neovim is needed for this test: `./test.sh` installs it, or `apt-get install neovim` does");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(
        done.status.success() && said.trim_end().ends_with("ok"),
        "{said}{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

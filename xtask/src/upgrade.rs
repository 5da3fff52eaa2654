//! Tests an upgrade of the machine: one site with hills of Snakes and `PerlWar` runs first in an older Debian
//! release, then in a newer one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use serde_json::Value;

use crate::dist::roots;
use crate::workspace;

/// The older release and the newer one.
const RELEASES: [&str; 2] = ["bookworm", "trixie"];

/// The hills: game, file extension, settings, the programs on the hill, and the challenger after the upgrade.
const HILLS: [(&str, &str, &str, [&str; 3], &str); 2] = [
    ("snakes", "c", "games = 2\n[rules]\nturns = 60\n", ["careful", "greedy", "wallhugger"], "spiral"),
    ("perlwar", "pl", "games = 4\n[rules]\nrounds = 20\n", ["crawler", "hermit", "sniper"], "guard"),
];

/// A script that enters a root. It runs in a mount namespace of its own, so that nothing stays mounted.
const INSIDE: &str = r#"
    root=$0 && site=$1 && shift &&
    mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && mount --rbind /sys "$root/sys" &&
    mkdir -p "$root/site" && mount --bind "$site" "$root/site" &&
    exec chroot "$root" /usr/local/bin/bout "$@"
"#;

/// What is upgraded.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The bout that runs in both releases; without it, one is built here. It needs a glibc that is not newer than that of
    /// the older release.
    #[arg(long, value_name = "FILE")]
    bout: Option<PathBuf>,
}

/// Performs the upgrade, and reports whether all checks passed.
pub(crate) fn run(options: &Options) -> ExitCode {
    match upgrade(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// A root folder with a Debian release and bout.
struct Machine {
    root: PathBuf,
    site: PathBuf,
}

impl Machine {
    fn new(folder: &Path, release: &str, bout: &Path, site: &Path) -> io::Result<Self> {
        let root = roots::root(&folder.join("roots"), release)?;
        let [gcc, glibc, perl] = roots::versions(&root)?;
        println!("{release:<10} gcc {gcc:<14} glibc {glibc:<18} perl {perl}");
        fs::create_dir_all(root.join("usr/local/bin"))?;
        fs::copy(bout, root.join("usr/local/bin/bout"))?;
        Ok(Self { root, site: site.to_owned() })
    }

    fn bout(&self, arguments: &[&str]) -> io::Result<Output> {
        let mut inside = Command::new("unshare");
        inside.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", INSIDE]);
        inside.arg(&self.root).arg(&self.site).args(arguments).stdin(Stdio::null());
        inside
            .env_clear()
            .envs([("PATH", "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"), ("HOME", "/root")]);
        inside.output()
    }

    /// Runs a command that must succeed, and returns its JSON output.
    fn json(&self, arguments: &[&str]) -> io::Result<Value> {
        let output = self.bout(&[arguments, &["--output", "json"]].concat())?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(format!("bout {} fails: {said}", arguments.join(" "))));
        }
        serde_json::from_slice(&output.stdout).map_err(io::Error::other)
    }
}

/// Counts the checks that failed so far.
#[derive(Default)]
struct Checks {
    failed: usize,
}

impl Checks {
    fn check(&mut self, what: &str, is_so: bool) {
        println!("  {} {what}", if is_so { "yes" } else { "NO " });
        self.failed += usize::from(!is_so);
    }
}

fn upgrade(options: &Options) -> io::Result<bool> {
    workspace::require(&[("debootstrap", "debootstrap"), ("unshare", "util-linux")])?;
    let bout = options.bout.clone().map_or_else(workspace::release_build, Ok)?;
    let folder = workspace::target()?.join("upgrade");
    fs::create_dir_all(folder.join("roots"))?;
    let site = tempfile::tempdir_in(&folder)?;
    make_hills(site.path())?;
    let [old, new] = RELEASES;
    let old = Machine::new(&folder, old, &bout, site.path())?;
    let new = Machine::new(&folder, new, &bout, site.path())?;
    let mut checks = Checks::default();
    for hill in &HILLS {
        upgrade_hill(&old, &new, hill, &mut checks)?;
    }
    let check = new.bout(&["admin", "check", "--site", "/site"])?;
    println!("\nbout admin check, after all:\n{}", String::from_utf8_lossy(&check.stdout));
    checks.check("nothing needs attention any more", check.status.success());
    Ok(checks.failed == 0)
}

fn make_hills(site: &Path) -> io::Result<()> {
    for (game, ending, settings, residents, challenger) in &HILLS {
        let hill = site.join(game);
        fs::create_dir_all(&hill)?;
        fs::write(hill.join("hill.toml"), format!("game = \"{game}\"\n{settings}"))?;
        for program in residents.iter().chain([challenger]) {
            let file = format!("{program}.{ending}");
            let example = workspace::root().join("crates/bout/examples").join(game).join(&file);
            fs::copy(example, site.join(file))?;
        }
    }
    // A program that only the older gcc compiles.
    let still = fs::read_to_string(workspace::root().join("crates/bout/examples/snakes/still.c"))?;
    fs::write(site.join("picky.c"), format!("#if __GNUC__ > 12\n#error only for gcc 12\n#endif\n{still}"))
}

fn upgrade_hill(
    old: &Machine,
    new: &Machine,
    (game, ending, _, residents, challenger): &(&str, &str, &str, [&str; 3], &str),
    checks: &mut Checks,
) -> io::Result<()> {
    println!("\n{game}");
    let hill = format!("/site/{game}");
    let mut programs: Vec<String> = residents.iter().map(|name| format!("/site/{name}.{ending}")).collect();
    if *game == "snakes" {
        programs.push("/site/picky.c".into());
    }
    let mut add = vec!["hill", "add", &hill];
    add.extend(programs.iter().map(String::as_str));
    old.json(&add)?;
    let before = old.json(&["hill", "show", &hill])?;
    let check = new.bout(&["admin", "check", "--site", "/site"])?;
    print!("{}", String::from_utf8_lossy(&check.stdout));
    checks.check(
        "bout admin check says beforehand that something needs attention",
        check.status.code() == Some(1),
    );
    let upgraded = new.json(&["hill", "show", &hill])?;
    checks.check(
        "after the upgrade, the table is the same to the last rank",
        upgraded["table"] == before["table"],
    );
    print_environments(&upgraded);
    let entered = new.json(&["hill", "add", &hill, &format!("/site/{challenger}.{ending}")])?;
    let mixed = new.json(&["hill", "show", &hill])?;
    print_environments(&mixed);
    checks.check("a challenger plays after the upgrade", entered["on_hill"] == true);
    let all_pairs = |shown: &Value| pairs(shown).iter().map(|(_, number)| number).sum::<u64>();
    let residents = residents.len() as u64;
    let kept =
        pairs(&mixed).iter().filter(|(is_present, _)| !is_present).map(|(_, number)| number).sum::<u64>();
    checks.check("pairs that had played keep their results", kept == residents * (residents - 1) / 2);
    checks.check(
        "and the challenger's pairs are of the new environment",
        all_pairs(&mixed) - kept == residents,
    );
    new.json(&["hill", "renew", &hill])?;
    let renewed = new.json(&["hill", "show", &hill])?;
    print_environments(&renewed);
    checks.check("after the renewal, all pairs are of the new one", pairs(&renewed).len() == 1);
    let history = renewed["history"].as_array().map_or(&[][..], Vec::as_slice);
    let changes: Vec<&str> = history.iter().filter_map(|one| one["change"].as_str()).collect();
    println!("  history: {}", changes.join(", "));
    let former = before["history"].as_array().map_or(&[][..], Vec::as_slice);
    checks.check("the history goes on", history.starts_with(former) && changes.last() == Some(&"renew"));
    checks
        .check("the old table is kept", old.site.join(game).join("results/before-renewal-1.json").is_file());
    if *game == "snakes" {
        let is_retired = |one: &Value| one["change"] == "retire" && one["program"] == "picky.c";
        checks.check("what no longer compiles is retired, with the reason", history.iter().any(is_retired));
    }
    let back = old.json(&["hill", "show", &hill])?;
    checks
        .check("back in the older release, the new table stays in force", back["table"] == renewed["table"]);
    Ok(())
}

/// For each environment with pairs: whether it is the present one, and its number of pairs.
fn pairs(shown: &Value) -> Vec<(bool, u64)> {
    let row = |row: &Value| (row["present"] == true, row["pairs"].as_u64().unwrap_or(0));
    let rows = shown["environments"].as_array().map_or(&[][..], Vec::as_slice);
    rows.iter().map(row).filter(|(_, pairs)| *pairs > 0).collect()
}

fn print_environments(shown: &Value) {
    for row in shown["environments"].as_array().into_iter().flatten() {
        println!("  {} pairs under {}", row["pairs"], row["words"].as_str().unwrap_or_default());
    }
}

//! Measures how long the exact scores of pairs of Crash take on one core, compared with the estimates.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use game::{Counts, Game as _, Rules};
use games::crash::{self, Crash};

/// The examples of Crash.
const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/bout/examples/crash");

/// The measurement of one pair.
struct Counted {
    names: [String; 2],
    /// The time that the count took. If it was aborted, the time is extrapolated from the parts that were
    /// counted.
    took: Duration,
    estimated: Duration,
    is_whole: bool,
}

/// Counts every pair of examples, and aborts each pair after `most_s` seconds.
pub(super) fn run(most_s: f64) -> io::Result<()> {
    let programs = examples()?;
    let mut all = Vec::new();
    for (nth, one) in programs.iter().enumerate() {
        for two in &programs[nth..] {
            let counted = count(one, two, Duration::from_secs_f64(most_s))?;
            print(&counted);
            all.push(counted);
        }
    }
    all.sort_by_key(|counted| counted.took);
    let quantile = |of: usize| all[(all.len() - 1) * of / 100].took.as_secs_f64();
    let slower = |than: f64| all.iter().filter(|counted| counted.took.as_secs_f64() > than).count();
    println!(
        "{} pairs: median {:.3} s, 95% {:.3} s, longest {:.1} s; {} above 0.1 s, {} above 5 s",
        all.len(),
        quantile(50),
        quantile(95),
        quantile(100),
        slower(0.1),
        slower(5.0)
    );
    Ok(())
}

/// The examples by name.
pub(super) fn examples() -> io::Result<Vec<(String, crash::Code)>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(EXAMPLES)?.map(|file| Ok(file?.path())).collect::<io::Result<_>>()?;
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let program = crash::read(&std::fs::read(&path)?).program;
        Ok((name, program.ok_or_else(|| io::Error::other(format!("{} has errors", path.display())))?))
    };
    files.into_iter().map(read).collect()
}

/// How many seconds the exact score of a pair takes. If that is more than `most`, it is extrapolated.
pub(super) fn seconds(programs: &[String; 2], most: Duration) -> io::Result<f64> {
    let read = |source: &String| -> io::Result<(String, crash::Code)> {
        let program = crash::read(source.as_bytes()).program;
        Ok((String::new(), program.ok_or_else(|| io::Error::other(format!("not legal: {source}")))?))
    };
    let [one, two] = programs.each_ref().map(read);
    Ok(count(&one?, &two?, most)?.took.as_secs_f64())
}

fn count(one: &(String, crash::Code), two: &(String, crash::Code), most: Duration) -> io::Result<Counted> {
    let programs = [&one.1, &two.1];
    let parameters = Crash::parameters(&Rules::default(), &programs).map_err(io::Error::other)?;
    let start = Instant::now();
    let census =
        Crash::census(&parameters, &programs).ok_or_else(|| io::Error::other("it cannot be counted"))?;
    let prepared = start.elapsed();
    let estimated = Duration::from_millis(census.estimated_ms());
    let start = Instant::now();
    let parts = census.parts();
    let (mut counts, mut done) = (Counts::default(), 0);
    // Neighbouring parts are alike. The order is mixed, so that an aborted count has sampled all regions.
    for part in (0..parts).map(|nth| nth * stride(parts) % parts) {
        let Some(counted) = census.count(part, &|| start.elapsed() > most) else { break };
        counts += counted;
        done += 1;
    }
    let took = start.elapsed();
    let whole = took.mul_f64(as_float(parts) / as_float(done.max(1)));
    Ok(Counted {
        names: [one.0.clone(), two.0.clone()],
        took: prepared + whole,
        estimated,
        is_whole: counts.setups() == census.setups(),
    })
}

/// A number coprime to `parts`, so that its multiples visit every part.
fn stride(parts: u64) -> u64 {
    let divides_both =
        |one: u64, two: u64| (2..=one.min(two)).any(|of| one.is_multiple_of(of) && two.is_multiple_of(of));
    (parts * 5 / 8 + 1..=parts + 1).find(|&stride| !divides_both(stride, parts)).unwrap_or(1)
}

#[expect(clippy::cast_precision_loss, reason = "there are some thousand parts")]
fn as_float(number: u64) -> f64 {
    number as f64
}

fn print(counted: &Counted) {
    let Counted { names: [one, two], took, estimated, is_whole } = counted;
    let about = if *is_whole { "" } else { ", by the parts that were counted" };
    println!("{one}, {two}: {:.3} s{about}; estimated {:.3} s", took.as_secs_f64(), estimated.as_secs_f64());
}

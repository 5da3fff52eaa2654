//! Snippets of Perl in a real perl.

use std::time::{Duration, Instant};

use guests::perl::{Perl, RunRequest, Runner};
use sandbox::snapshot::RunLimits;
use sandbox::{Isolation, Walls};

#[test]
fn trial() {
    let limits = RunLimits { time: Duration::from_millis(100), heap_bytes: 64 << 20, request_bytes: 1 << 20 };
    let request =
        |code: &str| RunRequest { rand_seed: 1, max_len: 100, rounds: 100, round: 1, size: 100 }.alone(code);
    for isolation in if std::env::var("F").is_ok() { [Isolation::Fork] } else { [Isolation::Reset] } {
        let start = Instant::now();
        let mut runner =
            Runner::start(Perl::find().unwrap(), isolation, limits, Walls::available(), None).unwrap();
        println!("{isolation:?} start {:?}", start.elapsed());
        for code in [
            "\":1\"",
            "$pos = 1; s/\\d+/$&+1/e; return \"^$pos\";",
            "die 5",
            "system 'x'",
            "1 while 1",
            "'x' x 1e9; 1",
            "\\my $x",
            "$$",
            "kill 9",
            "f(",
            "sub f{f()} f()",
            "[1]",
            "rand",
        ] {
            let mut request = request(code);
            request[20] |= 2;
            println!("{code} => {:?}", runner.run(&request).map(|ran| format!("{ran:?}")));
            if !runner.is_usable() {
                println!("unusable");
                runner = Runner::start(Perl::find().unwrap(), isolation, limits, Walls::available(), None)
                    .unwrap();
            }
        }
        let request = request("\":1\"");
        let start = Instant::now();
        for _ in 0..50000 {
            runner.run(&request).unwrap();
        }
        println!("{isolation:?} {:?} a run", start.elapsed() / 50000);
    }
}

//! Measures runs of Perl snippets in games of `PerlWar` under the isolation modes reset and fork, compared
//! with the classic implementation, which makes a new `Safe` for every snippet.

use std::process::Command;
use std::time::Instant;

use game::{AnyGame as _, AnyPlayers, Participant, Reply, Rules, Seat, Void};
use games::perlwar::PerlWar;
use guests::{Kind, WarnOnce};
use referee::Lineup;
use sandbox::Isolation;

/// The snippet of the classic game, and one that reads the whole Array with hashes, sorting and a regular
/// expression.
const SNIPPETS: [(&str, &str); 2] =
    [("crawlers", "\":1\""), ("lookers", "my%h;$h{$_//''}++for@_;my($k)=sort keys%h;/(\\d)/;\":$1\"")];
/// Matches per round.
const MATCHES: u64 = 2;
/// Runs of the classic implementation per round.
const CLASSIC_RUNS: u32 = 500;
/// What the classic implementation does for a snippet. Prints how many runs per second it made.
const CLASSIC: &str = r#"
    use Safe; use Time::HiRes 'time';
    my ($runs, $start) = (shift, time);
    for (1 .. $runs) {
        my $safe = Safe->new('Container');
        $safe->permit(qw(:default :base_math time sort));
        local $_ = '":1"';
        ${$safe->varglob('_')} = $_;
        @{$safe->varglob('_')} = ($_) x 100;
        my $value = $safe->reval($_);
        $value eq ':1' or die $@;
    }
    print $runs / (time - $start);
"#;

/// Prints a line per isolation mode, or why this machine cannot run snippets.
pub(super) fn run(rounds: usize) {
    let kind = match guests::kind("perlwar", None) {
        Ok(kind) => kind.expect("PerlWar runs foreign code"),
        Err(error) => return println!("snippets of Perl cannot be measured here: {error}"),
    };
    println!("{:<34} {:>20}", "", "snippets per second");
    for (name, snippet) in SNIPPETS {
        let isolations = [Isolation::Reset, Isolation::Fork];
        let mut most = [0.0_f64; 3];
        for _ in 0..rounds {
            for (isolation, most) in isolations.into_iter().zip(&mut most) {
                *most = most.max(matches(kind.as_ref(), isolation, snippet));
            }
            most[2] = most[2].max(classic());
        }
        for (isolation, per_second) in isolations.into_iter().zip(most) {
            println!(
                "{:<34} {per_second:>20.0}   {:.0} times the classic way",
                format!("perlwar {name}, --isolation {}", format!("{isolation:?}").to_lowercase()),
                per_second / most[2],
            );
        }
        println!("{:<34} {:>20.0}", "a new Safe for every snippet", most[2]);
    }
}

/// Players that count how often they are asked.
struct Counted {
    players: Box<dyn AnyPlayers>,
    runs: u32,
}

impl AnyPlayers for Counted {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        self.runs += 1;
        self.players.ask(seat, question)
    }
}

/// Runs per second in whole matches, on one core.
fn matches(kind: &dyn Kind, isolation: Isolation, snippet: &str) -> f64 {
    let program: Participant = PerlWar.read(snippet.as_bytes()).into_program().expect("it is legal");
    let lineup = Lineup::new(&PerlWar, vec![program; 2], &Rules::new()).expect("two programs play");
    let factory = kind.factory(isolation, &WarnOnce::silent());
    let mut table = lineup.runner();
    let (mut runs, mut seconds) = (0, 0.0);
    // The first match is not counted: it starts perl.
    for seed in 0..=MATCHES {
        let players = factory.players(&lineup, seed).expect("perl starts");
        let mut players = Counted { players, runs: 0 };
        let start = Instant::now();
        table.play(&lineup.draw_setup(seed), &mut players, &|| false).expect("the machinery works");
        if seed > 0 {
            runs += players.runs;
            seconds += start.elapsed().as_secs_f64();
        }
    }
    f64::from(runs) / seconds
}

/// Runs per second of the classic implementation, in one process.
fn classic() -> f64 {
    let runs = CLASSIC_RUNS.to_string();
    let output = Command::new("perl").args(["-e", CLASSIC, &runs]).output();
    let said = output.ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    said.and_then(|said| said.parse().ok()).unwrap_or(f64::NAN)
}

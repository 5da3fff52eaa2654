//! Ratings of the sample: simpler than what bout does, but about right.

use report::{Cell, History, HistoryLine, HistoryPoint, Rating, Ratings};

/// A program's Elo and the standard error of it.
#[derive(Clone, Copy)]
pub(crate) struct Strength {
    pub(crate) elo: f64,
    error: f64,
}

/// What is expected of a program that is so many points better.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// By maximum likelihood, with one drawn game against the mean for everybody.
pub(crate) fn strengths(results: &[Vec<Option<[u64; 3]>>]) -> Vec<Strength> {
    let mut elos = vec![0.0_f64; results.len()];
    let unit = std::f64::consts::LN_10 / 400.0;
    let mut errors = vec![0.0; results.len()];
    for _ in 0..200 {
        for (at, line) in results.iter().enumerate() {
            let own = expected(elos[at]);
            let (mut gap, mut information) = (0.5 - own, own * (1.0 - own));
            for (other, [wins, draws, losses]) in
                line.iter().enumerate().filter_map(|(other, it)| Some((other, (*it)?)))
            {
                let [wins, draws, losses] =
                    [wins, draws, losses].map(|it| f64::from(u32::try_from(it).expect("few")));
                let games = wins + draws + losses;
                let share = expected(elos[at] - elos[other]);
                gap += wins + draws / 2.0 - games * share;
                information += games * share * (1.0 - share);
            }
            elos[at] += (gap / information / unit).clamp(-100.0, 100.0);
            errors[at] = 1.0 / (information.sqrt() * unit);
        }
    }
    elos.into_iter().zip(errors).map(|(elo, error)| Strength { elo, error }).collect()
}

pub(crate) fn rating(strengths: &[Strength], at: usize) -> Rating {
    let Strength { elo, error } = strengths[at];
    let (low, high) = (elo - 1.96 * error, elo + 1.96 * error);
    let better = strengths.iter().filter(|it| it.elo - 1.96 * it.error > high).count();
    let worse = strengths.iter().filter(|it| it.elo + 1.96 * it.error < low).count();
    Rating { elo, low, high, best_rank: better + 1, worst_rank: strengths.len() - worse }
}

pub(crate) fn about() -> Ratings {
    Ratings {
        about: "Elo points by maximum likelihood; the mean of this field is 0. Intervals hold the rating over all setups with 95 %."
            .to_owned(),
        notes: vec![
            "Kulpan beats Tarpit, Tarpit beats Snowball, Snowball beats Kulpan: no rating can tell of that.".to_owned(),
            "Between Moth and Zero the ratings expect 71.0 %, and 30.0 % came; of 153 pairings, 8 would be so far off by chance, 11 are.".to_owned(),
        ],
        percent: 95.0,
    }
}

/// What the ratings say of two programs.
pub(crate) fn judge(cell: &mut Cell, one: Strength, two: Strength) {
    let difference = one.elo - two.elo;
    let spread = one.error.hypot(two.error);
    // Close enough to the normal distribution.
    let likelihood = 1.0 / (1.0 + (-1.702 * difference / spread).exp());
    let thousandths = |share: f64| format!("{:.0}", share * 1000.0).parse().ok();
    cell.expected_thousandths = thousandths(expected(difference));
    cell.likelihood_better_thousandths = thousandths(likelihood);
}

/// A hill of `size`, on which the worst falls when somebody better comes.
pub(crate) fn history(challenges: usize, size: usize, name: fn(usize) -> String) -> History {
    let mut state = 11_u64;
    let mut luck = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(state >> 33).expect("31 bits")) / f64::from(1_u32 << 31)
    };
    let mut history = History::default();
    let mut hill: Vec<(usize, f64)> = Vec::new();
    for number in 1..=challenges {
        let growth = 0.9 * f64::from(u32::try_from(number).expect("few"));
        let strength = 500.0 * luck() - 330.0 + growth;
        let weakest = hill.iter().copied().min_by(|one, two| one.1.total_cmp(&two.1));
        let rank = hill.iter().filter(|it| it.1 > strength).count() + 1;
        let newcomer = history.lines.len();
        let called = name(newcomer);
        let what = if hill.len() < size || weakest.is_some_and(|it| it.1 < strength) {
            let mut what = format!("{called} enters with rank {rank}");
            if let Some(weakest) = weakest.filter(|_| hill.len() == size) {
                hill.retain(|it| it.0 != weakest.0);
                history.lines[weakest.0].is_on_hill = false;
                what = format!("{what}, {} falls", history.lines[weakest.0].program);
            }
            hill.push((newcomer, strength));
            let ratings = vec![None; number - 1];
            history.lines.push(HistoryLine { program: called, is_on_hill: true, ratings });
            what
        } else {
            format!("{called} does not make it: rank {rank}")
        };
        history.moments.push(HistoryPoint { number: number as u64, what });
        let mean =
            hill.iter().map(|it| it.1).sum::<f64>() / f64::from(u32::try_from(hill.len()).expect("few"));
        for (line, strength) in &mut hill {
            *strength += 12.0 * (luck() - 0.5);
            let elo = *strength - mean;
            let half = 25.0 + 40.0 * luck();
            history.lines[*line].ratings.resize(number - 1, None);
            let rating = Rating { elo, low: elo - half, high: elo + half, ..Rating::default() };
            history.lines[*line].ratings.push(Some(rating));
        }
    }
    history
}

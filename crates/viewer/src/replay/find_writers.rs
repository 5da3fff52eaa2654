//! Finds out who wrote which cell at a turn to which turns were skipped, starting from a copy that knows it.

use super::{Replay, SLICE};
use crate::snapshot::Snapshot;

impl Replay<'_> {
    /// Whether nothing is left to find out in idle time: the match was surveyed, and it is known who wrote which cell at the
    /// turn that is shown, unless the replay does not track that at all.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.is_surveyed() && !self.can_learn()
    }

    /// Plays from the nearest earlier copy of the match towards the turn that is shown. It watches at most `turns` turns, or
    /// stops when `stop` says so. When it arrives, [`Replay::knows_writers`] is true. The next call continues from where this
    /// one stopped.
    pub fn find_writers(&mut self, turns: u64, stop: &dyn Fn() -> bool) {
        let mut left = turns;
        while left > 0 && self.can_learn() && !stop() {
            let wanted = self.here.turn();
            let nearest = self.copies.before(wanted);
            let is_of_use = |learner: &Snapshot| (nearest.turn()..=wanted).contains(&learner.turn());
            let mut learner =
                self.learner.take().filter(|learner| is_of_use(learner)).unwrap_or_else(|| nearest.copy());
            let before = learner.turn();
            let until = wanted.min(before.saturating_add(SLICE.min(left)));
            if learner.watch(until, &mut self.answers, &mut |_| {}).is_err() {
                // This does not happen, because the survey played the match without a failure. If it does, nothing more is
                // known.
                return;
            }
            left -= (learner.turn() - before).min(left);
            if learner.turn() == wanted {
                self.here = learner;
            } else {
                self.learner = Some(learner);
            }
        }
    }

    /// Whether it is not known who wrote which cell at the turn that is shown, but a copy before it knows. Turns beyond the
    /// surveyed ones are left to the survey ([`Replay::survey`]).
    #[must_use]
    pub fn can_learn(&self) -> bool {
        let is_kept = self.copies.first().last_writes().is_some();
        is_kept && !self.knows_writers() && self.here.turn() <= self.surveyed()
    }
}

#[cfg(test)]
mod tests {
    use game::{AnyGame, NoPlayers, Rules};
    use games::registry;
    use referee::{Lineup, Source};

    use super::*;

    /// A surveyed match that overwrites more and more of a board.
    fn replay() -> Replay<'static> {
        let find = |name: &str| registry::by_name(name).map(|game| game as &dyn AnyGame);
        let game = find("esowar").expect("it is registered");
        let sources = ["+[>+]<", "[>+]+<[+<]"];
        let programs = sources.map(|source| game.read(source.as_bytes()).into_program().expect("legal"));
        let mut rules = Rules::new();
        rules.add("squares", 5000).expect("a new key");
        rules.add("max_turns", 60_000).expect("a new key");
        let lineup = Lineup::new(game, programs.into(), &rules).expect("a legal contest");
        let finished =
            lineup.runner().play(&lineup.draw_setup(3), &mut NoPlayers, &|| false).expect("it is played");
        let files = sources.map(|source| Source { file: "a".into(), bytes: source.into() });
        let mut replay = Replay::open(
            &lineup.record(
                &finished,
                referee::Provenance { sources: &files, seed: Some(3), match_index: 0, environment: &[] },
            ),
            find,
        )
        .expect("it can be shown");
        replay.survey(u64::MAX, &|| false);
        assert!(replay.surveyed() > 8000, "{}", replay.surveyed());
        replay
    }

    /// Goes to a turn as if there were no copy near it.
    fn skip_to(replay: &mut Replay<'_>, turn: u64) {
        replay.here = replay.copies.first().copy();
        replay.here.skip(turn, &mut replay.answers).expect("nobody is asked");
        assert!(
            replay.turn() == turn && !replay.knows_writers() && replay.can_learn() && !replay.is_settled()
        );
    }

    fn all_writes(replay: &Replay<'_>) -> Vec<(usize, crate::LastWrite)> {
        replay.last_writes(0..5000).collect()
    }

    #[test]
    fn what_is_learned_is_what_was_watched() {
        let mut watched = replay();
        let mut replay = replay();
        assert!(replay.is_settled());
        let last = replay.surveyed();
        for turn in [last / 2, last, 1000, last / 3, last / 3 + 1] {
            skip_to(&mut replay, turn);
            // The work is done in pieces, with another turn in between.
            replay.find_writers(500, &|| false);
            skip_to(&mut replay, turn / 2);
            replay.find_writers(300, &|| false);
            skip_to(&mut replay, turn);
            while !replay.is_settled() {
                replay.find_writers(700, &|| false);
            }
            watched.seek(turn);
            assert!(watched.knows_writers() && replay.knows_writers() && replay.turn() == turn);
            assert_eq!(replay.state_hash(), watched.state_hash());
            assert_eq!(all_writes(&replay), all_writes(&watched), "turn {turn}");
            assert!(replay.learner.is_none());
        }
    }

    #[test]
    fn it_stops_when_it_is_told_to() {
        let mut replay = replay();
        skip_to(&mut replay, 5000);
        replay.find_writers(u64::MAX, &|| true);
        assert!(!replay.knows_writers());
        replay.find_writers(u64::MAX, &|| false);
        assert!(replay.knows_writers());
    }
}

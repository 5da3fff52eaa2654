//! Calls that take too long are asked again before that counts (S9, P9).
//!
//! On a virtual machine, the time in which another machine had the processor is charged to the process that was
//! running. Every call is independent, so it can be asked again; a call that really is too long exceeds the limit each
//! time.

/// How often a call is asked at most.
const MAX_TRIES: u32 = 3;

/// How often calls of a seat are repeated per match at most, in addition to one repeat for every [`CALLS_PER_REPEAT`] calls.
const MAX_REPEATS: u32 = 6;
/// This many calls that are answered in time earn one repeat.
const CALLS_PER_REPEAT: u32 = 16;

/// Whether calls of one seat that took too long are still asked again in this match.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TimeoutRetries {
    /// Counted in units of which a repeat costs [`CALLS_PER_REPEAT`].
    credit: u32,
    is_used_up: bool,
}

impl Default for TimeoutRetries {
    fn default() -> Self {
        Self { credit: MAX_REPEATS * CALLS_PER_REPEAT, is_used_up: false }
    }
}

impl TimeoutRetries {
    /// Asks, and asks again while the reply takes too long. `ask` gets the number of the try, from 0.
    ///
    /// After a call that took too long in every try, the seat's calls are not repeated in this match: a bot that is slow on
    /// purpose costs at most three times its limit per match, not per call. A bot so close to its limit that it is sometimes
    /// late soon has no repeats left, either.
    pub(crate) fn ask<T, E>(
        &mut self,
        is_late: impl Fn(&T) -> bool,
        mut ask: impl FnMut(u32) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut reply = ask(0)?;
        if self.is_used_up {
            return Ok(reply);
        }
        if !is_late(&reply) {
            self.credit = (self.credit + 1).min(MAX_REPEATS * CALLS_PER_REPEAT);
            return Ok(reply);
        }
        for next_try in 1..MAX_TRIES {
            let Some(left) = self.credit.checked_sub(CALLS_PER_REPEAT) else { break };
            self.credit = left;
            reply = ask(next_try)?;
            if !is_late(&reply) {
                return Ok(reply);
            }
        }
        self.is_used_up = true;
        Ok(reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks a call that takes too long in the tries marked with `L`; returns how often it was asked, and the last reply.
    fn asked(retries: &mut TimeoutRetries, tries: &str) -> (u32, char) {
        let mut count = 0;
        let reply = retries.ask::<char, ()>(
            |reply| *reply == 'L',
            |nth| {
                assert_eq!(nth, count);
                count += 1;
                Ok(tries.chars().nth(nth as usize).expect("no more tries than these"))
            },
        );
        (count, reply.expect("nothing fails"))
    }

    #[test]
    fn who_is_late_once_or_twice_has_an_answer() {
        let mut retries = TimeoutRetries::default();
        for (tries, expected) in [("a", (1, 'a')), ("La", (2, 'a')), ("LLa", (3, 'a')), ("Lb", (2, 'b'))] {
            assert_eq!(asked(&mut retries, tries), expected, "{tries}");
        }
    }

    #[test]
    fn who_is_late_each_time_is_late_and_is_not_asked_again() {
        let mut retries = TimeoutRetries::default();
        assert_eq!(asked(&mut retries, "LLL"), (3, 'L'));
        assert_eq!(asked(&mut retries, "L"), (1, 'L'));
        assert_eq!(asked(&mut retries, "a"), (1, 'a'));
    }

    #[test]
    fn who_is_late_again_and_again_has_few_repeats() {
        let mut retries = TimeoutRetries::default();
        for _ in 0..3 {
            assert_eq!(asked(&mut retries, "LLa"), (3, 'a'));
        }
        assert_eq!(asked(&mut retries, "L"), (1, 'L'), "six repeats are all");

        let mut retries = TimeoutRetries::default();
        for _ in 0..6 {
            assert_eq!(asked(&mut retries, "La"), (2, 'a'));
        }
        for _ in 0..16 {
            assert_eq!(asked(&mut retries, "a"), (1, 'a'));
        }
        assert_eq!(asked(&mut retries, "La"), (2, 'a'), "in time sixteen times: one more");
        assert_eq!(asked(&mut retries, "L"), (1, 'L'));
    }

    #[test]
    fn who_is_late_now_and_then_is_always_asked_again() {
        let mut retries = TimeoutRetries::default();
        for _ in 0..1000 {
            assert_eq!(asked(&mut retries, "LLa"), (3, 'a'));
            for _ in 0..32 {
                assert_eq!(asked(&mut retries, "a"), (1, 'a'));
            }
        }
    }

    #[test]
    fn failures_of_ours_end_it() {
        let reply = TimeoutRetries::default()
            .ask::<char, u32>(|_| true, |nth| if nth == 1 { Err(nth) } else { Ok('L') });
        assert_eq!(reply, Err(1));
    }
}

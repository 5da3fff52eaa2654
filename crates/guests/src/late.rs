//! Calls that take too long are asked again before that counts (S9, P9).
//!
//! On a virtual machine, the time in which somebody else had the processor is charged to whoever was on it. Every call stands
//! alone, so it can be asked again; one that is really too long is so each time.

/// How often a call is asked at the most.
const MAX_TRIES: u32 = 3;

/// Whether calls of one seat that took too long are still asked again in this match.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TimeoutRetries {
    is_used_up: bool,
}

impl TimeoutRetries {
    /// Asks, and asks again while that takes too long. `ask` is told which try it is, from 0 on.
    ///
    /// A seat whose call took too long each time is not asked again later in the match: one that is slow on purpose costs at
    /// most three times its limit a match, not a call.
    pub(crate) fn ask<T, E>(
        &mut self,
        is_late: impl Fn(&T) -> bool,
        mut ask: impl FnMut(u32) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut reply = ask(0)?;
        if self.is_used_up {
            return Ok(reply);
        }
        for next_try in 1..MAX_TRIES {
            if !is_late(&reply) {
                return Ok(reply);
            }
            reply = ask(next_try)?;
        }
        self.is_used_up = is_late(&reply);
        Ok(reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks calls that take too long in the tries that are marked with `L`; gives how often each was asked, and the last
    /// reply.
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
    fn failures_of_ours_end_it() {
        let reply = TimeoutRetries::default()
            .ask::<char, u32>(|_| true, |nth| if nth == 1 { Err(nth) } else { Ok('L') });
        assert_eq!(reply, Err(1));
    }
}

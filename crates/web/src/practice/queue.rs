//! The queue of practice orders. They are carried out one at a time, with at most one order per account, and
//! separately from the queues of hills.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use accounts::AccountId;
use tokio::sync::oneshot::{self, Receiver, Sender};

use crate::orders::{Message, Order};

/// The most orders that may wait. With more, the last would wait for longer than people stay on a page.
const MAX_WAITING: usize = 16;

/// The result of an order: the worker's last message, or why there is none.
pub(crate) type Answer = Result<Message, String>;

/// Why an order is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PracticeQueueRefusal {
    /// The account already has an order.
    #[error("what you asked before is still being played")]
    OneAtATime,
    /// Too many orders are waiting.
    #[error("many people practise at present; please try again soon")]
    Full,
}

/// An order whose client waits for the answer.
pub(crate) struct Job {
    /// The account that is charged for the order.
    pub(crate) account: AccountId,
    /// The order for the worker.
    pub(crate) order: Order,
    answer: Mutex<Option<Sender<Answer>>>,
}

impl Job {
    /// Returns true as long as the client waits for the answer.
    pub(crate) fn is_wanted(&self) -> bool {
        let answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        answer.as_ref().is_some_and(|answer| !answer.is_closed())
    }

    /// Sends the answer to the client, if it still waits.
    pub(crate) fn answer(&self, what: Answer) {
        let sender = self.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let _ = sender.map(|sender| sender.send(what));
    }
}

/// The waiting orders, and the one that is being carried out.
#[derive(Default)]
pub(crate) struct PracticeQueue {
    jobs: Mutex<Jobs>,
    arrived: Condvar,
}

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Arc<Job>>,
    present: Option<Arc<Job>>,
}

impl PracticeQueue {
    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends an order to the queue. First removes orders whose clients have gone.
    pub(crate) fn ask(
        &self,
        account: AccountId,
        order: Order,
    ) -> Result<Receiver<Answer>, PracticeQueueRefusal> {
        let mut jobs = self.jobs();
        jobs.waiting.retain(|job| job.is_wanted());
        let mut all = jobs.waiting.iter().chain(&jobs.present);
        if all.any(|job| job.account == account && job.is_wanted()) {
            return Err(PracticeQueueRefusal::OneAtATime);
        }
        if jobs.waiting.len() >= MAX_WAITING {
            return Err(PracticeQueueRefusal::Full);
        }
        let (sender, receiver) = oneshot::channel();
        jobs.waiting.push_back(Arc::new(Job { account, order, answer: Mutex::new(Some(sender)) }));
        self.arrived.notify_one();
        Ok(receiver)
    }

    /// Marks the previous order as finished, and waits for the next one. Skips orders whose clients have
    /// gone.
    pub(crate) fn next(&self, patience: Duration) -> Option<Arc<Job>> {
        let mut jobs = self.jobs();
        jobs.present = None;
        let (mut jobs, _) = self
            .arrived
            .wait_timeout_while(jobs, patience, |jobs| jobs.waiting.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        jobs.waiting.retain(|job| job.is_wanted());
        jobs.present = jobs.waiting.pop_front();
        jobs.present.clone()
    }
}

#[cfg(test)]
mod tests {
    use accounts::{AccountName, Accounts, Password, Role};

    use super::*;

    fn accounts(count: usize) -> Vec<AccountId> {
        let accounts = Accounts::in_memory().unwrap();
        let password = Password::choose("correct horse", "anna").unwrap();
        let make = |number| {
            let name = AccountName::new(&format!("player-{number}")).unwrap();
            accounts.create(&name, &password, Role::Player, 1).unwrap().id
        };
        (0..count).map(make).collect()
    }

    #[test]
    fn an_account_has_one_order_and_the_order_of_arrival_counts() {
        let (queue, who) = (PracticeQueue::default(), accounts(2));
        let first = queue.ask(who[0], Order::Greet).unwrap();
        assert_eq!(queue.ask(who[0], Order::Games).unwrap_err(), PracticeQueueRefusal::OneAtATime);
        let _second = queue.ask(who[1], Order::Games).unwrap();
        let job = queue.next(Duration::ZERO).unwrap();
        assert_eq!(job.account, who[0]);
        // The order being played counts too.
        assert_eq!(queue.ask(who[0], Order::Games).unwrap_err(), PracticeQueueRefusal::OneAtATime);
        job.answer(Ok(Message::Done));
        assert!(matches!(first.blocking_recv(), Ok(Ok(Message::Done))));
        let _third = queue.ask(who[0], Order::Greet).unwrap();
        assert_eq!(queue.next(Duration::ZERO).unwrap().account, who[1]);
        assert_eq!(queue.next(Duration::ZERO).unwrap().account, who[0]);
        assert!(queue.next(Duration::ZERO).is_none());
    }

    #[test]
    fn what_nobody_waits_for_is_not_played_and_makes_room() {
        let (queue, who) = (PracticeQueue::default(), accounts(MAX_WAITING + 1));
        let (last, others) = who.split_last().unwrap();
        let mut waiting: Vec<_> = others.iter().map(|one| queue.ask(*one, Order::Greet).unwrap()).collect();
        assert_eq!(queue.ask(*last, Order::Greet).unwrap_err(), PracticeQueueRefusal::Full);
        // The first client closed the page.
        drop(waiting.remove(0));
        let _late = queue.ask(*last, Order::Greet).unwrap();
        assert_eq!(queue.next(Duration::ZERO).unwrap().account, others[1]);
        // The second client edits its program while its games are played: the queue accepts its next order.
        drop(waiting.remove(0));
        let _again = queue.ask(others[1], Order::Greet).unwrap();
    }
}

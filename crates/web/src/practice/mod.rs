//! Practice: members try programs of games that no page can play in the browser. A separate worker checks and
//! plays them, so that submissions to hills do not wait. Practice costs members processor time.

mod asked;
mod budget;
mod checking;
mod orders;
mod playing;
mod queue;
mod supervisor;

pub(crate) use asked::{GamesBody, LessonBody, PracticeRefusal, check_lesson, games_answer, play_games};
pub(crate) use budget::Budget;
pub(crate) use checking::check;
pub(crate) use orders::{LessonChecked, PracticeGames, PracticeLesson, PracticeResult};
pub(crate) use playing::play;
pub(crate) use queue::{PracticeQueue, PracticeQueueRefusal};
pub(crate) use supervisor::play as play_orders;

//! Batches and reports as bytes: a byte with the version, then a postcard message. Never change the types of a version:
//! every change needs a new version.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use game::{Counts, Digest};
use record::{pack_answers, unpack_answers};
use serde::{Deserialize, Serialize};
use tournament::{Places, Seating};

use crate::{Batch, BatchPart, BatchResult, PartResult, RemoteCounts, RemoteGame, RemotePlaces, Terms, Work};

/// The version that this program writes, and the only one that it reads.
pub const VERSION: u8 = 3;

/// The longest message that is read.
pub const MAX_MESSAGE_BYTES: usize = 256 << 20;

/// Bytes that are not a message of this version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// It has another version.
    #[error("the message is of version {0} of the format; this bout reads version {VERSION}")]
    Version(u8),
    /// It is not a message at all.
    #[error("the message is damaged: {0}")]
    Damaged(String),
}

/// A worker's report on a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The worker's name.
    pub worker: String,
    /// The batch.
    pub batch: Batch,
    /// The results, or the reason why there are none.
    pub outcome: Result<BatchResult, String>,
}

#[derive(Serialize, Deserialize)]
struct TermsV3 {
    setups: bool,
    engine_version: String,
    game: String,
    rules_version: u32,
    parameters: Vec<(String, u64)>,
    reversing: bool,
    match_budget_s: Option<u64>,
    environment: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize)]
struct PartV3 {
    programs: Vec<[u8; 32]>,
    seed: u64,
    games: Range<u64>,
}

#[derive(Serialize, Deserialize)]
struct BatchV3 {
    terms: TermsV3,
    parts: Vec<PartV3>,
}

/// A worker's task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The games to play.
    pub batch: Batch,
    /// The sources of programs that travel with the task. The worker gets all others from the usual place.
    pub sources: Vec<Vec<u8>>,
}

#[derive(Serialize, Deserialize)]
struct TaskV3 {
    batch: BatchV3,
    sources: Vec<Vec<u8>>,
}

#[derive(Serialize, Deserialize)]
struct ReportV3 {
    worker: String,
    batch: BatchV3,
    outcome: Result<Vec<PartResultV3>, String>,
}

#[derive(Serialize, Deserialize)]
enum PartResultV3 {
    Places { part: usize, games: Range<u64>, places: String, turns: u64, elapsed_us: u64 },
    Games { part: usize, games: Vec<GameV3>, elapsed_us: u64 },
    Counts { part: usize, parts: Range<u64>, counts: Vec<([u64; 2], u64)>, elapsed_us: u64 },
}

#[derive(Serialize, Deserialize)]
struct GameV3 {
    game: u64,
    void_attempts: u32,
    result: Result<PlayedV3, String>,
}

#[derive(Serialize, Deserialize)]
struct PlayedV3 {
    packed_answers: Vec<u8>,
    digest: [u8; 32],
}

/// Writes a task.
#[must_use]
pub fn encode_task(task: &Task) -> Vec<u8> {
    encode(&TaskV3 { batch: BatchV3::from(&task.batch), sources: task.sources.clone() })
}

/// Reads a task.
///
/// # Errors
/// If the bytes are something else.
pub fn decode_task(bytes: &[u8]) -> Result<Task, WireError> {
    decode(bytes).map(|TaskV3 { batch, sources }| Task { batch: batch.into(), sources })
}

/// Writes a report.
#[must_use]
pub fn encode_report(report: &Report) -> Vec<u8> {
    let outcome = match &report.outcome {
        Ok(result) => Ok(result.parts.iter().map(PartResultV3::from).collect()),
        Err(why) => Err(why.clone()),
    };
    encode(&ReportV3 { worker: report.worker.clone(), batch: (&report.batch).into(), outcome })
}

/// Reads a report.
///
/// # Errors
/// If the bytes are not a report, or its results do not belong to its batch.
pub fn decode_report(bytes: &[u8]) -> Result<Report, WireError> {
    let ReportV3 { worker, batch, outcome } = decode(bytes)?;
    let batch = Batch::from(batch);
    let outcome = match outcome {
        Ok(parts) => {
            let parts = parts.into_iter().map(|part| part.read(&batch)).collect::<Result<_, _>>()?;
            Ok(BatchResult { parts })
        }
        Err(why) => Err(why),
    };
    Ok(Report { worker, batch, outcome })
}

fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    bytes.extend(postcard::to_stdvec(message).expect("plain data can be written"));
    bytes
}

fn decode<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Result<T, WireError> {
    let damaged = |why: &str| WireError::Damaged(why.into());
    if bytes.len() > MAX_MESSAGE_BYTES {
        return Err(damaged("it is too long"));
    }
    match bytes {
        [VERSION, rest @ ..] => match postcard::take_from_bytes(rest) {
            Ok((message, [])) => Ok(message),
            Ok(_) => Err(damaged("there is something after its end")),
            Err(error) => Err(damaged(&error.to_string())),
        },
        [other, ..] => Err(WireError::Version(*other)),
        [] => Err(damaged("it is empty")),
    }
}

impl From<&Batch> for BatchV3 {
    fn from(batch: &Batch) -> Self {
        let terms = batch.terms.as_ref();
        let part = |part: &BatchPart| PartV3 {
            programs: part.programs.iter().map(|program| *program.as_bytes()).collect(),
            seed: part.seed,
            games: part.games.clone(),
        };
        Self {
            terms: TermsV3 {
                setups: terms.work == Work::Setups,
                engine_version: terms.engine_version.clone(),
                game: terms.game.clone(),
                rules_version: terms.rules_version,
                parameters: terms.parameters.clone(),
                reversing: terms.seating == Seating::Reversing,
                match_budget_s: terms.match_budget_s,
                environment: terms.environment.clone(),
            },
            parts: batch.parts.iter().map(part).collect(),
        }
    }
}

impl From<BatchV3> for Batch {
    fn from(batch: BatchV3) -> Self {
        let terms = batch.terms;
        let part = |part: PartV3| BatchPart {
            programs: part.programs.into_iter().map(Digest::from_bytes).collect(),
            seed: part.seed,
            games: part.games,
        };
        Self {
            terms: Arc::new(Terms {
                work: if terms.setups { Work::Setups } else { Work::Games },
                engine_version: terms.engine_version,
                game: terms.game,
                rules_version: terms.rules_version,
                parameters: terms.parameters,
                seating: if terms.reversing { Seating::Reversing } else { Seating::Rotating },
                match_budget_s: terms.match_budget_s,
                environment: terms.environment,
            }),
            parts: batch.parts.into_iter().map(part).collect(),
        }
    }
}

impl From<&PartResult> for PartResultV3 {
    fn from(result: &PartResult) -> Self {
        match result {
            PartResult::Places(RemotePlaces { part, games, places, turns, elapsed }) => Self::Places {
                part: *part,
                games: games.clone(),
                places: places.to_string(),
                turns: *turns,
                elapsed_us: microseconds(*elapsed),
            },
            PartResult::Games { part, games, elapsed } => Self::Games {
                part: *part,
                games: games.iter().map(GameV3::from).collect(),
                elapsed_us: microseconds(*elapsed),
            },
            PartResult::Counts(RemoteCounts { part, parts, counts, elapsed }) => Self::Counts {
                part: *part,
                parts: parts.clone(),
                counts: counts.iter().map(|counts| (counts.wins, counts.draws)).collect(),
                elapsed_us: microseconds(*elapsed),
            },
        }
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl PartResultV3 {
    /// Reads a result of `batch`. All its games must belong to the part that it names.
    fn read(self, batch: &Batch) -> Result<PartResult, WireError> {
        let foreign = || WireError::Damaged("its results are not of its batch".into());
        let (at, elapsed_us) = match &self {
            Self::Places { part, elapsed_us, .. }
            | Self::Games { part, elapsed_us, .. }
            | Self::Counts { part, elapsed_us, .. } => (*part, *elapsed_us),
        };
        let part = batch.parts.get(at).ok_or_else(foreign)?;
        let elapsed = Duration::from_micros(elapsed_us);
        let is_counted = matches!(self, Self::Counts { .. });
        if is_counted != (batch.terms.work == Work::Setups) {
            return Err(foreign());
        }
        match self {
            Self::Counts { parts, counts, .. } => {
                let is_within = part.games.start <= parts.start && parts.end <= part.games.end;
                if !is_within || parts.end.checked_sub(parts.start) != Some(counts.len() as u64) {
                    return Err(foreign());
                }
                let counts = counts.into_iter().map(|(wins, draws)| Counts { wins, draws }).collect();
                Ok(PartResult::Counts(RemoteCounts { part: at, parts, counts, elapsed }))
            }
            Self::Places { games, places, turns, .. } => {
                let seats = part.programs.len();
                let places = Places::parse(&places, seats).map_err(|_| foreign())?;
                let is_whole = [games.start, games.end].iter().all(|at| at.is_multiple_of(seats as u64));
                let is_within = part.games.start <= games.start && games.end <= part.games.end;
                let number = games.end.checked_sub(games.start);
                if !is_whole || !is_within || number != Some(places.games().len() as u64) {
                    return Err(foreign());
                }
                Ok(PartResult::Places(RemotePlaces { part: at, games, places, turns, elapsed }))
            }
            Self::Games { games, .. } => {
                if games.iter().any(|game| !part.games.contains(&game.game)) {
                    return Err(foreign());
                }
                let games = games.into_iter().map(GameV3::read).collect::<Result<_, _>>()?;
                Ok(PartResult::Games { part: at, games, elapsed })
            }
        }
    }
}

impl From<&RemoteGame> for GameV3 {
    fn from(game: &RemoteGame) -> Self {
        let played = |(answers, digest): &(game::AnswerLog, Digest)| PlayedV3 {
            packed_answers: pack_answers(answers),
            digest: *digest.as_bytes(),
        };
        Self {
            game: game.game,
            void_attempts: game.void_attempts,
            result: game.result.as_ref().map(played).map_err(Clone::clone),
        }
    }
}

impl GameV3 {
    fn read(self) -> Result<RemoteGame, WireError> {
        let result = match self.result {
            Ok(PlayedV3 { packed_answers, digest }) => {
                let answers =
                    unpack_answers(&packed_answers).map_err(|error| WireError::Damaged(error.to_string()))?;
                Ok((answers, Digest::from_bytes(digest)))
            }
            Err(cause) => Err(cause),
        };
        Ok(RemoteGame { game: self.game, void_attempts: self.void_attempts, result })
    }
}

#[cfg(test)]
mod tests {
    use game::{AnswerLog, FaultKind, Reply};

    use super::*;

    fn batch() -> Batch {
        let terms = Terms {
            work: Work::Games,
            engine_version: "1.2.3".into(),
            game: "nim".into(),
            rules_version: 4,
            parameters: vec![("heap".into(), u64::MAX)],
            seating: Seating::Rotating,
            match_budget_s: Some(3),
            environment: vec![("gcc".into(), "12".into())],
        };
        let part =
            |seed, games| BatchPart { programs: vec![Digest::of(b"a"), Digest::of(b"b")], seed, games };
        Batch { terms: Arc::new(terms), parts: vec![part(u64::MAX, 0..4), part(0, 6..8)] }
    }

    fn places(part: usize, games: Range<u64>, places: &str) -> PartResult {
        let places = Places::parse(places, 2).unwrap();
        PartResult::Places(RemotePlaces { part, games, places, turns: 9, elapsed: Duration::from_micros(5) })
    }

    fn report(parts: Vec<PartResult>) -> Report {
        Report { worker: "w".into(), batch: batch(), outcome: Ok(BatchResult { parts }) }
    }

    fn asked(game: u64) -> PartResult {
        let replies = vec![Reply::Answer(vec![1, 2]), Reply::Fault(FaultKind::Time, "2 s".into())];
        let games = vec![
            RemoteGame { game, void_attempts: 1, result: Ok((AnswerLog { replies }, Digest::of(b"match"))) },
            RemoteGame { game: 7, void_attempts: 3, result: Err("the machine failed".into()) },
        ];
        PartResult::Games { part: 1, games, elapsed: Duration::from_micros(7) }
    }

    #[test]
    fn what_is_written_is_read() {
        let task = Task { batch: batch(), sources: vec![b"a".to_vec(), Vec::new()] };
        assert_eq!(decode_task(&encode_task(&task)), Ok(task));
        let whole = report(vec![places(0, 0..4, "12211112"), asked(6)]);
        assert_eq!(decode_report(&encode_report(&whole)), Ok(whole));
        let failed = Report { outcome: Err("why".into()), ..report(Vec::new()) };
        assert_eq!(decode_report(&encode_report(&failed)), Ok(failed));
    }

    #[test]
    fn counts_are_read_as_they_were_written() {
        let counts = vec![Counts { wins: [3, 4], draws: 5 }, Counts::default()];
        let part = |parts| {
            let counts = counts.clone();
            PartResult::Counts(RemoteCounts { part: 0, parts, counts, elapsed: Duration::ZERO })
        };
        let mut whole = report(vec![part(1..3)]);
        assert!(decode_report(&encode_report(&whole)).is_err(), "its batch is of games");
        let terms = Terms { work: Work::Setups, ..batch().terms.as_ref().clone() };
        whole.batch.terms = Arc::new(terms);
        assert_eq!(decode_report(&encode_report(&whole)), Ok(whole.clone()));
        for parts in [3..5, 0..1, 0..3] {
            let wrong = Report { outcome: Ok(BatchResult { parts: vec![part(parts)] }), ..whole.clone() };
            assert!(decode_report(&encode_report(&wrong)).is_err());
        }
    }

    #[test]
    fn results_of_other_games_are_refused() {
        let refused = [
            places(0, 0..6, "122111121212"), // beyond the part
            places(0, 0..4, "1221"),         // too few
            places(0, 1..3, "1221"),         // half a setup
            places(2, 0..4, "12211112"),     // no such part
            asked(5),
        ];
        for part in refused {
            let read = decode_report(&encode_report(&report(vec![part.clone()])));
            assert!(matches!(read, Err(WireError::Damaged(_))), "{part:?}: {read:?}");
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        let bytes = encode_report(&report(vec![places(0, 0..4, "12211112"), asked(6)]));
        for length in 0..bytes.len() {
            assert!(decode_report(&bytes[..length]).is_err(), "{length}");
        }
        assert!(decode_report(&[&bytes[..], b"x"].concat()).is_err());
        assert_eq!(decode_task(&[1, 0, 0]), Err(WireError::Version(1)));
    }
}

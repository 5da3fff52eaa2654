//! Matches played step by step, and their boards.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use game::{AnyMatch, AnyPlayers, Frame, NamedLists, NoPlayers, Outcome as Ended, Reply, Seat, Void};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use referee::{Finished, Lineup, Provenance, Source};

use crate::interruptible::{Stop, briefly, interruptible};
use crate::outcome::Outcome;
use crate::records::Record;
use crate::replayed::{find, of_replay};
use crate::{arguments, arrays, errors};

/// The maximum number of turns to play without checking for Ctrl-C.
const FEW_TURNS: u64 = 1024;

/// The maximum number of cells in all boards of a call. They fill an array of 1 GiB.
const MAX_CELLS: usize = 1 << 28;

/// A match that is played step by step.
#[pyclass(frozen, module = "bout")]
pub(crate) struct Match {
    lineup: Lineup<'static>,
    sources: Vec<Source>,
    setup: NamedLists,
    seed: Option<u64>,
    index: u64,
    /// The record whose answers are played back.
    recorded: Option<Arc<record::Record>>,
    played: Mutex<Box<dyn AnyMatch>>,
}

#[pymethods]
impl Match {
    /// A match between programs, before its first turn.
    #[new]
    #[pyo3(signature = (game, programs, *, seed=1, setup=None, rules=None))]
    fn new(
        game: &str,
        programs: &Bound<'_, PyAny>,
        seed: u64,
        setup: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = programs.py();
        let game = arguments::playable(py, game)?;
        let programs = arguments::programs(game, programs)?;
        let lineup = arguments::lineup(py, game, &programs, &arguments::rules(py, rules)?)?;
        let given = arguments::lists(setup)?;
        let setup = arguments::setup(&lineup, &given, seed);
        let seed = given.is_empty().then_some(seed);
        let sources = programs.into_iter().map(|program| program.source).collect();
        Self::begun(py, lineup, Begin { sources, setup, seed, index: 0, recorded: None })
    }

    /// Turns played.
    #[getter]
    fn turn(&self) -> PyResult<u64> {
        Ok(self.locked()?.turn())
    }

    /// Whether the match is over.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        Ok(self.locked()?.outcome().is_some())
    }

    /// How it ended; `None` until it is over.
    #[getter]
    fn outcome(&self) -> PyResult<Option<Outcome>> {
        let played = self.locked()?;
        let Some(outcome) = played.outcome() else { return Ok(None) };
        let Finished { setup, outcome, digest, .. } = self.finished(played.as_ref(), outcome);
        Ok(Some(Outcome { index: self.index, seed: self.seed, setup, how: (&outcome).into(), digest }))
    }

    /// Plays some turns; says whether the match goes on.
    #[pyo3(signature = (turns=1))]
    fn advance(&self, py: Python<'_>, turns: u64) -> PyResult<bool> {
        let now = self.turn()?;
        self.play_to(py, now.saturating_add(turns))
    }

    /// Plays until so many turns are played or the match is over; says whether it goes on.
    fn play_to(&self, py: Python<'_>, turn: u64) -> PyResult<bool> {
        let mut played = self.locked()?;
        let played = played.as_mut();
        if turn < played.turn() {
            let now = played.turn();
            let message = format!("turn {turn} is over: {now} are played; make a new Match to go back");
            return Err(PyValueError::new_err(message));
        }
        let advanced = if turn - played.turn() <= FEW_TURNS {
            briefly(py, || self.advance_to(played, turn, &|| false))?
        } else {
            interruptible(py, |stop| self.advance_to(played, turn, stop))?
        };
        advanced.map_err(|void| errors::internal(py, void))?;
        Ok(played.outcome().is_none())
    }

    /// Plays to the end.
    fn finish(&self, py: Python<'_>) -> PyResult<Outcome> {
        self.play_to(py, u64::MAX)?;
        self.outcome()?.ok_or_else(|| errors::internal(py, "the match did not end"))
    }

    /// Positions, registers and counts by name, one number per seat.
    #[getter]
    fn registers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let registers = PyDict::new(py);
        for (name, numbers) in self.locked()?.registers() {
            registers.set_item(name, numbers)?;
        }
        Ok(registers)
    }

    /// What a cell of the board holds.
    fn cell(&self, index: usize) -> PyResult<String> {
        let text = self.locked()?.cell_text(index).map(std::borrow::Cow::into_owned);
        text.ok_or_else(|| PyIndexError::new_err(format!("there is no cell {index}")))
    }

    /// What every cell holds, as a list.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let frame = self.locked()?.frame();
        let cells = frame.cells.iter().flat_map(|run| std::iter::repeat_n(run.text.as_ref(), run.count));
        PyList::new(py, cells.collect::<Vec<_>>())
    }

    /// What every cell holds, as an array of texts.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let frame = self.locked()?.frame();
        let texts: Vec<&str> = frame.cells.iter().map(|run| run.text.as_ref()).collect();
        let counts: Vec<usize> = frame.cells.iter().map(|run| run.count).collect();
        let numpy = arrays::numpy(py)?;
        let texts = numpy.call_method1("array", (texts, "U"))?;
        numpy.call_method1("repeat", (texts, counts))
    }

    /// Plays on and keeps the boards after these turns, which rise. After the end of the match there are no further boards.
    fn boards<'py>(&self, py: Python<'py>, turns: &Bound<'py, PyAny>) -> PyResult<Boards> {
        let mut kept = Kept::default();
        for turn in turns.try_iter()? {
            let turn: u64 = turn?.extract()?;
            py.check_signals()?;
            self.play_to(py, turn)?;
            let frame = self.locked()?.frame();
            if frame.turn < turn {
                break;
            }
            kept.add(&frame)?;
        }
        kept.into_boards(py)
    }

    /// The hash of everything that decides how the match goes on; `None` where the end was proven without playing.
    #[getter]
    fn state_hash(&self) -> PyResult<Option<String>> {
        Ok(self.locked()?.state_hash().map(|hash| hash.to_string()))
    }

    /// The bytes of the match's record, once it is over.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let played = self.locked()?;
        let Some(outcome) = played.outcome() else {
            return Err(PyRuntimeError::new_err("the match is not over; play it to its end first: finish()"));
        };
        let mut finished = self.finished(played.as_ref(), outcome);
        finished.state_hash = played.state_hash();
        let environment = self.recorded.as_ref().map_or(&[][..], |record| &record.environment);
        let (sources, seed, match_index) = (&self.sources, self.seed, self.index);
        let provenance = Provenance { sources, seed, match_index, environment };
        Ok(PyBytes::new(py, &record::write(&self.lineup.record(&finished, provenance))))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Match of {} at turn {}>", self.lineup.game().info().name, self.turn()?))
    }
}

/// What a match needs to begin, besides its lineup.
struct Begin {
    sources: Vec<Source>,
    setup: NamedLists,
    seed: Option<u64>,
    index: u64,
    recorded: Option<Arc<record::Record>>,
}

impl Match {
    /// Begins the match of a record again.
    pub(crate) fn again(py: Python<'_>, record: &Record) -> PyResult<Self> {
        let record = Arc::clone(&record.record);
        let lineup = Lineup::of_record(&record, find).map_err(|error| of_replay(py, &error))?;
        let source = |program: &record::RecordedProgram| Source {
            file: program.file.clone(),
            bytes: program.source.clone(),
        };
        let begin = Begin {
            sources: record.programs.iter().map(source).collect(),
            setup: record.setup.clone(),
            seed: record.seed,
            index: record.match_index,
            recorded: Some(record),
        };
        Self::begun(py, lineup, begin)
    }

    fn begun(py: Python<'_>, lineup: Lineup<'static>, begin: Begin) -> PyResult<Self> {
        let Begin { sources, setup, seed, index, recorded } = begin;
        let setup = lineup.check_setup(&setup).map_err(|error| errors::settings(py, error))?;
        let mut played = lineup.new_match();
        played.begin(&setup).map_err(|error| errors::settings(py, error))?;
        Ok(Self { lineup, sources, setup, seed, index, recorded, played: Mutex::new(played) })
    }

    /// Locks the match. Fails if another thread is playing it.
    fn locked(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyMatch>>> {
        match self.played.try_lock() {
            Ok(played) => Ok(played),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("another thread is playing this match; give each thread its own"))
            }
            Err(TryLockError::Poisoned(_)) => {
                Err(PyRuntimeError::new_err("this match was left by a mistake in bout; make a new one"))
            }
        }
    }

    fn advance_to(&self, played: &mut dyn AnyMatch, turn: u64, stop: Stop) -> Result<(), Void> {
        let slice = played.turns_per_slice();
        while played.turn() < turn && played.outcome().is_none() && !stop() {
            let until = turn.min(played.turn().saturating_add(slice));
            match &self.recorded {
                Some(record) => {
                    let next = played.asked();
                    played.advance(until, &mut Recorded { record, next })?;
                }
                None => played.advance(until, &mut NoPlayers)?,
            }
        }
        Ok(())
    }

    fn finished(&self, played: &dyn AnyMatch, outcome: &Ended) -> Finished {
        let answers = played.answers().clone();
        let digest = self.lineup.digest(&self.setup, &answers, outcome);
        let (setup, outcome) = (self.setup.clone(), outcome.clone());
        Finished { setup, outcome, answers, digest, state_hash: None }
    }
}

/// Replays the answers of a record, from index `next`.
struct Recorded<'a> {
    record: &'a record::Record,
    next: usize,
}

impl AnyPlayers for Recorded<'_> {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let reply = self.record.answers.replies.get(self.next).cloned();
        self.next += 1;
        reply.ok_or_else(|| Void { cause: format!("the record has no answer for program {seat}") })
    }
}

/// The boards of a match after some turns.
#[pyclass(frozen, get_all, module = "bout")]
pub(crate) struct Boards {
    /// The turns: an array of whole numbers.
    turns: Py<PyAny>,
    /// A row per turn, with the code of every cell: an index into `texts`.
    cells: Py<PyAny>,
    /// What cells hold.
    texts: Vec<String>,
    /// For each register, an array with a row per turn and a column per seat.
    registers: Py<PyDict>,
}

#[pymethods]
impl Boards {
    fn __repr__(&self) -> String {
        format!("<Boards with {} different cells>", self.texts.len())
    }
}

/// The boards collected so far.
#[derive(Default)]
struct Kept {
    turns: Vec<u64>,
    cells: Vec<u32>,
    width: usize,
    texts: Vec<String>,
    codes: HashMap<String, u32>,
    registers: Vec<(&'static str, usize, Vec<u64>)>,
}

impl Kept {
    fn add(&mut self, frame: &Frame) -> PyResult<()> {
        let width = frame.cells.iter().map(|run| run.count).sum();
        if self.cells.len() + width > MAX_CELLS {
            let message = format!("more than {MAX_CELLS} cells: ask for the boards of fewer turns at a time");
            return Err(PyValueError::new_err(message));
        }
        self.turns.push(frame.turn);
        self.width = width;
        for run in &frame.cells {
            let code = self.code(&run.text)?;
            self.cells.extend(std::iter::repeat_n(code, run.count));
        }
        if self.registers.is_empty() {
            let empty = |(name, numbers): &(&'static str, Vec<u64>)| (*name, numbers.len(), Vec::new());
            self.registers = frame.registers.iter().map(empty).collect();
        }
        for (kept, (_, numbers)) in self.registers.iter_mut().zip(&frame.registers) {
            kept.2.extend(numbers);
        }
        Ok(())
    }

    fn code(&mut self, text: &str) -> PyResult<u32> {
        if let Some(&code) = self.codes.get(text) {
            return Ok(code);
        }
        let code = u32::try_from(self.texts.len())
            .map_err(|_| PyValueError::new_err("the boards hold too many different texts"))?;
        self.texts.push(text.to_owned());
        self.codes.insert(text.to_owned(), code);
        Ok(code)
    }

    fn into_boards(self, py: Python<'_>) -> PyResult<Boards> {
        let turns = arrays::table(py, self.turns.iter().map(|turn| turn.to_le_bytes()), "<u8", 1)?;
        let turns = turns.call_method1("reshape", (-1,))?;
        let cells = self.cells.iter().map(|cell| cell.to_le_bytes());
        let cells = arrays::table(py, cells, "<u4", self.width)?;
        let registers = PyDict::new(py);
        for (name, seats, numbers) in &self.registers {
            let numbers = numbers.iter().map(|number| number.to_le_bytes());
            registers.set_item(name, arrays::table(py, numbers, "<u8", *seats)?)?;
        }
        Ok(Boards {
            turns: turns.unbind(),
            cells: cells.unbind(),
            texts: self.texts,
            registers: registers.unbind(),
        })
    }
}

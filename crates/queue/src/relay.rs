//! A connection for a coordinator in another process, which has no network.

use std::io;

use game::Digest;

use crate::Address;
use crate::connection::Connection;
use crate::link::TransientError;
use crate::subjects::short;
use crate::transport::{Answer, Request, Transport};

/// The end of a relay with the connection. It answers the requests of one coordinator about one contest. It reads neither
/// batches nor reports, and the coordinator cannot reach any other contest.
pub struct Relay {
    address: Address,
    contest: String,
    connection: Option<Connection>,
}

impl Relay {
    /// Makes a relay for a contest. It connects at the first request.
    #[must_use]
    pub fn new(address: Address, contest: Digest) -> Self {
        Self { address, contest: short(contest), connection: None }
    }

    /// Answers a request.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let answer = match postcard::from_bytes(request) {
            Ok(request) => self.ask(request),
            Err(error) => Err(TransientError(format!("a request cannot be read: {error}"))),
        };
        // Plain data can always be written. The other end refuses an empty answer.
        postcard::to_stdvec(&answer.map_err(|trouble| trouble.0)).unwrap_or_default()
    }

    fn ask(&mut self, request: Request) -> Result<Answer, TransientError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => match Connection::open(&self.address, &self.contest) {
                Ok(connection) => connection,
                Err(error) => return Ok(Answer::Refused(error.to_string())),
            },
        };
        self.connection.insert(connection).ask(request)
    }
}

/// Sends a request to the process that has a [`Relay`], and returns its answer.
pub type Ask = Box<dyn Fn(Vec<u8>) -> io::Result<Vec<u8>> + Send + Sync>;

/// The end of a relay for the coordinator.
pub(crate) struct Relayed(pub(crate) Ask);

impl Transport for Relayed {
    fn ask(&self, request: Request) -> Result<Answer, TransientError> {
        let bytes = postcard::to_stdvec(&request).expect("plain data can be written");
        let answer = (self.0)(bytes).map_err(|error| TransientError(error.to_string()))?;
        match postcard::from_bytes::<Result<Answer, String>>(&answer) {
            Ok(answer) => answer.map_err(TransientError),
            Err(error) => Err(TransientError(format!("an answer cannot be read: {error}"))),
        }
    }
}

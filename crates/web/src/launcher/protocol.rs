//! What the server and the launcher say to each other: a JSON value in each packet. With `Start` goes a file.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::WorkerFeature;

/// The largest packet, in bytes.
const MAX_PACKET_BYTES: usize = 1 << 16;

/// What the server asks for.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Request {
    /// Start a worker, which takes its orders from the file and answers there.
    Start,
    /// Say whether a worker has ended.
    HasEnded(u32),
    /// End a worker with all its processes.
    Kill(u32),
    /// Give the files of this folder to the user of the workers.
    HandOver(PathBuf),
}

/// What the launcher answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Reply {
    /// It is ready, and workers will have these isolation features.
    Ready(Vec<WorkerFeature>),
    /// The worker of this number runs.
    Started(u32),
    /// Whether the worker has ended.
    Ended(bool),
    /// It is done.
    Done,
    /// It was not done, for this reason.
    Failed(String),
}

/// Sends a packet, with a file if there is one.
pub(super) fn send(to: impl AsFd, packet: &impl Serialize, file: Option<BorrowedFd<'_>>) -> io::Result<()> {
    let text = serde_json::to_vec(packet)?;
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut more = SendAncillaryBuffer::new(&mut space);
    let files = file.as_slice();
    if !files.is_empty() && !more.push(SendAncillaryMessage::ScmRights(files)) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    // The other side may be gone, which is an error and no signal.
    sendmsg(to, &[io::IoSlice::new(&text)], &mut more, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Waits for a packet, and for the file that comes with it. `None` if the other side is gone.
pub(super) fn receive<T: DeserializeOwned>(from: impl AsFd) -> io::Result<Option<(T, Option<OwnedFd>)>> {
    let mut text = vec![0; MAX_PACKET_BYTES];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut more = RecvAncillaryBuffer::new(&mut space);
    let got = recvmsg(from, &mut [io::IoSliceMut::new(&mut text)], &mut more, RecvFlags::CMSG_CLOEXEC)?;
    if got.bytes == 0 {
        return Ok(None);
    }
    let file = more.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut files) => files.next(),
        _ => None,
    });
    Ok(Some((serde_json::from_slice(&text[..got.bytes])?, file)))
}

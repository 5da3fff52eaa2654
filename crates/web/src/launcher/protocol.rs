//! The protocol between the server and the launcher: one JSON value per packet. `Start` also passes a file
//! descriptor.

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

/// A request from the server.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Request {
    /// Start a worker. It reads its orders from the file that comes with the packet, and writes its answers
    /// to it.
    Start,
    /// Report whether a worker has ended.
    HasEnded(u32),
    /// Kill a worker with all its child processes.
    Kill(u32),
    /// Give ownership of the files in this folder to the user of the workers.
    HandOver(PathBuf),
}

/// A reply from the launcher.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Reply {
    /// The launcher is ready, and its workers have these isolation features.
    Ready(Vec<WorkerFeature>),
    /// The worker with this process ID is running.
    Started(u32),
    /// Whether the worker has ended.
    Ended(bool),
    /// The request was carried out.
    Done,
    /// The request failed, for this reason.
    Failed(String),
}

/// Sends a packet, with a file descriptor if `file` is given.
pub(super) fn send(to: impl AsFd, packet: &impl Serialize, file: Option<BorrowedFd<'_>>) -> io::Result<()> {
    let text = serde_json::to_vec(packet)?;
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut more = SendAncillaryBuffer::new(&mut space);
    let files = file.as_slice();
    if !files.is_empty() && !more.push(SendAncillaryMessage::ScmRights(files)) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    // If the other side is gone, return an error instead of raising SIGPIPE.
    sendmsg(to, &[io::IoSlice::new(&text)], &mut more, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Waits for a packet and the file descriptor that may come with it. Returns `None` if the other side is
/// gone.
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

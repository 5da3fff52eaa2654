//! One file per command.

pub(crate) mod ask;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod conform;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod evolve;
pub(crate) mod exact;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fmt;
pub(crate) mod games;
pub(crate) mod hill;
pub(crate) mod import;
pub(crate) mod licenses;
pub(crate) mod man;
pub(crate) mod new;
pub(crate) mod play;
pub(crate) mod rate;
pub(crate) mod rejudge;
pub(crate) mod replay;
pub(crate) mod tournament;
pub(crate) mod view;
pub(crate) mod war;
pub(crate) mod watch;

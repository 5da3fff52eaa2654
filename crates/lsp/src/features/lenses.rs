//! Code lenses: commands, shown above a program, that play it.

use lsp_types::{CodeLens, Command, Position, Range};
use serde_json::json;

use crate::address::path_of;
use crate::client::Client;
use crate::document::Document;
use crate::host::Host;

/// The command that plays against an opponent. Its arguments are the URI of the document and the opponent's
/// name.
pub(crate) const FIGHT: &str = "bout.fight";

/// The command that ranks a program on the hill near it. Its argument is the URI of the document.
pub(crate) const RANK: &str = "bout.rankOnHill";

/// The lenses of a document, all on its first line.
pub(crate) fn lenses(client: &Client, document: &Document, host: &dyn Host) -> Vec<CodeLens> {
    let Some(game) = document.game.filter(|_| !document.is_too_long()) else { return Vec::new() };
    let uri = document.uri.as_str();
    let path = path_of(uri);
    let is_program = |path: Option<&std::path::Path>| path.is_some_and(|path| host.is_program(game, path));
    if !document.is_ours() && !is_program(path.as_deref()) {
        return Vec::new();
    }
    let opponents = host.opponents(game, path.as_deref(), &client.options.opponents);
    let fights = opponents.iter().map(|opponent| Command {
        title: format!("fight {opponent}"),
        command: FIGHT.into(),
        arguments: Some(vec![json!(uri), json!(opponent)]),
    });
    let hill = path.and_then(|path| host.hill(game, &path)).map(|_| Command {
        title: "rank on the hill".into(),
        command: RANK.into(),
        arguments: Some(vec![json!(uri)]),
    });
    let start = Position::new(0, 0);
    let lens = |command| CodeLens { range: Range::new(start, start), command: Some(command), data: None };
    fights.chain(hill).map(lens).collect()
}

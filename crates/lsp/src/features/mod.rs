//! The language features: one file per kind of request. They neither block nor change any state.

pub(crate) mod actions;
pub(crate) mod colours;
pub(crate) mod completion;
pub(crate) mod diagnostics;
pub(crate) mod folding;
pub(crate) mod formatting;
pub(crate) mod hints;
pub(crate) mod hover;
pub(crate) mod lenses;
pub(crate) mod navigation;
pub(crate) mod rename;

use games::RegisteredGame;

use crate::analysis::Analysis;
use crate::client::Client;
use crate::document::Document;
use crate::text::Text;

/// An open program in a language that this server analyses.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) client: &'a Client,
    pub(crate) document: &'a Document,
    pub(crate) game: &'static dyn RegisteredGame,
    pub(crate) text: &'a Text,
    pub(crate) analysis: &'a Analysis,
}

impl<'a> View<'a> {
    /// `None` for foreign code, which has its own language servers, and for texts that are too long.
    pub(crate) fn of(client: &'a Client, document: &'a Document) -> Option<Self> {
        let game = document.game.filter(|_| document.is_ours())?;
        let (text, analysis) = document.analysis()?;
        Some(Self { client, document, game, text, analysis })
    }

    pub(crate) fn source(&self) -> &'a str {
        self.text.as_str()
    }
}

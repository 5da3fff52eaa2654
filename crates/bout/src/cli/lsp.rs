//! The arguments of `bout lsp`.

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    /// Accepted because many editors pass it: the server speaks over standard input and output anyway
    #[arg(long)]
    pub(crate) stdio: bool,
}

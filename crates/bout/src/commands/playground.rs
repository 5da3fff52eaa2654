//! `bout playground`: writes a page for writing programs and playing them in the browser.

use std::path::Path;

use contests::Failure;
use contests::recorder::write_whole;
use games::RegisteredGame;
use report::{PlaygroundHost, playground_page};

use crate::cli::PlaygroundArgs;
use crate::output::Output;

pub(crate) fn run(args: &PlaygroundArgs) -> Result<(), Failure> {
    check_ending(&args.out)?;
    let game = args.game();
    if let Some(foreign) = game.filter(|game| !is_played_in_pages(*game)) {
        let title = foreign.info().title;
        let why = format!(
            "programs of {title} are foreign code, which no page runs: use `bout play` and `bout watch`"
        );
        return Err(Failure::Usage(why));
    }
    let page = playground_page(game.map(|game| game.info().name), PlaygroundHost::File);
    write_whole(&args.out, page.as_bytes())?;
    let mut output = Output::of_a_change();
    output.people(format_args!("{}: the playground, one page that works offline", args.out.display()))?;
    output.flush()?;
    if args.open {
        super::view::open_file(&args.out)?;
    }
    Ok(())
}

fn check_ending(file: &Path) -> Result<(), Failure> {
    if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html")) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{}: the playground is a web page; name a file that ends with .html",
        file.display()
    )))
}

/// Returns true if a web page can play a game: it runs no foreign code, or its bots can be
/// WebAssembly.
fn is_played_in_pages(game: &dyn RegisteredGame) -> bool {
    !game.runs_foreign_code() || game.info().also_extensions.contains(&"wasm")
}

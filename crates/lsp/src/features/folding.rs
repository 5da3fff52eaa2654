//! Folding ranges: loops, and comments that span several lines.

use game::Span;
use lsp_types::{FoldingRange, FoldingRangeKind};

use super::View;
use crate::analysis::Code;
use crate::text::count;

/// The maximum number of ranges per response.
const MAX_RANGES: usize = 5000;

/// The folding ranges of a program.
pub(crate) fn folds(view: View) -> Vec<FoldingRange> {
    let loops: Vec<Span> = match &view.analysis.code {
        Code::Esowar(base) => {
            base.pairs().map(|(open, close)| Span { start: open.at, end: close.at }).collect()
        }
        Code::Crash(listing) => {
            let place = |address: usize| listing.instructions[address].span.start;
            let back = listing.jumps().filter(|(from, to)| to < from);
            back.map(|(from, to)| Span { start: place(to), end: place(from) }).collect()
        }
        Code::Foreign => Vec::new(),
    };
    let loops = loops.into_iter().filter_map(|span| fold(view, span, FoldingRangeKind::Region));
    let comments = blocks(view).into_iter().filter_map(|span| fold(view, span, FoldingRangeKind::Comment));
    let mut folds: Vec<FoldingRange> = loops.chain(comments).take(MAX_RANGES).collect();
    folds.sort_by_key(|fold| (fold.start_line, std::cmp::Reverse(fold.end_line)));
    folds.dedup_by_key(|fold| (fold.start_line, fold.end_line));
    folds
}

/// The folding range for a span. Editors fold whole lines, so a span within one line gives `None`.
fn fold(view: View, span: Span, kind: FoldingRangeKind) -> Option<FoldingRange> {
    let (start, end) = (view.text.line_of(span.start), view.text.line_of(span.end));
    (start < end).then(|| FoldingRange {
        start_line: count(start),
        end_line: count(end),
        kind: Some(kind),
        ..FoldingRange::default()
    })
}

/// Blocks of consecutive lines that contain only comments.
fn blocks(view: View) -> Vec<Span> {
    let mut blocks: Vec<Span> = Vec::new();
    for comment in view.analysis.comments.all.iter().filter(|comment| !comment.follows_code) {
        let line = view.text.line_of(comment.span.start);
        match blocks.last_mut() {
            Some(block) if view.text.line_of(block.end) + 1 == line => block.end = comment.span.start,
            _ => blocks.push(Span { start: comment.span.start, end: comment.span.start }),
        }
    }
    blocks
}

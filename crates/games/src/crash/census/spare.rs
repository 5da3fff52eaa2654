//! Memory of lines that are over.

use super::layers::{Layer, noted_from};

/// Layers of lines that are over, for use by other lines. Memory that is given back to the system comes again only page
/// by page.
pub(super) struct Spare {
    layers: Vec<[Layer; 2]>,
}

impl Spare {
    pub(super) fn new() -> Self {
        Self { layers: Vec::new() }
    }

    /// Layers with any content.
    pub(super) fn take(&mut self) -> [Layer; 2] {
        self.layers.pop().unwrap_or_else(|| [Layer::new(), Layer::new()])
    }

    /// Copies these layers for a line that begins after a turn.
    pub(super) fn copy(&mut self, layers: &[Layer; 2], turn: u32) -> [Layer; 2] {
        let mut copied = self.take();
        for (copied, layer) in copied.iter_mut().zip(layers) {
            copied.copy(layer, noted_from(turn));
        }
        copied
    }

    pub(super) fn put(&mut self, layers: [Layer; 2]) {
        self.layers.push(layers);
    }
}

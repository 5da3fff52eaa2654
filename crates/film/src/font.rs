//! The fonts of films, which are part of the crate: `DejaVu Sans`. A viewer of an SVG may use other fonts.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId};

/// Both weights of the font.
pub(crate) static FONTS: LazyLock<Fonts> = LazyLock::new(|| Fonts {
    regular: Font::new(dejavu::sans::regular()),
    bold: Font::new(dejavu::sans::bold()),
});

pub(crate) struct Fonts {
    regular: Font,
    bold: Font,
}

pub(crate) struct Font {
    pub(crate) face: Face<'static>,
}

impl Fonts {
    pub(crate) fn of(&self, is_bold: bool) -> &Font {
        if is_bold { &self.bold } else { &self.regular }
    }
}

impl Font {
    fn new(bytes: &'static [u8]) -> Self {
        Self { face: Face::parse(bytes, 0).expect("the font is part of the program") }
    }

    /// The glyph of a character, or the glyph for missing characters if the font does not have it.
    pub(crate) fn glyph(&self, character: char) -> GlyphId {
        self.face.glyph_index(character).unwrap_or(GlyphId(0))
    }

    /// How far a glyph advances, in units of the font.
    pub(crate) fn advance(&self, glyph: GlyphId) -> u16 {
        self.face.glyph_hor_advance(glyph).unwrap_or(0)
    }

    /// How wide a text is, in pixels, rounded up.
    pub(crate) fn width(&self, text: &str, size: i32) -> i32 {
        let units: i64 = text.chars().map(|character| i64::from(self.advance(self.glyph(character)))).sum();
        let em = i64::from(self.face.units_per_em());
        let width = (units * i64::from(size) + em - 1) / em;
        i32::try_from(width).unwrap_or(i32::MAX)
    }
}

/// Returns how wide a text is, in pixels.
pub(crate) fn width(text: &str, size: i32, is_bold: bool) -> i32 {
    FONTS.of(is_bold).width(text, size)
}

/// Returns as much of a text as fits into a width; if it is cut, it ends in `…`.
pub(crate) fn fitted(text: &str, size: i32, is_bold: bool, room: i32) -> String {
    if width(text, size, is_bold) <= room {
        return text.to_owned();
    }
    let mut kept: String = text.chars().take(256).collect();
    while !kept.is_empty() && width(&kept, size, is_bold) + width("…", size, is_bold) > room {
        kept.pop();
    }
    format!("{}…", kept.trim_end())
}

/// Breaks a text into at most `most` lines that fit into a width; the rest is cut.
pub(crate) fn wrapped(text: &str, size: i32, is_bold: bool, room: i32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let is_last = lines.len() == most;
        match lines.last_mut() {
            Some(line) if is_last || width(&format!("{line} {word}"), size, is_bold) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| fitted(line, size, is_bold, room)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fitted_fits() {
        let long = "Hawk of the northern mountains ".repeat(20);
        for room in [0, 10, 50, 300] {
            for is_bold in [false, true] {
                let text = fitted(&long, 20, is_bold, room);
                assert!(text == "…" || width(&text, 20, is_bold) <= room, "{room}: {text}");
            }
        }
        assert_eq!(fitted("Hawk", 20, true, 200), "Hawk");
    }

    #[test]
    fn wrapped_text_keeps_its_words() {
        let text = "a commander stood on a bracket without a partner";
        let lines = wrapped(text, 20, false, 260, 4);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line, 20, false) <= 260), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        let cut = wrapped(text, 20, false, 260, 1);
        assert!(cut.len() == 1 && cut[0].ends_with('…'), "{cut:?}");
    }
}

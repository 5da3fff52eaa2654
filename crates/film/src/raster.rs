//! Pictures as pixels.

use std::collections::HashMap;
use std::io::Write;

use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};
use ttf_parser::{GlyphId, OutlineBuilder};
use viewer::seat_look::{Rgb, seat_colour, seat_corners};

use crate::film::{Film, FilmError};
use crate::font::FONTS;
use crate::picture::{Align, BoardPicture, Item, Picture};

/// Draws pictures. It caches the outlines of letters.
#[derive(Default)]
pub(crate) struct Raster {
    glyphs: HashMap<(bool, GlyphId), Option<Path>>,
}

impl Raster {
    /// Draws a picture: three bytes per pixel, red, green, blue.
    pub(crate) fn pixels(&mut self, picture: &Picture) -> Vec<u8> {
        let drawn = self.drawn(picture);
        drawn.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect()
    }

    fn drawn(&mut self, picture: &Picture) -> Pixmap {
        let (width, height) = (picture.size.width.max(1), picture.size.height.max(1));
        let mut map = Pixmap::new(width.into(), height.into()).expect("a picture has a size");
        map.fill(solid(picture.background));
        if let Some(board) = &picture.board {
            draw_board(&mut map, board);
        }
        for item in &picture.items {
            self.draw(&mut map, item);
        }
        map
    }

    fn draw(&mut self, map: &mut Pixmap, item: &Item) {
        match item {
            Item::Box { area, radius, colour } => {
                let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(float);
                if let Some(path) = round_box(x, y, width, height, float(*radius)) {
                    fill(map, &path, *colour, Transform::identity());
                }
            }
            Item::Sign { seat, x, y, radius, line, halo } => {
                let Some(path) = sign(*seat, float(*x), float(*y), float(*radius)) else { return };
                let width = (float(*radius) * 0.28).clamp(1.0, 4.0);
                stroke(map, &path, *halo, width + 3.0);
                stroke(map, &path, *line, width);
                fill(map, &path, seat_colour(*seat), Transform::identity());
            }
            Item::Cross { x, y, radius, colour, line } => {
                let Some(path) = cross(float(*x), float(*y), float(*radius) * 0.8) else { return };
                let width = (float(*radius) * 0.4).max(2.0);
                stroke(map, &path, *line, width + 3.0);
                stroke(map, &path, *colour, width);
            }
            Item::Text { x, y, align, size, is_bold, colour, text } => {
                let width = crate::font::width(text, *size, *is_bold);
                let left = match align {
                    Align::Start => *x,
                    Align::Middle => x - width / 2,
                    Align::End => x - width,
                };
                self.draw_text(map, (float(left), float(*y)), (*size, *is_bold, *colour), text);
            }
        }
    }

    fn draw_text(
        &mut self,
        map: &mut Pixmap,
        (mut x, y): (f32, f32),
        (size, is_bold, colour): (i32, bool, Rgb),
        text: &str,
    ) {
        let font = FONTS.of(is_bold);
        let scale = float(size) / f32::from(font.face.units_per_em());
        for character in text.chars() {
            let id = font.glyph(character);
            let glyph = self.glyphs.entry((is_bold, id)).or_insert_with(|| {
                let mut outline = Outline(PathBuilder::new());
                font.face.outline_glyph(id, &mut outline);
                outline.0.finish()
            });
            if let Some(path) = glyph {
                fill(map, path, colour, Transform::from_row(scale, 0.0, 0.0, -scale, x, y));
            }
            x += f32::from(font.advance(id)) * scale;
        }
    }
}

/// Writes a picture as PNG.
///
/// # Errors
/// If it cannot be written.
pub fn write_png(picture: &Picture, to: &mut dyn Write) -> Result<(), FilmError> {
    let encoded = Raster::default().drawn(picture).encode_png().map_err(std::io::Error::other)?;
    Ok(to.write_all(&encoded)?)
}

/// Writes a film as plain frames of three bytes per pixel, red, green, blue, starting at the top left. Video encoders can read
/// it.
///
/// # Errors
/// If it is stopped or cannot be written.
pub fn write_frames(
    film: &mut Film<'_, '_>,
    frames_per_second: u32,
    to: &mut dyn Write,
) -> Result<(), FilmError> {
    let mut raster = Raster::default();
    let (mut until, mut written) = (0_u64, 0_u64);
    for (index, hundredths) in film.durations().into_iter().enumerate() {
        let pixels = raster.pixels(&film.picture(index)?);
        until += u64::from(hundredths);
        while written * 100 < until * u64::from(frames_per_second) {
            to.write_all(&pixels)?;
            written += 1;
        }
    }
    Ok(())
}

/// Coordinates have at most five digits, which floats hold exactly.
#[allow(clippy::cast_precision_loss)]
fn float(number: i32) -> f32 {
    number as f32
}

fn solid([red, green, blue]: Rgb) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(red, green, blue, u8::MAX)
}

fn paint(colour: Rgb) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(solid(colour));
    paint.anti_alias = true;
    paint
}

fn fill(map: &mut Pixmap, path: &Path, colour: Rgb, transform: Transform) {
    map.fill_path(path, &paint(colour), FillRule::Winding, transform, None);
}

fn stroke(map: &mut Pixmap, path: &Path, colour: Rgb, width: f32) {
    map.stroke_path(
        path,
        &paint(colour),
        &Stroke { width, ..Stroke::default() },
        Transform::identity(),
        None,
    );
}

fn round_box(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        return Some(PathBuilder::from_rect(Rect::from_xywh(x, y, width, height)?));
    }
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.quad_to(right, y, right, y + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.quad_to(x, bottom, x, bottom - radius);
    path.line_to(x, y + radius);
    path.quad_to(x, y, x + radius, y);
    path.close();
    path.finish()
}

fn sign(seat: usize, x: f32, y: f32, radius: f32) -> Option<Path> {
    let corners = seat_corners(seat);
    if corners.is_empty() {
        return PathBuilder::from_circle(x, y, radius * 0.9);
    }
    let mut path = PathBuilder::new();
    for (nth, (right, down)) in corners.iter().enumerate() {
        let (x, y) = (x + right * radius * 1.1, y + down * radius * 1.1);
        if nth == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.close();
    path.finish()
}

fn cross(x: f32, y: f32, radius: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(x - radius, y - radius);
    path.line_to(x + radius, y + radius);
    path.move_to(x - radius, y + radius);
    path.line_to(x + radius, y - radius);
    path.finish()
}

/// Draws spots as whole pixels.
fn draw_board(map: &mut Pixmap, board: &BoardPicture) {
    let (columns, rows) = (board.columns.max(1), board.rows.max(1));
    let (full_width, full_height) = (map.width() as usize, map.height() as usize);
    let side = |length: i32| usize::try_from(length).unwrap_or(0);
    let (left, top) = (side(board.area.x), side(board.area.y));
    let (width, height) = (side(board.area.width), side(board.area.height));
    let gap = usize::from(board.has_gaps);
    let pixels = map.pixels_mut();
    for (index, &colour) in board.colours.iter().enumerate() {
        let (column, row) = (index % columns, index / columns);
        let across = column * width / columns..((column + 1) * width / columns).saturating_sub(gap);
        let down = row * height / rows..((row + 1) * height / rows).saturating_sub(gap);
        let colour = solid(colour).premultiply().to_color_u8();
        for y in down.map(|y| y + top).take_while(|y| *y < full_height) {
            let line = y * full_width;
            let (from, to) = ((left + across.start).min(full_width), (left + across.end).min(full_width));
            pixels[line + from..line + to.max(from)].fill(colour);
        }
    }
}

/// The outline of a letter.
struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

//! Pictures as PNG.

use linstock_draw::texts_as_paths;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The pixels of a unit of a picture.
const SCALE: f32 = 2.0;
/// The most pixels on a side.
const MOST: f32 = 8_000.0;

/// Draws an SVG picture of the program as a PNG file on white.
///
/// # Errors
/// Why it cannot be drawn, in a sentence.
pub(super) fn png(svg: &str) -> Result<Vec<u8>, String> {
    let cannot = |why: String| format!("the picture cannot be drawn as PNG: {why}");
    let paths = texts_as_paths(svg).ok_or_else(|| cannot("it is no SVG".to_owned()))?;
    let tree = Tree::from_str(&paths, &Options::default());
    let tree = tree.map_err(|error| cannot(error.to_string()))?;
    let size = tree.size();
    let scale = SCALE.min(MOST / size.width().max(size.height()));
    let wide = size.to_int_size().scale_by(scale);
    let wide = wide.ok_or_else(|| cannot("it has no size".to_owned()))?;
    let mut pixels = Pixmap::new(wide.width(), wide.height())
        .ok_or_else(|| cannot("it is too large".to_owned()))?;
    pixels.fill(Color::WHITE);
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels
        .encode_png()
        .map_err(|error| cannot(error.to_string()))
}

//! A picture as a PNG file.

use std::io::{self, Write};

use crate::pixels::Pixels;

/// Writes a whole PNG file.
pub fn write(pixels: &Pixels, out: &mut impl Write) -> io::Result<()> {
    let mut encoder = ::png::Encoder::new(out, pixels.width, pixels.height);
    // Without an alpha channel, which would be the same for every pixel.
    encoder.set_color(::png::ColorType::Rgb);
    encoder.set_depth(::png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(io::Error::from)?;
    writer.write_image_data(&pixels.to_rgb()).map_err(io::Error::from)?;
    writer.finish().map_err(io::Error::from)
}

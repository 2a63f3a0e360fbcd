//! A picture: the form in which every screen leaves this crate.

use sha2::{Digest, Sha256};

/// The widest and highest picture there is. A GIF could hold sixteen times as much.
pub const SIDE_MAX: u32 = 4096;

/// The SHA-256 of a picture's size and pixels.
pub type PictureHash = [u8; 32];

/// A picture, row by row from the top left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// One colour for each pixel, `0x00RRGGBB`.
    pub colours: Vec<u32>,
}

impl Pixels {
    /// A picture in one colour. Sides are cut to [`SIDE_MAX`].
    pub fn filled(width: u32, height: u32, colour: u32) -> Pixels {
        let mut pixels = Pixels::default();
        pixels.reset(width, height, colour);
        pixels
    }

    /// Becomes a picture in one colour, in the same memory if that is large enough.
    pub fn reset(&mut self, width: u32, height: u32, colour: u32) {
        self.width = width.min(SIDE_MAX);
        self.height = height.min(SIDE_MAX);
        self.colours.clear();
        // The top byte is never shown, and must not make equal pictures differ.
        self.colours.resize(self.width as usize * self.height as usize, colour & 0x00ff_ffff);
    }

    /// The colour of a pixel, if it is inside.
    pub fn colour(&self, x: u32, y: u32) -> Option<u32> {
        let is_inside = x < self.width && y < self.height;
        is_inside.then(|| self.colours.get((y * self.width + x) as usize).copied()).flatten()
    }

    /// Red, green and blue of each pixel, a byte each.
    pub fn to_rgb(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|&colour| rgb(colour)).collect()
    }

    /// SHA-256 over width, height and colours: equal for equal pictures only.
    pub fn hash(&self) -> PictureHash {
        hash(self.width, self.height, &self.colours)
    }
}

/// Writes red, green, blue and full opacity of each colour, a byte each, as far as there is room.
pub fn write_rgba(colours: &[u32], bytes: &mut [u8]) {
    // Arrays are assigned, not copied: a call for each pixel would take ten times as long.
    for (pixel, colour) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(colours) {
        *pixel = ((colour << 8) | 0xff).to_be_bytes();
    }
}

/// SHA-256 over width and height as 32-bit little endian words, and each colour's RGB bytes.
pub(crate) fn hash(width: u32, height: u32, colours: &[u32]) -> PictureHash {
    const CHUNK: usize = 1024;
    let mut sha = Sha256::new();
    // The size comes first, or pictures of other proportions with the same colours would be equal.
    sha.update(width.to_le_bytes());
    sha.update(height.to_le_bytes());
    // A piece at a time on the stack, so that hashing makes no copy of the picture.
    let mut bytes = [0; 3 * CHUNK];
    for chunk in colours.chunks(CHUNK) {
        for (place, &colour) in bytes.chunks_exact_mut(3).zip(chunk) {
            place.copy_from_slice(&rgb(colour));
        }
        sha.update(&bytes[..3 * chunk.len()]);
    }
    sha.finalize().into()
}

/// Red, green, blue.
pub(crate) fn rgb(colour: u32) -> [u8; 3] {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
}

/// The colour of red, green and blue.
pub(crate) fn colour_of([red, green, blue]: [u8; 3]) -> u32 {
    u32::from_be_bytes([0, red, green, blue])
}

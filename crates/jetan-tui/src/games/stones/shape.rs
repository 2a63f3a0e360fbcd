//! The shapes of stones, as functions of a place in a square, so that they fit any size.

/// The shape of a stone; it tells the players apart where colours do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoneShape {
    /// A filled disc.
    Disc,
    /// A disc with an engraved middle; a ring where there is one colour only.
    Coin,
    /// An X.
    Cross,
    /// An O.
    Ring,
}

/// The part of a stone at a point of its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StonePart {
    /// The stone.
    Body,
    /// The darker rim or engraving.
    Shade,
    /// Nothing of it.
    Outside,
}

/// Discs are a little smaller than their square, so that small ones lose their corners.
const RADIUS_SQUARED: f32 = 0.96;
const INNER_SQUARED: f32 = 0.34;
const RIM_SQUARED: f32 = 0.70;
/// From this many pixels on a disc has a rim.
const RIM_FROM_PIXELS: i32 = 9;

impl StoneShape {
    /// The part at a pixel of a square of `width` by `height` pixels.
    pub(crate) fn part(self, (x, y): (i32, i32), (width, height): (i32, i32)) -> StonePart {
        let (u, v) = (centred(x, width), centred(y, height));
        let distance = u * u + v * v;
        if self == StoneShape::Cross {
            let is_stroke = (u.abs() - v.abs()).abs() < 0.34;
            return if is_stroke { StonePart::Body } else { StonePart::Outside };
        }
        if distance > RADIUS_SQUARED {
            return StonePart::Outside;
        }
        let is_inner = distance < INNER_SQUARED;
        match self {
            StoneShape::Ring if is_inner => StonePart::Outside,
            StoneShape::Coin if is_inner => StonePart::Shade,
            StoneShape::Disc if distance > RIM_SQUARED && height >= RIM_FROM_PIXELS => {
                StonePart::Shade
            }
            _ => StonePart::Body,
        }
    }

    /// Whether a pixel belongs to the stone where there is one colour only.
    pub(crate) fn is_ink(self, at: (i32, i32), size: (i32, i32)) -> bool {
        let part = self.part(at, size);
        // In one colour the engraving of a coin is a hole, but the rim of a disc belongs to it.
        part == StonePart::Body || self == StoneShape::Disc && part == StonePart::Shade
    }

    /// The shape as one character.
    pub(crate) fn letter(self, is_ascii: bool) -> char {
        match (self, is_ascii) {
            (StoneShape::Disc, false) => '●',
            (StoneShape::Disc, true) => '@',
            (StoneShape::Coin, false) => '○',
            (StoneShape::Coin, true) => 'o',
            (StoneShape::Cross, _) => 'X',
            (StoneShape::Ring, _) => 'O',
        }
    }
}

/// Whether a pixel of a square is in the middle of it, where winning stones are marked.
pub(crate) fn is_core((x, y): (i32, i32), (width, height): (i32, i32)) -> bool {
    let (u, v) = (centred(x, width), centred(y, height));
    // Of a small stone, a smaller middle would be less than one pixel.
    u * u + v * v < if height < 6 { 0.21 } else { 0.14 }
}

/// The middle of a pixel, from -1 to 1 across the square.
fn centred(pixel: i32, pixels: i32) -> f32 {
    // From the middle of the pixel and not its corner, or even sizes would not be symmetric.
    (2 * pixel + 1 - pixels) as f32 / pixels.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(shape: StoneShape, size: i32) -> Vec<String> {
        let letter = |part| match part {
            StonePart::Body => '#',
            StonePart::Shade => '+',
            StonePart::Outside => '.',
        };
        let row = |y| (0..size).map(|x| letter(shape.part((x, y), (size, size)))).collect();
        (0..size).map(row).collect()
    }

    #[test]
    fn shapes_are_distinguished_at_the_smallest_size() {
        assert_eq!(drawn(StoneShape::Disc, 4), [".##.", "####", "####", ".##."]);
        assert_eq!(drawn(StoneShape::Coin, 4), [".##.", "#++#", "#++#", ".##."]);
        assert_eq!(drawn(StoneShape::Ring, 4), [".##.", "#..#", "#..#", ".##."]);
        assert_eq!(drawn(StoneShape::Cross, 4), ["#..#", ".##.", ".##.", "#..#"]);
    }

    #[test]
    fn discs_are_filled_and_coins_are_rings_in_one_colour() {
        for size in 4..20 {
            let inked = |shape: StoneShape, at| shape.is_ink(at, (size, size));
            let middle = (size / 2, size / 2);
            assert!(inked(StoneShape::Disc, middle) && !inked(StoneShape::Coin, middle), "{size}");
            let edge = (size / 2, 0);
            assert!(inked(StoneShape::Disc, edge) && inked(StoneShape::Coin, edge), "{size}");
        }
    }

    #[test]
    fn every_shape_is_symmetric_at_every_size() {
        for shape in [StoneShape::Disc, StoneShape::Coin, StoneShape::Cross, StoneShape::Ring] {
            for size in 2..20 {
                let rows = drawn(shape, size);
                let mirrored: Vec<String> =
                    rows.iter().map(|row| row.chars().rev().collect()).collect();
                let turned: Vec<String> = rows.iter().rev().cloned().collect();
                assert_eq!(rows, mirrored, "{shape:?} {size}");
                assert_eq!(rows, turned, "{shape:?} {size}");
            }
        }
    }
}

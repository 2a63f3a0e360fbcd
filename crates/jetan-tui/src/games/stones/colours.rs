//! The colours of the board and its stones.

use crate::look::Rgb;

/// The board.
pub(crate) const GROUND: Rgb = (40, 76, 158);
/// The lines on it.
pub(crate) const EDGE: Rgb = (92, 128, 208);
/// A hole without a stone.
pub(crate) const HOLE: Rgb = (15, 24, 54);
/// Marks the newest stone.
pub(crate) const LIGHT: Rgb = (214, 228, 255);
/// The middle of stones in a winning line.
pub(crate) const WHITE: Rgb = (255, 255, 255);
/// Letters on a light ground.
pub(crate) const INK: Rgb = (18, 22, 34);

/// Player 1.
pub(crate) const RED: Rgb = (240, 84, 84);
/// The rim and the engraving of player 1's stones.
pub(crate) const DARK_RED: Rgb = (190, 48, 58);
/// Player 2.
pub(crate) const YELLOW: Rgb = (255, 206, 62);
/// The rim and the engraving of player 2's stones.
pub(crate) const DARK_YELLOW: Rgb = (206, 146, 20);

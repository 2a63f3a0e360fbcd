//! A display as it is written on a command line: `512x512/8x8@heap`.

use std::fmt::{self, Display, Formatter};

use jetan_isa::MemoryMap;

use super::{BitmapBase, BitmapConfig, BitmapError};

impl BitmapConfig {
    /// Reads `WxH/UxV@BASE`: pixels of the display, pixels of a unit, and an address or one of
    /// `heap`, `gp`, `static`, `data`, `mmio`.
    ///
    /// Units are single pixels and the base is where `.data` starts unless told otherwise.
    ///
    /// ```
    /// # use jetan_display::bitmap::BitmapConfig;
    /// # use jetan_isa::MemoryMap;
    /// let config = BitmapConfig::parse("256x128/8x8@heap", &MemoryMap::DEFAULT)?;
    /// assert_eq!((config.columns(), config.rows(), config.base), (32, 16, 0x1004_0000));
    /// # Ok::<(), jetan_display::bitmap::BitmapError>(())
    /// ```
    pub fn parse(text: &str, map: &MemoryMap) -> Result<BitmapConfig, BitmapError> {
        let (sizes, base) = match text.split_once('@') {
            Some((sizes, base)) => (sizes, base_of(base, map)?),
            None => (text, BitmapBase::Static.address(map)),
        };
        let (display, unit) = match sizes.split_once('/') {
            Some((display, unit)) => (display, pair(unit, "the size of a unit, such as 8x8")?),
            None => (sizes, (1, 1)),
        };
        let (width, height) = pair(display, "the size of a display, such as 512x256")?;
        let (unit_width, unit_height) = unit;
        BitmapConfig { width, height, unit_width, unit_height, base }.checked(map)
    }
}

impl Display for BitmapConfig {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BitmapConfig { width, height, unit_width, unit_height, base } = self;
        write!(f, "{width}x{height}/{unit_width}x{unit_height}@{base:#010x}")
    }
}

fn pair(text: &str, expected: &'static str) -> Result<(u32, u32), BitmapError> {
    let numbers = text
        .split_once(['x', 'X'])
        .and_then(|(across, down)| Some((across.trim().parse().ok()?, down.trim().parse().ok()?)));
    numbers.ok_or_else(|| BitmapError::Form { part: text.to_owned(), expected })
}

fn base_of(text: &str, map: &MemoryMap) -> Result<u32, BitmapError> {
    let text = text.trim();
    let named = match text.trim_start_matches('$').to_ascii_lowercase().as_str() {
        "heap" => Some(BitmapBase::Heap),
        "gp" => Some(BitmapBase::Gp),
        "static" => Some(BitmapBase::Static),
        "data" => Some(BitmapBase::Data),
        "mmio" => Some(BitmapBase::Mmio),
        _ => None,
    };
    let expected = "an address, or heap, gp, static, data or mmio";
    named
        .map(|base| base.address(map))
        .or_else(|| number(text))
        .ok_or_else(|| BitmapError::Form { part: text.to_owned(), expected })
}

/// A decimal number, or a hexadecimal one after `0x`.
pub(super) fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

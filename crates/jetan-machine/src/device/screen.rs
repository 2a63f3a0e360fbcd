//! The screen that a pack's services draw on: what is on it, not how it looks.
//!
//! It is part of the machine and copied with it; a front end draws it. How much can be on it is
//! bounded, so that no program can fill the host's memory by way of its screen.

use std::collections::BTreeMap;
use std::sync::Arc;

use jetan_isa::pack::{EffectOperand, Pack, ScreenStyle, ServiceEffect};

use crate::machine::Machine;

/// The most objects on a screen.
pub const SPRITES_MAX: usize = 4096;
/// The most texts on a screen.
pub const TEXTS_MAX: usize = 1024;
/// The bytes of a text that are shown; the rest is cut off.
pub const TEXT_BYTES_MAX: usize = 1024;

/// The size of a screen that nobody gave a size.
const DEFAULT_SIDE_PIXELS: u32 = 512;

/// The content of a pack's screen, made by its services so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackScreen {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The title above it.
    pub title: String,
    /// Whether it shows tiles or objects.
    pub style: ScreenLayout,
    /// The board, once there is one.
    pub board: Option<ScreenBoard>,
    /// The objects by their numbers.
    pub sprites: BTreeMap<i32, Sprite>,
    /// The texts by their numbers.
    pub texts: BTreeMap<i32, ScreenText>,
    /// The score, once it was set.
    pub score: Option<i32>,
    /// The score to reach, once it was set.
    pub target: Option<i32>,
    /// The number of times it was shown.
    pub frames: u64,
}

/// The layout of a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScreenLayout {
    /// A board of numbered tiles.
    Tiles,
    /// Objects on a field.
    #[default]
    Plain,
}

impl From<ScreenStyle> for ScreenLayout {
    fn from(style: ScreenStyle) -> ScreenLayout {
        match style {
            ScreenStyle::Tiles => ScreenLayout::Tiles,
            ScreenStyle::Plain => ScreenLayout::Plain,
        }
    }
}

/// A board of tiles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScreenBoard {
    /// The number of rows.
    pub rows: u32,
    /// The number of tiles in a row.
    pub columns: u32,
    /// The tiles row by row; 0 is an empty place.
    pub tiles: Vec<u32>,
}

/// A rectangle with a place, a kind and a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sprite {
    /// The kind, by the course's own numbers.
    pub kind: i32,
    /// Pixels from the left; may be off the screen.
    pub x: i32,
    /// Pixels from the top; may be off the screen.
    pub y: i32,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// `0x00RRGGBB`.
    pub colour: u32,
}

/// A line of text with a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScreenText {
    /// Pixels from the left; may be off the screen.
    pub x: i32,
    /// Pixels from the top; may be off the screen.
    pub y: i32,
    /// At most [`TEXT_BYTES_MAX`] bytes.
    pub text: String,
}

impl Default for PackScreen {
    fn default() -> PackScreen {
        PackScreen {
            width: DEFAULT_SIDE_PIXELS,
            height: DEFAULT_SIDE_PIXELS,
            title: String::new(),
            style: ScreenLayout::default(),
            board: None,
            sprites: BTreeMap::new(),
            texts: BTreeMap::new(),
            score: None,
            target: None,
            frames: 0,
        }
    }
}

/// The rough cost of a map for an entry besides the entry itself, in bytes.
const ENTRY_BYTES: usize = 32;

impl PackScreen {
    /// About how many bytes of memory a copy needs.
    pub fn kept_bytes(&self) -> usize {
        let tiles = self.board.as_ref().map_or(0, |board| board.tiles.len());
        let texts = self.texts.values().map(|text| size_of::<ScreenText>() + text.text.len());
        let entries = ENTRY_BYTES * (self.texts.len() + self.sprites.len());
        let sprites = size_of::<Sprite>() * self.sprites.len();
        size_of::<PackScreen>()
            + self.title.len()
            + 4 * tiles
            + entries
            + sprites
            + texts.sum::<usize>()
    }

    /// The empty screen that a pack's programs expect, as far as the pack alone says it.
    pub fn of(pack: &Pack) -> PackScreen {
        let size = |operand: EffectOperand| match operand {
            EffectOperand::Constant(value) => u32::try_from(value).unwrap_or(DEFAULT_SIDE_PIXELS),
            EffectOperand::Argument(_) => DEFAULT_SIDE_PIXELS,
        };
        let created = pack.services.iter().find_map(|service| match &service.effect {
            ServiceEffect::CreateScreen { width, height, title, style } => Some(PackScreen {
                width: size(*width),
                height: size(*height),
                title: title.clone(),
                style: (*style).into(),
                ..PackScreen::default()
            }),
            _ => None,
        });
        created.unwrap_or_default()
    }
}

impl Machine {
    /// Teaches the machine the services of a pack.
    pub fn set_pack(&mut self, pack: Arc<Pack>) {
        self.pack = Some(pack);
    }

    /// The pack whose services the machine knows.
    pub fn pack(&self) -> Option<&Pack> {
        self.pack.as_deref()
    }

    /// The screen, once a program has used it.
    pub fn screen(&self) -> Option<&PackScreen> {
        self.devices.screen.as_deref()
    }

    /// The screen to draw on. A program that draws before it creates one gets the one that its
    /// pack would create: nothing is lost by it, and courses differ in what they demand.
    pub(crate) fn screen_mut(&mut self) -> &mut PackScreen {
        let pack = self.pack.as_deref();
        let screen = self
            .devices
            .screen
            .get_or_insert_with(|| Arc::new(pack.map_or_else(PackScreen::default, PackScreen::of)));
        // Copied if a snapshot of the machine still shares it.
        Arc::make_mut(screen)
    }
}

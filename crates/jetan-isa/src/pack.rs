//! Packs: what a course edition adds to the machine, as plain data.
//!
//! A pack gives service numbers of its own a name, arguments and an effect on parts that every
//! machine has. Where packs come from and how they are written is `jetan-pack`'s; what an effect
//! does is `jetan-machine`'s.

pub mod effects;

use crate::class::ClassCost;
use crate::memory_map::MemoryMap;
use crate::mnemonics::Mnemonic;
use crate::registers::Reg;

pub use effects::{EFFECTS, EffectKind, EffectParameter, EffectRow, ValueKind};

/// Everything that one course edition adds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pack {
    /// The name by which it is chosen, such as `comp2611-2048`.
    pub name: String,
    /// The version as the pack states it; any text.
    pub version: String,
    /// The course, as people write it.
    pub course: String,
    /// One sentence on what it is for.
    pub summary: String,
    /// The services in order of their numbers, each number once.
    pub services: Vec<PackService>,
    /// The instructions a program may use.
    pub policy: InstructionPolicy,
    /// The memory configuration, if programs need a certain one.
    pub memory_map: Option<MemoryMap>,
    /// The devices that are connected.
    pub devices: Vec<PackDevice>,
    /// Cycles by class of instructions, for what a course calls CPI; each class at most once.
    pub costs: Vec<ClassCost>,
}

impl Pack {
    /// The service with this number.
    pub fn service(&self, number: u32) -> Option<&PackService> {
        self.services.iter().find(|service| service.number == number)
    }

    /// The service with this name, in upper or lower case.
    pub fn service_named(&self, name: &str) -> Option<&PackService> {
        self.services.iter().find(|service| service.name.eq_ignore_ascii_case(name))
    }
}

/// A service of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackService {
    /// The value of `$v0` that asks for it.
    pub number: u32,
    /// The name in a few words.
    pub name: String,
    /// One sentence on what it does.
    pub summary: String,
    /// The arguments, each in a register of its own.
    pub arguments: Vec<ServiceArgument>,
    /// The results, each in a register of its own.
    pub results: Vec<ServiceResult>,
    /// The action of the machine when it is called.
    pub effect: ServiceEffect,
}

/// A register that a service reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ServiceArgument {
    /// The name in this service.
    pub name: String,
    /// The register that holds it.
    pub reg: Reg,
    /// The kind of value.
    pub kind: ValueKind,
    /// The least and the greatest value it may have.
    pub range: Option<(i32, i32)>,
    /// The least and the greatest value it has in programs that do what was probably meant; others
    /// are taken too.
    pub usual: Option<(i32, i32)>,
    /// Values that mean something, and what.
    pub values: Vec<(i32, String)>,
    /// A few words on what it means; may be empty.
    pub summary: String,
}

/// A register that a service writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ServiceResult {
    /// The name in this service.
    pub name: String,
    /// The register that holds it.
    pub reg: Reg,
    /// A few words on what it means; may be empty.
    pub summary: String,
}

impl ServiceArgument {
    /// The meaning and range of its value, such as `row, from the top, 0 to 3`.
    pub fn meaning(&self) -> String {
        let range = match (self.kind, self.range) {
            // The largest `i32` as a bound is how a range without an upper end is written.
            (ValueKind::Integer, Some((low, i32::MAX))) => format!(", {low} or more"),
            (ValueKind::Integer, Some((low, high))) => format!(", {low} to {high}"),
            (ValueKind::Integer, None) => String::new(),
            (ValueKind::Text, _) => " (address of a string)".to_owned(),
            (_, _) => " (address of words)".to_owned(),
        };
        let usual = match self.usual {
            Some((low, high)) => format!(", usually {low} to {high}"),
            None => String::new(),
        };
        described(&self.name, &self.summary) + &range + &usual
    }
}

impl ServiceResult {
    /// The meaning of its value, such as `x, pixels from the left`.
    pub fn meaning(&self) -> String {
        described(&self.name, &self.summary)
    }
}

fn described(name: &str, summary: &str) -> String {
    if summary.is_empty() { name.to_owned() } else { format!("{name}, {summary}") }
}

/// The source of a value for an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EffectOperand {
    /// An argument of the service, by its position.
    Argument(usize),
    /// The pack says it.
    Constant(i32),
}

/// The action of a service. The rows of [`EFFECTS`] describe each operand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ServiceEffect {
    /// The action of the built-in service of this number.
    BuiltIn,
    /// Makes an empty screen.
    CreateScreen {
        /// In pixels.
        width: EffectOperand,
        /// In pixels.
        height: EffectOperand,
        /// The title above it.
        title: String,
        /// Whether it shows tiles or objects.
        style: ScreenStyle,
    },
    /// Copies a board of tiles out of memory and shows the screen.
    UpdateBoard {
        /// The address of its words, row by row.
        board: EffectOperand,
        /// The number of rows.
        rows: u32,
        /// The number of tiles in a row.
        columns: u32,
    },
    /// Shows the screen as it is, which is a frame.
    Refresh,
    /// Plays a sound, or stops it.
    PlaySound {
        /// The number of the sound.
        sound: EffectOperand,
        /// 0 once, 1 again and again, 2 stop.
        mode: EffectOperand,
    },
    /// Sets the score that the screen shows.
    SetScore {
        /// A signed number of points.
        score: EffectOperand,
    },
    /// Sets the score to reach.
    SetTarget {
        /// The tile or score to reach.
        target: EffectOperand,
    },
    /// Puts a text on the screen, in place of the one with the same number.
    ShowText {
        /// The number that the program knows it by.
        id: EffectOperand,
        /// Pixels from the left.
        x: EffectOperand,
        /// Pixels from the top.
        y: EffectOperand,
        /// The address of the string.
        text: EffectOperand,
    },
    /// Puts an object on the screen, in place of the one with the same number.
    CreateObject {
        /// The number, kind, position, size and colour of the object.
        object: ObjectOperands,
        /// The colours of the kinds, which come before that of the object.
        colours: Vec<u32>,
    },
    /// Moves an object.
    MoveObject {
        /// The number that the program knows it by.
        id: EffectOperand,
        /// Pixels from the left.
        x: EffectOperand,
        /// Pixels from the top.
        y: EffectOperand,
    },
    /// Tells where an object is.
    LocateObject {
        /// The number that the program knows it by.
        id: EffectOperand,
        /// Gets the pixels from the left.
        x: Reg,
        /// Gets the pixels from the top.
        y: Reg,
    },
    /// Draws a random integer.
    RandomInteger {
        /// The number of the generator.
        generator: EffectOperand,
        /// The least number that is not drawn.
        bound: EffectOperand,
        /// The register that gets the number.
        value: Reg,
    },
}

/// The operands that describe an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ObjectOperands {
    /// The number that the program knows it by.
    pub id: EffectOperand,
    /// The kind of object: any number that the course gives a meaning.
    pub kind: EffectOperand,
    /// Pixels from the left.
    pub x: EffectOperand,
    /// Pixels from the top.
    pub y: EffectOperand,
    /// In pixels.
    pub width: EffectOperand,
    /// In pixels.
    pub height: EffectOperand,
    /// `0x00RRGGBB`.
    pub colour: EffectOperand,
}

/// The look of a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ScreenStyle {
    /// A board of numbered tiles.
    Tiles,
    /// Objects on a field.
    #[default]
    Plain,
}

impl ScreenStyle {
    /// Every style, with the name that packs give it.
    pub const ALL: [(&str, ScreenStyle); 2] =
        [("tiles", ScreenStyle::Tiles), ("plain", ScreenStyle::Plain)];
}

/// The instructions a program may use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct InstructionPolicy {
    /// Only these, if there are any.
    pub allowed: Vec<Mnemonic>,
    /// Instructions that programs may not use.
    pub banned: Vec<Mnemonic>,
}

impl InstructionPolicy {
    /// Whether a program may use an instruction.
    pub fn permits(&self, mnemonic: Mnemonic) -> bool {
        // An empty list is one that the pack does not have, not one that forbids everything.
        let is_listed = self.allowed.is_empty() || self.allowed.contains(&mnemonic);
        is_listed && !self.banned.contains(&mnemonic)
    }
}

/// A device that a pack connects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PackDevice {
    /// Keyboard and display, at the start of the device registers.
    Keyboard,
    /// The Digital Lab Sim, after keyboard and display.
    Lab,
    /// Mars Bot, at addresses of its own.
    Bot,
    /// The Bitmap Display.
    Bitmap(BitmapSettings),
}

/// The base address and size of the Bitmap Display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitmapSettings {
    /// The address of its first word.
    pub base: u32,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The width of a unit in pixels.
    pub unit_width: u32,
    /// The height of a unit in pixels.
    pub unit_height: u32,
}

/// Whether MARS keeps a number for itself, whether it has a service there or not.
pub const fn is_reserved(number: u32) -> bool {
    // MARS 4.5 has nothing at 37 to 39, but they lie within its numbering; 60 is in its next
    // version.
    matches!(number, 1..=17 | 30..=44 | 50..=60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syscalls::SERVICES;

    fn mnemonic(name: &str) -> Mnemonic {
        Mnemonic::lookup(name).expect("it exists")
    }

    #[test]
    fn every_built_in_service_is_reserved() {
        for row in SERVICES {
            assert!(is_reserved(row.number), "{}", row.number);
        }
        for number in [0, 18, 29, 45, 49, 61, 200, u32::MAX] {
            assert!(!is_reserved(number), "{number}");
        }
    }

    #[test]
    fn a_policy_without_lists_permits_everything() {
        assert!(Mnemonic::all().all(|mnemonic| InstructionPolicy::default().permits(mnemonic)));
    }

    #[test]
    fn allowed_and_banned_both_hold() {
        let allowed = vec![mnemonic("add"), mnemonic("mul")];
        let policy = InstructionPolicy { allowed, banned: vec![mnemonic("mul")] };
        assert!(policy.permits(mnemonic("add")));
        assert!(!policy.permits(mnemonic("mul")));
        assert!(!policy.permits(mnemonic("sub")));
    }
}

//! Reads what a pack says about the machine as a whole: instructions, memory, devices.

use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_isa::pack::{BitmapSettings, InstructionPolicy, PackDevice};
use jetan_isa::{MemoryMap, Mnemonic};

use crate::codes;
use crate::error::PackError;
use crate::fields::{SpannedValue, TableReader, TextSpan, listed, mismatch};

const BITMAP_KEYS: &[&str] = &["kind", "base", "width", "height", "unit_width", "unit_height"];
/// The longest side of the Bitmap Display, in pixels.
const BITMAP_SIDE_PIXELS_MAX: i64 = 4096;

/// The memory configuration.
pub(crate) fn memory(fields: &TableReader) -> Option<MemoryMap> {
    let typed = fields.text("memory")?;
    let map = MemoryMap::by_name(typed.value);
    if map.is_none() {
        let names: Vec<&str> = MEMORY_MAPS.iter().map(|map| map.name).collect();
        let message = format!("there is no memory configuration `{}`", typed.value);
        let error = PackError::new(codes::BAD_VALUE, &typed.place, message);
        fields.mistakes.add(error.help(format!("there are {}", listed(&names))));
    }
    map
}

/// The instructions that programs may use.
pub(crate) fn policy(fields: &TableReader) -> InstructionPolicy {
    let Some(value) = fields.get("instructions") else { return InstructionPolicy::default() };
    let Some(table) = TableReader::of_value(value, "instructions", fields.mistakes) else {
        return InstructionPolicy::default();
    };
    table.allow_only(&["allowed", "banned"]);
    let (allowed, banned) = (mnemonics(&table, "allowed"), mnemonics(&table, "banned"));
    for SpannedValue { value, place } in &banned {
        if let Some(other) = allowed.iter().find(|other| other.value == *value) {
            let message = format!("`{}` is both allowed and banned", value.name());
            let error = PackError::new(codes::CONTRADICTION, place, message);
            fields.mistakes.add(error.other(&other.place, "allowed here"));
        }
    }
    let names = |list: Vec<SpannedValue<Mnemonic>>| list.into_iter().map(|one| one.value).collect();
    InstructionPolicy { allowed: names(allowed), banned: names(banned) }
}

fn mnemonics(table: &TableReader, key: &str) -> Vec<SpannedValue<Mnemonic>> {
    let mut mnemonics = Vec::new();
    for value in table.list(key) {
        let Some(name) = value.get_ref().as_str() else {
            table.mistakes.add(mismatch(key, "a list of texts in quotes", value));
            continue;
        };
        if let Some(mnemonic) = Mnemonic::lookup(name) {
            mnemonics.push(SpannedValue { value: mnemonic, place: value.span() });
        } else {
            let message = format!("there is no instruction `{name}`");
            table.mistakes.add(PackError::new(codes::MNEMONIC, &value.span(), message));
        }
    }
    mnemonics
}

/// The devices that are connected.
pub(crate) fn devices(fields: &TableReader, map: Option<MemoryMap>) -> Vec<PackDevice> {
    let registers = map.unwrap_or(MemoryMap::DEFAULT).mmio_base;
    let mut devices: Vec<(PackDevice, TextSpan)> = Vec::new();
    for table in fields.tables("device") {
        let Some(kind) = table.needed_text("kind") else { continue };
        let device = match kind.value {
            "keyboard" => Some(fixed(&table, PackDevice::Keyboard, registers)),
            "lab" => Some(fixed(&table, PackDevice::Lab, registers)),
            "bot" => bot(&table, registers),
            "bitmap" => bitmap(&table),
            other => {
                let message = format!("there is no device `{other}`");
                let error = PackError::new(codes::BAD_VALUE, &kind.place, message);
                let help = format!("there are {}", listed(&["keyboard", "lab", "bot", "bitmap"]));
                table.mistakes.add(error.help(help));
                None
            }
        };
        let Some(device) = device else { continue };
        // By kind and not by settings: a machine has one device of each.
        let is_same =
            |other: &PackDevice| std::mem::discriminant(other) == std::mem::discriminant(&device);
        if let Some((_, first)) = devices.iter().find(|(other, _)| is_same(other)) {
            let message = format!("there is a device `{}` already", kind.value);
            let error = PackError::new(codes::NAME_TWICE, &kind.place, message);
            table.mistakes.add(error.other(first, "connected here"));
        }
        devices.push((device, kind.place));
    }
    devices.into_iter().map(|(device, _)| device).collect()
}

/// A device that is always at the start of the device registers.
fn fixed(table: &TableReader, device: PackDevice, registers: u32) -> PackDevice {
    table.allow_only(&["kind", "base"]);
    let base = table.integer("base");
    if let Some(base) = base.filter(|base| base.value != i64::from(registers)) {
        let message = format!("this device is at {registers:#010x} and nowhere else");
        let error = PackError::new(codes::BAD_VALUE, &base.place, message);
        table.mistakes.add(error.help("leave `base` out"));
    }
    device
}

/// Mars Bot, which has its registers at fixed addresses.
fn bot(table: &TableReader, registers: u32) -> Option<PackDevice> {
    table.allow_only(&["kind"]);
    let is_possible = registers == MemoryMap::DEFAULT.mmio_base;
    if !is_possible {
        let message = "the robot's registers are at 0xffff8010, which this memory does not have";
        let error = PackError::new(codes::BAD_VALUE, &table.place, message);
        table.mistakes.add(error.help("leave `memory` out"));
    }
    is_possible.then_some(PackDevice::Bot)
}

fn bitmap(table: &TableReader) -> Option<PackDevice> {
    table.allow_only(BITMAP_KEYS);
    let size = |key, default| {
        table
            .integer_in(key, 1, BITMAP_SIDE_PIXELS_MAX)
            .map_or(default, |number| number.value as u32)
    };
    // MARS: the Bitmap Display starts with these sizes.
    let (width, height) = (size("width", 512), size("height", 256));
    let (unit_width, unit_height) = (size("unit_width", 1), size("unit_height", 1));
    for (side, unit, key) in
        [(width, unit_width, "unit_width"), (height, unit_height, "unit_height")]
    {
        if side % unit != 0 {
            let message = format!("{side} pixels cannot be divided into units of {unit}");
            let place = table.integer(key).map_or(table.place.clone(), |number| number.place);
            table.mistakes.add(PackError::new(codes::BAD_VALUE, &place, message));
        }
    }
    // Last, so that mistakes in the sizes are reported even without a base.
    table.need("base")?;
    let base = table.integer_in("base", 0, i64::from(u32::MAX))?;
    if base.value % 4 != 0 {
        let message = "an address of words is a multiple of 4";
        table.mistakes.add(PackError::new(codes::BAD_VALUE, &base.place, message));
    }
    let base = base.value as u32;
    Some(PackDevice::Bitmap(BitmapSettings { base, width, height, unit_width, unit_height }))
}

//! The options of an assembly.

use jetan_isa::{AddressRegion, MemoryMap};

use crate::dialect::Dialect;

/// The settings of one assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "nearly all are the switches of MARS's command line"
)]
pub struct AssemblyOptions {
    /// Whether MARS's surprises are followed, one switch each.
    pub dialect: Dialect,
    /// The memory map of the segments.
    pub map: MemoryMap,
    /// Whether pseudo-instructions are allowed; MARS's `np` switches them off.
    pub pseudo: bool,
    /// Whether branches are delayed (`db`); some pseudo-instructions expand differently then.
    pub delayed_branching: bool,
    /// Whether data may be stored into the text segment (`smc`).
    pub self_modifying: bool,
    /// Whether execution starts at `main` (`sm`).
    pub start_at_main: bool,
    /// Whether an operand `t0` is the register `$t0`, and never a label.
    pub bare_registers: bool,
    /// Whether warnings are errors (`we`).
    pub warnings_are_errors: bool,
    /// The root that is assembled first, as an index; the others follow in order.
    pub lead: usize,
}

impl AssemblyOptions {
    /// The region an address belongs to in this dialect, or `None` if nothing is there.
    pub(crate) fn region_of(&self, address: u32) -> Option<AddressRegion> {
        // MARS: the compact segments end one word, or a few bytes, too early (S37).
        if self.dialect.short_segments {
            self.map.region_of(address)
        } else {
            self.map.whole_region_of(address)
        }
    }

    /// Whether instructions can stand at an address.
    pub(crate) fn is_text(&self, address: u32) -> bool {
        matches!(self.region_of(address), Some(AddressRegion::Text | AddressRegion::KernelText))
    }

    /// The last address of a segment whose end is a limit of the memory configuration.
    pub(crate) fn last_before(&self, limit: u32) -> u32 {
        // All ends but those that MARS cuts off are multiples of 256.
        if self.dialect.short_segments { limit - 1 } else { (limit - 1) | 0xff }
    }
}

impl Default for AssemblyOptions {
    fn default() -> AssemblyOptions {
        AssemblyOptions {
            dialect: Dialect::JETAN,
            map: MemoryMap::DEFAULT,
            pseudo: true,
            delayed_branching: false,
            self_modifying: false,
            start_at_main: false,
            bare_registers: false,
            warnings_are_errors: false,
            lead: 0,
        }
    }
}

impl AssemblyOptions {
    /// The settings of MARS 4.5 without arguments.
    pub fn mars() -> AssemblyOptions {
        AssemblyOptions { dialect: Dialect::MARS, ..AssemblyOptions::default() }
    }
}

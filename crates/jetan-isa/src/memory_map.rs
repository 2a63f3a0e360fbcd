//! The addresses of the segments: MARS's three memory configurations.

/// One memory configuration. Limits are exclusive unless a field says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryMap {
    /// The name MARS gives it.
    pub name: &'static str,
    /// Start of `.text`, and the first program counter.
    pub text_base: u32,
    /// The first address past the text segment.
    pub text_limit: u32,
    /// Start of the data segment.
    pub data_base: u32,
    /// End of the data segment.
    pub data_limit: u32,
    /// The address from which `.extern` variables are placed.
    pub extern_base: u32,
    /// First value of `$gp`.
    pub gp: u32,
    /// Start of `.data`.
    pub static_base: u32,
    /// Start of the heap.
    pub heap_base: u32,
    /// First value of `$sp`.
    pub sp: u32,
    /// The highest word of the stack, itself included.
    pub stack_base: u32,
    /// The lower end of the stack, itself excluded.
    pub stack_limit: u32,
    /// Start of `.ktext`.
    pub ktext_base: u32,
    /// The address of the exception handler.
    pub handler: u32,
    /// End of kernel text.
    pub ktext_limit: u32,
    /// Start of `.kdata`.
    pub kdata_base: u32,
    /// End of kernel data.
    pub kdata_limit: u32,
    /// Start of the device registers.
    pub mmio_base: u32,
    /// End of the device registers.
    pub mmio_limit: u32,
    /// The highest address there is.
    pub highest: u32,
}

/// Every configuration, the usual one first.
pub static MEMORY_MAPS: [MemoryMap; 3] =
    [MemoryMap::DEFAULT, MemoryMap::COMPACT_DATA_AT_ZERO, MemoryMap::COMPACT_TEXT_AT_ZERO];

/// A register of the keyboard and display device.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TerminalRegister {
    /// Whether a key is there, and whether it interrupts.
    ReceiverControl,
    /// The last key.
    ReceiverData,
    /// Whether the display is ready, and whether it interrupts.
    TransmitterControl,
    /// The character to be shown.
    TransmitterData,
}

impl TerminalRegister {
    /// All of them, in order of address.
    pub const ALL: [TerminalRegister; 4] = [
        TerminalRegister::ReceiverControl,
        TerminalRegister::ReceiverData,
        TerminalRegister::TransmitterControl,
        TerminalRegister::TransmitterData,
    ];

    /// The distance from the start of the device registers, in bytes.
    pub const fn offset(self) -> u32 {
        4 * self as u32
    }
}

/// A part of the address space with rules of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AddressRegion {
    /// Static data and heap; in compact maps the stack too.
    Data,
    /// The stack.
    Stack,
    /// User code.
    Text,
    /// Device registers.
    Mmio,
    /// Kernel data.
    KernelData,
    /// Kernel code.
    KernelText,
}

impl MemoryMap {
    /// The usual 32-bit layout.
    pub const DEFAULT: MemoryMap = MemoryMap {
        name: "Default",
        text_base: 0x0040_0000,
        // MARS: a segment is a table of 4 MiB, however far it could reach.
        text_limit: 0x0080_0000,
        data_base: 0x1000_0000,
        data_limit: 0x1040_0000,
        extern_base: 0x1000_0000,
        gp: 0x1000_8000,
        static_base: 0x1001_0000,
        heap_base: 0x1004_0000,
        // MARS: the page above the first `$sp` is for the strings of program arguments.
        sp: 0x7fff_effc,
        stack_base: 0x7fff_fffc,
        stack_limit: 0x7fbf_fffc,
        ktext_base: 0x8000_0000,
        handler: 0x8000_0180,
        ktext_limit: 0x8040_0000,
        kdata_base: 0x9000_0000,
        kdata_limit: 0x9040_0000,
        mmio_base: 0xffff_0000,
        // MARS: limits are exclusive, so the last byte of the address space is lost (S37);
        // `whole_region_of` has it.
        mmio_limit: 0xffff_ffff,
        highest: 0xffff_ffff,
    };

    /// 32 KiB with data at address 0, so that labels fit a 16-bit offset.
    pub const COMPACT_DATA_AT_ZERO: MemoryMap = MemoryMap {
        name: "CompactDataAtZero",
        text_base: 0x3000,
        // MARS: the word at a limit is unusable in the compact maps.
        text_limit: 0x3ffc,
        data_base: 0x0000,
        data_limit: 0x2fff,
        extern_base: 0x1000,
        gp: 0x1800,
        static_base: 0x0000,
        heap_base: 0x2000,
        sp: 0x2ffc,
        stack_base: 0x2ffc,
        stack_limit: 0x2000,
        ktext_base: 0x4000,
        handler: 0x4180,
        ktext_limit: 0x4ffc,
        kdata_base: 0x5000,
        kdata_limit: 0x7eff,
        mmio_base: 0x7f00,
        mmio_limit: 0x7fff,
        highest: 0x7fff,
    };

    /// 32 KiB with text at address 0, so that labels fit a 16-bit offset.
    pub const COMPACT_TEXT_AT_ZERO: MemoryMap = MemoryMap {
        name: "CompactTextAtZero",
        text_base: 0x0000,
        text_limit: 0x0ffc,
        data_base: 0x1000,
        data_limit: 0x3fff,
        extern_base: 0x1000,
        gp: 0x1800,
        static_base: 0x2000,
        heap_base: 0x3000,
        sp: 0x3ffc,
        stack_base: 0x3ffc,
        stack_limit: 0x3000,
        ..MemoryMap::COMPACT_DATA_AT_ZERO
    };

    /// The configuration with this name; MARS is case-sensitive here.
    pub fn by_name(name: &str) -> Option<MemoryMap> {
        MEMORY_MAPS.into_iter().find(|map| map.name == name)
    }

    /// Whether every address fits 15 bits, which lets some pseudo-instructions be shorter.
    pub const fn is_compact(&self) -> bool {
        // 15 bits, not 16: the 16-bit offset of a load is sign-extended.
        self.highest <= 0x7fff
    }

    /// Whether an address is in the data segment.
    pub const fn in_data(&self, address: u32) -> bool {
        self.data_base <= address && address < self.data_limit
    }

    /// Whether an address is on the stack: above its limit, at most its base word's own address.
    pub const fn in_stack(&self, address: u32) -> bool {
        self.stack_limit < address && address <= self.stack_base
    }

    /// Whether an address is in user text.
    pub const fn in_text(&self, address: u32) -> bool {
        self.text_base <= address && address < self.text_limit
    }

    /// Whether an address is in kernel text.
    pub const fn in_ktext(&self, address: u32) -> bool {
        self.ktext_base <= address && address < self.ktext_limit
    }

    /// Whether an address is in kernel data.
    pub const fn in_kdata(&self, address: u32) -> bool {
        self.kdata_base <= address && address < self.kdata_limit
    }

    /// Whether an address is among the device registers.
    pub const fn in_mmio(&self, address: u32) -> bool {
        self.mmio_base <= address && address < self.mmio_limit
    }

    /// The address of a register of keyboard and display.
    pub const fn terminal_address(&self, register: TerminalRegister) -> u32 {
        self.mmio_base + register.offset()
    }

    /// The register of keyboard and display at an address.
    pub fn terminal_register(&self, address: u32) -> Option<TerminalRegister> {
        TerminalRegister::ALL
            .into_iter()
            .find(|&register| self.terminal_address(register) == address)
    }

    /// The region an address belongs to, or `None` if nothing is there.
    // MARS: the order of the tests. It matters in compact maps only, where the stack lies inside
    // the data segment; no map makes the orders for reading and for writing disagree.
    pub const fn region_of(&self, address: u32) -> Option<AddressRegion> {
        Some(if self.in_data(address) {
            AddressRegion::Data
        } else if self.in_stack(address) {
            AddressRegion::Stack
        } else if self.in_text(address) {
            AddressRegion::Text
        } else if self.in_mmio(address) {
            AddressRegion::Mmio
        } else if self.in_kdata(address) {
            AddressRegion::KernelData
        } else if self.in_ktext(address) {
            AddressRegion::KernelText
        } else {
            return None;
        })
    }

    /// The region of an address, if every segment also has its last bytes, which MARS leaves out.
    pub const fn whole_region_of(&self, address: u32) -> Option<AddressRegion> {
        let word = address & !3;
        match self.region_of(address) {
            None if word == self.text_limit && lacks_its_last_word(word) => {
                Some(AddressRegion::Text)
            }
            None if word == self.ktext_limit && lacks_its_last_word(word) => {
                Some(AddressRegion::KernelText)
            }
            // Segments of data lack at most the last three bytes of a word, so the word decides for
            // them.
            None => self.region_of(word),
            region => region,
        }
    }
}

/// Whether a segment of instructions that ends here is one word short of a whole page.
const fn lacks_its_last_word(limit: u32) -> bool {
    // Tells the compact maps, whose limits are one word short, from the default one, whose limits
    // are already at the end of a page.
    limit % 0x1000 == 0xffc
}

impl Default for MemoryMap {
    fn default() -> MemoryMap {
        MemoryMap::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_where_mars_has_them() {
        for (address, region) in [
            (0x003f_ffff, None),
            (0x0040_0000, Some(AddressRegion::Text)),
            (0x007f_ffff, Some(AddressRegion::Text)),
            (0x0080_0000, None),
            (0x1000_0000, Some(AddressRegion::Data)),
            (0x103f_ffff, Some(AddressRegion::Data)),
            (0x1040_0000, None),
            (0x7fbf_fffc, None),
            (0x7fbf_fffd, Some(AddressRegion::Stack)),
            (0x7fff_fffc, Some(AddressRegion::Stack)),
            (0x7fff_fffd, None),
            (0x8000_0180, Some(AddressRegion::KernelText)),
            (0x9000_0000, Some(AddressRegion::KernelData)),
            (0xffff_fffe, Some(AddressRegion::Mmio)),
            (0xffff_ffff, None),
        ] {
            assert_eq!(MemoryMap::DEFAULT.region_of(address), region, "{address:#010x}");
        }
    }

    #[test]
    fn compact_maps_lose_their_last_words() {
        let map = MemoryMap::COMPACT_TEXT_AT_ZERO;
        for (address, region) in [
            (0x0ffb, Some(AddressRegion::Text)),
            (0x0ffc, None),
            (0x1000, Some(AddressRegion::Data)),
            (0x3ffc, Some(AddressRegion::Data)),
            (0x3fff, None),
            (0x4ffc, None),
            (0x7efe, Some(AddressRegion::KernelData)),
            (0x7eff, None),
            (0x7ffe, Some(AddressRegion::Mmio)),
            (0x7fff, None),
        ] {
            assert_eq!(map.region_of(address), region, "{address:#06x}");
        }
        assert_eq!(MemoryMap::COMPACT_DATA_AT_ZERO.region_of(0x3ffc), None);
    }

    #[test]
    fn names_are_case_sensitive() {
        assert_eq!(MemoryMap::by_name("CompactDataAtZero"), Some(MemoryMap::COMPACT_DATA_AT_ZERO));
        assert_eq!(MemoryMap::by_name("default"), None);
        assert!(!MemoryMap::DEFAULT.is_compact());
        assert!(MemoryMap::COMPACT_TEXT_AT_ZERO.is_compact());
    }
}
